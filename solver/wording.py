"""Every phrase the command line says to players, in Spanish, English and French, in one table.

`names` has what the cards are called; `answer`, `outlook` and `telling` put the phrases together.
"""

from typing import Final, NamedTuple

from solver.cards import NO_TRUMP, Suit
from solver.declarations import Declaration, Kind
from solver.names import Language, card_marks, rank_marks, rank_name, suit_name
from solver.rules import DEFAULT, Rules
from solver.views import team_of


class Phrase(NamedTuple):
    """One phrase in every language; ``{name}`` is filled in by `say`."""

    es: str
    en: str
    fr: str


PHRASES: Final = {
    "hand": Phrase("Tu mano, {trump}:", "Your hand, {trump}:", "Votre main, {trump} :"),
    "hand of n": Phrase("Tu mano de {n}, {trump}:", "Your hand of {n}, {trump}:", "Votre main de {n}, {trump} :"),
    "1 card": Phrase("1 carta", "1 card", "1 carte"),
    "n cards": Phrase("{n} cartas", "{n} cards", "{n} cartes"),
    "trump": Phrase("triunfo {suit}", "trumps {suit}", "atout {suit}"),
    "no trump": Phrase("sin triunfo", "no trumps", "sans atout"),
    "declare": Phrase("Canta:", "Declare:", "Annoncez :"),
    "nothing": Phrase("No hay nada que cantar.", "There is nothing to declare.", "Il n'y a rien à annoncer."),
    "declared": Phrase("Se entiende que has cantado:", "You are taken to have declared:", "Vous êtes censé avoir annoncé :"),
    "declared nothing": Phrase(
        "Se entiende que no has cantado nada.", "You are taken to have declared nothing.", "Vous êtes censé n'avoir rien annoncé."
    ),
    "given up": Phrase("Renuncias a:", "You give up:", "Vous renoncez à :"),
    "or": Phrase("O bien, por los mismos puntos:", "Or, for the same points:", "Ou bien, pour les mêmes points :"),
    "no other": Phrase(
        "Ninguna otra combinación vale tanto.",
        "No other combination is worth as much.",
        "Aucune autre combinaison ne vaut autant.",
    ),
    "total": Phrase("Total: {points} puntos", "Total: {points} points", "Total : {points} points"),
    "worth": Phrase("{what}: {points}", "{what}: {points}", "{what} : {points}"),
    "and": Phrase("{first} y {second}", "{first} and {second}", "{first} et {second}"),
    "belote": Phrase("Belote-Rebelote con {cards}", "Belote-Rebelote with {cards}", "Belote-Rebelote avec {cards}"),
    "carre": Phrase("Carré {four}", "Four of a kind, {four}", "Carré {four}"),
    "this carre": Phrase("el Carré {four}", "the four {four}", "le carré {four}"),
    "run": Phrase("{run} {top} {of_suit}", "{run} up to {top} {of_suit}", "{run} {top} {of_suit}"),
    "this run": Phrase("el Suivi {top} {of_suit}", "the run up to {top} {of_suit}", "la suite {top} {of_suit}"),
    "run of 3": Phrase("Suivi de tres", "Run of three", "Tierce"),
    "run of 4": Phrase("Suivi de cuatro", "Run of four", "Cinquante"),
    "run of 5": Phrase("Suivi de cinco", "Run of five", "Cent de cinq cartes"),
    "run of 6": Phrase("Suivi de seis", "Run of six", "Cent de six cartes"),
    "run of 7": Phrase("Suivi de siete", "Run of seven", "Cent de sept cartes"),
    "run of 8": Phrase("Suivi de ocho", "Run of eight", "Cent de huit cartes"),
    "common": Phrase(
        "En común con {chosen}: {cards}; una carta cuenta una sola vez.",
        "In common with {chosen}: {cards}; a card counts only once.",
        "En commun avec {chosen} : {cards} ; une carte ne compte qu'une fois.",
    ),
    "in parts": Phrase(
        "Conviene cantarlo por partes.", "It is better declared in parts.", "Mieux vaut l'annoncer en plusieurs parties."
    ),
    "fewer points": Phrase(
        "Con este cante serían {other} puntos en vez de {best}.",
        "With this declaration it would be {other} points instead of {best}.",
        "Avec cette annonce, ce serait {other} points au lieu de {best}.",
    ),
    "equal points": Phrase(
        "Con este cante serían los mismos puntos, pero {why}.",
        "With this declaration it would be the same points, but {why}.",
        "Avec cette annonce, ce serait autant de points, mais {why}.",
    ),
    "by value": Phrase(
        "el cante más fuerte valdría menos",
        "the strongest declaration would be worth less",
        "l'annonce la plus forte vaudrait moins",
    ),
    "by carre": Phrase(
        "a igual valor el Carré gana al Suivi",
        "at equal value four of a kind beats a run",
        "à valeur égale le carré bat la suite",
    ),
    "by length": Phrase(
        "a igual valor gana el Suivi más largo",
        "at equal value the longer run wins",
        "à valeur égale la suite la plus longue l'emporte",
    ),
    "by top": Phrase(
        "a igual valor gana la carta más alta",
        "at equal value the higher card wins",
        "à valeur égale la carte la plus haute l'emporte",
    ),
    "deal": Phrase("Reparto {number}", "Deal {number}", "Donne {number}"),
    "deal named": Phrase("Reparto {number}: {name}", "Deal {number}: {name}", "Donne {number} : {name}"),
    "leads": Phrase("{trump}; sale {seat}.", "{trump}; {seat} leads.", "{trump} ; {seat} entame."),
    "leads, you": Phrase("{trump}; sales tú.", "{trump}; you lead.", "{trump} ; vous entamez."),
    "your hand": Phrase("Tu mano (eres {seat}):", "Your hand (you are {seat}):", "Votre main (vous êtes {seat}) :"),
    "house rules": Phrase("Reglas de la casa: {rules}.", "House rules: {rules}.", "Règles de la maison : {rules}."),
    "failed contract": Phrase("contrato fallado", "failed contract", "contrat chuté"),
    "most trick points": Phrase("máximo de puntos en bazas", "most points in tricks", "maximum de points de plis"),
    "rebelote not required": Phrase(
        "«Belote» vale sin «Rebelote»", "“Belote” counts without “Rebelote”", "« Belote » compte sans « Rebelote »"
    ),
    "seat": Phrase("el jugador {seat}", "seat {seat}", "le joueur {seat}"),
    "team": Phrase(
        "la pareja {team} (jugadores {first} y {second})",
        "team {team} (seats {first} and {second})",
        "l'équipe {team} (joueurs {first} et {second})",
    ),
    "your team": Phrase(
        "tu pareja (jugadores {first} y {second})",
        "your team (seats {first} and {second})",
        "votre équipe (joueurs {first} et {second})",
    ),
    "other team": Phrase(
        "la otra pareja (jugadores {first} y {second})",
        "the other team (seats {first} and {second})",
        "l'autre équipe (joueurs {first} et {second})",
    ),
    "trick": Phrase("Baza {number}", "Trick {number}", "Pli {number}"),
    "plays": Phrase("{seat} juega {card}.", "{seat} plays {card}.", "{seat} joue {card}."),
    "plays, you": Phrase("juegas {card}.", "you play {card}.", "vous jouez {card}."),
    "plays saying": Phrase("{seat} juega {card}: «{said}».", "{seat} plays {card}: “{said}”.", "{seat} joue {card} : « {said} »."),
    "plays saying, you": Phrase("juegas {card}: «{said}».", "you play {card}: “{said}”.", "vous jouez {card} : « {said} »."),
    "heard carre": Phrase("Carré {points}", "Four of a kind {points}", "Carré {points}"),
    "heard run": Phrase("Suivi {points}", "Run {points}", "Suite {points}"),
    "heard run of 3": Phrase("Suivi {points}", "Run {points}", "Tierce"),
    "heard run of 4": Phrase("Suivi {points}", "Run {points}", "Cinquante"),
    "heard run of 5": Phrase("Suivi {points}", "Run {points}", "Cent"),
    "won": Phrase(
        "Comparación de cantes: gana {team}, {points} puntos.",
        "Comparison of declarations: {team} wins, {points} points.",
        "Comparaison des annonces : {team} l'emporte, {points} points.",
    ),
    "tie": Phrase(
        "Comparación de cantes: empate exacto, no cuenta ninguno.",
        "Comparison of declarations: an exact tie, none counts.",
        "Comparaison des annonces : égalité parfaite, aucune ne compte.",
    ),
    "shows": Phrase("{seat} enseña:", "{seat} shows:", "{seat} montre :"),
    "shows, you": Phrase("enseñas:", "you show:", "vous montrez :"),
    "belote scored": Phrase(
        "Belote-Rebelote: {points} puntos para {team}.",
        "Belote-Rebelote: {points} points for {team}.",
        "Belote-Rebelote : {points} points pour {team}.",
    ),
    "no rebelote": Phrase(
        "«Belote» sin «Rebelote»: 0 puntos.",
        "“Belote” without “Rebelote”: 0 points.",
        "« Belote » sans « Rebelote » : 0 point.",
    ),
    "no belote": Phrase(
        "«Rebelote» sin «Belote»: 0 puntos.",
        "“Rebelote” without “Belote”: 0 points.",
        "« Rebelote » sans « Belote » : 0 point.",
    ),
    "stops": Phrase(
        "El registro acaba tras {cards}.", "The record ends after {cards}.", "L'enregistrement s'arrête après {cards}."
    ),
    "contract made": Phrase(
        "Contrato de {team}: cumplido, con {points} puntos en bazas.",
        "The contract of {team} is made, with {points} points in tricks.",
        "Contrat de {team} : réussi, avec {points} points de plis.",
    ),
    "contract failed": Phrase(
        "Contrato de {team}: fallado, con {points} puntos en bazas.",
        "The contract of {team} fails, with {points} points in tricks.",
        "Contrat de {team} : chuté, avec {points} points de plis.",
    ),
    "score": Phrase("{team}: {figures}", "{team}: {figures}", "{team} : {figures}"),
    "tricks": Phrase("{points} de bazas", "{points} from tricks", "{points} de plis"),
    "defended": Phrase("{points} por el contrato fallado", "{points} for the failed contract", "{points} pour le contrat chuté"),
    "declarations": Phrase("{points} de cantes", "{points} for declarations", "{points} d'annonces"),
    "yourself": Phrase("el jugador {seat} (tú)", "seat {seat} (you)", "le joueur {seat} (vous)"),
    "partner": Phrase("el jugador {seat} (tu compañero)", "seat {seat} (your partner)", "le joueur {seat} (votre partenaire)"),
    "heard of": Phrase("Se ha oído: {seat}, {said}.", "Heard: {seat}, {said}.", "Entendu : {seat}, {said}."),
    "comparison": Phrase("La comparación:", "The comparison:", "La comparaison :"),
    "own team wins": Phrase("gana tu pareja", "your team wins", "votre équipe l'emporte"),
    "exact tie": Phrase("empate exacto", "an exact tie", "égalité parfaite"),
    "other team wins": Phrase("gana la otra pareja", "the other team wins", "l'autre équipe l'emporte"),
    "nobody declares": Phrase("nadie canta", "nobody declares", "personne n'annonce"),
    "expected": Phrase(
        "Puntos de cantes que puedes esperar: {own} para tu pareja, {other} para la otra.",
        "Points to expect for declarations: {own} for your team, {other} for the other team.",
        "Points d'annonces à espérer : {own} pour votre équipe, {other} pour l'autre.",
    ),
    "drawn": Phrase(
        "Según {n} repartos al azar; el error típico de cada porcentaje es {error} como mucho.",
        "By {n} random deals; the standard error of each chance is {error} at most.",
        "D'après {n} donnes au hasard ; l'erreur type de chaque chance est de {error} au plus.",
    ),
    "all deals": Phrase(
        "Según todos los repartos posibles, que son {n}.",
        "By all deals that are possible, {n} of them.",
        "D'après toutes les donnes possibles, au nombre de {n}.",
    ),
    "or else": Phrase("También podrías cantar:", "You could also declare:", "Vous pourriez aussi annoncer :"),
    "nothing at all": Phrase("nada", "nothing", "rien"),
    "expected less": Phrase(
        "{own} puntos para tu pareja, {margin} menos (error típico {error}); gana el {win}",
        "{own} points for your team, {margin} fewer (standard error {error}); it wins {win}",
        "{own} points pour votre équipe, {margin} de moins (erreur type {error}) ; elle l'emporte à {win}",
    ),
    "can lose": Phrase(
        "Tu pareja puede perder la comparación, como en este reparto:",
        "Your team can lose the comparison, as in this deal:",
        "Votre équipe peut perdre la comparaison, comme dans cette donne :",
    ),
    "cannot lose": Phrase(
        "Tu pareja no puede perder la comparación: ningún reparto posible lo permite.",
        "Your team cannot lose the comparison: no possible deal allows it.",
        "Votre équipe ne peut pas perdre la comparaison : aucune donne possible ne le permet.",
    ),
    "can tie": Phrase(
        "Puede haber empate exacto, como en este reparto:",
        "There can be an exact tie, as in this deal:",
        "Une égalité parfaite est possible, comme dans cette donne :",
    ),
    "cannot tie": Phrase("No puede haber empate exacto.", "There can be no exact tie.", "Aucune égalité parfaite n'est possible."),
    "strongest": Phrase(
        "Lo más fuerte que puede tener cada uno:", "The strongest that each can hold:", "Le plus fort que chacun peut avoir :"
    ),
    "out of": Phrase(
        "{what}; {n} cantes posibles", "{what}; {n} declarations possible", "{what} ; {n} annonces possibles"
    ),
    "most points": Phrase(
        "Puntos de cantes como mucho: {own} para tu pareja, {other} para la otra.",
        "Most points for declarations: {own} for your team, {other} for the other team.",
        "Points d'annonces au plus : {own} pour votre équipe, {other} pour l'autre.",
    ),
    "can be": Phrase(
        "Lo que ha dicho {seat}, {said}, puede ser:",
        "What {seat} declared, {said}, can be:",
        "Ce qu'annonce {seat}, {said}, peut être :",
    ),
    "for belote": Phrase("{points} de Belote-Rebelote", "{points} for Belote-Rebelote", "{points} de Belote-Rebelote"),
}


def say(phrase: str, language: Language, **values: object) -> str:
    """Return the phrase of this key in `language`, filled in.

    >>> say("total", "fr", points=120)
    'Total : 120 points'
    """
    text: str = getattr(PHRASES[phrase], language)
    return text.format(**values)


def trump_name(trump: int, language: Language, deck: str) -> str:
    """Return how the trump -1..3 of a deal is said: "trumps oros", "no trumps"."""
    if trump == NO_TRUMP:
        return say("no trump", language)
    return say("trump", language, suit=suit_name(trump, language, deck).plain)


def number_of_cards(number: int, language: Language) -> str:
    """Return a number of cards: "1 card", "5 cards"."""
    return say("1 card" if number == 1 else "n cards", language, n=number)


def declaration_name(declaration: Declaration, language: Language, deck: str) -> str:
    """Return what players call a declaration, as a heading: "Suivi de tres al rey de oros", "Carré de rois"."""
    if declaration.kind == "carre":
        return say("carre", language, four=rank_name(declaration.top, language, deck).four)
    return say("run", language, run=say(f"run of {declaration.length}", language), **_top_and_suit(declaration, language, deck))


def this_declaration(declaration: Declaration, language: Language, deck: str) -> str:
    """Return a declaration as part of a sentence: "el Suivi al rey de oros"."""
    if declaration.kind == "carre":
        return say("this carre", language, four=rank_name(declaration.top, language, deck).four)
    return say("this run", language, **_top_and_suit(declaration, language, deck))


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
