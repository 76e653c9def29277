"""Target "files": Parquet, Arrow and NumPy files with any columns, whole and damaged, scored in a process that may crash."""

import io
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from fuzz.damage import Damage, damaged, damages
from fuzz.scored import check_by_plain_code, check_scored
from hypothesis import strategies as st


class TableFile(NamedTuple):
    """The columns of a file by name, each a type and its values, and how it is written, damaged and scored."""

    columns: dict[str, tuple[str, list[Any]]]
    name: str
    compression: str
    group: int
    times: int
    """How often the rows are repeated: damage falls on names and lengths where there are few, on values where there are many."""
    damages: list[Damage]
    out: str
    options: list[str]


_NUMBERS = ("uint32", "int64", "uint64", "int32", "uint16", "int8")
TYPES: dict[str, Any] = {
    **{name: getattr(pa, name)() for name in (*_NUMBERS, "float64", "float16", "bool_")},
    **{name: getattr(pa, name)() for name in ("date32", "date64", "string", "large_string", "string_view", "binary", "null")},
    "time": pa.time64("ns"),
    "timestamp": pa.timestamp("ns"),
    "zoned": pa.timestamp("s", "Europe/Madrid"),
    "odd zone": pa.timestamp("us", "Nowhere/Land"),
    "duration": pa.duration("ns"),
    "decimal": pa.decimal128(38, 2),
    "fixed": pa.binary(4),
    "dictionary": pa.dictionary(pa.int8(), pa.string()),
    "numbers": pa.dictionary(pa.int32(), pa.int64()),
    "list": pa.list_(pa.int32()),
    "struct": pa.struct([("a", pa.int32()), ("hand", pa.string())]),
    "map": pa.map_(pa.string(), pa.int32()),
    "fixed list": pa.list_(pa.int8(), 2),
    "interval": pa.month_day_nano_interval(),
    "runs": pa.run_end_encoded(pa.int32(), pa.int64()),
}  # fmt: skip
_TEXTS = ("string", "large_string", "string_view", "dictionary")
_masks = st.one_of(
    st.sets(st.integers(0, 31), max_size=8).map(lambda places: sum(1 << place for place in places)), st.integers(0, 2**32 - 1)
)
_texts = st.sampled_from(
    ["4o 5o 6o", "12o 12c 12e 12b", "10c 11c 12c 1c", "rey de oros", "", "x", "4o 4o", "\0", "é", "7", "JD QD", "\xa0"]
)
_whole = st.one_of(st.integers(-2, 4), st.integers(-(2**63), 2**63 - 1))


def _values(name: str, kind: str) -> st.SearchStrategy[Any]:
    """Return what may stand in a column `name` of a type."""
    wanted = _masks if name.startswith("hand") else st.integers(-1, 3) if name == "trump" else st.integers(0, 31)
    if kind in _NUMBERS:
        bits = np.iinfo(kind)
        return st.one_of(*[wanted] * 6, _whole).map(lambda value: value if bits.min <= value <= bits.max else int(bits.max))
    if kind in _TEXTS:
        cards = [rank + suit for suit in "oceb" for rank in ("4", "7", "10", "1")]
        few = st.one_of(st.sampled_from([*cards, ""]), _texts) if name.startswith("card") else _texts
        return st.sampled_from(["oros", "bastos", "none", "-1", "", "♥"]) if name == "trump" else few
    return {
        "float64": st.floats(),
        "float16": st.sampled_from([0.0, 1.5]),
        "bool_": st.booleans(),
        "binary": st.binary(max_size=4),
        "fixed": st.binary(min_size=4, max_size=4),
        "null": st.none(),
        "decimal": st.just(None),
        "struct": st.sampled_from([{"a": 1, "hand": "4o"}, {"a": None, "hand": None}]),
        "map": st.sampled_from([[], [("a", 1)]]),
        "list": st.lists(st.integers(0, 9), max_size=3),
        "fixed list": st.just([1, 2]),
        "interval": st.just((1, 2, 3)),
        "date32": st.integers(-(2**31), 2**31 - 1),
        "time": st.integers(0, 86_399_999_999_999),
    }.get(kind, _whole)


@st.composite
def _files(draw: st.DrawFn) -> TableFile:
    names = draw(
        st.sampled_from([["hand"]] * 6 + [[f"hand{seat}" for seat in range(4)], [f"card{place}" for place in range(8)]] * 2 + [[]])
    )
    names = [
        *names,
        *draw(
            st.lists(st.sampled_from(["trump", "trump", "id", "points", "é", "", "\0", "file", "hand2"]), max_size=2, unique=True)
        ),
    ]
    rows = draw(st.sampled_from([0, 1, 3, 3, 8, 8, 20]))
    as_deal = "hand3" in names and draw(st.booleans())
    columns: dict[str, tuple[str, list[Any]]] = {}
    all_fit = draw(st.integers(0, 7))
    for name in dict.fromkeys(names):
        fits = all_fit and (name.startswith(("hand", "card")) or name == "trump")
        kind = draw(st.sampled_from(["uint32", "uint32", "int64", *_TEXTS] if fits else sorted(TYPES)))
        value = _values(name, kind)
        values = draw(st.lists(st.one_of(*[value] * 9, st.none()) if draw(st.booleans()) else value, min_size=rows, max_size=rows))
        columns[name] = (kind, values)
    if as_deal:
        dealt = [draw(st.permutations(range(32))) for _ in range(rows)]
        for seat in range(4):
            columns[f"hand{seat}"] = ("uint32", [sum(1 << card for card in cards[8 * seat : 8 * seat + 8]) for cards in dealt])
    name = draw(st.sampled_from(["in.parquet", "in.arrow", "in.feather", "-", "in.npy"]))
    return TableFile(
        columns,
        name,
        compression=draw(st.sampled_from(["none", "none", "snappy", "zstd", "lz4"])),
        group=draw(st.sampled_from([1, 2, 100, 1000])),
        times=draw(st.sampled_from([1, 1, 1, 1, 50])),
        damages=draw(st.one_of(st.just([]), damages, damages)),
        out=draw(st.sampled_from(["out.csv", "out.parquet", "out.arrow", "out.arrow", "out.npy", "out"])),
        options=draw(st.sampled_from([[], [], ["--trump", "copas"]])),
    )


INPUTS = _files()


def _array(kind: str, values: list[Any]) -> pa.Array:
    of_type = TYPES[kind]
    if kind == "runs":
        return pa.RunEndEncodedArray.from_arrays(pa.array(range(1, len(values) + 1), pa.int32()), pa.array(values, pa.int64()))
    if kind in {"date32", "date64", "time", "timestamp", "zoned", "odd zone", "duration"}:
        bits = pa.int32() if kind == "date32" else pa.int64()
        return pa.array(values, bits).view(of_type)
    if kind == "dictionary":
        return pa.array(values, pa.string()).dictionary_encode().cast(of_type)
    if kind == "numbers":
        return pa.array(values, pa.int64()).dictionary_encode().cast(of_type)
    if kind == "interval":
        return pa.array([None if value is None else pa.MonthDayNano(value) for value in values], of_type)
    return pa.array(values, of_type)


def _written(given: TableFile) -> bytes | None:
    """Return the file; None where its columns cannot stand in one."""
    given = given._replace(columns={name: (kind, values * given.times) for name, (kind, values) in given.columns.items()})
    if given.name == "in.npy":
        return _npy(given)
    table = pa.table([_array(kind, values) for kind, values in given.columns.values()], list(given.columns))
    file = io.BytesIO()
    try:
        if given.name == "in.parquet":
            pq.write_table(table, file, row_group_size=given.group, compression=given.compression, use_dictionary=given.group == 1)
            return file.getvalue()
        compression = given.compression if given.compression in ("lz4", "zstd") else None
        opened = pa.ipc.new_stream if given.name == "-" else pa.ipc.new_file
        with opened(file, table.schema, options=pa.ipc.IpcWriteOptions(compression=compression)) as writer:
            writer.write_table(table, given.group)
    except pa.ArrowException:
        return None
    return file.getvalue()


def _npy(given: TableFile) -> bytes | None:
    arrays = {
        name: np.array([0 if value is None else value for value in values], kind.rstrip("_"))
        for name, (kind, values) in given.columns.items()
        if kind in (*_NUMBERS, "float64", "float16", "bool_")
    }
    if not arrays:
        return None
    file = io.BytesIO()
    if list(arrays) == ["hand"]:
        np.save(file, arrays["hand"])
        return file.getvalue()
    try:
        records = np.empty(len(next(iter(arrays.values()))), [(name, array.dtype) for name, array in arrays.items()])
    except ValueError:
        return None
    for name in records.dtype.names or ():
        if name in arrays:
            records[name] = arrays[name]
    np.save(file, records)
    return file.getvalue()


def check(given: TableFile) -> None:
    """Score the file; the rows of an output are those that plain code finds in it, whatever the damage left."""
    whole = _written(given)
    if whole is None:
        return
    trump = given.options[1] if given.options else None

    def check_rows(out: Path, rejects: list[list[str]]) -> None:
        rows = check_by_plain_code(out, "spanish", trump)
        if not given.damages:
            assert rows + len(rejects) == given.times * len(next(iter(given.columns.values()))[1])

    check_scored(given.name, damaged(whole, given.damages), given.out, given.options, check_rows)
