"""Belote-Rebelote in the round: RULES "Belote-Rebelote", sentence by sentence."""

import pytest
from rounds import any_card, deal, everything, play_first_trick

from solver import Called, DeclarationRound, RoundError, Rules, settle

PAIR = "11o 12o"
HOUSE = Rules(rebelote_required=False)


def with_pair(seat: int = 0, **options: object) -> DeclarationRound:
    """Return a deal with trumps oros in which `seat` leads and holds the 11 and the 12."""
    return deal(*([""] * seat), PAIR, trump="oros", first_seat=seat, **options)


def say(played: DeclarationRound, *said: tuple[str, str | None], seat: int = 0) -> DeclarationRound:
    """Let `seat` play the cards with their words, each leading a trick of its own."""
    for card, word in said:
        played.play(seat, card, say=word)
        while played.turn is not None:
            played.play(played.turn, any_card(played, played.turn))
    return played


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
@pytest.mark.parametrize("order", [("11o", "12o"), ("12o", "11o")])
def test_belote_with_the_first_and_rebelote_with_the_second_in_either_order_score_20_for_the_team(seat, order):
    played = say(with_pair(seat), (order[0], "belote"), seat=seat)
    assert played.belote is None
    played.play(seat, order[1], say="rebelote")
    assert played.belote == ((20, 0) if seat % 2 == 0 else (0, 20))
    assert played.view(0).calls == (Called(seat, "belote"), Called(seat, "rebelote"))


@pytest.mark.parametrize("trump", ["oros", "copas", "espadas", "bastos"])
def test_the_pair_is_that_of_trumps(trump):
    played = deal(f"11{trump[0]} 12{trump[0]}", trump=trump)
    say(played, (f"11{trump[0]}", "belote"), (f"12{trump[0]}", "rebelote"))
    assert played.belote == (20, 0)


def test_in_any_trick():
    played = with_pair()
    for _ in range(6):
        play_first_trick_from(played, 0)
    played.play(0, "12o", say="belote")
    play_first_trick_from(played, played.turn)
    played.play(0, "11o", say="rebelote")
    assert played.belote == (20, 0)
    play_first_trick_from(played, played.turn)
    assert played.over


def play_first_trick_from(played, seat):
    """Play a trick to its end, starting with `seat`."""
    played.play(seat, any_card(played, seat))
    while played.turn is not None:
        played.play(played.turn, any_card(played, played.turn))


def test_it_may_share_its_cards_with_a_declaration():
    played = deal("10o 11o 12o", trump="oros")
    played.play(0, "11o", declare="10o 11o 12o", say="belote")
    play_rest(played)
    played.play(0, "12o", say="rebelote")
    assert (played.points, played.belote) == ((20, 0), (20, 0))


def play_rest(played):
    while played.turn is not None:
        played.play(played.turn, any_card(played, played.turn))


def test_it_is_no_part_of_the_comparison():
    played = deal("11o 12o 4c 5c 6c", "10b 11b 12b", trump="oros")
    played.play(0, "12o", declare="4c 5c 6c", say="belote")
    played.play(1, "10b", declare="10b 11b 12b")
    play_rest(played)
    played.play(0, "11o", say="rebelote")
    assert (played.winner, played.points, played.belote) == (1, (0, 20), (20, 0))


@pytest.mark.parametrize(
    ("declare", "winner"),
    [({0: "4c 5c 6c"}, 0), ({1: "4e 5e 6e"}, 1), ({0: "4c 5c 6c", 1: "4e 5e 6e"}, None), ({}, None)],
    ids=["its team wins", "the other team wins", "an exact tie", "nobody declared"],
)
def test_it_is_scored_whoever_wins_the_comparison_and_in_an_exact_tie(declare, winner):
    played = deal("11o 12o 4c 5c 6c", "4e 5e 6e", trump="oros")
    play_first_trick(played, declare)
    say(played, ("11o", "belote"), ("12o", "rebelote"))
    assert (played.winner, played.belote) == (winner, (20, 0))


def test_it_is_kept_when_the_contract_fails():
    played = say(with_pair(), ("11o", "belote"), ("12o", "rebelote"))
    assert settle(played.points, played.belote, taker=0, made=False, trick_points=(60, 102)) == (20, 162)


@pytest.mark.parametrize("house", [Rules(), HOUSE])
def test_no_belote_scores_nothing(house):
    played = with_pair(rules=house)
    assert played.belote is None
    say(played, ("11o", None))
    assert played.belote == (0, 0)
    assert say(played, ("12o", None)).belote == (0, 0)


@pytest.mark.parametrize("house", [Rules(), HOUSE])
def test_rebelote_without_belote_scores_nothing(house):
    played = say(with_pair(rules=house), ("11o", None), ("12o", "rebelote"))
    assert played.belote == (0, 0)
    assert played.log[-4] == Called(0, "rebelote")


@pytest.mark.parametrize("house", [Rules(), HOUSE])
@pytest.mark.parametrize("second", [None, "rebelote"])
@pytest.mark.parametrize("seat", [0, 1])
def test_rebelote_with_the_first_is_said_and_scores_nothing_whatever_follows(seat, second, house):
    played = with_pair(seat, rules=house)
    played.play(seat, "12o", say="rebelote")
    assert played.belote == (0, 0)
    assert played.view(3).calls == (Called(seat, "rebelote"),)
    play_rest(played)
    played.play(seat, "11o", say=second)
    assert played.belote == (0, 0)


def test_belote_without_rebelote_scores_nothing_by_default():
    played = say(with_pair(), ("11o", "belote"))
    assert played.belote is None
    assert say(played, ("12o", None)).belote == (0, 0)


@pytest.mark.parametrize("second", [None, "rebelote"])
def test_belote_without_rebelote_scores_20_by_the_rule_switch(second):
    played = with_pair(rules=HOUSE)
    assert played.belote is None
    played.play(0, "12o", say="belote")
    assert played.belote == (20, 0)
    play_rest(played)
    played.play(0, "11o", say=second)
    assert played.belote == (20, 0)


def test_the_points_are_those_of_the_rules():
    assert say(with_pair(1, rules=Rules(belote=30)), ("11o", "belote"), ("12o", "rebelote"), seat=1).belote == (0, 30)


def refusal(played, seat, card, word):
    """Return the message that refuses the call; nothing may have changed, and the card can be played without the word."""
    before = everything(played)
    with pytest.raises(RoundError) as refused:
        played.play(seat, card, say=word)
    assert everything(played) == before
    assert refused.value.argument == "say"
    played.play(seat, card)
    return str(refused.value)


@pytest.mark.parametrize("word", ["belote", "rebelote"])
@pytest.mark.parametrize("card", ["10o", "1o", "11c", "12b"])
def test_said_with_any_other_card_is_refused(word, card):
    played = deal(f"11o 12o {card}", trump="oros")
    assert refusal(played, 0, card, word) == f"seat 0, card {card}: '{word}' is said with 11o and 12o only"


@pytest.mark.parametrize("word", ["belote", "rebelote"])
@pytest.mark.parametrize("card", ["11o", "12o"])
def test_said_by_a_player_who_does_not_hold_the_pair_is_refused(word, card):
    played = deal("11o", "12o", trump="oros", first_seat=0 if card == "11o" else 1)
    seat = played.turn
    assert refusal(played, seat, card, word) == f"seat {seat}, card {card}: '{word}' is for the player who holds both 11o and 12o"


@pytest.mark.parametrize("first_word", ["belote", "rebelote", None])
def test_belote_said_with_the_second_is_refused(first_word):
    played = say(with_pair(), ("11o", first_word))
    expected = "seat 0, card 12o: 'belote' is said with the first of 11o and 12o, and this is the second"
    assert refusal(played, 0, "12o", "belote") == expected


def test_a_word_is_refused_where_there_are_no_trumps():
    assert refusal(deal(PAIR), 0, "12o", "belote") == "seat 0, card 12o: 'belote' belongs to trumps, and this deal has none"


@pytest.mark.parametrize("word", ["Belote", "capot", "", 0, False, [], {}])
def test_what_is_no_word_of_the_game_is_refused(word):
    message = refusal(with_pair(), 0, "12o", word)
    assert message == f"seat 0, card 12o: a player says 'belote', 'rebelote' or nothing (None), not {word!r}"


def test_without_trumps_it_is_decided_from_the_start():
    assert deal(PAIR).belote == (0, 0)


def test_that_nobody_holds_the_pair_is_not_told_before_a_card_of_it_is_played():
    played = deal("11o", "12o", trump="oros")
    play_first_trick(played)
    assert played.belote is None
    played.play(1, "12o")
    assert played.belote == (0, 0)


def test_refused_calls_do_not_spend_the_word():
    played = deal("11o 12o 1o", trump="oros")
    before = everything(played)
    with pytest.raises(RoundError):
        played.play(0, "1o", say="belote")
    assert everything(played) == before
    say(played, ("12o", "belote"), ("11o", "rebelote"))
    assert played.belote == (20, 0)
