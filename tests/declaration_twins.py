"""Every declaration, as the oracle and as the package have it."""

from itertools import product

import oracle

from solver import read_declaration
from solver.declarations import declarations_of

ALL = oracle.declarations_in(oracle.DECK)
PAIRS = [(a, b) for a, b in product(ALL, ALL) if not a.cards & b.cards]
INDEX_OF = {None: -1, "o": 0, "c": 1, "e": 2, "b": 3}


def ours(*declared):
    """Return the package's declarations of the same cards."""
    return [declarations_of()[oracle.to_mask(declaration.cards)] for declaration in declared]


def declared(*texts, rules=None):
    """Return the package's declarations of some card texts."""
    return [read_declaration(text) if rules is None else read_declaration(text, rules) for text in texts]
