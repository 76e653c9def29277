"""The best Belote declarations of one hand or of millions; see README.md.

The public names load their module on first use, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.advice import Advice, Option, advise, advise_at
    from solver.arrays import HandError, HandScores
    from solver.bulk import hand_points, score_hands
    from solver.cards import CardError, Suit, format_hand, parse_hand
    from solver.checked_views import ViewError
    from solver.classes import solve_hands
    from solver.deals import DealScores, score_deals, settle_deals
    from solver.declarations import (
        Combination,
        Contest,
        Declaration,
        DeclarationError,
        contest,
        read_declaration,
    )
    from solver.holdings import (
        Challenge,
        ContradictionError,
        HeardAs,
        MostPoints,
        PossibleDeclarations,
        StrongestPossible,
        can_be_beaten,
        most_points_possible,
        possible_declarations,
        strongest_possible,
    )
    from solver.odds import Estimate, Odds, estimate_odds
    from solver.optimum import SolverError, all_best_combinations, best_combination
    from solver.round import DeclarationRound, RoundError
    from solver.rules import DEFAULT, Rules
    from solver.scorer import score_table
    from solver.settlement import SettlementError, settle
    from solver.views import Called, Compared, Heard, Played, Shown, View
    from solver.witnesses import Possible, Witness
    from solver.written import hand_view

_HOMES = {
    "advice": ("Advice", "Option", "advise", "advise_at"),
    "arrays": ("HandError", "HandScores"),
    "bulk": ("hand_points", "score_hands"),
    "cards": ("CardError", "Suit", "format_hand", "parse_hand"),
    "deals": ("DealScores", "score_deals", "settle_deals"),
    "declarations": ("Combination", "Contest", "Declaration", "DeclarationError", "contest", "read_declaration"),
    "checked_views": ("ViewError",),
    "classes": ("solve_hands",),
    "holdings": (
        "Challenge",
        "ContradictionError",
        "HeardAs",
        "MostPoints",
        "PossibleDeclarations",
        "StrongestPossible",
        "can_be_beaten",
        "most_points_possible",
        "possible_declarations",
        "strongest_possible",
    ),
    "odds": ("Estimate", "Odds", "estimate_odds"),
    "optimum": ("SolverError", "all_best_combinations", "best_combination"),
    "round": ("DeclarationRound", "RoundError"),
    "rules": ("DEFAULT", "Rules"),
    "scorer": ("score_table",),
    "settlement": ("SettlementError", "settle"),
    "views": ("Called", "Compared", "Heard", "Played", "Shown", "View"),
    "witnesses": ("Possible", "Witness"),
    "written": ("hand_view",),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "DEFAULT",
    "Advice",
    "Called",
    "CardError",
    "Challenge",
    "Combination",
    "Compared",
    "Contest",
    "ContradictionError",
    "DealScores",
    "Declaration",
    "DeclarationError",
    "DeclarationRound",
    "Estimate",
    "HandError",
    "HandScores",
    "Heard",
    "HeardAs",
    "MostPoints",
    "Odds",
    "Option",
    "Played",
    "Possible",
    "PossibleDeclarations",
    "RoundError",
    "Rules",
    "SettlementError",
    "Shown",
    "SolverError",
    "StrongestPossible",
    "Suit",
    "View",
    "ViewError",
    "Witness",
    "advise",
    "advise_at",
    "all_best_combinations",
    "best_combination",
    "can_be_beaten",
    "contest",
    "estimate_odds",
    "format_hand",
    "hand_points",
    "hand_view",
    "most_points_possible",
    "parse_hand",
    "possible_declarations",
    "read_declaration",
    "score_deals",
    "score_hands",
    "score_table",
    "settle",
    "settle_deals",
    "solve_hands",
    "strongest_possible",
]


def __getattr__(name: str) -> object:
    """Import the module that holds the public `name`."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'solver' has no attribute {name!r}")
    value = getattr(import_module(f"solver.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
