"""Random hands and deals, uniform over all there are, and files of them.

The same seed gives the same hands whatever the number of rows at a time.
"""

from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solver import tables, writing
from solver.candidates import every_hand
from solver.cards import Suit, deck_named
from solver.columns import DEAL_COLUMNS, HAND_COLUMNS, TRUMP_COLUMN, card_text, named
from solver.rules import HAND_SIZE
from solver.views import SEATS

_CARDS: Final = np.uint32(1) << np.arange(len(SEATS) * HAND_SIZE, dtype=np.uint32)


def random_hands(count: int, generator: np.random.Generator) -> NDArray[np.uint32]:
    """Return `count` hands of eight cards, uint32 (count,): each drawn from all 10,518,300, independently."""
    hands = every_hand()
    return hands[generator.integers(len(hands), size=count, dtype=np.uint32)]


def random_deals(count: int, generator: np.random.Generator) -> NDArray[np.uint32]:
    """Return `count` deals of the whole deck, uint32 (count, 4): a hand of eight cards for each seat."""
    cards = np.broadcast_to(_CARDS, (count, _CARDS.size)).copy()
    generator.permuted(cards, axis=1, out=cards)
    dealt = cards.reshape(count, len(SEATS), HAND_SIZE)
    hands = dealt[:, :, 0]
    for card in range(1, HAND_SIZE):
        hands = hands | dealt[:, :, card]
    return hands


def write_deals(
    target: str | PathLike[str],
    count: int,
    seed: int,
    *,
    deals: bool = False,
    deck: str = "spanish",
    progress: Callable[[int, int], object] = lambda _rows, _total: None,
) -> None:
    """Write `count` random hands to the file `target`, or with `deals` whole deals; the format goes by the suffix.

    Columns: ``hand``, or ``hand0`` to ``hand3`` by seat and ``trump``. They are masks (uint32) and 0..3 (int8) in Parquet and
    NumPy files, text of the deck called `deck` and a suit's name in CSV. `progress` is called for each batch written, with
    its number of rows and `count`. Raises `TableError` where the file cannot be written.
    """
    tables.check_named(target)
    target = Path(target)
    as_text = tables.checked_suffix(target) in tables.TEXT_SUFFIXES
    deck_named(deck)
    hands, trumps = np.random.default_rng(seed).spawn(2)

    def batch(rows: int) -> tables.Batch:
        if deals:
            columns = dict(zip(DEAL_COLUMNS, random_deals(rows, hands).T, strict=True))
        else:
            columns = dict(zip(HAND_COLUMNS, [random_hands(rows, hands)], strict=True))
        written = {name: card_text(column, deck) if as_text else column for name, column in columns.items()}
        if deals:
            trump = trumps.integers(len(Suit), size=rows, dtype=np.int8)
            written[TRUMP_COLUMN] = named(trump, [suit.text for suit in Suit]) if as_text else trump
        return tables.batch_of(written)

    with writing.writing(target, batch(0)) as write:
        for rows in _portions(count):
            write(batch(rows))
            progress(rows, count)


def _portions(count: int) -> Iterator[int]:
    for start in range(0, count, tables.BATCH_ROWS):
        yield min(tables.BATCH_ROWS, count - start)
