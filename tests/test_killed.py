"""Runs killed at 25 moments in all leave the target absent or right, and go on to exactly the rows of an undisturbed run."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
import pytest

from solver.columns import card_text
from solver.dealing import random_hands

ROWS = 3000


@pytest.mark.skipif(not hasattr(sys, "addaudithook") or sys.platform == "win32", reason="needs fork and SIGKILL")
@pytest.mark.parametrize(
    ("source", "target", "kills"),
    [
        ("in.parquet", "out.parquet", 9),
        ("in.csv", "out.csv", 4),
        ("in.parquet", "out.arrow", 4),
        ("in.parquet", "out.npy", 3),
        ("in.parquet", "out", 5),
    ],
)
def test_killed_at_any_moment(tmp_path: Path, source: str, target: str, kills: int) -> None:
    hands = random_hands(ROWS, np.random.default_rng(5))
    hands[[17, 1200, 2999]] = 0xFFFF  # which has too many cards
    table = pa.table({"hand": card_text(hands, "spanish") if source == "in.csv" else hands, "id": np.arange(ROWS)})
    if source == "in.csv":
        pa_csv.write_csv(table, tmp_path / source)
    else:
        pq.write_table(table, tmp_path / source, row_group_size=300)
    folder = tmp_path / "runs"
    folder.mkdir()
    program = [sys.executable, Path(__file__).with_name("killing.py"), folder, tmp_path / source, target, str(kills)]
    result = subprocess.run(program, capture_output=True, text=True, check=False)  # noqa: S603  our own program
    assert (result.returncode, result.stderr) == (0, "")
    assert int(result.stdout) >= kills - 1  # the last moments may have come and gone
