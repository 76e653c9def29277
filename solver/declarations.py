"""Declarations, their order, and the contest between two teams, in plain Python.

`strength` turns the comparison of README ("Comparison") into the comparison of two integers::

    bit   11 ....... 8 7       6 ........ 4 3 ...... 1 0
          value        Carré   cards - 1    top rank   in trumps

where *value* numbers the distinct point values of the rules from 1 up, so that every set of rules fits 12 bits. A Carré leaves
the cards field and the trump bit at 0. Equal integers are an exact tie, 0 is no declaration.

Plain Python: the round of play uses this file without loading NumPy or a solver.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from solver.cards import (
    BELOTE_PAIRS,
    NO_TRUMP,
    RANK_MASKS,
    RANKS,
    SUIT_MASKS,
    Hand,
    Suit,
    Trump,
    deck_named,
    format_hand,
    hand_mask,
    rank_of,
    shown,
    suit_of,
    trump_index,
)
from solver.rules import DEFAULT, Rules, checked_rules

Kind: TypeAlias = Literal["suivi", "carre"]

SHORTEST_RUN: Final = 3
VALUE_SHIFT: Final = 8
CARRE_BIT: Final = 1 << 7
LENGTH_SHIFT: Final = 4
TOP_SHIFT: Final = 1
TRUMP_BIT: Final = 1


class DeclarationError(ValueError):
    """Cards that are no declaration, or declarations that cannot stand together; the message says which and why."""


class Sound(NamedTuple):
    """What the table hears of a declaration."""

    kind: Kind
    points: int

    def __str__(self) -> str:
        return f"{'Carré' if self.kind == 'carre' else 'Suivi'} {self.points}"


@dataclass(frozen=True, slots=True)
class Declaration:
    """One Suivi or Carré under some rules; made by `read_declaration`, never by hand.

    `cards` is its mask, `points` what it is worth. As text it is what the table hears.

    >>> print(read_declaration("6c 7c 10c 11c"))
    Suivi 50
    """

    kind: Kind
    points: int
    cards: int
    value: int = field(repr=False)
    """The position of `points` among the distinct values of the rules, from 1."""

    @property
    def sound(self) -> Sound:
        """What the table hears."""
        return Sound(self.kind, self.points)

    @property
    def suit(self) -> Suit | None:
        """The suit of a Suivi, None for a Carré."""
        return suit_of(self.cards) if self.kind == "suivi" else None

    @property
    def top(self) -> int:
        """The rank of a Carré or of a Suivi's highest card, 0..7 in sequence order."""
        return rank_of(self.cards)

    @property
    def length(self) -> int:
        """The number of cards."""
        return self.cards.bit_count()

    def strength(self, trump: Trump = None) -> int:
        """Return the integer by which declarations of one deal compare; equal integers are an exact tie.

        Implements README "Comparison" 1-4: points, then Carré over Suivi, then length, top card and trumps of Suivis or the
        rank of Carrés. Raises `CardError` for what is no trump.

        >>> read_declaration("4o 5o 6o 7o").strength() < read_declaration("12o 12c 12e 12b").strength()
        True
        """
        index = trump_index(trump)
        strength = self.value << VALUE_SHIFT | self.top << TOP_SHIFT
        if self.kind == "carre":
            return strength | CARRE_BIT
        return strength | self.length - 1 << LENGTH_SHIFT | (TRUMP_BIT if self.suit == index else 0)

    def __str__(self) -> str:
        return str(self.sound)


def _catalogue_masks() -> Iterable[tuple[Kind, int]]:
    for suit in Suit:
        for length in range(SHORTEST_RUN, len(RANKS) + 1):
            for lowest in range(len(RANKS) - length + 1):
                yield "suivi", (1 << length) - 1 << 8 * suit + lowest
    for cards in RANK_MASKS:
        yield "carre", cards


def declarations_of(rules: Rules = DEFAULT) -> Mapping[int, Declaration]:
    """Return every declaration that `rules` reward, by its mask: Suivis by suit, length and lowest card, then Carrés by rank.

    Raises `TypeError` where `rules` are none.

    >>> len(declarations_of())
    90
    """
    return _declarations_of(checked_rules(rules))


@lru_cache(maxsize=64)
def _declarations_of(rules: Rules) -> Mapping[int, Declaration]:
    values = sorted({points for points in (*rules.run_points, *rules.carre_points) if points})
    catalogue = {}
    for kind, cards in _catalogue_masks():
        points = rules.run_points[cards.bit_count()] if kind == "suivi" else rules.carre_points[rank_of(cards)]
        if points:
            catalogue[cards] = Declaration(kind, points, cards, values.index(points) + 1)
    return MappingProxyType(catalogue)


def read_declaration(cards: Hand, rules: Rules = DEFAULT, *, deck: str = "spanish") -> Declaration:
    """Return the declaration that exactly these cards make: a mask, card text or an iterable of cards.

    Raises `DeclarationError` where they make none or one worth nothing, `CardError` where they cannot be read.

    >>> read_declaration("12o 12c 12e 12b").points
    100
    """
    mask = hand_mask(cards, deck)
    declaration = declarations_of(rules).get(mask)
    if declaration is None:
        raise DeclarationError(f"{format_hand(mask, deck) or 'no cards'}: {_why_none(mask, deck)}")
    return declaration


def _why_none(mask: int, deck: str) -> str:
    ranks = deck_named(deck).ranks
    if mask in RANK_MASKS:
        return f"a Carré of {ranks[rank_of(mask)]}s is worth nothing"
    if mask.bit_count() < SHORTEST_RUN:
        return f"a declaration has at least {SHORTEST_RUN} cards"
    if any(mask == kind_mask for _, kind_mask in _catalogue_masks()):
        return f"a Suivi of {mask.bit_count()} cards is worth nothing"
    if any(mask & suit == mask for suit in SUIT_MASKS):
        return f"the cards of a Suivi follow one another: {' '.join(ranks)}, and the {ranks[-1]} is not next to the {ranks[0]}"
    return "neither a Suivi (neighbouring cards of one suit) nor a Carré (all four cards of one rank)"


def strongest_first(declarations: Iterable[Declaration], trump: Trump = None) -> tuple[Declaration, ...]:
    """Return the declarations in falling strength, equal ones in the order oros, copas, espadas, bastos."""
    index = trump_index(trump)
    return tuple(sorted(declarations, key=lambda d: (-d.strength(index), d.suit or 0)))


def preference(declarations: Iterable[Declaration], strengths: Mapping[Declaration, int]) -> tuple[int, list[int], list[int]]:
    """Return what sorts combinations as README "Declarations" prefers them, the best last.

    By points, then by strength, the strongest declaration first, then by suits. The declarations stand strongest first.
    """
    chosen = tuple(declarations)
    return sum(d.points for d in chosen), [strengths[d] for d in chosen], [-(d.suit or 0) for d in chosen]


@dataclass(frozen=True, slots=True)
class Combination:
    """Declarations that share no card, strongest first, and the Belote-Rebelote (0 or its points) of one hand."""

    declarations: tuple[Declaration, ...]
    belote: int

    @property
    def points(self) -> int:
        """The points of the declarations alone."""
        return sum(declaration.points for declaration in self.declarations)

    @property
    def total(self) -> int:
        """The points of the declarations and of Belote-Rebelote."""
        return self.points + self.belote


def belote_points(hand: int, trump: int, rules: Rules = DEFAULT) -> int:
    """Return what Belote-Rebelote brings the holder of `hand` (a mask) when `trump` (-1..3) is trumps and both words are said."""
    return rules.belote if trump != NO_TRUMP and not BELOTE_PAIRS[trump] & ~hand else 0


@dataclass(frozen=True, slots=True)
class Contest:
    """What the comparison decides: the winning team (0, 1, or None where no declaration counts) and both teams' points."""

    winner: int | None
    points: tuple[int, int]


def contest(team0: Iterable[Declaration], team1: Iterable[Declaration], trump: Trump = None, rules: Rules = DEFAULT) -> Contest:
    """Compare the declarations of two teams (README "Comparison").

    The team with the strongest single declaration scores all of its own, the other none; equal strength is an exact tie and
    neither scores. Declarations are valued under `rules`. Raises `DeclarationError` for one that is worth nothing there and
    for two that share a card.

    >>> four, three = read_declaration("4o 5o 6o 7o"), read_declaration("4c 5c 6c")
    >>> contest([four], [three])
    Contest(winner=0, points=(50, 0))
    """
    index = trump_index(trump)
    teams = tuple(tuple(read_declaration(d.cards, rules) for d in _checked_team(team)) for team in (team0, team1))
    check_disjoint(declaration for team in teams for declaration in team)
    best0, best1 = (max((d.strength(index) for d in team), default=0) for team in teams)
    if best0 == best1:
        return Contest(None, (0, 0))
    winner = 0 if best0 > best1 else 1
    points = sum(declaration.points for declaration in teams[winner])
    return Contest(winner, (points, 0) if winner == 0 else (0, points))


def _checked_team(team: object) -> tuple[Declaration, ...]:
    members = tuple(team) if isinstance(team, Iterable) else (None,)
    if not all(isinstance(member, Declaration) for member in members):
        raise DeclarationError(f"{shown(team)} is no team's declarations: an iterable of what read_declaration returns")
    return members


def check_disjoint(declarations: Iterable[Declaration], *, deck: str = "spanish") -> None:
    """Raise `DeclarationError` where two declarations share a card, naming both and the card as `deck` writes them."""
    holders: list[Declaration] = []
    for declaration in declarations:
        for other in holders:
            if common := declaration.cards & other.cards:
                raise DeclarationError(
                    f"{other} ({format_hand(other.cards, deck)}) and {declaration} ({format_hand(declaration.cards, deck)}) "
                    f"share {format_hand(common, deck)}: a card serves in one declaration only"
                )
        holders.append(declaration)


def check_declared(declarations: Iterable[Declaration], hand: int, rules: Rules = DEFAULT) -> None:
    """Raise `DeclarationError` unless each declaration is one of the rules' and inside `hand`, a mask, and no two share a card."""
    declared = tuple(declarations)
    for declaration in declared:
        if declarations_of(rules).get(declaration.cards) != declaration:
            raise DeclarationError(f"{format_hand(declaration.cards)} is no {declaration}")
        if declaration.cards & ~hand:
            raise DeclarationError(f"{declaration} ({format_hand(declaration.cards)}) is not inside {format_hand(hand)}")
    check_disjoint(declared)
