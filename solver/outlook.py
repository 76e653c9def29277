"""What a player can expect of the others, in words: odds, advice and holdings told in Spanish, English or French.

The answers come from whoever asks for them, so that telling odds loads no solver.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Final

from solver.cards import trump_index
from solver.declarations import Declaration
from solver.names import Language, card_marks, lines_by_suit
from solver.phrases import say
from solver.views import SEATS, View, other_seats, team_of
from solver.wording import declaration_worth, heard_name, number_of, seat_name, trump_name

if TYPE_CHECKING:
    from solver.advice import Advice, Option
    from solver.holdings import Challenge, MostPoints, PossibleDeclarations, StrongestPossible
    from solver.witnesses import Possible, Witness

_HAND_WIDTH: Final = 31
_STEPS: Final = 10_000
"""A chance is told in hundredths of a percent, and its error rounded up to them."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """One player's view, in one language and deck."""

    view: View
    language: Language
    deck: str

    def tell_advice(self, advice: "Advice") -> Iterator[str]:
        """Yield what to declare, or what one has declared, how likely it wins, and what else one could declare."""
        yield from self._situation()
        yield ""
        best = advice.best
        if not self._had_say:
            yield self._say("declare" if best.declarations else "nothing")
            yield from (f"  {self._worth(declaration)}" for declaration in best.declarations)
            yield ""
        yield self._say("comparison")
        odds = best.odds
        chances = [("own team wins", odds.win), ("exact tie", odds.tie), ("other team wins", odds.lose)]
        chances += [] if best.declarations else [("nobody declares", odds.nothing)]
        width = max(len(self._say(phrase)) for phrase, _ in chances)
        yield from (f"  {self._say(phrase):<{width}}  {self._percent(chance.value):>7}" for phrase, chance in chances)
        yield ""
        yield self._say("expected", own=self._figure(odds.own_points.value, 1), other=self._figure(odds.other_points.value, 1))
        for option in advice.options[1:]:
            yield from self._option(option)
        yield ""
        n = self._thousands(odds.samples)
        error = self._percent(ceil(_STEPS * max(chance.error for _, chance in chances)) / _STEPS)
        yield self._say("all deals", n=n) if odds.exact else self._say("drawn", n=n, error=error)

    def tell_holdings(
        self,
        challenge: "Challenge",
        strongest: "StrongestPossible",
        points: "tuple[MostPoints, MostPoints]",
        declarations: "PossibleDeclarations",
    ) -> Iterator[str]:
        """Yield whether one's own team can be beaten, and what the others can hold."""
        yield from self._situation()
        yield ""
        yield from self._deal("lose", challenge.lost)
        yield from self._deal("tie", challenge.tied)
        yield ""
        yield self._say("strongest")
        yield from self._strongest(strongest, declarations)
        yield ""
        own = team_of(self.view.seat)
        yield self._say("most points", own=points[own].points, other=points[1 - own].points)
        told = []
        for meant in declarations.heard:
            if meant.heard not in told:
                told.append(meant.heard)
                said = heard_name(meant.heard.kind, meant.heard.points, self.view.rules, self.language)
                yield ""
                yield self._say("can be", said=said, seat=self._seat(meant.heard.seat))
                yield from (f"  {self._worth(possible.declaration)}" for possible in meant.possible)

    def _say(self, phrase: str, **values: object) -> str:
        return say(phrase, self.language, **values)

    def _seat(self, seat: int) -> str:
        return seat_name(seat, self.view.seat, self.language)

    def _worth(self, declaration: Declaration) -> str:
        return declaration_worth(declaration, self.language, self.deck)

    def _situation(self) -> Iterator[str]:
        yield self._say("hand", trump=trump_name(trump_index(self.view.trump), self.language, self.deck))
        yield from lines_by_suit(self.view.dealt, self.language, self.deck)
        for seat in SEATS:
            said = [heard_name(h.kind, h.points, self.view.rules, self.language) for h in self.view.heard if h.seat == seat]
            if said:
                yield self._say("heard of", seat=self._seat(seat), said=", ".join(said))
        if self._had_say:
            yield self._say("declared" if self.view.declared else "declared nothing")
            yield from (f"  {self._worth(declaration)}" for declaration in self.view.declared)

    @property
    def _had_say(self) -> bool:
        return self.view.had_say(self.view.seat)

    def _option(self, option: "Option") -> Iterator[str]:
        yield ""
        yield self._say("or else")
        yield from (f"  {self._worth(declaration)}" for declaration in option.declarations)
        yield "    " + self._say(
            "expected less",
            own=self._figure(option.odds.own_points.value, 1),
            margin=self._figure(option.margin.value, 2),
            error=self._figure(option.margin.error, 2),
            win=self._percent(option.odds.win.value),
        )

    def _deal(self, ending: str, witness: "Witness | None") -> Iterator[str]:
        yield self._say(f"cannot {ending}" if witness is None else f"can {ending}")
        if witness is None:
            return
        width = max(len(self._seat(seat)) for seat in SEATS)
        for seat in SEATS:
            hand = card_marks(witness.hands[seat], self.language, self.deck)
            said = ", ".join(heard_name(d.kind, d.points, self.view.rules, self.language) for d in witness.declared[seat])
            yield f"  {self._seat(seat):<{width}}  {hand:<{_HAND_WIDTH}}  {said}".rstrip()

    def _strongest(self, strongest: "StrongestPossible", declarations: "PossibleDeclarations") -> Iterator[str]:
        others = other_seats(self.view.seat)
        width = max(map(len, map(self._seat, others)))
        for seat in others:
            possible = strongest.seats[seat]
            what = self._say("nothing at all") if possible is None else self._out_of(possible, len(declarations.held[seat]))
            yield f"  {self._seat(seat):<{width}}  {what}"

    def _out_of(self, possible: "Possible", count: int) -> str:
        number = number_of("declarations possible", count, self.language)
        return self._say("out of", what=self._worth(possible.declaration), number=number)

    def _figure(self, value: float, places: int) -> str:
        """Return a number with so many places."""
        return f"{value:.{places}f}".replace(".", self._say("decimal mark"))

    def _percent(self, chance: float) -> str:
        return self._say("percent", n=self._figure(100 * chance, 2))

    def _thousands(self, number: int) -> str:
        return f"{number:,}".replace(",", self._say("thousands mark"))
