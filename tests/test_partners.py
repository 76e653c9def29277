"""The closed form of two partners is that of each hand put together: on every pair of hands that can matter, not on some."""

from itertools import product

import numpy as np
import pytest
from numba import int32, njit

from solver import score_hands
from solver.candidates import distinct_classes, every_hand
from solver.closed_form import bits_below_trumps, trump_suit, worth
from solver.partners import score_of_team


@njit(error_model="numpy")
def scores_of_teams(first, second, trump, points, strength, constants):
    trumps, to_first_suit = trump_suit(int32(trump)), bits_below_trumps(int32(trump))
    for row in range(first.size):
        points[row], strength[row] = score_of_team(first[row], second[row], trumps, to_first_suit, constants)


def assert_as_by_hand(first, second, trump):
    points, strength = np.empty(len(first), np.uint32), np.empty(len(first), np.uint32)
    scores_of_teams(first, second, trump, points, strength, worth())
    one, two = score_hands(first, trump), score_hands(second, trump)
    assert (points == one.points.astype(np.uint32) + two.points).all()
    assert (strength == np.maximum(one.strength, two.strength)).all()


@pytest.mark.parametrize("trump", range(-1, 4))
def test_every_two_sets_of_relevant_cards(trump):
    cards = distinct_classes(every_hand()).cards
    first, second = (side.ravel() for side in np.meshgrid(cards, cards))
    disjoint = first & second == 0
    assert disjoint.sum() > 400_000
    assert_as_by_hand(first[disjoint], second[disjoint], trump)


@pytest.mark.parametrize("suit", range(4))
@pytest.mark.parametrize("trump", [-1, 0, 3])
def test_every_way_to_share_a_suit(suit, trump):
    """Each card with the one, the other or neither: runs of different hands never join, whatever lies between them."""
    holders = np.array(list(product(range(3), repeat=8)))
    first, second = ((holders == who) @ (1 << np.arange(8)) for who in (1, 2))
    assert_as_by_hand(*((side << 8 * suit).astype(np.uint32) for side in (first, second)), trump)
