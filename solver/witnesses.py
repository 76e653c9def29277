"""Whole deals as witnesses of what is possible, and the check of each, without a solver, against everything that is known."""

from collections import Counter
from dataclasses import dataclass

from solver.cards import FULL_DECK, format_hand
from solver.declarations import Declaration, DeclarationError, check_declared, contest
from solver.knowledge import Declared, Knowledge, sounds_of
from solver.rules import HAND_SIZE
from solver.views import SEATS


class WitnessError(RuntimeError):
    """A deal that contradicts what it should witness; it is never expected."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A deal that explains all that is known: the four hands as dealt, masks by seat, and what each seat declares in it."""

    hands: tuple[int, ...]
    declared: tuple[Declared, ...]


@dataclass(frozen=True, slots=True)
class Possible:
    """A declaration that `seat` can hold, and the deal that shows it."""

    seat: int
    declaration: Declaration
    witness: Witness


def check_witness(knowledge: Knowledge, witness: Witness) -> None:
    """Raise `WitnessError` where a deal breaks a rule or does not explain what is known."""
    _check_deal(knowledge, witness.hands)
    for seat in SEATS:
        _check_declared(knowledge, seat, witness.hands[seat], witness.declared[seat])
    decided = knowledge.contest
    if decided is not None and compared(knowledge, witness.declared) != decided.winner:
        raise WitnessError(f"the comparison was won by {decided.winner}, not so in {witness}")


def compared(knowledge: Knowledge, declared: tuple[Declared, ...]) -> int | None:
    """Return the team that wins the comparison of what the four seats declare."""
    return contest(declared[0] + declared[2], declared[1] + declared[3], knowledge.trump, knowledge.rules).winner


def _check_deal(knowledge: Knowledge, hands: tuple[int, ...]) -> None:
    if sum(hands) != FULL_DECK or Counter(hand.bit_count() for hand in hands) != {HAND_SIZE: len(SEATS)}:
        raise WitnessError(f"{' | '.join(map(format_hand, hands))}: no deal of the whole deck, {HAND_SIZE} cards to each seat")
    for seat, known in enumerate(knowledge.known):
        if missing := known & ~hands[seat]:
            raise WitnessError(f"seat {seat} was dealt {format_hand(missing)}, not so in {format_hand(hands[seat])}")


def _check_declared(knowledge: Knowledge, seat: int, hand: int, declared: Declared) -> None:
    announced = knowledge.announced[seat]
    try:
        check_declared(declared, hand, knowledge.rules)
    except DeclarationError as fault:
        raise WitnessError(f"seat {seat}: {fault}") from fault
    if announced is not None and sounds_of(declared) != announced.sounds:
        raise WitnessError(f"seat {seat} declares {declared}, but was heard to declare {announced.heard}")
    if announced is not None and announced.shown not in (None, declared):
        raise WitnessError(f"seat {seat} declares {declared}, but showed {announced.shown}")
    must_be_best = knowledge.assume_best and seat != knowledge.seat if announced is None else announced.is_best
    if must_be_best and declared != knowledge.best_of(hand):
        raise WitnessError(f"seat {seat} declares {declared}, and its best would be {knowledge.best_of(hand)}")
