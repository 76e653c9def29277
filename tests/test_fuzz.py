"""A few inputs of every fuzz target, the same in each run; `tests/fuzz/run.py` tries as many as one likes."""

import pytest
from fuzz.run import TARGETS, trial


@pytest.mark.parametrize("target", TARGETS)
def test_inputs_that_nobody_would_write(target: str) -> None:
    tried: list[object] = []
    trial(target, tried.append, max_examples=50, derandomize=True)()
    assert len(tried) >= 50
