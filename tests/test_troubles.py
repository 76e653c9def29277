"""What can go wrong with files: full disks, broken, empty and odd ones, missing folders and rights; nothing is half written."""

import gc
import gzip
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from arrow_files import write_arrow

from solver import csv_rows
from solver.batch import score_file
from solver.dealing import random_hands
from solver.tables import TableError, opened

BELOTE = shutil.which("belote", path=str(Path(sys.executable).parent)) or "belote"
HANDS = random_hands(300_000, np.random.default_rng(9))


def belote(*arguments: object, **settings: object) -> tuple[int, str]:
    """Run the command; return its exit status and what it says on stderr."""
    result = subprocess.run([BELOTE, *map(str, arguments)], capture_output=True, text=True, check=False, **settings)  # noqa: S603  our own command
    return result.returncode, result.stderr


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a folder on a file system of half a megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", folder]
    mounted = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  where it may not be, the test is left out
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.strip()}")
    yield folder
    gc.collect()  # what was left open by a failure would keep it busy
    subprocess.run(["umount", folder], check=True)  # noqa: S603, S607  as above


TARGETS = ["out.parquet", "out.csv", "out.csv.gz", "out.arrow", "out.npy", "out"]


@pytest.mark.skipif(shutil.which("mount") is None, reason="there is no command mount")
@pytest.mark.parametrize("target", TARGETS)
def test_a_full_disk(tmp_path: Path, small_disk: Path, target: str) -> None:
    pq.write_table(pa.table({"hand": HANDS}), tmp_path / "in.parquet")
    with pytest.raises(TableError) as error:
        score_file(tmp_path / "in.parquet", small_disk / target)
    assert "No space left on device" in str(error.value)
    assert "\n" not in str(error.value)
    assert names_in(small_disk) == []


@pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
@pytest.mark.parametrize("target", TARGETS)
def test_a_file_that_may_not_grow(tmp_path: Path, target: str) -> None:
    """The same where nothing can be mounted: the system refuses to let a file grow beyond a size."""
    pq.write_table(pa.table({"hand": HANDS}), tmp_path / "in.parquet")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 18, 1 << 18))

    status, line = belote("score", "in.parquet", "-o", target, cwd=tmp_path, preexec_fn=limit)
    assert status == 1
    assert line.endswith("File too large\n")
    assert line.count("\n") == 1
    assert names_in(tmp_path) == ["in.parquet"]


@pytest.mark.parametrize("target", ["out.parquet", "out"])
@pytest.mark.parametrize("length", [0, 4, 1000, 500_000, -1000, -1])
def test_a_truncated_parquet_file(tmp_path: Path, target: str, length: int) -> None:
    pq.write_table(pa.table({"hand": HANDS}), tmp_path / "in.parquet", row_group_size=50_000)
    os.truncate(tmp_path / "in.parquet", length if length >= 0 else (tmp_path / "in.parquet").stat().st_size + length)
    with pytest.raises(TableError, match=r"in\.parquet: cannot be read: "):
        score_file(tmp_path / "in.parquet", tmp_path / target)
    assert names_in(tmp_path) == ["in.parquet"]


def test_a_damaged_gzip(tmp_path: Path) -> None:
    content = bytearray(gzip.compress(b"hand\n" + b"12o 12c 12e\n" * 100_000))
    content[30:32] = b"\xff\xff"
    (tmp_path / "in.csv.gz").write_bytes(content)
    for source, name in (("in.csv.gz", "in.csv.gz"), ("-", "standard input")):
        with (tmp_path / "in.csv.gz").open("rb") as given:
            status, errors = belote("score", source, "-o", "out.csv", cwd=tmp_path, stdin=given)
        assert status == 1
        assert errors.startswith(f"belote: {name}: cannot be read: ")
    assert names_in(tmp_path) == ["in.csv.gz"]


@pytest.mark.parametrize("target", ["out.parquet", "out"])
def test_a_parquet_file_whose_pages_are_lost(tmp_path: Path, target: str) -> None:
    pq.write_table(pa.table({"hand": HANDS}), tmp_path / "in.parquet", row_group_size=50_000, compression="snappy")
    with (tmp_path / "in.parquet").open("r+b") as file:
        file.seek(700_000)
        file.write(bytes(200_000))
    with pytest.raises(TableError, match=r"in\.parquet: cannot be read: "):
        score_file(tmp_path / "in.parquet", tmp_path / target)
    assert names_in(tmp_path) == ["in.parquet"]


WRONG = [
    (pa.array([1.5]), "column 'hand' is double: hands are masks (integers) or card text"),
    (pa.array([True]), "column 'hand' is bool: hands are masks (integers) or card text"),
    (pa.array([b"4o"]), "column 'hand' is binary: hands are masks (integers) or card text"),
    (pa.array([{"a": 1}]), "column 'hand' is struct<a: int64>: hands are masks (integers) or card text"),
    (pa.array([0], pa.date32()), "column 'hand' is date32[day]: hands are masks (integers) or card text"),
]


@pytest.mark.parametrize(("column", "message"), WRONG, ids=lambda value: str(getattr(value, "type", "")))
@pytest.mark.parametrize("suffix", [".parquet", ".arrow"])
def test_a_wrong_column_type(tmp_path: Path, column: pa.Array, message: str, suffix: str) -> None:
    table = pa.table({"hand": column})
    source = tmp_path / f"in{suffix}"
    pq.write_table(table, source) if suffix == ".parquet" else write_arrow(table, source)
    for target in ("out.parquet", "out") if suffix == ".parquet" else ("out.parquet",):
        with pytest.raises(TableError) as error:
            score_file(source, tmp_path / target)
        assert str(error.value) == f"{source}: {message}"
    assert names_in(tmp_path) == [source.name]


@pytest.mark.parametrize(
    ("column", "target", "kind"),
    [
        (pa.array([[1]]), "out.csv", "CSV"),
        (pa.array([(1, 2, 3)], pa.month_day_nano_interval()), "out.parquet", "Parquet"),
        (pa.UnionArray.from_dense(pa.array([0], pa.int8()), pa.array([0], pa.int32()), [pa.array([1])]), "out.parquet", "Parquet"),
    ],
)
def test_a_column_that_the_output_cannot_hold(tmp_path: Path, column: pa.Array, target: str, kind: str) -> None:
    table = pa.table({"hand": pa.array([7], pa.uint32()), "id": column})
    with pa.OSFile(str(tmp_path / "in.arrow"), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)
    with pytest.raises(TableError) as error:
        score_file(tmp_path / "in.arrow", tmp_path / target)
    message = f"{tmp_path / target}: cannot be written: {kind} cannot hold column 'id', which is {column.type}"
    assert str(error.value) == message
    assert names_in(tmp_path) == ["in.arrow"]
    score_file(tmp_path / "in.arrow", tmp_path / "out.arrow")
    with pa.ipc.open_file(tmp_path / "out.arrow") as written:
        assert written.read_all()["id"].combine_chunks().equals(column)


@pytest.mark.parametrize("suffix", [".parquet", ".arrow"])
def test_nulls(tmp_path: Path, suffix: str) -> None:
    source = tmp_path / f"in{suffix}"
    table = pa.table({"hand": pa.array([7, None, 7], pa.uint32()), "id": pa.array([None, 1, 2])})
    pq.write_table(table, source) if suffix == ".parquet" else write_arrow(table, source)
    with pytest.raises(TableError, match=r"row 2: hand is missing$"):
        score_file(source, tmp_path / "out.parquet")
    score_file(source, tmp_path / "out.parquet", on_error="reject", rejects=tmp_path / "bad.csv")
    assert pq.read_table(tmp_path / "out.parquet")["id"].to_pylist() == [None, 2]


def test_a_row_of_ten_million_columns_of_nonsense(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "in.csv"
    source.write_bytes(b"hand,id\n4o 5o 6o,1\n" + b"," * 10_000_000 + b"\n4o 5o 6o,2\n")
    with pytest.raises(TableError, match=r"in\.csv, row 2: (longer than 8,388,608 bytes|10000001 fields for 2 columns)"):
        score_file(source, tmp_path / "out.csv")
    assert names_in(tmp_path) == ["in.csv"]
    monkeypatch.setattr(csv_rows, "BLOCK_BYTES", 1 << 24)
    summary = score_file(source, tmp_path / "out.csv", on_error="reject", rejects=tmp_path / "bad.csv")
    assert (summary.rows, summary.rejected, summary.points) == (3, 1, {20: 2})
    source.write_bytes(b"," * 10_000_000 + b"\n4o\n")
    with pytest.raises(TableError, match=r"in\.csv: the first line is longer than 1,048,576 bytes: it has no column names"):
        score_file(source, tmp_path / "out.csv")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("in.csv", b"", "in.csv: the file is empty: a CSV file starts with a line of column names"),
        ("in.csv", b"\r\n\n", "in.csv: the file is empty"),
        ("in.parquet", b"", "in.parquet: cannot be read: "),
        ("in.npy", b"", "in.npy: cannot be read: "),
        ("in.arrow", b"", "in.arrow: cannot be read: "),
        ("in.csv.gz", b"", "in.csv.gz: the file is empty"),
        ("no.csv", None, "no.csv: cannot be read: No such file or directory"),
        ("no/in.csv", None, "no/in.csv: cannot be read: No such file or directory"),
    ],
)
def test_empty_and_missing_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes | None, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path(name).write_bytes(content)
    before = names_in(tmp_path)
    with pytest.raises(TableError) as error:
        score_file(name, "out.parquet")
    assert str(error.value).startswith(message)
    assert names_in(tmp_path) == before


@pytest.mark.parametrize("target", ["out.parquet", "out.csv", "out.arrow"])
@pytest.mark.parametrize(
    ("text", "points"),
    [
        (b"hand\n", []),
        (b"hand", []),
        (b"hand\r\n4o 5o 6o\r\n4o\r\n", ["20", "0"]),
        (b"\xef\xbb\xbfhand\n4o 5o 6o\n", ["20"]),
        (b"\xef\xbb\xbfhand\r\n4o 5o 6o", ["20"]),
        (b'"hand"\n"4o 5o 6o"\n', ["20"]),
    ],
)
def test_headers_only_line_ends_and_marks(tmp_path: Path, text: bytes, points: list[str], target: str) -> None:
    (tmp_path / "in.csv").write_bytes(text)
    assert score_file(tmp_path / "in.csv", tmp_path / target).rows == len(points)
    rows = pa.Table.from_batches(part.batch for part in opened(tmp_path / target).read(0))
    assert list(map(str, rows["points"].to_pylist())) == points
    assert rows.column_names == ["hand", "points", "belote", "declarations", "strength"]


def test_a_missing_folder(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("hand\n4o\n")
    for target in ("no/out.csv", "no/out.parquet"):
        with pytest.raises(TableError, match=r"cannot be written: there is no folder .*no$"):
            score_file(tmp_path / "in.csv", tmp_path / target)
    assert names_in(tmp_path) == ["in.csv"]


@contextmanager
def without_rights() -> Iterator[None]:
    """Be nobody where the tests are run by root, who may do all."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_no_permission() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pq.write_table(pa.table({"hand": HANDS[:10]}), folder / "in.parquet")
        score_file(folder / "in.parquet", folder / "out.parquet")  # whatever is to be imported is, while it may be read
        score_file(folder / "in.parquet", folder / "out")
        before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        folder.chmod(0o555)
        with without_rights():
            for target in ("out.parquet", "new.parquet", "new"):
                with pytest.raises(TableError) as error:
                    score_file(folder / "in.parquet", folder / target)
                assert str(error.value) == f"{folder / target}: cannot be written: Permission denied"
        (folder / "in.parquet").chmod(0)
        with without_rights(), pytest.raises(TableError, match=r"in\.parquet: cannot be read: Permission denied$"):
            score_file(folder / "in.parquet", folder / "new.parquet")
        assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before
        folder.chmod(0o755)


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_the_output_equal_to_the_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str) -> None:
    monkeypatch.chdir(tmp_path)
    source = Path(f"in{suffix}")
    if suffix == ".csv":
        source.write_text("hand\n4o\n")
    else:
        pq.write_table(pa.table({"hand": HANDS[:10]}), source)
    content = source.read_bytes()
    Path(f"soft{suffix}").symlink_to(source)
    Path(f"hard{suffix}").hardlink_to(source)
    for target in (source, Path.cwd() / source, tmp_path / source, Path(f"soft{suffix}"), Path(f"hard{suffix}")):
        with pytest.raises(TableError, match="the output would overwrite the input"):
            score_file(source, target)
    assert source.read_bytes() == content
    assert len(names_in(tmp_path)) == 3


@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_a_signal_keeps_what_is_finished(tmp_path: Path, name: str, status: int) -> None:
    pq.write_table(pa.table({"hand": HANDS[:5000]}), tmp_path / "in.parquet", row_group_size=100)
    program = f"""
import os, signal
from solver import checkpoints, flow, tables
from solver.cli import main
checkpoints.PIECE_SECONDS, tables.BATCH_ROWS, written = 0, 100, 0
write = flow.Output.write
def stop_at_last(self, *scored):
    global written
    write(self, *scored)
    written += 1
    if written >= 20 and os.path.exists({str(tmp_path / ".out.parquet.unfinished" / "begun.json")!r}):
        os.kill(os.getpid(), signal.{name})
flow.Output.write = stop_at_last
main()
"""
    command = [sys.executable, "-c", program, "score", str(tmp_path / "in.parquet"), "-o", str(tmp_path / "out.parquet")]
    result = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  our own program
    assert result.returncode == status
    message = f"rows of {tmp_path / 'out.parquet'} are kept: the same with --resume (resume=True) goes on from there"
    assert len(result.stderr.strip().splitlines()) == 1
    assert result.stderr.strip().startswith("belote: interrupted; ")
    assert result.stderr.strip().endswith(message)
    assert names_in(tmp_path) == [".out.parquet.unfinished", "in.parquet"]
    assert belote("score", "in.parquet", "-o", "out.parquet", "--resume", cwd=tmp_path) == (0, "")
    assert pq.read_table(tmp_path / "out.parquet")["hand"].to_pylist() == HANDS[:5000].tolist()
    assert names_in(tmp_path) == ["in.parquet", "out.parquet"]


@pytest.mark.skipif(os.name != "posix", reason="signals and named pipes of POSIX")
def test_ctrl_c_while_the_input_is_silent(tmp_path: Path) -> None:
    """The thread that reads is not waited for: what it waits for may never come."""
    command = [BELOTE, "score", "-", "-o", str(tmp_path / "out.csv")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603  our own command
        assert process.stdin is not None
        process.stdin.write("hand\n4o\n")
        process.stdin.flush()
        wait_until_it_reads(tmp_path)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    assert names_in(tmp_path) == []


def wait_until_it_reads(folder: Path) -> None:
    """Wait until the output has been begun: from then on all there is to do is to read."""
    while not (folder / ".out.csv.unfinished" / "rows.csv").exists():
        pass
