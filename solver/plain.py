"""Answers as dicts, lists, text and numbers, ready for JSON; cards are text of a deck and masks.

What the answers are made of loads with whoever asks for them, not here.
"""

from typing import TYPE_CHECKING, Any

from solver.cards import format_hand, trump_index, trump_text
from solver.declarations import Combination, Declaration
from solver.views import Heard, View

if TYPE_CHECKING:
    from solver.advice import Advice, Option
    from solver.explanation import Explanation
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


def combination_as_plain(combination: Combination, trump: int, deck: str) -> dict[str, Any]:
    """Return a combination: its points, Belote-Rebelote and declarations."""
    return {
        "points": combination.points,
        "belote": combination.belote,
        "total": combination.total,
        "declarations": [declaration_as_plain(declaration, trump, deck) for declaration in combination.declarations],
    }


def explanation_as_plain(explanation: "Explanation", deck: str) -> dict[str, Any]:
    """Return why the best combination of a hand is the best: the hand, the combination and what it gives up."""
    trump = explanation.trump
    return {
        "hand": format_hand(explanation.hand, deck),
        "mask": explanation.hand,
        "deck": deck,
        "trump": trump_text(trump),
        **combination_as_plain(explanation.best, trump, deck),
        "given_up": [
            {
                **declaration_as_plain(lost.declaration, trump, deck),
                "conflicts": [
                    {
                        "with": declaration_as_plain(conflict.chosen, trump, deck),
                        "cards": format_hand(conflict.cards, deck),
                        "mask": conflict.cards,
                    }
                    for conflict in lost.conflicts
                ],
                "alternative": combination_as_plain(lost.alternative, trump, deck),
                "advantage": lost.advantage.value,
            }
            for lost in explanation.given_up
        ],
    }


def view_as_plain(view: View, deck: str) -> dict[str, Any]:
    """Return what a player knows: own seat and hand, trump, what they declared, null while they may still, and what was heard."""
    trump = trump_index(view.trump)
    return {
        "seat": view.seat,
        "hand": format_hand(view.dealt, deck),
        "mask": view.dealt,
        "deck": deck,
        "trump": trump_text(trump),
        "declared": [format_hand(d.cards, deck) for d in view.declared] if view.had_say(view.seat) else None,
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
