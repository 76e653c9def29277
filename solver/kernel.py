"""The compiled kernel: one pass over many hands or deals.

The functions take C-contiguous arrays in native byte order and report by their return value whether each row was within its
bounds; `bulk.py` and `deals.py` are their callers. Each works block by block: what one loop leaves to the next stays in the
first-level cache, and each loop over `closed_form.py` or `partners.py` becomes vector code, of lanes as wide as it needs.
"""

from typing import Any

import numpy as np
from numba import int32, int64, uint32

from solver.closed_form import (
    BELOTE_CARDS,
    belote_of_hand,
    bits_below_trumps,
    carres_of,
    declared_of_hand,
    points_of_hand,
    runs_of_suit,
    trump_suit,
)
from solver.compiling import compiled, inlined, popcount, prefetch
from solver.partners import belote_of_team, score_of_team
from solver.rules import HAND_SIZE, MOST_VALIDATED

_BLOCK = 256
"""Hands or deals of a block. With larger ones the memory is idle while what they read is worked on."""
_AHEAD = 2048
"""How many hands ahead they are asked for, where so little is done with each that waiting for them would count."""
_LINE = 16
"""Hands of a cache line."""


@compiled
def points_of(hands: Any, points: Any, worth: Any) -> Any:
    """Write the points of each of `hands` (uint32) to `points` (uint16); return whether each has at most eight cards."""
    carre_cards, left = np.empty(_BLOCK, np.uint32), np.empty(_BLOCK, np.uint32)
    right = True
    for start in range(0, hands.size, _BLOCK):
        block = slice(start, min(start + _BLOCK, hands.size))
        for row in range(start + _AHEAD, min(start + _AHEAD + _BLOCK, hands.size), _LINE):
            prefetch(hands, row)
        right &= _take_carres(hands[block], carre_cards, left, worth)
        _add_points(carre_cards, left, points[block], worth)
    return right


@compiled
def scores_of(hands: Any, trumps: Any, points: Any, belote: Any, strength: Any, declared: Any, worth: Any) -> Any:
    """Score `hands` (uint32) with `trumps` (int8); return whether each has at most eight cards and a trump in -1..3.

    Writes `points` (uint16), `belote` (uint8), `strength` (uint16) and, two masks a hand one after the other, `declared` (uint32).
    """
    carre_cards, left = np.empty(_BLOCK, np.uint32), np.empty(_BLOCK, np.uint32)
    right = True
    for start in range(0, hands.size, _BLOCK):
        stop = min(start + _BLOCK, hands.size)
        block, pairs = slice(start, stop), slice(2 * start, 2 * stop)
        right &= _take_carres(hands[block], carre_cards, left, worth)
        _declare(carre_cards, left, trumps[block], strength[block], declared[pairs], worth)
        right &= _call_belote(hands[block], trumps[block], belote[block], worth)
        _add_points(carre_cards, left, points[block], worth)
    return right


@inlined
def _take_carres(hands: Any, carre_cards: Any, left: Any, worth: Any) -> Any:
    """Write the cards of each hand's Carrés and what they leave of it; return whether each has at most eight cards."""
    most_cards = uint32(0)
    for row in range(hands.size):
        hand = hands[row]
        cards = carres_of(hand, worth)
        carre_cards[row] = cards
        left[row] = uint32(hand ^ cards)
        most_cards = max(most_cards, popcount(hand))
    return most_cards <= uint32(HAND_SIZE)


@inlined
def _add_points(carre_cards: Any, left: Any, points: Any, worth: Any) -> None:
    """Write the points of each hand, and over the cards in `left` what their runs bring, suit by suit."""
    suits = left.view(np.uint8)
    for suit in range(4 * points.size):
        suits[suit] = runs_of_suit(suits[suit], worth)
    for row in range(points.size):
        points[row] = points_of_hand(left[row], carre_cards[row], worth)


@inlined
def _declare(carre_cards: Any, left: Any, trumps: Any, strength: Any, declared: Any, worth: Any) -> None:
    for row in range(trumps.size):
        cards = trump_suit(int32(trumps[row]))
        strength[row], declared[2 * row], declared[2 * row + 1] = declared_of_hand(left[row], carre_cards[row], cards, worth)


@inlined
def _call_belote(hands: Any, trumps: Any, belote: Any, worth: Any) -> Any:
    """Write the points of each hand's Belote-Rebelote; return whether each trump is in -1..3."""
    highest_trump = uint32(0)
    for row in range(hands.size):
        trump = int32(trumps[row])
        belote[row] = belote_of_hand(hands[row], trump_suit(trump), worth)
        highest_trump = max(highest_trump, uint32(trump + int32(1)))
    return highest_trump <= uint32(4)


@compiled
def deals_of(hands: Any, trumps: Any, declared: Any, called: Any, winner: Any, points: Any, belote: Any, worth: Any) -> Any:
    """Score deals; return whether each has hands of at most eight cards that share none, and a trump in -1..3.

    `hands` (uint32) has four hands a deal, one after the other, `trumps` (int8) one trump a deal; `declared` and `called` (bool)
    tell of each hand whether it declares and whether it calls Belote-Rebelote, None where all do. Writes `winner` (int8) and,
    one team after the other, `points` (uint16) and `belote` (uint8). The hands are sorted by seat first, block by block: a loop
    over four hands at a stride would not become vector code.
    """
    by_seat, speaking = np.empty(4 * _BLOCK, np.uint32), np.empty(4 * _BLOCK, np.uint32)
    right = True
    for start in range(0, trumps.size, _BLOCK):
        stop = min(start + _BLOCK, trumps.size)
        seats, teams = slice(4 * start, 4 * stop), slice(2 * start, 2 * stop)
        _sort_by_seat(hands[seats], by_seat)
        right &= _are_deals(by_seat, trumps[start:stop])
        callers = by_seat
        if called is not None:
            _keep(by_seat, called[seats], speaking)
            callers = speaking
        _call(callers, trumps[start:stop], belote[teams], worth)
        declarers = by_seat
        if declared is not None:
            _keep(by_seat, declared[seats], speaking)
            declarers = speaking
        _compare(declarers, trumps[start:stop], winner[start:stop], points[teams], worth)
    return right


@inlined
def _sort_by_seat(hands: Any, by_seat: Any) -> None:
    for deal in range(hands.size // 4):
        by_seat[deal] = hands[4 * deal]
        by_seat[_BLOCK + deal] = hands[4 * deal + 1]
        by_seat[2 * _BLOCK + deal] = hands[4 * deal + 2]
        by_seat[3 * _BLOCK + deal] = hands[4 * deal + 3]


@inlined
def _of_each_seat(by_seat: Any, deal: Any) -> Any:
    return by_seat[deal], by_seat[_BLOCK + deal], by_seat[2 * _BLOCK + deal], by_seat[3 * _BLOCK + deal]


@inlined
def _are_deals(by_seat: Any, trumps: Any) -> Any:
    """Return whether hands and trumps are in their bounds and no two hands of one deal share a card."""
    most_cards, highest_trump, shared = uint32(0), uint32(0), uint32(0)
    for deal in range(trumps.size):
        first, second, third, fourth = _of_each_seat(by_seat, deal)
        within_teams = uint32(uint32(first & third) | uint32(second & fourth))
        shared = uint32(shared | within_teams | uint32(uint32(first | third) & uint32(second | fourth)))
        most_cards = max(most_cards, popcount(first), popcount(second), popcount(third), popcount(fourth))
        highest_trump = max(highest_trump, uint32(int32(trumps[deal]) + int32(1)))
    return (most_cards <= uint32(HAND_SIZE)) & (highest_trump <= uint32(4)) & (shared == uint32(0))


@inlined
def _keep(by_seat: Any, kept: Any, speaking: Any) -> None:
    """Copy the hands that `kept` names, of one deal after the other; no cards stand for the others."""
    for seat in range(4):
        for deal in range(kept.size // 4):
            place = seat * _BLOCK + deal
            speaking[place] = by_seat[place] if kept[4 * deal + seat] else uint32(0)


@inlined
def _call(by_seat: Any, trumps: Any, belote: Any, worth: Any) -> None:
    for deal in range(trumps.size):
        first, second, third, fourth = _of_each_seat(by_seat, deal)
        pair = uint32(trump_suit(int32(trumps[deal])) & uint32(BELOTE_CARDS))
        belote[2 * deal] = belote_of_team(first, third, pair, worth)
        belote[2 * deal + 1] = belote_of_team(second, fourth, pair, worth)


@inlined
def _compare(by_seat: Any, trumps: Any, winner: Any, points: Any, worth: Any) -> None:
    """Compare the teams of each deal: seats 0 and 2 against seats 1 and 3."""
    for deal in range(trumps.size):
        first, second, third, fourth = _of_each_seat(by_seat, deal)
        trump = int32(trumps[deal])
        trumps_of_deal, to_first_suit = trump_suit(trump), bits_below_trumps(trump)
        points_0, strength_0 = score_of_team(first, third, trumps_of_deal, to_first_suit, worth)
        points_1, strength_1 = score_of_team(second, fourth, trumps_of_deal, to_first_suit, worth)
        winner[deal] = int32(strength_1 > strength_0) - int32(strength_0 == strength_1)
        points[2 * deal] = points_0 if strength_0 > strength_1 else uint32(0)
        points[2 * deal + 1] = points_1 if strength_1 > strength_0 else uint32(0)


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
