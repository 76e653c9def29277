"""Which of several combinations to declare: more points, or a stronger declaration that wins more often.

The comparison looks at the strongest declaration of each team only, so that a hand has a choice where one combination brings more
points and another one is stronger; all eight cards of a suit are the usual case. Each is tried on the same deals.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from solver.cards import Hand, Trump
from solver.checked_views import ViewError
from solver.knowledge import Declared, Knowledge, combinations_in, knowledge_of
from solver.odds import Estimate, Odds, estimate_odds, mean, odds_of, own_of, simulate
from solver.rules import DEFAULT, Rules
from solver.tallies import Tally
from solver.views import Heard, Played, View
from solver.written import hand_view


@dataclass(frozen=True, slots=True)
class Option:
    """A combination that one's own hand could declare: its points, the strength of its strongest declaration, what to expect."""

    declarations: Declared
    points: int
    strength: int
    odds: Odds
    margin: Estimate
    """How many more points one's own team can expect with the recommended option, on the same deals; 0 for that one itself."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The options of a hand, the recommended one first: those that no other one matches in both points and strength."""

    options: tuple[Option, ...]

    @property
    def best(self) -> Option:
        """The option that brings one's own team the most points."""
        return self.options[0]


def advise(
    hand: Hand,
    trump: Trump = None,
    *,
    seat: int = 0,
    heard: Iterable[Heard | str] = (),
    played: Iterable[Played | str] = (),
    first_seat: int = 0,
    turn: int | None = None,
    samples: int | None = None,
    error: float = 0.0005,
    seed: int | None = None,
    threads: int | None = None,
    assume_best: bool = False,
    rules: Rules = DEFAULT,
    deck: str = "spanish",
) -> Advice:
    """Return what to declare with `hand`, by the points that one's own team can expect of its declarations.

    What is known is told as `hand_view` takes it, how many deals to try as `estimate_odds` does. Raises the errors of both.

    >>> advice = advise("4o 5o 6o 7o 10o 11o 12o 1o", "copas", samples=1000, seed=1)
    >>> [(option.points, " and ".join(map(str, option.declarations))) for option in advice.options]
    [(120, 'Suivi 100 and Suivi 20'), (100, 'Suivi 100')]
    """
    view = hand_view(
        hand, trump, seat=seat, heard=heard, played=played, first_seat=first_seat, turn=turn, rules=rules, deck=deck
    )
    return advise_at(view, samples=samples, error=error, seed=seed, threads=threads, assume_best=assume_best)


def advise_at(
    view: View,
    *,
    samples: int | None = None,
    error: float = 0.0005,
    seed: int | None = None,
    threads: int | None = None,
    assume_best: bool = False,
) -> Advice:
    """Return what the player of `view` should declare, as `advise` does; raise `ViewError` where it is too late to declare."""
    knowledge = knowledge_of(view, assume_best=assume_best)
    if view.had_say(view.seat):
        raise ViewError(f"seat {view.seat} has had its say: a player declares with their first card, in the first trick")
    combinations = worth_considering(view.dealt, knowledge)
    tally, exact = simulate(knowledge, combinations, samples=samples, error=error, seed=seed, threads=threads)
    won = tally.sums[:, 0, 0]
    best = int(won.argmax())
    options = [
        Option(
            declared,
            sum(d.points for d in declared),
            knowledge.strength_of(declared),
            odds_of(tally, number, exact=exact),
            _margin(tally, best, number, exact=exact),
        )
        for number, declared in enumerate(combinations)
    ]
    order = sorted(range(len(options)), key=lambda number: (number != best, -won[number]))
    return Advice(tuple(options[number] for number in order))


def declared_at(
    view: View,
    *,
    samples: int | None = None,
    error: float = 0.0005,
    seed: int | None = None,
    threads: int | None = None,
    assume_best: bool = False,
) -> Advice:
    """Return the only option of a player who has had their say: what they declared. Errors are those of `estimate_odds`."""
    knowledge = knowledge_of(view, assume_best=assume_best)
    odds = estimate_odds(view, samples=samples, error=error, seed=seed, threads=threads, assume_best=assume_best)
    declared = own_of(knowledge)
    points = sum(d.points for d in declared)
    return Advice((Option(declared, points, knowledge.strength_of(declared), odds, Estimate(0.0, 0.0)),))


def worth_considering(hand: int, knowledge: Knowledge) -> list[Declared]:
    """Return the combinations of a hand to which no other one is equal or superior in points and strength, most points first."""
    found: list[Declared] = []
    for declared in reversed(combinations_in(hand, knowledge.trump, knowledge.rules)):
        if not found or knowledge.strength_of(declared) > knowledge.strength_of(found[-1]):
            found.append(declared)
    return found


def _margin(tally: Tally, best: int, other: int, *, exact: bool) -> Estimate:
    if best == other:
        return Estimate(0.0, 0.0)
    total, squares = tally.differences[max(best, other), min(best, other)].tolist()
    return mean(total if best > other else -total, squares, tally.samples, exact=exact)
