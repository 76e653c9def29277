"""Files of hands scored from end to end: a stream of batches, read, scored and written at the same time, in bounded memory.

Rows keep their order and their other columns; the output appears whole or not at all. Imports the bulk functions and the file
rooms `tables` and `columns`.
"""

import heapq
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from solver import tables
from solver.arrays import HandScores
from solver.bulk import score_hands
from solver.cards import Trump, deck_named, format_hand, trump_index
from solver.columns import ColumnTypeError, Faults, HandReader, read_trumps, text_by_pair
from solver.declarations import declarations_of
from solver.rules import DEFAULT, Rules
from solver.tables import Batch, Table, TableError

HAND_COLUMN: Final = "hand"
TRUMP_COLUMN: Final = "trump"

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Summary:
    """What was scored: rows, seconds from the first byte read to the last written, and how often each result came."""

    rows: int
    seconds: float
    points: dict[int, int]
    """The number of hands by the points of their best combination, ascending."""
    belote: int
    """The number of hands with Belote-Rebelote."""


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
    """Score every hand of the file `source` into the file `target`; the formats go by the suffixes.

    The column ``hand`` holds masks or text of the deck called `deck`. Trumps are in the column ``trump``, or else are `trump` for
    all rows. To the columns of `source` are added ``points`` (uint16), ``belote`` (uint8), ``declarations`` (text; in a .npy file
    their masks ``declared0`` and ``declared1``, uint32) and ``strength`` (uint16). `progress` is called for each batch
    written, with its number of rows and that of the file, None where its format does not tell. Raises `TableError` at the first
    row that cannot be scored, `CardError` for an unknown trump or deck; there is no output then.
    """
    source, target = Path(source), Path(target)
    with_text = tables.checked_suffix(target) != ".npy"
    if target.exists() and source.exists() and target.samefile(source):
        raise TableError(f"{target}: the output would overwrite the input")
    table = tables.opened(source)
    _check_columns(table, trump, with_text=with_text)
    scorer = _Scorer(table, trump_index(trump), deck, rules, threads, with_text=with_text)
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


def _check_columns(table: Table, trump: Trump, *, with_text: bool) -> None:
    if HAND_COLUMN not in table.columns:
        raise TableError(f"{table.path}: there is no column {HAND_COLUMN!r}; the columns are {', '.join(map(repr, table.columns))}")
    if TRUMP_COLUMN in table.columns and trump is not None:
        raise TableError(f"{table.path}: a trump is given, but column {TRUMP_COLUMN!r} has one for each row: drop one of the two")
    for name in ("points", "belote", *(("declarations",) if with_text else ("declared0", "declared1")), "strength"):
        if name in table.columns:
            raise TableError(f"{table.path}: there is a column {name!r} already, and scoring adds one: rename or drop it first")


def _columns(scores: HandScores, text_of: Callable[[int, int], str] | None) -> dict[str, object]:
    """Return the columns that scoring adds; `text_of` words a pair of declarations, without it their masks are added."""
    if text_of is None:
        declared = {"declared0": scores.declared[:, 0], "declared1": scores.declared[:, 1]}
    else:
        declared = {"declarations": text_by_pair(scores.declared, text_of)}
    return {"points": scores.points, "belote": scores.belote, **declared, "strength": scores.strength}


class _Scorer:
    """Scores the batches of one table in their order and counts the results."""

    def __init__(self, table: Table, trump: int, deck: str, rules: Rules, threads: int | None, *, with_text: bool) -> None:
        deck_named(deck)
        self._table, self._trump, self._rules, self._threads = table, trump, rules, threads
        self._hands = HandReader(deck)
        self._rows = self._belote = 0
        self._counts = np.zeros(1 << 16, np.int64)
        catalogue = declarations_of(rules)

        @cache
        def text_of(*pair: int) -> str:
            return "; ".join(f"{catalogue[mask]}: {format_hand(mask, deck)}" for mask in pair if mask)

        self._text_of = text_of if with_text else None

    def score(self, batch: Batch) -> Batch:
        """Return `batch` with the added columns; raise `TableError` at its first bad row."""
        masks, trumps = self._read(batch)
        scores = score_hands(masks, trumps, self._threads, rules=self._rules)
        self._rows += batch.num_rows
        self._belote += int(np.count_nonzero(scores.belote))
        self._counts += np.bincount(scores.points, minlength=self._counts.size)
        return tables.with_columns(batch, _columns(scores, self._text_of))

    def _read(self, batch: Batch) -> tuple[NDArray[np.uint32], NDArray[np.int8] | int]:
        trumps: NDArray[np.int8] | int = self._trump
        trump_faults: Faults = iter(())
        column = HAND_COLUMN
        try:
            masks, hand_faults = self._hands.read(batch.column(column))
            if TRUMP_COLUMN in self._table.columns:
                column = TRUMP_COLUMN
                trumps, trump_faults = read_trumps(batch.column(column))
        except ColumnTypeError as error:
            raise TableError(f"{self._table.path}: column {column!r} {error}") from error
        for row, reason in heapq.merge(hand_faults, trump_faults):
            raise TableError(f"{self._table.path}, row {self._rows + row + 1}: {reason}")
        return masks, trumps

    def summary(self, seconds: float) -> Summary:
        """Return what was counted."""
        points = {int(value): int(self._counts[value]) for value in np.flatnonzero(self._counts)}
        return Summary(self._rows, seconds, points, self._belote)


def _in_advance(items: Iterator[_T]) -> Iterator[_T]:
    """Yield `items`, each made in another thread while the one before is in use."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        upcoming = thread.submit(next, items, None)
        while (item := upcoming.result()) is not None:
            upcoming = thread.submit(next, items, None)
            yield item
