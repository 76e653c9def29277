"""A view written by hand: by a player who knows their own cards and has heard what others declared.

Text is read here: ``1: suivi 50, carré 100`` is what seat 1 declared, ``2: 4o 12c`` are cards that seat 2 played. Imports
`views` and `knowledge`.
"""

import re
from collections.abc import Iterable
from typing import Any, Final

from solver.cards import NO_TRUMP, Hand, Suit, Trump, as_integer, cards_in, hand_mask, parse_hand, shown, trump_index
from solver.declarations import Declaration, Kind, read_declaration, strongest_first
from solver.knowledge import ViewError, knowledge_of
from solver.rules import DEFAULT, Rules
from solver.views import SEATS, Heard, Played, View

KINDS: Final[dict[str, Kind]] = {
    "suivi": "suivi", "suite": "suivi", "run": "suivi", "carré": "carre", "carre": "carre", "four": "carre",
}
"""What a kind of declaration is called in text."""

_BY_SEAT: Final = re.compile(r"\s*([0-3])\s*:(.*)", re.DOTALL)
_SOUND: Final = re.compile(r"\s*(\w+)\s+(\d{1,9})\s*")


def hand_view(
    hand: Hand,
    trump: Trump = None,
    *,
    seat: int = 0,
    heard: Iterable[Heard | str] = (),
    played: Iterable[Played | str] = (),
    declared: Iterable[Hand | Declaration] = (),
    first_seat: int = 0,
    turn: int | None = None,
    rules: Rules = DEFAULT,
    deck: str = "spanish",
) -> View:
    """Return what the player at `seat` knows who was dealt `hand`, eight cards, and no more than is told here.

    `heard` is what others declared, as `Heard` or text such as "1: suivi 50, carré 100", `played` the cards that a seat has
    played, as `Played` or text such as "2: 4o 12c", and `declared` what one declared oneself, if that was another combination
    than the best. `turn` is the seat to play in the first trick, which `first_seat` leads: the seats before it have had their
    say. Raises `ViewError` for what contradicts itself, `CardError` and `DeclarationError` for what cannot be read.

    >>> view = hand_view("7o 10o 11o 12o 4c 5c 6e 1b", "oros", heard=["1: suivi 50, carré 100"])
    >>> view.heard
    (Heard(seat=1, kind='suivi', points=50), Heard(seat=1, kind='carre', points=100))
    """
    index, own_seat = trump_index(trump), as_integer(seat)
    if own_seat is None or own_seat not in SEATS:
        raise ViewError(f"no seat {shown(seat)}: the seats are 0, 1, 2 and 3")
    events = [event for item in _listed(heard) for event in ([item] if isinstance(item, Heard) else read_heard(item))]
    cards = [event for item in _listed(played) for event in ([item] if isinstance(item, Played) else read_played(item, deck))]
    own = [read_declaration(d.cards if isinstance(d, Declaration) else d, rules, deck=deck) for d in declared]
    dealt = hand_mask(hand, deck)
    view = View(
        seat=own_seat,
        trump=None if index == NO_TRUMP else Suit(index),
        dealt=dealt,
        left=dealt & ~sum(event.card for event in cards if event.seat == own_seat),
        first_seat=first_seat,
        rules=rules,
        declared=strongest_first(own, index),
        turn=turn,
        log=(*events, *cards),
    )
    knowledge_of(view)
    return view


def read_heard(text: str) -> list[Heard]:
    """Read what a seat was heard to declare.

    >>> read_heard("3: Suivi 20")
    [Heard(seat=3, kind='suivi', points=20)]
    """
    seat, said = _by_seat(text, "'1: suivi 50, carré 100'")
    events = []
    for piece in said.split(","):
        match = _SOUND.fullmatch(piece)
        kind = KINDS.get(match[1].casefold()) if match else None
        if match is None or kind is None:
            raise ViewError(f"{shown(piece.strip())} in {shown(text)} is nothing one hears: write it as 'suivi 50' or 'carré 100'")
        events.append(Heard(seat, kind, int(match[2])))
    return events


def read_played(text: str, deck: str = "spanish") -> list[Played]:
    """Read the cards that a seat has played.

    >>> read_played("2: 4o")
    [Played(seat=2, card=1)]
    """
    seat, cards = _by_seat(text, "'2: 4o 12c'")
    return [Played(seat, card) for card in cards_in(parse_hand(cards, deck))]


def _listed(given: object) -> tuple[Any, ...]:
    """Return one text or event as a list of one."""
    return tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else (given,)


def _by_seat(text: str, example: str) -> tuple[int, str]:
    match = _BY_SEAT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise ViewError(f"{shown(text)} names no seat: write it as {example}, with a seat from 0 to 3")
    return int(match[1]), match[2]
