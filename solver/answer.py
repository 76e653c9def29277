"""What to declare with a hand and why, in words: an `explanation` told in Spanish, English or French."""

from collections.abc import Iterable, Iterator

from solver.cards import BELOTE_PAIRS
from solver.declarations import Combination
from solver.explanation import Advantage, Explanation, GivenUp
from solver.names import Language, card_names, lines_by_suit
from solver.phrases import say
from solver.rules import HAND_SIZE
from solver.wording import declaration_worth, number_of, sentence, this_carre, this_declaration, trump_name


def answer(explanation: Explanation, language: Language, deck: str, others: Iterable[Combination] | None = None) -> Iterator[str]:
    """Yield the lines that tell a player what to declare and why; with `others`, also the combinations of equal points.

    What is given up is then told without those that stand among `others`.
    """
    hand, trump, best = explanation.hand, explanation.trump, explanation.best
    yield _heading(hand.bit_count(), trump_name(trump, language, deck), language)
    yield from lines_by_suit(hand, language, deck)
    yield ""
    yield from _declared(best, "declare" if best.declarations else "nothing", language, deck)
    equals = None if others is None else tuple(others)
    if equals is not None:
        yield from _other_combinations(equals, language, deck)
    told = {combination.declarations for combination in equals or ()}
    given_up = [lost for lost in explanation.given_up if lost.alternative.declarations not in told]
    if given_up:
        yield ""
        yield say("given up", language)
        for lost in given_up:
            yield f"  {declaration_worth(lost.declaration, language, deck)}"
            yield from (f"    {reason}" for reason in _reasons(lost, best, language, deck))
    if explanation.worthless:
        yield ""
        for rank in explanation.worthless:
            yield sentence(say("worthless carre", language, carre=this_carre(rank, language, deck)))
    yield ""
    if best.belote:
        first, second = card_names(BELOTE_PAIRS[trump], language, deck)
        cards = say("and", language, first=first, second=second)
        yield say("worth", language, what=say("belote", language, cards=cards), points=best.belote)
    yield say("total", language, points=number_of("points", best.total, language))


def _heading(num_cards: int, trump: str, language: Language) -> str:
    if num_cards == HAND_SIZE:
        return say("hand", language, trump=trump)
    return say("hand of n", language, trump=trump, n=number_of("cards", num_cards, language))


def _declared(combination: Combination, heading: str, language: Language, deck: str) -> Iterator[str]:
    yield say(heading, language)
    yield from (f"  {declaration_worth(declaration, language, deck)}" for declaration in combination.declarations)


def _other_combinations(others: tuple[Combination, ...], language: Language, deck: str) -> Iterator[str]:
    yield ""
    if not others:
        yield say("no other", language)
    for combination in others:
        yield from _declared(combination, "or", language, deck)


def _reasons(lost: GivenUp, best: Combination, language: Language, deck: str) -> Iterator[str]:
    """Yield which cards the declaration lacks and what would be worse with it."""
    rivals = [conflict for conflict in lost.conflicts if conflict.chosen.cards & ~lost.declaration.cards]
    if not rivals:
        yield say("in parts", language)
    for conflict in rivals:
        cards = ", ".join(card_names(conflict.cards, language, deck))
        yield say("common", language, chosen=this_declaration(conflict.chosen, language, deck), cards=cards)
    if lost.advantage is Advantage.POINTS:
        yield say("fewer points", language, other=lost.alternative.points, best=best.points)
        return
    yield say("equal points", language, why=say(f"by {lost.advantage.value}", language))
