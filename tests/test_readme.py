"""The pages are true: their commands are run and their Python is tried, and what they print is what the pages show."""

import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]
TIMINGS = re.compile(r"in [\d.]+ s \([\d,]+ rows/s\)")
FIGURES = {
    "hand_points(out=)": "from memory, random, 1 thread: hand_points(out=)",
    "score_hands": "from memory, random, 1 thread: score_hands, allocating",
    "score_deals": "random, 1 thread: score_deals, allocating",
    "score_file": "score_file, parquet to parquet",
    "best_combination": "best_combination, a class not seen before",
}
"""The benchmark behind each row of the README's table of speeds."""


class Step(NamedTuple):
    """A command of a page and the output it shows."""

    command: str
    output: str


def blocks(page: Path) -> list[tuple[str, str]]:
    """Return the code of a page, each block with its language."""
    return re.findall(r"^```(\w+)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def steps(page: Path) -> list[Step]:
    """Return the commands of a page in their order."""
    consoles = [block for language, block in blocks(page) if language == "console"]
    lines = [step.partition("\n") for block in consoles for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [Step(command, output) for command, _, output in lines]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_print_what_is_shown(tmp_path: Path, page: Path) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    assert len(steps(page)) >= 4
    for command, output in steps(page):
        run = subprocess.run(  # noqa: S602 - the pages' own commands
            command,
            shell=True,
            cwd=tmp_path,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        assert TIMINGS.sub("TIME", run.stdout) == TIMINGS.sub("TIME", output), command


@pytest.mark.parametrize(("name", "examples"), [("README.md", 10), ("docs/table.md", 5)])
def test_python_answers_what_is_shown(name: str, examples: int) -> None:
    code = "\n".join(block for language, block in blocks(ROOT / name) if language == "python")
    test = doctest.DocTestParser().get_doctest(code, {}, name, name, 0)
    assert len(test.examples) >= examples
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_all_code_is_of_a_kind_that_is_run(page: Path) -> None:
    opened = re.findall(r"^```(.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)[::2]
    runs = {"console", "python"} | ({"sh"} if page == README else set())
    recipes = {f"python {tool}" for tool in ("pandas", "polars", "duckdb", "dask", "ray")}  # see `test_recipes`
    assert set(opened) <= runs | recipes


def test_two_lines_set_it_up() -> None:
    setup, tests, _ = [block for language, block in blocks(README) if language == "sh"]
    assert setup.startswith("python3 -m venv .venv && .venv/bin/pip install . && ")
    assert tests == "python3 -m venv .venv && .venv/bin/pip install '.[test]' && .venv/bin/pytest\n"
    assert README.read_text(encoding="utf-8").count("'.[test]'") == 1  # by which CI finds the line


def test_contributors_check_what_ci_checks() -> None:
    *_, contributing = [block for language, block in blocks(README) if language == "sh"]
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    [*lines, last] = contributing.splitlines()
    assert last == ".ci/run"
    for line in lines:
        program, *words = line.removeprefix(".venv/bin/").split()
        if program == "pytest":
            assert (ROOT / words[0]).is_file()
        elif program == "python":
            subprocess.run([sys.executable, *words, "--seconds", "0"], cwd=ROOT, check=True)  # noqa: S603 - the README's own
        elif program != "pip":
            assert " ".join([f'"$bin/{program}"', *words]) in ci.splitlines()


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=lambda page: page.name)
def test_files_it_names_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = {ROOT / path for path in re.findall(r"`((?:solver|tests|docs|\.ci)/[\w./]+)`", text)}
    linked = {page.parent / path for path in re.findall(r"\]\((?!https?:)([^)#]+)\)", text)}
    assert [path for path in named | linked if not path.exists()] == []


def test_every_command_is_listed() -> None:
    from solver.cli import belote  # noqa: PLC0415 - only this test needs it

    assert set(re.findall(r"^\| `belote (\w+)`", README.read_text(encoding="utf-8"), re.MULTILINE)) == set(belote.commands)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=lambda page: page.name)
def test_commands_and_options_in_sentences_exist(page: Path) -> None:
    from solver.cli import belote  # noqa: PLC0415 - only this test needs it

    sentences = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    spans = re.findall(r"`([^`\n]+)`", sentences)
    for _, name, *words in (shlex.split(span) for span in spans if span.startswith("belote ") and "NAME" not in span):
        assert belote.commands[name].make_context(name, words, resilient_parsing=not words)
    known = {option for command in belote.commands.values() for parameter in command.params for option in parameter.opts}
    named = {option for span in spans if not span.startswith(".venv") for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", span)}
    assert named <= known


def test_every_option_of_a_player_is_explained() -> None:
    from solver.table_cli import holdings  # noqa: PLC0415 - only this test needs it

    text = (ROOT / "docs" / "table.md").read_text(encoding="utf-8")
    options = {option for parameter in holdings.params for option in parameter.opts if option.startswith("--")}
    assert options - set(re.findall(r"--[\w-]+", text)) == {"--deck", "--lang", "--json"}  # as everywhere


def test_every_field_of_a_recorded_deal_is_explained() -> None:
    from solver.replay import PLAY_FIELDS, RECORD_FIELDS  # noqa: PLC0415 - only this test needs it

    section = (ROOT / "docs" / "table.md").read_text(encoding="utf-8").partition("## A deal move by move")[2]
    explained = {name for cell in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE) for name in re.findall(r"`(\w+)`", cell)}
    named = {*re.findall(r"`(\w+)`", section)}
    assert explained == {*RECORD_FIELDS, *PLAY_FIELDS} - {"seat", "card"}
    assert {"seat", "card"} <= named


def test_speeds_are_those_of_the_last_run() -> None:
    lines = (ROOT / "benchmarks" / "results" / "full.txt").read_text(encoding="utf-8").splitlines()
    rows = re.findall(r"^\| [^|]*`([^`]+)` \| ([^|]+) \| ([^|]*?) ?\|$", README.read_text(encoding="utf-8"), re.MULTILINE)
    shown = {name: (rate, ratio) for name, rate, ratio in rows if name in FIGURES}
    assert [*shown] == [*FIGURES]
    for name, (rate, ratio) in shown.items():
        line, *_ = [line for line in lines if line.startswith(f"  {FIGURES[name]} ")]  # others are of another processor
        assert f" {rate}/s " in line
        assert f" {ratio}" in line if ratio else " of " not in line


def test_the_extras_it_installs_exist() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    named = {extra for page in PAGES for extra in re.findall(r"pip install '\.\[(\w+)\]'", page.read_text(encoding="utf-8"))}
    assert {"test", "mutation"} <= named <= extras.keys()


def test_the_version_is_told_in_the_changelog() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    newest, *_ = re.findall(r"^## (\S+) \(\d{4}-\d\d-\d\d\)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest == project["version"]
