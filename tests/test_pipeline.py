"""Work in several threads comes in order, stays in bounds, fails in its place and ends when the caller does."""

import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from solver.pipeline import MOST_WORKERS, in_order

threads = pytest.mark.parametrize("threads", [0, 1, 2, 3, 100])


@threads
@pytest.mark.parametrize("count", [0, 1, 2, 50])
def test_results_come_in_order(threads: int, count: int) -> None:
    assert list(in_order(iter(range(count)), lambda item: item * item, threads)) == [item * item for item in range(count)]


def test_several_items_are_worked_on_at_a_time() -> None:
    both = threading.Barrier(2, timeout=60)  # each of two waits here for the other
    assert list(in_order(iter([1, 2]), lambda item: (both.wait(), item)[1], 2)) == [1, 2]


@threads
def test_not_much_is_made_ahead(threads: int) -> None:
    made = 0

    def items() -> Iterator[int]:
        nonlocal made
        for item in range(200):
            made += 1
            yield item

    for number, item in enumerate(in_order(items(), lambda item: item, threads), 1):
        assert item == number - 1
        assert made <= number + min(threads, MOST_WORKERS) + 3


@threads
def test_what_fails_is_raised_in_its_place(threads: int) -> None:
    def work(item: int) -> int:
        if item == 3:
            raise ValueError(item)
        return item

    done: list[int] = []
    with pytest.raises(ValueError, match="3"):
        done.extend(in_order(iter(range(10)), work, threads))
    assert done == [0, 1, 2]


@threads
@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt()])
def test_items_that_cannot_be_made(threads: int, error: BaseException) -> None:
    def items() -> Iterator[int]:
        yield 1
        raise error

    done: list[int] = []
    with pytest.raises(type(error)):
        done.extend(in_order(items(), lambda item: item, threads))
    assert done == [1]


@threads
def test_a_caller_that_stops_early(threads: int) -> None:
    worked = []

    def work(item: int) -> int:
        worked.append(item)
        return item

    with closing(in_order(iter(range(1000)), work, threads)) as done:
        assert next(done) == 0
    assert len(worked) < 20


def test_nobody_waits_for_an_item_that_never_comes() -> None:
    never = threading.Event()

    def items() -> Iterator[int]:
        yield 1
        never.wait()

    with closing(in_order(items(), lambda item: item, 2)) as done:
        assert next(done) == 1
    never.set()
