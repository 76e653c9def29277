"""Data sets of many Parquet files: as one table into a file, part by part into a folder; both with every row once and in order."""

import os
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from solver import datasets, parts, score_hands, tables
from solver.batch import score_file
from solver.dealing import random_hands
from solver.reading import opened_source
from solver.resume import Interrupted
from solver.tables import TableError, WriteError

ROWS = 1000


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BATCH_ROWS", 70)
    monkeypatch.setattr(datasets, "PART_ROWS", 150)


@pytest.fixture(scope="module")
def hands() -> np.ndarray:
    return random_hands(ROWS, np.random.default_rng(5))


@pytest.fixture
def source(tmp_path: Path, hands: np.ndarray) -> Path:
    """Return a folder of files of 0 to 500 rows, one of them deeper, and others that are no part of the data set."""
    folder = tmp_path / "in"
    (folder / "b").mkdir(parents=True)
    write(folder / "a.parquet", hands[:300], 0)
    write(folder / "b" / "c.parquet", hands[300:800], 300)
    write(folder / "d.parquet", hands[:0], 800)
    write(folder / "e.parquet", hands[800:], 800)
    (folder / "_hidden").mkdir()
    for name in (".a.parquet", "_hidden/a.parquet", "notes.txt"):
        (folder / name).write_text("nonsense")
    return folder


def write(path: Path, hands: np.ndarray, start: int) -> None:
    columns = {"hand": hands, "id": np.arange(start, start + len(hands))}
    pq.write_table(pa.table(columns), path, row_group_size=100)


def folder_rows(folder: Path) -> dict[str, list[Any]]:
    return pa.concat_tables(pq.read_table(path) for path in sorted(folder.glob("*.parquet"))).to_pydict()


def check(found: dict[str, list[Any]], hands: np.ndarray) -> None:
    assert found["id"] == [*range(len(hands))]
    assert found["hand"] == hands.tolist()
    assert found["points"] == score_hands(hands).points.tolist()


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("pattern", ["in", "in/**/*.parquet", "in/[a-e]*"])
@pytest.mark.parametrize("target", ["out.parquet", "out"])
def test_folders_and_patterns(
    tmp_path: Path, source: Path, hands: np.ndarray, monkeypatch: pytest.MonkeyPatch, pattern: str, target: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if pattern != "in":  # a pattern means what it says
        (source / "_hidden" / "a.parquet").unlink()
    if pattern == "in/[a-e]*":
        (source / "b" / "c.parquet").rename(source / "c.parquet")
        (source / "b").rmdir()
    portions: list[tuple[int, int | None]] = []
    summary = score_file(pattern, target, progress=lambda *portion: portions.append(portion))
    check(folder_rows(Path(target)) if target == "out" else pq.read_table(target).to_pydict(), hands)
    assert (summary.rows, summary.kept, sum(summary.points.values())) == (ROWS, 0, ROWS)
    assert sum(rows for rows, _ in portions) == ROWS
    assert {total for _, total in portions} == {ROWS}
    assert names_in(tmp_path) == ["in", target]


def test_parts_are_groups_of_rows(tmp_path: Path, source: Path) -> None:
    score_file(source, tmp_path / "out")
    assert names_in(tmp_path / "out") == [".belote.json", *(f"part-{number:06}.parquet" for number in range(7))]
    rows = [pq.read_metadata(path).num_rows for path in sorted((tmp_path / "out").glob("*.parquet"))]
    assert rows == [200, 100, 200, 200, 100, 0, 200]


def test_many_rows_are_no_more_parts(tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datasets, "MOST_PARTS", 4)
    score_file(source, tmp_path / "out")
    rows = [pq.read_metadata(path).num_rows for path in sorted((tmp_path / "out").glob("*.parquet"))]
    assert rows == [300, 300, 200, 0, 200]


def test_one_large_file_into_a_folder(tmp_path: Path, hands: np.ndarray) -> None:
    write(tmp_path / "in.parquet", hands, 0)
    (tmp_path / "out.d").mkdir()
    score_file(tmp_path / "in.parquet", tmp_path / "out.d", compression="zstd")  # a folder that is there may have any name
    check(folder_rows(tmp_path / "out.d"), hands)
    assert pq.read_metadata(tmp_path / "out.d" / "part-000000.parquet").row_group(0).column(0).compression == "ZSTD"


def test_the_output_is_a_data_set(tmp_path: Path, source: Path, hands: np.ndarray) -> None:
    score_file(source, tmp_path / "out")
    scored = opened_rows(tmp_path / "out")
    assert scored["id"] == [*range(ROWS)]
    with pytest.raises(TableError, match="there is a column 'points' already"):
        score_file(tmp_path / "out", tmp_path / "again")
    assert scored["hand"] == hands.tolist()


def opened_rows(folder: Path) -> dict[str, list[Any]]:
    return pq.read_table(folder).to_pydict()


def plant_faults(source: Path, hands: np.ndarray) -> None:
    """Make rows 250 and 280 of the first file and row 450 of the second bad."""
    bad = hands.copy()
    bad[[249, 279, 749]] = 0xFFFF
    write(source / "a.parquet", bad[:300], 0)
    write(source / "b" / "c.parquet", bad[300:800], 300)


@pytest.mark.parametrize("target", ["out.parquet", "out"])
def test_the_first_bad_row_of_all_files_is_named(tmp_path: Path, source: Path, hands: np.ndarray, target: str) -> None:
    plant_faults(source, hands)
    with pytest.raises(TableError) as error:
        score_file(source, tmp_path / target)
    assert str(error.value) == f"{source / 'a.parquet'}, row 250: hand 65535 has 16 cards, the most is 8"
    assert names_in(tmp_path) == ["in"]


@pytest.mark.parametrize("target", ["out.parquet", "out"])
def test_rejects_of_all_files(tmp_path: Path, source: Path, hands: np.ndarray, target: str) -> None:
    plant_faults(source, hands)
    summary = score_file(source, tmp_path / target, on_error="reject", rejects=tmp_path / "bad.csv")
    assert (tmp_path / "bad.csv").read_text().splitlines() == [
        "file,row,reason,hand,id,text",
        f'{source / "a.parquet"},250,"hand 65535 has 16 cards, the most is 8",65535,249,',
        f'{source / "a.parquet"},280,"hand 65535 has 16 cards, the most is 8",65535,279,',
        f'{source / "b" / "c.parquet"},450,"hand 65535 has 16 cards, the most is 8",65535,749,',
    ]
    assert (summary.rows, summary.rejected) == (ROWS, 3)
    found = folder_rows(tmp_path / target) if target == "out" else pq.read_table(tmp_path / target).to_pydict()
    assert found["id"] == [row for row in range(ROWS) if row not in {249, 279, 749}]


def test_text_columns_hold_what_their_file_begins_with(tmp_path: Path) -> None:
    texts = ["4o 5o"] * 200 + ["7"]
    pq.write_table(pa.table({"hand": texts}), tmp_path / "in.parquet", row_group_size=50)
    with pytest.raises(TableError, match=r"in\.parquet, row 201: hand '7' is a mask, but the column began with card text"):
        score_file(tmp_path / "in.parquet", tmp_path / "out")


@pytest.mark.parametrize("after", [1, 3, 6])
def test_going_on(tmp_path: Path, source: Path, hands: np.ndarray, after: int) -> None:
    done: list[int] = []

    def stop(rows: int, _total: int | None) -> None:
        done.append(rows)
        if len(done) > after:
            raise KeyboardInterrupt

    plant_faults(source, hands)
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


def test_a_file_more_is_another_input(tmp_path: Path, source: Path, hands: np.ndarray) -> None:
    def stop(rows: int, _total: int | None) -> None:
        if rows:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        score_file(source, tmp_path / "out", threads=1, progress=stop)
    write(source / "f.parquet", hands, 1000)
    with pytest.raises(TableError, match="out: cannot be resumed: the input changed since it was begun"):
        score_file(source, tmp_path / "out", resume=True)
    os.unlink(source / "f.parquet")  # noqa: PTH108
    assert score_file(source, tmp_path / "out", resume=True).kept > 0


def test_parts_that_nobody_can_finish(tmp_path: Path, source: Path, hands: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
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
    check(folder_rows(tmp_path / "out"), hands)


def test_parts_of_another_size_are_other_parts(
    tmp_path: Path, source: Path, hands: np.ndarray, monkeypatch: pytest.MonkeyPatch
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
    check(folder_rows(tmp_path / "out"), hands)


def test_a_file_that_disappears(tmp_path: Path, source: Path) -> None:
    def remove(_rows: int, _total: int | None) -> None:
        (source / "e.parquet").unlink(missing_ok=True)

    with pytest.raises(TableError, match=r"e\.parquet: cannot be read: .*[Nn]o such file or directory"):
        score_file(source, tmp_path / "out", threads=1, progress=remove)
    assert names_in(tmp_path) == ["in"]


@pytest.mark.usefixtures("source")
def test_data_sets_that_are_none(tmp_path: Path, hands: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    Path("in.csv").write_text("hand\n4o\n")
    Path("other").mkdir()
    write(Path("other/a.parquet"), hands, 0)
    pq.write_table(pa.table({"hand": hands, "id": pa.array([1.5] * ROWS)}), "other/b.parquet")
    pq.write_table(pa.table({"hand": hands}), "other/c.parquet")
    pq.write_table(pa.table({"id": np.arange(ROWS), "hand": hands}), "other/d.parquet")
    Path("file").write_text("")
    for arguments, message in [
        (("empty", "out"), "empty: there is no Parquet file in the folder"),
        (("empty", "out.csv"), "empty: there is no Parquet file in the folder"),
        (("no/*.parquet", "out"), "no/*.parquet: there is no file of that pattern"),
        (("*.csv", "out"), "in.csv: a data set of several files is of Parquet files"),
        (("in.csv", "out"), "in.csv: into a folder go Parquet files only"),
        (("-", "out"), "-: into a folder go Parquet files only"),
        (("no", "out"), "no: the format goes by the suffix, and there is none: choose .parquet"),
        (("no.parquet", "out"), "no.parquet: cannot be read: No such file or directory"),
        (("other/[ab].parquet", "out"), "other/b.parquet: column 'id' is double, and in other/a.parquet it is int64"),
        (("other/[ac].parquet", "out.npy"), "other/c.parquet: there is no column 'id', which other/a.parquet has"),
        (("other/[ca].parquet", "out"), "other/c.parquet: there is no column 'id', which other/a.parquet has"),
        (("other/[ad].parquet", "out"), "other/d.parquet: the columns stand in another order than in other/a.parquet"),
        (("in", "no/out"), "no/out: cannot be written: there is no folder no"),
        (("in", "file"), "file: cannot be written: it is no folder"),
        (("in", "in/out"), "in/out: the output would be part of the input"),
        (("in", "in"), "in: the output would be part of the input"),
        (("other/a.parquet", "other"), "other: cannot be written: the folder is not empty"),
    ]:
        before = set(tmp_path.rglob("*"))
        with pytest.raises(TableError) as error:
            score_file(*arguments)
        assert str(error.value).startswith(message)
        assert set(tmp_path.rglob("*")) == before


def test_columns_that_only_one_of_the_files_has(tmp_path: Path, hands: np.ndarray) -> None:
    write(tmp_path / "b.parquet", hands, 0)
    pq.write_table(pa.table({"hand": hands}), tmp_path / "a.parquet")
    with pytest.raises(TableError, match=r"a\.parquet: there is no column 'id', which .*b\.parquet has"):
        score_file(tmp_path, tmp_path / "out.parquet")


def test_a_data_set_is_read_from_any_row(source: Path) -> None:
    table = opened_source(source)
    for start in (0, 1, 299, 300, 301, 650, 800, 999, 1000):
        rows = pa.Table.from_batches(part.batch for part in table.read(start))
        assert rows["id"].to_pylist() == [*range(start, ROWS)]
    assert table.rows == ROWS
