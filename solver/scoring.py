"""The columns that scoring adds to a file: those of hands or those of deals, and how often each result came.

Imports the bulk functions and `columns`; `batch` has the files.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.bulk import score_hands
from solver.cards import format_hand
from solver.columns import text_by_pair
from solver.deals import score_deals
from solver.declarations import declarations_of
from solver.rules import Rules

HAND_COLUMNS: Final = ("hand",)
DEAL_COLUMNS: Final = ("hand0", "hand1", "hand2", "hand3")
"""The hands of a deal by seat."""

Hands: TypeAlias = Sequence[NDArray[np.uint32]]
"""The masks of each column of hands, (n,)."""
Trumps: TypeAlias = NDArray[np.int8] | int


class Scoring(Protocol):
    """What becomes of the rows of a file."""

    added: tuple[str, ...]
    """The names of the columns it adds."""
    belote: int
    """The number of rows with Belote-Rebelote, so far; `points` and `winners` likewise."""

    def columns(self, hands: Hands, trumps: Trumps) -> list[object]:
        """Return the columns to add to some rows, each an Arrow or a NumPy array."""

    def points(self) -> dict[int, int]:
        """Return the number of rows by points, ascending."""

    def winners(self) -> dict[int, int]:
        """Return the number of deals by winner, 0, 1 and -1; nothing for hands."""


class _Points:
    """Counts points of 16 bits."""

    def __init__(self) -> None:
        self._rows = np.zeros(1 << 16, np.int64)

    def add(self, points: NDArray[np.uint16]) -> None:
        self._rows += np.bincount(points, minlength=self._rows.size)

    def counted(self) -> dict[int, int]:
        return {int(value): int(self._rows[value]) for value in np.flatnonzero(self._rows)}


class HandScoring:
    """Scores hands; `with_text` words their declarations with the cards of `deck`, without it their masks are added."""

    added: tuple[str, ...]

    def __init__(self, deck: str, rules: Rules, threads: int | None, *, with_text: bool) -> None:
        """Take how to score, and start the counts at 0."""
        self.added = ("points", "belote", *(("declarations",) if with_text else ("declared0", "declared1")), "strength")
        self.belote = 0
        self._rules, self._threads, self._with_text = rules, threads, with_text
        self._points = _Points()
        catalogue = declarations_of(rules)

        @cache
        def text_of(*pair: int) -> str:
            return "; ".join(f"{catalogue[mask]}: {format_hand(mask, deck)}" for mask in pair if mask)

        self._text_of = text_of

    def columns(self, hands: Hands, trumps: Trumps) -> list[object]:
        """Return the columns to add."""
        scores = score_hands(hands[0], trumps, self._threads, rules=self._rules)
        self.belote += int(np.count_nonzero(scores.belote))
        self._points.add(scores.points)
        declared = [text_by_pair(scores.declared, self._text_of)] if self._with_text else list(scores.declared.T)
        return [scores.points, scores.belote, *declared, scores.strength]

    def points(self) -> dict[int, int]:
        """Return the number of hands by the points of their best combination."""
        return self._points.counted()

    def winners(self) -> dict[int, int]:
        """Return nothing: hands have no winner."""
        return {}


class DealScoring:
    """Scores deals in which every player declares their best combination and calls Belote-Rebelote where they hold it."""

    added: tuple[str, ...] = ("winner", "points0", "points1", "belote0", "belote1")

    def __init__(self, rules: Rules, threads: int | None) -> None:
        """Take how to score, and start the counts at 0."""
        self.belote = 0
        self._rules, self._threads = rules, threads
        self._points, self._winners = _Points(), np.zeros(3, np.int64)

    def columns(self, hands: Hands, trumps: Trumps) -> list[object]:
        """Return the columns to add."""
        scores = score_deals(np.stack(hands, axis=-1), trumps, threads=self._threads, rules=self._rules)
        points, belote = scores.points.T, scores.belote.T
        self.belote += int(np.count_nonzero(belote[0] | belote[1]))
        self._points.add(points[0] | points[1])  # one of the two is 0
        self._winners += np.bincount(scores.winner + 1, minlength=self._winners.size)
        return [scores.winner, *points, *belote]

    def points(self) -> dict[int, int]:
        """Return the number of deals by the points that count."""
        return self._points.counted()

    def winners(self) -> dict[int, int]:
        """Return the number of deals by winner."""
        return {team: int(self._winners[team + 1]) for team in (0, 1, -1)}
