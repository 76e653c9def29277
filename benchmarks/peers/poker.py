"""phevaluator, eval7 and treys: poker hands of seven cards. Another game, the same kind of work: sets of cards to values.

Each adapter returns what turns seven cards, 0..51 as 4 * rank + suit with deuces first, into the peer's own, untimed, and
what values many such hands; `HIGHER_WINS` says which end is up. They run in child processes and are checked against one
another: which of two neighbouring hands wins is right where most evaluators say so. Imports `rows` and `timing`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.answers import SEED
from benchmarks.children import ChildError, in_child
from benchmarks.rows import Candidate, Row
from benchmarks.timing import Work, take_turns

_RANKS: Final = "23456789TJQKA"
_SUITS: Final = "cdhs"

HIGHER_WINS: Final = {"phevaluator": False, "eval7": True, "treys": False}

FEWEST: Final = 2
"""So many evaluators have to be there for any to be checked."""

Evaluator = tuple[Callable[[Sequence[int]], Any], Callable[[list[Any]], list[int]]]


def phevaluator() -> Evaluator:
    """Return the evaluator of phevaluator, on its own card numbers (the same as here)."""
    evaluate = import_module("phevaluator").evaluate_7cards
    return tuple, lambda hands: [evaluate(*hand) for hand in hands]


def eval7() -> Evaluator:
    """Return the evaluator of eval7, on its card objects."""
    module = import_module("eval7")
    evaluate = module.evaluate
    return lambda cards: [module.Card(_text(card)) for card in cards], lambda hands: [evaluate(hand) for hand in hands]


def treys() -> Evaluator:
    """Return the evaluator of treys, on its card integers: two in hand, five on the board."""
    module = import_module("treys")
    evaluate = module.Evaluator().evaluate

    def hand_of(cards: Sequence[int]) -> tuple[list[int], list[int]]:
        own = [module.Card.new(_text(card)) for card in cards]
        return own[:2], own[2:]

    return hand_of, lambda hands: [evaluate(own, board) for own, board in hands]


def _text(card: int) -> str:
    return _RANKS[card // 4] + _SUITS[card % 4]


def rows(count: int, rounds: int) -> Iterator[Row]:
    """Measure every evaluator on the same random hands."""
    generator = np.random.default_rng(SEED)
    hands = generator.permuted(np.tile(np.arange(52), (count, 1)), axis=1)[:, :7].tolist()
    values: dict[str, NDArray[np.int64]] = {}
    seconds: dict[str, list[float]] = {}
    failures: dict[str, str] = {}
    for name in HIGHER_WINS:
        try:
            values[name], seconds[name] = in_child({}, values_and_seconds, name, hands, rounds)
        except ChildError as error:
            failures[name] = str(error)
    if len(values) < FEWEST:
        failures |= dict.fromkeys(values, "not timed: there is no other evaluator to check it against")
    for name in HIGHER_WINS:
        yield _row(name, count, values, seconds, failures)


def _row(
    name: str, count: int, values: Mapping[str, NDArray[np.int64]], seconds: Mapping[str, list[float]], failures: Mapping[str, str]
) -> Row:
    full_name, unit = f"{name}, poker", "poker hands"
    if name in failures:
        return Row(benchmark="peers", name=full_name, unit=unit, items=0, failure=failures[name], ours=False)
    wrong = disagreements(name, values)
    peer = Candidate(name=full_name, unit=unit, items=count, run=tuple, wrong=lambda: wrong, ours=False)
    return peer.wrong_row("peers", "", wrong) if wrong else peer.row("peers", "", seconds[name], None)


def values_and_seconds(name: str, hands: Sequence[Sequence[int]], rounds: int) -> tuple[NDArray[np.int64], list[float]]:
    """Return the value of each hand, the higher wins, and the seconds of each run over all; runs in the child process."""
    hand_of, values_of = EVALUATORS[name]()
    own = [hand_of(hand) for hand in hands]
    values = np.array(values_of(own), np.int64)
    [seconds] = take_turns([Work(lambda: values_of(own))], rounds, 0)
    return values if HIGHER_WINS[name] else -values, seconds


def disagreements(name: str, values: Mapping[str, NDArray[np.int64]]) -> int:
    """Return for how many pairs of neighbouring hands an evaluator sees another winner than most do; two have to agree."""
    orders = {each: np.sign(np.diff(value)) for each, value in values.items()}
    others = [order for each, order in orders.items() if each != name]
    most = others[0] if len(orders) == FEWEST else np.median([*others, orders[name]], axis=0)
    return int(np.count_nonzero(orders[name] != most))


EVALUATORS: Final = {"phevaluator": phevaluator, "eval7": eval7, "treys": treys}
