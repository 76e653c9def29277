"""The lines of the table, and the one way to get a speed into them: the answers are right first.

`compare` is what every benchmark ends in.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from benchmarks.timing import Spread, Work, take_turns

LEAST_SECONDS: Final = 0.002
"""A turn shorter than this says more of the clock than of the work."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """The rate of a row as a part of a limit's in the same rounds: `of` is what the limit is called, `which` the row's name."""

    of: str
    which: str
    spread: Spread


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line: a speed, or wrong answers, or why there is neither, or, with no `seconds`, only that the answers are right."""

    benchmark: str
    name: str
    unit: str
    items: int
    """How many of `unit` one run works on; where there is no speed, how many answers were looked at."""
    seconds: Spread | None = None
    """What one run takes."""
    ratio: Ratio | None = None
    wrong: int = 0
    failure: str = ""
    peak_bytes: int | None = None
    """The most memory the process had held by the end of the row, where that was measured."""
    ours: bool = True
    """Whether this package answers for the row: a peer's wrong answers and failures are told, but are no fault of the suite."""
    limit: Literal["", "fastest", "slower"] = ""
    """Whether it is a limit, the one the ratios are to, or another that was measured as one."""

    @property
    def rate(self) -> float | None:
        """Items a second, by the median."""
        return None if self.seconds is None else self.items / self.seconds.median


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Something to check and then to time."""

    name: str
    items: int
    run: Callable[[], object]
    wrong: Callable[[], int]
    """Runs it and returns how many of its answers are wrong."""
    unit: str = "hands"
    checked: int | None = None
    """How many answers `wrong` looks at; None: all items."""
    prepare: Callable[[], object] | None = None
    ours: bool = True

    def row(self, benchmark: str, place: str, seconds: Sequence[float], ratio: Ratio | None) -> Row:
        """Return the row of a candidate that was right and took `seconds`."""
        name, spread = self._name(place), Spread.of(seconds)
        return Row(benchmark=benchmark, name=name, unit=self.unit, items=self.items, seconds=spread, ratio=ratio, ours=self.ours)

    def wrong_row(self, benchmark: str, place: str, wrong: int) -> Row:
        """Return the row of a candidate that was wrong: no speed."""
        items = self.items if self.checked is None else self.checked
        return Row(benchmark=benchmark, name=self._name(place), unit=self.unit, items=items, wrong=wrong, ours=self.ours)

    def _name(self, place: str) -> str:
        return f"{place}: {self.name}" if place else self.name


def compare(
    benchmark: str,
    candidates: Sequence[Candidate],
    rounds: int,
    limits: Sequence[Candidate] = (),
    *,
    of: str = "copy",
    place: str = "",
) -> list[Row]:
    """Check every candidate, then time those that were right in turns; return a row for each, limits last.

    `limits` are candidates too: the rates of all others are given as a part of the fastest one's, called `of`. `place`, where all
    of it happened, is added to the names in the rows.
    """
    everyone = [*candidates, *limits]
    wrong = [candidate.wrong() for candidate in everyone]
    right = [number for number, count in enumerate(wrong) if not count]
    timed = take_turns([Work(everyone[number].run, everyone[number].prepare) for number in right], rounds, LEAST_SECONDS)
    seconds = dict(zip(right, timed, strict=True))
    limit = min(
        (number for number in right if number >= len(candidates)),
        key=lambda number: Spread.of(seconds[number]).median / everyone[number].items,
        default=None,
    )
    rows = []
    for number, candidate in enumerate(everyone):
        if number not in seconds:
            rows.append(candidate.wrong_row(benchmark, place, wrong[number]))
            continue
        ratio = None
        if limit is not None and number != limit:
            scale = candidate.items / everyone[limit].items
            parts = [scale * whole / part for whole, part in zip(seconds[limit], seconds[number], strict=True)]
            ratio = Ratio(of, everyone[limit].name, Spread.of(parts))
        row = candidate.row(benchmark, place, seconds[number], ratio)
        if number >= len(candidates):
            row = replace(row, limit="fastest" if number == limit else "slower")
        rows.append(row)
    return rows
