"""The comparison: RULES "Comparison", sentence by sentence."""

import pytest
from rounds import any_card, compared, deal, play_first_trick

from solver import Compared, Contest, Played, RoundError, Rules, Shown, parse_hand, read_declaration

RUN = "4o 5o 6o 7o"
LOWER_RUN = "4c 5c 6c"

ORDER = {
    # what it is about: the better, the worse, trumps, the points of the better
    "higher points": ("4o 5o 6o 7o", "11c 12c 1c", "copas", 50),
    "higher points, a Carré over a longer Suivi": ("6o 6c 6e 6b", "7c 10c 11c 12c 1c", "copas", 150),
    "higher points, a Suivi over a Suivi with a higher top card": ("4o 5o 6o 7o 10o", "10c 11c 12c 1c", None, 100),
    "at equal points the Carré over the Suivi": ("11o 11c 11e 11b", "4c 5c 6c 7c 10c", "copas", 100),
    "the longer Suivi": ("5o 6o 7o 10o 11o 12o", "7c 10c 11c 12c 1c", "copas", 100),
    "the higher top card": ("5o 6o 7o", "4c 5c 6c", "copas", 20),
    "the 1 above the 12": ("11o 12o 1o", "10c 11c 12c", "copas", 20),
    "the 10 above the 7": ("6o 7o 10o", "5c 6c 7c", "copas", 20),
    "the one in trumps": ("4c 5c 6c", "4o 5o 6o", "copas", 20),
    "the one in trumps, whichever suit": ("4o 5o 6o 7o", "4c 5c 6c 7c", "oros", 50),
    "Carré of 1s above 12s": ("1o 1c 1e 1b", "12o 12c 12e 12b", None, 100),
    "Carré of 12s above 11s": ("12o 12c 12e 12b", "11o 11c 11e 11b", None, 100),
    "Carré of 11s above 7s": ("11o 11c 11e 11b", "7o 7c 7e 7b", None, 100),
}


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
@pytest.mark.parametrize(("better", "worse", "trump", "points"), ORDER.values(), ids=ORDER)
def test_the_better_declaration_wins(better, worse, trump, points, seat):
    other = (seat + 1) % 4
    hands = {seat: better, other: worse}
    played = compared(deal(*(hands.get(s, "") for s in range(4)), trump=trump), {seat: better, other: worse})
    assert played.winner == seat % 2
    assert played.points == ((points, 0) if seat % 2 == 0 else (0, points))


def test_one_declaration_of_each_team_is_compared_not_their_sum():
    played = compared(deal("4o 5o 6o", "4c 5c 6c 7c", "10o 11o 12o"), {0: "4o 5o 6o", 1: "4c 5c 6c 7c", 2: "10o 11o 12o"})
    assert (played.winner, played.points) == (1, (0, 50))


def test_in_an_exact_tie_no_declaration_counts_whatever_else_was_declared():
    declare = {0: "10o 11o 12o 1o", 1: "10c 11c 12c 1c", 3: "5o 6o 7o"}
    played = compared(deal("10o 11o 12o 1o", "10c 11c 12c 1c", "", "5o 6o 7o", trump="bastos"), declare)
    assert (played.winner, played.points, played.contest) == (None, (0, 0), Contest(None, (0, 0)))
    assert played.log[-1] == Compared(Contest(None, (0, 0)))


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_only_team_that_declared_wins(seat):
    played = compared(deal(*([""] * seat), "4o 5o 6o"), {seat: "4o 5o 6o"})
    assert played.winner == seat % 2
    assert played.points[seat % 2] == 20


def test_nobody_declared_nothing_happens():
    played = compared(deal(RUN, LOWER_RUN))
    assert (played.winner, played.points) == (None, (0, 0))
    assert all(isinstance(event, Played) for event in played.log)


def test_the_winning_team_scores_all_its_declarations_both_partners_however_weak_and_the_other_none():
    declare = {0: "10o 10c 10e 10b", 1: "7e 6e 5e 4e", 2: ["4o 5o 6o", "4c 5c 6c"], 3: "11b 12b 1b"}
    played = compared(deal("10o 10c 10e 10b", "4e 5e 6e 7e", "4o 5o 6o 4c 5c 6c", "11b 12b 1b"), declare)
    assert (played.winner, played.points) == (0, (240, 0))


def test_only_the_winning_team_shows_all_its_declared_cards_to_everyone():
    declare = {1: ["4c 5c 6c 7c"], 0: "4o 5o 6o", 3: ["5b 6b 7b", "10b 11b 12b 1b"]}
    played = compared(deal("4o 5o 6o", "4c 5c 6c 7c", "", "4b 5b 6b 7b 10b 11b 12b 1b"), declare)
    expected = (
        Shown(1, (read_declaration("4c 5c 6c 7c"),)),
        Shown(3, (read_declaration("10b 11b 12b 1b"), read_declaration("5b 6b 7b"))),
    )
    assert played.log[-3:] == (Compared(Contest(1, (0, 120))), *expected)
    assert all(played.view(seat).shown == expected for seat in range(4))


def test_declarations_are_shown_strongest_first_trumps_before_their_equal():
    played = compared(deal("4o 5o 6o 4c 5c 6c", trump="copas"), {0: ["4o 5o 6o", "4c 5c 6c"]})
    assert played.view(1).shown == (Shown(0, (read_declaration("4c 5c 6c"), read_declaration("4o 5o 6o"))),)


def test_the_losers_cards_stay_hidden():
    played = compared(deal(RUN, LOWER_RUN), {0: RUN, 1: LOWER_RUN})
    assert {shown.seat for shown in played.view(2).shown} == {0}
    for seat in (0, 2, 3):
        assert str(parse_hand(LOWER_RUN)) not in repr(played.view(seat))
    assert str(parse_hand(LOWER_RUN)) in repr(played.view(1))


def test_in_an_exact_tie_everyones_cards_stay_hidden():
    played = compared(deal("4o 5o 6o", "4c 5c 6c"), {0: "4o 5o 6o", 1: "4c 5c 6c"})
    assert played.winner is None
    assert all(played.view(seat).shown == () for seat in range(4))


def test_the_comparison_comes_when_the_first_card_of_the_second_trick_is_played():
    played = deal(RUN, LOWER_RUN)
    play_first_trick(played, {0: RUN, 1: LOWER_RUN})
    assert (played.winner, played.points, played.contest) == (None, None, None)
    assert played.view(2).shown == ()
    played.play(3, any_card(played, 3))
    assert (played.winner, played.points, played.contest) == (0, (50, 0), Contest(0, (50, 0)))
    assert [type(event) for event in played.log[-3:]] == [Played, Compared, Shown]


def test_a_refused_first_card_of_the_second_trick_brings_no_comparison():
    played = deal(RUN)
    play_first_trick(played, {0: RUN})
    with pytest.raises(RoundError):
        played.play(1, "4o")
    assert played.points is None


def test_the_comparison_follows_the_deals_rules():
    played = compared(deal("4o 5o 6o", "4c 5c 6c 7c", rules=Rules(run_of_3=60)), {0: "4o 5o 6o", 1: "4c 5c 6c 7c"})
    assert (played.winner, played.points) == (0, (60, 0))
