"""What the best combination gives up, with which cards and why."""

from functools import reduce
from itertools import combinations
from operator import or_

import numpy as np
import pytest

from solver import DEFAULT, CardError, Rules, best_combination, parse_hand
from solver.candidates import distinct_classes, every_hand
from solver.declarations import Combination, declarations_of
from solver.explanation import Advantage, explain
from solver.plain import explanation_as_plain


def given_up(hand: str, trump: str | None = None, rules: Rules = DEFAULT) -> list[tuple[int, int, Advantage]]:
    return [
        (lost.declaration.cards, reduce(or_, (conflict.cards for conflict in lost.conflicts)), lost.advantage)
        for lost in explain(hand, trump, rules).given_up
    ]


def test_the_cards_in_conflict_are_named() -> None:
    assert given_up("12o 12c 12e 12b 10o 11o") == [(parse_hand("10o 11o 12o"), parse_hand("12o"), Advantage.POINTS)]


def test_a_run_inside_another_is_not_listed() -> None:
    assert given_up("4o 5o 6o 7o 10o 11o") == []
    assert given_up("6o 7o 10o 11o 6c 6e 6b") == [
        (parse_hand("6o 7o 10o 11o"), parse_hand("6o 7o 10o 11o"), Advantage.POINTS),
    ]


def test_eight_of_a_suit_are_declared_in_two_parts() -> None:
    [(cards, shared, advantage)] = given_up("4o 5o 6o 7o 10o 11o 12o 1o", "oros")
    assert cards == shared == 0xFF
    assert advantage is Advantage.POINTS
    assert explain("4o 5o 6o 7o 10o 11o 12o 1o").given_up[0].alternative.points == 100


def test_nothing_to_declare_and_nothing_given_up() -> None:
    explanation = explain("4o 4c 4e 4b 1o 5c")
    assert explanation.best == Combination((), 0)
    assert explanation.given_up == ()


@pytest.mark.parametrize(
    ("hand", "rules", "advantage"),
    [
        ("12o 12c 12e 12b 10o 11o", DEFAULT, Advantage.POINTS),
        ("7o 7c 7e 7b 5c 6c 10c 11c", DEFAULT, Advantage.CARRE),
        # One Carré of 100 or two runs of 50.
        ("6o 6c 6e 6b 4c 5c 4b 5b", Rules(run_of_3=50, carre_of_6=100), Advantage.VALUE),
        ("4o 5o 6o 7o", Rules(run_of_4=0), Advantage.TOP),
        ("6o 6c 6e 6b 7o 7c 7e 7b 5o 10o 5c 10c", Rules(run_of_3=0, run_of_4=100, carre_of_6=100, carre_of_7=100), Advantage.CARRE),
    ],
)
def test_what_the_best_is_better_by(hand: str, rules: Rules, advantage: Advantage) -> None:
    assert advantage in {lost.advantage for lost in explain(hand, None, rules).given_up}


def test_the_longer_run_decides() -> None:
    hand = "4o 6o 7o 10o 11o 4c 5c 6c 10c 11c 4e 5e 7e 10e 4b 5b 6b 7b 10b 1b"
    carres = {"carre_of_4": 20, "carre_of_6": 100, "carre_of_7": 20, "carre_of_10": 0, "carre_of_11": 0}
    rules = Rules(run_of_4=150, run_of_5=150, run_of_8=150, **carres)
    assert Advantage.LENGTH in {lost.advantage for lost in explain(hand, "oros", rules).given_up}


def test_what_every_class_of_hands_gives_up() -> None:
    for cards in distinct_classes(every_hand()).cards.tolist():
        explanation = explain(cards)
        best = best_combination(cards)
        assert explanation.best == best
        listed = [lost.declaration for lost in explanation.given_up]
        for declaration in declarations_of().values():
            if not declaration.cards & ~cards:
                assert any(not declaration.cards & ~other.cards for other in (*listed, *best.declarations))
        for lost in explanation.given_up:
            assert lost.declaration not in best.declarations
            assert lost.conflicts
            assert all(conflict.cards == conflict.chosen.cards & lost.declaration.cards for conflict in lost.conflicts)
            assert lost.declaration in lost.alternative.declarations
            assert all(not a.cards & b.cards for a, b in combinations(lost.alternative.declarations, 2))
            assert (lost.advantage is Advantage.POINTS) == (lost.alternative.points < best.points)


def test_alternatives_are_the_best_with_that_declaration(random_hands: np.ndarray) -> None:
    for cards in random_hands[:200].tolist():
        held = [declaration for declaration in declarations_of().values() if not declaration.cards & ~cards]
        for lost in explain(cards).given_up:
            totals = [
                sum(declaration.points for declaration in chosen)
                for size in (1, 2, 3)
                for chosen in combinations(held, size)
                if lost.declaration in chosen and all(not a.cards & b.cards for a, b in combinations(chosen, 2))
            ]
            assert lost.alternative.points == max(totals)


def test_plain_values() -> None:
    plain = explanation_as_plain(explain("KD KH KS KC JD QD", "diamonds", deck="french"), "french")
    assert (plain["hand"], plain["deck"], plain["trump"]) == ("JD QD KD KH KS KC", "french", "oros")
    assert (plain["points"], plain["belote"], plain["total"]) == (100, 20, 120)
    [carre] = plain["declarations"]
    assert carre == {"kind": "carre", "points": 100, "cards": "KD KH KS KC", "mask": 0x40404040, "strength": carre["strength"]}
    [lost] = plain["given_up"]
    assert (lost["cards"], lost["advantage"]) == ("JD QD KD", "points")
    assert [(conflict["with"], conflict["cards"], conflict["mask"]) for conflict in lost["conflicts"]] == [(carre, "KD", 0x40)]
    assert lost["alternative"]["total"] == 40
    assert explanation_as_plain(explain("4o"), "spanish")["trump"] is None


def test_four_cards_for_nothing() -> None:
    assert explain("4o 4c 4e 4b 5o 5c 5e 5b").worthless == (0, 1)
    assert explain("4o 4c 4e 5o 5c 6o 6c 6e").worthless == explain("6o 6c 6e 6b").worthless == ()
    assert explain("4o 4c 4e 4b 6o 6c 6e 6b", rules=Rules(carre_of_4=20, carre_of_6=0)).worthless == (2,)


def test_cards_that_cannot_be_read() -> None:
    with pytest.raises(CardError, match="'8o' is no card"):
        explain("8o")
