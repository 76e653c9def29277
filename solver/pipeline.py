"""Reading, working and writing at the same time, in order and in bounded memory."""

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from threading import Event, Semaphore, Thread
from typing import Final, TypeVar

MOST_WORKERS: Final = 8
"""Threads that work on one stream at most: more of them would wait for what reads or writes it, and hold its memory."""

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def in_order(items: Iterator[_Item], work: Callable[[_Item], _Result], threads: int) -> Generator[_Result]:
    """Yield ``work(item)`` for each of `items` in their order; with no thread each is worked on when it is asked for.

    Else one thread makes the items, up to `threads` others work on them, ahead of the caller by no more than two items beyond one a
    thread. What fails is raised in its place. Where the caller stops early no further item is worked on; the thread that makes
    them is not waited for, since what it reads from may be silent for ever.
    """
    if not threads:
        yield from map(work, items)
        return
    workers = min(threads, MOST_WORKERS)
    results: SimpleQueue[Future[_Result] | None] = SimpleQueue()
    room, stopped = Semaphore(workers + 2), Event()
    pool = ThreadPoolExecutor(workers)

    def feed() -> None:
        try:
            for item in items:
                room.acquire()
                if stopped.is_set():
                    return
                results.put(pool.submit(work, item))
        except BaseException as error:  # noqa: BLE001  it is raised where the caller comes to it
            failed: Future[_Result] = Future()
            failed.set_exception(error)
            results.put(failed)
        results.put(None)

    Thread(target=feed, daemon=True).start()
    try:
        while (result := results.get()) is not None:
            yield result.result()
            room.release()
    finally:
        stopped.set()
        room.release()
        pool.shutdown(cancel_futures=True)
