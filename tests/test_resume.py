"""Runs that were stopped go on from where they had come, with every row once and in order, or are refused with the reason."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv
import pytest
from arrow_files import write_arrow
from folders import names_in
from stopping import HANDS, ROWS, rejecting, save_often, stopped, write_source

from solver import Rules, resume, tables
from solver.batch import score_file
from solver.columns import card_text
from solver.flow import Output
from solver.reading import opened
from solver.resume import Interrupted, Unfinished
from solver.tables import TableError, WriteError

targets = pytest.mark.parametrize("target", [f"out{suffix}" for suffix in tables.SUFFIXES])


@pytest.fixture(autouse=True)
def _save_often(monkeypatch: pytest.MonkeyPatch) -> None:
    save_often(monkeypatch)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write_source(tmp_path)


def rows_of(path: Path) -> dict[str, list[Any]]:
    return pa.Table.from_batches(part.batch for part in opened(path).read(0)).to_pydict()


@targets
@pytest.mark.parametrize("after", [1, 4, 9])
def test_going_on(tmp_path: Path, source: Path, target: str, after: int) -> None:
    (tmp_path / "right").mkdir()
    expected = score_file(source, tmp_path / "right" / target, "oros", **rejecting(tmp_path / "right"))
    caught = stopped(source, tmp_path / target, "oros", after=after, **rejecting(tmp_path))
    assert caught.type is Interrupted
    assert not (tmp_path / target).exists()
    assert not (tmp_path / "bad.csv").exists()
    portions: list[int] = []
    options = rejecting(tmp_path)
    summary = score_file(
        source, tmp_path / target, "oros", resume=True, progress=lambda rows, _total: portions.append(rows), **options
    )
    assert rows_of(tmp_path / target) == rows_of(tmp_path / "right" / target)
    assert (tmp_path / "bad.csv").read_text() == (tmp_path / "right" / "bad.csv").read_text()
    assert summary.kept > 0
    assert portions[0] == summary.kept
    assert sum(portions) == ROWS
    kept = f"{summary.kept:,} rows of {tmp_path / target} are kept"
    assert str(caught.value) == f"interrupted; {kept}: the same with --resume (resume=True) goes on from there"
    assert (summary.rows, summary.rejected, summary.points, summary.belote) == (ROWS, 5, expected.points, expected.belote)
    assert {*names_in(tmp_path)} == {"bad.csv", "in.parquet", target, "right"}


@pytest.mark.parametrize("name", ["in.csv", "in.csv.gz", "in.arrow", "in.npy"])
def test_going_on_in_every_format(tmp_path: Path, name: str) -> None:
    source = tmp_path / name
    if name == "in.npy":
        np.save(source, HANDS)
    elif name == "in.arrow":
        write_arrow(pa.table({"hand": HANDS}), source, 130)
    else:
        texts = card_text(HANDS, "spanish").to_pylist()
        texts[300:302] = ["4o,5o", ""]  # broken rows among the others
        text = "hand,id\n" + "".join(f"{text},{number}\n" for number, text in enumerate(texts))
        with pa.CompressedOutputStream(source, "gzip") if name.endswith("gz") else source.open("wb") as file:
            file.write(text.encode())
    (tmp_path / "right").mkdir()
    score_file(source, tmp_path / "right" / "out.parquet", **rejecting(tmp_path / "right"))
    assert stopped(source, tmp_path / "out.parquet", after=5, **rejecting(tmp_path)).type is Interrupted
    assert score_file(source, tmp_path / "out.parquet", resume=True, **rejecting(tmp_path)).kept > 0
    assert rows_of(tmp_path / "out.parquet") == rows_of(tmp_path / "right" / "out.parquet")
    assert (tmp_path / "bad.csv").read_text() == (tmp_path / "right" / "bad.csv").read_text()


def test_stopped_again_and_again(tmp_path: Path, source: Path) -> None:
    score_file(source, tmp_path / "right.csv", **rejecting(tmp_path))
    for number in range(8):
        assert stopped(source, tmp_path / "out.csv", after=2, resume=number > 0, **rejecting(tmp_path)).type is Interrupted
    score_file(source, tmp_path / "out.csv", resume=True, **rejecting(tmp_path))
    assert (tmp_path / "out.csv").read_bytes() == (tmp_path / "right.csv").read_bytes()


def test_without_resume_it_starts_anew(tmp_path: Path, source: Path) -> None:
    stopped(source, tmp_path / "out.csv", **rejecting(tmp_path))
    summary = score_file(source, tmp_path / "out.csv", "oros", **rejecting(tmp_path))
    assert (summary.kept, summary.rows) == (0, ROWS)
    assert names_in(tmp_path) == ["bad.csv", "in.parquet", "out.csv"]


def test_nothing_to_go_on_from(tmp_path: Path, source: Path) -> None:
    for _ in range(2):  # the second time there is the output of the first
        summary = score_file(source, tmp_path / "out.csv", resume=True, **rejecting(tmp_path))
        assert (summary.kept, summary.rows) == (0, ROWS)


def test_stopped_before_anything_was_saved(tmp_path: Path, source: Path) -> None:
    caught = stopped(source, tmp_path / "out.csv", after=0, **rejecting(tmp_path))
    assert (caught.type, str(caught.value)) == (KeyboardInterrupt, "")
    assert names_in(tmp_path) == ["in.parquet"]


def test_any_other_stop_is_as_good(tmp_path: Path, source: Path) -> None:
    for error in (SystemExit(143), MemoryError()):
        assert stopped(source, tmp_path / "out.csv", error=error, **rejecting(tmp_path)).value is error
        assert score_file(source, tmp_path / "out.csv", resume=True, **rejecting(tmp_path)).kept > 0


def touch(source: Path) -> None:
    os.utime(source, ns=(1, 1))


def lengthen(source: Path) -> None:
    status = source.stat()
    with source.open("ab") as file:
        file.write(b" ")
    os.utime(source, ns=(status.st_atime_ns, status.st_mtime_ns))


@pytest.mark.parametrize(
    ("change", "options", "what"),
    [
        (touch, {}, "input"),
        (lengthen, {}, "input"),
        (None, {"trump": "copas"}, "trump"),
        (None, {"trump": None}, "trump"),
        (None, {"deck": "french"}, "deck"),
        (None, {"rules": Rules(run_of_3=30)}, "rules"),
        (None, {"on_error": "fail", "rejects": None}, "handling of bad rows"),
        (None, {"rejects": "other.csv"}, "file of rejects"),
        (None, {"compression": "zstd"}, "compression"),
    ],
)
def test_a_run_of_anything_else_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Path], None] | None,
    options: dict[str, Any],
    what: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    np.save("in.npy", HANDS)
    begun = {"trump": "oros", **rejecting(Path())}
    stopped("in.npy", "out.parquet", **begun)
    before = (tmp_path / ".out.parquet.unfinished" / "rows.parquet").read_bytes()
    if change is not None:
        change(Path("in.npy"))
    with pytest.raises(TableError) as error:
        score_file("in.npy", "out.parquet", resume=True, **{**begun, **options})
    expected = f"out.parquet: cannot be resumed: the {what} changed since it was begun; start anew, without --resume"
    assert str(error.value) == expected
    assert (tmp_path / ".out.parquet.unfinished" / "rows.parquet").read_bytes() == before
    assert not Path("out.parquet").exists()


def test_another_version_is_refused(tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped(source, tmp_path / "out.csv", **rejecting(tmp_path))
    monkeypatch.setattr(resume, "own_version", lambda: "77.0")
    with pytest.raises(TableError, match="cannot be resumed: the version of belote-solver changed"):
        score_file(source, tmp_path / "out.csv", resume=True, **rejecting(tmp_path))


def test_two_runs_at_once(tmp_path: Path, source: Path) -> None:
    with Unfinished(tmp_path / "out.csv").held({}, resume=False):
        for resumed in (False, True):
            with pytest.raises(TableError, match=r"out\.csv: another run is writing it$"):
                score_file(source, tmp_path / "out.csv", resume=resumed, **rejecting(tmp_path))
    assert score_file(source, tmp_path / "out.csv", **rejecting(tmp_path)).rows == ROWS


def test_a_bad_row_leaves_nothing_behind_however_far_the_run_was(tmp_path: Path) -> None:
    pa_csv.write_csv(pa.table({"hand": card_text(HANDS[556:999], "spanish")}), tmp_path / "in.csv")
    stopped(tmp_path / "in.csv", tmp_path / "out.parquet")
    assert len(names_in(tmp_path)) == 2
    with (tmp_path / "in.csv").open("a") as file:
        file.write("4x\n")
    with pytest.raises(TableError, match=r"in\.csv, row 444: '4x' is no card"):
        score_file(tmp_path / "in.csv", tmp_path / "out.parquet")
    assert names_in(tmp_path) == ["in.csv"]


@pytest.mark.parametrize("target", ["out.csv", "out.parquet"])
def test_a_disk_that_is_full_for_a_time(tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    score_file(source, tmp_path / f"right-{target}", **rejecting(tmp_path))
    written = 0

    def write(output: Output, *scored: Any) -> None:
        nonlocal written
        written += 1
        if written == 5:
            with tables.written(tmp_path / target):
                raise OSError(28, "No space left on device")
        original(output, *scored)

    original = Output.write
    monkeypatch.setattr(Output, "write", write)
    with pytest.raises(WriteError) as error:
        score_file(source, tmp_path / target, **rejecting(tmp_path))
    hint = f"rows of {tmp_path / target} are kept: the same with --resume (resume=True) goes on from there"
    assert str(error.value).startswith(f"{tmp_path / target}: cannot be written: No space left on device; ")
    assert str(error.value).endswith(hint)
    assert not (tmp_path / target).exists()
    assert score_file(source, tmp_path / target, resume=True, **rejecting(tmp_path)).kept > 0
    assert rows_of(tmp_path / target) == rows_of(tmp_path / f"right-{target}")


def test_an_input_that_changes_while_it_is_read(tmp_path: Path, source: Path) -> None:
    with pytest.raises(TableError, match=r"in\.parquet: changed while it was read$"):
        score_file(source, tmp_path / "out.csv", progress=lambda *_: touch(source), **rejecting(tmp_path))
    assert names_in(tmp_path) == ["in.parquet"]


def test_what_cannot_be_resumed(source: Path) -> None:
    with pytest.raises(TableError, match=r"in\.parquet to -: only a run from files to a file can be resumed"):
        score_file(source, "-", resume=True)
