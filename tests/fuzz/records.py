"""Target "replay": files of recorded deals, from deals that the rules allow to lines that are nothing at all."""

import json
import random
import re
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import oracle
from fuzz.commands import belote
from fuzz.damage import Damage, damaged, damages
from hypothesis import strategies as st
from rounds import hands_of_a_deal, random_moves

from solver.cards import format_hand
from solver.replay import RECORD_FIELDS, Record, read_records
from solver.rules import Rules


class Recorded(NamedTuple):
    """Lines, how the file is damaged, and how it is told."""

    lines: list[tuple[str, bool]]
    """Each with whether it is a deal for certain."""
    line_end: str
    damages: list[Damage]
    options: list[str]


_HUGE = [10**400, -(10**400), 2**63, 2**32, 1e308, -0.0, 1.5, float("inf"), float("nan")]
_words = st.sampled_from([
    *RECORD_FIELDS, "seat", "card", "declare", "say", "best", "belote", "rebelote", "made", "failed", "spanish", "french", "oros",
    "4o", "4o 5o 6o", "10o", "run_of_3", "rebelote_required", "", " ", "\0", "\ud800", "\u2028", "x" * 1000, "None", "\x1b[31m",
    "♥", "-1",
])  # fmt: skip
_scalars = st.one_of(st.none(), st.booleans(), st.integers(-2, 40), st.sampled_from(_HUGE), _words, st.text(max_size=5))
_values: st.SearchStrategy[Any] = st.recursive(
    _scalars, lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(_words, inner, max_size=3)), max_leaves=8
)
_nested = st.builds(
    lambda mark, depth, inner: mark[0] * depth + inner + mark[1] * depth,
    st.sampled_from(["[]", "[}", ("[[", "]]"), ('{"plays":[', "]}"), ('{"a":', "}")]),
    st.sampled_from([1, 5, 500, 20_000]),
    st.sampled_from(["", "1", "null", '"hands"']),
)


@st.composite
def _deals(draw: st.DrawFn) -> dict[str, Any]:
    hands = draw(hands_of_a_deal())
    trump, first = draw(st.integers(-1, 3)), draw(st.integers(0, 3))
    deck = draw(st.sampled_from(["spanish", "spanish", "french"]))
    moves = random_moves(hands, trump, first, random.Random(draw(st.integers(0, 99))))  # noqa: S311  a test's cards
    plays: list[dict[str, Any]] = []
    for move in moves[: draw(st.sampled_from([0, 3, 4, 5, 9, 31, 32]))]:
        play: dict[str, Any] = {"seat": move.seat, "card": format_hand(move.card, deck)}
        if move.declare:
            play["declare"] = [format_hand(mask, deck) for mask in move.declare]
        if move.say:
            play["say"] = move.say
        plays.append(play)
    texts = [format_hand(hand, deck) for hand in hands]
    written = draw(st.sampled_from([hands, texts, [text.split() for text in texts]]))
    deal = {"hands": written, "trump": trump, "first_seat": first, "plays": plays, "deck": deck}
    if len(plays) == 32:
        deal |= {"taker": draw(st.integers(0, 1)), "outcome": draw(st.sampled_from(["made", "failed"])), "trick_points": [100, 62]}
    return deal


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to every value in a JSON value."""
    inside = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    return [path, *(place for key, inner in inside for place in _places(inner, (*path, key)))]


@st.composite
def _spoilt(draw: st.DrawFn) -> tuple[str, bool]:
    """Draw a deal in which some values are others, or gone, or stand elsewhere."""
    deal: Any = draw(_deals())
    for _ in range(draw(st.integers(1, 3))):
        *way, last = draw(st.sampled_from(_places(deal)[1:]))
        holder = deal
        for key in way:
            holder = holder[key]
        kind = draw(st.sampled_from(["other", "other", "gone", "twice", "added"]))
        if kind == "other":
            holder[last] = draw(_values)
        elif kind == "gone":
            del holder[last]
        elif isinstance(holder, list):
            holder.append(holder[last] if kind == "twice" else draw(_values))
        else:
            holder[draw(_words)] = holder[last] if kind == "twice" else draw(_values)
        if len(_places(deal)) == 1:
            break
    return json.dumps(deal), False


_lines = st.one_of(
    _deals().map(lambda deal: (json.dumps(deal), True)),
    _deals().map(lambda deal: (json.dumps(deal, ensure_ascii=False), True)),
    _spoilt(),
    _spoilt(),
    _spoilt(),
    st.one_of(_values.map(json.dumps), _nested, st.text(max_size=10), st.sampled_from(["", " ", "1" * 5000, "\ufeff", "nul"])).map(
        lambda text: (text, False)
    ),
)
_options = st.tuples(
    st.sampled_from([[], [], ["--seat", "0"], ["--seat", "3"]]),
    st.sampled_from([[], ["--lang", "es"], ["--lang", "fr"]]),
    st.sampled_from([[], [], ["--deck", "french"], ["--deck", "spanish"]]),
).map(lambda options: [*options[0], *options[1], *options[2]])
INPUTS = st.builds(
    Recorded,
    st.lists(_lines, max_size=4),
    st.sampled_from(["\n", "\r\n", "\n\n"]),
    st.one_of(st.just([]), st.just([]), damages),
    _options,
)


def check(given: Recorded) -> None:
    """Tell the deals from a file and from standard input; each line is a story or one line of why it is none."""
    text = given.line_end.join(line for line, _ in given.lines)
    content = damaged(text.encode(errors="surrogatepass"), given.damages)
    lines = content.splitlines(keepends=True) if b"\r" not in content else content.split(b"\n")
    records = list(read_records(lines))
    told = [record for record in records if isinstance(record, Record)]
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "deals.jsonl").write_bytes(content)
        ended = belote(folder, "replay", "deals.jsonl", *given.options)
        piped = belote(folder, "replay", "-", *given.options, given=content)
        assert [path.name for path in folder.iterdir()] == ["deals.jsonl"]
    assert (piped.status, piped.out) == (ended.status, ended.out)
    broken = len(records) - len(told)
    assert ended.status == (1 if broken else 0), ended
    assert len(ended.errors) == broken + (1 if broken else 0), ended
    for error in ended.errors[:-1]:
        assert re.match(r"belote: deals\.jsonl, line \d+(, [^:]+)?: .", error), error
        assert len(error) < 700, error
        assert error.isprintable(), error
    if not broken:
        assert bool(ended.out) == bool(told), ended
    assert "\0" not in ended.out
    for record in told:
        _check_right(record)
    if not given.damages and "\r" not in text.replace("\r\n", ""):
        readable = [ok for line, ok in given.lines if line.strip()]
        assert len(told) >= sum(readable), records


def _check_right(record: Record) -> None:
    """Compare the comparison with the oracle's, by what each seat declared."""
    if record.rules != Rules():
        return
    deal = record.new_round()
    teams: tuple[list[oracle.Declared], list[oracle.Declared]] = ([], [])
    for play in record.plays:
        deal.play(play.seat, play.card, play.declare, play.say)
        held = {oracle.to_mask(d.cards): d for d in oracle.declarations_in(oracle.from_mask(record.hands[play.seat]))}
        teams[play.seat % 2].extend(held[mask] for mask in play.declare)
    if len(record.plays) > 4:
        winner, *points = oracle.contest(*teams, oracle.TRUMPS[record.trump + 1])
        assert deal.winner == {"a": 0, "b": 1, None: None}[winner]
        assert deal.points == tuple(points)
