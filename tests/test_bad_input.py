"""Values that are no cards, arrays, rules or outcomes: refused by their class and name, whatever the caller mistook them for."""

import copy
import pickle

import numpy as np
import pytest

from solver import (
    CardError,
    DeclarationError,
    HandError,
    RoundError,
    Rules,
    SettlementError,
    Suit,
    best_combination,
    contest,
    hand_points,
    parse_hand,
    read_declaration,
    score_deals,
    score_hands,
    settle,
    settle_deals,
    solve_hands,
)
from solver.round import DeclarationRound

HUGE = pytest.param(10**5000, id="huge")
"""An integer whose digits Python refuses to write."""


@pytest.mark.parametrize("text", ["\ufe0f", "4o \ufe0f", "♥\ufe0f", "1\ufe0f2o"])
def test_an_emoji_selector_is_no_card(text):
    with pytest.raises(CardError, match="is no card of the spanish deck"):
        parse_hand(text)


@pytest.mark.parametrize("hand", [b"\1\2\4", bytearray(b"4o"), memoryview(b"4o"), Suit.BASTOS, None, 1.0, True, HUGE, -1])
def test_what_is_no_hand_is_refused(hand):
    with pytest.raises(CardError):
        best_combination(hand)


def test_a_deck_is_checked_also_where_no_text_is_read():
    with pytest.raises(CardError, match="unknown deck 'klingon'"):
        best_combination(7, deck="klingon")


@pytest.mark.parametrize("trump", [HUGE, 1.5, b"oros", [], "oro", True])
def test_what_is_no_trump_is_refused(trump):
    with pytest.raises(CardError, match="is no trump"):
        best_combination(7, trump)


def test_reasons_are_in_the_deck_that_was_read():
    with pytest.raises(DeclarationError, match="a Carré of 7s is worth nothing"):
        read_declaration("7D 7H 7S 7C", deck="french")
    with pytest.raises(DeclarationError, match="7 8 9 10 J Q K A, and the A is not next to the 7"):
        read_declaration("7D 8D 10D", deck="french")


@pytest.mark.parametrize("team", [["4o 5o 6o"], [7], read_declaration("4o 5o 6o"), best_combination("4o 5o 6o"), None, "4o"])
def test_a_team_is_made_of_declarations(team):
    with pytest.raises(DeclarationError, match="is no team's declarations"):
        contest(team, [])


@pytest.mark.parametrize("rules", [None, {}, "default", 5, Rules])
@pytest.mark.parametrize(
    "call",
    [
        lambda rules: best_combination(7, rules=rules),
        lambda rules: contest([], [read_declaration("4o 5o 6o")], rules=rules),
        lambda rules: hand_points([7], rules=rules),
        lambda rules: score_hands([7], rules=rules),
        lambda rules: solve_hands([7], rules=rules),
        lambda rules: score_deals([[7, 0, 0, 0]], 0, rules=rules),
        lambda rules: settle((0, 0), (0, 0), 0, made=True, trick_points=(0, 0), rules=rules),
        lambda rules: settle_deals((0, 0), (0, 0), 0, made=True, trick_points=(0, 0), rules=rules),
        lambda rules: DeclarationRound([0xFF, 0xFF00, 0xFF0000, 0xFF000000], 0, rules=rules),
    ],
)
def test_rules_are_rules(call, rules):
    with pytest.raises(TypeError, match=r"rules are a solver\.Rules"):
        call(rules)


def test_rules_take_numpy_integers_and_keep_plain_ones():
    assert type(Rules(run_of_3=np.int64(30)).run_of_3) is int


@pytest.mark.parametrize("value", [HUGE, pytest.param("x" * 10**6, id="long"), 1.0, True, -1, 5001])
def test_a_value_of_the_rules_is_refused_by_its_field_in_a_short_message(value):
    with pytest.raises(ValueError, match="run_of_3=") as refusal:
        Rules(run_of_3=value)
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    ("hands", "reason"),
    [
        ([[7], [7, 15]], "hands is no array"),
        (np.ma.array([7, 15], mask=[0, 1]), "hands has masked elements"),
        ([10**5000], "hands are integers"),
        (np.zeros(2, [("a", "u4")]), "hands are integers"),
    ],
)
@pytest.mark.parametrize("score", [hand_points, score_hands, solve_hands])
def test_what_is_no_array_of_hands_is_refused(score, hands, reason):
    with pytest.raises(HandError, match=reason):
        score(hands)


def test_a_masked_array_without_masked_elements_is_an_array():
    assert hand_points(np.ma.array([7, 15])).tolist() == [20, 50]


@pytest.mark.parametrize("score", [score_hands, solve_hands])
@pytest.mark.parametrize("hand_type", [np.uint32, np.int64, ">u4"])
@pytest.mark.parametrize("trump_type", [np.int8, np.int64])
def test_the_first_bad_row_is_named_whether_its_hand_or_its_trump_is_bad(score, hand_type, trump_type):
    nine_cards = 0x1FF
    with pytest.raises(HandError, match=r"trump\[0\]: 9 is no trump"):
        score(np.array([7, nine_cards], hand_type), np.array([9, 0], trump_type))
    with pytest.raises(HandError, match=r"hands\[0\]: 9 cards"):
        score(np.array([nine_cards, 7], hand_type), np.array([0, 9], trump_type))


def test_out_may_be_a_matrix_and_no_masked_array():
    out = np.zeros((1, 3), np.uint16).view(np.matrix)
    assert hand_points(np.array([[7, 15, 255]], np.uint32), out=out).tolist() == [[20, 50, 120]]
    with pytest.raises(ValueError, match="out is a writable"):
        hand_points([7], out=np.ma.array([0], mask=[1], dtype=np.uint16))


def test_no_deals_are_scored_and_settled():
    assert score_deals([], 0).points.shape == (0, 2)
    assert settle_deals([], [], [], [], []).shape == (0, 2)


def pickled(result):
    return pickle.loads(pickle.dumps(result))  # noqa: S301  our own bytes


@pytest.mark.parametrize("again", [pickled, copy.deepcopy, copy.copy])
@pytest.mark.parametrize("result", [score_hands([7, 15]), score_deals([[7, 0, 0, 0]], 0)], ids=["hands", "deals"])
def test_results_stay_read_only(result, again):
    for name in ("points", "belote"):
        array = getattr(again(result), name)
        assert np.array_equal(array, getattr(result, name))
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0


@pytest.mark.parametrize("points", [{0, 50}, {0: 0, 50: 0}, b"\0\1", "05", (0, 50_001), pytest.param((10**5000, 0), id="huge")])
def test_the_points_of_two_teams_are_an_ordered_pair_that_a_deck_can_bring(points):
    with pytest.raises(SettlementError, match="points"):
        settle(points, (0, 0), 0, made=True, trick_points=(0, 0))


@pytest.mark.parametrize("made", [np.array([True, False]), "True", None, 2, 1.0])
def test_an_outcome_is_one_of_two(made):
    with pytest.raises(SettlementError, match="made"):
        settle((0, 0), (0, 0), 0, made, (0, 0))


@pytest.mark.parametrize("made", [True, np.True_, 1])
def test_an_outcome_may_be_numpys(made):
    assert settle((0, 0), (0, 0), 0, made, (100, 62)) == (100, 62)


@pytest.mark.parametrize("hands", [None, 255])
def test_a_round_needs_hands(hands):
    with pytest.raises(RoundError, match="a deal is 4 hands"):
        DeclarationRound(hands, 0)


@pytest.mark.parametrize("threads", [0, -1, 1.5, True, "2", pytest.param(-(10**5000), id="huge")])
def test_threads_are_a_positive_integer(threads):
    with pytest.raises(ValueError, match="threads="):
        hand_points([7], threads=threads)
