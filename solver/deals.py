"""The public array functions over whole deals: the comparison and the contract of millions of deals at once.

A deal is four hands in the order of the seats; team 0 is seats 0 and 2, team 1 is seats 1 and 3. The same rules, one deal at a
time, are in `declarations.py` and `settlement.py`, the loops in `kernel.py`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver import kernel
from solver.arrays import (
    HandError,
    ReadOnlyArrays,
    as_array,
    hands_array,
    index_text,
    masks_at,
    no_hands,
    no_trumps,
    raise_first_fault,
    trumps_array,
    trumps_at,
    values_at,
)
from solver.bulk import closed_form_holds, score_hands
from solver.cards import Trump, format_hand, shown
from solver.closed_form import worth as worth_of
from solver.rules import DEFAULT, Rules, checked_rules
from solver.settlement import SettlementError, settle
from solver.threads import in_pieces, most_threads
from solver.views import SEATS, TEAMS

NUM_SEATS: Final = len(SEATS)
NUM_TEAMS: Final = len(TEAMS)
_BY_DEAL: Final = ("taker", "made")
"""The figures of `settle_deals` that are one of a deal; the others are one of a team."""
_BLOCK_DEALS: Final = 1 << 12
"""Deals among which a refused one is looked for in Python."""


@dataclass(frozen=True, slots=True, eq=False)
class DealScores(ReadOnlyArrays):
    """The comparison of deals of shape ``S``, in read-only arrays."""

    winner: NDArray[np.int8]
    """Shape ``S``: the team whose declarations count, 0 or 1, or -1 where none do."""
    points: NDArray[np.uint16]
    """Shape ``S + (2,)``: the validated declarations of each team."""
    belote: NDArray[np.uint8]
    """Shape ``S + (2,)``: the Belote-Rebelote of each team."""


def score_deals(
    hands: ArrayLike,
    trump: Trump | ArrayLike,
    *,
    declared: ArrayLike | None = None,
    belote_called: ArrayLike | None = None,
    threads: int | None = None,
    rules: Rules = DEFAULT,
) -> DealScores:
    """Compare the teams of deals in which players declare their best combination (README "Comparison", "Belote-Rebelote").

    `hands` are masks of shape ``S + (4,)``, each of at most eight cards and none in common within a deal; `trump` is one trump
    or integers -1..3 of shape ``S``. `declared` says of each hand whether its player declared at all, and `belote_called`
    whether they said both words of Belote-Rebelote where they held it: bool of shape ``S + (4,)``, None where all did. They all
    broadcast. `threads` and `rules` are those of `score_hands`. Raises `HandError`, a `ValueError`, naming the first deal that is
    none.

    >>> scores = score_deals([[0x0F, 0x0700, 0, 0]], "oros")
    >>> scores.winner, scores.points
    (array([0], dtype=int8), array([[50,  0]], dtype=uint16))
    """
    workers = most_threads(threads)
    masks, trumps, declares, calls = _checked_deals(hands, trump, declared=declared, belote_called=belote_called)
    if not closed_form_holds(rules):
        return _score_by_class(masks, trumps, declares, calls, rules)
    return _score_by_kernel(masks, trumps, declares, calls, rules, workers)


def settle_deals(
    points: ArrayLike,
    belote: ArrayLike,
    taker: ArrayLike,
    made: ArrayLike,
    trick_points: ArrayLike,
    *,
    threads: int | None = None,
    rules: Rules = DEFAULT,
) -> NDArray[np.uint16]:
    """Return the scores of both teams in many deals, as uint16 of shape ``S + (2,)``: `settle` for arrays.

    `points` and `belote` are those of `score_deals`, `trick_points` the points of each team's tricks: integers of shape
    ``S + (2,)``. `taker` is the team that took the contract and `made` whether it was made: integers and bool of shape ``S``.
    They all broadcast. `threads` and `rules` are those of `score_hands`. Raises `SettlementError`, a `ValueError`, naming the
    first deal whose figures no deal can bring.

    >>> settle_deals([[0, 50]], [[20, 0]], taker=[0], made=[False], trick_points=[[60, 102]])
    array([[ 20, 212]], dtype=uint16)
    """
    workers = most_threads(threads)
    checked_rules(rules)
    figures = _checked_figures(points=points, belote=belote, taker=taker, made=made, trick_points=trick_points)
    shape = figures["taker"].shape
    scores = np.empty((*shape, NUM_TEAMS), np.uint16)
    rows = scores.reshape(-1)

    def settle_piece(start: int, stop: int) -> bool:
        pieces = {
            name: values_at(array, start, stop) if name in _BY_DEAL else values_at(array, NUM_TEAMS * start, NUM_TEAMS * stop)
            for name, array in figures.items()
        }
        values = rules.failed_contract, rules.most_trick_points, rules.belote
        return bool(kernel.settlements_of(*pieces.values(), rows[NUM_TEAMS * start : NUM_TEAMS * stop], *values))

    size = scores.size // NUM_TEAMS
    if not in_pieces(settle_piece, size, workers):
        blocks = ((start, min(start + _BLOCK_DEALS, size)) for start in range(0, size, _BLOCK_DEALS))
        _raise_first_refusal(figures, next(block for block in blocks if not settle_piece(*block)), rules)
    return scores


def _checked_deals(
    hands: ArrayLike, trump: Trump | ArrayLike, **said: ArrayLike | None
) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.bool_] | None, NDArray[np.bool_] | None]:
    """Return hands of shape ``S + (4,)``, trumps of shape ``S`` and what was said by each hand, broadcast without a copy."""
    masks, trumps = _of_each(hands_array(hands), NUM_SEATS), trumps_array(trump)
    if masks.shape[-1:] != (NUM_SEATS,):
        raise HandError(f"hands have shape {masks.shape}: the last axis of deals is the {NUM_SEATS} hands of each")
    by_hand = [None if who is None else _of_each(_bools(who, name), NUM_SEATS) for name, who in said.items()]
    shapes = [masks.shape, (*trumps.shape, 1), *(who.shape for who in by_hand if who is not None)]
    try:
        shape = np.broadcast_shapes(*shapes)
    except ValueError:
        raise HandError(f"hands, trumps and who said what do not broadcast: by deal and seat they have {shapes}") from None
    declares, calls = (None if who is None else np.broadcast_to(who, shape) for who in by_hand)
    return np.broadcast_to(masks, shape), np.broadcast_to(trumps, shape[:-1]), declares, calls


def _of_each(array: NDArray[Any], number: int) -> NDArray[Any]:
    """Return an array with the shape of no deals for the empty list of deals, any other as it is."""
    return array.reshape(0, number) if array.shape == (0,) else array


def _bools(who: ArrayLike, name: str) -> NDArray[np.bool_]:
    array = as_array(who, name, np.bool_)
    if array.dtype != np.bool_:
        raise HandError(f"{name} is bool, not {array.dtype}: {shown(who)}")
    return array


def _score_by_kernel(
    masks: NDArray[Any],
    trumps: NDArray[Any],
    declares: NDArray[np.bool_] | None,
    calls: NDArray[np.bool_] | None,
    rules: Rules,
    workers: int,
) -> DealScores:
    """Score checked arrays where the closed form holds; raise the `HandError` of the first deal that is none."""
    shape = trumps.shape
    scores = np.empty(shape, np.int8), np.empty((*shape, NUM_TEAMS), np.uint16), np.empty((*shape, NUM_TEAMS), np.uint8)
    winner, points, belote = (field.reshape(-1) for field in scores)
    worth = worth_of(rules)

    def score(start: int, stop: int) -> bool:
        seats, teams = slice(NUM_SEATS * start, NUM_SEATS * stop), slice(NUM_TEAMS * start, NUM_TEAMS * stop)
        return bool(
            kernel.deals_of(
                masks_at(masks, seats.start, seats.stop),
                trumps_at(trumps, start, stop),
                None if declares is None else values_at(declares, seats.start, seats.stop),
                None if calls is None else values_at(calls, seats.start, seats.stop),
                winner[start:stop],
                points[teams],
                belote[teams],
                worth,
            )
        )

    try:
        right = in_pieces(score, trumps.size, workers)
    except HandError:  # of some piece, which need not be the first with a fault
        right = False
    if not right:
        _check_deals(masks, trumps)
        raise AssertionError("every deal is one")
    return DealScores(*scores)


def _score_by_class(
    masks: NDArray[Any], trumps: NDArray[Any], declares: NDArray[np.bool_] | None, calls: NDArray[np.bool_] | None, rules: Rules
) -> DealScores:
    """Do what `_score_by_kernel` does under rules where the closed form is not proven."""
    _check_deals(masks, trumps)
    hands = score_hands(masks, trumps[..., None], rules=rules)
    declares = np.broadcast_to(np.ones((), np.bool_), masks.shape) if declares is None else declares
    calls = np.broadcast_to(np.ones((), np.bool_), masks.shape) if calls is None else calls
    strength, points = np.where(declares, hands.strength, 0), np.where(declares, hands.points, 0)
    best = np.stack([strength[..., team::NUM_TEAMS].max(axis=-1) for team in range(NUM_TEAMS)], axis=-1)
    wins = best > best[..., ::-1]
    winner = np.where(wins[..., 0], 0, np.where(wins[..., 1], 1, -1)).astype(np.int8)
    by_team = np.stack([points[..., team::NUM_TEAMS].sum(axis=-1) for team in range(NUM_TEAMS)], axis=-1)
    belote = np.where(calls, hands.belote, 0)
    belote_by_team = np.stack([belote[..., team::NUM_TEAMS].max(axis=-1) for team in range(NUM_TEAMS)], axis=-1)
    return DealScores(winner, np.where(wins, by_team, 0).astype(np.uint16), belote_by_team.astype(np.uint8))


def _check_deals(masks: NDArray[Any], trumps: NDArray[Any]) -> None:
    """Raise the `HandError` of the first deal that is none."""
    hands, trump_of = masks.reshape(-1, NUM_SEATS), trumps.reshape(-1)
    bad = no_hands(hands).any(axis=1) | no_trumps(trump_of)
    num_right = int(bad.argmax()) if bad.any() else len(bad)
    for deal, reason in shared_cards(tuple(hands[:num_right].astype(np.uint32).T)):
        raise HandError(f"hands{index_text(deal, trumps.shape)}: {reason}")
    if num_right < len(bad):
        if no_hands(hands[num_right]).any():
            raise_first_fault(hands=masks)
        raise_first_fault(trumps=trumps)


def shared_cards(hands: Sequence[NDArray[np.uint32]], deck: str = "spanish") -> Iterator[tuple[int, str]]:
    """Yield the deals of which two hands share a card, in rising order from 0, and what is wrong with each.

    `hands` are the masks of each seat, four arrays of shape (n,); cards are named as in `deck`.
    """
    shared = np.zeros(len(hands[0]), np.uint32)
    held = shared.copy()
    for hand in hands:
        shared |= held & hand
        held |= hand
    for deal in np.flatnonzero(shared).tolist():
        dealt = [int(hand[deal]) for hand in hands]
        first, second = next((a, b) for b in range(len(dealt)) for a in range(b) if dealt[a] & dealt[b])
        yield deal, f"seats {first} and {second} both hold {format_hand(dealt[first] & dealt[second], deck)}"


def _checked_figures(**given: ArrayLike) -> dict[str, NDArray[Any]]:
    """Return the figures of deals as integer arrays of one shape ``S``, those by team of ``S + (2,)``, without a copy."""
    figures = {
        name: as_array(figure, name, np.bool_ if name == "made" else np.int64, SettlementError) for name, figure in given.items()
    }
    figures = {name: array if name in _BY_DEAL else _of_each(array, NUM_TEAMS) for name, array in figures.items()}
    for name, array in figures.items():
        if array.dtype.kind not in ("b" if name == "made" else "iu"):
            raise SettlementError(f"{name} is {'bool' if name == 'made' else 'integers'}, not {array.dtype}", name)
        if name not in _BY_DEAL and array.shape[-1:] != (NUM_TEAMS,):
            raise SettlementError(f"{name} has shape {array.shape}: its last axis is the {NUM_TEAMS} teams", name)
    shapes = [array.shape if name in _BY_DEAL else array.shape[:-1] for name, array in figures.items()]
    try:
        shape = np.broadcast_shapes(*shapes)
    except ValueError:
        raise SettlementError(f"deals of the shapes {shapes} do not broadcast") from None
    return {
        name: np.broadcast_to(array, shape if name in _BY_DEAL else (*shape, NUM_TEAMS)) for name, array in figures.items()
    }


def _raise_first_refusal(figures: dict[str, NDArray[Any]], block: tuple[int, int], rules: Rules) -> NoReturn:
    """Raise what `settle` says of the first deal in `block`, a start and a stop in C order, that it refuses."""
    shape = figures["taker"].shape
    for deal in range(*block):
        place = np.unravel_index(deal, shape)
        where = f"deal {index_text(deal, shape)}: " if shape else ""
        try:
            settle(**{name: array[place].tolist() for name, array in figures.items()}, rules=rules)
        except SettlementError as refusal:
            raise SettlementError(f"{where}{refusal}", refusal.argument) from None
    raise AssertionError("no deal is refused")
