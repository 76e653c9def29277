"""The words are those of players, in every language."""

import pytest

from solver import read_declaration
from solver.answer import answer
from solver.cards import DECKS
from solver.explanation import Advantage, explain
from solver.names import LANGUAGES, RANKS, SUITS, Language, card_marks, card_names
from solver.phrases import say
from solver.wording import declaration_name, declaration_worth, number_of

languages = pytest.mark.parametrize("language", LANGUAGES)


@pytest.mark.parametrize("deck", DECKS)
@languages
def test_every_card_has_its_own_names(language: Language, deck: str) -> None:
    names = card_names(0xFFFFFFFF, language, deck)
    assert len(set(names)) == len(set(card_marks(0xFFFFFFFF, language, deck).split())) == 32
    assert all(name == name.strip() for name in names)
    assert len({name.plain for name in SUITS[language, deck]}) == 4
    assert len({name.four for name in RANKS[language, deck]}) == len({name.top for name in RANKS[language, deck]}) == 8


@languages
def test_every_declaration_and_every_advantage_has_words(language: Language) -> None:
    for length in range(3, 9):
        assert say(f"run of {length}", language)
    for advantage in Advantage:
        if advantage is not Advantage.POINTS:
            assert say(f"by {advantage.value}", language)


@pytest.mark.parametrize(
    ("language", "deck", "cards", "name"),
    [
        ("es", "spanish", "12o 12c 12e 12b", "Carré de reyes"),
        ("es", "spanish", "10o 10c 10e 10b", "Carré de sotas"),
        ("es", "spanish", "6c 7c 10c 11c", "Suivi de cuatro al caballo de copas"),
        ("es", "french", "JD QD KD", "Suivi de tres al rey de diamantes"),
        ("en", "spanish", "1o 1c 1e 1b", "Four of a kind, aces"),
        ("en", "spanish", "6c 7c 10c 11c", "Run of four up to the caballo (11) of copas"),
        ("en", "french", "JD QD KD", "Run of three up to the king of diamonds"),
        ("fr", "french", "JD QD KD", "Tierce au roi de carreau"),
        ("fr", "french", "9H 10H JH QH", "Cinquante à la dame de cœur"),
        ("fr", "french", "10S JS QS KS AS", "Cent de cinq cartes à l'as de pique"),
        ("fr", "french", "AD AH AS AC", "Carré d'as"),
        ("fr", "french", "QD QH QS QC", "Carré de dames"),
        ("fr", "spanish", "4o 5o 6o", "Tierce au 6 d'oros"),
    ],
)
def test_declarations_in_the_words_of_players(language: Language, deck: str, cards: str, name: str) -> None:
    assert declaration_name(read_declaration(cards, deck=deck), language, deck) == name


def test_marks_of_the_french_deck_follow_the_language() -> None:
    carre = read_declaration("JD JH JS JC", deck="french")
    assert declaration_worth(carre, "fr", "french") == "Carré de valets (V♦ V♥ V♠ V♣) : 200"
    assert declaration_worth(carre, "en", "french") == "Four of a kind, jacks (J♦ J♥ J♠ J♣): 200"
    assert declaration_worth(carre, "es", "spanish") == "Carré de sotas (10o 10c 10e 10b): 200"


def told(hand: str, trump: str | None, language: Language, deck: str, *, others: bool = False) -> list[str]:
    return list(answer(explain(hand, trump, deck=deck), language, deck, () if others else None))


def test_an_answer_in_spanish() -> None:
    assert told("12o 12c 12e 12b 10o 11o", "oros", "es", "spanish") == [
        "Tu mano de 6 cartas, triunfo oros:",
        "  oros     10 11 12",
        "  copas    12",
        "  espadas  12",
        "  bastos   12",
        "",
        "Canta:",
        "  Carré de reyes (12o 12c 12e 12b): 100",
        "",
        "Renuncias a:",
        "  Suivi de tres al rey de oros (10 11 12): 20",
        "    En común con el Carré de reyes: el rey de oros; una carta cuenta una sola vez.",
        "    Con este cante serían 20 puntos en vez de 100.",
        "",
        "Belote-Rebelote con el caballo de oros y el rey de oros: 20",
        "Total: 120 puntos",
    ]


def test_an_answer_in_french() -> None:
    assert told("9D 10H 10S 10C 8H 9H JH QH", "spades", "fr", "french") == [
        "Votre main, atout pique :",
        "  carreau  9",
        "  cœur     8 9 10 V D",
        "  pique    10",
        "  trèfle   10",
        "",
        "Annoncez :",
        "  Cent de cinq cartes à la dame de cœur (8 9 10 V D) : 100",
        "",
        "Total : 100 points",
    ]


def test_an_answer_in_english_to_a_tie_and_to_nothing() -> None:
    lines = told("10D 10H 10S 10C 8H 9H JH QH", None, "en", "french", others=True)
    assert lines[0] == "Your hand, no trumps:"
    assert "No other combination is worth as much." in lines
    assert "    In common with the four 10s: the 10 of hearts; a card counts only once." in lines
    assert "    With this declaration it would be the same points, but at equal value four of a kind beats a run." in lines
    assert told("7D", None, "en", "french") == [
        "Your hand of 1 card, no trumps:",
        "  diamonds  7",
        "",
        "There is nothing to declare.",
        "",
        "Total: 0 points",
    ]


@languages
def test_eight_of_a_suit(language: Language) -> None:
    lines = told("4o 5o 6o 7o 10o 11o 12o 1o", None, language, "spanish")
    assert f"    {say('in parts', language)}" in lines
    assert lines[-1] == say("total", language, points=number_of("points", 120, language))


@pytest.mark.parametrize(
    ("language", "numbers"),
    [
        ("es", ["0 puntos", "1 punto", "2 puntos", "0 cartas", "1 carta", "32 cartas"]),
        ("en", ["0 points", "1 point", "2 points", "0 cards", "1 card", "32 cards"]),
        ("fr", ["0 point", "1 point", "2 points", "0 carte", "1 carte", "32 cartes"]),
    ],
)
def test_numbers_of_things(language: Language, numbers: list[str]) -> None:
    counted = [("points", 0), ("points", 1), ("points", 2), ("cards", 0), ("cards", 1), ("cards", 32)]
    assert [number_of(things, number, language) for things, number in counted] == numbers


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("es", "El Carré de cuatros no vale nada y no es un cante."),
        ("en", "The four 4s are worth nothing and are no declaration."),
        ("fr", "Le carré de 4 ne vaut rien et n'est pas une annonce."),
    ],
)
def test_four_of_a_kind_for_nothing_is_told(language: Language, line: str) -> None:
    assert told("4o 4c 4e 4b 5o 6o", None, language, "spanish")[-3:-1] == [line, ""]
    assert line not in told("4o 4c 4e 5o 6o", None, language, "spanish")
