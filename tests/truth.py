"""The whole truth of small cases: every deal that explains what a player knows, listed one by one with the naive oracle.

A `Case` says what is known in the oracle's terms; `facts_of` lists all deals and reads the four answers and the odds off them.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product

import oracle
from oracle import Cards, Declared

Sounds = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Case:
    """What the player of `seat` knows: cards that were dealt to each seat, and what each declared.

    `heard` is by seat, None where the seat may still declare. `shown` has the very declarations of some seats. `result` is the
    winner of the comparison ("tie" for none), None before it. `best` says whether others declare their best combinations.
    """

    seat: int
    trump: str | None
    known: tuple[Cards, ...]
    heard: tuple[Sounds | None, ...]
    shown: tuple[frozenset[Cards] | None, ...] = (None,) * 4
    result: int | str | None = None
    best: bool = False


@dataclass
class Facts:
    """The answers: None for what no deal has."""

    deals: int = 0
    held: dict[int, set[Cards]] = field(default_factory=lambda: {seat: set() for seat in range(4)})
    meant: dict[int, dict[tuple[str, int], set[Cards]]] = field(default_factory=lambda: {seat: {} for seat in range(4)})
    points: list[int] = field(default_factory=lambda: [0, 0])
    results: set[int | str] = field(default_factory=set)
    """How the comparison can end: 0, 1, "tie", "nothing"."""
    outcomes: Counter = field(default_factory=Counter)
    """How many deals end so where all declare their best, or the best that sounds as heard."""
    point_sums: list[int] = field(default_factory=lambda: [0, 0])

    def share(self, outcome: int | str) -> Fraction:
        return Fraction(self.outcomes[outcome], self.deals)


def key_of(declared: tuple[Declared, ...], trump: str | None) -> tuple[int, ...]:
    return max((oracle.rank_key(d, trump) for d in declared), default=())


def result_of(keys: list[tuple[int, ...]]) -> int | str:
    best = [max(keys[0], keys[2]), max(keys[1], keys[3])]
    if best[0] == best[1]:
        return "tie" if best[0] else "nothing"
    return 0 if best[0] > best[1] else 1


@lru_cache(maxsize=1 << 16)
def everything_of(hand: Cards, trump: str | None) -> tuple[tuple[Declared, ...], ...]:
    """Return all combinations a hand can declare, the best first."""
    return tuple(best.declarations for best in oracle.combinations(hand, trump))


def options(case: Case, seat: int, hand: Cards) -> list[tuple[Declared, ...]]:
    """Return what the seat can declare, or have declared, with this hand."""
    heard, shown = case.heard[seat], case.shown[seat]
    every = everything_of(hand, case.trump)
    if case.best and seat != case.seat:
        every = every[:1]
    if shown is not None:
        every = [declared for declared in every if {d.cards for d in declared} == shown]
    if heard is None:
        return list(every[:1] if seat == case.seat else every)
    return [declared for declared in every if sorted((d.kind, d.points) for d in declared) == sorted(heard)]


def deals_of(case: Case) -> Iterator[tuple[list[Cards], list[list[tuple[Declared, ...]]]]]:
    """Yield every deal in which each seat has something to declare that sounds as heard, and what each can declare."""
    unseen = oracle.DECK - frozenset().union(*case.known)

    def hands(seat: int, left: Cards) -> Iterator[tuple[list[Cards], list[list[tuple[Declared, ...]]]]]:
        if seat == 4:
            yield [], []
            return
        for new in combinations(sorted(left), 8 - len(case.known[seat])):
            hand = case.known[seat] | frozenset(new)
            if own := options(case, seat, hand):
                for others, their in hands(seat + 1, left - frozenset(new)):
                    yield [hand, *others], [own, *their]

    yield from hands(0, unseen)


def facts_of(case: Case) -> Facts:
    """List all deals and note what they show."""
    facts = Facts()
    for hands, said in deals_of(case):
        endings = set()
        short = [{(key_of(d, case.trump), sum(x.points for x in d)) for d in of_seat} for of_seat in said]
        for choice in product(*short):
            result = result_of([key for key, _ in choice])
            if case.result not in (None, result):
                continue
            endings.add(result)
            if result in (0, 1):
                facts.points[result] = max(facts.points[result], choice[result][1] + choice[result + 2][1])
        if not endings:
            continue
        facts.results |= endings
        facts.deals += 1
        for seat, hand in enumerate(hands):
            facts.held[seat] |= {d.cards for d in oracle.declarations_in(hand)}
        _note_meanings(case, facts, said)
        _note_odds(case, facts, said)
    return facts


def _note_meanings(case: Case, facts: Facts, said: list[list[tuple[Declared, ...]]]) -> None:
    for seat, of_seat in enumerate(said):
        if case.heard[seat] is None:
            continue
        for declared in of_seat:
            rest = [[declared] if other == seat else their for other, their in enumerate(said)]
            if case.result is not None and not any(
                result_of([key_of(d, case.trump) for d in choice]) == case.result for choice in product(*rest)
            ):
                continue
            for d in declared:
                facts.meant[seat].setdefault((d.kind, d.points), set()).add(d.cards)


def _note_odds(case: Case, facts: Facts, said: list[list[tuple[Declared, ...]]]) -> None:
    if case.result is not None:
        return
    chosen = [
        of_seat[0] if case.heard[seat] is None else max(of_seat, key=lambda d: key_of(d, case.trump))
        for seat, of_seat in enumerate(said)
    ]
    result = result_of([key_of(d, case.trump) for d in chosen])
    facts.outcomes[result] += 1
    if result in (0, 1):
        facts.point_sums[result] += sum(x.points for seat in (result, result + 2) for x in chosen[seat])
