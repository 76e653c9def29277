"""Deals in arrays of any shape, order and type: what comes in is read as it is, what goes out is immutable."""

import pickle

import numpy as np
import pytest
from rounds import result_by_pure_functions
from twins import OTHER_RULES, read_only, unaligned
from worked_deals import FIELDS, WORKED, assert_equal, assert_fields, read

from solver import Rules, score_deals
from solver.dealing import random_deals

PLAIN = np.stack([read(texts) for texts, *_ in WORKED.values()])
TRUMP_NAMES = ["none", "oros", "copas", "espadas", "bastos"]
TRUMPS = np.array([TRUMP_NAMES.index(trump) - 1 for _, trump, *_ in WORKED.values()], dtype=np.int8)
FEW = PLAIN[:12], TRUMPS[:12]

AWKWARD = {
    "plain": FEW,
    "one": (PLAIN[:1], TRUMPS[:1]),
    "one-deal": (PLAIN[3], TRUMPS[3]),
    "list": (PLAIN.tolist(), TRUMPS.tolist()),
    "tuples": (tuple(map(tuple, PLAIN.tolist())), tuple(TRUMPS.tolist())),
    "2-d": (FEW[0].reshape(3, 4, 4), FEW[1].reshape(3, 4)),
    "3-d-transposed": (FEW[0].reshape(2, 3, 2, 4).transpose(2, 0, 1, 3), FEW[1].reshape(2, 3, 2).transpose(2, 0, 1)),
    "fortran": (np.asfortranarray(PLAIN), TRUMPS),
    "by-seat": (np.ascontiguousarray(PLAIN.T).T, TRUMPS),
    "strided": (np.repeat(PLAIN, 2, axis=0)[::2], np.repeat(TRUMPS, 2)[::2]),
    "strided-seats": (np.repeat(PLAIN, 2, axis=1)[:, ::2], TRUMPS),
    "reversed": (PLAIN[::-1], TRUMPS[::-1]),
    "reversed-seats": (PLAIN[:, ::-1], TRUMPS),
    "broadcast-trump": (PLAIN, np.array(2)),
    "broadcast-deal": (PLAIN[8], np.arange(-1, 4)),
    "broadcast-both": (PLAIN[:, None], np.arange(-1, 4)),
    "broadcast-view": (np.broadcast_to(PLAIN[8], (5, 4)), np.broadcast_to(np.int8(1), (5,))),
    "byte-swapped": (PLAIN.astype(">u4"), TRUMPS.astype(">i4")),
    "read-only": (read_only(PLAIN), read_only(TRUMPS)),
    "unaligned": (unaligned(PLAIN.ravel()).reshape(-1, 4), unaligned(TRUMPS.astype(np.int32))),
    "int64": (PLAIN.astype(np.int64), TRUMPS.astype(np.int64)),
    "uint64": (PLAIN.astype(np.uint64), TRUMPS[TRUMPS >= 0][0].astype(np.uint64)),
    "uint8": (np.array([[7, 96, 8, 128]], dtype=np.uint8), np.array([0], dtype=np.uint8)),
    "no-deals": (np.empty((0, 4), dtype=np.uint32), np.empty(0, dtype=np.int8)),
    "no-deals-2d": (np.empty((3, 0, 4), dtype=np.int64), np.empty((3, 0), dtype=np.int64)),
}


@pytest.mark.parametrize("rules", [Rules(), OTHER_RULES], ids=["default", "other"])
@pytest.mark.parametrize(("hands", "trump"), AWKWARD.values(), ids=AWKWARD)
def test_awkward_arrays(hands, trump, rules):
    before = np.array(hands), np.array(trump)
    shape = np.broadcast_shapes(np.shape(hands)[:-1], np.shape(trump))
    scores = score_deals(hands, trump, rules=rules)
    assert_fields(scores, shape)
    each, trumps = np.broadcast_to(hands, (*shape, 4)), np.broadcast_to(trump, shape)
    for index in np.ndindex(shape):
        found = (scores.winner[index].item(), tuple(scores.points[index]), tuple(scores.belote[index]))
        assert found == result_by_pure_functions(each[index].tolist(), int(trumps[index]), rules=rules)
    assert (np.array(hands) == before[0]).all()
    assert (np.array(trump) == before[1]).all()


AWKWARD_BOOLS = {
    "strided": lambda who: np.repeat(who, 2, axis=0)[::2],
    "fortran": np.asfortranarray,
    "reversed": lambda who: np.ascontiguousarray(who[::-1])[::-1],
    "read-only": read_only,
    "list": lambda who: who.tolist(),
}


@pytest.mark.parametrize("made", AWKWARD_BOOLS.values(), ids=AWKWARD_BOOLS)
def test_awkward_arrays_of_who_says_what(made):
    rng = np.random.default_rng(1)
    hands, trump, (declared, called) = random_deals(900, rng), rng.integers(-1, 4, 900), rng.random((2, 900, 4)) < 0.8
    expected = score_deals(hands, trump, declared=declared, belote_called=called)
    assert_equal(score_deals(hands, trump, declared=made(declared), belote_called=made(called)), expected)
    assert_equal(
        score_deals(hands, trump, declared=made(declared[:, :1])),
        score_deals(hands, trump, declared=np.repeat(declared[:, :1], 4, axis=1)),
    )


@pytest.mark.parametrize("trump", [None, "none", -1])
def test_without_trumps(trump):
    assert_equal(score_deals(PLAIN, trump), score_deals(PLAIN, np.full(len(PLAIN), -1)))


def test_memory_mapped_deals(tmp_path):
    np.save(tmp_path / "deals.npy", PLAIN)
    assert_equal(score_deals(np.load(tmp_path / "deals.npy", mmap_mode="r"), TRUMPS), score_deals(PLAIN, TRUMPS))


@pytest.mark.parametrize("rules", [Rules(), OTHER_RULES], ids=["default", "other"])
def test_results_are_immutable_and_pickle(rules):
    scores = score_deals(PLAIN, TRUMPS, rules=rules)
    for name in FIELDS:
        with pytest.raises(ValueError, match="read-only"):
            getattr(scores, name)[0] = 1
        with pytest.raises(AttributeError):
            setattr(scores, name, None)
    assert_equal(pickle.loads(pickle.dumps(scores)), scores)  # noqa: S301 - pickled on this line
