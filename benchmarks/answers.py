"""Hands and their right answers, found without the code that is measured: CP-SAT solved each class of hands.

Where CP-SAT itself is measured, the kernel's answers are the right ones (`solving.py`).
"""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

import solver
from solver.candidates import every_hand
from solver.cards import NO_TRUMP, Suit

SEED: Final = 2024

_BLOCK_ROWS: Final = 1 << 20

DISTRIBUTION: Final = {
    0: 8_039_301, 20: 1_939_144, 40: 56_154, 50: 309_868, 70: 8_016, 100: 123_110, 120: 1_712,
    150: 20_218, 170: 284, 200: 20_188, 220: 292, 250: 8, 300: 4, 350: 1,
}  # fmt: skip
"""How many of all hands have which points, as the rules' page counts them: the third word where solver and kernel agree."""


class Scores(Protocol):
    """The four fields of the scores of hands, as `HandScores` has them."""

    @property
    def points(self) -> NDArray[np.uint16]:
        """Points, uint16 (n,)."""

    @property
    def belote(self) -> NDArray[np.uint8]:
        """Points of Belote-Rebelote, uint8 (n,)."""

    @property
    def strength(self) -> NDArray[np.uint16]:
        """Strengths, uint16 (n,)."""

    @property
    def declared(self) -> NDArray[np.uint32]:
        """Declared cards, uint32 (n, 2)."""


def wrong_points(points: NDArray[np.uint16], right: NDArray[np.uint16]) -> int:
    """Return how many points differ; all of them where the two arrays have not one shape and dtype."""
    if points.shape != right.shape or points.dtype != right.dtype:
        return max(points.size, right.size)
    return int(np.count_nonzero(points != right))


def wrong_scores(scores: Scores, right: Scores) -> int:
    """Return in how many rows a field differs; all rows where a field has not the right shape and dtype."""
    pairs = [(getattr(scores, name), getattr(right, name)) for name in ("points", "belote", "strength", "declared")]
    if any(field.shape != expected.shape or field.dtype != expected.dtype for field, expected in pairs):
        return max(len(scores.points), len(right.points))
    wrong = 0
    for start in range(0, len(right.points), _BLOCK_ROWS):
        rows = slice(start, start + _BLOCK_ROWS)
        differs = np.zeros(len(right.points[rows]), np.bool_)
        for field, expected in pairs:
            unequal = field[rows] != expected[rows]
            differs |= unequal.any(axis=1) if unequal.ndim > 1 else unequal
        wrong += int(np.count_nonzero(differs))
    return wrong


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Hands, uint32 (n,), a trump for each, int8 (n,), and their right scores."""

    hands: NDArray[np.uint32]
    trumps: NDArray[np.int8]
    points: NDArray[np.uint16]
    belote: NDArray[np.uint8]
    strength: NDArray[np.uint16]
    declared: NDArray[np.uint32]

    @classmethod
    def random(cls, count: int) -> "Sample":
        """Return random hands, uniform over all there are, with random trumps -1..3; the same ones for the same `count`."""
        generator = np.random.default_rng(SEED)
        everyone = every_hand()
        hands = everyone[generator.integers(len(everyone), size=count, dtype=np.uint32)]
        return cls.solved(hands, generator.integers(NO_TRUMP, len(Suit), size=count, dtype=np.int8))

    @classmethod
    def solved(cls, hands: NDArray[np.uint32], trumps: NDArray[np.int8]) -> "Sample":
        """Return hands and trumps with the scores that CP-SAT finds."""
        scores = solver.solve_hands(hands, trumps)  # by its public name: the solver loads only where it is called
        return cls(hands, trumps, scores.points, scores.belote, scores.strength, scores.declared)

    def taken(self, rows: slice | NDArray[np.intp]) -> "Sample":
        """Return some rows, by a slice as views."""
        return Sample(*(getattr(self, field.name)[rows] for field in fields(self)))

    def ordered(self) -> "Sample":
        """Return the same hands in ascending order."""
        return self.taken(np.argsort(self.hands, kind="stable"))

    def save(self, folder: Path) -> None:
        """Write the arrays to `folder`, for a child process to load."""
        for field in fields(self):
            np.save(folder / f"{field.name}.npy", getattr(self, field.name))

    @classmethod
    def load(cls, folder: Path, *, in_memory: bool = False) -> "Sample":
        """Return what `save` wrote; unless `in_memory`, mapped from the files, so that no memory is taken before it is used."""
        return cls(*(np.load(folder / f"{field.name}.npy", mmap_mode=None if in_memory else "r") for field in fields(cls)))


def first_rows(folder: Path, name: str, count: int) -> NDArray[Any]:
    """Return the first rows of a one-dimensional array that `Sample.save` wrote, read without mapping the file."""
    with (folder / f"{name}.npy").open("rb") as file:
        np.lib.format.read_magic(file)
        _, _, dtype = np.lib.format.read_array_header_1_0(file)
        return np.fromfile(file, dtype, count)
