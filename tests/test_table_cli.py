"""`belote odds` and `belote holdings`: what they tell a player, in three languages and for programs."""

import json
import re

import pytest
from asking import lines_of, run

from solver import parse_hand

FULL_SUIT = "4o 5o 6o 7o 10o 11o 12o 1o"
SAFE = "7o 10o 11o 12o 1o 6c 10e 10b"
CARD = re.compile(r"\b(?:[45671]|1[012])[oceb]\b")
SOUNDS = "'suivi 20', 'suivi 50', 'suivi 100', 'carré 100', 'carré 150', 'carré 200', 'tierce', 'cinquante' or 'cent'"
PLAIN = "7o 10o 11o 12o 4c 5e 12b 1c"


def answer_of(*arguments: object) -> dict:
    return json.loads("\n".join(lines_of(*arguments, "--json")))


def test_odds_tell_what_to_declare_and_how_it_ends():
    lines = lines_of("odds", PLAIN, "--trump", "oros", "--heard", "1: suivi 20", "--samples", 10_000, "--seed", 1)
    assert lines[:9] == [
        "Your hand, trumps oros:",
        "  oros     7 10 11 12",
        "  copas    4 1",
        "  espadas  5",
        "  bastos   12",
        "Heard: seat 1, Run 20.",
        "",
        "Declare:",
        "  Run of four up to the rey (12) of oros (7 10 11 12): 50",
    ]
    assert lines[10] == "The comparison:"
    endings = [line.rstrip("%.0123456789").strip() for line in lines[11:14]]
    assert endings == ["your team wins", "an exact tie", "the other team wins"]
    assert lines[15].startswith("Points to expect for declarations: ")
    assert lines[-1].startswith("By 10,000 random deals; the standard error of each chance is 0.")


def test_odds_of_a_hand_with_a_choice_tell_of_both():
    lines = lines_of("odds", FULL_SUIT, "--heard", "3: suivi 100", "--samples", 20_000, "--seed", 1, "--lang", "es")
    assert "  Suivi de ocho al as de oros (4 5 6 7 10 11 12 1): 100" in lines
    rest = lines[lines.index("También podrías cantar:") :]
    assert rest[1:3] == ["  Suivi de cinco al as de oros (7 10 11 12 1): 100", "  Suivi de tres al 6 de oros (4 5 6): 20"]
    assert " puntos para tu pareja, " in rest[3]
    assert lines[-1].startswith("Según 20.000 repartos al azar")


def test_odds_of_nothing_tell_that_nobody_may_declare():
    options = ("--deck", "french", "--lang", "fr", "--samples", 1000, "--seed", 1)
    lines = lines_of("odds", "7d 9d jd 8h qh ks 10c ac", *options)
    assert "Il n'y a rien à annoncer." in lines
    assert any(line.startswith("  personne n'annonce") for line in lines)


def test_odds_of_few_deals_are_told_as_exact():
    known = ["1: 4c 5c 6c 7c 10c 4e", "2: 5e 6e 7e 10e 11e 4b", "3: 5b 6b 7b 10b 11b"]
    lines = lines_of("odds", FULL_SUIT, *(piece for text in known for piece in ("--played", text)))
    assert lines[-1] == "By all deals that are possible, 210 of them."


@pytest.mark.parametrize(
    ("lang", "chance", "points", "deals"),
    [
        ("en", "your team wins       100.00%", "20.0 for your team", "By 1,000 random deals"),
        ("es", "gana tu pareja       100,00 %", "20,0 para tu pareja", "Según 1.000 repartos al azar"),
        ("fr", "votre équipe l'emporte    100,00 %", "20,0 pour votre équipe", "D'après 1\N{NO-BREAK SPACE}000 donnes au hasard"),
    ],
)
def test_figures_are_written_as_the_language_does(lang, chance, points, deals):
    known = ["1: 4c 5c 6c 7c 10c 4e", "2: 5e 6e 7e 10e 11e 4b", "3: 5b 6b 7b 10b 11b"]
    own = ["--declared", "4o 5o 6o", "--lang", lang]
    lines = lines_of("odds", FULL_SUIT, *own, *(piece for text in known for piece in ("--played", text)))
    assert f"  {chance}" in lines
    assert points in next(line for line in lines if line.startswith(("Points", "Puntos")))
    assert lines_of("odds", FULL_SUIT, *own, "--samples", 1000)[-1].startswith(deals)


def test_odds_for_programs():
    answer = answer_of("odds", FULL_SUIT, "--trump", "copas", "--seat", 2, "--samples", 1000, "--seed", 1)
    assert (answer["seat"], answer["trump"], answer["heard"], answer["samples"], answer["exact"]) == (2, "copas", [], 1000, False)
    parts, run_of_eight = answer["options"]
    assert [d["points"] for d in parts["declarations"]] == [100, 20]
    assert run_of_eight["declarations"][0]["cards"] == FULL_SUIT
    assert parts["margin"] == {"value": 0, "error": 0}
    assert run_of_eight["margin"]["value"] > 10
    assert run_of_eight["win"]["value"] == 1


def test_holdings_of_a_hand_that_is_safe():
    lines = lines_of("holdings", SAFE, "--trump", "oros")
    assert "Your team cannot lose the comparison: no possible deal allows it." in lines
    assert "There can be no exact tie." in lines
    assert lines[-1] == "Most points for declarations: 220 for your team, 0 for the other team."


@pytest.mark.parametrize(
    ("lang", "can_lose", "can_be", "partner"),
    [
        ("en", "Your team can lose", "What seat 1 declared, Run 50, can be:", "seat 2 (your partner)"),
        ("es", "Tu pareja puede perder", "Lo que ha dicho el jugador 1, Suivi 50, puede ser:", "el jugador 2 (tu compañero)"),
        ("fr", "Votre équipe peut perdre", "Ce qu'annonce le joueur 1, Cinquante, peut être :", "le joueur 2 (votre partenaire)"),
    ],
)
def test_holdings_show_the_deal_that_beats_you(lang, can_lose, can_be, partner):
    lines = lines_of("holdings", PLAIN, "--trump", "oros", "--heard", "1: suivi 50", "--lang", lang)
    start = next(number for number, line in enumerate(lines) if line.startswith(can_lose))
    deal = lines[start + 1 : start + 5]
    assert deal[2].strip().startswith(partner)
    assert sum(parse_hand(" ".join(CARD.findall(line))) for line in deal) == 0xFFFFFFFF
    assert len(lines[lines.index(can_be) + 1 :]) == 9


def test_holdings_assume_best():
    lines = lines_of("holdings", PLAIN, "--heard", "1: suivi 50", "--leads", 1, "--turn", 0, "--assume-best")
    assert any(line.split() == ["seat", "3", "nothing"] for line in lines)


def test_holdings_for_programs():
    answer = answer_of("holdings", PLAIN, "--trump", "oros", "--heard", "1: suivi 50, carré 150")
    assert answer["heard"] == [{"seat": 1, "kind": "suivi", "points": 50}, {"seat": 1, "kind": "carre", "points": 150}]
    assert [meant["points"] for meant in answer["heard_as"]] == [50, 150]
    assert [p["cards"] for p in answer["heard_as"][1]["possible"]] == ["6o 6c 6e 6b"]
    deal = answer["can_lose"]
    assert sum(deal["masks"]) == 0xFFFFFFFF
    assert [parse_hand(hand) for hand in deal["hands"]] == deal["masks"]
    assert answer["can_tie"] is None
    assert [found and found["seat"] for found in answer["strongest"]] == [None, 1, 2, 3]
    assert answer["other_team_strongest"]["points"] == 150
    assert [bool(every) for every in answer["held"]] == [False, True, True, True]
    assert answer["most_points"][0]["points"] == 0
    safe = answer_of("holdings", SAFE, "--trump", "oros")
    assert safe["can_lose"] is None


@pytest.mark.parametrize("command", ["odds", "holdings"])
def test_what_cannot_be_is_told_in_one_line(command):
    for arguments, status, message in (
        (["4o 5o"], 1, "own hand 4o 5o: 2 cards, a player is dealt 8"),
        ([PLAIN, "--heard", "1: fifty"], 1, f"'fifty' in '1: fifty' is nothing one hears: write it as {SOUNDS}\n"),
        ([PLAIN, "--heard", "1: carré 200"], 1, "no deal explains all of this: seat 1 Carré 200"),
        ([PLAIN, "--seat", "4"], 2, "4 is not in the range"),
        ([], 2, "Missing argument"),
    ):
        result = run(command, *arguments)
        assert result.exit_code == status
        assert message in result.stderr
        assert result.stderr.count("\n") == 1
