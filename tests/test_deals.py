"""Deals in bulk: `score_deals` against the round and the pure functions, and the laws of the comparison."""

import random

import numpy as np
import pytest
from deal_twins import assert_same_scores
from rounds import random_hands as dealt_at_random
from rounds import result_by_pure_functions, result_by_the_round
from twins import OTHER_RULES, read_only
from worked_deals import FIELDS, WORKED, assert_equal, assert_fields, read

from solver import Rules, score_deals
from solver.dealing import random_deals


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
