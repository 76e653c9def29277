"""The compiled kernel: one pass over many hands or deals.

The functions take C-contiguous arrays in native byte order and report by their return value whether each row was within its
bounds; `bulk.py` and `deals.py` are their callers. Each loop over `closed_form.py` becomes vector code. Imports that and
`compiling`.
"""

from typing import Any

import numpy as np
from numba import int32, int64, uint32

from solver.closed_form import points_of_hand, score_of_hand
from solver.compiling import compiled, inlined, popcount
from solver.rules import HAND_SIZE, MOST_VALIDATED


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


_BLOCK_DEALS = 1024
"""Deals scored at a time: what is kept of their hands meanwhile stays in the first-level cache."""
_BELOTE = 1 << 15
"""Stands beside the points of a hand, which fit the bits below, where it scores Belote-Rebelote."""


@compiled
def deals_of(hands: Any, trumps: Any, declared: Any, called: Any, winner: Any, points: Any, belote: Any, worth: Any) -> Any:
    """Score deals; return whether each has hands of at most eight cards that share none, and a trump in -1..3.

    `hands` (uint32) has four hands a deal, one after the other, `trumps` (int8) one trump a deal; `declared` and `called` (bool)
    tell of each hand whether it declares and whether it calls Belote-Rebelote, None where all do. Writes `winner` (int8) and,
    one team after the other, `points` (uint16) and `belote` (uint8). Between its steps the deals go through small arrays of one
    value a hand: a single loop over four hands at a stride would not become vector code.
    """
    seat_trumps = np.empty(4 * _BLOCK_DEALS, np.int8)
    strengths, scores = np.empty(4 * _BLOCK_DEALS, np.uint16), np.empty(4 * _BLOCK_DEALS, np.uint16)
    right = True
    for start in range(0, trumps.size, _BLOCK_DEALS):
        stop = min(start + _BLOCK_DEALS, trumps.size)
        seats, teams = slice(4 * start, 4 * stop), slice(2 * start, 2 * stop)
        _repeat_for_seats(trumps[start:stop], seat_trumps)
        right &= _hands_of_deals(hands[seats], seat_trumps, strengths, scores, worth)
        right &= _are_disjoint(hands[seats])
        if declared is not None:
            _leave_out(strengths, declared[seats], uint32(0))
            _leave_out(scores, declared[seats], uint32(_BELOTE))
        if called is not None:
            _leave_out(scores, called[seats], uint32(_BELOTE - 1))
        _contests(strengths, scores, winner[start:stop], points[teams], belote[teams], worth)
    return right


@inlined
def _repeat_for_seats(trumps: Any, seat_trumps: Any) -> None:
    for deal in range(trumps.size):
        trump = trumps[deal]
        seat_trumps[4 * deal] = trump
        seat_trumps[4 * deal + 1] = trump
        seat_trumps[4 * deal + 2] = trump
        seat_trumps[4 * deal + 3] = trump


@inlined
def _hands_of_deals(hands: Any, trumps: Any, strengths: Any, scores: Any, worth: Any) -> Any:
    """Write the strength of each hand, and its points with `_BELOTE`; return whether hands and trumps are in their bounds."""
    most_cards, highest_trump = uint32(0), uint32(0)
    for row in range(hands.size):
        hand, trump = hands[row], int32(trumps[row])
        points, belote, strengths[row], _, _ = score_of_hand(hand, trump, worth)
        scores[row] = uint32(points | (uint32(_BELOTE) if belote else uint32(0)))
        most_cards = max(most_cards, popcount(hand))
        highest_trump = max(highest_trump, uint32(trump + int32(1)))
    return (most_cards <= uint32(HAND_SIZE)) & (highest_trump <= uint32(4))


@inlined
def _are_disjoint(hands: Any) -> Any:
    """Return whether no two hands of one deal share a card."""
    shared = uint32(0)
    for deal in range(hands.size // 4):
        first, second, third, fourth = hands[4 * deal], hands[4 * deal + 1], hands[4 * deal + 2], hands[4 * deal + 3]
        within_teams = uint32(uint32(first & third) | uint32(second & fourth))
        shared = uint32(shared | within_teams | uint32(uint32(first | third) & uint32(second | fourth)))
    return shared == uint32(0)


@inlined
def _leave_out(values: Any, kept: Any, otherwise: Any) -> None:
    """Keep of the value of each hand that `kept` does not name only the bits of `otherwise`."""
    for row in range(kept.size):
        values[row] = values[row] if kept[row] else uint32(values[row] & otherwise)


@inlined
def _contests(strengths: Any, scores: Any, winner: Any, points: Any, belote: Any, worth: Any) -> None:
    """Compare the teams of each deal: seats 0 and 2 against seats 1 and 3."""
    for deal in range(winner.size):
        best_0 = max(uint32(strengths[4 * deal]), uint32(strengths[4 * deal + 2]))
        best_1 = max(uint32(strengths[4 * deal + 1]), uint32(strengths[4 * deal + 3]))
        sum_0 = uint32(_points(scores[4 * deal]) + _points(scores[4 * deal + 2]))
        sum_1 = uint32(_points(scores[4 * deal + 1]) + _points(scores[4 * deal + 3]))
        winner[deal] = int32(best_1 > best_0) - int32(best_0 == best_1)
        points[2 * deal] = sum_0 if best_0 > best_1 else uint32(0)
        points[2 * deal + 1] = sum_1 if best_1 > best_0 else uint32(0)
        belote[2 * deal] = _belote(scores[4 * deal], scores[4 * deal + 2], worth)
        belote[2 * deal + 1] = _belote(scores[4 * deal + 1], scores[4 * deal + 3], worth)


@inlined
def _points(score: Any) -> Any:
    return uint32(uint32(score) & uint32(_BELOTE - 1))


@inlined
def _belote(score: Any, partners_score: Any, worth: Any) -> Any:
    either = uint32(uint32(uint32(score) | uint32(partners_score)) & uint32(_BELOTE))
    return uint32(worth.belote) if either else uint32(0)


@compiled
def settlements_of(
    points: Any, belote: Any, takers: Any, made: Any, trick_points: Any, scores: Any, failed: Any, most: Any, whole_belote: Any
) -> Any:
    """Settle deals; return whether the figures of each are ones that a deal can bring.

    `points`, `belote` and `trick_points` have a figure for one team after the other, `takers` a team a deal, all of any integer
    type; `made` is bool. `failed` is what the defenders score in a failed contract, `most` what the trick points can be together,
    `whole_belote` what Belote-Rebelote brings. Writes `scores` (uint16), one team after the other.
    """
    right = True
    for deal in range(takers.size):
        won_0, won_1 = int64(points[2 * deal]), int64(points[2 * deal + 1])
        tricks_0, tricks_1 = int64(trick_points[2 * deal]), int64(trick_points[2 * deal + 1])
        belote_0, belote_1 = int64(belote[2 * deal]), int64(belote[2 * deal + 1])
        taker = int64(takers[deal])
        right &= (tricks_0 >= 0) & (tricks_1 >= 0) & (tricks_0 <= most) & (tricks_1 <= most - tricks_0)
        right &= (min(won_0, won_1) == 0) & (max(won_0, won_1) <= MOST_VALIDATED)
        right &= (min(belote_0, belote_1) == 0) & ((belote_0 + belote_1 == 0) | (belote_0 + belote_1 == whole_belote))
        right &= (taker == 0) | (taker == 1)
        defended = failed + won_0 + won_1
        scores[2 * deal] = belote_0 + (tricks_0 + won_0 if made[deal] else defended * taker)
        scores[2 * deal + 1] = belote_1 + (tricks_1 + won_1 if made[deal] else defended * (1 - taker))
    return right
