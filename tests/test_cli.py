"""The command line: what it prints, what it refuses, and that nothing ends in a traceback."""

import json
import re
from pathlib import Path

import pytest
from asking import lines_of, refusal, run

from solver import census, proof
from solver.names import LANGUAGES

DISTRIBUTION = {
    0: 8_039_301, 20: 1_939_144, 40: 56_154, 50: 309_868, 70: 8_016, 100: 123_110, 120: 1_712, 150: 20_218, 170: 284,
    200: 20_188, 220: 292, 250: 8, 300: 4, 350: 1,
}  # fmt: skip


def test_best_answers_in_english() -> None:
    assert lines_of("best", "12o 12c 12e 12b 10o 11o", "--trump", "oros") == [
        "Your hand of 6 cards, trumps oros:",
        "  oros     10 11 12",
        "  copas    12",
        "  espadas  12",
        "  bastos   12",
        "",
        "Declare:",
        "  Four of a kind, reyes (12o 12c 12e 12b): 100",
        "",
        "You give up:",
        "  Run of three up to the rey (12) of oros (10 11 12): 20",
        "    In common with the four reyes: the rey (12) of oros; a card counts only once.",
        "    With this declaration it would be 20 points instead of 100.",
        "",
        "Belote-Rebelote with the caballo (11) of oros and the rey (12) of oros: 20",
        "Total: 120 points",
    ]


def test_best_reads_cards_in_any_form() -> None:
    expected = lines_of("best", "12o 11o 4c", "--trump", "oros")
    assert lines_of("best", "4C,11O", "12o", "--trump", "OROS") == expected
    assert lines_of("best", "rey de oros", "caballo de oros", "4c", "--trump", "0") == expected
    assert lines_of("best", "4c", "11o", "12o", "--trump", "diamonds") == expected


@pytest.mark.parametrize(
    ("language", "deck", "line"),
    [
        ("es", "spanish", "  Suivi de tres al rey de oros (10 11 12): 20"),
        ("es", "french", "  Suivi de tres al rey de diamantes (J Q K): 20"),
        ("en", "french", "  Run of three up to the king of diamonds (J Q K): 20"),
        ("fr", "french", "  Tierce au roi de carreau (V D R) : 20"),
        ("fr", "spanish", "  Tierce au rey (12) d'oros (10 11 12) : 20"),
    ],
)
def test_best_in_other_languages_and_decks(language: str, deck: str, line: str) -> None:
    hand = "10o 11o 12o" if deck == "spanish" else "J♦ Q♦ K♦"
    assert line in lines_of("best", hand, "--lang", language, "--deck", deck)


def test_best_with_all_combinations_of_as_many_points() -> None:
    lines = lines_of("best", "7o 7c 7e 7b 5c 6c 10c 11c", "--all")
    at = lines.index("Or, for the same points:")
    assert lines[at + 1] == "  Run of five up to the caballo (11) of copas (5 6 7 10 11): 100"
    assert lines.count(lines[at + 1]) == 1
    assert "You give up:" not in lines
    assert "No other combination is worth as much." in lines_of("best", "4o 5o 6o", "--all")


@pytest.mark.parametrize("language", LANGUAGES)
def test_best_for_programs_is_independent_of_the_language(language: str) -> None:
    result = run("best", "7o 7c 7e 7b 5c 6c 10c 11c", "--json", "--all", "--lang", language)
    plain = json.loads(result.stdout)
    assert (plain["hand"], plain["trump"], plain["points"], plain["belote"], plain["total"]) == (
        "7o 5c 6c 7c 10c 11c 7e 7b", None, 100, 0, 100,
    )  # fmt: skip
    assert [(d["kind"], d["cards"]) for d in plain["declarations"]] == [("carre", "7o 7c 7e 7b")]
    assert [[d["cards"] for d in other["declarations"]] for other in plain["others"]] == [["5c 6c 7c 10c 11c"]]
    assert [(lost["cards"], lost["advantage"]) for lost in plain["given_up"]] == [("5c 6c 7c 10c 11c", "carre")]
    assert "others" not in json.loads(run("best", "4o", "--json").stdout)


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["best", "8o"], 1, "'8o' is no card of the spanish deck: ranks 4 5 6 7 10 11 12 1, suits o c e b, as in '12o'"),
        (["best", "4o 4o"], 1, "card '4o' stands twice in '4o 4o'"),
        (["best", "KD"], 1, "'KD' is no card of the spanish deck"),
        (["best", "12o", "--deck", "french"], 1, "'12o' is no card of the french deck"),
        (["best"], 2, "Missing argument 'HAND...'. (see belote best --help)"),
        (["best", "4o", "--trump", "clovers"], 2, "Invalid value for '--trump': 'clovers' is no trump: choose oros, copas"),
        (["best", "4o", "--trump", "4"], 2, "Invalid value for '--trump': 4 is no trump"),
        (["best", "4o", "--lang", "de"], 2, "Invalid value for '--lang': 'de' is not one of 'es', 'en', 'fr'"),
        (["best", "4o", "--deck", "tarot"], 2, "Invalid value for '--deck'"),
        (["bests"], 2, "No such command 'bests'"),
        (["deal", "1e6", "-o", "x.csv"], 2, "Invalid value for 'NUMBER': '1e6' is no whole number: write it in digits, as in 10"),
        (["deal", "1000000000001", "-o", "x.csv"], 2, "Invalid value for 'NUMBER': 1000000000001 is not in the range 0<=x<="),
        (["odds", "4o", "--seat", "two"], 2, "Invalid value for '--seat': 'two' is no whole number"),
        (["deal", "5"], 2, "Missing option '-o' / '--output'"),
        (["score", "x.csv"], 2, "Missing option '-o' / '--output'"),
        (["score", "x.csv", "-o", "y.csv", "--threads", "0"], 2, "Invalid value for '--threads': 0 is not in the range x>=1"),
        (["score", "", "-o", "y.csv"], 2, "Invalid value for 'FILE': the path is empty"),
        (["score", "x.csv", "-o", ""], 2, "Invalid value for '-o' / '--output': the path is empty"),
        (["score", "x.csv", "-o", "y.xls"], 2, "y.xls: '.xls' is no known format: choose .parquet"),
        (["deal", "5", "-o", "y.xls"], 2, "y.xls: '.xls' is no known format: choose .parquet"),
        (["score", "x.xls", "-o", "y.csv"], 2, "x.xls: '.xls' is no known format: choose .parquet"),
        (["score", "x.csv", "-o", "y.csv", "--rejects", "z.csv"], 2, "bad rows are rejected into a file: --on-error"),
        (["score", "x.csv", "-o", "y.csv", "--on-error", "reject"], 2, "bad rows are rejected into a file: --on-error"),
        (["score", "x.csv", "-o", "y.csv", "--on-error", "reject", "--rejects", "-"], 2, "-: the file of rejects is CSV"),
        (["score", "x.csv", "-o", "-", "--compression", "zstd"], 2, "standard output is not compressed: --compression"),
        (["score", "x.csv", "-o", "y.csv", "--stream", "arrow"], 2, "y.csv: --stream (stream=) is for standard output"),
        (["score", "x.csv", "-o", "y", "--stream", "arrow"], 2, "y: --stream (stream=) is for standard output"),
        (["score", "x.csv", "-o", "y.csv", "--stream", "csv"], 2, "y.csv: --stream (stream=) is for standard output"),
        (["score", "x.csv", "-o", "y"], 2, "x.csv: into a folder go Parquet files only"),
        (["score", "x", "-o", "y", "--cluster", "local:1", "--stream", "csv"], 2, "--threads and --stream are for this process"),
        (["score", "x", "-o", "y", "--cluster", "local:1", "--threads", "2"], 2, "--threads and --stream are for this process"),
        (["score", "x.csv", "-o", "y", "--on-error", "skip"], 2, "Invalid value for '--on-error': 'skip' is not one of"),
        (["score", "x.csv", "-o", "y.csv", "--compression", "rar"], 2, "Invalid value for '--compression': 'rar' is not one of"),
        (["score", "x", "-o", "y", "--cluster", "local:none"], 2, "'local:none': a local cluster is local:N, with a number of"),
        (["census", "--plot", "x.gif"], 2, "x.gif: a picture ends in .png or .svg"),
    ],
)
def test_refusals(arguments: list[str], status: int, message: str) -> None:
    found, line = refusal(*arguments)
    assert found == status
    assert line.startswith(message)


@pytest.mark.parametrize(("arguments", "option"), [(["--frob"], "--frob"), (["deal", "-1", "-o", "x.csv"], "-1")])
def test_an_unknown_option_is_named(arguments: list[str], option: str) -> None:
    found, line = refusal(*arguments)
    assert found == 2
    assert re.match(rf"No such option:? '?{option}", line)  # each version of click has its own marks


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "y.csv", "--compression", "zstd"], "y.csv: a .csv file knows no compression 'zstd'"),
        (["-o", "y.arrow", "--compression", "gzip"], "y.arrow: a .arrow file knows no compression 'gzip'"),
        (["-o", "-", "--resume"], "x.csv to -: only a run from files to a file can be resumed"),
    ],
)
def test_options_that_do_not_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.csv").write_text("hand\n4o 5o 6o\n")
    status, line = refusal("score", "x.csv", *options)
    assert status == 2
    assert line.startswith(message)
    assert [path.name for path in tmp_path.iterdir()] == ["x.csv"]


def test_census_is_that_of_the_rules() -> None:
    lines = lines_of("census")
    table = dict(line.split()[:2] for line in lines[1:-1])
    assert table == {**{str(points): f"{hands:,}" for points, hands in DISTRIBUTION.items()}, "total": "10,518,300"}
    assert lines[1].split()[2] == "76.43156%"
    assert re.fullmatch(r"All hands scored in [\d.]+ s", lines[-1])


@pytest.mark.parametrize(("name", "start"), [("census.png", b"\x89PNG"), ("census.svg", b"<?xml")])
def test_census_draws_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, start: bytes) -> None:
    monkeypatch.setattr(census, "take_census", lambda _threads: census.Census(DISTRIBUTION, 0.1))
    lines_of("census", "--plot", tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(start)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_census_without_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(census, "find_spec", lambda _name: None)
    status, line = refusal("census", "--plot", tmp_path / "census.png")
    assert (status, line) == (2, "a picture needs matplotlib: pip install 'belote-solver[plot]'")


def proofs(num_differences: int) -> list[proof.Proof]:
    difference = proof.Difference(0x7F, -1, (100, 0, 1, 0x7F, 0), (120, 0, 1, 0x70, 0x0F))
    return [proof.Proof(-1, 1000, 10, 0, ()), proof.Proof(0, 1000, 11, num_differences, (difference,) * num_differences)]


def test_prove_prints_what_it_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "prove", lambda: proofs(0))
    lines = lines_of("prove")
    assert lines[:2] == ["no trump  1,000 hands, 10 classes, 0 differences", "oros      1,000 hands, 11 classes, 0 differences"]
    assert lines[2].startswith("2,000 results compared in ")
    assert lines[2].endswith(" s, 0 differences")


def test_prove_fails_with_the_hands_that_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "prove", lambda: proofs(2))
    result = run("prove")
    assert result.exit_code == 1
    assert result.stdout.count("4o 5o 6o 7o 10o 11o 12o (no trump): kernel 100 points") == 2
    assert result.stderr == "belote: the kernel and CP-SAT differ in 2 of 2,000 results\n"
