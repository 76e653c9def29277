"""Data sets scored into a folder in several runs: what is finished is kept, what is lost or changed is told."""

import os
from pathlib import Path
from typing import Any

import pytest
from data_sets import HANDS, ROWS, check, folder_rows, make_small_parts, plant_faults, write, write_data_set
from folders import names_in

from solver import datasets, parts
from solver.batch import score_file
from solver.resume import Interrupted
from solver.tables import TableError, WriteError


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    make_small_parts(monkeypatch)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write_data_set(tmp_path / "in")


@pytest.mark.parametrize("after", [1, 3, 6])
def test_going_on(tmp_path: Path, source: Path, after: int) -> None:
    done: list[int] = []

    def stop(rows: int, _total: int | None) -> None:
        done.append(rows)
        if len(done) > after:
            raise KeyboardInterrupt

    plant_faults(source)
    options: dict[str, Any] = {"on_error": "reject", "rejects": tmp_path / "bad.csv"}
    with pytest.raises(Interrupted, match=r"interrupted; [\d,]+ rows of .*out are kept: the same with --resume"):
        score_file(source, tmp_path / "out", threads=1, progress=stop, **options)
    assert names_in(tmp_path) == [".out.unfinished", "in"]
    summary = score_file(source, tmp_path / "out", resume=True, **options)
    assert summary.kept >= sum(done)
    assert (summary.rows, summary.rejected) == (ROWS, 3)
    score_file(source, tmp_path / "right", on_error="reject", rejects=tmp_path / "right.csv")
    assert folder_rows(tmp_path / "out") == folder_rows(tmp_path / "right")
    assert (tmp_path / "bad.csv").read_text() == (tmp_path / "right.csv").read_text()
    assert names_in(tmp_path) == ["bad.csv", "in", "out", "right", "right.csv"]


def test_going_on_with_what_is_finished(tmp_path: Path, source: Path) -> None:
    first = score_file(source, tmp_path / "out")
    before = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}
    again = score_file(source, tmp_path / "out", resume=True)
    assert (again.rows, again.kept, again.points, again.belote) == (ROWS, ROWS, first.points, first.belote)
    assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()} == before
    with pytest.raises(TableError, match="out: cannot be resumed: the trump changed since it was begun"):
        score_file(source, tmp_path / "out", "oros", resume=True)
    with pytest.raises(WriteError, match=r"out: cannot be written: the folder is not empty$"):
        score_file(source, tmp_path / "out")
    assert names_in(tmp_path) == ["in", "out"]


def test_a_file_more_is_another_input(tmp_path: Path, source: Path) -> None:
    def stop(rows: int, _total: int | None) -> None:
        if rows:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        score_file(source, tmp_path / "out", threads=1, progress=stop)
    write(source / "f.parquet", HANDS, 1000)
    with pytest.raises(TableError, match="out: cannot be resumed: the input changed since it was begun"):
        score_file(source, tmp_path / "out", resume=True)
    os.unlink(source / "f.parquet")  # noqa: PTH108
    assert score_file(source, tmp_path / "out", resume=True).kept > 0


def test_parts_that_nobody_can_finish(tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(task: parts.Task, part: parts.Part, *others: Any) -> Any:
        if part.number in {1, 3}:
            raise MemoryError("too large\nby far")
        return original(task, part, *others)

    original = parts.score_part
    monkeypatch.setattr(datasets, "score_part", lose)
    with pytest.raises(datasets.LostPartsError) as error:
        score_file(source, tmp_path / "out")
    assert str(error.value) == (
        f"2 of 7 parts could not be scored: {source / 'a.parquet'}, rows 201 to 300: too large by far; "
        f"{source / 'b' / 'c.parquet'}, rows 201 to 400: too large by far; "
        f"700 rows of {tmp_path / 'out'} are kept: the same with --resume (resume=True) goes on from there"
    )
    monkeypatch.setattr(datasets, "score_part", original)
    assert score_file(source, tmp_path / "out", resume=True).kept == 700
    check(folder_rows(tmp_path / "out"))


def test_parts_of_another_size_are_other_parts(
    tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[int] = []

    def stop(rows: int, _total: int | None) -> None:
        done.append(rows)
        if len(done) == 6:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        score_file(source, tmp_path / "out", threads=1, progress=stop)
    monkeypatch.setattr(datasets, "PART_ROWS", 270)
    summary = score_file(source, tmp_path / "out", resume=True)
    assert summary.rows == ROWS
    assert summary.kept < sum(done)
    check(folder_rows(tmp_path / "out"))


def test_a_file_that_disappears(tmp_path: Path, source: Path) -> None:
    def remove(_rows: int, _total: int | None) -> None:
        (source / "e.parquet").unlink(missing_ok=True)

    with pytest.raises(TableError, match=r"e\.parquet: cannot be read: .*[Nn]o such file or directory"):
        score_file(source, tmp_path / "out", threads=1, progress=remove)
    assert names_in(tmp_path) == ["in"]
