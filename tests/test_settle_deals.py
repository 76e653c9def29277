"""The contract in bulk: `settle_deals` is `settle` for each deal, and refuses what it refuses by the first bad deal."""

import re
from itertools import product

import numpy as np
import pytest
from twins import read_only

from solver import Rules, SettlementError, score_deals, settle, settle_deals
from solver.dealing import random_deals

CASES = list(
    product(
        [(0, 0), (70, 0), (0, 350)], [(0, 0), (20, 0), (0, 20)], [0, 1], [True, False], [(92, 70), (0, 0), (252, 0), (0, 252)]
    )
)
"""Validated points, Belote-Rebelote, taker, made, trick points."""


def arrays(cases=CASES):
    points, belote, taker, made, tricks = (np.array(figure) for figure in zip(*cases, strict=True))
    return {"points": points, "belote": belote, "taker": taker, "made": made, "trick_points": tricks}


def typed():
    """Return the cases as `score_deals` and a careful caller would type them."""
    types = {"points": np.uint16, "belote": np.uint8, "taker": np.int8, "made": np.bool_, "trick_points": np.int16}
    return {name: array.astype(types[name]) for name, array in arrays().items()}


def expected(rules=Rules()):  # noqa: B008 - rules never change
    return [settle(*case, rules=rules) for case in CASES]


@pytest.mark.parametrize("figures", [arrays(), typed()], ids=["int64", "narrow"])
def test_every_case_is_that_of_settle(figures):
    scores = settle_deals(**figures)
    assert (scores.dtype, scores.shape) == (np.uint16, (len(CASES), 2))
    assert list(map(tuple, scores.tolist())) == expected()


def test_house_rules():
    rules = Rules(failed_contract=250, most_trick_points=300)
    assert list(map(tuple, settle_deals(**arrays(), rules=rules).tolist())) == expected(rules)
    high = {**arrays(), "trick_points": np.array([150, 150])}
    assert settle_deals(**high, rules=rules).max() == 620


def test_random_deals_from_their_cards_to_their_scores():
    generator = np.random.default_rng(8)
    hands, trumps = random_deals(3000, generator), generator.integers(-1, 4, 3000)
    taker, made = generator.integers(2, size=3000), generator.random(3000) < 0.6
    tricks = generator.integers(163, size=3000)
    tricks = np.stack([tricks, 162 - tricks], axis=1)
    scores = score_deals(hands, trumps)
    settled = settle_deals(scores.points, scores.belote, taker, made, tricks)
    for deal, found in enumerate(settled.tolist()):
        figures = (scores.points[deal], scores.belote[deal], taker[deal], bool(made[deal]), tricks[deal])
        assert tuple(found) == settle(*figures), deal


def test_swapping_the_teams_swaps_the_scores():
    figures = arrays()
    swapped = {name: array[:, ::-1] if array.ndim == 2 else array for name, array in figures.items()}
    swapped["taker"] = 1 - figures["taker"]
    assert (settle_deals(**swapped) == settle_deals(**figures)[:, ::-1]).all()


AWKWARD = {
    "lists": lambda array: array.tolist(),
    "2-d": lambda array: array.reshape(12, 12, *array.shape[1:]),
    "fortran": np.asfortranarray,
    "strided": lambda array: np.repeat(array, 2, axis=0)[::2],
    "reversed": lambda array: np.ascontiguousarray(array[::-1])[::-1],
    "byte-swapped": lambda array: array.astype(array.dtype.newbyteorder()),
    "read-only": read_only,
    "uint64": lambda array: array if array.dtype == np.bool_ else array.astype(np.uint64),
}


@pytest.mark.parametrize("made", AWKWARD.values(), ids=AWKWARD)
def test_awkward_arrays(made):
    figures = {name: made(array) for name, array in arrays().items()}
    before = {name: np.array(figure) for name, figure in figures.items()}
    scores = settle_deals(**figures)
    assert scores.dtype == np.uint16
    assert list(map(tuple, scores.reshape(-1, 2).tolist())) == expected()
    assert all((np.array(figures[name]) == array).all() for name, array in before.items())


def test_figures_broadcast():
    scores = settle_deals([70, 0], [0, 0], taker=[[0], [1]], made=[True, False], trick_points=(100, 62))
    assert scores.tolist() == [[[170, 62], [0, 232]], [[170, 62], [232, 0]]]
    one = settle_deals([70, 0], [0, 20], taker=0, made=False, trick_points=[100, 62])
    assert (one.tolist(), one.dtype, one.shape) == ([0, 252], np.uint16, (2,))
    none = settle_deals(np.zeros((0, 2), int), np.zeros((0, 2), int), [], np.zeros(0, bool), (100, 62))
    assert (none.shape, none.dtype) == ((0, 2), np.uint16)


RIGHT = {"points": (0, 50), "belote": (20, 0), "taker": 0, "made": True, "trick_points": (100, 62)}

IMPOSSIBLE = [
    ("points", (20, 50), "only the team that wins the comparison has its declarations validated"),
    ("points", (-20, 0), "no team has less than 0"),
    ("points", (0, -(2**63)), "no team has less than 0"),
    ("belote", (20, 20), "one player holds both cards, so one team at most scores Belote-Rebelote"),
    ("belote", (10, 0), "Belote-Rebelote scores 0 or 20"),
    ("belote", (0, -20), "no team has less than 0"),
    ("taker", 2, "the teams are 0 (seats 0 and 2) and 1 (seats 1 and 3)"),
    ("taker", -1, "the teams are 0 (seats 0 and 2) and 1 (seats 1 and 3)"),
    ("trick_points", (253, 0), "253 together, a deal has 252 at most"),
    ("trick_points", (126, 127), "253 together, a deal has 252 at most"),
    ("trick_points", (-1, 100), "no team has less than 0"),
    ("trick_points", (2**63 - 1, 2**63 - 1), "18446744073709551614 together, a deal has 252 at most"),
]


@pytest.mark.parametrize(("argument", "given", "reason"), IMPOSSIBLE, ids=[f"{name}={given}" for name, given, _ in IMPOSSIBLE])
@pytest.mark.parametrize("made", [True, False])
def test_the_first_impossible_deal_is_named(argument, given, reason, made):
    figures = {name: np.array([figure] * 40) for name, figure in {**RIGHT, "made": made}.items()}
    figures[argument][[13, 20]] = given
    with pytest.raises(SettlementError, match=re.escape(f"deal [13]: {argument} ")) as refused:
        settle_deals(**figures)
    assert str(refused.value).endswith(reason)
    assert refused.value.argument == argument
    with pytest.raises(SettlementError, match=rf"^deal \[3, 1\]: {argument} "):
        settle_deals(**{name: array.reshape(10, 4, *array.shape[1:]) for name, array in figures.items()})
    with pytest.raises(SettlementError, match=rf"^{argument} ") as alone:
        settle_deals(**{name: array[13] for name, array in figures.items()})
    assert f"deal [13]: {alone.value}" == str(refused.value)


def test_points_beyond_the_whole_deck_are_refused():
    assert settle_deals((50_000, 0), (0, 0), 0, made=True, trick_points=(0, 0)).tolist() == [50_000, 0]
    with pytest.raises(SettlementError, match=r"^points \(50001, 0\): more than the whole deck can bring"):
        settle_deals((50_001, 0), (0, 0), 0, made=True, trick_points=(0, 0))
    with pytest.raises(SettlementError, match=r"^deal \[1\]: points \(0, 60000\): more than"):
        settle_deals([(0, 0), (0, 60_000), (60_000, 0)], (0, 0), 0, made=True, trick_points=(0, 0))


@pytest.mark.parametrize(
    ("changes", "argument", "reason"),
    [
        ({"points": (0.0, 50.0)}, "points", "points is integers, not float64"),
        ({"belote": ("20", "0")}, "belote", "belote is integers, not <U2"),
        ({"taker": True}, "taker", "taker is integers, not bool"),
        ({"made": 1}, "made", "made is bool, not int64"),
        ({"made": "made"}, "made", "made is bool, not <U4"),
        ({"points": (0, 50, 0)}, "points", "points has shape (3,): its last axis is the 2 teams"),
        ({"trick_points": 162}, "trick_points", "trick_points has shape (): its last axis is the 2 teams"),
        ({"taker": [0, 1], "made": [True] * 3}, "points", "deals of the shapes "),
    ],
    ids=str,
)
def test_types_and_shapes(changes, argument, reason):
    with pytest.raises(SettlementError, match=re.escape(reason)) as refused:
        settle_deals(**{**RIGHT, **changes})
    assert refused.value.argument == argument


@pytest.mark.parametrize("threads", [1, 2, None])
def test_threads(threads):
    figures = {name: np.concatenate([array] * 15_000) for name, array in typed().items()}
    scores = settle_deals(**figures, threads=threads)
    assert (scores.reshape(15_000, len(CASES), 2) == np.array(expected())).all()
    figures["taker"][[1_500_000, 2_100_000]] = 3
    with pytest.raises(SettlementError, match=r"^deal \[1500000\]: taker 3: "):
        settle_deals(**figures, threads=threads)
    with pytest.raises(ValueError, match="threads="):
        settle_deals(**figures, threads=0)
