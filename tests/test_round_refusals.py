"""Every refusal of the round: its message, the argument it blames, and that the round is as it was, field by field."""

import copy
import pickle

import pytest
from rounds import any_card, deal, everything, filled, play_first_trick

from solver import CardError, DeclarationRound, RoundError, read_declaration

HANDS = ("4o 5o 6o 7o 12o 12c 12e 12b", "11o 11c 4c 4e 4b", "10o", "1o")


def at_the_start():
    return deal(*HANDS, trump="oros")


def in_the_first_trick():
    played = at_the_start()
    played.play(0, "4o", declare=["4o 5o 6o", "12o 12c 12e 12b"])
    return played


def in_the_second_trick():
    played = at_the_start()
    play_first_trick(played, {0: "4o 5o 6o 7o"})
    played.play(2, any_card(played, 2))
    return played


def between_tricks():
    played = at_the_start()
    play_first_trick(played, {0: "4o 5o 6o 7o"})
    return played


def at_the_end():
    played = in_the_second_trick()
    while not played.over:
        seat = played.turn if played.turn is not None else 1
        played.play(seat, any_card(played, seat))
    return played


def belote_said():
    played = deal("4o 11o 12o", trump="oros")
    played.play(0, "12o", say="belote")
    while played.turn is not None:
        played.play(played.turn, any_card(played, played.turn))
    return played


def without_trumps():
    return deal("11o 12o")


REFUSALS = {
    "no such seat": (at_the_start, (4, "4o"), "seat", "no seat 4: the seats are 0, 1, 2 and 3"),
    "a seat that is no number": (at_the_start, ("0", "4o"), "seat", "no seat '0': the seats are 0, 1, 2 and 3"),
    "out of turn at the start": (
        at_the_start, (1, "11o"), "seat",
        "seat 1, card 11o: it is the turn of seat 0: seat after seat, the first trick from seat 0",
    ),
    "out of turn within a trick": (
        in_the_second_trick, (1, "4c"), "seat",
        "seat 1, card 4c: it is the turn of seat 3: seat after seat, the first trick from seat 0",
    ),
    "twice in one trick": (
        in_the_first_trick, (0, "5o"), "seat",
        "seat 0, card 5o: it is the turn of seat 1: seat after seat, the first trick from seat 0",
    ),
    "after the last card": (at_the_end, (0, "4o"), "seat", "seat 0, card 4o: the deal is over, all 32 cards are played"),
    "no card": (
        at_the_start, (0, "8o"), "card",
        ("seat 0, card '8o': '8o' is no card of the spanish deck: "
         "ranks 4 5 6 7 10 11 12 1, suits o c e b, as in '12o' or 'rey de oros'"),
    ),
    "nothing": (at_the_start, (0, ""), "card", "seat 0, card '': a player plays one card at a time"),
    "two cards": (at_the_start, (0, "4o 5o"), "card", "seat 0, card 4o 5o: a player plays one card at a time"),
    "a mask of two cards": (at_the_start, (0, 3), "card", "seat 0, card 4o 5o: a player plays one card at a time"),
    "what is neither text nor mask": (
        at_the_start, (0, 1.5), "card", "seat 0, card 1.5: a mask of cards is an integer, not float: 1.5",
    ),
    "another player's card": (at_the_start, (0, "11o"), "card", "seat 0, card 11o: not in this player's hand"),
    "a card already played": (between_tricks, (0, "4o"), "card", "seat 0, card 4o: this player has already played it"),
    "a declaration not held": (
        at_the_start, (0, "4o", ["4o 5o 6o", "10o 11o 12o"]), "declare",
        "seat 0, card 4o: Suivi 20 (10o 11o 12o): this player was not dealt 10o 11o",
    ),
    "a declaration not held, of another player": (
        at_the_start, (0, "4o", read_declaration("11o 11c 11e 11b")), "declare",
        "seat 0, card 4o: Carré 100 (11o 11c 11e 11b): this player was not dealt 11o 11c 11e 11b",
    ),
    "a declaration worth nothing": (
        at_the_start, (0, "4o", "4o 4c 4e 4b"), "declare", "seat 0, card 4o: 4o 4c 4e 4b: a Carré of 4s is worth nothing",
    ),
    "a run of two": (at_the_start, (0, "4o", "4o 5o"), "declare", "seat 0, card 4o: 4o 5o: a declaration has at least 3 cards"),
    "overlapping declarations": (
        at_the_start, (0, "4o", ["4o 5o 6o", "5o 6o 7o"]), "declare",
        "seat 0, card 4o: Suivi 20 (4o 5o 6o) and Suivi 20 (5o 6o 7o) share 5o 6o: a card serves in one declaration only",
    ),
    "one good declaration and one that is none": (
        at_the_start, (0, "4o", ["4o 5o 6o", "12o 12c"]), "declare", "seat 0, card 4o: 12o 12c: a declaration has at least 3 cards",
    ),
    "a declaration in the second trick": (
        between_tricks, (0, "5o", "12o 12c 12e 12b"), "declare",
        "seat 0, card 5o: too late: a player declares with their first card, in the first trick",
    ),
    "a declaration in the last trick": (
        belote_said, (0, "4o", "best"), "declare",
        "seat 0, card 4o: too late: a player declares with their first card, in the first trick",
    ),
    "a word that is none": (
        at_the_start, (0, "4o", (), "capot"), "say",
        "seat 0, card 4o: a player says 'belote', 'rebelote' or nothing (None), not 'capot'",
    ),
    "a word with another card": (
        at_the_start, (0, "4o", "4o 5o 6o", "belote"), "say", "seat 0, card 4o: 'belote' is said with 11o and 12o only",
    ),
    "a word without the pair": (
        at_the_start, (0, "12o", "4o 5o 6o", "belote"), "say",
        "seat 0, card 12o: 'belote' is for the player who holds both 11o and 12o",
    ),
    "a word without trumps": (
        without_trumps, (0, "12o", (), "rebelote"), "say", "seat 0, card 12o: 'rebelote' belongs to trumps, and this deal has none",
    ),
    "rebelote with another card": (
        belote_said, (0, "4o", (), "rebelote"), "say", "seat 0, card 4o: 'rebelote' is said with 11o and 12o only",
    ),
    "belote with the second": (
        belote_said, (0, "11o", (), "belote"), "say",
        "seat 0, card 11o: 'belote' is said with the first of 11o and 12o, and this is the second",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("start", "move", "argument", "message"), REFUSALS.values(), ids=REFUSALS)
def test_a_refusal_names_seat_card_and_rule_and_changes_nothing(start, move, argument, message):
    played = start()
    before, parts = everything(played), copy.copy(played)
    with pytest.raises(RoundError) as refused:
        played.play(*move)
    assert str(refused.value) == message
    assert refused.value.argument == argument
    after = everything(played)
    for name, value in before.items():
        assert after[name] == value, name
    assert played._state is parts._state


def test_errors_keep_their_argument_when_pickled():
    played = at_the_start()
    with pytest.raises(RoundError) as refused:
        played.play(0, "11o")
    other = pickle.loads(pickle.dumps(refused.value))  # noqa: S301 - own pickle
    assert (str(other), other.argument) == (str(refused.value), "card")


GOOD = filled()

BAD_DEALS = {
    "three hands": (GOOD[:3], "hands", "a deal is 4 hands, one for each seat, not 3"),
    "five hands": ([*GOOD, 0], "hands", "a deal is 4 hands, one for each seat, not 5"),
    "text": ("4o 5o", "hands", "a deal is 4 hands, one for each seat, not 5"),
    "seven cards": ([GOOD[0] & ~1, *GOOD[1:]], "hands", "hand of seat 0 (5o 6o 7o 10o 11o 12o 1o): 7 cards, not 8"),
    "nine cards": (
        [GOOD[0], GOOD[1] | 1, *GOOD[2:]], "hands", "hand of seat 1 (4o 4c 5c 6c 7c 10c 11c 12c 1c): 9 cards, not 8",
    ),
    "a card dealt twice": (
        [GOOD[0], GOOD[1], GOOD[2] & ~(1 << 16) | 2, GOOD[3]], "hands", "seats 0 and 2 both hold 5o: a card is dealt once",
    ),
    "a card that stands twice in its hand": (
        ["4o 4o", *GOOD[1:]], "hands", "hand of seat 0: card '4o' stands twice in '4o 4o'",
    ),
    "a hand that cannot be read": ([*GOOD[:3], None], "hands", "hand of seat 3: a mask of cards is an integer, not NoneType: None"),
}  # fmt: skip


@pytest.mark.parametrize(("hands", "argument", "message"), BAD_DEALS.values(), ids=BAD_DEALS)
def test_hands_that_are_no_deal_are_refused(hands, argument, message):
    with pytest.raises(RoundError) as refused:
        DeclarationRound(hands, None)
    assert (str(refused.value), refused.value.argument) == (message, argument)


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        ([GOOD[0] & ~1, *GOOD[1:]], "hand of seat 0 (8D 9D 10D JD QD KD AD): 7 cards, not 8"),
        ([*GOOD[:3], 0], "hand of seat 3: no cards, not 8"),
        ([GOOD[0], GOOD[1] & ~(1 << 8) | 1, *GOOD[2:]], "seats 0 and 1 both hold 7D: a card is dealt once"),
    ],
)
def test_hands_that_are_no_deal_are_told_in_the_cards_of_their_deck(hands, message):
    with pytest.raises(RoundError) as refused:
        DeclarationRound(hands, None, deck="french")
    assert str(refused.value) == message


@pytest.mark.parametrize("first_seat", [4, -1, True, None, "1"])
def test_a_first_seat_that_is_none_is_refused(first_seat):
    with pytest.raises(RoundError, match=r"^no seat .*: the seats are 0, 1, 2 and 3$") as refused:
        DeclarationRound(GOOD, None, first_seat)
    assert refused.value.argument == "first_seat"


def test_a_trump_and_a_deck_that_cannot_be_read_are_refused():
    with pytest.raises(CardError, match="'hoja' is no trump"):
        DeclarationRound(GOOD, "hoja")
    with pytest.raises(CardError, match="unknown deck 'german'"):
        DeclarationRound(GOOD, None, deck="german")
