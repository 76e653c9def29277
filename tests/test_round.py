"""The round: RULES "When and how" and "Comparison", sentence by sentence, then whole deals against the oracle."""

import copy
import pickle
import random
import subprocess
import sys

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rounds import (
    any_card,
    compared,
    deal,
    everything,
    filled,
    hands_of_a_deal,
    play_first_trick,
    random_hands,
    random_moves,
    result_by_pure_functions,
    result_by_the_round,
)

from solver import (
    Compared,
    Contest,
    DeclarationRound,
    Heard,
    Played,
    RoundError,
    Rules,
    Shown,
    best_combination,
    parse_hand,
    read_declaration,
)

RUN = "4o 5o 6o 7o"
LOWER_RUN = "4c 5c 6c"


# When and how


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


# Comparison. Each row: what is better, what is worse, trumps, the points of the better.

ORDER = {
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


# Turns and cards


@pytest.mark.parametrize("first_seat", [0, 1, 2, 3])
def test_seat_after_seat_from_the_first_and_any_seat_leads_later(first_seat):
    played = deal(first_seat=first_seat)
    order = [(first_seat + offset) % 4 for offset in range(4)]
    leaders = [2, 2, 0, 1, 3, 3, 1]
    expected = order + [(leader + offset) % 4 for leader in leaders for offset in range(4)]
    for number, seat in enumerate(expected):
        assert played.turn == (None if number and number % 4 == 0 else seat)
        assert not played.over
        played.play(seat, any_card(played, seat))
    assert played.over
    assert played.turn is None
    assert [event.seat for event in played.view(0).played] == expected


def test_cards_leave_the_hand_as_they_are_played():
    played = deal("4o 5o")
    played.play(0, "4o")
    view = played.view(0)
    assert view.dealt ^ view.left == parse_hand("4o")
    assert view.played == (Played(0, parse_hand("4o")),)


def test_a_card_is_text_or_a_mask():
    rounds = [deal("4o"), deal("4o"), deal("4o")]
    for played, card in zip(rounds, ["4o", "cuatro de oros", 1], strict=True):
        played.play(0, card)
    assert rounds[0].log == rounds[1].log == rounds[2].log


def test_the_french_deck_is_read_and_written():
    suits = [" ".join(rank + suit for rank in ("7", "8", "9", "10", "J", "Q", "K", "A")) for suit in "DHSC"]
    played = DeclarationRound(suits, "hearts", deck="french")
    played.play(0, "7D", declare="7D 8D 9D 10D")
    with pytest.raises(RoundError, match=r"^seat 1, card 10H: Suivi 50 \(7D 8D 9D 10D\): this player was not dealt 7D 8D 9D 10D"):
        played.play(1, "10H", declare="7D 8D 9D 10D")
    with pytest.raises(RoundError, match=r"Suivi 20 \(7H 8H 9H\) and Suivi 20 \(9H 10H JH\) share 9H"):
        played.play(1, "10H", declare=["7H 8H 9H", "9H 10H JH"])
    with pytest.raises(RoundError, match=r"'4o' is no card of the french deck"):
        played.play(1, "4o")
    assert played.view(0).declared == (read_declaration("4o 5o 6o 7o"),)


# The round as a value


def test_copies_and_pickles_go_their_own_way():
    played = deal(RUN)
    played.play(0, "4o", declare=RUN)
    before = everything(played)
    for other in (copy.copy(played), copy.deepcopy(played), pickle.loads(pickle.dumps(played))):  # noqa: S301 - own pickle
        assert everything(other) == before
        other.play(1, any_card(other, 1))
        assert everything(played) == before


def test_hands_given_as_arrays_text_and_lists_are_one_deal():
    np = pytest.importorskip("numpy")
    hands = filled(RUN)
    texts = ["4o 5o 6o 7o 10o 11o 12o 1o", ["4c", "5c", "6c", "7c", 1 << 12, 1 << 13, 1 << 14, 1 << 15], 0xFF0000, 0xFF000000]
    assert everything(DeclarationRound(np.array(hands, dtype=np.uint32), 0)) == everything(DeclarationRound(hands, "oros"))
    assert DeclarationRound(texts, None).view(1).dealt == 0xFF00


# Whole deals


@given(hands_of_a_deal(), st.integers(-1, 3), st.integers(0, 3), st.integers(0, 2**32))
def test_random_deals_end_as_the_oracle_says(hands, trump, first_seat, seed):
    moves = random_moves(hands, trump, first_seat, random.Random(seed))  # noqa: S311 - a test's moves
    played = DeclarationRound(hands, trump, first_seat)
    for move in moves:
        played.play(move.seat, move.card, move.declare, move.say)
    teams: list[list[oracle.Declared]] = [[], []]
    words: list[list[str]] = [[], []]
    for move in moves:
        teams[move.seat % 2] += [read_by_oracle(mask) for mask in move.declare]
        words[move.seat % 2] += [move.say] if move.say else []
    trump_letter = None if trump < 0 else oracle.SUITS[trump]
    winner, *points = oracle.contest(*teams, trump_letter)
    assert played.winner == {"a": 0, "b": 1, None: None}[winner]
    assert played.points == tuple(points)
    assert played.belote == tuple(20 if said == ["belote", "rebelote"] else 0 for said in words)
    assert played.over


def read_by_oracle(mask):
    cards = oracle.from_mask(mask)
    return next(declared for declared in oracle.declarations_in(cards) if declared.cards == cards)


def test_the_round_and_the_pure_functions_agree_on_who_wins_what():
    rng = random.Random(11)  # noqa: S311 - a test's cards
    for number in range(3000):
        hands = random_hands(rng, clumped=number % 2 == 0)
        declared, called = ([rng.random() < 0.8 for _ in range(4)] for _ in range(2))
        trump = number % 5 - 1
        assert result_by_the_round(hands, trump, declared, called) == result_by_pure_functions(hands, trump, declared, called)


def test_swapping_the_teams_swaps_the_result():
    rng = random.Random(3)  # noqa: S311 - a test's cards
    winners = []
    for number in range(300):
        hands = random_hands(rng, clumped=number % 2 == 0)
        moves = random_moves(hands, number % 5 - 1, 0, rng)
        rounds = [DeclarationRound(hands[-turned:] + hands[:-turned], number % 5 - 1, first_seat=turned) for turned in (0, 1)]
        for turned, played in enumerate(rounds):
            for move in moves:
                played.play((move.seat + turned) % 4, move.card, move.declare, move.say)
        straight, swapped = rounds
        assert straight.points == swapped.points[::-1]
        assert straight.belote == swapped.belote[::-1]
        assert swapped.winner == (None if straight.winner is None else 1 - straight.winner)
        winners.append(straight.winner)
    assert set(winners) == {0, 1, None}


def test_playing_a_deal_loads_neither_a_solver_nor_numpy():
    program = """
import sys
from solver import DeclarationRound, settle
deal = DeclarationRound([0xFF << 8 * suit for suit in range(4)], "oros")
for number in range(32):
    deal.play(number % 4, 1 << 8 * (number % 4) + number // 4, declare=[] if number else "4o 5o 6o")
settle(deal.points, deal.belote, 0, True, (252, 0))
print(deal.points, {"ortools", "numpy", "numba", "pandas"} & set(sys.modules))
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603 - own program
    assert (run.stdout, run.stderr) == ("(20, 0) set()\n", "")
