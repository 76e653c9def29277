"""Deals in bulk: `score_deals` against the round and the pure functions, on awkward arrays, and the laws of the comparison."""

import pickle
import random

import numpy as np
import pytest
from deal_twins import assert_same_scores
from rounds import random_hands as dealt_at_random
from rounds import result_by_pure_functions, result_by_the_round
from twins import OTHER_RULES, read_only, unaligned

from solver import DealScores, Rules, parse_hand, score_deals
from solver.dealing import random_deals

FIELDS = {"winner": (np.int8, ()), "points": (np.uint16, (2,)), "belote": (np.uint8, (2,))}
"""The type of each field, and its axes besides those of the deals."""

WORKED = {
    # what it is about: the hands by seat, trumps, winner, points, Belote-Rebelote
    "nobody holds any": (["4o 5o", "4c 5c"], "oros", -1, (0, 0), (0, 0)),
    "only one team": (["", "", "", "4o 5o 6o"], "oros", 1, (0, 20), (0, 0)),
    "higher points": (["4o 5o 6o 7o", "11c 12c 1c"], "copas", 0, (50, 0), (0, 20)),
    "the Carré over the Suivi": (["4c 5c 6c 7c 10c", "11o 11c 11e 11b"], "copas", 1, (0, 100), (0, 0)),
    "the longer Suivi": (["5o 6o 7o 10o 11o 12o", "7c 10c 11c 12c 1c"], "copas", 0, (100, 0), (0, 20)),
    "the higher top card": (["4c 5c 6c", "5o 6o 7o"], "copas", 1, (0, 20), (0, 0)),
    "the one in trumps": (["4o 5o 6o", "4c 5c 6c"], "copas", 1, (0, 20), (0, 0)),
    "the higher rank": (["1o 1c 1e 1b", "12o 12c 12e 12b"], "none", 0, (100, 0), (0, 0)),
    "four 4s beat nothing": (["4o 4c 4e 4b", "10c 11c 12c"], "none", 1, (0, 20), (0, 0)),
    "an exact tie, whatever else": (["10o 11o 12o 1o", "10c 11c 12c 1c", "", "5b 6b 7b"], "bastos", -1, (0, 0), (0, 0)),
    "one a team is compared, all are scored": (
        ["4e 5e 6e 7e", "10o 10c 10e 10b", "11b 12b 1b", "4o 5o 6o 4c 5c 6c"], "none", 1, (0, 240), (0, 0),
    ),
    "a whole suit is declared as five and three": (
        ["4o 5o 6o 7o 10o 11o 12o 1o", "5c 6c 7c 10c 11c 12c"], "none", 1, (0, 100), (0, 0),
    ),
    "Belote-Rebelote is no part of it": (["11o 12o 4c 5c 6c", "10b 11b 12b"], "oros", 1, (0, 20), (20, 0)),
    "Belote-Rebelote in an exact tie": (["4o 5o 6o", "4c 5c 6c 11b 12b"], "bastos", -1, (0, 0), (0, 20)),
    "a pair in two hands of a team is none": (["11o", "", "12o"], "oros", -1, (0, 0), (0, 0)),
}  # fmt: skip


def read(texts):
    return np.array([parse_hand(text) for text in (*texts, "", "", "")][:4], dtype=np.uint32)


@pytest.fixture(scope="module")
def deals():
    """Return 6,000 deals of the whole deck, half of them suit by suit with some cards exchanged."""
    rng = random.Random(5)  # noqa: S311 - a test's cards
    hands = np.array([dealt_at_random(rng, clumped=number % 2 == 0) for number in range(6000)], dtype=np.uint32)
    return read_only(hands)


@pytest.fixture(scope="module")
def trumps(deals):
    return read_only((np.arange(len(deals)) // 2 % 5 - 1).astype(np.int8))


@pytest.fixture(scope="module")
def subsets(deals):
    """Return who declares and who calls in each deal, bool (n, 4) twice: four in five, independently."""
    return tuple(read_only(np.random.default_rng(seed).random(deals.shape) < 0.8) for seed in (1, 2))


def assert_fields(scores, shape):
    assert isinstance(scores, DealScores)
    for name, (dtype, axes) in FIELDS.items():
        found = getattr(scores, name)
        assert isinstance(found, np.ndarray)
        assert (found.dtype, found.shape) == (dtype, (*shape, *axes)), name


def assert_equal(found, expected):
    for name in FIELDS:
        assert np.array_equal(getattr(found, name), getattr(expected, name)), name


def results(scores):
    """Return winner, points and Belote-Rebelote of each deal, as the twins of one deal do."""
    by_field = zip(scores.winner.tolist(), scores.points.tolist(), scores.belote.tolist(), strict=True)
    return [(winner, tuple(points), tuple(belote)) for winner, points, belote in by_field]


@pytest.mark.parametrize(("texts", "trump", "winner", "points", "belote"), WORKED.values(), ids=WORKED)
def test_worked_deals(texts, trump, winner, points, belote):
    scores = score_deals(read(texts), trump)
    assert_fields(scores, ())
    assert (scores.winner.item(), tuple(scores.points), tuple(scores.belote)) == (winner, points, belote)


# The same as elsewhere


@pytest.mark.parametrize("rules", [Rules(), Rules(belote=50), OTHER_RULES], ids=["default", "belote", "other"])
def test_random_deals_are_those_of_the_round(deals, trumps, subsets, rules):
    for declared, called in [(None, None), subsets]:
        scores = score_deals(deals[:1500], trumps[:1500], declared=_first(declared), belote_called=_first(called), rules=rules)
        for deal, found in enumerate(results(scores)):
            said = [] if declared is None else [declared[deal].tolist(), called[deal].tolist()]
            names = dict(zip(("declared", "called"), said, strict=False))
            assert found == result_by_the_round(deals[deal].tolist(), int(trumps[deal]), **names, rules=rules), deal


def _first(who):
    return None if who is None else who[:1500]


def test_the_twin_over_arrays_is_the_pure_functions(deals, trumps, subsets):
    expected = assert_same_scores(deals, trumps, *subsets)
    for deal, found in enumerate(results(expected)):
        said = (who[deal].tolist() for who in subsets)
        assert found == result_by_pure_functions(deals[deal].tolist(), int(trumps[deal]), *said), deal


@pytest.mark.parametrize(
    "rules",
    [OTHER_RULES, Rules(run_of_4=20, carre_of_6=50), Rules(carre_of_10=0), Rules(run_of_3=0, belote=0)],
    ids=["other", "equal values", "worthless tens", "no runs of three"],
)
def test_other_rules_take_another_way_to_the_same(deals, trumps, subsets, rules):
    assert_same_scores(deals[:2000], trumps[:2000], rules=rules)
    assert_same_scores(deals[:2000], trumps[:2000], *(who[:2000] for who in subsets), rules=rules)


def test_many_random_deals_and_their_shares():
    generator = np.random.default_rng(17)
    hands, trumps = random_deals(100_000, generator), generator.integers(4, size=100_000, dtype=np.int8)
    scores = assert_same_scores(hands, trumps)
    assert scores.both_declare.mean() == pytest.approx(0.179, abs=0.004)
    assert scores.exact_tie.mean() == pytest.approx(0.0083, abs=0.001)
    declared, called = (generator.random(hands.shape) < 0.7 for _ in range(2))
    assert_same_scores(hands[:50_000], trumps[:50_000] - 1, declared[:50_000], called[:50_000])


# Who says what


def test_no_mask_is_everybody(deals, trumps):
    everybody = np.ones(deals.shape, np.bool_)
    scores = score_deals(deals, trumps)
    assert_equal(score_deals(deals, trumps, declared=everybody, belote_called=everybody), scores)
    assert_equal(score_deals(deals, trumps, declared=True, belote_called=[True]), scores)


def test_where_nobody_declares_nothing_counts_but_belote(deals, trumps):
    scores = score_deals(deals, trumps, declared=np.False_)
    assert (scores.winner == -1).all()
    assert not scores.points.any()
    assert (scores.belote == score_deals(deals, trumps).belote).all()


def test_who_calls_changes_belote_only(deals, trumps):
    scores = score_deals(deals, trumps)
    silent = score_deals(deals, trumps, belote_called=np.False_)
    assert not silent.belote.any()
    assert (silent.points == scores.points).all()
    assert (silent.winner == scores.winner).all()


def test_the_only_team_that_declares_wins_whatever_it_has(deals, trumps):
    everybody = score_deals(deals, trumps)
    for team in (0, 1):
        alone = score_deals(deals, trumps, declared=np.arange(4) % 2 == team)
        assert set(alone.winner.tolist()) == {team, -1}
        assert not alone.points[:, 1 - team].any()
        assert (alone.points[:, team] >= everybody.points[:, team]).all()
        assert ((alone.winner == team) == (alone.points[:, team] > 0)).all()


@pytest.mark.parametrize("rules", [Rules(), OTHER_RULES], ids=["default", "other"])
def test_every_subset_of_one_deal(rules):
    hands = read(["4o 5o 6o 7o", "4c 5c 6c 7c", "10o 11o 12o", "10b 11b 12b"])
    subsets = np.array([[seat >> bit & 1 for bit in range(4)] for seat in range(16)], dtype=np.bool_)
    scores = score_deals(hands, "bastos", declared=subsets, belote_called=subsets[:, None], rules=rules)
    assert_fields(scores, (16, 16))
    for index in np.ndindex(16, 16):
        found = (scores.winner[index].item(), tuple(scores.points[index]), tuple(scores.belote[index]))
        assert found == result_by_pure_functions(hands.tolist(), 3, subsets[index[1]], subsets[index[0]], rules)


# Laws


def test_swapping_the_teams_swaps_the_result(deals, trumps, subsets):
    declared, called = subsets
    scores = score_deals(deals, trumps, declared=declared, belote_called=called)
    turned = [np.roll(array, 1, axis=1) for array in (deals, declared, called)]
    swapped = score_deals(turned[0], trumps, declared=turned[1], belote_called=turned[2])
    assert (swapped.points == scores.points[:, ::-1]).all()
    assert (swapped.belote == scores.belote[:, ::-1]).all()
    assert (swapped.winner == np.array([1, 0, -1])[scores.winner]).all()
    assert set(scores.winner.tolist()) == {0, 1, -1}


@pytest.mark.parametrize("order", [[2, 3, 0, 1], [2, 1, 0, 3], [0, 3, 2, 1]], ids=str)
def test_partners_may_change_seats(deals, trumps, subsets, order):
    declared, called = subsets
    scores = score_deals(deals, trumps, declared=declared, belote_called=called)
    moved = score_deals(deals[:, order], trumps, declared=declared[:, order], belote_called=called[:, order])
    assert_equal(moved, scores)


@pytest.mark.parametrize("turned", [1, 2, 3])
def test_renaming_the_suits_changes_nothing(deals, trumps, turned):
    renamed = (deals << np.uint32(8 * turned)) | (deals >> np.uint32(32 - 8 * turned))
    named = np.where(trumps < 0, -1, (trumps + turned) % 4)
    assert_equal(score_deals(renamed, named), score_deals(deals, trumps))


def test_a_deal_stands_for_itself(deals, trumps):
    order = np.random.default_rng(3).permutation(len(deals))
    shuffled, scores = score_deals(deals[order], trumps[order]), score_deals(deals, trumps)
    for name in FIELDS:
        assert (getattr(shuffled, name) == getattr(scores, name)[order]).all()
    for start in (0, 1023, 1024, 1025, 5999):
        one = score_deals(deals[start : start + 1], trumps[start : start + 1])
        assert results(one) == results(scores)[start : start + 1]


def test_only_the_winners_score_and_what_they_hold(deals, trumps):
    scores = score_deals(deals, trumps)
    wins = scores.winner[:, None] == [0, 1]
    assert ((scores.points > 0) == wins).all()
    assert set(scores.belote.ravel().tolist()) == {0, 20}
    assert not scores.belote.all(axis=1).any()


# Awkward arrays

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
def test_awkward_arrays_of_who_says_what(deals, trumps, subsets, made):
    hands, trump, (declared, called) = deals[:900], trumps[:900], (who[:900] for who in subsets)
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
