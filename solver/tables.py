"""Files of hands and deals: streams of Arrow record batches out of Parquet, CSV and NumPy files, and whole files or none in.

The only importers of pyarrow are this file and `columns.py`; everything else handles batches through them. A reader yields
batches of about a million rows, so that memory does not grow with the file, and at least one, so that a file without rows keeps
its columns. A writer fills a file under a temporary name beside the target and puts it in place with one rename; whatever
goes wrong, the target is as it was and nothing else is left behind.
"""

import csv
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # pyarrow ships no annotations
import pyarrow.csv as pa_csv  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from solver.cards import shown

Batch: TypeAlias = Any
"""A `pyarrow.RecordBatch`."""

BATCH_ROWS: Final = 1 << 20
"""Rows a batch has at most."""
CSV_BLOCK_BYTES: Final = 1 << 23
"""Bytes of CSV that become one batch; a single row must fit."""
SUFFIXES: Final = (".parquet", ".csv", ".npy")


class TableError(ValueError):
    """A file that cannot be read or written; the message names the file, the row where there is one, and the reason."""


@dataclass(frozen=True, slots=True)
class Table:
    """A file to read: its column names, its number of rows where the format tells, and its batches, anew with each call."""

    path: Path
    columns: tuple[str, ...]
    rows: int | None
    batches: Callable[[], Iterator[Batch]]


def checked_suffix(path: Path) -> str:
    """Return the suffix that says what format `path` has; raise `TableError` for one that is not known."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        problem = f"{suffix!r} is no known format" if suffix else "the format goes by the suffix, and there is none"
        raise TableError(f"{path}: {problem}: choose {', '.join(SUFFIXES)}")
    return suffix


def opened(path: Path) -> Table:
    """Return the table in the file `path`, its format by suffix; raise `TableError` where there is none."""
    reader = {".parquet": _parquet, ".csv": _csv, ".npy": _npy}[checked_suffix(path)]
    with _explained(path, "cannot be read"):
        with path.open("rb"):
            pass  # Python says in a few words why a file cannot be opened
        table = reader(path)
    twice = sorted({name for name in table.columns if table.columns.count(name) > 1})
    if twice:
        raise TableError(f"{path}: column {shown(twice[0])} stands twice")
    return table


@contextmanager
def _explained(path: Path, problem: str) -> Iterator[None]:
    """Raise as `TableError`, in one line, whatever the system or a library has to say about `path`."""
    try:
        yield
    except TableError:
        raise
    except (OSError, ValueError, csv.Error, pa.ArrowException) as error:
        code = error.errno if isinstance(error, OSError) else None
        reason = os.strerror(code) if code else " ".join(str(error).split())
        raise TableError(f"{path}: {problem}: {reason}") from error


def _streamed(path: Path, batches: Iterator[Batch], empty: Callable[[], Batch]) -> Iterator[Batch]:
    """Yield the batches that have rows, or one empty batch where none has."""
    seen = False
    with _explained(path, "cannot be read"):
        for batch in batches:
            if batch.num_rows:
                seen = True
                yield batch
    if not seen:
        yield empty()


def _parquet(path: Path) -> Table:
    file = pq.ParquetFile(path, memory_map=True)
    schema = file.schema_arrow

    def batches() -> Iterator[Batch]:
        return _streamed(path, file.iter_batches(BATCH_ROWS), lambda: _no_rows(schema))

    return Table(path, tuple(schema.names), file.metadata.num_rows, batches)


def _no_rows(schema: Any) -> Batch:
    return pa.RecordBatch.from_arrays([pa.array([], field.type) for field in schema], schema=schema)


def _csv(path: Path) -> Table:
    """Open CSV: every column is text, so that what is passed through stays exactly as it was written."""
    with path.open(encoding="utf-8-sig", newline="") as text:
        columns = tuple(next(filter(None, csv.reader(text)), ()))
    if not columns:
        raise TableError(f"{path}: the file is empty: a CSV file starts with a line of column names")
    schema = pa.schema([(name, pa.string()) for name in columns])

    def batches() -> Iterator[Batch]:
        return _streamed(path, _csv_batches(path, schema), lambda: _no_rows(schema))

    return Table(path, columns, None, batches)


def _csv_batches(path: Path, schema: Any) -> Iterator[Batch]:
    broken: list[str] = []

    def note(row: Any) -> str:
        broken.append(f"row {row.number - 1}: {row.actual_columns} fields for {row.expected_columns} columns: {shown(row.text)}")
        return "error"

    parsing = pa_csv.ParseOptions(
        newlines_in_values=True,
        invalid_row_handler=note,
        ignore_empty_lines=len(schema) > 1,  # in a file of one column an empty line is a value that is missing
    )
    reading = pa_csv.ReadOptions(block_size=CSV_BLOCK_BYTES, use_threads=False)  # with threads it knows no row numbers
    converting = pa_csv.ConvertOptions(column_types=schema)
    try:
        with pa_csv.open_csv(path, reading, parsing, converting) as reader:
            yield from reader
    except pa.ArrowInvalid as error:
        if broken:
            raise TableError(f"{path}, {broken[0]}") from error
        if "Empty CSV file" not in str(error):  # said of a header without a line's end
            raise


def _npy(path: Path) -> Table:
    array = np.lib.format.open_memmap(path, mode="r")
    if array.ndim != 1:
        raise TableError(f"{path}: an array of shape {array.shape}: a table is an array of shape (n,), of numbers or records")
    columns = array.dtype.names or ("hand",)

    def batches() -> Iterator[Batch]:
        blocks = (array[start : start + BATCH_ROWS] for start in range(0, max(len(array), 1), BATCH_ROWS))
        return _streamed(path, map(batch, blocks), lambda: batch(array[:0]))

    def batch(block: np.ndarray[Any, Any]) -> Batch:
        fields = [block[name] for name in columns] if array.dtype.names else [block]
        native = (field.astype(field.dtype.newbyteorder("="), copy=False) for field in fields)
        return pa.RecordBatch.from_arrays([pa.array(field) for field in native], columns)

    batch(array[:0])  # raises where a field is no column of numbers
    return Table(path, columns, len(array), batches)


@contextmanager
def writing(target: Path, first: Batch) -> Iterator[Callable[[Batch], None]]:
    """Give a function that appends a batch to `target`; the file is there, whole, once the block has ended without an error.

    `first` is a batch with the columns to write; it is not written by itself.
    """
    writer_of = {".parquet": _parquet_writer, ".csv": _CsvWriter, ".npy": _NpyWriter}[checked_suffix(target)]
    with put_in_place(target) as part:
        with _explained(target, "cannot be written"):
            writer = writer_of(part, first.schema)

        def write(batch: Batch) -> None:
            with _explained(target, "cannot be written"):
                writer.write_batch(batch)

        try:
            yield write
        except BaseException:
            with suppress(Exception):  # the first error is the one to tell
                writer.close()
            raise
        with _explained(target, "cannot be written"):
            writer.close()


@contextmanager
def put_in_place(target: Path) -> Iterator[Path]:
    """Give a temporary name beside `target`, and rename it to `target` at the end, or delete it after any error."""
    if not target.parent.is_dir():
        raise TableError(f"{target}: cannot be written: there is no folder {target.parent}")
    if target.exists() and not target.is_file():
        raise TableError(f"{target}: cannot be written: it is no file")
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        yield part
        with _explained(target, "cannot be written"):
            part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _parquet_writer(part: Path, schema: Any) -> Any:
    # A dictionary of numbers costs half of the speed or more and saves nothing; so does finding the least and greatest text.
    in_dictionary = {field.name: pa.types.is_dictionary(field.type) for field in schema}
    return pq.ParquetWriter(
        part,
        schema,
        compression="snappy",
        use_dictionary=[name for name, is_text in in_dictionary.items() if is_text],
        write_statistics=[name for name, is_text in in_dictionary.items() if not is_text],
    )


class _CsvWriter:
    """Writes CSV, with the texts of dictionary columns looked up first: pyarrow would be four times slower at that."""

    def __init__(self, part: Path, schema: Any) -> None:
        plain = [field.type.value_type if pa.types.is_dictionary(field.type) else field.type for field in schema]
        self._schema = pa.schema(list(zip(schema.names, plain, strict=True)))
        self._writer = pa_csv.CSVWriter(part, self._schema)

    def write_batch(self, batch: Batch) -> None:
        self._writer.write_batch(batch.cast(self._schema))

    def close(self) -> None:
        self._writer.close()


class _NpyWriter:
    """Writes numeric columns as a NumPy array of records, or of plain numbers where the only column is `hand`."""

    def __init__(self, part: Path, schema: Any) -> None:
        for field in schema:
            if not (pa.types.is_integer(field.type) or pa.types.is_floating(field.type)):
                raise ValueError(f"a .npy file holds numbers only, and column {field.name!r} is {field.type}")
        fields = [(field.name, field.type.to_pandas_dtype()) for field in schema]
        self._dtype = np.dtype(fields[0][1] if schema.names == ["hand"] else fields)
        self._rows = 0
        self._file = part.open("wb")
        self._write_header()

    def _write_header(self) -> None:
        header = {"descr": np.lib.format.dtype_to_descr(self._dtype), "fortran_order": False, "shape": (self._rows,)}
        np.lib.format.write_array_header_1_0(self._file, header)  # leaves room for any number of rows

    def write_batch(self, batch: Batch) -> None:
        columns = [column.to_numpy(zero_copy_only=False) for column in batch.columns]
        records = np.empty(batch.num_rows, self._dtype)
        for name, column in zip(batch.schema.names, columns, strict=True):
            (records if self._dtype.names is None else records[name])[:] = column
        self._file.write(records.data)
        self._rows += len(records)

    def close(self) -> None:
        with self._file:
            self._file.seek(0)
            self._write_header()


def batch_of(columns: Mapping[str, Any]) -> Batch:
    """Return a batch of named columns, each an Arrow or a one-dimensional NumPy array."""
    return pa.RecordBatch.from_arrays([pa.array(column) for column in columns.values()], list(columns))


def with_columns(batch: Batch, columns: Mapping[str, Any]) -> Batch:
    """Return `batch` with named columns appended, each an Arrow or a one-dimensional NumPy array."""
    schema = batch.schema
    for name, column in columns.items():
        array = pa.array(column)
        schema = schema.append(pa.field(name, array.type))
    return pa.RecordBatch.from_arrays([*batch.columns, *map(pa.array, columns.values())], schema=schema)
