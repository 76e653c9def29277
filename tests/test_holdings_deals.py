"""What the others can hold, on whole deals: the truth is always possible, and every witness can be played."""

import random

import pytest
from rounds import random_hands, random_moves
from witnessed import check_replay

from solver import DeclarationRound, can_be_beaten, most_points_possible, possible_declarations, strongest_possible
from solver.declarations import declarations_of
from solver.optimum import best_combination
from solver.views import Heard


def check_deal(number: int) -> None:
    rng = random.Random(number)  # noqa: S311 - a test's cards
    hands, trump, first = random_hands(rng, clumped=number % 2 == 0), rng.randrange(-1, 4), rng.randrange(4)
    best = number % 4 < 2
    game = DeclarationRound(hands, trump, first)
    declared: list[list[int]] = [[], [], [], []]
    for count, move in enumerate(random_moves(hands, trump, first, rng)[: rng.choice((0, 1, 2, 3, 4, 4, 5, 6, 9, 20))]):
        if count < 4:
            best_of_hand = [d.cards for d in best_combination(hands[move.seat], trump).declarations]
            declared[move.seat] = best_of_hand if best else move.declare
        game.play(move.seat, move.card, declared[move.seat] if count < 4 else (), move.say)
    seat = rng.randrange(4)
    view, other_team = game.view(seat), 1 - seat % 2

    possible = possible_declarations(view, assume_best=best)
    strongest = strongest_possible(view, assume_best=best)
    for other, held in enumerate(possible.held):
        if other == seat:
            continue
        truly = {cards for cards in declarations_of() if not cards & ~hands[other]}
        assert truly <= {p.declaration.cards for p in held}
        top = max((declarations_of()[cards].strength(trump) for cards in truly), default=0)
        assert top <= (strongest.seats[other].declaration.strength(trump) if strongest.seats[other] else 0)
        if other % 2 == other_team:
            assert top <= (strongest.other_team.declaration.strength(trump) if strongest.other_team else 0)
    for meant in possible.heard:
        sounding = {c for c in declared[meant.heard.seat] if Heard(meant.heard.seat, *_sound(c)) == meant.heard}
        assert sounding
        assert sounding <= {p.declaration.cards for p in meant.possible}
        assert all(p.declaration in p.witness.declared[meant.heard.seat] for p in meant.possible)
    everything = [p for found in (*possible.held, strongest.seats) for p in found if p]
    for p in everything:
        assert not p.declaration.cards & ~p.witness.hands[p.seat]
    witnesses = {p.witness for p in everything} | {p.witness for meant in possible.heard for p in meant.possible}
    for witness in witnesses:
        check_replay(view, witness)
    check_endings(view, best=best)


def check_endings(view: object, *, best: bool) -> None:
    points = most_points_possible(view, assume_best=best)
    for most in points:
        assert check_replay(view, most.witness).points[most.team] == most.points
    challenge = can_be_beaten(view, assume_best=best)
    other_team = 1 - view.seat % 2
    if challenge.lost is not None:
        assert check_replay(view, challenge.lost).winner == other_team
        assert points[other_team].points > 0
    else:
        assert points[other_team].points == 0
    if challenge.tied is not None:
        tied = check_replay(view, challenge.tied)
        assert (tied.winner, tied.points) == (None, (0, 0))
        assert any(isinstance(event, Heard) for event in tied.log)


def _sound(cards: int) -> tuple[str, int]:
    declaration = declarations_of()[cards]
    return declaration.kind, declaration.points


@pytest.mark.parametrize("number", range(80))
def test_the_truth_is_possible_and_every_witness_explains_the_view(number):
    check_deal(number)
