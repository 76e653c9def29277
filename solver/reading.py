"""How tables are opened: Parquet, Arrow IPC and NumPy files, data sets of Parquet files, standard input; CSV is in `csv_rows`.

No file is mapped into memory but uncompressed Arrow ones, and no row group is read as a whole, so that memory stays bounded
however the file was written.
"""

import glob
import gzip
import io
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from math import prod
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from solver import csv_rows, tables
from solver.cards import shown
from solver.columns import HAND_COLUMNS
from solver.tables import (
    STREAM,
    Batch,
    Stretch,
    Table,
    TableError,
    checked_columns,
    checked_suffix,
    explained,
    no_rows,
    stretches_of,
    without_first,
)

BATCH_BYTES: Final = 1 << 27
"""Bytes that the columns of a batch may take, as far as the file tells: fewer rows at a time where they are wide."""
_READ_BYTES: Final = 1 << 20
_STREAM_MAGIC: Final = b"\xff\xff\xff\xff"
_NEED_A_FILE: Final = {b"PAR1": "Parquet", b"ARRO": "an Arrow file", b"\x93NUM": "a NumPy file"}


def parquet_file(path: Path) -> Any:
    """Open a Parquet file so that its pages are read as they are needed."""
    return pq.ParquetFile(path, buffer_size=_READ_BYTES, pre_buffer=False)


def parquet(path: Path) -> Table:
    """Open a Parquet file."""
    with parquet_file(path) as file:
        schema, rows = file.schema_arrow, file.metadata.num_rows

    def read(start: int) -> Iterator[Stretch]:
        return stretches_of(str(path), schema, _parquet_batches(path, start), start)

    return Table(str(path), schema, rows, read, (path,))


def _parquet_batches(path: Path, start: int) -> Iterator[Batch]:
    with parquet_file(path) as file:
        groups = range(file.metadata.num_row_groups)
        for first in groups:
            if start < (rows := file.metadata.row_group(first).num_rows):
                yield from without_first(row_group_batches(file, groups[first:]), start)
                return
            start -= rows


def row_group_batches(file: Any, groups: Sequence[int]) -> Iterator[Batch]:
    """Yield the rows of some row groups of a Parquet file."""
    sizes = [file.metadata.row_group(group) for group in groups]
    width = sum(size.total_byte_size for size in sizes) / max(sum(size.num_rows for size in sizes), 1)
    rows = min(tables.BATCH_ROWS, max(1, int(BATCH_BYTES / max(width, 1))))
    return file.iter_batches(rows, row_groups=groups, use_threads=False)  # type: ignore[no-any-return]  # pyarrow is untyped


def _data_set(name: str, paths: Sequence[Path]) -> Table:
    """Return several Parquet files with the same columns as one table; raise `TableError` where they differ."""
    files = [opened(path) for path in paths]
    first, *others = files
    for other in others:
        check_same_columns(first, other)
    counts = [file.rows or 0 for file in files]

    def read(start: int) -> Iterator[Stretch]:
        done = 0
        for file, rows in zip(files, counts, strict=True):
            if done + rows > start:
                yield from file.read(max(start - done, 0))
            done += rows
        if start >= done:
            yield Stretch(name, start, no_rows(first.schema))

    return Table(name, first.schema, sum(counts), read, tuple(paths))


def check_same_columns(first: Table, other: Table) -> None:
    """Raise `TableError` where two tables differ in the names, the order or the types of their columns."""
    for table, expected in ((other, first), (first, other)):
        for field in expected.schema:
            if field.name not in table.columns:
                raise TableError(f"{table.name}: there is no column {shown(field.name)}, which {expected.name} has")
            found = table.schema.field(field.name).type
            if found != field.type:
                raise TableError(f"{table.name}: column {shown(field.name)} is {found}, and in {expected.name} it is {field.type}")
    if other.columns != first.columns:
        raise TableError(f"{other.name}: the columns stand in another order than in {first.name}")


def arrow(path: Path) -> Table:
    """Open an Arrow IPC (Feather) file; its record batches are read as a whole only where they are compressed."""
    from pyarrow import dataset  # noqa: PLC0415  other formats have no need of it

    with pa.memory_map(str(path)) as source, pa.ipc.open_file(source) as file:
        schema = file.schema
    rows = dataset.dataset(path, format="ipc").count_rows()

    def batches() -> Iterator[Batch]:
        with pa.memory_map(str(path)) as source, pa.ipc.open_file(source) as file:
            for number in range(file.num_record_batches):
                yield file.get_batch(number)

    def read(start: int) -> Iterator[Stretch]:
        return stretches_of(str(path), schema, _sound(without_first(batches(), start)), start)

    return Table(str(path), schema, rows, read, (path,))


def _sound(batches: Iterable[Batch]) -> Iterator[Batch]:
    """Yield the rows of Arrow data, of which Arrow itself checks nothing; raise `pyarrow.ArrowInvalid` where it is damaged.

    By a wrong offset the kernel, or Arrow as it writes, would read memory that is not theirs, and the process would be ended.
    """
    for batch in batches:
        batch.validate()
        for at in range(0, batch.num_rows, tables.BATCH_ROWS):  # not as a whole: a batch may be larger than memory
            part = batch.slice(at, tables.BATCH_ROWS)
            part.validate(full=True)
            yield part


def _npy_header(path: Path) -> tuple[np.dtype[Any], int, tuple[int, ...]]:
    """Return the type, the place in the file and the shape of a NumPy array."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about Python 2, about sizes that overflow: the array is read or refused
        try:
            array = np.lib.format.open_memmap(path, mode="r")
        except (OSError, ValueError):
            raise
        except Exception as error:  # NumPy reads the header as Python, and lets through whatever that fails with
            raise TableError(f"{path}: cannot be read: the header is none of a NumPy array: {shown(str(error))}") from error
    return array.dtype, array.offset, array.shape


def _plain(field: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return `field` in the byte order of this machine, and times in single units: Arrow takes steps of 25 seconds for seconds."""
    dtype = field.dtype.newbyteorder("=")
    if dtype.kind in "mM":
        dtype = np.dtype(f"{dtype.kind}8[{np.datetime_data(dtype)[0]}]")
    return field.astype(dtype, copy=False)


def npy(path: Path) -> Table:
    """Open a NumPy array of numbers, a column `hand`, or of records; raise `TableError` where it is not of one axis."""
    dtype, offset, shape = _npy_header(path)
    if len(shape) != 1:
        raise TableError(f"{path}: an array of shape {shape}: a table is an array of shape (n,), of numbers or records")
    names = dtype.names or HAND_COLUMNS

    def batch(block: np.ndarray[Any, Any]) -> Batch:
        fields = [block[name] for name in names] if dtype.names else [block]
        return pa.RecordBatch.from_arrays([pa.array(_plain(field)) for field in fields], names)

    def blocks(start: int) -> Iterator[Batch]:
        for at in range(start, prod(shape), tables.BATCH_ROWS):
            rows = min(tables.BATCH_ROWS, prod(shape) - at)
            yield batch(np.fromfile(path, dtype, rows, offset=offset + at * dtype.itemsize))

    def read(start: int) -> Iterator[Stretch]:
        return stretches_of(str(path), schema, blocks(start), start)

    schema = batch(np.empty(0, dtype)).schema  # raises where a field is no column of numbers
    return Table(str(path), schema, prod(shape), read, (path,))


def standard_input() -> Table:
    """Open standard input: an Arrow stream, or CSV, also gzipped. It can be read once, from its start.

    Raises `TableError` where it is closed, empty, or of a format that only a file can have.
    """
    if sys.stdin is None or sys.__stdin__ is None:  # the second where something stands in for it
        raise TableError("standard input is closed")
    # A reader of its own: Python waits for the lock of `sys.stdin` as it ends, which a thread that still reads would hold.
    source = io.BufferedReader(io.FileIO(sys.stdin.fileno(), closefd=False), _READ_BYTES)
    name = "standard input"
    with explained(name, "cannot be read"):
        magic = source.peek(4)[:4]
        if magic in _NEED_A_FILE:
            raise TableError(f"{name}: {_NEED_A_FILE[magic]} can only be read from a file; a stream is CSV or an Arrow stream")
        if magic != _STREAM_MAGIC:
            return csv_rows.text_stream(name, gzip.open(source) if magic[:2] == b"\x1f\x8b" else source)
        stream = pa.ipc.open_stream(source)
    return Table(name, stream.schema, None, lambda _start: stretches_of(name, stream.schema, _sound(stream)))


def opened(path: Path) -> Table:
    """Return the table in a file, its format by suffix, or on standard input; raise `TableError` where there is none."""
    if path == STREAM:
        return checked_columns(standard_input())
    readers = {".parquet": parquet, ".npy": npy, ".arrow": arrow, ".feather": arrow}
    reader = readers.get(checked_suffix(path), csv_rows.text)
    with explained(str(path), "cannot be read"):
        with path.open("rb"):
            pass  # Python says in a few words why a file cannot be opened
        return checked_columns(reader(path))


def opened_source(source: Path) -> Table:
    """Return the table that `source` names: a file, standard input, or a data set of Parquet files."""
    paths = data_set_files(source)
    return opened(source) if paths is None else _data_set(str(source), paths)


def data_set_files(source: Path) -> list[Path] | None:
    """Return the Parquet files in a folder or of a glob pattern, by name; None where `source` is one file or a stream.

    What begins with a dot or an underscore in a folder is left out. Raises `TableError` where there is no file.
    """
    if source.is_dir():
        inside = (path.relative_to(source) for path in source.rglob("*.parquet") if path.is_file())
        paths = [source / path for path in inside if not any(name.startswith((".", "_")) for name in path.parts)]
        missing = "there is no Parquet file in the folder"
    elif not source.exists() and glob.has_magic(str(source)):
        paths = [Path(path) for path in glob.glob(str(source), recursive=True)]  # noqa: PTH207  a path of its own, not one below another
        missing = "there is no file of that pattern"
    else:
        return None
    if not paths:
        raise TableError(f"{source}: {missing}")
    for path in paths:
        if checked_suffix(path) != ".parquet":
            raise TableError(f"{path}: a data set of several files is of Parquet files")
    return sorted(paths)
