"""What the tests of the bulk functions share: awkward arrays, the twins, and the oracle's scores to compare with."""

import numpy as np
import oracle
import pytest

from solver import HandScores, Rules, score_hands, solve_hands

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
