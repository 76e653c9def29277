"""Declaring: RULES "When and how", sentence by sentence, and what `declare` takes."""

import pytest
from rounds import any_card, compared, deal, everything, filled, play_first_trick

from solver import DeclarationRound, Heard, Played, RoundError, Rules, best_combination, parse_hand, read_declaration

RUN = "4o 5o 6o 7o"


def test_a_player_declares_with_the_first_card_in_the_first_trick():
    played = deal(RUN)
    played.play(0, "4o", declare=RUN)
    assert played.view(0).declared == (read_declaration(RUN),)


@pytest.mark.parametrize("late", [RUN, [RUN], "best", read_declaration(RUN)])
def test_later_is_too_late_and_the_declaration_is_lost(late):
    played = deal(RUN)
    play_first_trick(played)
    with pytest.raises(RoundError, match=r"^seat 0, card 5o: too late: a player declares with their first card"):
        played.play(0, "5o", declare=late)
    played.play(0, "5o")
    assert played.points == (0, 0)
    assert not played.view(0).declared


@pytest.mark.parametrize(
    ("declare", "points"),
    [
        ((), 0),
        ("12o 12c 12e 12b", 100),
        (["12o 12c 12e 12b", "6c 7c 10c 11c"], 150),
        ("6c 7c 10c", 20),
        (["6c 7c 10c 11c 12c"], 100),
        ("7c 10c 11c", 20),
    ],
)
def test_declaring_is_optional_none_fewer_or_weaker_than_the_best(declare, points):
    played = compared(deal("12o 12c 12e 12b 6c 7c 10c 11c"), {0: declare})
    assert played.points == (points, 0)


def test_any_set_of_disjoint_declarations_in_any_order():
    runs = ["10o 11o 12o 1o", "4o 5o 6o"]
    hands = filled("4o 5o 6o 7o 10o 11o 12o 1o")
    rounds = [compared(DeclarationRound(hands, None), {0: order}) for order in (runs, runs[::-1], iter(runs), set(runs))]
    assert [played.points for played in rounds] == [(70, 0)] * 4
    assert len({played.log for played in rounds}) == 1


def test_what_is_not_declared_scores_nothing():
    played = compared(deal(RUN, "10c 10o 10e 10b"), {0: RUN})
    assert (played.winner, played.points) == (0, (50, 0))


def test_the_table_hears_the_value_under_the_rules_of_the_deal():
    played = deal("4o 4c 4e 4b 10o 11o 12o", rules=Rules(run_of_3=30, carre_of_4=70))
    played.play(0, "4o", declare=["10o 11o 12o", "4o 4c 4e 4b"])
    assert played.log[1:] == (Heard(0, "carre", 70), Heard(0, "suivi", 30))


def test_the_table_hears_type_and_value_only():
    played = deal("12o 12c 12e 12b 6c 7c 10c 11c")
    played.play(0, "6c", declare="best")
    assert played.log == (Played(0, parse_hand("6c")), Heard(0, "carre", 100), Heard(0, "suivi", 50))
    assert all(played.view(seat).declared == () for seat in (1, 2, 3))


def test_the_card_played_with_it_may_be_declared():
    played = deal(RUN)
    played.play(0, "6o", declare=RUN)
    assert played.view(0).heard == (Heard(0, "suivi", 50),)


def test_a_declaration_the_hand_does_not_hold_is_refused():
    with pytest.raises(RoundError, match=r"^seat 0, card 4o: Suivi 50 \(4c 5c 6c 7c\): this player was not dealt 4c 7c$"):
        deal("4o 5c 6c", "4c 7c").play(0, "4o", declare="4c 5c 6c 7c")


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("4o 4c 4e 4b", r"4o 4c 4e 4b: a Carré of 4s is worth nothing"),
        ("5o 5c 5e 5b", r"5o 5c 5e 5b: a Carré of 5s is worth nothing"),
        ("4o 5o", r"4o 5o: a declaration has at least 3 cards"),
        ("4o 5o 1o", r"4o 5o 1o: .*the 1 is not next to the 4"),
    ],
)
def test_a_declaration_worth_nothing_is_refused(cards, reason):
    with pytest.raises(RoundError, match=rf"^seat 0, card 4o: {reason}"):
        deal("4o 4c 4e 4b 5o 1o" if "5c" not in cards else "5o 5c 5e 5b 4o").play(0, "4o", declare=cards)


@pytest.mark.parametrize(
    ("declare", "both"),
    [
        (["12o 12c 12e 12b", "10o 11o 12o"], r"Carré 100 \(12o 12c 12e 12b\) and Suivi 20 \(10o 11o 12o\) share 12o"),
        (["10o 11o 12o", "11o 12o 1o"], r"Suivi 20 \(10o 11o 12o\) and Suivi 20 \(11o 12o 1o\) share 11o 12o"),
        (["10o 11o 12o", "10o 11o 12o"], r"share 10o 11o 12o"),
    ],
)
def test_two_declarations_that_share_a_card_are_refused(declare, both):
    with pytest.raises(RoundError, match=rf"^seat 0, card 1o: .*{both}"):
        deal("12o 12c 12e 12b 10o 11o 1o").play(0, "1o", declare=declare)


def test_a_refused_declaration_can_be_mended():
    played = deal(RUN, "10o")
    before = everything(played)
    with pytest.raises(RoundError):
        played.play(0, "4o", declare="4o 5o 6o 7o 10o")
    assert everything(played) == before
    played.play(0, "4o", declare=RUN)
    assert played.view(0).heard == (Heard(0, "suivi", 50),)


# What `declare` takes


@pytest.mark.parametrize(
    "declare",
    [
        "4o 5o 6o 7o",
        "7o,6o 5O 4o",
        parse_hand("4o 5o 6o 7o"),
        read_declaration("4o 5o 6o 7o"),
        ["4o 5o 6o 7o"],
        (parse_hand("4o 5o 6o 7o"),),
        [["4o", "5o", "6o", "7o"]],
        [read_declaration("4o 5o 6o 7o")],
        "best",
        ["best"],
    ],
)
def test_declare_takes_best_text_mask_declaration_or_several(declare):
    played = deal("4o 5o 6o 7o 11c 11e 1b 1c")
    played.play(0, "4o", declare=declare)
    assert played.view(0).declared == (read_declaration(RUN),)


@pytest.mark.parametrize("declare", [None, True, 1.5, "", [""], "nothing", {"a": 1}, [None], b"4o", -1, 1 << 40])
def test_declare_refuses_what_is_no_declaration(declare):
    played = deal(RUN)
    with pytest.raises(RoundError, match=r"^seat 0, card 4o: ") as refused:
        played.play(0, "4o", declare=declare)
    assert refused.value.argument == "declare"


@pytest.mark.parametrize("nothing", [(), [], set(), iter(())])
def test_declaring_nothing_is_no_declaration_in_any_trick(nothing):
    played = deal(RUN)
    played.play(0, "4o", declare=nothing)
    play_rest_of_trick(played)
    played.play(0, "5o", declare=nothing)
    assert played.view(0).heard == ()


def play_rest_of_trick(played):
    while played.turn is not None:
        played.play(played.turn, any_card(played, played.turn))


def test_best_is_the_best_combination_of_the_hand_as_dealt_under_the_deals_rules_and_trump():
    hands = filled("4o 5o 6o 10c 11c 12c 6e 6b", "6c")
    for rules in (Rules(), Rules(run_of_3=0)):
        played = DeclarationRound(hands, "copas", rules=rules)
        played.play(0, "4o", declare="best")
        assert played.view(0).declared == best_combination(hands[0], "copas", rules).declarations
    assert played.view(0).declared == ()


def test_best_of_a_hand_that_holds_nothing_is_no_declaration():
    played = deal("4o 5o 7o 10c 12c 4e 5e 7b", "6o 6c 6e 6b")
    played.play(0, "4o", declare="best")
    assert played.log == (Played(0, parse_hand("4o")),)


def test_a_declaration_of_other_rules_is_read_under_the_deals_rules():
    generous = read_declaration("4o 5o 6o", Rules(run_of_3=500))
    played = compared(deal("4o 5o 6o"), {0: generous})
    assert played.points == (20, 0)
    poor = deal("4o 4c 4e 4b")
    with pytest.raises(RoundError, match="worth nothing"):
        poor.play(0, "4o", declare=read_declaration("4o 4c 4e 4b", Rules(carre_of_4=10)))
