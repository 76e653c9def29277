"""Which declarations many hands hold, by NumPy on whole arrays of masks.

What matters of a hand is only its *relevant cards*: those of some candidate declaration, and the trump 11 and 12 where it holds
both. Hands with the same relevant cards are one class, and a class has one answer: no trump leaves 1,662 classes of the
10,518,300 hands.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.arrays import masks_of, trumps_of
from solver.cards import BELOTE_PAIRS, FULL_DECK, RANK_MASKS, Trump, cards_in
from solver.catalogue import catalogue
from solver.rules import DEFAULT, HAND_SIZE, Rules

_ONE: Final = np.uint32(1)
_NOT_THE_HIGHEST: Final = np.uint32(0x7F7F7F7F)


def held_candidates(hands: ArrayLike, rules: Rules = DEFAULT) -> NDArray[np.bool_]:
    """Return which declarations of the catalogue each hand holds, as bool of shape ``hands.shape + (90,)``.

    `hands` are masks, of any number of cards; under other `rules` the last axis is as long as their catalogue. Raises `HandError`
    for a number that is no mask.

    >>> held_candidates(0b0000_1111).sum()  # 4o 5o 6o 7o: two runs of three, one of four
    np.int64(3)
    """
    masks = catalogue(rules).masks
    held: NDArray[np.bool_] = (masks_of(hands)[..., None] & masks) == masks
    return held


def relevant_cards(hands: ArrayLike, trump: Trump | ArrayLike = None, rules: Rules = DEFAULT) -> NDArray[np.uint32]:
    """Return the relevant cards of each hand: uint32 masks of the shape that `hands` and `trump` broadcast to.

    Two hands with the same relevant cards have the same best combination and Belote-Rebelote under `trump`. Raises `HandError`
    for a number that is no mask or no trump.
    """
    masks, trumps = masks_of(hands), trumps_of(trump)
    pairs = np.array([*BELOTE_PAIRS, 0], np.uint32)[trumps]  # no trump, -1, is the last entry: no pair
    belote = np.where(masks & pairs == pairs, pairs, np.uint32(0))
    relevant: NDArray[np.uint32] = belote | _cards_of_carres(masks, rules) | _cards_of_runs(masks, rules)
    return relevant


def _cards_of_carres(masks: NDArray[np.uint32], rules: Rules) -> NDArray[np.uint32]:
    ranks = masks & masks >> np.uint32(8)
    ranks &= ranks >> np.uint32(16)
    ranks &= np.uint32(sum(1 << rank for rank, points in enumerate(rules.carre_points) if points))
    return ranks * np.uint32(RANK_MASKS[0])


def _cards_of_runs(masks: NDArray[np.uint32], rules: Rules) -> NDArray[np.uint32]:
    """Return the cards in runs that are worth something: those in runs of the shortest such length."""
    lengths = [length for length, points in enumerate(rules.run_points) if points]
    if not lengths:
        return np.zeros_like(masks)
    begins = masks & masks >> _ONE & _NOT_THE_HIGHEST
    for _ in range(lengths[0] - 2):
        begins = begins & begins >> _ONE
    cards = begins
    for _ in range(lengths[0] - 1):
        cards = cards | cards << _ONE
    return cards


class Classes(NamedTuple):
    """The distinct classes of some hands under one trump: `cards` uint32 (k,), ascending, and the class of each hand, intp (n,)."""

    cards: NDArray[np.uint32]
    class_of: NDArray[np.intp]


def distinct_classes(hands: ArrayLike, trump: Trump = None, rules: Rules = DEFAULT) -> Classes:
    """Return the distinct sets of relevant cards among hands (n,) and which of them each hand has."""
    relevant = relevant_cards(hands, trump, rules)
    cards = np.unique(relevant)
    return Classes(cards, np.searchsorted(cards, relevant))


@cache
def every_hand() -> NDArray[np.uint32]:
    """Return all 10,518,300 hands of eight cards as uint32 masks in ascending order, read-only; kept once they were asked for.

    >>> len(every_hand()), int(every_hand()[0])
    (10518300, 255)
    """
    of_size = [np.zeros(1, np.uint32), *(np.empty(0, np.uint32) for _ in range(HAND_SIZE))]
    for bit in cards_in(FULL_DECK):
        for size in range(HAND_SIZE, 0, -1):
            of_size[size] = np.concatenate([of_size[size], of_size[size - 1] | np.uint32(bit)])
    hands = of_size[HAND_SIZE]
    hands.flags.writeable = False
    return hands
