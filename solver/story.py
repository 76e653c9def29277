"""A recorded deal as a story: what happened, move by move, as the table or as one seat saw it.

Moments are plain values without a word of any language; `telling` puts them in words.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from solver.declarations import Declaration
from solver.replay import Outcome, Record
from solver.round import DeclarationRound
from solver.rules import Rules
from solver.settlement import settle
from solver.views import SEATS, TEAMS, Called, Compared, Event, Heard, Shown, Word, team_of


@dataclass(frozen=True, slots=True)
class Opening:
    """The deal starts; `hand` (a mask) is the viewer's, None where the table tells the story."""

    record: Record
    hand: int | None


@dataclass(frozen=True, slots=True)
class TrickOpens:
    """Trick `number`, from 1, starts."""

    number: int


@dataclass(frozen=True, slots=True)
class Move:
    """`seat` plays `card`, the table hears `heard` and perhaps `word`; `own` are the declarations where they are the viewer's."""

    seat: int
    card: int
    heard: tuple[Heard, ...]
    word: Word | None
    own: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class BeloteDecided:
    """What the words of `seat` bring its team; `missing` is the word for want of which that is nothing."""

    seat: int
    points: int
    missing: Word | None


@dataclass(frozen=True, slots=True)
class Score:
    """What makes up one team's score: `contract` is its trick points or what a failed contract brings; None: not recorded."""

    contract: int | None
    declarations: int
    belote: int

    @property
    def total(self) -> int:
        """The points together."""
        return (self.contract or 0) + self.declarations + self.belote


@dataclass(frozen=True, slots=True)
class Ending:
    """The record ends after `num_played` cards; `scores` by team, None where the comparison has not come."""

    num_played: int
    outcome: Outcome | None
    scores: tuple[Score, Score] | None


Moment: TypeAlias = Opening | TrickOpens | Move | BeloteDecided | Compared | Shown | Ending
"""One step of a story."""


def story(record: Record, seat: int | None = None) -> Iterator[Moment]:
    """Yield what happens in the deal as the table saw it, or as the player of `seat` did, who also knows their own cards."""
    deal = record.new_round()
    yield Opening(record, None if seat is None else deal.view(seat).dealt)
    for index, play in enumerate(record.plays):
        if index % len(SEATS) == 0:
            yield TrickOpens(index // len(SEATS) + 1)
        before, belote_before = len(deal.log), deal.belote
        deal.play(play.seat, play.card, play.declare, play.say)
        events = deal.log[before:]
        heard = tuple(event for event in events if isinstance(event, Heard))
        yield Move(play.seat, play.card, heard, play.say, deal.view(seat).declared if heard and play.seat == seat else ())
        yield from _belote_decided(deal, events, belote_before, record.rules)
        yield from (event for event in events if isinstance(event, Compared | Shown))
    yield Ending(len(record.plays), record.outcome, _scores(record, deal))


def _belote_decided(
    deal: DeclarationRound, events: Iterable[Event], before: tuple[int, int] | None, rules: Rules
) -> Iterator[BeloteDecided]:
    """Yield what the words said so far brought, at the move that decides it; `before` are the points as they stood before it.

    Silence with the first card decides it too, and is told where "Rebelote" follows after all.
    """
    calls = [event for event in deal.log if isinstance(event, Called)]
    is_first_word = len(calls) == sum(isinstance(event, Called) for event in events)
    if deal.belote is None or not calls or not (before is None or is_first_word):
        return
    words = {call.word for call in calls}
    missing: Word | None = None
    if "belote" not in words:
        missing = "belote"
    elif "rebelote" not in words and rules.rebelote_required:
        missing = "rebelote"
    yield BeloteDecided(calls[0].seat, deal.belote[team_of(calls[0].seat)], missing)


def _scores(record: Record, deal: DeclarationRound) -> tuple[Score, Score] | None:
    """Return each team's score in its parts, which the settlement itself tells apart."""
    outcome, points, belote = record.outcome, deal.points, deal.belote or (0, 0)
    if points is None:
        return None
    if outcome is None:
        return Score(None, points[0], belote[0]), Score(None, points[1], belote[1])
    terms = (outcome.taker, outcome.made, outcome.trick_points, record.rules)
    contract = settle((0, 0), (0, 0), *terms)
    with_declarations = settle(points, (0, 0), *terms)
    total = settle(points, belote, *terms)
    first, second = (
        Score(contract[team], with_declarations[team] - contract[team], total[team] - with_declarations[team]) for team in TEAMS
    )
    return first, second
