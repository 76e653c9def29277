"""The optimiser: worked values under the README's rules, all best combinations, large sets, other rules, the memo."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import oracle
import pytest

from solver import (
    CardError,
    Combination,
    Rules,
    Suit,
    all_best_combinations,
    best_combination,
    optimum,
    parse_hand,
    read_declaration,
)
from solver.cards import FULL_DECK

TRUMPS = (None, 0, 1, 2, 3)
CARRE_OR_SUIVI = [
    *(("7", f"7o 7c 7e 7b 5{s} 6{s} 10{s} 11{s}") for s in "oceb"),
    *(("11", f"11o 11c 11e 11b 7{s} 10{s} 12{s} 1{s}") for s in "oceb"),
]


def declared(*texts, rules=None):
    return tuple(read_declaration(text) if rules is None else read_declaration(text, rules) for text in texts)


# Values


@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize(
    ("cards", "expected", "points"),
    [
        ("12o 12c 12e 12b 10o 11o", ["12o 12c 12e 12b"], 100),
        ("12o 12c 12e 12b 6c 7c 10c 11c", ["12o 12c 12e 12b", "6c 7c 10c 11c"], 150),
        ("6o 6c 6e 6b 7c 10c 11c 12c", ["6o 6c 6e 6b", "7c 10c 11c 12c"], 200),
        ("7o 7c 7e 7b 5c 6c 10c 11c", ["7o 7c 7e 7b"], 100),
        ("4o 5o 6o 7o 10o 11o 12o 1o", ["7o 10o 11o 12o 1o", "4o 5o 6o"], 120),
        ("10o 10c 10e 10b 6o 6c 6e 6b", ["10o 10c 10e 10b", "6o 6c 6e 6b"], 350),
        ("4o 4c 4e 4b 5o 6o 1c 1b", ["4o 5o 6o"], 20),
        ("1o 4o 5o", [], 0),
        ("1o 4o 5o 12c 4c 6e 7e 11b", [], 0),
    ],
)
def test_worked_values(cards, expected, points, trump):
    best = best_combination(cards, trump)
    assert best.declarations == declared(*expected)
    assert best.points == points
    pair = trump is not None and {f"11{'oceb'[trump]}", f"12{'oceb'[trump]}"} <= set(cards.split())
    assert best.belote == (20 if pair else 0)
    assert best.total == points + best.belote


@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize(("rank", "cards"), CARRE_OR_SUIVI)
def test_a_carre_goes_before_a_suivi_of_the_same_points(rank, cards, trump):
    assert best_combination(cards, trump).declarations == declared(f"{rank}o {rank}c {rank}e {rank}b")


@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize("suit", "oceb")
def test_a_run_of_eight_is_declared_as_the_upper_five_and_the_lower_three(suit, trump):
    best = best_combination(" ".join(rank + suit for rank in oracle.RANKS), trump)
    assert best.declarations == declared(f"7{suit} 10{suit} 11{suit} 12{suit} 1{suit}", f"4{suit} 5{suit} 6{suit}")


def test_equal_runs_stand_in_the_order_of_the_suits_trumps_first():
    hand = "7b 10b 11b 7c 10c 11c"
    assert best_combination(hand).declarations == declared("7c 10c 11c", "7b 10b 11b")
    assert best_combination(hand, "bastos").declarations == declared("7b 10b 11b", "7c 10c 11c")


def test_no_cards_are_worth_nothing():
    for hand in (0, "", (), []):
        assert best_combination(hand, "oros") == Combination((), 0)
        assert all_best_combinations(hand, "oros") == (Combination((), 0),)


def test_belote_alone():
    for trump in TRUMPS:
        assert best_combination("11c 12c 4o", trump) == Combination((), 20 if trump == 1 else 0)
    assert best_combination("11c 4o", "copas").belote == 0
    assert best_combination("12c 4o", "copas").belote == 0


def test_belote_shares_its_cards_with_a_suivi_and_with_a_carre():
    assert best_combination("10o 11o 12o", "oros") == Combination(declared("10o 11o 12o"), 20)
    both = "11o 11c 11e 11b 12o 12c 12e 12b"
    assert best_combination(both, "oros") == Combination(declared("12o 12c 12e 12b", "11o 11c 11e 11b"), 20)


@pytest.mark.parametrize(
    "hand",
    [
        "10o 11o 12o 4b",
        "4b,REY de oros, 11o 10O",
        ["10o", "11o", "12o", "4b"],
        pytest.param({"4b", "12o", "11o", "10o"}, id="a set"),
        parse_hand("10o 11o 12o 4b"),
        np.uint32(parse_hand("10o 11o 12o 4b")),
        np.array([parse_hand(card) for card in ("4b", "12o", "11o", "10o")], dtype=np.uint32),
    ],
    ids=repr,
)
@pytest.mark.parametrize("trump", ["oros", "Oros", 0, Suit.OROS, np.int8(0)])
def test_any_way_to_write_a_hand_and_a_trump(hand, trump):
    assert best_combination(hand, trump) == Combination(declared("10o 11o 12o"), 20)


def test_french_text():
    for best in (best_combination("JD QD KD", "diamonds", deck="french"), all_best_combinations("JD QD KD", 0, deck="french")[0]):
        assert best == best_combination("10o 11o 12o", "oros")


@pytest.mark.parametrize(("hand", "trump"), [("8o", None), ("4o 4o", None), (-1, None), (2**32, None), ("4o", 4), ("4o", "gold")])
def test_what_cannot_be_read_is_refused(hand, trump):
    for best in (best_combination, all_best_combinations):
        with pytest.raises(CardError):
            best(hand, trump)


# All best combinations


@pytest.mark.parametrize("trump", TRUMPS)
def test_all_best_combinations_are_the_oracles(random_hands, trump):
    for hand in random_hands[1:400:2].tolist():
        expected = oracle.all_best(oracle.from_mask(hand), oracle.TRUMPS[0 if trump is None else trump + 1])
        found = all_best_combinations(hand, trump)
        assert [[d.cards for d in combination.declarations] for combination in found] == [
            [oracle.to_mask(d.cards) for d in combination.declarations] for combination in expected
        ]
        assert found[0] == best_combination(hand, trump)
        assert {combination.belote for combination in found} == {expected[0].belote}


def test_all_best_combinations_of_a_tie():
    carre, suivi = all_best_combinations("7o 7c 7e 7b 5c 6c 10c 11c")
    assert carre.declarations == declared("7o 7c 7e 7b")
    assert suivi.declarations == declared("5c 6c 7c 10c 11c")


@pytest.mark.parametrize("trump", [None, 1, 3])
def test_all_best_combinations_of_ties_in_two_suits(trump):
    """Two runs of six, each worth 100 whole and as its upper or lower five: nine combinations, many of equal strengths."""
    cards = oracle.read("4c 5c 6c 7c 10c 11c 4b 5b 6b 7b 10b 11b")
    expected = oracle.all_best(cards, oracle.TRUMPS[0 if trump is None else trump + 1])
    found = all_best_combinations(oracle.to_mask(cards), trump)
    assert len(found) == 9
    assert [[d.cards for d in combination.declarations] for combination in found] == [
        [oracle.to_mask(d.cards) for d in combination.declarations] for combination in expected
    ]


# More cards than a hand, other rules


@pytest.mark.parametrize("trump", TRUMPS)
def test_the_whole_deck(trump):
    best = best_combination(FULL_DECK, trump)
    ranks = ("10", "6", "1", "12", "11", "7")
    assert best.declarations == declared(*(f"{rank}o {rank}c {rank}e {rank}b" for rank in ranks))
    assert (best.points, best.belote) == (750, 0 if trump is None else 20)
    assert all_best_combinations(FULL_DECK, trump) == (best,)


NO_CARRES = Rules(carre_of_6=0, carre_of_7=0, carre_of_10=0, carre_of_11=0, carre_of_12=0, carre_of_1=0)


def test_the_whole_deck_without_carres():
    best = best_combination(FULL_DECK, "espadas", NO_CARRES)
    assert best.points == 480
    assert [d.cards for d in best.declarations] == [
        *(parse_hand(" ".join(rank + suit for rank in ("7", "10", "11", "12", "1"))) for suit in "eocb"),
        *(parse_hand(" ".join(rank + suit for rank in ("4", "5", "6"))) for suit in "eocb"),
    ]
    found = all_best_combinations(FULL_DECK, "espadas", NO_CARRES)
    assert len(set(found)) == len(found) == 16
    assert found[0] == best


def test_large_sets_are_the_oracles(random_hands):
    for first, second in zip(random_hands[1:60:2].tolist(), random_hands[3:62:2].tolist(), strict=True):
        cards = oracle.from_mask(first | second)
        for trump in (None, 1):
            expected = oracle.best(cards, oracle.TRUMPS[0 if trump is None else 2])
            best = best_combination(first | second, trump)
            assert [d.cards for d in best.declarations] == [oracle.to_mask(d.cards) for d in expected.declarations]


@pytest.mark.parametrize(
    ("rules", "cards", "expected", "points"),
    [
        (Rules(run_of_3=30), "4o 5o 6o", ["4o 5o 6o"], 30),
        (Rules(run_of_3=30), "4o 5o 6o 7o 10o 11o", ["4o 5o 6o 7o 10o 11o"], 100),
        (Rules(run_of_3=30), "4o 5o 6o 7o 10o 11o 12o 1o", ["7o 10o 11o 12o 1o", "4o 5o 6o"], 130),
        (Rules(run_of_3=60), "4o 5o 6o 7o 10o 11o", ["7o 10o 11o", "4o 5o 6o"], 120),
        (Rules(carre_of_6=0), "6o 6c 6e 6b 7c 10c 11c 12c", ["6c 7c 10c 11c 12c"], 100),
        (Rules(carre_of_6=0), "6o 6c 6e 6b 7c 10c", ["6c 7c 10c"], 20),
        (Rules(carre_of_6=0), "10o 10c 10e 10b 6o 6c 6e 6b", ["10o 10c 10e 10b"], 200),
        (Rules(carre_of_4=10), "4o 4c 4e 4b 5o 6o", ["4o 5o 6o"], 20),
        (Rules(carre_of_4=30), "4o 4c 4e 4b 5o 6o", ["4o 4c 4e 4b"], 30),
        (Rules(carre_of_4=20), "4o 4c 4e 4b 5o 6o", ["4o 4c 4e 4b"], 20),
        (Rules(run_of_6=150), "4o 5o 6o 7o 10o 11o 12o 1o", ["6o 7o 10o 11o 12o 1o"], 150),
        (Rules(run_of_3=0, run_of_4=0), "4o 5o 6o 7o", [], 0),
        (Rules(run_of_8=300), "4o 5o 6o 7o 10o 11o 12o 1o", ["4o 5o 6o 7o 10o 11o 12o 1o"], 300),
    ],
)
def test_other_rules(rules, cards, expected, points):
    best = best_combination(cards, rules=rules)
    assert best.declarations == declared(*expected, rules=rules)
    assert best.points == points


def test_belote_under_other_rules():
    assert best_combination("11o 12o", "oros", Rules(belote=40)).belote == 40
    assert best_combination("10o 11o 12o", "oros", Rules(belote=0)) == Combination(declared("10o 11o 12o"), 0)
    assert len(all_best_combinations("10o 11o 12o", "oros", Rules(belote=0))) == 1


# The memo


def test_a_class_is_solved_once(monkeypatch):
    rules = Rules(run_of_3=24)
    first = best_combination("4o 5o 6o 11c 12c", "bastos", rules)
    monkeypatch.setattr(optimum, "new_solver", None)
    assert best_combination("4o 5o 6o 11c 12c", "bastos", rules) is first
    assert best_combination("4o 5o 6o 1e", "bastos", rules) is first
    with pytest.raises(TypeError):
        best_combination("4o 5o 6o", "copas", rules)


def test_answers_do_not_change():
    best = best_combination("4o 5o 6o")
    with pytest.raises(AttributeError):
        best.belote = 20
    assert isinstance(best.declarations, tuple)


def test_answers_pickle():
    for combination in all_best_combinations("4o 5o 6o 7o 10o 11o 12o 1o", 0):
        assert pickle.loads(pickle.dumps(combination)) == combination  # noqa: S301 - pickled on this line


def test_several_threads_get_the_same_answers(random_hands):
    hands = random_hands[2000:2200].tolist()
    rules = Rules(run_of_3=25)
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda hand: best_combination(hand, 2, rules), hands * 2))
    optimum.solve_class.cache_clear()
    assert together == [best_combination(hand, 2, rules) for hand in hands * 2]
