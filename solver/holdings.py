"""What the others can hold: questions to the model of whole deals, each answered with a deal or with a proof.

What may still be, judging by the cards known and the announcements heard: the view is that of `DeclarationRound.view`, or one
written by hand (`solver.hand_view`). A seat that declared nothing may hold anything all the same, unless `assume_best` says
that it holds nothing worth declaring and that every seat that declared did so with its best combination.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from solver.checked_views import ViewError
from solver.deal_model import DealModel, comparison_ends
from solver.knowledge import Announced, Knowledge, knowledge_of, listed
from solver.views import SEATS, Heard, View, team_of
from solver.witnesses import Possible, Witness


class ContradictionError(ViewError):
    """Nobody can hold what was heard. `announcements` are those that cannot be true together: without any of them, they can."""

    def __init__(self, message: str, announcements: tuple[Heard, ...] = ()) -> None:
        """Keep the announcements beside the message."""
        super().__init__(message)
        self.announcements = announcements


@dataclass(frozen=True, slots=True)
class StrongestPossible:
    """The strongest single declaration that each other seat, and the other team, can hold; None where none is possible.

    `seats` is by seat; one's own has None.
    """

    seats: tuple[Possible | None, ...]
    other_team: Possible | None


@dataclass(frozen=True, slots=True)
class MostPoints:
    """The most points that a team can still show, and a deal in which it does; any deal where it can show none."""

    team: int
    points: int
    witness: Witness


@dataclass(frozen=True, slots=True)
class HeardAs:
    """Every set of cards that one declaration heard can be."""

    heard: Heard
    possible: tuple[Possible, ...]


@dataclass(frozen=True, slots=True)
class PossibleDeclarations:
    """What the declarations heard of others can be, in the order heard, and what each other seat can hold, heard or not.

    `held` is by seat; one's own has none. Declarations stand strongest first. What is not listed has been proven impossible.
    """

    heard: tuple[HeardAs, ...]
    held: tuple[tuple[Possible, ...], ...]


@dataclass(frozen=True, slots=True)
class Challenge:
    """Whether one's own team can lose the comparison, or tie it: a deal in which it does, None where that is proven impossible."""

    lost: Witness | None
    tied: Witness | None

    def __bool__(self) -> bool:
        return self.lost is not None


def strongest_possible(view: View, *, assume_best: bool = False) -> StrongestPossible:
    """Return the strongest declaration that each other seat can hold, declared or not, and of the other team the stronger.

    Of equals it is the one in the first suit, and the seat after one's own. Raises `ViewError` where the view contradicts itself
    about cards, and `ContradictionError` where nobody can hold what was heard.
    """
    model, _ = explained(knowledge_of(view, assume_best=assume_best))
    known = model.knowledge
    seats = tuple(next(_possible(model, seat), None) for seat in SEATS)
    theirs = [p for seat in known.others if (p := seats[seat]) is not None and team_of(seat) != team_of(known.seat)]
    return StrongestPossible(seats, max(theirs, key=lambda p: p.declaration.strength(known.trump), default=None))


def possible_declarations(view: View, *, assume_best: bool = False) -> PossibleDeclarations:
    """Return every set of cards that each declaration heard can be, and every declaration that each other seat can hold.

    Errors are those of `strongest_possible`.
    """
    model, _ = explained(knowledge_of(view, assume_best=assume_best))
    others = model.knowledge.others
    heard = [event for seat in others if (said := model.knowledge.announced[seat]) for event in said.heard]
    meanings = {event: tuple(_meanings(model, event)) for event in heard}
    return PossibleDeclarations(
        tuple(HeardAs(event, meanings[event]) for event in heard),
        tuple(tuple(_possible(model, seat)) for seat in SEATS),
    )


def most_points_possible(view: View, *, assume_best: bool = False) -> tuple[MostPoints, MostPoints]:
    """Return for team 0 and for team 1 the most points that it can still show: of its declarations where it wins the comparison.

    A seat that has had its say shows what it declared, one that has not may declare any part of what it holds, with
    `assume_best` its best combination; one's own seat declares the best while it has yet to. Errors are those of
    `strongest_possible`.
    """
    knowledge = knowledge_of(view, assume_best=assume_best)
    return _most_points(knowledge, 0), _most_points(knowledge, 1)


def can_be_beaten(view: View, *, assume_best: bool = False) -> Challenge:
    """Return whether the other team can still win the comparison, and whether an exact tie is possible; true where it can win.

    What each seat declares, and the errors, are those of `most_points_possible`.

    >>> from solver.written import hand_view
    >>> bool(can_be_beaten(hand_view("10o 10c 10e 10b 4o 5c 6e 12b", "oros")))
    False
    """
    knowledge = knowledge_of(view, assume_best=assume_best)
    other_team = 1 - team_of(knowledge.seat)
    explained(knowledge)
    return Challenge(_compared(knowledge, other_team).witness(), _compared(knowledge, None).witness())


def _possible(model: DealModel, seat: int) -> Iterator[Possible]:
    """Yield what a seat other than one's own can hold, strongest first."""
    found: list[Witness] = []
    for declaration in model.knowledge.candidates(seat) if seat != model.knowledge.seat else ():
        witness = next((w for w in found if not declaration.cards & ~w.hands[seat]), None)
        if witness is None and (witness := model.witness(model.holds(seat, declaration.cards))):
            found.append(witness)
        if witness is not None:
            yield Possible(seat, declaration, witness)


def _meanings(model: DealModel, event: Heard) -> Iterator[Possible]:
    """Yield what a declaration heard can be, strongest first."""
    for declaration, declared in model.declares[event.seat].items():
        if declaration.sound == event.sound and (witness := model.witness([declared])):
            yield Possible(event.seat, declaration, witness)


def _compared(knowledge: Knowledge, winner: int | None) -> DealModel:
    """Return the model of the deals in which the comparison ends so."""
    model = DealModel(knowledge, open_declares=True)
    comparison_ends(model.model, model.declares, knowledge.trump, winner)
    return model


def _most_points(knowledge: Knowledge, team: int) -> MostPoints:
    _, some_deal = explained(knowledge)
    model = _compared(knowledge, team)
    if model.witness() is None:
        return MostPoints(team, 0, some_deal)
    declared = [(d.points, variable) for seat in SEATS[team::2] for d, variable in model.declares[seat].items()]
    witness = model.best_witness(sum(points * variable for points, variable in declared))
    return MostPoints(team, sum(d.points for seat in SEATS[team::2] for d in witness.declared[seat]), witness)


def explained(knowledge: Knowledge) -> tuple[DealModel, Witness]:
    """Return the model of what is known and a deal that explains it; raise `ContradictionError` where none does."""
    model = DealModel(knowledge)
    witness = model.witness()
    if witness is None:
        raise _contradiction(knowledge)
    return model, witness


def _contradiction(knowledge: Knowledge) -> ContradictionError:
    """Take away what the contradiction does not need; what is left cannot be true together."""
    core = _unless_needed(knowledge, replace(knowledge, contest=None))
    for seat, announced in enumerate(core.announced):
        if announced is not None and announced.is_best:
            core = _unless_needed(core, _with(core, seat, announced._replace(is_best=False)))
    for seat, announced in enumerate(core.announced):
        for event in announced.heard if announced is not None and core.contest is None else ():
            said = core.announced[seat]
            if said is not None and not said.is_best and said.shown is None:
                rest = list(said.heard)
                rest.remove(event)
                core = _unless_needed(core, _with(core, seat, Announced(tuple(rest))))
    needed = [said for said in core.announced if said is not None and said.shown is None and (said.heard or said.is_best)]
    told = [
        f"seat {seat} {'nothing' if not said.heard else listed(said.heard)}{' and nothing better' if said.is_best else ''}"
        for seat, said in enumerate(core.announced)
        if said in needed
    ]
    if core.contest is not None:
        told.append(f"the comparison {'a tie' if core.contest.winner is None else f'won by team {core.contest.winner}'}")
    return ContradictionError(f"no deal explains all of this: {'; '.join(told)}", tuple(h for said in needed for h in said.heard))


def _with(knowledge: Knowledge, seat: int, announced: Announced) -> Knowledge:
    everyone = knowledge.announced
    return replace(knowledge, announced=(*everyone[:seat], announced, *everyone[seat + 1 :]))


def _unless_needed(core: Knowledge, without: Knowledge) -> Knowledge:
    return without if DealModel(without).witness() is None else core
