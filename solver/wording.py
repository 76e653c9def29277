"""How players say trumps, numbers, seats and declarations: the words that answers have in common.

`phrases` has the words and `names` what the cards are called; `answer`, `outlook` and `telling` make the sentences.
"""

from solver.cards import NO_TRUMP, Suit
from solver.declarations import Declaration, Kind
from solver.names import Language, card_marks, rank_marks, rank_name, suit_name
from solver.phrases import say
from solver.rules import DEFAULT, Rules
from solver.views import team_of


def trump_name(trump: int, language: Language, deck: str) -> str:
    """Return how the trump -1..3 of a deal is said: "trumps oros", "no trumps"."""
    if trump == NO_TRUMP:
        return say("no trump", language)
    return say("trump", language, suit=suit_name(trump, language, deck).plain)


def number_of(things: str, number: int, language: Language) -> str:
    """Return a number of things, "cards", "points" or "declarations possible", as the language counts them.

    >>> number_of("cards", 1, "en"), number_of("points", 0, "fr"), number_of("points", 20, "fr")
    ('1 card', '0 point', '20 points')
    """
    return say(f"{number if number in (0, 1) else 'n'} {things}", language, n=number)


def sentence(text: str) -> str:
    """Return `text` with a capital at its start."""
    return text[:1].upper() + text[1:]


def declaration_name(declaration: Declaration, language: Language, deck: str) -> str:
    """Return what players call a declaration, as a heading: "Suivi de tres al rey de oros", "Carré de rois"."""
    if declaration.kind == "carre":
        return say("carre", language, four=rank_name(declaration.top, language, deck).four)
    return say("run", language, run=say(f"run of {declaration.length}", language), **_top_and_suit(declaration, language, deck))


def this_declaration(declaration: Declaration, language: Language, deck: str) -> str:
    """Return a declaration as part of a sentence: "el Suivi al rey de oros"."""
    if declaration.kind == "carre":
        return this_carre(declaration.top, language, deck)
    return say("this run", language, **_top_and_suit(declaration, language, deck))


def this_carre(rank: int, language: Language, deck: str) -> str:
    """Return the four cards of a rank 0..7 as part of a sentence: "the four reyes"."""
    return say("this carre", language, four=rank_name(rank, language, deck).four)


def declaration_worth(declaration: Declaration, language: Language, deck: str) -> str:
    """Return a declaration with its cards and points: "Carré de reyes (12o 12c 12e 12b): 100"."""
    marks = card_marks if declaration.kind == "carre" else rank_marks
    what = f"{declaration_name(declaration, language, deck)} ({marks(declaration.cards, language, deck)})"
    return say("worth", language, what=what, points=declaration.points)


def heard_name(kind: Kind, points: int, rules: Rules, language: Language) -> str:
    """Return what the table hears of a declaration; in French a Suivi of the usual value has the name of that value."""
    if kind == "carre":
        return say("heard carre", language, points=points)
    lengths = [length for length, value in enumerate(rules.run_points) if value == points]
    usual = rules.run_points == DEFAULT.run_points
    return say(f"heard run of {lengths[0]}" if usual else "heard run", language, points=points)


def seat_name(seat: int, viewer: int, language: Language) -> str:
    """Return what a seat is called, as `viewer` sees it: "seat 2 (your partner)"."""
    role = "yourself" if seat == viewer else "partner" if team_of(seat) == team_of(viewer) else "seat"
    return say(role, language, seat=seat)


def _top_and_suit(run: Declaration, language: Language, deck: str) -> dict[str, str]:
    suit = suit_name(run.suit or Suit.OROS, language, deck)
    return {"top": rank_name(run.top, language, deck).top, "of_suit": suit.of}
