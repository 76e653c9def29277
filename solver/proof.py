"""The proof: on every hand that exists, under every trump, the kernel's answers equal those of CP-SAT.

The kernel's side is `bulk.score_hands`, as users call it. The solver's side finds the class of each hand, solves each class by
CP-SAT and looks the hands up. How a best combination is found, the two sides share no code; what they share is what is compared:
the masks, the rules' values and the number that a declaration's strength is, which tests compare with a naive oracle.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver.arrays import HandScores, ScoreArrays
from solver.bulk import score_hands
from solver.candidates import distinct_classes, every_hand
from solver.cards import NO_TRUMP, Suit, format_hand
from solver.classes import solve_classes

TRUMPS: Final = (NO_TRUMP, *Suit)
_SHOWN: Final = 5
"""Differing hands kept of each trump."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One hand on which the two sides differ: each side's points, Belote, strength and two declarations."""

    hand: int
    trump: int
    kernel: tuple[int, ...]
    solver: tuple[int, ...]

    def __str__(self) -> str:
        trump = "no trump" if self.trump == NO_TRUMP else f"trump {Suit(self.trump).text}"
        sides = " and ".join(
            f"{name} {points} points, Belote {belote}, strength {strength}, declared "
            f"{'; '.join(format_hand(mask) for mask in declared if mask) or 'nothing'}"
            for name, (points, belote, strength, *declared) in (("kernel", self.kernel), ("CP-SAT", self.solver))
        )
        return f"{format_hand(self.hand)} ({trump}): {sides}"


@dataclass(frozen=True, slots=True)
class Proof:
    """What was compared under one trump; `differences` holds the first few of `num_differences`."""

    trump: int
    num_hands: int
    num_classes: int
    num_differences: int
    differences: tuple[Difference, ...]


def prove(
    hands: NDArray[np.uint32] | None = None,
    trumps: tuple[int, ...] = TRUMPS,
    score: Callable[[NDArray[np.uint32], int], HandScores] = score_hands,
) -> Iterator[Proof]:
    """Compare `score` with CP-SAT on `hands` (n,), by default every hand that exists, under each of `trumps`, one proof each.

    Points, Belote-Rebelote, strength and the declared cards in their order are compared.
    """
    compared = every_hand() if hands is None else hands
    for trump in trumps:
        classes = distinct_classes(compared, trump)
        solved = solve_classes(classes.cards, np.full(classes.cards.shape, trump, np.int8))
        yield _compare(compared, trump, score(compared, trump), solved, classes.class_of)


def _compare(
    hands: NDArray[np.uint32], trump: int, scores: HandScores, solved: ScoreArrays, class_of: NDArray[np.intp]
) -> Proof:
    differs = np.zeros(hands.shape, np.bool_)
    for field in ScoreArrays._fields:
        unequal = getattr(scores, field) != getattr(solved, field)[class_of]
        differs |= unequal.any(axis=1) if unequal.ndim > 1 else unequal
    first = np.flatnonzero(differs)[:_SHOWN]
    differences = tuple(
        Difference(int(hands[row]), trump, _answer(scores, row), _answer(solved, class_of[row])) for row in first
    )
    return Proof(trump, hands.size, len(solved.points), int(differs.sum()), differences)


def _answer(scores: HandScores | ScoreArrays, row: np.intp) -> tuple[int, ...]:
    return (int(scores.points[row]), int(scores.belote[row]), int(scores.strength[row]), *map(int, scores.declared[row]))
