"""Deals worked out by hand, and what their scores are compared by."""

import numpy as np

from solver import DealScores, parse_hand

FIELDS = {"winner": (np.int8, ()), "points": (np.uint16, (2,)), "belote": (np.uint8, (2,))}
"""The type of each field, and its axes besides those of the deals."""

WORKED = {
    # what it is about: the hands by seat, trumps, winner, points, Belote-Rebelote
    "nobody holds any": (["4o 5o", "4c 5c"], "oros", -1, (0, 0), (0, 0)),
    "only one team": (["", "", "", "4o 5o 6o"], "oros", 1, (0, 20), (0, 0)),
    "higher points": (["4o 5o 6o 7o", "11c 12c 1c"], "copas", 0, (50, 0), (0, 20)),
    "the Carré over the Suivi": (["4c 5c 6c 7c 10c", "11o 11c 11e 11b"], "copas", 1, (0, 100), (0, 0)),
    "the longer Suivi": (["5o 6o 7o 10o 11o 12o", "7c 10c 11c 12c 1c"], "copas", 0, (100, 0), (0, 20)),
    "the higher top card": (["4c 5c 6c", "5o 6o 7o"], "copas", 1, (0, 20), (0, 0)),
    "the one in trumps": (["4o 5o 6o", "4c 5c 6c"], "copas", 1, (0, 20), (0, 0)),
    "the higher rank": (["1o 1c 1e 1b", "12o 12c 12e 12b"], "none", 0, (100, 0), (0, 0)),
    "four 4s beat nothing": (["4o 4c 4e 4b", "10c 11c 12c"], "none", 1, (0, 20), (0, 0)),
    "an exact tie, whatever else": (["10o 11o 12o 1o", "10c 11c 12c 1c", "", "5b 6b 7b"], "bastos", -1, (0, 0), (0, 0)),
    "one a team is compared, all are scored": (
        ["4e 5e 6e 7e", "10o 10c 10e 10b", "11b 12b 1b", "4o 5o 6o 4c 5c 6c"], "none", 1, (0, 240), (0, 0),
    ),
    "a whole suit is declared as five and three": (
        ["4o 5o 6o 7o 10o 11o 12o 1o", "5c 6c 7c 10c 11c 12c"], "none", 1, (0, 100), (0, 0),
    ),
    "Belote-Rebelote is no part of it": (["11o 12o 4c 5c 6c", "10b 11b 12b"], "oros", 1, (0, 20), (20, 0)),
    "Belote-Rebelote in an exact tie": (["4o 5o 6o", "4c 5c 6c 11b 12b"], "bastos", -1, (0, 0), (0, 20)),
    "a pair in two hands of a team is none": (["11o", "", "12o"], "oros", -1, (0, 0), (0, 0)),
}  # fmt: skip


def read(texts):
    """Return the masks of a deal of which the last hands may be left out."""
    return np.array([parse_hand(text) for text in (*texts, "", "", "")][:4], dtype=np.uint32)


def assert_fields(scores, shape):
    assert isinstance(scores, DealScores)
    for name, (dtype, axes) in FIELDS.items():
        found = getattr(scores, name)
        assert isinstance(found, np.ndarray)
        assert (found.dtype, found.shape) == (dtype, (*shape, *axes)), name


def assert_equal(found, expected):
    for name in FIELDS:
        assert np.array_equal(getattr(found, name), getattr(expected, name)), name
