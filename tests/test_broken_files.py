"""Files that are cut, damaged, empty, odd or of the wrong types: told in a line, with nothing half written."""

import csv
import gzip
import os
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from arrow_files import write_arrow
from folders import names_in
from installed import complaint

from solver import csv_rows, tables
from solver.batch import score_file
from solver.dealing import random_hands
from solver.reading import opened
from solver.tables import TableError

HANDS = random_hands(300_000, np.random.default_rng(9))


@pytest.mark.parametrize("target", ["out.parquet", "out"])
@pytest.mark.parametrize("length", [0, 4, 1000, 500_000, -1000, -1])
def test_a_truncated_parquet_file(tmp_path: Path, target: str, length: int) -> None:
    pq.write_table(pa.table({"hand": HANDS}), tmp_path / "in.parquet", row_group_size=50_000)
    os.truncate(tmp_path / "in.parquet", length if length >= 0 else (tmp_path / "in.parquet").stat().st_size + length)
    with pytest.raises(TableError, match=r"in\.parquet: cannot be read: "):
        score_file(tmp_path / "in.parquet", tmp_path / target)
    assert names_in(tmp_path) == ["in.parquet"]


def test_a_damaged_gzip(tmp_path: Path) -> None:
    content = bytearray(gzip.compress(b"hand\n" + b"12o 12c 12e\n" * 100_000))
    content[30:32] = b"\xff\xff"
    (tmp_path / "in.csv.gz").write_bytes(content)
    for source, name in (("in.csv.gz", "in.csv.gz"), ("-", "standard input")):
        with (tmp_path / "in.csv.gz").open("rb") as given:
            status, errors = complaint("score", source, "-o", "out.csv", cwd=tmp_path, stdin=given)
        assert status == 1
        assert errors.startswith(f"belote: {name}: cannot be read: ")
    assert names_in(tmp_path) == ["in.csv.gz"]


@pytest.mark.parametrize("target", ["out.parquet", "out"])
def test_a_parquet_file_whose_pages_are_lost(tmp_path: Path, target: str) -> None:
    pq.write_table(pa.table({"hand": HANDS}), tmp_path / "in.parquet", row_group_size=50_000, compression="snappy")
    with (tmp_path / "in.parquet").open("r+b") as file:
        file.seek(700_000)
        file.write(bytes(200_000))
    with pytest.raises(TableError, match=r"in\.parquet: cannot be read: "):
        score_file(tmp_path / "in.parquet", tmp_path / target)
    assert names_in(tmp_path) == ["in.parquet"]


def not_utf8(*texts: bytes) -> pa.Array:
    """Return a column of text with bytes that are none, as a Parquet file may have it."""
    _, offsets, characters = pa.array(texts, pa.binary()).buffers()
    return pa.StringArray.from_buffers(len(texts), offsets, characters)


NOT_UTF8 = [
    ({"hand": not_utf8(b"4o", b"5o\xff", b"6o")}, 2, r"b'5o\xff' is no text in UTF-8", "hand", r"5o\xff"),
    ({"hand": not_utf8(b"\xff", b"5o")}, 1, r"b'\xff' is no text in UTF-8", "hand", r"\xff"),
    ({"hand": ["4o", "5o"], "trump": not_utf8(b"oros", b"\xff")}, 2, r"trump b'\xff' is no text in UTF-8", "trump", r"\xff"),
    ({f"card{place}": not_utf8(b"\xff") for place in range(8)}, 1, r"b'\xff' is no text in UTF-8", "card7", r"\xff"),
    ({"hand": ["4o", "8o"], "id": not_utf8(b"a", b"\xffb")}, 2, "'8o' is no card of the spanish deck", "id", r"\xffb"),
]


@pytest.mark.parametrize(("columns", "row", "reason", "name", "value"), NOT_UTF8)
def test_a_parquet_file_with_text_that_is_no_utf8(
    tmp_path: Path, columns: dict[str, pa.Array], row: int, reason: str, name: str, value: str
) -> None:
    pq.write_table(pa.table(columns), tmp_path / "in.parquet")
    with pytest.raises(TableError) as error:
        score_file(tmp_path / "in.parquet", tmp_path / "out.csv")
    assert str(error.value).startswith(f"{tmp_path / 'in.parquet'}, row {row}: {reason}")
    score_file(tmp_path / "in.parquet", tmp_path / "out.csv", on_error="reject", rejects=tmp_path / "bad.csv")
    with (tmp_path / "bad.csv").open(newline="") as file:
        reject = next(csv.DictReader(file))
    assert (reject["row"], reject[name]) == (str(row), value)
    assert reject["reason"].startswith(reason)


def wrong_offsets(rows: int) -> pa.Array:
    """Return a column of text whose last offset is far outside of it."""
    _, offsets, characters = pa.array(["4o 5o 6o"] * rows).buffers()
    wrong = np.frombuffer(offsets, np.int32, rows + 1).copy()
    wrong[-2] = 1 << 30
    return pa.StringArray.from_buffers(rows, pa.py_buffer(wrong), characters)


@pytest.mark.parametrize("name", ["hand", "id"])
@pytest.mark.parametrize("target", ["out.csv", "out.parquet", "out.arrow"])
@pytest.mark.parametrize("as_stream", [False, True])
def test_arrow_data_whose_offsets_lead_elsewhere(tmp_path: Path, name: str, target: str, *, as_stream: bool) -> None:
    """Unchecked it ends the process, which is why another one is asked."""
    table = pa.table({"hand": ["4o 5o 6o"] * 1000, "id": ["a"] * 1000})
    table = table.set_column(table.column_names.index(name), name, wrong_offsets(1000))
    opened_writer = pa.ipc.new_stream if as_stream else pa.ipc.new_file
    with (tmp_path / "in.arrow").open("wb") as file, opened_writer(file, table.schema) as writer:
        writer.write_table(table)
    with (tmp_path / "in.arrow").open("rb") as given:
        source, called = ("-", "standard input") if as_stream else ("in.arrow", "in.arrow")
        status, line = complaint("score", source, "-o", target, cwd=tmp_path, stdin=given)
    assert (status, line.count("\n")) == (1, 1)
    column = table.column_names.index(name)
    assert line.startswith(f"belote: {called}: cannot be read: In column {column}: Invalid: Offset invariant")
    assert names_in(tmp_path) == ["in.arrow"]


def test_arrow_data_is_checked_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BATCH_ROWS", 300)
    write_arrow(pa.table({"hand": pa.array([7] * 1000, pa.uint32())}), tmp_path / "in.arrow")
    assert [stretch.rows for stretch in opened(tmp_path / "in.arrow").read(0)] == [300, 300, 300, 100]
    assert [stretch.start for stretch in opened(tmp_path / "in.arrow").read(450)] == [450, 750]


HEADERS = [
    ("{'descr': '<u4', 'fortran_order': False, 'shape': (3, }", "EOF in multi-line statement"),
    ("{'descr: '<u4', 'fortran_order': False, 'shape': (3,), }", "Cannot parse header"),
    (f"{{'descr': '<u4', 'fortran_order': False, 'shape': ({10**30},), }}", "int too large"),
    ("{'descr': '<u4', 'fortran_order': False, 'shape': (2305843009213693952,), }", "memory mapped length"),
    ("{'descr': '<u4', 'fortran_order': False, 'shape': (True,), }", "an integer is required"),
    ("{'descr': [('hand',)], 'fortran_order': False, 'shape': (3,), }", "not enough values"),
    (f"{{'descr': {'[' * 5000}, 'fortran_order': False, 'shape': (3,), }}", "EOF in multi-line statement"),
    ("{3: 4, 'descr': '<u4'}", "'<' not supported"),
]


@pytest.mark.parametrize(("header", "reason"), HEADERS)
def test_a_numpy_file_with_a_broken_header(tmp_path: Path, header: str, reason: str) -> None:
    text = header.encode() + b"\n"
    (tmp_path / "in.npy").write_bytes(b"\x93NUMPY\1\0" + len(text).to_bytes(2, "little") + text + bytes(12))
    with pytest.raises(TableError, match=r"in\.npy: cannot be read: ") as error:
        score_file(tmp_path / "in.npy", tmp_path / "out.csv")
    assert reason in str(error.value)
    assert len(str(error.value)) < 400
    assert names_in(tmp_path) == ["in.npy"]


def test_a_numpy_file_of_python_2_is_read_without_a_word(tmp_path: Path) -> None:
    header = b"{'descr': '<u4', 'fortran_order': False, 'shape': (3L,), }\n"
    hands = np.array([7, 15, 255], "<u4")
    (tmp_path / "in.npy").write_bytes(b"\x93NUMPY\1\0" + len(header).to_bytes(2, "little") + header + hands.tobytes())
    assert score_file(tmp_path / "in.npy", tmp_path / "out.csv").points == {20: 1, 50: 1, 120: 1}


@pytest.mark.parametrize(("dtype", "number", "told"), [("M8[25s]", 2, "1970-01-01 00:00:50"), ("M8[s]", 2, "1970-01-01 00:00:02")])
@pytest.mark.parametrize("order", "<>")
def test_times_in_a_numpy_file(tmp_path: Path, dtype: str, number: int, told: str, order: str) -> None:
    np.save(tmp_path / "in.npy", np.array([(7, number)], [("hand", "<u4"), ("at", order + dtype)]))
    score_file(tmp_path / "in.npy", tmp_path / "out.csv")
    assert f"7,{told}," in (tmp_path / "out.csv").read_text()


WRONG = [
    (pa.array([1.5]), "column 'hand' is double: hands are masks (integers) or card text"),
    (pa.array([True]), "column 'hand' is bool: hands are masks (integers) or card text"),
    (pa.array([b"4o"]), "column 'hand' is binary: hands are masks (integers) or card text"),
    (pa.array([{"a": 1}]), "column 'hand' is struct<a: int64>: hands are masks (integers) or card text"),
    (pa.array([0], pa.date32()), "column 'hand' is date32[day]: hands are masks (integers) or card text"),
]


@pytest.mark.parametrize(("column", "message"), WRONG, ids=lambda value: str(getattr(value, "type", "")))
@pytest.mark.parametrize("suffix", [".parquet", ".arrow"])
def test_a_wrong_column_type(tmp_path: Path, column: pa.Array, message: str, suffix: str) -> None:
    table = pa.table({"hand": column})
    source = tmp_path / f"in{suffix}"
    pq.write_table(table, source) if suffix == ".parquet" else write_arrow(table, source)
    for target in ("out.parquet", "out") if suffix == ".parquet" else ("out.parquet",):
        with pytest.raises(TableError) as error:
            score_file(source, tmp_path / target)
        assert str(error.value) == f"{source}: {message}"
    assert names_in(tmp_path) == [source.name]


@pytest.mark.parametrize(
    ("column", "target", "kind"),
    [
        (pa.array([[1]]), "out.csv", "CSV"),
        (pa.array([(1, 2, 3)], pa.month_day_nano_interval()), "out.parquet", "Parquet"),
        (pa.UnionArray.from_dense(pa.array([0], pa.int8()), pa.array([0], pa.int32()), [pa.array([1])]), "out.parquet", "Parquet"),
    ],
)
def test_a_column_that_the_output_cannot_hold(tmp_path: Path, column: pa.Array, target: str, kind: str) -> None:
    table = pa.table({"hand": pa.array([7], pa.uint32()), "id": column})
    with pa.OSFile(str(tmp_path / "in.arrow"), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)
    with pytest.raises(TableError) as error:
        score_file(tmp_path / "in.arrow", tmp_path / target)
    message = f"{tmp_path / target}: cannot be written: {kind} cannot hold column 'id', which is {column.type}"
    assert str(error.value) == message
    assert names_in(tmp_path) == ["in.arrow"]
    score_file(tmp_path / "in.arrow", tmp_path / "out.arrow")
    with pa.ipc.open_file(tmp_path / "out.arrow") as written:
        assert written.read_all()["id"].combine_chunks().equals(column)


@pytest.mark.parametrize("target", ["out.csv", "out.npy", "out.parquet"])
def test_a_long_name_of_a_column_is_cut_in_messages(tmp_path: Path, target: str) -> None:
    names = ["x" * 3000, "hand"]
    (tmp_path / "in.csv").write_text(f"{names[0]},hands\n")
    write_arrow(pa.table({names[0]: [[1]], "hand": [7]}), tmp_path / "in.arrow")
    with pytest.raises(TableError, match="there is no column 'hand'") as error:
        score_file(tmp_path / "in.csv", tmp_path / target)
    assert len(str(error.value)) < 500
    if target != "out.parquet":
        with pytest.raises(TableError, match=r"(numbers only|CSV cannot hold).* column 'xxx") as error:
            score_file(tmp_path / "in.arrow", tmp_path / target)
        assert len(str(error.value)) < 500


@pytest.mark.parametrize("suffix", [".parquet", ".arrow"])
def test_nulls(tmp_path: Path, suffix: str) -> None:
    source = tmp_path / f"in{suffix}"
    table = pa.table({"hand": pa.array([7, None, 7], pa.uint32()), "id": pa.array([None, 1, 2])})
    pq.write_table(table, source) if suffix == ".parquet" else write_arrow(table, source)
    with pytest.raises(TableError, match=r"row 2: hand is missing$"):
        score_file(source, tmp_path / "out.parquet")
    score_file(source, tmp_path / "out.parquet", on_error="reject", rejects=tmp_path / "bad.csv")
    assert pq.read_table(tmp_path / "out.parquet")["id"].to_pylist() == [None, 2]


def test_a_row_of_ten_million_columns_of_nonsense(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "in.csv"
    source.write_bytes(b"hand,id\n4o 5o 6o,1\n" + b"," * 10_000_000 + b"\n4o 5o 6o,2\n")
    with pytest.raises(TableError, match=r"in\.csv, row 2: (longer than 8,388,608 bytes|10000001 fields for 2 columns)"):
        score_file(source, tmp_path / "out.csv")
    assert names_in(tmp_path) == ["in.csv"]
    monkeypatch.setattr(csv_rows, "BLOCK_BYTES", 1 << 24)
    summary = score_file(source, tmp_path / "out.csv", on_error="reject", rejects=tmp_path / "bad.csv")
    assert (summary.rows, summary.rejected, summary.points) == (3, 1, {20: 2})
    source.write_bytes(b"," * 10_000_000 + b"\n4o\n")
    with pytest.raises(TableError, match=r"in\.csv: the first line is longer than 1,048,576 bytes: it has no column names"):
        score_file(source, tmp_path / "out.csv")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("in.csv", b"", "in.csv: the file is empty: a CSV file starts with a line of column names"),
        ("in.csv", b"\r\n\n", "in.csv: the file is empty"),
        ("in.parquet", b"", "in.parquet: cannot be read: "),
        ("in.npy", b"", "in.npy: cannot be read: "),
        ("in.arrow", b"", "in.arrow: cannot be read: "),
        ("in.csv.gz", b"", "in.csv.gz: the file is empty"),
        ("no.csv", None, "no.csv: cannot be read: No such file or directory"),
        ("no/in.csv", None, "no/in.csv: cannot be read: No such file or directory"),
    ],
)
def test_empty_and_missing_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes | None, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path(name).write_bytes(content)
    before = names_in(tmp_path)
    with pytest.raises(TableError) as error:
        score_file(name, "out.parquet")
    assert str(error.value).startswith(message)
    assert names_in(tmp_path) == before


@pytest.mark.parametrize("target", ["out.parquet", "out.csv", "out.arrow"])
@pytest.mark.parametrize(
    ("text", "points"),
    [
        (b"hand\n", []),
        (b"hand", []),
        (b"hand\r\n4o 5o 6o\r\n4o\r\n", ["20", "0"]),
        (b"\xef\xbb\xbfhand\n4o 5o 6o\n", ["20"]),
        (b"\xef\xbb\xbfhand\r\n4o 5o 6o", ["20"]),
        (b'"hand"\n"4o 5o 6o"\n', ["20"]),
    ],
)
def test_headers_only_line_ends_and_marks(tmp_path: Path, text: bytes, points: list[str], target: str) -> None:
    (tmp_path / "in.csv").write_bytes(text)
    assert score_file(tmp_path / "in.csv", tmp_path / target).rows == len(points)
    rows = pa.Table.from_batches(part.batch for part in opened(tmp_path / target).read(0))
    assert list(map(str, rows["points"].to_pylist())) == points
    assert rows.column_names == ["hand", "points", "belote", "declarations", "strength"]
