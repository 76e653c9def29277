"""Peers that find declarations, against CP-SAT's answers; how often belote-cli, whose job is the same, is wrong.

belote-cli's wrong answers are counted on random hands, on all hands in which declarations are in each other's way, and on
contests; its speed is that on hands it gets right. `rows` and `belote_cli_rows` run in a child process. Imports `rows` and
`answers`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.answers import SEED, Sample
from benchmarks.peers import belote_cli
from benchmarks.rows import Candidate, Row, compare
from solver.candidates import distinct_classes, every_hand, held_candidates
from solver.cards import NO_TRUMP, RANK_MASKS, SUIT_MASKS, Suit
from solver.catalogue import catalogue
from solver.dealing import random_deals


@dataclass(frozen=True, slots=True, eq=False)
class Contests:
    """Deals, uint32 (n, 4), their trumps, and who wins how much when all declare their best combination (-1, 0: nobody)."""

    deals: NDArray[np.uint32]
    trumps: NDArray[np.int8]
    winners: NDArray[np.int8]
    points: NDArray[np.uint16]

    @classmethod
    def random(cls, count: int) -> "Contests":
        """Return random contests, decided by the answers of CP-SAT."""
        generator = np.random.default_rng(SEED)
        deals = random_deals(count, generator)
        trumps = generator.integers(NO_TRUMP, len(Suit), size=count, dtype=np.int8)
        scores = Sample.solved(deals, np.repeat(trumps[:, None], deals.shape[1], axis=1))
        best = np.maximum(scores.strength[:, :2], scores.strength[:, 2:]).astype(np.int32)
        points = scores.points[:, :2] + scores.points[:, 2:]
        winners = np.select([best[:, 0] > best[:, 1], best[:, 1] > best[:, 0]], [0, 1], -1).astype(np.int8)
        return cls(deals, trumps, winners, np.where(winners < 0, 0, points[np.arange(count), winners]).astype(np.uint16))


def overlapping_hands() -> NDArray[np.uint32]:
    """Return every hand in which a Carré and a Suivi share a card, or a run of eight has to be split; in random order."""
    hands = every_hand()
    classes = distinct_classes(hands)
    held, masks = held_candidates(classes.cards), catalogue().masks
    carres = np.isin(masks, RANK_MASKS)
    share = (masks[~carres, None] & masks[carres]) != 0
    overlap = (held[:, ~carres] @ share & held[:, carres]).any(axis=1) | np.isin(classes.cards, SUIT_MASKS)
    return np.random.default_rng(SEED).permutation(hands[overlap[classes.class_of]])


def rows(name: str, evaluator: Callable[[], Any], sample: Sample, rounds: int) -> list[Row]:
    """Return the row of a peer that gives the points of hands."""
    hand_of, points_of = evaluator()
    return _timed(name, points_of, [hand_of(mask) for mask in sample.hands.tolist()], sample.points, rounds)


def _timed(
    name: str, points_of: Callable[[list[Any]], list[int]], own: list[Any], right: NDArray[np.uint16], rounds: int
) -> list[Row]:
    def wrong() -> int:
        return int(np.count_nonzero(np.array(points_of(own)) != right))

    peer = Candidate(name=name, items=len(own), run=lambda: points_of(own), wrong=wrong, ours=False)
    return compare("peers", [peer], rounds)


def belote_cli_rows(sample: Sample, overlaps: NDArray[np.uint32], contests: Contests, rounds: int) -> list[Row]:
    """Return belote-cli's speed on hands it gets right, and the rows of what it gets wrong."""
    hand_of, points_of = belote_cli.evaluator()
    own = [hand_of(mask) for mask in sample.hands.tolist()]
    right = np.flatnonzero(np.array(points_of(own)) == sample.points)
    solved = Sample.solved(overlaps, np.full(overlaps.shape, NO_TRUMP, np.int8))
    overlapping = np.array(points_of([hand_of(mask) for mask in overlaps.tolist()]))
    outcomes = belote_cli.contests(contests.deals.tolist(), contests.trumps.tolist())
    winners, points, worthless = (np.array(column) for column in zip(*outcomes, strict=True))
    elsewhere = (contests.winners >= 0) & (winners != contests.winners)
    return [
        *_timed("belote-cli, hands it gets right", points_of, [own[row] for row in right], sample.points[right], rounds),
        _counted("points of random hands", "hands", len(own), len(own) - len(right)),
        _counted("points of hands with overlaps", "hands", len(overlaps), int(np.count_nonzero(overlapping != solved.points))),
        _counted("contests", "deals", len(winners), int(np.count_nonzero(elsewhere | (points != contests.points)))),
        _counted("four 7s or 8s win a contest", "deals", len(winners), int(np.count_nonzero(elsewhere & worthless))),
    ]


def _counted(what: str, unit: str, items: int, wrong: int) -> Row:
    return Row(benchmark="peers", name=f"belote-cli, {what}", unit=unit, items=items, wrong=wrong, ours=False)
