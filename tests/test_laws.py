"""Laws that hold for all hands, checked on examples that hypothesis makes up."""

from itertools import combinations, permutations

import numpy as np
import oracle
from hypothesis import example, given
from hypothesis import strategies as st

from solver import (
    CardError,
    DeclarationError,
    Rules,
    all_best_combinations,
    best_combination,
    format_hand,
    hand_points,
    parse_hand,
    read_declaration,
    score_hands,
    solve_hands,
)
from solver.cards import hand_mask, trump_index

WORTHY = [d.cards for d in oracle.declarations_in(oracle.DECK)]
DECK = sorted(oracle.DECK)
TRUMPS = st.sampled_from([None, 0, 1, 2, 3])
SUIT_ORDERS = list(permutations(range(4)))


@st.composite
def sets_of_cards(draw, most=8):
    """Return up to `most` cards, in a drawn order: some declarations, cut where they do not fit, and some cards at random."""
    cards = [card for declaration in draw(st.lists(st.sampled_from(WORTHY), max_size=3)) for card in sorted(declaration)]
    cards += draw(st.lists(st.sampled_from(DECK), max_size=most))
    return draw(st.permutations(list(dict.fromkeys(cards))[:most]))


HANDS = sets_of_cards()
LARGE_SETS = sets_of_cards(most=13)


def masks_of(cards):
    return [oracle.to_mask([card]) for card in cards]


def renamed(mask, suits):
    """Return the mask with suit s renamed to suits[s]."""
    return sum((mask >> 8 * suit & 0xFF) << 8 * suits[suit] for suit in range(4))


@given(cards=LARGE_SETS, trump=TRUMPS)
def test_the_best_combination_is_the_oracles(cards, trump):
    expected = oracle.best(frozenset(cards), oracle.TRUMPS[trump_index(trump) + 1])
    best = best_combination(masks_of(cards), trump)
    assert (best.points, best.belote) == (expected.points, expected.belote)
    assert [(d.kind, d.points, d.cards) for d in best.declarations] == [
        (d.kind, d.points, oracle.to_mask(d.cards)) for d in expected.declarations
    ]


VALUES = st.sampled_from([0, 20, 30, 50, 100, 150])


@given(
    cards=LARGE_SETS,
    trump=TRUMPS,
    runs=st.fixed_dictionaries(dict.fromkeys(range(3, 9), VALUES)),
    carres=st.fixed_dictionaries(dict.fromkeys(oracle.RANKS, VALUES)),
)
def test_the_best_combination_is_the_oracles_under_other_rules(cards, trump, runs, carres):
    expected = oracle.best(frozenset(cards), oracle.TRUMPS[trump_index(trump) + 1], runs, carres)
    rules = Rules(
        **{f"run_of_{length}": points for length, points in runs.items()},
        **{f"carre_of_{rank}": points for rank, points in carres.items()},
    )
    best = best_combination(masks_of(cards), trump, rules)
    assert [(d.points, d.cards) for d in best.declarations] == [(d.points, oracle.to_mask(d.cards)) for d in expected.declarations]


@given(cards=HANDS, trump=TRUMPS, shuffled=st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(cards, trump, shuffled):
    mixed = list(cards)
    shuffled.shuffle(mixed)
    texts = [" ".join(rank + suit for rank, suit in order) for order in (cards, mixed)]
    assert best_combination(texts[0], trump) == best_combination(texts[1], trump) == best_combination(masks_of(mixed), trump)


@given(cards=LARGE_SETS, trump=TRUMPS, suits=st.sampled_from(SUIT_ORDERS))
def test_renaming_suits_keeps_the_points(cards, trump, suits):
    mask = oracle.to_mask(cards)
    before = best_combination(mask, trump)
    after = best_combination(renamed(mask, suits), None if trump is None else suits[trump])
    assert (after.points, after.belote) == (before.points, before.belote)
    assert sorted(d.points for d in after.declarations) == sorted(d.points for d in before.declarations)


@given(cards=HANDS, suits=st.sampled_from(SUIT_ORDERS), trump=st.integers(-1, 3))
def test_renaming_suits_keeps_the_scores_in_bulk(cards, suits, trump):
    mask = oracle.to_mask(cards)
    before = score_hands(np.array([mask], dtype=np.uint32), trump)
    after = score_hands(np.array([renamed(mask, suits)], dtype=np.uint32), -1 if trump == -1 else suits[trump])
    for field in ("points", "belote", "strength"):
        assert getattr(after, field).tolist() == getattr(before, field).tolist()


@given(cards=LARGE_SETS, card=st.sampled_from(DECK), trump=TRUMPS)
def test_another_card_never_loses_points(cards, card, trump):
    fewer, more = best_combination(masks_of(cards), trump), best_combination(masks_of({*cards, card}), trump)
    assert more.points >= fewer.points
    assert more.belote >= fewer.belote


@given(cards=LARGE_SETS, trump=TRUMPS)
def test_the_trump_never_changes_the_points(cards, trump):
    assert best_combination(masks_of(cards), trump).points == best_combination(masks_of(cards)).points


@given(cards=LARGE_SETS, trump=TRUMPS)
def test_what_is_declared_is_disjoint_and_held_and_worth_its_points(cards, trump):
    mask = oracle.to_mask(cards)
    for best in all_best_combinations(mask, trump):
        assert all(declaration == read_declaration(declaration.cards) for declaration in best.declarations)
        assert all(declaration.cards & ~mask == 0 for declaration in best.declarations)
        assert all(a.cards & b.cards == 0 for a, b in combinations(best.declarations, 2))
        assert best.points == sum(declaration.points for declaration in best.declarations)
        strengths = [declaration.strength(trump) for declaration in best.declarations]
        assert strengths == sorted(strengths, reverse=True)


@given(hands=st.lists(HANDS, min_size=1, max_size=20), trump=st.integers(-1, 3))
def test_the_bulk_functions_agree_with_best_combination(hands, trump):
    masks = np.array([oracle.to_mask(cards) for cards in hands], dtype=np.uint32)
    best = [best_combination(int(mask), trump) for mask in masks]
    assert hand_points(masks).tolist() == [combination.points for combination in best]
    for scores in (score_hands(masks, trump), solve_hands(masks, trump)):
        assert scores.points.tolist() == [combination.points for combination in best]
        assert scores.belote.tolist() == [combination.belote for combination in best]
        assert scores.strength.tolist() == [max((d.strength(trump) for d in c.declarations), default=0) for c in best]
        assert scores.declared.tolist() == [[*(d.cards for d in c.declarations), 0, 0][:2] for c in best]


# Card text


@given(mask=st.integers(0, 2**32 - 1), deck=st.sampled_from(["spanish", "french"]))
def test_text_round_trips(mask, deck):
    assert parse_hand(format_hand(mask, deck), deck) == mask
    assert parse_hand(format_hand(mask, deck).upper().replace(" ", " , "), deck) == mask


@given(mask=st.integers(0, 2**32 - 1), separators=st.lists(st.sampled_from([" ", ",", ", ", "\t", "\n"]), min_size=32))
def test_names_round_trip(mask, separators):
    names = {"10": "sota", "11": "caballo", "12": "rey", "1": "as"}
    suits = {"o": "oros", "c": "copas", "e": "espadas", "b": "bastos"}
    written = [f"{names.get(card[:-1], card[:-1])} de {suits[card[-1]]}" for card in format_hand(mask).split()]
    text = "".join(card + separator for card, separator in zip(written, separators, strict=False))
    assert parse_hand(text) == mask


PIECES = [*"4oceb1KD♥ ,0-\x00İß\uff11", "10", "12", "de", "rey", "oros"]
AWKWARD_TEXT = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(PIECES), max_size=12).map("".join))


@given(text=AWKWARD_TEXT, deck=st.sampled_from(["spanish", "french"]))
@example(text="\ud800", deck="spanish")
@example(text="de de de", deck="spanish")
def test_awkward_text_is_read_or_refused_with_a_card_error(text, deck):
    try:
        mask = parse_hand(text, deck)
    except CardError as refusal:
        assert len(str(refusal)) < 400  # noqa: PT017 - text that can be read raises nothing
    else:
        assert parse_hand(format_hand(mask, deck), deck) == mask


AWKWARD = st.one_of(
    *(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.binary(max_size=4)),
    st.lists(AWKWARD_TEXT, max_size=3),
)


@given(value=AWKWARD)
def test_awkward_values_are_read_or_refused_with_the_packages_errors(value):
    for call in (hand_mask, trump_index, format_hand, parse_hand, read_declaration, best_combination):
        try:
            call(value)
        except (CardError, DeclarationError) as refusal:
            assert len(str(refusal)) < 600  # noqa: PT017 - values that can be read raise nothing
