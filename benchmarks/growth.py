"""Time and memory as the number of hands grows far beyond memory: chunk by chunk, one thread, buffers used again.

Each function grows in a process of its own, so that its memory is its own. The hands repeat after a pool of them, far
larger than any cache. Here the answers are checked after the runs, since the right ones would count as memory; a wrong one
prints no speed all the same.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from benchmarks.answers import Sample, first_rows, wrong_points, wrong_scores
from benchmarks.children import in_child, peak_bytes
from benchmarks.rows import LEAST_SECONDS, Row
from benchmarks.run import Run
from benchmarks.sizes import SIZES, Size
from benchmarks.timing import Spread, Work, take_turns
from solver import bulk
from solver.arrays import HandScores

_Scored = TypeVar("_Scored")

FEW: Final = 10**8
"""From so many hands on a run takes long enough to need no more than a few."""


@dataclass(frozen=True, slots=True)
class Growth:
    """One number of hands: its runs' seconds and the most memory held so far."""

    hands: int
    seconds: Spread
    peak_bytes: int | None


def benchmark_growth(run: Run) -> Iterator[Row]:
    """Measure `hand_points` with one output buffer and `score_hands`, which allocates its results for each chunk."""
    for name, grow in (("hand_points(out=)", grow_points), ("score_hands", grow_scores)):
        measured, wrong = in_child({}, grow, run.sample_folder, run.size.name)
        for growth in measured:
            yield Row(
                benchmark="growth",
                name=f"{name} of {growth.hands:,} hands, 1 thread",
                unit="hands",
                items=run.size.growth_pool if wrong else growth.hands,
                seconds=None if wrong else growth.seconds,
                wrong=wrong,
                peak_bytes=growth.peak_bytes,
            )


def grow_points(folder: Path, size_name: str) -> tuple[list[Growth], int]:
    """Grow `hand_points` over the hands in `folder`; return what was measured and how many of their answers are wrong."""
    size = SIZES[size_name]
    out = np.empty(size.growth_chunk, np.uint16)

    def score(chunk: Sample) -> NDArray[np.uint16]:
        return bulk.hand_points(chunk.hands, out=out[: len(chunk.hands)], threads=1)

    return _grown(folder, size, score, lambda points, chunk: wrong_points(points, chunk.points))


def grow_scores(folder: Path, size_name: str) -> tuple[list[Growth], int]:
    """Grow `score_hands` likewise."""

    def score(chunk: Sample) -> HandScores:
        return bulk.score_hands(chunk.hands, chunk.trumps, 1)

    return _grown(folder, SIZES[size_name], score, wrong_scores)


def _grown(
    folder: Path, size: Size, score: Callable[[Sample], _Scored], wrong: Callable[[_Scored, Sample], int]
) -> tuple[list[Growth], int]:
    """Measure ever more hands, then check the answers for every hand of the pool."""
    measured = [_measured(folder, size, score, 10**exponent) for exponent in size.growth]
    pool = _loaded(folder, min(size.growth_pool, measured[-1].hands))
    return measured, sum(wrong(score(chunk), chunk) for chunk in _chunks(pool, size.growth_chunk, len(pool.hands)))


def _measured(folder: Path, size: Size, score: Callable[[Sample], object], hands: int) -> Growth:
    """Measure one number of hands."""
    chunks = list(_chunks(_loaded(folder, min(size.growth_pool, hands)), size.growth_chunk, hands))

    def run() -> None:
        for chunk in chunks:
            score(chunk)

    [seconds] = take_turns([Work(run)], size.few_rounds if hands >= FEW else size.rounds, LEAST_SECONDS)
    return Growth(hands, Spread.of(seconds), peak_bytes())


def _loaded(folder: Path, count: int) -> Sample:
    """Return some hands and trumps in memory, their right scores mapped: a page copied from a mapped file would count twice."""
    stored = Sample.load(folder).taken(slice(count))
    return replace(stored, hands=first_rows(folder, "hands", count), trumps=first_rows(folder, "trumps", count))


def _chunks(pool: Sample, rows: int, hands: int) -> Iterator[Sample]:
    """Yield views of `rows` hands each, round and round the pool, until there were `hands`."""
    start = 0
    while hands > 0:
        chunk = pool.taken(slice(start, start + min(rows, hands)))
        yield chunk
        hands -= len(chunk.hands)
        start = (start + rows) % len(pool.hands) if len(pool.hands) > rows else 0
