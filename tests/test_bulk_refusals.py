"""The bulk functions refuse bad hands and trumps by their index, write where they are told, and work in any number of threads."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from twins import EVERY_TWIN, HANDS, OTHER_RULES, TWINS, assert_equal_scores, read_only

from solver import Rules, hand_points, score_hands, solve_hands


def nine_cards_at(index):
    hands = np.resize(HANDS, 30)
    hands[index] = 0x1FF
    hands[25] = 0xFFFFFFFF
    return hands


BAD_HANDS = {
    "nine-cards": (nine_cards_at(17), r"hands\[17\]: 9 cards.*4o 5o 6o 7o 10o 11o 12o 1o 4c"),
    "nine-cards-2d": (nine_cards_at(17).reshape(5, 6), r"hands\[2, 5\]: 9 cards"),
    "nine-cards-strided": (nine_cards_at(17)[::-1], r"hands\[4\]: 32 cards"),
    "nine-cards-swapped": (nine_cards_at(17).astype(">u4"), r"hands\[17\]: 9 cards"),
    "nine-cards-0d": (np.array(0x1FF), r"hands: 9 cards"),
    "nine-cards-int": (0x1FF, r"hands: 9 cards"),
    "nine-cards-int64": (nine_cards_at(3).astype(np.int64), r"hands\[3\]: 9 cards"),
    "nine-spread-cards": ([0, 0x01010101 * 3 | 1 << 20], r"hands\[1\]: 9 cards"),
    "negative": ([0, 5, -1], r"hands\[2\]: -1 is no mask"),
    "negative-int8": (np.array([3, -128], dtype=np.int8), r"hands\[1\]: -128 is no mask"),
    "too-large": ([0, 5, 2**32, 2**33], r"hands\[2\]: 4294967296 is no mask"),
    "too-large-uint64": (np.array([2**64 - 1, 0], dtype=np.uint64), r"hands\[0\]: 18446744073709551615 is no mask"),
    "bad-before-nine-cards": ([0, -5, 0x1FF], r"hands\[1\]: -5"),
    "nine-cards-before-bad": ([0, 0x1FF, -5], r"hands\[1\]: 9 cards"),
    "float": (np.array([1.0, 2.0]), "integers.*float64"),
    "nan": ([float("nan")], "integers.*float64"),
    "empty-float": (np.empty(0), "integers.*float64"),
    "bool": (np.array([True]), "integers.*bool"),
    "complex": (np.array([1j]), "integers.*complex"),
    "text": ("12o 11o", "integers.*parse_hand"),
    "texts": (["12o", "11o"], "integers.*parse_hand"),
    "none": (None, "integers.*object"),
    "objects": ([2**70, 1], "integers.*object"),
    "dates": (np.array(["2020-01-01"], dtype="datetime64[D]"), "integers.*datetime64"),
    "fields": (np.zeros(2, dtype=[("hand", np.uint32)]), "integers"),
    "ragged": ([[1, 2], [3]], "inhomogeneous"),
}


@pytest.mark.parametrize("score", [hand_points, score_hands, solve_hands], ids=lambda score: score.__name__)
@pytest.mark.parametrize("rules", [Rules(), OTHER_RULES], ids=["default", "other"])
@pytest.mark.parametrize(("hands", "reason"), list(BAD_HANDS.values()), ids=list(BAD_HANDS))
def test_bad_hands_are_refused_by_their_index(hands, reason, rules, score):
    with pytest.raises(ValueError, match=reason):
        score(hands, rules=rules)


BAD_TRUMPS = {
    "4": (4, "4 is no trump"),
    "-2": (-2, "-2 is no trump"),
    "4-of-numpy": (np.int64(4), "trump.*: 4 is no trump"),
    "name": ("gold", "'gold' is no trump"),
    "bool": (True, "True is no trump"),
    "float": (1.0, "float64"),
    "floats": (np.zeros(12), "float64"),
    "names": (["oros"] * 12, "<U4"),
    "4-among-others": ([0] * 7 + [4] + [-2] * 4, r"trump\[7\]: 4 is no trump"),
    "-2-among-others": (np.array([0] * 7 + [-2] * 5), r"trump\[7\]: -2 is no trump"),
    "256": ([256] * 12, r"trump\[0\]: 256 is no trump"),
    "large": (np.full(12, 2**64 - 1, dtype=np.uint64), r"trump\[0\]: 18446744073709551615 is no trump"),
    "column": (np.array([[0], [5]]), r"trump\[1, 0\]: 5 is no trump"),
    "shape": ([0, 1, 2], r"shape \(12,\).*shape \(3,\)"),
}


@EVERY_TWIN
@pytest.mark.parametrize("rules", [Rules(), OTHER_RULES], ids=["default", "other"])
@pytest.mark.parametrize(("trump", "reason"), list(BAD_TRUMPS.values()), ids=list(BAD_TRUMPS))
def test_bad_trumps_are_refused_by_their_index(trump, reason, rules, score):
    with pytest.raises(ValueError, match=reason):
        score(HANDS, trump, rules=rules)


@pytest.mark.parametrize("place", [0, 255, 256, 2047, 2303, 2304, 3999])
def test_a_hand_of_nine_cards_among_many(random_hands, place):
    hands = random_hands.copy()
    hands[place] = 0x1FF
    for refused in (hand_points, score_hands):
        with pytest.raises(ValueError, match=rf"\[{place}\]"):
            refused(hands)


def test_a_long_input_is_cut_in_the_message():
    with pytest.raises(ValueError, match="integers") as refusal:
        hand_points(["12o"] * 100_000)
    assert len(str(refusal.value)) < 400


# Where to write


def test_out_is_written_in_place_and_returned():
    for shape in ((12,), (3, 4), (0,), ()):
        hands = HANDS[: int(np.prod(shape))].reshape(shape)
        out = np.full(shape, 9999, dtype=np.uint16)
        assert hand_points(hands, out) is out
        assert (out == hand_points(hands)).all()
        assert hand_points(hands, out=out, rules=OTHER_RULES) is out
        assert (out == hand_points(hands, rules=OTHER_RULES)).all()


WRONG_OUT = {
    "shape": np.zeros(11, dtype=np.uint16),
    "more-axes": np.zeros((1, 12), dtype=np.uint16),
    "int64": np.zeros(12, dtype=np.int64),
    "int16": np.zeros(12, dtype=np.int16),
    "byte-swapped": np.zeros(12, dtype=np.dtype(np.uint16).newbyteorder()),
    "strided": np.zeros(24, dtype=np.uint16)[::2],
    "read-only": read_only(np.zeros(12, dtype=np.uint16)),
    "list": [0] * 12,
}


@pytest.mark.parametrize("rules", [Rules(), OTHER_RULES], ids=["default", "other"])
@pytest.mark.parametrize("out", list(WRONG_OUT.values()), ids=list(WRONG_OUT))
def test_a_wrong_out_is_refused_and_left_alone(out, rules):
    with pytest.raises(ValueError, match=r"^out "):
        hand_points(HANDS, out, rules=rules)
    assert not np.any(out)


def test_out_may_not_be_the_hands_themselves():
    hands = HANDS.copy()
    with pytest.raises(ValueError, match="out"):
        hand_points(hands[:6], hands.view(np.uint16)[:6])
    assert (hands == HANDS).all()


# Threads


@pytest.fixture(scope="module")
def many(random_hands):
    """Return 3,000,000 hands, enough for several pieces of work."""
    return np.tile(random_hands, 750)


def test_any_number_of_threads_gives_the_same(many):
    points = hand_points(many, threads=1)
    assert (points == np.tile(hand_points(many[:4000]), 750)).all()
    trumps = np.arange(len(many), dtype=np.int8) % 5 - 1
    scores = score_hands(many, trumps, threads=1)
    for threads in (2, 3, None):
        assert (hand_points(many, threads=threads) == points).all()
        assert_equal_scores(score_hands(many, trumps, threads=threads), scores)
    assert (hand_points(many[::-1], threads=2) == points[::-1]).all()
    assert_equal_scores(score_hands(many.astype(np.int64), trumps.astype(np.int64), threads=2), scores)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("index", [0, 1_048_575, 1_048_576, 2_999_999])
def test_the_first_bad_hand_of_many_is_named(many, index, threads):
    hands = many.copy()
    hands[[index, 2_999_999]] = 0x1FF
    for call in (hand_points, score_hands):
        with pytest.raises(ValueError, match=rf"hands\[{index}\]: 9 cards"):
            call(hands, threads=threads)


@pytest.mark.parametrize("rules", [Rules(), OTHER_RULES], ids=["default", "other"])
@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", True])
def test_a_number_of_threads_is_a_positive_integer(threads, rules):
    for call in (hand_points, score_hands):
        with pytest.raises(ValueError, match="threads="):
            call(HANDS, threads=threads, rules=rules)


def test_several_threads_call_at_once(random_hands):
    jobs = [(call, trump) for trump in range(-1, 4) for call in TWINS.values()] * 4
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda job: job[0](random_hands, job[1]), jobs))
        points = list(pool.map(lambda _: hand_points(random_hands), range(8)))
    for scores, (_, trump) in zip(found, jobs, strict=True):
        assert_equal_scores(scores, score_hands(random_hands, trump))
    assert all((row == found[0].points).all() for row in points)
