"""Target "moves": deals and moves that the rules allow between others that nobody would make; refused ones change nothing."""

import dataclasses
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import oracle
from hypothesis import strategies as st
from rounds import Move, everything, hands_of_a_deal, random_moves

from solver import Contest, DeclarationRound, Rules, Suit, View, read_declaration
from solver.cards import cards_in, format_hand
from solver.declarations import declarations_of
from solver.knowledge import knowledge_of
from solver.views import SEATS, Called, Compared, Heard, Played, Shown

HOUSE = Rules(run_of_3=30, carre_of_4=10)


class Game(NamedTuple):
    """A deal, the moves of a random game, and what is tried before each: moves, or views with other fields."""

    hands: list[int]
    trump: int
    first_seat: int
    seed: int
    odd_moves: list[tuple[int, tuple[Any, ...]]]
    odd_views: list[tuple[int, int, dict[str, Any]]]
    odd_deal: tuple[Any, ...]


class _Held(NamedTuple):
    """Some declarations of the mover's hand, by their places among all it holds; they may share cards."""

    places: list[int]

    def of(self, hand: int) -> list[int]:
        held = [cards for cards in sorted(declarations_of()) if not cards & ~hand]
        return [held[place % len(held)] for place in self.places] if held else []


def _or_right(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return values of an argument, or `...` for that of the game's next move."""
    return st.one_of(st.just(...), values)


class _Broken:
    """Something whose every use fails as bad input does."""

    def __iter__(self) -> Iterator[int]:
        yield 7
        raise ValueError("broken")

    def __repr__(self) -> str:
        raise ValueError("broken")


_HUGE = 10**5000
_bits = st.integers(0, 31).map(lambda place: 1 << place)
_masks = st.one_of(_bits, st.integers(-1, 2**32), st.sampled_from([0, 7, 0x01010101, 0xFF, 0xFFFFFFFF, _HUGE, -_HUGE]))
_texts = st.one_of(
    _masks.map(lambda mask: format_hand(mask) if 0 <= mask < 2**32 else "x" * 999),
    st.sampled_from(["best", "", "4o", "rey de oros", "4o 4o", "KD", "\0", "\ud800", "4o 5o 6o", "belote"]),
    st.text(max_size=4),
)
_declarations = st.sampled_from([
    read_declaration("4o 5o 6o"), read_declaration("12o 12c 12e 12b"),
    read_declaration("4o 5o 6o", HOUSE), read_declaration("4o 4c 4e 4b", HOUSE),
])  # fmt: skip
_odd: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.booleans(), st.floats(), st.binary(max_size=4), st.builds(_Broken),
    st.sampled_from([Suit.COPAS, _HUGE, b"4o", {}, {"4o": 1}, set(), range(3), object(), int]),
    st.builds(np.uint32, st.integers(0, 2**32 - 1)), st.builds(np.arange, st.integers(0, 3)),
)  # fmt: skip
_seats = st.one_of(st.integers(-1, 4), st.integers(0, 3).map(np.int8), _odd)
_items = st.one_of(_masks, _texts, _declarations, _odd)
_several = st.one_of(
    _items,
    st.lists(_items, max_size=4),
    st.lists(_items, max_size=3).map(tuple),
    st.lists(st.lists(_items, max_size=2), max_size=2),
)
_words = st.one_of(st.sampled_from([None, "belote", "rebelote", "Belote", "", ["belote"], True]), _odd)
_held = st.sampled_from(sorted(declarations_of()))
_own = st.builds(_Held, st.lists(st.integers(0, 20), min_size=1, max_size=3))
_near_moves = st.tuples(
    _or_right(st.integers(0, 3)),
    _or_right(_bits),
    _or_right(st.one_of(st.just("best"), st.lists(_held, max_size=2), _own, _own)),
    _or_right(st.sampled_from([None, "belote", "rebelote"])),
)
_far_moves = st.tuples(_or_right(_seats), _or_right(_several), _or_right(_several), _or_right(_words))
_odd_moves = st.tuples(st.one_of(st.integers(0, 4), st.integers(0, 31)), st.one_of(_near_moves, _far_moves))
_events = st.one_of(
    st.builds(Played, _seats, st.one_of(_bits, _items)),
    st.builds(Heard, _seats, st.sampled_from(["suivi", "carre", "x"]), st.sampled_from([20, 50, 100, 200, 7, _HUGE, None])),
    st.builds(Called, _seats, _words),
    st.builds(Shown, _seats, st.lists(_declarations, max_size=2).map(tuple)),
    st.builds(Compared, _odd),
    _odd,
)
_near_events = st.one_of(
    st.builds(Played, st.integers(0, 3), _bits),
    st.builds(Heard, st.integers(0, 3), st.sampled_from(["suivi", "carre"]), st.sampled_from([20, 50, 100, 150, 200])),
    st.builds(Called, st.integers(0, 3), st.sampled_from(["belote", "rebelote"])),
    st.builds(Shown, st.integers(0, 3), st.lists(_held.map(read_declaration), max_size=2).map(tuple)),
    st.builds(Compared, st.builds(Contest, st.sampled_from([0, 1, None]), st.sampled_from([(0, 0), (20, 0), (0, 50), (100, 0)]))),
)
_near_changes = st.fixed_dictionaries({}, optional={
    "trump": st.sampled_from([None, *Suit]), "first_seat": st.integers(0, 3), "turn": st.one_of(st.none(), st.integers(0, 3)),
    "declared": st.lists(_held.map(read_declaration), max_size=2).map(tuple), "silent": st.booleans(),
    "contest": st.builds(Contest, st.sampled_from([0, 1, None]), st.sampled_from([(0, 0), (20, 0), (0, 50), (100, 0)])),
    "log": st.lists(_near_events, max_size=5).map(tuple), "seat": st.integers(0, 3),
})  # fmt: skip
_changes = st.fixed_dictionaries({}, optional={
    "seat": _seats, "trump": _items, "dealt": _masks, "left": _masks, "first_seat": _seats, "turn": _seats, "belote": _odd,
    "declared": st.one_of(st.lists(_declarations, max_size=2).map(tuple), _odd), "contest": _odd, "silent": st.booleans(),
    "log": st.one_of(st.lists(_events, max_size=3).map(tuple), _odd),
})  # fmt: skip
INPUTS = st.builds(
    Game,
    hands_of_a_deal(),
    st.integers(-1, 3),
    st.integers(0, 3),
    st.integers(0, 999),
    st.lists(_odd_moves, max_size=25),
    st.lists(st.tuples(st.integers(0, 31), st.integers(0, 3), st.one_of(_near_changes, _near_changes, _changes)), max_size=8),
    st.tuples(_several, _items, _seats),
)


def check(given: Game) -> None:
    """Play the game; the moves that it does not have are legal by plain code, or refused and leave everything as it was."""
    _check_refused(lambda: DeclarationRound(*given.odd_deal))
    deal = DeclarationRound(given.hands, given.trump, given.first_seat)
    moves = random_moves(given.hands, given.trump, given.first_seat, random.Random(given.seed))  # noqa: S311  a test's cards
    for number, move in enumerate(moves):
        for seat, changes in ((seat, changes) for at, seat, changes in given.odd_views if at == number):
            _check_view(deal.view(seat), changes, given.hands)
        for odd in (odd for at, odd in given.odd_moves if at == number):
            right = (move.seat, move.card, move.declare, move.say)
            _check_odd_move(deal, given, tuple(b if a is ... else a for a, b in zip(odd, right, strict=True)))
        if number in {1, 4, 5, 31}:
            _check_knowledge(deal, given.hands)
        deal.play(move.seat, move.card, move.declare, move.say)
    assert deal.over
    assert _check_refused(lambda: deal.play(given.first_seat, moves[0].card))
    _check_result(deal, moves)
    _check_knowledge(deal, given.hands)


def _check_refused(call: Callable[[], object]) -> bool:
    """Return whether a call was refused; fail for an error that is not documented, or that is told at length."""
    try:
        call()
    except ValueError as error:
        if str(error) != "broken":  # what an iterable of the caller's own raises is the caller's
            _check_error(error)
        return True
    return False


def _check_error(error: ValueError) -> None:
    assert type(error).__module__.startswith("solver."), repr(error)
    assert len(str(error)) < 900, error
    assert str(error).isprintable(), error


def _check_odd_move(deal: DeclarationRound, given: Game, odd: tuple[Any, ...]) -> None:
    seat, card, declare, say = odd
    if isinstance(declare, _Held):
        declare = declare.of(given.hands[seat % 4 if isinstance(seat, int) else 0])
    before = everything(deal)
    attempt = DeclarationRound(given.hands, given.trump, given.first_seat)
    for name in DeclarationRound.__slots__:
        setattr(attempt, name, getattr(deal, name))
    if _check_refused(lambda: attempt.play(seat, card, declare, say)):
        assert everything(attempt) == before
        return
    # It was allowed: so it was that seat's turn, with a card it holds, before the second trick where it declares.
    played = next(event for event in attempt.log[len(deal.log) :] if isinstance(event, Played))
    assert deal.turn in {None, played.seat}
    assert played.seat == seat
    assert played.card & deal.view(played.seat).left
    assert attempt.view(played.seat).left == deal.view(played.seat).left ^ played.card
    declared = [event for event in attempt.log[len(deal.log) :] if isinstance(event, Heard)]
    assert not declared or len(deal.view(0).played) < 4
    held = {oracle.to_mask(d.cards): d.points for d in oracle.declarations_in(oracle.from_mask(given.hands[played.seat]))}
    if declared:
        cards = [declaration.cards for declaration in attempt.view(played.seat).declared]
        assert [held[mask] for mask in cards] == [event.points for event in declared]
        assert sum(cards) == int(np.bitwise_or.reduce(np.array(cards)))
    pair = 0b0110_0000 << 8 * given.trump if given.trump >= 0 else 0
    assert say is None or (played.card & pair and not pair & ~given.hands[played.seat])
    assert everything(deal) == before


def _check_knowledge(deal: DeclarationRound, hands: list[int]) -> None:
    """Check that what every seat can know is true of the deal."""
    for seat in SEATS:
        knowledge = knowledge_of(deal.view(seat))
        for cards, hand in zip(knowledge.known, hands, strict=True):
            assert not cards & ~hand
        assert knowledge.known[seat] == hands[seat]
        assert knowledge.unseen == 0xFFFFFFFF & ~sum(knowledge.known)


def _check_view(view: View, changes: dict[str, Any], hands: list[int]) -> None:
    changed = dataclasses.replace(view, **changes)
    if not _check_refused(lambda: knowledge_of(changed)):
        knowledge = knowledge_of(changed)
        assert all(number <= 8 for number in knowledge.room)
        assert sum(mask.bit_count() for mask in knowledge.known) == sum(knowledge.known).bit_count()
    knowledge_of(view)
    assert view.dealt == hands[view.seat]


def _check_result(deal: DeclarationRound, moves: list[Move]) -> None:
    teams: tuple[list[oracle.Declared], list[oracle.Declared]] = ([], [])
    for move in moves:
        held = {oracle.to_mask(d.cards): d for d in oracle.declarations_in(oracle.from_mask(deal.view(move.seat).dealt))}
        teams[move.seat % 2].extend(held[mask] for mask in move.declare)
    winner, *points = oracle.contest(*teams, oracle.TRUMPS[(-1 if deal.view(0).trump is None else int(deal.view(0).trump)) + 1])
    assert (deal.winner, deal.points) == ({"a": 0, "b": 1, None: None}[winner], tuple(points))
    assert all(card.bit_count() == 1 for view in map(deal.view, SEATS) for event in view.played for card in cards_in(event.card))
