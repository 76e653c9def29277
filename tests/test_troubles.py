"""What the system refuses or cuts short: full disks, missing folders and rights, signals; nothing is half written."""

import gc
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
from folders import names_in
from installed import BELOTE, complaint

from solver.batch import score_file
from solver.dealing import random_hands
from solver.tables import TableError

HANDS = random_hands(300_000, np.random.default_rng(9))


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
    subprocess.run(["umount", folder], check=True)  # noqa: S603, S607  the folder mounted above


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

    status, line = complaint("score", "in.parquet", "-o", target, cwd=tmp_path, preexec_fn=limit)
    assert status == 1
    assert line.endswith("File too large\n")
    assert line.count("\n") == 1
    assert names_in(tmp_path) == ["in.parquet"]


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
import os, signal, time
from solver import checkpoints, flow, tables
from solver.cli import main
checkpoints.PIECE_SECONDS, tables.BATCH_ROWS, written = 0, 100, 0
write = flow.Output.write
def stop_at_20(self, *scored):
    global written
    write(self, *scored)
    written += 1
    if written == 20:
        for _ in range(6000):  # a minute, for what is saved meanwhile
            if os.path.exists({str(tmp_path / ".out.parquet.unfinished" / "begun.json")!r}):
                os.kill(os.getpid(), signal.{name})
            time.sleep(0.01)
flow.Output.write = stop_at_20
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
    assert complaint("score", "in.parquet", "-o", "out.parquet", "--resume", cwd=tmp_path) == (0, "")
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
        wait_until_it_reads(tmp_path, process)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
    assert names_in(tmp_path) == []


def wait_until_it_reads(folder: Path, process: "subprocess.Popen[str]") -> None:
    """Wait until the output has been begun: from then on all there is to do is to read."""
    while not (folder / ".out.csv.unfinished" / "rows.csv").exists():
        assert process.poll() is None
