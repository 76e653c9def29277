"""Peers: other programs at the same job or the same kind of work, each in a process of its own.

A peer that cannot be imported or that crashes is a stated failure. Cards are turned into each peer's own objects untimed.
Those that find declarations are checked against CP-SAT's answers (`declarations`), those that value poker hands against one
another (`poker`); for a wrong one no speed is printed. The adapters are `belote_cli`, `afternoon` and the functions of
`poker`. Imports `rows` and `answers`.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from benchmarks.answers import Sample, wrong_points
from benchmarks.children import ChildError, in_child
from benchmarks.deals import Deals
from benchmarks.peers import afternoon, declarations, poker
from benchmarks.rows import Candidate, Ratio, Row, compare
from benchmarks.run import Run
from benchmarks.timing import Spread
from solver import bulk, optimum


def benchmark_peers(run: Run) -> Iterator[Row]:
    """Measure this package and the peers on the same hands; their ratios are to `hand_points` on one thread."""
    size, sample = run.size, run.sample.taken(slice(run.size.peer_hands))
    ours = _our_rows(sample, size.rounds)
    few = sample.taken(slice(size.per_hand_solves))
    deals = Deals.random(size.peer_deals)
    overlaps = declarations.overlapping_hands()[: size.peer_overlaps]
    peers = [
        *_rows("belote-cli", declarations.belote_cli_rows, sample, overlaps, deals, size.few_rounds),
        *_rows("plain Python", declarations.rows, "plain Python, a recursion", afternoon.plain_python, sample, size.few_rounds),
        *_rows("CP-SAT", declarations.rows, "CP-SAT, a model for each hand", afternoon.cp_sat_per_hand, few, size.few_rounds),
        *poker.rows(size.peer_hands, size.few_rounds),
    ]
    yield from ours
    for row in peers:
        yield _with_ratio(row, ours[0])


def _rows(peer: str, measure: Callable[..., list[Row]], *args: object) -> list[Row]:
    """Return what `measure` returns in a child process, or the row that states why it failed."""
    try:
        return in_child({}, measure, *args)
    except ChildError as error:
        return [Row(benchmark="peers", name=peer, unit="hands", items=0, failure=str(error), ours=False)]


def _our_rows(sample: Sample, rounds: int) -> list[Row]:
    """Measure `hand_points` on an array and `best_combination` hand by hand."""
    masks = sample.hands.tolist()

    def array() -> object:
        return bulk.hand_points(sample.hands, threads=1)

    def hand_by_hand() -> list[int]:
        return [optimum.best_combination(mask).points for mask in masks]

    whole = Candidate(
        name="hand_points, the whole array, 1 thread",
        items=len(masks),
        run=array,
        wrong=lambda: wrong_points(bulk.hand_points(sample.hands, threads=1), sample.points),
    )
    single = Candidate(
        name="best_combination, hand by hand, classes solved before",
        items=len(masks),
        run=hand_by_hand,
        wrong=lambda: int(np.count_nonzero(hand_by_hand() != bulk.hand_points(sample.hands))),
    )
    return [row for candidate in (whole, single) for row in compare("peers", [candidate], rounds)]


def _with_ratio(row: Row, ours: Row) -> Row:
    if row.seconds is None or ours.seconds is None:
        return row
    scale = row.items / ours.items * ours.seconds.median
    ratio = Spread.of([scale / seconds for seconds in (row.seconds.lower, row.seconds.median, row.seconds.upper)])
    return replace(row, ratio=Ratio("hand_points", ours.name, ratio))
