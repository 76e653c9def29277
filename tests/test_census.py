"""Over all 10,518,300 hands: the distribution of points, and the hands that need a tie broken."""

from math import comb

import numpy as np
import oracle
import pytest

from solver import hand_points, score_hands
from solver.candidates import every_hand, relevant_cards

DISTRIBUTION = {
    0: 8_039_301, 20: 1_939_144, 40: 56_154, 50: 309_868, 70: 8_016, 100: 123_110, 120: 1_712,
    150: 20_218, 170: 284, 200: 20_188, 220: 292, 250: 8, 300: 4, 350: 1,
}  # fmt: skip


@pytest.fixture(scope="module")
def hands():
    return every_hand()


def test_every_hand_is_there_once_in_order(hands):
    assert (hands.dtype, hands.shape) == (np.uint32, (comb(32, 8),))
    assert (hands[1:] > hands[:-1]).all()
    assert (np.bitwise_count(hands) == 8).all()


def test_the_distribution_over_all_hands(hands):
    points, counts = np.unique(hand_points(hands), return_counts=True)
    assert dict(zip(points.tolist(), counts.tolist(), strict=True)) == DISTRIBUTION


@pytest.mark.parametrize("trump", [-1, 2])
def test_the_distribution_is_the_same_with_scores(hands, trump):
    scores = score_hands(hands, trump)
    points, counts = np.unique(scores.points, return_counts=True)
    assert dict(zip(points.tolist(), counts.tolist(), strict=True)) == DISTRIBUTION
    held = 0 if trump == -1 else comb(30, 6)
    assert np.unique(scores.belote, return_counts=True)[1].tolist() == [n for n in (len(hands) - held, held) if n]
    assert ((scores.strength == 0) == (scores.points == 0)).all()
    assert ((scores.declared[:, 0] == 0) == (scores.points == 0)).all()
    assert not (scores.declared & ~hands[:, None]).any()
    assert not (scores.declared[:, 0] & scores.declared[:, 1]).any()


def test_the_hands_hold_1662_distinct_sets_of_cards_that_matter(hands):
    classes = np.unique(relevant_cards(hands))
    assert len(classes) == 1_662
    suits = np.sort(classes[:, None] >> np.arange(0, 32, 8, dtype=np.uint32) & 0xFF, axis=1)
    assert len(np.unique(suits, axis=0)) == 235


@pytest.mark.parametrize("trump", [-1, 0, 1, 2, 3])
def test_every_distinct_set_scores_as_the_oracle_says(hands, trump):
    classes = np.unique(relevant_cards(hands))
    best = [oracle.best(oracle.from_mask(int(mask)), oracle.TRUMPS[trump + 1]) for mask in classes]
    scores = score_hands(classes, trump)
    declared = [[oracle.to_mask(d.cards) for d in combination.declarations] for combination in best]
    assert scores.points.tolist() == hand_points(classes).tolist() == [combination.points for combination in best]
    assert scores.belote.tolist() == [combination.belote for combination in best]
    assert scores.declared.tolist() == [[*masks, 0, 0][:2] for masks in declared]
