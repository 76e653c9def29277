"""Many hands by CP-SAT: each distinct class of hands is solved once, and every hand looks its answer up.

This is the twin of `bulk.score_hands` that shares no code with the kernel, and the bulk path for rules other than the default.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.arrays import HandScores, ScoreArrays, checked, masks_at, no_trumps, raise_first_fault, score_arrays, trumps_at
from solver.candidates import relevant_cards
from solver.cards import NO_TRUMP, Trump
from solver.optimum import solve_class
from solver.rules import DEFAULT, HAND_SIZE, Rules, checked_rules

_PIECE_ROWS: Final = 1 << 18
"""Rows at a time: each such piece sorts its classes and asks for each of them once."""


def solve_classes(cards: NDArray[np.uint32], trumps: NDArray[np.int8], rules: Rules = DEFAULT) -> ScoreArrays:
    """Solve k classes, given by their relevant cards and trumps, both (k,); hands have at most two declarations."""
    scores = score_arrays(cards.shape)
    for row, (mask, trump) in enumerate(zip(cards.tolist(), trumps.tolist(), strict=True)):
        best = solve_class(mask, trump, rules)
        scores.points[row] = best.points
        scores.belote[row] = best.belote
        scores.strength[row] = best.declarations[0].strength(trump) if best.declarations else 0
        scores.declared[row, : len(best.declarations)] = [declaration.cards for declaration in best.declarations]
    return scores


def solve_hands(hands: ArrayLike, trump: Trump | ArrayLike = None, *, rules: Rules = DEFAULT) -> HandScores:
    """Score hands like `score_hands`, every distinct class solved by CP-SAT.

    Arguments, results and errors are those of `score_hands`.

    >>> solve_hands([0x0F, 0x07]).points
    array([50, 20], dtype=uint16)
    """
    checked_rules(rules)
    masks, trumps = checked(hands, trump)
    scores = score_arrays(masks.shape)
    rows: list[NDArray[Any]] = [scores.points.reshape(-1), scores.belote.reshape(-1), scores.strength.reshape(-1)]
    rows.append(scores.declared.reshape(-1, 2))
    for start in range(0, masks.size, _PIECE_ROWS):
        place = slice(start, min(start + _PIECE_ROWS, masks.size))
        piece, piece_trumps = masks_at(masks, place.start, place.stop), trumps_at(trumps, place.start, place.stop)
        if (np.bitwise_count(piece) > HAND_SIZE).any() or no_trumps(piece_trumps).any():
            raise_first_fault(masks, trumps)
        relevant = relevant_cards(piece, piece_trumps, rules).astype(np.uint64)
        classes, class_of = np.unique(relevant << 3 | (piece_trumps - NO_TRUMP).astype(np.uint64), return_inverse=True)
        solved = solve_classes((classes >> 3).astype(np.uint32), (classes & 7).astype(np.int8) + np.int8(NO_TRUMP), rules)
        answers: list[NDArray[Any]] = [*solved]
        for row, answer in zip(rows, answers, strict=True):
            row[place] = answer[class_of]
    return HandScores(*scores)
