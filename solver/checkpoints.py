"""How far a single output file has come, saved now and then beside it."""

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Final, Self

from solver.flow import Begun, Output
from solver.resume import as_left, counts_as_plain, counts_from, read_json, whole, write_json
from solver.tables import written
from solver.whole_files import on_disk

PIECE_SECONDS: Final = 0.5
"""The time between two saves at least, so that the disk is never far behind; what was done since the last one is done again."""


class Checkpoints:
    """Saves how far `files` have come in a thread of its own, so that nothing waits for the disk."""

    def __init__(self, folder: Path, files: list[Path]) -> None:
        """Read what an earlier run saved in `folder`; nothing counts that is not there as a whole."""
        self._record, self._files = folder / "begun.json", files
        self.saved = Begun()
        plain = read_json(self._record)
        if plain is not None and all(file.exists() for file in files):
            with as_left():
                marks = tuple(map(whole, plain["marks"]))
                self.saved = Begun(counts_from(plain["counts"]), marks, whole(plain["rejects_size"]))
        self._thread = ThreadPoolExecutor(1)
        self._saving: Future[Begun] | None = None
        self._last = monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._thread.shutdown()
        if self._saving is not None and self._saving.exception() is None:
            self.saved = self._saving.result()

    def save_if_due(self, output: Output) -> None:
        """Save how far `output` has come, unless that was done a moment ago or is still being done."""
        if monotonic() - self._last < PIECE_SECONDS or not (self._saving is None or self._saving.done()):
            return
        if self._saving is not None:
            self.saved = self._saving.result()
        self._saving = self._thread.submit(self._save, output.end_piece())
        self._last = monotonic()

    def _save(self, begun: Begun) -> Begun:
        with written(self._record):
            for file in self._files:
                on_disk(file)
            plain = {"counts": counts_as_plain(begun.counts), "marks": begun.marks, "rejects_size": begun.rejects_size}
            write_json(self._record, plain)
        return begun
