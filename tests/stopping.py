"""Runs of scoring that are stopped on their way: from what they read to how they end."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from immediate import Immediate

from solver import checkpoints, csv_rows, tables
from solver.batch import score_file
from solver.dealing import random_hands

ROWS = 1000
HANDS = random_hands(ROWS, np.random.default_rng(5))
HANDS[[0, 99, 100, 555, 999]] = 0xFFFF  # which has too many cards
HANDS.flags.writeable = False


def write_source(folder: Path) -> Path:
    """Write the hands, with numbers of the rows, into a Parquet file of several row groups."""
    source = folder / "in.parquet"
    pq.write_table(pa.table({"hand": HANDS, "id": np.arange(ROWS)}), source, row_group_size=170)
    return source


def save_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make batches small, and have each saved before the next."""
    monkeypatch.setattr(tables, "BATCH_ROWS", 100)
    monkeypatch.setattr(csv_rows, "BLOCK_BYTES", 3000)
    monkeypatch.setattr(checkpoints, "PIECE_SECONDS", 0)
    monkeypatch.setattr(checkpoints, "ThreadPoolExecutor", Immediate)


def stopped(
    *arguments: Any, after: int = 4, error: BaseException | None = None, **options: Any
) -> pytest.ExceptionInfo[BaseException]:
    """Score until some batches are written, then end with an error; Ctrl-C where none is given."""
    left = after

    def progress(rows: int, _total: int | None) -> None:
        nonlocal left
        left -= rows > 0
        if left < 0:
            raise KeyboardInterrupt if error is None else error

    with pytest.raises(BaseException) as caught:  # noqa: PT011  the caller looks at it
        score_file(*arguments, progress=progress, **options)
    return caught


def rejecting(folder: Path) -> dict[str, Any]:
    """Return the options with which bad rows go to a file in a folder."""
    return {"on_error": "reject", "rejects": folder / "bad.csv"}
