"""A data set of Parquet files, what is planted in it, and what comes of it."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from solver import datasets, score_hands, tables
from solver.dealing import random_hands

ROWS = 1000
HANDS = random_hands(ROWS, np.random.default_rng(5))
HANDS.flags.writeable = False


def make_small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make parts of a few row groups, and several batches of each."""
    monkeypatch.setattr(tables, "BATCH_ROWS", 70)
    monkeypatch.setattr(datasets, "PART_ROWS", 150)


def write_data_set(folder: Path) -> Path:
    """Write the hands into files of 0 to 500 rows, one of them deeper, beside others that are no part of the data set."""
    (folder / "b").mkdir(parents=True)
    write(folder / "a.parquet", HANDS[:300], 0)
    write(folder / "b" / "c.parquet", HANDS[300:800], 300)
    write(folder / "d.parquet", HANDS[:0], 800)
    write(folder / "e.parquet", HANDS[800:], 800)
    (folder / "_hidden").mkdir()
    for name in (".a.parquet", "_hidden/a.parquet", "notes.txt"):
        (folder / name).write_text("nonsense")
    return folder


def write(path: Path, hands: np.ndarray = HANDS, start: int = 0) -> None:
    """Write a file of the data set, whose first hand is row `start` of the whole."""
    columns = {"hand": hands, "id": np.arange(start, start + len(hands))}
    pq.write_table(pa.table(columns), path, row_group_size=100)


def folder_rows(folder: Path) -> dict[str, list[Any]]:
    """Return the rows of all files, in the order of their names."""
    return pa.concat_tables(pq.read_table(path) for path in sorted(folder.glob("*.parquet"))).to_pydict()


def check(found: dict[str, list[Any]]) -> None:
    """Assert that these are all hands, once and in order, scored."""
    assert found["id"] == [*range(ROWS)]
    assert found["hand"] == HANDS.tolist()
    assert found["points"] == score_hands(HANDS).points.tolist()


def plant_faults(source: Path) -> None:
    """Make rows 250 and 280 of the first file and row 450 of the second bad."""
    bad = HANDS.copy()
    bad[[249, 279, 749]] = 0xFFFF
    write(source / "a.parquet", bad[:300], 0)
    write(source / "b" / "c.parquet", bad[300:800], 300)
