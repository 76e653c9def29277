"""The installed command in a process of its own."""

import shutil
import subprocess
import sys
from pathlib import Path

BELOTE = shutil.which("belote", path=str(Path(sys.executable).parent)) or "belote"


def run(*arguments: object, **settings: object) -> subprocess.CompletedProcess[str]:
    """Run the command; settings are those of `subprocess.run`."""
    settings = {"stdout": subprocess.PIPE, **settings}
    return subprocess.run([BELOTE, *map(str, arguments)], text=True, stderr=subprocess.PIPE, check=False, **settings)  # noqa: S603  our own command


def complaint(*arguments: object, **settings: object) -> tuple[int, str]:
    """Run the command; return its exit status and what it says on stderr."""
    result = run(*arguments, **settings)
    return result.returncode, result.stderr
