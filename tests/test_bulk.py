"""The bulk functions as twins: the same arrays through `hand_points`, `score_hands` and `solve_hands`, good and bad ones."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import oracle
import pytest

from solver import HandScores, Rules, Suit, hand_points, score_hands, solve_hands

FIELDS = {"points": np.uint16, "belote": np.uint8, "strength": np.uint16, "declared": np.uint32}
TWINS = {"score_hands": score_hands, "solve_hands": solve_hands}
OTHER_RULES = Rules(run_of_3=30, carre_of_6=0, belote=40)

TEXTS = (
    "12o 12c 12e 12b 10o 11o", "6o 6c 6e 6b 7c 10c 11c 12c", "4o 5o 6o 7o 10o 11o 12o 1o", "10o 10c 10e 10b 6o 6c 6e 6b",
    "4o 4c 4e 4b 5o 6o 1c 1b", "1o 4o 5o", "", "7b 10b 11b 7c 10c 11c", "11c 12c", "4b 5b 6b 7b 10b 11b 12b 1b",
    "7o 7c 7e 7b 5c 6c 10c 11c", "11e 12e 1e 4o",
)  # fmt: skip
HANDS = np.array([oracle.to_mask(oracle.read(text)) for text in TEXTS], dtype=np.uint32)
SMALL = np.array([0b0111, 0b1111, 0b0011, 0, 0xFF, 0x7F], dtype=np.uint8)


def read_only(array):
    array = array.copy()
    array.flags.writeable = False
    return array


def unaligned(array):
    room = np.zeros(array.nbytes + 1, dtype=np.uint8)
    view = room[1:].view(array.dtype)
    view[:] = array
    return view


AWKWARD = {
    "plain": HANDS,
    "one": HANDS[:1],
    "empty": np.empty(0, dtype=np.uint32),
    "empty-list": [],
    "empty-2d": np.empty((0, 4), dtype=np.uint32),
    "empty-2d-other": np.empty((3, 0), dtype=np.int64),
    "0-d": np.array(HANDS[0]),
    "scalar": HANDS[1],
    "int": int(HANDS[2]),
    "list": HANDS.tolist(),
    "tuple": tuple(HANDS.tolist()),
    "nested-list": HANDS.reshape(3, 4).tolist(),
    "2-d": HANDS.reshape(3, 4),
    "2-d-fortran": np.asfortranarray(HANDS.reshape(3, 4)),
    "2-d-transposed": HANDS.reshape(3, 4).T,
    "3-d": HANDS.reshape(2, 3, 2),
    "column": HANDS.reshape(6, 2)[:, 1],
    "strided": HANDS[::2],
    "reversed": HANDS[::-1],
    "broadcast": np.broadcast_to(HANDS, (3, 12)),
    "broadcast-one": np.broadcast_to(HANDS[0], (5,)),
    "byte-swapped": HANDS.astype(HANDS.dtype.newbyteorder()),
    "byte-swapped-int64": HANDS.astype(np.dtype(np.int64).newbyteorder()),
    "read-only": read_only(HANDS),
    "unaligned": unaligned(HANDS),
    "int64": HANDS.astype(np.int64),
    "uint64": HANDS.astype(np.uint64),
    "int64-strided": HANDS.astype(np.int64)[::-3],
    "uint8": SMALL,
    "int8": np.array([0b0111, 0b0111_0000, 0], dtype=np.int8),
    "uint16": (SMALL.astype(np.uint16) << 8),
    "int32": HANDS[HANDS < 2**31].astype(np.int32),
}
EVERY_AWKWARD = pytest.mark.parametrize("hands", list(AWKWARD.values()), ids=list(AWKWARD))
EVERY_TWIN = pytest.mark.parametrize("score", list(TWINS.values()), ids=list(TWINS))


def expected_scores(hands, trump):
    """Return what the oracle says, in arrays of the common shape."""
    hands, trump = np.broadcast_arrays(np.asarray(hands, dtype=np.uint64), np.asarray(trump, dtype=np.int8))
    arrays = {name: np.zeros(hands.shape + ((2,) if name == "declared" else ()), dtype) for name, dtype in FIELDS.items()}
    for index in np.ndindex(hands.shape):
        best = oracle.best(oracle.from_mask(int(hands[index])), oracle.TRUMPS[int(trump[index]) + 1])
        arrays["points"][index], arrays["belote"][index] = best.points, best.belote
        arrays["declared"][index] = [*(oracle.to_mask(d.cards) for d in best.declarations), 0, 0][:2]
    return arrays


def assert_scores(scores, expected):
    """Compare value, dtype and shape; strength only as 0 or not, `test_census` and the laws compare its values."""
    assert isinstance(scores, HandScores)
    for name, dtype in FIELDS.items():
        found = getattr(scores, name)
        assert isinstance(found, np.ndarray)
        assert (found.dtype, found.shape) == (dtype, expected[name].shape), name
        if name == "strength":
            assert ((found > 0) == (expected["points"] > 0)).all()
        else:
            assert (found == expected[name]).all(), name


def assert_equal_scores(one, two):
    for name in FIELDS:
        found, other = getattr(one, name), getattr(two, name)
        assert (found.dtype, found.shape) == (other.dtype, other.shape), name
        assert (found == other).all(), name


# Values


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


# Refusals


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
