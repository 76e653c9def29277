"""The benchmark suite in its smallest mode: everything runs, and no speed is told where an answer is wrong."""

import doctest
import importlib.util
import json
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from pyarrow import compute, parquet

ROOT = Path(__file__).parents[1]
if str(ROOT) not in sys.path:
    sys.path.append(str(ROOT))  # at the end, so that `solver` stays the installed package

import benchmarks.__main__ as command_line  # noqa: E402  # the path comes first
from benchmarks import children, copies, growth, kernel, peers, report, solving  # noqa: E402
from benchmarks.peers import afternoon, declarations, poker  # noqa: E402
from benchmarks.suite import BENCHMARKS  # noqa: E402
from solver import DEFAULT, Combination, HandScores, batch, bulk, classes, deals, optimum  # noqa: E402
from solver import kernel as solver_kernel  # noqa: E402

PEERS = {"belote": "belote-cli", "phevaluator": "phevaluator", "eval7": "eval7", "treys": "treys"}


def run_tiny(folder, *names):
    """Run the suite, or some benchmarks of it; return the command's result and the rows that it wrote."""
    path = folder / "run.json"
    only = [argument for name in names for argument in ("--only", name)]
    result = CliRunner().invoke(command_line.main, ["--tiny", "--json", str(path), *only], catch_exceptions=False)
    return result, json.loads(path.read_text(encoding="utf-8"))["rows"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("benchmarks")
    arguments = ["--tiny", "--json", str(folder / "run.json"), "--picture", str(folder / "run.png")]
    result = CliRunner().invoke(command_line.main, arguments, catch_exceptions=False)
    return result, json.loads((folder / "run.json").read_text(encoding="utf-8")), folder / "run.png"


def test_every_benchmark_measures_something_and_is_right(whole):
    result, document, _ = whole
    assert result.exit_code == 0
    rows = document["rows"]
    assert list(dict.fromkeys(row["benchmark"] for row in rows)) == [benchmark.name for benchmark in BENCHMARKS]
    for row in rows:
        if row["ours"]:
            assert (row["wrong"], row["failure"]) == (0, "")
            assert row["rate"] > 0
            assert row["seconds"]["least"] <= row["seconds"]["median"] <= row["seconds"]["most"]
            assert f"{row['name']}  " in result.output or row["limit"] == "slower"


def test_the_kernel_is_held_against_the_fastest_copy(whole):
    rows = [row for row in whole[1]["rows"] if row["benchmark"] in {"kernel", "haswell"}]
    limits = {row["name"] for row in rows if row["limit"] == "fastest"}
    for row in rows:
        place = row["name"].partition(": ")[0]
        assert row["limit"] == "fastest" or f"{place}: {row['ratio']['which']}" in limits


def test_the_machine_is_stated_without_its_name(whole):
    machine = whole[1]["machine"]
    assert {"processor", "cores", "memory", "python", "numpy", "numba", "ortools", "pyarrow", "belote-cli"} <= set(machine)
    assert all(fact in whole[0].output for fact in machine.values())


def test_the_picture_is_a_png(whole):
    assert whole[2].read_bytes().startswith(b"\x89PNG\r\n")


@pytest.mark.parametrize("module", PEERS)
def test_a_peer_is_measured_or_its_failure_is_stated(whole, module):
    rows = [row for row in whole[1]["rows"] if row["name"].startswith(PEERS[module])]
    assert rows
    assert not any(row["ours"] for row in rows)
    if importlib.util.find_spec(module) is None:
        assert [row["failure"] for row in rows] == [f"ModuleNotFoundError: No module named '{module}'"]
        assert f"No module named '{module}'" in whole[0].output
    else:
        assert any(row["rate"] for row in rows)


def test_all_benchmarks_are_listed():
    result = CliRunner().invoke(command_line.main, ["--list"])
    assert [line.split()[0] for line in result.output.splitlines()] == [benchmark.name for benchmark in BENCHMARKS]


@pytest.fixture
def in_this_process(monkeypatch):
    """Run what belongs in child processes here, where faults are planted."""

    def call(_environment, function, *arguments):
        try:
            return function(*arguments)
        except Exception as error:  # a peer that is not installed, or that warns
            raise children.ChildError(str(error)) from error

    for module in (kernel, growth, peers, poker):
        monkeypatch.setattr(module, "in_child", call)


def spoil_last(argument, by=1):
    """Return a change of a compiled function: it writes another value to the last element of an output."""

    def change(function):
        def changed(*arguments):
            answer = function(*arguments)
            arguments[argument][-1] += by
            return answer

        return changed

    return change


def spoil_scores(field):
    """Return a change of a function that returns scores: the first element of a field is another."""

    def change(function):
        def changed(*arguments, **options):
            scores = function(*arguments, **options)
            arrays = {name: getattr(scores, name).copy() for name in ("points", "belote", "strength", "declared")}
            arrays[field].reshape(-1)[0] += 1
            return HandScores(**arrays)

        return changed

    return change


def spoil_points(function):
    def changed(*arguments, **options):
        points = function(*arguments, **options)
        points[0] += 10
        return points

    return changed


def spoil_file(function):
    def changed(source, target):
        function(source, target)
        if target.suffix == ".parquet":
            table = parquet.read_table(target)
            place = table.column_names.index("points")
            parquet.write_table(table.set_column(place, "points", compute.add(table["points"], 1)), target)

    return changed


def one_less(_function):
    def changed(self, values, belote):
        declared = tuple(d for d, value in zip(self.candidates, values, strict=True) if value)
        return Combination(declared[1:], DEFAULT.belote if belote else 0)

    return changed


def nothing(_function):
    return lambda *_arguments, **_options: Combination((), 0)


FAULTS = {
    "points of the kernel": (solver_kernel, "points_of", spoil_last(1), ("kernel", "haswell", "all-hands", "growth", "peers")),
    "points of the scores": (solver_kernel, "scores_of", spoil_last(2), ("kernel", "haswell", "solver", "proof", "files")),
    "Belote of the scores": (solver_kernel, "scores_of", spoil_last(3), ("kernel", "growth", "solver", "proof", "files")),
    "strength of the scores": (solver_kernel, "scores_of", spoil_last(4), ("kernel", "growth", "solver", "proof", "files")),
    "declared cards": (solver_kernel, "scores_of", spoil_last(5), ("kernel", "growth", "solver", "proof")),
    "winners of deals": (solver_kernel, "deals_of", spoil_last(4), ("deals",)),
    "points of deals": (solver_kernel, "deals_of", spoil_last(5), ("deals",)),
    "Belote of deals": (solver_kernel, "deals_of", spoil_last(6), ("deals",)),
    "settled deals": (deals, "settle_deals", spoil_points, ("deals",)),
    "hand_points": (bulk, "hand_points", spoil_points, ("kernel", "all-hands", "growth", "peers")),
    "score_hands": (bulk, "score_hands", spoil_scores("declared"), ("kernel", "growth")),
    "best_combination": (optimum, "best_combination", nothing, ("single", "peers")),
    "CP-SAT": (optimum.CombinationModel, "combination", one_less, ("single", "solver", "kernel", "all-hands")),
    "solve_hands": (classes, "solve_hands", spoil_scores("strength"), ("solver",)),
    "files": (batch, "score_file", spoil_file, ("files",)),
    "copied points": (copies, "copied_points", spoil_last(1), ("kernel",)),
    "copied scores": (copies, "copied_scores", spoil_last(4), ("kernel",)),
}
PLANTED = [(fault, name) for fault, (*_, names) in FAULTS.items() for name in names]


@pytest.mark.usefixtures("in_this_process")
@pytest.mark.parametrize(("fault", "name"), PLANTED)
def test_a_wrong_answer_gets_no_speed(tmp_path, monkeypatch, fault, name):
    owner, attribute, change, _ = FAULTS[fault]
    solving.forget()
    monkeypatch.setattr(owner, attribute, change(getattr(owner, attribute)))
    try:
        result, rows = run_tiny(tmp_path, name)
    finally:
        solving.forget()
    assert result.exit_code == 1
    wrong = [row for row in rows if row["wrong"] and row["ours"]]
    assert wrong
    for row in wrong:
        assert (row["seconds"], row["rate"], row["ratio"]) == (None, None, None)
        line = next(line for line in result.output.splitlines() if line.strip().startswith(f"{row['name']}  "))
        assert "WRONG" in line
        assert "/s" not in line.removeprefix(f"  {row['name']}")


@pytest.mark.usefixtures("in_this_process")
def test_a_peer_that_is_wrong_gets_no_speed_and_fails_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(afternoon, "DECLARATIONS", [(cards, points + 1) for cards, points in afternoon.DECLARATIONS])
    result, rows = run_tiny(tmp_path, "peers")
    plain = next(row for row in rows if row["name"].startswith("plain Python"))
    assert result.exit_code == 0
    assert plain["wrong"] > 0
    assert plain["rate"] is None


def test_poker_evaluators_are_held_against_one_another():
    right = np.array([5, 3, 3, 9])
    other = np.array([5, 3, 4, 9])
    assert poker.disagreements("a", {"a": right, "b": 10 * right, "c": other}) == 0
    assert poker.disagreements("c", {"a": right, "b": 10 * right, "c": other}) == 1
    assert poker.disagreements("a", {"a": right, "c": other}) == poker.disagreements("c", {"a": right, "c": other}) == 1


def test_hands_with_overlaps_are_all_there():
    hands = declarations.overlapping_hands()
    assert len(np.unique(hands)) == len(hands) == 18_354 + 4


def fail(reason):
    """Raise what a broken peer raises; runs in a child process."""
    raise ImportError(reason)


def test_what_fails_in_a_child_process_is_stated():
    with pytest.raises(children.ChildError, match=r"^ImportError: no such luck$"):
        children.in_child({}, fail, "no such\nluck")


def test_figures_are_written_as_the_examples_say():
    assert doctest.testmod(report).attempted > 0
    assert doctest.testmod(report).failed == 0
