"""The census: how many of all the hands that exist are worth how much, as numbers and as a picture.

matplotlib (extra ``plot``) loads when a picture is drawn.
"""

from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np

from solver.bulk import hand_points
from solver.candidates import every_hand

PICTURE_SUFFIXES: Final = (".png", ".svg")


class PictureError(ValueError):
    """A picture that cannot be drawn: an unknown suffix, or matplotlib is not installed."""

    exit_code: Final = 2
    """The exit status of the command line: bad usage."""


class Census(NamedTuple):
    """The number of hands by the points of their best combination, ascending, and the seconds it took to find out."""

    points: dict[int, int]
    seconds: float


def take_census(threads: int | None = None) -> Census:
    """Score every hand that exists, under the default rules and without Belote-Rebelote."""
    started = perf_counter()
    values, counts = np.unique(hand_points(every_hand(), threads=threads), return_counts=True)
    return Census(dict(zip(values.tolist(), counts.tolist(), strict=True)), perf_counter() - started)


def check_picture(target: str | PathLike[str]) -> None:
    """Raise `PictureError` where `draw` could not draw `target`: before long work, not after it."""
    path = Path(target)
    if path.suffix.lower() not in PICTURE_SUFFIXES:
        raise PictureError(f"{path}: a picture ends in {' or '.join(PICTURE_SUFFIXES)}")
    if find_spec("matplotlib") is None:
        raise PictureError("a picture needs matplotlib: pip install 'belote-solver[plot]'")


def draw(census: Census, target: str | PathLike[str]) -> None:
    """Draw a census as a bar for each number of points, on a logarithmic scale, as PNG or SVG; put in place as a whole.

    Raises `PictureError` like `check_picture`, `WriteError` where no file can be put.
    """
    check_picture(target)
    from matplotlib.figure import Figure  # noqa: PLC0415  # optional, and slow to load

    from solver.whole_files import put_in_place  # noqa: PLC0415  # pyarrow, not needed for the numbers

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    bars = axes.bar([str(points) for points in census.points], list(census.points.values()))
    axes.bar_label(bars, [f"{hands:,}" for hands in census.points.values()], fontsize=7)
    axes.set_yscale("log")
    axes.set_xlabel("points of the best combination")
    axes.set_ylabel("hands")
    axes.set_title(f"The best declarations of all {sum(census.points.values()):,} hands")
    path = Path(target)
    with put_in_place(path) as part:
        figure.savefig(part, format=path.suffix[1:].lower(), dpi=150)
