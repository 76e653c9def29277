"""The compiled kernel: one pass over many hands.

The functions take C-contiguous arrays in native byte order and report by their return value whether each row was within its
bounds; `bulk.py` is their caller. Each is one loop of vector code over `closed_form.py`. Imports that and `compiling`.
"""

from typing import Any

from numba import int32, uint32

from solver.closed_form import points_of_hand, score_of_hand
from solver.compiling import compiled, popcount
from solver.rules import HAND_SIZE


@compiled
def points_of(hands: Any, points: Any, worth: Any) -> Any:
    """Write the points of each of `hands` (uint32) to `points` (uint16); return whether each has at most eight cards."""
    most_cards = uint32(0)
    for row in range(hands.size):
        hand = hands[row]
        points[row] = points_of_hand(hand, worth)
        most_cards = max(most_cards, popcount(hand))
    return most_cards <= uint32(HAND_SIZE)


@compiled
def scores_of(hands: Any, trumps: Any, points: Any, belote: Any, strength: Any, declared: Any, worth: Any) -> Any:
    """Score `hands` (uint32) with `trumps` (int8); return whether each has at most eight cards and a trump in -1..3.

    Writes `points` (uint16), `belote` (uint8), `strength` (uint16) and, two masks a hand one after the other, `declared` (uint32).
    """
    most_cards, highest_trump = uint32(0), uint32(0)
    for row in range(hands.size):
        hand, trump = hands[row], int32(trumps[row])
        points[row], belote[row], strength[row], declared[2 * row], declared[2 * row + 1] = score_of_hand(hand, trump, worth)
        most_cards = max(most_cards, popcount(hand))
        highest_trump = max(highest_trump, uint32(trump + int32(1)))
    return (most_cards <= uint32(HAND_SIZE)) & (highest_trump <= uint32(4))
