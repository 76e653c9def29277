"""Tries inputs that nobody would write, for as long as one likes: ``python tests/fuzz/run.py --target csv --seconds 300``.

Every target is a module of this folder with `INPUTS`, a hypothesis strategy, and `check`, which fails where an input is treated
wrongly. The inputs are anew with each `--seed`; the first one that fails is printed. `tests/test_fuzz.py` tries a few of each.
"""

import argparse
import importlib
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hypothesis

TARGETS = {
    "cards": "fuzz.card_text",
    "csv": "fuzz.csv_files",
    "replay": "fuzz.records",
    "files": "fuzz.table_files",
    "moves": "fuzz.moves",
    "table": "fuzz.table_commands",
}
_EXAMPLES = 500
"""Inputs to try before the clock is looked at."""


def trial(target: str, checked: Callable[[Any], object] = lambda _: None, **settings: Any) -> Callable[[], None]:
    """Return what tries inputs of a target, as many as the settings of hypothesis say; each that passes is handed to `checked`."""
    module = importlib.import_module(TARGETS[target])

    def check(value: Any) -> None:
        module.check(value)
        checked(value)

    health = list(hypothesis.HealthCheck)
    tried = hypothesis.given(module.INPUTS)(check)
    return hypothesis.settings(deadline=None, database=None, suppress_health_check=health, print_blob=False, **settings)(tried)


def main() -> int:
    """Try inputs until the time is over or one fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", choices=TARGETS, required=True)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0, help="of the first inputs; it rises by one with each round")
    parser.add_argument("--shrink", action="store_true", help="make the input that fails as small as it gets")
    given = parser.parse_args()
    phases = (hypothesis.Phase.generate, *((hypothesis.Phase.shrink,) if given.shrink else ()))
    passed = 0

    def count(_: Any) -> None:
        nonlocal passed
        passed += 1

    seed, end = given.seed, time.monotonic() + given.seconds
    while time.monotonic() < end:
        try:
            hypothesis.seed(seed)(trial(given.target, count, max_examples=_EXAMPLES, phases=phases))()
        except BaseException:
            print(f"{given.target}: {passed:,} inputs passed, the last round failed: --seed {seed} does it again", flush=True)
            raise
        print(f"{given.target}: {passed:,} inputs, seed {seed}", flush=True)
        seed += 1
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' folder, for `fuzz` and the oracle
    sys.exit(main())
