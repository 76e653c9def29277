"""Hands or deals scored from file to file: a stream of batches, read, scored and written at the same time, in bounded memory.

Rows keep their order and their other columns; the output appears whole or not at all. Imports `scoring` and the file
rooms `tables` and `columns`.
"""

import heapq
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from operator import itemgetter
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from solver import tables
from solver.cards import Trump, deck_named, trump_index
from solver.columns import ColumnTypeError, Faults, HandReader, read_trumps
from solver.deals import shared_cards
from solver.rules import DEFAULT, Rules
from solver.scoring import DEAL_COLUMNS, HAND_COLUMNS, DealScoring, HandScoring, Scoring
from solver.tables import Batch, Table, TableError

TRUMP_COLUMN: Final = "trump"

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Summary:
    """What was scored: rows, seconds from the first byte read to the last written, and how often each result came."""

    rows: int
    seconds: float
    points: dict[int, int]
    """The number of hands by the points of their best combination, of deals by the validated points; ascending."""
    belote: int
    """The number of hands or deals with Belote-Rebelote."""
    winners: dict[int, int]
    """The number of deals by the team whose declarations count, -1 where none do; empty where hands were scored."""


def score_file(
    source: str | PathLike[str],
    target: str | PathLike[str],
    trump: Trump = None,
    *,
    deck: str = "spanish",
    rules: Rules = DEFAULT,
    threads: int | None = None,
    progress: Callable[[int, int | None], object] = lambda _rows, _total: None,
) -> Summary:
    """Score every hand or deal of the file `source` into the file `target`; the formats go by the suffixes.

    The column ``hand`` holds masks or text of the deck called `deck`. Trumps are in the column ``trump``, or else are `trump` for
    all rows. To the columns of `source` are added ``points`` (uint16), ``belote`` (uint8), ``declarations`` (text; in a .npy file
    their masks ``declared0`` and ``declared1``, uint32) and ``strength`` (uint16).

    A file with the columns ``hand0`` to ``hand3``, and no ``hand``, is one of deals: added are ``winner`` (int8), ``points0``,
    ``points1`` (uint16), ``belote0`` and ``belote1`` (uint8), as `score_deals` has them where every player declares and calls.

    `progress` is called for each batch written, with its number of rows and that of the file, None where its format does not
    tell. Raises `TableError` at the first row that cannot be scored, `CardError` for an unknown trump or deck; there is no
    output then.
    """
    source, target = Path(source), Path(target)
    with_text = tables.checked_suffix(target) != ".npy"
    if target.exists() and source.exists() and target.samefile(source):
        raise TableError(f"{target}: the output would overwrite the input")
    table = tables.opened(source)
    hands, deck = _hand_columns(table), deck_named(deck).name
    scoring = DealScoring(rules, threads) if hands == DEAL_COLUMNS else HandScoring(deck, rules, threads, with_text=with_text)
    _check_columns(table, trump, scoring)
    scorer = _Scorer(table, hands, trump_index(trump), deck, scoring)
    started = perf_counter()
    scored = _in_advance(map(scorer.score, _in_advance(table.batches())))
    first = next(scored)
    with tables.writing(target, first) as write:
        write(first)
        progress(first.num_rows, table.rows)
        for batch in scored:
            write(batch)
            progress(batch.num_rows, table.rows)
    return scorer.summary(perf_counter() - started)


def _hand_columns(table: Table) -> tuple[str, ...]:
    """Return the columns with the hands of a row: one of a file of hands, four of a file of deals."""
    if HAND_COLUMNS[0] in table.columns:
        return HAND_COLUMNS
    missing = [name for name in DEAL_COLUMNS if name not in table.columns]
    if len(missing) == len(DEAL_COLUMNS):
        raise TableError(
            f"{table.path}: there is no column {HAND_COLUMNS[0]!r}, nor {DEAL_COLUMNS[0]!r} to {DEAL_COLUMNS[-1]!r}; "
            f"the columns are {', '.join(map(repr, table.columns))}"
        )
    if missing:
        raise TableError(f"{table.path}: there is no column {missing[0]!r}: a deal has {', '.join(map(repr, DEAL_COLUMNS))}")
    return DEAL_COLUMNS


def _check_columns(table: Table, trump: Trump, scoring: Scoring) -> None:
    if TRUMP_COLUMN in table.columns and trump is not None:
        raise TableError(f"{table.path}: a trump is given, but column {TRUMP_COLUMN!r} has one for each row: drop one of the two")
    for name in scoring.added:
        if name in table.columns:
            raise TableError(f"{table.path}: there is a column {name!r} already, and scoring adds one: rename or drop it first")


class _Scorer:
    """Scores the batches of one table in their order."""

    def __init__(self, table: Table, hand_columns: tuple[str, ...], trump: int, deck: str, scoring: Scoring) -> None:
        self._table, self._trump, self._deck, self._scoring = table, trump, deck, scoring
        self._readers = {name: HandReader(deck) for name in hand_columns}
        self._rows = 0

    def score(self, batch: Batch) -> Batch:
        """Return `batch` with the added columns; raise `TableError` at its first bad row."""
        columns = self._scoring.columns(*self._read(batch))
        self._rows += batch.num_rows
        return tables.with_columns(batch, dict(zip(self._scoring.added, columns, strict=True)))

    def _read(self, batch: Batch) -> tuple[list[NDArray[np.uint32]], NDArray[np.int8] | int]:
        hands: list[NDArray[np.uint32]] = []
        trumps: NDArray[np.int8] | int = self._trump
        faults: list[Faults] = []
        column = ""
        try:
            for column, reader in self._readers.items():
                masks, hand_faults = reader.read(batch.column(column))
                hands.append(masks)
                faults.append(hand_faults)
            if TRUMP_COLUMN in self._table.columns:
                column = TRUMP_COLUMN
                trumps, trump_faults = read_trumps(batch.column(column))
                faults.append(trump_faults)
        except ColumnTypeError as error:
            raise TableError(f"{self._table.path}: column {column!r} {error}") from error
        fault = next(heapq.merge(*faults, key=itemgetter(0)), None)
        # Only now is every card of the rows before it read: what is rare to meet is read as faults are asked for.
        readable = [masks[: fault[0]] if fault else masks for masks in hands]
        if fault := next(shared_cards(readable, self._deck), fault):
            raise TableError(f"{self._table.path}, row {self._rows + fault[0] + 1}: {fault[1]}")
        return hands, trumps

    def summary(self, seconds: float) -> Summary:
        """Return what was counted."""
        scoring = self._scoring
        return Summary(self._rows, seconds, scoring.points(), scoring.belote, scoring.winners())


def _in_advance(items: Iterator[_T]) -> Iterator[_T]:
    """Yield `items`, each made in another thread while the one before is in use."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        upcoming = thread.submit(next, items, None)
        while (item := upcoming.result()) is not None:
            upcoming = thread.submit(next, items, None)
            yield item
