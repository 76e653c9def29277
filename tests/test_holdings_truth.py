"""What the others can hold, against every deal there is: random cases with few cards unseen."""

import oracle
import pytest
from small_cases import small_case
from truth import Case, facts_of

from solver import (
    ContradictionError,
    can_be_beaten,
    checked_views,
    most_points_possible,
    possible_declarations,
    strongest_possible,
)
from solver.views import View


def key(cards: oracle.Cards, trump: str | None) -> tuple[int, ...]:
    [declared] = [d for d in oracle.declarations_in(cards) if d.cards == cards]
    return (*oracle.rank_key(declared, trump), -oracle.SUITS.index(oracle.suit(declared)))


def check_case(view: View, case: Case) -> bool:
    """Compare all four answers with the truth; return whether any deal explains the case."""
    facts = facts_of(case)
    questions = (strongest_possible, possible_declarations, most_points_possible, can_be_beaten)
    if not facts.deals:
        for question in questions:
            with pytest.raises(ContradictionError, match="no deal explains"):
                question(view, assume_best=case.best)
        return False
    strongest, declarations, points, challenge = (question(view, assume_best=case.best) for question in questions)
    others = [seat for seat in range(4) if seat != case.seat]
    as_cards = {seat: [oracle.from_mask(p.declaration.cards) for p in declarations.held[seat]] for seat in others}
    assert (declarations.held[case.seat], strongest.seats[case.seat]) == ((), None)
    assert {seat: set(cards) for seat, cards in as_cards.items()} == {seat: facts.held[seat] for seat in others}
    for seat, cards in as_cards.items():
        assert cards == sorted(cards, key=lambda c: key(c, case.trump), reverse=True)
        first = strongest.seats[seat]
        assert first is None if not cards else first.declaration == declarations.held[seat][0].declaration
    theirs = [cards for seat in others if seat % 2 != case.seat % 2 for cards in as_cards[seat][:1]]
    assert (strongest.other_team is None) == (not theirs)
    if theirs:
        best = max(key(cards, case.trump)[:-1] for cards in theirs)
        assert key(oracle.from_mask(strongest.other_team.declaration.cards), case.trump)[:-1] == best
    for heard in declarations.heard:
        found = {oracle.from_mask(p.declaration.cards) for p in heard.possible}
        assert found == facts.meant[heard.heard.seat][heard.heard.kind, heard.heard.points]
    assert sorted((h.heard.seat, h.heard.kind, h.heard.points) for h in declarations.heard) == sorted(
        (seat, *sound) for seat in others for sound in case.heard[seat] or ()
    )
    assert [most.points for most in points] == facts.points
    assert (challenge.lost is not None) == bool(challenge) == (1 - case.seat % 2 in facts.results)
    assert (challenge.tied is not None) == ("tie" in facts.results)
    return True


@pytest.fixture(autouse=True)
def _more_seen_than_a_first_trick_shows(monkeypatch):
    """Let other seats have played several cards while one waits for its turn: only then are its deals few enough to look at."""
    monkeypatch.setattr(checked_views, "_check_first_trick", bool)


@pytest.mark.parametrize("number", range(40))
def test_against_every_deal(number):
    view, case = small_case(number, most_unseen=(4, 6, 8, 9, 11)[number % 5])
    check_case(view, case)
