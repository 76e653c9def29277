"""The one table of phrases: whole in every language, and nothing in it that is never said."""

import json
from dataclasses import fields
from pathlib import Path
from string import Formatter

import pytest
from click.testing import CliRunner

from solver import Rules, names, phrases
from solver.answer import answer
from solver.cards import RANKS
from solver.cli import belote
from solver.explanation import explain
from solver.names import LANGUAGES
from solver.phrases import PHRASES, Phrase

DEALS = sorted((Path(__file__).parent / "deals").glob("*.jsonl"))
PLAIN, SUIT, SAFE = "7o 10o 11o 12o 4c 5e 12b 1c", "4o 5o 6o 7o 10o 11o 12o 1o", "7o 10o 11o 12o 1o 6c 10e 10b"
QUICK = ["--samples", "100", "--seed", "1"]
QUESTIONS = [
    ["best", SUIT, "--trump", "oros", "--all"],
    ["best", "12o 12c 12e 12b 10o 11o", "--trump", "oros"],
    ["best", "7o 7c 7e 7b 5c 6c 10c 11c", "--all"],
    ["best", "7o 7c 7e 7b 5c 6c 10c 11c"],
    ["best", "4o"],
    ["best", "4o 5o 6o", "--all"],
    ["best", "4o 4c 4e 4b"],
    ["odds", SUIT, *QUICK],
    ["odds", "4o 6o 10o 4c 6c 10c 5e 7e", *QUICK],
    ["odds", PLAIN, "--heard", "1: suivi 20", "--heard", "2: carré 150", "--turn", "3", "--declared", "nothing", *QUICK],
    ["odds", SUIT, "--played", "1: 4c 5c 6c 7c 10c 4e", "--played", "2: 5e 6e 7e 10e 11e 4b", "--played", "3: 5b 6b 7b 10b 11b"],
    ["holdings", PLAIN, "--heard", "1: suivi 50", "--trump", "oros"],
    ["holdings", PLAIN, "--heard", "1: suivi 50", "--leads", "1", "--turn", "0", "--assume-best"],
    ["holdings", SUIT, "--played", "1: 4c 5c 6c 10c 10e 12e 4b 11b"],
    ["holdings", SAFE, "--trump", "oros", "--turn", "1"],
]


HOUSES = [
    ("6o 6c 6e 6b 4c 5c 4b 5b", Rules(run_of_3=50, carre_of_6=100)),
    ("4o 5o 6o 7o", Rules(run_of_4=0)),
    (
        "4o 6o 7o 10o 11o 4c 5c 6c 10c 11c 4e 5e 7e 10e 11e 4b 5b 6b 7b 10b 1b",
        Rules(run_of_4=150, run_of_5=150, run_of_8=150, carre_of_4=20, carre_of_6=100, carre_of_7=20, carre_of_10=0, carre_of_11=0),
    ),
]
"""Hands that give up declarations by what only other rules make decide."""
HOUSE_DEAL = {
    "hands": [" ".join(rank + suit for rank in RANKS) for suit in "oceb"],
    "trump": "copas",
    "first_seat": 1,
    "rules": {field.name: 7 for field in fields(Rules)} | {"run_of_3": 1, "rebelote_required": False},
    "plays": [
        {"seat": 1, "card": "11c", "declare": "4c 5c 6c"},
        *({"seat": seat, "card": card} for seat, card in [(2, "4e"), (3, "4b"), (0, "4o"), (1, "12c")]),
    ],
}


class Heard(dict[str, Phrase]):
    """The table, which notes the phrases that are looked up."""

    def __init__(self) -> None:
        super().__init__(PHRASES)
        self.said: set[str] = set()

    def __getitem__(self, key: str) -> Phrase:
        self.said.add(key)
        return super().__getitem__(key)


def placeholders(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text)} - {None}


@pytest.mark.parametrize("key", PHRASES)
def test_a_phrase_is_in_every_language_with_the_same_placeholders(key: str) -> None:
    phrase = PHRASES[key]
    assert len(phrase) == len(LANGUAGES)
    assert all(text and (text == text.strip() or key == "thousands mark") for text in phrase)
    named = {"points"} if key.startswith("heard run of") else set()  # "Cinquante" says the points by its name
    assert len({frozenset(placeholders(text) - named) for text in phrase}) == 1


def test_cards_have_names_in_the_same_languages() -> None:
    assert {language for language, _ in names.SUITS} == {language for language, _ in names.RANKS} == set(LANGUAGES)


def test_every_phrase_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard()
    monkeypatch.setattr(phrases, "PHRASES", heard)
    (tmp_path / "house.jsonl").write_text("\n".join(json.dumps(deal) for deal in (HOUSE_DEAL, {**HOUSE_DEAL, "plays": []})))
    for path in (*DEALS, tmp_path / "house.jsonl"):
        for seat in ([], ["--seat", "1"]):
            assert CliRunner().invoke(belote, ["replay", str(path), *seat]).exit_code == (path.name == "broken.jsonl")
    for question in QUESTIONS:
        result = CliRunner().invoke(belote, question)
        assert result.exit_code == 0, result.output
    for hand, rules in HOUSES:
        assert list(answer(explain(hand, "oros", rules), "en", "spanish"))
    assert set(PHRASES) - heard.said == set()
