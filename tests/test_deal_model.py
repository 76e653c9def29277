"""The model of whole deals: each family of constraints alone, and the check that no wrong witness passes."""

from dataclasses import replace

import pytest
from ortools.sat.python import cp_model

from solver import hand_view, parse_hand, read_declaration
from solver.cards import cards_in
from solver.deal_model import DealModel, comparison_ends, declared_cards_are_in_the_hand, each_card_is_dealt_once, hands_are_full
from solver.declarations import Contest
from solver.knowledge import combinations_among, knowledge_of
from solver.views import Heard
from solver.witnesses import Witness, WitnessError, check_witness

PLAIN = "4o 6o 10o 5c 11c 12e 7b 1b"


def status(model: cp_model.CpModel) -> int:
    return cp_model.CpSolver().solve(model)


def model_of(**options: object) -> DealModel:
    settings = {"hand": PLAIN, **options}
    best = settings.pop("assume_best", False)
    return DealModel(knowledge_of(hand_view(**settings), assume_best=best))


def test_each_card_goes_to_one_seat():
    knowledge = knowledge_of(hand_view(PLAIN))
    card = parse_hand("4c")
    for chosen, feasible in (((1,), True), ((1, 2), False), ((), False)):
        model = cp_model.CpModel()
        in_hand = each_card_is_dealt_once(model, knowledge)
        assert in_hand[0] == {}
        for seat in (1, 2, 3):
            model.add(in_hand[seat][card] == (seat in chosen))
        assert (status(model) == cp_model.OPTIMAL) == feasible


def test_hands_have_eight_cards():
    knowledge = knowledge_of(hand_view(PLAIN, played=["1: 4c 6c"]))
    for number, feasible in ((6, True), (5, False), (7, False)):
        model = cp_model.CpModel()
        in_hand = each_card_is_dealt_once(model, knowledge)
        hands_are_full(model, knowledge, in_hand)
        model.add(sum(in_hand[1].values()) == number)
        assert (status(model) == cp_model.OPTIMAL) == feasible


def test_a_card_serves_once_and_only_in_its_hand():
    four, three, other = (read_declaration(cards) for cards in ("4e 5e 6e 7e", "7e 10e 11e", "10e 11e 12e"))
    for declared, held, feasible in (
        ((four,), four.cards, True),
        ((four,), three.cards, False),
        ((four, three), four.cards | three.cards, False),
        ((four, other), four.cards | other.cards, True),
    ):
        model = cp_model.CpModel()
        in_hand = {card: model.new_bool_var("") for card in cards_in(parse_hand("4e 5e 6e 7e 10e 11e 12e"))}
        declares = {d: model.new_bool_var("") for d in (four, three, other)}
        declared_cards_are_in_the_hand(model, declares, in_hand)
        for card, variable in in_hand.items():
            model.add(variable == bool(card & held))
        for declaration, variable in declares.items():
            model.add(variable == (declaration in declared))
        assert (status(model) == cp_model.OPTIMAL) == feasible


def test_what_is_heard_is_declared():
    model = model_of(heard=["1: suivi 50"])
    run = read_declaration("4e 5e 6e 7e")
    declares = model.declares[1]
    assert {d.points for d in declares} == {50}
    assert model.witness([declares[run]]).declared[1] == (run,)
    assert model.witness([~variable for variable in declares.values()]) is None
    assert model.witness([declares[run], ~model.in_hand[1][parse_hand("4e")]]) is None


def test_nothing_better_is_held_by_one_who_declared_the_best():
    run, longer = parse_hand("4e 5e 6e"), parse_hand("4e 5e 6e 7e")
    free, best = model_of(heard=["1: suivi 20"]), model_of(heard=["1: suivi 20"], assume_best=True)
    assert free.witness(free.holds(1, longer))
    assert best.witness(best.holds(1, run)).declared[1] == (read_declaration(run),)
    assert best.witness(best.holds(1, longer)) is None
    assert best.witness(best.holds(1, parse_hand("10b 11b 12b"))).declared[1] == (read_declaration("10b 11b 12b"),)


@pytest.mark.parametrize(
    ("winner", "four", "three", "feasible"),
    [(0, True, True, True), (1, True, True, False), (0, False, True, False), (1, False, True, True), (None, True, True, False),
     (None, False, False, False), (0, True, False, True)],
)  # fmt: skip
def test_the_comparison_ends_as_it_did(winner, four, three, feasible):
    model = cp_model.CpModel()
    run_of_four, run_of_three = read_declaration("4e 5e 6e 7e"), read_declaration("4c 5c 6c")
    declares = [{run_of_four: model.new_bool_var("")}, {run_of_three: model.new_bool_var("")}, {}, {}]
    model.add(declares[0][run_of_four] == four)
    model.add(declares[1][run_of_three] == three)
    comparison_ends(model, declares, -1, winner)
    assert (status(model) == cp_model.OPTIMAL) == feasible


def test_an_exact_tie_needs_equals():
    model = cp_model.CpModel()
    first, second = read_declaration("4e 5e 6e"), read_declaration("4c 5c 6c")
    declares = [{first: model.new_bool_var("")}, {second: model.new_bool_var("")}, {}, {}]
    comparison_ends(model, declares, -1, None)
    assert status(model) == cp_model.OPTIMAL
    comparison_ends(model, declares, 1, None)
    assert status(model) == cp_model.INFEASIBLE


def test_the_solver_is_asked_for_one_answer_only():
    parameters = model_of().solver.parameters
    assert (parameters.num_workers, parameters.random_seed) == (1, 0)
    assert parameters.cp_model_presolve is False
    assert model_of(heard=["1: suivi 50"]).witness() == model_of(heard=["1: suivi 50"]).witness()


def test_combinations_are_ranked_from_the_worst_to_the_best():
    carre, five, four, three = (read_declaration(c) for c in ("7o 7c 7e 7b", "5c 6c 7c 10c 11c", "5c 6c 7c 10c", "4o 5o 6o"))
    assert combinations_among((carre, five, four, three), -1) == (
        (), (three,), (four,), (four, three), (five,), (carre,), (five, three), (carre, three)
    )  # fmt: skip


def good_witness() -> tuple[object, Witness]:
    knowledge = knowledge_of(hand_view(PLAIN, heard=["1: suivi 50"], played=["1: 4e"]))
    witness = DealModel(knowledge).witness()
    check_witness(knowledge, witness)
    return knowledge, witness


def test_a_deal_that_is_none_is_no_witness():
    knowledge, witness = good_witness()
    first, second, third, last = witness.hands
    for hands in [(first, second, third, third), (first, second, third, last & last - 1), (second, first, third, last)]:
        with pytest.raises(WitnessError):
            check_witness(knowledge, replace(witness, hands=hands))
    with pytest.raises(WitnessError, match="was dealt 4e"):
        check_witness(knowledge, replace(witness, hands=(first, third, second, last)))


@pytest.mark.parametrize(
    ("cards", "message"), [((), "was heard"), (("4e 5e 6e 7e", "4e 5e 6e"), "share"), (("4o 5o 6o 7o",), "is not inside")]
)
def test_declarations_that_explain_nothing_are_no_witness(cards, message):
    knowledge, witness = good_witness()
    hands = witness.hands[0], parse_hand("4e 5e 6e 7e 10b 11b 12c 1c"), 0, 0
    left = [card for card in cards_in(0xFFFFFFFF) if not card & (hands[0] | hands[1])]
    dealt = (*hands[:2], sum(left[:8]), sum(left[8:]))
    declared = (witness.declared[0], tuple(read_declaration(c) for c in cards), (), ())
    with pytest.raises(WitnessError, match=message):
        check_witness(knowledge, Witness(dealt, declared))


def test_a_wrong_comparison_and_a_better_combination_are_no_witness():
    knowledge, witness = good_witness()
    with pytest.raises(WitnessError, match="won by 0"):
        check_witness(replace(knowledge, contest=Contest(0, (20, 0))), witness)
    heard = knowledge.announced[1]._replace(heard=(Heard(1, "suivi", 20),), is_best=True)
    weaker = replace(knowledge, announced=(knowledge.announced[0], heard, *knowledge.announced[2:]))
    three = read_declaration(sum(list(cards_in(witness.declared[1][0].cards))[:3]))
    with pytest.raises(WitnessError, match="its best would be"):
        check_witness(weaker, replace(witness, declared=(witness.declared[0], (three,), *witness.declared[2:])))
    made_up = replace(three, points=50)
    with pytest.raises(WitnessError, match="is no Suivi 50"):
        check_witness(weaker, replace(witness, declared=(witness.declared[0], (made_up,), *witness.declared[2:])))
