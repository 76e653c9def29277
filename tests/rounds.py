"""Deals for the tests of the round: hands filled up to eight cards, tricks played quickly, whole deals played at random."""

import dataclasses
import random
from collections.abc import Sequence

import oracle
from hypothesis import strategies as st

from solver import DeclarationRound, best_combination, contest
from solver.cards import cards_in, format_hand, parse_hand
from solver.declarations import belote_points
from solver.rules import DEFAULT, Rules

DECK = oracle.to_mask(oracle.DECK)


def filled(*wanted: str) -> list[int]:
    """Return four hands of eight cards that hold the wanted ones, the rest of the deck dealt out in order."""
    hands = [parse_hand(wanted[seat]) if seat < len(wanted) else 0 for seat in range(4)]
    assert sum(hands) == hands[0] | hands[1] | hands[2] | hands[3]
    rest = list(cards_in(DECK & ~sum(hands)))
    for seat in range(4):
        while hands[seat].bit_count() < 8:
            hands[seat] |= rest.pop(0)
    return hands


def deal(*wanted: str, trump: str | None = None, **options: object) -> DeclarationRound:
    """Return a round over `filled` hands."""
    return DeclarationRound(filled(*wanted), trump, **options)


def any_card(played: DeclarationRound, seat: int) -> int:
    """Return a card that the seat can play; the 11 and 12 last, so that Belote-Rebelote is left to those who test it."""
    left = sorted(cards_in(played.view(seat).left), key=lambda bit: format_hand(bit)[:2] in {"11", "12"})
    return left[0]


def play_first_trick(played: DeclarationRound, declare: dict[int, object] | None = None) -> None:
    """Play four cards, each seat with the declarations given for it."""
    for _ in range(4):
        seat = played.turn
        played.play(seat, any_card(played, seat), (declare or {}).get(seat, ()))


def compared(played: DeclarationRound, declare: dict[int, object] | None = None) -> DeclarationRound:
    """Play the first trick and the first card of the second."""
    play_first_trick(played, declare)
    played.play(0, any_card(played, 0))
    return played


def everything(played: DeclarationRound) -> dict[str, object]:
    """Return each part of a round by name: what it keeps, what it tells and the four views."""
    kept = {name: getattr(played, name) for name in DeclarationRound.__slots__}
    state = kept.pop("_state")
    kept |= {field.name: getattr(state, field.name) for field in dataclasses.fields(state)}
    told = {name: getattr(played, name) for name in ("winner", "points", "contest", "belote", "turn", "over", "log")}
    return kept | told | {f"view {seat}": played.view(seat) for seat in range(4)}


@st.composite
def hands_of_a_deal(draw: st.DrawFn) -> list[int]:
    """Draw four hands: half of the time at random, else suit by suit with some cards exchanged, so that much is declared."""
    rng = random.Random(draw(st.integers(0, 2**32)))  # noqa: S311 - a test's cards
    return random_hands(rng, clumped=draw(st.booleans()))


def random_hands(rng: random.Random, *, clumped: bool) -> list[int]:
    cards = list(range(32))
    if clumped:
        for _ in range(rng.randrange(12)):
            i, j = rng.randrange(32), rng.randrange(32)
            cards[i], cards[j] = cards[j], cards[i]
        offset = rng.randrange(8)
        cards = cards[offset:] + cards[:offset]
    else:
        rng.shuffle(cards)
    return [sum(1 << card for card in cards[8 * seat : 8 * seat + 8]) for seat in range(4)]


@dataclasses.dataclass
class Move:
    """One call of `play`."""

    seat: int
    card: int
    declare: list[int]
    say: str | None


def random_moves(hands: list[int], trump: int, first_seat: int, rng: random.Random) -> list[Move]:
    """Return 32 moves that the rules allow: each seat declares some disjoint declarations and says what it may say, or not."""
    left = list(hands)
    moves: list[Move] = []
    pair = 0b0110_0000 << 8 * trump if trump >= 0 else 0
    seat = first_seat
    for number in range(32):
        if number and number % 4 == 0:
            seat = rng.randrange(4)
        card = rng.choice(list(cards_in(left[seat])))
        say = None
        if card & pair and not pair & ~hands[seat] and rng.random() < 0.8:
            say = "belote" if left[seat] & pair == pair and rng.random() < 0.9 else "rebelote"
        declare = random_declarations(hands[seat], rng) if number < 4 else []
        moves.append(Move(seat, card, declare, say))
        left[seat] ^= card
        seat = (seat + 1) % 4
    return moves


def random_declarations(hand: int, rng: random.Random) -> list[int]:
    """Return the masks of some disjoint declarations of the hand, in any order."""
    held = oracle.declarations_in(oracle.from_mask(hand))
    held.sort(key=lambda declared: oracle.to_mask(declared.cards))
    rng.shuffle(held)
    chosen: list[int] = []
    for declared in held:
        mask = oracle.to_mask(declared.cards)
        if rng.random() < 0.8 and not any(mask & other for other in chosen):
            chosen.append(mask)
    return chosen


EVERYBODY = (True, True, True, True)
Result = tuple[int, tuple[int, int], tuple[int, int]]
"""What `score_deals` tells of one deal: the winner (-1: none), the validated points and the Belote-Rebelote of each team."""


def result_by_the_round(
    hands: Sequence[int],
    trump: int,
    declared: Sequence[bool] = EVERYBODY,
    called: Sequence[bool] = EVERYBODY,
    rules: Rules = DEFAULT,
) -> Result:
    """Play the two tricks that decide a deal: each declares the best combination or nothing, says both words or neither."""
    pair = 0b0110_0000 << 8 * trump if trump >= 0 else 0
    played = DeclarationRound(hands, trump, rules=rules)
    for trick, word in enumerate(("belote", "rebelote")):
        for seat in range(4):
            has_pair = pair and not pair & ~hands[seat]
            cards = list(cards_in(pair if has_pair else hands[seat]))
            declare = "best" if declared[seat] and trick == 0 else ()
            played.play(seat, cards[trick], declare, word if has_pair and called[seat] else None)
    return -1 if played.winner is None else played.winner, played.points, played.belote or (0, 0)


def result_by_pure_functions(
    hands: Sequence[int],
    trump: int,
    declared: Sequence[bool] = EVERYBODY,
    called: Sequence[bool] = EVERYBODY,
    rules: Rules = DEFAULT,
) -> Result:
    """Say the same of a deal without playing it."""
    best = [best_combination(hand, trump, rules) for hand in hands]
    teams = [[d for seat in (team, team + 2) if declared[seat] for d in best[seat].declarations] for team in (0, 1)]
    result = contest(*teams, trump, rules)
    belote = [sum(belote_points(hands[seat], trump, rules) for seat in (team, team + 2) if called[seat]) for team in (0, 1)]
    return -1 if result.winner is None else result.winner, result.points, (belote[0], belote[1])
