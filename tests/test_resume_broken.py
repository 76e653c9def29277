"""Runs to go on from of which the state, a record or a part is broken: refused with a way out, or done again."""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from folders import names_in
from stopping import HANDS, ROWS, rejecting, save_often, stopped, write_source

from solver import datasets, tables
from solver.batch import score_file
from solver.tables import TableError


@pytest.fixture(autouse=True)
def _save_often(monkeypatch: pytest.MonkeyPatch) -> None:
    save_often(monkeypatch)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write_source(tmp_path)


def cut_in_half(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def of_other_types(path: Path) -> None:
    path.write_text('{"counts": {"rows": "many"}, "marks": {}, "rejects_size": null}')


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("job.json", cut_in_half),
        ("job.json", lambda path: path.write_text("[3]")),
        ("begun.json", cut_in_half),
        ("begun.json", of_other_types),
        ("begun.json", lambda path: path.write_bytes(b"\xff")),
        ("rows", cut_in_half),
    ],
)
@pytest.mark.parametrize("target", [f"out{suffix}" for suffix in tables.SUFFIXES])
def test_a_state_that_is_broken(
    tmp_path: Path, target: str, name: str, damage: Callable[[Path], None]
) -> None:
    np.save(tmp_path / "in.npy", HANDS)
    stopped(tmp_path / "in.npy", tmp_path / target, **rejecting(tmp_path))
    folder = tmp_path / f".{target}.unfinished"
    damage(folder / (f"rows{target.removeprefix('out')}" if name == "rows" else name))
    with pytest.raises(TableError) as error:
        score_file(tmp_path / "in.npy", tmp_path / target, resume=True, **rejecting(tmp_path))
    expected = f"{tmp_path / target}: the state in {folder.name} cannot be read; start anew, without --resume"
    assert str(error.value) == expected
    assert score_file(tmp_path / "in.npy", tmp_path / target, **rejecting(tmp_path)).kept == 0
    assert names_in(tmp_path) == sorted(["in.npy", target, "bad.csv"])


@pytest.mark.parametrize("content", ["", "[]", '{"counts": 3}', '{"job": 3}'])
def test_a_record_of_a_finished_data_set_that_is_broken(tmp_path: Path, source: Path, content: str) -> None:
    score_file(source, tmp_path / "out", **rejecting(tmp_path))
    (tmp_path / "out" / ".belote.json").write_text(content)
    with pytest.raises(TableError, match=r"out: cannot be resumed: "):
        score_file(source, tmp_path / "out", resume=True, **rejecting(tmp_path))


def test_a_part_that_was_cut_is_done_again(tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datasets, "PART_ROWS", 170)
    score_file(source, tmp_path / "right", **rejecting(tmp_path))
    stopped(source, tmp_path / "out", threads=1, **rejecting(tmp_path))
    cut_in_half(min((tmp_path / ".out.unfinished").glob("*/parts/part-*.parquet")))
    assert score_file(source, tmp_path / "out", resume=True, **rejecting(tmp_path)).rows == ROWS
    assert pq.read_table(tmp_path / "out").equals(pq.read_table(tmp_path / "right"))
