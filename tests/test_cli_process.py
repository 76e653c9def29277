"""The installed command in processes of its own: pipes, signals, full disks."""

import os
import resource
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest
from installed import BELOTE, run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals, named pipes and limits of POSIX")


def test_a_hand() -> None:
    result = run("best", "4o", "5o", "6o", "--lang", "fr")
    assert (result.returncode, result.stderr) == (0, "")
    assert "Tierce au 6 d'oros" in result.stdout


def test_the_command_line_loads_nothing_heavy_by_itself() -> None:
    heavy = ("numpy", "numba", "pyarrow", "ortools", "tqdm")
    program = f"import sys, solver.cli; print([name for name in {heavy} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603 - own program
    assert result.stdout == "[]\n"


def test_a_file_shows_no_progress_bar_where_no_terminal_is(tmp_path: Path) -> None:
    assert run("deal", 1000, "-o", tmp_path / "hands.csv").stderr == ""
    result = run("score", tmp_path / "hands.csv", "-o", tmp_path / "scored.csv")
    assert (result.returncode, result.stderr) == (0, "")


def writing_end(pipe: Path, process: "subprocess.Popen[str]") -> int:
    """Open a named pipe once the process has opened its other end; a process that ends before is no reason to wait for ever."""
    while process.poll() is None:
        with suppress(OSError):  # nobody reads yet
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        sleep(0.01)
    raise AssertionError(process.communicate()[1])


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_with_nothing_left_behind(tmp_path: Path, number: signal.Signals, status: int) -> None:
    source = tmp_path / "in.csv"
    os.mkfifo(source)
    command = [BELOTE, "score", str(source), "-o", str(tmp_path / "out.csv")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603 - own command
        end = writing_end(source, process)
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
        os.close(end)
    assert process.returncode == status
    assert errors.strip() == "belote: interrupted"
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]


@pytest.mark.parametrize(
    ("command", "status", "errors"),
    [
        ("best 4o 5o 6o >&-", 0, ""),
        ("best 4o 5o 6o <&-", 0, ""),
        ("best 4x 2>&-", 1, ""),
        ("best 4o 5o 6o <&- >&- 2>&-", 0, ""),
        ("score - -o out.csv <&-", 1, "belote: standard input is closed\n"),
        ("score in.csv -o - >&-", 1, "belote: standard output is closed\n"),
        ("score in.csv -o out.csv 2>&-", 0, ""),
    ],
)
def test_closed_streams(tmp_path: Path, command: str, status: int, errors: str) -> None:
    (tmp_path / "in.csv").write_text("hand\n4o 5o 6o\n")
    line = f"{BELOTE} {command}"
    result = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=False, cwd=tmp_path)  # noqa: S603 - own command
    assert (result.returncode, result.stderr) == (status, errors)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_reader_that_has_gone() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    result = run("best", "4o 5o 6o", stdout=writing)
    os.close(writing)
    assert (result.returncode, result.stderr) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written() -> None:
    with Path("/dev/full").open("w") as full:
        result = run("best", "4o 5o 6o", stdout=full)
    assert (result.returncode, result.stderr) == (1, "belote: No space left on device\n")


@pytest.mark.parametrize("suffix", ["parquet", "csv", "npy"])
def test_a_disk_that_is_full(tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"hands.{suffix}"
    limit = 1 << 16
    result = run("deal", 100_000, "-o", target, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    assert (result.returncode, result.stderr) == (1, f"belote: {target}: cannot be written: File too large\n")
    assert list(tmp_path.iterdir()) == []
