"""Data sets of many Parquet files: as one table into a file, part by part into a folder; both with every row once and in order."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from data_sets import HANDS, ROWS, check, folder_rows, make_small_parts, plant_faults, write, write_data_set
from folders import names_in

from solver import datasets
from solver.batch import score_file
from solver.reading import opened_source
from solver.tables import TableError


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    make_small_parts(monkeypatch)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write_data_set(tmp_path / "in")


@pytest.mark.parametrize("pattern", ["in", "in/**/*.parquet", "in/[a-e]*"])
@pytest.mark.parametrize("target", ["out.parquet", "out"])
def test_folders_and_patterns(
    tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch, pattern: str, target: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if pattern != "in":  # a pattern means what it says
        (source / "_hidden" / "a.parquet").unlink()
    if pattern == "in/[a-e]*":
        (source / "b" / "c.parquet").rename(source / "c.parquet")
        (source / "b").rmdir()
    portions: list[tuple[int, int | None]] = []
    summary = score_file(pattern, target, progress=lambda *portion: portions.append(portion))
    check(folder_rows(Path(target)) if target == "out" else pq.read_table(target).to_pydict())
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


@pytest.mark.parametrize("target", ["out", "out.parquet"])
def test_no_threads_at_all_are_refused(tmp_path: Path, source: Path, target: str) -> None:
    with pytest.raises(ValueError, match="threads=0: a positive integer"):
        score_file(source, tmp_path / target, threads=0)
    assert not (tmp_path / target).exists()


def test_one_large_file_into_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "in.parquet")
    (tmp_path / "out.d").mkdir()
    score_file(tmp_path / "in.parquet", tmp_path / "out.d", compression="zstd")  # a folder that is there may have any name
    check(folder_rows(tmp_path / "out.d"))
    assert pq.read_metadata(tmp_path / "out.d" / "part-000000.parquet").row_group(0).column(0).compression == "ZSTD"


def test_the_output_is_a_data_set(tmp_path: Path, source: Path) -> None:
    score_file(source, tmp_path / "out")
    scored = opened_rows(tmp_path / "out")
    assert scored["id"] == [*range(ROWS)]
    with pytest.raises(TableError, match="there is a column 'points' already"):
        score_file(tmp_path / "out", tmp_path / "again")
    assert scored["hand"] == HANDS.tolist()


def opened_rows(folder: Path) -> dict[str, list[Any]]:
    return pq.read_table(folder).to_pydict()


@pytest.mark.parametrize("target", ["out.parquet", "out"])
def test_the_first_bad_row_of_all_files_is_named(tmp_path: Path, source: Path, target: str) -> None:
    plant_faults(source)
    with pytest.raises(TableError) as error:
        score_file(source, tmp_path / target)
    assert str(error.value) == f"{source / 'a.parquet'}, row 250: hand 65535 has 16 cards, the most is 8"
    assert names_in(tmp_path) == ["in"]


@pytest.mark.parametrize("target", ["out.parquet", "out"])
def test_rejects_of_all_files(tmp_path: Path, source: Path, target: str) -> None:
    plant_faults(source)
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


@pytest.mark.usefixtures("source")
def test_data_sets_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    Path("in.csv").write_text("hand\n4o\n")
    Path("other").mkdir()
    write(Path("other/a.parquet"))
    pq.write_table(pa.table({"hand": HANDS, "id": pa.array([1.5] * ROWS)}), "other/b.parquet")
    pq.write_table(pa.table({"hand": HANDS}), "other/c.parquet")
    pq.write_table(pa.table({"id": np.arange(ROWS), "hand": HANDS}), "other/d.parquet")
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


def test_columns_that_only_one_of_the_files_has(tmp_path: Path) -> None:
    write(tmp_path / "b.parquet")
    pq.write_table(pa.table({"hand": HANDS}), tmp_path / "a.parquet")
    with pytest.raises(TableError, match=r"a\.parquet: there is no column 'id', which .*b\.parquet has"):
        score_file(tmp_path, tmp_path / "out.parquet")


def test_a_data_set_is_read_from_any_row(source: Path) -> None:
    table = opened_source(source)
    for start in (0, 1, 299, 300, 301, 650, 800, 999, 1000):
        rows = pa.Table.from_batches(part.batch for part in table.read(start))
        assert rows["id"].to_pylist() == [*range(start, ROWS)]
    assert table.rows == ROWS
