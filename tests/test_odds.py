"""The odds: every deal as likely as any other, the same for any number of threads, and what a plain simulation finds."""

import random
from dataclasses import replace
from itertools import pairwise, product
from math import comb

import numpy as np
import oracle
import pytest
from truth import key_of, result_of

from solver import (
    ContradictionError,
    DeclarationRound,
    Rules,
    ViewError,
    estimate_odds,
    hand_points,
    hand_view,
    parse_hand,
    sampling,
    tallies,
)
from solver import odds as odds_file
from solver.cards import cards_in
from solver.knowledge import knowledge_of
from solver.views import Heard, View

PLAIN = "7o 10o 11o 4c 5e 12b 1c 6b"


def numbering(view: View, **options: bool) -> tuple[list[sampling.Announcement], sampling.Numbering]:
    knowledge = knowledge_of(view, **options)
    said = [sampling.announcement_of(knowledge, seat) for seat in knowledge.others]
    announcements = [announcement for announcement in said if announcement is not None]
    return announcements, sampling.numbering_of(knowledge, announcements)


def deals(numbers: sampling.Numbering, wanted: np.ndarray) -> np.ndarray:
    hands, named = np.empty((4, wanted.size), np.uint32), np.empty((4, wanted.size), np.int32)
    sampling.deal(wanted.astype(np.uint64), numbers[:-1], sampling.deposits(), hands, named)
    return hands


def random_deals(numbers: sampling.Numbering, count: int) -> np.ndarray:
    wanted = np.empty(count, np.uint64)
    sampling.draw(np.uint64(7), 0, np.uint64(numbers.total), wanted)
    return deals(numbers, wanted)


def spread(observed: np.ndarray, expected: np.ndarray) -> float:
    """Return chi-square less its mean, in its standard deviations."""
    freedom = observed.size - 1
    return float((((observed - expected) ** 2 / expected).sum() - freedom) / (2 * freedom) ** 0.5)


def test_each_number_is_another_deal_and_each_deal_has_one():
    view = hand_view(PLAIN, played=["1: 4o 5o 6o 12o 1o", "2: 4e 6e 7e 10e 11e", "3: 5c 6c 7c 10c"])
    _, numbers = numbering(view)
    assert numbers.total == comb(10, 3) * comb(7, 3)
    every = deals(numbers, np.arange(numbers.total))
    assert len({tuple(hands) for hands in every.T.tolist()}) == numbers.total
    assert (np.bitwise_count(every) == 8).all()
    assert (np.bitwise_or.reduce(every, axis=0) == 0xFFFFFFFF).all()
    for known, hands in zip(knowledge_of(view).known, every, strict=True):
        assert not (known & ~hands).any()


def test_each_number_holds_an_explanation():
    view = hand_view(PLAIN, heard=["1: suivi 20", "3: suivi 20"], played=["1: 4o 5o 12o 1o", "2: 4e 6e 7e 10e 11e", "3: 5c 6c 7c"])
    announcements, numbers = numbering(view)
    hands = deals(numbers, np.arange(numbers.total))
    for said in announcements:
        explained = (said.masks & ~hands[said.seat][:, None] == 0).any(axis=1)
        assert explained.all()
    assert len({tuple(deal) for deal in hands.T.tolist()}) < numbers.total


def test_a_fresh_view_has_every_deal():
    _, numbers = numbering(hand_view(PLAIN))
    assert numbers.total == comb(24, 8) * comb(16, 8)


def test_cards_come_to_each_seat_alike():
    count = 240_000
    _, numbers = numbering(hand_view(PLAIN))
    hands = random_deals(numbers, count)
    unseen = list(cards_in(0xFFFFFFFF & ~parse_hand(PLAIN)))
    by_seat = np.array([[np.count_nonzero(hands[seat] & card) for card in unseen] for seat in (1, 2, 3)])
    assert np.abs(by_seat - count / 3).max() < 5 * (count * 2 / 9) ** 0.5
    pairs = np.array([np.count_nonzero(hands[1] & both == both) for both in (a | b for a, b in pairwise(unseen))])
    together = count * 8 * 7 / (24 * 23)
    assert np.abs(pairs - together).max() < 5 * together**0.5


def test_numbers_are_drawn_alike():
    for total in (3, 1000, 35 * 1000):
        wanted = np.empty(400_000, np.uint64)
        sampling.draw(np.uint64(3), 0, np.uint64(total), wanted)
        buckets = min(total, 1000)
        observed = np.bincount((wanted * np.uint64(buckets) // np.uint64(total)).astype(int), minlength=buckets)
        assert observed.size == buckets
        assert abs(spread(observed, np.full(buckets, wanted.size / buckets))) < 5


def test_points_of_the_dealt_hands_are_those_of_the_census():
    """Of all hands of the unseen cards, as many are worth so much as among those dealt."""
    count = 500_000
    _, numbers = numbering(hand_view("4o 4c 5e 1b 4b 6c 7e 11b"))
    every = hand_points(deals(numbers, np.arange(0, numbers.total, comb(16, 8)))[1])
    assert every.size == comb(24, 8)
    values, hands = np.unique(every, return_counts=True)
    common = values[hands * count > 10 * every.size]
    expected = np.array([hands[values == value].sum() for value in common]) * count / every.size
    dealt = random_deals(numbers, count)
    for seat in (1, 2, 3):
        points = hand_points(dealt[seat])
        observed = np.array([np.count_nonzero(points == value) for value in common])
        assert abs(spread(observed, expected)) < 5


def test_a_seed_repeats_them_whatever_the_threads():
    view = hand_view(PLAIN, "oros", heard=["1: suivi 20"])
    for options in ({"samples": 200_000}, {"error": 0.002}):
        first = estimate_odds(view, seed=5, threads=1, **options)
        assert first == estimate_odds(view, seed=5, threads=2, **options)
        assert first != estimate_odds(view, seed=6, threads=2, **options)
    assert estimate_odds(view, samples=1000) != estimate_odds(view, samples=1000)


def test_as_many_are_drawn_as_were_asked_for():
    view = hand_view(PLAIN, "oros", heard=["1: suivi 20"])
    for samples in (1, 1000, 70_000):
        chances = estimate_odds(view, samples=samples, seed=1, assume_best=True)
        assert chances.samples == samples
        assert sum(estimate.value for estimate in (chances.win, chances.tie, chances.lose, chances.nothing)) == pytest.approx(1)
    for error in (0.002, 0.0004):
        chances = estimate_odds(view, error=error, seed=1)
        assert max(estimate.error for estimate in (chances.win, chances.tie, chances.lose)) <= error
        assert not chances.exact


def plain_odds(view: View, count: int, rng: random.Random) -> tuple[list[float], list[float]]:
    """Deal, compare and count as one would by hand; return the shares of won, tied and lost deals and the points of both teams."""
    trump = None if view.trump is None else oracle.SUITS[view.trump]
    own, unseen = oracle.from_mask(view.dealt), sorted(oracle.DECK - oracle.from_mask(view.dealt))
    results, points = [], [[], []]
    while len(results) < count:
        rng.shuffle(unseen)
        hands = {view.seat: own} | {(view.seat + n) % 4: frozenset(unseen[8 * n - 8 : 8 * n]) for n in (1, 2, 3)}
        best = {seat: oracle.best(hand, trump).declarations for seat, hand in hands.items()}
        heard = [[(d.kind, d.points) for d in best[seat]] for seat in range(4)]
        if any(sorted(heard[h.seat]) != sorted((x.kind, x.points) for x in view.heard if x.seat == h.seat) for h in view.heard):
            continue
        results.append(result_of([key_of(best[seat], trump) for seat in range(4)]))
        for team in (0, 1):
            won = results[-1] == (view.seat + team) % 2
            points[team].append(sum(d.points for seat in range(4) if seat % 2 == results[-1] for d in best[seat]) if won else 0)
    shares = [results.count(ending) / count for ending in (view.seat % 2, "tie", 1 - view.seat % 2)]
    return shares, [sum(p) / count for p in points]


def check_plain(number: int, count: int) -> None:
    rng = random.Random(number)  # noqa: S311 - a test's cards
    hand, trump, seat = sum(rng.sample([1 << n for n in range(32)], 8)), rng.randrange(-1, 4), rng.randrange(4)
    view = hand_view(hand, trump, seat=seat, turn=(seat + 1) % 4, first_seat=(seat + 1) % 4)
    if number % 2:
        view = replace(view, log=(Heard((seat + 1) % 4, "suivi", 20),), turn=(seat + 2) % 4)
    chances = estimate_odds(view, samples=1_000_000, seed=number, assume_best=True)
    shares, points = plain_odds(view, count, rng)
    for estimate, share in zip((chances.win, chances.tie, chances.lose), shares, strict=True):
        likely = (estimate.value * count + 1) / (count + 2)
        assert abs(estimate.value - share) < 3 * (likely * (1 - likely) / count) ** 0.5 + 3 * estimate.error
    for estimate, mean in zip((chances.own_points, chances.other_points), points, strict=True):
        assert abs(estimate.value - mean) < 3 * estimate.error * (1_000_000 / count) ** 0.5 + 3 * estimate.error + 1e-9


@pytest.mark.parametrize("number", range(6))
def test_against_a_plain_simulation(number):
    check_plain(number, 400)


def test_announcements_that_numbers_do_not_name_are_rejected_instead(monkeypatch):
    """With too many explanations the numbers leave some aside, and the answer is the same."""
    view = hand_view(PLAIN, heard=["1: suivi 20", "2: suivi 20", "3: suivi 50"])
    for best in (False, True):
        before = estimate_odds(view, samples=100_000, seed=1, assume_best=best)
        with monkeypatch.context() as patched:
            patched.setattr(sampling, "MOST_EXPLANATIONS", 20)
            announcements, numbers = numbering(view, assume_best=best)
            assert (numbers.named == sampling.UNNAMED).all(axis=0).sum() > 1
            assert len(announcements) == 3
            after = estimate_odds(view, samples=100_000, seed=2, assume_best=best)
        for name in ("win", "tie", "lose", "own_points", "other_points"):
            one, other = getattr(before, name), getattr(after, name)
            assert abs(one.value - other.value) <= 4 * (one.error + other.error)


def test_rare_announcements_are_dealt_not_waited_for():
    view = hand_view("4o 5o 6o 7o 4c 5c 6c 4b", heard=["1: carré 200, carré 100"])
    chances = estimate_odds(view, samples=50_000, seed=1)
    assert chances.lose.value == 1
    assert 300 < chances.other_points.value < 330


def test_few_deals_are_all_looked_at(monkeypatch):
    view = hand_view(PLAIN, played=["1: 4o 5o 6o 12o 1o", "2: 4e 6e 7e 10e 11e", "3: 5c 6c 7c 10c"], heard=["1: suivi 20"])
    exact = estimate_odds(view)
    assert exact.exact
    assert exact.samples == comb(10, 3) * comb(7, 3)
    assert exact.win.error == exact.own_points.error == 0
    monkeypatch.setattr(odds_file, "BLOCK", 1 << 8)
    monkeypatch.setattr(tallies, "_BATCH", 100)
    assert estimate_odds(view, threads=2) == exact


def test_house_rules_are_respected():
    rules = Rules(carre_of_4=500, run_of_3=25)
    played = ["1: 4o 5o 6o 12o 1o", "2: 4e 6e 7e 10e 11e", "3: 5c 6c 7c 10c"]
    chances = estimate_odds(hand_view(PLAIN, played=played, heard=["1: suivi 25"], rules=rules))
    assert chances.exact
    assert chances.own_points.value == chances.win.value * 25
    lost = estimate_odds(hand_view(PLAIN.replace("4c", "4b").replace("6b", "1b"), rules=rules), samples=1000, seed=1)
    assert lost.own_points.value > 0


def test_after_the_comparison_nothing_is_left_to_chance():
    ranks = ["4", "5", "6", "7", "10", "11", "12", "1"]
    game = DeclarationRound([[rank + suit for rank in ranks] for suit in "oceb"], None)
    for seat, declare in enumerate(("4o 5o 6o 7o", "4c 5c 6c", (), ())):
        game.play(seat, "4" + "oceb"[seat], declare)
    before = estimate_odds(game.view(2), samples=1000, seed=1)
    assert (before.win.value, before.own_points.value) == (1, 50)
    game.play(0, "5o")
    for seat in range(4):
        chances = estimate_odds(game.view(seat))
        assert chances.exact
        assert (chances.win.value, chances.lose.value) == ((1, 0) if seat % 2 == 0 else (0, 1))
        assert (chances.own_points.value, chances.other_points.value) == ((50, 0) if seat % 2 == 0 else (0, 50))


def test_nobody_declares_and_ties():
    silent = DeclarationRound([list(cards_in(mask)) for mask in _nothing_to_declare()], None)
    for seat in range(4):
        silent.play(seat, next(cards_in(silent.view(seat).left)))
    assert estimate_odds(silent.view(1), samples=100, seed=1).nothing.value == 1
    silent.play(0, next(cards_in(silent.view(0).left)))
    assert estimate_odds(silent.view(1)).nothing.value == 1


def _nothing_to_declare() -> list[int]:
    hands = [0, 0, 0, 0]
    for suit, rank in product(range(4), range(8)):
        hands[(suit + rank) % 4] |= 1 << 8 * suit + rank
    return hands


def test_what_no_deal_explains_is_refused():
    with pytest.raises(ContradictionError, match="seat 1 Carré 100"):
        estimate_odds(hand_view(PLAIN, heard=["1: carré 100"]))
    with pytest.raises(ContradictionError, match="seat 1 nothing and nothing better"):
        estimate_odds(hand_view(PLAIN, played=["1: 4o 5o 6o"]), samples=100, assume_best=True)


@pytest.mark.parametrize(
    "options",
    [
        *({"samples": 0}, {"samples": 2.5}, {"samples": True}, {"samples": 2**40 + 1}, {"threads": 0}, {"seed": -1}),
        *({"error": error} for error in (0.0, 1e-7, True, "0.01", None, float("inf"), float("nan"))),
    ],
)
def test_amounts_that_are_none_are_refused(options):
    with pytest.raises(ValueError, match=next(iter(options))):
        estimate_odds(hand_view(PLAIN), **options)


def test_a_view_that_cannot_be_is_refused():
    with pytest.raises(ViewError, match="a player is dealt 8"):
        estimate_odds(replace(hand_view(PLAIN), dealt=7))
