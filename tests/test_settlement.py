"""The contract: RULES "The contract", sentence by sentence, then every combination against figures written out."""

import pickle
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rounds import compared, deal

from solver import Rules, SettlementError, settle

PAIRS_BY_TEAM = [(0, 0), (20, 0), (0, 20)]
"""Belote-Rebelote: nobody's, team 0's, team 1's."""

VALIDATED = [(0, 0), (70, 0), (0, 70)]
"""Declarations: none or an exact tie, team 0's, team 1's."""

TRICKS = (92, 70)

EXPECTED = {
    # (taker, made, declarations of, Belote-Rebelote of): scores
    (0, True, None, None): (92, 70),
    (0, True, None, 0): (112, 70),
    (0, True, None, 1): (92, 90),
    (0, True, 0, None): (162, 70),
    (0, True, 0, 0): (182, 70),
    (0, True, 0, 1): (162, 90),
    (0, True, 1, None): (92, 140),
    (0, True, 1, 0): (112, 140),
    (0, True, 1, 1): (92, 160),
    (1, True, None, None): (92, 70),
    (1, True, None, 0): (112, 70),
    (1, True, None, 1): (92, 90),
    (1, True, 0, None): (162, 70),
    (1, True, 0, 0): (182, 70),
    (1, True, 0, 1): (162, 90),
    (1, True, 1, None): (92, 140),
    (1, True, 1, 0): (112, 140),
    (1, True, 1, 1): (92, 160),
    (0, False, None, None): (0, 162),
    (0, False, None, 0): (20, 162),
    (0, False, None, 1): (0, 182),
    (0, False, 0, None): (0, 232),
    (0, False, 0, 0): (20, 232),
    (0, False, 0, 1): (0, 252),
    (0, False, 1, None): (0, 232),
    (0, False, 1, 0): (20, 232),
    (0, False, 1, 1): (0, 252),
    (1, False, None, None): (162, 0),
    (1, False, None, 0): (182, 0),
    (1, False, None, 1): (162, 20),
    (1, False, 0, None): (232, 0),
    (1, False, 0, 0): (252, 0),
    (1, False, 0, 1): (232, 20),
    (1, False, 1, None): (232, 0),
    (1, False, 1, 0): (252, 0),
    (1, False, 1, 1): (232, 20),
}


def by_team(team, figure):
    return tuple(figure if team == index else 0 for index in (0, 1))


@pytest.mark.parametrize(("case", "scores"), EXPECTED.items(), ids=str)
def test_made_and_failed_by_taker_declarations_and_belote(case, scores):
    taker, made, declarations, belote = case
    assert settle(by_team(declarations, 70), by_team(belote, 20), taker, made, TRICKS) == scores


def test_every_combination_is_written_out():
    assert set(EXPECTED) == set(product((0, 1), (True, False), (None, 0, 1), (None, 0, 1)))


def test_made_each_team_scores_tricks_its_own_declarations_and_its_own_belote():
    assert settle((0, 50), (20, 0), taker=0, made=True, trick_points=(100, 62)) == (120, 112)


def test_failed_the_defenders_score_162_and_all_validated_declarations_those_of_the_taker_included():
    assert settle((150, 0), (0, 0), taker=0, made=False, trick_points=(60, 102)) == (0, 312)
    assert settle((0, 150), (0, 0), taker=0, made=False, trick_points=(60, 102)) == (0, 312)


def test_failed_the_takers_team_scores_nothing_but_a_belote_it_called():
    assert settle((100, 0), (20, 0), taker=0, made=False, trick_points=(60, 102))[0] == 20
    assert settle((100, 0), (0, 20), taker=0, made=False, trick_points=(60, 102)) == (0, 282)


def test_validated_means_counted_at_the_comparison():
    lost = compared(deal("4o 5o 6o 7o", "4c 5c 6c"), {0: "4o 5o 6o 7o", 1: "4c 5c 6c"})
    assert settle(lost.points, lost.belote, taker=1, made=False, trick_points=(100, 62)) == (212, 0)
    tied = compared(deal("4o 5o 6o", "4c 5c 6c"), {0: "4o 5o 6o", 1: "4c 5c 6c"})
    assert settle(tied.points, tied.belote, taker=1, made=False, trick_points=(100, 62)) == (162, 0)


def test_the_outcome_is_given_not_judged():
    assert settle((0, 0), (0, 0), taker=0, made=True, trick_points=(10, 152)) == (10, 152)
    assert settle((0, 0), (0, 0), taker=0, made=False, trick_points=(152, 10)) == (0, 162)


@pytest.mark.parametrize("tricks", [(252, 0), (0, 252), (126, 126), (0, 0)])
def test_trick_points_up_to_252_are_taken(tricks):
    assert settle((0, 0), (0, 0), 0, True, tricks) == tricks  # noqa: FBT003 - the promised signature


@pytest.mark.parametrize("made", [True, False])
@pytest.mark.parametrize(
    ("tricks", "message"),
    [
        ((253, 0), "trick_points (253, 0): 253 together, a deal has 252 at most"),
        ((126, 127), "trick_points (126, 127): 253 together, a deal has 252 at most"),
        ((-1, 100), "trick_points (-1, 100): no team has less than 0"),
        ((100, -1), "trick_points (100, -1): no team has less than 0"),
        ((300, -100), "trick_points (300, -100): no team has less than 0"),
    ],
)
def test_trick_points_negative_or_above_252_in_sum_are_refused(tricks, message, made):
    with pytest.raises(SettlementError) as refused:
        settle((0, 0), (0, 0), 0, made, tricks)
    assert str(refused.value) == message
    assert refused.value.argument == "trick_points"


RIGHT = {"points": (0, 50), "belote": (20, 0), "taker": 0, "made": True, "trick_points": (100, 62)}

IMPOSSIBLE = [
    ("points", (20, 50), "points (20, 50): only the team that wins the comparison has its declarations validated"),
    ("points", (-20, 0), "points (-20, 0): no team has less than 0"),
    ("points", (20,), "points (20,): a pair of integers, one for each team"),
    ("points", (20, 0, 0), "points (20, 0, 0): a pair of integers, one for each team"),
    ("points", None, "points None: a pair of integers, one for each team"),
    ("points", 20, "points 20: a pair of integers, one for each team"),
    ("points", "20", "points '20': a pair of integers, one for each team"),
    ("points", (20.0, 0), "points (20.0, 0): a pair of integers, one for each team"),
    ("points", (True, 0), "points (True, 0): a pair of integers, one for each team"),
    ("points", (0, 50001), "points (0, 50001): more than the whole deck can bring"),
    ("belote", (20, 20), "belote (20, 20): one player holds both cards, so one team at most scores Belote-Rebelote"),
    ("belote", (10, 0), "belote (10, 0): Belote-Rebelote scores 0 or 20"),
    ("belote", (0, -20), "belote (0, -20): no team has less than 0"),
    ("belote", None, "belote None: a pair of integers, one for each team"),
    ("trick_points", ("100", "62"), "trick_points ('100', '62'): a pair of integers, one for each team"),
    ("trick_points", {}, "trick_points {}: a pair of integers, one for each team"),
    ("taker", 2, "taker 2: the teams are 0 (seats 0 and 2) and 1 (seats 1 and 3)"),
    ("taker", -1, "taker -1: the teams are 0 (seats 0 and 2) and 1 (seats 1 and 3)"),
    ("taker", None, "taker None: the teams are 0 (seats 0 and 2) and 1 (seats 1 and 3)"),
    ("taker", True, "taker True: the teams are 0 (seats 0 and 2) and 1 (seats 1 and 3)"),
    ("taker", "0", "taker '0': the teams are 0 (seats 0 and 2) and 1 (seats 1 and 3)"),
    ("made", None, "made None: True for a contract made, False for one that failed"),
    ("made", "failed", "made 'failed': True for a contract made, False for one that failed"),
    ("made", 2, "made 2: True for a contract made, False for one that failed"),
]


@pytest.mark.parametrize(("argument", "given", "message"), IMPOSSIBLE, ids=[f"{name}={given!r}" for name, given, _ in IMPOSSIBLE])
def test_impossible_figures_are_refused(argument, given, message):
    with pytest.raises(SettlementError) as refused:
        settle(**{**RIGHT, argument: given})
    assert str(refused.value) == message
    assert refused.value.argument == argument
    assert pickle.loads(pickle.dumps(refused.value)).argument == argument  # noqa: S301 - own pickle


def test_the_most_that_any_rules_let_a_deck_bring_is_taken():
    assert settle(**{**RIGHT, "points": (50000, 0)}) == (50120, 62)


@pytest.mark.parametrize(("made", "scores"), [(1, (120, 112)), (0, (20, 212)), (np.uint8(1), (120, 112)), (np.int64(0), (20, 212))])
def test_the_integers_1_and_0_are_an_outcome(made, scores):
    assert settle(**{**RIGHT, "made": made}) == scores


def test_other_rules_change_the_figures():
    house = Rules(failed_contract=250, most_trick_points=162, belote=30)
    assert settle((0, 50), (30, 0), taker=0, made=False, trick_points=(81, 81), rules=house) == (30, 300)
    with pytest.raises(SettlementError, match="163 together, a deal has 162 at most"):
        settle((0, 0), (0, 0), taker=0, made=True, trick_points=(82, 81), rules=house)
    with pytest.raises(SettlementError, match="Belote-Rebelote scores 0 or 30"):
        settle((0, 0), (20, 0), taker=0, made=True, trick_points=(81, 81), rules=house)


def test_rows_of_arrays_are_taken_and_do_not_overflow():
    points, belote = np.array([[250, 0]], dtype=np.uint8), np.array([[20, 0]], dtype=np.uint8)
    scores = settle(points[0], belote[0], np.int8(1), np.bool_(True), np.array([252, 0], dtype=np.uint8))  # noqa: FBT003 - promised
    assert scores == (522, 0)
    assert [type(score) for score in scores] == [int, int]


@given(
    st.sampled_from(VALIDATED), st.sampled_from(PAIRS_BY_TEAM), st.integers(0, 1), st.booleans(), st.integers(0, 252), st.data()
)
def test_swapping_the_teams_swaps_the_scores(points, belote, taker, made, tricks0, data):
    tricks = tricks0, data.draw(st.integers(0, 252 - tricks0))
    scores = settle(points, belote, taker, made, tricks)
    assert settle(points[::-1], belote[::-1], 1 - taker, made, tricks[::-1]) == scores[::-1]
