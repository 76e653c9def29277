"""Card text in both decks, masks, hands and trumps."""

import numpy as np
import oracle
import pytest

import solver
from solver import CardError, Suit, format_hand, parse_hand
from solver.cards import Deck, _deck, cards_in, count_of_cards, hand_mask, rank_of, shown, suit_of, trump_index, trump_text

SPANISH_RANKS = ("4", "5", "6", "7", "10", "11", "12", "1")
FRENCH_RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
RANK_NAMES = {"10": "sota", "11": "caballo", "12": "rey", "1": "as"}
SUITS = (("o", "oros", "D", "♦"), ("c", "copas", "H", "♥"), ("e", "espadas", "S", "♠"), ("b", "bastos", "C", "♣"))
CARDS = [(suit, rank) for suit in range(4) for rank in range(8)]


def bit(suit: int, rank: int) -> int:
    return 2 ** (8 * suit + rank)


def test_suits_stand_in_order():
    assert [(suit.name, suit.value) for suit in Suit] == [("OROS", 0), ("COPAS", 1), ("ESPADAS", 2), ("BASTOS", 3)]


@pytest.mark.parametrize(("suit", "rank"), CARDS)
def test_every_card_reads_and_writes(suit, rank):
    letter, name, french_letter, symbol = SUITS[suit]
    mask = bit(suit, rank)
    spanish, french = SPANISH_RANKS[rank] + letter, FRENCH_RANKS[rank] + french_letter
    assert parse_hand(spanish) == parse_hand(spanish.upper()) == mask
    assert parse_hand(f"{SPANISH_RANKS[rank]} de {name}") == mask
    assert parse_hand(f"{SPANISH_RANKS[rank]} de {name.removesuffix('s')}") == mask
    if SPANISH_RANKS[rank] in RANK_NAMES:
        assert parse_hand(f"{RANK_NAMES[SPANISH_RANKS[rank]]} de {name}") == mask
        assert parse_hand(f"{RANK_NAMES[SPANISH_RANKS[rank]]} de {name}".upper()) == mask
    assert parse_hand(french, deck="french") == parse_hand(french.lower(), deck="french") == mask
    assert parse_hand(FRENCH_RANKS[rank] + symbol, deck="french") == mask
    assert format_hand(mask) == spanish
    assert format_hand(mask, deck="french") == french
    assert (suit_of(mask), rank_of(mask)) == (suit, rank)
    assert oracle.to_mask(oracle.read(spanish)) == mask


@pytest.mark.parametrize(
    "text",
    ["4o 12c 1b", "1b,12c,4o", " 12C ,  4O,1B ", "4o\n12c\t1b", "cuatro de oros, rey de copas as de bastos", "1b,,4o, ,12c,"],
)
def test_order_case_and_separators_do_not_matter(text):
    assert parse_hand(text) == bit(0, 0) | bit(1, 6) | bit(3, 7)


@pytest.mark.parametrize("text", ["", "   ", ",", " , ,\n"])
def test_no_text_is_no_card(text):
    assert parse_hand(text) == 0
    assert parse_hand(text, deck="french") == 0
    assert format_hand(0) == ""


def test_the_same_text_names_different_cards_in_the_two_decks():
    assert parse_hand("7c") == bit(1, 3)
    assert parse_hand("7c", deck="french") == bit(3, 0)
    assert parse_hand("10c") == bit(1, 4)
    assert parse_hand("10c", deck="french") == bit(3, 3)


def test_emoji_suits_are_read():
    assert parse_hand("K♥️", deck="french") == bit(1, 6)


def test_the_whole_deck_is_written_in_order():
    whole = " ".join(rank + suit[0] for suit in SUITS for rank in SPANISH_RANKS)
    assert format_hand(2**32 - 1) == whole
    assert parse_hand(whole) == 2**32 - 1
    assert list(cards_in(2**32 - 1)) == [bit(suit, rank) for suit, rank in CARDS]


@pytest.mark.parametrize(
    ("text", "deck", "piece"),
    [
        ("4o 8o", "spanish", "8o"),
        ("9c", "spanish", "9c"),
        ("13o", "spanish", "13o"),
        ("4o5o", "spanish", "4o5o"),
        ("4o x", "spanish", "x"),
        ("o4", "spanish", "o4"),
        ("12", "spanish", "12"),
        ("rey", "spanish", "rey"),
        ("rey de", "spanish", "rey"),
        ("rey de corazones", "spanish", "rey de corazones"),
        ("reina de oros", "spanish", "reina de oros"),
        ("12o 12♦", "spanish", "12♦"),
        ("KD", "spanish", "KD"),
        ("1D", "french", "1D"),
        ("12o", "french", "12o"),
        ("6H", "french", "6H"),
        ("10H D♠", "french", "D♠"),
        ("VH", "french", "VH"),
        ("RH", "french", "RH"),
        ("rey de oros", "french", "rey de oros"),
    ],
)
def test_text_that_is_no_card_is_refused_by_its_piece(text, deck, piece):
    with pytest.raises(CardError) as refusal:
        parse_hand(text, deck=deck)
    assert repr(piece) in str(refusal.value)
    assert deck in str(refusal.value)


NO_SPANISH_CARD = "is no card of the spanish deck: ranks 4 5 6 7 10 11 12 1, suits o c e b, as in '12o' or 'rey de oros'"
NO_FRENCH_CARD = "is no card of the french deck: ranks 7 8 9 10 J Q K A, suits D H S C, as in 'KD' or '10♥'"


@pytest.mark.parametrize(
    ("text", "deck", "message"),
    [
        ("4o 8o", "spanish", f"'8o' {NO_SPANISH_CARD}"),
        ("KD", "spanish", f"'KD' {NO_SPANISH_CARD}; it is one of the french deck"),
        ("rey de oros", "french", f"'rey de oros' {NO_FRENCH_CARD}; it is one of the spanish deck"),
        (None, "spanish", "card text is a str, not NoneType: None"),
        (["4o"], "spanish", "card text is a str, not list: ['4o']"),
    ],
)
def test_what_is_wrong_with_text_is_told_in_full(text, deck, message):
    with pytest.raises(CardError) as refusal:
        parse_hand(text, deck=deck)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("text", "deck", "piece"),
    [("4o 5o 4o", "spanish", "4o"), ("12c rey de copas", "spanish", "rey de copas"), ("K♥ 8S KH", "french", "KH")],
)
def test_a_card_twice_is_refused(text, deck, piece):
    with pytest.raises(CardError, match="twice") as refusal:
        parse_hand(text, deck=deck)
    assert repr(piece) in str(refusal.value)


def test_a_deck_knows_every_spelling_of_its_cards():
    bits = {"xo": bit(0, 0), "yo": bit(0, 1), "xc": bit(1, 0), "yc": bit(1, 1), "x♦": bit(0, 0), "y♦": bit(0, 1)}
    assert _deck("small", ("X", "y"), ("o", "C"), ("♦",), "'xo'") == Deck(
        name="small", ranks=("X", "y"), suits=("o", "C"), symbols=("♦",), card_bits=bits, example="'xo'"
    )


@pytest.mark.parametrize("deck", ["German", "", "Spanish", None, 3, ["french"]])
def test_an_unknown_deck_is_refused(deck):
    for call in (lambda: parse_hand("4o", deck=deck), lambda: format_hand(1, deck=deck), lambda: hand_mask("4o", deck)):
        with pytest.raises(CardError, match=r"deck.*'spanish' or 'french'"):
            call()


@pytest.mark.parametrize("text", [None, 5, b"4o", ["4o"]])
def test_card_text_is_a_str(text):
    with pytest.raises(CardError, match="str"):
        parse_hand(text)


def test_a_long_text_is_cut_in_the_message():
    with pytest.raises(CardError) as refusal:
        parse_hand("x" * 100_000)
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize("mask", [-1, 2**32, 2**70, 1.0, "4o", None, True, np.array([1, 2])])
def test_what_is_no_mask_is_refused(mask):
    with pytest.raises(CardError, match="mask"):
        format_hand(mask)


@pytest.mark.parametrize(
    "hand",
    [
        "12o 11o",
        ["12o", "11o"],
        ("11o", "rey de oros"),
        pytest.param({"12o", "11o"}, id="a set"),
        [bit(0, 6), "11o"],
        [np.uint32(bit(0, 6)), bit(0, 5)],
        np.array([bit(0, 6), bit(0, 5)], dtype=np.uint32),
        bit(0, 6) + bit(0, 5),
        np.uint32(bit(0, 6) + bit(0, 5)),
        np.array(bit(0, 6) + bit(0, 5)),
    ],
    ids=repr,
)
def test_a_hand_is_a_mask_or_text_or_cards(hand):
    assert hand_mask(hand) == bit(0, 6) + bit(0, 5)
    assert type(hand_mask(bit(0, 6))) is int


def test_a_hand_is_read_from_an_iterator():
    assert hand_mask(iter(["12o", "11o"])) == bit(0, 6) + bit(0, 5)


def test_a_hand_in_french_text():
    assert hand_mask("KD QD", "french") == hand_mask(["KD", "Q♦"], "french") == hand_mask("12o 11o")


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        (["12o 11o"], "not one card"),
        ([""], "not one card"),
        ([3], "not one card"),
        ([0], "not one card"),
        (["12o", bit(0, 6)], "12o stands twice"),
        (["12o", None], "NoneType"),
        ([["12o"]], "list"),
        ([-1], "-1"),
        (np.array([3]), "not one card"),
        (np.array([1.0]), "float"),
        (None, "NoneType"),
        (1.5, "float"),
        (True, "bool"),
        (2**32, "4294967296"),
        ("8o", "8o"),
    ],
    ids=repr,
)
def test_what_is_no_hand_is_refused(hand, reason):
    with pytest.raises(CardError, match=reason):
        hand_mask(hand)


def test_what_is_wrong_with_a_hand_is_told_in_full():
    for hand, deck, message in (
        (b"4o", "spanish", "b'4o' is no hand: a hand is a mask, card text, or an iterable of cards"),
        (["12o 11o"], "spanish", "'12o 11o' is not one card"),
        (["KD", "K♦"], "french", "card KD stands twice"),
    ):
        with pytest.raises(CardError) as refusal:
            hand_mask(hand, deck)
        assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("trump", "index"),
    [
        (None, -1), (-1, -1), ("none", -1), (np.int8(-1), -1),
        (0, 0), (Suit.OROS, 0), ("oros", 0), ("OROS", 0), (np.int64(0), 0),
        (1, 1), (Suit.COPAS, 1), ("Copas", 1), ("espadas", 2), (3, 3), (Suit.BASTOS, 3), ("bastos", 3), (np.uint8(3), 3),
    ],
)  # fmt: skip
def test_trumps(trump, index):
    assert trump_index(trump) == index
    assert type(trump_index(trump)) is int


@pytest.mark.parametrize("trump", [4, -2, 1.0, True, False, "", "o", "oros copas", "gold", b"oros", [0], np.array([0, 1]), 10**30])
def test_what_is_no_trump_is_refused(trump):
    with pytest.raises(CardError, match="is no trump: choose oros, copas, espadas, bastos"):
        trump_index(trump)


@pytest.mark.parametrize(("index", "text"), [(-1, None), (0, "oros"), (1, "copas"), (2, "espadas"), (3, "bastos")])
def test_a_trump_is_written_so_that_it_reads_back(index, text):
    assert trump_text(index) == text
    assert trump_index(text) == index


# What messages show


@pytest.mark.parametrize(("number", "text"), [(0, "no cards"), (1, "1 card"), (2, "2 cards"), (8, "8 cards")])
def test_a_number_of_cards_is_told_in_words(number, text):
    assert count_of_cards(number) == text


def test_what_a_message_shows_is_one_line_cut_in_its_middle():
    assert shown("two\nlines") == r"'two\nlines'"
    assert shown(np.array([[1], [2]])) == "array([[1], [2]])"
    assert shown("x" * 70) == f"'{'x' * 70}'"
    assert shown("x" * 71) == f"'{'x' * 33}...{'x' * 34}'"


def test_a_huge_integer_is_shown_by_its_size():
    assert shown(2**256 - 1) == "1157920892373161954235709850086879...84665640564039457584007913129639935"
    assert shown(2**256) == shown(-(2**256)) == "an integer of 257 bits"


def test_errors_are_value_errors():
    assert issubclass(solver.CardError, ValueError)
    assert issubclass(solver.DeclarationError, ValueError)
