"""Target "cards": card text. The vectorised reader and `parse_hand` agree on every text, and text made of cards is these cards."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from hypothesis import strategies as st

from solver import parse_hand
from solver.cards import FRENCH, SPANISH, CardError, Deck, cards_in, format_hand, rank_of, shown, suit_of
from solver.cardtext import CARDS, EMPTY, MASK, UNREAD, read_text, write_text
from solver.columns import read_cards, read_hands

_RANK_NAMES = ("cuatro", "cinco", "seis", "siete", "sota", "caballo", "rey", "as")
_SUIT_NAMES = (("oros", "oro"), ("copas", "copa"), ("espadas", "espada"), ("bastos", "basto"))
_ODD = (
    "", "\0", "\ufe0f",
    "\u200b", "\u2028", "\x85", "\xa0", "\x1c", "\x1f", "\u3000", "1", "10", "12", "4294967295", "4294967296", "٣",
    "de", "rey de", "de oros", "rey de rey de oros", "♥", "10♥\ufe0f",
    "♦4", "\u212aD", "\u017f", "Q\u017f", "1O1", "\uff10o", "é", "\U0001f0a1",
    "4o4o", "-1", "+7", "1o,", ",,", ";", "4o;5o", "8o", "9" * 20, "x" * 400, "\ud7ff", "\uffff", "İ", "ß", "2o", "'", '"4o"',
)  # fmt: skip


class Texts(NamedTuple):
    """Texts of a column, the cards that some of them are made of, and how the column is kept."""

    deck: str
    texts: list[tuple[str, int | None]]
    kind: str
    offset: int


def _spelling(draw: st.DrawFn, bit: int, deck: Deck) -> str:
    rank, suit = rank_of(bit), suit_of(bit)
    if deck is SPANISH and draw(st.booleans()):
        space = draw(st.sampled_from([" ", "  ", "\t", "\xa0"]))
        name = draw(st.sampled_from([_RANK_NAMES[rank], deck.ranks[rank]]))
        text = f"{name}{space}de{space}{draw(st.sampled_from(_SUIT_NAMES[suit]))}"
    else:
        marks = [deck.suits[suit], *(deck.symbols[suit : suit + 1] and [deck.symbols[suit], deck.symbols[suit] + "\ufe0f"])]
        text = deck.ranks[rank] + draw(st.sampled_from(marks))
    return draw(st.sampled_from([text, text.upper(), text.lower(), text.swapcase()]))


@st.composite
def _cards_as_text(draw: st.DrawFn, deck: Deck) -> tuple[str, int | None]:
    mask = draw(st.integers(1, (1 << 32) - 1))
    if draw(st.integers(0, 9)):
        mask = sum(1 << place for place in draw(st.sets(st.integers(0, 31), min_size=1, max_size=9)))
    bits = draw(st.permutations(list(cards_in(mask))))
    separators = st.sampled_from([" ", " ", ",", ", ", "  ", "\t", "\n", "\r\n", "\xa0", " , ,", "\x1f"])
    return "".join(_spelling(draw, bit, deck) + draw(separators) for bit in bits)[: draw(st.sampled_from([None, -1]))], mask


_pieces = st.one_of(
    st.sampled_from(_ODD),
    st.sampled_from([rank + suit for deck in (SPANISH, FRENCH) for rank in deck.ranks for suit in (*deck.suits, *deck.symbols)]),
    st.text(max_size=4),
    st.text(alphabet="14567012oOcCeEbBdDhHsSqQkKjJaA♦♥♠♣, \t\n\0", max_size=8),
    st.integers(-2, 1 << 33).map(str),
)
_mixed = st.lists(st.tuples(_pieces, st.sampled_from(["", " ", ",", "\t", "\v"])), max_size=6).map(
    lambda parts: "".join(piece + separator for piece, separator in parts)
)
_long = st.builds(lambda text, times: text * times, _mixed, st.sampled_from([2, 50, 5000]))


@st.composite
def _texts(draw: st.DrawFn) -> Texts:
    deck = draw(st.sampled_from([SPANISH, FRENCH]))
    made = _cards_as_text(deck)
    other = st.one_of(_mixed, _mixed, _mixed, _long).map(lambda text: (text, None))
    texts = draw(st.lists(st.one_of(made, other), min_size=1, max_size=8))
    kind = draw(st.sampled_from(["string", "string", "large_string", "string_view", "dictionary"]))
    return Texts(deck.name, texts, kind, draw(st.integers(0, 2)))


INPUTS = _texts()


def _plain(text: str, deck: str) -> tuple[int, str]:
    """Return the mask that `parse_hand` reads, and ""; or 0 and why it reads none."""
    try:
        mask = parse_hand(text, deck)
    except CardError as error:
        reason = str(error)
        assert len(reason) < 400
        assert reason.isprintable()
        return 0, reason
    assert parse_hand(format_hand(mask, deck), deck) == mask
    return mask, ""


def check(given: Texts) -> None:
    """Compare the two readers text by text, then the columns made of the texts."""
    deck, kind = given.deck, given.kind
    texts = [text for text, _ in given.texts]
    plain = [_plain(text, deck) for text in texts]
    for (text, made_of), (mask, reason) in zip(given.texts, plain, strict=True):
        assert made_of is None or (mask, reason) == (made_of, ""), (text, made_of, mask, reason)
    encoded = [text.encode() for text in texts]
    offsets = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
    masks, status = read_text(np.frombuffer(b"".join(encoded), np.uint8), offsets, deck)
    for text, (mask, reason), found, row in zip(texts, plain, masks.tolist(), status.tolist(), strict=True):
        assert row in {CARDS, MASK, EMPTY, UNREAD}
        if row == CARDS:
            assert (found, reason) == (mask, ""), text
            assert found
        elif row == MASK:
            assert _is_mask(text), text
            assert found == int(text[-10:])
        else:
            assert found == 0, text
            assert row == UNREAD or (mask, reason) == (0, ""), text
    _check_written(masks, deck)
    _check_columns(texts, plain, deck, kind, given.offset)


def _is_mask(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text.lstrip("0")) <= 10 and int(text[-10:]) < 1 << 32


def _check_written(masks: np.ndarray, deck: str) -> None:
    text, offsets = write_text(masks, deck)
    assert [bytes(text[start:end]).decode() for start, end in pairwise(offsets)] == [format_hand(int(mask), deck) for mask in masks]


def _column(texts: list[str], kind: str, offset: int) -> pa.Array:
    before = pa.array([*["12o"] * offset, *texts], pa.string())
    if kind == "dictionary":
        return before.dictionary_encode()[offset:]
    return before.cast({"string": pa.string(), "large_string": pa.large_string(), "string_view": pa.string_view()}[kind])[offset:]


def _check_columns(texts: list[str], plain: list[tuple[int, str]], deck: str, kind: str, offset: int) -> None:
    masks, faults = read_hands(_column(texts, kind, offset), deck)
    wrong = dict(faults)
    for row, (text, (mask, reason)) in enumerate(zip(texts, plain, strict=True)):
        if _is_mask(text):
            expected = f"hand {shown(text)} is a mask, but the column began with card text"
        elif not reason and not mask:
            expected = "hand is missing"
        else:
            expected = reason
        if mask.bit_count() > 8:
            assert "cards, the most is 8" in wrong.pop(row), text
        elif expected:
            assert wrong.pop(row) == expected, text
        else:
            assert masks[row] == mask, text
    assert not wrong
    hands, faults = read_cards({f"card{n}": _column([text], kind, offset) for n, text in enumerate(texts[:8])}, deck)
    reasons = [reason for row, reason in faults]
    singles = [mask for mask, _ in plain[:8]]
    is_hand = not any(reason for _, reason in plain[:8]) and all(mask.bit_count() <= 1 for mask in singles)
    is_hand = is_hand and sum(singles) == int(np.bitwise_or.reduce(np.array(singles, np.int64))) != 0
    assert is_hand == (not reasons), reasons
    assert not is_hand or hands.tolist() == [sum(singles)]
