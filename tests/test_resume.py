"""Runs that were stopped go on from where they had come, with every row once and in order, or are refused with the reason."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
import pytest
from arrow_files import write_arrow
from immediate import Immediate

from solver import Rules, checkpoints, csv_rows, datasets, resume, tables
from solver.batch import score_file
from solver.columns import card_text
from solver.dealing import random_hands
from solver.flow import Output
from solver.resume import Interrupted, Unfinished
from solver.tables import TableError, WriteError, opened

ROWS = 1000
targets = pytest.mark.parametrize("target", [f"out{suffix}" for suffix in tables.SUFFIXES])


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BATCH_ROWS", 100)
    monkeypatch.setattr(csv_rows, "BLOCK_BYTES", 3000)
    monkeypatch.setattr(checkpoints, "PIECE_SECONDS", 0)
    monkeypatch.setattr(checkpoints, "ThreadPoolExecutor", Immediate)


@pytest.fixture(scope="module")
def hands() -> np.ndarray:
    hands = random_hands(ROWS, np.random.default_rng(5))
    hands[[0, 99, 100, 555, 999]] = 0xFFFF  # which has too many cards
    return hands


@pytest.fixture
def source(tmp_path: Path, hands: np.ndarray) -> Path:
    pq.write_table(pa.table({"hand": hands, "id": np.arange(ROWS)}), tmp_path / "in.parquet", row_group_size=170)
    return tmp_path / "in.parquet"


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
    return {"on_error": "reject", "rejects": folder / "bad.csv"}


def rows_of(path: Path) -> dict[str, list[Any]]:
    return pa.Table.from_batches(part.batch for part in opened(path).read(0)).to_pydict()


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


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
def test_going_on_in_every_format(tmp_path: Path, hands: np.ndarray, name: str) -> None:
    source = tmp_path / name
    if name == "in.npy":
        np.save(source, hands)
    elif name == "in.arrow":
        write_arrow(pa.table({"hand": hands}), source, 130)
    else:
        texts = card_text(hands, "spanish").to_pylist()
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
    hands: np.ndarray,
    change: Callable[[Path], None] | None,
    options: dict[str, Any],
    what: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    np.save("in.npy", hands)
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


def test_a_bad_row_leaves_nothing_behind_however_far_the_run_was(tmp_path: Path, hands: np.ndarray) -> None:
    pa_csv.write_csv(pa.table({"hand": card_text(hands[556:999], "spanish")}), tmp_path / "in.csv")
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
@targets
def test_a_state_that_is_broken(
    tmp_path: Path, hands: np.ndarray, target: str, name: str, damage: Callable[[Path], None]
) -> None:
    np.save(tmp_path / "in.npy", hands)
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
