"""Standard input and output, and Arrow tables in memory."""

import gzip
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv
import pytest
from arrow_files import write_arrow
from folders import names_in

import solver
from solver import Rules, score_deals, score_hands, score_table, tables
from solver.batch import score_file
from solver.cards import CardError, format_hand
from solver.columns import card_text
from solver.dealing import random_deals, random_hands
from solver.options import Stream
from solver.tables import TableError

HANDS = random_hands(2000, np.random.default_rng(6))
PROGRAM = [sys.executable, "-c", "from solver.cli import main; main()", "score"]


def run(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*PROGRAM, *arguments], input=given, capture_output=True, check=False)  # noqa: S603  our own program


def as_csv(hands: np.ndarray) -> bytes:
    target = pa.BufferOutputStream()
    pa_csv.write_csv(pa.table({"hand": card_text(hands, "spanish")}), target)
    return target.getvalue().to_pybytes()


def as_stream(table: pa.Table) -> bytes:
    target = pa.BufferOutputStream()
    with pa.ipc.new_stream(target, table.schema) as writer:
        writer.write_table(table, 300)
    return target.getvalue().to_pybytes()


@pytest.mark.parametrize("packed", [False, True])
def test_csv_in_and_out(packed: bool) -> None:  # noqa: FBT001  a parameter of the test
    text = as_csv(HANDS)
    result = run("-", "-o", "-", given=gzip.compress(text) if packed else text)
    assert result.returncode == 0
    found = pa_csv.read_csv(pa.BufferReader(result.stdout))
    assert found["hand"].to_pylist() == [format_hand(mask) for mask in HANDS.tolist()]
    assert found["points"].to_pylist() == score_hands(HANDS).points.tolist()
    summary = result.stderr.decode().splitlines()
    assert summary[0].startswith("2,000 hands scored in ")
    assert summary[0].endswith(", written to -")
    assert summary[-1].split() == ["total", "2,000"]  # no trumps, no Belote-Rebelote


def test_arrow_in_and_out() -> None:
    trump = pa.array(["oros", None, "copas"] * 666 + ["none"] * 2)
    table = pa.table({"hand": HANDS, "trump": trump.fill_null("none").dictionary_encode()})
    result = run("-", "-o", "-", "--stream", "arrow", given=as_stream(table))
    assert result.returncode == 0
    found = pa.ipc.open_stream(result.stdout).read_all()
    assert found["hand"].to_pylist() == HANDS.tolist()
    trumps = np.array([{"oros": 0, "copas": 1}.get(name, -1) for name in trump.to_pylist()])
    assert found["belote"].to_pylist() == score_hands(HANDS, trumps).belote.tolist()


def test_a_stream_into_a_file_and_back(tmp_path: Path) -> None:
    assert run("-", "-o", str(tmp_path / "out.parquet"), given=as_csv(HANDS)).returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["out.parquet"]
    (tmp_path / "in.csv").write_bytes(as_csv(HANDS))
    result = run(str(tmp_path / "in.csv"), "-o", "-")
    assert pa_csv.read_csv(pa.BufferReader(result.stdout)).num_rows == len(HANDS)


def test_rejects_of_a_stream(tmp_path: Path) -> None:
    rejects = tmp_path / "bad.csv"
    result = run("-", "-o", "-", "--on-error", "reject", "--rejects", str(rejects), given=b"hand\n4o 5o 6o\n4o 4o\n")
    assert result.stdout == (
        b'"hand","points","belote","declarations","strength"\n"4o 5o 6o",20,0,"Suivi 20: 4o 5o 6o",292\n'
    )
    assert rejects.read_text().splitlines()[1] == "standard input,2,card '4o' stands twice in '4o 4o',4o 4o,"
    assert result.stderr.decode().splitlines()[1] == f"1 scored + 1 rejected = 2 rows read; rejects in {rejects}"
    assert [path.name for path in tmp_path.iterdir()] == ["bad.csv"]


@pytest.mark.parametrize("stream", [None, "csv", "arrow"])
def test_a_file_to_standard_output(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], stream: Stream | None) -> None:
    table = pa.table({"hand": ["4o 5o 6o", "4o 4o", "11o 12o"], "id": [7, 8, 9]})
    write_arrow(table, tmp_path / "in.arrow")
    portions: list[tuple[int, int | None]] = []
    summary = score_file(
        tmp_path / "in.arrow", "-", "oros", stream=stream, on_error="reject", rejects=tmp_path / "bad.csv",
        progress=lambda *portion: portions.append(portion),
    )  # fmt: skip
    sent = pa.BufferReader(capsysbinary.readouterr().out)
    found = pa.ipc.open_stream(sent).read_all() if stream == "arrow" else pa_csv.read_csv(sent)
    assert found.select(["id", "points", "belote"]).to_pydict() == {"id": [7, 9], "points": [20, 0], "belote": [0, 20]}
    assert (summary.rows, summary.rejected, summary.belote, summary.kept) == (3, 1, 1, 0)
    assert portions == [(3, 3)]
    assert (tmp_path / "bad.csv").read_text().splitlines()[1:] == [
        f"{tmp_path / 'in.arrow'},2,card '4o' stands twice in '4o 4o',4o 4o,8,"
    ]
    assert names_in(tmp_path) == ["bad.csv", "in.arrow"]


def test_bad_rows_end_a_stream_where_no_file_is_for_them(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    write_arrow(pa.table({"hand": HANDS[:50]}), tmp_path / "in.arrow")
    assert score_file(tmp_path / "in.arrow", "-").rows == 50
    found = pa_csv.read_csv(pa.BufferReader(capsysbinary.readouterr().out))
    assert found["points"].to_pylist() == score_hands(HANDS[:50]).points.tolist()
    write_arrow(pa.table({"hand": [7, 0x1FF]}), tmp_path / "in.arrow")
    with pytest.raises(TableError, match=r"in\.arrow, row 2: hand 511 has 9 cards"):
        score_file(tmp_path / "in.arrow", "-")
    assert names_in(tmp_path) == ["in.arrow"]


def test_rejects_beside_a_stream_that_cannot_be_written(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Path.open

    def fail(path: Path, *arguments: Any) -> Any:
        if path.suffix == ".part":
            raise OSError(28, "No space left on device")
        return opened(path, *arguments)

    write_arrow(pa.table({"hand": [7, 0x1FF]}), tmp_path / "in.arrow")
    monkeypatch.setattr(Path, "open", fail)
    with pytest.raises(TableError) as error:
        score_file(tmp_path / "in.arrow", "-", on_error="reject", rejects=tmp_path / "bad.csv")
    assert str(error.value).startswith(f"{tmp_path / 'bad.csv'}: cannot be written: No space left")
    assert capsysbinary.readouterr().out == b""
    assert names_in(tmp_path) == ["in.arrow"]


def test_rejects_beside_a_stream_that_broke_off(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "BATCH_ROWS", 300)
    write_arrow(pa.table({"hand": HANDS}), tmp_path / "in.arrow", 300)

    def interrupt(_rows: int, _total: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        score_file(tmp_path / "in.arrow", "-", on_error="reject", rejects=tmp_path / "bad.csv", progress=interrupt)
    assert len(capsysbinary.readouterr().out.splitlines()) == 301  # the names of the columns, and the batch that was sent
    assert names_in(tmp_path) == ["in.arrow"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (b"", "standard input: the file is empty: a CSV file starts with a line of column names"),
        (b"hand\n8o\n", "standard input, row 1: '8o' is no card of the spanish deck"),
        (b"PAR1rest", "standard input: Parquet can only be read from a file; a stream is CSV or an Arrow stream"),
        (b"ARROW1\0\0", "standard input: an Arrow file can only be read from a file"),
        (b"\x93NUMPY", "standard input: a NumPy file can only be read from a file"),
        (b"\xff\xff\xff\xff\x10", "standard input: cannot be read: "),
        (as_stream(pa.table({"hand": HANDS}))[:-3000], "standard input: cannot be read: "),
    ],
)
def test_streams_that_cannot_be_read(tmp_path: Path, given: bytes, message: str) -> None:
    result = run("-", "-o", str(tmp_path / "out.csv"), given=given)
    assert result.returncode == 1
    assert result.stderr.decode().startswith(f"belote: {message}")
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_has_gone(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_bytes(as_csv(np.tile(HANDS, 50)))
    program = [*PROGRAM, str(tmp_path / "in.csv"), "-o", "-"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:  # noqa: S603  our own program
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


@pytest.fixture
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BATCH_ROWS", 300)


@pytest.mark.usefixtures("_small_batches")
@pytest.mark.parametrize("threads", [None, 1, 3])
def test_a_table_in_memory(threads: int | None) -> None:
    table = pa.table({"id": np.arange(2000), "hand": HANDS}).slice(5)
    found = score_table(table, "oros", threads=threads)
    scores = score_hands(HANDS[5:], "oros")
    assert found.select(["id", "hand"]) == table
    assert found.column_names == ["id", "hand", "points", "belote", "declarations", "strength"]
    assert [str(field.type) for field in found.schema][2:] == ["uint16", "uint8", "string", "uint16"]
    for name in ("points", "belote", "strength"):
        assert found[name].to_pylist() == getattr(scores, name).tolist()


def test_deals_in_memory() -> None:
    deals = random_deals(100, np.random.default_rng(1))
    found = score_table(pa.table({f"hand{seat}": deals[:, seat] for seat in range(4)}), "copas")
    assert found["winner"].to_pylist() == score_deals(deals, "copas").winner.tolist()


def test_cards_in_memory() -> None:
    columns = {f"card{place}": [text] for place, text in enumerate(["12o", "12c", "12e", "12b", "rey de oros", None, "", "4o"])}
    with pytest.raises(TableError, match=r"^table, row 1: card 12o stands twice, the second time in card4$"):
        score_table(pa.table(columns))
    columns["card4"] = ["6c"]
    assert score_table(pa.table(columns))["declarations"].to_pylist() == ["Carré 100: 12o 12c 12e 12b"]


@pytest.mark.parametrize("rows", [[], ["4o 5o 6o"]])
def test_what_else_hands_out_arrow(rows: list[str]) -> None:
    table = pa.table({"hand": pa.array(rows, pa.string())})
    for given in (table, pa.RecordBatch.from_pydict({"hand": pa.array(rows, pa.string())}), {"hand": table["hand"]}):
        assert score_table(given)["points"].to_pylist() == [20] * len(rows)


def test_other_rules_decks_and_dictionaries() -> None:
    table = pa.table({"hand": pa.array(["JD QD KD", "7S 8S 9S"]).dictionary_encode()})
    found = score_table(table, "hearts", deck="french", rules=Rules(run_of_3=30))
    assert found["points"].to_pylist() == [30, 30]
    assert found.schema.field("hand").type == table.schema.field("hand").type
    assert found["declarations"].to_pylist() == ["Suivi 30: JD QD KD", "Suivi 30: 7S 8S 9S"]


def test_tables_that_are_refused() -> None:
    for arguments, error, message in [
        ((pa.table({"hand": ["4o 4o"]}),), TableError, "table, row 1: card '4o' stands twice"),
        ((pa.table({"hands": ["4o"]}),), TableError, "table: there is no column 'hand'"),
        ((pa.table([["4o"], ["4o"]], ["hand", "hand"]),), TableError, "table: column 'hand' stands twice"),
        ((pa.table({"hand": [1.5]}),), TableError, "table: column 'hand' is double"),
        ((pa.table({f"card{n}": [1.5 if n == 3 else n] for n in range(8)}),), TableError, "table: column 'card3' is double: a"),
        ((pa.table({f"hand{n}": [1.5 if n == 2 else n] for n in range(4)}),), TableError, "table: column 'hand2' is double: h"),
        ((pa.table({"hand": [7], "trump": [0.5]}),), TableError, "table: column 'trump' is double: trumps are"),
        ((pa.table({"hand": ["4o"]}), "clovers"), CardError, "'clovers' is no trump"),
        ((["4o"],), TableError, "table: no Arrow data, but list: "),
    ]:
        with pytest.raises(error, match=message):
            score_table(*arguments)


def test_it_is_public() -> None:
    assert "score_table" in solver.__all__


@pytest.mark.parametrize("value", [3, [1, 2]])
def test_no_arrow_data(value: object) -> None:
    with pytest.raises(TableError, match=r"^table: no Arrow data, but .*: give a pyarrow\.Table, a record batch or a data frame$"):
        score_table(value)
