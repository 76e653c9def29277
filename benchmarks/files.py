"""Files scored end to end against a bare read of the same input and a bare write of the same output by pyarrow.

The bare read makes batches and throws them away, the bare write has its batches in memory: one after the other, and, since
the pipeline overlaps them too, both at a time; the faster is the limit. Files are in the folder for temporary files, so
mostly in the system's cache, for both alike.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

from benchmarks.answers import Sample
from benchmarks.rows import Candidate, Row, compare
from benchmarks.run import Run
from solver import batch
from solver.cards import format_hand
from solver.columns import card_text
from solver.declarations import read_declaration

BATCH_ROWS: Final = 1 << 20
_NO_MISSING: Final = pa_csv.ConvertOptions(strings_can_be_null=False)


def benchmark_files(run: Run) -> Iterator[Row]:
    """Measure `score_file` from Parquet to Parquet and from CSV to CSV."""
    for suffix, rows in ((".parquet", run.size.file_rows), (".csv", run.size.csv_rows)):
        sample = run.sample.taken(slice(rows))
        source, target = run.folder / f"hands{suffix}", run.folder / f"scored{suffix}"
        hands = card_text(sample.hands, "spanish") if suffix == ".csv" else pa.array(sample.hands)
        _write(source, pa.RecordBatch.from_arrays([hands, pa.array(sample.trumps)], ["hand", "trump"]))
        yield from _rows(sample, source, target, run.size.few_rounds)
        source.unlink()
        target.unlink(missing_ok=True)


def _rows(sample: Sample, source: Path, target: Path, rounds: int) -> list[Row]:
    def score() -> object:
        return batch.score_file(source, target)

    def wrong() -> int:
        score()
        return wrong_file(target, sample)

    name = f"score_file, {source.suffix[1:]} to {target.suffix[1:]}"
    scored = Candidate(name=name, unit="rows", items=len(sample.hands), run=score, wrong=wrong)
    return compare("files", [scored], rounds, _bare(sample, source, target), of="bare read and write")


def wrong_file(path: Path, sample: Sample) -> int:
    """Return how many rows of a scored file are not as they should be: hands, trumps, points, Belote, strength and the text."""
    table = pq.read_table(path) if path.suffix == ".parquet" else pa_csv.read_csv(path, convert_options=_NO_MISSING)
    if table.num_rows != len(sample.hands):
        return max(int(table.num_rows), len(sample.hands))
    hands = card_text(sample.hands, "spanish").to_numpy(zero_copy_only=False) if path.suffix == ".csv" else sample.hands
    right = {"hand": hands, "trump": sample.trumps, "points": sample.points, "belote": sample.belote, "strength": sample.strength}
    differs = np.zeros(table.num_rows, np.bool_)
    for name, values in right.items():
        differs |= table[name].to_numpy() != values
    pairs, pair_of = np.unique(sample.declared.astype(np.uint64) @ np.array([1 << 32, 1], np.uint64), return_inverse=True)
    texts = np.array([_text(pair >> 32, pair & 0xFFFFFFFF) for pair in pairs.tolist()], object)
    differs |= table["declarations"].to_numpy() != texts[pair_of]
    return int(np.count_nonzero(differs))


def _text(*declared: int) -> str:
    return "; ".join(f"{read_declaration(mask)}: {format_hand(mask)}" for mask in declared if mask)


def _bare(sample: Sample, source: Path, target: Path) -> list[Candidate]:
    """Return the two limits; they write what the pipeline wrote to `target`, read when they are checked."""
    copy = target.with_stem("bare")
    written: list[Any] = []

    def read() -> None:
        for _ in _batches(source):
            pass

    def write() -> None:
        _write(copy, *written)

    def in_turn() -> None:
        read()
        write()

    def at_a_time() -> None:
        with ThreadPoolExecutor(1) as thread:
            reading = thread.submit(read)
            write()
            reading.result()

    def candidate(name: str, both: Callable[[], None]) -> Candidate:
        def wrong() -> int:
            written[:] = _batches(target)
            both()
            differing = wrong_file(copy, sample)
            copy.unlink()
            return differing

        return Candidate(name=f"{source.suffix[1:]}, {name}", unit="rows", items=len(sample.hands), run=both, wrong=wrong)

    return [candidate("bare read, then write", in_turn), candidate("bare read and write at a time", at_a_time)]


def _batches(path: Path) -> Iterator[Any]:
    if path.suffix == ".parquet":
        yield from pq.ParquetFile(path, memory_map=True).iter_batches(BATCH_ROWS)
    else:
        reading = pa_csv.ReadOptions(block_size=1 << 24)
        with pa_csv.open_csv(path, reading, convert_options=_NO_MISSING) as reader:
            yield from reader


def _write(path: Path, *batches: Any) -> None:
    """Write batches with the fastest settings known: no dictionary but of columns that come as one, no statistics."""
    schema = batches[0].schema
    if path.suffix == ".parquet":
        few_values = [field.name for field in schema if pa.types.is_dictionary(field.type)]
        writer = pq.ParquetWriter(path, schema, compression="snappy", use_dictionary=few_values, write_statistics=False)
    else:
        writer = pa_csv.CSVWriter(path, schema)
    with writer:
        for each in batches:
            writer.write_batch(each)
