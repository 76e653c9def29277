"""Writing of Parquet files in pieces that survive a crash; see `writing` for what all writers have in common."""

import os
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from solver.options import PARQUET_COMPRESSIONS
from solver.tables import Batch, Schema, StateError, check_types, cut

GROUP_ROWS: Final = 1 << 20
"""Rows of a row group: smaller batches are gathered until there is half as many."""
_PAGE_ROWS: Final = 1 << 16
"""Rows that the library puts into pages at a time: its own number makes it slower."""
_SAMPLE_ROWS: Final = 1 << 16
_FEW: Final = 1 / 16
"""A column with fewer distinct values a row than this is worth a dictionary."""
_MAGIC: Final = b"PAR1"


class ParquetWriter:
    """Writes a Parquet file; each piece is like a file of its own, and the end of the file joins the footers of all pieces.

    Readers follow the offsets of the last footer only, and all offsets count from the start of the whole file.
    """

    def __init__(self, path: Path, schema: Schema, marks: Sequence[int], compression: str | None, others: Sequence[str]) -> None:
        """Go on behind the last of `marks`, the sizes of the file after each piece so far.

        `others` are the columns of which nothing is known: they get statistics, and a dictionary where they have few values. In
        cards and scores both cost a third of the speed and save nothing.
        """
        self._path, self._schema, self._ends = path, schema, list(marks)
        self._others = others
        self._settings: dict[str, Any] = {
            "compression": compression or PARQUET_COMPRESSIONS[0],
            "write_statistics": list(others),
            "write_batch_size": _PAGE_ROWS,
        }
        self._writer: Any = None
        self._sink: Any = None
        self._gathered: list[Batch] = []
        check_types(schema, "Parquet", lambda rows: pq.write_table(rows, pa.BufferOutputStream()))
        with path.open("ab") as file:
            cut(file, marks)

    def encode(self, batch: Batch) -> Any:
        """Return the batch: this format's pages are made as they are written."""
        return batch

    def write(self, encoded: Any) -> None:
        """Append a batch, or keep it until there are enough rows for a row group."""
        self._gathered.append(encoded)
        if sum(batch.num_rows for batch in self._gathered) >= GROUP_ROWS // 2:
            self._write_gathered()

    def _write_gathered(self) -> None:
        if not self._gathered:
            return
        table = pa.Table.from_batches(self._gathered, self._schema)
        if len(self._gathered) > 1:
            table = table.unify_dictionaries()
        self._gathered = []
        if self._writer is None:
            self._begin_piece(table)
        self._writer.write_table(table, GROUP_ROWS)

    def _begin_piece(self, table: Any) -> None:
        if "use_dictionary" not in self._settings:
            self._settings["use_dictionary"] = [name for name in self._schema.names if self._has_few_values(table[name], name)]
        self._sink = pa.OSFile(str(self._path), "ab")
        # The library begins a file at position 0 only. What is appended goes to the end all the same, and the position after it.
        os.lseek(self._sink.fileno(), 0, os.SEEK_SET)
        self._writer = pq.ParquetWriter(self._sink, self._schema, **self._settings)

    def _has_few_values(self, column: Any, name: str) -> bool:
        if pa.types.is_dictionary(column.type):
            return True
        if name not in self._others or pa.types.is_nested(column.type):
            return False
        sample = column.slice(0, _SAMPLE_ROWS)
        try:
            return bool(pc.count_distinct(sample).as_py() < _FEW * len(sample))
        except pa.ArrowNotImplementedError:  # of an extension type nothing is counted
            return False

    def end_piece(self) -> Sequence[int]:
        """Write the piece's footer; return the marks to go on from."""
        self._write_gathered()
        if self._writer is not None:
            self._writer.close()
            self._sink.close()
            self._writer = None
            self._ends.append(self._path.stat().st_size)
        return list(self._ends)

    def close(self) -> None:
        """Join the footers of all pieces."""
        self.end_piece()
        if len(self._ends) == 1:
            return
        footer = pa.BufferOutputStream()
        self._joined_metadata().write_metadata_file(footer)
        with self._path.open("ab") as file:
            file.write(footer.getvalue()[len(_MAGIC) :])

    def _joined_metadata(self) -> Any:
        pieces = []
        with pa.OSFile(str(self._path)) as file:
            for start, end in pairwise([0, *self._ends]):
                length = int.from_bytes(file.read_at(4, end - 8), "little") + 8  # the footer ends in its length and the magic
                if not length < end - start:
                    raise StateError(f"{self._path}: a finished piece has been changed")
                pieces.append(pq.read_metadata(pa.BufferReader(_MAGIC + file.read_at(length, end - length))))
        whole, *others = pieces
        for other in others:
            whole.append_row_groups(other)
        return whole

    def abandon(self) -> None:
        """Close the file as it is."""
        if self._writer is not None:
            self._writer.is_open = False  # else it would write a footer, and complain, as it is deleted
        if self._sink is not None:
            self._sink.close()
