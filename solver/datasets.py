"""Data sets of Parquet files scored into a folder of files, which appears with all of them or not at all.

The parts are done in threads of this process, or, by `cluster`, on other machines.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from threading import Event
from time import perf_counter
from typing import Any, Final, TypeAlias

from solver.flow import Progress
from solver.parts import MOST_PARTS, PART_ROWS, Part, Stopped, Task, parts_of, score_part
from solver.reading import check_same_columns, data_set_files, opened
from solver.rejects import RejectsFile
from solver.resume import (
    Unfinished,
    check_same,
    check_unchanged,
    counts_as_plain,
    counts_from,
    digest,
    fingerprint,
    raise_with_hint,
    read_json,
    unfinished,
    worth_keeping,
    write_json,
)
from solver.scorer import Job, Scorer
from solver.scoring import Counts, Summary
from solver.tables import STREAM, OptionError, StateError, Table, TableError, WriteError, checked_suffix, written
from solver.whole_files import Place, check_inputs_stay, check_parent

Outcome: TypeAlias = Counts | BaseException
Run: TypeAlias = Callable[[Task, Sequence[Part]], Iterator[tuple[Part, Outcome]]]
"""Scores parts somewhere, with `score_part`, and yields what became of each as it is known; stops the others when it is closed."""

_RECORD: Final = ".belote.json"
"""In a finished folder: what it was made of, so that going on with a finished run is to do nothing."""
_OPENERS: Final = 16
"""Files that are opened at a time while a run is planned: it waits for a network more than it works."""


class LostPartsError(WriteError):
    """Parts that nobody could finish, though their rows may be right: a worker that died of them, a machine that is gone."""


@dataclass(frozen=True, slots=True)
class Paths:
    """What a data set is read from and written to."""

    source: Path
    target: Path
    rejects: Path | None = None


def is_folder(target: Path) -> bool:
    """Return whether `target` names a folder: it is one, or it has no suffix."""
    return target != STREAM and (target.is_dir() or not target.suffix)


def in_threads(threads: int) -> Run:
    """Return what scores parts in this process, each in one thread."""

    def run(task: Task, parts: Sequence[Part]) -> Iterator[tuple[Part, Outcome]]:
        with ThreadPoolExecutor(threads) as pool:
            stopped = Event()
            futures = {pool.submit(score_part, task, part, stopped.is_set): part for part in parts}
            try:
                for future in as_completed(futures):
                    yield futures[future], future.exception() or future.result()
            finally:
                stopped.set()
                pool.shutdown(wait=False, cancel_futures=True)

    return run


def score_data_set(
    paths: Paths, job: Job, *, compression: str | None, resume: bool, run: Run, progress: Progress
) -> Summary:
    """Score the Parquet file or files of ``paths.source`` into the folder ``paths.target``, by means of `run`; see `score_file`."""
    started = perf_counter()
    first, parts = _planned(paths.source)
    scorer = Scorer(first.name, first.schema, job)
    files = sorted({part.file for part in parts})
    _check_paths(paths, files)
    inputs = fingerprint(files, job, paths.rejects, compression)
    state = Unfinished(paths.target)
    with state.held(inputs, resume=resume):
        task = Task(state.folder.absolute() / digest(inputs), job, compression)
        task.prepare()
        work = _Work(task, parts, progress)
        kept = work.counts.rows
        try:
            if resume and (finished := _finished(paths.target, inputs)) is not None:
                counts, kept = finished, finished.rows
            else:
                _check_empty(paths.target)
                work.finish(run)
                check_unchanged(inputs)
                counts = work.counts
                with written(paths.target):
                    write_json(task.scored / _RECORD, {"job": inputs, "counts": counts_as_plain(counts)})
                _put_in_place(task, paths, first.columns, parts)
        except BaseException as error:
            if work.counts.rows and worth_keeping(error):
                raise_with_hint(error, f"{work.counts.rows:,} rows of {paths.target} are kept")
            state.remove()
            raise
        state.remove()
    return Summary.of(counts, perf_counter() - started, of_deals=scorer.of_deals, kept=kept)


def _finished(target: Path, inputs: Mapping[str, Any]) -> Counts | None:
    """Return what a finished folder counts; raise `TableError` where it was made of something else or its record is broken."""
    try:
        record = read_json(target / _RECORD)
        counts = None if record is None else counts_from(record.get("counts"))
    except StateError as error:
        raise TableError(f"{target}: cannot be resumed: {_RECORD} in it cannot be read") from error
    if counts is not None:
        job = record.get("job")
        check_same(target, job if isinstance(job, dict) else {}, inputs)
    return counts


def _planned(source: Path) -> tuple[Table, list[Part]]:
    """Return the first file and all parts; raise `TableError` where they are no Parquet files or differ in their columns."""
    paths = data_set_files(source) or [source]
    if source == STREAM or checked_suffix(paths[0]) != ".parquet":
        raise OptionError(f"{source}: into a folder go Parquet files only")
    with ThreadPoolExecutor(_OPENERS) as pool:
        first, *others = pool.map(opened, paths)
        for other in others:
            check_same_columns(first, other)
        rows = sum(table.rows or 0 for table in (first, *others))
        of_files = pool.map(parts_of, paths, repeat(max(PART_ROWS, rows // MOST_PARTS)))
        found = [(path, *part) for path, parts in zip(paths, of_files, strict=True) for part in parts]
    return first, [Part(number, *part) for number, part in enumerate(found)]


def _check_paths(paths: Paths, files: Sequence[Path]) -> None:
    target = paths.target
    check_parent(target)
    if target.exists() and not target.is_dir():
        raise WriteError(f"{target}: cannot be written: it is no folder")
    within = {target.resolve(), *target.resolve().parents}
    if paths.source.is_dir() and paths.source.resolve() in within:
        raise TableError(f"{target}: the output would be part of the input")
    check_inputs_stay(files, [] if paths.rejects is None else [paths.rejects])


def _check_empty(target: Path) -> None:
    if target.is_dir() and any(target.iterdir()):
        raise WriteError(f"{target}: cannot be written: the folder is not empty")


class _Work:
    """All parts of a data set, finished ones counted and the others to be done."""

    def __init__(self, task: Task, parts: Sequence[Part], progress: Progress) -> None:
        self._task, self._progress = task, progress
        self._total = sum(part.rows for part in parts)
        self.counts = Counts()
        self._open = []
        for part in parts:
            counts = task.finished(part)
            if counts is None:
                self._open.append(part)
            else:
                self._count(counts)

    def _count(self, counts: Counts) -> None:
        self.counts += counts
        self._progress(counts.rows, self._total)

    def finish(self, run: Run) -> None:
        """Have all open parts done; raise the error of the first that has bad rows, or `LostPartsError` where some were lost."""
        bad: dict[int, BaseException] = {}
        lost: list[str] = []
        try:
            for part, outcome in run(self._task, self._open):
                if isinstance(outcome, Counts):
                    self._count(outcome)
                elif isinstance(outcome, TableError):
                    bad[part.number] = outcome
                    self._task.stop(min(bad))  # those before it may have an earlier bad row
                elif not isinstance(outcome, Stopped):
                    lost.append(f"{part}: {' '.join(str(outcome).split()) or type(outcome).__name__}")
        except BaseException:
            self._task.stop(-1)  # on other machines too
            raise
        if bad:
            raise bad[min(bad)]
        if lost:
            raise LostPartsError(f"{len(lost)} of {len(self._open)} parts could not be scored: {'; '.join(lost)}")


def _put_in_place(task: Task, paths: Paths, columns: Sequence[str], parts: Sequence[Part]) -> None:
    """Put the rejects of all parts together, then give the folder of finished parts its name."""
    if paths.rejects is not None:
        place = Place(paths.rejects, unfinished(paths.rejects))
        rejects = RejectsFile(place.target, place.part, columns)
        for part in parts:
            rejects.append(task.rejects / f"{part.name}.csv")
        rejects.end_piece()
        rejects.abandon()
        place.put()
    with written(paths.target):
        expected = {_RECORD, *(task.rows(part).name for part in parts)}
        for stray in task.scored.iterdir():
            if stray.name not in expected:
                stray.unlink()
        if paths.target.exists():
            paths.target.rmdir()
        task.scored.rename(paths.target)
