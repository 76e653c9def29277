"""A recorded deal in words: the moments of `story`, told in Spanish, English or French."""

from collections.abc import Iterator
from dataclasses import dataclass, fields

from solver.cards import FULL_DECK, RANKS
from solver.names import Language, card_names, lines_by_suit, rank_name
from solver.phrases import say
from solver.replay import OUTCOMES, Outcome, Record
from solver.rules import DEFAULT, Rules
from solver.story import BeloteDecided, Ending, Moment, Move, Opening, Score, TrickOpens, story
from solver.views import TEAMS, Compared, Shown, team_of
from solver.wording import declaration_worth, heard_name, number_of, sentence, trump_name

_LONGEST_NAME = 200
"""Characters of a deal's name that its heading shows."""


def tell(record: Record, language: Language, seat: int | None = None, deck: str | None = None) -> Iterator[str]:
    """Yield the lines that tell the deal as the table saw it, or as the player of `seat` did.

    Cards are called what they are in `deck`, the record's own where it is None.
    """
    teller = _Teller(language, deck or record.deck, seat, record.rules)
    for moment in story(record, seat):
        yield from teller.lines(moment)


@dataclass(frozen=True, slots=True)
class _Teller:
    """One language, one deck, one viewer (None: the table), one set of rules."""

    language: Language
    deck: str
    viewer: int | None
    rules: Rules

    def lines(self, moment: Moment) -> Iterator[str]:
        match moment:
            case Opening():
                yield from self._opening(moment)
            case TrickOpens():
                yield self._say("trick", number=moment.number)
            case Move():
                yield f"  {self._move(moment)}"
                yield from (f"      {declaration_worth(d, self.language, self.deck)}" for d in moment.own)
            case BeloteDecided():
                yield f"    {self._belote(moment)}"
            case Compared():
                yield f"    {self._comparison(moment)}"
            case Shown():
                yield f"    {sentence(self._by('shows', moment.seat))}"
                yield from (f"      {declaration_worth(d, self.language, self.deck)}" for d in moment.declarations)
            case Ending():
                yield from self._ending(moment)

    def _say(self, phrase: str, **values: object) -> str:
        return say(phrase, self.language, **values)

    def _by(self, phrase: str, seat: int, **values: object) -> str:
        """Return what `seat` does, as it is told to the player of that seat or of it."""
        if seat == self.viewer:
            return self._say(f"{phrase}, you", **values)
        return self._say(phrase, seat=self._say("seat", seat=seat), **values)

    def _team(self, team: int) -> str:
        name = "team" if self.viewer is None else "your team" if team == team_of(self.viewer) else "other team"
        return self._say(name, team=team, first=team, second=team + len(TEAMS))

    def _points(self, points: int) -> str:
        return number_of("points", points, self.language)

    def _opening(self, opening: Opening) -> Iterator[str]:
        record = opening.record
        name = record.name if len(record.name) <= _LONGEST_NAME else record.name[: _LONGEST_NAME - 1] + "…"
        yield self._say("deal named" if name else "deal", number=record.line, name=name)
        trump = trump_name(record.trump, self.language, self.deck)
        yield sentence(self._by("leads", record.first_seat, trump=trump))
        changed = [name for name in (field.name for field in fields(Rules)) if getattr(self.rules, name) != getattr(DEFAULT, name)]
        if changed:
            yield self._say("house rules", rules="; ".join(self._rule(name) for name in changed))
        if opening.hand is not None:
            yield self._say("your hand", seat=self._say("seat", seat=self.viewer))
            yield from lines_by_suit(opening.hand, self.language, self.deck)

    def _rule(self, name: str) -> str:
        """Return what a house says with a field of the rules that it changes."""
        match name.split("_"):
            case "run", "of", length:
                what = self._say(f"run of {length}")
            case "carre", "of", rank:
                what = self._say("carre", four=rank_name(RANKS.index(rank), self.language, self.deck).four)
            case ["belote"]:
                what = self._say("belote alone")
            case "rebelote", _:
                return self._say("rebelote not required")
            case "failed", _:
                what = self._say("failed contract")
            case _:
                what = self._say("most trick points")
        return self._say("worth", what=what, points=getattr(self.rules, name))

    def _move(self, move: Move) -> str:
        [card] = card_names(move.card, self.language, self.deck)
        said = [heard_name(heard.kind, heard.points, self.rules, self.language) for heard in move.heard]
        if move.word:
            said.append(move.word.capitalize())
        return sentence(self._by("plays saying" if said else "plays", move.seat, card=card, said=", ".join(said)))

    def _belote(self, decided: BeloteDecided) -> str:
        if decided.missing:
            return self._say(f"no {decided.missing}")
        return self._say("belote scored", points=self._points(decided.points), team=self._team(team_of(decided.seat)))

    def _comparison(self, compared: Compared) -> str:
        winner = compared.result.winner
        if winner is None:
            return self._say("tie")
        return self._say("won", team=self._team(winner), points=self._points(compared.result.points[winner]))

    def _ending(self, ending: Ending) -> Iterator[str]:
        if ending.num_played < FULL_DECK.bit_count():
            yield self._say("stops", cards=number_of("cards", ending.num_played, self.language))
        if ending.outcome:
            yield self._contract(ending.outcome)
        if ending.scores:
            yield from (self._score(team, ending.scores[team], ending.outcome) for team in TEAMS)

    def _contract(self, outcome: Outcome) -> str:
        [word] = [word for word, made in OUTCOMES.items() if made == outcome.made]
        points = self._points(outcome.trick_points[outcome.taker])
        return self._say(f"contract {word}", team=self._team(outcome.taker), points=points)

    def _score(self, team: int, score: Score, outcome: Outcome | None) -> str:
        """Return a team's line, as a player adds it up: what is 0 is left out, and so is a sum of one."""
        from_contract = "tricks" if outcome and outcome.made else "defended"
        parts = {from_contract: score.contract, "declarations": score.declarations, "for belote": score.belote}
        terms = [self._say(part, points=points) for part, points in parts.items() if points]
        total = [str(score.total)] if len(terms) != 1 else []
        figures = " = ".join([" + ".join(terms), *total] if terms else total)
        return sentence(self._say("score", team=self._team(team), figures=figures))
