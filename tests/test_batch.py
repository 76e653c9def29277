"""Files scored from end to end: the scores of `score_hands`, rows in order, other columns kept, and no output after an error."""

import itertools
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
import pytest
from arrow_files import read_arrow, write_arrow

from solver import Rules, csv_rows, score_hands, tables
from solver.batch import score_file
from solver.cards import CardError, format_hand
from solver.dealing import random_hands, write_deals
from solver.declarations import declarations_of
from solver.tables import OptionError, TableError

COUNT = 3000


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BATCH_ROWS", 700)
    monkeypatch.setattr(csv_rows, "BLOCK_BYTES", 20_000)


@pytest.fixture(scope="module")
def masks() -> np.ndarray:
    """Return hands of which many declare: a third from the upper half of the deck."""
    generator = np.random.default_rng(3)
    upper = generator.permuted(np.tile(np.arange(32).reshape(4, 8)[:, 4:].ravel(), (COUNT // 3, 1)), axis=1)[:, :8]
    return np.concatenate([random_hands(COUNT - COUNT // 3, generator), (1 << upper).sum(axis=1).astype(np.uint32)])


@pytest.fixture(scope="module")
def trumps() -> np.ndarray:
    return np.random.default_rng(4).integers(-1, 4, COUNT).astype(np.int8)


def write_source(path: Path, columns: dict[str, Any]) -> Path:
    table = pa.table(columns)
    if path.suffix == ".parquet":
        pq.write_table(table, path, row_group_size=450)
    elif path.suffix == ".arrow":
        write_arrow(table, path, 450)
    elif path.suffix in {".csv", ".gz"}:
        with pa.CompressedOutputStream(path, "gzip") if path.suffix == ".gz" else path.open("wb") as target:
            pa_csv.write_csv(table, target)
    else:
        arrays = [(name, column.to_numpy()) for name, column in zip(table.column_names, table.columns, strict=True)]
        records = np.empty(len(table), [(name, array.dtype) for name, array in arrays])
        for name, array in arrays:
            records[name] = array
        np.save(path, records)
    return path


def read_target(path: Path) -> dict[str, list[Any]]:
    if path.suffix == ".npy":
        records = np.load(path)
        return {name: records[name].tolist() for name in records.dtype.names}
    readers = {".parquet": pq.read_table, ".arrow": read_arrow, ".feather": read_arrow}
    table = readers.get(path.suffix, pa_csv.read_csv)(path)
    return table.to_pydict()


def declared_texts(scores: Any, deck: str = "spanish") -> list[str]:
    known = declarations_of()
    pairs = ([mask for mask in pair if mask] for pair in scores.declared.tolist())
    return ["; ".join(f"{known[mask]}: {format_hand(mask, deck)}" for mask in pair) for pair in pairs]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        *itertools.product(
            ["in.parquet", "in.csv", "in.npy", "in.arrow", "text.parquet", "text.csv", "text.csv.gz", "text.arrow"],
            ["out.parquet", "out.csv"],
        ),
        ("in.arrow", "out.feather"),
        ("text.parquet", "out.arrow"),
        ("text.csv", "out.csv.gz"),
        ("in.parquet", "out.npy"),
        ("in.npy", "out.npy"),
    ],
)
def test_every_format_gives_the_scores_of_score_hands(
    tmp_path: Path, masks: np.ndarray, trumps: np.ndarray, source: str, target: str
) -> None:
    hands = [format_hand(mask) for mask in masks.tolist()] if source.startswith("text") else masks
    columns = {"id": np.arange(COUNT), "hand": hands, "trump": trumps}
    written_source, started = write_source(tmp_path / source, columns), perf_counter()
    summary = score_file(written_source, tmp_path / target, threads=2)
    assert 0 < summary.seconds <= perf_counter() - started
    scores = score_hands(masks, trumps)
    found = read_target(tmp_path / target)
    written = str if (".csv" in source and target.endswith("parquet")) else lambda value: value  # CSV is text, and stays it
    assert found["id"] == [written(row) for row in range(COUNT)]
    assert found["hand"] == [written(hand) for hand in hands]
    assert found["trump"] == [written(trump) for trump in trumps.tolist()]
    assert found["points"] == scores.points.tolist()
    assert found["belote"] == scores.belote.tolist()
    assert found["strength"] == scores.strength.tolist()
    if target.endswith("npy"):
        assert list(map(list, zip(found["declared0"], found["declared1"], strict=True))) == scores.declared.tolist()
    else:
        assert found["declarations"] == declared_texts(scores)
    assert summary.rows == COUNT
    assert summary.points == dict(sorted(Counter(scores.points.tolist()).items()))
    assert summary.belote == np.count_nonzero(scores.belote)


def test_types_of_the_added_columns(tmp_path: Path, masks: np.ndarray) -> None:
    score_file(write_source(tmp_path / "in.parquet", {"hand": masks}), tmp_path / "out.parquet", "oros")
    types = {field.name: str(field.type) for field in pq.read_schema(tmp_path / "out.parquet")}
    text = types.pop("declarations")
    assert types == {"hand": "uint32", "points": "uint16", "belote": "uint8", "strength": "uint16"}
    assert "string" in text
    score_file(write_source(tmp_path / "in.npy", {"hand": masks}), tmp_path / "out.npy", "oros")
    assert np.load(tmp_path / "out.npy").dtype.descr[1:] == [
        ("points", "<u2"), ("belote", "|u1"), ("declared0", "<u4"), ("declared1", "<u4"), ("strength", "<u2"),
    ]  # fmt: skip


def test_a_file_is_compressed_as_it_was_asked_for(tmp_path: Path, masks: np.ndarray) -> None:
    source = write_source(tmp_path / "in.parquet", {"hand": masks})
    for compression, expected in {None: "SNAPPY", "zstd": "ZSTD", "none": "UNCOMPRESSED"}.items():
        score_file(source, tmp_path / "out.parquet", compression=compression)
        assert pq.read_metadata(tmp_path / "out.parquet").row_group(0).column(0).compression == expected


def test_declarations_are_worded_in_the_deck_that_is_read(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text('hand\n"KD KH KS KC 9H 10H JH QH"\nAC\n', encoding="utf-8")
    score_file(tmp_path / "in.csv", tmp_path / "out.csv", deck="french")
    assert read_target(tmp_path / "out.csv")["declarations"] == ["Carré 100: KD KH KS KC; Suivi 50: 9H 10H JH QH", ""]


def test_one_trump_for_all_rows_and_other_rules(tmp_path: Path, masks: np.ndarray) -> None:
    source = write_source(tmp_path / "in.parquet", {"hand": masks})
    score_file(source, tmp_path / "out.parquet", "copas")
    assert read_target(tmp_path / "out.parquet")["belote"] == score_hands(masks, "copas").belote.tolist()
    rules = Rules(run_of_3=30, belote=50)
    score_file(source, tmp_path / "out.parquet", "copas", rules=rules)
    found, scores = read_target(tmp_path / "out.parquet"), score_hands(masks, "copas", rules=rules)
    assert found["points"] == scores.points.tolist()
    assert found["belote"] == scores.belote.tolist()


def test_trumps_by_name(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("hand,trump\n11o 12o,oros\n11o 12o,NONE\n11o 12o,0\n11o 12o,copas\n11o 12o,-1\n")
    score_file(tmp_path / "in.csv", tmp_path / "out.csv")
    assert read_target(tmp_path / "out.csv")["belote"] == [20, 0, 20, 0, 0]


@pytest.mark.parametrize("name", ["in.parquet", "in.csv", "in.arrow"])
def test_progress_counts_every_row(tmp_path: Path, masks: np.ndarray, name: str) -> None:
    portions: list[tuple[int, int | None]] = []
    source = write_source(tmp_path / name, {"hand": masks})
    score_file(source, tmp_path / "out.parquet", progress=lambda *portion: portions.append(portion))
    assert sum(rows for rows, _ in portions) == COUNT
    assert {total for _, total in portions} == {COUNT}
    assert len(portions) > 2


@pytest.mark.parametrize("suffix", tables.SUFFIXES)
def test_no_rows(tmp_path: Path, suffix: str) -> None:
    write_deals(tmp_path / f"in{suffix}", 0, 1)
    summary = score_file(tmp_path / f"in{suffix}", tmp_path / f"out{suffix}")
    assert (summary.rows, summary.points, summary.belote) == (0, {}, 0)
    assert set(read_target(tmp_path / f"out{suffix}")) >= {"hand", "points", "belote", "strength"}


BROKEN = {
    "nine cards": (
        "hand\n4o\n4o 5o 6o 7o 10o 11o 12o 1o 4c\n",
        "row 2: hand '4o 5o 6o 7o 10o 11o 12o 1o 4c' has 9 cards, the most is 8",
    ),
    "twice": ("hand\n4o\n5o\n4c 12b 4c\n", "row 3: card '4c' stands twice in '4c 12b 4c'"),
    "unknown": ("hand\n8o\n", "row 1: '8o' is no card of the spanish deck: ranks 4 5 6 7 10 11 12 1, suits o c e b, as in '12o'"),
    "missing": ("hand,id\n4o,1\n,2\n", "row 2: hand is missing"),
    "missing line": ("hand\n4o\n\n5o\n", "row 2: hand is missing"),
    "late": ("hand\n" + "4o\n" * 20_000 + "4x\n", "row 20001: '4x' is no card"),
    "mask among cards": ("hand\n4o\n12\n", "row 2: hand '12' is a mask, but the column began with card text"),
    "fields": ("hand,id\n4o,1\n4o,1,2\n", "row 2: 3 fields for 2 columns: '4o,1,2'"),
    "trump missing": ("hand,trump\n4o,oros\n4o,\n", "row 2: trump is missing: write -1 or none for no trump"),
    "trump unknown": ("hand,trump\n4o,5\n", "row 1: trump 5 is no trump: choose oros, copas, espadas, bastos"),
    "the first of two": ("hand,trump\n4o,oros\n4o,x\n4x,oros\n", "row 2: trump 'x' is no trump"),
    "hand before trump": ("hand,trump\n4o,oros\n4x,oros\n4o,x\n", "row 2: '4x' is no card"),
    "no column": ("hands,trump\n4o,oros\n", "there is no column 'hand', nor 'hand0' to "),
    "overwritten": ("hand,points\n4o,1\n", "there is a column 'points' already, and scoring adds one"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("existing", [False, True])
def test_a_broken_file_is_named_with_row_and_reason_and_leaves_no_output(tmp_path: Path, name: str, *, existing: bool) -> None:
    content, message = BROKEN[name]
    source, target = tmp_path / "in.csv", tmp_path / "out.parquet"
    source.write_text(content)
    if existing:
        target.write_text("before")
    with pytest.raises(TableError) as error:
        score_file(source, target)
    assert str(error.value).startswith((f"{source}, {message}", f"{source}: {message}"))
    assert sorted(tmp_path.iterdir()) == ([source, target] if existing else [source])
    assert not existing or target.read_text() == "before"


def test_nulls_and_types_in_parquet(tmp_path: Path) -> None:
    for column, message in [
        (pa.array([1, None], pa.uint32()), ", row 2: hand is missing"),
        (pa.array([1.0, 2.0]), ": column 'hand' is double: hands are masks (integers) or card text"),
    ]:
        write_source(tmp_path / "in.parquet", {"hand": column})
        with pytest.raises(TableError) as error:
            score_file(tmp_path / "in.parquet", tmp_path / "out.parquet")
        assert str(error.value) == f"{tmp_path / 'in.parquet'}{message}"
    write_source(tmp_path / "in.parquet", {"hand": [1], "trump": [0.5]})
    with pytest.raises(TableError, match="column 'trump' is double: trumps are integers"):
        score_file(tmp_path / "in.parquet", tmp_path / "out.parquet")
    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]


def test_trump_given_twice(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("hand,trump\n4o,oros\n")
    for trump in ("oros", "none", -1):
        with pytest.raises(TableError, match=r"a trump is given, but column 'trump' has one for each row"):
            score_file(tmp_path / "in.csv", tmp_path / "out.csv", trump)


def test_the_input_is_not_overwritten(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("hand\n4o\n")
    (tmp_path / "link.csv").symlink_to(source)
    for target in (source, tmp_path / "." / "in.csv", tmp_path / "link.csv"):
        with pytest.raises(TableError, match="the output would overwrite the input"):
            score_file(source, target)
    assert source.read_text() == "hand\n4o\n"


@pytest.mark.parametrize(
    ("paths", "options", "message"),
    [
        (("", "out.csv"), {}, "a path is empty: it names no file"),
        (("in.csv", ""), {}, "a path is empty: it names no file"),
        (("in.csv", "out.csv"), {"on_error": "reject", "rejects": ""}, "a path is empty: it names no file"),
        (("in.csv", "-"), {"stream": "xml"}, "stream is 'csv' or 'arrow', not 'xml'"),
        (("in.csv", "out.csv"), {"stream": "csv"}, "out.csv: --stream (stream=) is for standard output"),
        (("in.csv", "-"), {"compression": "zstd"}, "standard output is not compressed: --compression (compression=) is for files"),
        (("in.xls", "out.csv"), {}, "in.xls: '.xls' is no known format: choose .parquet, .csv, .csv.gz, .arrow, .feather, .npy"),
    ],
)
def test_options_that_do_not_fit(paths: tuple[str, str], options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as error:
        score_file(*paths, **options)
    assert str(error.value).startswith(message)


def test_unknown_trump_and_deck(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("hand\n4o\n")
    with pytest.raises(CardError, match="'clovers' is no trump"):
        score_file(tmp_path / "in.csv", tmp_path / "out.csv", "clovers")
    with pytest.raises(CardError, match="unknown deck 'tarot'"):
        score_file(tmp_path / "in.csv", tmp_path / "out.csv", deck="tarot")


def test_text_has_no_place_in_a_numpy_file(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("hand\n4o\n")
    with pytest.raises(TableError, match="numbers only, and column 'hand' is string"):
        score_file(tmp_path / "in.csv", tmp_path / "out.npy")
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_an_interrupted_run_leaves_nothing(tmp_path: Path, masks: np.ndarray, error: BaseException) -> None:
    source = write_source(tmp_path / "in.parquet", {"hand": masks})

    def interrupt(_rows: int, _total: int | None) -> None:
        raise error

    with pytest.raises(type(error)):
        score_file(source, tmp_path / "out.parquet", progress=interrupt)
    assert list(tmp_path.iterdir()) == [source]
