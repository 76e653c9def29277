"""A view written by hand: by a player who knows their own cards and has heard what others declared.

Text is read here: ``1: suivi 50, carré 100`` is what seat 1 declared, ``2: 4o 12c`` are cards that seat 2 played. Suivis have
the names that answers give them.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from solver.cards import NO_TRUMP, RANKS, Hand, Suit, Trump, cards_in, hand_mask, parse_hand, shown, trump_index
from solver.checked_views import ViewError
from solver.declarations import SHORTEST_RUN, Declaration, Kind, Sound, read_declaration, strongest_first
from solver.knowledge import knowledge_of
from solver.phrases import PHRASES
from solver.rules import DEFAULT, Rules, checked_rules
from solver.views import Heard, Played, View

KINDS: Final[dict[str, Kind]] = {
    **dict.fromkeys(("suivi", "suite", "run"), "suivi"),
    **dict.fromkeys(("carré", "carre", "four", "four of a kind"), "carre"),
}
"""What a kind of declaration is called in text; a number of points follows."""

RUNS: Final[dict[str, int]] = {
    **{name.casefold(): length for length in range(SHORTEST_RUN, len(RANKS) + 1) for name in PHRASES[f"run of {length}"]},
    "cent": 5,
}
"""What a Suivi of so many cards is called, as answers do in any language; its points may follow."""

_BY_SEAT: Final = re.compile(r"\s*([0-3])\s*:(.*)", re.DOTALL)
_SOUND: Final = re.compile(r"([^\W\d]+(?:\s+[^\W\d]+)*)(?:\s+(\d{1,9}))?")


def hand_view(
    hand: Hand,
    trump: Trump = None,
    *,
    seat: int = 0,
    heard: Iterable[Heard | str] = (),
    played: Iterable[Played | str] = (),
    declared: Iterable[Hand | Declaration] | Declaration | None = None,
    first_seat: int = 0,
    turn: int | None = None,
    rules: Rules = DEFAULT,
    deck: str = "spanish",
) -> View:
    """Return what the player at `seat` knows who was dealt `hand`, eight cards, and no more than is told here.

    `heard` is what others declared, as `Heard` or text such as "1: suivi 50, carré 100", `played` the cards that a seat has
    played, as `Played` or text such as "2: 4o 12c". `turn` is the seat to play in the first trick, which `first_seat` leads: the
    seats before it have had their say. `declared` is what one declared oneself, () for nothing. Where it is left out one is yet to
    declare or, once `turn` has passed one's seat or one has played a card, has declared the best combination.

    Raises `ViewError` for what contradicts itself, `CardError` and `DeclarationError` for what cannot be read.

    >>> view = hand_view("7o 10o 11o 12o 4c 5c 6e 1b", "oros", heard=["1: suivi 50, carré 100"])
    >>> view.heard
    (Heard(seat=1, kind='suivi', points=50), Heard(seat=1, kind='carre', points=100))
    """
    index, rules = trump_index(trump), checked_rules(rules)
    events = [event for item in _listed(heard) for event in ([item] if isinstance(item, Heard) else read_heard(item, rules))]
    cards = [event for item in _listed(played) for event in ([item] if isinstance(item, Played) else read_played(item, deck))]
    own = [read_declaration(d.cards if isinstance(d, Declaration) else d, rules, deck=deck) for d in _listed(declared or ())]
    dealt = hand_mask(hand, deck)
    view = View(
        seat=seat,
        trump=None if index == NO_TRUMP else Suit(index),
        dealt=dealt,
        left=dealt,
        first_seat=first_seat,
        rules=rules,
        declared=strongest_first(own, index),
        turn=turn,
        log=(*events, *cards),
        silent=declared is not None and not own,
    )
    knowledge = knowledge_of(view, deck=deck)
    if declared is None and view.had_say(view.seat):
        view = replace(view, declared=knowledge.best_of(dealt))
    return replace(view, left=dealt & ~sum(event.card for event in view.played if event.seat == view.seat))


def read_heard(text: str, rules: Rules = DEFAULT) -> list[Heard]:
    """Read what a seat was heard to declare: kinds with their points, and the names of Suivis, which are worth what `rules` say.

    Raises `ViewError` for text that names no seat or no declaration.

    >>> read_heard("3: Suivi 20")
    [Heard(seat=3, kind='suivi', points=20)]
    >>> read_heard("1: tierce, four of a kind 100")
    [Heard(seat=1, kind='suivi', points=20), Heard(seat=1, kind='carre', points=100)]
    """
    seat, said = _by_seat(text, "'1: suivi 50, carré 100'")
    events = []
    for piece in said.split(","):
        sound = _sound(piece, rules)
        if sound is None:
            raise ViewError(f"{shown(piece.strip())} in {shown(text)} is nothing one hears: write it as {_all_sounds(rules)}")
        events.append(Heard(seat, *sound))
    return events


def _sound(text: str, rules: Rules) -> Sound | None:
    match = _SOUND.fullmatch(text.strip())
    if match is None:
        return None
    name, points = " ".join(match[1].casefold().split()), int(match[2]) if match[2] else None
    if name in KINDS and points is not None:
        return Sound(KINDS[name], points)
    worth = rules.run_points[RUNS[name]] if name in RUNS else None
    return None if worth is None or points not in (None, worth) else Sound("suivi", worth)


def _all_sounds(rules: Rules) -> str:
    """Return what is heard under `rules` as messages list it: one name of each kind with its points, then the French names."""
    worth = {"suivi": rules.run_points, "carré": rules.carre_points}
    sounds = [f"{kind} {points}" for kind, values in worth.items() for points in sorted({*values} - {0})]
    return ", ".join(map(repr, [*sounds, "tierce", "cinquante"])) + " or 'cent'"


def read_played(text: str, deck: str = "spanish") -> list[Played]:
    """Read the cards that a seat has played; raise `ViewError` for text that names no seat, `CardError` for what are no cards.

    >>> read_played("2: 4o")
    [Played(seat=2, card=1)]
    """
    seat, cards = _by_seat(text, "'2: 4o 12c'")
    return [Played(seat, card) for card in cards_in(parse_hand(cards, deck))]


def _listed(given: object) -> tuple[Any, ...]:
    """Return one text, event or declaration as a list of one."""
    return tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else (given,)


def _by_seat(text: str, example: str) -> tuple[int, str]:
    match = _BY_SEAT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise ViewError(f"{shown(text)} names no seat: write it as {example}, with a seat from 0 to 3")
    return int(match[1]), match[2]
