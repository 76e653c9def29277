"""What is in a folder, as tests ask it."""

from pathlib import Path


def names_in(folder: Path) -> list[str]:
    """Return the names of all there is, hidden files too, in order."""
    return sorted(path.name for path in folder.iterdir())
