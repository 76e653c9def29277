"""The command `belote` in a process of its own, so that a crash or a hang of it is seen.

The process is told command after command, since a start of Python for each would take most of the time. It runs this file;
whoever tries inputs calls `belote`.
"""

import atexit
import io
import json
import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
import traceback
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SECONDS = 30
"""After which a command hangs."""
_MEMORY = 8 << 30
_started: list[subprocess.Popen[bytes]] = []


@dataclass(frozen=True)
class Ended:
    """How a command ended: its exit status and what it wrote."""

    status: int
    out: str
    err: str

    @property
    def errors(self) -> list[str]:
        """The lines on stderr."""
        return self.err.splitlines()


def belote(folder: Path, *arguments: object, given: bytes = b"") -> Ended:
    """Run a command in `folder` with `given` on its standard input; fail where it crashes, hangs, or ends in a traceback."""
    if not _started or _started[-1].poll() is not None:
        started = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603  this file
        _started.append(started)
    process = _started[-1]
    assert process.stdin is not None
    assert process.stdout is not None
    command = [str(argument) for argument in arguments]
    process.stdin.write(json.dumps([str(folder), command, given.decode("latin-1")]).encode() + b"\n")
    process.stdin.flush()
    if not select.select([process.stdout], [], [], SECONDS)[0]:
        process.kill()
        process.wait()
        raise AssertionError(f"it hangs: belote {command}")
    answer = process.stdout.readline()
    if not answer:
        status = process.wait()
        reason = signal.Signals(-status).name if status < 0 else f"exit status {status}"
        raise AssertionError(f"the process died of {reason}: belote {command}")
    status, out, err, trace = json.loads(answer)
    assert not trace, f"belote {command}\n{trace}"
    return Ended(status, out, err)


@atexit.register
def _end() -> None:
    for process in _started:
        if process.poll() is None:
            process.communicate()  # closes its standard input, at which it ends


def check_refused(ended: Ended) -> str:
    """Check that a command was refused as it should be; return the reason."""
    assert ended.status in {1, 2}, ended
    assert ended.out == "", ended
    assert len(ended.errors) == 1, ended
    assert ended.err.startswith("belote: "), ended
    assert ended.err.endswith("\n"), ended
    reason = ended.errors[0].removeprefix("belote: ")
    assert 0 < len(reason) < 2000, ended
    return reason


def _serve() -> None:
    """Run the commands that come in on standard input, each with standard streams of its own."""
    from solver.cli import belote as command  # noqa: PLC0415  only in the process of its own

    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    with os.fdopen(os.dup(0), "rb") as asked, os.fdopen(os.dup(1), "wb") as answers:
        for line in asked:
            folder, arguments, given = json.loads(line)
            os.chdir(folder)
            answers.write(json.dumps(_run(command, arguments, given.encode("latin-1"))).encode() + b"\n")
            answers.flush()


def _run(command: Any, arguments: list[str], given: bytes) -> tuple[int, str, str, str]:
    """Return the exit status, what was written to stdout and to stderr, and the traceback where it ended in one."""
    files = [tempfile.TemporaryFile() for _ in range(3)]  # noqa: SIM115  closed below, once they are read
    files[0].write(given)
    files[0].seek(0)
    for number, file in enumerate(files):
        os.dup2(file.fileno(), number)
    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(io.FileIO(1, "w", closefd=False), encoding="utf-8")
    sys.stderr = io.TextIOWrapper(io.FileIO(2, "w", closefd=False), encoding="utf-8", errors="backslashreplace")
    status, trace = -1, ""
    try:
        command.main(arguments, prog_name="belote")
    except SystemExit as end:
        status = end.code or 0
    except BaseException:  # noqa: BLE001  a traceback is what is looked for
        trace = traceback.format_exc()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.close()
    wrote = []
    for file in files:
        file.seek(0)
        wrote.append(file.read().decode(errors="backslashreplace"))
        file.close()
    return status, wrote[1], wrote[2], trace


if __name__ == "__main__":
    _serve()
