"""Columns of hands and trumps: from Arrow arrays to NumPy ones with the fault of each bad row, and from results to Arrow text.

How columns are called stands here too, whatever they are read from or written to.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from solver.cards import (
    FULL_DECK,
    NO_TRUMP,
    CardError,
    Suit,
    checked_mask,
    format_hand,
    parse_hand,
    read_trump,
    shown,
    trump_index,
)
from solver.cardtext import CARDS, EMPTY, MASK, UNREAD, read_text, write_text
from solver.rules import HAND_SIZE

HAND_COLUMNS: Final = ("hand",)
CARD_COLUMNS: Final = tuple(f"card{number}" for number in range(HAND_SIZE))
"""The cards of a hand, one a column."""
DEAL_COLUMNS: Final = ("hand0", "hand1", "hand2", "hand3")
"""The hands of a deal by seat."""
TRUMP_COLUMN: Final = "trump"

_DECK_SIZE: Final = FULL_DECK.bit_length()
_WHAT_CARDS_ARE: Final = f"a card is text, or an integer from 0 to {_DECK_SIZE - 1}"

Column: TypeAlias = Any
"""A `pyarrow.Array`."""

Faults: TypeAlias = Iterator[tuple[int, str]]
"""Bad rows of a column in rising order, from 0: the row and what is wrong with it. Found as they are asked for."""


class ColumnTypeError(ValueError):
    """A column whose type holds neither hands nor trumps."""


def written_as(column: Column, deck: str) -> int:
    """Return what a column of text holds, `CARDS` or `MASK`, by its first row that can be read; `CARDS` where there is none."""
    if not _is_text(column.type):
        return CARDS
    text = _as_text(column)
    _, status = read_text(*_bytes_and_offsets(text), deck)
    status[_missing(text)] = EMPTY
    for row in np.flatnonzero(status != EMPTY).tolist():
        if status[row] != UNREAD:
            return int(status[row])
        with suppress(CardError):
            if parse_hand(_written(text, row), deck):
                return CARDS
    return CARDS


def read_hands(column: Column, deck: str, expected: int = CARDS, name: str = HAND_COLUMNS[0]) -> tuple[NDArray[np.uint32], Faults]:
    """Return the hands of `column` as masks, uint32 (n,), and its faults; what is rare to meet is read as faults are asked for.

    A column of text holds card text of the deck called `deck`, or masks: `expected` is `CARDS` or `MASK`, so that a stray ``12``
    among cards is a fault and not the mask 12. Faults call the column `name`. Raises `ColumnTypeError` for a column of neither
    integers nor text.
    """
    missing = _missing(column)
    if pa.types.is_integer(column.type):
        numbers = _numbers(column)
        masks = numbers.astype(np.uint32, copy=False)
        suspect = np.bitwise_count(masks) > HAND_SIZE
        if masks is not numbers:
            suspect |= masks != numbers
        return masks, _mask_faults(name, numbers, suspect | missing if column.null_count else suspect, missing)
    text = _as_text(column, name, "hands are masks (integers) or card text")
    masks, status = read_text(*_bytes_and_offsets(text), deck)
    masks[missing], status[missing] = 0, EMPTY  # whatever bytes stand there
    suspect = (status != expected) | (np.bitwise_count(masks) > HAND_SIZE)
    return masks, _text_faults(name, text, masks, status, suspect, deck, expected)


def _mask_faults(name: str, numbers: NDArray[Any], suspect: NDArray[np.bool_], missing: NDArray[np.bool_]) -> Faults:
    for row in np.flatnonzero(suspect).tolist():
        if missing[row]:
            yield row, f"{name} is missing"
            continue
        try:
            mask = checked_mask(int(numbers[row]))
        except CardError as error:
            yield row, f"{name} {error}"
        else:
            yield row, _too_many(name, mask, str(mask))


def _text_faults(
    name: str,
    text: Column,
    masks: NDArray[np.uint32],
    status: NDArray[np.uint8],
    suspect: NDArray[np.bool_],
    deck: str,
    expected: int,
) -> Faults:
    for row in np.flatnonzero(suspect).tolist():
        try:
            written = _written(text, row)
            if status[row] == UNREAD:
                masks[row] = parse_hand(written, deck)
        except CardError as error:
            yield row, str(error)
            continue
        if status[row] != MASK and not masks[row]:
            yield row, f"{name} is missing"
        elif (status[row] == MASK) != (expected == MASK):
            kinds = ("card text", "masks") if expected == MASK else ("a mask", "card text")
            yield row, f"{name} {shown(written)} is {kinds[0]}, but the column began with {kinds[1]}"
        elif int(masks[row]).bit_count() > HAND_SIZE:
            yield row, _too_many(name, int(masks[row]), shown(written))


def _too_many(name: str, mask: int, written: str) -> str:
    return f"{name} {written} has {mask.bit_count()} cards, the most is {HAND_SIZE}"


def read_cards(columns: Mapping[str, Column], deck: str) -> tuple[NDArray[np.uint32], Faults]:
    """Return hands of which each card has a column, by name, as masks, uint32 (n,), and their faults.

    Cards are text of the deck called `deck` or integers, the bit of the card in a mask; a hand of fewer cards has nulls or empty
    text. Raises `ColumnTypeError` for a column of neither integers nor text.
    """
    masks = np.zeros(len(next(iter(columns.values()))), np.uint32)
    suspect = np.zeros(masks.size, np.bool_)
    for name, column in columns.items():
        cards, is_odd = _cards_of(name, column, deck)
        suspect |= is_odd | (masks & cards != 0)
        masks |= cards
    suspect |= masks == 0
    return masks, _card_faults(columns, masks, suspect, deck)


def _cards_of(name: str, column: Column, deck: str) -> tuple[NDArray[np.uint32], NDArray[np.bool_]]:
    """Return the card in each row of a column, or 0, and whether it has to be looked at."""
    missing = _missing(column)
    if pa.types.is_integer(column.type):
        numbers = _numbers(column)
        is_odd = (numbers < 0) | (numbers >= _DECK_SIZE)
        cards = np.uint32(1) << np.where(is_odd, 0, numbers).astype(np.uint32)
        cards[missing] = 0
        return cards, is_odd & ~missing
    text = _as_text(column, name, _WHAT_CARDS_ARE)
    cards, status = read_text(*_bytes_and_offsets(text), deck)
    status[missing] = EMPTY
    cards[missing | (status == MASK)] = 0
    return cards, ((status != CARDS) & (status != EMPTY)) | (np.bitwise_count(cards) > 1)


def _card_faults(
    columns: Mapping[str, Column], masks: NDArray[np.uint32], suspect: NDArray[np.bool_], deck: str
) -> Faults:
    for row in np.flatnonzero(suspect).tolist():
        try:
            masks[row] = _hand_of_cards({name: _written(column, row) for name, column in columns.items()}, deck)
        except CardError as error:
            yield row, str(error)
        else:
            if not masks[row]:
                yield row, "hand is missing"


def _hand_of_cards(written: Mapping[str, int | str | None], deck: str) -> int:
    """Return the mask of single cards by the names of their columns; raise `CardError` for the first that is none or not new."""
    mask = 0
    for name, card in written.items():
        if isinstance(card, int):
            if not 0 <= card < _DECK_SIZE:
                raise CardError(f"{name} {card} is no card: {_WHAT_CARDS_ARE}")
            bit = 1 << card
        else:
            bit = parse_hand(card or "", deck)
            if bit.bit_count() > 1:
                raise CardError(f"{name} {shown(card)} is more than one card")
        if mask & bit:
            raise CardError(f"card {format_hand(bit, deck)} stands twice, the second time in {name}")
        mask |= bit
    return mask


def read_trumps(column: Column) -> tuple[NDArray[np.int8], Faults]:
    """Return the trumps of `column`, int8 (n,) of -1..3, and its faults. Integers and names are read, "none" and -1 as no trump.

    Raises `ColumnTypeError` for a column of neither integers nor text.
    """
    missing = _missing(column)
    if pa.types.is_integer(column.type):
        numbers = _numbers(column)
        suspect = missing | (numbers < NO_TRUMP) | (numbers > Suit.BASTOS)
        return numbers.astype(np.int8), _trump_faults(suspect, column)
    encoded = _as_text(column, TRUMP_COLUMN, "trumps are integers from -1 to 3 or names").dictionary_encode()
    values = np.array([_trump_or_fault(encoded.dictionary, place)[0] for place in range(len(encoded.dictionary))] or [0], np.int8)
    trumps = values[_numbers(encoded.indices)]
    return trumps, _trump_faults(missing | (trumps < NO_TRUMP), column)


def _trump_faults(suspect: NDArray[np.bool_], column: Column) -> Faults:
    for row in np.flatnonzero(suspect).tolist():
        yield row, _trump_or_fault(column, row)[1]


def _trump_or_fault(column: Column, row: int) -> tuple[int, str]:
    """Return the trump that is written in a row, or -128 and what is wrong with it."""
    try:
        written = _written(column, row)
        if written is None or (isinstance(written, str) and not written.strip()):
            return -128, "trump is missing: write -1 or none for no trump"
        return read_trump(written.strip()) if isinstance(written, str) else trump_index(written), ""
    except CardError as error:
        return -128, f"trump {error}"


def _written(column: Column, row: int) -> Any:
    """Return what stands in a row; raise `CardError` for text that is no UTF-8, which Parquet files may have."""
    try:
        return column[row].as_py()
    except UnicodeDecodeError as error:
        raise CardError(f"{shown(error.object)} is no text in UTF-8") from None


def _missing(column: Column) -> NDArray[np.bool_]:
    return column.is_null().to_numpy(zero_copy_only=False) if column.null_count else np.zeros(len(column), np.bool_)


def _numbers(column: Column) -> NDArray[Any]:
    return (column.fill_null(0) if column.null_count else column).to_numpy()  # type: ignore[no-any-return]  # pyarrow is untyped


def _is_text(value_type: Any) -> bool:
    value_type = value_type.value_type if pa.types.is_dictionary(value_type) else value_type
    return bool(pa.types.is_string(value_type) or pa.types.is_large_string(value_type) or pa.types.is_string_view(value_type))


def _as_text(column: Column, name: str = "", expected: str = "") -> Column:
    value_type = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if pa.types.is_string(value_type) or pa.types.is_large_string(value_type):
        return column.cast(value_type)
    if pa.types.is_string_view(value_type) or pa.types.is_null(value_type):
        return column.cast(pa.string())
    raise ColumnTypeError(f"column {name!r} is {column.type}: {expected}")


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


def named(indices: Any, names: Sequence[str]) -> Column:
    """Return a dictionary column with ``names[index]`` for each of `indices`, integers (n,) that are places in `names`."""
    return pa.DictionaryArray.from_arrays(indices, pa.array(names, pa.string()), safe=False)
