"""The CP-SAT model: three tests for each constraint, the goals in their turn, and what is made of the solver's answers."""

from dataclasses import replace

import oracle
import pytest
from ortools.sat.python import cp_model

from solver import Combination, Rules, all_best_combinations, best_combination, optimum, parse_hand, read_declaration
from solver.optimum import (
    CombinationModel,
    SolverError,
    belote_needs_its_pair,
    check_combination,
    each_card_serves_once,
    maximise_in_turn,
    new_solver,
    prove_optimum,
)


def declared(*texts):
    return tuple(read_declaration(text) for text in texts)


# No card serves twice


def model_of(*texts):
    """Return a model with one variable for each declaration and the first constraint family."""
    model = cp_model.CpModel()
    candidates = declared(*texts)
    chosen = [model.new_bool_var(text) for text in texts]
    each_card_serves_once(model, candidates, chosen)
    return model, chosen


def status_of(model):
    solver = new_solver()
    return solver.status_name(solver.solve(model))


def test_cards_serve_once_trivially_feasible():
    assert status_of(model_of()[0]) == "OPTIMAL"
    assert status_of(model_of("4o 5o 6o", "6o 7o 10o")[0]) == "OPTIMAL"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("4o 5o 6o", "6o 7o 10o"),
        ("4o 5o 6o", "4o 5o 6o 7o"),
        ("12o 12c 12e 12b", "10o 11o 12o"),
        ("7o 10o 11o 12o 1o", "11o 11c 11e 11b"),
    ],
)
def test_cards_serve_once_forced_violation_is_infeasible(one, two):
    model, chosen = model_of(one, two)
    for variable in chosen:
        model.add(variable == 1)
    assert status_of(model) == "INFEASIBLE"


@pytest.mark.parametrize(
    ("one", "two"),
    [("4o 5o 6o", "7o 10o 11o"), ("4o 5o 6o", "4c 5c 6c"), ("10o 10c 10e 10b", "6o 6c 6e 6b"), ("1o 1c 1e 1b", "10o 11o 12o")],
)
def test_cards_serve_once_forced_valid_choice_is_feasible(one, two):
    model, chosen = model_of(one, two)
    for variable in chosen:
        model.add(variable == 1)
    assert status_of(model) == "OPTIMAL"


# Belote-Rebelote needs its pair


def belote_model(cards, trump):
    model = cp_model.CpModel()
    belote = model.new_bool_var("Belote-Rebelote")
    belote_needs_its_pair(model, belote, parse_hand(cards), trump)
    return model, belote


@pytest.mark.parametrize(("cards", "trump"), [("", -1), ("", 0), ("11o 12o", -1), ("11o 12o", 0)])
def test_belote_pair_trivially_feasible(cards, trump):
    assert status_of(belote_model(cards, trump)[0]) == "OPTIMAL"


@pytest.mark.parametrize(
    ("cards", "trump"),
    [("", 0), ("11o 12o", -1), ("11o", 0), ("12o", 0), ("11o 12o", 1), ("11o 12c", 0), ("10o 12o 1o 11c 12c", 0)],
)
def test_belote_pair_forced_violation_is_infeasible(cards, trump):
    model, belote = belote_model(cards, trump)
    model.add(belote == 1)
    assert status_of(model) == "INFEASIBLE"


@pytest.mark.parametrize(("cards", "trump"), [("11o 12o", 0), ("11b 12b 11o", 3)])
def test_belote_pair_forced_valid_choice_is_feasible(cards, trump):
    for value in (0, 1):
        model, belote = belote_model(cards, trump)
        model.add(belote == value)
        assert status_of(model) == "OPTIMAL"


@pytest.mark.parametrize("cards", ["10o 11o 12o", "11o 11c 11e 11b 12o", "11o 12o 12c 12e 12b", "11o 11c 11e 11b 12o 12c 12e 12b"])
def test_belote_is_exempt_from_cards_serving_once(cards):
    problem = CombinationModel(parse_hand(cards), 0)
    for variable in (*problem.chosen, problem.belote):
        problem.model.add(variable == 1)
    assert status_of(problem.model) == "OPTIMAL"


def test_candidates_of_the_model_are_the_oracles(random_hands):
    for hand in random_hands[:200].tolist():
        candidates = CombinationModel(hand, 1).candidates
        expected = oracle.strongest_first(oracle.declarations_in(oracle.from_mask(hand)), "c")
        assert [d.cards for d in candidates] == [oracle.to_mask(d.cards) for d in expected]


# Goals in turn


def goals_of(*bounds):
    model = cp_model.CpModel()
    variables = [model.new_int_var(0, bound, f"goal {at}") for at, bound in enumerate(bounds)]
    return model, variables, [optimum.Goal(variable, bound) for variable, bound in zip(variables, bounds, strict=True)]


def test_goals_trivially_reach_their_bounds():
    model, variables, goals = goals_of(5, 1, 3)
    solver = new_solver()
    maximise_in_turn(solver, model, goals)
    assert [solver.value(variable) for variable in variables] == [5, 1, 3]


def test_goals_too_large_for_one_objective_are_still_reached_in_turn():
    model, variables, goals = goals_of(2**30, 2**30, 2**30, 2**30)
    first, second, third, last = variables
    model.add(first + second <= 2**30)
    model.add(third + last <= 2**30 + 1)
    solver = new_solver()
    maximise_in_turn(solver, model, goals)
    assert [solver.value(variable) for variable in variables] == [2**30, 0, 2**30, 1]


@pytest.mark.parametrize("bound", [2, 1000, 2**30])
def test_a_later_goal_never_costs_an_earlier_one(bound):
    model, variables, goals = goals_of(1, bound, bound, 1)
    first, second, third, last = variables
    model.add(first * bound + second <= bound)
    model.add(second + third <= bound)
    model.add(third + last <= bound)
    solver = new_solver()
    maximise_in_turn(solver, model, goals)
    assert [solver.value(variable) for variable in variables] == [1, 0, bound, 0]


@pytest.mark.parametrize(
    ("trump", "runs", "chosen"),
    [
        (-1, ("4c 5c 6c", "4e 5e 6e"), "4c 5c 6c"),
        (2, ("4c 5c 6c", "4e 5e 6e"), "4e 5e 6e"),
        (-1, ("4c 5c 6c", "7e 10e 11e"), "7e 10e 11e"),
        (1, ("4c 5c 6c", "7e 10e 11e"), "7e 10e 11e"),
        (1, ("4c 5c 6c", "4e 5e 6e 7e"), "4e 5e 6e 7e"),
    ],
)
def test_goals_prefer_points_then_strength_then_the_order_of_the_suits(trump, runs, chosen):
    problem = CombinationModel(parse_hand(" ".join(runs)), trump)
    held = dict(zip((d.cards for d in problem.candidates), problem.chosen, strict=True))
    problem.model.add_at_most_one(held.values())
    solver = new_solver()
    maximise_in_turn(solver, problem.model, problem.goals())
    assert [cards for cards, variable in held.items() if solver.value(variable)] == [parse_hand(chosen)]


@pytest.mark.parametrize(("trump", "bounds", "alone"), [(-1, [80, 1, 2, 1, 1], [1, 2]), (3, [80, 1, 1, 1], [])])
def test_equal_declarations_are_counted_together_and_then_a_goal_each(trump, bounds, alone):
    problem = CombinationModel(parse_hand("7o 10o 11o 4c 5c 6c 4b 5b 6b"), trump)
    goals = problem.goals()
    assert [goal.bound for goal in goals] == bounds
    assert [goal.expression.index for goal in goals[3 : 3 + len(alone)]] == [problem.chosen[at].index for at in alone]


def test_goals_of_an_infeasible_model_raise():
    model, variables, goals = goals_of(1, 1)
    model.add(variables[0] + variables[1] == 3)
    with pytest.raises(SolverError, match="INFEASIBLE"):
        maximise_in_turn(new_solver(), model, goals)


# The solver's answers


def test_the_parameters_reach_the_solver(monkeypatch):
    lines = []

    def logging_solver():
        solver = new_solver()
        solver.parameters.log_search_progress = True
        solver.parameters.log_to_stdout = False
        solver.log_callback = lines.append
        return solver

    monkeypatch.setattr(optimum, "new_solver", logging_solver)
    for search in (best_combination, all_best_combinations):
        lines.clear()
        search("4o 5o 6o 7o 12c 1c", "bastos", Rules(run_of_3=21))
        parameters = next(line for line in "\n".join(lines).splitlines() if line.startswith("Parameters:"))
        assert "num_workers: 1" in parameters
        assert "random_seed: 0" in parameters
        optimum.solve_class.cache_clear()


@pytest.mark.parametrize("status", [cp_model.FEASIBLE, cp_model.UNKNOWN, cp_model.INFEASIBLE, cp_model.MODEL_INVALID])
def test_a_status_other_than_optimal_raises(monkeypatch, status):
    rules = Rules(run_of_3=22)
    best = best_combination("4o 5o 6o", rules=rules)
    monkeypatch.setattr(cp_model.CpSolver, "solve", lambda *_: status)
    name = cp_model.CpSolver().status_name(status)
    with pytest.raises(SolverError, match=name):
        prove_optimum(new_solver(), cp_model.CpModel())
    with pytest.raises(SolverError, match=name):
        best_combination("4c 5c 6c", rules=rules)
    with pytest.raises(SolverError, match=name):
        all_best_combinations("4o 5o 6o", rules=rules)
    assert best_combination("4o 5o 6o", rules=rules) == best


def test_a_wrong_answer_of_the_solver_is_noticed(monkeypatch):
    monkeypatch.setattr(cp_model.CpSolver, "value", lambda *_: 1)
    with pytest.raises(SolverError, match="share"):
        best_combination("4o 5o 6o 7o", rules=Rules(run_of_3=23))


def test_check_combination_lets_a_right_answer_pass():
    cards = parse_hand("10o 11o 12o 4c 5c 6c 7c")
    assert check_combination(Combination(declared("4c 5c 6c 7c", "10o 11o 12o"), 20), cards, 0) is None
    assert check_combination(Combination((), 0), 0, -1) is None


@pytest.mark.parametrize(
    ("combination", "reason"),
    [
        (Combination(declared("4c 5c 6c"), 0), "not inside"),
        (Combination((replace(declared("10o 11o 12o")[0], points=1000),), 0), "is no Suivi 1000"),
        (Combination(declared("10o 11o 12o", "11o 12o 1o"), 0), "share 11o 12o"),
        (Combination(declared("10o 11o 12o"), 20), "Belote-Rebelote counts 20"),
    ],
)
def test_check_combination_refuses_a_wrong_one(combination, reason):
    with pytest.raises(SolverError, match=reason):
        check_combination(combination, parse_hand("10o 11o 12o 1o"), -1)


def test_check_combination_misses_no_belote():
    with pytest.raises(SolverError, match="Belote-Rebelote counts 0"):
        check_combination(Combination(declared("10o 11o 12o"), 0), parse_hand("10o 11o 12o"), 0)
