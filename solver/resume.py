"""What an unfinished run leaves, so that another one can go on: a folder beside the target, and what it says.

The folder `.NAME.unfinished` holds ``job.json``, a fingerprint of all that the result depends on, and what has been written so far.
A run holds a lock on it. Everything in it is in place only once it is on the disk, so that no moment is a bad one to be killed.
"""

import json
import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NoReturn

from solver.scorer import Job
from solver.scoring import Counts
from solver.tables import StateError, TableError, WriteError, explained, written

try:
    import fcntl
except ImportError:  # where there are no such locks, two runs at once are the user's to avoid
    fcntl = None  # type: ignore[assignment]  # a module to the checker

_JOB: Final = "job.json"
_LOCK: Final = "lock"


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in the middle of a run; the message says what is kept and how to go on."""


@cache
def own_version() -> str:
    """Return the version of this package, which a resumed run must have been begun with."""
    return version("belote-solver")


def fingerprint(files: Iterable[Path], job: Job, rejects: Path | None, compression: str | None) -> dict[str, Any]:
    """Return all that the result of a run over some files depends on, by what messages call it."""
    return {
        "version of belote-solver": own_version(),
        "rules": asdict(job.rules),
        "input": {str(file.resolve()): _identity(file) for file in files},
        "trump": job.trump,
        "deck": job.deck,
        "handling of bad rows": job.rejecting,
        "file of rejects": None if rejects is None else str(rejects),
        "compression": compression,
    }


def _identity(file: Path) -> list[int]:
    with explained(file, "cannot be read"):
        found = file.stat()
    return [found.st_size, found.st_mtime_ns]


def unfinished(target: Path) -> Path:
    """Return the name beside `target` of what is to become it."""
    return target.with_name(f".{target.name}.unfinished")


class Unfinished:
    """The folder of an unfinished run towards `target`, while this process works on it."""

    def __init__(self, target: Path) -> None:
        """Nothing is touched yet."""
        self.target = target
        self.folder = unfinished(target)

    @contextmanager
    def held(self, job: Mapping[str, Any], *, resume: bool) -> Iterator[None]:
        """Hold the folder, emptied but for what a run of the same fingerprint left in it, with `resume`, to go on from.

        Raises `TableError` where another run holds it, where it belongs to a run of another fingerprint than `job`, and in the
        place of a `StateError` in the block.
        """
        try:
            with self._locked():
                self._begin(job, resume=resume)
                yield
        except StateError as error:
            where = self.folder.name
            raise TableError(f"{self.target}: the state in {where} cannot be read; start anew, without --resume") from error

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with written(self.target):
            self.folder.mkdir(exist_ok=True)
            lock = (self.folder / _LOCK).open("wb")
        with lock:
            self._lock(lock)
            yield

    def _begin(self, job: Mapping[str, Any], *, resume: bool) -> None:
        before = read_json(self.folder / _JOB) if resume else None
        if before is not None:
            check_same(self.target, before, job)
            return
        self._clear()
        with written(self.target):
            write_json(self.folder / _JOB, job)

    def _lock(self, lock: Any) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            mine = (self.folder / _LOCK).stat().st_ino == os.fstat(lock.fileno()).st_ino
        except (BlockingIOError, FileNotFoundError):  # the second: the other run has just ended
            mine = False
        if not mine:
            raise TableError(f"{self.target}: another run is writing it")

    def _clear(self) -> None:
        for path in self.folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            elif path.name != _LOCK:
                path.unlink()

    def remove(self) -> None:
        """Remove the folder and all that is in it."""
        shutil.rmtree(self.folder, ignore_errors=True)


def digest(job: Mapping[str, Any]) -> str:
    """Return a name that only runs of the fingerprint `job` have."""
    return sha256(json.dumps(job, sort_keys=True).encode()).hexdigest()[:16]


def check_same(target: Path, before: Mapping[str, Any], job: Mapping[str, Any]) -> None:
    """Raise `TableError` where the fingerprint of a run towards `target` is another than `before`."""
    now = json.loads(json.dumps(job))
    for what in now:
        if before.get(what) != now[what]:
            raise TableError(f"{target}: cannot be resumed: the {what} changed since it was begun; start anew, without --resume")


def check_unchanged(job: Mapping[str, Any]) -> None:
    """Raise `TableError` where a file of the input is another than when the fingerprint `job` was taken."""
    for path, before in job["input"].items():
        if _identity(Path(path)) != before:
            raise TableError(f"{path}: changed while it was read")


def worth_keeping(error: BaseException) -> bool:
    """Return whether a run that ended in `error` can go on: the input is not at fault."""
    return isinstance(error, WriteError) or not isinstance(error, ValueError)


def raise_with_hint(error: BaseException, kept: str) -> NoReturn:
    """Raise `error` again; say what is kept where a person is to read it."""
    hint = f"{kept}: the same with --resume (resume=True) goes on from there"
    if isinstance(error, KeyboardInterrupt):
        raise Interrupted(f"interrupted; {hint}") from error
    if isinstance(error, WriteError):
        raise type(error)(f"{error}; {hint}") from error
    raise error


def write_json(path: Path, content: object) -> None:
    """Write a small file, whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    with part.open("w", encoding="utf-8") as file:
        json.dump(content, file)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def read_json(path: Path, kind: type = dict) -> Any:
    """Return what `write_json` wrote, None where there is no such file; raise `StateError` where it holds no `kind`."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise StateError(f"{path}: {error}") from error
    if not isinstance(content, kind):
        raise StateError(f"{path}: no {kind.__name__}")
    return content


def counts_as_plain(counts: Counts) -> dict[str, Any]:
    """Return counts for `write_json`."""
    plain = {name: dict(getattr(counts, name)) for name in ("points", "winners")}
    return {"rows": counts.rows, "rejected": counts.rejected, "belote": counts.belote, **plain}


def counts_from(plain: Any) -> Counts:
    """Return the counts of `counts_as_plain`, once they have been through JSON."""
    with as_left():
        counters = {
            name: Counter({int(key): whole(rows) for key, rows in plain[name].items()}) for name in ("points", "winners")
        }
        return Counts(whole(plain["rows"]), whole(plain["rejected"]), belote=whole(plain["belote"]), **counters)


@contextmanager
def as_left() -> Iterator[None]:
    """Raise as `StateError` that what has been through JSON lacks something or has it in another form."""
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise StateError(f"not as it was left: {error}") from error


def whole(number: object) -> int:
    """Return a number that counts something; raise `TypeError` for anything else that JSON can hold."""
    if type(number) is not int or number < 0:
        raise TypeError(f"{number!r} counts nothing")
    return number
