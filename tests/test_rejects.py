"""Bad rows are rejected with file, number, values and reason, and every other row is scored as if they were not there."""

import csv
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from arrow_files import write_arrow

from solver import csv_rows, score_deals, score_hands, tables
from solver.batch import score_file
from solver.cards import format_hand
from solver.columns import card_text
from solver.dealing import random_deals, random_hands
from solver.reading import opened
from solver.tables import TableError

ROWS = 1_000_000
FAULTS_OF_A_KIND = 100
TRUMPS = ["oros", "copas", "espadas", "bastos", "none"]

# What stands in the line of a row whose hand is `hand`, and the reason for which it is rejected.
FAULTS = {
    "missing": (",oros,{id}", "hand is missing"),
    "nine cards": ("4o 5o 6o 7o 10o 11o 12o 1o 4c,oros,{id}", "hand '4o 5o 6o 7o 10o 11o 12o 1o 4c' has 9 cards, the most is 8"),
    "twice": ("4o 5o 4o,oros,{id}", "card '4o' stands twice in '4o 5o 4o'"),
    "unknown": ("4o 8o,oros,{id}", "'8o' is no card of the spanish deck"),
    "other deck": ("KD QD,oros,{id}", "'KD' is no card of the spanish deck"),
    "mask": ("4278190080,oros,{id}", "hand '4278190080' is a mask, but the column began with card text"),
    "no trump": ("{hand},clovers,{id}", "trump 'clovers' is no trump"),
    "trump missing": ("{hand},,{id}", "trump is missing: write -1 or none for no trump"),
    "few fields": ("{hand},oros", "2 fields for 3 columns"),
    "many fields": ('"{hand}",oros,{id},"more, and more"', "4 fields for 3 columns"),
}


def read_rejects(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as rows:
        return list(csv.DictReader(rows))


def test_a_thousand_faults_of_ten_kinds_in_a_million_rows(tmp_path: Path) -> None:
    generator = np.random.default_rng(8)
    hands = random_hands(ROWS, generator)
    trumps = generator.integers(0, 5, ROWS)
    lines = [
        f"{text},{trump},{row}"
        for row, (text, trump) in enumerate(zip(card_text(hands, "spanish").to_pylist(), np.array(TRUMPS)[trumps], strict=True))
    ]
    chosen = generator.choice(ROWS, FAULTS_OF_A_KIND * len(FAULTS), replace=False)
    planted = dict(zip(chosen.tolist(), [*FAULTS] * FAULTS_OF_A_KIND, strict=True))
    for row, kind in planted.items():
        lines[row] = FAULTS[kind][0].format(hand=lines[row].split(",")[0], id=row)
    source = tmp_path / "in.csv"
    source.write_text("hand,trump,id\n" + "\n".join(lines) + "\n")
    summary = score_file(source, tmp_path / "out.parquet", on_error="reject", rejects=tmp_path / "bad.csv")

    rejects = read_rejects(tmp_path / "bad.csv")
    assert [int(reject["row"]) for reject in rejects] == [row + 1 for row in sorted(planted)]
    for reject, (row, kind) in zip(rejects, sorted(planted.items()), strict=True):
        assert reject["file"] == str(source)
        assert reject["reason"].startswith(FAULTS[kind][1]), kind
        whole = [reject["hand"], reject["trump"], reject["id"]] if not reject["text"] else None
        assert (whole == lines[row].split(",")) if whole else reject["text"] == lines[row]
    assert (summary.rows, summary.rejected) == (ROWS, 1000)

    good = np.delete(np.arange(ROWS), sorted(planted))
    found = pq.read_table(tmp_path / "out.parquet")
    assert found["id"].to_numpy().astype(np.int64).tolist() == good.tolist()
    scores = score_hands(hands[good], np.where(trumps == 4, -1, trumps)[good])
    for name in ("points", "belote", "strength"):
        np.testing.assert_array_equal(found[name].to_numpy(), getattr(scores, name))
    assert sum(summary.points.values()) == ROWS - 1000


@pytest.fixture
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BATCH_ROWS", 70)
    monkeypatch.setattr(csv_rows, "BLOCK_BYTES", 2000)


@pytest.mark.usefixtures("_small_batches")
@pytest.mark.parametrize("threads", [1, 3])
def test_bad_deals(tmp_path: Path, threads: int) -> None:
    deals = random_deals(500, np.random.default_rng(1))
    deals[100, 2] = deals[100, 0]
    deals[499, 1] |= deals[499, 3]
    names = [f"hand{seat}" for seat in range(4)]
    columns = dict(zip(names, deals.T, strict=True))
    trump = pa.array([0] * 200 + [None] + [3] * 299, pa.int8())
    pq.write_table(pa.table({**columns, "trump": trump}), tmp_path / "in.parquet")
    options = {"on_error": "reject", "rejects": tmp_path / "bad.csv", "threads": threads}
    summary = score_file(tmp_path / "in.parquet", tmp_path / "out.npy", **options)
    shared = format_hand(int(deals[100, 0]))
    assert [(reject["row"], reject["reason"]) for reject in read_rejects(tmp_path / "bad.csv")] == [
        ("101", f"seats 0 and 2 both hold {shared}"),
        ("201", "trump is missing: write -1 or none for no trump"),
        ("500", f"hand1 {deals[499, 1]} has 16 cards, the most is 8"),
    ]
    assert [read_rejects(tmp_path / "bad.csv")[0][name] for name in names] == [str(mask) for mask in deals[100]]
    good = np.delete(np.arange(500), [100, 200, 499])
    scores = score_deals(deals[good], trump.to_numpy(zero_copy_only=False)[good].astype(np.int8))
    found = np.load(tmp_path / "out.npy")
    np.testing.assert_array_equal(found["winner"], scores.winner)
    np.testing.assert_array_equal(found["points1"], scores.points[:, 1])
    assert (summary.rows, summary.rejected, sum(summary.winners.values())) == (500, 3, 497)


@pytest.mark.usefixtures("_small_batches")
def test_nothing_but_bad_rows(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("hand\n" + "4o 4o\n" * 500)
    summary = score_file(tmp_path / "in.csv", tmp_path / "out.csv", on_error="reject", rejects=tmp_path / "bad.csv")
    assert (summary.rows, summary.rejected, summary.points) == (500, 500, {})
    assert len(read_rejects(tmp_path / "bad.csv")) == 500
    assert (tmp_path / "out.csv").read_text() == '"hand","points","belote","declarations","strength"\n'


def test_no_bad_rows(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("hand,row\n4o,1\n")
    assert score_file(tmp_path / "in.csv", tmp_path / "out.csv", on_error="reject", rejects=tmp_path / "bad.csv").rejected == 0
    assert (tmp_path / "bad.csv").read_text() == "file,row_,reason,hand,row,text\n"


def test_values_of_every_kind(tmp_path: Path) -> None:
    columns = {
        "hand": pa.array([None, 511], pa.uint32()),
        "when": pa.array([0, None], pa.timestamp("s")),
        "lists": [[1, None], None],
        "bytes": [b"\xff", None],
        "text": ["é\n", None],
    }
    pq.write_table(pa.table(columns), tmp_path / "in.parquet")
    score_file(tmp_path / "in.parquet", tmp_path / "out.parquet", on_error="reject", rejects=tmp_path / "bad.csv")
    first, second = read_rejects(tmp_path / "bad.csv")
    assert [first[name] for name in columns] == ["", "1970-01-01 00:00:00", "[1, None]", "b'\\xff'", "é\n"]
    assert [second[name] for name in columns] == ["511", "", "", "", ""]


def test_the_first_bad_row_is_the_one_that_is_named(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("hand,trump\n4o,oros\n5o,oros,\n4o 4o,oros\n")
    with pytest.raises(TableError, match=r"in\.csv, row 2: 3 fields for 2 columns: '5o,oros,'$"):
        score_file(tmp_path / "in.csv", tmp_path / "out.csv")
    (tmp_path / "in.csv").write_text("hand,trump\n4o,oros\n4o 4o,x\n5o,oros,\n")
    with pytest.raises(TableError, match=r"in\.csv, row 2: card '4o' stands twice in '4o 4o'$"):
        score_file(tmp_path / "in.csv", tmp_path / "out.csv")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"on_error": "reject"}, "bad rows are rejected into a file: --on-error reject and --rejects FILE (rejects=) go together"),
        ({"rejects": "bad.csv"}, "bad rows are rejected into a file"),
        ({"on_error": "ignore"}, "on_error is 'fail' or 'reject', not 'ignore'"),
        ({"on_error": "reject", "rejects": "bad.parquet"}, "bad.parquet: the file of rejects is CSV: its name ends in .csv"),
        ({"on_error": "reject", "rejects": "no/bad.csv"}, "no/bad.csv: cannot be written: there is no folder no"),
        ({"on_error": "reject", "rejects": "in.csv"}, "in.csv: the output would overwrite the input"),
        ({"on_error": "reject", "rejects": "out.csv"}, "out.csv: the output and the rejects are the same file"),
    ],
)
def test_rejects_that_cannot_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, str], message: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.csv").write_text("hand\n4o\n")
    with pytest.raises(TableError) as error:
        score_file("in.csv", "out.csv", **options)  # type: ignore[arg-type]
    assert str(error.value).startswith(message)
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]


def test_rejects_can_be_mended_and_scored(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("hand,id\n4o 5o 6o,1\n4o 4o 6o,2\n")
    score_file(tmp_path / "in.csv", tmp_path / "out.csv", on_error="reject", rejects=tmp_path / "bad.csv")
    text = (tmp_path / "bad.csv").read_text().replace("4o 4o 6o,2", "4o 5o 6o,2")
    (tmp_path / "mended.csv").write_text(text)
    score_file(tmp_path / "mended.csv", tmp_path / "rest.csv")
    [part] = opened(tmp_path / "rest.csv").read(0)
    assert [(row["id"], row["points"]) for row in part.batch.to_pylist()] == [("2", "20")]


def test_a_carriage_return_in_a_rejected_row_is_quoted(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_bytes(b'hand,id\n4o,1\n8o,"a\rb"\n"9o\r",c\n')
    score_file(tmp_path / "in.csv", tmp_path / "out.csv", on_error="reject", rejects=tmp_path / "bad.csv")
    rejects = read_rejects(tmp_path / "bad.csv")
    assert [(reject["row"], reject["hand"], reject["id"]) for reject in rejects] == [("2", "8o", "a\rb"), ("3", "9o\r", "c")]
    assert (tmp_path / "bad.csv").read_bytes().count(b"\n") == 3


BESIDE = {
    "string views": (pa.array(["a", "b", "c"], pa.string_view()), "b"),
    "binary views": (pa.array([b"a", b"b", b"c"], pa.binary_view()), "b'b'"),
    "runs": (pa.RunEndEncodedArray.from_arrays(pa.array([1, 3], pa.int32()), pa.array([7, 8])), "8"),
    "a structure of views": (pa.array([{"a": text} for text in "abc"], pa.struct([("a", pa.string_view())])), "{'a': 'b'}"),
    "days of the year 2,941,760": (pa.array([0, 2**30, 1], pa.int32()).view(pa.date32()), "[ <value out of range: 1073741824> ]"),
    "very many seconds": (pa.array([0, 2**62, 1]).view(pa.timestamp("s")), "[ <value out of range: 4611686018427387904> ]"),
    "a zone that is none": (pa.array([0, 0, 1]).view(pa.timestamp("s", "Nowhere")), "[ 1970-01-01 00:00:00Z ]"),
}


@pytest.mark.parametrize("beside", BESIDE)
def test_rows_with_columns_of_rare_types_can_be_rejected(tmp_path: Path, beside: str) -> None:
    column, told = BESIDE[beside]
    source, target = tmp_path / "in.arrow", tmp_path / "out.arrow"
    write_arrow(pa.table({"hand": pa.array([7, 0x1FF, 8], pa.uint32()), "id": column}), source)
    with pytest.raises(TableError, match="row 2: hand 511 has 9 cards"):
        score_file(source, target)
    score_file(source, target, on_error="reject", rejects=tmp_path / "bad.csv")
    [reject] = read_rejects(tmp_path / "bad.csv")
    assert (reject["row"], reject["hand"], reject["id"]) == ("2", "511", told)
    [stretch] = opened(target).read(0)
    assert stretch.batch.column("id").equals(pa.concat_arrays([column[:1], column[2:]]))
