"""Distinct pairs of declarations are those of `numpy.unique`, in the order in which they come."""

import numpy as np
import pytest

from solver import pairs, score_hands
from solver.pairs import distinct_pairs


def check(declared: np.ndarray) -> None:
    found = distinct_pairs(declared)
    expected, first, counts = np.unique(declared, axis=0, return_index=True, return_counts=True)
    order = np.argsort(first)
    np.testing.assert_array_equal(found.first_row, first[order])
    np.testing.assert_array_equal(found.rows, counts[order])
    np.testing.assert_array_equal(declared[found.first_row], expected[order])
    np.testing.assert_array_equal(declared[found.first_row][found.of_row], declared)
    assert found.of_row.dtype == np.int32


def test_the_pairs_of_hands(random_hands: np.ndarray) -> None:
    check(score_hands(random_hands).declared)


@pytest.mark.parametrize("compiled", [True, False])
def test_pairs_that_fill_the_table(monkeypatch: pytest.MonkeyPatch, *, compiled: bool) -> None:
    """There are at most 92 declarations, so 93 * 93 pairs; keys whose bits are alike share slots of the table."""
    if not compiled:
        monkeypatch.setattr(pairs, "_find_pairs", pairs._find_pairs.py_func)
    first, second = np.meshgrid(np.arange(93), np.arange(93))
    declared = np.stack([first.ravel(), second.ravel()], axis=1).astype(np.uint32)
    with np.errstate(over="ignore"):
        check(np.concatenate([declared, declared[::-1]]) if compiled else declared[::97])


@pytest.mark.parametrize(("rows", "mask"), [(0, 0), (3, 0), (3, 2**32 - 1)])
def test_none_and_one(rows: int, mask: int) -> None:
    declared = np.full((rows, 2), mask, np.uint32)
    found = distinct_pairs(declared)
    assert (found.of_row.tolist(), found.rows.tolist()) == ([0] * len(declared), [len(declared)] if len(declared) else [])


def test_columns_that_are_strided() -> None:
    declared = np.arange(24, dtype=np.uint32).reshape(6, 4)[:, ::2] % 3
    check(declared)
    check(np.asfortranarray(declared))
