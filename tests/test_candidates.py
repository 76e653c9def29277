"""The candidates of many hands at once: which are held, which cards matter, which classes are distinct."""

import numpy as np
import oracle
import pytest

from solver import Rules
from solver.candidates import held_candidates, relevant_cards
from solver.catalogue import catalogue


def masks(*texts):
    return np.array([oracle.to_mask(oracle.read(text)) for text in texts], dtype=np.uint32)


def test_held_candidates_are_the_oracles(random_hands):
    hands = random_hands[:1000]
    held = held_candidates(hands)
    assert (held.dtype, held.shape) == (np.bool_, (1000, 90))
    for hand, row in zip(hands.tolist(), held, strict=True):
        expected = {oracle.to_mask(d.cards) for d in oracle.declarations_in(oracle.from_mask(hand))}
        assert set(catalogue().masks[row].tolist()) == expected


def test_the_whole_deck_holds_every_candidate_and_no_card_none():
    held = held_candidates(np.array([2**32 - 1, 0], dtype=np.uint32))
    assert held[0].all()
    assert not held[1].any()


def test_held_candidates_under_other_rules():
    hand = masks("4o 4c 4e 4b 6o 6c 6e 6b")
    for rules, count in ((Rules(), 1), (Rules(carre_of_4=10), 2), (Rules(carre_of_6=0), 0)):
        held = held_candidates(hand, rules)
        assert held.shape == (1, len(catalogue(rules).masks))
        assert held.sum() == count


def test_no_hands_hold_no_candidates():
    none = np.array([], dtype=np.uint32)
    assert held_candidates(none).shape == (0, 90)
    assert relevant_cards(none).shape == (0,)


@pytest.mark.parametrize("trump", [-1, 0, 1, 2, 3])
def test_relevant_cards_are_the_oracles(random_hands, trump):
    hands = random_hands[:1000]
    relevant = relevant_cards(hands, trump)
    assert (relevant.dtype, relevant.shape) == (np.uint32, (1000,))
    for hand, mask in zip(hands.tolist(), relevant.tolist(), strict=True):
        cards = oracle.from_mask(hand)
        matter = frozenset().union(*(d.cards for d in oracle.declarations_in(cards)))
        if oracle.belote(cards, oracle.TRUMPS[trump + 1]):
            matter |= {("11", oracle.SUITS[trump]), ("12", oracle.SUITS[trump])}
        assert mask == oracle.to_mask(matter)


@pytest.mark.parametrize(
    ("hand", "trump", "relevant"),
    [
        ("4o 5o 6o 10c 11c 12e 1b", -1, "4o 5o 6o"),
        ("4o 5o 6o 4c 4e 4b 5c", -1, "4o 5o 6o"),
        ("11c 12c 4o 5o", -1, ""),
        ("11c 12c 4o 5o", 0, ""),
        ("11c 12c 4o 5o", 1, "11c 12c"),
        ("11c 4o 5o", 1, ""),
        ("12o 12c 12e 12b 10o 11o 4b", -1, "12o 12c 12e 12b 10o 11o"),
    ],
)
def test_relevant_cards_of_one_hand(hand, trump, relevant):
    assert relevant_cards(masks(hand), trump).tolist() == masks(relevant).tolist()


def test_relevant_cards_under_other_rules():
    hand = masks("4o 5o 6o 4c 4e 4b")
    assert relevant_cards(hand, rules=Rules(carre_of_4=10)).tolist() == hand.tolist()
    assert relevant_cards(hand, rules=Rules(run_of_3=0)).tolist() == [0]


def test_the_arrays_given_are_not_changed(random_hands):
    before = random_hands.copy()
    held_candidates(random_hands)
    relevant_cards(random_hands, 1)
    assert (random_hands == before).all()
