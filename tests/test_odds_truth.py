"""The odds against every deal there is: exact where all are looked at, within their errors where deals are drawn."""

from fractions import Fraction

import pytest
from small_cases import small_case
from truth import Case, Facts, facts_of

from solver import ContradictionError, Odds, checked_views, estimate_odds
from solver.views import View


def endings(case: Case, facts: Facts) -> list[Fraction]:
    """Return the true chances to win, tie, lose, and of nobody declaring."""
    team = case.seat % 2
    if case.result is not None:
        return [Fraction(case.result == ending) for ending in (team, "tie", 1 - team, "nothing")]
    return [facts.share(ending) for ending in (team, "tie", 1 - team, "nothing")]


def points(case: Case, facts: Facts) -> list[Fraction]:
    """Return the true expected points of one's own and of the other team."""
    if case.result is not None:
        return [Fraction(facts.points[team]) for team in (case.seat % 2, 1 - case.seat % 2)]
    return [Fraction(facts.point_sums[team], facts.deals) for team in (case.seat % 2, 1 - case.seat % 2)]


def estimates(chances: Odds) -> list:
    return [chances.win, chances.tie, chances.lose, chances.nothing, chances.own_points, chances.other_points]


def check_odds(view: View, case: Case, number: int) -> bool:
    """Compare the odds with the truth; return whether any deal explains the case."""
    facts = facts_of(case)
    if not facts.deals:
        for samples in (None, 100):
            with pytest.raises(ContradictionError, match="no deal explains"):
                estimate_odds(view, samples=samples, assume_best=case.best)
        return False
    truth = [*endings(case, facts), *points(case, facts)]
    exact = estimate_odds(view, assume_best=case.best)
    assert exact.exact
    assert exact.samples == (0 if case.result is not None else facts.deals)
    assert [estimate.value for estimate in estimates(exact)] == pytest.approx([float(true) for true in truth], abs=1e-12)
    assert {estimate.error for estimate in estimates(exact)} == {0.0}
    drawn = estimate_odds(view, samples=4000, seed=number, assume_best=case.best)
    assert drawn.exact == (case.result is not None)
    for estimate, true in zip(estimates(drawn), truth, strict=True):
        assert abs(estimate.value - float(true)) <= 4.5 * estimate.error + 1e-12
    return True


@pytest.fixture(autouse=True)
def _more_seen_than_a_first_trick_shows(monkeypatch):
    """Let other seats have played several cards while one waits for its turn: only then are its deals few enough to look at."""
    monkeypatch.setattr(checked_views, "_check_first_trick", bool)


@pytest.mark.parametrize("number", [n for n in range(45) if n % 3])
def test_against_every_deal(number):
    view, case = small_case(number, most_unseen=(4, 6, 8, 9, 11)[number % 5])
    check_odds(view, case, number)
