"""Views that are refused: what is none, wrong types in any field, and what contradicts itself."""

from dataclasses import replace

import numpy as np
import pytest

from solver import (
    Called,
    Compared,
    Contest,
    Declaration,
    Heard,
    Played,
    Shown,
    ViewError,
    advise_at,
    can_be_beaten,
    estimate_odds,
    hand_view,
    most_points_possible,
    possible_declarations,
    read_declaration,
    strongest_possible,
)
from solver.knowledge import knowledge_of

PLAIN = "4o 6o 10o 5c 11c 12e 7b 1b"
QUESTIONS = [advise_at, can_be_beaten, estimate_odds, most_points_possible, possible_declarations, strongest_possible]
THREE = read_declaration("4c 5c 6c")


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("given", [None, PLAIN, 255, ()])
def test_what_is_no_view_is_refused(question, given):
    with pytest.raises(ViewError, match=r"^a view is wanted, as `hand_view` and `DeclarationRound.view` return it, not "):
        question(given)


@pytest.mark.parametrize("card", [2**40, -1, 0, 3, "4o", None, 1.0, True])
def test_a_card_played_is_one_card(card):
    for ask in (lambda: hand_view(PLAIN, played=[Played(2, card)]), lambda: can_be_beaten(replace(view(), log=(Played(2, card),)))):
        with pytest.raises(ViewError, match=r"^seat 2 played .*, which is not one card"):
            ask()


def view(**changes):
    return replace(hand_view(PLAIN), **changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seat": True}, "no seat True"),
        ({"seat": 1.0}, "no seat 1.0"),
        ({"first_seat": False}, "seat False leads"),
        ({"turn": 2.0}, "it is the turn of 2.0"),
        ({"turn": True}, "it is the turn of True"),
        ({"dealt": "4o"}, "own hand '4o': a mask of cards is an integer"),
        ({"dealt": 0}, "own hand of no cards, a player is dealt 8"),
        ({"dealt": 1}, "own hand 4o: 1 card, a player is dealt 8"),
        ({"dealt": 2**40}, "a mask of cards is an integer from 0"),
        ({"declared": None}, "what seat 0 declared is a tuple"),
        ({"declared": ("4o",)}, "seat 0 declared '4o', which is no declaration of these rules"),
        ({"declared": (Declaration("suivi", 50, 0, 2),)}, "which is no declaration of these rules"),
        ({"declared": (THREE,), "silent": True}, "seat 0 is silent and declared Suivi 20"),
        ({"log": None}, "the log of a view is a tuple of events, not None"),
        ({"log": ("1: suivi 50",)}, "'1: suivi 50' is no event of the public record"),
        ({"log": (Heard("1", "suivi", 50),)}, "the seats are 0, 1, 2 and 3"),
        ({"log": (Heard(1.0, "suivi", 50),)}, "the seats are 0, 1, 2 and 3"),
        ({"log": (Heard(1, "carré", 100),)}, "declare a 'carré': the kinds are suivi and carre"),
        ({"log": (Heard(1, [], 100),)}, "the kinds are suivi and carre"),
        ({"log": (Heard(1, "carre", "100"),)}, "carre of '100': its values are 100, 150, 200"),
        ({"log": (Heard(1, "carre", 100.0),)}, "carre of 100.0: its values are"),
        ({"log": (Called(1, "capot"),)}, "seat 1 said 'capot': the words are belote and rebelote"),
        ({"log": (Shown(1, THREE),)}, "what seat 1 declared is a tuple"),
        ({"log": (Shown(1, (0,)),)}, "seat 1 declared 0, which is no declaration"),
        ({"log": (Compared("won"),)}, "the result of a comparison is a Contest, not 'won'"),
        ({"contest": 0}, "the result of a comparison is a Contest, not 0"),
        ({"contest": Contest(5, (0, 0))}, "the comparison was won by 5: it is by team 0, team 1 or None"),
        ({"contest": Contest(1.0, (0, 0))}, "the comparison was won by 1.0"),
        ({"contest": Contest(None, None)}, "the points are a pair of integers"),
        ({"contest": Contest(None, (0, "0"))}, "the points are a pair of integers"),
        ({"log": (Played(1, 2), Played(1, 2))}, "seat 1 played 5o 2 times"),
    ],
)
def test_fields_of_the_wrong_kind_are_refused(changes, message):
    with pytest.raises(ViewError) as refusal:
        knowledge_of(view(**changes))
    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([Heard(3, "suivi", 50)], "seat 3 is still to play, but has declared"),
        ([Heard(2, "suivi", 50)], "seat 2 is still to play, but has declared"),
        ([Played(3, 2)], "seat 3 is still to play, but has played"),
        ([Played(0, 1)], "seat 0 is still to play, but has played"),
        ([Called(3, "belote")], "seat 3 is still to play, but has called"),
        ([Played(1, 2), Played(1, 8)], "seat 1 has played 2 cards, but a trick has one of each seat"),
    ],
)
def test_nobody_plays_before_their_turn(events, message):
    told = [event for event in events if isinstance(event, Heard)], [event for event in events if isinstance(event, Played)]
    known = view(trump="oros", first_seat=1, turn=2, log=tuple(events))
    with pytest.raises(ViewError, match=f"^it is the turn of seat 2 in the first trick, which seat 1 leads: {message}"):
        knowledge_of(known)
    if any(told):
        with pytest.raises(ViewError, match=message):
            hand_view(PLAIN, first_seat=1, turn=2, heard=told[0], played=told[1])
    assert knowledge_of(replace(known, turn=None, log=())).announced[1] is None


@pytest.mark.parametrize(
    ("contest", "log", "message"),
    [
        (Contest(0, (20, 0)), (), "won by team 0, of which nobody declared"),
        (Contest(1, (0, 50)), (Heard(2, "suivi", 50),), "won by team 1, of which nobody declared"),
        (Contest(None, (0, 0)), (Heard(1, "suivi", 50),), "an exact tie, but only team 1 declared: Suivi 50"),
        (Contest(1, (0, 20)), (Heard(1, "suivi", 50),), "brought (0, 20), but by what was declared it would be (0, 50)"),
        (Contest(None, (0, 20)), (), "brought (0, 20), but by what was declared it would be (0, 0)"),
    ],
)
def test_a_comparison_that_no_announcement_supports_is_refused(contest, log, message):
    for question in QUESTIONS:
        with pytest.raises(ViewError) as refusal:
            question(view(contest=contest, log=log))
        assert message in str(refusal.value)


def test_numbers_of_numpy_are_integers():
    card = np.uint32(2)
    written = hand_view(PLAIN, seat=np.int64(0), first_seat=np.int8(1), turn=np.uint8(2), played=[Played(1, card)])
    assert knowledge_of(written) == knowledge_of(hand_view(PLAIN, first_seat=1, turn=2, played=["1: 5o"]))


def test_messages_name_cards_of_the_deck():
    hand = "7D 9D JD 8H QH KS 10C AC"
    for changes, message in (
        ({"hand": "7D 9D"}, "own hand 7D 9D: 2 cards"),
        ({"played": ["1: 7D"]}, "seat 1 played 7D, but 7D was dealt to seat 0"),
        ({"played": ["0: 8D"]}, "seat 0 played 8D, but was not dealt 8D"),
        ({"played": ["1: 8D", Played(1, 2)]}, "seat 1 played 8D 2 times"),
        ({"played": ["1: 7H 9H 10H JH KH AH 7S 8S 9S"]}, "9 cards: 7H 9H 10H JH KH AH 7S 8S 9S"),
        ({"declared": ["7D 8D 9D"]}, "declared 7D 8D 9D, but was not dealt 8D"),
    ):
        with pytest.raises(ViewError) as refusal:
            hand_view(**{"hand": hand, "deck": "french", **changes})
        assert message in str(refusal.value)
