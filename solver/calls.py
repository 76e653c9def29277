"""Belote-Rebelote as it is called: which word may be said with which card, and what the words bring.

Pure functions on masks, where `pair` is the 11 and 12 of trumps, 0 without trumps; `round` asks them at every card.
"""

from collections.abc import Iterable

from solver.cards import BELOTE_PAIRS, NO_TRUMP, format_hand, shown
from solver.rules import Rules
from solver.views import WORDS, Word, team_of


class CallError(ValueError):
    """A word that the rules refuse; the message says why."""


def pair_of(trump: int) -> int:
    """Return the 11 and 12 of the trump suit, 0 for no trump."""
    return 0 if trump == NO_TRUMP else BELOTE_PAIRS[trump]


def check_call(say: object, card: int, pair: int, dealt: int, left: int, deck: str) -> None:
    """Raise `CallError` where the player of the hand `dealt`, with the cards `left`, may not say this word with `card`.

    Implements README "Belote-Rebelote": with the pair's cards only, by who holds both, and "Belote" with the first. "Rebelote"
    without "Belote" may be said with either: it scores nothing.
    """
    if say is None:
        return
    if say not in WORDS:
        raise CallError(f"a player says 'belote', 'rebelote' or nothing (None), not {shown(say)}")
    if not pair:
        raise CallError(f"{say!r} belongs to trumps, and this deal has none")
    names = format_hand(pair, deck).replace(" ", " and ")
    if not card & pair:
        raise CallError(f"{say!r} is said with {names} only")
    if pair & ~dealt:
        raise CallError(f"{say!r} is for the player who holds both {names}")
    if say == "belote" and pair & ~left:
        raise CallError(f"'belote' is said with the first of {names}, and this is the second")


def points_after(
    points: tuple[int, int] | None, seat: int, card: int, say: Word | None, pair: int, left: Iterable[int], rules: Rules
) -> tuple[int, int] | None:
    """Return each team's Belote-Rebelote once `seat` plays `card` with a word that may be said; None while that is undecided.

    `points` are those before, `left` the cards that each seat held before.
    """
    if points is not None or not card & pair:
        return points
    is_first = any(hand & pair & ~card for hand in left)
    if say != ("belote" if is_first else "rebelote"):
        return (0, 0)
    if is_first and rules.rebelote_required:
        return None
    return (rules.belote, 0) if team_of(seat) == 0 else (0, rules.belote)
