"""One hand at a time and by the solver: `best_combination`, CP-SAT itself, `solve_hands`, the whole proof.

The right answers are the kernel's here, which shares no code with the solver.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from benchmarks.answers import wrong_scores
from benchmarks.rows import Candidate, Row, compare
from benchmarks.run import Run
from solver import bulk, classes, optimum, proof
from solver.arrays import ScoreArrays, score_arrays
from solver.candidates import distinct_classes, every_hand
from solver.declarations import Combination


def benchmark_single(run: Run) -> Iterator[Row]:
    """Measure `best_combination` on hands of different classes: solved for the first time, and remembered."""
    hands = _hands_of_classes(run.size.classes)

    def best(passes: int) -> list[Combination]:
        return [optimum.best_combination(hand) for _ in range(passes) for hand in hands]

    def candidate(name: str, passes: int, prepare: Callable[[], object] | None) -> Candidate:
        return Candidate(
            name=f"best_combination, {name}",
            unit="calls",
            items=passes * len(hands),
            run=lambda: best(passes),
            wrong=lambda: _wrong_combinations(best(1), hands),
            checked=len(hands),
            prepare=prepare,
        )

    yield from compare("single", [candidate("a class not seen before", 1, forget)], run.size.few_rounds)
    yield from compare("single", [candidate("a class solved before", run.size.warm_passes, None)], run.size.rounds)


def benchmark_solver(run: Run) -> Iterator[Row]:
    """Measure CP-SAT alone, on models built beforehand, and `solve_hands`, with and without classes to solve."""
    hands = _hands_of_classes(run.size.classes)
    models: list[optimum.CombinationModel] = []

    def build() -> None:
        models[:] = [optimum.CombinationModel(hand, -1) for hand in hands]

    def solve() -> list[Combination]:
        return [_solved(model) for model in models]

    def wrong() -> int:
        build()
        return _wrong_combinations(solve(), hands)

    cp_sat = Candidate(name="CP-SAT, one model a class", unit="models", items=len(hands), run=solve, wrong=wrong, prepare=build)
    yield from compare("solver", [cp_sat], run.size.few_rounds)
    sample = run.sample.taken(slice(run.size.solve_rows))

    def solve_all() -> object:
        return classes.solve_hands(sample.hands, sample.trumps)

    def wrong_rows() -> int:
        scores = bulk.score_hands(sample.hands, sample.trumps)
        return wrong_scores(classes.solve_hands(sample.hands, sample.trumps), scores)

    rows = len(sample.hands)
    candidates = [
        Candidate(name="solve_hands, no class seen before", items=rows, run=solve_all, wrong=wrong_rows, prepare=forget),
        Candidate(name="solve_hands, all classes solved before", items=rows, run=solve_all, wrong=wrong_rows),
    ]
    for measured in candidates:
        yield from compare("solver", [measured], run.size.few_rounds)


def benchmark_proof(run: Run) -> Iterator[Row]:
    """Measure the whole proof, with no class seen before; its differences are its wrong answers."""
    hands = every_hand()[:: run.size.all_hands_step]
    trumps = proof.TRUMPS[: run.size.proof_trumps]

    def prove() -> int:
        return sum(proved.num_differences for proved in proof.prove(hands, trumps))

    name = f"proof: {len(hands):,} hands, {len(trumps)} of {len(proof.TRUMPS)} trumps"
    whole = Candidate(name=name, unit="results", items=len(hands) * len(trumps), run=prove, wrong=prove, prepare=forget)
    yield from compare("proof", [whole], 1 if run.size.proof_trumps == 1 else run.size.few_rounds)


def forget() -> None:
    """Empty the memo of solved classes."""
    optimum.solve_class.cache_clear()


def _hands_of_classes(count: int) -> list[int]:
    """Return the relevant cards, which are hands too, of `count` different classes, spread over all of them."""
    cards = distinct_classes(every_hand()).cards
    return cards[np.linspace(0, len(cards) - 1, count).astype(int)].tolist()  # type: ignore[no-any-return]  # the stubs say Any


def _solved(problem: optimum.CombinationModel) -> Combination:
    """Return what CP-SAT finds for a model, as `optimum.solve_class` asks it to."""
    cp_sat = optimum.new_solver()
    optimum.maximise_in_turn(cp_sat, problem.model, problem.goals())
    return problem.combination(map(cp_sat.value, problem.chosen), cp_sat.value(problem.belote))


def _wrong_combinations(combinations: Sequence[Combination], hands: Sequence[int]) -> int:
    """Return how many combinations are not what the kernel finds for the hands, without a trump."""
    found: ScoreArrays = score_arrays((len(hands),))
    for row, best in enumerate(combinations):
        found.points[row], found.belote[row] = best.points, best.belote
        found.strength[row] = best.declarations[0].strength() if best.declarations else 0
        found.declared[row, : len(best.declarations)] = [declaration.cards for declaration in best.declarations]
    return wrong_scores(found, bulk.score_hands(np.array(hands, np.uint32)))
