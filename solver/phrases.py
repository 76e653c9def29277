"""Everything the command line says to players, in every language, in one table; what cards are called is in `names`.

A test says each phrase at least once, and holds that no language lacks one.
"""

from typing import Final, TypeAlias

from solver.names import LANGUAGES, Language

Phrase: TypeAlias = tuple[str, str, str]
"""One phrase in each language, in the order of `LANGUAGES`; ``{name}`` is filled in by `say`."""

PHRASES: Final[dict[str, Phrase]] = {
    "hand": ("Tu mano, {trump}:", "Your hand, {trump}:", "Votre main, {trump} :"),
    "hand of n": ("Tu mano de {n}, {trump}:", "Your hand of {n}, {trump}:", "Votre main de {n}, {trump} :"),
    "0 cards": ("{n} cartas", "{n} cards", "{n} carte"),
    "1 cards": ("{n} carta", "{n} card", "{n} carte"),
    "n cards": ("{n} cartas", "{n} cards", "{n} cartes"),
    "0 points": ("{n} puntos", "{n} points", "{n} point"),
    "1 points": ("{n} punto", "{n} point", "{n} point"),
    "n points": ("{n} puntos", "{n} points", "{n} points"),
    "1 declarations possible": ("{n} cante posible", "{n} declaration possible", "{n} annonce possible"),
    "n declarations possible": ("{n} cantes posibles", "{n} declarations possible", "{n} annonces possibles"),
    "decimal mark": (",", ".", ","),
    "thousands mark": (".", ",", "\N{NO-BREAK SPACE}"),
    "percent": ("{n} %", "{n}%", "{n} %"),
    "trump": ("triunfo {suit}", "trumps {suit}", "atout {suit}"),
    "no trump": ("sin triunfo", "no trumps", "sans atout"),
    "declare": ("Canta:", "Declare:", "Annoncez :"),
    "nothing": ("No hay nada que cantar.", "There is nothing to declare.", "Il n'y a rien à annoncer."),
    "declared": ("Se entiende que has cantado:", "You are taken to have declared:", "Vous êtes censé avoir annoncé :"),
    "declared nothing": (
        "Se entiende que no has cantado nada.", "You are taken to have declared nothing.", "Vous êtes censé n'avoir rien annoncé."
    ),
    "given up": ("Renuncias a:", "You give up:", "Vous renoncez à :"),
    "or": ("O bien, por los mismos puntos:", "Or, for the same points:", "Ou bien, pour les mêmes points :"),
    "no other": (
        "Ninguna otra combinación vale tanto.",
        "No other combination is worth as much.",
        "Aucune autre combinaison ne vaut autant.",
    ),
    "total": ("Total: {points}", "Total: {points}", "Total : {points}"),
    "worth": ("{what}: {points}", "{what}: {points}", "{what} : {points}"),
    "and": ("{first} y {second}", "{first} and {second}", "{first} et {second}"),
    "belote": ("Belote-Rebelote con {cards}", "Belote-Rebelote with {cards}", "Belote-Rebelote avec {cards}"),
    "belote alone": ("Belote-Rebelote", "Belote-Rebelote", "Belote-Rebelote"),
    "worthless carre": (
        "{carre} no vale nada y no es un cante.",
        "{carre} are worth nothing and are no declaration.",
        "{carre} ne vaut rien et n'est pas une annonce.",
    ),
    "carre": ("Carré {four}", "Four of a kind, {four}", "Carré {four}"),
    "this carre": ("el Carré {four}", "the four {four}", "le carré {four}"),
    "run": ("{run} {top} {of_suit}", "{run} up to {top} {of_suit}", "{run} {top} {of_suit}"),
    "this run": ("el Suivi {top} {of_suit}", "the run up to {top} {of_suit}", "la suite {top} {of_suit}"),
    "run of 3": ("Suivi de tres", "Run of three", "Tierce"),
    "run of 4": ("Suivi de cuatro", "Run of four", "Cinquante"),
    "run of 5": ("Suivi de cinco", "Run of five", "Cent de cinq cartes"),
    "run of 6": ("Suivi de seis", "Run of six", "Cent de six cartes"),
    "run of 7": ("Suivi de siete", "Run of seven", "Cent de sept cartes"),
    "run of 8": ("Suivi de ocho", "Run of eight", "Cent de huit cartes"),
    "common": (
        "En común con {chosen}: {cards}; una carta cuenta una sola vez.",
        "In common with {chosen}: {cards}; a card counts only once.",
        "En commun avec {chosen} : {cards} ; une carte ne compte qu'une fois.",
    ),
    "in parts": (
        "Conviene cantarlo por partes.", "It is better declared in parts.", "Mieux vaut l'annoncer en plusieurs parties."
    ),
    "fewer points": (
        "Con este cante serían {other} puntos en vez de {best}.",
        "With this declaration it would be {other} points instead of {best}.",
        "Avec cette annonce, ce serait {other} points au lieu de {best}.",
    ),
    "equal points": (
        "Con este cante serían los mismos puntos, pero {why}.",
        "With this declaration it would be the same points, but {why}.",
        "Avec cette annonce, ce serait autant de points, mais {why}.",
    ),
    "by value": (
        "el cante más fuerte valdría menos",
        "the strongest declaration would be worth less",
        "l'annonce la plus forte vaudrait moins",
    ),
    "by carre": (
        "a igual valor el Carré gana al Suivi",
        "at equal value four of a kind beats a run",
        "à valeur égale le carré bat la suite",
    ),
    "by length": (
        "a igual valor gana el Suivi más largo",
        "at equal value the longer run wins",
        "à valeur égale la suite la plus longue l'emporte",
    ),
    "by top": (
        "a igual valor gana la carta más alta",
        "at equal value the higher card wins",
        "à valeur égale la carte la plus haute l'emporte",
    ),
    "deal": ("Reparto {number}", "Deal {number}", "Donne {number}"),
    "deal named": ("Reparto {number}: {name}", "Deal {number}: {name}", "Donne {number} : {name}"),
    "leads": ("{trump}; sale {seat}.", "{trump}; {seat} leads.", "{trump} ; {seat} entame."),
    "leads, you": ("{trump}; sales tú.", "{trump}; you lead.", "{trump} ; vous entamez."),
    "your hand": ("Tu mano (eres {seat}):", "Your hand (you are {seat}):", "Votre main (vous êtes {seat}) :"),
    "house rules": ("Reglas de la casa: {rules}.", "House rules: {rules}.", "Règles de la maison : {rules}."),
    "failed contract": ("contrato fallado", "failed contract", "contrat chuté"),
    "most trick points": ("máximo de puntos en bazas", "most points in tricks", "maximum de points de plis"),
    "rebelote not required": (
        "«Belote» vale sin «Rebelote»", "“Belote” counts without “Rebelote”", "« Belote » compte sans « Rebelote »"
    ),
    "seat": ("el jugador {seat}", "seat {seat}", "le joueur {seat}"),
    "team": (
        "la pareja {team} (jugadores {first} y {second})",
        "team {team} (seats {first} and {second})",
        "l'équipe {team} (joueurs {first} et {second})",
    ),
    "your team": (
        "tu pareja (jugadores {first} y {second})",
        "your team (seats {first} and {second})",
        "votre équipe (joueurs {first} et {second})",
    ),
    "other team": (
        "la otra pareja (jugadores {first} y {second})",
        "the other team (seats {first} and {second})",
        "l'autre équipe (joueurs {first} et {second})",
    ),
    "trick": ("Baza {number}", "Trick {number}", "Pli {number}"),
    "plays": ("{seat} juega {card}.", "{seat} plays {card}.", "{seat} joue {card}."),
    "plays, you": ("juegas {card}.", "you play {card}.", "vous jouez {card}."),
    "plays saying": ("{seat} juega {card}: «{said}».", "{seat} plays {card}: “{said}”.", "{seat} joue {card} : « {said} »."),
    "plays saying, you": ("juegas {card}: «{said}».", "you play {card}: “{said}”.", "vous jouez {card} : « {said} »."),
    "heard carre": ("Carré {points}", "Four of a kind {points}", "Carré {points}"),
    "heard run": ("Suivi {points}", "Run {points}", "Suite {points}"),
    "heard run of 3": ("Suivi {points}", "Run {points}", "Tierce"),
    "heard run of 4": ("Suivi {points}", "Run {points}", "Cinquante"),
    "heard run of 5": ("Suivi {points}", "Run {points}", "Cent"),
    "won": (
        "Comparación de cantes: gana {team}, {points}.",
        "Comparison of declarations: {team} wins, {points}.",
        "Comparaison des annonces : {team} l'emporte, {points}.",
    ),
    "tie": (
        "Comparación de cantes: empate exacto, no cuenta ninguno.",
        "Comparison of declarations: an exact tie, none counts.",
        "Comparaison des annonces : égalité parfaite, aucune ne compte.",
    ),
    "shows": ("{seat} enseña:", "{seat} shows:", "{seat} montre :"),
    "shows, you": ("enseñas:", "you show:", "vous montrez :"),
    "belote scored": (
        "Belote-Rebelote: {points} para {team}.",
        "Belote-Rebelote: {points} for {team}.",
        "Belote-Rebelote : {points} pour {team}.",
    ),
    "no rebelote": (
        "«Belote» sin «Rebelote»: 0 puntos.",
        "“Belote” without “Rebelote”: 0 points.",
        "« Belote » sans « Rebelote » : 0 point.",
    ),
    "no belote": (
        "«Rebelote» sin «Belote»: 0 puntos.",
        "“Rebelote” without “Belote”: 0 points.",
        "« Rebelote » sans « Belote » : 0 point.",
    ),
    "stops": (
        "El registro acaba tras {cards}.", "The record ends after {cards}.", "L'enregistrement s'arrête après {cards}."
    ),
    "contract made": (
        "Contrato de {team}: cumplido, con {points} en bazas.",
        "The contract of {team} is made, with {points} in tricks.",
        "Contrat de {team} : réussi, avec {points} de plis.",
    ),
    "contract failed": (
        "Contrato de {team}: fallado, con {points} en bazas.",
        "The contract of {team} fails, with {points} in tricks.",
        "Contrat de {team} : chuté, avec {points} de plis.",
    ),
    "score": ("{team}: {figures}", "{team}: {figures}", "{team} : {figures}"),
    "tricks": ("{points} de bazas", "{points} from tricks", "{points} de plis"),
    "defended": ("{points} por el contrato fallado", "{points} for the failed contract", "{points} pour le contrat chuté"),
    "declarations": ("{points} de cantes", "{points} for declarations", "{points} d'annonces"),
    "yourself": ("el jugador {seat} (tú)", "seat {seat} (you)", "le joueur {seat} (vous)"),
    "partner": ("el jugador {seat} (tu compañero)", "seat {seat} (your partner)", "le joueur {seat} (votre partenaire)"),
    "heard of": ("Se ha oído: {seat}, {said}.", "Heard: {seat}, {said}.", "Entendu : {seat}, {said}."),
    "comparison": ("La comparación:", "The comparison:", "La comparaison :"),
    "own team wins": ("gana tu pareja", "your team wins", "votre équipe l'emporte"),
    "exact tie": ("empate exacto", "an exact tie", "égalité parfaite"),
    "other team wins": ("gana la otra pareja", "the other team wins", "l'autre équipe l'emporte"),
    "nobody declares": ("nadie canta", "nobody declares", "personne n'annonce"),
    "expected": (
        "Puntos de cantes que puedes esperar: {own} para tu pareja, {other} para la otra.",
        "Points to expect for declarations: {own} for your team, {other} for the other team.",
        "Points d'annonces à espérer : {own} pour votre équipe, {other} pour l'autre.",
    ),
    "drawn": (
        "Según {n} repartos al azar; el error típico de cada porcentaje es {error} como mucho.",
        "By {n} random deals; the standard error of each chance is {error} at most.",
        "D'après {n} donnes au hasard ; l'erreur type de chaque chance est de {error} au plus.",
    ),
    "all deals": (
        "Según todos los repartos posibles, que son {n}.",
        "By all deals that are possible, {n} of them.",
        "D'après toutes les donnes possibles, au nombre de {n}.",
    ),
    "or else": ("También podrías cantar:", "You could also declare:", "Vous pourriez aussi annoncer :"),
    "nothing at all": ("nada", "nothing", "rien"),
    "expected less": (
        "{own} puntos para tu pareja, {margin} menos (error típico {error}); gana el {win}",
        "{own} points for your team, {margin} fewer (standard error {error}); it wins {win}",
        "{own} points pour votre équipe, {margin} de moins (erreur type {error}) ; elle l'emporte à {win}",
    ),
    "can lose": (
        "Tu pareja puede perder la comparación, como en este reparto:",
        "Your team can lose the comparison, as in this deal:",
        "Votre équipe peut perdre la comparaison, comme dans cette donne :",
    ),
    "cannot lose": (
        "Tu pareja no puede perder la comparación: ningún reparto posible lo permite.",
        "Your team cannot lose the comparison: no possible deal allows it.",
        "Votre équipe ne peut pas perdre la comparaison : aucune donne possible ne le permet.",
    ),
    "can tie": (
        "Puede haber empate exacto, como en este reparto:",
        "There can be an exact tie, as in this deal:",
        "Une égalité parfaite est possible, comme dans cette donne :",
    ),
    "cannot tie": ("No puede haber empate exacto.", "There can be no exact tie.", "Aucune égalité parfaite n'est possible."),
    "strongest": (
        "Lo más fuerte que puede tener cada uno:", "The strongest that each can hold:", "Le plus fort que chacun peut avoir :"
    ),
    "out of": ("{what}; {number}", "{what}; {number}", "{what} ; {number}"),
    "most points": (
        "Puntos de cantes como mucho: {own} para tu pareja, {other} para la otra.",
        "Most points for declarations: {own} for your team, {other} for the other team.",
        "Points d'annonces au plus : {own} pour votre équipe, {other} pour l'autre.",
    ),
    "can be": (
        "Lo que ha dicho {seat}, {said}, puede ser:",
        "What {seat} declared, {said}, can be:",
        "Ce qu'annonce {seat}, {said}, peut être :",
    ),
    "for belote": ("{points} de Belote-Rebelote", "{points} for Belote-Rebelote", "{points} de Belote-Rebelote"),
}


def say(phrase: str, language: Language, **values: object) -> str:
    """Return the phrase of this key in `language`, filled in.

    >>> say("worth", "fr", what="Carré de rois", points=100)
    'Carré de rois : 100'
    """
    return PHRASES[phrase][LANGUAGES.index(language)].format(**values)
