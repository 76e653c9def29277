"""What the others can hold: single questions whose answers a player can see, and what is refused."""

import pickle
from dataclasses import replace

import pytest

from solver import (
    CardError,
    ContradictionError,
    DeclarationError,
    DeclarationRound,
    Rules,
    ViewError,
    can_be_beaten,
    hand_view,
    most_points_possible,
    parse_hand,
    possible_declarations,
    strongest_possible,
)
from solver.cards import format_hand
from solver.declarations import declarations_of
from solver.views import Called, Heard, Played, Shown, View

PLAIN = "4o 6o 10o 5c 11c 12e 7b 1b"
"""Nothing to declare, and a card of every rank that a Carré brings points for."""
SAFE = "7o 10o 11o 12o 1o 6c 10e 10b"
"""A run of five that blocks every Carré and every longer run."""


def held(view: View, seat: int, **options: object) -> set[str]:
    return {format_hand(p.declaration.cards) for p in possible_declarations(view, **options).held[seat]}


def meant(view: View, **options: object) -> list[set[str]]:
    return [{format_hand(p.declaration.cards) for p in h.possible} for h in possible_declarations(view, **options).heard]


def test_nobody_holds_a_card_of_mine():
    view = hand_view(PLAIN)
    for seat in (1, 2, 3):
        cards = " ".join(held(view, seat)).split()
        assert set(cards).isdisjoint(PLAIN.split())
        assert "6c 7c 10c" in held(view, seat)
    assert strongest_possible(view).other_team.declaration.cards == parse_hand("4e 5e 6e 7e 10e 11e")


def test_a_carre_is_possible_where_i_have_none_of_its_cards():
    strongest = strongest_possible(hand_view("4o 5o 4c 5c 4e 5e 12b 1b"))
    assert str(strongest.other_team.declaration) == "Carré 200"
    assert strongest.other_team.seat == 1
    assert str(strongest.seats[2].declaration) == "Carré 200"


def test_what_is_heard_leaves_few_meanings():
    [carre] = meant(hand_view("7o 10o 11o 12o 4c 5e 12b 11c", heard=["1: carré 100"]))
    assert carre == {"1o 1c 1e 1b"}
    view = hand_view("7o 10o 11o 12o 4c 5e 12b 11c", heard=["1: carré 100"])
    assert not any("1c" in cards.split() for cards in held(view, 3))


def test_two_heard_of_one_seat_share_no_card():
    cards = "4o 5o 6o 11o 12o 10c 11c 12c"
    view = hand_view(cards, heard=["1: suivi 50, suivi 20"], played=["1: 4e 5e 6e 7e"])
    first, second = meant(view)
    assert first >= {"4e 5e 6e 7e", "4b 5b 6b 7b"}
    assert second >= {"10b 11b 12b", "4e 5e 6e"}
    both = possible_declarations(view)
    for possible in (*both.heard[0].possible, *both.heard[1].possible):
        one, other = possible.witness.declared[1]
        assert not one.cards & other.cards
        assert (one.points, other.points) == (50, 20)


def test_the_hand_of_a_seat_has_eight_cards():
    view = hand_view(PLAIN, played=["1: 4c 4e 4b 6e 6b"])
    lengths = {len(cards.split()) for cards in held(view, 1)}
    assert lengths <= {3, 4, 5}
    assert not any(set(cards.split()) <= {"5e", "7e", "10e", "11e"} and len(cards.split()) > 3 for cards in held(view, 1))


def test_one_who_declared_nothing_may_hold_anything_unless_it_is_assumed():
    view = hand_view(PLAIN, first_seat=1, turn=0)
    assert strongest_possible(view).seats[1] is not None
    assert strongest_possible(view, assume_best=True).seats == (None, None, None, None)
    assert strongest_possible(view, assume_best=True).other_team is None


def test_those_who_are_still_to_play_may_declare():
    view = hand_view(PLAIN, first_seat=3, turn=0)
    strongest = strongest_possible(view, assume_best=True).seats
    assert strongest[3] is None
    assert strongest[1] is not None
    assert can_be_beaten(view)
    assert can_be_beaten(hand_view(PLAIN, first_seat=1, turn=0)).lost is None


def test_best_means_that_nothing_better_is_held():
    view = hand_view(PLAIN, heard=["1: suivi 20"])
    assert "4e 5e 6e 7e" in held(view, 1)
    assert "4e 5e 6e 7e" not in held(view, 1, assume_best=True)
    assert "4e 5e 6e" in held(view, 1, assume_best=True)
    [meaning] = meant(view, assume_best=True)
    assert meaning == held(view, 1, assume_best=True)


def test_a_run_of_eight_is_heard_as_five_and_three():
    unseen = hand_view("4o 5o 4c 5c 4b 5b 12b 1b", heard=["1: suivi 100, suivi 20"], played=["1: 4e 5e 6e 7e 10e 11e 12e 1e"])
    assert meant(unseen, assume_best=True) == [{"7e 10e 11e 12e 1e"}, {"4e 5e 6e"}]
    assert {"4e 5e 6e 7e 10e 11e 12e 1e", "4e 5e 6e 7e 10e"} <= held(unseen, 1, assume_best=True)
    with pytest.raises(ContradictionError):
        meant(replace(unseen, log=(Heard(1, "suivi", 100), *unseen.played)), assume_best=True)


def test_nobody_beats_a_run_that_blocks_all_better_ones():
    for trump in ("oros", None):
        challenge = can_be_beaten(hand_view(SAFE, trump))
        assert challenge.lost is None
        assert not challenge
    assert can_be_beaten(hand_view(SAFE, "oros")).tied is None
    tie = can_be_beaten(hand_view(SAFE)).tied
    assert any(d.cards == parse_hand("7c 10c 11c 12c 1c") for seat in (1, 3) for d in tie.declared[seat])
    assert can_be_beaten(hand_view(SAFE, "copas"))


def test_what_was_declared_counts_not_what_could_have_been():
    assert can_be_beaten(hand_view(SAFE, "oros", declared=["10o 11o 12o"]))
    assert can_be_beaten(hand_view(SAFE, "oros", declared=["7o 10o 11o 12o 1o"])).lost is None


def test_what_my_partner_declared_counts_for_me():
    hand = "4o 6o 10o 12o 5c 7c 11c 1c"
    assert can_be_beaten(hand_view(hand, heard=["2: suivi 100", "1: suivi 50"], first_seat=1, turn=0)).lost is None
    assert can_be_beaten(hand_view(hand, heard=["2: suivi 50", "1: suivi 50"], first_seat=1, turn=0))


def test_most_points():
    own, other = most_points_possible(hand_view(SAFE, "oros"))
    assert (own.team, own.points, other.team, other.points) == (0, 220, 1, 0)
    own, other = most_points_possible(hand_view("4o 5o 4c 5c 4e 5e 12b 1b"))
    assert (own.points, other.points) == (350, 550)
    own, other = most_points_possible(hand_view(SAFE, "oros", heard=["2: suivi 20"], seat=0))
    assert own.points == 120


def test_a_belote_says_where_two_cards_are():
    view = hand_view(PLAIN, "espadas")
    called = replace(view, dealt=parse_hand("4o 6o 10o 5c 11c 7e 7b 1b"), log=(Played(1, parse_hand("12e")), Called(1, "belote")))
    assert "10e 11e 12e" in held(called, 1)
    assert "10e 11e 12e" not in held(called, 3)
    with pytest.raises(ViewError, match=r"seat 1 said 'belote' and so holds 11e 12e, but 12e was dealt to seat 0"):
        strongest_possible(replace(view, log=(Called(1, "belote"),)))
    with pytest.raises(ViewError, match="this deal has none"):
        strongest_possible(replace(view, trump=None, log=(Called(1, "belote"),)))


def test_after_the_comparison_the_loser_was_weaker():
    hands = ["4o 5o 6o 7o 10e 1e 4c 5e", "4b 5b 6b 12o 1o 6e 7c 11c", "10o 11o 4e 6c 7e 10c 12c 1b", "5c 7b 10b 11b 12b 1c 11e 12e"]
    game = DeclarationRound(hands, None)
    for seat, card, declared in [(0, "4o", "4o 5o 6o 7o"), (1, "4b", "4b 5b 6b"), (2, "10o", ()), (3, "7b", "7b 10b 11b 12b")]:
        game.play(seat, card, declared)
    before = possible_declarations(game.view(1))
    assert {format_hand(p.declaration.cards) for p in before.heard[-1].possible} > {"4o 5o 6o 7o"}
    game.play(0, "5o")
    assert game.winner == 1
    assert meant(game.view(1))[1:] == [{"4o 5o 6o 7o", "4e 5e 6e 7e"} & meant(game.view(1))[1]]
    for possible in possible_declarations(game.view(0)).heard:
        assert len(possible.possible) == 1
    assert [most.points for most in most_points_possible(game.view(2))] == [0, 70]
    assert can_be_beaten(game.view(0))
    assert can_be_beaten(game.view(1)).lost is None


def test_house_rules_are_respected():
    rules = Rules(run_of_3=0, carre_of_5=300)
    strongest = strongest_possible(hand_view("4o 10o 11o 4c 7c 6e 12e 1b", rules=rules))
    assert strongest.other_team.declaration.cards == parse_hand("5o 5c 5e 5b")
    with pytest.raises(ViewError, match="suivi of 20: its values are 50, 100"):
        hand_view(PLAIN, heard=["1: suivi 20"], rules=rules)


def test_the_announcements_that_contradict_are_named():
    view = hand_view("10o 11o 12c 4e 5e 6b 7b 1b", heard=["1: suivi 50", "3: carré 200", "2: suivi 20"])
    with pytest.raises(ContradictionError, match=r"no deal explains all of this: seat 3 Carré 200$") as refusal:
        strongest_possible(view)
    assert refusal.value.announcements == (Heard(3, "carre", 200),)
    blocked = hand_view("4o 5o 6o 7o 12o 4c 12e 1b", heard=["1: carré 200", "3: carré 200", "2: suivi 20"])
    for question in (strongest_possible, possible_declarations, most_points_possible, can_be_beaten):
        with pytest.raises(ContradictionError) as refusal:
            question(blocked)
        assert refusal.value.announcements == (Heard(1, "carre", 200), Heard(3, "carre", 200))


def test_an_assumption_can_be_what_contradicts():
    shown = hand_view(PLAIN, heard=["1: suivi 20"], played=["1: 4e 5e 6e 7e"])
    assert strongest_possible(shown)
    with pytest.raises(ContradictionError, match="seat 1 Suivi 20 and nothing better"):
        strongest_possible(shown, assume_best=True)
    silent = hand_view(PLAIN, played=["1: 4e 5e 6e"])
    with pytest.raises(ContradictionError, match="seat 1 nothing and nothing better") as refusal:
        strongest_possible(silent, assume_best=True)
    assert refusal.value.announcements == ()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hand": "4o 5o"}, "2 cards, a player is dealt 8"),
        ({"seat": 4}, "no seat 4"),
        ({"turn": 4}, "it is the turn of 4"),
        ({"first_seat": -1}, "seat -1 leads"),
        ({"heard": ["suivi 50"]}, "names no seat"),
        ({"heard": ["4: suivi 50"]}, "names no seat"),
        ({"heard": ["1: fifty"]}, "'fifty' in '1: fifty' is nothing one hears"),
        ({"heard": ["1: fifty"], "rules": Rules(run_of_3=30, carre_of_10=0)}, "'suivi 30', 'suivi 50', .*'carré 150', 'tierce'"),
        ({"heard": ["1: suivi 30"]}, "its values are 20, 50, 100"),
        ({"heard": [Heard(5, "suivi", 50)]}, "the seats are 0, 1, 2 and 3"),
        ({"heard": ["0: suivi 50"]}, "`declared` says with which cards"),
        ({"played": ["1: 4o"]}, "seat 1 played 4o, but 4o was dealt to seat 0"),
        ({"played": ["1: 4c", "2: 4c"]}, "seat 2 played 4c, but 4c was dealt to seat 1"),
        ({"played": ["0: 4c"]}, "seat 0 played 4c, but was not dealt 4c"),
        ({"played": ["1: 4c 4e 4b 5o 5e 5b 6c 6e 6b"]}, "would have been dealt 9 cards"),
        ({"declared": ["4c 5c 6c"]}, "declared 4c 5c 6c, but was not dealt 4c 6c"),
    ],
)
def test_a_view_that_cannot_be_is_refused(changes, message):
    settings = {"hand": PLAIN, **changes}
    with pytest.raises(ViewError, match=message):
        hand_view(**settings)


def test_text_that_cannot_be_read_is_refused():
    with pytest.raises(CardError, match="no card"):
        hand_view(PLAIN, played=["1: 4x"])
    with pytest.raises(DeclarationError, match="follow one another"):
        hand_view(PLAIN, declared=["4o 6o 10o"])
    with pytest.raises(DeclarationError, match="share 11o 12o"):
        hand_view(SAFE, declared=["10o 11o 12o", "11o 12o 1o"])


def test_what_was_shown_sounds_as_it_was_heard():
    shown = hand_view(PLAIN, heard=["1: suivi 50"])
    declared = possible_declarations(shown).heard[0].possible[0].declaration
    view = replace(shown, log=(Heard(1, "suivi", 20), Shown(1, (declared,))))
    with pytest.raises(ViewError, match="heard to declare Suivi 20, but what it showed sounds Suivi 50"):
        strongest_possible(view)


@pytest.mark.parametrize("question", [strongest_possible, possible_declarations, most_points_possible, can_be_beaten])
def test_answers_are_values(question):
    view = hand_view(PLAIN, heard=["1: suivi 50"])
    answer = question(view)
    assert pickle.loads(pickle.dumps(answer)) == answer == question(view)  # noqa: S301 - own object
    assert hash(answer) == hash(question(view))


def test_a_refusal_can_be_pickled():
    with pytest.raises(ContradictionError) as refusal:
        strongest_possible(hand_view(PLAIN, heard=["1: carré 200"]))
    copy = pickle.loads(pickle.dumps(refusal.value))  # noqa: S301 - own object
    assert (str(copy), copy.announcements) == (str(refusal.value), refusal.value.announcements)


def test_a_deal_that_is_over_is_known():
    ranks = ["4", "5", "6", "7", "10", "11", "12", "1"]
    game = DeclarationRound([[rank + suit for rank in ranks] for suit in "oceb"], None)
    for rank in ranks:
        for seat, suit in enumerate("oceb"):
            game.play(seat, rank + suit)
    assert held(game.view(0), 1) == {format_hand(cards) for cards in declarations_of() if not cards & ~0xFF00}
    assert can_be_beaten(game.view(0)).lost is None


def test_french_cards_and_names():
    view = hand_view("7d 9d 10d 8h kh qs 7c ac", "hearts", heard=["1: carré 100", "3: suite 20"], deck="french")
    assert view.heard == (Heard(1, "carre", 100), Heard(3, "suivi", 20))
