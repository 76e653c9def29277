"""What all benchmarks of one run share: how much to do, the hands, a folder for files."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from benchmarks.answers import Sample
from benchmarks.sizes import Size


@dataclass(frozen=True)
class Run:
    """One run of the suite; the hands are made when the first benchmark asks for them."""

    size: Size
    folder: Path
    """Empty at the start, deleted at the end."""

    @cached_property
    def sample(self) -> Sample:
        """Random hands, more than any cache holds."""
        return Sample.random(self.size.memory_rows)

    @cached_property
    def sample_folder(self) -> Path:
        """Where child processes find the sample."""
        folder = self.folder / "sample"
        folder.mkdir()
        self.sample.save(folder)
        return folder
