"""Repeated runs and their spread: the standard library's `timeit`, several works taking turns so that drift hits all of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from timeit import Timer

import numpy as np


@dataclass(frozen=True, slots=True)
class Spread:
    """Median and spread of repeated runs."""

    median: float
    lower: float
    """The lower quartile."""
    upper: float
    """The upper quartile."""
    least: float
    most: float
    runs: int

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        """Return the spread of one or more values."""
        least, lower, median, upper, most = np.quantile(values, (0, 0.25, 0.5, 0.75, 1)).tolist()
        return cls(median, lower, upper, least, most, len(values))


@dataclass(frozen=True, slots=True)
class Work:
    """What is timed: `run`, each time after an untimed `prepare` where there is one."""

    run: Callable[[], object]
    prepare: Callable[[], object] | None = None


def take_turns(works: Sequence[Work], rounds: int, least_seconds: float) -> list[list[float]]:
    """Return the seconds of one run of each work, for each of `rounds` rounds in which every work has its turn.

    A turn lasts at least `least_seconds`: short works are run several times in it, and once or twice before the first round to
    see how often; those to prepare are run once a turn. The order is another one in each round, since what ran before leaves its
    arrays in the cache.
    """
    generator = np.random.default_rng(0)
    numbers = [_runs_in_a_turn(work, least_seconds) for work in works]
    seconds: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for place in generator.permutation(len(works)).tolist():
            seconds[place].append(_timed(works[place], numbers[place]))
    return seconds


def _timed(work: Work, number: int) -> float:
    if work.prepare is not None:
        work.prepare()
    return Timer(work.run).timeit(number) / number


def _runs_in_a_turn(work: Work, least_seconds: float) -> int:
    if work.prepare is not None or (once := _timed(work, 1)) >= least_seconds:
        return 1
    return ceil(least_seconds / min(once, _timed(work, 1)))
