"""Card text in bulk reads and writes what `cards` does for one hand, row by row."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import cardtext
from solver.cards import DECKS, CardError, format_hand, parse_hand
from solver.cardtext import CARDS, EMPTY, MASK, UNREAD, read_text, write_text

decks = pytest.mark.parametrize("deck", DECKS)


def as_arrow(texts: list[str], offset_type: type = np.int32) -> tuple[np.ndarray, np.ndarray]:
    pieces = [text.encode() for text in texts]
    offsets = np.cumsum([0, *map(len, pieces)]).astype(offset_type)
    return np.frombuffer(b"".join(pieces), np.uint8), offsets


def read_one(text: str, deck: str) -> tuple[int, int]:
    """Read a row with others behind it, and alone: rows at the end of the bytes are read by other code."""
    masks, status = read_text(*as_arrow([text, "4o", "nonsense"]), deck)
    alone, alone_status = read_text(*as_arrow([text]), deck)
    assert (masks[0], status[0]) == (alone[0], alone_status[0])
    return int(masks[0]), int(status[0])


@decks
@given(masks=st.lists(st.integers(0, 2**32 - 1)))
def test_written_text_is_that_of_one_hand_and_reads_back(deck: str, masks: list[int]) -> None:
    hands = np.array(masks, np.uint32)
    text, offsets = write_text(hands, deck)
    rows = [bytes(text[start:end]).decode() for start, end in pairwise(offsets)]
    assert rows == [format_hand(mask, deck) for mask in masks]
    read, status = read_text(text, offsets, deck)
    np.testing.assert_array_equal(read, hands)
    assert [EMPTY if mask == 0 else CARDS for mask in masks] == status.tolist()


@decks
@given(text=st.text(alphabet="1024567890ocebOCEBjqkaJQKAdhsDHSC♦♥♠♣ ,\t\N{VARIATION SELECTOR-16}é-", max_size=12))
def test_what_is_read_in_bulk_is_what_one_hand_reads(deck: str, text: str) -> None:
    mask, status = read_one(text, deck)
    try:
        expected = parse_hand(text, deck)
    except CardError:
        assert status in {MASK, UNREAD}
        expected = int(text) if status == MASK else 0
    assert mask == (0 if status == UNREAD else expected)


@decks
def test_every_card_in_every_spelling(deck: str) -> None:
    for spelling, bit in DECKS[deck].card_bits.items():
        for written in (spelling, spelling.upper(), f" {spelling},", f"\t{spelling}\n"):
            assert read_one(written, deck) == (bit, CARDS)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", EMPTY),
        (" , ", EMPTY),
        ("4o", CARDS),
        ("4o,5o", CARDS),
        ("0", MASK),
        ("4294967295", MASK),
        ("4294967296", UNREAD),
        ("99999999999999999999999999", UNREAD),
        ("-1", UNREAD),
        ("1.0", UNREAD),
        ("4o 4O", UNREAD),
        ("8o", UNREAD),
        ("4x", UNREAD),
        ("4", MASK),
        ("1", MASK),
        ("4o5o", UNREAD),
        ("4o 12", UNREAD),
        ("rey de oros", UNREAD),
        ("12o de oros", UNREAD),
        ("4o\N{NO-BREAK SPACE}5o", UNREAD),
        ("K♦", UNREAD),
    ],
)
def test_status_of_a_row(text: str, status: int) -> None:
    assert read_one(text, "spanish")[1] == status


@pytest.mark.parametrize("text", ["♥", "10", "K♦K♥", "K\N{FEMALE SIGN}", "K♥\N{VARIATION SELECTOR-16}", "K♦x"])
def test_french_rows_left_to_one_hand_at_a_time(text: str) -> None:
    assert read_one(text, "french")[1] == (MASK if text == "10" else UNREAD)


@pytest.mark.parametrize("offset_type", [np.int32, np.int64])
def test_rows_may_start_anywhere_in_the_bytes(offset_type: type) -> None:
    text, offsets = as_arrow(["4o", "5o 6o", "", "12b"], offset_type)
    masks, status = read_text(text, offsets[1:], "spanish")
    assert masks.tolist() == [parse_hand("5o 6o"), 0, parse_hand("12b")]
    assert status.tolist() == [CARDS, EMPTY, CARDS]


@decks
def test_no_rows(deck: str) -> None:
    masks, status = read_text(np.empty(0, np.uint8), np.zeros(1, np.int32), deck)
    assert masks.size == status.size == 0
    text, offsets = write_text(np.empty(0, np.uint32), deck)
    assert text.size == 0
    assert offsets.tolist() == [0]


@decks
def test_the_python_form_of_the_compiled_code(deck: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = np.array([0, 1, 0x80000001, 0x60606060, 0xFF, 0xF0F00000], np.uint32)
    texts = [*(format_hand(int(mask), deck) for mask in hands), "K♦ 10♥", "17", "17x", "10oo"]
    compiled = read_text(*as_arrow(texts), deck), write_text(hands, deck)
    for name in ("_read_rows", "_read_tidy_cards", "_read_cards", "_read_number", "_measure_rows", "_write_rows"):
        monkeypatch.setattr(cardtext, name, getattr(cardtext, name).py_func)
    for ours, theirs in zip(compiled, (read_text(*as_arrow(texts), deck), write_text(hands, deck)), strict=True):
        np.testing.assert_array_equal(ours[0], theirs[0])
        np.testing.assert_array_equal(ours[1], theirs[1])
