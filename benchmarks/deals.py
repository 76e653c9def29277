"""Whole deals: the comparison and the contract of many deals, against copies of as many bytes.

The right comparison follows from CP-SAT's scores of the four hands, since strengths compare as integers do; the right
settlement is that of `settle`, one deal at a time.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import solver
from benchmarks.answers import SEED, Sample
from benchmarks.copies import DEALS_BYTES, SETTLED_BYTES, block_copy
from benchmarks.machine import cores
from benchmarks.places import Place, threads_named
from benchmarks.rows import Candidate, Row, compare
from benchmarks.run import Run
from solver import deals as bulk_deals
from solver import kernel
from solver.cards import NO_TRUMP, Suit
from solver.closed_form import worth
from solver.dealing import random_deals
from solver.rules import DEFAULT


@dataclass(frozen=True, slots=True, eq=False)
class Deals:
    """Deals, uint32 (n, 4), a trump for each, int8 (n,), and their right comparison when all declare their best combination."""

    hands: NDArray[np.uint32]
    trumps: NDArray[np.int8]
    winner: NDArray[np.int8]
    points: NDArray[np.uint16]
    belote: NDArray[np.uint8]

    @classmethod
    def random(cls, count: int) -> "Deals":
        """Return random deals of the whole deck with random trumps -1..3; the same ones for the same `count`."""
        generator = np.random.default_rng(SEED)
        hands = random_deals(count, generator)
        trumps = generator.integers(NO_TRUMP, len(Suit), size=count, dtype=np.int8)
        scores = Sample.solved(hands, np.repeat(trumps[:, None], hands.shape[1], axis=1))
        best = np.maximum(scores.strength[:, :2], scores.strength[:, 2:])
        winner = np.select([best[:, 0] > best[:, 1], best[:, 1] > best[:, 0]], [0, 1], -1).astype(np.int8)
        points = np.where(winner[:, None] == [0, 1], scores.points[:, :2] + scores.points[:, 2:], 0)
        return cls(hands, trumps, winner, points.astype(np.uint16), scores.belote[:, :2] + scores.belote[:, 2:])

    def wrong(self, winner: NDArray[np.int8], points: NDArray[np.uint16], belote: NDArray[np.uint8]) -> int:
        """Return in how many deals a comparison is another than the right one."""
        differs = (points != self.points) | (belote != self.belote)
        return int(np.count_nonzero(differs.any(axis=1) | (winner != self.winner)))


def benchmark_deals(run: Run) -> Iterator[Row]:
    """Measure `score_deals` and `settle_deals`, with one thread and with all."""
    deals = Deals.random(run.size.deals)
    with ThreadPoolExecutor(cores()) as pool:
        for threads in sorted({1, cores()}):
            place = Place(f"random, {threads_named(threads)}", len(deals.hands), pool, threads)
            yield from _score_rows(place, deals, run.size.rounds)
            yield from _settle_rows(place, deals, run.size.rounds)


def _score_rows(place: Place, deals: Deals, rounds: int) -> list[Row]:
    constants = worth()
    winner, points, belote = np.empty_like(deals.winner), np.empty_like(deals.points), np.empty_like(deals.belote)
    hands, points_flat, belote_flat = deals.hands.reshape(-1), points.reshape(-1), belote.reshape(-1)

    def score(rows: slice) -> None:
        seats, teams = slice(4 * rows.start, 4 * rows.stop), slice(2 * rows.start, 2 * rows.stop)
        outputs = winner[rows], points_flat[teams], belote_flat[teams]
        kernel.deals_of(hands[seats], deals.trumps[rows], None, None, *outputs, constants)

    def wrong_compiled() -> int:
        for field in (winner, points, belote):
            field.fill(1)
        place.each(score)
        return deals.wrong(winner, points, belote)

    def public() -> bulk_deals.DealScores:
        return bulk_deals.score_deals(deals.hands, deals.trumps, threads=place.threads)

    def wrong_public() -> int:
        scores = public()
        return deals.wrong(scores.winner, scores.points, scores.belote)

    candidates = [
        Candidate(name="score_deals, allocating", unit="deals", items=place.items, run=public, wrong=wrong_public),
        Candidate(
            name="score_deals, compiled part", unit="deals", items=place.items, run=lambda: place.each(score), wrong=wrong_compiled
        ),
    ]
    limits = [block_copy(DEALS_BYTES, "deal", place.rows, place.items, place.each)]
    return compare("deals", candidates, rounds, limits, place=place.name)


def _settle_rows(place: Place, deals: Deals, rounds: int) -> list[Row]:
    generator = np.random.default_rng(SEED)
    taker = generator.integers(2, size=place.rows, dtype=np.int8)
    made = generator.integers(2, size=place.rows).astype(np.bool_)
    first = 9 * generator.integers(19, size=place.rows, dtype=np.uint16)  # few different ones, so that few are settled one by one
    tricks = np.stack([first, DEFAULT.failed_contract - first], axis=1).astype(np.uint16)

    def settle() -> NDArray[np.uint16]:
        return bulk_deals.settle_deals(deals.points, deals.belote, taker, made, tricks, threads=place.threads)

    def wrong() -> int:
        figures = np.column_stack([deals.points, deals.belote, taker, made, tricks])
        distinct, which = np.unique(figures, axis=0, return_inverse=True)
        settled = np.array([solver.settle(row[:2], row[2:4], row[4], bool(row[5]), row[6:]) for row in distinct.tolist()])
        return int(np.count_nonzero((settle() != settled[which]).any(axis=1)))

    candidates = [Candidate(name="settle_deals, allocating", unit="deals", items=place.items, run=settle, wrong=wrong)]
    limits = [block_copy(SETTLED_BYTES, "deal", place.rows, place.items, place.each)]
    return compare("deals", candidates, rounds, limits, place=place.name)
