"""Bulk deals that are none are refused by the first bad one, in any number of threads; so are figures that no deal can bring."""

import re
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from twins import OTHER_RULES

from solver import HandError, Rules, score_deals
from solver.dealing import random_deals

EVERY_RULES = pytest.mark.parametrize("rules", [Rules(), OTHER_RULES], ids=["default", "other"])

GOOD = random_deals(30, np.random.default_rng(2))


def changed(deals, changes):
    """Return deals as int64 with some hands, by deal and seat, replaced."""
    hands = deals.astype(np.int64)
    for place, hand in changes.items():
        hands[place] = hand
    return hands


SHARED = {(11, 2): 0x10, (11, 3): 0x11, (20, 0): 0x01, (20, 1): 0x01}
"""Deal 11 and, later, deal 20 deal a card twice."""
NINE = {(7, 1): 0x1FF}

BAD_DEALS = {
    "a card in two hands": (changed(GOOD, {**SHARED, (11, 0): 0, (11, 1): 0}), 0, "hands[11]: seats 2 and 3 both hold 10o"),
    "of one team": (changed(GOOD[:1], {(0, 0): 3, (0, 1): 4, (0, 2): 9, (0, 3): 16}), 0, "hands[0]: seats 0 and 2 both hold 4o"),
    "in three hands": (changed(GOOD[:1], {(0, 0): 1, (0, 1): 6, (0, 2): 2, (0, 3): 2}), 0, "hands[0]: seats 1 and 2 both hold 5o"),
    "the same hand twice": ([[255, 0, 255, 0]], 0, "hands[0]: seats 0 and 2 both hold 4o 5o 6o 7o 10o 11o 12o 1o"),
    "one deal": ([1, 1, 0, 0], 0, "hands: seats 0 and 1 both hold 4o"),
    "by two indices": (changed(GOOD, SHARED).reshape(5, 6, 4), 0, "hands[1, 5]: seats 0 and "),
    "nine cards": (changed(GOOD, NINE), 0, "hands[7, 1]: 9 cards, a hand has at most 8: 4o 5o 6o 7o 10o 11o 12o 1o 4c"),
    "nine cards first": (changed(GOOD, {**SHARED, **NINE}), 0, "hands[7, 1]: 9 cards"),
    "nine cards later": (changed(GOOD, {**SHARED, (12, 0): 0x1FF}), 0, "hands[11]: seats "),
    "nine cards in the same deal": (changed(GOOD, {**SHARED, (11, 0): 0x1FF}), 0, "hands[11, 0]: 9 cards"),
    "no mask": (changed(GOOD, {**SHARED, (3, 3): -1}), 0, "hands[3, 3]: -1 is no mask of cards"),
    "no mask later": (changed(GOOD, {**SHARED, (29, 3): -1}), 0, "hands[11]: seats "),
    "too large": (changed(GOOD, {(3, 3): 2**32}), 0, "hands[3, 3]: 4294967296 is no mask of cards"),
    "uint64": (np.full((2, 4), 2**64 - 1, dtype=np.uint64), 0, "hands[0, 0]: 18446744073709551615 is no mask"),
    "a trump": (GOOD, [0] * 9 + [4] * 21, "trump[9]: 4 is no trump"),
    "a trump of many": (GOOD, np.array([0] * 9 + [-2] * 21, dtype=np.int8), "trump[9]: -2 is no trump"),
    "a trump first": (changed(GOOD, SHARED), [0] * 9 + [5] * 21, "trump[9]: 5 is no trump"),
    "a trump later": (changed(GOOD, SHARED), [0] * 12 + [5] * 18, "hands[11]: seats "),
    "a trump for all": (GOOD, 7, "7 is no trump"),
    "a trump's name": (GOOD, "gold", "'gold' is no trump"),
    "trumps of floats": (GOOD, np.zeros(30), "trumps are integers from -1 (none) to 3, not float64"),
    "three hands": (GOOD[:, :3], 0, "hands have shape (30, 3): the last axis of deals is the 4 hands of each"),
    "one hand": (GOOD[:, :1], 0, "hands have shape (30, 1): the last axis of deals is the 4 hands of each"),
    "no axis": (5, 0, "hands have shape (): the last axis of deals is the 4 hands of each"),
    "floats": (GOOD.astype(float), 0, "hands are integers (a mask of 32 bits each), not float64"),
    "texts": ([["4o", "5o", "6o", "7o"]], 0, "hands are integers (a mask of 32 bits each), not <U2"),
    "shapes": (GOOD, np.zeros(29, np.int8), "hands, trumps and who said what do not broadcast"),
}


@EVERY_RULES
@pytest.mark.parametrize(("hands", "trump", "reason"), BAD_DEALS.values(), ids=BAD_DEALS)
def test_the_first_bad_deal_is_named(hands, trump, reason, rules):
    with pytest.raises(ValueError, match=re.escape(reason)):
        score_deals(hands, trump, rules=rules)


BAD_BOOLS = {
    "integers": (np.ones((30, 4), dtype=np.int8), "is bool, not int8"),
    "words": (["yes"] * 4, "is bool, not <U3"),
    "masks": (15, "is bool, not int64: 15"),
    "shape": (np.ones((29, 4), dtype=np.bool_), "do not broadcast: by deal and seat they have [(30, 4), (1,), (29, 4)]"),
    "by deal": (np.ones(30, dtype=np.bool_), "do not broadcast"),
}


@EVERY_RULES
@pytest.mark.parametrize("name", ["declared", "belote_called"])
@pytest.mark.parametrize(("who", "reason"), BAD_BOOLS.values(), ids=BAD_BOOLS)
def test_who_says_what_is_bool_by_deal_and_seat(name, who, reason, rules):
    with pytest.raises(HandError, match=re.escape(reason)) as refused:
        score_deals(GOOD, 0, **{name: who}, rules=rules)
    assert name in str(refused.value) or "broadcast" in str(refused.value)


# Threads


@pytest.fixture(scope="module")
def many():
    """Return 2,200,000 deals, enough for several pieces of work, and a trump for each."""
    hands = np.tile(random_deals(11_000, np.random.default_rng(4)), (200, 1))
    return hands, (np.arange(len(hands)) % 5 - 1).astype(np.int8)


def test_any_number_of_threads_gives_the_same(many):
    hands, trumps = many
    block = score_deals(hands[:55_000], trumps[:55_000])
    for threads in (1, 2, 3, None):
        scores = score_deals(hands, trumps, threads=threads)
        for name in ("winner", "points", "belote"):
            whole, part = getattr(scores, name), getattr(block, name)
            assert (whole.reshape(40, *part.shape) == part).all(), name


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("deal", [0, 1_048_575, 1_048_576, 2_199_999])
def test_the_first_bad_deal_of_many_is_named(many, deal, threads):
    hands, trumps = many[0].copy(), many[1]
    hands[[deal, -1], 0] = hands[[deal, -1], 3]
    with pytest.raises(HandError, match=rf"^hands\[{deal}\]: seats 0 and 3 both hold "):
        score_deals(hands, trumps, threads=threads)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_bad_hand_of_a_later_piece_does_not_hide_an_earlier_deal(many, threads):
    hands, trumps = many[0].astype(np.int64), many[1]
    hands[2_000_000, 1] = -5
    hands[600_000, 1] = hands[600_000, 2]
    with pytest.raises(HandError, match=r"^hands\[600000\]: seats 1 and 2 both hold "):
        score_deals(hands, trumps, threads=threads)


@EVERY_RULES
@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", True])
def test_a_number_of_threads_is_a_positive_integer(threads, rules):
    with pytest.raises(ValueError, match="threads="):
        score_deals(GOOD, 0, threads=threads, rules=rules)


def test_several_threads_call_at_once():
    jobs = list(range(-1, 4)) * 4
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda trump: score_deals(GOOD, trump), jobs))
    for scores, trump in zip(found, jobs, strict=True):
        assert (scores.points == score_deals(GOOD, trump).points).all()
        assert (scores.belote == score_deals(GOOD, trump).belote).all()
