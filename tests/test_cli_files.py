"""The command line on files: what `belote deal` and `belote score` print, refuse and hand on."""

import os
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from asking import lines_of, refusal, run

from solver import batch, score_hands, scoring


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".npy"])
def test_deal_and_score(tmp_path: Path, suffix: str) -> None:
    hands, scored = tmp_path / f"hands{suffix}", tmp_path / f"scored{suffix}"
    assert lines_of("deal", 2000, "-o", hands, "--seed", 5) == [f"2,000 hands written to {hands} (seed 5)"]
    lines = lines_of("score", hands, "-o", scored, "--trump", "oros", "--threads", 2)
    assert lines[0].startswith("2,000 hands scored in ")
    assert lines[0].endswith(f" rows/s), written to {scored}")
    assert lines[1].split() == ["points", "hands", "share"]
    table = dict(line.split()[:2] for line in lines[2:-1])
    scores = score_hands(np.load(hands) if suffix == ".npy" else dealt(tmp_path), "oros")
    counts = np.unique(scores.points, return_counts=True)
    expected = {str(points): f"{hands:,}" for points, hands in zip(*counts, strict=True)}
    assert table == {**expected, "total": "2,000"}
    assert lines[-1] == f"Belote-Rebelote in {np.count_nonzero(scores.belote)} hands"


def dealt(folder: Path) -> np.ndarray:
    """Return the same 2,000 hands from a Parquet file."""
    lines_of("deal", 2000, "-o", folder / "again.parquet", "--seed", 5)
    return pq.read_table(folder / "again.parquet")["hand"].to_numpy()


def test_one_is_told_as_one(tmp_path: Path) -> None:
    hand, deal, scored = tmp_path / "hand.csv", tmp_path / "deal.csv", tmp_path / "scored.csv"
    assert lines_of("deal", 1, "-o", hand, "--seed", 5) == [f"1 hand written to {hand} (seed 5)"]
    assert lines_of("deal", 1, "-o", deal, "--deals", "--seed", 5) == [f"1 deal written to {deal} (seed 5)"]
    hand.write_text("hand\n11o 12o\n")
    lines = lines_of("score", hand, "-o", scored, "--trump", "oros")
    assert lines[0].startswith("1 hand scored in ")
    assert lines[-1] == "Belote-Rebelote in 1 hand"
    deal.write_text("hand0,hand1,hand2,hand3\n4o,4c,4e,4b\n4o 4o,4c,4e,4b\n")
    lines = lines_of("score", deal, "-o", scored, "--on-error", "reject", "--rejects", tmp_path / "bad.csv")
    assert lines[0].startswith("1 deal scored in ")
    assert lines[-1] == "Declarations won by team 0 in 0, team 1 in 0, by none in 1 deal"
    (tmp_path / "broken.jsonl").write_text("{}\n")
    line = run("replay", tmp_path / "broken.jsonl").stderr.splitlines()[-1]
    assert line == f"belote: 1 of 1 deal in {tmp_path / 'broken.jsonl'} is broken and was not told"


def test_deals_and_seeds(tmp_path: Path) -> None:
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    [line] = lines_of("deal", 10, "-o", first, "--deals", "--deck", "french")
    seed = line.split()[-1].rstrip(")")
    lines_of("deal", 10, "-o", second, "--deals", "--deck", "french", "--seed", seed)
    assert first.read_text() == second.read_text()
    assert line == f"10 deals written to {first} (seed {seed})"
    assert first.read_text().splitlines()[0] == '"hand0","hand1","hand2","hand3","trump"'


@pytest.mark.skipif(os.name != "posix", reason="names of POSIX, which are bytes")
def test_names_that_are_no_utf8_are_told_as_well_as_can_be(tmp_path: Path) -> None:
    hands, scored, bad = (tmp_path / f"caf\udce9{name}.csv" for name in ("", ".scored", ".bad"))
    [line] = lines_of("deal", 3, "-o", hands, "--seed", 1)
    assert line == f"3 hands written to {tmp_path}/caf\ufffd.csv (seed 1)"
    lines = lines_of("score", hands, "-o", scored, "--on-error", "reject", "--rejects", bad)
    assert lines[0].endswith(f"written to {tmp_path}/caf\ufffd.scored.csv")
    assert lines[1].endswith(f"rejects in {tmp_path}/caf\ufffd.bad.csv")
    assert all(path.exists() for path in (hands, scored, bad))


def test_score_of_no_rows(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("hand\n")
    lines = lines_of("score", tmp_path / "in.csv", "-o", tmp_path / "out.csv")
    assert lines[0].startswith("0 hands scored in ")
    assert (tmp_path / "out.csv").read_text() == '"hand","points","belote","declarations","strength"\n'


def test_score_refuses_bad_data_in_one_line(tmp_path: Path) -> None:
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("hand,trump\n4o,oros\n4o 4o,oros\n")
    assert refusal("score", source, "-o", target) == (1, f"{source}, row 2: card '4o' stands twice in '4o 4o'")
    status, line = refusal("score", source, "-o", target, "--trump", "none")
    assert (status, line.split(": ")[1]) == (1, "a trump is given, but column 'trump' has one for each row")
    assert refusal("score", source, "-o", source) == (1, f"{source}: the output would overwrite the input")
    assert refusal("score", tmp_path / "no.csv", "-o", target) == (
        1, f"{tmp_path / 'no.csv'}: cannot be read: No such file or directory",
    )  # fmt: skip
    assert refusal("deal", 5, "-o", tmp_path / "no" / "x.csv") == (
        1, f"{tmp_path / 'no' / 'x.csv'}: cannot be written: there is no folder {tmp_path / 'no'}",
    )  # fmt: skip
    assert list(tmp_path.iterdir()) == [source]


def test_score_tells_of_rejects_and_of_what_was_done_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target, bad = tmp_path / "in.csv", tmp_path / "out.csv", tmp_path / "bad.csv"
    source.write_text("hand\n4o 5o 6o\n4o 4o\n")
    lines = lines_of("score", source, "-o", target, "--on-error", "reject", "--rejects", bad)
    assert lines[0].startswith("1 hand scored in ")
    assert lines[1] == f"1 scored + 1 rejected = 2 rows read; rejects in {bad}"
    assert lines[-1].split() == ["total", "1"]
    assert bad.read_text().splitlines() == ["file,row,reason,hand,text", f"{source},2,card '4o' stands twice in '4o 4o',4o 4o,"]

    summary = scoring.Summary(rows=7, seconds=2.0, points={0: 7}, belote=0, winners={}, kept=5)
    monkeypatch.setattr(batch, "score_file", lambda *_, **__: summary)
    lines = lines_of("score", source, "-o", target, "--resume")
    assert lines[:2] == [f"7 hands scored in 2.00 s (1 rows/s), written to {target}", "5 of the rows had been done before"]


def test_score_hands_on_its_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, object] = {}

    def score_file(*arguments: object, **options: object) -> scoring.Summary:
        given.update(options, arguments=arguments)
        return scoring.Summary(rows=0, seconds=0.0, points={}, belote=0, winners={})

    monkeypatch.setattr(batch, "score_file", score_file)
    options = ["--on-error", "reject", "--rejects", "bad.csv", "--resume", "--compression", "zstd", "--stream", "arrow"]
    lines_of("score", "-", "-o", "out", *options, "--trump", "copas", "--deck", "french", "--threads", 3)
    del given["progress"]
    assert given == {
        "arguments": (Path("-"), Path("out")), "trump": 1, "deck": "french", "threads": 3, "on_error": "reject",
        "rejects": Path("bad.csv"), "resume": True, "compression": "zstd", "stream": "arrow",
    }  # fmt: skip
    assert list(tmp_path.iterdir()) == []


def test_interrupted_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(batch, "score_file", interrupt)
    result = run("score", tmp_path / "in.csv", "-o", tmp_path / "out.csv")
    assert result.exit_code == 130
    assert result.stderr.strip() == "belote: interrupted"
