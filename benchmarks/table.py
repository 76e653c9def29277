"""What a player at the table asks: what the others can hold, by CP-SAT over whole deals, and the odds, by random deals.

On a fresh view the right answers about holdings are plain: each other seat can hold whatever has none of one's own cards. The odds
are held against deals that NumPy shuffles and `score_deals` compares.
"""

from collections.abc import Callable, Iterator
from math import sqrt
from typing import Final

import numpy as np

from benchmarks.answers import SEED
from benchmarks.machine import cores
from benchmarks.places import threads_named
from benchmarks.rows import Candidate, Row, compare
from benchmarks.run import Run
from solver import (
    Odds,
    can_be_beaten,
    contest,
    estimate_odds,
    hand_view,
    most_points_possible,
    possible_declarations,
    score_deals,
    strongest_possible,
)
from solver.cards import FULL_DECK, cards_in
from solver.declarations import declarations_of
from solver.knowledge import knowledge_of
from solver.rules import HAND_SIZE
from solver.views import View

HAND: Final = "7o 10o 11o 4c 5e 12b 1c 6b"
CHECKED_DEALS: Final = 20_000
SIGMAS: Final = 5
"""Standard errors by which odds may be off before they count as wrong."""
ROUNDING: Final = 1e-9


def benchmark_holdings(run: Run) -> Iterator[Row]:
    """Measure the four questions about holdings, on fresh views."""
    views = [hand_view(hand, "oros") for hand in run.sample.hands[: run.size.views].tolist()]

    def candidate(question: Callable[[View], object], is_wrong: Callable[[View], bool]) -> Candidate:
        return Candidate(
            name=question.__name__,
            unit="views",
            items=len(views),
            run=lambda: [question(view) for view in views],
            wrong=lambda: sum(is_wrong(view) for view in views),
        )

    candidates = [
        candidate(strongest_possible, _is_wrong_strongest),
        candidate(possible_declarations, _is_wrong_list),
        candidate(most_points_possible, _is_wrong_points),
        candidate(can_be_beaten, _is_wrong_challenge),
    ]
    yield from compare("holdings", candidates, run.size.few_rounds)


def _strengths(view: View) -> list[int]:
    """Return the strengths of all declarations that another seat can hold on a fresh view, ascending."""
    return sorted(d.strength(view.trump) for d in declarations_of(view.rules).values() if not d.cards & view.dealt)


def _is_wrong_strongest(view: View) -> bool:
    found = strongest_possible(view).seats[1:]
    return any(possible is None or possible.declaration.strength(view.trump) != _strengths(view)[-1] for possible in found)


def _is_wrong_list(view: View) -> bool:
    held = possible_declarations(view).held[1:]
    return any(sorted(p.declaration.strength(view.trump) for p in every) != _strengths(view) for every in held)


def _is_wrong_points(view: View) -> bool:
    for most in most_points_possible(view):
        first, second, third, last = most.witness.declared
        if contest(first + third, second + last, view.trump).points[most.team] != most.points:
            return True
    return False


def _is_wrong_challenge(view: View) -> bool:
    knowledge = knowledge_of(view)
    own = max((d.strength(view.trump) for d in knowledge.best_of(view.dealt)), default=0)
    return bool(can_be_beaten(view)) != (_strengths(view)[-1] > own)


def benchmark_odds(run: Run) -> Iterator[Row]:
    """Measure random deals, drawn and compared: knowing one's own hand only, and with announcements that narrow the deals down."""
    heard = {
        "one's own hand known": [],
        "Suivi 50 heard": ["1: suivi 50"],
        "Suivi 20 heard of all": ["1: suivi 20", "2: suivi 20", "3: suivi 20"],
    }
    for threads in sorted({1, cores()}):
        place, count = threads_named(threads), run.size.odds_deals
        candidates = [_odds(f"{name}, {place}", said, threads, count) for name, said in heard.items()]
        yield from compare("odds", candidates, run.size.few_rounds)


def _odds(name: str, heard: list[str], threads: int, count: int) -> Candidate:
    view = hand_view(HAND, "oros", heard=heard)

    def draw() -> Odds:
        return estimate_odds(view, samples=count, seed=SEED, threads=threads)

    return Candidate(name=name, unit="deals", items=count, run=draw, wrong=lambda: _wrong_odds(draw(), heard), checked=3)


def _wrong_odds(odds: Odds, heard: list[str]) -> int:
    """Return how many chances are not those of shuffled deals, for a hand about whose others nothing is heard; else their sum."""
    found = [odds.win, odds.tie, odds.lose]
    if heard:
        return 0 if abs(sum(chance.value for chance in found) - 1) < ROUNDING else 1
    view = hand_view(HAND, "oros")
    unseen = np.array(list(cards_in(FULL_DECK & ~view.dealt)), np.uint32)
    deals = np.random.default_rng(SEED).permuted(np.broadcast_to(unseen, (CHECKED_DEALS, unseen.size)), axis=1)
    others = np.bitwise_or.reduce(deals.reshape(CHECKED_DEALS, 3, HAND_SIZE), axis=2)
    hands = np.concatenate([np.full((CHECKED_DEALS, 1), view.dealt, np.uint32), others], axis=1)
    winners = score_deals(hands, view.trump).winner
    shares = [np.count_nonzero(winners == winner) / CHECKED_DEALS for winner in (0, -1, 1)]
    errors = [sqrt(share * (1 - share) / CHECKED_DEALS) for share in shares]
    return sum(
        bool(abs(chance.value - share) > SIGMAS * (chance.error + error))
        for chance, share, error in zip(found, shares, errors, strict=True)
    )
