"""The limit: a copy of as many bytes as the kernel reads and writes, the fastest honest way to do nothing with them.

Three copies are measured, and the fastest at a place is the limit there: a compiled loop and NumPy's own copy between
exactly the kernel's arrays, and NumPy's copy of one block of bytes (the C library's memcpy), as many in all, half of them
read and half written. All read arrays that were written before: memory that never was is one page of zeros, and reading it
costs nothing.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.answers import Sample
from benchmarks.rows import Candidate
from solver.arrays import ScoreArrays
from solver.compiling import compiled

OnEveryPart = Callable[[Callable[[slice], object]], object]
"""Calls a function with the rows of every part, in as many threads and as often as the place says."""

POINTS_BYTES: Final = 4 + 2
"""Per hand: the mask in, the points out."""
SCORES_BYTES: Final = 4 + 1 + 2 + 1 + 2 + 8
"""Per hand: mask and trump in; points, Belote, strength and two masks out."""
DEALS_BYTES: Final = 4 * 4 + 1 + 1 + 2 * 2 + 2
"""Per deal: four masks and a trump in; the winner, two teams' points and Belote out."""
SETTLED_BYTES: Final = 2 * 2 + 2 + 1 + 1 + 2 * 2 + 2 * 2
"""Per deal: two teams' points and Belote, the taker, the outcome and two teams' trick points in; two scores out."""


@compiled
def copied_points(hands: Any, points: Any) -> Any:
    """Write each of `hands` (uint32), cut off, to `points` (uint16)."""
    for row in range(hands.size):
        points[row] = hands[row]


@compiled
def copied_scores(hands: Any, trumps: Any, points: Any, belote: Any, strength: Any, declared: Any) -> Any:
    """Write each of `hands` (uint32) and `trumps` (int8), cut off, to the arrays of `ScoreArrays`, `declared` flat."""
    for row in range(hands.size):
        hand = hands[row]
        points[row] = hand
        strength[row] = hand
        belote[row] = trumps[row]
        declared[2 * row] = hand
        declared[2 * row + 1] = hand


def points_copies(sample: Sample, out: NDArray[np.uint16], items: int, each: OnEveryPart) -> list[Candidate]:
    """Return the limits of `hand_points`."""

    def loop(rows: slice) -> None:
        copied_points(sample.hands[rows], out[rows])

    def numpy(rows: slice) -> None:
        np.copyto(out[rows], sample.hands[rows], casting="unsafe")

    def candidate(name: str, copy: Callable[[slice], None]) -> Candidate:
        def wrong() -> int:
            out.fill(1)
            each(copy)
            return int(np.count_nonzero(out != sample.hands.astype(np.uint16)))

        return Candidate(name=name, items=items, run=lambda: each(copy), wrong=wrong, checked=len(out))

    return [
        candidate("copy uint32 to uint16, compiled loop", loop),
        candidate("copy uint32 to uint16, np.copyto", numpy),
        block_copy(POINTS_BYTES, "hand", len(out), items, each),
    ]


def scores_copies(sample: Sample, out: ScoreArrays, items: int, each: OnEveryPart) -> list[Candidate]:
    """Return the limits of `score_hands`."""
    pairs = out.declared.reshape(-1)

    def loop(rows: slice) -> None:
        both = slice(2 * rows.start, 2 * rows.stop)
        fields = out.points[rows], out.belote[rows], out.strength[rows], pairs[both]
        copied_scores(sample.hands[rows], sample.trumps[rows], *fields)

    def numpy(rows: slice) -> None:
        np.copyto(out.points[rows], sample.hands[rows], casting="unsafe")
        np.copyto(out.strength[rows], sample.hands[rows], casting="unsafe")
        np.copyto(out.belote[rows], sample.trumps[rows], casting="unsafe")
        np.copyto(out.declared[rows], sample.hands[rows, None])

    def candidate(name: str, copy: Callable[[slice], None]) -> Candidate:
        def wrong() -> int:
            for field in out:
                field.fill(1)
            each(copy)
            differs = (out.points != sample.hands.astype(np.uint16)) | (out.strength != out.points)
            differs |= (out.belote != sample.trumps.astype(np.uint8)) | (out.declared != sample.hands[:, None]).any(axis=1)
            return int(np.count_nonzero(differs))

        return Candidate(name=name, items=items, run=lambda: each(copy), wrong=wrong, checked=len(out.points))

    return [
        candidate("copy to the fields of the scores, compiled loop", loop),
        candidate("copy to the fields of the scores, np.copyto", numpy),
        block_copy(SCORES_BYTES, "hand", len(out.points), items, each),
    ]


def block_copy(
    bytes_per_row: int, unit: str, rows: int, items: int, each: OnEveryPart, *, allocating: bool = False
) -> Candidate:
    """Return the limit that moves `bytes_per_row` for each row, half of them read and half of them written.

    The target is in place, or with `allocating` new memory each time.
    """
    half = bytes_per_row // 2
    source = np.resize(np.arange(251, dtype=np.uint8), half * rows)
    target = np.zeros_like(source)

    def copy(part: slice) -> None:
        bytes_of = slice(half * part.start, half * part.stop)
        np.copyto(target[bytes_of], source[bytes_of])

    def copy_to_new_memory(part: slice) -> None:
        source[half * part.start : half * part.stop].copy()

    def wrong() -> int:
        each(copy)
        return int(np.count_nonzero(source != target))

    if allocating:
        name = f"copy of {half} bytes a {unit} to new memory"
        return Candidate(name=name, unit=f"{unit}s", items=items, run=lambda: each(copy_to_new_memory), wrong=wrong, checked=rows)
    name = f"copy of {half} bytes a {unit}, np.copyto"
    return Candidate(name=name, unit=f"{unit}s", items=items, run=lambda: each(copy), wrong=wrong, checked=rows)
