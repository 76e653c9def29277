"""Columns of hands and trumps: every type that holds them, every fault with its row and reason."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pytest

from solver import columns
from solver.cards import format_hand, parse_hand
from solver.cardtext import CARDS, MASK
from solver.columns import ColumnTypeError, card_text, named, read_cards, read_hands, read_trumps, written_as

TEXTS = ["12o 12c", "rey de oros", "1b"]
MASKS = [parse_hand(text) for text in TEXTS]


def hands(column: pa.Array, deck: str = "spanish") -> tuple[list[int], list[tuple[int, str]]]:
    masks, faults = read_hands(column, deck, written_as(column, deck))
    found = list(faults)
    assert masks.dtype == np.uint32
    return masks.tolist(), found


@pytest.mark.parametrize(
    "text_type", [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())], ids=str
)
def test_hands_as_text_of_any_arrow_type(text_type: pa.DataType) -> None:
    column = pa.array(TEXTS).cast(text_type)
    assert hands(column) == (MASKS, [])
    assert hands(column[1:]) == (MASKS[1:], [])
    assert hands(column[:0]) == ([], [])


@pytest.mark.parametrize("number_type", [pa.int8(), pa.uint8(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64()], ids=str)
def test_hands_as_masks_of_any_integer_type(number_type: pa.DataType) -> None:
    column = pa.array([0, 7, 127], number_type)
    assert hands(column) == ([0, 7, 127], [])
    assert hands(column[2:]) == ([127], [])


def test_masks_written_as_text() -> None:
    assert hands(pa.array(["0", "7", "2155905152"])) == ([0, 7, 2155905152], [])


@pytest.mark.parametrize("deck", ["spanish", "french"])
def test_card_text_column_reads_back(deck: str) -> None:
    masks = np.array([1, 0xFF, 0x60606060, 0x80000000], np.uint32)
    column = card_text(masks, deck)
    assert column.to_pylist() == [format_hand(int(mask), deck) for mask in masks]
    assert hands(column, deck) == (masks.tolist(), [])


def test_a_fault_of_every_kind_in_text() -> None:
    rows = ["4o", None, "", "4o 4o", "8o", "4o 5o 6o 7o 10o 11o 12o 1o 4c", "12", "rey de copas"]
    masks, faults = hands(pa.array(rows))
    assert masks[0] == 1
    assert masks[7] == parse_hand("12c")
    assert faults == [
        (1, "hand is missing"),
        (2, "hand is missing"),
        (3, "card '4o' stands twice in '4o 4o'"),
        (4, "'8o' is no card of the spanish deck: ranks 4 5 6 7 10 11 12 1, suits o c e b, as in '12o' or 'rey de oros'"),
        (5, "hand '4o 5o 6o 7o 10o 11o 12o 1o 4c' has 9 cards, the most is 8"),
        (6, "hand '12' is a mask, but the column began with card text"),
    ]


@pytest.mark.parametrize("text", ["\xa0", "\u2028", "\x1c ,", "\u3000\n"])
def test_text_of_nothing_but_odd_spaces_is_no_hand(text: str) -> None:
    assert hands(pa.array(["4o", text])) == ([1, 0], [(1, "hand is missing")])
    assert written_as(pa.array([text, "7"]), "spanish") == MASK


def test_a_fault_of_every_kind_in_masks() -> None:
    _, faults = hands(pa.array([1, None, -1, 2**32, 0x1FF]))
    assert faults == [
        (1, "hand is missing"),
        (2, "hand -1 is no mask of cards: a mask is an integer from 0 to 4294967295"),
        (3, "hand 4294967296 is no mask of cards: a mask is an integer from 0 to 4294967295"),
        (4, "hand 511 has 9 cards, the most is 8"),
    ]


def test_a_fault_of_every_kind_in_masks_as_text() -> None:
    _, faults = hands(pa.array(["1", "4o", "511", "99999999999"]))
    assert [row for row, _ in faults] == [1, 2, 3]
    assert faults[0][1] == "hand '4o' is card text, but the column began with masks"
    assert faults[1][1] == "hand '511' has 9 cards, the most is 8"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["", None, "4o", "7"], CARDS),
        ([None, "7", "4o"], MASK),
        (["nonsense", "7"], MASK),
        (["-1", "8x", "7"], MASK),
        (["rey de oros", "7"], CARDS),
        (["", None, "nonsense"], CARDS),
        ([], CARDS),
        ([7], CARDS),
    ],
)
def test_the_first_row_that_can_be_read_decides(rows: list[object], expected: int) -> None:
    assert written_as(pa.array(rows), "spanish") == expected


@pytest.mark.parametrize(
    "text_type", [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())], ids=str
)
def test_masks_as_text_are_recognised_in_any_arrow_type(text_type: pa.DataType) -> None:
    assert written_as(pa.array(["7"]).cast(text_type), "spanish") == MASK


def test_the_first_row_is_read_in_the_deck_of_the_column() -> None:
    rows = pa.array(["K♥\N{VARIATION SELECTOR-16} QD", "7"])
    assert (written_as(rows, "french"), written_as(rows, "spanish")) == (CARDS, MASK)


def test_what_the_column_began_with_decides_for_later_rows() -> None:
    _, faults = read_hands(pa.array(["7", "4o", "rey de oros"]), "spanish", CARDS)
    assert [row for row, _ in faults] == [0]
    _, faults = read_hands(pa.array(["7", "4o", "rey de oros"]), "spanish", MASK)
    assert [row for row, _ in faults] == [1, 2]


def test_faults_are_found_only_as_they_are_asked_for() -> None:
    _, faults = read_hands(pa.array(["nonsense"] * 1_000_000), "spanish")
    assert isinstance(faults, Iterator)
    assert next(faults)[0] == 0


def test_spelt_out_cards_are_read_in_the_deck_of_the_column() -> None:
    whole_suit = "4o 5o 6o 7o 10o 11o rey de oros as de oros"
    assert hands(pa.array(["4o", whole_suit])) == ([1, 0xFF], [])
    assert hands(pa.array(["KD", "Q♥\N{VARIATION SELECTOR-16} AD"]), "french") == ([parse_hand("12o"), parse_hand("11c 1o")], [])


def test_arrow_text_without_offsets() -> None:
    nothing = pa.py_buffer(b"")
    assert hands(pa.StringArray.from_buffers(0, nothing, nothing)) == ([], [])


def test_a_missing_row_says_nothing_whatever_bytes_stand_there() -> None:
    offsets = pa.py_buffer(np.array([0, 1, 3], np.int32))
    column = pa.StringArray.from_buffers(2, offsets, pa.py_buffer(b"74o"), pa.py_buffer(b"\x02"))
    assert column.to_pylist() == [None, "4o"]
    assert hands(column) == ([0, 1], [(0, "hand is missing")])


def test_text_that_is_no_utf8() -> None:
    offsets = pa.py_buffer(np.array([0, 3, 5], np.int32))
    column = pa.StringArray.from_buffers(2, offsets, pa.py_buffer(b"4o\xff5o"))
    fault = (0, "b'4o\\xff' is no text in UTF-8")
    assert hands(column)[1] == [fault]
    assert list(read_cards({"card0": column}, "spanish")[1]) == [fault]
    assert next(read_trumps(column)[1]) == (0, f"trump {fault[1]}")


def test_a_column_of_nothing() -> None:
    assert hands(pa.nulls(2))[1] == [(0, "hand is missing"), (1, "hand is missing")]


@pytest.mark.parametrize("column", [pa.array([1.0]), pa.array([True]), pa.array([b"4o"]), pa.array([[1]])], ids=str)
def test_columns_that_hold_neither_hands_nor_trumps(column: pa.Array) -> None:
    with pytest.raises(ColumnTypeError, match=r"^column 'hand' is .*: hands are masks \(integers\) or card text$"):
        read_hands(column, "spanish")
    with pytest.raises(ColumnTypeError, match=r"^column 'trump' is .*: trumps are integers from -1 to 3 or names$"):
        read_trumps(column)


@pytest.mark.parametrize(
    "column",
    [
        pa.array([-1, 0, 3], pa.int8()),
        pa.array([-1, 0, 3], pa.int64()),
        pa.array(["none", "oros", "bastos"]),
        pa.array(["-1", " 0", "3"], pa.large_string()),
        pa.array(["None", "Diamonds", "CLUBS"]).dictionary_encode(),
    ],
    ids=str,
)
def test_trumps_of_every_kind(column: pa.Array) -> None:
    trumps, faults = read_trumps(column)
    assert trumps.dtype == np.int8
    assert trumps.tolist() == [-1, 0, 3]
    assert list(faults) == []


def test_trump_faults() -> None:
    _, faults = read_trumps(pa.array(["oros", None, "", "clovers", "4", "oros"]))
    missing = "trump is missing: write -1 or none for no trump"
    suits = "oros, copas, espadas, bastos (or diamonds, hearts, spades, clubs)"
    rest = f"is no trump: choose {suits}, 0 to 3 in that order, or none (-1)"
    assert list(faults) == [(1, missing), (2, missing), (3, f"trump 'clovers' {rest}"), (4, f"trump 4 {rest}")]
    _, faults = read_trumps(pa.array([0, None, 4, -2, 300]))
    assert list(faults) == [(1, missing), (2, f"trump 4 {rest}"), (3, f"trump -2 {rest}"), (4, f"trump 300 {rest}")]


def test_named_indices() -> None:
    assert named(np.array([1, 0, 1], np.int8), ["a", "b"]).to_pylist() == ["b", "a", "b"]


def cards(
    rows: list[list[object]], card_type: pa.DataType | None = None, deck: str = "spanish"
) -> tuple[list[int], list[tuple[int, str]]]:
    """Read rows of cards, each card of a row in a column of its own."""
    named_columns = {f"card{place}": pa.array(list(column), card_type) for place, column in enumerate(zip(*rows, strict=True))}
    masks, faults = read_cards(named_columns, deck)
    found = list(faults)
    return masks.tolist(), found


@pytest.mark.parametrize("card_type", [pa.string(), pa.large_string(), pa.dictionary(pa.int8(), pa.string())], ids=str)
def test_hands_with_a_column_a_card(card_type: pa.DataType) -> None:
    rows = [["12o", "12c"], ["rey de oros", None], ["", "1B"]]
    assert cards(rows, card_type) == ([parse_hand("12o 12c"), parse_hand("12o"), parse_hand("1b")], [])


@pytest.mark.parametrize("card_type", [pa.int8(), pa.uint8(), pa.uint32(), pa.int64()], ids=str)
def test_cards_by_their_bits(card_type: pa.DataType) -> None:
    assert cards([[0, 31], [8, None]], card_type) == ([1 | 1 << 31, 1 << 8], [])


def test_a_fault_of_every_kind_in_card_columns() -> None:
    rows = [["4o", "5o"], [None, ""], ["4o", "4O"], ["8o", "4o"], ["4o 5o", "6o"], ["4o", "12"], ["rey de oros", "12o"]]
    _, faults = cards(rows)
    unknown = "is no card of the spanish deck: ranks 4 5 6 7 10 11 12 1, suits o c e b, as in '12o' or 'rey de oros'"
    assert faults == [
        (1, "hand is missing"),
        (2, "card 4o stands twice, the second time in card1"),
        (3, f"'8o' {unknown}"),
        (4, "card0 '4o 5o' is more than one card"),
        (5, f"'12' {unknown}"),
        (6, "card 12o stands twice, the second time in card1"),
    ]
    _, faults = cards([[0, 1], [3, 3], [-1, 2], [32, 1], [None, None]])
    assert faults == [
        (1, "card 7o stands twice, the second time in card1"),
        (2, "card0 -1 is no card: a card is text, or an integer from 0 to 31"),
        (3, "card0 32 is no card: a card is text, or an integer from 0 to 31"),
        (4, "hand is missing"),
    ]


def test_faults_of_card_columns_are_told_in_the_cards_of_their_deck() -> None:
    masks, faults = cards([["KD", "7D"], ["K♦", "KD"], ["10♥", "0"]], deck="french")
    assert masks[0] == parse_hand("12o 4o")
    unknown = "is no card of the french deck: ranks 7 8 9 10 J Q K A, suits D H S C, as in 'KD' or '10♥'"
    assert faults == [(1, "card KD stands twice, the second time in card1"), (2, f"'0' {unknown}")]


def test_the_lowest_card_twice_is_a_fault() -> None:
    assert cards([[0, 0], [0, 31]])[1] == [(0, "card 4o stands twice, the second time in card1")]


def test_good_rows_of_card_columns_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that is looked at alone costs a thousand times as much: only bad ones and spelt-out cards are."""
    monkeypatch.setattr(columns, "_hand_of_cards", None)
    assert cards([["4o", "1b"], ["5c", None], ["", "6e"]]) == ([parse_hand("4o 1b"), parse_hand("5c"), parse_hand("6e")], [])
    assert cards([[0, 31], [9, None], [None, 1]]) == ([parse_hand("4o 1b"), parse_hand("5c"), parse_hand("5o")], [])


def test_card_columns_of_another_type() -> None:
    with pytest.raises(ColumnTypeError, match=r"^column 'card1' is double: a card is text, or an integer from 0 to 31$"):
        read_cards({"card0": pa.array([7]), "card1": pa.array([1.5])}, "spanish")


def test_a_trump_of_thousands_of_digits_is_a_fault_of_its_row() -> None:
    _, faults = read_trumps(pa.array(["0", "1" * 5000, "-" + "1" * 5000]))
    assert [row for row, _ in faults] == [1, 2]
