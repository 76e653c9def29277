"""Answers as dicts, lists, text and numbers, ready for JSON; cards are text of a deck and masks.

Imports `declarations` and `views`; what the answers are made of loads with whoever asks for them.
"""

from typing import TYPE_CHECKING, Any

from solver.cards import NO_TRUMP, Suit, format_hand, trump_index
from solver.declarations import Declaration
from solver.views import Heard, View

if TYPE_CHECKING:
    from solver.advice import Advice, Option
    from solver.holdings import Challenge, MostPoints, PossibleDeclarations, StrongestPossible
    from solver.odds import Estimate
    from solver.witnesses import Possible, Witness


def declaration_as_plain(declaration: Declaration, trump: int, deck: str) -> dict[str, Any]:
    """Return a declaration: its kind, points, cards, mask and strength."""
    return {
        "kind": declaration.kind,
        "points": declaration.points,
        "cards": format_hand(declaration.cards, deck),
        "mask": declaration.cards,
        "strength": declaration.strength(trump),
    }


def view_as_plain(view: View, deck: str) -> dict[str, Any]:
    """Return what a player knows: own seat and hand, trump, and what was heard."""
    trump = trump_index(view.trump)
    return {
        "seat": view.seat,
        "hand": format_hand(view.dealt, deck),
        "mask": view.dealt,
        "deck": deck,
        "trump": None if trump == NO_TRUMP else Suit(trump).name.lower(),
        "heard": [_heard(heard) for heard in view.heard],
    }


def advice_as_plain(view: View, advice: "Advice", deck: str) -> dict[str, Any]:
    """Return the options of a hand with their odds, the recommended one first."""
    best = advice.best.odds
    options = [_option(option, trump_index(view.trump), deck) for option in advice.options]
    return {**view_as_plain(view, deck), "samples": best.samples, "exact": best.exact, "options": options}


def _option(option: "Option", trump: int, deck: str) -> dict[str, Any]:
    chances = {name: getattr(option.odds, name) for name in ("win", "tie", "lose", "nothing", "own_points", "other_points")}
    return {
        "declarations": [declaration_as_plain(d, trump, deck) for d in option.declarations],
        "points": option.points,
        **{name: _estimate(estimate) for name, estimate in chances.items()},
        "margin": _estimate(option.margin),
    }


def holdings_as_plain(
    view: View,
    challenge: "Challenge",
    strongest: "StrongestPossible",
    points: "tuple[MostPoints, MostPoints]",
    declarations: "PossibleDeclarations",
    *,
    deck: str,
) -> dict[str, Any]:
    """Return what the others can hold; each answer with its deal, or null where it has been proven impossible."""
    trump = trump_index(view.trump)

    def possible(found: "Possible | None") -> dict[str, Any] | None:
        if found is None:
            return None
        told = declaration_as_plain(found.declaration, trump, deck)
        return {"seat": found.seat, **told, "deal": _witness(found.witness, deck)}

    return {
        **view_as_plain(view, deck),
        "can_lose": challenge.lost and _witness(challenge.lost, deck),
        "can_tie": challenge.tied and _witness(challenge.tied, deck),
        "strongest": [possible(found) for found in strongest.seats],
        "other_team_strongest": possible(strongest.other_team),
        "most_points": [{"team": most.team, "points": most.points, "deal": _witness(most.witness, deck)} for most in points],
        "heard_as": [{**_heard(meant.heard), "possible": [possible(p) for p in meant.possible]} for meant in declarations.heard],
        "held": [[possible(found) for found in every] for every in declarations.held],
    }


def _heard(heard: Heard) -> dict[str, Any]:
    return {"seat": heard.seat, "kind": heard.kind, "points": heard.points}


def _estimate(estimate: "Estimate") -> dict[str, float]:
    return {"value": estimate.value, "error": estimate.error}


def _witness(witness: "Witness", deck: str) -> dict[str, Any]:
    return {
        "hands": [format_hand(hand, deck) for hand in witness.hands],
        "masks": list(witness.hands),
        "declared": [[format_hand(d.cards, deck) for d in declared] for declared in witness.declared],
    }
