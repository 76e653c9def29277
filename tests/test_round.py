"""The round: turns and cards, the round as a value, and whole deals against the oracle and the pure functions."""

import copy
import pickle
import random
import subprocess
import sys

import numpy as np
import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rounds import (
    any_card,
    deal,
    everything,
    filled,
    hands_of_a_deal,
    random_hands,
    random_moves,
    result_by_pure_functions,
    result_by_the_round,
)

from solver import DeclarationRound, Played, RoundError, parse_hand, read_declaration

RUN = "4o 5o 6o 7o"


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
