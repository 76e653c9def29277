"""The bulk functions as twins: the same arrays through `hand_points`, `score_hands` and `solve_hands`."""

import pickle

import numpy as np
import oracle
import pytest
from twins import EVERY_AWKWARD, EVERY_TWIN, FIELDS, HANDS, OTHER_RULES, TWINS, assert_equal_scores, assert_scores, expected_scores

from solver import Rules, Suit, hand_points, score_hands, solve_hands


@EVERY_AWKWARD
def test_hand_points_of_awkward_arrays(hands):
    expected = expected_scores(hands, -1)["points"]
    points = hand_points(hands)
    assert isinstance(points, np.ndarray)
    assert (points.dtype, points.shape) == (np.uint16, expected.shape)
    assert (points == expected).all()


@EVERY_TWIN
@EVERY_AWKWARD
def test_scores_of_awkward_arrays(hands, score):
    before = np.array(hands, copy=True)
    assert_scores(score(hands, 0), expected_scores(hands, 0))
    assert (np.asarray(hands) == before).all()


@EVERY_TWIN
@EVERY_AWKWARD
def test_scores_of_awkward_arrays_with_a_trump_each(hands, score):
    trumps = (np.arange(np.size(hands)) % 5 - 1).astype(np.int8).reshape(np.shape(hands))
    assert_scores(score(hands, trumps), expected_scores(hands, trumps))


@EVERY_AWKWARD
def test_the_twins_agree_under_other_rules(hands):
    found, solved = (score(hands, 1, rules=OTHER_RULES) for score in TWINS.values())
    assert_equal_scores(found, solved)
    points = hand_points(hands, rules=OTHER_RULES)
    assert (points.dtype, points.shape) == (np.uint16, found.points.shape)
    assert (points == found.points).all()


@pytest.mark.parametrize("size", [1, 255, 256, 257, 2047, 2048, 2049, 2305, 4000])
def test_every_number_of_hands(random_hands, size):
    hands, trumps = random_hands[-size:], (np.arange(size) % 5 - 1).astype(np.int8)
    assert_equal_scores(score_hands(hands, trumps), solve_hands(hands, trumps))
    room = np.full(size + 2, 9999, np.uint16)  # nothing may be written before or behind
    assert hand_points(hands, out=room[1:-1]).tolist() == solve_hands(hands).points.tolist()
    assert room[[0, -1]].tolist() == [9999, 9999]


@EVERY_TWIN
def test_memory_mapped_hands(tmp_path, score):
    np.save(tmp_path / "hands.npy", HANDS)
    hands = np.load(tmp_path / "hands.npy", mmap_mode="r")
    assert_scores(score(hands, 3), expected_scores(HANDS, 3))
    assert hand_points(hands).tolist() == hand_points(HANDS).tolist()


TRUMP_ARRAYS = {
    "one-each": np.arange(12, dtype=np.int8) % 5 - 1,
    "list": (np.arange(12) % 5 - 1).tolist(),
    "int64": np.arange(12) % 5 - 1,
    "uint8": np.arange(12, dtype=np.uint8) % 4,
    "byte-swapped": (np.arange(12) % 5 - 1).astype(np.dtype(np.int32).newbyteorder()),
    "strided": np.repeat(np.arange(12, dtype=np.int8) % 5 - 1, 2)[::2],
    "0-d": np.array(2),
    "one": np.array([3]),
    "column": np.arange(-1, 4).reshape(5, 1),
    "broadcast": np.broadcast_to(np.int8(1), (12,)),
}


@EVERY_TWIN
@pytest.mark.parametrize("trump", list(TRUMP_ARRAYS.values()), ids=list(TRUMP_ARRAYS))
def test_trumps_broadcast_against_hands(trump, score):
    before = np.array(trump, copy=True)
    assert_scores(score(HANDS, trump), expected_scores(HANDS, trump))
    assert (np.asarray(trump) == before).all()


@EVERY_TWIN
def test_one_hand_broadcasts_against_trumps(score):
    trumps = np.arange(-1, 4)
    assert_scores(score(int(HANDS[0]), trumps), expected_scores(HANDS[0], trumps))
    assert_scores(score(HANDS.reshape(12, 1), trumps), expected_scores(HANDS.reshape(12, 1), trumps))


@EVERY_TWIN
@pytest.mark.parametrize(
    ("trump", "index"),
    [(None, -1), (-1, -1), ("none", -1), (2, 2), ("espadas", 2), ("ESPADAS", 2), (Suit.ESPADAS, 2), (np.int8(2), 2)],
)
def test_any_way_to_write_one_trump(trump, index, score):
    assert_scores(score(HANDS, trump), expected_scores(HANDS, index))


@EVERY_TWIN
def test_scores_without_a_trump_given(score):
    assert_scores(score(HANDS), expected_scores(HANDS, -1))


def test_random_hands_are_the_oracles(random_hands):
    trumps = np.arange(len(random_hands)) % 5 - 1
    expected = expected_scores(random_hands, trumps)
    assert_scores(score_hands(random_hands, trumps), expected)
    assert_equal_scores(score_hands(random_hands, trumps), solve_hands(random_hands, trumps))
    assert (hand_points(random_hands) == expected["points"]).all()


@pytest.mark.parametrize(
    "changes",
    [
        {"run_of_3": 30},
        {"run_of_3": 60},
        {"run_of_3": 0},
        {"run_of_4": 0},
        {"run_of_5": 40},
        {"run_of_8": 300},
        {"carre_of_6": 0},
        {"carre_of_7": 10},
        {"carre_of_4": 30, "carre_of_10": 40},
        {"carre_of_1": 500},
    ],
    ids=str,
)
def test_other_rules_are_the_oracles(random_hands, changes):
    rules = Rules(**changes)
    breaking = [oracle.to_mask(oracle.read(f"{rank}o {rank}c {rank}e {rank}b 5c 6c 11c 12c")) for rank in ("7", "10")]
    hands = np.append(random_hands[:1200], np.array(breaking, dtype=np.uint32))
    runs, carres = dict(enumerate(rules.run_points)), dict(zip(oracle.RANKS, rules.carre_points, strict=True))
    best = [oracle.best(oracle.from_mask(hand), "e", runs, carres) for hand in hands.tolist()]
    assert hand_points(hands, rules=rules).tolist() == [combination.points for combination in best]
    for score in TWINS.values():
        scores = score(hands, 2, rules=rules)
        assert scores.points.tolist() == [combination.points for combination in best]
        assert scores.declared.tolist() == [[*(oracle.to_mask(d.cards) for d in c.declarations), 0, 0][:2] for c in best]


def test_belote_under_other_rules_needs_no_solver():
    scores = score_hands(HANDS, 1, rules=Rules(belote=40))
    assert_scores(scores, {**expected_scores(HANDS, 1), "belote": expected_scores(HANDS, 1)["belote"] * 2})


# Results


@EVERY_TWIN
def test_results_are_immutable_and_pickle(score):
    scores = score(HANDS, 1)
    for name in FIELDS:
        with pytest.raises(ValueError, match="read-only"):
            getattr(scores, name)[0] = 1
        with pytest.raises(AttributeError):
            setattr(scores, name, None)
    assert_equal_scores(pickle.loads(pickle.dumps(scores)), scores)  # noqa: S301 - pickled on this line


def test_points_share_no_memory_with_the_hands():
    assert not np.shares_memory(hand_points(HANDS), HANDS)
    assert not np.shares_memory(score_hands(HANDS).points, HANDS)
