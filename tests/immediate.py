"""An executor that does everything at once, so that what another thread would save is saved in time for a test."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class Immediate(Executor):
    def __init__(self, *_: object) -> None:
        pass

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  as an executor does
            future.set_exception(error)
        return future
