"""The way of rows: out of a table, through the scorer, into a file and a file of rejects.

`batch` and `datasets` say what goes where.
"""

from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self, TypeAlias

from solver.pipeline import in_order
from solver.rejects import RejectsFile
from solver.scorer import Reject, Scorer
from solver.scoring import Counts
from solver.tables import STREAM, Stretch, Table, no_rows, written
from solver.whole_files import Place
from solver.writing import StreamWriter, Writer, writer_of

Progress: TypeAlias = Callable[[int, int | None], object]
"""Called with a number of rows that are done and that of all rows, None where it cannot be told."""


@dataclass(frozen=True, slots=True)
class Begun:
    """How far an output has come: what it counts, and the marks from which its files go on."""

    counts: Counts = field(default_factory=Counts)
    marks: tuple[int, ...] = ()
    rejects_size: int = 0


class Output:
    """Scored rows of one table on their way to their files."""

    def __init__(
        self,
        table: Table,
        scorer: Scorer,
        rows: Place,
        rejects: Place | None = None,
        begun: Begun | None = None,
        *,
        compression: str | None = None,
        as_arrow: bool = False,
        headed: bool = True,
    ) -> None:
        """Go on from `begun`.

        `compression` is that of a file, `as_arrow` the form of standard output (else CSV), `headed` whether the file of rejects
        begins with the names of its columns.
        """
        begun = Begun() if begun is None else begun
        self.counts = begun.counts
        self._target = rows.target
        schema = scorer.score(Stretch(table.name, 0, no_rows(table.schema))).batch.schema
        self._rejects = (
            None if rejects is None else RejectsFile(rejects.target, rejects.part, table.columns, begun.rejects_size, headed=headed)
        )
        try:
            self._writer: Writer = (
                StreamWriter(schema, as_arrow=as_arrow)
                if rows.target == STREAM
                else writer_of(rows.target, rows.part, schema, begun.marks, compression, scorer.others)
            )
        except BaseException:
            if self._rejects is not None:
                self._rejects.abandon()
            raise

    def encode(self, batch: Any) -> Any:
        """Return what `write` takes of a batch; safe to use from several threads."""
        with written(self._target):
            return self._writer.encode(batch)

    def write(self, encoded: Any, counts: Counts, rejects: list[Reject]) -> None:
        """Append scored rows."""
        with written(self._target):
            self._writer.write(encoded)
        if self._rejects is not None:
            self._rejects.write(rejects)
        self.counts += counts

    def end_piece(self) -> Begun:
        """Hand all that was written to the system; return from where to go on."""
        with written(self._target):
            marks = tuple(self._writer.end_piece())
        return Begun(self.counts, marks, 0 if self._rejects is None else self._rejects.end_piece())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """End the files, or, where something failed, close them as they are."""
        try:
            if kind is None:
                with written(self._target):
                    self._writer.close()
                if self._rejects is not None:
                    self._rejects.end_piece()
        finally:  # of closed files nothing is left to do
            with suppress(Exception):  # the first error is the one to tell
                self._writer.abandon()
            if self._rejects is not None:
                self._rejects.abandon()


def flow(table: Table, scorer: Scorer, output: Output, threads: int, after: Callable[[int], object]) -> None:
    """Score all rows that `output` does not have yet into it, in `threads` of their own or, with 0, in the caller's.

    `after` is called for each batch with its number of rows.
    """

    def work(stretch: Stretch) -> tuple[Any, Counts, list[Reject]]:
        scored = scorer.score(stretch)
        return output.encode(scored.batch), scored.counts, scored.rejects

    stretches = scorer.begun(table, output.counts.rows)
    with closing(in_order(stretches, work, threads)) as done:
        for encoded, counts, rejects in done:
            output.write(encoded, counts, rejects)
            after(counts.rows)
