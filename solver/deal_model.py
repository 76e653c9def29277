"""The CP-SAT model of whole deals: each unseen card goes to one seat, so that everything known is explained.

Each family of constraints is one function. A "yes" of the model is a deal that has been checked without the solver, a "no" is
the solver's proof.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from ortools.sat.python import cp_model

from solver.cards import cards_in
from solver.declarations import Declaration
from solver.knowledge import Announced, Declared, Knowledge, sounds_of
from solver.optimum import SolverError, new_solver, prove_optimum, users_of_cards
from solver.views import TEAMS, team_of
from solver.witnesses import Witness, check_witness

InHand: TypeAlias = dict[int, cp_model.IntVar]
"""For one seat: by unseen card, whether it is in the hand."""

Declares: TypeAlias = dict[Declaration, cp_model.IntVar]
"""For one seat: by declaration, whether it is declared."""


class DealModel:
    """The CP-SAT model of all deals that explain what is known.

    `in_hand` has for each seat a variable by unseen card that it may hold, `declares` one by declaration that it may declare; a
    seat that may still declare has some only where `open_declares` asks for them, or else declares something or other.
    """

    def __init__(self, knowledge: Knowledge, *, open_declares: bool = False) -> None:
        """Build the model."""
        self.knowledge = knowledge
        self.model = cp_model.CpModel()
        self.solver = new_solver()
        self.solver.parameters.cp_model_presolve = False  # what prepares a long search takes ten times as long as these do
        self.solver.parameters.cp_model_probing_level = 0
        self.solver.parameters.symmetry_level = 0
        self.solver.parameters.linearization_level = 0
        self.in_hand = each_card_is_dealt_once(self.model, knowledge)
        hands_are_full(self.model, knowledge, self.in_hand)
        self.declares: list[Declares] = [{}, {}, {}, {}]
        for seat, announced in enumerate(knowledge.announced):
            if announced is not None or open_declares:
                self._add_declarations(seat, announced)
        if knowledge.contest is not None and any(self.declares):
            comparison_ends(self.model, self.declares, knowledge.trump, knowledge.contest.winner)

    def _add_declarations(self, seat: int, announced: Announced | None) -> None:
        model, knowledge, in_hand = self.model, self.knowledge, self.in_hand[seat]
        candidates = knowledge.candidates(seat)
        if announced is not None:
            heard = announced.sounds
            candidates = tuple(d for d in candidates if d.sound in heard)
        declares = {d: model.new_bool_var(f"seat {seat}: {d}") for d in candidates}
        self.declares[seat] = declares
        declared_cards_are_in_the_hand(model, declares, in_hand)
        if announced is not None:
            what_was_heard_is_declared(model, declares, announced)
        if announced.is_best if announced is not None else knowledge.assume_best:
            combinations = knowledge.combinations_of(seat)
            nothing_better_is_in_the_hand(model, declares, in_hand, combinations, announced)

    def holds(self, seat: int, cards: int) -> list[cp_model.IntVar]:
        """Return the literals that say that `seat` holds `cards`, all known to be its own or unseen."""
        return [self.in_hand[seat][card] for card in cards_in(cards & self.knowledge.unseen)]

    def witness(self, assumptions: Sequence[cp_model.IntVar] = ()) -> Witness | None:
        """Return a deal in which the assumptions hold; None where the solver proves that there is none.

        Raises `SolverError` where it comes to neither.
        """
        self.model.clear_assumptions()
        self.model.add_assumptions(assumptions)
        status = self.solver.solve(self.model)
        if status == cp_model.INFEASIBLE:
            return None
        if status != cp_model.OPTIMAL:
            raise SolverError(f"CP-SAT ended with {self.solver.status_name(status)} instead of a deal or a proof")
        return self._found()

    def best_witness(self, objective: cp_model.LinearExprT) -> Witness:
        """Return a deal that maximises `objective`; raise `SolverError` where there is no proof that it does."""
        self.model.clear_assumptions()
        self.model.maximize(objective)
        prove_optimum(self.solver, self.model)
        return self._found()

    def _found(self) -> Witness:
        """Return the solver's deal, checked; seats without variables to declare with say the best or nothing."""
        value, knowledge = self.solver.boolean_value, self.knowledge
        hands = tuple(
            known | sum(card for card, variable in self.in_hand[seat].items() if value(variable))
            for seat, known in enumerate(knowledge.known)
        )
        declared = []
        for seat, declares in enumerate(self.declares):
            chosen = tuple(d for d, variable in declares.items() if value(variable))
            is_free = knowledge.announced[seat] is None and not declares
            declared.append(knowledge.best_of(hands[seat]) if is_free and knowledge.assume_best else chosen)
        found = Witness(hands, tuple(declared))
        check_witness(knowledge, found)
        return found


def each_card_is_dealt_once(model: cp_model.CpModel, knowledge: Knowledge) -> list[InHand]:
    """Each unseen card is in the hand of exactly one seat that has room."""
    in_hand: list[InHand] = [{}, {}, {}, {}]
    for card in cards_in(knowledge.unseen):
        for seat, room in enumerate(knowledge.room):
            if room:
                in_hand[seat][card] = model.new_bool_var("")
        model.add_exactly_one(hand[card] for hand in in_hand if hand)
    return in_hand


def hands_are_full(model: cp_model.CpModel, knowledge: Knowledge, in_hand: list[InHand]) -> None:
    """Each seat was dealt eight cards."""
    for seat, room in enumerate(knowledge.room):
        if room:
            model.add(cp_model.LinearExpr.sum(list(in_hand[seat].values())) == room)


def declared_cards_are_in_the_hand(model: cp_model.CpModel, declares: Declares, in_hand: InHand) -> None:
    """No card serves in two declarations of a seat, nor in one of a seat that does not hold it."""
    for card, variables in users_of_cards(declares.keys(), declares.values()).items():
        model.add_at_most_one([*variables, ~in_hand[card]] if card in in_hand else variables)


def what_was_heard_is_declared(model: cp_model.CpModel, declares: Declares, announced: Announced) -> None:
    """Exactly what was heard of a seat it declares: so many of each kind and value; where it showed them, these."""
    for sound, count in announced.sounds.items():
        model.add(cp_model.LinearExpr.sum([v for d, v in declares.items() if d.sound == sound]) == count)
    if announced.shown is not None:
        for declaration in announced.shown:
            model.add_bool_or([declares[declaration]] if declaration in declares else [])


def nothing_better_is_in_the_hand(
    model: cp_model.CpModel, declares: Declares, in_hand: InHand, combinations: Sequence[Declared], announced: Announced | None
) -> None:
    """No combination of the hand is better than what the seat declares.

    `combinations` are all that it may hold, from the worst to the best. A variable for each that it can have declared says
    that it declares this one or a later one; whichever else is in the hand asks for a choice as late as its own place.
    """
    choices: list[Declared] = []
    needs: list[tuple[int, int]] = []
    heard = None if announced is None else announced.sounds
    for declared in combinations:
        needs.append((len(choices), sum(d.cards for d in declared)))
        if heard is None or sounds_of(declared) == heard:
            choices.append(declared)
    from_here = [model.new_bool_var("") for _ in choices]
    model.add_bool_or(from_here[:1])  # where there is no choice, there is no deal
    for earlier, later in pairwise(from_here):
        model.add_implication(later, earlier)
    chosen: list[cp_model.LinearExpr] = [here - later for here, later in pairwise(from_here)]
    chosen += from_here[-1:]
    for declaration, variable in declares.items():
        model.add(variable == sum(this for declared, this in zip(choices, chosen, strict=True) if declaration in declared))
    for place, cards in _strictest(needs, sum(in_hand)):
        model.add_bool_or([*(~in_hand[card] for card in cards_in(cards)), *from_here[place : place + 1]])


def _strictest(needs: Iterable[tuple[int, int]], unseen: int) -> Iterator[tuple[int, int]]:
    """Yield of each place and cards that ask for it the place and the unseen ones, unless fewer cards ask for as late a place."""
    asked: list[int] = []
    for place, cards in sorted(needs, key=lambda need: (-need[0], need[1].bit_count())):
        cards_unseen = cards & unseen
        if place and all(fewer & ~cards_unseen for fewer in asked):
            asked.append(cards_unseen)
            yield place, cards_unseen


def comparison_ends(model: cp_model.CpModel, declares: Sequence[Declares], trump: int, winner: int | None) -> None:
    """For the comparison to end with this `winner`, or in an exact tie (None), its team reaches some level.

    The other team stays below that level; in a tie both teams reach it and neither goes beyond.
    """
    reached: dict[int, list[list[cp_model.IntVar]]] = {}
    for seat, of_seat in enumerate(declares):
        for declaration, variable in of_seat.items():
            reached.setdefault(declaration.strength(trump), [[], []])[team_of(seat)].append(variable)
    must_reach = TEAMS if winner is None else (winner,)
    levels = {
        strength: model.new_bool_var(f"level {strength}")
        for strength, teams in reached.items()
        if all(teams[team] for team in must_reach)
    }
    model.add_exactly_one(levels.values())
    for strength, level in levels.items():
        for team in must_reach:
            model.add_bool_or([*reached[strength][team], ~level])
    for strength, teams in reached.items():
        for team in TEAMS if winner is None else (1 - winner,):
            above = [level for at, level in levels.items() if at > strength or (at == strength and winner is None)]
            for variable in teams[team]:
                model.add_bool_or([*above, ~variable])
