"""Tables: what a file, a stream or a data set of hands looks like to the rest, and what is wrong with one.

A table yields stretches of rows: Arrow record batches, none of them large, so that memory does not grow with the file, and at
least one, so that a table without rows keeps its columns. Each stretch knows its file and row, also where rows of a CSV file in
between could not be read. `reading`, `csv_rows`, `writing` and `parquet_writer` have the formats, `columns` what is in a batch;
no other file knows Arrow.
"""

import csv
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from solver.cards import shown

Batch: TypeAlias = Any
"""A `pyarrow.RecordBatch`."""
Schema: TypeAlias = Any
"""A `pyarrow.Schema`."""

BATCH_ROWS: Final = 1 << 19
"""Rows a batch has at most."""
SUFFIXES: Final = (".parquet", ".csv", ".csv.gz", ".arrow", ".feather", ".npy")
TEXT_SUFFIXES: Final = (".csv", ".csv.gz")
STREAM: Final = Path("-")
"""Standard input or output."""


class TableError(ValueError):
    """A file that cannot be read or written; the message names the file, the row where there is one, and the reason."""


class WriteError(TableError):
    """A file that cannot be written: no fault of the input, so that what was done so far is worth keeping."""


class OptionError(TableError):
    """Something asked for that cannot be had, whatever is in the files."""

    exit_code: Final = 2
    """The exit status of the command line: bad usage."""


class StateError(TableError):
    """What an unfinished run has left, where it is not as it was left: there is nothing to go on from."""


class Broken(NamedTuple):
    """A row of text that is no row of its table."""

    row: int
    """How many rows of the stretch stand before it."""
    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """Rows that follow one another in a file: a batch, and those in between that could not be read."""

    name: str
    """The file, as messages name it."""
    start: int
    """Rows of the file before it."""
    batch: Batch
    broken: tuple[Broken, ...] = ()
    """In rising order."""

    @property
    def rows(self) -> int:
        """All rows, the broken ones too."""
        return int(self.batch.num_rows) + len(self.broken)

    def numbers(self) -> NDArray[np.int64]:
        """Return the number of each row of the batch in the file, from 1, int64 (n,)."""
        numbers = np.arange(self.start + 1, self.start + self.rows + 1)
        return np.delete(numbers, [row for row, _, _ in self.broken]) if self.broken else numbers


@dataclass(frozen=True, slots=True)
class Table:
    """Something to read: `read` yields its stretches, anew with each call, without the first rows that it is told to leave out."""

    name: str
    """What messages call it: the path, as it was given."""
    schema: Schema
    rows: int | None
    """How many rows there are, where that can be told without reading them."""
    read: Callable[[int], Iterator[Stretch]]
    files: tuple[Path, ...] = ()
    """The files it is read from; none for standard input."""
    about: int | None = None
    """Where `rows` is None, about how many there are."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self.schema.names)


def checked_suffix(path: Path) -> str:
    """Return the one of `SUFFIXES` that says what format `path` has; raise `OptionError` for another."""
    suffix = "".join(path.suffixes[-2:] if path.suffix.lower() == ".gz" else path.suffixes[-1:]).lower()
    if suffix not in SUFFIXES:
        problem = f"{suffix!r} is no known format" if suffix else "the format goes by the suffix, and there is none"
        raise OptionError(f"{path}: {problem}: choose {', '.join(SUFFIXES)}")
    return suffix


def check_named(*paths: str | os.PathLike[str] | None) -> None:
    """Raise `OptionError` for an empty path, which to the system is the current folder."""
    if "" in [path if path is None else os.fspath(path) for path in paths]:
        raise OptionError("a path is empty: it names no file")


def checked_columns(table: Table) -> Table:
    """Return `table`; raise `TableError` where two of its columns have one name."""
    twice = sorted({name for name in table.columns if table.columns.count(name) > 1})
    if twice:
        raise TableError(f"{table.name}: column {shown(twice[0])} stands twice")
    return table


@contextmanager
def explained(name: object, problem: str, raised: type[TableError] = TableError) -> Iterator[None]:
    """Raise as `TableError`, in one line, whatever the system or a library has to say about the file `name`."""
    try:
        yield
    except (TableError, BrokenPipeError):  # the second: whoever read standard output has gone
        raise
    except (OSError, EOFError, ValueError, csv.Error, zlib.error, pa.ArrowException) as error:
        code = error.errno if isinstance(error, OSError) else None
        reason = os.strerror(code) if code else " ".join(str(error).split())
        raise raised(f"{name}: {problem}: {reason}") from error


def written(name: object) -> AbstractContextManager[None]:
    """Raise as `WriteError` what goes wrong with writing the file `name`."""
    return explained(name, "cannot be written", WriteError)


def cut(file: BinaryIO, marks: Sequence[int]) -> None:
    """Cut a file to the last of `marks`, or to nothing where there are none; raise `StateError` where it is shorter than that."""
    size = marks[-1] if marks else 0
    is_short = file.seek(0, os.SEEK_END) < size
    try:
        file.truncate(size)
    except OSError:
        file.close()
        raise
    if is_short:
        file.close()
        raise StateError(f"{file.name}: shorter than what was written to it")
    file.seek(size)


def stretches_of(name: str, schema: Schema, batches: Iterable[Batch], start: int = 0) -> Iterator[Stretch]:
    """Yield the rows of `batches`, whose first is row `start` of the file, or one stretch of no rows where there are none."""
    row = start
    with explained(name, "cannot be read"):
        for batch in batches:
            for at in range(0, batch.num_rows, BATCH_ROWS):
                part = batch.slice(at, BATCH_ROWS)
                yield Stretch(name, row, part)
                row += part.num_rows
    if row == start:
        yield Stretch(name, start, no_rows(schema))


def without_first(batches: Iterable[Batch], rows: int) -> Iterator[Batch]:
    """Yield `batches` without their first `rows` rows."""
    for batch in batches:
        if rows < batch.num_rows:
            yield batch.slice(rows)
        rows = max(rows - batch.num_rows, 0)


def no_rows(schema: Schema) -> Batch:
    """Return a batch of `schema` without rows."""
    return pa.RecordBatch.from_arrays([pa.nulls(0, field.type) for field in schema], schema=schema)


def check_types(schema: Schema, kind: str, write: Callable[[Any], object]) -> None:
    """Raise `ValueError` for the first column that a file of some `kind` cannot hold: `write` writes a table without rows."""
    for field in schema:
        try:
            write(pa.Table.from_batches([no_rows(pa.schema([field]))]))
        except pa.ArrowException as error:
            raise ValueError(f"{kind} cannot hold column {shown(field.name)}, which is {field.type}") from error


def batch_of(columns: Mapping[str, Any]) -> Batch:
    """Return a batch of named columns, each an Arrow or a one-dimensional NumPy array."""
    return pa.RecordBatch.from_arrays([pa.array(column) for column in columns.values()], list(columns))


def with_columns(batch: Batch, columns: Mapping[str, Any]) -> Batch:
    """Return `batch` with named columns without nulls appended, each an Arrow or a one-dimensional NumPy array."""
    added = {name: pa.array(column) for name, column in columns.items()}
    fields = [*batch.schema, *(pa.field(name, column.type, nullable=False) for name, column in added.items())]
    schema = pa.schema(fields, metadata=batch.schema.metadata)
    return pa.RecordBatch.from_arrays([*batch.columns, *added.values()], schema=schema)


def without_rows(batch: Batch, rows: list[int]) -> Batch:
    """Return `batch` without some of its rows, which stand in rising order."""
    kept = np.ones(batch.num_rows, np.bool_)
    kept[rows] = False
    try:
        return batch.filter(pa.array(kept))
    except pa.ArrowNotImplementedError:  # there is a column of string views or of runs, from which nothing can be chosen
        bounds = zip([0, *(row + 1 for row in rows)], [*rows, batch.num_rows], strict=True)
        return pa.concat_batches([batch.slice(start, end - start) for start, end in bounds])


def values_of(batch: Batch, rows: list[int]) -> list[list[Any]]:
    """Return the values in some rows of a batch, as Python objects; as text what Python cannot hold, such as the year 300,000."""
    return [[_value(column, row) for column in batch.columns] for row in rows]


def _value(column: Any, row: int) -> Any:
    try:
        return column[row].as_py()
    except UnicodeDecodeError as error:
        return error.object.decode(errors="backslashreplace")
    except (ArithmeticError, ValueError):
        return " ".join(str(column.slice(row, 1)).split())


def decoded(batch: Batch, name: str) -> Batch:
    """Return `batch` with the values of the dictionary column `name`, if there is one, in its place."""
    if name not in batch.schema.names:
        return batch
    place = batch.schema.get_field_index(name)
    field = batch.schema.field(place)
    return batch.cast(batch.schema.set(place, field.with_type(field.type.value_type)))


def plain_schema(schema: Schema) -> Schema:
    """Return `schema` with the values of dictionary columns in their place."""
    plain = (field.with_type(field.type.value_type) if pa.types.is_dictionary(field.type) else field for field in schema)
    return pa.schema(plain, metadata=schema.metadata)


def table_of_arrow(name: str, data: Any) -> Table:
    """Return Arrow data in memory as a table; `data` is a `pyarrow.Table` or what can become one, else a `TableError` is raised."""
    try:
        data = pa.Table.from_batches([data]) if isinstance(data, pa.RecordBatch) else pa.table(data)
    except (TypeError, ValueError) as error:
        wanted = "give a pyarrow.Table, a record batch or a data frame"
        raise TableError(f"{name}: no Arrow data, but {type(data).__name__}: {shown(data)}: {wanted}") from error

    def read(start: int) -> Iterator[Stretch]:
        return stretches_of(name, data.schema, data.slice(start).to_batches(), start)

    return checked_columns(Table(name, data.schema, data.num_rows, read))


def arrow_of_batches(batches: Iterable[Batch]) -> Any:
    """Return batches as a `pyarrow.Table`."""
    return pa.Table.from_batches(batches)
