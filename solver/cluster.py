"""Data sets scored by the workers of a Dask cluster: a part a task, and only what it counts comes back.

All workers have this package and see the files under the same paths. Dask comes with the extra ``cluster``.
"""

import logging
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

from distributed import Client, KilledWorker, LocalCluster, WorkerPlugin, as_completed

from solver.cards import Trump
from solver.datasets import Outcome, Paths, Run, score_data_set
from solver.flow import Progress
from solver.options import OnError
from solver.parts import Part, Task, score_part
from solver.rejects import check_rejects
from solver.rules import DEFAULT, Rules
from solver.scorer import Job
from solver.scoring import Summary
from solver.tables import OptionError, check_named

_LOCAL: Final = "local:"
_SECONDS_TO_ANSWER: Final = 10


class ClusterError(ValueError):
    """A cluster that cannot be reached."""


class _LeavesCtrlC(WorkerPlugin):
    """Lets the workers of a terminal's own cluster live on at Ctrl-C, which a terminal sends to all: it is for this process."""

    def setup(self, worker: object) -> None:  # noqa: ARG002  that is its signature
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """Give a client of the cluster at `address`, or of a new one of N processes on this machine for ``local:N``.

    Raises `ClusterError` where there is none, `OptionError` for ``local:`` with anything but a number.
    """
    if address.startswith(_LOCAL):
        number = address.removeprefix(_LOCAL)
        if not number.isdecimal() or not int(number):
            raise OptionError(f"{address!r}: a local cluster is local:N, with a number of processes")
        with (
            LocalCluster(
                n_workers=int(number),
                threads_per_worker=1,
                dashboard_address="127.0.0.1:0",  # any free port: None would take a fixed one all the same
                silence_logs=logging.CRITICAL,  # what is to be said of a worker's death is said when all is done
            ) as cluster,
            Client(cluster) as client,
        ):
            client.register_plugin(_LeavesCtrlC())
            yield client
        return
    try:
        client = Client(address, timeout=_SECONDS_TO_ANSWER)
    except (OSError, ValueError, TimeoutError) as error:
        raise ClusterError(f"no Dask scheduler answers at {address!r}: {' '.join(str(error).split())}") from error
    with client:
        yield client


def score_on_cluster(
    client: Client,
    source: str | PathLike[str],
    target: str | PathLike[str],
    trump: Trump = None,
    *,
    deck: str = "spanish",
    rules: Rules = DEFAULT,
    on_error: OnError = "fail",
    rejects: str | PathLike[str] | None = None,
    resume: bool = False,
    compression: str | None = None,
    progress: Progress = lambda _rows, _total: None,
) -> Summary:
    """Score Parquet files into the folder `target` on the cluster of a Dask `client`; everything else is as with `score_file`.

    The workers read and write the files under the same paths, so these are on storage that all of them see. A worker that dies
    costs the parts it was at, which others do again. Parts that keep killing their workers are left out: all others are
    finished, then `LostPartsError` names the files of these, and `resume` tries them again.
    """
    check_named(source, target, rejects)
    paths = Paths(Path(source).absolute(), Path(target).absolute(), None if rejects is None else Path(rejects).absolute())
    check_rejects(paths.rejects, on_error)
    if paths.target.suffix and not paths.target.is_dir():
        raise OptionError(f"{target}: a cluster writes a folder of files, so the output has no suffix")
    job = Job.of(trump, deck, rules, rejecting=paths.rejects is not None)
    return score_data_set(paths, job, compression=compression, resume=resume, run=_on(client), progress=progress)


def _on(client: Client) -> Run:
    """Return what has parts scored by the workers."""

    def run(task: Task, parts: Sequence[Part]) -> Iterator[tuple[Part, Outcome]]:
        suspects = []
        for part, outcome in _scored(client, task, parts):
            if isinstance(outcome, KilledWorker):
                suspects.append(part)
            else:
                yield part, outcome
        # Dask blames all parts that a worker had when it died; one that is alone on the cluster is rightly blamed.
        for part in suspects:
            yield from _scored(client, task, [part])

    return run


def _scored(client: Client, task: Task, parts: Sequence[Part]) -> Iterator[tuple[Part, Outcome]]:
    part_of: dict[Any, Part] = {}
    keys = [f"{part.name}-{task.folder}-{token_hex(4)}" for part in parts]
    try:
        futures = client.map(score_part, [task] * len(parts), parts, key=keys, pure=False)
        part_of.update(zip(futures, parts, strict=True))
        for future in as_completed(futures):
            yield part_of[future], _outcome(future)
    finally:
        client.cancel(list(part_of))


def _outcome(future: Any) -> Outcome:
    """Return what became of a part, once that is known: a result may be lost with its worker, and is then done again."""
    try:
        return future.result()  # type: ignore[no-any-return]  # it is what `score_part` returns
    except Exception as error:  # noqa: BLE001  whatever it is, it is that part's
        return error
