"""The picture of a run: a bar for every speed, with the copy limit drawn in, and how time and memory grow.

matplotlib comes with the extras `bench` and `plot`.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from math import ceil, floor, log10
from pathlib import Path
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator

from benchmarks.report import cells, duration, scaled
from benchmarks.rows import Row

GROWTH: Final = "growth"
IN_BULK: Final = ("kernel", "haswell", "all-hands", "deals")
"""Drawn on a scale of their own, since all the others are slower by far."""

_COLOURS: Final = ("#1f6f8b", "#c97b2a", "#3f8f5a", "#8a5a9e")
_LIMIT: Final = "#b3261e"
_INCHES_A_ROW: Final = 0.23
_GROWTH_INCHES: Final = 3.8
_ROOM_FOR_TEXT: Final = 0.22
"""Part of the width of an axis that is left free at its right for the figures."""


def draw(path: Path, facts: Mapping[str, str], rows: Sequence[Row]) -> None:
    """Draw the rows to `path`, a PNG or SVG by its suffix."""
    bars = [row for row in rows if row.benchmark != GROWTH and not row.limit]
    panels = [[row for row in bars if (row.benchmark in IN_BULK) is in_bulk] for in_bulk in (True, False)]
    panels = [panel for panel in panels if panel]
    curves = [row for row in rows if row.benchmark == GROWTH]
    inches = [_INCHES_A_ROW * _places(panel)[-1] + 1.2 for panel in panels] + [_GROWTH_INCHES] * bool(curves)
    figure = Figure(figsize=(13, sum(inches) + 0.7), layout="constrained")
    grid = figure.add_gridspec(len(inches), 2, height_ratios=inches)
    for number, panel in enumerate(panels):
        _draw_bars(figure.add_subplot(grid[number, :]), panel)
    if curves:
        time, memory = (figure.add_subplot(grid[-1, column]) for column in (0, 1))
        time.set_yscale("log", subs=(2, 5))
        _draw_curves(time, curves, "time a hand", _seconds_each, duration)
        _draw_curves(memory, curves, "peak memory of the process", _peak, _mebibytes)
        memory.set_ylim(bottom=0)
    machine = f"{facts['processor']}, {facts['cores']} cores, compiled for {facts['compiled for']}"
    versions = ", ".join(f"{name} {facts[name]}" for name in ("python", "numpy", "numba", "ortools", "pyarrow"))
    figure.suptitle(f"belote-solver {facts['belote-solver']} on {machine}\n{versions}", fontsize=11)
    figure.savefig(path, dpi=100)


def _places(rows: Sequence[Row]) -> list[int]:
    """Return where the bars stand, with room above each family for its name."""
    places: list[int] = []
    for number, row in enumerate(rows):
        starts_family = number == 0 or row.benchmark != rows[number - 1].benchmark
        places.append((places[-1] + 1 if places else 0) + starts_family)
    return places


def _limit(row: Row) -> float | None:
    """Return the rate of the limit of a row, None where it has none; `hand_points` is no limit to the peers."""
    if row.rate is None or row.ratio is None or row.ratio.of == "hand_points":
        return None
    return row.rate / row.ratio.spread.median


def _draw_bars(axes: Axes, rows: Sequence[Row]) -> None:
    """Draw a bar to the median rate of each row, its quartiles as a line, and the limit as a mark; families apart."""
    places = _places(rows)
    rates = [rate for row in rows for rate in (row.rate, _limit(row)) if rate is not None] or [1.0]
    lowest, highest = floor(log10(min(rates)) - 0.3), log10(max(rates))
    axes.set_xscale("log")
    axes.set_xlim(10.0**lowest, 10.0 ** (lowest + (highest - lowest) / (1 - _ROOM_FOR_TEXT)))
    axes.set_ylim(places[-1] + 0.8, -0.4)
    for number, (family, members) in enumerate(groupby(zip(places, rows, strict=True), key=lambda pair: pair[1].benchmark)):
        bars = list(members)
        axes.text(10.0**lowest * 1.02, bars[0][0] - 1, family, va="center", fontsize=9, fontweight="bold")
        for place, row in bars:
            _draw_bar(axes, place, row, _COLOURS[number % len(_COLOURS)])
    if any(_limit(row) for row in rows):
        axes.plot([], [], color=_LIMIT, marker="|", markersize=12, markeredgewidth=2.5, linestyle="", label="limit: the copy alone")
        axes.legend(loc="lower right", fontsize=9)
    axes.xaxis.set_major_locator(LogLocator(numticks=ceil(highest) - lowest + 5))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda rate, _: _round(rate)))
    axes.tick_params(axis="x", top=True, labeltop=True, labelsize=9)
    axes.set_xlabel("a second (median of the runs; thin line: quartiles)", fontsize=9)
    axes.set_yticks(places, [row.name for row in rows], fontsize=8)
    axes.grid(axis="x", alpha=0.3)


def _draw_bar(axes: Axes, place: int, row: Row, colour: str) -> None:
    _, rate, *_, remark = cells(row)
    if row.rate is None or row.seconds is None:
        told = _LIMIT if row.wrong or row.failure else colour
        axes.text(axes.get_xlim()[0] * 1.1, place, f"{rate}: {remark}"[:120], va="center", fontsize=8, color=told)
        return
    axes.barh(place, row.rate, color=colour, height=0.72)
    axes.plot([row.items / row.seconds.upper, row.items / row.seconds.lower], [place, place], color="black", linewidth=1.2)
    limit = _limit(row)
    if limit is not None and row.ratio is not None:
        axes.plot([limit], [place], color=_LIMIT, marker="|", markersize=10, markeredgewidth=2.5)
        rate = f"{rate}, {row.ratio.spread.median:.2f} of {row.ratio.of}"
    end = max(row.items / row.seconds.lower, limit or 0)
    axes.annotate(rate, (end, place), (6, 0), textcoords="offset points", va="center", fontsize=8)


def _draw_curves(
    axes: Axes, rows: Sequence[Row], what: str, value_of: Callable[[Row], float | None], text_of: Callable[[float], str]
) -> None:
    """Draw one curve for each function over the number of hands, the last value in the legend."""
    names = dict.fromkeys(row.name.partition(" of ")[0] for row in rows)
    for colour, name in zip(_COLOURS, names, strict=False):
        points = [(row.items, value_of(row)) for row in rows if row.name.startswith(name)]
        known = [(hands, value) for hands, value in points if value is not None]
        if known:
            axes.plot(*zip(*known, strict=True), marker="o", color=colour, label=f"{name}, at last {text_of(known[-1][1])}")
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda hands, _: _round(hands)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: text_of(value)))
    axes.yaxis.set_minor_formatter(FuncFormatter(lambda value, _: text_of(value)))
    axes.tick_params(axis="both", which="both", labelsize=8)
    axes.set_xlabel("hands, in chunks", fontsize=9)
    axes.set_title(f"{GROWTH}: {what}, 1 thread", fontsize=10)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=9)


def _round(power_of_ten: float) -> str:
    """Return a tick's label: three digits less the zeros that say nothing."""
    number, _, prefix = scaled(power_of_ten).partition(" ")
    return f"{float(number):g} {prefix}".rstrip()


def _seconds_each(row: Row) -> float | None:
    return None if row.seconds is None else row.seconds.median / row.items


def _peak(row: Row) -> float | None:
    return None if row.peak_bytes is None else row.peak_bytes / 2**20


def _mebibytes(value: float) -> str:
    return f"{value:,.0f} MiB"
