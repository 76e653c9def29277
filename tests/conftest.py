"""What all tests share: one repeatable hypothesis profile and a few arrays of hands."""

import numpy as np
import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")


@pytest.fixture(scope="session")
def random_hands() -> np.ndarray:
    """Return 4,000 masks: random hands of 0 to 8 cards, half of them drawn from few ranks or suits so that much is declared."""
    generator = np.random.default_rng(7)
    hands = np.zeros(4000, dtype=np.uint32)
    for index in range(len(hands)):
        deck = np.arange(32)
        if index % 4 == 1:
            deck = deck[deck % 8 >= generator.integers(0, 4)]
        elif index % 4 == 3:
            deck = deck[deck // 8 <= generator.integers(0, 2)]
        cards = generator.permutation(deck)[: 8 if index % 5 else generator.integers(0, 9)]
        hands[index] = np.bitwise_or.reduce(np.uint32(1) << cards.astype(np.uint32), initial=np.uint32(0))
    hands.flags.writeable = False
    return hands
