"""A program that kills its children: each scores a file and is killed at another moment; `test_killed` starts it.

A moment is just before the system is asked to open, rename or delete a file, or after some rows were written. The program ends
with an error unless every time the target was absent or right, and right with nothing left beside it after a run that resumed.
"""

import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from solver import checkpoints, datasets, parquet_writer, score_hands, tables
from solver.batch import score_file
from solver.reading import opened

EVENTS = {"open", "os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.truncate"}


def in_child(work: Callable[[], object]) -> int:
    """Run `work` in a child, so that this process never has a thread; return its exit status, negative for a signal."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = 1
    try:
        work()
        status = 0
    except Exception as error:  # noqa: BLE001  the parent sees the status, a person this
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
    finally:
        os._exit(status)


class Run:
    """Runs from one source to one target, with rejects where the target's name says so."""

    def __init__(self, folder: Path, source: Path, name: str) -> None:
        """Score the source undisturbed, to know what is right, and how many moments there are."""
        self.source, self.target, self.expected = source, folder / name, folder / "expected" / name
        self.rejects = folder / "bad.csv"
        self.ticks = folder / "ticks"
        self.ticks.touch()
        assert in_child(self._count) == 0
        self.moments = int(self.ticks.read_text())
        self.beside = sorted(folder.iterdir())
        self.expected.parent.mkdir()
        self.target.rename(self.expected)
        self.expected_rejects = self.rejects.read_bytes()

    def score(self, tick: Callable[..., object], *, resume: bool) -> None:
        """Score; `tick` is called at every moment."""
        sys.addaudithook(lambda event, _arguments: tick() if event in EVENTS else None)
        score_file(
            self.source, self.target, "oros", threads=2, on_error="reject", rejects=self.rejects, resume=resume, progress=tick
        )

    def _count(self) -> None:
        moments = 0

        def tick(*_: object) -> None:
            nonlocal moments
            moments += 1

        self.score(tick, resume=False)
        self.ticks.write_text(str(moments))

    def killed(self, moment: int, *, resume: bool) -> bool:
        """Score in a child that is killed at a moment; return whether it was."""
        left = moment

        def tick(*_: object) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

        return in_child(lambda: self.score(tick, resume=resume)) == -signal.SIGKILL

    def goes_on(self) -> bool:
        """Resume in a child that is left alone; return whether it came to an end."""
        return in_child(lambda: self.score(lambda *_: None, resume=True)) == 0

    def is_right(self) -> bool:
        """Return whether the target has the right rows."""

        def compare() -> None:
            assert content(self.target) == content(self.expected)

        return self.target.exists() and in_child(compare) == 0

    def clear(self) -> None:
        """Remove the target and the rejects."""
        shutil.rmtree(self.target) if self.target.is_dir() else self.target.unlink(missing_ok=True)
        self.rejects.unlink(missing_ok=True)


def content(target: Path) -> pa.Table:
    """Return the rows of a file or folder."""
    if target.is_dir():
        return pq.read_table(target)
    return pa.Table.from_batches(part.batch for part in opened(target).read(0))


def main(folder: Path, source: Path, name: str, kills: int) -> None:
    """Kill runs from `source` to the file `name` at some moments between the first and the last."""
    checkpoints.PIECE_SECONDS = 0  # type: ignore[misc,assignment]
    tables.BATCH_ROWS = parquet_writer.GROUP_ROWS = 300  # type: ignore[misc,assignment]
    datasets.PART_ROWS = 600  # type: ignore[misc,assignment]
    score_hands([1])  # the machine code is there before the children are
    run = Run(folder, source, name)
    killed = 0
    for number in range(kills):
        run.clear()
        moment = number * run.moments // kills
        killed += run.killed(moment, resume=False)
        assert run.is_right() or not run.target.exists(), f"killed at moment {moment}: the target is neither absent nor right"
        run.killed(run.moments // 3, resume=True)
        assert run.is_right() or not run.target.exists(), f"killed at moment {moment} and again: neither absent nor right"
        assert run.goes_on(), f"killed at moment {moment}: it does not go on"
        assert run.is_right(), f"killed at moment {moment}: other rows than without"
        assert run.rejects.read_bytes() == run.expected_rejects, f"killed at moment {moment}: other rejects than without"
        left = {*folder.iterdir()} - {*run.beside, run.expected.parent}
        assert not left, f"killed at moment {moment}: {left} was left"
    print(killed)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
