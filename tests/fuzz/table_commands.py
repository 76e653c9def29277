"""Target "table": what is typed after `belote best`, `odds` and `holdings`: cards, what was heard and played, options."""

import json
import tempfile
from pathlib import Path
from typing import NamedTuple

import oracle
from fuzz.commands import belote, check_refused
from hypothesis import strategies as st

from solver.cards import parse_hand


class Typed(NamedTuple):
    """A command and its arguments."""

    command: str
    arguments: list[str]


_cards = [rank + suit for suit in "oceb" for rank in ("4", "5", "6", "7", "10", "11", "12", "1")]
_hand = st.one_of(
    st.permutations(_cards).map(lambda cards: " ".join(cards[:8])),
    st.integers(0, 24).map(lambda at: " ".join(_cards[at : at + 8])),
    st.sampled_from(["7o 10o 11o 12o 1o 6c 10e 10b", "7d 8d 9d 10d jd qd kd ad", "rey de oros", "7o 7c 7e 7b 5c 6c 10c 11c"]),
)
_odd = st.one_of(
    st.sampled_from([
        "", " ", "-", "--", "-1", "--json", "12o", "4o 4o", "8o", "4o,", "\ufe0f", "\udcff", "♥", "x" * 500, "99999999999",
        "1e3", "٣", "\x1b[31m", "\n", "none", "0x1",
        "'", "é", "nothing", "best", "K♦", "\u2028", "1:", ":", "0:", "4: suivi 50", "1: suivi", "1; suivi 50",
    ]),
    st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=6),
)  # fmt: skip
_sound = st.sampled_from([
    "suivi 20", "suivi 50", "suivi 100", "carré 100", "carre 150", "four 200", "tierce", "cent", "quarte", "Suivi 7",
    "carré", "run 20", "suivi  20", "SUIVI 50", "four of a kind 100", "suivi -20", "suivi 999999999", "suivi 9999999999",
    "suivi ٢٠", "", "run of three", "tierce 20", "tierce 50", "belote",
])  # fmt: skip
_heard = st.builds(lambda seat, said: f"{seat}: {', '.join(said)}", st.integers(0, 4), st.lists(_sound, max_size=3))
_played = st.builds(
    lambda seat, cards: f"{seat}: {' '.join(cards)}", st.integers(0, 4), st.lists(st.sampled_from(_cards), max_size=2)
)
_runs = st.builds(lambda at, size: " ".join(_cards[at : at + size]), st.integers(0, 28), st.integers(2, 5))
_trump = st.sampled_from(["oros", "COPAS", "none", "-1", "3", "4", "♥", "hearts", "", "x"])
_language = st.tuples(st.sampled_from(["--lang=es", "--lang=fr", "--lang=en", "--lang=de"]))
_any = st.one_of(
    st.tuples(st.just("--trump"), _trump),
    st.tuples(st.just("--trump"), _trump),
    _language,
    st.tuples(st.sampled_from(["--json", "--deck=french", "--deck=spanish", "--help", "--frob"])),
    st.tuples(_odd),
)
_at_the_table = st.one_of(
    st.tuples(st.just("--heard"), st.one_of(_heard, _heard, _heard, _odd)),
    st.tuples(st.just("--played"), st.one_of(_played, _played, _odd)),
    st.tuples(st.just("--declared"), st.one_of(_runs, _runs, st.just("nothing"), _odd)),
    st.tuples(st.sampled_from(["--seat", "--leads", "--turn"]), st.sampled_from(["0", "1", "2", "3", "4", "x"])),
    st.tuples(st.just("--assume-best")),
    _language,
    st.tuples(st.just("--json")),
)


@st.composite
def _typed(draw: st.DrawFn) -> Typed:
    command = draw(st.sampled_from(["best", "odds", "holdings"]))
    hand = draw(
        st.one_of(
            _hand, _hand, _hand, _hand, _hand.map(str.upper), st.lists(st.sampled_from(_cards), max_size=10).map(" ".join), _odd
        )
    )
    options = draw(
        st.lists(_any if command == "best" else st.one_of(_at_the_table, _at_the_table, _at_the_table, _any), max_size=4)
    )
    arguments = [*(hand.split(" ") if draw(st.booleans()) else [hand]), *(text for option in options for text in option)]
    if command == "best" and draw(st.booleans()):
        arguments.append("--all")
    if command == "odds":
        arguments += ["--samples", draw(st.sampled_from(["1", "50", "500"])), "--seed", "1"]
    return Typed(command, [argument for argument in arguments if "\0" not in argument])


INPUTS = _typed()


def check(given: Typed) -> None:
    """Run the command: an answer, for programs one that can be read, or one line of why there is none."""
    with tempfile.TemporaryDirectory() as made:
        ended = belote(Path(made), given.command, *given.arguments)
        assert not list(Path(made).iterdir())
    if ended.status:
        check_refused(ended)
        return
    assert (ended.err, ended.out[-1:]) == ("", "\n")
    if "--help" in given.arguments:
        return
    assert "None" not in ended.out, ended
    assert "Traceback" not in ended.out, ended
    if "--json" not in given.arguments:
        assert all(line.isprintable() for line in ended.out.splitlines()), ended
        return
    answer = json.loads(ended.out)
    hand = parse_hand(answer["hand"], answer["deck"])
    assert answer["mask"] == hand
    if given.command == "best":
        best = oracle.best(oracle.from_mask(hand), answer["trump"] and answer["trump"][0])
        assert (answer["points"], answer["belote"]) == (best.points, best.belote)
        assert [d["mask"] for d in answer["declarations"]] == [oracle.to_mask(d.cards) for d in best.declarations]
    elif given.command == "odds":
        for option in answer["options"]:
            chances = [option[name]["value"] for name in ("win", "tie", "lose", "nothing")]
            assert all(0 <= chance <= 1 for chance in chances), answer
            assert abs(sum(chances) - 1) < 1e-6, answer
    else:
        for deal in (answer["can_lose"], answer["can_tie"]):
            assert deal is None or sum(deal["masks"]) == 0xFFFFFFFF, answer
            assert deal is None or deal["masks"][answer["seat"]] == hand, answer
