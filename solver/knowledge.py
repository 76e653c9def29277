"""What a view tells of the whole deal: which cards are whose, what each seat declared, who may still declare.

The facts that `holdings.py` reasons about and `odds.py` deals by; no solver and no arrays.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from solver.cards import BELOTE_PAIRS, FULL_DECK, NO_TRUMP, format_hand, trump_index
from solver.checked_views import ViewError, checked_view
from solver.declarations import Contest, Declaration, Sound, check_disjoint, declarations_of, preference, strongest_first
from solver.rules import HAND_SIZE, Rules
from solver.views import SEATS, TEAMS, Called, Heard, Played, Shown, View, other_seats

Declared: TypeAlias = tuple[Declaration, ...]
"""What one seat declares, strongest first."""


class Announced(NamedTuple):
    """What a seat that has had its say declared: what was heard, and the very declarations where they are known."""

    heard: tuple[Heard, ...]
    shown: Declared | None = None
    is_best: bool = False
    """Whether the seat is taken to have declared its best combination."""

    @property
    def sounds(self) -> Counter[Sound]:
        """What was heard, in no order."""
        return Counter(heard.sound for heard in self.heard)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A view, sorted by what it means for the deal; made by `knowledge_of`.

    `known` are the cards certain to be in the hand that each seat was dealt and `unseen` all others; `room` is how many of these
    each seat holds. `announced` is by seat, None where a seat may still declare. `contest` is the comparison once it is decided.
    """

    seat: int
    trump: int
    rules: Rules
    known: tuple[int, ...]
    unseen: int
    announced: tuple[Announced | None, ...]
    contest: Contest | None
    assume_best: bool

    @property
    def room(self) -> tuple[int, ...]:
        """How many unseen cards each seat holds."""
        return tuple(HAND_SIZE - cards.bit_count() for cards in self.known)

    @property
    def others(self) -> tuple[int, ...]:
        """The other seats, in playing order after one's own."""
        return other_seats(self.seat)

    def may_hold(self, seat: int, cards: int) -> bool:
        """Return whether the hand of `seat` has room for `cards`, by what is known of the cards alone."""
        known = self.known[seat]
        return not cards & ~(known | self.unseen) and (known | cards).bit_count() <= HAND_SIZE

    def candidates(self, seat: int) -> Declared:
        """Return the declarations that `may_hold` allows `seat`, strongest first."""
        catalogue = declarations_of(self.rules).values()
        return strongest_first((d for d in catalogue if self.may_hold(seat, d.cards)), self.trump)

    def best_of(self, hand: int) -> Declared:
        """Return the best combination of a hand (README "Declarations")."""
        return best_combination_of(hand, self.trump, self.rules)

    def strength_of(self, declared: Declared) -> int:
        """Return the strength of the strongest of some declarations, 0 of none."""
        return max((d.strength(self.trump) for d in declared), default=0)

    def combinations_of(self, seat: int) -> tuple[Declared, ...]:
        """Return every combination that `seat` may hold, the empty one too, the better later."""
        everything = combinations_among(self.candidates(seat), self.trump)
        return tuple(declared for declared in everything if self.may_hold(seat, sum(d.cards for d in declared)))


@lru_cache(maxsize=1 << 15)
def best_combination_of(hand: int, trump: int, rules: Rules) -> Declared:
    """Return the best combination of a hand of up to eight cards, found without the solver (README "Declarations")."""
    return combinations_in(hand, trump, rules)[-1]


def combinations_in(hand: int, trump: int, rules: Rules) -> tuple[Declared, ...]:
    """Return every combination of a hand of up to eight cards, the empty one too, from the worst to the best."""
    held = (d for d in declarations_of(rules).values() if not d.cards & ~hand)
    return combinations_among(strongest_first(held, trump), trump)


@lru_cache(maxsize=1 << 10)
def combinations_among(declarations: Declared, trump: int) -> tuple[Declared, ...]:
    """Return every set of the declarations that fits one hand, none and all sharing no card, from the worst to the best.

    The best of a hand is the last one that it holds: the one of the most points, then the stronger, then by suits. A hand has
    room for two declarations, each of three cards at least. `declarations` are strongest first.
    """
    pairs = (
        pair
        for pair in combinations(declarations, 2)
        if not pair[0].cards & pair[1].cards and pair[0].length + pair[1].length <= HAND_SIZE
    )
    found: list[Declared] = [(), *((d,) for d in declarations), *pairs]
    strengths = {d: d.strength(trump) for d in declarations}
    found.sort(key=lambda declared: preference(declared, strengths))
    return tuple(found)


def sounds_of(declared: Declared) -> Counter[Sound]:
    """Return what the table hears of some declarations, in no order."""
    return Counter(d.sound for d in declared)


def knowledge_of(view: View, *, assume_best: bool = False, deck: str = "spanish") -> Knowledge:
    """Return what `view` tells of the deal; raise `ViewError` where it is none or contradicts itself.

    Declarations that share a card are a `DeclarationError`; `checked_view` says what else is refused. `deck` is how messages name
    cards.

    The view's own seat declares what it has declared, or its best combination while it has yet to. Another seat has declared
    once something was heard of it, once it played a card, or where the view's `turn` shows that it has; with a `turn` the seats
    from there on are still to declare in the first trick. A view by hand without `turn` leaves that open for a seat of which
    nothing was heard: it may still declare, but with `assume_best` it is taken to have declared nothing.
    """
    view = checked_view(view, deck)
    trump = trump_index(view.trump)
    known = _known_cards(view, trump, deck)
    announced = [_announced(view, seat, assume_best=assume_best, deck=deck) for seat in SEATS]
    if view.contest is not None:
        _check_contest(view.contest, announced)
    if announced[view.seat] is None:
        announced[view.seat] = _declaring(view.seat, best_combination_of(view.dealt, trump, view.rules))
    unseen = FULL_DECK & ~sum(known)
    return Knowledge(view.seat, trump, view.rules, known, unseen, tuple(announced), view.contest, assume_best)


def _announced(view: View, seat: int, *, assume_best: bool, deck: str) -> Announced | None:
    """Return what `seat` declared, None where it may still declare."""
    is_own = seat == view.seat
    heard = tuple(event for event in view.heard if event.seat == seat)
    shown = next((event.declarations for event in view.shown if event.seat == seat), view.declared if is_own else ())
    if shown:
        check_disjoint(shown, deck=deck)
        said = _declaring(seat, strongest_first(shown, view.trump))
        if heard and said.sounds != Announced(heard).sounds:
            raise ViewError(f"seat {seat} was heard to declare {listed(heard)}, but what it showed sounds {listed(said.heard)}")
        return said._replace(is_best=assume_best and not is_own)
    if heard and is_own:
        raise ViewError(f"{listed(heard)} was heard of seat {seat}, one's own: the view's `declared` says with which cards")
    if view.had_say(seat):
        return _declaring(seat, ()) if is_own else Announced(heard, is_best=assume_best)
    return Announced((), is_best=True) if assume_best and view.turn is None and not is_own else None


def _declaring(seat: int, declared: Declared) -> Announced:
    return Announced(tuple(Heard(seat, d.kind, d.points) for d in declared), declared)


def listed(heard: tuple[Heard, ...]) -> str:
    """Return what was heard as text: "Carré 100, Suivi 50"."""
    return ", ".join(str(event.sound) for event in heard)


def _check_contest(contest: Contest, announced: list[Announced | None]) -> None:
    """Refuse a comparison of which the winner, or the points, are none that the declarations of all seats could bring."""
    heard = [tuple(h for said in announced[team::2] if said is not None for h in said.heard) for team in TEAMS]
    if contest.winner is None and bool(heard[0]) != bool(heard[1]):
        team = 0 if heard[0] else 1
        raise ViewError(f"the comparison was an exact tie, but only team {team} declared: {listed(heard[team])}")
    if contest.winner is not None and not heard[contest.winner]:
        raise ViewError(f"the comparison was won by team {contest.winner}, of which nobody declared")
    points = tuple(sum(h.points for h in heard[team]) if team == contest.winner else 0 for team in TEAMS)
    if contest.points != points:
        raise ViewError(f"the comparison brought {contest.points}, but by what was declared it would be {points}")


def _known_cards(view: View, trump: int, deck: str) -> tuple[int, ...]:
    """Return the cards that are certain to have been dealt to each seat."""
    known = [0, 0, 0, 0]
    known[view.seat] = view.dealt
    for seat, cards, why in _sightings(view, trump):
        text = format_hand(cards, deck)
        for other, held in enumerate(known):
            if other != seat and (common := held & cards):
                raise ViewError(f"seat {seat} {why} {text}, but {format_hand(common, deck)} was dealt to seat {other}")
        if extra := cards & ~known[seat] if seat == view.seat else 0:
            raise ViewError(f"seat {seat} {why} {text}, but was not dealt {format_hand(extra, deck)}")
        known[seat] |= cards
        if known[seat].bit_count() > HAND_SIZE:
            raise ViewError(f"seat {seat} would have been dealt {known[seat].bit_count()} cards: {format_hand(known[seat], deck)}")
    return tuple(known)


def _sightings(view: View, trump: int) -> Iterator[tuple[int, int, str]]:
    """Yield each time the table saw cards of a seat, or heard which it holds, and how."""
    for declaration in view.declared:
        yield view.seat, declaration.cards, "declared"
    for event in view.log:
        if isinstance(event, Played):
            yield event.seat, int(event.card), "played"
        elif isinstance(event, Shown):
            for declaration in event.declarations:
                yield event.seat, declaration.cards, "showed"
        elif isinstance(event, Called):
            if trump == NO_TRUMP:
                raise ViewError(f"seat {event.seat} said {event.word!r}, which belongs to trumps, and this deal has none")
            yield event.seat, BELOTE_PAIRS[trump], f"said {event.word!r} and so holds"


