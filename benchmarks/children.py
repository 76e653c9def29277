"""Benchmarks in a process of their own: for what must not share memory, compiled code or a crash with the others."""

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")


class ChildError(RuntimeError):
    """A process that gave no answer; the message says in one line why."""


def in_child(environment: Mapping[str, str], function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
    """Return what `function` returns in a fresh interpreter, started with additions to the environment.

    Raises `ChildError` for whatever goes wrong there, a crash included.
    """
    with _environment(environment), ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        try:
            return pool.submit(function, *args, **kwargs).result()
        except Exception as error:  # whatever a peer raises is its stated failure
            raise ChildError(f"{type(error).__name__}: {' '.join(str(error).split())}") from error


@contextmanager
def _environment(additions: Mapping[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in additions}
    os.environ.update(additions)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def peak_bytes() -> int | None:
    """Return the most memory this process has held, None where the system does not tell.

    This is Linux's ``VmHWM``: the ``ru_maxrss`` of `resource.getrusage` also counts what the parent held when it started this one.
    """
    status = Path("/proc/self/status")
    for line in status.read_text(encoding="utf-8").splitlines() if status.exists() else ():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return None
