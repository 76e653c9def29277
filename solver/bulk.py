"""The public array functions over the kernel: checked input, blocks for several threads, results.

Arrays that the compiled code can read are read where they are, in pieces that every thread takes its next one of; others are
copied block by block. Under rules whose declarations differ from the default's, where the kernel's closed form is not proven,
`classes.solve_hands` answers instead. Imports `kernel`, `arrays` and, only then, `classes`.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver import kernel
from solver.arrays import HandScores, blocks, checked, is_ready, raise_first_fault, score_arrays
from solver.cards import Trump
from solver.rules import DEFAULT, Rules

_PIECE_ROWS = 1 << 20
"""Rows that a thread takes at a time; fewer than two such pieces are not worth a second thread."""


def hand_points(
    hands: ArrayLike, out: NDArray[np.uint16] | None = None, threads: int | None = None, *, rules: Rules = DEFAULT
) -> NDArray[np.uint16]:
    """Return the points of the best combination of each hand, without Belote-Rebelote, as uint16 of the shape of `hands`.

    `hands` are uint32 masks of at most eight cards, or any other integers in that range, of any shape and memory layout. `out`
    is a C-contiguous uint16 array of that shape to write to and return, sharing no memory with `hands`. `threads` bounds the
    threads used; None takes all cores, small inputs use one. Raises `HandError`, a `ValueError`, naming the first index that is
    no hand; what `out` then holds is not defined.

    >>> hand_points([0x0F, 0x07, 0x03])
    array([50, 20,  0], dtype=uint16)
    """
    masks, trumps = checked(hands, None)
    most_threads = _available_threads(threads)
    points = np.empty(masks.shape, np.uint16) if out is None else _checked_out(out, masks)
    if not _closed_form_holds(rules):
        points[...] = _by_class(masks, None, rules).points
        return points
    worth = kernel.worth(rules)
    rows = points.reshape(-1)
    ready = is_ready(masks, np.uint32)

    def score(start: int, stop: int) -> bool:
        if ready:
            return bool(kernel.points_of(masks.reshape(-1)[start:stop], rows[start:stop], worth))
        return all(kernel.points_of(block, rows[place], worth) for place, block, _ in blocks(masks, trumps, start, stop))

    if not _in_pieces(score, masks.size, most_threads):
        raise_first_fault(masks, trumps)
    return points


def score_hands(
    hands: ArrayLike, trump: Trump | ArrayLike = None, threads: int | None = None, *, rules: Rules = DEFAULT
) -> HandScores:
    """Score hands: points, Belote-Rebelote, strength and declared cards of each one's best combination.

    `hands` are uint32 masks of at most eight cards, or any other integers in that range; `trump` is one trump or an integer
    array of -1..3; the two broadcast, and the results have their common shape. `threads` bounds the threads used; None takes
    all cores, small inputs use one. Raises `HandError`, a `ValueError`, naming the first index that is no hand or no trump.

    >>> scores = score_hands([0x77, 0x60], trump="oros")
    >>> scores.points, scores.belote
    (array([40,  0], dtype=uint16), array([20, 20], dtype=uint8))
    """
    masks, trumps = checked(hands, trump)
    most_threads = _available_threads(threads)
    if not _closed_form_holds(rules):
        return _by_class(masks, trumps, rules)
    scores = score_arrays(masks.shape)
    points, belote, strength, declared = (field.reshape(-1) for field in scores)
    worth = kernel.worth(rules)
    ready = is_ready(masks, np.uint32) and is_ready(trumps, np.int8)

    def score_rows(place: slice, hands: NDArray[np.uint32], trumps: NDArray[np.int8]) -> bool:
        cards = declared[2 * place.start : 2 * place.stop]
        return bool(kernel.scores_of(hands, trumps, points[place], belote[place], strength[place], cards, worth))

    def score(start: int, stop: int) -> bool:
        if ready:
            return score_rows(slice(start, stop), masks.reshape(-1)[start:stop], trumps.reshape(-1)[start:stop])
        return all(score_rows(*block) for block in blocks(masks, trumps, start, stop))

    if not _in_pieces(score, masks.size, most_threads):
        raise_first_fault(masks, trumps)
    return HandScores(*scores)


def _in_pieces(score: Callable[[int, int], bool], rows: int, most_threads: int) -> bool:
    """Run `score` over all rows, piece by piece in as many threads as are worth it; return whether it was true everywhere."""
    starts = range(0, rows, _PIECE_ROWS)
    workers = min(len(starts), most_threads)
    if workers <= 1:
        return score(0, rows)
    with ThreadPoolExecutor(workers) as pool:
        return all(pool.map(lambda start: score(start, min(start + _PIECE_ROWS, rows)), starts))


def _available_threads(threads: int | None) -> int:
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if isinstance(threads, bool) or not isinstance(threads, int) or threads < 1:
        raise ValueError(f"threads={threads!r}: a positive integer, or None for all cores")
    return threads


def _closed_form_holds(rules: Rules) -> bool:
    """Return whether the kernel's closed form is proven for `rules`: declarations are worth what they are by default."""
    return rules.run_points == DEFAULT.run_points and rules.carre_points == DEFAULT.carre_points


def _by_class(masks: NDArray[Any], trump: Trump | NDArray[Any], rules: Rules) -> HandScores:
    from solver.classes import solve_hands  # noqa: PLC0415  the solver loads only where it is needed

    return solve_hands(masks, trump, rules=rules)


def _checked_out(out: NDArray[np.uint16], masks: NDArray[Any]) -> NDArray[np.uint16]:
    if not isinstance(out, np.ndarray) or out.dtype != np.uint16 or not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError("out is a writable, C-contiguous array of uint16")
    if out.shape != masks.shape:
        raise ValueError(f"out has shape {out.shape}, the hands have {masks.shape}")
    if np.may_share_memory(out, masks):
        raise ValueError("out shares memory with the hands")
    return out
