"""What one has declared oneself: the best combination once one's turn has passed, unless another one or nothing is told."""

import json

import pytest
from click.testing import CliRunner

from solver import (
    DEFAULT,
    DeclarationRound,
    Rules,
    ViewError,
    advise,
    advise_at,
    can_be_beaten,
    estimate_odds,
    hand_view,
    parse_hand,
    read_declaration,
)
from solver.advice import declared_at
from solver.cards import RANKS
from solver.cli import belote
from solver.declarations import declarations_of
from solver.names import LANGUAGES
from solver.phrases import say
from solver.views import Heard
from solver.wording import heard_name
from solver.written import read_heard

SAFE = "7o 10o 11o 12o 1o 6c 10e 10b"
BEST, LESS = "7o 10o 11o 12o 1o", "10o 11o 12o"
PAST = [{"first_seat": 0, "turn": 1}, {"first_seat": 3, "turn": 2}, {"played": ["0: 6c"]}]


def run(*arguments):
    return CliRunner().invoke(belote, [str(argument) for argument in arguments])


def declared(view):
    return [d.cards for d in view.declared]


@pytest.mark.parametrize("past", PAST)
def test_the_best_was_declared_once_the_turn_has_passed(past):
    view = hand_view(SAFE, "oros", **past)
    assert declared(view) == [parse_hand(BEST)]
    assert can_be_beaten(view).lost is None
    assert declared(hand_view(SAFE, "oros", declared=[LESS], **past)) == [parse_hand(LESS)]
    assert declared(hand_view(SAFE, "oros", declared=(), **past)) == []


@pytest.mark.parametrize("waiting", [{}, {"turn": 0}, {"first_seat": 2, "turn": 3}])
def test_nothing_was_declared_before_the_turn(waiting):
    view = hand_view(SAFE, "oros", **waiting)
    assert not view.had_say(0)
    assert declared(view) == []
    assert can_be_beaten(view).lost is None


def test_nothing_can_be_told_without_a_turn():
    silent = hand_view(SAFE, "oros", declared=())
    assert silent.had_say(0)
    assert not silent.had_say(1)
    assert can_be_beaten(silent)
    assert estimate_odds(silent, samples=1000, seed=1).win.value < 1


@pytest.mark.parametrize("past", PAST)
def test_it_is_too_late_to_advise(past):
    for view in (hand_view(SAFE, **past), hand_view(SAFE, declared=(), **past), hand_view(SAFE, declared=[LESS], **past)):
        with pytest.raises(ViewError, match=r"^seat 0 has had its say"):
            advise_at(view)
    with pytest.raises(ViewError, match=r"^seat 0 has had its say"):
        advise(SAFE, **past)


def test_a_round_tells_who_has_had_their_say():
    deal = DeclarationRound([[rank + suit for rank in RANKS] for suit in "oceb"], None)
    deal.play(0, "4o")
    assert [deal.view(0).had_say(seat) for seat in range(4)] == [True, False, False, False]
    [option] = declared_at(deal.view(0), samples=100, seed=1).options
    assert (option.declarations, option.points, option.odds) == ((), 0, estimate_odds(deal.view(0), samples=100, seed=1))
    with pytest.raises(ViewError, match="has had its say"):
        advise_at(deal.view(0))


def test_the_odds_of_what_was_declared():
    view = hand_view(SAFE, "oros", turn=1)
    [option] = declared_at(view, samples=1000, seed=1).options
    assert (option.points, option.odds) == (100, estimate_odds(view, samples=1000, seed=1))


@pytest.mark.parametrize(
    ("lang", "told", "nothing"),
    [
        ("en", "You are taken to have declared:", "You are taken to have declared nothing."),
        ("es", "Se entiende que has cantado:", "Se entiende que no has cantado nada."),
        ("fr", "Vous êtes censé avoir annoncé :", "Vous êtes censé n'avoir rien annoncé."),
    ],
)
def test_commands_tell_what_one_is_taken_to_have_declared(lang, told, nothing):
    for command in (["odds", SAFE, "--samples", 100, "--seed", 1], ["holdings", SAFE]):
        lines = run(*command, "--turn", 1, "--lang", lang).stdout.splitlines()
        assert lines[5] == told
        assert "(7 10 11 12 1)" in lines[6]
        assert not {"Declare:", "Canta:", "Annoncez :"} & set(lines)
        assert run(*command, "--turn", 1, "--lang", lang, "--declared", "nothing").stdout.splitlines()[5] == nothing
        assert told not in run(*command, "--lang", lang).stdout


def test_commands_for_programs_say_what_was_declared():
    for command in (["odds", SAFE, "--samples", 100, "--seed", 1, "--json"], ["holdings", SAFE, "--json"]):
        for options, expected in (
            ([], None),
            (["--turn", 1], [BEST]),
            (["--declared", "nothing"], []),
            (["--declared", LESS, "--played", "0: 6c"], [LESS]),
        ):
            assert json.loads(run(*command, *options).stdout)["declared"] == expected


def test_two_declarations_of_ones_own():
    hand = "4o 5o 6o 7o 10o 11o 12o 1o"
    answer = json.loads(run("odds", hand, "--declared", "4o 5o 6o", "--declared", BEST, "--samples", 10, "--json").stdout)
    assert answer["declared"] == [BEST, "4o 5o 6o"]
    assert [option["points"] for option in answer["options"]] == [120]


def test_ones_own_declaration_is_not_heard():
    result = run("odds", SAFE, "--heard", "0: suivi 100")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "seat 0 is yours: give your cards with --declared" in result.stderr
    result = run("odds", SAFE, "--declared", "nothing", "--declared", LESS)
    assert result.exit_code == 2
    assert "give 'nothing' alone" in result.stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_answers_are_read_back(language):
    for declaration in declarations_of().values():
        heard = heard_name(declaration.kind, declaration.points, DEFAULT, language)
        heard_once = Heard(1, *declaration.sound)
        assert read_heard(f"1: {heard}") == [heard_once]
        if declaration.kind == "suivi":
            name = say(f"run of {declaration.length}", language)
            assert read_heard(f"1: {name.upper()}, {name} {declaration.points}") == [heard_once] * 2


def test_other_words_that_are_read():
    said = "3: Tierce, cinquante, CENT, tierce 20, run of three  20, four of a kind 100, carre 150"
    assert [str(heard.sound) for heard in read_heard(said)] == [
        *("Suivi 20", "Suivi 50", "Suivi 100", "Suivi 20", "Suivi 20", "Carré 100", "Carré 150")
    ]
    for said in ("tierce 50", "run", "suivi", "four of a kind", "100", "run of nine", ""):
        with pytest.raises(ViewError, match="is nothing one hears"):
            read_heard(f"1: {said}")


def test_one_declaration_is_a_list_of_one():
    for one in (LESS, parse_hand(LESS), read_declaration(LESS)):
        assert declared(hand_view(SAFE, declared=one)) == [parse_hand(LESS)]


def test_rules_that_are_none_are_refused():
    for rules in (None, 3):
        with pytest.raises(TypeError, match="rules are a solver"):
            hand_view(SAFE, heard=["1: tierce"], rules=rules)
    assert hand_view(SAFE, heard=["1: tierce"], rules=Rules(run_of_3=30)).heard == (Heard(1, "suivi", 30),)
