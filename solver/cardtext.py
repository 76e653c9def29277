"""Card text of many hands at once, as the bytes and offsets of an Arrow string column, compiled.

Tokens such as ``12o``, ``KD`` and ``10♥`` are read here at millions of hands a second. A row with anything else in it (names
such as "rey de oros", a card that is none) is only marked: `cards.parse_hand` then reads it or says what is wrong, so that
there is one grammar and one set of messages. Knows nothing of files.
"""

from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.cards import FRENCH, FULL_DECK, Suit, cards_in, deck_named, format_hand
from solver.compiling import compiled

CARDS: Final = 0
"""Row status: card tokens only, read."""
MASK: Final = 1
"""Row status: one decimal number that is a mask, read."""
EMPTY: Final = 2
"""Row status: no card and no number, at most separators."""
UNREAD: Final = 3
"""Row status: for `cards.parse_hand` to read or to refuse."""

_NONE: Final = 255
_SEPARATORS: Final = b" ,\t\n\v\f\r"
_ZERO, _ONE, _NINE = b"019"
_SYMBOL: Final = tuple(FRENCH.symbols[0].encode())
"""A suit's symbol: all four begin with the same two bytes, the third tells them apart."""


class _Alphabet(NamedTuple):
    """What a byte means in one deck, as four tables of 256 entries; 255 is nothing."""

    single_rank: NDArray[np.uint8]
    """A rank of one character."""
    second_digit: NDArray[np.uint8]
    """The rank that this byte makes after a ``1``."""
    suit: NDArray[np.uint8]
    symbol: NDArray[np.uint8]
    """The suit whose symbol ends with this byte."""
    separator: NDArray[np.uint8]
    """1 for a byte that separates cards, 0 for others."""


@lru_cache
def _alphabet(deck_name: str) -> _Alphabet:
    deck = deck_named(deck_name)
    tables = _Alphabet(*(np.full(256, _NONE, np.uint8) for _ in _Alphabet._fields))
    for rank, text in enumerate(deck.ranks):
        table = tables.single_rank if len(text) == 1 else tables.second_digit
        table[[ord(text[-1].lower()), ord(text[-1].upper())]] = rank
    for suit, text in enumerate(deck.suits):
        tables.suit[[ord(text.lower()), ord(text.upper())]] = suit
    for suit, symbol in enumerate(deck.symbols):
        tables.symbol[symbol.encode()[-1]] = suit
    tables.separator[:] = 0
    tables.separator[list(_SEPARATORS)] = 1
    return tables


def read_text(text: NDArray[np.uint8], offsets: NDArray[np.integer], deck: str) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
    """Read n texts of the deck called `deck`; row i is ``text[offsets[i] : offsets[i + 1]]`` in UTF-8.

    Returns the masks, uint32 (n,), and a status for each row, uint8 (n,): `CARDS`, `MASK` (a number below 2**32), `EMPTY` or
    `UNREAD`. The mask of a row that is not read is 0.
    """
    masks = np.empty(max(offsets.size - 1, 0), np.uint32)
    status = np.empty(masks.size, np.uint8)
    _read_rows(text, offsets, _alphabet(deck), masks, status)
    return masks, status


def write_text(masks: NDArray[np.uint32], deck: str) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Write n masks as card text like `cards.format_hand`: the bytes of all texts, and their offsets, int64 (n + 1,)."""
    suits, lengths = _suit_texts(deck)
    offsets = np.zeros(masks.size + 1, np.int64)
    _measure_rows(masks, lengths, offsets)
    text = np.empty(offsets[-1], np.uint8)
    _write_rows(masks, suits, lengths, offsets, text)
    return text, offsets


@lru_cache
def _suit_texts(deck: str) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return the text of every byte in every suit, each card followed by a space: uint8 (4, 256, widest), and its length."""
    texts = [["".join(f"{format_hand(bit, deck)} " for bit in cards_in(byte << 8 * suit)) for byte in range(256)] for suit in Suit]
    lengths = np.array([[len(text) for text in row] for row in texts], np.int64)
    suits = np.zeros((*lengths.shape, lengths.max()), np.uint8)
    for (suit, byte), length in np.ndenumerate(lengths):
        suits[suit, byte, :length] = np.frombuffer(texts[suit][byte].encode(), np.uint8)
    return suits, lengths


@compiled
def _read_rows(text: Any, offsets: Any, alphabet: Any, masks: Any, status: Any) -> None:
    for row in range(masks.size):
        start, end = np.int64(offsets[row]), np.int64(offsets[row + 1])
        mask, read = _read_tidy_cards(text, start, end, alphabet), CARDS
        if mask <= 0:
            mask = _read_cards(text, start, end, alphabet)
        if mask < 0:
            mask, read = _read_number(text, start, end), MASK
        elif mask == 0:
            read = EMPTY
        masks[row] = max(mask, 0)
        status[row] = read if mask >= 0 else UNREAD


@compiled
def _read_tidy_cards(text: Any, start: Any, end: Any, alphabet: Any) -> Any:
    """Return the mask of text[start:end] where it is cards with letters, one separator between them; else -1.

    That is what nearly all rows are, and without a branch on what is read it takes half of the time.
    """
    mask: Any = 0
    fault: Any = 0
    position = start
    if end + 2 >= text.size:  # it looks two bytes ahead
        return -1
    while position < end:
        two = np.int64(text[position + 1] <= _NINE)  # two digits of a rank
        first = np.int64(alphabet.single_rank[text[position]])
        second = np.int64(alphabet.second_digit[text[position + 1]]) | 8 * np.int64(text[position] != _ONE)
        rank = first + two * (second - first)
        suit = np.int64(alphabet.suit[text[position + 1 + two]])
        bit = np.int64(1) << ((8 * suit + rank) & 31)
        fault |= ((rank | suit) & ~7) | (mask & bit) | np.int64(position + two + 1 >= end)
        mask |= bit
        position += 2 + two
        fault |= np.int64(position < end) & np.int64(alphabet.separator[text[position]] ^ 1)
        position += 1
    return -1 if fault or position == end else mask


@compiled
def _read_cards(text: Any, start: Any, end: Any, alphabet: Any) -> Any:
    """Return the mask of the card tokens in text[start:end], or -1 where there is anything else or a card twice."""
    mask: Any = 0
    position = start
    while position < end:
        if alphabet.separator[text[position]]:
            position += 1
            continue
        rank = _NONE
        if text[position] == _ONE and position + 1 < end:  # it may begin a 10, 11 or 12
            rank = alphabet.second_digit[text[position + 1]]
            position += rank != _NONE
        if rank == _NONE:
            rank = alphabet.single_rank[text[position]]
        position += 1
        suit = _NONE
        if position < end:
            suit = alphabet.suit[text[position]]
        if suit == _NONE and position + 2 < end and text[position] == _SYMBOL[0] and text[position + 1] == _SYMBOL[1]:
            position += 2
            suit = alphabet.symbol[text[position]]
        position += 1
        if _NONE in (rank, suit) or (position < end and not alphabet.separator[text[position]]):
            return -1
        bit = 1 << (8 * np.int64(suit) + np.int64(rank))
        if mask & bit:
            return -1
        mask |= bit
    return mask


@compiled
def _read_number(text: Any, start: Any, end: Any) -> Any:
    """Return the decimal number that text[start:end] is, or -1 where it is none or leaves 32 bits."""
    number: Any = 0
    for position in range(start, end):
        digit = np.int64(text[position]) - _ZERO
        if not 0 <= digit < 10:  # noqa: PLR2004  # decimal
            return -1
        number = 10 * number + digit
        if number > FULL_DECK:
            return -1
    return number


@compiled
def _measure_rows(masks: Any, lengths: Any, offsets: Any) -> None:
    for row in range(masks.size):
        length = 0
        for suit in range(4):
            length += lengths[suit, masks[row] >> np.uint32(8 * suit) & 0xFF]
        offsets[row + 1] = offsets[row] + max(length - 1, 0)  # without the space after the last card


@compiled
def _write_rows(masks: Any, suits: Any, lengths: Any, offsets: Any, text: Any) -> None:
    for row in range(masks.size):
        position, end = offsets[row], offsets[row + 1]
        for suit in range(4):
            byte = masks[row] >> np.uint32(8 * suit) & 0xFF
            for letter in range(min(lengths[suit, byte], end - position)):
                text[position + letter] = suits[suit, byte, letter]
            position += lengths[suit, byte]
