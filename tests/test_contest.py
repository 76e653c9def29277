"""The comparison over all pairs and triples of declarations, and the contest of two teams."""

import numpy as np
import oracle
import pytest
from declaration_twins import ALL, INDEX_OF, PAIRS, declared, ours

from solver import CardError, Contest, DeclarationError, Rules, contest
from solver.declarations import check_disjoint, declarations_of


def test_rules_that_make_a_short_run_equal_in_points_leave_the_longer_ahead():
    rules = Rules(run_of_3=50)
    four, three = declared("4o 5o 6o 7o", "11c 12c 1c", rules=rules)
    assert contest([four], [three], "copas", rules) == Contest(0, (50, 0))
    rules = Rules(run_of_3=60)
    assert contest([four], [three], None, rules) == Contest(1, (0, 60))


@pytest.mark.parametrize("trump", oracle.TRUMPS)
def test_contest_of_every_pair_is_the_oracles_and_antisymmetric(trump):
    found = dict(zip((d.cards for d in ALL), ours(*ALL), strict=True))
    for a, b in PAIRS:
        winner, *points = oracle.contest([a], [b], trump)
        number = None if winner is None else "ab".index(winner)
        one, two = found[a.cards], found[b.cards]
        assert contest([one], [two], INDEX_OF[trump]) == Contest(number, tuple(points))
        assert contest([two], [one], INDEX_OF[trump]) == Contest(None if number is None else 1 - number, tuple(reversed(points)))


@pytest.mark.parametrize("trump", [None, 0, 1, 2, 3])
def test_the_comparison_is_transitive(trump):
    """Over all triples that one deal can hold: who beats, or is not beaten, passes on."""
    found = list(declarations_of().values())
    together = np.array([[not a.cards & b.cards for b in found] for a in found])
    beats = np.zeros_like(together)
    for i, j in zip(*np.nonzero(together), strict=True):
        beats[i, j] = contest([found[i]], [found[j]], trump).winner == 0
    for relation in (beats, together & ~beats.T):
        passes_on = (relation.astype(int) @ relation.astype(int)) > 0
        assert not (passes_on & together & ~relation).any()


def test_the_winner_scores_all_its_declarations_however_weak():
    strong, weak = declared("10o 11o 12o 1o", "4c 5c 6c"), declared("7e 10e 11e", "10b 11b 12b")
    assert contest(strong, weak) == Contest(0, (70, 0))
    assert contest(weak, strong) == Contest(1, (0, 70))


def test_one_declaration_of_a_team_is_compared_not_their_sum():
    one, many = declared("4o 5o 6o 7o"), declared("11c 12c 1c", "11e 12e 1e", "11b 12b 1b")
    assert contest(many, one) == Contest(1, (0, 50))


def test_in_an_exact_tie_nothing_counts_whatever_else_was_declared():
    team0, team1 = declared("7o 10o 11o", "4e 5e 6e"), declared("7c 10c 11c")
    for trump in (None, "espadas", "bastos"):
        assert contest(team0, team1, trump) == Contest(None, (0, 0))
    assert contest(team0, team1, "oros") == Contest(0, (40, 0))
    assert contest(team0, team1, "copas") == Contest(1, (0, 20))


def test_a_tie_of_the_best_is_not_broken_by_the_next():
    team0, team1 = declared("7o 10o 11o 12o", "11e 12e 1e"), declared("7c 10c 11c 12c")
    assert contest(team0, team1) == Contest(None, (0, 0))


def test_equal_declarations_within_a_team_are_no_tie():
    assert contest(declared("7o 10o 11o", "7c 10c 11c"), declared("4e 5e 6e")) == Contest(0, (40, 0))


def test_the_only_team_that_declared_wins():
    assert contest(declared("4o 5o 6o", "4c 5c 6c"), []) == Contest(0, (40, 0))
    assert contest([], declared("4o 5o 6o"), "copas") == Contest(1, (0, 20))


def test_nobody_declared():
    assert contest([], []) == Contest(None, (0, 0))
    assert contest((), iter(()), "oros") == Contest(None, (0, 0))


def test_any_iterable_is_a_team():
    assert contest(iter(declared("4o 5o 6o")), set(declared("4c 5c 6c 7c"))) == Contest(1, (0, 50))


@pytest.mark.parametrize(
    ("team0", "team1", "common"),
    [
        (["4o 5o 6o", "6o 7o 10o"], [], "6o"),
        ([], ["12o 12c 12e 12b", "11c 12c 1c"], "12c"),
        (["4o 5o 6o"], ["4o 5o 6o"], "4o 5o 6o"),
        (["1o 1c 1e 1b"], ["4o 5o 6o", "10e 11e 12e 1e"], "1e"),
    ],
)
def test_declarations_that_share_a_card_are_refused(team0, team1, common):
    with pytest.raises(DeclarationError, match=f"share {common}:"):
        contest(declared(*team0), declared(*team1))


def test_check_disjoint_lets_disjoint_declarations_pass():
    assert check_disjoint(declared("4o 5o 6o", "7o 10o 11o", "12o 12c 12e 12b")) is None


def test_a_declaration_worth_nothing_under_the_rules_is_refused():
    with pytest.raises(DeclarationError, match="Carré of 6s is worth nothing"):
        contest(declared("6o 6c 6e 6b"), [], rules=Rules(carre_of_6=0))


def test_contest_values_declarations_under_its_own_rules():
    rules = Rules(run_of_3=200)
    assert contest(declared("4o 5o 6o"), declared("10c 11c 12c 1c"), rules=rules) == Contest(0, (200, 0))


def test_contest_refuses_what_is_no_trump():
    with pytest.raises(CardError, match="no trump"):
        contest(declared("4o 5o 6o"), [], 4)


@pytest.mark.parametrize("team", [5, None, [5], ["4o 5o 6o"]])
def test_what_is_no_team_of_declarations_is_refused(team):
    for teams in ((team, []), ([], team)):
        with pytest.raises(DeclarationError) as refusal:
            contest(*teams)
        assert str(refusal.value) == f"{team!r} is no team's declarations: an iterable of what read_declaration returns"


def test_at_equal_points_the_carre_is_ahead_of_the_longest_suivi_beside_it():
    rules = Rules(carre_of_4=100)
    four, seven = declared("4o 4c 4e 4b", "5o 6o 7o 10o 11o 12o 1o", rules=rules)
    assert contest([seven], [four], "oros", rules) == Contest(1, (0, 100))
