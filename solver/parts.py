"""Parts of a data set: some row groups of a Parquet file, scored into a file of their own, in any process that sees the folder.

A part is written under a temporary name, renamed, and then entered in a record of its own: it may be lost, begun anew or worked on
twice at any moment. `datasets` has the whole.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Final

from solver.flow import Output, flow
from solver.reading import opened, parquet_file, row_group_batches
from solver.resume import counts_as_plain, counts_from, read_json, write_json
from solver.scorer import Job, Scorer
from solver.scoring import Counts
from solver.tables import Batch, Stretch, Table, explained, stretches_of, written
from solver.whole_files import Place

PART_ROWS: Final = 1 << 23
"""Row groups of a file are put together until a part has so many rows, more in a data set of very many."""
MOST_PARTS: Final = 20_000
"""About the number of parts at most, for whoever hands them out; but a file is a part at least."""


class Stopped(Exception):  # noqa: N818  it is no error
    """The part is not wanted any more."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some row groups of a file."""

    number: int
    """Its place in the data set."""
    file: Path
    groups: tuple[int, int]
    """The first row group and the one behind the last."""
    start: int
    """Rows of the file before it."""
    rows: int

    @property
    def name(self) -> str:
        """What its files are called: in the order of the parts."""
        return f"part-{self.number:06}"

    @property
    def identity(self) -> list[str | int]:
        """What tells it from other parts, also of data sets that were cut into parts in another way."""
        return [str(self.file.resolve()), self.start, self.rows]

    def __str__(self) -> str:
        return f"{self.file}, rows {self.start + 1:,} to {self.start + self.rows:,}"


def parts_of(file: Path, least: int) -> list[tuple[tuple[int, int], int, int]]:
    """Return the row groups, the first row and the number of rows of each part of a file: `least` rows or more, where there are.

    A file without rows is one part.
    """
    with explained(file, "cannot be read"), parquet_file(file) as content:
        metadata = content.metadata
        rows = [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)]
    parts, first = [], 0
    ends = [0, *accumulate(rows)]
    for group in range(1, len(ends)):
        if group == len(rows) or ends[group] - ends[first] >= least:
            parts.append(((first, group), ends[first], ends[group] - ends[first]))
            first = group
    return parts or [((0, 0), 0, 0)]


def _table_of(part: Part) -> Table:
    """Return the rows of a part."""
    whole = opened(part.file)

    def batches() -> Iterator[Batch]:
        with parquet_file(part.file) as file:
            yield from row_group_batches(file, range(*part.groups))

    def read(_start: int) -> Iterator[Stretch]:
        return stretches_of(whole.name, whole.schema, batches(), part.start)

    return Table(whole.name, whole.schema, part.rows, read, whole.files)


@dataclass(frozen=True, slots=True)
class Task:
    """How parts are scored, and where."""

    folder: Path
    """In the folder of the unfinished run, of a name that no other run has: a worker may go on with one that has been given up."""
    job: Job
    compression: str | None

    @property
    def scored(self) -> Path:
        """The folder of finished parts, which becomes the output."""
        return self.folder / "parts"

    @property
    def records(self) -> Path:
        """The folder with what each finished part counts."""
        return self.folder / "records"

    @property
    def rejects(self) -> Path:
        """The folder with the bad rows of each finished part."""
        return self.folder / "rejects"

    @property
    def _stop(self) -> Path:
        return self.folder / "stop.json"

    def prepare(self) -> None:
        """Make the folders, and let parts be scored."""
        with written(self.folder):
            for folder in (self.folder, self.scored, self.records, self.rejects):
                folder.mkdir(exist_ok=True)
            self._stop.unlink(missing_ok=True)

    def stop(self, behind: int) -> None:
        """Let no part behind number `behind` be scored any more, in whatever process; where that cannot be said, they are."""
        with suppress(OSError):
            write_json(self._stop, behind)

    def check_wanted(self, part: Part) -> None:
        """Raise `Stopped` where a part is not wanted any more."""
        behind = read_json(self._stop, int)
        if not self.folder.exists() or (behind is not None and part.number > behind):
            raise Stopped

    def finished(self, part: Part) -> Counts | None:
        """Return what a part counts that is finished, its file of the size that it had."""
        plain = read_json(self.records / f"{part.name}.json")
        rows = self.rows(part)
        if plain is None or not rows.exists() or (plain.get("part"), plain.get("size")) != (part.identity, rows.stat().st_size):
            return None
        return counts_from(plain.get("counts"))

    def rows(self, part: Part) -> Path:
        """Return the file of a finished part."""
        return self.scored / f"{part.name}.parquet"

    def places(self, part: Part) -> tuple[Place, Place | None]:
        """Return where the rows of a part go and, perhaps, the rejects; under new temporary names with each call."""
        rows, rejects = (
            Place(target, target.with_name(f".{target.name}.{secrets.token_hex(4)}"))
            for target in (self.rows(part), self.rejects / f"{part.name}.csv")
        )
        return rows, rejects if self.job.rejecting else None

    def record(self, part: Part, counts: Counts) -> None:
        """Enter a part as finished."""
        with written(self.records):
            size = self.rows(part).stat().st_size
            plain = {"part": part.identity, "size": size, "counts": counts_as_plain(counts)}
            write_json(self.records / f"{part.name}.json", plain)


def score_part(task: Task, part: Part, is_stopped: Callable[[], bool] = lambda: False) -> Counts:
    """Score a part, unless that has been done, and return what it counts.

    Raises `TableError` at the first bad row where these are not to be rejected, `Stopped` where the part is not wanted any more or
    `is_stopped` says so.
    """

    def check_wanted(_rows: int = 0) -> None:
        task.check_wanted(part)
        if is_stopped():
            raise Stopped

    check_wanted()
    if (counts := task.finished(part)) is not None:
        return counts
    table = _table_of(part)
    scorer = Scorer(table.name, table.schema, task.job)
    scorer.look_at(next(opened(part.file).read(0)).batch)
    rows, rejects = task.places(part)
    places = [rows] if rejects is None else [rejects, rows]
    try:
        with Output(table, scorer, rows, rejects, compression=task.compression, headed=False) as output:
            flow(table, scorer, output, 0, check_wanted)
        for place in places:
            place.put()
    except BaseException:
        for place in places:
            place.part.unlink(missing_ok=True)
        raise
    task.record(part, output.counts)
    return output.counts
