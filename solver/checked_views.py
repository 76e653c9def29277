"""What is refused in a view: what is none, and seats, turns, cards, announcements and comparisons that cannot be.

Cards that two seats would hold, and what was shown against what was heard, are refused by `knowledge`, which sorts them.
"""

from collections import Counter
from typing import Final, get_args

from solver.cards import FULL_DECK, as_integer, count_of_cards, format_hand, shown, trump_index
from solver.declarations import Contest, Declaration, Kind, declarations_of
from solver.rules import HAND_SIZE, Rules, checked_rules
from solver.views import SEATS, TEAMS, WHAT_SEATS_ARE, WORDS, Called, Compared, Heard, Played, Shown, View

_KINDS: Final = get_args(Kind)


class ViewError(ValueError):
    """A view in which cards, seats or announcements cannot be what they say; the message names them and why."""


def checked_view(view: object, deck: str = "spanish") -> View:
    """Return `view`; raise `ViewError` where it is none, or where its fields are no seats, cards, events or cannot stand together.

    Rules that are none are a `TypeError`, a trump that is none is a `CardError`. `deck` is how messages name cards.
    """
    if not isinstance(view, View):
        raise ViewError(f"a view is wanted, as `hand_view` and `DeclarationRound.view` return it, not {shown(view)}")
    _check_seats(view)
    _check_hand(view, deck)
    trump_index(view.trump)
    rules = checked_rules(view.rules)
    _check_declarations(view.declared, view.seat, rules)
    if view.silent and view.declared:
        raise ViewError(f"seat {view.seat} is silent and declared {', '.join(map(str, view.declared))}: only one of these can be")
    if not isinstance(view.log, tuple):
        raise ViewError(f"the log of a view is a tuple of events, not {shown(view.log)}")
    for event in view.log:
        _check_event(event, rules)
    _check_contest_type(view.contest)
    _check_cards_once(view, deck)
    _check_first_trick(view)
    return view


def _is_seat(value: object) -> bool:
    return as_integer(value) in SEATS


def _check_seats(view: View) -> None:
    if not _is_seat(view.seat):
        raise ViewError(f"no seat {shown(view.seat)}: {WHAT_SEATS_ARE}")
    if not _is_seat(view.first_seat) or not (view.turn is None or _is_seat(view.turn)):
        leads = f"seat {shown(view.first_seat)} leads and it is the turn of {shown(view.turn)}"
        raise ViewError(f"{leads}: {WHAT_SEATS_ARE}")


def _check_hand(view: View, deck: str) -> None:
    dealt = as_integer(view.dealt)
    if dealt is None or not 0 <= dealt <= FULL_DECK:
        raise ViewError(f"own hand {shown(view.dealt)}: a mask of cards is an integer from 0 to {FULL_DECK}")
    if (count := dealt.bit_count()) != HAND_SIZE:
        cards = f"{format_hand(dealt, deck)}: {count_of_cards(count)}" if count else "of no cards"
        raise ViewError(f"own hand {cards}, a player is dealt {HAND_SIZE}")


def _check_declarations(declared: object, seat: int, rules: Rules) -> None:
    if not isinstance(declared, tuple):
        raise ViewError(f"what seat {seat} declared is a tuple of declarations, not {shown(declared)}")
    for declaration in declared:
        if not isinstance(declaration, Declaration) or declarations_of(rules).get(declaration.cards) != declaration:
            raise ViewError(f"seat {seat} declared {shown(declaration)}, which is no declaration of these rules")


def _check_event(event: object, rules: Rules) -> None:
    if isinstance(event, Compared):
        _check_contest_type(event.result)
        return
    if not isinstance(event, Played | Heard | Called | Shown):
        raise ViewError(f"{shown(event)} is no event of the public record: those are Played, Heard, Called, Compared and Shown")
    if not _is_seat(event.seat):
        raise ViewError(f"{shown(event)}: {WHAT_SEATS_ARE}")
    if isinstance(event, Played):
        card = as_integer(event.card)
        if card is None or not 0 < card <= FULL_DECK or card.bit_count() != 1:
            raise ViewError(f"seat {event.seat} played {shown(event.card)}, which is not one card: a card is a mask of one bit")
    elif isinstance(event, Heard):
        _check_heard(event, rules)
    elif isinstance(event, Shown):
        _check_declarations(event.declarations, event.seat, rules)
    elif event.word not in WORDS:
        raise ViewError(f"seat {event.seat} said {shown(event.word)}: the words are belote and rebelote")


def _check_heard(event: Heard, rules: Rules) -> None:
    said = f"seat {event.seat} was heard to declare a"
    if event.kind not in _KINDS:
        raise ViewError(f"{said} {shown(event.kind)}: the kinds are suivi and carre")
    values = sorted({d.points for d in declarations_of(rules).values() if d.kind == event.kind})
    if as_integer(event.points) not in values:
        of_kind = ", ".join(map(str, values)) or "none under these rules"
        raise ViewError(f"{said} {event.kind} of {shown(event.points)}: its values are {of_kind}")


def _check_contest_type(contest: object) -> None:
    if contest is None:
        return
    if not isinstance(contest, Contest):
        raise ViewError(f"the result of a comparison is a Contest, not {shown(contest)}")
    if contest.winner is not None and as_integer(contest.winner) not in TEAMS:
        raise ViewError(f"the comparison was won by {shown(contest.winner)}: it is by team 0, team 1 or None")
    points = contest.points
    if not isinstance(points, tuple) or len(points) != len(TEAMS) or any(as_integer(each) is None for each in points):
        raise ViewError(f"the comparison brought {shown(points)}: the points are a pair of integers, by team")


def _check_cards_once(view: View, deck: str) -> None:
    times = Counter((event.seat, event.card) for event in view.played)
    for (seat, card), number in times.items():
        if number > 1:
            raise ViewError(f"seat {seat} played {format_hand(card, deck)} {number} times")


def _check_first_trick(view: View) -> None:
    """Refuse events of a seat that is still to play in the first trick, and a second card of one that has played."""
    if view.turn is None or view.contest is not None:
        return
    trick = f"it is the turn of seat {view.turn} in the first trick, which seat {view.first_seat} leads"
    for event in view.log:
        if not isinstance(event, Compared) and not view.passed(event.seat):
            done = "played" if isinstance(event, Played) else "called" if isinstance(event, Called) else "declared"
            raise ViewError(f"{trick}: seat {event.seat} is still to play, but has {done}")
    for seat, cards in Counter(event.seat for event in view.played).items():
        if cards > 1:
            raise ViewError(f"{trick}: seat {seat} has played {cards} cards, but a trick has one of each seat")
