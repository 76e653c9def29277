"""Recorded deals: one JSON object a line, read, checked and played through.

`docs/table.md` lists the fields. ``hands`` and ``trump`` are required; one that is null counts as left out, one that is not
listed is refused.

`story` tells what is read here.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from solver.cards import CardError, deck_named, shown, trump_index
from solver.round import DeclarationRound, RoundError
from solver.rules import DEFAULT, Rules
from solver.settlement import SettlementError, settle
from solver.views import SEATS, Heard, Played, Word

CONTRACT_FIELDS: Final = ("taker", "outcome", "trick_points")
RECORD_FIELDS: Final = ("name", "deck", "hands", "trump", "first_seat", "rules", "plays", *CONTRACT_FIELDS)
NOTHING: Final = "nothing"
"""What a play may say that it declares, as players say it of themselves; left out, it is the same."""
PLAY_FIELDS: Final = ("seat", "card", "declare", "say")
OUTCOMES: Final = {"made": True, "failed": False}
_PYTHON_WORD: Final = re.compile(r"'[^']*'|\"[^\"]*\"|\b(?:None|True|False)\b")
"""Words that reasons have in Python's spelling where the record has JSON's; what stands in quotes is text and stays."""


class ReplayError(ValueError):
    """A record that is no deal, or one that the rules refuse: `line` from 1, `field` as in "plays[4].card", and why."""

    def __init__(self, reason: str, field: str = "", line: int = 0) -> None:
        """Keep the place beside the reason."""
        super().__init__(reason, field, line)
        self.reason, self.field, self.line = reason, field, line

    def __str__(self) -> str:
        return f"line {self.line}{', ' if self.field else ''}{self.field}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Play:
    """One card of a record, as the round takes it: the card and the declarations as masks."""

    seat: int
    card: int
    declare: tuple[int, ...] = ()
    say: Word | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the contract ended: the taker's team, whether it was made, each team's trick points."""

    taker: int
    made: bool
    trick_points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Record:
    """One deal that was read and that the rules allow; cards are masks."""

    line: int
    name: str
    deck: str
    hands: tuple[int, ...]
    trump: int
    first_seat: int
    rules: Rules
    plays: tuple[Play, ...]
    outcome: Outcome | None

    def new_round(self) -> DeclarationRound:
        """Return the round before the first card."""
        return DeclarationRound(self.hands, self.trump, self.first_seat, self.rules, deck=self.deck)


def read_records(lines: Iterable[str | bytes]) -> Iterator[Record | ReplayError]:
    """Yield the deal of each line, or the error that says why it is none; empty lines are passed over."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield read_record(line, number)
            except ReplayError as error:
                yield error


def read_record(text: str | bytes, line: int = 1) -> Record:
    """Read one deal and play it through; raise `ReplayError` at the first thing that is wrong with it.

    >>> read_record('{"hands": ["4o 5o"], "trump": null}')
    Traceback (most recent call last):
    solver.replay.ReplayError: line 1, hands: a deal is 4 hands, one for each seat, not 1
    """
    try:
        return _record(_object(_parsed(text), "", RECORD_FIELDS, required=("hands", "trump")), line)
    except ReplayError as error:
        raise ReplayError(_PYTHON_WORD.sub(_as_json, error.reason), error.field, line) from None


def _as_json(found: re.Match[str]) -> str:
    return {"None": "null", "True": "true", "False": "false"}.get(found[0], found[0])


def _parsed(text: str | bytes) -> object:
    try:
        line = text if isinstance(text, str) else text.decode("utf-8-sig")
        return json.loads(line.rstrip("\r\n"), object_pairs_hook=_without_repeats)
    except UnicodeDecodeError as error:
        byte = f"byte {error.start + 1} is 0x{error.object[error.start]:02x}"
        raise ReplayError(f"not JSON in UTF-8: {byte}, {error.reason}") from None
    except json.JSONDecodeError as error:
        raise ReplayError(f"not JSON, at character {error.colno}: {error.msg}") from None
    except RecursionError:
        raise ReplayError("not a deal: lists or objects are nested too deeply") from None
    except ReplayError:
        raise
    except ValueError as error:  # a number of thousands of digits
        raise ReplayError(f"not JSON: {error}") from None


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise ReplayError(f"field {shown(name)} stands twice")
        found[name] = value
    return found


def _object(given: object, where: str, allowed: Iterable[str], required: Iterable[str] = ()) -> dict[str, Any]:
    """Return the fields of a JSON object that are not null; `where` is the object's own place, "" for the record."""
    if not isinstance(given, dict):
        raise ReplayError(f"a JSON object is wanted, not {shown(given)}", where)
    for name in given:
        if name not in allowed:
            raise ReplayError(f"unknown field {shown(name)}: there are {', '.join(allowed)}", where)
    for name in required:
        if name not in given:
            raise ReplayError("missing", f"{where}.{name}" if where else name)
    return {name: value for name, value in given.items() if value is not None or name == "trump"}


def _record(given: dict[str, Any], line: int) -> Record:
    try:
        field = "deck"
        deck = deck_named(given.get("deck", "spanish")).name
        field = "trump"
        trump = trump_index(given["trump"])
    except CardError as error:
        raise ReplayError(str(error), field) from None
    name = given.get("name", "")
    if not isinstance(name, str) or not name.isprintable():
        raise ReplayError(f"a name is one line of printable text, not {shown(name)}", "name")
    hands = [_cards(hand, f"hands[{seat}]") for seat, hand in enumerate(_list(given.get("hands"), "hands"))]
    rules = _rules(given.get("rules", {}))
    first_seat = given.get("first_seat", 0)
    try:
        deal = DeclarationRound(hands, trump, first_seat, rules, deck=deck)
    except RoundError as error:
        raise ReplayError(str(error), error.argument) from None
    dealt = tuple(deal.view(seat).dealt for seat in SEATS)
    plays = tuple(_played(deal, play, f"plays[{index}]") for index, play in enumerate(_list(given.get("plays", []), "plays")))
    return Record(line, name, deck, dealt, trump, first_seat, rules, plays, _outcome(given, deal, rules))


def _list(given: object, field: str) -> list[Any]:
    if not isinstance(given, list):
        raise ReplayError(f"a list is wanted, not {shown(given)}", field)
    return given


def _cards(given: Any, field: str) -> Any:
    """Return what the round is to read as cards; it would take the names of an object for them."""
    if isinstance(given, dict) or (isinstance(given, list) and any(isinstance(item, dict) for item in given)):
        raise ReplayError(f"cards are text, masks or lists of these, not {shown(given)}", field)
    return given


def _rules(given: object) -> Rules:
    changed = _object(given, "rules", [field.name for field in fields(Rules)])
    try:
        return replace(DEFAULT, **changed)
    except ValueError as error:
        raise ReplayError(str(error), "rules") from None


def _played(deal: DeclarationRound, given: object, where: str) -> Play:
    """Play one card of a record in `deal` and return it as the round understood it."""
    play = _object(given, where, PLAY_FIELDS, required=("seat", "card"))
    card, declare = (_cards(play.get(name, ()), f"{where}.{name}") for name in ("card", "declare"))
    if isinstance(declare, str) and declare.strip().casefold() == NOTHING:
        declare = ()
    before = len(deal.log)
    try:
        deal.play(play.get("seat"), card, declare, play.get("say"))  # type: ignore[arg-type] # it refuses what is no seat
    except RoundError as error:
        raise ReplayError(str(error), f"{where}.{error.argument}") from None
    played = next(event for event in deal.log[before:] if isinstance(event, Played))
    heard = any(isinstance(event, Heard) for event in deal.log[before:])
    declared = deal.view(played.seat).declared if heard else ()
    return Play(played.seat, played.card, tuple(declaration.cards for declaration in declared), play.get("say"))


def _outcome(given: dict[str, Any], deal: DeclarationRound, rules: Rules) -> Outcome | None:
    missing = [name for name in CONTRACT_FIELDS if name not in given]
    if len(missing) == len(CONTRACT_FIELDS):
        return None
    if missing:
        raise ReplayError(f"missing: a contract has {', '.join(CONTRACT_FIELDS)}, all three or none", missing[0])
    made = OUTCOMES.get(given["outcome"]) if isinstance(given["outcome"], str) else None
    if made is None:
        raise ReplayError(f"'made' or 'failed', not {shown(given['outcome'])}", "outcome")
    if deal.points is None or deal.belote is None:
        undecided = "the comparison" if deal.points is None else "Belote-Rebelote"
        raise ReplayError(f"the contract cannot be settled: the plays end before {undecided} is decided", "plays")
    try:
        settle(deal.points, deal.belote, given["taker"], made, given["trick_points"], rules)
    except SettlementError as error:
        raise ReplayError(str(error).removeprefix(f"{error.argument} "), error.argument) from None
    return Outcome(given["taker"], made, (given["trick_points"][0], given["trick_points"][1]))
