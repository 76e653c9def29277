"""The words of a replay that the recorded deals do not bring: every house rule, and who the teller speaks to."""

import json
import re
from dataclasses import fields

import pytest

from solver import Rules
from solver.names import LANGUAGES
from solver.phrases import PHRASES
from solver.replay import read_record
from solver.telling import tell

HANDS = ["4o 5o 6o 7o 10o 11o 12o 1o", "4c 5c 6c 7c 10c 11c 12c 1c", "4e 5e 6e 7e 10e 11e 12e 1e", "4b 5b 6b 7b 10b 11b 12b 1b"]
PLAYS = [
    {"seat": 1, "card": "11c", "declare": "4c 5c 6c", "say": "belote"},
    {"seat": 2, "card": "4e"},
    {"seat": 3, "card": "4b"},
    {"seat": 0, "card": "4o"},
    {"seat": 1, "card": "12c", "say": "rebelote"},
]
CHANGED = {field.name: 7 for field in fields(Rules)} | {"rebelote_required": False}


def told(language, seat=None, **changes):
    record = {"hands": HANDS, "trump": "copas", "first_seat": 1, "plays": PLAYS, **changes}
    return list(tell(read_record(json.dumps(record)), language, seat))


HOUSE_RULES = {
    "es": [
        "Suivi de tres: 7", "Suivi de cuatro: 7", "Suivi de cinco: 7", "Suivi de seis: 7", "Suivi de siete: 7", "Suivi de ocho: 7",
        "Carré de cuatros: 7", "Carré de cincos: 7", "Carré de seises: 7", "Carré de sietes: 7",
        "Carré de sotas: 7", "Carré de caballos: 7", "Carré de reyes: 7", "Carré de ases: 7",
        "Belote-Rebelote: 7", "«Belote» vale sin «Rebelote»", "contrato fallado: 7", "máximo de puntos en bazas: 7",
    ],
    "en": [
        "Run of three: 7", "Run of four: 7", "Run of five: 7", "Run of six: 7", "Run of seven: 7", "Run of eight: 7",
        "Four of a kind, 4s: 7", "Four of a kind, 5s: 7", "Four of a kind, 6s: 7", "Four of a kind, 7s: 7",
        "Four of a kind, sotas: 7", "Four of a kind, caballos: 7", "Four of a kind, reyes: 7", "Four of a kind, aces: 7",
        "Belote-Rebelote: 7", "“Belote” counts without “Rebelote”", "failed contract: 7", "most points in tricks: 7",
    ],
    "fr": [
        "Tierce : 7", "Cinquante : 7", "Cent de cinq cartes : 7", "Cent de six cartes : 7", "Cent de sept cartes : 7",
        "Cent de huit cartes : 7",
        "Carré de 4 : 7", "Carré de 5 : 7", "Carré de 6 : 7", "Carré de 7 : 7",
        "Carré de sotas : 7", "Carré de caballos : 7", "Carré de reyes : 7", "Carré d'as : 7",
        "Belote-Rebelote : 7", "« Belote » compte sans « Rebelote »", "contrat chuté : 7", "maximum de points de plis : 7",
    ],
}  # fmt: skip
HEADINGS = {"es": "Reglas de la casa: ", "en": "House rules: ", "fr": "Règles de la maison : "}


@pytest.mark.parametrize("language", LANGUAGES)
def test_house_rules_are_told_in_words(language):
    line = told(language, rules=CHANGED)[2]
    expected = HOUSE_RULES[language]
    assert line.removeprefix(HEADINGS[language]).removesuffix(".").split("; ") == expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CHANGED)
def test_only_what_the_house_changes_is_told(language, name):
    [line] = [line for line in told(language, rules={name: CHANGED[name]}) if line.startswith(HEADINGS[language])]
    assert ";" not in line.removeprefix(HEADINGS[language])
    assert not any(line.startswith(HEADINGS[language]) for line in told(language))


SEEN = {
    "es": [
        "Triunfo copas; sales tú.", "Tu mano (eres el jugador 1):", "  Juegas el caballo de copas: «Suivi 20, Belote».",
        "    Enseñas:", "    Comparación de cantes: gana tu pareja (jugadores 1 y 3), 20 puntos.",
        "La otra pareja (jugadores 0 y 2): 0", "  El jugador 0 juega el 4 de oros.",
    ],
    "en": [
        "Trumps copas; you lead.", "Your hand (you are seat 1):", "  You play the caballo (11) of copas: “Run 20, Belote”.",
        "    You show:", "    Comparison of declarations: your team (seats 1 and 3) wins, 20 points.",
        "The other team (seats 0 and 2): 0", "  Seat 0 plays the 4 of oros.",
    ],
    "fr": [
        "Atout copas ; vous entamez.", "Votre main (vous êtes le joueur 1) :",
        "  Vous jouez le caballo (11) de copas : « Tierce, Belote ».", "    Vous montrez :",
        "    Comparaison des annonces : votre équipe (joueurs 1 et 3) l'emporte, 20 points.",
        "L'autre équipe (joueurs 0 et 2) : 0", "  Le joueur 0 joue le 4 d'oros.",
    ],
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_player_of_a_seat_is_spoken_to(language):
    lines = told(language, seat=1)
    assert [line for line in SEEN[language] if line not in lines] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_told_of_seats_and_teams(language):
    text = "\n".join(told(language))
    assert re.search(r"\b(tú|tu|juegas|you|your|vous|votre)\b", text, re.IGNORECASE) is None


def test_spanish_has_one_word_for_declarations():
    assert [spanish for spanish, _, _ in PHRASES.values() if re.search("declar|anunci", spanish, re.IGNORECASE)] == []


def test_a_very_long_name_is_cut():
    heading, *_ = told("en", name="x" * 100_000)
    assert heading == f"Deal 1: {'x' * 199}…"
    assert told("en", name="y" * 200)[0] == f"Deal 1: {'y' * 200}"
