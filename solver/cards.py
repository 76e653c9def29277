"""The 32-card deck as bits, and card text in both decks.

One card is one bit of a 32-bit mask, one suit is one byte of it, so a run is neighbouring bits of a byte and four cards of
one rank are the same bit of all four bytes::

    bit    31 ........ 24 23 ........ 16 15 ......... 8 7 .......... 0
    suit   bastos         espadas        copas          oros
    rank   1 12 11 10 7 6 5 4            (the same in every byte, highest rank in the highest bit)

Everything else in the package builds on this file; it imports only the standard library.
"""

import operator
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from reprlib import Repr
from typing import Final, TypeAlias


class CardError(ValueError):
    """Cards, a trump or a deck that cannot be read; the message shows the piece at fault and what would be right."""


class Suit(IntEnum):
    """The four suits; the value is the suit's byte in a mask and its index everywhere."""

    OROS = 0
    COPAS = 1
    ESPADAS = 2
    BASTOS = 3

    @property
    def text(self) -> str:
        """The suit as commands and files write it: "copas"."""
        return self.name.lower()


Hand: TypeAlias = int | str | Iterable[int | str]
"""A set of cards: a mask, card text, or an iterable of single cards, each a one-bit mask or the text of one card."""

Trump: TypeAlias = Suit | int | str | None
"""The trump suit: a `Suit`, its name, 0..3, or None (also -1 and "none") for no trump."""

RANKS: Final = ("4", "5", "6", "7", "10", "11", "12", "1")
"""The ranks of the Spanish deck in sequence order; the position is the rank's bit within a suit's byte."""

NO_TRUMP: Final = -1
FULL_DECK: Final = 0xFFFFFFFF
SUIT_MASKS: Final = tuple(0xFF << 8 * suit for suit in Suit)
RANK_MASKS: Final = tuple(0x01010101 << rank for rank in range(8))
BELOTE_PAIRS: Final = tuple(0b0110_0000 << 8 * suit for suit in Suit)
"""The 11 and the 12 of each suit: Belote-Rebelote when that suit is trumps."""


class _Shortened(Repr):
    """`repr` for error messages: what is long is cut in its middle."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = self.maxlong = 72

    def repr_int(self, x: int, level: int) -> str:
        """Show a huge integer, of which Python refuses to write the digits, by its size."""
        return super().repr_int(x, level) if abs(x) < 1 << 256 else f"an integer of {x.bit_length()} bits"


def shown(value: object) -> str:
    """Return `value` as it is shown in an error message: like `repr`, but on one line and cut where it is long."""
    return " ".join(_Shortened().repr(value).split())


def count_of_cards(number: int) -> str:
    """Return a number of cards as messages say it: "no cards", "1 card", "2 cards"."""
    return f"{number or 'no'} card{'' if number == 1 else 's'}"


@dataclass(frozen=True, slots=True)
class Deck:
    """How one deck writes its cards: `ranks` low to high, `suits` and their `symbols`, if any, in the order of `Suit`."""

    name: str
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    symbols: tuple[str, ...]
    card_bits: dict[str, int]
    example: str


def _deck(name: str, ranks: tuple[str, ...], suits: tuple[str, ...], symbols: tuple[str, ...], example: str) -> Deck:
    spellings = [*enumerate(suits), *enumerate(symbols)]
    bits = {(text + mark).casefold(): 1 << 8 * suit + rank for suit, mark in spellings for rank, text in enumerate(ranks)}
    return Deck(name, ranks, suits, symbols, bits, example)


SPANISH: Final = _deck("spanish", RANKS, ("o", "c", "e", "b"), (), "'12o' or 'rey de oros'")
FRENCH: Final = _deck(
    "french", ("7", "8", "9", "10", "J", "Q", "K", "A"), ("D", "H", "S", "C"), ("♦", "♥", "♠", "♣"), "'KD' or '10♥'"
)
DECKS: Final = {deck.name: deck for deck in (SPANISH, FRENCH)}

_RANK_NAMES: Final = {
    **{text: rank for rank, text in enumerate(RANKS)},
    "cuatro": 0, "cinco": 1, "seis": 2, "siete": 3, "sota": 4, "caballo": 5, "rey": 6, "as": 7,
}
_SUIT_NAMES: Final = {suit.text: suit for suit in Suit}
_SUIT_WORDS: Final = {**_SUIT_NAMES, "oro": Suit.OROS, "copa": Suit.COPAS, "espada": Suit.ESPADAS, "basto": Suit.BASTOS}
_TRUMP_NAMES: Final[dict[str, int]] = {
    "none": NO_TRUMP,
    **_SUIT_NAMES,
    "diamonds": Suit.OROS, "hearts": Suit.COPAS, "spades": Suit.ESPADAS, "clubs": Suit.BASTOS,
    "carreau": Suit.OROS, "coeur": Suit.COPAS, "cœur": Suit.COPAS, "pique": Suit.ESPADAS, "trèfle": Suit.BASTOS,
    **dict(zip(FRENCH.symbols, Suit, strict=True)),
}
_TRUMP_NUMBER: Final = re.compile(r"-?\d{1,9}")
"""What may be the number of a trump; Python refuses to read very many digits."""
_PIECES: Final = re.compile(r"[^\s,]+(?:\s+de\s+[^\s,]+)?", re.IGNORECASE)
_EMOJI_STYLE: Final = "\N{VARIATION SELECTOR-16}"


def deck_named(name: str) -> Deck:
    """Return the deck called `name`, "spanish" or "french"; raise `CardError` for any other name."""
    try:
        return DECKS[name]
    except (KeyError, TypeError):
        raise CardError(f"unknown deck {shown(name)}: choose {' or '.join(map(repr, DECKS))}") from None


def card(suit: int, rank: int) -> int:
    """Return the mask of one card: `suit` 0..3, `rank` 0..7 (the position in `RANKS`).

    >>> card(Suit.OROS, RANKS.index("12")) == parse_hand("rey de oros")
    True
    """
    return 1 << 8 * suit + rank


def cards_in(mask: int) -> Iterator[int]:
    """Yield the cards of `mask` as one-bit masks, in the order oros, copas, espadas, bastos and low to high within a suit."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def suit_of(bit: int) -> Suit:
    """Return the suit of the one-bit mask `bit`."""
    return Suit((bit.bit_length() - 1) // 8)


def rank_of(bit: int) -> int:
    """Return the rank, 0..7 in sequence order, of the one-bit mask `bit`."""
    return (bit.bit_length() - 1) % 8


def parse_hand(text: str, deck: str = "spanish") -> int:
    """Read card text as a mask.

    Cards stand in any order and case, separated by spaces or commas; empty text is the empty set. `deck` says which deck is
    read, since "7" and "10" name different roles in the two. The Spanish deck reads ``12o`` (rank, then the suit's first
    letter) and ``rey de oros``, the French one ``KD`` and ``K♦``. Raises `CardError` for a piece that is no card, a card that
    stands twice and an unknown deck.

    >>> parse_hand("4o, 5o 1b") == card(Suit.OROS, 0) | card(Suit.OROS, 1) | card(Suit.BASTOS, 7)
    True
    >>> parse_hand("rey de oros") == parse_hand("KD", deck="french")
    True
    """
    read = deck_named(deck)
    if not isinstance(text, str):
        raise CardError(f"card text is a str, not {type(text).__name__}: {shown(text)}")
    mask = 0
    for piece in _PIECES.findall(text):
        bit = _card_bit(piece, read)
        if bit is None:
            raise CardError(
                f"{shown(piece)} is no card of the {read.name} deck: ranks {' '.join(read.ranks)}, "
                f"suits {' '.join(read.suits)}, as in {read.example}{_other_deck_hint(piece)}"
            )
        if mask & bit:
            raise CardError(f"card {shown(piece)} stands twice in {shown(text)}")
        mask |= bit
    return mask


def _other_deck_hint(piece: str) -> str:
    """Return what to say of a piece that is no card of the deck being read: whether it is one of another."""
    others = [deck.name for deck in DECKS.values() if _card_bit(piece, deck) is not None]
    return f"; it is one of the {others[0]} deck" if others else ""


def _card_bit(piece: str, deck: Deck) -> int | None:
    match piece.casefold().removesuffix(_EMOJI_STYLE).split():
        case [rank, "de", suit] if deck is SPANISH and rank in _RANK_NAMES and suit in _SUIT_WORDS:
            return card(_SUIT_WORDS[suit], _RANK_NAMES[rank])
        case [text]:
            return deck.card_bits.get(text)
        case _:
            return None


def format_hand(mask: int, deck: str = "spanish") -> str:
    """Write a mask as card text that `parse_hand` reads back: suit by suit, low to high, separated by spaces.

    Raises `CardError` for what is no mask and for an unknown deck.

    >>> format_hand(parse_hand("1b 10o 4o"))
    '4o 10o 1b'
    """
    written = deck_named(deck)
    return " ".join(written.ranks[rank_of(bit)] + written.suits[suit_of(bit)] for bit in cards_in(checked_mask(mask)))


def as_integer(value: object) -> int | None:
    """Return `value` as an int; None where it is none: a bool, a float, text, an array of more than one number."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]  # what is no integer is what the next line is for
    except TypeError:
        return None


def checked_mask(mask: object) -> int:
    """Return `mask` as an int; raise `CardError` where it is no integer of 32 bits."""
    number = as_integer(mask)
    if number is None:
        raise CardError(f"a mask of cards is an integer, not {type(mask).__name__}: {shown(mask)}")
    if not 0 <= number <= FULL_DECK:
        raise CardError(f"{shown(mask)} is no mask of cards: a mask is an integer from 0 to {FULL_DECK}")
    return number


def hand_mask(hand: Hand, deck: str = "spanish") -> int:
    """Return the mask of a hand given as mask, card text, or iterable of single cards; raise `CardError` where it is none of these.

    >>> hand_mask(["12o", "11o"]) == hand_mask("11o 12o") == parse_hand("12o 11o")
    True
    """
    deck_named(deck)
    if isinstance(hand, str):
        return parse_hand(hand, deck)
    if isinstance(hand, (bytes, bytearray, memoryview, Suit)):
        raise CardError(f"{shown(hand)} is no hand: a hand is a mask, card text, or an iterable of cards")
    if not isinstance(hand, Iterable) or as_integer(hand) is not None:
        return checked_mask(hand)
    mask = 0
    for item in hand:
        bit = parse_hand(item, deck) if isinstance(item, str) else checked_mask(item)
        if bit.bit_count() != 1:
            raise CardError(f"{shown(item)} is not one card")
        if mask & bit:
            raise CardError(f"card {format_hand(bit, deck)} stands twice")
        mask |= bit
    return mask


def trump_index(trump: Trump) -> int:
    """Return 0..3 for a trump suit and -1 for no trump; raise `CardError` for anything else.

    Names are read in any case: of the Spanish deck ("oros") or, in English or French, of the French one ("diamonds", "♦").

    >>> trump_index("Copas"), trump_index(Suit.BASTOS), trump_index(None)
    (1, 3, -1)
    """
    if trump is None:
        return NO_TRUMP
    index = _TRUMP_NAMES.get(trump.casefold()) if isinstance(trump, str) else as_integer(trump)
    if index is None or not NO_TRUMP <= index <= Suit.BASTOS:
        names = ", ".join(_SUIT_NAMES)
        raise CardError(
            f"{shown(trump)} is no trump: choose {names} (or diamonds, hearts, spades, clubs), 0 to 3 in that order, or none (-1)"
        )
    return int(index)


def read_trump(text: str) -> int:
    """Return 0..3 or -1 for a trump as text, a name or a number; raise `CardError` for anything else.

    >>> read_trump("Copas"), read_trump("3"), read_trump("-1")
    (1, 3, -1)
    """
    return trump_index(int(text) if _TRUMP_NUMBER.fullmatch(text) else text)


def trump_text(trump: int) -> str | None:
    """Return the trump -1..3 as answers for programs write it, which `trump_index` reads back: "copas"; None for no trump."""
    return None if trump == NO_TRUMP else Suit(trump).text
