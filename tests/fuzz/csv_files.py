"""Target "csv": files of CSV of any kind, as they were written and damaged, scored failing and rejecting."""

import csv
import gzip
import io
from pathlib import Path
from typing import NamedTuple

from fuzz.damage import Damage, damaged, damages
from fuzz.scored import check_by_plain_code, check_scored
from hypothesis import strategies as st

from solver.cards import FRENCH, SPANISH
from solver.columns import DEAL_COLUMNS


class CsvFile(NamedTuple):
    """A file and how it is scored; `quoting` and `line_end` as `csv.writer` has them."""

    header: list[str]
    rows: list[list[str]]
    quoting: int
    line_end: str
    start: bytes
    damages: list[Damage]
    zipped: bool
    zip_damages: list[Damage]
    source: str
    out: str
    options: list[str]


_CARDS = [rank + suit for suit in SPANISH.suits for rank in SPANISH.ranks]
_deals = st.permutations(_CARDS).map(lambda cards: [" ".join(cards[at : at + 8]) for at in range(0, 32, 8)])
_cards = st.sampled_from(_CARDS)
_french = st.sampled_from([rank + suit for suit in (*FRENCH.suits, *FRENCH.symbols) for rank in FRENCH.ranks])
_hands = st.one_of(
    st.lists(_cards, min_size=1, max_size=9, unique=True).map(" ".join),
    st.lists(_cards, min_size=1, max_size=8).map(",".join),
    st.lists(_french, max_size=8, unique=True).map(" ".join),
    st.integers(0, 1 << 32).map(str),
    st.sampled_from(["rey de oros", "as de bastos, 4o", "", " ", "\xa0", "null", "NA", "NULL", "12", "0", "-1", "007", "1e3"]),
)
_trumps = st.sampled_from(
    ["oros", "copas", "ESPADAS", " bastos ", "none", "-1", "0", "3", "4", "", "\xa0", "♥", "hearts", "cœur", "٢", "+1", "oro"]
)
_EXTRA = ("", "", "trump", "trump", "id", "id", "points", "file", "row", "text", "hand", " hand", "é", "\0", 'a"b')
_STARTS = (
    *[b""] * 9,
    b"\xef\xbb\xbf",
    b"\xef\xbb\xbf",
    b"\n",
    b"\xff\xfe",
    b"\xef\xbb\xbf\xef\xbb\xbf",
    b"\r\n\r\n",
    b'""\n',
    b"\0",
)
_junk = st.one_of(
    st.text(max_size=6),
    st.sampled_from(['"', '""', ",", "a\nb", "a\r\nb", "\r", "\0", "x" * 3000, "=1+1", "#", "\ufeff", "\ud7ff", "1,5", "'"]),
)


@st.composite
def _files(draw: st.DrawFn) -> CsvFile:
    kind = draw(st.sampled_from([*["hand"] * 5, "cards", "cards", "deal", "deal", "odd"]))
    header, cells = {
        "hand": (["hand"], [_hands]),
        "cards": ([f"card{number}" for number in range(8)], [st.one_of(_cards, st.just(""))] * 8),
        "deal": ([f"hand{seat}" for seat in range(4)], [_hands] * 4),
        "odd": (draw(st.lists(st.one_of(_junk, st.sampled_from(["hand", "hand0", "card1", "Hand"])), max_size=4)), [_junk] * 4),
    }[kind]
    header, cells = list(header), list(cells)
    extra = draw(st.sampled_from(_EXTRA))
    if extra:
        place = draw(st.integers(0, len(header)))
        header.insert(place, extra)
        cells.insert(place, _trumps if extra == "trump" else _junk)
    row = st.tuples(*cells[: len(header)]).map(list)
    if kind == "deal":
        fair = st.tuples(_deals, row).map(
            lambda both: [
                both[0][DEAL_COLUMNS.index(name)] if name in DEAL_COLUMNS else value
                for name, value in zip(header, both[1], strict=True)
            ]
        )
        row = st.one_of(fair, fair, fair, row)
    odd_row = st.lists(st.one_of(_hands, _junk), max_size=6)
    rows = draw(st.lists(st.one_of(row, row, row, row, row, odd_row), max_size=8))
    return CsvFile(
        header,
        rows,
        quoting=draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_MINIMAL, csv.QUOTE_ALL])),
        line_end=draw(st.sampled_from(["\n", "\n", "\n", "\n", "\r\n", "\r\n", "\r"])),
        start=draw(st.sampled_from(_STARTS)),
        damages=draw(st.one_of(st.just([]), damages)),
        zipped=draw(st.booleans()),
        zip_damages=draw(st.one_of(st.just([]), st.just([]), damages)),
        source=draw(st.sampled_from(["file", "file", "file", "-"])),
        out=draw(st.sampled_from(["out.csv", "out.csv", "out.csv", "out.parquet", "out.arrow", "out.npy"])),
        options=draw(st.sampled_from([[], [], ["--trump", "oros"], ["--trump", "none"], ["--deck", "french"]])),
    )


INPUTS = _files()


def check(given: CsvFile) -> None:
    """Score the file; where it is not damaged compare with what Python's own reader finds in it, else each row with its hand."""
    text = io.StringIO(newline="")
    csv.writer(text, quoting=given.quoting, lineterminator=given.line_end).writerows([given.header, *given.rows])
    content = damaged(given.start + text.getvalue().encode(), given.damages)
    if given.zipped:
        content = damaged(gzip.compress(content, mtime=0), given.zip_damages)
    name = "-" if given.source == "-" else f"rows.csv{'.gz' if given.zipped else ''}"
    trump = dict([given.options]).get("--trump") if given.options else None
    deck = "french" if "french" in given.options else "spanish"
    is_whole = not given.damages and not (given.zipped and given.zip_damages) and given.start in (b"", b"\xef\xbb\xbf")
    is_whole = is_whole and given.line_end != "\r" and "\0" not in text.getvalue()

    def check_rows(out: Path, rejects: list[list[str]]) -> None:
        kept = check_by_plain_code(out, deck, trump)
        if not is_whole:
            return
        rows = [row for row in csv.reader(io.StringIO(text.getvalue(), newline="")) if row or len(given.header) == 1][1:]
        assert kept + len(rejects) == len(rows), (kept, rejects, rows)
        good = [row for number, row in enumerate(rows, 1) if str(number) not in {reject[1] for reject in rejects}]
        for number, row in enumerate(rows, 1):
            if len(row) != len(given.header) and row:
                assert str(number) in {reject[1] for reject in rejects}, row
        if out.suffix == ".csv":
            with out.open(newline="", encoding="utf-8") as file:
                assert [row[: len(given.header)] for row in list(csv.reader(file))[1:]] == [row or [""] for row in good]

    check_scored(name, content, given.out, given.options, check_rows)
