"""Compare many random deals three ways, more than the tests have time for: `python tests/check_deals.py --deals 5000000`.

The kernel's `score_deals` against rounds played move by move, and against the pure functions; half of the deals with everybody
declaring and calling, half with random subsets. Prints what was compared and what the deals were like; the exit status is 1
where anything differs.
"""

import argparse
import sys
from time import perf_counter

import numpy as np
from deal_twins import assert_same_scores
from rounds import result_by_the_round

from solver import score_deals
from solver.dealing import random_deals

SAID = 0.8
"""How often a player declares, or calls, in the deals with subsets."""
BLOCK = 500_000


def main() -> None:
    """Read how many deals to compare and compare them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=200_000, help="deals played move by move")
    parser.add_argument("--deals", type=int, default=5_000_000, help="deals scored by the pure functions")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    generator = np.random.default_rng(wanted.seed)
    try:
        compare_with_rounds(wanted.rounds, generator)
        compare_with_pure_functions(wanted.deals, generator)
    except AssertionError as difference:
        sys.exit(f"a difference: {difference}")


def compare_with_rounds(count: int, generator: np.random.Generator) -> None:
    """Play `count` deals, with no trumps and with each trump, and compare each with its scores."""
    started = perf_counter()
    hands, trumps = random_deals(count, generator), generator.integers(-1, 4, size=count, dtype=np.int8)
    declared, called = (generator.random(hands.shape) < SAID for _ in range(2))
    declared[::2] = called[::2] = True
    scores = score_deals(hands, trumps, declared=declared, belote_called=called)
    winner, points, belote = scores.winner.tolist(), scores.points.tolist(), scores.belote.tolist()
    moves = zip(hands.tolist(), trumps.tolist(), declared.tolist(), called.tolist(), strict=True)
    for deal, move in enumerate(moves):
        played = result_by_the_round(*move)
        if played != (winner[deal], tuple(points[deal]), tuple(belote[deal])):
            raise AssertionError(f"hands, trump, declared, called = {move}: by the round {played}")
    print(f"{count:,} deals played move by move: 0 differences, {perf_counter() - started:.0f} s")


def compare_with_pure_functions(count: int, generator: np.random.Generator) -> None:
    """Score `count` deals by the pure functions: all declare, under each of the four trumps, then subsets, also without trumps."""
    started = perf_counter()
    both = tied = whole = 0
    for start in range(0, count, BLOCK):
        rows = min(BLOCK, count - start)
        hands = random_deals(rows, generator)
        if start < count // 2:
            scores = assert_same_scores(hands, generator.integers(4, size=rows, dtype=np.int8))
            both, tied, whole = both + int(scores.both_declare.sum()), tied + int(scores.exact_tie.sum()), whole + rows
        else:
            said = (generator.random(hands.shape) < SAID for _ in range(2))
            assert_same_scores(hands, generator.integers(-1, 4, size=rows, dtype=np.int8), *said)
    print(f"{count:,} deals by the pure functions: 0 differences, {perf_counter() - started:.0f} s")
    if whole:
        shares = f"{both / whole:.3%} with declarations on both sides, {tied / whole:.3%} exact ties"
        print(f"{whole:,} of them where all declare, trumps one of four suits: {shares}")


if __name__ == "__main__":
    main()
