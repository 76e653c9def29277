"""CSV in blocks: every row keeps its number and its text, whatever stands before it, also where reading begins in the middle."""

import csv
import gzip
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import csv_rows
from solver.tables import Broken, Stretch, TableError, opened

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
        number: f"{len(row)} fields for 2 columns" for number, row in numbered.items() if len(row) != COLUMNS
    }


@pytest.mark.parametrize("start", [0, 1, 2, 3, 4, 5, 6, 7, 8])
def test_good_and_broken_rows(tmp_path: Path, start: int) -> None:
    content = b"hand,id\n1\n4o,2\n\n3,3,3\n5o,4\n6o,\xff\xfe\n6\n7\n"
    good, bad = rows_by_number(read(tmp_path / "rows.csv", content, start))
    assert good == {number: row for number, row in {2: ["4o", "2"], 4: ["5o", "4"]}.items() if number > start}
    broken = {
        1: ("1 fields for 2 columns", "1"),
        3: ("3 fields for 2 columns", "3,3,3"),
        5: ("column 'id' is no UTF-8", "6o,\\xff\\xfe"),
        6: ("1 fields for 2 columns", "6"),
        7: ("1 fields for 2 columns", "7"),
    }
    assert bad == {number: row for number, row in broken.items() if number > start}


def test_a_file_of_broken_rows_only(tmp_path: Path) -> None:
    [stretch] = read(tmp_path / "rows.csv", b"hand,id\n1\n2\n")
    assert (stretch.batch.num_rows, stretch.batch.schema.names) == (0, ["hand", "id"])
    assert stretch.broken == (Broken(0, "1 fields for 2 columns", "1"), Broken(1, "1 fields for 2 columns", "2"))


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
