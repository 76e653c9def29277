"""The declarations of two partners as a closed form, written for the compiler.

A team is scored at once, not hand by hand. Partners hold different cards, so the sets that `closed_form.py` reads off a hand can
be joined, and from ``top_2`` on they lead from one to the next as they do for one hand: the lowest card of a run, which ends
nothing, keeps the runs of different hands apart. How many cards such a set has gives the points; the last one that is not empty
has the strongest run. No cards, 0, stand for the hand of a player who declares, or calls, nothing.

As in `closed_form.py` everything is 32-bit lanes without tables and branches; `kernel.py` holds the loops.
"""

from typing import Any

from numba import uint32

from solver.closed_form import EXPONENT_OF_1, FIRST_SUIT, MANTISSA, carres_of, longer_than, pairs_of
from solver.compiling import float_bits, inlined, popcount
from solver.declarations import LENGTH_SHIFT, TOP_SHIFT


@inlined
def score_of_team(first: Any, second: Any, trumps: Any, to_first_suit: Any, worth: Any) -> Any:
    """Return the points of what two hands declare, and the strength of the strongest declaration.

    `trumps` are the cards of the trump suit, none without trumps; moved down by `to_first_suit` bits they are cards of the first.
    """
    carre_cards, others_carre_cards = carres_of(first, worth), carres_of(second, worth)
    carres = uint32(uint32(carre_cards | others_carre_cards) & uint32(FIRST_SUIT))
    top_2, others_top_2 = pairs_of(uint32(first ^ carre_cards)), pairs_of(uint32(second ^ others_carre_cards))
    top_3, top_4, top_5, top_6, top_7, top_8 = longer_than(uint32(top_2 | others_top_2))
    tops = uint32(top_3 & ~uint32(top_3 >> uint32(1)))  # the top card of each run
    tops_4, tops_5 = uint32(tops & top_4), uint32(tops & top_5)
    not_of_8 = uint32(tops & ~top_8)  # a run of eight is declared as five and three
    tops_6, tops_7 = uint32(not_of_8 & top_6), uint32(not_of_8 & top_7)
    strength = _strength_of_runs(tops, tops_4, tops_5, tops_6, tops_7, trumps, to_first_suit, worth)
    strength = _strength_of_carres(carres, worth) if carres else strength
    return uint32(_points_of_runs(tops, tops_4, tops_5, top_8, worth) + _points_of_carres(carres, worth)), strength


@inlined
def _points_of_runs(tops: Any, tops_4: Any, tops_5: Any, top_8: Any, worth: Any) -> Any:
    """Return the points of runs, card by card: a run of eight has the third card of a run twice."""
    thirds = uint32(uint32(popcount(tops) + popcount(top_8)) * uint32(worth.third_card))
    fourths = uint32(popcount(tops_4) * uint32(worth.fourth_card))
    fifths = uint32(popcount(tops_5) * uint32(worth.fifth_card))
    return uint32(uint32(thirds + uint32(fourths + fifths)) * uint32(worth.run_unit))


@inlined
def _strength_of_runs(
    tops: Any, tops_4: Any, tops_5: Any, tops_6: Any, tops_7: Any, trumps: Any, to_first_suit: Any, worth: Any
) -> Any:
    """Return the strength of the strongest run of those with these top cards, 0 where there is none."""
    longest = tops_4 or tops
    longest = tops_5 or longest
    longest = tops_6 or longest
    longest = tops_7 or longest
    strength = uint32(worth.run_4) if tops_4 else uint32(worth.run_3)
    strength = uint32(worth.run_5) if tops_5 else strength
    past_5 = uint32(min(tops_6, uint32(1)) + min(tops_7, uint32(1)))
    strength = uint32(strength + uint32(past_5 << uint32(LENGTH_SHIFT)))

    of_trumps = uint32(uint32(longest & trumps) >> to_first_suit)
    ranks = uint32(longest | uint32(longest >> uint32(16)))
    ranks = uint32(uint32(ranks | uint32(ranks >> uint32(8))) & uint32(FIRST_SUIT))
    # The highest rank is one of a trump if the trumps' ranks, doubled, exceed all ranks: without it, they stay below the highest.
    is_trump = uint32(1) if uint32(of_trumps << uint32(1)) > ranks else uint32(0)
    strength = uint32(strength + uint32(_highest(ranks) + is_trump))
    return strength if tops else uint32(0)


@inlined
def _points_of_carres(carres: Any, worth: Any) -> Any:
    """Return the points of Carrés of these ranks, the bits of one suit."""
    points = uint32(popcount(carres) * uint32(worth.common_points))
    points = uint32(points + (uint32(worth.dear_points) if uint32(carres & uint32(worth.dear)) else uint32(0)))
    return uint32(points + (uint32(worth.dearest_points) if uint32(carres & uint32(worth.dearest)) else uint32(0)))


@inlined
def _strength_of_carres(carres: Any, worth: Any) -> Any:
    """Return the strength of the strongest Carré of one or more ranks, the bits of one suit."""
    strength = uint32(uint32(worth.carre) + _highest(carres))
    strength = uint32(worth.dear_carre) if uint32(carres & uint32(worth.dear)) else strength
    return uint32(worth.dearest_carre) if uint32(carres & uint32(worth.dearest)) else strength


@inlined
def _highest(ranks: Any) -> Any:
    """Return the highest of some ranks where it stands in a strength: as floating-point numbers they have it in their exponent."""
    return uint32(uint32(uint32(float_bits(ranks) >> uint32(MANTISSA)) - uint32(EXPONENT_OF_1)) << uint32(TOP_SHIFT))


@inlined
def belote_of_team(first: Any, second: Any, pair: Any, worth: Any) -> Any:
    """Return the points of Belote-Rebelote of two hands; `pair` is the 11 and 12 of trumps, none without trumps."""
    held, others = uint32(first & pair), uint32(second & pair)
    second_card = uint32(uint32(held & uint32(held - uint32(1))) | uint32(others & uint32(others - uint32(1))))
    return uint32(worth.belote) if second_card else uint32(0)
