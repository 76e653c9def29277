"""What to declare: more points or more strength, on the same deals."""

from itertools import combinations

import numpy as np
import oracle
import pytest

from solver import ViewError, advise, advise_at, estimate_odds, hand_view
from solver.advice import worth_considering
from solver.knowledge import knowledge_of

FULL_SUIT = "4o 5o 6o 7o 10o 11o 12o 1o"


def test_all_eight_of_a_suit_are_worth_more_in_two_parts():
    advice = advise(FULL_SUIT, "copas", samples=200_000, seed=1)
    parts, run = advice.options
    assert advice.best is parts
    assert (parts.points, run.points) == (120, 100)
    assert parts.strength < run.strength
    assert [d.length for d in parts.declarations] == [5, 3]
    assert [d.length for d in run.declarations] == [8]
    assert parts.odds.own_points.value - run.odds.own_points.value == pytest.approx(run.margin.value)
    assert run.margin.value > 100 * run.margin.error > 0
    assert (parts.margin.value, parts.margin.error) == (0, 0)


def test_all_eight_of_a_suit_are_worth_more_as_one_run_where_a_hundred_was_heard():
    advice = advise(FULL_SUIT, heard=["3: suivi 100"], samples=100_000, seed=1)
    assert advice.best.points == 100
    assert advice.best.odds.win.value > 0.99
    other = advice.options[1]
    assert other.odds.win.value < 0.7
    assert other.margin.value > 20


def test_the_margin_is_that_of_the_same_deals():
    """Its error is far below what two separate samples would leave."""
    _, run = advise(FULL_SUIT, "oros", samples=100_000, seed=2).options
    best = advise(FULL_SUIT, "oros", samples=100_000, seed=2).best
    apart = (best.odds.own_points.error**2 + run.odds.own_points.error**2) ** 0.5
    assert run.margin.error < apart / 2


@pytest.mark.parametrize("index", [0, 1])
def test_an_option_has_the_odds_of_declaring_it(index):
    option = advise(FULL_SUIT, "copas", samples=50_000, seed=3).options[index]
    declared = [d.cards for d in option.declarations]
    assert option.odds == estimate_odds(hand_view(FULL_SUIT, "copas", declared=declared), samples=50_000, seed=3)


def test_one_combination_leaves_no_choice():
    for hand, points in (("12o 12c 12e 12b 6c 7c 10c 11c", 150), ("4o 6o 10o 5c 11c 12e 7b 1b", 0)):
        advice = advise(hand, samples=1000, seed=1)
        [option] = advice.options
        assert option.points == points


def test_no_option_is_matched_in_points_and_strength_by_another():
    generator = np.random.default_rng(5)
    for number in range(300):
        deck = generator.permutation(32 if number % 2 else 16)
        hand = int(sum(1 << int(card) for card in deck[:8]))
        knowledge = knowledge_of(hand_view(hand, number % 5 - 1))
        trump = oracle.TRUMPS[number % 5]
        found = [(sum(d.points for d in c), knowledge.strength_of(c)) for c in worth_considering(hand, knowledge)]
        every = {
            (best.points, max((oracle.rank_key(d, trump) for d in best.declarations), default=()))
            for best in oracle.combinations(oracle.from_mask(hand), trump)
        }
        front = {one for one in every if not any(o != one and o[0] >= one[0] and o[1] >= one[1] for o in every)}
        assert [points for points, _ in found] == sorted((points for points, _ in front), reverse=True)
        assert all(a[0] > b[0] and a[1] < b[1] for a, b in combinations(found, 2))


def test_few_deals_give_exact_advice():
    played = ["1: 4c 5c 6c 7c 10c 4e", "2: 5e 6e 7e 10e 11e 4b", "3: 5b 6b 7b 10b 11b"]
    advice = advise(FULL_SUIT, "copas", played=played, heard=["1: suivi 100"])
    assert advice.best.odds.exact
    assert [option.margin.error for option in advice.options] == [0, 0]
    assert advice.options[1].margin.value > 0


def test_it_is_too_late_after_one_has_declared():
    with pytest.raises(ViewError, match="has had its say"):
        advise_at(hand_view(FULL_SUIT, declared=["4o 5o 6o"]))
    with pytest.raises(ViewError, match="has had its say"):
        advise_at(hand_view(FULL_SUIT, played=["0: 4o"]))
