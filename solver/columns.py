"""Columns of hands and trumps: from Arrow arrays to NumPy ones with the fault of each bad row, and from results to Arrow text.

With `tables.py` the only importer of pyarrow.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]  # pyarrow ships no annotations
from numpy.typing import NDArray

from solver.cards import NO_TRUMP, CardError, Suit, checked_mask, parse_hand, shown, trump_index
from solver.cardtext import CARDS, EMPTY, MASK, UNREAD, read_text, write_text
from solver.rules import HAND_SIZE

Column: TypeAlias = Any
"""A `pyarrow.Array`."""

Faults: TypeAlias = Iterator[tuple[int, str]]
"""Bad rows of a column in rising order, from 0: the row and what is wrong with it. Found as they are asked for."""


class ColumnTypeError(ValueError):
    """A column whose type holds neither hands nor trumps."""


@dataclass
class HandReader:
    """Reads the hands of a column, batch after batch; `deck` is the deck of card text.

    The first row that is read decides whether a text column holds masks or card text: a stray ``12`` among cards is a fault
    then, not the mask 12.
    """

    deck: str
    _written_as: int | None = None

    def read(self, column: Column) -> tuple[NDArray[np.uint32], Faults]:
        """Return the masks of `column`, uint32 (n,), and its faults; rows that are rare to meet are read as faults are asked for.

        Raises `ColumnTypeError` for a column of neither integers nor text.
        """
        missing = _missing(column)
        if pa.types.is_integer(column.type):
            numbers = _numbers(column)
            masks = numbers.astype(np.uint32)
            suspect = missing | (masks != numbers) | (np.bitwise_count(masks) > HAND_SIZE)
            return masks, self._mask_faults(numbers, suspect, missing)
        text = _as_text(column, "hands are masks (integers) or card text")
        masks, status = read_text(*_bytes_and_offsets(text), self.deck)
        status[missing] = EMPTY
        if self._written_as is None:
            known = status[(status == CARDS) | (status == MASK)]
            self._written_as = int(known[0]) if known.size else None
        suspect = (status != self._written_as) | (np.bitwise_count(masks) > HAND_SIZE)
        return masks, self._text_faults(text, masks, status, suspect)

    @staticmethod
    def _mask_faults(numbers: NDArray[Any], suspect: NDArray[np.bool_], missing: NDArray[np.bool_]) -> Faults:
        for row in np.flatnonzero(suspect).tolist():
            if missing[row]:
                yield row, "hand is missing"
                continue
            try:
                mask = checked_mask(int(numbers[row]))
            except CardError as error:
                yield row, f"hand {error}"
            else:
                yield row, _too_many(mask, str(mask))

    def _text_faults(
        self, text: Column, masks: NDArray[np.uint32], status: NDArray[np.uint8], suspect: NDArray[np.bool_]
    ) -> Faults:
        for row in np.flatnonzero(suspect).tolist():
            if status[row] == EMPTY:
                yield row, "hand is missing"
                continue
            written = text[row].as_py()
            if status[row] == UNREAD:
                try:
                    masks[row] = parse_hand(written, self.deck)
                except CardError as error:
                    yield row, str(error)
                    continue
                self._written_as = CARDS if self._written_as is None else self._written_as
            if (status[row] == MASK) != (self._written_as == MASK):
                kinds = ("card text", "masks") if self._written_as == MASK else ("a mask", "card text")
                yield row, f"hand {shown(written)} is {kinds[0]}, but the column began with {kinds[1]}"
            elif int(masks[row]).bit_count() > HAND_SIZE:
                yield row, _too_many(int(masks[row]), shown(written))


def _too_many(mask: int, written: str) -> str:
    return f"hand {written} has {mask.bit_count()} cards, the most is {HAND_SIZE}"


def read_trumps(column: Column) -> tuple[NDArray[np.int8], Faults]:
    """Return the trumps of `column`, int8 (n,) of -1..3, and its faults. Integers and names are read, "none" and -1 as no trump.

    Raises `ColumnTypeError` for a column of neither integers nor text.
    """
    missing = _missing(column)
    if pa.types.is_integer(column.type):
        numbers = _numbers(column)
        suspect = missing | (numbers < NO_TRUMP) | (numbers > Suit.BASTOS)
        return numbers.astype(np.int8), _trump_faults(suspect, column)
    encoded = _as_text(column, "trumps are integers from -1 to 3 or names").dictionary_encode()
    values = np.array([_trump_or_fault(name)[0] for name in encoded.dictionary.to_pylist()] or [0], np.int8)
    trumps = values[_numbers(encoded.indices)]
    return trumps, _trump_faults(missing | (trumps < NO_TRUMP), column)


def _trump_faults(suspect: NDArray[np.bool_], column: Column) -> Faults:
    for row in np.flatnonzero(suspect).tolist():
        yield row, _trump_or_fault(column[row].as_py())[1]


def _trump_or_fault(written: int | str | None) -> tuple[int, str]:
    """Return the trump that is written in a row, or -128 and what is wrong with it."""
    if written is None or (isinstance(written, str) and not written.strip()):
        return -128, "trump is missing: write -1 or none for no trump"
    if isinstance(written, str):
        written = written.strip()
        written = int(written) if re.fullmatch(r"-?\d+", written) else written
    try:
        return trump_index(written), ""
    except CardError as error:
        return -128, f"trump {error}"


def _missing(column: Column) -> NDArray[np.bool_]:
    return column.is_null().to_numpy(zero_copy_only=False) if column.null_count else np.zeros(len(column), np.bool_)


def _numbers(column: Column) -> NDArray[Any]:
    return (column.fill_null(0) if column.null_count else column).to_numpy()  # type: ignore[no-any-return]  # pyarrow is untyped


def _as_text(column: Column, expected: str) -> Column:
    value_type = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if pa.types.is_string(value_type) or pa.types.is_large_string(value_type):
        return column.cast(value_type)
    if pa.types.is_string_view(value_type) or pa.types.is_null(value_type):
        return column.cast(pa.string())
    raise ColumnTypeError(f"is {column.type}: {expected}")


def _bytes_and_offsets(text: Column) -> tuple[NDArray[np.uint8], NDArray[Any]]:
    """Return views of the UTF-8 bytes of an Arrow text array and of its n + 1 offsets into them."""
    _, offsets, characters = text.buffers()
    width = np.int64 if pa.types.is_large_string(text.type) else np.int32
    if offsets is None or not len(text):
        return np.empty(0, np.uint8), np.zeros(len(text) + 1, width)
    bounds = np.frombuffer(offsets, width, len(text) + 1, text.offset * np.dtype(width).itemsize)
    return np.frombuffer(characters, np.uint8) if characters else np.empty(0, np.uint8), bounds


def card_text(masks: NDArray[np.uint32], deck: str) -> Column:
    """Return masks, uint32 (n,), as a column of card text."""
    text, offsets = write_text(np.ascontiguousarray(masks), deck)
    return pa.LargeStringArray.from_buffers(len(masks), pa.py_buffer(offsets), pa.py_buffer(text))


def text_by_pair(pairs: NDArray[np.uint32], text_of: Callable[[int, int], str]) -> Column:
    """Return a dictionary column with ``text_of(*pair)`` for each row of `pairs`, uint32 (n, 2).

    `text_of` is called once for each distinct pair.
    """
    encoded = pa.array(np.ascontiguousarray(pairs).view(np.uint64).reshape(-1)).dictionary_encode()
    distinct = encoded.dictionary.to_numpy().view(np.uint32).reshape(-1, 2)
    return named(encoded.indices, [text_of(first, second) for first, second in distinct.tolist()])


def named(indices: Any, names: Sequence[str]) -> Column:
    """Return a dictionary column with ``names[index]`` for each of `indices`, integers (n,)."""
    return pa.DictionaryArray.from_arrays(indices, pa.array(names, pa.string()))
