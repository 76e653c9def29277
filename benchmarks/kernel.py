"""The bulk functions against copies of the same bytes: in cache and from memory, random and ordered hands, one thread and all.

Four works are measured: the compiled function alone and the public function, of `hand_points` (which writes to ``out=``)
and of `score_hands` (whose public function allocates what it returns, and so does the copy it is compared with: the compiled
function alone writes to arrays that are there). All other arrays are in place and touched before the first timed run.
"""

import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np

from benchmarks.answers import DISTRIBUTION, Sample, wrong_points, wrong_scores
from benchmarks.children import in_child
from benchmarks.copies import SCORES_BYTES, block_copy, points_copies, scores_copies
from benchmarks.machine import cores
from benchmarks.places import Place, threads_named
from benchmarks.rows import Candidate, Row, compare
from benchmarks.run import Run
from benchmarks.sizes import SIZES, Size
from solver import bulk, kernel, solve_hands
from solver.arrays import score_arrays
from solver.candidates import every_hand
from solver.closed_form import worth

X86_64: Final = ("x86_64", "amd64")
HASWELL: Final = {
    "NUMBA_CPU_NAME": "haswell",
    "NUMBA_CPU_FEATURES": "+avx,+avx2,+bmi,+bmi2,+fma,+lzcnt,+popcnt,+sse4.2",
}


def benchmark_kernel(run: Run) -> Iterator[Row]:
    """Measure the bulk functions compiled for this machine."""
    yield from _everywhere("kernel", run.size, {"random": run.sample}, sorted({1, cores()}))
    yield from _everywhere("kernel", run.size, {"ordered": run.sample.ordered()}, [1])


def benchmark_haswell(run: Run) -> Iterator[Row]:
    """Measure the same with the compiler told to target a processor without AVX-512, in a process and a cache of its own."""
    if platform.machine().lower() not in X86_64:
        reason = f"this machine is no x86-64 but {platform.machine()}"
        yield Row(benchmark="haswell", name="compiled for a Haswell", unit="hands", items=0, failure=reason, ours=False)
        return
    with TemporaryDirectory() as cache:
        yield from in_child({**HASWELL, "NUMBA_CACHE_DIR": cache}, haswell_rows, run.sample_folder, run.size.name)


def haswell_rows(folder: Path, size: str) -> list[Row]:
    """Return the rows measured in the child process, which finds the hands in `folder`."""
    return list(_everywhere("haswell", SIZES[size], {"random": Sample.load(folder, in_memory=True)}, [1]))


def benchmark_all_hands(run: Run) -> Iterator[Row]:
    """Measure the points of every hand that exists, on all cores."""
    hands = every_hand()[:: run.size.all_hands_step].copy()
    points = np.empty(hands.shape, np.uint16)

    def score() -> None:
        bulk.hand_points(hands, out=points)

    def wrong() -> int:
        points.fill(1)
        score()
        differing = wrong_points(points, solve_hands(hands).points)
        if run.size.all_hands_step == 1:
            counts = dict(zip(*(array.tolist() for array in np.unique(points, return_counts=True)), strict=True))
            differing = max(differing, sum(abs(counts.get(p, 0) - DISTRIBUTION.get(p, 0)) for p in counts | DISTRIBUTION))
        return differing

    name = f"hand_points(out=) of all {len(hands):,} hands, {threads_named(cores())}"
    yield from compare("all-hands", [Candidate(name=name, items=len(hands), run=score, wrong=wrong)], run.size.rounds)


def _everywhere(benchmark: str, size: Size, orders: Mapping[str, Sample], thread_counts: Sequence[int]) -> Iterator[Row]:
    """Measure in cache and from memory, in each order, with each number of threads."""
    with ThreadPoolExecutor(max(thread_counts)) as pool:
        for (order, sample), threads in product(orders.items(), thread_counts):
            few = sample.taken(slice(size.cache_rows * threads))
            for where, hands, passes in (("in cache", few, size.cache_passes), ("from memory", sample, 1)):
                name = f"{where}, {order}, {threads_named(threads)}"
                place = Place(name, len(hands.hands), pool, threads, passes)
                yield from _points_rows(benchmark, place, hands, size.rounds)
                yield from _scores_rows(benchmark, place, hands, size.rounds)


def _points_rows(benchmark: str, place: Place, sample: Sample, rounds: int) -> list[Row]:
    """Compare the two ways to points with copies."""
    constants = worth()
    out = np.empty(sample.hands.shape, np.uint16)

    def compiled() -> None:
        place.each(lambda rows: kernel.points_of(sample.hands[rows], out[rows], constants))

    def public() -> None:
        place.whole(lambda rows, threads: bulk.hand_points(sample.hands[rows], out=out[rows], threads=threads))

    def candidate(name: str, score: Callable[[], None]) -> Candidate:
        def wrong() -> int:
            out.fill(1)
            score()
            return wrong_points(out, sample.points)

        return Candidate(name=name, items=place.items, run=score, wrong=wrong, checked=place.rows)

    candidates = [candidate("hand_points(out=)", public), candidate("hand_points, compiled part", compiled)]
    return compare(benchmark, candidates, rounds, points_copies(sample, out, place.items, place.each), place=place.name)


def _scores_rows(benchmark: str, place: Place, sample: Sample, rounds: int) -> list[Row]:
    """Compare the two ways to scores with copies."""
    constants = worth()
    out = score_arrays(sample.hands.shape)
    pairs = out.declared.reshape(-1)

    def score(rows: slice) -> None:
        both = slice(2 * rows.start, 2 * rows.stop)
        fields = out.points[rows], out.belote[rows], out.strength[rows], pairs[both]
        kernel.scores_of(sample.hands[rows], sample.trumps[rows], *fields, constants)

    def compiled() -> None:
        place.each(score)

    def public() -> None:
        place.whole(lambda rows, threads: bulk.score_hands(sample.hands[rows], sample.trumps[rows], threads))

    def wrong_compiled() -> int:
        for field in out:
            field.fill(1)
        compiled()
        return wrong_scores(out, sample)

    def wrong_public() -> int:
        return wrong_scores(bulk.score_hands(sample.hands, sample.trumps, place.threads), sample)

    public_function = Candidate(
        name="score_hands, allocating", items=place.items, run=public, wrong=wrong_public, checked=place.rows
    )
    compiled_part = Candidate(
        name="score_hands, compiled part", items=place.items, run=compiled, wrong=wrong_compiled, checked=place.rows
    )
    new_memory = block_copy(SCORES_BYTES, "hand", len(sample.hands), place.items, place.each, allocating=True)
    return [
        *compare(benchmark, [public_function], rounds, [new_memory], place=place.name),
        *compare(benchmark, [compiled_part], rounds, scores_copies(sample, out, place.items, place.each), place=place.name),
    ]
