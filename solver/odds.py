"""How likely a declaration wins: deals that explain what is known, drawn at random or all of them, and what comes of each.

Every such deal is equally likely. In it each seat declares what was heard of it (of several explanations that its hand holds, the
one with the strongest declaration), a seat that may still declare its best combination, and one's own what it has declared, or
its best combination while it has yet to. Belote-Rebelote is left out: no declaration changes it.
"""

import secrets
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from math import inf, sqrt
from numbers import Real
from operator import add
from typing import Final, NoReturn

from solver.cards import as_integer, shown
from solver.knowledge import Declared, Knowledge, knowledge_of
from solver.tallies import BLOCK, LOST, NOTHING, TIED, WON, Simulation, Tally, check_explainable
from solver.threads import most_threads
from solver.views import View, team_of

FEW_DEALS: Final = 1 << 22
"""Up to so many numbers of deals are all looked at, unless a number of samples is asked for."""

MOST_SAMPLES: Final = 1 << 40
LEAST_ERROR: Final = 1e-6
"""What `samples` and `error` may ask for; beyond it there is no answer in days."""

_AT_ONCE: Final = 16
"""Blocks that wait for each thread at most, so that Ctrl-C is heard at once."""
_FIRST_BLOCKS: Final = 4
"""Blocks before the error is looked at; then their number doubles each time."""


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
    or, where there are few deals, all are looked at. At most 2**40 can be asked for, and an `error` of 1e-6 at least. The same
    `seed` gives the same answer, whatever `threads`, which is that of `score_hands`. `assume_best` says that others declared their
    best combinations, as in `strongest_possible`; so are the errors.

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
    """Return what comes of the deals, the same deals for each option of one's own seat, and whether these were all there are.

    Raises `ContradictionError` where no deal explains what was heard, `ValueError` for amounts out of their range.
    """
    workers = most_threads(threads)
    _check_amounts(samples, error, seed)
    deals = Simulation(knowledge, options, secrets.randbits(63) if seed is None else seed)
    if not deals.numbering.total:
        _raise_contradiction(knowledge)
    if samples is None and deals.numbering.total <= FEW_DEALS:
        blocks = [(start, min(start + BLOCK, deals.numbering.total)) for start in range(0, deals.numbering.total, BLOCK)]
        tally = _summed(workers, deals.every_deal, blocks)
        if not tally.samples:
            _raise_contradiction(knowledge)
        return tally, True
    if samples is not None:
        quotas = ((block, min(BLOCK, samples - start)) for block, start in enumerate(range(0, samples, BLOCK)))
        return _summed(workers, deals.random_deals, quotas), False
    tally, done = _summed(workers, deals.random_deals, [(block, BLOCK) for block in range(_FIRST_BLOCKS)]), _FIRST_BLOCKS
    while max(share(int(count), tally.samples).error for count in tally.endings[0]) > error:
        tally += _summed(workers, deals.random_deals, [(block, BLOCK) for block in range(done, 2 * done)])
        done *= 2
    return tally, False


def _check_amounts(samples: int | None, error: float, seed: int | None) -> None:
    if seed is not None and (as_integer(seed) is None or seed < 0):
        raise ValueError(f"seed={shown(seed)}: a non-negative integer, or None for a new one each time")
    if samples is not None and (as_integer(samples) is None or not 1 <= samples <= MOST_SAMPLES):
        raise ValueError(f"samples={shown(samples)}: a number of deals from 1 to 2**40, or None for as many as `error` asks for")
    if not isinstance(error, Real) or isinstance(error, bool) or not LEAST_ERROR <= error < inf:
        raise ValueError(f"error={shown(error)}: the standard error of a chance, a number of {LEAST_ERROR} at least, such as 0.001")


def _summed(workers: int, work: Callable[[int, int], Tally], blocks: Iterable[tuple[int, int]]) -> Tally:
    """Return the sum of the tallies of all blocks, of which there is one at least; few are under way at any time."""
    waiting = iter(blocks)
    tally = work(*next(waiting))
    with ThreadPoolExecutor(workers) as pool:
        while few := tuple(islice(waiting, _AT_ONCE * workers)):
            tally = reduce(add, pool.map(lambda block: work(*block), few), tally)
    return tally


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


def _raise_contradiction(knowledge: Knowledge) -> NoReturn:
    """Raise the `ContradictionError` that names the announcements."""
    check_explainable(knowledge)
    raise AssertionError("the solver explains what no deal does")
