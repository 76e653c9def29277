"""The file of bad rows: CSV with the file, the row's number, the reason, and the row as it was."""

import csv
import io
import shutil
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from solver.options import ON_ERROR
from solver.scorer import Reject
from solver.tables import OptionError, cut, written
from solver.whole_files import check_parent


class RejectsFile:
    """Appends bad rows to a file; like the writers it goes on from where it was."""

    def __init__(
        self, target: Path, part: Path, columns: Sequence[str], size: int = 0, *, headed: bool = True
    ) -> None:
        """Write to `part`, of which the first `size` bytes are kept; `headed` is whether names of columns stand in it.

        Messages name it `target`.
        """
        self._target, self._columns = target, columns
        with written(target):
            self._file = part.open("ab")
            cut(self._file, [size])
        if headed and not size:
            self._append([header(columns)])

    def write(self, rejects: Iterable[Reject]) -> None:
        """Append bad rows."""
        blank = [""] * len(self._columns)
        self._append([name, number, reason, *(values or blank), text] for name, number, reason, values, text in rejects)

    def _append(self, rows: Iterable[Sequence[object]]) -> None:
        text = "".join(map(_line, rows))
        with written(self._target):
            self._file.write(text.encode(errors="backslashreplace"))

    def append(self, part: Path) -> None:
        """Append a file of rejects that is not headed."""
        with written(self._target), part.open("rb") as rows:
            shutil.copyfileobj(rows, self._file)

    def end_piece(self) -> int:
        """Hand all that was written to the system; return the size to go on from."""
        with written(self._target):
            self._file.flush()
            return self._file.tell()

    def abandon(self) -> None:
        """Close the file; what has not been handed to the system may be lost."""
        with suppress(OSError):
            self._file.close()


def _line(row: Iterable[object]) -> str:
    """Return a row as a line of CSV; a lone carriage return is quoted only by a writer whose lines end with one, too."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerow(row)
    return text.getvalue().removesuffix("\r\n") + "\n"


def header(columns: Sequence[str]) -> list[str]:
    """Return the names of the columns: those of the input between ours, which give way where a name is taken."""
    ours = []
    for name in ("file", "row", "reason", "text"):
        while name in columns:
            name += "_"  # noqa: PLW2901  the next name to try
        ours.append(name)
    return [*ours[:3], *columns, ours[3]]


def check_rejects(rejects: Path | None, on_error: str) -> None:
    """Raise `OptionError` where what is to become of bad rows is not said in full, `WriteError` where they have no folder."""
    if on_error not in ON_ERROR:
        raise OptionError(f"on_error is {' or '.join(map(repr, ON_ERROR))}, not {on_error!r}")
    if (on_error == "reject") != (rejects is not None):
        raise OptionError("bad rows are rejected into a file: --on-error reject and --rejects FILE (rejects=) go together")
    if rejects is not None and rejects.suffix.lower() != ".csv":
        raise OptionError(f"{rejects}: the file of rejects is CSV: its name ends in .csv")
    if rejects is not None:
        check_parent(rejects)
