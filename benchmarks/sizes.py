"""How much work each mode does: the whole suite, a minute's run, or just enough for a test."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How large one mode's benchmarks are."""

    name: str
    rounds: int
    """Repeated runs of what takes milliseconds."""
    few_rounds: int
    """Repeated runs of what takes seconds."""
    memory_rows: int
    """Hands far beyond any cache."""
    cache_rows: int
    """Hands that fit, with their results, the cache of one core."""
    cache_passes: int
    """How often these are scored in one run, so that handing it to a thread costs nothing beside it."""
    all_hands_step: int
    """Of all hands that exist every one, or every so many."""
    growth: tuple[int, ...]
    """Powers of ten."""
    growth_pool: int
    """Different hands that a growing number of hands is made of."""
    growth_chunk: int
    """Hands scored by one call."""
    classes: int
    """Hands for single calls, each of another class."""
    warm_passes: int
    solve_rows: int
    """Hands for `solve_hands`."""
    proof_trumps: int
    """How many of the five trumps (the first is none) are proven."""
    file_rows: int
    csv_rows: int
    deals: int
    peer_hands: int
    peer_overlaps: int
    """The most hands in which a Carré and a Suivi share a card."""
    peer_deals: int
    per_hand_solves: int
    """Hands for the peer that calls the solver for each of them."""
    views: int
    """Hands of players who ask what the others can hold."""
    odds_deals: int
    """Random deals for the odds of one hand."""


TINY: Final = Size(
    name="tiny",
    rounds=2,
    few_rounds=1,
    memory_rows=1 << 12,
    cache_rows=1 << 8,
    cache_passes=2,
    all_hands_step=5_000,
    growth=(1, 3, 4),
    growth_pool=1 << 12,
    growth_chunk=1 << 10,
    classes=10,
    warm_passes=2,
    solve_rows=1 << 10,
    proof_trumps=1,
    file_rows=2_000,
    csv_rows=500,
    deals=200,
    peer_hands=300,
    peer_overlaps=50,
    peer_deals=100,
    per_hand_solves=5,
    views=3,
    odds_deals=2_000,
)

QUICK: Final = Size(
    name="quick",
    rounds=7,
    few_rounds=3,
    memory_rows=1 << 24,
    cache_rows=1 << 14,
    cache_passes=16,
    all_hands_step=1,
    growth=(3, 4, 5, 6, 7, 8),
    growth_pool=1 << 24,
    growth_chunk=1 << 22,
    classes=200,
    warm_passes=10,
    solve_rows=1 << 19,
    proof_trumps=1,
    file_rows=2_000_000,
    csv_rows=500_000,
    deals=1 << 19,
    peer_hands=50_000,
    peer_overlaps=5_000,
    peer_deals=20_000,
    per_hand_solves=100,
    views=20,
    odds_deals=1 << 21,
)

FULL: Final = Size(
    name="full",
    rounds=31,
    few_rounds=5,
    memory_rows=1 << 25,
    cache_rows=1 << 14,
    cache_passes=16,
    all_hands_step=1,
    growth=(3, 4, 5, 6, 7, 8, 9),
    growth_pool=1 << 24,
    growth_chunk=1 << 22,
    classes=1_000,
    warm_passes=10,
    solve_rows=1 << 22,
    proof_trumps=5,
    file_rows=10_000_000,
    csv_rows=2_000_000,
    deals=1 << 22,
    peer_hands=200_000,
    peer_overlaps=1 << 30,
    peer_deals=100_000,
    per_hand_solves=500,
    views=50,
    odds_deals=1 << 23,
)

SIZES: Final = {size.name: size for size in (TINY, QUICK, FULL)}
