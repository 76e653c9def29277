"""What `belote score` must do with any file: the same file with and without rejects, and rows that are right by plain code."""

import csv
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import oracle
import pyarrow as pa
import pyarrow.parquet as pq
from fuzz.commands import Ended, belote, check_refused

from solver.cards import parse_hand, trump_index

HAND = ("points", "belote", "declarations", "strength")
DEAL = ("winner", "points0", "points1", "belote0", "belote1")


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def check_scored(
    name: str, content: bytes, out: str, options: list[str], check_rows: Callable[[Path, list[list[str]]], None]
) -> None:
    """Score `content` as a file `name` into a file `out`, or both as "-" through standard streams, failing and rejecting.

    `check_rows` is given the output, where there is one, and the rows of the rejects.
    """
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "in").mkdir()
        source = "-" if name == "-" else f"in/{name}"
        if name != "-":
            (folder / source).write_bytes(content)
        for place in ("strict", "lenient"):
            (folder / place).mkdir()
        given = content if name == "-" else b""
        strict = belote(folder, "score", source, "-o", f"strict/{out}", *options, given=given)
        rejecting = ["--on-error", "reject", "--rejects", "lenient/bad.csv"]
        lenient = belote(folder, "score", source, "-o", f"lenient/{out}", *options, *rejecting, given=given)
        assert names_in(folder / "in") == ([name] if name != "-" else [])
        assert source == "-" or (folder / source).read_bytes() == content
        called = "standard input" if name == "-" else source
        if lenient.status:
            _check_both_refused(folder, strict, lenient)
            return
        assert names_in(folder / "lenient") == ["bad.csv", out]
        _check_told(lenient, rejected=True)
        with (folder / "lenient/bad.csv").open(newline="") as file:
            rejects = list(csv.reader(file))[1:]
        if rejects:
            reason = check_refused(strict)
            assert reason.startswith(f"{called}, row {rejects[0][1]}: "), (reason, rejects[0])
            told = " ".join(rejects[0][2].split())
            assert told in reason, (reason, rejects[0])
            assert names_in(folder / "strict") == []
        else:
            _check_told(strict, rejected=False)
            assert names_in(folder / "strict") == [out]
            assert _content(folder / "strict" / out) == _content(folder / "lenient" / out)
        numbers = [int(reject[1]) for reject in rejects]
        assert numbers == sorted(set(numbers))
        check_rows(folder / "lenient" / out, rejects)


def _content(path: Path) -> dict[str, bytes]:
    """Return what is in a file, or in the files of a folder; its hidden one says how they were made."""
    return {file.name: file.read_bytes() for file in (path.glob("[!.]*") if path.is_dir() else [path])}


def _check_both_refused(folder: Path, strict: Ended, lenient: Ended) -> None:
    reasons = [check_refused(ended).replace("strict/", "").replace("lenient/", "") for ended in (strict, lenient)]
    assert reasons[0] == reasons[1] or ", row " in reasons[0], reasons
    assert names_in(folder / "strict") == names_in(folder / "lenient") == []


def _check_told(ended: Ended, *, rejected: bool) -> None:
    assert (ended.status, ended.err) == (0, ""), ended
    lines = ended.out.splitlines()
    assert " scored in " in lines[0], ended
    assert (" rejected = " in lines[1]) == rejected, ended


@cache
def _best(mask: int, trump: int) -> oracle.Best:
    return oracle.best(oracle.from_mask(mask), oracle.TRUMPS[trump + 1])


def hand_results(mask: int, trump: int) -> tuple[int, int, str]:
    """Return points, Belote and the text of the declarations, by the oracle."""
    best = _best(mask, trump)
    kinds = {"carre": "Carré", "suivi": "Suivi"}
    cards = [sorted(d.cards, key=lambda card: oracle.to_mask([card])) for d in best.declarations]
    texts = [
        f"{kinds[d.kind]} {d.points}: {' '.join(rank + suit for rank, suit in held)}"
        for d, held in zip(best.declarations, cards, strict=True)
    ]
    return best.points, best.belote, "; ".join(texts)


def deal_results(masks: list[int], trump: int) -> tuple[int, int, int, int, int]:
    """Return winner, points and Belote of both teams, by the oracle."""
    best = [_best(mask, trump) for mask in masks]
    teams = [[*best[team].declarations, *best[team + 2].declarations] for team in (0, 1)]
    winner, *points = oracle.contest(*teams, oracle.TRUMPS[trump + 1])
    belote = [best[team].belote + best[team + 2].belote for team in (0, 1)]
    return {"a": 0, "b": 1, None: -1}[winner], points[0], points[1], belote[0], belote[1]


def columns_of(path: Path) -> dict[str, list[Any]]:
    """Return the columns of an output, whatever its format, as Python values."""
    if path.suffix == ".csv":
        with path.open(newline="") as file:
            names, *rows = csv.reader(file)
        return {name: [row[place] for row in rows] for place, name in enumerate(names)}
    if path.suffix == ".npy":
        array = np.load(path)
        return {name: array[name].tolist() for name in array.dtype.names}
    if path.suffix in {".parquet", ""}:
        table = pq.read_table(path)
    else:
        with pa.memory_map(str(path)) as source:
            table = pa.ipc.open_file(source).read_all()
    wanted = [name for name in table.column_names if _is_ours(name)]
    return {name: table[name].to_pylist() for name in wanted}


def _is_ours(name: str) -> bool:
    known = ("hand", "trump", *(f"hand{seat}" for seat in range(4)), *(f"card{card}" for card in range(8)))
    return name in (*known, *HAND, *DEAL, "declared0", "declared1")


def check_by_plain_code(path: Path, deck: str, trump: str | None) -> int:
    """Check every row of an output by its own hands and trumps; return the number of rows."""
    columns = columns_of(path)
    of_deals = "winner" in columns
    added = DEAL if of_deals else ("points", "belote", "declarations") if "declarations" in columns else ("points", "belote")
    rows = [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
    for row in rows:
        index = _trump(row["trump"] if "trump" in columns else trump)
        if of_deals:
            expected: tuple[object, ...] = deal_results([_mask(row[f"hand{seat}"], deck) for seat in range(4)], index)
        else:
            hand = _mask(row["hand"], deck) if "hand" in columns else _mask_of_cards(row, deck)
            assert hand.bit_count() <= 8, row
            expected = hand_results(hand, index)
        found = [row[name] for name in added]
        if deck == "spanish" or of_deals:
            assert [str(value) for value in found] == [str(value) for value in expected[: len(found)]], (row, expected)
    return len(rows)


def _mask(written: int | str, deck: str) -> int:
    if isinstance(written, int):
        return written
    return int(written) if written.isascii() and written.isdigit() else parse_hand(written, deck)


def _mask_of_cards(row: dict[str, Any], deck: str) -> int:
    cards = [row[f"card{number}"] for number in range(8)]
    return sum(1 << int(card) if str(card).isdigit() else parse_hand(card or "", deck) for card in cards)


def _trump(written: int | str | None) -> int:
    if isinstance(written, str) and written.strip().removeprefix("-").isdigit():
        written = int(written)
    return trump_index(written.strip() if isinstance(written, str) else written)
