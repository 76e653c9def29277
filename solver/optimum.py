"""The best combination by CP-SAT: one binary variable per candidate declaration, one constraint per card.

The model maximises a list of goals, each only as far as the ones before it allow, so that its answer is unique and independent
of the order of the cards: the points; then how many declarations there are of the greatest strength, of the next, and so on,
which prefers the combination that is stronger, strongest declaration first; then the suits in their order. Every answer is
checked without the solver before anybody sees it.

Shares no code with the kernel: `proof.py` compares the two.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ortools.sat.python import cp_model

from solver.cards import BELOTE_PAIRS, NO_TRUMP, Hand, Trump, cards_in, format_hand, hand_mask, trump_index
from solver.declarations import (
    Combination,
    Declaration,
    DeclarationError,
    belote_points,
    check_declared,
    declarations_of,
    preference,
    strongest_first,
)
from solver.rules import DEFAULT, Rules

LARGEST_OBJECTIVE: Final = 1 << 40
"""Goals are packed into one objective up to this size, far inside the 64 bits of the solver."""


class SolverError(RuntimeError):
    """CP-SAT did not prove an optimum, or its answer failed the check; neither is expected ever."""


class Goal(NamedTuple):
    """A linear expression to maximise and the largest value it could take."""

    expression: cp_model.LinearExpr
    bound: int


class CombinationModel:
    """The CP-SAT model of one set of cards: its candidates, one variable each in `chosen`, and `belote`."""

    def __init__(self, cards: int, trump: int, rules: Rules = DEFAULT) -> None:
        """Build the model of the mask `cards` with `trump` -1..3."""
        self.trump = trump
        self.rules = rules
        self.candidates = strongest_first((d for d in declarations_of(rules).values() if not d.cards & ~cards), trump)
        self.model = cp_model.CpModel()
        self.chosen = [self.model.new_bool_var(f"{d} {format_hand(d.cards)}") for d in self.candidates]
        self.belote = self.model.new_bool_var("Belote-Rebelote")
        each_card_serves_once(self.model, self.candidates, self.chosen)
        belote_needs_its_pair(self.model, self.belote, cards, trump)

    def goals(self) -> list[Goal]:
        """Return what to maximise, the most important first."""
        points = [d.points for d in self.candidates]
        total = cp_model.LinearExpr.weighted_sum([*self.chosen, self.belote], [*points, self.rules.belote])
        goals = [Goal(total, sum(points) + self.rules.belote)]
        equals: dict[int, list[cp_model.IntVar]] = {}
        for declaration, variable in zip(self.candidates, self.chosen, strict=True):
            equals.setdefault(declaration.strength(self.trump), []).append(variable)
        goals += [Goal(cp_model.LinearExpr.sum(group), len(group)) for group in equals.values()]
        return goals + [Goal(variable, 1) for group in equals.values() if len(group) > 1 for variable in group]

    def combination(self, values: Iterable[int], belote: int) -> Combination:
        """Return the combination that the values of `chosen` and `belote` stand for."""
        declared = tuple(d for d, value in zip(self.candidates, values, strict=True) if value)
        return Combination(declared, self.rules.belote if belote else 0)


def each_card_serves_once(model: cp_model.CpModel, candidates: Sequence[Declaration], chosen: Sequence[cp_model.IntVar]) -> None:
    """No card serves in two declarations. Belote-Rebelote is exempt: its variable takes part in no such constraint."""
    for variables in users_of_cards(candidates, chosen).values():
        if len(variables) > 1:
            model.add_at_most_one(variables)


def users_of_cards(candidates: Iterable[Declaration], chosen: Iterable[cp_model.IntVar]) -> dict[int, list[cp_model.IntVar]]:
    """Return for each card of the candidates the variables of those that need it."""
    users: dict[int, list[cp_model.IntVar]] = {}
    for declaration, variable in zip(candidates, chosen, strict=True):
        for card in cards_in(declaration.cards):
            users.setdefault(card, []).append(variable)
    return users


def belote_needs_its_pair(model: cp_model.CpModel, belote: cp_model.IntVar, cards: int, trump: int) -> None:
    """Belote-Rebelote needs the 11 and the 12 of trumps in the hand."""
    if trump == NO_TRUMP or BELOTE_PAIRS[trump] & ~cards:
        model.add(belote == 0)


def new_solver() -> cp_model.CpSolver:
    """Return a solver whose answers are the same in every run: one worker, fixed seed."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    return solver


def prove_optimum(solver: cp_model.CpSolver, model: cp_model.CpModel) -> None:
    """Solve `model`; raise `SolverError` unless the solver proved its answer the best one."""
    status = solver.solve(model)
    if status != cp_model.OPTIMAL:
        raise SolverError(f"CP-SAT ended with {solver.status_name(status)} instead of a proven optimum")


def maximise_in_turn(solver: cp_model.CpSolver, model: cp_model.CpModel, goals: Sequence[Goal]) -> None:
    """Leave `solver` with the solution of `model` that is best by the first goal, then by the second, and so on."""
    remaining = list(goals)
    while remaining:
        packed: list[Goal] = []
        size = 1
        while remaining and (not packed or size * (remaining[0].bound + 1) <= LARGEST_OBJECTIVE):
            packed.append(remaining.pop(0))
            size *= packed[-1].bound + 1
        weight, weights = 1, []
        for goal in reversed(packed):
            weights.append(weight)
            weight *= goal.bound + 1
        model.maximize(cp_model.LinearExpr.weighted_sum([goal.expression for goal in packed], weights[::-1]))
        prove_optimum(solver, model)
        if remaining:
            for goal in packed:
                model.add(goal.expression == solver.value(goal.expression))


def check_combination(combination: Combination, cards: int, trump: int, rules: Rules = DEFAULT) -> None:
    """Raise `SolverError` where a combination breaks a rule; uses no solver.

    Each declaration is one of the rules' and lies inside `cards`, no two share a card, and Belote-Rebelote counts exactly where
    the cards hold its pair.
    """
    try:
        check_declared(combination.declarations, cards, rules)
    except DeclarationError as fault:
        raise SolverError(str(fault)) from fault
    if combination.belote != belote_points(cards, trump, rules):
        raise SolverError(f"Belote-Rebelote counts {combination.belote} in {format_hand(cards)} with trump {trump}")


@lru_cache(maxsize=1 << 15)
def solve_class(cards: int, trump: int, rules: Rules = DEFAULT) -> Combination:
    """Return the best combination of the relevant cards `cards`, a mask, with `trump` -1..3; solved once, then remembered."""
    problem = CombinationModel(cards, trump, rules)
    solver = new_solver()
    maximise_in_turn(solver, problem.model, problem.goals())
    combination = problem.combination(map(solver.value, problem.chosen), solver.value(problem.belote))
    check_combination(combination, cards, trump, rules)
    return combination


def _relevant(cards: int, trump: int, rules: Rules) -> int:
    relevant = BELOTE_PAIRS[trump] if belote_points(cards, trump, rules) else 0
    for mask in declarations_of(rules):
        if not mask & ~cards:
            relevant |= mask
    return relevant


def best_combination(hand: Hand, trump: Trump = None, rules: Rules = DEFAULT, *, deck: str = "spanish") -> Combination:
    """Return the best combination of a hand: the disjoint declarations that bring the most points, and Belote-Rebelote.

    `hand` is a mask, card text of `deck`, or an iterable of cards; any set of the deck's cards is solved, also more than eight.
    Several combinations with the same points are decided by README "Declarations". Belote counts as if both words were said.
    Answers are kept: a second hand with the same relevant cards costs microseconds. Raises `CardError` for what cannot be read.

    >>> best = best_combination("12o 12c 12e 12b 10o 11o", trump="oros")
    >>> best.points, best.belote, best.total
    (100, 20, 120)
    >>> print(*best.declarations)
    Carré 100
    """
    cards, index = hand_mask(hand, deck), trump_index(trump)
    return solve_class(_relevant(cards, index, rules), index, rules)


class _Collector(cp_model.CpSolverSolutionCallback):
    """Collects every solution of a model as a combination."""

    def __init__(self, problem: CombinationModel) -> None:
        super().__init__()
        self.problem = problem
        self.found: list[Combination] = []

    def on_solution_callback(self) -> None:
        values = [self.value(variable) for variable in self.problem.chosen]
        self.found.append(self.problem.combination(values, self.value(self.problem.belote)))


def all_best_combinations(
    hand: Hand, trump: Trump = None, rules: Rules = DEFAULT, *, deck: str = "spanish"
) -> tuple[Combination, ...]:
    """Return every combination that brings the most points, in the order that `best_combination` takes the first of.

    Arguments and errors are those of `best_combination`.

    >>> [" and ".join(map(str, c.declarations)) for c in all_best_combinations("7o 7c 7e 7b 5c 6c 10c 11c")]
    ['Carré 100', 'Suivi 100']
    """
    cards, index = hand_mask(hand, deck), trump_index(trump)
    relevant = _relevant(cards, index, rules)
    best = solve_class(relevant, index, rules)
    problem = CombinationModel(relevant, index, rules)
    problem.model.add(cp_model.LinearExpr.weighted_sum(problem.chosen, [d.points for d in problem.candidates]) == best.points)
    problem.model.add(problem.belote == (1 if best.belote else 0))
    solver, collector = new_solver(), _Collector(problem)
    solver.parameters.enumerate_all_solutions = True
    if (status := solver.solve(problem.model, collector)) != cp_model.OPTIMAL:
        raise SolverError(f"CP-SAT ended with {solver.status_name(status)} instead of all solutions")
    for combination in collector.found:
        check_combination(combination, relevant, index, rules)
    strengths = {declaration: declaration.strength(index) for declaration in problem.candidates}
    return tuple(sorted(collector.found, key=lambda found: preference(found.declarations, strengths), reverse=True))
