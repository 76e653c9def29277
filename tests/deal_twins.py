"""Deals by the thousand without the kernel: the pure functions over arrays, each distinct combination and contest asked once.

What two hands have in common is decided here by the rules' own words, not by the package's: the cards of Suivis and of worthy
Carrés. `check_deals.py` and the tests compare `score_deals` with this.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from solver import Declaration, best_combination, contest, score_deals
from solver.declarations import belote_points
from solver.rules import DEFAULT, Rules

NOT_A_FOUR = 0xFEFEFEFE
"""Every card but the 4s: a 4 follows no card of its suit."""
WORTHLESS_CARRES = 0b11
"""Four 4s and four 5s."""


@dataclass
class Scores:
    """What `score_deals` tells of deals, and which of them are exact ties or have declarations on both sides."""

    winner: np.ndarray
    points: np.ndarray
    belote: np.ndarray
    both_declare: np.ndarray

    @property
    def exact_tie(self) -> np.ndarray:
        """Return which deals are exact ties: both declared and neither won."""
        return self.both_declare & (self.winner == -1)


def cards_that_matter(hands: np.ndarray) -> np.ndarray:
    """Return the cards of each hand that stand in some declaration."""
    hands = hands.astype(np.uint64)
    second = hands & hands << np.uint64(1) & np.uint64(NOT_A_FOUR)
    third = second & second << np.uint64(1)
    fours = hands & hands >> np.uint64(8) & hands >> np.uint64(16) & hands >> np.uint64(24) & np.uint64(0xFF & ~WORTHLESS_CARRES)
    cards = third | third >> np.uint64(1) | third >> np.uint64(2) | fours * np.uint64(0x01010101)
    return cards.astype(np.uint32)


def scores_by_pure_functions(
    hands: np.ndarray,
    trumps: np.ndarray,
    declared: np.ndarray | None = None,
    called: np.ndarray | None = None,
    rules: Rules = DEFAULT,
) -> Scores:
    """Score deals, uint32 (n, 4) with trumps (n,), by `best_combination`, `contest` and `belote_points`."""
    cards = cards_that_matter(hands)
    if declared is not None:
        cards = np.where(declared, cards, np.uint32(0))
    distinct, kind_of = np.unique(cards, return_inverse=True)
    kinds = kind_of.reshape(cards.shape).astype(np.int64)
    packed = trumps.astype(np.int64) + 1
    for seat in range(4):
        packed = packed * len(distinct) + kinds[:, seat]
    _, first, same_as = np.unique(packed, return_index=True, return_inverse=True)
    decide = _decider([int(mask) for mask in distinct], rules)
    decided = np.array([decide(kinds[deal].tolist(), int(trumps[deal])) for deal in first.tolist()])[same_as]
    return Scores(
        winner=decided[:, 0].astype(np.int8),
        points=decided[:, 1:3].astype(np.uint16),
        belote=_belote(hands, trumps, called, rules),
        both_declare=decided[:, 3].astype(bool),
    )


def _decider(masks: Sequence[int], rules: Rules):
    """Return a function from four kinds of hands and a trump to the winner, both teams' points and whether both declare."""

    @cache
    def declarations(kind: int, trump: int) -> tuple[Declaration, ...]:
        return best_combination(masks[kind], trump, rules).declarations

    def decide(kinds: Sequence[int], trump: int) -> tuple[int, int, int, bool]:
        team0, team1 = (declarations(kinds[team], trump) + declarations(kinds[team + 2], trump) for team in (0, 1))
        result = contest(team0, team1, trump, rules)
        return -1 if result.winner is None else result.winner, *result.points, bool(team0) and bool(team1)

    return decide


def _belote(hands: np.ndarray, trumps: np.ndarray, called: np.ndarray | None, rules: Rules) -> np.ndarray:
    """Return each team's Belote-Rebelote: of a hand's 11s and 12s and the trump, each distinct case is asked once."""
    by_hand = np.zeros(hands.shape, np.uint8)
    for trump in range(-1, 4):
        here = trumps == trump
        court = hands[here] & np.uint32(0x60606060)
        distinct, case = np.unique(court, return_inverse=True)
        points = np.array([belote_points(mask, trump, rules) for mask in distinct.tolist()], np.uint8)
        by_hand[here] = points[case.reshape(court.shape)]
    if called is not None:
        by_hand[~called] = 0
    return np.stack([by_hand[:, team] + by_hand[:, team + 2] for team in (0, 1)], axis=1)


def assert_same_scores(hands, trumps, declared=None, called=None, rules: Rules = DEFAULT, **options: object) -> Scores:
    """Check that `score_deals` gives what the pure functions give, and return it."""
    expected = scores_by_pure_functions(hands, trumps, declared, called, rules)
    found = score_deals(hands, trumps, declared=declared, belote_called=called, rules=rules, **options)
    for name in ("winner", "points", "belote"):
        differ = np.flatnonzero((getattr(found, name) != getattr(expected, name)).reshape(len(hands), -1).any(axis=1))
        if differ.size:
            deal = int(differ[0])
            raise AssertionError(
                f"{name} of {differ.size} deals differs, first hands={hands[deal].tolist()} trump={int(trumps[deal])}: "
                f"{getattr(found, name)[deal]}, by the pure functions {getattr(expected, name)[deal]}"
            )
    return expected
