"""Files of deals scored from end to end: the scores of `score_deals`, and faults by row."""

from collections import Counter
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from solver import Rules, csv_rows, score_deals, tables
from solver.batch import score_file
from solver.cards import format_hand
from solver.cli import belote
from solver.dealing import write_deals
from solver.reading import opened
from solver.tables import TableError

COUNT = 2000
ADDED = ["winner", "points0", "points1", "belote0", "belote1"]


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BATCH_ROWS", 700)
    monkeypatch.setattr(csv_rows, "BLOCK_BYTES", 20_000)


def columns_of(path: Path) -> dict[str, list[object]]:
    return pa.Table.from_batches(part.batch for part in opened(path).read(0)).to_pydict()


@pytest.mark.parametrize("target", ["out.parquet", "out.csv", "out.npy"])
@pytest.mark.parametrize("source", ["in.parquet", "in.csv", "in.npy"])
def test_every_format_gives_the_scores_of_score_deals(tmp_path: Path, source: str, target: str) -> None:
    write_deals(tmp_path / "plain.npy", COUNT, 3, deals=True)
    write_deals(tmp_path / source, COUNT, 3, deals=True)
    if (source, target) == ("in.csv", "out.npy"):
        with pytest.raises(TableError, match="numbers only, and column 'hand0' is string"):
            score_file(tmp_path / source, tmp_path / target)
        return
    summary = score_file(tmp_path / source, tmp_path / target, threads=2)
    dealt = np.load(tmp_path / "plain.npy")
    hands = np.stack([dealt[f"hand{seat}"] for seat in range(4)], axis=1)
    scores = score_deals(hands, dealt["trump"])
    found = columns_of(tmp_path / target)
    assert list(found) == ["hand0", "hand1", "hand2", "hand3", "trump", *ADDED]
    expected = np.column_stack([scores.winner, scores.points, scores.belote])
    assert [list(map(int, row)) for row in zip(*(found[name] for name in ADDED), strict=True)] == expected.tolist()
    if source == "in.csv":
        assert found["hand2"] == [format_hand(mask) for mask in hands[:, 2].tolist()]
    assert summary.rows == COUNT
    assert summary.points == dict(sorted(Counter(scores.points.max(axis=1).tolist()).items()))
    assert summary.winners == {team: np.count_nonzero(scores.winner == team) for team in (0, 1, -1)}
    assert summary.belote == np.count_nonzero(scores.belote)


def test_types_of_the_added_columns(tmp_path: Path) -> None:
    write_deals(tmp_path / "in.parquet", 10, 3, deals=True)
    score_file(tmp_path / "in.parquet", tmp_path / "out.parquet")
    types = [str(field.type) for field in pq.read_schema(tmp_path / "out.parquet")]
    assert types[5:] == ["int8", "uint16", "uint16", "uint8", "uint8"]


def test_deals_under_other_rules(tmp_path: Path) -> None:
    rules = Rules(run_of_3=60, carre_of_10=0)
    write_deals(tmp_path / "in.npy", COUNT, 3, deals=True)
    score_file(tmp_path / "in.npy", tmp_path / "out.npy", rules=rules)
    scored = np.load(tmp_path / "out.npy")
    scores = score_deals(np.stack([scored[f"hand{seat}"] for seat in range(4)], axis=1), scored["trump"], rules=rules)
    assert scored["winner"].tolist() == scores.winner.tolist()
    assert [scored["points0"].tolist(), scored["points1"].tolist()] == scores.points.T.tolist()


def test_one_trump_for_all_deals(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("hand3,hand2,hand1,hand0,note\n,12o 11o,4c 5c 6c,4o 5o 6o,a\n")
    with pytest.raises(TableError, match="row 1: hand3 is missing"):
        score_file(source, tmp_path / "out.csv", "oros")
    source.write_text("hand3,hand2,hand1,hand0,note\n1b,12o 11o,4c 5c 6c,4o 5o 6o,a\n")
    score_file(source, tmp_path / "out.csv", "oros")
    assert [columns_of(tmp_path / "out.csv")[name] for name in ADDED] == [["0"], ["20"], ["0"], ["20"], ["0"]]


def test_no_deals(tmp_path: Path) -> None:
    write_deals(tmp_path / "in.npy", 0, 1, deals=True)
    summary = score_file(tmp_path / "in.npy", tmp_path / "out.npy")
    assert (summary.rows, summary.points, summary.winners) == (0, {}, {0: 0, 1: 0, -1: 0})


HEAD = "hand0,hand1,hand2,hand3,trump\n"
BROKEN = {
    "shared": (f"{HEAD}4o,5o,6o,7o,oros\n4o 4c,5o,6o,5c 4c,oros\n", "row 2: seats 0 and 3 both hold 4c"),
    "two shared": (f"{HEAD}4o,5o 6o 7o,6o,7o,oros\n", "row 1: seats 1 and 2 both hold 6o"),
    "nine cards": (
        f"{HEAD}4o,5o,6o 4b 5b 6b 7b 10b 11b 12b 1b,7o,oros\n",
        "row 1: hand2 '6o 4b 5b 6b 7b 10b 11b 12b 1b' has 9 cards, the most is 8",
    ),
    "unknown": (f"{HEAD}4o,5o,8o,7o,oros\n", "row 1: '8o' is no card"),
    "missing": (f"{HEAD}4o,5o,6o,7o,oros\n4o,5o,,7o,oros\n", "row 2: hand2 is missing"),
    "trump": (f"{HEAD}4o,5o,6o,7o,4\n", "row 1: trump 4 is no trump"),
    "shared before unknown": (f"{HEAD}4o,5o,6o,4o,oros\n4o,5o,8o,7o,oros\n", "row 1: seats 0 and 3 both hold 4o"),
    "unknown before shared": (f"{HEAD}4o,5o,8o,7o,oros\n4o,5o,6o,4o,oros\n", "row 1: '8o' is no card"),
    "in words": (f"{HEAD}4o,5o,6o,cuatro de oros,oros\n4o,8o,6o,7o,oros\n", "row 1: seats 0 and 3 both hold 4o"),
    "late": (HEAD + "4o,5o,6o,7o,oros\n" * 3000 + "4o,5o,4o,7o,oros\n", "row 3001: seats 0 and 2 both hold 4o"),
    "three hands": ("hand0,hand1,hand3,trump\n4o,5o,7o,oros\n", "there is no column 'hand2': a deal has 'hand0', 'hand1'"),
    "no hands": ("trump\noros\n", "there is no column 'hand', nor 'hand0' to 'hand3', nor 'card0' to 'card7'; the "),
    "a winner already": ("hand0,hand1,hand2,hand3,winner\n4o,5o,6o,7o,0\n", "there is a column 'winner' already"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_named_with_row_and_reason_and_leaves_no_output(tmp_path: Path, name: str) -> None:
    content, message = BROKEN[name]
    source = tmp_path / "in.csv"
    source.write_text(content)
    with pytest.raises(TableError) as error:
        score_file(source, tmp_path / "out.csv")
    assert str(error.value).startswith((f"{source}, {message}", f"{source}: {message}"))
    assert list(tmp_path.iterdir()) == [source]


def test_faults_are_worded_in_the_deck_that_is_read(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(f"{HEAD}KD,QD,JD,KD 7C,hearts\n")
    with pytest.raises(TableError, match="row 1: seats 0 and 3 both hold KD"):
        score_file(tmp_path / "in.csv", tmp_path / "out.csv", deck="french")


def test_the_command_tells_how_the_deals_went(tmp_path: Path) -> None:
    write_deals(tmp_path / "in.csv", COUNT, 3, deals=True)
    result = CliRunner().invoke(belote, ["score", str(tmp_path / "in.csv"), "-o", str(tmp_path / "out.csv")])
    assert (result.exit_code, result.stderr) == (0, "")
    first, head, *table, won, called = result.stdout.splitlines()
    found = columns_of(tmp_path / "out.csv")
    assert first.startswith("2,000 deals scored in ")
    assert head.split() == ["points", "deals", "share"]
    assert table[-1].split() == ["total", "2,000"]
    wins = Counter(found["winner"])
    assert won == f"Declarations won by team 0 in {wins['0']}, team 1 in {wins['1']}, by none in {wins['-1']} deals"
    assert called == f"Belote-Rebelote in {2 * COUNT - found['belote0'].count('0') - found['belote1'].count('0')} deals"
