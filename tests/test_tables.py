"""Files: every format is read as it was written, in batches; every fault has its message and leaves nothing behind."""

import gzip
import os
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from solver import csv_rows, tables
from solver.reading import opened
from solver.tables import TableError, batch_of
from solver.whole_files import put_in_place
from solver.writing import writing

formats = pytest.mark.parametrize("suffix", tables.SUFFIXES)


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BATCH_ROWS", 10)
    monkeypatch.setattr(csv_rows, "BLOCK_BYTES", 100)


def write(path: Path, *batches: pa.RecordBatch) -> Path:
    with writing(path, batches[0]) as append:
        for batch in batches:
            append(batch)
    return path


def rows_of(path: Path) -> pa.Table:
    return pa.Table.from_batches(stretch.batch for stretch in opened(path).read(0))


@formats
@pytest.mark.parametrize("count", [0, 1, 9, 10, 11, 37])
def test_what_is_written_is_read(tmp_path: Path, suffix: str, count: int) -> None:
    numbers = np.arange(count, dtype=np.uint32)
    halves = [batch_of({"hand": part, "points": part.astype(np.uint16)}) for part in np.array_split(numbers, 2)]
    path = write(tmp_path / f"rows{suffix}", *halves)
    table = opened(path)
    assert table.columns == ("hand", "points")
    assert table.rows == (None if suffix in tables.TEXT_SUFFIXES else count)
    assert [list(map(int, row)) for row in rows_of(path).to_pydict().values()] == [numbers.tolist()] * 2
    assert list(tmp_path.iterdir()) == [path]


@formats
def test_a_table_can_be_read_twice_and_comes_in_batches(tmp_path: Path, suffix: str) -> None:
    table = opened(write(tmp_path / f"rows{suffix}", batch_of({"hand": np.arange(100, dtype=np.uint32)})))
    first, second = [part.rows for part in table.read(0)], [part.rows for part in table.read(0)]
    assert first == second
    assert sum(first) == 100
    assert max(first) < 50


def test_hands_alone_are_a_plain_array(tmp_path: Path) -> None:
    path = write(tmp_path / "hands.npy", batch_of({"hand": np.arange(5, dtype=np.uint32)}))
    np.testing.assert_array_equal(np.load(path), np.arange(5, dtype=np.uint32))
    assert np.load(path).dtype == np.uint32


@pytest.mark.parametrize(
    "array",
    [
        np.arange(25, dtype=">u4"),
        np.arange(50, dtype=np.uint32)[::2] // 2,
        np.arange(25, dtype=np.int8),
        np.asfortranarray(np.arange(25)),
    ],
)
def test_arrays_of_any_integers(tmp_path: Path, array: np.ndarray) -> None:
    np.save(tmp_path / "hands.npy", array)
    assert rows_of(tmp_path / "hands.npy")["hand"].to_pylist() == list(range(25))


def test_records_of_a_numpy_file_are_columns(tmp_path: Path) -> None:
    np.save(tmp_path / "deals.npy", np.array([(1, -1), (2, 3)], [("hand", ">u4"), ("trump", "i1")]))
    assert rows_of(tmp_path / "deals.npy").to_pydict() == {"hand": [1, 2], "trump": [-1, 3]}


def test_text_of_csv_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text('hand,id,note\n4o,007,"a ""b"", c"\n5o,1e5,"two\nlines"\n6o,,NULL\n', encoding="utf-8")
    columns = {"hand": ["4o", "5o", "6o"], "id": ["007", "1e5", ""], "note": ['a "b", c', "two\nlines", "NULL"]}
    assert rows_of(path).to_pydict() == columns
    copy = write(tmp_path / "copy.csv", *(part.batch for part in opened(path).read(0)))
    assert rows_of(copy).to_pydict() == columns


@pytest.mark.parametrize(
    "text",
    ["hand,id\n4o,1\n", "hand,id\r\n4o,1\r\n", "\N{BYTE ORDER MARK}hand,id\n4o,1", "hand,id\n\n4o,1\n\n", '"hand",id\n"4o",1\n'],
)
def test_csv_as_other_programs_write_it(tmp_path: Path, text: str) -> None:
    (tmp_path / "rows.csv").write_bytes(text.encode())
    assert rows_of(tmp_path / "rows.csv").to_pydict() == {"hand": ["4o"], "id": ["1"]}


@pytest.mark.parametrize("text", ["hand,id", "hand,id\n", "hand,id\r\n\r\n"])
def test_csv_of_a_header_only_keeps_its_columns(tmp_path: Path, text: str) -> None:
    (tmp_path / "rows.csv").write_bytes(text.encode())
    assert rows_of(tmp_path / "rows.csv").to_pydict() == {"hand": [], "id": []}


def test_dictionary_columns_pass_through(tmp_path: Path) -> None:
    names = pa.array(["oros", "copas", None, "oros"]).dictionary_encode()
    batch = batch_of({"hand": np.arange(4, dtype=np.uint32), "trump": names})
    assert rows_of(write(tmp_path / "rows.csv", batch))["trump"].to_pylist() == ["oros", "copas", "", "oros"]
    assert rows_of(write(tmp_path / "rows.parquet", batch))["trump"].to_pylist() == ["oros", "copas", None, "oros"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("missing.csv", None, "missing.csv: cannot be read: No such file or directory"),
        ("rows.xlsx", b"", "rows.xlsx: '.xlsx' is no known format: choose .parquet, .csv, .csv.gz, .arrow, .feather, .npy"),
        ("rows", b"", "rows: the format goes by the suffix, and there is none: choose"),
        ("rows.csv", b"", "rows.csv: the file is empty: a CSV file starts with a line of column names"),
        ("rows.csv", b"\n\n", "rows.csv: the file is empty"),
        ("rows.csv", b"hand,hand\n4o,5o\n", "rows.csv: column 'hand' stands twice"),
        ("rows.csv", b"\xff\xfehand\n4o\n", "rows.csv: cannot be read: 'utf-8' codec can't decode byte 0xff"),
        ("rows.csv", b"hand,id\n4o," + b"x" * 500 + b"\n", "rows.csv, row 1: longer than 100 bytes"),
        ("rows.csv", b"hand,id\n4o,1\n5o\n" * 20 + b"4o," + b"x" * 500 + b"\n", "rows.csv, row 60: longer than 100 bytes"),
        ("rows.csv", b"," * 10_000_000, "rows.csv: the first line is longer than 1,048,576 bytes: it has no column names"),
        ("rows.csv.gz", b"", "rows.csv.gz: the file is empty"),
        ("rows.csv.gz", b"hand\n4o\n", "rows.csv.gz: cannot be read: Not a gzipped file"),
        ("rows.csv.gz", gzip.compress(b"hand\n" + b"4o\n" * 1000)[:-12], "rows.csv.gz: cannot be read: Compressed file ended"),
        ("rows.arrow", b"", "rows.arrow: cannot be read: "),
        ("rows.arrow", b"ARROW1\0\0" + b"x" * 500 + b"ARROW1", "rows.arrow: cannot be read: "),
        ("rows.feather", b"FEA1" + b"x" * 500, "rows.feather: cannot be read: "),
        ("rows.csv", b"x" * 200_000, "rows.csv: cannot be read: field larger than field limit"),
        ("rows.parquet", b"", "rows.parquet: cannot be read: "),
        ("rows.parquet", b"PAR1" + b"x" * 500 + b"PAR1", "rows.parquet: cannot be read: "),
        ("rows.npy", b"", "rows.npy: cannot be read: "),
        ("rows.npy", b"no numbers at all", "rows.npy: cannot be read: "),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(TableError) as error:
        rows_of(path)
    assert str(error.value).startswith(f"{tmp_path}{os.sep}{message}")
    assert "\n" not in str(error.value)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").mkdir()
    with pytest.raises(TableError, match=r"rows\.csv: cannot be read: Is a directory"):
        opened(tmp_path / "rows.csv")


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, *_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    (tmp_path / "rows.csv").write_text("hand\n4o\n")
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(TableError, match=r"rows\.csv: cannot be read: Permission denied$"):
        opened(tmp_path / "rows.csv")


@pytest.mark.parametrize("array", [np.zeros((3, 4), np.uint32), np.uint32(5), np.zeros(3, [("hand", "u4", (2,))])])
def test_arrays_that_are_no_table(tmp_path: Path, array: np.ndarray) -> None:
    np.save(tmp_path / "rows.npy", array)
    with pytest.raises(TableError, match=r"rows\.npy: "):
        rows_of(tmp_path / "rows.npy")


def test_a_truncated_array(tmp_path: Path) -> None:
    np.save(tmp_path / "rows.npy", np.arange(1000, dtype=np.uint32))
    os.truncate(tmp_path / "rows.npy", 2000)
    with pytest.raises(TableError, match=r"rows\.npy: cannot be read: "):
        rows_of(tmp_path / "rows.npy")


def test_a_parquet_file_broken_in_its_middle(tmp_path: Path) -> None:
    pq.write_table(pa.table({"hand": np.arange(100_000, dtype=np.uint32)}), tmp_path / "rows.parquet", use_dictionary=False)
    content = bytearray((tmp_path / "rows.parquet").read_bytes())
    content[4:64] = b"\xff" * 60
    (tmp_path / "rows.parquet").write_bytes(content)
    with pytest.raises(TableError, match=r"rows\.parquet: cannot be read: "):
        rows_of(tmp_path / "rows.parquet")


@formats
@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt()])
def test_an_error_while_writing_leaves_the_target_as_it_was(tmp_path: Path, suffix: str, error: BaseException) -> None:
    path = tmp_path / f"rows{suffix}"
    path.write_text("before")
    batch = batch_of({"hand": np.arange(5, dtype=np.uint32)})
    with pytest.raises(type(error)), writing(path, batch) as append:  # noqa: PT012  # the error comes after a batch is written
        append(batch)
        raise error
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


@formats
def test_a_new_file_replaces_the_old_one_and_has_usual_permissions(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"rows{suffix}"
    (tmp_path / "plain").touch()
    path.write_text("before")
    write(path, batch_of({"hand": np.arange(5, dtype=np.uint32)}))
    assert len(rows_of(path)) == 5
    assert path.stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_where_no_file_can_be(tmp_path: Path) -> None:
    batch = batch_of({"hand": np.arange(5, dtype=np.uint32)})
    with pytest.raises(TableError, match=r"rows\.csv: cannot be written: there is no folder .*nowhere"):
        write(tmp_path / "nowhere" / "rows.csv", batch)
    with pytest.raises(TableError, match=r"cannot be written: it is no file"), put_in_place(tmp_path):
        raise AssertionError
    with pytest.raises(TableError, match=r"rows\.txt: '\.txt' is no known format"):
        write(tmp_path / "rows.txt", batch)
    assert list(tmp_path.iterdir()) == []


def test_a_numpy_file_holds_no_text(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"rows\.npy: cannot be written: .* numbers only, and column 'hand' is string"):
        write(tmp_path / "rows.npy", batch_of({"hand": pa.array(["4o"])}))
    assert list(tmp_path.iterdir()) == []


def test_columns_that_csv_cannot_hold(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"rows\.csv: cannot be written: .*list"):
        write(tmp_path / "rows.csv", batch_of({"hand": pa.array([[1], [2]])}))
    assert list(tmp_path.iterdir()) == []
