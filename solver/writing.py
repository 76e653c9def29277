"""Writers of all formats; see `tables`.

A writer appends batches to one file, in pieces that survive a crash: `end_piece` gives marks, and a writer that is opened anew with
them goes on from there, whatever stands behind. `encode` may run in any thread and order, the other methods in one thread.
"""

import gzip
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv

from solver.cards import shown
from solver.columns import HAND_COLUMNS
from solver.options import ARROW_COMPRESSIONS, PARQUET_COMPRESSIONS
from solver.parquet_writer import ParquetWriter
from solver.tables import (
    Batch,
    OptionError,
    Schema,
    StateError,
    WriteError,
    check_types,
    checked_suffix,
    cut,
    explained,
    plain_schema,
    written,
)
from solver.whole_files import put_in_place

_ARROW_MAGIC_BYTES: Final = 8
_GZIP_LEVEL: Final = 6
"""That of the command gzip."""
_CSV_ROWS: Final = 1 << 14
"""Rows that are put into text at a time: the library's own number makes it slower by a sixth."""


class Writer(Protocol):
    """What all writers have."""

    def encode(self, batch: Batch) -> Any:
        """Return what `write` takes of a batch: the work that can be done apart from the file."""

    def write(self, encoded: Any) -> None:
        """Append an encoded batch."""

    def end_piece(self) -> Sequence[int]:
        """Hand all that was written to the system; return the marks to go on from."""

    def close(self) -> None:
        """End the file."""

    def abandon(self) -> None:
        """Close the file as it is."""


def writer_of(
    target: Path, part: Path, schema: Schema, marks: Sequence[int] = (), compression: str | None = None, others: Sequence[str] = ()
) -> Writer:
    """Return a writer in the format of `target` to the file `part`; `others` are the columns that are neither cards nor scores.

    Raises `TableError` where the format cannot hold the columns, `OptionError` where it knows no such compression.
    """
    suffix = checked_suffix(target)
    known = {".parquet": PARQUET_COMPRESSIONS, ".arrow": ARROW_COMPRESSIONS, ".feather": ARROW_COMPRESSIONS}.get(suffix, ())
    if compression not in (None, *known):
        choice = f": choose {', '.join(known)}" if known else ""
        raise OptionError(f"{target}: a {suffix} file knows no compression {compression!r}{choice}")
    with written(target):
        if suffix == ".parquet":
            return ParquetWriter(part, schema, marks, compression, others)
        if suffix in (".arrow", ".feather"):
            return _ArrowWriter(part, schema, marks, compression)
        return _NpyWriter(part, schema, marks) if suffix == ".npy" else _CsvWriter(part, schema, marks, suffix)


class _CsvWriter:
    """Writes CSV, gzipped batch by batch where asked for; batches are put into text wherever there is a thread."""

    def __init__(self, part: Path, schema: Schema, marks: Sequence[int], suffix: str) -> None:
        self._schema = plain_schema(schema)
        self._zipped = suffix == ".csv.gz"
        check_types(self._schema, "CSV", partial(_as_csv, header=True))
        header = _as_csv(pa.Table.from_batches([], self._schema), header=True)
        self._file = part.open("ab")
        cut(self._file, marks)
        if not marks:
            self._file.write(self._compressed(header))

    def encode(self, batch: Batch) -> Any:
        return self._compressed(_as_csv(batch.cast(self._schema), header=False))

    def _compressed(self, text: Any) -> Any:
        return gzip.compress(text, _GZIP_LEVEL, mtime=0) if self._zipped else text

    def write(self, encoded: Any) -> None:
        self._file.write(encoded)

    def end_piece(self) -> Sequence[int]:
        self._file.flush()
        return [self._file.tell()]

    def close(self) -> None:
        self._file.close()

    def abandon(self) -> None:
        self._file.close()


def _as_csv(rows: Any, *, header: bool) -> Any:
    text = pa.BufferOutputStream()
    pa_csv.write_csv(rows, text, pa_csv.WriteOptions(include_header=header, batch_size=_CSV_ROWS))
    return text.getvalue()


class _ArrowWriter:
    """Writes Arrow IPC files, without dictionaries: one file can have no other dictionary in each batch."""

    def __init__(self, part: Path, schema: Schema, marks: Sequence[int], compression: str | None) -> None:
        codec = None if compression == "none" else compression or ARROW_COMPRESSIONS[0]
        self._schema = plain_schema(schema)
        self._batches = 0
        new = part.with_name(f"{part.name}.new")
        self._sink = pa.OSFile(str(new), "wb")
        self._writer = pa.ipc.new_file(self._sink, self._schema, options=pa.ipc.IpcWriteOptions(compression=codec))
        if marks:
            self._copy(part, marks[-1])
        new.replace(part)

    def _copy(self, part: Path, batches: int) -> None:
        """Begin with the first batches of an unfinished file, which is a stream between its magic and its end."""
        for batch in _first_batches(part, batches):
            self.write(batch)
        if self._batches < batches:
            raise StateError(f"{part}: shorter than what was written to it")

    def encode(self, batch: Batch) -> Any:
        return batch.cast(self._schema)

    def write(self, encoded: Any) -> None:
        self._writer.write_batch(encoded)
        self._batches += 1

    def end_piece(self) -> Sequence[int]:
        return [self._batches]

    def close(self) -> None:
        self._writer.close()
        self._sink.close()

    def abandon(self) -> None:
        self._sink.close()


def _first_batches(part: Path, batches: int) -> Iterator[Batch]:
    with explained(part, "cannot be read", StateError), pa.OSFile(str(part)) as source:
        source.seek(_ARROW_MAGIC_BYTES)
        yield from islice(pa.ipc.open_stream(source), batches)


class _NpyWriter:
    """Writes numeric columns as a NumPy array of records, or of plain numbers where the only column is `hand`."""

    def __init__(self, part: Path, schema: Schema, marks: Sequence[int]) -> None:
        for field in schema:
            if not (pa.types.is_integer(field.type) or pa.types.is_floating(field.type)):
                raise ValueError(f"a .npy file holds numbers only, and column {shown(field.name)} is {field.type}")
        fields = [(field.name, field.type.to_pandas_dtype()) for field in schema]
        self._dtype = np.dtype(fields[0][1] if tuple(schema.names) == HAND_COLUMNS else fields)
        part.touch()
        self._file = part.open("r+b")
        cut(self._file, marks)
        self._file.seek(0)
        self._write_header(0)  # leaves room for any number of rows
        self._start = self._file.tell()
        self._file.seek(0, os.SEEK_END)

    def _write_header(self, rows: int) -> None:
        header = {"descr": np.lib.format.dtype_to_descr(self._dtype), "fortran_order": False, "shape": (rows,)}
        np.lib.format.write_array_header_1_0(self._file, header)

    def encode(self, batch: Batch) -> Any:
        columns = [column.to_numpy(zero_copy_only=False) for column in batch.columns]
        records = np.empty(batch.num_rows, self._dtype)
        for name, column in zip(batch.schema.names, columns, strict=True):
            if batch.column(name).null_count:
                raise ValueError(f"a .npy file holds numbers only, and in column {shown(name)} one is missing")
            (records if self._dtype.names is None else records[name])[:] = column
        return records

    def write(self, encoded: Any) -> None:
        self._file.write(encoded.data)

    def end_piece(self) -> Sequence[int]:
        self._file.flush()
        return [self._file.tell()]

    def close(self) -> None:
        with self._file:
            rows = (self._file.tell() - self._start) // self._dtype.itemsize
            self._file.seek(0)
            self._write_header(rows)

    def abandon(self) -> None:
        self._file.close()


class StreamWriter:
    """Writes CSV or an Arrow stream to standard output, of which nothing can be taken back."""

    def __init__(self, schema: Schema, *, as_arrow: bool) -> None:
        """Write what stands before the rows."""
        if sys.stdout is None or sys.__stdout__ is None:  # the second where something stands in for it
            raise WriteError("standard output is closed")
        self._schema, self._as_arrow = plain_schema(schema), as_arrow
        self._file = sys.stdout.buffer
        if as_arrow:
            self._writer = pa.ipc.new_stream(self._file, self._schema)
        else:
            self._file.write(_as_csv(pa.Table.from_batches([], self._schema), header=True))

    def encode(self, batch: Batch) -> Any:
        """Return the batch as it is sent."""
        batch = batch.cast(self._schema)
        return batch if self._as_arrow else _as_csv(batch, header=False)

    def write(self, encoded: Any) -> None:
        """Send a batch."""
        if self._as_arrow:
            self._writer.write_batch(encoded)
        else:
            self._file.write(encoded)

    def end_piece(self) -> Sequence[int]:
        """Send what is left; there is no way to go on."""
        self._file.flush()
        return []

    def close(self) -> None:
        """End the stream."""
        if self._as_arrow:
            self._writer.close()
        self._file.flush()

    def abandon(self) -> None:
        """Leave the stream without an end."""


@contextmanager
def writing(target: Path, first: Batch) -> Iterator[Callable[[Batch], None]]:
    """Give a function that appends a batch to `target`; the file is there, whole, once the block has ended without an error.

    `first` is a batch with the columns to write; it is not written by itself.
    """
    checked_suffix(target)
    with put_in_place(target) as part:
        writer = writer_of(target, part, first.schema)

        def write(batch: Batch) -> None:
            with written(target):
                writer.write(writer.encode(batch))

        try:
            write(first.slice(0, 0))
            yield write
        except BaseException:
            with suppress(Exception):  # the first error is the one to tell
                writer.abandon()
            raise
        with written(target):
            writer.close()
