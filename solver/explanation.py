"""Why the best combination of a hand is the best: facts, which `answer` tells in words and `plain` as JSON.

For every declaration that the hand holds and the best combination leaves out: which chosen declarations need the same cards, the
best that could be declared with it instead, and what that loses by. A run inside another one is not listed.
"""

from dataclasses import dataclass
from enum import Enum

from solver.cards import RANK_MASKS, Hand, Trump, hand_mask, trump_index
from solver.declarations import Combination, Declaration, declarations_of, strongest_first
from solver.optimum import best_combination
from solver.rules import DEFAULT, Rules


class Advantage(Enum):
    """What one combination is better by, in the order in which it is asked (README "Declarations" and "Comparison")."""

    POINTS = "points"
    """It brings more points."""
    VALUE = "value"
    """Equal points in all, but the strongest declaration that only one of the two has is worth more; it decides below, too."""
    CARRE = "carre"
    LENGTH = "length"
    TOP = "top"
    """The top card of a Suivi or the rank of a Carré.

    Trumps never decide, since two runs that differ in nothing else can both be declared.
    """


@dataclass(frozen=True, slots=True)
class Conflict:
    """A chosen declaration and the cards of it that the one given up needs too."""

    chosen: Declaration
    cards: int


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A declaration that the hand holds and that is not declared."""

    declaration: Declaration
    conflicts: tuple[Conflict, ...]
    alternative: Combination
    """The best combination that declares it."""
    advantage: Advantage
    """What the chosen combination is better by than `alternative`."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A hand (mask), its trump (-1..3), its best combination and what that gives up, the strongest first.

    `worthless` are the ranks 0..7 of which it has all four cards for nothing: no declaration, though a player may think so.
    """

    hand: int
    trump: int
    best: Combination
    given_up: tuple[GivenUp, ...]
    worthless: tuple[int, ...]


def explain(hand: Hand, trump: Trump = None, rules: Rules = DEFAULT, *, deck: str = "spanish") -> Explanation:
    """Return the best combination of a hand and what speaks for it; arguments and errors are those of `best_combination`.

    >>> [lost] = explain("10o 11o 12o 12c 12e 12b").given_up
    >>> str(lost.declaration), str(lost.conflicts[0].chosen), lost.alternative.points, lost.advantage.name
    ('Suivi 20', 'Carré 100', 20, 'POINTS')
    """
    mask, index = hand_mask(hand, deck), trump_index(trump)
    best = best_combination(mask, index, rules)
    held = [declaration for declaration in declarations_of(rules).values() if not declaration.cards & ~mask]
    listed = [d for d in held if not any(_inside(d, other) for other in (*held, *best.declarations))]
    left_out = [declaration for declaration in listed if declaration not in best.declarations]
    given_up = tuple(_given_up(declaration, mask, index, best, rules) for declaration in strongest_first(left_out, index))
    return Explanation(mask, index, best, given_up, _worthless(mask, rules))


def _worthless(hand: int, rules: Rules) -> tuple[int, ...]:
    return tuple(rank for rank, four in enumerate(RANK_MASKS) if not four & ~hand and not rules.carre_points[rank])


def _inside(declaration: Declaration, other: Declaration) -> bool:
    return declaration != other and not declaration.cards & ~other.cards


def _given_up(declaration: Declaration, hand: int, trump: int, best: Combination, rules: Rules) -> GivenUp:
    shared = ((chosen, chosen.cards & declaration.cards) for chosen in best.declarations)
    conflicts = tuple(Conflict(chosen, cards) for chosen, cards in shared if cards)
    others = best_combination(hand & ~declaration.cards, trump, rules).declarations
    alternative = Combination(strongest_first((declaration, *others), trump), best.belote)
    return GivenUp(declaration, conflicts, alternative, _advantage(best, alternative, trump))


def _advantage(best: Combination, other: Combination, trump: int) -> Advantage:
    if best.points != other.points:
        return Advantage.POINTS
    # Some pair differs in strength: with the same Carrés each suit is free to take its strongest runs, whatever the others do.
    only_ours = (declaration for declaration in best.declarations if declaration not in other.declarations)
    only_theirs = (declaration for declaration in other.declarations if declaration not in best.declarations)
    pairs = zip(only_ours, only_theirs, strict=False)
    return _decided_by(*next((ours, theirs) for ours, theirs in pairs if ours.strength(trump) != theirs.strength(trump)))


def _decided_by(ours: Declaration, theirs: Declaration) -> Advantage:
    """Return the first of the questions of the comparison that two declarations answer differently."""
    if ours.points != theirs.points:
        return Advantage.VALUE
    if ours.kind != theirs.kind:
        return Advantage.CARRE
    if ours.kind == "suivi" and ours.length != theirs.length:
        return Advantage.LENGTH
    return Advantage.TOP
