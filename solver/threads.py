"""Work over the rows of large arrays, piece by piece, in several threads."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from solver.cards import as_integer, shown

PIECE_ROWS = 1 << 21
"""Rows that a thread takes at a time; fewer than two such pieces are not worth a second thread."""


def most_threads(threads: int | None) -> int:
    """Return `threads`, or for None as many as this process may run on; raise `ValueError` where it is no positive integer."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    number = as_integer(threads)
    if number is None or number < 1:
        raise ValueError(f"threads={shown(threads)}: a positive integer, or None for all cores")
    return number


def in_pieces(work: Callable[[int, int], bool], rows: int, threads: int) -> bool:
    """Call `work` with the start and the stop of every piece of `rows`, in at most `threads`; return whether all were true."""
    pieces = [(start, min(start + PIECE_ROWS, rows)) for start in range(0, rows, PIECE_ROWS)]
    workers = min(len(pieces), threads)
    if workers <= 1:
        return all(work(*piece) for piece in pieces)
    with ThreadPoolExecutor(workers) as pool:
        return all(pool.map(lambda piece: work(*piece), pieces))
