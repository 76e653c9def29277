"""Importing the package: what it loads and what it offers."""

import subprocess
import sys

import pytest

import solver

HEAVY = ("ortools", "numba", "pyarrow", "dask", "distributed", "pandas", "numpy", "click", "tqdm")
PROMISED = {
    "Combination", "Contest", "DEFAULT", "DealScores", "Declaration", "DeclarationRound", "HandScores", "Rules", "Suit",
    "all_best_combinations", "best_combination", "contest", "format_hand", "hand_points", "parse_hand", "read_declaration",
    "score_deals", "score_hands", "settle", "solve_hands",
}  # fmt: skip


def loaded_after(statement: str) -> set[str]:
    """Return the top-level modules that a fresh interpreter holds after `statement`."""
    program = f"{statement}\nimport sys\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603 - own program
    assert run.stderr == ""
    return set(run.stdout.split())


def test_importing_the_package_loads_nothing_heavy():
    assert loaded_after("import solver").isdisjoint(HEAVY)


def test_cards_rules_and_declarations_load_nothing_heavy():
    statement = "import solver; solver.contest([solver.read_declaration('4o 5o 6o')], [], 'oros', solver.Rules())"
    assert loaded_after(statement).isdisjoint(HEAVY)


def test_scoring_in_bulk_loads_no_solver():
    assert loaded_after("import solver; solver.hand_points").isdisjoint({"ortools", "pandas", "pyarrow", "dask"})


def test_promised_names_are_public():
    assert set(solver.__all__) >= PROMISED


@pytest.mark.parametrize("name", sorted(solver.__all__))
def test_every_public_name_resolves(name):
    assert getattr(solver, name) is getattr(solver, name)
    assert name in dir(solver)


def test_all_public_names_import_with_a_star():
    namespace: dict[str, object] = {}
    exec("from solver import *", namespace)  # noqa: S102 - the statement under test
    assert set(solver.__all__) <= set(namespace)


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'best_hand'"):
        _ = solver.best_hand
    assert not hasattr(solver, "best_hand")
