"""Random small cases for the truth: few cards unseen, known from a round that was played or from a view written by hand."""

import random

import oracle
from rounds import random_declarations, random_hands, random_moves
from truth import Case, Sounds

from solver import DeclarationRound, best_combination, hand_view
from solver.cards import cards_in
from solver.views import Heard, Played, View

SUITS = (None, *oracle.SUITS)
SOUNDS = [("suivi", 20), ("suivi", 50), ("suivi", 100), ("carre", 100), ("carre", 150), ("carre", 200)]


def sounds(masks: list[int]) -> Sounds:
    """Return what is heard of declarations given as masks."""
    found = [d for mask in masks for d in oracle.declarations_in(oracle.from_mask(mask)) if oracle.to_mask(d.cards) == mask]
    return tuple((d.kind, d.points) for d in found)


def best_masks(hand: int, trump: int) -> list[int]:
    return [d.cards for d in best_combination(hand, trump).declarations]


def played_case(rng: random.Random, most_unseen: int, *, best: bool) -> tuple[View, Case]:
    """Play a deal until few cards are unseen by one seat; return its view and the same as a case."""
    hands, trump, first = random_hands(rng, clumped=rng.random() < 0.8), rng.randrange(-1, 4), rng.randrange(4)
    moves, seat = random_moves(hands, trump, first, rng), rng.randrange(4)
    game = DeclarationRound(hands, trump, first)
    known, heard, shown = [0, 0, 0, 0], [None] * 4, [None] * 4
    known[seat] = hands[seat]
    unseen, result = 24, None
    for number, move in enumerate(moves):
        if number >= 5 and unseen <= most_unseen:
            break
        declared = best_masks(hands[move.seat], trump) if best else move.declare
        game.play(move.seat, move.card, declared if number < 4 else (), move.say)
        known[move.seat] |= move.card
        if number < 4:
            heard[move.seat] = sounds(declared)
            shown[move.seat] = declared
        if move.say:
            known[move.seat] |= 0b0110_0000 << 8 * trump
        if number == 4:
            result = game.winner if any(heard) and game.winner is not None else "tie" if any(heard) else "nothing"
            for each in range(4):
                if result == each % 2:
                    known[each] |= sum(shown[each])
                elif each != seat:
                    shown[each] = None
        unseen = 32 - sum(cards.bit_count() for cards in known)
    as_cards = [None if masks is None else frozenset(map(oracle.from_mask, masks)) for masks in shown]
    case = Case(seat, SUITS[trump + 1], tuple(map(oracle.from_mask, known)), tuple(heard), tuple(as_cards), result, best)
    return game.view(seat), case


def written_case(rng: random.Random, most_unseen: int, *, best: bool) -> tuple[View, Case]:
    """Write down what a seat may know before the comparison: some others have played and said something, one may be to come."""
    hands, trump, seat = random_hands(rng, clumped=rng.random() < 0.8), rng.randrange(-1, 4), rng.randrange(4)
    others = [other for other in range(4) if other != seat]
    waiting = rng.choice(others) if most_unseen >= 11 and rng.random() < 0.6 else None
    room = dict.fromkeys(others, 0)
    if waiting is not None:
        room[waiting] = 8
    spoken = [other for other in others if other != waiting]
    while sum(room.values()) < most_unseen and any(room[other] < 7 for other in spoken):
        room[rng.choice([other for other in spoken if room[other] < 7])] += 1
    known, heard, log = [0, 0, 0, 0], [None] * 4, []
    for other in spoken:
        cards = rng.sample(list(cards_in(hands[other])), 8 - room[other])
        known[other] = sum(cards)
        log += [Played(other, card) for card in cards]
        masks = best_masks(hands[other], trump) if best else random_declarations(hands[other], rng)
        heard[other] = sounds(masks)
        if rng.random() < 0.1:
            heard[other] = tuple(rng.choices(SOUNDS, k=rng.randrange(3)))
        log += [Heard(other, kind, points) for kind, points in heard[other]]
    known[seat] = hands[seat]
    order = {} if waiting is None else {"turn": waiting, "first_seat": (waiting + 1) % 4}
    own = best_masks(hands[seat], trump) if rng.random() < 0.7 else random_declarations(hands[seat], rng)
    view = hand_view(hands[seat], trump, seat=seat, declared=own, heard=[e for e in log if isinstance(e, Heard)],
                     played=[e for e in log if isinstance(e, Played)], **order)  # fmt: skip
    heard[seat] = sounds(own)
    shown = [None] * 4
    shown[seat] = frozenset(map(oracle.from_mask, own))
    return view, Case(seat, SUITS[trump + 1], tuple(map(oracle.from_mask, known)), tuple(heard), tuple(shown), None, best)


def small_case(number: int, most_unseen: int) -> tuple[View, Case]:
    """Return the case of this number."""
    rng = random.Random(number)  # noqa: S311 - a test's cards
    make = played_case if number % 3 == 0 else written_case
    return make(rng, most_unseen, best=number % 2 == 0)


