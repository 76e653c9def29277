"""Peers that find declarations, against CP-SAT's answers; how often belote-cli, whose job is the same, is wrong.

belote-cli's wrong answers are counted on random hands, on all hands in which declarations are in each other's way, and on
contests; its speed is that on hands it gets right. `rows` and `belote_cli_rows` run in a child process. Imports `rows` and
`answers`.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.answers import SEED, Sample
from benchmarks.deals import Deals
from benchmarks.peers import belote_cli
from benchmarks.rows import Candidate, Row, compare
from solver.candidates import distinct_classes, every_hand, held_candidates
from solver.cards import NO_TRUMP, RANK_MASKS, SUIT_MASKS
from solver.catalogue import catalogue


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


def belote_cli_rows(sample: Sample, overlaps: NDArray[np.uint32], deals: Deals, rounds: int) -> list[Row]:
    """Return belote-cli's speed on hands it gets right, and the rows of what it gets wrong."""
    hand_of, points_of = belote_cli.evaluator()
    own = [hand_of(mask) for mask in sample.hands.tolist()]
    right = np.flatnonzero(np.array(points_of(own)) == sample.points)
    solved = Sample.solved(overlaps, np.full(overlaps.shape, NO_TRUMP, np.int8))
    overlapping = np.array(points_of([hand_of(mask) for mask in overlaps.tolist()]))
    outcomes = belote_cli.contests(deals.hands.tolist(), deals.trumps.tolist())
    winners, points, worthless = (np.array(column) for column in zip(*outcomes, strict=True))
    elsewhere = (deals.winner >= 0) & (winners != deals.winner)
    return [
        *_timed("belote-cli, hands it gets right", points_of, [own[row] for row in right], sample.points[right], rounds),
        _counted("points of random hands", "hands", len(own), len(own) - len(right)),
        _counted("points of hands with overlaps", "hands", len(overlaps), int(np.count_nonzero(overlapping != solved.points))),
        _counted("contests", "deals", len(winners), int(np.count_nonzero(elsewhere | (points != deals.points.max(axis=1))))),
        _counted("four 7s or 8s win a contest", "deals", len(winners), int(np.count_nonzero(elsewhere & worthless))),
    ]


def _counted(what: str, unit: str, items: int, wrong: int) -> Row:
    return Row(benchmark="peers", name=f"belote-cli, {what}", unit=unit, items=items, wrong=wrong, ours=False)
