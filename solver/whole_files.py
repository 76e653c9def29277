"""Files that appear whole or not at all: they have a name of their own until all of it is written, and may replace no input."""

import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from solver.tables import TableError, WriteError, written


@dataclass(frozen=True, slots=True)
class Place:
    """A file to be written: its name in the end, and its name until then."""

    target: Path
    part: Path

    def put(self) -> None:
        """Give the file its name, once all of it is on the disk."""
        with written(self.target):
            on_disk(self.part)
            self.part.replace(self.target)


def on_disk(path: Path) -> None:
    """Return once what was written to the file `path` cannot be lost any more."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


@contextmanager
def put_in_place(target: Path) -> Iterator[Path]:
    """Give a temporary name beside `target`, and rename it to `target` at the end, or delete it after any error."""
    check_place(target)
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        yield part
        with written(target):
            part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def check_place(target: Path) -> None:
    """Raise `WriteError` where no file can be put: there is no such folder, or something that is no file."""
    check_parent(target)
    if target.exists() and not target.is_file():
        raise WriteError(f"{target}: cannot be written: it is no file")


def check_parent(target: Path) -> None:
    """Raise `WriteError` where there is no folder for `target` to be in."""
    if not target.parent.is_dir():
        raise WriteError(f"{target}: cannot be written: there is no folder {target.parent}")


def check_inputs_stay(inputs: Iterable[Path], outputs: Iterable[Path]) -> None:
    """Raise `TableError` where an output is one of the `inputs`, by whatever name."""
    files = list(inputs)
    for path in outputs:
        if path.exists() and any(file.exists() and path.samefile(file) for file in files):
            raise TableError(f"{path}: the output would overwrite the input")
