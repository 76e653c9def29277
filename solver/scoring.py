"""The columns that scoring adds to rows of hands or of deals, and how often each result came; `scorer` reads the rows."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.bulk import score_hands
from solver.cards import format_hand
from solver.columns import named
from solver.deals import score_deals
from solver.declarations import declarations_of
from solver.pairs import distinct_pairs
from solver.rules import Rules

DECLARATIONS: Final = "declarations"
"""The column with the text of the best combination."""

Hands: TypeAlias = Sequence[NDArray[np.uint32]]
"""The masks of a hand, or of each hand of a deal, (n,)."""
Trumps: TypeAlias = NDArray[np.int8] | int


@dataclass(frozen=True, slots=True)
class Counts:
    """How many rows there were, and how many of each result."""

    rows: int = 0
    """All rows, rejected ones too."""
    rejected: int = 0
    belote: int = 0
    """Rows with Belote-Rebelote."""
    points: Counter[int] = field(default_factory=Counter)
    """Rows by the points of a hand's best combination or by a deal's validated points."""
    winners: Counter[int] = field(default_factory=Counter)
    """Deals by the team whose declarations count, -1 where none do; nothing for hands."""

    def __add__(self, other: "Counts") -> "Counts":
        points, winners = Counter(self.points), Counter(self.winners)
        points.update(other.points)
        winners.update(other.winners)
        return Counts(self.rows + other.rows, self.rejected + other.rejected, self.belote + other.belote, points, winners)


@dataclass(frozen=True, slots=True)
class Summary:
    """What was scored: rows, seconds from the first byte read to the last written, and how often each result came."""

    rows: int
    """All rows, rejected ones and those of an earlier run too."""
    seconds: float
    points: dict[int, int]
    """The number of hands by the points of their best combination, of deals by the validated points; ascending."""
    belote: int
    """The number of hands or deals with Belote-Rebelote."""
    winners: dict[int, int]
    """The number of deals by the team whose declarations count, -1 where none do; empty where hands were scored."""
    rejected: int = 0
    """Bad rows, which went to the file of rejects."""
    kept: int = 0
    """Rows that an earlier run had finished."""

    @classmethod
    def of(cls, counts: Counts, seconds: float, *, of_deals: bool, kept: int = 0) -> "Summary":
        """Return the summary of a run that took `seconds`."""
        points = dict(sorted(counts.points.items()))
        winners = {team: counts.winners[team] for team in (0, 1, -1)} if of_deals else {}
        return cls(counts.rows, seconds, points, counts.belote, winners, counts.rejected, kept)


class Scoring(Protocol):
    """What becomes of the rows; safe to use from several threads."""

    added: tuple[str, ...]
    """The names of the columns it adds."""

    def columns(self, hands: Hands, trumps: Trumps) -> tuple[list[object], Counts]:
        """Return the columns to add to some rows, each an Arrow or a NumPy array, and what they count."""


class HandScoring:
    """Scores hands; `with_text` words their declarations with the cards of `deck`, without it their masks are added."""

    added: tuple[str, ...]

    def __init__(self, deck: str, rules: Rules, *, with_text: bool) -> None:
        """Take how to score."""
        self.added = ("points", "belote", *((DECLARATIONS,) if with_text else ("declared0", "declared1")), "strength")
        self._rules, self._with_text = rules, with_text
        catalogue = declarations_of(rules)

        @cache
        def text_of(*pair: int) -> str:
            return "; ".join(f"{catalogue[mask]}: {format_hand(mask, deck)}" for mask in pair if mask)

        self._text_of = text_of

    def columns(self, hands: Hands, trumps: Trumps) -> tuple[list[object], Counts]:
        """Return the columns to add, and what they count."""
        scores = score_hands(hands[0], trumps, 1, rules=self._rules)
        pairs = distinct_pairs(scores.declared)
        points: Counter[int] = Counter()
        for value, rows in zip(scores.points[pairs.first_row].tolist(), pairs.rows.tolist(), strict=True):
            points[value] += rows
        if self._with_text:
            texts = [self._text_of(*pair) for pair in scores.declared[pairs.first_row].tolist()]
            declared = [named(pairs.of_row, texts)]
        else:
            declared = list(scores.declared.T)
        counts = Counts(len(hands[0]), belote=int(np.count_nonzero(scores.belote)), points=points)
        return [scores.points, scores.belote, *declared, scores.strength], counts


class DealScoring:
    """Scores deals in which every player declares their best combination and calls Belote-Rebelote where they hold it."""

    added: tuple[str, ...] = ("winner", "points0", "points1", "belote0", "belote1")

    def __init__(self, rules: Rules) -> None:
        """Take how to score."""
        self._rules = rules

    def columns(self, hands: Hands, trumps: Trumps) -> tuple[list[object], Counts]:
        """Return the columns to add, and what they count."""
        scores = score_deals(np.stack(hands, axis=-1), trumps, threads=1, rules=self._rules)
        points, belote = scores.points.T, scores.belote.T
        counts = Counts(
            len(hands[0]),
            belote=int(np.count_nonzero(belote[0] | belote[1])),
            points=_counted(points[0] | points[1]),  # one of the two is 0
            winners=_counted(scores.winner),
        )
        return [scores.winner, *points, *belote], counts


def _counted(values: NDArray[np.integer]) -> Counter[int]:
    """Return how often each value comes."""
    least = int(values.min(initial=0))
    counts = np.bincount(values.astype(np.intp) - least)
    return Counter({int(value) + least: int(counts[value]) for value in np.flatnonzero(counts)})
