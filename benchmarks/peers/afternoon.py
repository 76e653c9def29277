"""What a user would write in an afternoon: a recursion in plain Python, and CP-SAT called once for every hand.

They know the rules by themselves and share no code with the package; hands are masks, as they are for it. Runs in a child
process.
"""

from collections.abc import Callable
from itertools import product
from typing import Final

RUN_POINTS: Final = {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100}
CARRE_POINTS: Final = {2: 150, 3: 100, 4: 200, 5: 100, 6: 100, 7: 100}

_RUNS: Final = [
    ((1 << length) - 1 << 8 * suit + lowest, points)
    for suit, (length, points) in product(range(4), RUN_POINTS.items())
    for lowest in range(9 - length)
]
_CARRES: Final = [(0x01010101 << rank, points) for rank, points in CARRE_POINTS.items()]
DECLARATIONS: Final = _RUNS + _CARRES


Evaluator = tuple[Callable[[int], int], Callable[[list[int]], list[int]]]


def plain_python() -> Evaluator:
    """Return the recursion over many hands: take the first declaration that fits or leave it, whichever brings more."""

    def best(held: list[tuple[int, int]], taken: int) -> int:
        for index, (cards, points) in enumerate(held):
            if not cards & taken:
                rest = held[index + 1 :]
                return max(points + best(rest, taken | cards), best(rest, taken))
        return 0

    def points_of(hands: list[int]) -> list[int]:
        return [best([declaration for declaration in DECLARATIONS if not declaration[0] & ~hand], 0) for hand in hands]

    return int, points_of


def cp_sat_per_hand() -> Evaluator:
    """Return the model of each hand, built and solved with the solver's own settings."""
    from ortools.sat.python import cp_model  # noqa: PLC0415  only this peer needs it

    def points(hand: int) -> int:
        model = cp_model.CpModel()
        held = [(cards, points, model.new_bool_var(f"{cards}")) for cards, points in DECLARATIONS if not cards & ~hand]
        for bit in range(32):
            model.add(sum(chosen for cards, _, chosen in held if cards >> bit & 1) <= 1)
        model.maximize(sum(points * chosen for _, points, chosen in held))
        solver = cp_model.CpSolver()
        if solver.solve(model) != cp_model.OPTIMAL:
            raise RuntimeError(f"no optimum for {hand}")
        return round(solver.objective_value)

    return int, lambda hands: [points(hand) for hand in hands]
