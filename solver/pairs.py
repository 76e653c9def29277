"""The distinct pairs of declarations among many, compiled."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.compiling import compiled

_SLOT_BITS: Final = 14
"""There are fewer than 100 declarations, so fewer pairs of two or less than there are slots."""
_SLOTS: Final = 1 << _SLOT_BITS
_SHIFT: Final = 64 - _SLOT_BITS
_SPREAD: Final = 0x9E3779B97F4A7C15
"""The golden ratio in 64 bits: the highest bits of its products differ for keys that differ anywhere (Fibonacci hashing)."""


class DistinctPairs(NamedTuple):
    """The distinct pairs of n pairs, in the order in which they come first; k are distinct."""

    of_row: NDArray[np.int32]
    """(n,): which of the distinct pairs stands in a row."""
    first_row: NDArray[np.int64]
    """(k,): where a pair comes first."""
    rows: NDArray[np.int64]
    """(k,): how often it comes."""


def distinct_pairs(declared: NDArray[np.uint32]) -> DistinctPairs:
    """Return the distinct rows of `declared`, uint32 (n, 2): the pairs of declarations of n hands."""
    pairs = np.ascontiguousarray(declared).view(np.uint64).reshape(-1)
    of_row = np.empty(pairs.size, np.int32)
    first_row = np.empty(_SLOTS, np.int64)
    rows = np.zeros((2, _SLOTS), np.int64)
    known = _find_pairs(pairs, np.zeros(_SLOTS, np.uint64), np.full(_SLOTS, -1, np.int32), of_row, first_row, rows)
    return DistinctPairs(of_row, first_row[:known], rows.sum(axis=0)[:known])


@compiled
def _find_pairs(pairs: Any, keys: Any, numbers: Any, of_row: Any, first_row: Any, rows: Any) -> Any:
    """Fill the last three; `keys` and `numbers` are an empty hash table. Return how many pairs are distinct."""
    known = 0
    for row in range(pairs.size):
        pair = pairs[row]
        slot = np.int64((pair * np.uint64(_SPREAD)) >> np.uint64(_SHIFT))
        while keys[slot] != pair or numbers[slot] < 0:
            if numbers[slot] < 0:
                keys[slot], numbers[slot], first_row[known] = pair, known, row
                known += 1
            else:
                slot = (slot + 1) & (_SLOTS - 1)
        of_row[row] = numbers[slot]
        rows[row & 1, numbers[slot]] += 1  # by turns: most are the same, and a counter just written is slow to read
    return known
