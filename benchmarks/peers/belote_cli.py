"""belote-cli: a terminal Belote game with the same declarations; the one peer that does the same job.

Its `detect_sequences` and `detect_carres` find the maximal runs and the fours of a hand, `get_declaration_points` adds them
up, `resolve_declarations` finds the team that wins the contest. Spanish cards become the French ones of the same role. Runs
in a child process.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from solver.cards import NO_TRUMP, cards_in, rank_of, suit_of

SUITS = ("DIAMONDS", "HEARTS", "SPADES", "CLUBS")
"""By the index of oros, copas, espadas, bastos."""


def evaluator() -> tuple[Callable[[int], Any], Callable[[list[Any]], list[int]]]:
    """Return what turns a mask into belote-cli's hand, untimed, and what finds the points of many such hands."""
    scoring = import_module("belote.scoring")
    sequences, carres, points = scoring.detect_sequences, scoring.detect_carres, scoring.get_declaration_points

    def points_of(hands: list[Any]) -> list[int]:
        return [points(sequences(hand) + carres(hand)) for hand in hands]

    return _reader(), points_of


def contests(deals: list[list[int]], trumps: list[int]) -> list[tuple[int, int, bool]]:
    """Return the winning team (-1: none), its points and whether it won with a worthless four, of deals of four masks each."""
    scoring, game, deck = (import_module(f"belote.{name}") for name in ("scoring", "game", "deck"))
    hand_of = _reader()
    outcomes = []
    for hands, trump in zip(deals, trumps, strict=True):
        found = {
            seat: {"sequences": scoring.detect_sequences(hand), "carres": scoring.detect_carres(hand), "belote": False}
            for seat, hand in zip(game.Seat, map(hand_of, hands), strict=True)  # its seats 0 and 2 are partners too
        }
        result = scoring.resolve_declarations(found, None if trump == NO_TRUMP else deck.Suit[SUITS[trump]])
        outcomes.append(_outcome(result, scoring.get_declaration_points))
    return outcomes


def _reader() -> Callable[[int], Any]:
    deck = import_module("belote.deck")
    ranks = list(deck.Rank)  # SEVEN to ACE, the order of the bits of a suit

    def hand_of(mask: int) -> Any:
        return tuple(deck.Card(deck.Suit[SUITS[suit_of(bit)]], ranks[rank_of(bit)]) for bit in cards_in(mask))

    return hand_of


def _outcome(result: Any, points_of: Callable[[list[Any]], int]) -> tuple[int, int, bool]:
    team = result.scoring_team
    if team is None:
        return -1, 0, False
    carres = result.ns_carres if team == 0 else result.ew_carres
    sequences = result.ns_sequences if team == 0 else result.ew_sequences
    return int(team), points_of([*sequences, *carres]), bool(carres) and points_of([*carres]) == 0
