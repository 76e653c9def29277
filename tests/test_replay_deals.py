"""The deals of `tests/deals/`, replayed and compared line by line with their transcripts; see `tests/deals/README.md`."""

import json
import re
from itertools import zip_longest
from pathlib import Path

import pytest
from click.testing import CliRunner

from solver.cli import belote
from solver.names import LANGUAGES
from solver.replay import Record, ReplayError, read_records
from solver.telling import tell

FOLDER = Path(__file__).parent / "deals"
DEALS = sorted(FOLDER.glob("*.jsonl"))
TRANSCRIPTS = sorted(path for path in FOLDER.glob("*.txt") if ".errors." not in path.name)


def records(path):
    with path.open("rb") as lines:
        return list(read_records(lines))


def lines_of(path):
    return path.read_text(encoding="utf-8").splitlines()


def story_of(path, language, seat=None):
    """Return the lines of all deals, an empty one between two."""
    told = [list(tell(record, language, seat)) for record in records(path) if isinstance(record, Record)]
    return [line for number, lines in enumerate(told) for line in ([""] if number else []) + lines]


def assert_same_lines(actual, expected_path):
    for number, (line, expected) in enumerate(zip_longest(actual, lines_of(expected_path)), 1):
        assert line == expected, f"{expected_path.name}, line {number}"


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.name)
def test_deals_replay_as_their_transcripts(transcript):
    stem, language, *seat = transcript.name.removesuffix(".txt").split(".")
    viewer = int(seat[0].removeprefix("seat")) if seat else None
    assert_same_lines(story_of(FOLDER / f"{stem}.jsonl", language, viewer), transcript)


@pytest.mark.parametrize("deals", DEALS, ids=lambda path: path.name)
def test_every_file_of_deals_has_a_transcript_in_each_language(deals):
    assert {f"{deals.stem}.{language}.txt" for language in LANGUAGES} <= {path.name for path in TRANSCRIPTS}


def test_broken_deals_are_reported_by_line_and_field_and_the_others_are_told():
    read = records(FOLDER / "broken.jsonl")
    assert_same_lines([str(error) for error in read if isinstance(error, ReplayError)], FOLDER / "broken.errors.txt")
    assert [record.name for record in read if isinstance(record, Record)] == ["the higher top card", "only one team declares"]


@pytest.mark.parametrize("deals", [path for path in DEALS if path.stem != "broken"], ids=lambda path: path.name)
def test_all_other_deals_are_whole(deals):
    read = records(deals)
    assert read
    assert [error for error in read if isinstance(error, ReplayError)] == []


WORDS = {
    "es": ["Suivi 20", "Carré 200", "Suivi de tres al", "la sota de oros", "el caballo de", "el rey de", "el as de", "Baza 2"],
    "en": ["Run 20", "Four of a kind 200", "Run of four up to", "the sota (10) of", "the king of", "the ace (1) of", "Trick 2"],
    "fr": ["« Tierce", "« Cinquante", "« Cent", "« Carré 200", "le valet de", "la dame de", "le roi de", "Pli 2"],
}
FOREIGN = {"es": "Tierce|Cinquante|Four of", "en": "Suivi|Carré|Tierce|Cinquante", "fr": "Suivi|Four of|Run"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_right_in_each_language(language):
    told = [list(tell(record, language)) for path in DEALS for record in records(path) if isinstance(record, Record)]
    text = "\n".join(line for lines in told for line in lines[1:])
    assert [word for word in WORDS[language] if word not in text] == []
    assert re.findall(FOREIGN[language] + r"|\{|\}", text) == []


# Where each sentence of the rules is tested


def test_the_table_of_the_rules_names_tests_that_exist():
    named = re.findall(r"`(test_\w+)\.py::(test_\w+)`", (FOLDER / "README.md").read_text(encoding="utf-8"))
    assert len(named) > 40
    for module, test in named:
        source = (FOLDER.parent / f"{module}.py").read_text(encoding="utf-8")
        assert f"\ndef {test}(" in source, f"{module}.py::{test}"


def test_the_table_of_the_rules_names_deals_that_exist():
    named = re.findall(r"`(\w+)\.jsonl: ([^`]+)`", (FOLDER / "README.md").read_text(encoding="utf-8"))
    assert len(named) > 30
    told = {(path.stem, record.name) for path in DEALS for record in records(path) if isinstance(record, Record)}
    assert set(named) <= told


# The command


def run(*arguments, **settings):
    return CliRunner().invoke(belote, ["replay", *map(str, arguments)], **settings)


def test_the_command_tells_the_deals():
    result = run(FOLDER / "contract.jsonl", "--lang", "fr", "--seat", 3)
    assert (result.exit_code, result.stderr) == (0, "")
    assert_same_lines(result.stdout.splitlines(), FOLDER / "contract.fr.seat3.txt")


def test_the_command_reads_standard_input_and_speaks_english_of_itself():
    result = run("-", input=(FOLDER / "belote.jsonl").read_bytes())
    assert (result.exit_code, result.stderr) == (0, "")
    assert_same_lines(result.stdout.splitlines(), FOLDER / "belote.en.txt")


def test_the_command_names_cards_of_another_deck():
    result = run(FOLDER / "belote.jsonl", "--lang", "fr", "--deck", "french")
    assert "joue la dame de carreau : « Belote »." in result.stdout
    assert "caballo" not in result.stdout


def test_the_command_reports_broken_deals_and_goes_on():
    path = FOLDER / "broken.jsonl"
    result = run(path)
    assert result.exit_code == 1
    assert_same_lines(result.stdout.splitlines(), FOLDER / "broken.en.txt")
    *errors, last = result.stderr.splitlines()
    assert errors == [f"belote: {path}, {line}" for line in lines_of(FOLDER / "broken.errors.txt")]
    assert last == f"belote: {len(errors)} of {len(errors) + 2} deals in {path} are broken and were not told"


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["nowhere.jsonl"], 1, "belote: nowhere.jsonl: No such file or directory"),
        ([str(FOLDER)], 1, f"belote: {FOLDER}: Is a directory"),
        ([], 2, "belote: Missing argument 'FILE'. (see belote replay --help)"),
        (["-", "--seat", "4"], 2, "belote: Invalid value for '--seat': 4 is not in the range 0<=x<=3. (see belote replay --help)"),
    ],
)
def test_the_commands_errors_are_one_line(arguments, status, message):
    result = run(*arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (status, "", f"{message}\n")


def test_a_deal_on_several_lines_is_told_what_a_line_is():
    deal = {"hands": [[rank + suit for rank in ("4", "5", "6", "7", "10", "11", "12", "1")] for suit in "oceb"], "trump": None}
    assert run("-", input=json.dumps(deal)).exit_code == 0
    *_, last = run("-", input=json.dumps(deal, indent=2)).stderr.splitlines()
    assert re.fullmatch(r"belote: (\d+) of \1 deals in - .* not told; each deal is one JSON object on one line", last)


def test_an_empty_file_is_no_error():
    result = run("-", input="\n\n")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
