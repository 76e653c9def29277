"""What scoring counts, and the summary of it."""

from collections import Counter

import numpy as np

from solver import Rules, parse_hand
from solver.scoring import Counts, DealScoring, HandScoring, Summary


def test_counts_add_up() -> None:
    one = Counts(3, 1, 2, Counter({20: 2}), Counter({0: 1, -1: 1}))
    two = Counts(4, 2, 5, Counter({20: 1, 50: 1}), Counter({-1: 2}))
    assert one + two == Counts(7, 3, 7, Counter({20: 3, 50: 1}), Counter({0: 1, -1: 3}))
    assert (one.points, one.winners) == (Counter({20: 2}), Counter({0: 1, -1: 1}))
    assert one + Counts() == one


def test_a_summary_of_hands_and_of_deals() -> None:
    counts = Counts(9, 2, 1, Counter({50: 3, 0: 4}), Counter({1: 5, -1: 2}))
    hands = Summary.of(counts, 1.5, of_deals=False)
    assert hands == Summary(rows=9, seconds=1.5, points={0: 4, 50: 3}, belote=1, winners={}, rejected=2, kept=0)
    assert list(hands.points) == [0, 50]
    assert Summary.of(counts, 1.5, of_deals=True, kept=4) == Summary(9, 1.5, {0: 4, 50: 3}, 1, {0: 0, 1: 5, -1: 2}, 2, 4)


def masks(*texts: str) -> np.ndarray:
    return np.array([parse_hand(text) for text in texts], np.uint32)


def test_hands_are_scored_under_their_rules_and_told_in_their_deck() -> None:
    scoring = HandScoring("french", Rules(run_of_3=30), with_text=True)
    assert scoring.added == ("points", "belote", "declarations", "strength")
    hands = masks("10o 11o 12o 4c 5c 6c", "4o", "4e 5e 6e 7e", "10o 11o 12o 4c 5c 6c")
    (points, belote, declarations, _), counts = scoring.columns([hands], 0)
    assert (points.tolist(), belote.tolist()) == ([60, 0, 50, 60], [20, 0, 0, 20])
    both = "Suivi 30: JD QD KD; Suivi 30: 7H 8H 9H"
    assert declarations.to_pylist() == [both, "", "Suivi 50: 7S 8S 9S 10S", both]
    assert counts == Counts(4, 0, 2, Counter({60: 2, 0: 1, 50: 1}))


def test_hands_without_text_have_masks() -> None:
    scoring = HandScoring("spanish", Rules(), with_text=False)
    assert scoring.added == ("points", "belote", "declared0", "declared1", "strength")
    (_, _, first, second, _), counts = scoring.columns([masks("10o 11o 12o 4c 5c 6c", "4o")], -1)
    assert first.tolist() == masks("10o 11o 12o", "").tolist()
    assert second.tolist() == masks("4c 5c 6c", "").tolist()
    assert counts == Counts(2, 0, 0, Counter({40: 1, 0: 1}))


def test_deals_are_scored_under_their_rules() -> None:
    hands = [masks("4o 5o 6o", "4o 5o 6o", "4o"), masks("4c", "4c 5c 6c", "11c 12c"), masks(*["1o"] * 3), masks(*["1c"] * 3)]
    (winner, *figures), counts = DealScoring(Rules(run_of_3=60)).columns(hands, 1)
    assert winner.tolist() == [0, 1, -1]
    assert [figure.tolist() for figure in figures] == [[60, 0, 0], [0, 60, 0], [0, 0, 0], [0, 0, 20]]
    assert counts == Counts(3, 0, 1, Counter({60: 2, 0: 1}), Counter({0: 1, 1: 1, -1: 1}))
