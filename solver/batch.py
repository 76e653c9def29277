"""Hands or deals scored from file to file: read, scored and written at the same time, in bounded memory, to be left running.

Rows keep their order and their other columns. The output appears whole or not at all; what a run had finished when it was stopped
is kept beside it, and another one can go on from there. Where the output is a folder, `datasets` does the work.
"""

from contextlib import nullcontext
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from time import perf_counter

from solver.cards import Trump
from solver.checkpoints import Checkpoints
from solver.datasets import Paths, in_threads, is_folder, score_data_set
from solver.flow import Output, Progress, flow
from solver.options import STREAMS, OnError, Stream
from solver.reading import opened_source
from solver.rejects import check_rejects
from solver.resume import Unfinished, check_unchanged, fingerprint, raise_with_hint, unfinished, worth_keeping
from solver.rules import DEFAULT, Rules
from solver.scorer import Job, Scorer
from solver.scoring import Counts, Summary
from solver.tables import STREAM, OptionError, StateError, Table, TableError, check_named, checked_suffix
from solver.threads import most_threads
from solver.whole_files import Place, check_inputs_stay, check_place, put_in_place


def score_file(
    source: str | PathLike[str],
    target: str | PathLike[str],
    trump: Trump = None,
    *,
    deck: str = "spanish",
    rules: Rules = DEFAULT,
    threads: int | None = None,
    on_error: OnError = "fail",
    rejects: str | PathLike[str] | None = None,
    resume: bool = False,
    compression: str | None = None,
    stream: Stream | None = None,
    progress: Progress = lambda _rows, _total: None,
) -> Summary:
    """Score every hand or deal of `source` into `target`; the formats go by the suffixes in `tables.SUFFIXES`.

    `source` is a file, a folder or a glob pattern of Parquet files with the same columns, or ``-`` for standard input (CSV or
    an Arrow stream); `target` is a file, ``-`` for standard output in the format `stream`, by default CSV, or, where it has no
    suffix, a folder, into which Parquet files go part by part (see `datasets`).

    The column ``hand`` holds masks or text of the deck called `deck`; or ``card0`` to ``card7`` hold a card each, as text or as
    0..31, its bit in the mask. Trumps are in the column ``trump``, or else are `trump` for all rows. To the columns of `source`
    are added ``points`` (uint16), ``belote`` (uint8), ``declarations`` (text; in a .npy file their masks ``declared0`` and
    ``declared1``, uint32) and ``strength`` (uint16).

    With the columns ``hand0`` to ``hand3``, and no ``hand``, rows are deals: added are ``winner`` (int8), ``points0``,
    ``points1`` (uint16), ``belote0`` and ``belote1`` (uint8), as `score_deals` has them where every player declares and calls.

    The first row that cannot be scored is an error, and there is no output then; with `on_error` "reject" such rows go to the
    CSV file `rejects`. `compression` is that of a Parquet or an Arrow file, one of those in `options`. With `resume` the run
    goes on from where one that was stopped had come, and starts anew where there was none. `progress` is called for each batch
    written. Raises `TableError` for a bad row and whatever is wrong with a file, `OptionError` for options that do not fit,
    `CardError` for an unknown trump or deck, `Interrupted` on Ctrl-C where something is kept.
    """
    started = perf_counter()
    check_named(source, target, rejects)
    source, target, rejects = Path(source), Path(target), None if rejects is None else Path(rejects)
    check_rejects(rejects, on_error)
    with_text = target == STREAM or is_folder(target) or checked_suffix(target) != ".npy"
    _check_stream(target, stream, compression)
    job = Job.of(trump, deck, rules, rejecting=rejects is not None, with_text=with_text)
    if is_folder(target):
        paths, run = Paths(source, target, rejects), in_threads(most_threads(threads))
        return score_data_set(paths, job, compression=compression, resume=resume, run=run, progress=progress)
    table = opened_source(source)
    scorer = Scorer(table.name, table.schema, job)
    _check_outputs(table, target, rejects)
    file_run = _FileRun(table, scorer, target, rejects, compression, most_threads(threads), progress)
    if resume and (target == STREAM or not table.files):
        raise OptionError(f"{table.name} to {target}: only a run from files to a file can be resumed")
    if target == STREAM:
        kept, counts = 0, file_run.to_stream(as_arrow=stream == "arrow")
    else:
        kept, counts = file_run.to_file(job, resume=resume)
    return Summary.of(counts, perf_counter() - started, of_deals=scorer.of_deals, kept=kept)


def _check_stream(target: Path, stream: str | None, compression: str | None) -> None:
    """Raise `OptionError` for an unknown form of stream, and for an option that would be of no effect."""
    if stream not in (None, *STREAMS):
        raise OptionError(f"stream is {' or '.join(map(repr, STREAMS))}, not {stream!r}")
    if target != STREAM and stream is not None:
        raise OptionError(f"{target}: --stream (stream=) is for standard output; the format of a file goes by its suffix")
    if target == STREAM and compression is not None:
        raise OptionError("standard output is not compressed: --compression (compression=) is for files")


@dataclass(frozen=True, slots=True)
class _FileRun:
    """A run from one table to one file, or to standard output."""

    table: Table
    scorer: Scorer
    target: Path
    rejects: Path | None
    compression: str | None
    threads: int
    progress: Progress

    def to_stream(self, *, as_arrow: bool) -> Counts:
        """Score to standard output, as Arrow or as CSV."""
        with put_in_place(self.rejects) if self.rejects else nullcontext() as part:
            bad = Place(self.rejects, part) if self.rejects and part else None
            with Output(self.table, self.scorer, Place(STREAM, STREAM), bad, as_arrow=as_arrow) as output:
                flow(self.table, self.scorer, output, self.threads, self._after)
        return output.counts

    def _after(self, rows: int) -> None:
        self.progress(rows, self.table.about if self.table.rows is None else self.table.rows)

    def to_file(self, job: Job, *, resume: bool) -> tuple[int, Counts]:
        """Score to a file; return how many rows an earlier run had finished, and what all rows count."""
        inputs = fingerprint(self.table.files, job, self.rejects, self.compression)
        check_place(self.target)
        state = Unfinished(self.target)
        with state.held(inputs, resume=resume):
            rows = Place(self.target, state.folder / f"rows{checked_suffix(self.target)}")
            bad = None if self.rejects is None else Place(self.rejects, unfinished(self.rejects))
            places = [rows] if bad is None else [bad, rows]  # the rejects first: where the rows are in place, so are they
            checkpoints = Checkpoints(state.folder, [place.part for place in places])
            try:
                kept, counts = self._to_places(rows, bad, checkpoints)
                check_unchanged(inputs)
                for place in places:
                    place.put()
            except StateError:
                raise
            except BaseException as error:
                saved = checkpoints.saved.counts.rows
                if saved and worth_keeping(error):
                    raise_with_hint(error, f"{saved:,} rows of {self.target} are kept")
                state.remove()
                for place in places:
                    place.part.unlink(missing_ok=True)
                raise
            state.remove()
        return kept, counts

    def _to_places(self, rows: Place, bad: Place | None, checkpoints: Checkpoints) -> tuple[int, Counts]:
        begun = checkpoints.saved
        with checkpoints, Output(self.table, self.scorer, rows, bad, begun, compression=self.compression) as output:
            self._after(begun.counts.rows)

            def after(portion: int) -> None:
                self._after(portion)
                if self.table.files:
                    checkpoints.save_if_due(output)

            flow(self.table, self.scorer, output, self.threads, after)
        return begun.counts.rows, output.counts


def _check_outputs(table: Table, target: Path, rejects: Path | None) -> None:
    """Raise `TableError` where one file would be written over another of the run."""
    outputs = [path for path in (target, rejects) if path is not None and path != STREAM]
    check_inputs_stay(table.files, outputs)
    if len({path.resolve() for path in outputs}) < len(outputs):
        raise TableError(f"{target}: the output and the rejects are the same file")
