"""The README is true: its commands are run and its Python is tried, and what they print is what it shows."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"
TEXT = README.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
TIMINGS = re.compile(r"in [\d.]+ s \([\d,]+ rows/s\)")


def steps() -> list[tuple[str, str]]:
    """Return the commands of the README in their order, each with the output it shows."""
    found = []
    for language, block in BLOCKS:
        if language == "console":
            for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = step.partition("\n")
                found.append((command, output))
    return found


def test_commands_print_what_is_shown(tmp_path: Path) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    assert len(steps()) >= 5
    for command, output in steps():
        run = subprocess.run(  # noqa: S602 - the README's own commands
            command,
            shell=True,
            cwd=tmp_path,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        assert TIMINGS.sub("TIME", run.stdout) == TIMINGS.sub("TIME", output)


def test_python_answers_what_is_shown() -> None:
    example = "\n".join(block for language, block in BLOCKS if language == "python")
    test = doctest.DocTestParser().get_doctest(example, {}, "README", str(README), 0)
    assert len(test.examples) >= 10
    assert doctest.DocTestRunner().run(test).failed == 0


def test_two_lines_set_it_up() -> None:
    setup, tests = [block for language, block in BLOCKS if language == "sh"]
    assert setup.startswith("python3 -m venv .venv && .venv/bin/pip install . && ")
    assert tests == "python3 -m venv .venv && .venv/bin/pip install '.[test]' && .venv/bin/pytest\n"


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:solver|tests)/[\w./]+)`", TEXT))))
def test_files_it_names_exist(path: str) -> None:
    assert (README.parent / path).is_file()


def test_every_command_is_listed() -> None:
    from solver.cli import belote  # noqa: PLC0415 - only this test needs it

    assert set(re.findall(r"^\| `belote (\w+)`", TEXT, re.MULTILINE)) == set(belote.commands)
