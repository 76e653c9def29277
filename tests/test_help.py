"""The help of every command: it explains each option and ends with examples, which run."""

import os
import shlex
import subprocess
import sys
from functools import partial
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from solver import proof
from solver.candidates import every_hand
from solver.cli import belote
from solver.dealing import write_deals

BIN = Path(sys.executable).parent
DEALS = Path(__file__).parent / "deals" / "contract.jsonl"


def help_lines(*arguments: str) -> list[str]:
    result = CliRunner().invoke(belote, [*arguments, "--help"])
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout.splitlines()


def examples(*arguments: str) -> list[str]:
    """Return the examples at the end of a help text."""
    lines = help_lines(*arguments)
    [start] = [number for number, line in enumerate(lines) if line.strip() in ("Example:", "Examples:")]
    return [line.strip() for line in lines[start + 1 :]]


EXAMPLES = {name: examples(name) for name in belote.commands}


@pytest.mark.parametrize("name", [None, *belote.commands])
def test_help_explains_every_option(name: str | None) -> None:
    command = belote if name is None else belote.commands[name]
    lines = help_lines(*filter(None, [name]))
    assert lines[0].startswith("Usage: belote" + (f" {name}" if name else ""))
    assert all(len(line) <= 80 for line in lines)
    assert all(parameter.help for parameter in command.params if isinstance(parameter, click.Option))


@pytest.mark.parametrize("arguments", [[], ["-h"], ["best", "-h"]])
def test_other_ways_to_the_help(arguments: list[str]) -> None:
    assert CliRunner().invoke(belote, arguments).stdout.splitlines() == help_lines(*arguments[:-1])


def test_the_version() -> None:
    assert CliRunner().invoke(belote, ["--version"]).stdout.startswith("belote ")


@pytest.mark.parametrize("name", belote.commands)
def test_help_ends_with_examples_of_the_command(name: str) -> None:
    assert EXAMPLES[name]
    assert all(line.startswith(f"belote {name}") for line in EXAMPLES[name])
    assert examples()[-1].startswith("belote best ")


@pytest.mark.parametrize("line", [*examples(), *(line for lines in EXAMPLES.values() for line in lines)])
def test_an_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    monkeypatch.chdir(tmp_path)
    if "--cluster" in line:
        pytest.importorskip("distributed")
    if "--plot" in line:
        pytest.importorskip("matplotlib")
    monkeypatch.setattr(proof, "prove", partial(proof.prove, every_hand()[:100_000]))  # all are proven in `test_proof`
    Path("games").mkdir()
    for name in ("hands.parquet", "hands.csv", "games/first.parquet", "games/second.parquet"):
        write_deals(name, 100, 1)
    Path("deals.jsonl").write_bytes(DEALS.read_bytes())
    if "<" in line:
        environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
        subprocess.run(line, shell=True, env=environment, check=True, capture_output=True)  # noqa: S602 - our own example
        assert len(Path("scored.csv").read_text().splitlines()) == 101
        return
    result = CliRunner().invoke(belote, shlex.split(line)[1:])
    assert result.exit_code == 0, result.output
    assert result.stdout
