"""Where rows are and who works on them: in cache or from memory, in one thread or in several."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Rows in as many parts as threads; each thread works through its own part `passes` times in one run."""

    name: str
    rows: int
    pool: ThreadPoolExecutor
    threads: int
    passes: int = 1

    @property
    def items(self) -> int:
        """Rows worked on in one run."""
        return self.passes * self.rows

    def each(self, work: Callable[[slice], object]) -> None:
        """Call `work` with the rows of every part."""
        size = -(-self.rows // self.threads)
        parts = [slice(size * part, min(size * (part + 1), self.rows)) for part in range(self.threads)]
        if self.threads == 1:
            self._pass_by_pass(work, parts[0])
        else:
            list(self.pool.map(lambda rows: self._pass_by_pass(work, rows), parts))

    def _pass_by_pass(self, work: Callable[[slice], object], rows: slice) -> None:
        for _ in range(self.passes):
            work(rows)

    def whole(self, work: Callable[[slice, int], object]) -> None:
        """Call `work` with rows and a number of threads: all rows at once, or part by part where there are passes."""
        if self.passes == 1:
            work(slice(None), self.threads)
        else:
            self.each(lambda rows: work(rows, 1))


def threads_named(count: int) -> str:
    """Return how a name says so many threads."""
    return "1 thread" if count == 1 else f"{count} threads"
