"""The rows of a table scored: its columns of hands and trumps read, bad rows refused or put aside, the results added.

It knows nothing of where the rows come from or go to.
"""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.cards import NO_TRUMP, Trump, deck_named, shown, trump_index
from solver.cardtext import CARDS
from solver.columns import (
    CARD_COLUMNS,
    DEAL_COLUMNS,
    HAND_COLUMNS,
    TRUMP_COLUMN,
    ColumnTypeError,
    Faults,
    read_cards,
    read_hands,
    read_trumps,
    written_as,
)
from solver.deals import shared_cards
from solver.pipeline import in_order
from solver.rules import DEFAULT, Rules
from solver.scoring import DECLARATIONS, Counts, DealScoring, HandScoring, Scoring, Trumps
from solver.tables import (
    Batch,
    Schema,
    Stretch,
    Table,
    TableError,
    arrow_of_batches,
    decoded,
    table_of_arrow,
    values_of,
    with_columns,
    without_rows,
)
from solver.threads import most_threads

_LISTED: Final = 20
"""Columns that a message lists at most."""


@dataclass(frozen=True, slots=True)
class Job:
    """How rows are to be scored, whatever they are read from."""

    trump: int | None = None
    """The trump of all rows, 0..3 or -1; None where none was given."""
    deck: str = "spanish"
    rules: Rules = DEFAULT
    rejecting: bool = False
    """Whether bad rows are put aside; else the first one is an error."""
    with_text: bool = True
    """Whether declarations become text; else masks."""

    @classmethod
    def of(cls, trump: Trump, deck: str, rules: Rules, *, rejecting: bool = False, with_text: bool = True) -> "Job":
        """Return a job; raise `CardError` for an unknown trump or deck."""
        return cls(None if trump is None else trump_index(trump), deck_named(deck).name, rules, rejecting, with_text)


class Reject(NamedTuple):
    """A bad row."""

    name: str
    """Its file."""
    number: int
    """Its number in the file, from 1."""
    reason: str
    values: list[Any]
    """What stood in its columns, or nothing where it could not be split into them."""
    text: str = ""
    """Then, the whole row."""

    @property
    def told(self) -> str:
        """What messages say of it."""
        return f"{self.name}, row {self.number}: {self.reason}{f': {shown(self.text)}' if self.text else ''}"


class Scored(NamedTuple):
    """Some rows of a table, scored."""

    batch: Batch
    counts: Counts
    rejects: list[Reject]


class Scorer:
    """Scores the rows of a table; `score` is safe to use from several threads once `begun` has seen the first rows."""

    def __init__(self, name: str, schema: Schema, job: Job) -> None:
        """Raise `TableError` for columns that hold no hands, or that leave open which trump is meant or which result is whose."""
        self._job, self._columns = job, tuple(schema.names)
        self._hands = _hand_columns(name, self._columns)
        self._scoring: Scoring = (
            DealScoring(job.rules)
            if self._hands == DEAL_COLUMNS
            else HandScoring(job.deck, job.rules, with_text=job.with_text)
        )
        _check_columns(name, self._columns, job, self._scoring)
        self._written: dict[str, int] = {}
        known = {*self._hands, TRUMP_COLUMN}
        self.others = tuple(column for column in self._columns if column not in known)
        """The columns that scoring has nothing to do with."""

    @property
    def of_deals(self) -> bool:
        """Whether the rows are deals."""
        return self._hands == DEAL_COLUMNS

    def look_at(self, first: Batch) -> None:
        """See in the first rows of a file what its text columns hold: card text or masks."""
        if self._hands != CARD_COLUMNS:
            self._written = {name: written_as(first.column(name), self._job.deck) for name in self._hands}

    def begun(self, table: Table, start: int = 0) -> Iterator[Stretch]:
        """Yield the rows of `table` from row `start` on; before the first of them it looks at those the table begins with."""
        stretches = table.read(start)
        if not self._written:
            first = next(table.read(0) if start else stretches)
            self.look_at(first.batch)
            if not start:
                yield first
        yield from stretches

    def score(self, stretch: Stretch) -> Scored:
        """Return the rows with their results, without bad ones; raise `TableError` at the first of these unless rejecting."""
        batch, rejects = stretch.batch, []
        hands, trumps, faults = self._read(stretch)
        bad = self._bad_rows(hands, faults)
        if bad or stretch.broken:
            rejects = _rejects(stretch, bad)
            if not self._job.rejecting:
                raise TableError(rejects[0].told)
        if bad:
            rows = [row for row, _ in bad]
            batch = without_rows(batch, rows)
            hands = [np.delete(masks, rows) for masks in hands]
            trumps = trumps if isinstance(trumps, int) else np.delete(trumps, rows)
        columns, counts = self._scoring.columns(hands, trumps)
        scored = with_columns(batch, dict(zip(self._scoring.added, columns, strict=True)))
        return Scored(scored, counts + Counts(len(rejects), len(rejects)), rejects)

    def _read(self, stretch: Stretch) -> tuple[list[NDArray[np.uint32]], Trumps, list[Faults]]:
        """Return the hands, the trumps and the faults of each."""
        job, batch = self._job, stretch.batch
        trumps: Trumps = NO_TRUMP if job.trump is None else job.trump
        trump_faults: Faults = iter(())
        try:
            if TRUMP_COLUMN in self._columns:
                trumps, trump_faults = read_trumps(batch.column(TRUMP_COLUMN))
            columns = {name: batch.column(name) for name in self._hands}
            if self._hands == CARD_COLUMNS:
                read = [read_cards(columns, job.deck)]
            else:
                read = [read_hands(column, job.deck, self._written.get(name, CARDS), name) for name, column in columns.items()]
        except ColumnTypeError as error:
            raise TableError(f"{stretch.name}: {error}") from error
        return [masks for masks, _ in read], trumps, [*(faults for _, faults in read), trump_faults]

    def _bad_rows(self, hands: list[NDArray[np.uint32]], faults: list[Faults]) -> list[tuple[int, str]]:
        """Return the rows of a batch that are bad, each with its first fault; only the first row where one is enough."""
        merged: Faults = heapq.merge(*faults, key=itemgetter(0))
        if not self._job.rejecting:
            merged = islice(merged, 1)
        bad: dict[int, str] = {}
        for row, reason in merged:
            bad.setdefault(row, reason)
        if self.of_deals:
            # Only now is every card of the rows before the first bad one read: what is rare is read as faults are asked for.
            rows = None if self._job.rejecting else next(iter(bad), None)
            for row, reason in shared_cards([masks[:rows] for masks in hands], self._job.deck):
                bad.setdefault(row, reason)
        return sorted(bad.items())


def _rejects(stretch: Stretch, bad: list[tuple[int, str]]) -> list[Reject]:
    """Return the bad rows of a stretch in their order, broken ones too."""
    numbers = stretch.numbers()
    values = values_of(stretch.batch, [row for row, _ in bad])
    rejects = [
        Reject(stretch.name, int(numbers[row]), reason, row_values)
        for (row, reason), row_values in zip(bad, values, strict=True)
    ]
    rejects += [Reject(stretch.name, stretch.start + row + 1, reason, [], text) for row, reason, text in stretch.broken]
    return sorted(rejects, key=attrgetter("number"))


def _hand_columns(name: str, columns: Sequence[str]) -> tuple[str, ...]:
    """Return the columns with the hands: one, or eight with a card each, of rows of hands, four of rows of deals."""
    several = {"a deal": DEAL_COLUMNS, "a hand in cards": CARD_COLUMNS}
    if HAND_COLUMNS[0] in columns:
        return HAND_COLUMNS
    for what, expected in several.items():
        missing = [column for column in expected if column not in columns]
        if not missing:
            return expected
        if len(missing) < len(expected):
            raise TableError(f"{name}: there is no column {missing[0]!r}: {what} has {', '.join(map(repr, expected))}")
    spans = "".join(f", nor {expected[0]!r} to {expected[-1]!r}" for expected in several.values())
    listed = [*map(shown, columns[:_LISTED]), *(["..."] if len(columns) > _LISTED else [])]
    raise TableError(f"{name}: there is no column {HAND_COLUMNS[0]!r}{spans}; the columns are {', '.join(listed)}")


def _check_columns(name: str, columns: Sequence[str], job: Job, scoring: Scoring) -> None:
    if TRUMP_COLUMN in columns and job.trump is not None:
        raise TableError(f"{name}: a trump is given, but column {TRUMP_COLUMN!r} has one for each row: drop one of the two")
    for column in scoring.added:
        if column in columns:
            raise TableError(f"{name}: there is a column {column!r} already, and scoring adds one: rename or drop it first")


def score_table(
    table: Any, trump: Trump = None, *, deck: str = "spanish", rules: Rules = DEFAULT, threads: int | None = None
) -> Any:
    """Score the hands or deals of an Arrow table: return it with the columns that `score_file` adds, as a `pyarrow.Table`.

    `table` is a `pyarrow.Table`, a record batch, or anything else that hands out Arrow data (a Polars or pandas frame, a DuckDB
    relation). Its columns are those of a file; the declarations come as plain text. `threads` bounds the threads used, None
    takes all cores. Raises `TableError` at the first row that cannot be scored, `CardError` for an unknown trump or deck.

    >>> import pyarrow
    >>> scored = score_table(pyarrow.table({"hand": ["12o 12c 12e 12b 10o 11o", "4o 5o 6o"]}), trump="oros")
    >>> scored["points"].to_pylist(), scored["belote"].to_pylist(), scored["declarations"].to_pylist()
    ([100, 20], [20, 0], ['Carré 100: 12o 12c 12e 12b', 'Suivi 20: 4o 5o 6o'])
    """
    read = table_of_arrow("table", table)
    scorer = Scorer(read.name, read.schema, Job.of(trump, deck, rules))

    def score(stretch: Stretch) -> Batch:
        return decoded(scorer.score(stretch).batch, DECLARATIONS)

    return arrow_of_batches(in_order(scorer.begun(read), score, most_threads(threads)))
