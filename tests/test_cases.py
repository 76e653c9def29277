"""The 391 facts of `cases.jsonl`, taken from public Belote programs, through every way to an answer.

Three kinds: `hand` is the best combination of a hand, `compare` the better of two declarations, `contest` that of two teams.
"""

import json
from pathlib import Path

import numpy as np
import oracle
import pytest

import solver

CASES = [json.loads(line) for line in Path(__file__).with_name("cases.jsonl").read_text(encoding="utf-8").splitlines()]
ORACLE_TRUMP = {None: None, "oros": "o", "copas": "c", "espadas": "e", "bastos": "b"}


def cases_of(kind):
    return pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] == kind])


def read_by_oracle(declarations):
    return [oracle.Declared(d["type"], d["points"], oracle.read(d["cards"])) for d in declarations]


def read_by_package(declarations):
    found = [solver.read_declaration(d["cards"]) for d in declarations]
    assert [(d.kind, d.points) for d in found] == [(d["type"], d["points"]) for d in declarations]
    return found


def masks(case):
    return [oracle.to_mask(oracle.read(d["cards"])) for d in case["declarations"]]


def test_all_cases_are_here():
    assert [sum(case["kind"] == kind for case in CASES) for kind in ("hand", "compare", "contest")] == [272, 84, 35]
    assert len({case["id"] for case in CASES}) == len(CASES) == 391


@cases_of("hand")
def test_hand_by_the_oracle(case):
    best = oracle.best(oracle.read(case["cards"]), ORACLE_TRUMP[case["trump"]])
    assert (best.points, best.belote) == (case["points"], case["belote"])
    assert list(best.declarations) == read_by_oracle(case["declarations"])


@cases_of("hand")
def test_hand_by_best_combination(case):
    best = solver.best_combination(case["cards"], case["trump"])
    assert (best.points, best.belote, best.total) == (case["points"], case["belote"], case["points"] + case["belote"])
    assert list(best.declarations) == read_by_package(case["declarations"])
    assert best in solver.all_best_combinations(case["cards"], case["trump"])


@cases_of("hand")
@pytest.mark.parametrize("score", [solver.score_hands, solver.solve_hands], ids=lambda score: score.__name__)
def test_hand_in_bulk(case, score):
    hand, found = solver.parse_hand(case["cards"]), read_by_package(case["declarations"])
    scores = score(np.array([hand], dtype=np.uint32), case["trump"])
    assert scores.points.tolist() == solver.hand_points(np.array([hand], dtype=np.uint32)).tolist() == [case["points"]]
    assert scores.belote.tolist() == [case["belote"]]
    assert scores.strength.tolist() == [found[0].strength(case["trump"]) if found else 0]
    assert scores.declared.tolist() == [[*masks(case), 0, 0][:2]]


@cases_of("compare")
def test_compare(case):
    a, b = read_by_oracle([case["a"], case["b"]])
    assert oracle.compare(a, b, ORACLE_TRUMP[case["trump"]]) == case["winner"]
    a, b = read_by_package([case["a"], case["b"]])
    ahead = a.strength(case["trump"]) - b.strength(case["trump"])
    assert ("a" if ahead > 0 else "b" if ahead < 0 else None) == case["winner"]
    winner = {None: None, "a": 0, "b": 1}[case["winner"]]
    points = (a.points if winner == 0 else 0, b.points if winner == 1 else 0)
    assert solver.contest([a], [b], case["trump"]) == solver.Contest(winner, points)


@cases_of("contest")
def test_contest(case):
    result = case["winner"], case["points_a"], case["points_b"]
    teams = case["team_a"], case["team_b"]
    assert oracle.contest(*map(read_by_oracle, teams), ORACLE_TRUMP[case["trump"]]) == result
    winner = {None: None, "a": 0, "b": 1}[case["winner"]]
    assert solver.contest(*map(read_by_package, teams), case["trump"]) == solver.Contest(winner, result[1:])
