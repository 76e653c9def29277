"""Reading replay records, and the story as each seat may hear it."""

import dataclasses
import json
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rounds import hands_of_a_deal, random_moves

from solver import Compared, Contest, Heard, Rules, Shown, parse_hand, read_declaration
from solver.cards import cards_in
from solver.replay import Outcome, Play, Record, ReplayError, read_record, read_records
from solver.story import BeloteDecided, Ending, Move, Opening, Score, TrickOpens, story

HANDS = ["4o 5o 6o 7o 10o 11o 12o 1o", "4c 5c 6c 7c 10c 11c 12c 1c", "4e 5e 6e 7e 10e 11e 12e 1e", "4b 5b 6b 7b 10b 11b 12b 1b"]
FIRST_TRICK = [
    {"seat": 0, "card": "11o", "declare": "10o 11o 12o 1o", "say": "belote"},
    {"seat": 1, "card": "4c", "declare": ["4c 5c 6c"]},
    {"seat": 2, "card": "4e"},
    {"seat": 3, "card": "4b"},
]
DEAL = {
    "name": "a deal",
    "hands": HANDS,
    "trump": "oros",
    "plays": [*FIRST_TRICK, {"seat": 0, "card": "12o", "say": "rebelote"}],
    "taker": 0,
    "outcome": "made",
    "trick_points": [100, 62],
}


def line(**changes):
    """Return the deal as a JSON line with other fields; a field of `...` is left out."""
    return json.dumps({name: value for name, value in {**DEAL, **changes}.items() if value is not ...})


def refusal(text):
    with pytest.raises(ReplayError) as refused:
        read_record(text, 7)
    assert refused.value.line == 7
    return refused.value


def test_a_record_is_read_whole():
    record = read_record(line(first_seat=0, deck="spanish", rules={"belote": 30}), 3)
    assert record == Record(
        line=3,
        name="a deal",
        deck="spanish",
        hands=tuple(parse_hand(hand) for hand in HANDS),
        trump=0,
        first_seat=0,
        rules=Rules(belote=30),
        plays=(
            Play(0, parse_hand("11o"), (parse_hand("10o 11o 12o 1o"),), "belote"),
            Play(1, parse_hand("4c"), (parse_hand("4c 5c 6c"),)),
            Play(2, parse_hand("4e")),
            Play(3, parse_hand("4b")),
            Play(0, parse_hand("12o"), (), "rebelote"),
        ),
        outcome=Outcome(0, made=True, trick_points=(100, 62)),
    )
    assert pickle.loads(pickle.dumps(record)) == record  # noqa: S301 - own pickle
    assert hash(record) == hash(read_record(line(rules={"belote": 30}), 3))


@pytest.mark.parametrize(
    "changes",
    [
        {"hands": [parse_hand(hand) for hand in HANDS]},
        {"hands": [hand.split() for hand in HANDS]},
        {"hands": [HANDS[0].replace(" ", ","), HANDS[1].upper(), *HANDS[2:]]},
        {"trump": 0},
        {"trump": "diamonds"},
        {"first_seat": None, "rules": None, "deck": None},
        {"plays": [{**FIRST_TRICK[0], "declare": ["10o 11o 12o 1o"], "card": 32}, *DEAL["plays"][1:]]},
        {"plays": [*FIRST_TRICK[:2], {**FIRST_TRICK[2], "declare": None, "say": None}, *DEAL["plays"][3:]]},
        {"plays": [*FIRST_TRICK[:2], {**FIRST_TRICK[2], "declare": []}, *DEAL["plays"][3:]]},
        {"plays": [*FIRST_TRICK[:2], {**FIRST_TRICK[2], "declare": "Nothing"}, *DEAL["plays"][3:]]},
    ],
)
def test_other_spellings_of_the_same_deal(changes):
    assert read_record(line(**changes)) == read_record(line())


def test_the_best_combination_is_declared_by_its_name():
    record = read_record(line(plays=[{"seat": 0, "card": "4o", "declare": "best"}], taker=..., outcome=..., trick_points=...))
    assert record.plays[0].declare == (parse_hand("7o 10o 11o 12o 1o"), parse_hand("4o 5o 6o"))


def test_a_record_may_stop_anywhere_and_know_no_contract():
    bare = {"taker": ..., "outcome": ..., "trick_points": ..., "name": ...}
    for number in range(6):
        record = read_record(line(plays=DEAL["plays"][:number], **bare))
        assert (len(record.plays), record.outcome, record.name) == (number, None, "")
    assert read_record(line(plays=..., **bare)).plays == ()


def test_french_cards():
    hands = [" ".join(rank + suit for rank in ("7", "8", "9", "10", "J", "Q", "K", "A")) for suit in "DHSC"]
    plays = [{"seat": 0, "card": "QD", "declare": "JD QD KD AD", "say": "belote"}]
    bare = {"taker": ..., "outcome": ..., "trick_points": ...}
    record = read_record(line(deck="french", hands=hands, plays=plays, **bare))
    assert record.plays[0] == read_record(line()).plays[0]
    assert str(refusal(line(deck="french", hands=hands, plays=[{"seat": 0, "card": "4o"}]))).startswith(
        "line 7, plays[0].card: seat 0, card '4o': '4o' is no card of the french deck"
    )


def test_lines_are_read_one_by_one_and_empty_ones_passed_over():
    read = list(read_records([line(), "", " \n", b"{", line().encode(), b"\xff\xfe"]))
    assert [type(item) for item in read] == [Record, ReplayError, Record, ReplayError]
    assert [item.line for item in read] == [1, 4, 5, 6]


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "nothing", "\x00", "1e999", "NaN", b"\xff", b"\xef\xbb\xbf{"),
        *('{"hands": 1' + "0" * 5000 + "}", "[" * 100_000, '{"a": ' * 100_000),
    ],
    ids=lambda text: repr(text[:12]),
)
def test_what_is_no_json_object_is_an_error(text):
    assert refusal(text).reason.startswith(("not JSON", "not a deal", "a JSON object is wanted"))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"hands": None}, "a list is wanted, not null"),
        ({"hands": [None, *HANDS[1:]]}, "hand of seat 0: a mask of cards is an integer, not NoneType: null"),
        ({"name": False}, "a name is one line of printable text, not false"),
        ({"trump": True}, "true is no trump"),
        ({"first_seat": False}, "no seat false"),
        ({"plays": [{"seat": None, "card": "4o"}]}, "no seat null"),
        ({"rules": {"run_of_3": True}}, "run_of_3=true"),
        ({"outcome": True}, "'made' or 'failed', not true"),
        ({"trick_points": [None, False]}, "[null, false]"),
        ({"first_seat": "None"}, "no seat 'None'"),
    ],
)
def test_values_are_shown_as_the_record_writes_them(changes, reason):
    assert reason in refusal(json.dumps({**DEAL, **changes})).reason


def test_the_end_of_a_line_is_no_part_of_the_record():
    assert read_record(line() + "\r\n") == read_record(line())
    for end in ("", "\n", "\r\n"):
        for text in ('{"hands": ' + end, f'{{"hands": {end}'.encode()):
            assert refusal(text).reason == "not JSON, at character 11: Expecting value"


def test_text_that_is_not_utf_8_says_so():
    assert refusal(b'{"name": "\xe9"}').reason == "not JSON in UTF-8: byte 11 is 0xe9, invalid continuation byte"
    assert refusal(line().encode("utf-16")).reason == "not JSON in UTF-8: byte 1 is 0xff, invalid start byte"
    assert read_record(b"\xef\xbb\xbf" + line().encode()) == read_record(line())


def test_a_hand_that_is_too_small_is_counted():
    for hand, reason in (("", "hand of seat 0: no cards, not 8"), ("4o", "hand of seat 0 (4o): 1 card, not 8")):
        assert refusal(line(hands=[hand, *HANDS[1:]])).reason == reason


def test_the_contract_is_checked_under_the_records_rules():
    rules = {"most_trick_points": 300, "failed_contract": 200}
    record = read_record(line(rules=rules, outcome="failed", trick_points=[0, 300]))
    assert list(story(record))[-1].scores == (Score(0, 0, 20), Score(200, 50, 0))


def test_errors_keep_their_parts_when_pickled():
    error = refusal(line(taker=2))
    other = pickle.loads(pickle.dumps(error))  # noqa: S301 - own pickle
    assert (other.line, other.field, other.reason, str(other)) == (error.line, error.field, error.reason, str(error))


PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
NAMES = st.sampled_from(["seat", "card", "declare", "say", "belote"])
ANYTHING = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=6)


@given(ANYTHING, st.sampled_from([*DEAL, "deck", "first_seat", "rules"]))
def test_whatever_stands_in_a_field_the_record_is_read_or_refused(value, field):
    result = next(read_records([json.dumps({**DEAL, field: value})]))
    assert isinstance(result, Record | ReplayError)


# The story


def test_the_story_of_a_deal_as_the_table_saw_it():
    record = read_record(line())
    run, lower = read_declaration("10o 11o 12o 1o"), read_declaration("4c 5c 6c")
    assert list(story(record)) == [
        Opening(record, None),
        TrickOpens(1),
        Move(0, parse_hand("11o"), (Heard(0, "suivi", 50),), "belote", ()),
        Move(1, parse_hand("4c"), (Heard(1, "suivi", 20),), None, ()),
        Move(2, parse_hand("4e"), (), None, ()),
        Move(3, parse_hand("4b"), (), None, ()),
        TrickOpens(2),
        Move(0, parse_hand("12o"), (), "rebelote", ()),
        BeloteDecided(0, 20, None),
        Compared(Contest(0, (50, 0))),
        Shown(0, (run,)),
        Ending(5, record.outcome, (Score(100, 50, 20), Score(62, 0, 0))),
    ]
    seen = list(story(record, seat=1))
    assert seen[0] == Opening(record, parse_hand(HANDS[1]))
    assert seen[3] == Move(1, parse_hand("4c"), (Heard(1, "suivi", 20),), None, (lower,))
    assert seen[1:3] + seen[4:] == list(story(record))[1:3] + list(story(record))[4:]


@pytest.mark.parametrize(
    ("said", "rules", "decided"),
    [
        (("belote", "rebelote"), {}, [(5, BeloteDecided(0, 20, None))]),
        (("belote", None), {}, [(5, BeloteDecided(0, 0, "rebelote"))]),
        ((None, "rebelote"), {}, [(5, BeloteDecided(0, 0, "belote"))]),
        (("rebelote", "rebelote"), {}, [(1, BeloteDecided(0, 0, "belote"))]),
        (("rebelote", None), {}, [(1, BeloteDecided(0, 0, "belote"))]),
        ((None, None), {}, []),
        (("belote", "rebelote"), {"belote": 0}, [(5, BeloteDecided(0, 0, None))]),
        (("rebelote", "rebelote"), {"rebelote_required": False}, [(1, BeloteDecided(0, 0, "belote"))]),
        (("belote", None), {"rebelote_required": False}, [(1, BeloteDecided(0, 20, None))]),
        (("belote", "rebelote"), {"rebelote_required": False}, [(1, BeloteDecided(0, 20, None))]),
        ((None, "rebelote"), {"rebelote_required": False}, [(5, BeloteDecided(0, 0, "belote"))]),
    ],
)
def test_belote_is_told_once_at_the_card_that_decides_it(said, rules, decided):
    plays = [{**FIRST_TRICK[0], "say": said[0]}, *FIRST_TRICK[1:], {"seat": 0, "card": "12o", "say": said[1]}]
    cards, told = 0, []
    for moment in story(read_record(line(plays=plays, rules=rules))):
        cards += isinstance(moment, Move)
        if isinstance(moment, BeloteDecided):
            told.append((cards, moment))
    assert told == decided


def test_the_scores_of_a_record_without_a_contract():
    bare = {"taker": ..., "outcome": ..., "trick_points": ...}
    assert list(story(read_record(line(**bare))))[-1] == Ending(5, None, (Score(None, 50, 20), Score(None, 0, 0)))
    assert list(story(read_record(line(plays=FIRST_TRICK, **bare))))[-1] == Ending(4, None, None)
    assert Score(None, 50, 20).total == 70


@given(hands_of_a_deal(), st.integers(-1, 3), st.integers(0, 32), st.integers(0, 2**32))
def test_no_story_depends_on_cards_that_its_viewer_did_not_see(hands, trump, length, seed):
    """Cards that nobody played, declared or called are dealt anew among three seats: the fourth and the table hear the same."""
    rng = random.Random(seed)  # noqa: S311 - a test's cards
    moves = random_moves(hands, trump, 0, rng)[:length]
    viewer = rng.randrange(4)
    bound = 0
    for move in moves:
        bound |= move.card | (parse_hand("11o 12o") << 8 * trump if move.say else 0)
        for cards in move.declare:
            bound |= cards
    free = [card for seat in range(4) if seat != viewer for card in cards_in(hands[seat] & ~bound)]
    rng.shuffle(free)
    anew = [hand if seat == viewer else hand & bound for seat, hand in enumerate(hands)]
    for seat in range(4):
        while anew[seat].bit_count() < 8:
            anew[seat] |= free.pop()
    plays = [{"seat": m.seat, "card": m.card, "declare": m.declare, **({"say": m.say} if m.say else {})} for m in moves]
    records = [read_record(json.dumps({"hands": dealt, "trump": trump, "plays": plays})) for dealt in (hands, anew)]
    for seat in (viewer, None):
        first, second = (list(story(record, seat)) for record in records)
        assert first[0].hand == second[0].hand
        assert first[1:] == second[1:]


def test_a_record_written_by_hand_is_told_too():
    record = dataclasses.replace(read_record(line()), outcome=None, plays=())
    assert list(story(record, 0)) == [Opening(record, parse_hand(HANDS[0])), Ending(0, None, None)]
