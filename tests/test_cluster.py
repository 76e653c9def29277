"""Data sets on a Dask cluster of two processes, of which some die."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from solver import parts, score_hands
from solver.cli import belote
from solver.dealing import random_hands
from solver.resume import Interrupted
from solver.scoring import Counts
from solver.tables import OptionError, TableError

distributed = pytest.importorskip("distributed")
cloudpickle = pytest.importorskip("cloudpickle")
cluster = pytest.importorskip("solver.cluster")

ROWS = 3000


class Killer(distributed.WorkerPlugin):  # type: ignore[misc]  # it has no type
    """Kills the process of each worker that begins a part of a file called `name`, or only one where `once` is a file."""

    def __init__(self, name: str, once: Path | None = None) -> None:
        self.file_name, self.once = name, once

    def setup(self, worker: object) -> None:  # noqa: ARG002  that is its signature
        from solver import parts  # noqa: PLC0415  this runs in the process of the worker

        def flow(table: Any, *arguments: Any) -> None:
            if Path(table.name).name == self.file_name and self.is_due():
                os.kill(os.getpid(), signal.SIGKILL)
            original(table, *arguments)

        original = parts.flow
        parts.flow = flow

    def is_due(self) -> bool:
        if self.once is None:
            return True
        try:
            self.once.unlink()
        except FileNotFoundError:
            return False
        return True


@pytest.fixture(scope="module", autouse=True)
def _pickled() -> Iterator[None]:
    """Send what is defined here to the workers as a whole: they cannot import this file."""
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    yield
    cloudpickle.unregister_pickle_by_value(sys.modules[__name__])


@pytest.fixture
def client() -> Iterator[Any]:
    """Return a client of a cluster that gives up a part after it has cost two workers."""
    import dask  # noqa: PLC0415  where distributed is, it is too

    with dask.config.set({"distributed.scheduler.allowed-failures": 1}), cluster.connected("local:2") as client:
        yield client


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return a folder of six files."""
    (tmp_path / "in").mkdir()
    for number, hands in enumerate(np.array_split(random_hands(ROWS, np.random.default_rng(5)), 6)):
        columns = {"hand": hands, "id": np.arange(500) + 500 * number}
        pq.write_table(pa.table(columns), tmp_path / "in" / f"{'abcdef'[number]}.parquet", row_group_size=250)
    return tmp_path / "in"


def rows_of(folder: Path) -> dict[str, list[Any]]:
    return pa.concat_tables(pq.read_table(path) for path in sorted(folder.glob("*.parquet"))).to_pydict()


def check(source: Path, target: Path) -> None:
    given, found = rows_of(source), rows_of(target)
    scores = score_hands(given["hand"], "oros")
    assert {name: found[name] for name in given} == given
    assert found["points"] == scores.points.tolist()
    assert found["belote"] == scores.belote.tolist()


def test_workers_that_die(tmp_path: Path, source: Path, client: Any) -> None:
    """One process dies in the middle and nothing is missing; a file that kills every worker is left out and named."""
    (tmp_path / "once").touch()
    client.register_plugin(Killer("c.parquet", tmp_path / "once"), name="once")
    portions: list[tuple[int, int | None]] = []
    summary = cluster.score_on_cluster(
        client, source, tmp_path / "out", "oros", progress=lambda *portion: portions.append(portion)
    )
    assert not (tmp_path / "once").exists()
    check(source, tmp_path / "out")
    assert (summary.rows, summary.kept) == (ROWS, 0)
    assert (sum(rows for rows, _ in portions), {total for _, total in portions}) == (ROWS, {ROWS})

    client.register_plugin(Killer("e.parquet"), name="always")
    with pytest.raises(TableError) as error:
        cluster.score_on_cluster(client, source, tmp_path / "other", "oros")
    assert str(error.value).startswith(f"1 of 6 parts could not be scored: {source / 'e.parquet'}, rows 1 to 500: ")
    assert f"2,500 rows of {tmp_path / 'other'} are kept: the same with --resume" in str(error.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".other.unfinished", "in", "out"]

    from solver.batch import score_file  # noqa: PLC0415  and without a cluster it goes on

    assert score_file(source, tmp_path / "other", "oros", resume=True).kept == 2500
    check(source, tmp_path / "other")


def test_bad_rows_and_ctrl_c(tmp_path: Path, source: Path, client: Any) -> None:
    for name in ("b", "e"):
        pq.write_table(pa.table({"hand": pa.array([7, 0xFFFF, 7], pa.uint32()), "id": [0, 1, 2]}), source / f"{name}.parquet")
    with pytest.raises(TableError) as error:
        cluster.score_on_cluster(client, source, tmp_path / "out")
    assert str(error.value) == f"{source / 'b.parquet'}, row 2: hand 65535 has 16 cards, the most is 8"
    assert [path.name for path in tmp_path.iterdir()] == ["in"]

    def stop(rows: int, _total: int | None) -> None:
        if rows:
            raise KeyboardInterrupt

    options: dict[str, Any] = {"on_error": "reject", "rejects": tmp_path / "bad.csv", "compression": "zstd"}
    with pytest.raises(Interrupted, match=r"rows of .*out are kept"):
        cluster.score_on_cluster(client, source, tmp_path / "out", progress=stop, **options)
    summary = cluster.score_on_cluster(client, source, tmp_path / "out", resume=True, **options)
    assert (summary.rows, summary.rejected) == (ROWS - 2 * 497, 2)
    assert summary.kept > 0
    assert [line.split(",")[1] for line in (tmp_path / "bad.csv").read_text().splitlines()] == ["row", "2", "2"]


def test_the_command_with_a_cluster_of_its_own(tmp_path: Path, source: Path) -> None:
    arguments = ["score", str(source), "-o", str(tmp_path / "out"), "--trump", "oros", "--cluster", "local:1"]
    result = CliRunner().invoke(belote, arguments)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].startswith("3,000 hands scored in ")
    check(source, tmp_path / "out")


@pytest.mark.parametrize(
    ("address", "raised", "message"),
    [
        ("local:0", OptionError, "'local:0': a local cluster is local:N, with a number of processes"),
        ("local:x", OptionError, "'local:x': a local cluster is local:N, with a number of processes"),
        ("tcp://127.0.0.1:1", cluster.ClusterError, "no Dask scheduler answers at 'tcp://127.0.0.1:1': "),
        ("nonsense://x", cluster.ClusterError, "no Dask scheduler answers at 'nonsense://x': "),
    ],
)
def test_no_cluster(address: str, raised: type[ValueError], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_SECONDS_TO_ANSWER", 0.1)
    with pytest.raises(raised) as error, cluster.connected(address):
        raise AssertionError
    assert str(error.value).startswith(message)


def test_what_a_cluster_does_not_do(tmp_path: Path, source: Path) -> None:
    with pytest.raises(TableError, match=r"out\.csv: a cluster writes a folder of files, so the output has no suffix"):
        cluster.score_on_cluster(None, source, tmp_path / "out.csv")
    with pytest.raises(TableError, match=r"--on-error reject and --rejects FILE \(rejects=\) go together"):
        cluster.score_on_cluster(None, source, tmp_path / "out", on_error="reject")


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    result = CliRunner().invoke(belote, ["score", "in", "-o", "out", "--cluster", "local:2"])
    assert result.exit_code == 2
    assert "--cluster needs Dask: pip install 'belote-solver[cluster]'" in result.stderr


def test_a_result_that_is_lost_with_its_worker_is_waited_for() -> None:
    class Recomputed:
        status = "lost"

        def result(self) -> Counts:
            return Counts(7)

        def exception(self) -> None:
            return None

    assert cluster._outcome(Recomputed()) == Counts(7)


def test_a_part_can_be_done_twice_at_once(tmp_path: Path, source: Path) -> None:
    """As where a worker that was thought dead goes on."""
    task = parts.Task(tmp_path, parts.Job(), None)
    task.prepare()
    part = parts.Part(0, source / "a.parquet", (0, 2), 0, 500)
    first, second = task.places(part)[0], task.places(part)[0]
    assert first.target == second.target
    assert first.part != second.part
    assert parts.score_part(task, part) == parts.score_part(task, part)
