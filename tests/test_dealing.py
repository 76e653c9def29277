"""Random hands and deals, and files of them: uniform, of every format, decided by their seed."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
import pytest

from solver import tables
from solver.cards import parse_hand
from solver.dealing import random_deals, random_hands, write_deals
from solver.reading import opened


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "BATCH_ROWS", 700)


def test_hands_are_uniform_and_their_seed_decides() -> None:
    hands = random_hands(200_000, np.random.default_rng(1))
    assert set(np.bitwise_count(hands).tolist()) == {8}
    share = [np.count_nonzero(hands >> np.uint32(card) & np.uint32(1)) / len(hands) for card in range(32)]
    assert max(abs(value - 0.25) for value in share) < 0.005
    pairs = np.count_nonzero(hands & np.uint32(3) == 3) / len(hands)
    assert abs(pairs - 8 * 7 / (32 * 31)) < 0.003
    again = np.random.default_rng(1)
    np.testing.assert_array_equal(hands[:1000], np.concatenate([random_hands(count, again) for count in (1, 399, 600)]))


def test_deals_hold_every_card_once_and_any_card_anywhere() -> None:
    deals = random_deals(20_000, np.random.default_rng(1))
    assert deals.shape == (20_000, 4)
    assert deals.dtype == np.uint32
    assert set(np.bitwise_count(deals).ravel().tolist()) == {8}
    assert set(np.bitwise_or.reduce(deals, axis=1).tolist()) == {2**32 - 1}
    held = (deals[:, :, None] >> np.arange(32, dtype=np.uint32) & np.uint32(1)).mean(axis=0)
    assert abs(held - 0.25).max() < 0.02


@pytest.mark.parametrize("suffix", tables.SUFFIXES)
@pytest.mark.parametrize("deals", [False, True])
def test_dealt_files_do_not_depend_on_the_batches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, *, deals: bool
) -> None:
    write_deals(tmp_path / f"a{suffix}", 2000, 9, deals=deals)
    monkeypatch.setattr(tables, "BATCH_ROWS", 1999)
    write_deals(tmp_path / f"b{suffix}", 2000, 9, deals=deals)
    write_deals(tmp_path / f"c{suffix}", 2000, 10, deals=deals)
    read = (opened(tmp_path / f"{name}{suffix}").read(0) for name in "abc")
    first, second, third = (pa.Table.from_batches(part.batch for part in parts) for parts in read)
    assert first == second
    assert first != third
    assert len(first) == 2000


def test_dealt_formats_agree(tmp_path: Path) -> None:
    for name in ("deals.parquet", "deals.csv", "deals.npy"):
        write_deals(tmp_path / name, 50, 2, deals=True)
    parquet, text = pq.read_table(tmp_path / "deals.parquet").to_pydict(), pa_csv.read_csv(tmp_path / "deals.csv").to_pydict()
    records = np.load(tmp_path / "deals.npy")
    assert parquet == {name: records[name].tolist() for name in records.dtype.names}
    assert {name: [parse_hand(hand) for hand in text[name]] for name in ("hand0", "hand1", "hand2", "hand3")} == {
        name: masks for name, masks in parquet.items() if name != "trump"
    }
    assert [["oros", "copas", "espadas", "bastos"].index(name) for name in text["trump"]] == parquet["trump"]
    assert records.dtype["trump"] == np.int8
    write_deals(tmp_path / "french.csv", 50, 2, deals=True, deck="french")
    french = pa_csv.read_csv(tmp_path / "french.csv")["hand0"].to_pylist()
    assert [parse_hand(hand, "french") for hand in french] == parquet["hand0"]
