"""How likely a declaration wins: deals that explain what is known, drawn at random or all of them, and what comes of each.

Every such deal is equally likely. In it each seat declares what was heard of it (of several explanations that its hand holds, the
one with the strongest declaration), a seat that may still declare its best combination, and one's own what it has declared, or
its best combination while it has yet to. Belote-Rebelote is left out: no declaration changes it.

Imports `sampling`, `bulk` and `knowledge`; the solver only to name the announcements that no deal explains.
"""

import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import reduce
from math import sqrt
from operator import add
from typing import Any, Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from solver import bulk, sampling
from solver.cards import as_integer
from solver.compiling import compiled
from solver.knowledge import Declared, Knowledge, knowledge_of
from solver.threads import most_threads
from solver.views import SEATS, View, team_of

FEW_DEALS: Final = 1 << 22
"""Up to so many ranks are all looked at, unless a number of samples is asked for."""

_BLOCK: Final = 1 << 16
"""Deals that a thread takes at a time; each block has random numbers of its own, so that the number of threads changes nothing."""
_BATCH: Final = 1 << 13
"""Deals in the arrays at a time, so that they stay in the cache."""
_FIRST_BLOCKS: Final = 4
"""Blocks before the error is looked at; then their number doubles each time."""
_PATIENCE: Final = 1 << 20
"""Draws without a deal that explains everything, after which it is time to ask whether there is one."""

WON, TIED, LOST, NOTHING = range(4)
"""How the comparison ends for one's own team; `NOTHING`: nobody declares."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its standard error, 0 where it is exact."""

    value: float
    error: float


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances that one's own team wins, ties exactly or loses the comparison, or that nobody declares, and expected points.

    The points are those of the declarations that count, of one's own team and of the other one. They come from `samples` deals;
    where `exact` is true, from every deal there is.
    """

    win: Estimate
    tie: Estimate
    lose: Estimate
    nothing: Estimate
    own_points: Estimate
    other_points: Estimate
    samples: int
    exact: bool


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


def estimate_odds(
    view: View,
    *,
    samples: int | None = None,
    error: float = 0.0005,
    seed: int | None = None,
    threads: int | None = None,
    assume_best: bool = False,
) -> Odds:
    """Return how likely one's own declarations win, as the player of `view` may judge it.

    `samples` is the number of deals to draw. Without it as many are drawn as bring the standard error of each chance to `error`,
    or, where there are few deals, all are looked at. The same `seed` gives the same answer, whatever `threads`, which is that of
    `score_hands`. `assume_best` says that others declared their best combinations, as in `strongest_possible`; so are the errors.

    >>> from solver.written import hand_view
    >>> chances = estimate_odds(hand_view("10o 10c 10e 10b 4o 5c 6e 12b", "oros"), samples=1000, seed=1)
    >>> chances.win.value, chances.lose.value
    (1.0, 0.0)
    """
    knowledge = knowledge_of(view, assume_best=assume_best)
    if knowledge.contest is not None:
        return _decided(knowledge)
    tally, exact = simulate(knowledge, [own_of(knowledge)], samples=samples, error=error, seed=seed, threads=threads)
    return odds_of(tally, 0, exact=exact)


def own_of(knowledge: Knowledge) -> Declared:
    """Return what one's own seat declares."""
    announced = knowledge.announced[knowledge.seat]
    return announced.shown or () if announced is not None else ()


def simulate(
    knowledge: Knowledge,
    options: Sequence[Declared],
    *,
    samples: int | None,
    error: float,
    seed: int | None,
    threads: int | None,
) -> tuple[Tally, bool]:
    """Return what comes of the deals, the same deals for each option of one's own seat, and whether these were all there are."""
    workers = most_threads(threads)
    _check_amounts(samples, error, seed)
    table = _Table(knowledge, options, secrets.randbits(63) if seed is None else seed)
    if not table.ranks.total:
        raise_contradiction(knowledge)
    if samples is None and table.ranks.total <= FEW_DEALS:
        blocks = [(start, min(start + _BLOCK, table.ranks.total)) for start in range(0, table.ranks.total, _BLOCK)]
        tally = _summed(workers, table.every_deal, blocks)
        if not tally.samples:
            raise_contradiction(knowledge)
        return tally, True
    if samples is not None:
        quotas = [(block, min(_BLOCK, samples - start)) for block, start in enumerate(range(0, samples, _BLOCK))]
        return _summed(workers, table.random_deals, quotas), False
    tally, done = _summed(workers, table.random_deals, [(block, _BLOCK) for block in range(_FIRST_BLOCKS)]), _FIRST_BLOCKS
    while max(share(int(count), tally.samples).error for count in tally.endings[0]) > error:
        tally += _summed(workers, table.random_deals, [(block, _BLOCK) for block in range(done, 2 * done)])
        done *= 2
    return tally, False


def _check_amounts(samples: int | None, error: float, seed: int | None) -> None:
    if seed is not None and (as_integer(seed) is None or seed < 0):
        raise ValueError(f"seed={seed!r}: a non-negative integer, or None for a new one each time")
    if samples is not None and (as_integer(samples) is None or samples < 1):
        raise ValueError(f"samples={samples!r}: a positive number of deals, or None for as many as `error` asks for")
    if not error > 0:
        raise ValueError(f"error={error!r}: a positive standard error of a chance, such as 0.001")


def _summed(workers: int, work: Callable[[int, int], Tally], blocks: Sequence[tuple[int, int]]) -> Tally:
    """Return the sum of the tallies of all blocks."""
    if workers == 1 or len(blocks) == 1:
        return reduce(add, (work(*block) for block in blocks))
    with ThreadPoolExecutor(min(workers, len(blocks))) as pool:
        return reduce(add, pool.map(lambda block: work(*block), blocks))


class _Table:
    """The seats of one view, ready to be dealt to and judged; every thread uses it at once."""

    def __init__(self, knowledge: Knowledge, options: Sequence[Declared], seed: int) -> None:
        others = [sampling.announcement_of(knowledge, seat) for seat in knowledge.others]
        self.knowledge = knowledge
        self.announcements = [announcement for announcement in others if announcement is not None]
        self.ranks = sampling.ranks_of(knowledge, self.announcements)
        self.own_points = np.array([sum(d.points for d in own) for own in options], np.int64)
        self.own_strengths = np.array([knowledge.strength_of(own) for own in options], np.uint16)
        self.seed = seed

    def every_deal(self, start: int, stop: int) -> Tally:
        """Return what comes of the deals of the ranks from `start` to `stop`."""
        tally = self._empty()
        for first in range(start, stop, _BATCH):
            tally += self._judged(np.arange(first, min(first + _BATCH, stop), dtype=np.uint64), _BATCH)
        return tally

    def random_deals(self, block: int, quota: int) -> Tally:
        """Return what comes of `quota` random deals, those of the stream of this block."""
        [key] = np.random.SeedSequence(self.seed, spawn_key=(block,)).generate_state(1, np.uint64)
        tally, drawn, ranks = self._empty(), 0, np.empty(_BATCH, np.uint64)
        while tally.samples < quota:
            sampling.draw(key, drawn, np.uint64(self.ranks.total), ranks)
            tally += self._judged(ranks, quota - tally.samples)
            drawn += _BATCH
            if drawn == _PATIENCE and not tally.samples:
                check_explainable(self.knowledge)
        return tally

    def _empty(self) -> Tally:
        options = len(self.own_points)
        shapes = (options, len(SEATS)), (options, 2, 2), (options, options, 2)
        return Tally(0, *(np.zeros(shape, np.int64) for shape in shapes))

    def _judged(self, ranks: NDArray[np.uint64], quota: int) -> Tally:
        """Return what comes of the deals of these ranks, of the first `quota` that explain everything."""
        hands = np.empty((len(SEATS), ranks.size), np.uint32)
        named = np.empty((len(SEATS), ranks.size), np.int32)
        sampling.deal(ranks, self.ranks[:-1], sampling.deposits(), hands, named)
        scores = bulk.score_hands(hands, self.knowledge.trump, threads=1, rules=self.knowledge.rules)
        strengths, points, kept = scores.strength.copy(), scores.points.copy(), np.ones(ranks.size, np.bool_)
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


def share(count: int, samples: int, *, exact: bool = False) -> Estimate:
    """Return a chance by how often something happened.

    The error is that of a chance as if it had happened once more and had failed to once more: none is certain by samples.
    """
    likely = (count + 1) / (samples + 2)
    return Estimate(count / samples, 0.0 if exact else sqrt(likely * (1 - likely) / samples))


def mean(total: int, squares: int, samples: int, *, exact: bool = False) -> Estimate:
    """Return a mean by the sum of the samples and of their squares."""
    spread = (squares - total * total / samples) / max(samples - 1, 1)
    return Estimate(total / samples, 0.0 if exact else sqrt(max(spread, 0.0) / samples))


def odds_of(tally: Tally, option: int, *, exact: bool) -> Odds:
    """Return what a tally says of one option."""
    n = tally.samples
    win, tie, lose, nothing = (share(count, n, exact=exact) for count in tally.endings[option].tolist())
    own, other = (mean(total, squares, n, exact=exact) for total, squares in tally.sums[option].tolist())
    return Odds(win, tie, lose, nothing, own, other, n, exact)


def _decided(knowledge: Knowledge) -> Odds:
    """Return the odds after the comparison: what it was."""
    team, decided = team_of(knowledge.seat), knowledge.contest
    winner, points = (None, (0, 0)) if decided is None else (decided.winner, decided.points)
    anybody = any(announced is not None and announced.heard for announced in knowledge.announced)
    ended = NOTHING if not anybody else TIED if winner is None else WON if winner == team else LOST
    win, tie, lose, nothing = (Estimate(float(ending == ended), 0.0) for ending in (WON, TIED, LOST, NOTHING))
    own, other = (Estimate(float(points[side]), 0.0) for side in (team, 1 - team))
    return Odds(win, tie, lose, nothing, own, other, 0, exact=True)


def check_explainable(knowledge: Knowledge) -> None:
    """Raise `ContradictionError` where no deal explains what was heard."""
    from solver.holdings import explained  # noqa: PLC0415  the solver loads only where there is a doubt

    explained(knowledge)


def raise_contradiction(knowledge: Knowledge) -> NoReturn:
    """Raise the `ContradictionError` that names the announcements."""
    check_explainable(knowledge)
    raise AssertionError("the solver explains what no deal does")
