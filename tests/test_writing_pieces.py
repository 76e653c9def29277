"""Writers go on from their marks, whatever a crash has left behind them, and the file in the end is like any other."""

import gc
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from solver import parquet_writer, tables
from solver.reading import opened
from solver.tables import Batch, TableError, batch_of
from solver.writing import Writer, writer_of

formats = pytest.mark.parametrize("suffix", tables.SUFFIXES)


def batch(number: int, suffix: str) -> Batch:
    """Return a batch of ten rows, with text where the format holds any: a dictionary of its own in each batch."""
    hands = np.arange(10 * number, 10 * number + 10, dtype=np.uint32)
    columns: dict[str, object] = {"hand": hands, "points": hands.astype(np.uint16)}
    if suffix != ".npy":
        columns["text"] = pa.array([f"{number}, {hand % 3}" for hand in hands.tolist()]).dictionary_encode()
    return batch_of(columns)


def write(writer: Writer, numbers: Sequence[int], suffix: str) -> None:
    for number in numbers:
        writer.write(writer.encode(batch(number, suffix)))


def check(path: Path, count: int) -> None:
    """Check that the file has the rows of the first `count` batches."""
    found = pa.Table.from_batches(part.batch for part in opened(path).read(0)).to_pydict()
    numbers = list(range(10 * count))
    assert list(map(int, found["hand"])) == numbers
    assert list(map(int, found["points"])) == numbers
    if path.suffix != ".npy":
        assert found["text"] == [f"{number // 10}, {number % 3}" for number in numbers]


@formats
@pytest.mark.parametrize("first", [0, 1, 3])
@pytest.mark.parametrize("lost", [0, 2])
def test_going_on_after_a_crash(tmp_path: Path, suffix: str, first: int, lost: int) -> None:
    path = tmp_path / f"rows{suffix}"
    schema = batch(0, suffix).schema
    writer = writer_of(path, path, schema)
    write(writer, range(first), suffix)
    marks = writer.end_piece() if first else ()
    write(writer, range(first, first + lost), suffix)
    if lost:
        writer.end_piece()
    writer.abandon()
    with path.open("ab") as file:
        file.write(b"what a crash has left")
    for until in (first + 2, first + 5):  # and once more
        writer = writer_of(path, path, schema, marks)
        write(writer, range(first, until), suffix)
        marks, first = writer.end_piece(), until
        writer.abandon()
    writer = writer_of(path, path, schema, marks)
    write(writer, [first], suffix)
    writer.close()
    check(path, first + 1)


@formats
def test_pieces_without_a_crash(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"rows{suffix}"
    writer = writer_of(path, path, batch(0, suffix).schema)
    for number in range(5):
        write(writer, [number], suffix)
        writer.end_piece()
        writer.end_piece()
    writer.close()
    check(path, 5)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("suffix", [".csv", ".csv.gz", ".npy"])
def test_files_do_not_depend_on_the_pieces(tmp_path: Path, suffix: str) -> None:
    contents = set()
    for pieces in (1, 2, 4):
        path = tmp_path / f"{pieces}{suffix}"
        marks: Sequence[int] = ()
        for start in range(0, 4, 4 // pieces):
            writer = writer_of(path, path, batch(0, suffix).schema, marks)
            write(writer, range(start, start + 4 // pieces), suffix)
            marks = writer.end_piece()
            if start + 4 // pieces == 4:
                writer.close()
            else:
                writer.abandon()
        contents.add(path.read_bytes())
    assert len(contents) == 1


def test_other_programs_read_parquet_of_several_pieces(tmp_path: Path) -> None:
    duckdb, pl = pytest.importorskip("duckdb"), pytest.importorskip("polars")
    path = tmp_path / "rows.parquet"
    marks: Sequence[int] = ()
    for number in range(6):
        writer = writer_of(path, path, batch(0, ".parquet").schema, marks)
        write(writer, [number], ".parquet")
        marks = writer.end_piece()
        writer.abandon()
    writer = writer_of(path, path, batch(0, ".parquet").schema, marks)
    writer.close()
    assert pq.ParquetFile(path).num_row_groups == 6
    texts = [f"{number // 10}, {number % 3}" for number in range(60)]
    assert pl.read_parquet(path)["text"].to_list() == texts
    assert pl.scan_parquet(path).filter(pl.col("hand") >= 55).collect()["text"].to_list() == texts[55:]
    query = "SELECT count(*), sum(hand), max(text), sum(points) FILTER (hand > 42) FROM read_parquet(?)"
    assert duckdb.execute(query, [str(path)]).fetchall() == [(60, sum(range(60)), max(texts), sum(range(43, 60)))]
    assert pq.read_table(path, filters=[("hand", "=", 17)])["text"].to_pylist() == [texts[17]]


def test_small_batches_are_gathered_in_row_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_writer, "GROUP_ROWS", 60)
    path = tmp_path / "rows.parquet"
    writer = writer_of(path, path, batch(0, ".parquet").schema)
    write(writer, range(7), ".parquet")
    writer.close()
    metadata = pq.read_metadata(path)
    assert [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)] == [30, 30, 10]
    check(path, 7)


def test_dictionaries_and_statistics_of_parquet(tmp_path: Path) -> None:
    """Cards and scores have neither; the others statistics unless they are nested, and a dictionary where they have few values."""
    few, many = pa.array(["a", "b"] * 500), pa.array([str(number) for number in range(1000)])
    masks = np.arange(1000, dtype=np.uint32)
    rows = batch_of({"hand": masks, "few": few, "many": many, "lists": pa.array([[1]] * 1000), "text": few.dictionary_encode()})
    path = tmp_path / "rows.parquet"
    writer = writer_of(path, path, rows.schema, others=["few", "many", "lists"])
    writer.write(writer.encode(rows))
    writer.close()
    group = pq.read_metadata(path).row_group(0)
    found = {group.column(place).path_in_schema.split(".")[0]: group.column(place) for place in range(group.num_columns)}
    assert [name for name, column in found.items() if column.has_dictionary_page] == ["few", "text"]
    assert [name for name, column in found.items() if column.is_stats_set] == ["few", "many"]


@pytest.mark.parametrize(
    ("name", "compression", "expected"),
    [
        ("rows.parquet", None, "SNAPPY"),
        ("rows.parquet", "snappy", "SNAPPY"),
        ("rows.parquet", "zstd", "ZSTD"),
        ("rows.parquet", "lz4", "LZ4"),
        ("rows.parquet", "gzip", "GZIP"),
        ("rows.parquet", "none", "UNCOMPRESSED"),
    ],
)
def test_compression_of_parquet(tmp_path: Path, name: str, compression: str | None, expected: str) -> None:
    writer = writer_of(tmp_path / name, tmp_path / name, batch(0, ".parquet").schema, (), compression)
    write(writer, [0], ".parquet")
    writer.close()
    assert pq.read_metadata(tmp_path / name).row_group(0).column(0).compression == expected
    check(tmp_path / name, 1)


def test_compression_of_arrow(tmp_path: Path) -> None:
    sizes = {}
    for compression in (None, "lz4", "zstd", "none"):
        path = tmp_path / f"{compression}.arrow"
        writer = writer_of(path, path, batch(0, ".arrow").schema, (), compression)
        rows = batch_of({"hand": np.zeros(10_000, np.uint32)})
        writer = writer_of(path, path, rows.schema, (), compression)
        writer.write(writer.encode(rows))
        writer.close()
        sizes[compression] = path.stat().st_size
    assert sizes[None] == sizes["lz4"]
    assert sizes["zstd"] != sizes["lz4"]
    assert max(sizes["zstd"], sizes["lz4"]) < 2000 < sizes["none"]


@pytest.mark.parametrize(
    ("name", "compression", "message"),
    [
        ("rows.arrow", "snappy", "rows.arrow: a .arrow file knows no compression 'snappy': choose lz4, zstd"),
        ("rows.csv", "zstd", "rows.csv: a .csv file knows no compression 'zstd'"),
        ("rows.csv.gz", "gzip", "rows.csv.gz: a .csv.gz file knows no compression 'gzip'"),
        ("rows.npy", "zstd", "rows.npy: a .npy file knows no compression 'zstd'"),
        ("rows.parquet", "rar", "rows.parquet: a .parquet file knows no compression 'rar': choose snappy, zstd"),
    ],
)
def test_compression_that_a_format_does_not_know(tmp_path: Path, name: str, compression: str, message: str) -> None:
    with pytest.raises(TableError) as error:
        writer_of(tmp_path / name, tmp_path / name, batch_of({"hand": np.zeros(1, np.uint32)}).schema, (), compression)
    assert str(error.value).startswith(f"{tmp_path}/{message}")


def test_a_numpy_file_has_no_place_for_what_is_missing(tmp_path: Path) -> None:
    rows = batch_of({"hand": np.zeros(2, np.uint32), "id": pa.array([1, None])})
    writer = writer_of(tmp_path / "rows.npy", tmp_path / "rows.npy", rows.schema)
    with pytest.raises(ValueError, match="numbers only, and in column 'id' one is missing"):
        writer.encode(rows)
    writer.close()


def test_a_finished_piece_that_was_changed(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    writer = writer_of(path, path, batch(0, ".parquet").schema)
    write(writer, [0], ".parquet")
    marks = writer.end_piece()
    writer.abandon()
    path.write_bytes(b"\xff" * marks[-1])
    writer = writer_of(path, path, batch(0, ".parquet").schema, marks)
    write(writer, [1], ".parquet")
    with pytest.raises(ValueError, match="a finished piece has been changed"):
        writer.close()


@pytest.mark.parametrize("suffix", [suffix for suffix in tables.SUFFIXES if suffix not in {".arrow", ".feather"}])
def test_a_file_shorter_than_its_marks(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"rows{suffix}"
    writer = writer_of(path, path, batch(0, suffix).schema)
    write(writer, [0], suffix)
    marks = writer.end_piece()
    writer.abandon()
    path.write_bytes(b"short")
    with pytest.raises(TableError, match=r"rows\..*: shorter than what was written to it"):
        writer_of(path, path, batch(0, suffix).schema, marks)


@pytest.mark.parametrize("suffix", [".parquet", ".arrow"])
def test_a_writer_that_is_abandoned_within_a_piece_is_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    monkeypatch.setattr(parquet_writer, "GROUP_ROWS", 2)
    path = tmp_path / f"rows{suffix}"
    writer = writer_of(path, path, batch(0, suffix).schema)
    write(writer, [0], suffix)
    writer.abandon()
    noticed: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", noticed.append)
    del writer
    gc.collect()
    assert noticed == []


def test_a_column_whose_values_cannot_be_counted(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    rows = batch_of({"id": pa.ExtensionArray.from_storage(pa.uuid(), pa.array([bytes(16)], pa.binary(16)))})
    writer = writer_of(path, path, rows.schema, others=["id"])
    writer.write(writer.encode(rows))
    writer.close()
    assert pq.read_table(path)["id"].cast(pa.binary(16)).to_pylist() == [bytes(16)]
