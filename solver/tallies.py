"""What comes of many deals: each is dealt by its number, judged by what was heard, scored by the kernel and counted, in batches.

A block of deals has random numbers of its own, and all counts are integers, so that any number of threads comes to the same.
The solver loads only to name announcements that no deal explains.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from solver import bulk, sampling
from solver.compiling import compiled
from solver.knowledge import Declared, Knowledge
from solver.views import SEATS

BLOCK: Final = 1 << 16
"""Deals that a thread takes at a time."""
_BATCH: Final = 1 << 13
"""Deals in the arrays at a time, so that they stay in the cache."""
_PATIENCE: Final = 1 << 20
"""Draws without a deal that explains everything, after which it is time to ask whether there is one."""

WON, TIED, LOST, NOTHING = range(4)
"""How the comparison ends for one's own team; `NOTHING`: nobody declares."""


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """What some deals came to, for each of several combinations that one's own seat could declare, in exact integers."""

    samples: int
    endings: NDArray[np.int64]
    """Shape (options, 4): how many ended so."""
    sums: NDArray[np.int64]
    """Shape (options, 2, 2): the points of one's own and of the other team, and their squares."""
    differences: NDArray[np.int64]
    """Shape (options, options, 2): one's own team's points with one option less those with the other, and their squares."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.samples + other.samples,
            self.endings + other.endings,
            self.sums + other.sums,
            self.differences + other.differences,
        )


class Simulation:
    """The deals of one view, ready to be dealt and judged; every thread uses it at once."""

    def __init__(self, knowledge: Knowledge, options: Sequence[Declared], seed: int) -> None:
        """Give each deal its numbers; `options` are what one's own seat could declare."""
        others = [sampling.announcement_of(knowledge, seat) for seat in knowledge.others]
        self.knowledge = knowledge
        self.announcements = [announcement for announcement in others if announcement is not None]
        self.numbering = sampling.numbering_of(knowledge, self.announcements)
        self.own_points = np.array([sum(d.points for d in own) for own in options], np.int64)
        self.own_strengths = np.array([knowledge.strength_of(own) for own in options], np.uint16)
        self.seed = seed

    def every_deal(self, start: int, stop: int) -> Tally:
        """Return what comes of the deals of the numbers from `start` to `stop`."""
        tally = self._empty()
        for first in range(start, stop, _BATCH):
            tally += self._judged(np.arange(first, min(first + _BATCH, stop), dtype=np.uint64), _BATCH)
        return tally

    def random_deals(self, block: int, quota: int) -> Tally:
        """Return what comes of `quota` random deals, those of the stream of this block.

        Raises `ContradictionError` where no deal explains what was heard.
        """
        [key] = np.random.SeedSequence(self.seed, spawn_key=(block,)).generate_state(1, np.uint64)
        tally, drawn, numbers = self._empty(), 0, np.empty(_BATCH, np.uint64)
        while tally.samples < quota:
            sampling.draw(key, drawn, np.uint64(self.numbering.total), numbers)
            tally += self._judged(numbers, quota - tally.samples)
            drawn += _BATCH
            if drawn == _PATIENCE and not tally.samples:
                check_explainable(self.knowledge)
        return tally

    def _empty(self) -> Tally:
        options = len(self.own_points)
        shapes = (options, len(SEATS)), (options, 2, 2), (options, options, 2)
        return Tally(0, *(np.zeros(shape, np.int64) for shape in shapes))

    def _judged(self, numbers: NDArray[np.uint64], quota: int) -> Tally:
        """Return what comes of the deals of these numbers, of the first `quota` that explain everything."""
        hands = np.empty((len(SEATS), numbers.size), np.uint32)
        named = np.empty((len(SEATS), numbers.size), np.int32)
        sampling.deal(numbers, self.numbering[:-1], sampling.deposits(), hands, named)
        scores = bulk.score_hands(hands, self.knowledge.trump, threads=1, rules=self.knowledge.rules)
        strengths, points, kept = scores.strength.copy(), scores.points.copy(), np.ones(numbers.size, np.bool_)
        for said in self.announcements:
            seat, points[said.seat] = said.seat, said.points
            if said.is_best:
                _keep_best(scores.declared[seat], named[seat], said.pairs, kept)
            else:
                _keep_first(hands[seat], named[seat], said.masks, said.strengths, kept, strengths[seat])
        tally = self._empty()
        samples = _count(
            self.knowledge.seat, strengths, points, kept, quota, self.own_strengths, self.own_points,
            tally.endings, tally.sums, tally.differences,
        )  # fmt: skip
        return replace(tally, samples=int(samples))


@compiled
def _keep_best(declared: Any, named: Any, pairs: Any, kept: Any) -> None:
    """Keep the deals in which the best combination of a seat, `declared`, is the explanation `named`, or any where none is."""
    for row in range(kept.size):
        first, second = declared[row, 0], declared[row, 1]
        if named[row] >= 0:
            kept[row] &= (pairs[named[row], 0] == first) & (pairs[named[row], 1] == second)
            continue
        explained = False
        for explanation in range(len(pairs)):
            explained |= (pairs[explanation, 0] == first) & (pairs[explanation, 1] == second)
        kept[row] &= explained


@compiled
def _keep_first(hands: Any, named: Any, masks: Any, strengths: Any, kept: Any, strength: Any) -> None:
    """Keep the deals in which the first explanation that a seat holds is the one `named`, or any where none is.

    `strength` becomes that of the explanation.
    """
    for row in range(kept.size):
        explanation = 0
        while explanation < masks.size and masks[explanation] & ~hands[row]:
            explanation += 1
        if explanation == masks.size or (named[row] >= 0 and named[row] != explanation):
            kept[row] = False
        else:
            strength[row] = strengths[explanation]


@compiled
def _count(
    seat: Any, strengths: Any, points: Any, kept: Any, quota: Any, own_strengths: Any, own_points: Any, endings: Any, sums: Any,
    differences: Any,
) -> Any:  # fmt: skip
    """Add what the deals that are kept come to, `quota` of them at most, to the arrays of a `Tally`; return how many they are."""
    partner, left, right = (seat + 2) % 4, (seat + 1) % 4, (seat + 3) % 4
    options, counted, won = own_points.size, 0, np.zeros(own_points.size, np.int64)
    for row in range(kept.size):
        if not kept[row] or counted == quota:
            continue
        counted += 1
        theirs = max(strengths[left, row], strengths[right, row])
        other_points = np.int64(points[left, row]) + np.int64(points[right, row])
        for option in range(options):
            ours = max(own_strengths[option], strengths[partner, row])
            own, other = np.int64(0), np.int64(0)
            if ours > theirs:
                own = own_points[option] + np.int64(points[partner, row])
                endings[option, WON] += 1
            elif ours < theirs:
                other = other_points
                endings[option, LOST] += 1
            elif ours:
                endings[option, TIED] += 1
            else:
                endings[option, NOTHING] += 1
            won[option] = own
            sums[option, 0, 0] += own
            sums[option, 0, 1] += own * own
            sums[option, 1, 0] += other
            sums[option, 1, 1] += other * other
            for earlier in range(option):
                difference = own - won[earlier]
                differences[option, earlier, 0] += difference
                differences[option, earlier, 1] += difference * difference
    return counted


def check_explainable(knowledge: Knowledge) -> None:
    """Raise `ContradictionError` where no deal explains what was heard."""
    from solver.holdings import explained  # noqa: PLC0415  the solver loads only where there is a doubt

    explained(knowledge)
