"""The catalogue of all declarations as NumPy arrays, for everything that works on many hands or builds a model.

The same catalogue in plain Python is `declarations.declarations_of`.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from solver.cards import NO_TRUMP, Suit
from solver.declarations import Declaration, declarations_of
from solver.rules import DEFAULT, Rules


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Every declaration that some rules reward, in the order of `declarations_of`; 90 under the default rules.

    `masks` is uint32 (90,), `points` uint16 (90,), `strength` uint16 (5, 90) with row ``trump + 1``. The arrays are read-only.
    """

    declarations: tuple[Declaration, ...]
    masks: NDArray[np.uint32]
    points: NDArray[np.uint16]
    strength: NDArray[np.uint16]


@lru_cache(maxsize=64)
def catalogue(rules: Rules = DEFAULT) -> Catalogue:
    """Return the catalogue under `rules`.

    >>> catalogue().masks.shape, catalogue().strength.shape
    ((90,), (5, 90))
    """
    declarations = tuple(declarations_of(rules).values())
    masks = np.array([declaration.cards for declaration in declarations], dtype=np.uint32)
    points = np.array([declaration.points for declaration in declarations], dtype=np.uint16)
    strength = np.array(
        [[declaration.strength(trump) for declaration in declarations] for trump in (NO_TRUMP, *Suit)], dtype=np.uint16
    )
    for array in (masks, points, strength):
        array.flags.writeable = False
    return Catalogue(declarations, masks, points, strength)
