"""What may be known of a deal: the public record, event by event, and the view of one seat.

The words of the round of play and of everything that tells or reasons about it.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from solver.cards import Suit
from solver.declarations import Contest, Declaration, Kind, Sound
from solver.rules import DEFAULT, Rules

SEATS: Final = (0, 1, 2, 3)
"""The seats in playing order."""
WHAT_SEATS_ARE: Final = "the seats are 0, 1, 2 and 3"
"""What messages say to whoever names another."""
TEAMS: Final = (0, 1)
"""Team 0 sits at seats 0 and 2, team 1 at seats 1 and 3."""

Word: TypeAlias = Literal["belote", "rebelote"]
WORDS: Final[tuple[Word, ...]] = get_args(Word)


def team_of(seat: int) -> int:
    """Return the team of `seat`: 0 for seats 0 and 2, 1 for seats 1 and 3."""
    return seat % len(TEAMS)


def other_seats(seat: int) -> tuple[int, ...]:
    """Return the other seats, in playing order after `seat`."""
    return tuple((seat + step) % len(SEATS) for step in range(1, len(SEATS)))


@dataclass(frozen=True, slots=True)
class Played:
    """`seat` played `card` (a one-bit mask)."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Heard:
    """`seat` declared, and the table heard this much: the kind and the points, never the cards."""

    seat: int
    kind: Kind
    points: int

    @property
    def sound(self) -> Sound:
        """What was heard, whoever said it."""
        return Sound(self.kind, self.points)


@dataclass(frozen=True, slots=True)
class Called:
    """`seat` said "belote" or "rebelote" with the card it just played."""

    seat: int
    word: Word


@dataclass(frozen=True, slots=True)
class Compared:
    """Declarations were compared; a winner of None is an exact tie. Where nobody declared, nothing is compared."""

    result: Contest


@dataclass(frozen=True, slots=True)
class Shown:
    """`seat`, of the winning team, showed its declarations, strongest first."""

    seat: int
    declarations: tuple[Declaration, ...]


Event: TypeAlias = Played | Heard | Called | Compared | Shown
"""One entry of the public record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What the player of one seat may know, and nothing else; can also be written down by hand.

    `dealt` and `left` are the seat's own cards (masks), `declared` its own declarations, strongest first. The rest is public:
    `turn` is the seat to play, None where any seat may lead and once the deal is over; `log` the record so far, in order;
    `contest` the result of the comparison and `belote` the Belote-Rebelote points of each team, both None while undecided.
    `silent` says of a view by hand that the seat has declared nothing, where neither `turn` nor a card of its own tells that it
    could have.
    """

    seat: int
    trump: Suit | None
    dealt: int
    left: int
    first_seat: int = 0
    rules: Rules = DEFAULT
    declared: tuple[Declaration, ...] = ()
    turn: int | None = None
    log: tuple[Event, ...] = ()
    contest: Contest | None = None
    belote: tuple[int, int] | None = None
    silent: bool = False

    def passed(self, seat: int) -> bool:
        """Return whether `turn` says that `seat` has played in the first trick."""
        return self.turn is not None and (seat - self.first_seat) % len(SEATS) < (self.turn - self.first_seat) % len(SEATS)

    def had_say(self, seat: int) -> bool:
        """Return whether `seat` has declared, or played without declaring, as far as this view tells."""
        own = seat == self.seat and (self.silent or bool(self.declared))
        seen = {*(event.seat for event in self.heard), *(event.seat for event in self.played)}
        return own or seat in seen or self.passed(seat) or self.contest is not None

    @property
    def played(self) -> tuple[Played, ...]:
        """The cards played, in order."""
        return tuple(event for event in self.log if isinstance(event, Played))

    @property
    def heard(self) -> tuple[Heard, ...]:
        """Every declaration as the table heard it."""
        return tuple(event for event in self.log if isinstance(event, Heard))

    @property
    def shown(self) -> tuple[Shown, ...]:
        """The declarations that the winning team showed, by seat."""
        return tuple(event for event in self.log if isinstance(event, Shown))

    @property
    def calls(self) -> tuple[Called, ...]:
        """Every "Belote" and "Rebelote" said."""
        return tuple(event for event in self.log if isinstance(event, Called))
