"""What each seat may know: the fields of a view, and that no view leaks a hidden card."""

import dataclasses
import pickle
import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rounds import any_card, compared, deal, filled, hands_of_a_deal, play_first_trick, random_hands, random_moves

from solver import Called, Contest, DeclarationRound, Heard, Played, RoundError, Rules, Suit, View, parse_hand, read_declaration
from solver.cards import cards_in, format_hand


def played_out(hands, trump, first_seat, moves, rules=None):
    """Return the public facts and the four views before the first card and after each move."""
    played = DeclarationRound(hands, trump, first_seat, rules or Rules())
    steps = [facts(played)]
    for move in moves:
        played.play(move.seat, move.card, move.declare, move.say)
        steps.append(facts(played))
    return steps


def facts(played):
    public = (played.winner, played.points, played.contest, played.belote, played.turn, played.over, played.log)
    return public, [played.view(seat) for seat in range(4)]


def test_a_view_before_the_first_card():
    hands = filled("4o 5o")
    assert DeclarationRound(hands, "copas", first_seat=3, rules=Rules(belote=40)).view(0) == View(
        seat=0, trump=Suit.COPAS, dealt=hands[0], left=hands[0], first_seat=3, rules=Rules(belote=40), turn=3
    )


def test_a_view_in_the_middle_of_a_deal():
    played = deal("4o 5o 6o", "11b 12b", trump="bastos")
    played.play(0, "6o", declare="4o 5o 6o")
    played.play(1, "12b", say="belote")
    view = played.view(0)
    assert view.left == view.dealt & ~parse_hand("6o")
    assert view.declared == (read_declaration("4o 5o 6o"),)
    assert view.heard == (Heard(0, "suivi", 20),)
    assert view.calls == (Called(1, "belote"),)
    assert view.played == (Played(0, parse_hand("6o")), Played(1, parse_hand("12b")))
    assert (view.shown, view.turn, view.contest, view.belote) == ((), 2, None, None)


def test_every_view_has_what_the_comparison_and_belote_brought():
    played = compared(deal("4o 5o 6o", "11b 12b", trump="bastos"), {0: "4o 5o 6o"})
    played.play(1, "11b", say="belote")
    played.play(2, any_card(played, 2))
    played.play(3, any_card(played, 3))
    played.play(1, "12b", say="rebelote")
    for seat in range(4):
        view = played.view(seat)
        assert (view.contest, view.belote) == (Contest(0, (20, 0)), (0, 20))


def test_no_trump_is_none_in_a_view():
    assert deal().view(2).trump is None


def test_views_and_events_are_frozen_and_picklable():
    played = deal("4o 5o 6o", "11b 12b", trump="bastos")
    play_first_trick(played, {0: "4o 5o 6o"})
    played.play(1, "11b", say="belote")
    view = played.view(1)
    assert pickle.loads(pickle.dumps(view)) == view  # noqa: S301 - own pickle
    assert hash(view) == hash(played.view(1))
    for value in (view, *view.log):
        for field in dataclasses.fields(value):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(value, field.name, None)


def test_an_earlier_view_does_not_change_as_play_goes_on():
    played = deal("4o")
    earlier = played.view(0)
    played.play(0, "4o")
    assert earlier.left == earlier.dealt
    assert earlier.log == ()


@pytest.mark.parametrize("seat", [-1, 4, True, "0", None, 1.0])
def test_there_is_no_view_of_a_seat_that_is_none(seat):
    with pytest.raises(RoundError, match=r"^no seat .*: the seats are 0, 1, 2 and 3$"):
        deal().view(seat)


def test_views_differ_by_their_own_cards_only():
    """Public facts are the same for all; the rest is the seat's own."""
    played = deal("4o 5o 6o", "4c 5c 6c 7c", trump="oros")
    play_first_trick(played, {0: "4o 5o 6o", 1: "4c 5c 6c 7c"})
    played.play(2, any_card(played, 2))
    own = {"seat", "dealt", "left", "declared"}
    views = [dataclasses.asdict(played.view(seat)) for seat in range(4)]
    for name in views[0].keys() - own:
        assert all(view[name] == views[0][name] for view in views)


# No view leaks a hidden card: deals that differ in hidden cards only give equal views.


def hidden_from(seat, hands, trump, moves):
    """Return, by other seat, the cards that nobody has seen after these moves and that no declaration or word rests on."""
    bound = 0
    for move in moves:
        bound |= move.card
        for cards in move.declare:
            bound |= cards
        if move.say:
            bound |= parse_hand("11o 12o") << 8 * trump
    return {other: hands[other] & ~bound for other in range(4) if other != seat}


def exchanged(hands, cards, a, b):
    """Return the hands after two seats have swapped two cards."""
    return [hand ^ (cards if seat in {a, b} else 0) for seat, hand in enumerate(hands)]


@pytest.mark.parametrize("seed", range(4))
def test_no_view_changes_with_any_swap_of_two_hidden_cards(seed):
    """Every pair of hidden cards of every pair of other seats, for every viewer, all through a deal."""
    rng = random.Random(seed)  # noqa: S311 - a test's cards
    trump = seed - 1
    hands = random_hands(rng, clumped=True)
    moves = random_moves(hands, trump, 0, rng)
    steps = played_out(hands, trump, 0, moves)
    swaps = 0
    for step in (0, 1, 3, 4, 5, 9, 14, 20, 27):
        for seat in range(4):
            hidden = hidden_from(seat, hands, trump, moves[:step])
            for a, b in combinations(hidden, 2):
                for x in cards_in(hidden[a]):
                    for y in cards_in(hidden[b]):
                        other = played_out(exchanged(hands, x | y, a, b), trump, 0, moves[:step])
                        assert [(public, views[seat]) for public, views in other] == [
                            (public, views[seat]) for public, views in steps[: step + 1]
                        ]
                        swaps += 1
    assert swaps > 1000


@given(hands_of_a_deal(), st.integers(-1, 3), st.integers(0, 31), st.integers(0, 3), st.integers(0, 2**32))
def test_no_view_changes_when_all_hidden_cards_are_dealt_anew(hands, trump, step, seat, seed):
    rng = random.Random(seed)  # noqa: S311 - a test's cards
    moves = random_moves(hands, trump, 1, rng)
    hidden = hidden_from(seat, hands, trump, moves[:step])
    cards = [card for mask in hidden.values() for card in cards_in(mask)]
    rng.shuffle(cards)
    other = list(hands)
    for holder, mask in hidden.items():
        other[holder] = hands[holder] & ~mask | sum(cards.pop() for _ in cards_in(mask))
    original = played_out(hands, trump, 1, moves[:step])
    anew = played_out(other, trump, 1, moves[:step])
    assert [(public, views[seat]) for public, views in anew] == [(public, views[seat]) for public, views in original]


HIDDEN_DECLARATIONS = {
    "a losing Suivi": ("10o 11o 12o 1o", "4c 5c 6c", "4e 5e 6e", "copas"),
    "a losing Suivi of another height": ("10o 11o 12o 1o", "4c 5c 6c", "5c 6c 7c", "bastos"),
    "a losing Carré": ("6o 6c 6e 6b", "12o 12c 12e 12b", "11o 11c 11e 11b", None),
    "an exact tie": ("10o 11o 12o 1o", "10c 11c 12c 1c", "10e 11e 12e 1e", "bastos"),
}


@pytest.mark.parametrize("holder", [2, 3])
@pytest.mark.parametrize(("winning", "losing", "instead", "trump"), HIDDEN_DECLARATIONS.values(), ids=HIDDEN_DECLARATIONS)
def test_what_the_losers_and_the_tied_declared_stays_hidden(winning, losing, instead, trump, holder):
    """Seat 1 declares other cards of the same kind and value, which `holder` has in the first deal: the two others cannot tell."""
    given_up, taken = parse_hand(losing) & ~parse_hand(instead), parse_hand(instead) & ~parse_hand(losing)
    wanted = [parse_hand(winning), parse_hand(losing), 0, 0]
    wanted[holder] = taken
    hands = filled(*(format_hand(mask) for mask in wanted))
    others = [seat for seat in (0, 2, 3) if seat != holder]
    told = []
    for dealt, declared in ((hands, losing), (exchanged(hands, given_up | taken, 1, holder), instead)):
        played = DeclarationRound(dealt, trump)
        idle = parse_hand(winning) | parse_hand(losing) | parse_hand(instead)
        for seat, declare in enumerate([winning, declared, (), (), ()]):
            played.play(seat % 4, next(cards_in(played.view(seat % 4).left & ~idle)), declare)
        told.append((facts(played)[0], [played.view(seat) for seat in others]))
    assert told[0] == told[1]
    assert played.winner != 1


def test_a_refusal_does_not_tell_who_holds_a_card():
    """Seat 0 asks for a card that seat 1, 2 or 3 holds, or has played: the same answer."""
    messages = set()
    for hands in (filled("4o", "4c"), filled("4o", "5c", "4c"), filled("4o", "5c", "6c", "4c")):
        played = DeclarationRound(hands, None)
        for arguments in (("4c",), ("4o", "4c 5c 6c"), ("4o", (), "belote")):
            with pytest.raises(RoundError) as refused:
                played.play(0, *arguments)
            messages.add(str(refused.value))
    assert len(messages) == 3
    later = deal("4o", "4c")
    for seat, card in enumerate(["4o", "4c", None, None]):
        later.play(seat, card or any_card(later, seat))
    with pytest.raises(RoundError, match=r"^seat 0, card 4c: not in this player's hand$"):
        later.play(0, "4c")
