"""The public array functions over the kernel: checked input, several threads, results.

Every thread takes the next piece of the rows and reads it where it is, or converts it where the compiled code could not read
it. Under rules whose declarations differ from the default's, where the kernel's closed form is not proven,
`classes.solve_hands` answers instead.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver import kernel
from solver.arrays import HandScores, checked, masks_at, raise_first_fault, score_arrays, trumps_at
from solver.cards import Trump
from solver.closed_form import worth as worth_of
from solver.rules import DEFAULT, Rules, checked_rules
from solver.threads import in_pieces, most_threads


def hand_points(
    hands: ArrayLike, out: NDArray[np.uint16] | None = None, threads: int | None = None, *, rules: Rules = DEFAULT
) -> NDArray[np.uint16]:
    """Return the points of the best combination of each hand, without Belote-Rebelote, as uint16 of the shape of `hands`.

    `hands` are uint32 masks of at most eight cards, or any other integers in that range, of any shape and memory layout. `out`
    is a C-contiguous uint16 array of that shape to write to and return, sharing no memory with `hands`. `threads` bounds the
    threads used; None takes all cores, small inputs use one; `rules` are those by which hands score. Raises `HandError`, a
    `ValueError`, naming the first index that is no hand; what `out` then holds is not defined.

    >>> hand_points([0x0F, 0x07, 0x03])
    array([50, 20,  0], dtype=uint16)
    """
    masks, trumps = checked(hands, None)
    workers = most_threads(threads)
    points = np.empty(masks.shape, np.uint16) if out is None else _checked_out(out, masks)
    if not closed_form_holds(rules):
        points[...] = _by_class(masks, None, rules).points
        return points
    worth = worth_of(rules)
    rows = points.view(np.ndarray).reshape(-1)

    def score(start: int, stop: int) -> bool:
        return bool(kernel.points_of(masks_at(masks, start, stop), rows[start:stop], worth))

    if not in_pieces(score, masks.size, workers):
        raise_first_fault(masks, trumps)
    return points


def score_hands(
    hands: ArrayLike, trump: Trump | ArrayLike = None, threads: int | None = None, *, rules: Rules = DEFAULT
) -> HandScores:
    """Score hands: points, Belote-Rebelote, strength and declared cards of each one's best combination.

    `hands` are uint32 masks of at most eight cards, or any other integers in that range; `trump` is one trump or an integer
    array of -1..3; the two broadcast, and the results have their common shape. `threads` bounds the threads used; None takes
    all cores, small inputs use one; `rules` are those by which hands score. Raises `HandError`, a `ValueError`, naming the first
    index that is no hand or no trump.

    >>> scores = score_hands([0x77, 0x60], trump="oros")
    >>> scores.points, scores.belote
    (array([40,  0], dtype=uint16), array([20, 20], dtype=uint8))
    """
    masks, trumps = checked(hands, trump)
    workers = most_threads(threads)
    if not closed_form_holds(rules):
        return _by_class(masks, trumps, rules)
    scores = score_arrays(masks.shape)
    points, belote, strength, declared = (field.reshape(-1) for field in scores)
    worth = worth_of(rules)

    def score(start: int, stop: int) -> bool:
        return bool(
            kernel.scores_of(
                masks_at(masks, start, stop),
                trumps_at(trumps, start, stop),
                points[start:stop],
                belote[start:stop],
                strength[start:stop],
                declared[2 * start : 2 * stop],
                worth,
            )
        )

    if not in_pieces(score, masks.size, workers):
        raise_first_fault(masks, trumps)
    return HandScores(*scores)


def closed_form_holds(rules: Rules) -> bool:
    """Return whether the kernel's closed form is proven for `rules`: declarations are worth what they are by default."""
    rules = checked_rules(rules)
    return rules.run_points == DEFAULT.run_points and rules.carre_points == DEFAULT.carre_points


def _by_class(masks: NDArray[Any], trump: Trump | NDArray[Any], rules: Rules) -> HandScores:
    from solver.classes import solve_hands  # noqa: PLC0415  the solver loads only where it is needed

    return solve_hands(masks, trump, rules=rules)


def _checked_out(out: NDArray[np.uint16], masks: NDArray[Any]) -> NDArray[np.uint16]:
    plain = isinstance(out, np.ndarray) and not isinstance(out, np.ma.MaskedArray) and out.dtype == np.uint16
    if not (plain and out.flags.c_contiguous and out.flags.writeable):
        raise ValueError("out is a writable, C-contiguous array of uint16, and no masked one")
    if out.shape != masks.shape:
        raise ValueError(f"out has shape {out.shape}, the hands have {masks.shape}")
    if np.may_share_memory(out, masks):
        raise ValueError("out shares memory with the hands")
    return out
