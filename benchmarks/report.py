"""Rows as people read them, an aligned table, and as programs do, JSON."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from benchmarks.rows import Ratio, Row

COLUMNS: Final = ("", "rate", "quartiles", "each", "one run", "peak", "ratio")
_LEFT: Final = (0, 6)
"""The columns of text; numbers stand at the right of theirs."""

SMALLEST_RATIO: Final = 0.01
"""Smaller ones are written as 1/n."""


def scaled(value: float) -> str:
    """Return a rate in three digits.

    >>> scaled(3_610_000_000), scaled(1234), scaled(0.5)
    ('3.61 G', '1.23 k', '0.500')
    """
    for factor, prefix in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= factor * 0.9995:
            return _three_digits(value / factor) + prefix
    return _three_digits(value)


def duration(seconds: float) -> str:
    """Return a time in three digits.

    >>> duration(2.5e-10), duration(0.0123), duration(75)
    ('0.250 ns', '12.3 ms', '75.0 s')
    """
    for factor, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= factor * 0.9995:
            return f"{_three_digits(seconds / factor)} {unit}"
    return f"{_three_digits(seconds / 1e-9)} ns"


def _three_digits(value: float) -> str:
    whole = len(str(int(value))) if value >= 1 else 0
    return f"{value:.{max(3 - whole, 0)}f}"


def ratio_text(ratio: Ratio) -> str:
    """Return a ratio with its quartiles, or as 1/n where it is small."""
    value = ratio.spread.median
    if value < SMALLEST_RATIO:
        return f"1/{1 / value:,.0f} of {ratio.of}"
    return f"{value:.2f} ({ratio.spread.lower:.2f}-{ratio.spread.upper:.2f}) of {ratio.of}"


def cells(row: Row) -> tuple[str, ...]:
    """Return the columns of one row; wrong answers or a failure stand in place of everything measured."""
    if row.failure:
        return row.name, "FAILED", "", "", "", "", row.failure
    if row.wrong:
        return row.name, "WRONG", "", "", "", "", f"{row.wrong:,} of {row.items:,} {row.unit}"
    if row.seconds is None:
        return row.name, "right", "", "", "", "", f"all {row.items:,} {row.unit}"
    slow, fast = row.items / row.seconds.upper, row.items / row.seconds.lower
    return (
        row.name,
        f"{scaled(row.items / row.seconds.median)} {row.unit}/s",
        f"{scaled(slow)} - {scaled(fast)}",
        duration(row.seconds.median / row.items),
        duration(row.seconds.median),
        f"{row.peak_bytes / 2**20:,.0f} MiB" if row.peak_bytes else "",
        ratio_text(row.ratio) if row.ratio else "",
    )


def table(titled: Iterable[tuple[str, Sequence[Row]]]) -> str:
    """Return parts of the table, each under its title; columns are aligned over all of them."""
    parts = [(title, [cells(row) for row in rows if row.limit != "slower"]) for title, rows in titled]
    lines = [COLUMNS, *(line for _, rows in parts for line in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    written = [_aligned(COLUMNS, widths)]
    for title, rows in parts:
        written += ["", title, *(_aligned(line, widths) for line in rows)]
    return "\n".join(written)


def _aligned(line: Sequence[str], widths: Sequence[int]) -> str:
    sized = (
        cell.ljust(width) if column in _LEFT else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(line, widths, strict=True))
    )
    return "  ".join(("", *sized)).rstrip()


def document(mode: str, facts: Mapping[str, str], rows: Iterable[Row]) -> dict[str, Any]:
    """Return a run as plain values for JSON: the machine, the mode, and every row with its rate."""
    return {"mode": mode, "machine": dict(facts), "rows": [{**asdict(row), "rate": row.rate} for row in rows]}


def to_json(run: Mapping[str, Any]) -> str:
    """Return a run's document as text, one indented value a line, so that two runs can be compared line by line."""
    return json.dumps(run, indent=1, ensure_ascii=False) + "\n"
