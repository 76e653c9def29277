"""A recorded deal as a story: what happened, move by move, as the table or as one seat saw it.

Moments are plain values without a word of any language; `wording` has the texts. Imports `replay` and what stands above it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from solver.declarations import Declaration
from solver.replay import Outcome, Record
from solver.round import DeclarationRound
from solver.settlement import settle
from solver.views import SEATS, Called, Compared, Event, Heard, Shown, Word, team_of


@dataclass(frozen=True, slots=True)
class Opening:
    """The deal starts. `seat` and its `hand` are those of the viewer, None where the table tells the story."""

    line: int
    name: str
    trump: int
    first_seat: int
    seat: int | None
    hand: int | None


@dataclass(frozen=True, slots=True)
class TrickOpens:
    """Trick `number`, from 1, starts."""

    number: int


@dataclass(frozen=True, slots=True)
class Move:
    """`seat` plays `card`, the table hears `heard` and perhaps `word`; `own` are the cards declared where the viewer declares."""

    seat: int
    card: int
    heard: tuple[Heard, ...]
    word: Word | None
    own: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class BeloteScored:
    """Belote-Rebelote is decided for the player who said either word: `points`, 0 where the other word is missing."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Ending:
    """The deal ends after `num_played` cards; figures by team, None where they are not decided or no contract is recorded."""

    num_played: int
    points: tuple[int, int] | None
    belote: tuple[int, int] | None
    outcome: Outcome | None
    scores: tuple[int, int] | None


Moment: TypeAlias = Opening | TrickOpens | Move | BeloteScored | Compared | Shown | Ending
"""One step of a story."""


def story(record: Record, seat: int | None = None) -> Iterator[Moment]:
    """Yield what happens in the deal as the table saw it, or as the player of `seat` did, who also knows their own cards."""
    deal = record.new_round()
    hand = None if seat is None else deal.view(seat).dealt
    yield Opening(record.line, record.name, record.trump, record.first_seat, seat, hand)
    for index, play in enumerate(record.plays):
        if index % len(SEATS) == 0:
            yield TrickOpens(index // len(SEATS) + 1)
        before, belote_before = len(deal.log), deal.belote
        deal.play(play.seat, play.card, play.declare, play.say)
        events = deal.log[before:]
        heard = tuple(event for event in events if isinstance(event, Heard))
        yield Move(play.seat, play.card, heard, play.say, deal.view(seat).declared if heard and play.seat == seat else ())
        yield from _belote_scored(deal, events, belote_before)
        yield from (event for event in events if isinstance(event, Compared | Shown))
    yield Ending(len(record.plays), deal.points, deal.belote, record.outcome, _scores(record, deal))


def _belote_scored(deal: DeclarationRound, events: Iterable[Event], before: tuple[int, int] | None) -> Iterator[BeloteScored]:
    """Yield what the words said so far brought, at the move that decides it; `before` are the points as they stood before it."""
    callers = [event.seat for event in deal.log if isinstance(event, Called)]
    if not callers or deal.belote is None:
        return
    is_lone_rebelote = before == (0, 0) and any(isinstance(event, Called) for event in events)
    if before is None or is_lone_rebelote:
        yield BeloteScored(callers[0], deal.belote[team_of(callers[0])])


def _scores(record: Record, deal: DeclarationRound) -> tuple[int, int] | None:
    outcome = record.outcome
    if outcome is None or deal.points is None or deal.belote is None:
        return None
    return settle(deal.points, deal.belote, outcome.taker, outcome.made, outcome.trick_points, record.rules)
