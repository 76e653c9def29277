"""The contract: from tricks, validated declarations and Belote-Rebelote to each team's score.

Pure arithmetic on plain integers.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from solver.cards import as_integer, shown
from solver.rules import DEFAULT, MOST_VALIDATED, Rules, checked_rules
from solver.views import TEAMS

_NUMPY_BOOLS: Final = (("numpy", "bool"), ("numpy", "bool_"))
"""What NumPy's bool is called, which is recognised without loading NumPy."""


class SettlementError(ValueError):
    """Figures that no deal can bring; the message says what would be right, `argument` which argument of `settle` is at fault."""

    def __init__(self, message: str, argument: str = "points") -> None:
        """Keep the argument's name beside the message."""
        super().__init__(message)
        self.argument = argument


def settle(
    points: Iterable[int],
    belote: Iterable[int],
    taker: int,
    made: bool,  # noqa: FBT001 - the promised signature
    trick_points: Iterable[int],
    rules: Rules = DEFAULT,
) -> tuple[int, int]:
    """Return the scores of team 0 and team 1 (README "The contract").

    `points` are the validated declarations' points, `belote` those of Belote-Rebelote and `trick_points` those of the tricks,
    each a pair by team as `DeclarationRound` gives them; `taker` is the team that took the contract, `made` whether it was
    made. Made: each team scores its tricks, its declarations and its Belote-Rebelote. Failed: the defenders score
    `rules.failed_contract` and the declarations of both, and each team keeps its Belote-Rebelote.

    Raises `SettlementError` for what is no pair of non-negative integers; trick points above `rules.most_trick_points` together;
    declarations validated, or Belote-Rebelote scored, on both sides; Belote-Rebelote points that are
    neither 0 nor `rules.belote`; a taker that is no team; and an outcome that is neither True nor False.

    >>> settle(points=(0, 50), belote=(20, 0), taker=0, made=True, trick_points=(100, 62))
    (120, 112)
    >>> settle(points=(0, 50), belote=(20, 0), taker=0, made=False, trick_points=(60, 102))
    (20, 212)
    """
    checked_rules(rules)
    validated = _pair(points, "points")
    called = _pair(belote, "belote")
    tricks = _pair(trick_points, "trick_points")
    _check_figures(validated, called, tricks, rules)
    if as_integer(taker) not in TEAMS:
        raise _refusal("taker", taker, "the teams are 0 (seats 0 and 2) and 1 (seats 1 and 3)")
    if _outcome(made):
        own = (tricks[0] + validated[0], tricks[1] + validated[1])
    else:
        defended = rules.failed_contract + sum(validated)
        own = (0, defended) if taker == 0 else (defended, 0)
    return own[0] + called[0], own[1] + called[1]


def _check_figures(validated: tuple[int, int], called: tuple[int, int], tricks: tuple[int, int], rules: Rules) -> None:
    """Raise `SettlementError` for figures that the rules give to no deal."""
    if sum(tricks) > rules.most_trick_points:
        raise _refusal("trick_points", tricks, f"{sum(tricks)} together, a deal has {rules.most_trick_points} at most")
    if max(validated) > MOST_VALIDATED:
        raise _refusal("points", validated, "more than the whole deck can bring")
    if all(validated):
        raise _refusal("points", validated, "only the team that wins the comparison has its declarations validated")
    if all(called):
        raise _refusal("belote", called, "one player holds both cards, so one team at most scores Belote-Rebelote")
    if not set(called) <= {0, rules.belote}:
        raise _refusal("belote", called, f"Belote-Rebelote scores 0 or {rules.belote}")


def _outcome(made: object) -> bool:
    """Return whether the contract was made, as a plain bool; NumPy's bool and the integers 0 and 1 are as good."""
    if isinstance(made, bool) or as_integer(made) in (0, 1) or (type(made).__module__, type(made).__name__) in _NUMPY_BOOLS:
        return bool(made)
    raise _refusal("made", made, "True for a contract made, False for one that failed")


def _pair(given: Iterable[int], name: str) -> tuple[int, int]:
    """Return a figure of each team as plain integers, which no sum overflows."""
    ordered = isinstance(given, Iterable) and not isinstance(given, (str, bytes, AbstractSet, Mapping))
    figures = tuple(given) if ordered else ()
    numbers = [number for figure in figures if (number := as_integer(figure)) is not None]
    if not len(numbers) == len(figures) == len(TEAMS):
        raise _refusal(name, given, "a pair of integers, one for each team")
    if min(numbers) < 0:
        raise _refusal(name, given, "no team has less than 0")
    return numbers[0], numbers[1]


def _refusal(argument: str, given: object, reason: str) -> SettlementError:
    return SettlementError(f"{argument} {shown(given)}: {reason}", argument)
