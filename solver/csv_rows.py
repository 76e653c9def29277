"""Readers of CSV; see `tables`. Every column is text, so that what is passed through stays exactly as it was written.

A row that is none (too few or too many fields, bytes that are no UTF-8) breaks nothing: it comes with its number and its text.
"""

import codecs
import csv
import gzip
import io
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any, BinaryIO, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pa_csv

from solver.cards import shown
from solver.tables import (
    Batch,
    Broken,
    Schema,
    Stretch,
    Table,
    TableError,
    checked_suffix,
    explained,
    no_rows,
    without_rows,
)

BLOCK_BYTES: Final = 1 << 23
"""Bytes of CSV that become one batch; a single row must fit."""
_HEADER_BYTES: Final = 1 << 20
_SAMPLE_BYTES: Final = 1 << 20
_OTHER_MARKS: Final = (";", "\t")
"""What some programs write between columns in the place of commas."""
_LAST_READ_SECONDS: Final = 0.1
"""How long to wait for it: where Arrow has read enough ahead, or the input is slow, none comes."""
_BOM: Final = b"\xef\xbb\xbf"
_MARK: Final = "\U0010ffff"
"""What stands before each byte that is no UTF-8. Unicode keeps it out of all text, so text that has it is taken for none either."""


def _marked(error: UnicodeError) -> tuple[str, int]:
    """Return bytes that are no UTF-8 as escapes, each behind a mark, and where decoding goes on."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "".join(f"{_MARK}\\x{byte:02x}" for byte in error.object[error.start : error.end]), error.end


codecs.register_error("belote-marked", _marked)


class _Marked(io.BufferedIOBase):
    """Bytes on their way to Arrow, with what is no UTF-8 marked: it hands over a row that is none as text, or gives up."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self._given_up = False
        self._ended = Event()
        self._ready = _BOM
        """What is to be read next. Arrow drops a mark of byte order at the start, but here the rows begin, and theirs is text."""
        self._begun = b""
        """The character that was begun behind it."""

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        """End the file here, and wait until Arrow has seen that: its thread reads ahead, and must not be at it as Python ends."""
        self._given_up = True
        self._ended.wait(_LAST_READ_SECONDS)
        super().close()

    def read(self, size: int | None = -1, /) -> bytes:
        ready = b"" if self._given_up else self._next(size)
        if not ready:
            self._ended.set()
        return ready

    def _next(self, size: int | None) -> bytes:
        wanted = BLOCK_BYTES if size is None or size < 0 else size
        chunk = b"more"
        while chunk and len(self._ready) < wanted:  # a block that is not full would cut a row in two
            chunk = self._source.read(wanted - len(self._ready))
            behind = self._begun + chunk
            end = len(behind) - (_length_begun(behind) if chunk else 0)
            self._begun = behind[end:]
            self._ready += _with_marks(behind[:end])
        ready, self._ready = self._ready[:wanted], self._ready[wanted:]
        return ready


def _length_begun(characters: bytes) -> int:
    """Return how many bytes at the end begin a character that needs more of them."""
    decoder = codecs.getincrementaldecoder("utf-8")("ignore")
    decoder.decode(characters[-3:])
    return len(decoder.getstate()[0])


def _with_marks(characters: bytes) -> bytes:
    if characters.isascii():
        return characters
    bounds = np.array([0, len(characters)], np.int64)
    try:  # Arrow checks it several times as fast as Python decodes it
        pa.LargeStringArray.from_buffers(1, pa.py_buffer(bounds), pa.py_buffer(characters)).validate(full=True)
    except pa.ArrowInvalid:
        return characters.decode(errors="belote-marked").encode()
    return characters


def text(path: Path) -> Table:
    """Open a CSV file, also a gzipped one."""
    suffix = checked_suffix(path)
    reopened: Callable[[], Any] = partial(gzip.open, path) if suffix == ".csv.gz" else partial(path.open, "rb")
    name = str(path)
    with reopened() as source:
        schema = _header(name, source)
        lines = source.read(_SAMPLE_BYTES).count(b"\n")
        read_bytes = (source.fileobj if suffix == ".csv.gz" else source).tell()
    about = lines * path.stat().st_size // max(read_bytes, 1)

    def read(start: int) -> Iterator[Stretch]:
        with explained(name, "cannot be read"), reopened() as source:
            _header(name, source)
            yield from _stretches(name, source, schema, start)

    return Table(name, schema, None, read, (path,), about)


def text_stream(name: str, source: Any) -> Table:
    """Open CSV that can be read once, from its start."""
    schema = _header(name, source)

    def read(start: int) -> Iterator[Stretch]:
        with explained(name, "cannot be read"):
            yield from _stretches(name, source, schema, start)

    return Table(name, schema, None, read)


def _header(name: str, source: BinaryIO) -> Schema:
    """Read the line of column names and leave `source` behind it."""

    def lines() -> Iterator[str]:
        start = _BOM
        while line := source.readline(_HEADER_BYTES):
            if len(line) == _HEADER_BYTES:
                raise TableError(f"{name}: the first line is longer than {_HEADER_BYTES:,} bytes: it has no column names")
            if b"\r" in line.rstrip(b"\r\n") and b'"' not in line:
                raise TableError(f"{name}: a line ends with a carriage return alone: lines end with a line feed, or with both")
            yield line.removeprefix(start).decode()
            start = b""

    columns = next(filter(None, csv.reader(lines())), None)
    if columns is None:
        raise TableError(f"{name}: the file is empty: a CSV file starts with a line of column names")
    if len(columns) == 1 and (other := next((mark for mark in _OTHER_MARKS if mark in columns[0]), None)):
        raise TableError(f"{name}: the column names {shown(columns[0])} stand between {other!r}: a CSV file has commas there")
    return pa.schema([(column, pa.string()) for column in columns])


def _stretches(name: str, source: BinaryIO, schema: Schema, start: int) -> Iterator[Stretch]:
    """Yield the rows behind the first `start` ones."""
    broken: list[Broken] = []
    """Rows that are none and have not been yielded; here they count from the start of the file."""
    row = 0
    try:
        for batch in _batches(source, schema, broken):
            stretch = _decoded(_joined(name, row, batch, broken))
            row += stretch.rows
            if row > start:
                yield _from_row(stretch, start)
    except pa.ArrowInvalid as error:
        if "straddling" not in str(error):
            raise
        raise TableError(f"{name}, row {row + len(broken) + 1}: longer than {BLOCK_BYTES:,} bytes") from error
    if broken or row <= start:
        yield _from_row(_joined(name, row, no_rows(schema), broken), start)


def _batches(source: BinaryIO, schema: Schema, broken: list[Broken]) -> Iterator[Batch]:
    """Yield the rows with as many fields as there are columns; add the others to `broken` before the rows behind them."""

    def note(row: Any) -> str:
        reason = f"{_counted(row.actual_columns, 'field')} for {_counted(row.expected_columns, 'column')}"
        broken.append(Broken(row.number - 1, reason, _unmarked(row.text)))
        return "skip"

    parsing = pa_csv.ParseOptions(
        newlines_in_values=True,
        invalid_row_handler=note,
        ignore_empty_lines=len(schema) > 1,  # in a file of one column an empty line is a value that is missing
    )
    reading = pa_csv.ReadOptions(block_size=BLOCK_BYTES, use_threads=False, column_names=schema.names)  # threads number no rows
    converting = pa_csv.ConvertOptions(column_types=schema, check_utf8=False)
    try:
        with _Marked(source) as marked, pa_csv.open_csv(marked, reading, parsing, converting) as reader:
            yield from reader
    except pa.ArrowInvalid as error:
        if "Empty CSV file" not in str(error):  # said of a file without rows
            raise


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _joined(name: str, start: int, batch: Batch, broken: list[Broken]) -> Stretch:
    """Return the rows of `batch` and the broken ones in between and right behind, which are taken out of `broken`, from `start` on.

    Arrow may be a block ahead: `broken` then has rows of the next batch too, with good ones in between.
    """
    count = 0
    while count < len(broken) and broken[count].row <= start + batch.num_rows + count:
        count += 1
    here = tuple(fault._replace(row=fault.row - start) for fault in broken[:count])
    del broken[:count]
    return Stretch(name, start, batch, here)


def _decoded(stretch: Stretch) -> Stretch:
    """Return `stretch` with the rows that are no UTF-8 among the broken ones."""
    reasons: dict[int, str] = {}
    for column_name, column in zip(stretch.batch.schema.names, stretch.batch.columns, strict=True):
        if _has_marks(column):
            for row in np.flatnonzero(pc.match_substring(column, _MARK)).tolist():
                reasons.setdefault(row, f"column {shown(column_name)} is no UTF-8")
    if not reasons:
        return stretch
    numbers = stretch.numbers() - (stretch.start + 1)
    rows = sorted(reasons)
    lines = [_unmarked(",".join(column[row].as_py() for column in stretch.batch.columns)) for row in rows]
    undecoded = [Broken(int(numbers[row]), reasons[row], line) for row, line in zip(rows, lines, strict=True)]
    batch = without_rows(stretch.batch, rows)
    return Stretch(stretch.name, stretch.start, batch, tuple(sorted([*stretch.broken, *undecoded])))


def _has_marks(column: Any) -> bool:
    characters, mark = column.buffers()[2], _MARK.encode()
    if characters is None or np.frombuffer(characters, np.uint8).max(initial=0) < mark[0]:  # as nearly always
        return False
    return mark in characters.to_pybytes()


def _unmarked(written: str) -> str:
    return written.replace(_MARK, "")


def _from_row(stretch: Stretch, start: int) -> Stretch:
    """Return `stretch` without its rows before row `start` of the file."""
    if start <= stretch.start:
        return stretch
    behind = start - stretch.start
    batch = stretch.batch.slice(int(np.count_nonzero(stretch.numbers() <= start)))
    broken = tuple(fault._replace(row=fault.row - behind) for fault in stretch.broken if fault.row >= behind)
    return Stretch(stretch.name, start, batch, broken)
