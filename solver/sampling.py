"""Deals by number: each deal that explains what is known has one, and equal chances of numbers are equal chances of deals.

What was heard narrows the numbers down beforehand: a number names an explanation, the very cards that each seat announced, and
a way to deal the rest. A deal in which a hand holds several explanations of what was heard has a number for each; whoever draws
numbers keeps the one that names the first. The loops are compiled, with no Python for each deal.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.compiling import compiled, inlined, popcount
from solver.knowledge import Knowledge, sounds_of
from solver.rules import HAND_SIZE
from solver.views import SEATS

MOST_EXPLANATIONS: Final = 1 << 22
"""Most tuples of announced cards to look at; where there would be more, numbers leave the announcements of a seat aside."""

UNNAMED: Final = -1

_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST_MIX: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND_MIX: Final = np.uint64(0x94D049BB133111EB)


@dataclass(frozen=True, slots=True, eq=False)
class Announcement:
    """The explanations of what a seat other than one's own announced, the one with the strongest declaration first."""

    seat: int
    masks: NDArray[np.uint32]
    """Shape (explanations,): the cards."""
    pairs: NDArray[np.uint32]
    """Shape (explanations, 2): the cards of each declaration, strongest first, 0 for none."""
    strengths: NDArray[np.uint16]
    """Shape (explanations,): the strength of the strongest declaration, 0 for none."""
    points: int
    is_best: bool
    """Whether it is the best combination of the seat's hand."""


def announcement_of(knowledge: Knowledge, seat: int) -> Announcement | None:
    """Return what a seat other than one's own announced, None where it may still declare."""
    announced = knowledge.announced[seat]
    if announced is None:
        return None
    heard = announced.sounds
    explanations = [declared for declared in knowledge.combinations_of(seat) if sounds_of(declared) == heard]
    strengths = np.array([knowledge.strength_of(declared) for declared in explanations], np.uint16)
    pairs = np.zeros((len(explanations), 2), np.uint32)
    for row, declared in enumerate(explanations):
        pairs[row, : len(declared)] = [d.cards for d in declared]
    order = np.argsort(strengths, kind="stable")[::-1]
    pairs, points = pairs[order], sum(event.points for event in announced.heard)
    return Announcement(seat, pairs[:, 0] | pairs[:, 1], pairs, strengths[order], points, announced.is_best)


class Numbering(NamedTuple):
    """The numbers of all deals, in arrays for the compiled code; made by `numbering_of`.

    Explanations that leave each seat equally many cards to get are a group. `total` is how many numbers there are;
    `firsts` is the first number of each group, `ways` how many deals each of its explanations has, `seconds` how many of these
    the second seat has once the first has its cards, and `places` where the hands of both begin in `subsets`.
    """

    fixed: NDArray[np.uint32]
    """Shape (explanations, 4): the cards that each seat holds for certain."""
    named: NDArray[np.int32]
    """Shape (explanations, 4): the number of the explanation of each seat, or `UNNAMED`."""
    rest: NDArray[np.uint32]
    """Shape (explanations,): the cards still to be dealt."""
    starts: NDArray[np.int64]
    """Shape (groups,): the first explanation of each."""
    firsts: NDArray[np.uint64]
    ways: NDArray[np.uint64]
    seconds: NDArray[np.uint64]
    places: NDArray[np.int64]
    """Shape (groups, 2)."""
    subsets: NDArray[np.uint32]
    dealt: NDArray[np.int64]
    """The three seats that get cards, in this order."""
    total: int


def numbering_of(knowledge: Knowledge, announcements: list[Announcement]) -> Numbering:
    """Return the numbering of the deals; `total` is 0 where nothing explains what was heard."""
    fixed, named = _explanations(knowledge, announcements)
    held = np.bitwise_count(fixed).astype(np.int64)
    rest = np.uint32(knowledge.unseen) & ~np.bitwise_or.reduce(fixed, axis=1)
    dealt = np.array(knowledge.others, np.int64)
    shapes, group, counts = np.unique(HAND_SIZE - held[:, dealt], axis=0, return_inverse=True, return_counts=True)
    order = np.argsort(group.reshape(-1), kind="stable")
    subsets: list[NDArray[np.uint32]] = []
    ways, seconds, places, length = [], [], [], 0
    for first, second, third in shapes.tolist():
        tables = _subsets(first + second + third, first), _subsets(second + third, second)
        places.append((length, length + tables[0].size))
        length += tables[0].size + tables[1].size
        subsets += tables
        ways.append(tables[0].size * tables[1].size)
        seconds.append(tables[1].size)
    numbers_by_group = [count * way for count, way in zip(counts.tolist(), ways, strict=True)]
    return Numbering(
        fixed=fixed[order],
        named=named[order],
        rest=rest[order],
        starts=np.cumsum([0, *counts.tolist()])[:-1].astype(np.int64),
        firsts=np.cumsum([0, *numbers_by_group], dtype=np.uint64)[:-1],
        ways=np.array(ways, np.uint64),
        seconds=np.array(seconds, np.uint64),
        places=np.array(places, np.int64).reshape(-1, 2),
        subsets=np.concatenate(subsets) if subsets else np.zeros(0, np.uint32),
        dealt=dealt,
        total=sum(numbers_by_group),
    )


def _explanations(knowledge: Knowledge, announcements: list[Announcement]) -> tuple[NDArray[np.uint32], NDArray[np.int32]]:
    """Return every way to explain the announcements by cards: those each seat holds for certain, and which explanation it has.

    The rarer announcements come first; those that would be too many stay unnamed.
    """
    fixed = np.array([knowledge.known], np.uint32)
    named = np.full((1, len(SEATS)), UNNAMED, np.int32)
    for announcement in sorted(announcements, key=lambda a: _expected(knowledge, a)):
        seat, masks = announcement.seat, announcement.masks
        if len(fixed) * masks.size > MOST_EXPLANATIONS:
            continue
        elsewhere = np.bitwise_or.reduce(np.delete(fixed, seat, axis=1), axis=1)
        fits = (elsewhere[:, None] & masks) == 0
        fits &= np.bitwise_count(fixed[:, seat, None] | masks) <= HAND_SIZE
        before, choice = np.nonzero(fits)
        fixed, named = fixed[before], named[before]
        fixed[:, seat] |= masks[choice]
        named[:, seat] = choice
    return fixed, named


def _expected(knowledge: Knowledge, announcement: Announcement) -> float:
    """Return how many of the explanations a hand dealt at random would hold."""
    cards, room = knowledge.unseen.bit_count(), knowledge.room[announcement.seat]
    new = np.bitwise_count(announcement.masks & np.uint32(knowledge.unseen)).tolist()
    return sum(comb(cards - n, room - n) / comb(cards, room) for n in new if n <= room)


@lru_cache(maxsize=64)
def _subsets(size: int, chosen: int) -> NDArray[np.uint32]:
    """Return the masks below ``1 << size`` that have `chosen` bits, ascending, read-only."""
    subsets = np.empty(comb(size, chosen), np.uint32)
    _fill_subsets(chosen, subsets)
    subsets.flags.writeable = False
    return subsets


@compiled
def _fill_subsets(chosen: Any, subsets: Any) -> None:
    mask = np.int64((1 << chosen) - 1)
    for row in range(subsets.size):
        subsets[row] = mask
        lowest = mask & -mask
        if lowest:
            carried = mask + lowest
            mask = carried | ((mask ^ carried) // lowest >> 2)


@lru_cache(maxsize=1)
def deposits() -> NDArray[np.uint8]:
    """Return, at ``256 * places + bits``, the byte that has the low bits of `bits` one by one in the places that `places` sets."""
    table = np.zeros((256, 256), np.uint8)
    places, bits = np.ogrid[:256, :256]
    for place in range(8):
        below = np.bitwise_count(places & ((1 << place) - 1))
        table |= ((places >> place & 1 & bits >> below) << place).astype(np.uint8)
    table.flags.writeable = False
    return table.reshape(-1)


@inlined
def mixed(word: Any) -> Any:
    """Return the splitmix64 hash of a 64-bit word."""
    word = (word ^ word >> np.uint64(30)) * _FIRST_MIX
    word = (word ^ word >> np.uint64(27)) * _SECOND_MIX
    return word ^ word >> np.uint64(31)


@compiled
def draw(key: Any, start: Any, total: Any, numbers: Any) -> None:
    """Fill `numbers` (uint64) with random numbers below `total`, the draws from number `start` on of the stream called `key`.

    Every number is exactly as likely as any other: words beyond the last multiple of `total` are drawn again.
    """
    last = np.uint64(0) - np.uint64(1)
    surplus = (last % total + np.uint64(1)) % total
    for row in range(numbers.size):
        word = mixed(key + np.uint64(start + row) * _GOLDEN)
        while word > last - surplus:
            word = mixed(word + _GOLDEN)
        numbers[row] = word % total


@compiled
def deal(numbers: Any, numbering: Any, deposit: Any, hands: Any, named: Any) -> None:
    """Write the deals of some numbers: `hands` (uint32) and the explanations `named` (int32), both of shape (4, numbers)."""
    fixed, names, rests, starts, firsts, ways, seconds, places, subsets, dealt = numbering
    last_group = starts.size - 1
    for row in range(numbers.size):
        group = 0
        while group < last_group and numbers[row] >= firsts[group + 1]:
            group += 1
        choice = (numbers[row] - firsts[group]) // ways[group]
        way = (numbers[row] - firsts[group]) - choice * ways[group]
        explanation = starts[group] + np.int64(choice)
        first = np.int64(way // seconds[group])
        second = np.int64(way - np.uint64(first) * seconds[group])
        rest = rests[explanation]
        for seat in range(4):
            hands[seat, row] = fixed[explanation, seat]
            named[seat, row] = names[explanation, seat]
        cards = _deposited(subsets[places[group, 0] + first], rest, deposit)
        hands[dealt[0], row] |= cards
        rest ^= cards
        cards = _deposited(subsets[places[group, 1] + second], rest, deposit)
        hands[dealt[1], row] |= cards
        hands[dealt[2], row] |= rest ^ cards


@inlined
def _deposited(bits: Any, places: Any, deposit: Any) -> Any:
    """Return `bits`, the lowest first, in the places that the set bits of the mask `places` mark."""
    cards = np.uint32(0)
    for shift in range(0, 32, 8):
        byte = np.uint32(places >> np.uint32(shift) & np.uint32(0xFF))
        cards |= np.uint32(deposit[byte << np.uint32(8) | bits & np.uint32(0xFF)]) << np.uint32(shift)
        bits >>= popcount(byte)
    return cards
