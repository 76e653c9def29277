"""The catalogue, single declarations, their strength, and the order within a combination."""

import dataclasses
import pickle
from itertools import pairwise, product

import numpy as np
import oracle
import pytest
from declaration_twins import ALL, INDEX_OF, PAIRS, declared, ours

from solver import CardError, Combination, DeclarationError, Rules, contest, parse_hand, read_declaration
from solver.catalogue import catalogue
from solver.declarations import declarations_of, preference, strongest_first

# The catalogue


def test_there_are_84_suivis_and_6_carres():
    kinds = [declaration.kind for declaration in declarations_of().values()]
    assert (kinds.count("suivi"), kinds.count("carre"), len(kinds)) == (84, 6, 90)


def test_the_catalogue_is_the_oracles():
    found = {(d.kind, d.points, mask) for mask, d in declarations_of().items()}
    assert found == {(d.kind, d.points, oracle.to_mask(d.cards)) for d in ALL}


@pytest.mark.parametrize("declaration", ALL, ids=lambda d: f"{d.kind}-{oracle.to_mask(d.cards):08x}")
def test_every_declaration_reads(declaration):
    read = read_declaration(oracle.to_mask(declaration.cards))
    assert read == read_declaration(" ".join(rank + suit for rank, suit in declaration.cards))
    assert read == read_declaration([rank + suit for rank, suit in declaration.cards])
    assert (read.kind, read.points, read.cards) == (declaration.kind, declaration.points, oracle.to_mask(declaration.cards))
    assert read.length == len(declaration.cards)
    assert read.top == oracle.top(declaration)
    assert read.suit == (INDEX_OF[oracle.suit(declaration)] if declaration.kind == "suivi" else None)
    assert str(read) == f"{'Suivi' if declaration.kind == 'suivi' else 'Carré'} {declaration.points}"


def test_the_catalogue_as_arrays():
    arrays = catalogue()
    assert (arrays.masks.dtype, arrays.masks.shape) == (np.uint32, (90,))
    assert (arrays.points.dtype, arrays.points.shape) == (np.uint16, (90,))
    assert (arrays.strength.dtype, arrays.strength.shape) == (np.uint16, (5, 90))
    for at, declaration in enumerate(declarations_of().values()):
        assert arrays.declarations[at] == declaration
        assert (arrays.masks[at], arrays.points[at]) == (declaration.cards, declaration.points)
        assert arrays.strength[:, at].tolist() == [declaration.strength(trump) for trump in (None, 0, 1, 2, 3)]


def test_the_catalogue_of_other_rules():
    rules = Rules(carre_of_6=0, carre_of_4=10, run_of_3=0)
    assert len(catalogue(rules).masks) == 90 - 1 + 1 - 24
    assert 0 not in catalogue(rules).points
    assert parse_hand("4o 4c 4e 4b") in catalogue(rules).masks
    assert parse_hand("6o 6c 6e 6b") not in catalogue(rules).masks
    assert catalogue(rules) is catalogue(Rules(carre_of_6=0, carre_of_4=10, run_of_3=0))


def test_the_catalogue_does_not_change():
    with pytest.raises(TypeError, match="does not support item assignment"):
        declarations_of()[0] = None
    for array in (catalogue().masks, catalogue().points, catalogue().strength):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_french_text_reads():
    assert read_declaration("JD JH JS JC", deck="french") == read_declaration("10o 10c 10e 10b")


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("", "no cards"),
        ("4o", "at least 3"),
        ("4o 5o", "at least 3"),
        ("4o 4c 4e 4b", "Carré of 4s is worth nothing"),
        ("5o 5c 5e 5b", "Carré of 5s is worth nothing"),
        ("1o 4o 5o", "follow one another"),
        ("12o 1o 4o", "follow one another"),
        ("4o 5o 7o", "follow one another"),
        ("4o 5o 6o 10o 11o 12o", "follow one another"),
        ("4o 5o 6c", "neither"),
        ("6o 6c 6e", "neither"),
        ("6o 6c 6e 6b 7b", "neither"),
        ("4o 5o 6o 4c 5c 6c", "neither"),
    ],
)
def test_cards_that_are_no_declaration_are_refused(cards, reason):
    with pytest.raises(DeclarationError, match=reason):
        read_declaration(cards)


def test_cards_that_are_no_declaration_are_told_why():
    with pytest.raises(DeclarationError) as run:
        read_declaration("8D JD QD", deck="french")
    assert str(run.value) == "8D JD QD: the cards of a Suivi follow one another: 7 8 9 10 J Q K A, and the A is not next to the 7"
    with pytest.raises(DeclarationError) as none:
        read_declaration("")
    assert str(none.value) == "no cards: a declaration has at least 3 cards"
    with pytest.raises(DeclarationError) as neither:
        read_declaration("6o 6c 6e")
    assert str(neither.value) == (
        "6o 6c 6e: neither a Suivi (neighbouring cards of one suit) nor a Carré (all four cards of one rank)"
    )


def test_cards_that_cannot_be_read_are_card_errors():
    for cards in ("4o 5o 8o", "4o 4o 5o", -1, None):
        with pytest.raises(CardError):
            read_declaration(cards)


def test_rules_decide_what_is_a_declaration():
    assert read_declaration("4o 4c 4e 4b", Rules(carre_of_4=30)).points == 30
    assert read_declaration("4o 5o 6o", Rules(run_of_3=30)).points == 30
    with pytest.raises(DeclarationError, match="Carré of 6s is worth nothing"):
        read_declaration("6o 6c 6e 6b", Rules(carre_of_6=0))
    with pytest.raises(DeclarationError, match="Suivi of 3 cards is worth nothing"):
        read_declaration("4o 5o 6o", Rules(run_of_3=0))


def test_declarations_are_values():
    one, two = declared("6c 7c 10c 11c", ["11c", "10c", "7c", "6c"])
    assert one == two
    assert hash(one) == hash(two)
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301 - pickled on this line
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.points = 1000


# The comparison


@pytest.mark.parametrize("trump", oracle.TRUMPS)
def test_strength_orders_every_pair_as_the_oracle_compares(trump):
    strengths = {d.cards: ours(d)[0].strength(INDEX_OF[trump]) for d in ALL}
    for a, b in PAIRS:
        ahead = strengths[a.cards] - strengths[b.cards]
        assert oracle.compare(a, b, trump) == ("a" if ahead > 0 else "b" if ahead < 0 else None), (a, b)


@pytest.mark.parametrize(
    ("cards", "trump", "fields"),
    [
        ("10e 11e 12e", None, (1, 0, 2, 6, 0)),
        ("10e 11e 12e", "espadas", (1, 0, 2, 6, 1)),
        ("4o 5o 6o 7o 10o 11o 12o 1o", "oros", (3, 0, 7, 7, 1)),
        ("12o 12c 12e 12b", "oros", (3, 1, 0, 6, 0)),
        ("10o 10c 10e 10b", None, (5, 1, 0, 4, 0)),
    ],
)
def test_the_fields_of_a_strength(cards, trump, fields):
    """Value among the rules' five, Carré, cards less one, top rank, in trumps: files hold these numbers."""
    value, carre, length, top, in_trumps = fields
    assert read_declaration(cards).strength(trump) == value * 256 + carre * 128 + length * 16 + top * 2 + in_trumps


def test_strength_is_a_positive_int_of_16_bits():
    for declaration, trump in product(declarations_of().values(), (None, 0, 1, 2, 3)):
        assert type(declaration.strength(trump)) is int
        assert 0 < declaration.strength(trump) < 2**16


@pytest.mark.parametrize("trump", ["oros", "Copas", 2, 3, None])
def test_strength_takes_any_spelling_of_the_trump(trump):
    run = read_declaration("4c 5c 6c")
    assert (run.strength(trump) > run.strength()) is (trump == "Copas")


def test_strength_refuses_what_is_no_trump():
    for declaration in declared("4c 5c 6c", "10o 10c 10e 10b"):
        for trump in (4, -2, "gold"):
            with pytest.raises(CardError, match="no trump"):
                declaration.strength(trump)


@pytest.mark.parametrize(
    ("better", "worse", "trump", "why"),
    [
        ("4o 5o 6o 7o", "11c 12c 1c", None, "more points"),
        ("10o 10c 10e 10b", "6o 6c 6e 6b", None, "more points"),
        ("6o 6c 6e 6b", "1o 1c 1e 1b", None, "more points"),
        ("7o 7c 7e 7b", "10c 11c 12c 1c", "copas", "more points"),
        ("7o 7c 7e 7b", "4c 5c 6c", "copas", "more points"),
        ("11o 11c 11e 11b", "4c 5c 6c 7c 10c", "copas", "at equal points the Carré"),
        ("4c 5c 6c 7c 10c 11c", "7o 10o 11o 12o 1o", "oros", "the longer"),
        ("7o 10o 11o 12o 1o", "6c 7c 10c 11c 12c", "copas", "the higher top card"),
        ("7c 10c 11c", "6o 7o 10o", "oros", "the higher top card"),
        ("7c 10c 11c", "7o 10o 11o", "copas", "in trumps"),
        ("7o 10o 11o", "7c 10c 11c", "oros", "in trumps"),
        ("1o 1c 1e 1b", "12o 12c 12e 12b", None, "the higher rank"),
        ("12o 12c 12e 12b", "11o 11c 11e 11b", None, "the higher rank"),
        ("11o 11c 11e 11b", "7o 7c 7e 7b", None, "the higher rank"),
    ],
)
def test_each_sentence_of_the_comparison(better, worse, trump, why):
    one, two = declared(better, worse)
    assert one.strength(trump) > two.strength(trump), why
    assert contest([one], [two], trump).winner == 0, why
    assert contest([two], [one], trump).winner == 1, why


# The order within a combination


def test_strongest_first_and_equals_by_suit():
    found = declared("7b 10b 11b", "7c 10c 11c", "7o 10o 11o", "4e 5e 6e 7e", "12o 12c 12e 12b")
    expected = declared("12o 12c 12e 12b", "4e 5e 6e 7e", "7o 10o 11o", "7c 10c 11c", "7b 10b 11b")
    assert strongest_first(found) == tuple(expected)
    assert strongest_first(found, "bastos") == (*expected[:2], expected[4], *expected[2:4])


def test_combinations_are_preferred_by_points_then_strength_then_suits():
    ranked = [
        [],
        declared("11o 12o 1o"),
        declared("5c 6c 7c", "5e 6e 7e"),
        declared("7e 10e 11e", "4c 5c 6c"),
        declared("7c 10c 11c", "4o 5o 6o"),
        declared("7o 10o 11o", "4b 5b 6b"),
        declared("4e 5e 6e 7e"),
    ]
    strengths = {declaration: declaration.strength() for combination in ranked for declaration in combination}
    for worse, better in pairwise(ranked):
        assert preference(worse, strengths) < preference(better, strengths), (worse, better)


def test_a_combination_adds_up():
    combination = Combination(tuple(declared("12o 12c 12e 12b", "4o 5o 6o")), 20)
    assert (combination.points, combination.belote, combination.total) == (120, 20, 140)
    assert (Combination((), 0).points, Combination((), 0).total) == (0, 0)
    assert pickle.loads(pickle.dumps(combination)) == combination  # noqa: S301 - pickled on this line
    with pytest.raises(dataclasses.FrozenInstanceError):
        combination.belote = 0
