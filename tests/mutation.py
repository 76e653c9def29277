"""A pytest plugin for the mutation run (see MUTANTS.md), whose mutants are tried in forks of one process."""

import sys
from collections import Counter

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Run the quick tests first, and a test of many cases as one: to find thousands of names takes seconds."""
    from mutmut.state import state  # noqa: PLC0415 - it is installed for mutation runs only

    seconds: Counter[str] = Counter()
    for name in config.args:
        seconds[name.partition("[")[0]] += state().duration_by_test.get(name, 0)
    config.args = sorted(seconds, key=seconds.__getitem__)


def pytest_runtest_setup() -> None:
    """Empty the caches of the package's functions: no test finds an answer there that unmutated code has left."""
    rooms = [module for name, module in sys.modules.items() if name.startswith("solver.")]
    for cached in {value for room in rooms for value in vars(room).values() if hasattr(value, "cache_clear")}:
        cached.cache_clear()
