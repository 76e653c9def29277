"""The compiled kernel: points, Belote-Rebelote, strength and declared cards of many hands in one pass.

For hands of up to eight cards under the default rules the best combination has a closed form, which `proof.py` checks against
CP-SAT on every hand: every Carré, then the maximal runs of what is left, then a run of eight as 5 + 3. It is written with
shifts, ands and popcounts on 32-bit lanes, without tables and branches, so that the compiler turns each loop into vector code.

numba computes ``uint32 op uint32`` in 64 bits; every result that could leave 32 bits is cast back at once, or the lanes double.
``begin_k`` holds the bits at which k neighbouring cards of one suit begin: ``b & b >> 1`` leads from k to k + 1, and suits
never mix because bit 7 of a byte, where no two cards can begin, is cleared in ``begin_2``.

The functions take C-contiguous arrays of native byte order and report by their return value whether each row was within its
bounds; `bulk.py` is their caller. What the rules are worth comes in as `Worth`, so that no point value stands here.
"""

from itertools import pairwise
from typing import Any, Final, NamedTuple

from numba import int32, njit, uint32

from solver.cards import BELOTE_PAIRS, RANK_MASKS
from solver.compiling import compiled, popcount
from solver.declarations import TOP_SHIFT, TRUMP_BIT, declarations_of
from solver.rules import DEFAULT, HAND_SIZE, Rules

_inlined = njit(nogil=True, error_model="numpy")

_ONE_RANK: Final = RANK_MASKS[0]
_NOT_THE_HIGHEST: Final = 0x7F7F7F7F
_BELOTE_PAIR: Final = BELOTE_PAIRS[0]


class Worth(NamedTuple):
    """What the closed form needs of the rules; all integers, used as uint32 by the compiled code."""

    cards: tuple[int, ...]
    """What the third, the fourth and the fifth card add to the points of a run; further ones add nothing."""
    runs: tuple[int, ...]
    """The strengths of runs of three to seven cards from rank 0 and not in trumps."""
    carres: int
    """The ranks whose Carré is worth something, as bits."""
    ranks: tuple[int, ...]
    """Those ranks one by one, each a bit, the weakest Carré first."""
    strengths: tuple[int, ...]
    """The strength of each of those Carrés."""
    points: tuple[int, ...]
    """The points of each of those Carrés."""
    belote: int


def worth(rules: Rules = DEFAULT) -> Worth:
    """Return the constants of the closed form under `rules`."""
    run_points = rules.run_points
    declarations = declarations_of(rules)
    carres = sorted((d for d in declarations.values() if d.kind == "carre"), key=lambda d: d.strength())
    return Worth(
        tuple(points - before for before, points in pairwise(run_points[2:6])),
        tuple(declarations[(1 << length) - 1].strength() for length in range(3, 8)),
        sum(1 << d.top for d in carres),
        tuple(1 << d.top for d in carres),
        tuple(d.strength() for d in carres),
        tuple(d.points for d in carres),
        rules.belote,
    )


@_inlined
def _carres(hand: Any, worth: Any) -> Any:
    """Return the ranks of the hand's Carrés, bits 0..7."""
    pairs = uint32(hand & hand >> uint32(8))
    return uint32(pairs & pairs >> uint32(16) & uint32(worth.carres))


@_inlined
def _begin_3(hand: Any, carres: Any) -> Any:
    """Return the bits at which three neighbouring cards begin that no Carré takes."""
    left = uint32(hand & ~uint32(carres * uint32(_ONE_RANK)))
    begin_2 = uint32(left & left >> uint32(1) & uint32(_NOT_THE_HIGHEST))
    return uint32(begin_2 & begin_2 >> uint32(1))


@_inlined
def _points(carres: Any, begin_3: Any, worth: Any) -> Any:
    """Return the points of the best combination."""
    begin_4 = uint32(begin_3 & begin_3 >> uint32(1))
    begin_5 = uint32(begin_4 & begin_4 >> uint32(1))
    begin_8 = uint32(begin_5 & begin_5 >> uint32(3))
    lowest = uint32(begin_3 & ~uint32(begin_3 << uint32(1)))
    second_of_8 = uint32(begin_8 << uint32(7))  # 5 + 3: one more run of three, counted at a bit where none can begin
    runs = (
        uint32(worth.cards[0]) * popcount(uint32(lowest | second_of_8))
        + uint32(worth.cards[1]) * popcount(uint32(lowest & begin_4))
        + uint32(worth.cards[2]) * popcount(uint32(lowest & begin_5))
    )
    for rank, points in zip(worth.ranks, worth.points):  # noqa: B905  numba knows no strict zip
        runs += uint32(points) if carres & uint32(rank) else uint32(0)
    return uint32(runs)


@_inlined
def _strongest_run(begin_3: Any, trump: Any, worth: Any) -> Any:
    """Return the begin, the length and the strength of the strongest declared run: a bit and two numbers, or three zeros.

    A run of eight is declared as its upper five cards and its lower three.
    """
    begin_4 = uint32(begin_3 & begin_3 >> uint32(1))
    begin_5 = uint32(begin_4 & begin_4 >> uint32(1))
    begin_6 = uint32(begin_5 & begin_5 >> uint32(1))
    begin_7 = uint32(begin_6 & begin_6 >> uint32(1))
    upper_of_8 = uint32(uint32(begin_7 & begin_7 >> uint32(1)) << uint32(3))
    begins, length, strength = begin_3, uint32(3), uint32(worth.runs[0])
    begins, length, strength = (begin_4, uint32(4), uint32(worth.runs[1])) if begin_4 else (begins, length, strength)
    begins, length, strength = (begin_5, uint32(5), uint32(worth.runs[2])) if begin_5 else (begins, length, strength)
    begins, length, strength = (begin_6, uint32(6), uint32(worth.runs[3])) if begin_6 else (begins, length, strength)
    begins, length, strength = (begin_7, uint32(7), uint32(worth.runs[4])) if begin_7 else (begins, length, strength)
    begins, length, strength = (upper_of_8, uint32(5), uint32(worth.runs[2])) if upper_of_8 else (begins, length, strength)
    first = uint32(begins & -int32(begins))
    other = uint32(begins ^ first)
    first_place, other_place = _place(first, trump), _place(other, trump)
    other_wins = (other != uint32(0)) & (other_place > first_place)
    begin = other if other_wins else first
    place = other_place if other_wins else first_place
    return begin, length, uint32(strength + place) if begins else uint32(0)


@_inlined
def _place(begin: Any, trump: Any) -> Any:
    """Return what the lowest card of a run, one bit, adds to the strength: its rank and whether it is in trumps."""
    index = popcount(uint32(begin - uint32(1)))
    in_trumps = uint32(TRUMP_BIT) if int32(index >> uint32(3)) == trump else uint32(0)
    return uint32(uint32((index & uint32(7)) << uint32(TOP_SHIFT)) | in_trumps)


@_inlined
def _strongest_carre(carres: Any, worth: Any) -> Any:
    """Return the rank, a bit, and the strength of the strongest Carré, or two zeros."""
    rank, strength = uint32(0), uint32(0)
    for next_rank, next_strength in zip(worth.ranks, worth.strengths):  # noqa: B905  numba knows no strict zip
        held = carres & uint32(next_rank)
        rank = uint32(next_rank) if held else rank
        strength = uint32(next_strength) if held else strength
    return rank, strength


@_inlined
def _belote(hand: Any, trump: Any, worth: Any) -> Any:
    """Return the points of Belote-Rebelote."""
    suit = uint32(hand >> uint32(uint32(trump & int32(3)) << uint32(3)))
    held = (uint32(suit & uint32(_BELOTE_PAIR)) == uint32(_BELOTE_PAIR)) & (trump >= int32(0))
    return uint32(worth.belote) if held else uint32(0)


@_inlined
def _score(hand: Any, trump: Any, worth: Any) -> Any:
    """Return points, Belote, strength and the two declarations, the stronger first, of one hand."""
    carres = _carres(hand, worth)
    begin_3 = _begin_3(hand, carres)
    begin, length, run_strength = _strongest_run(begin_3, trump, worth)
    carre, carre_strength = _strongest_carre(carres, worth)
    run = uint32(uint32(begin << length) - begin)
    runs = uint32(begin_3 | uint32(begin_3 << uint32(1)) | uint32(begin_3 << uint32(2)))
    other_carre = uint32(carres ^ carre)
    after_carre = uint32(other_carre * uint32(_ONE_RANK)) if other_carre else run
    return (
        _points(carres, begin_3, worth),
        _belote(hand, trump, worth),
        carre_strength if carres else run_strength,
        uint32(carre * uint32(_ONE_RANK)) if carres else run,
        after_carre if carres else uint32(runs ^ run),
    )


@_inlined
def _is_fault(hand: Any, trump: Any) -> Any:
    """Return 1 for a hand of too many cards or a trump outside -1..3, else 0."""
    return uint32((popcount(hand) > uint32(HAND_SIZE)) | (uint32(trump + int32(1)) > uint32(4)))


@compiled
def points_of(hands: Any, points: Any, worth: Any) -> Any:
    """Write the points of each of `hands` (uint32) to `points` (uint16); return whether each has at most eight cards."""
    faults = uint32(0)
    for row in range(hands.size):
        hand = hands[row]
        carres = _carres(hand, worth)
        points[row] = _points(carres, _begin_3(hand, carres), worth)
        faults |= _is_fault(hand, int32(0))
    return faults == uint32(0)


@compiled
def scores_of(hands: Any, trumps: Any, points: Any, belote: Any, strength: Any, declared: Any, worth: Any) -> Any:
    """Score `hands` (uint32) with `trumps` (int8); return whether each has at most eight cards and a trump in -1..3.

    Writes `points` (uint16), `belote` (uint8), `strength` (uint16) and, two masks a hand one after the other, `declared` (uint32).
    """
    faults = uint32(0)
    for row in range(hands.size):
        hand, trump = hands[row], int32(trumps[row])
        points[row], belote[row], strength[row], declared[2 * row], declared[2 * row + 1] = _score(hand, trump, worth)
        faults |= _is_fault(hand, trump)
    return faults == uint32(0)
