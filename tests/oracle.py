"""A naive oracle of the rules: slow, plain, and independent of the `solver` package, none of which it imports.

A card is a pair of texts (rank, suit letter), a hand is a frozenset of cards, a declaration a `Declared`. The best combination
is found by listing every set of disjoint declarations and comparing them all. Rules other than the default are given as the
two tables of points. Ways between this and the package's masks: `to_mask` and `from_mask`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

RANKS = ("4", "5", "6", "7", "10", "11", "12", "1")
SUITS = ("o", "c", "e", "b")
TRUMPS = (None, *SUITS)

RUN_POINTS = {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100}
CARRE_POINTS = {"6": 150, "7": 100, "10": 200, "11": 100, "12": 100, "1": 100}
BELOTE_POINTS = 20

Card = tuple[str, str]
Cards = frozenset[Card]

DECK: Cards = frozenset((rank, suit) for suit in SUITS for rank in RANKS)


class Declared(NamedTuple):
    """One Suivi or Carré."""

    kind: str
    points: int
    cards: Cards


class Best(NamedTuple):
    """What a hand brings: declarations strongest first, their points, Belote-Rebelote."""

    declarations: tuple[Declared, ...]
    points: int
    belote: int


def read(text: str) -> Cards:
    """Read well-formed card text such as "12o 4c"."""
    cards = [(piece[:-1], piece[-1]) for piece in text.split()]
    if not DECK.issuperset(cards) or len(set(cards)) != len(cards):
        raise AssertionError(f"the oracle cannot read {text!r}")
    return frozenset(cards)


def to_mask(cards: Iterable[Card]) -> int:
    """Write cards as a mask: bit 8 * suit + rank."""
    return sum(2 ** (8 * SUITS.index(suit) + RANKS.index(rank)) for rank, suit in cards)


def from_mask(mask: int) -> Cards:
    """Read a mask as cards."""
    return frozenset(card for card in DECK if mask // to_mask([card]) % 2 == 1)


def declarations_in(
    cards: Cards, run_points: Mapping[int, int] = RUN_POINTS, carre_points: Mapping[str, int] = CARRE_POINTS
) -> list[Declared]:
    """List every declaration the cards hold and the points reward, parts of longer runs too."""
    found = []
    for suit in SUITS:
        for first in range(len(RANKS)):
            for last in range(first + 2, len(RANKS)):
                run = frozenset((rank, suit) for rank in RANKS[first : last + 1])
                if run <= cards and run_points.get(len(run), 0) > 0:
                    found.append(Declared("suivi", run_points[len(run)], run))
    for rank in RANKS:
        four = frozenset((rank, suit) for suit in SUITS)
        if four <= cards and carre_points.get(rank, 0) > 0:
            found.append(Declared("carre", carre_points[rank], four))
    return found


def disjoint_sets(declarations: list[Declared]) -> Iterator[tuple[Declared, ...]]:
    """Yield every set of the declarations in which no card stands twice: those without the first, then those with it."""
    if not declarations:
        yield ()
        return
    first, rest = declarations[0], declarations[1:]
    yield from disjoint_sets(rest)
    for others in disjoint_sets([d for d in rest if not d.cards & first.cards]):
        yield (first, *others)


def top(declaration: Declared) -> int:
    """Return how high the highest card stands in the sequence."""
    return max(RANKS.index(rank) for rank, _ in declaration.cards)


def suit(declaration: Declared) -> str:
    """Return the suit of a Suivi, the first one for a Carré, which has no rival of the same rank."""
    return SUITS[0] if declaration.kind == "carre" else next(iter(declaration.cards))[1]


def rank_key(declaration: Declared, trump: str | None) -> tuple[int, ...]:
    """Return what the comparison looks at, in its order; equal tuples are an exact tie."""
    if declaration.kind == "carre":
        return (declaration.points, 1, top(declaration))
    return (declaration.points, 0, len(declaration.cards), top(declaration), int(suit(declaration) == trump))


def compare(a: Declared, b: Declared, trump: str | None = None) -> str | None:
    """Return "a" or "b", the better one, or None for an exact tie."""
    key_a, key_b = rank_key(a, trump), rank_key(b, trump)
    return "a" if key_a > key_b else "b" if key_b > key_a else None


def contest(team_a: list[Declared], team_b: list[Declared], trump: str | None = None) -> tuple[str | None, int, int]:
    """Return the winning team, "a", "b" or None, and the points of both."""
    if not team_a and not team_b:
        return None, 0, 0
    if not team_a or not team_b:
        winner = "a" if team_a else "b"
    else:
        best_a, best_b = (max(team, key=lambda d: rank_key(d, trump)) for team in (team_a, team_b))
        winner = compare(best_a, best_b, trump)
    points_a, points_b = (sum(d.points for d in team) for team in (team_a, team_b))
    return winner, points_a if winner == "a" else 0, points_b if winner == "b" else 0


def strongest_first(declarations: Iterable[Declared], trump: str | None) -> tuple[Declared, ...]:
    """Sort by falling strength, equal ones in the order oros, copas, espadas, bastos."""
    by_suit = sorted(declarations, key=lambda d: SUITS.index(suit(d)))
    return tuple(sorted(by_suit, key=lambda d: rank_key(d, trump), reverse=True))


def _preference(declarations: tuple[Declared, ...], trump: str | None) -> tuple[object, ...]:
    """Return what decides between two combinations: points, then strengths, then suits, oros before the others."""
    return (
        sum(d.points for d in declarations),
        [rank_key(d, trump) for d in declarations],
        [-SUITS.index(suit(d)) for d in declarations],
    )


def belote(cards: Cards, trump: str | None) -> int:
    """Return the points of Belote-Rebelote."""
    return BELOTE_POINTS if trump is not None and {("11", trump), ("12", trump)} <= cards else 0


def combinations(
    cards: Cards,
    trump: str | None = None,
    run_points: Mapping[int, int] = RUN_POINTS,
    carre_points: Mapping[str, int] = CARRE_POINTS,
) -> list[Best]:
    """List every combination the cards hold, the preferred one first."""
    held = declarations_in(cards, run_points, carre_points)
    ordered = [strongest_first(chosen, trump) for chosen in disjoint_sets(held)]
    ordered.sort(key=lambda chosen: _preference(chosen, trump), reverse=True)
    return [Best(chosen, sum(d.points for d in chosen), belote(cards, trump)) for chosen in ordered]


def best(
    cards: Cards,
    trump: str | None = None,
    run_points: Mapping[int, int] = RUN_POINTS,
    carre_points: Mapping[str, int] = CARRE_POINTS,
) -> Best:
    """Return the best combination."""
    return combinations(cards, trump, run_points, carre_points)[0]


def all_best(
    cards: Cards,
    trump: str | None = None,
    run_points: Mapping[int, int] = RUN_POINTS,
    carre_points: Mapping[str, int] = CARRE_POINTS,
) -> list[Best]:
    """List every combination that brings the most points, the preferred one first."""
    found = combinations(cards, trump, run_points, carre_points)
    return [combination for combination in found if combination.points == found[0].points]
