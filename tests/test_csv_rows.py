"""CSV in blocks: every row keeps its number and its text, whatever stands before it, also where reading begins in the middle."""

import csv
import gzip
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import csv_rows
from solver.reading import opened
from solver.tables import Broken, Stretch, TableError

COLUMNS = 2


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_rows, "BLOCK_BYTES", 100)


def read(path: Path, content: bytes, start: int = 0) -> list[Stretch]:
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return list(opened(path).read(start))


def rows_by_number(stretches: list[Stretch]) -> tuple[dict[int, list[str]], dict[int, tuple[str, str]]]:
    """Return the good rows by number, and reason and text of the others."""
    good: dict[int, list[str]] = {}
    bad: dict[int, tuple[str, str]] = {}
    row = stretches[0].start
    for stretch in stretches:
        assert stretch.start == row
        row += stretch.rows
        values = [list(columns.values()) for columns in stretch.batch.to_pylist()]
        good.update(zip(stretch.numbers().tolist(), values, strict=True))
        bad.update((stretch.start + broken.row + 1, (broken.reason, broken.text)) for broken in stretch.broken)
    assert sorted([*good, *bad]) == list(range(stretches[0].start + 1, row + 1))
    return good, bad


def reason_of(number: int) -> str:
    return f"{number} field{'' if number == 1 else 's'} for 2 columns"


fields = st.lists(st.text(alphabet='4o ,"\n\r\té', max_size=6), min_size=1, max_size=4)


@given(rows=st.lists(fields, max_size=40), start=st.integers(0, 45), zipped=st.booleans())
def test_every_row_has_its_number(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]], start: int, *, zipped: bool
) -> None:
    path = tmp_path_factory.mktemp("csv") / ("rows.csv.gz" if zipped else "rows.csv")
    text = io.StringIO(newline="")
    csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows([["hand", "id"], *rows])
    good, bad = rows_by_number(read(path, text.getvalue().encode(), start))
    numbered = {number: row for number, row in enumerate(rows, 1) if number > start}
    assert good == {number: row for number, row in numbered.items() if len(row) == COLUMNS}
    assert {number: reason for number, (reason, _) in bad.items()} == {
        number: reason_of(len(row)) for number, row in numbered.items() if len(row) != COLUMNS
    }


@pytest.mark.parametrize("start", [0, 1, 2, 3, 4, 5, 6, 7, 8])
def test_good_and_broken_rows(tmp_path: Path, start: int) -> None:
    content = b"hand,id\n1\n4o,2\n\n3,3,3\n5o,4\n6o,\xff\xfe\n6\n7\n"
    good, bad = rows_by_number(read(tmp_path / "rows.csv", content, start))
    assert good == {number: row for number, row in {2: ["4o", "2"], 4: ["5o", "4"]}.items() if number > start}
    broken = {
        1: ("1 field for 2 columns", "1"),
        3: ("3 fields for 2 columns", "3,3,3"),
        5: ("column 'id' is no UTF-8", "6o,\\xff\\xfe"),
        6: ("1 field for 2 columns", "6"),
        7: ("1 field for 2 columns", "7"),
    }
    assert bad == {number: row for number, row in broken.items() if number > start}


def test_rows_of_too_few_fields_that_are_no_utf8(tmp_path: Path) -> None:
    good, bad = rows_by_number(read(tmp_path / "rows.csv", b"hand,id\n4o\xe9\n4o,\xff,1\n5o,\xc3\xa9\n\xed\xa0\x80,\xc3\n"))
    assert good == {3: ["5o", "é"]}
    assert bad == {
        1: ("1 field for 2 columns", "4o\\xe9"),
        2: ("3 fields for 2 columns", "4o,\\xff,1"),
        4: ("column 'hand' is no UTF-8", "\\xed\\xa0\\x80,\\xc3"),
    }


@given(
    characters=st.text(alphabet="a\xe9\u2665\U0001f0a1\U000f0000", max_size=400),
    wrong=st.integers(-1, 800),
    byte=st.binary(max_size=1),
)
def test_text_of_any_length_is_cut_nowhere(
    tmp_path_factory: pytest.TempPathFactory, characters: str, wrong: int, byte: bytes
) -> None:
    """Characters of one to four bytes lie across the ends of blocks; a byte is put in between some of them."""
    rows = [characters[at : at + 11] for at in range(0, len(characters), 11)]
    content = "".join(f"{row},{row}\n" for row in rows).encode()
    content = content[:wrong] + byte + content[wrong:] if wrong >= 0 else content
    good, bad = rows_by_number(read(tmp_path_factory.mktemp("csv") / "rows.csv", b"hand,id\n" + content))
    for number, line in enumerate(filter(None, content.replace(b"\r", b"\n").split(b"\n")), 1):
        text = line.decode(errors="backslashreplace")
        if number in good:
            assert ",".join(good[number]).encode() == line
        elif line.count(b",") == 1:
            column = "hand" if "\\" in text.partition(",")[0] else "id"
            assert bad[number] == (f"column {column!r} is no UTF-8", text)
        else:
            assert bad[number] == (reason_of(line.count(b",") + 1), text)


def test_a_character_that_stands_for_bytes_that_are_none(tmp_path: Path) -> None:
    """U+10FFFF is no character by Unicode's own word, and marks bytes that are no UTF-8 on their way."""
    good, bad = rows_by_number(read(tmp_path / "rows.csv", "hand,id\n4o,\U0010ffff\n5o,\U0010fffe\n".encode()))
    assert (good, bad) == ({2: ["5o", "\U0010fffe"]}, {1: ("column 'id' is no UTF-8", "4o,")})


def test_a_mark_of_byte_order_is_one_only_at_the_start_of_the_file(tmp_path: Path) -> None:
    good, bad = rows_by_number(read(tmp_path / "rows.csv", "\ufeffhand,id\n\ufeff4o,1\n\ufeff5o,2\n".encode()))
    assert (good, bad) == ({1: ["\ufeff4o", "1"], 2: ["\ufeff5o", "2"]}, {})
    good, bad = rows_by_number(read(tmp_path / "rows.csv", "hand,id\n\ufeff\n4o,1\n".encode()))
    assert (good, bad) == ({2: ["4o", "1"]}, {1: ("1 field for 2 columns", "\ufeff")})


def test_lines_that_end_with_a_carriage_return_alone(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_bytes(b"hand,id\r4o,1\r")
    with pytest.raises(TableError, match=r"rows\.csv: a line ends with a carriage return alone: lines end with a line feed"):
        opened(tmp_path / "rows.csv")
    good, bad = rows_by_number(read(tmp_path / "rows.csv", b'hand,"i\rd"\r\n4o,1\r\n'))
    assert (good, bad) == ({1: ["4o", "1"]}, {})


def test_a_file_of_broken_rows_only(tmp_path: Path) -> None:
    [stretch] = read(tmp_path / "rows.csv", b"hand,id\n1\n2\n")
    assert (stretch.batch.num_rows, stretch.batch.schema.names) == (0, ["hand", "id"])
    assert stretch.broken == (Broken(0, "1 field for 2 columns", "1"), Broken(1, "1 field for 2 columns", "2"))


@pytest.mark.parametrize("start", [0, 3, 30, 31, 32])
def test_a_block_of_broken_rows_only_between_good_ones(tmp_path: Path, start: int) -> None:
    """Arrow is a block ahead when it hands over that of no good row."""
    content = b"hand,id\n" + b"4o,1\n" + b"1,2,3\n" * 30 + b"5o,2\n" + b"4\n"
    good, bad = rows_by_number(read(tmp_path / "rows.csv", content, start))
    assert good == {number: row for number, row in {1: ["4o", "1"], 32: ["5o", "2"]}.items() if number > start}
    assert bad[33] == ("1 field for 2 columns", "4")
    assert len(good) + len(bad) == 33 - start


def test_text_beyond_ascii_is_left_alone(tmp_path: Path) -> None:
    good, bad = rows_by_number(read(tmp_path / "rows.csv", "hand,id\nK♦,é\n,\n".encode()))
    assert (good, bad) == ({1: ["K♦", "é"], 2: ["", ""]}, {})


def test_a_row_of_millions_of_fields(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_rows, "BLOCK_BYTES", 1 << 23)
    good, bad = rows_by_number(read(tmp_path / "rows.csv", b"hand,id\n4o,1\n" + b"," * 5_000_000 + b"\n5o,2\n"))
    assert good == {1: ["4o", "1"], 3: ["5o", "2"]}
    assert bad == {2: ("5000001 fields for 2 columns", "," * 5_000_000)}


@pytest.mark.parametrize("suffix", [".csv", ".csv.gz"])
def test_about_how_many_rows_there_are(tmp_path: Path, suffix: str) -> None:
    read(tmp_path / f"rows{suffix}", b"hand,id\n" + b"4o 5o 6o,1\n" * 1000)
    table = opened(tmp_path / f"rows{suffix}")
    assert table.rows is None
    assert table.about == 1000


@pytest.mark.parametrize(("header", "mark"), [("hand;trump", "';'"), ("hand\ttrump", "'\\t'")])
def test_columns_between_other_marks_than_commas(tmp_path: Path, header: str, mark: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(f"{header}\n")
    with pytest.raises(TableError, match="a CSV file has commas there") as error:
        opened(path)
    assert str(error.value).startswith(f"{path}: the column names {header!r} stand between {mark}: ")


def test_a_row_of_a_file_of_one_column_has_one_field(tmp_path: Path) -> None:
    _, bad = rows_by_number(read(tmp_path / "rows.csv", b"hand\n4o,5o\n6o\n"))
    assert bad == {1: ("2 fields for 1 column", "4o,5o")}
