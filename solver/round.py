"""The deal as its referee keeps it: declare in the first trick, compare and show at the second, Belote-Rebelote over all eight.

`DeclarationRound` knows all four hands and checks each card, declaration and call. It tells two things of them: the public
record (`log`, `winner`, `points`, `belote`), which never says more than the table heard and saw, and `view(seat)`, which adds
that seat's own cards. Who wins a trick is no business of this file: any seat may lead the later ones.

Pure Python; the solver loads only at the moment a player declares "best".
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from solver.calls import check_call, pair_of, points_after
from solver.cards import (
    NO_TRUMP,
    CardError,
    Hand,
    Suit,
    Trump,
    as_integer,
    count_of_cards,
    deck_named,
    format_hand,
    hand_mask,
    shown,
    trump_index,
)
from solver.declarations import Contest, Declaration, DeclarationError, check_disjoint, contest, read_declaration, strongest_first
from solver.rules import DEFAULT, HAND_SIZE, Rules, checked_rules
from solver.views import SEATS, WHAT_SEATS_ARE, Called, Compared, Event, Heard, Played, Shown, View, Word, team_of

BEST: Final = "best"
Declare: TypeAlias = "Declaration | str | int | Iterable[Declaration | str | int]"
"""What a player declares: "best", one declaration (a `Declaration`, its card text or its mask), or an iterable of these."""


class RoundError(ValueError):
    """A deal or a move that the rules refuse; the message names seat, card and rule, and nothing has changed.

    `argument` is the argument at fault: "hands" or "first_seat" of the deal, "seat", "card", "declare" or "say" of a move.
    """

    def __init__(self, message: str, argument: str = "seat") -> None:
        """Keep the argument's name beside the message."""
        super().__init__(message)
        self.argument = argument


@dataclass(frozen=True, slots=True)
class _State:
    """All that a move changes, as one immutable value: a move replaces it whole or not at all."""

    left: tuple[int, ...]
    """The cards still held, a mask by seat."""
    turn: int | None
    belote: tuple[int, int] | None
    contest: Contest | None = None
    declared: tuple[tuple[Declaration, ...], ...] = ((), (), (), ())
    """By seat, strongest first."""
    num_played: int = 0
    log: tuple[Event, ...] = ()


class DeclarationRound:
    """One deal, card by card.

    `hands` are the four hands by seat, eight cards each and together the deck, each a mask, card text or an iterable of
    cards; `first_seat` leads the first trick. Card text is read, and written in errors, in `deck`. Raises `RoundError` where
    the hands are no deal or there is no such seat, `CardError` for a trump or a deck that cannot be read.

    One thread plays; others may read at any time. Copies and pickles are rounds of their own.

    >>> ranks = ["4", "5", "6", "7", "10", "11", "12", "1"]
    >>> deal = DeclarationRound([[rank + suit for rank in ranks] for suit in "oceb"], trump="bastos")
    >>> deal.play(0, "4o", declare=["10o 11o 12o 1o", "5o 6o 7o"])
    >>> deal.play(1, "4c", declare="4c 5c 6c 7c")
    >>> deal.play(2, "4e")
    >>> deal.play(3, "11b", say="belote")
    >>> print(deal.points)
    None
    >>> deal.play(0, "5o")
    >>> deal.winner, deal.points
    (0, (70, 0))
    >>> deal.play(1, "1c", declare="10c 11c 12c")
    Traceback (most recent call last):
    solver.round.RoundError: seat 1, card 1c: too late: a player declares with their first card, in the first trick
    """

    __slots__ = ("_dealt", "_deck", "_first_seat", "_pair", "_rules", "_state", "_trump")

    def __init__(
        self, hands: Iterable[Hand], trump: Trump, first_seat: int = 0, rules: Rules = DEFAULT, *, deck: str = "spanish"
    ) -> None:
        """Check the deal; the first card is still to come."""
        self._deck = deck_named(deck).name
        self._dealt = _checked_deal(hands, self._deck)
        self._trump = trump_index(trump)
        self._first_seat = _checked_seat(first_seat, "first_seat")
        self._rules = checked_rules(rules)
        self._pair = pair_of(self._trump)
        self._state = _State(self._dealt, self._first_seat, None if self._pair else (0, 0))

    @property
    def contest(self) -> Contest | None:
        """The result of the comparison, None until the first card of the second trick is played.

        A winner of None is an exact tie where `log` has a `Compared` event; without one, nobody declared.
        """
        return self._state.contest

    @property
    def winner(self) -> int | None:
        """The team that won the comparison; None before it, in an exact tie and where nobody declared."""
        return self._state.contest.winner if self._state.contest else None

    @property
    def points(self) -> tuple[int, int] | None:
        """The validated declarations' points of each team, None before the comparison."""
        return self._state.contest.points if self._state.contest else None

    @property
    def belote(self) -> tuple[int, int] | None:
        """The Belote-Rebelote points of each team, None until they are decided.

        They are when the 11 or 12 of trumps is played without the word that is due with it, and when "Rebelote" follows "Belote"
        (at "Belote" where the rules ask for no "Rebelote"); from the start where there are no trumps. Where no player
        holds both it takes the first of the two as well, since until then that is no public knowledge.
        """
        return self._state.belote

    @property
    def turn(self) -> int | None:
        """The seat to play; None where any seat may lead and once the deal is over."""
        return self._state.turn

    @property
    def over(self) -> bool:
        """Whether all 32 cards are played."""
        return not any(self._state.left)

    @property
    def log(self) -> tuple[Event, ...]:
        """The public record, in order: each card, what was said with it and what came of it."""
        return self._state.log

    def view(self, seat: int) -> View:
        """Return what the player of `seat` may know now; raise `RoundError` where there is no such seat."""
        seat, state = _checked_seat(seat), self._state
        return View(
            seat=seat,
            trump=None if self._trump == NO_TRUMP else Suit(self._trump),
            dealt=self._dealt[seat],
            left=state.left[seat],
            first_seat=self._first_seat,
            rules=self._rules,
            declared=state.declared[seat],
            turn=state.turn,
            log=state.log,
            contest=state.contest,
            belote=state.belote,
        )

    def play(self, seat: int, card: str | int, declare: Declare = (), say: Word | None = None) -> None:
        """Play a card, declaring and calling with it; implements README "When and how", "Comparison" and "Belote-Rebelote".

        `card` is card text or a one-bit mask. `declare` is "best" (the best combination of the hand as dealt), a declaration
        or an iterable of them; `say` is "belote" or "rebelote". Raises `RoundError` for a seat out of turn, a card not in the
        hand or already played, a declaration that comes late, is not held, is worth nothing or shares a card with another,
        and a call that is not due; the round is then as it was.
        """
        seat = _checked_seat(seat)
        argument = "seat"
        try:
            self._check_turn(seat)
            argument = "card"
            bit = self._checked_card(seat, card)
            argument = "declare"
            declared = self._checked_declarations(seat, declare)
            argument = "say"
            check_call(say, bit, self._pair, self._dealt[seat], self._state.left[seat], self._deck)
        except ValueError as error:
            raise RoundError(f"seat {seat}, card {self._card_text(card)}: {error}", argument) from None
        self._state = self._after(seat, bit, declared, say)

    def _check_turn(self, seat: int) -> None:
        if self.over:
            raise RoundError("the deal is over, all 32 cards are played")
        if self.turn not in {None, seat}:
            raise RoundError(f"it is the turn of seat {self.turn}: seat after seat, the first trick from seat {self._first_seat}")

    def _checked_card(self, seat: int, card: str | int) -> int:
        bit = hand_mask(card, self._deck)
        if bit.bit_count() != 1:
            raise RoundError("a player plays one card at a time")
        if not bit & self._dealt[seat]:
            raise RoundError("not in this player's hand")
        if not bit & self._state.left[seat]:
            raise RoundError("this player has already played it")
        return bit

    def _checked_declarations(self, seat: int, declare: Declare) -> tuple[Declaration, ...]:
        items = _items(declare)
        if not items:
            return ()
        if self._state.num_played >= len(SEATS):
            raise RoundError("too late: a player declares with their first card, in the first trick")
        declared = [declaration for item in items for declaration in self._read(seat, item)]
        check_disjoint(declared, deck=self._deck)
        return strongest_first(declared, self._trump)

    def _read(self, seat: int, item: object) -> tuple[Declaration, ...]:
        hand = self._dealt[seat]
        if isinstance(item, str) and item == BEST:
            from solver.optimum import best_combination  # noqa: PLC0415 - the solver loads only for a player who asks it

            return best_combination(hand, self._trump, self._rules).declarations
        cards = item.cards if isinstance(item, Declaration) else item
        declaration = read_declaration(cards, self._rules, deck=self._deck)  # type: ignore[arg-type] # refuses what it cannot read
        if missing := declaration.cards & ~hand:
            raise DeclarationError(
                f"{declaration} ({format_hand(declaration.cards, self._deck)}): "
                f"this player was not dealt {format_hand(missing, self._deck)}"
            )
        return (declaration,)

    def _after(self, seat: int, bit: int, declared: tuple[Declaration, ...], say: Word | None) -> _State:
        """Return the state after a move that has been checked."""
        old = self._state
        num_played = old.num_played + 1
        left = (*old.left[:seat], old.left[seat] ^ bit, *old.left[seat + 1 :])
        by_seat = (*old.declared[:seat], declared or old.declared[seat], *old.declared[seat + 1 :])
        events: list[Event] = [Played(seat, bit), *(Heard(seat, d.kind, d.points) for d in declared)]
        if say:
            events.append(Called(seat, say))
        result = old.contest
        if old.num_played == len(SEATS):
            result = contest(by_seat[0] + by_seat[2], by_seat[1] + by_seat[3], self._trump, self._rules)
            events += _compared(result, by_seat)
        return _State(
            left=left,
            turn=(seat + 1) % len(SEATS) if num_played % len(SEATS) else None,
            belote=points_after(old.belote, seat, bit, say, self._pair, old.left, self._rules),
            contest=result,
            declared=by_seat,
            num_played=num_played,
            log=(*old.log, *events),
        )

    def _card_text(self, card: str | int) -> str:
        try:
            return format_hand(hand_mask(card, self._deck), self._deck) or shown(card)
        except CardError:
            return shown(card)


def _compared(result: Contest, declared: tuple[tuple[Declaration, ...], ...]) -> list[Event]:
    """Return what the table learns at the comparison: nothing where nobody declared, and cards of the winning team only."""
    if not any(declared):
        return []
    shown_by_seat = [Shown(seat, declared[seat]) for seat in SEATS if team_of(seat) == result.winner and declared[seat]]
    return [Compared(result), *shown_by_seat]


def _items(declare: Declare) -> tuple[object, ...]:
    if isinstance(declare, str | Declaration) or not isinstance(declare, Iterable):
        return (declare,)
    return tuple(declare)


def _checked_seat(seat: int, argument: str = "seat") -> int:
    number = as_integer(seat)
    if number not in SEATS:
        raise RoundError(f"no seat {shown(seat)}: {WHAT_SEATS_ARE}", argument)
    return number


def _checked_deal(hands: Iterable[Hand], deck: str) -> tuple[int, ...]:
    """Return the four hands as masks; raise `RoundError` where they do not deal the deck, eight cards to each seat."""
    given = tuple(hands) if isinstance(hands, Iterable) else (hands,)
    if len(given) != len(SEATS):
        raise RoundError(f"a deal is {len(SEATS)} hands, one for each seat, not {len(given)}", "hands")
    dealt: list[int] = []
    for seat, hand in enumerate(given):
        try:
            mask = hand_mask(hand, deck)
        except CardError as error:
            raise RoundError(f"hand of seat {seat}: {error}", "hands") from None
        if mask.bit_count() != HAND_SIZE:
            cards = f" ({format_hand(mask, deck)})" if mask else ""
            raise RoundError(f"hand of seat {seat}{cards}: {count_of_cards(mask.bit_count())}, not {HAND_SIZE}", "hands")
        for other, earlier in enumerate(dealt):
            if common := mask & earlier:
                raise RoundError(f"seats {other} and {seat} both hold {format_hand(common, deck)}: a card is dealt once", "hands")
        dealt.append(mask)
    return tuple(dealt)
