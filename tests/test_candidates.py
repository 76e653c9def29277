"""The candidates of many hands at once: which are held, which cards matter, which classes are distinct."""

import numpy as np
import oracle
import pytest

from solver import Rules
from solver.candidates import distinct_classes, every_hand, held_candidates, relevant_cards
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
    assert distinct_classes(hand, rules=Rules(run_of_3=0)).cards.tolist() == [0]


def test_relevant_cards_where_no_suivi_is_worth_anything():
    rules = Rules(**{f"run_of_{length}": 0 for length in range(3, 9)})
    relevant = relevant_cards(masks("4o 5o 6o 10o 10c 10e 10b"), rules=rules)
    assert relevant.tolist() == masks("10o 10c 10e 10b").tolist()
    assert (relevant.dtype, relevant.shape) == (np.uint32, (1,))


def test_the_arrays_given_are_not_changed(random_hands):
    before = random_hands.copy()
    held_candidates(random_hands)
    relevant_cards(random_hands, 1)
    assert (random_hands == before).all()


@pytest.mark.parametrize(
    ("hands", "reason"),
    [
        ([0, -1], r"hands\[1\]: -1 is no mask"),
        (2**32, r"hands: 4294967296 is no mask"),
        ([[0x1FF, 2**33]], r"hands\[0, 1\]: 8589934592 is no mask"),
        ([1.0], "integers.*float64"),
        ("4o 5o 6o", "integers"),
    ],
)
def test_what_is_no_mask_is_refused(hands, reason):
    for call in (held_candidates, relevant_cards, distinct_classes):
        with pytest.raises(ValueError, match=reason):
            call(hands)


@pytest.mark.parametrize(
    ("trump", "reason"), [(4, "4 is no trump"), (-2, "-2 is no trump"), ([0, 4], r"trump\[1\]: 4 is no"), (1.0, "float64")]
)
def test_what_is_no_trump_is_refused(trump, reason):
    for call in (relevant_cards, distinct_classes):
        with pytest.raises(ValueError, match=reason):
            call([0, 0x60], trump)


def test_trumps_broadcast_against_hands():
    hands = masks("11o 12o 11c 12c", "10b 11b 12b 1b")
    expected = masks("", "10b 11b 12b 1b", "11o 12o", "10b 11b 12b 1b", "11c 12c", "10b 11b 12b 1b").reshape(3, 2)
    assert relevant_cards(hands, np.array([[-1], [0], [1]])).tolist() == expected.tolist()
    assert held_candidates(hands.reshape(2, 1)).shape == (2, 1, 90)


@pytest.mark.parametrize("trump", [None, "oros", 3])
def test_distinct_classes_rebuild_the_relevant_cards(random_hands, trump):
    cards, class_of = distinct_classes(random_hands, trump)
    assert (cards.dtype, class_of.shape) == (np.uint32, random_hands.shape)
    assert (cards[1:] > cards[:-1]).all()
    assert (cards[class_of] == relevant_cards(random_hands, trump)).all()
    assert set(class_of.tolist()) == set(range(len(cards)))


def test_every_large_set_is_taken_too():
    whole = np.array([2**32 - 1], dtype=np.uint32)
    assert relevant_cards(whole, 0).tolist() == [2**32 - 1]
    assert distinct_classes(whole, 0, Rules(run_of_3=0, run_of_4=0)).cards.tolist() == [2**32 - 1]


def test_every_hand_stands_once_and_in_order_and_stays():
    hands = every_hand()
    assert (len(hands), hands.dtype) == (10_518_300, np.uint32)
    assert (hands[1:] > hands[:-1]).all()
    assert (np.bitwise_count(hands) == 8).all()
    with pytest.raises(ValueError, match="read-only"):
        hands[0] = 0
