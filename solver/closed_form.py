"""The best combination of one hand as a closed form, written for the compiler.

For hands of up to eight cards under the default rules the best combination is every Carré, then the maximal runs of what is
left, then a run of eight as its upper five and its lower three. `proof.py` checks that against CP-SAT on every hand. Under
rules with other declarations it need not hold, and `bulk.py` does not use it.

Everything is shifts, ands, additions and minima, without tables and branches, so that loops over these functions become vector
code on any CPU: on lanes of 32 bits, a hand each, and where the suits of a hand need not know of each other on lanes of 8, a
suit each. What keeps it so:

- numba computes ``uint32 op uint32`` in 64 bits: each result is cast back at once, or the lanes double. So it is with uint8.
- ``min(bits, points)`` stands for "`points` if any bit is set": the sets it is used on have no bit below the points.
- A value is never compared with 0 where it also has 1 subtracted: LLVM would fuse the two into what it cannot vectorise.

The runs are read off sets called ``top_k``, the cards that end k neighbouring cards of one suit: ``top & top << 1`` leads from
k to k + 1, and suits never mix because the lowest card of a suit, which ends nothing, is no member of ``top_2``.
"""

from functools import lru_cache
from math import gcd
from typing import Any, Final, NamedTuple

from numba import int32, uint8, uint32

from solver.cards import BELOTE_PAIRS, RANK_MASKS, SUIT_MASKS
from solver.compiling import float_bits, inlined
from solver.declarations import LENGTH_SHIFT, SHORTEST_RUN, TOP_SHIFT, Declaration, declarations_of
from solver.rules import DEFAULT, Rules

_EVERY_SUIT: Final = RANK_MASKS[0]
"""A rank of one suit times this is that rank of all four suits."""
FIRST_SUIT: Final = SUIT_MASKS[0]
_NOT_THE_LOWEST: Final = 0xFEFEFEFE
_WHOLE_SUIT: Final = 0xFF
BELOTE_CARDS: Final = sum(BELOTE_PAIRS)
MANTISSA: Final = 23
"""Bits of a float32 below its exponent, and the exponent of 1."""
EXPONENT_OF_1: Final = 127
_TOP_BYTE: Final = 24
_FIELD: Final = 29
"""The lowest of the three bits that `_carre_points` reads its sum from."""


class Worth(NamedTuple):
    """What the closed form needs of the rules, as integers; made by `worth`, used as uint32.

    Runs: in units of `run_unit`, three cards bring `third_card`, four `fourth_card` more, five or more `fifth_card` more again.
    `run_3`, `run_4` and `run_5` are the strengths of such runs less their top rank and trumps; that of a longer run adds its
    length. Carrés: `carres` are all cards of the ranks that are worth something, `carre_cards` one of each rank and
    `carre_multiplier` what turns these into points in units of `carre_unit`, as `_carre_points` tells. All but two ranks share a
    common value: `carre` is the strength of theirs less its rank and `common_points` what they bring; the rank `dear`, a bit,
    brings `dear_points` more and has the strength `dear_carre`, the rank `dearest` likewise and still more.
    """

    run_unit: int
    third_card: int
    fourth_card: int
    fifth_card: int
    run_3: int
    run_4: int
    run_5: int
    carres: int
    carre_unit: int
    carre_cards: int
    carre_multiplier: int
    carre: int
    dear: int
    dear_carre: int
    dearest: int
    dearest_carre: int
    common_points: int
    dear_points: int
    dearest_points: int
    belote: int


@lru_cache(maxsize=64)
def worth(rules: Rules = DEFAULT) -> Worth:
    """Return the constants of the closed form under `rules`, whose declarations are worth what they are by default."""
    declarations = declarations_of(rules)
    run_3, run_4, run_5 = (declarations[(1 << length) - 1] for length in (3, 4, 5))
    third, fourth = run_3.points, run_4.points - run_3.points
    fifth = run_5.points - run_4.points
    run_unit = gcd(third, fourth, fifth)
    carres = sorted((d for d in declarations.values() if d.kind == "carre"), key=lambda d: d.strength())
    *_, common, dear, dearest = carres
    carre_unit = gcd(*(d.points for d in carres))
    places = [(d.top - carres[0].top % 3) % 3 * 8 + d.top for d in carres]
    return Worth(
        run_unit=run_unit,
        third_card=third // run_unit,
        fourth_card=fourth // run_unit,
        fifth_card=fifth // run_unit,
        run_3=_without_top(run_3),
        run_4=_without_top(run_4),
        run_5=_without_top(run_5),
        carres=sum(d.cards for d in carres),
        carre_unit=carre_unit,
        carre_cards=sum(1 << place for place in places),
        carre_multiplier=sum(d.points // carre_unit << _FIELD - place for d, place in zip(carres, places, strict=True)),
        carre=_without_top(common),
        dear=1 << dear.top,
        dear_carre=dear.strength(),
        dearest=1 << dearest.top,
        dearest_carre=dearest.strength(),
        common_points=common.points,
        dear_points=dear.points - common.points,
        dearest_points=dearest.points - common.points,
        belote=rules.belote,
    )


def _without_top(declaration: Declaration) -> int:
    return declaration.strength() - (declaration.top << TOP_SHIFT)


@inlined
def carres_of(hand: Any, worth: Any) -> Any:
    """Return the cards of the hand's Carrés."""
    pairs = uint32(hand & _next_suit(hand, 1))
    return uint32(pairs & _next_suit(pairs, 2) & uint32(worth.carres))


@inlined
def _next_suit(cards: Any, steps: Any) -> Any:
    """Return `cards` with each suit's in the place of the suit `steps` before it, oros following bastos."""
    return uint32(uint32(cards >> uint32(8 * steps)) | uint32(cards << uint32(32 - 8 * steps)))


@inlined
def pairs_of(cards: Any) -> Any:
    """Return ``top_2`` of cards without Carrés."""
    return uint32(cards & uint32(cards << uint32(1)) & uint32(_NOT_THE_LOWEST))


@inlined
def longer_than(top_2: Any) -> Any:
    """Return ``top_3`` to ``top_8``."""
    top_3 = _longer(top_2)
    top_4 = _longer(top_3)
    top_5 = _longer(top_4)
    top_6 = _longer(top_5)
    top_7 = _longer(top_6)
    return top_3, top_4, top_5, top_6, top_7, _longer(top_7)


@inlined
def _longer(top: Any) -> Any:
    return uint32(top & uint32(top << uint32(1)))


@inlined
def runs_of_suit(cards: Any, worth: Any) -> Any:
    """Return what the runs of one suit bring, in `run_unit`: of `cards` without Carrés, the suit's rank bits as a uint8."""
    top_2 = uint8(cards & uint8(cards << uint8(1)))
    top_3 = uint8(top_2 & uint8(top_2 << uint8(1)))
    after_3 = uint8(top_3 << uint8(1))
    top_4 = uint8(top_3 & after_3)
    top_5 = uint8(top_4 & uint8(top_4 << uint8(1)))
    third_cards = uint8(top_3 & ~after_3)  # the third card of each run, counted from below
    again = uint8(third_cards & uint8(third_cards - uint8(1)))  # a second run, or the lower three of eight
    again = uint8(_WHOLE_SUIT) if cards == uint8(_WHOLE_SUIT) else again
    units = uint8(min(top_3, uint8(worth.third_card)) + min(again, uint8(worth.third_card)))
    units = uint8(units + min(top_4, uint8(worth.fourth_card)))
    return uint8(units + min(top_5, uint8(worth.fifth_card)))


@inlined
def points_of_hand(runs: Any, carre_cards: Any, worth: Any) -> Any:
    """Return the points of the best combination: of `runs`, what `runs_of_suit` returns, a byte a suit, and of the Carrés.

    The runs of a hand bring less than 256 points: multiplied, the bytes add up in the highest.
    """
    run_points = uint32(uint32(runs * uint32(worth.run_unit * _EVERY_SUIT)) >> uint32(_TOP_BYTE))
    return uint32(run_points + _carre_points(carre_cards, worth))


@inlined
def _carre_points(cards: Any, worth: Any) -> Any:
    """Return the points of the Carrés with these cards.

    One card of each worthy rank is kept, three bits or more from the next, and multiplied by a number that brings the points of
    each, in `carre_unit`, to the three highest bits. Two Carrés, the most in a hand, add up there: their sum is below 8, and
    nothing below is large enough to carry.
    """
    in_units = uint32(uint32(uint32(cards & uint32(worth.carre_cards)) * uint32(worth.carre_multiplier)) >> uint32(_FIELD))
    return uint32(in_units * uint32(worth.carre_unit))


@inlined
def declared_of_hand(left: Any, carre_cards: Any, trumps: Any, worth: Any) -> Any:
    """Return the strength of a hand and the cards of its two declarations, the stronger first.

    `carre_cards` are the cards of its Carrés and `left` all others, `trumps` the cards of the trump suit.
    """
    top_2 = pairs_of(left)
    top_3, top_4, top_5, top_6, top_7, top_8 = longer_than(top_2)
    tops = uint32(top_3 & ~uint32(top_3 >> uint32(1)))  # the top card of each run
    tops = uint32(tops & top_4) if top_4 else tops
    tops = uint32(tops & top_5) if top_5 else tops
    past_3 = uint32(min(top_4, uint32(1)) + min(top_5, uint32(1)))
    past_5 = uint32(min(top_6, uint32(1)) + min(top_7, uint32(1)))
    past_5 = uint32(past_5 - uint32(min(top_8, uint32(1)) << uint32(1)))  # a run of eight is declared as five
    top, place = _strongest_top(tops, trumps)
    run_strength = uint32(worth.run_4) if top_4 else uint32(worth.run_3)
    run_strength = uint32(worth.run_5) if top_5 else run_strength
    run_strength = uint32(uint32(run_strength + place) + uint32(past_5 << uint32(LENGTH_SHIFT)))
    run = _run_below(top, uint32(past_3 + past_5))
    runs = uint32(top_3 | uint32(uint32(top_3 >> uint32(1)) | uint32(top_3 >> uint32(2))))

    carre, carre_strength = _strongest_carre(uint32(carre_cards & uint32(FIRST_SUIT)), worth)
    first = uint32(carre * uint32(_EVERY_SUIT)) if carre_cards else run
    strength = run_strength if top_3 else uint32(0)
    strength = carre_strength if carre_cards else strength
    return strength, first, uint32(uint32(runs | carre_cards) ^ first)


@inlined
def trump_suit(trump: Any) -> Any:
    """Return the cards of the trump suit: none for -1."""
    return uint32(uint32(uint32(FIRST_SUIT) << bits_below_trumps(trump)) & ~uint32(trump >> int32(31)))


@inlined
def bits_below_trumps(trump: Any) -> Any:
    """Return the number of bits below the trump suit in a mask: some number for -1."""
    return uint32(uint32(uint32(trump) & uint32(3)) << uint32(3))


@inlined
def _strongest_top(tops: Any, trumps: Any) -> Any:
    """Return, of one or two top cards of runs of one length, that of the stronger run, and its part of the strength.

    The key of a top card has its rank's bit in the highest byte, and the bit below where it is a trump; further down it is the
    larger the earlier the suit. As a floating-point number it has the rank in its exponent and trumps in its first digit: side
    by side as they stand in a strength.
    """
    lower = uint32(tops & uint32(uint32(0) - tops))
    upper = uint32(tops ^ lower)
    lower_key, upper_key = _key(lower, trumps), _key(upper, trumps)
    top = upper if upper_key > lower_key else lower
    digits = uint32(float_bits(uint32(max(lower_key, upper_key) >> uint32(1))) >> uint32(MANTISSA - TOP_SHIFT))
    return top, uint32(digits - uint32(EXPONENT_OF_1 + _TOP_BYTE - 1 << TOP_SHIFT))


@inlined
def _key(top: Any, trumps: Any) -> Any:
    return uint32(uint32(top | uint32(uint32(top & trumps) >> uint32(1))) * uint32(_EVERY_SUIT))


@inlined
def _run_below(top: Any, past_3: Any) -> Any:
    """Return the cards of a run: its top card, one bit, and the 2 + `past_3` below; none for no top card."""
    return uint32(uint32(top << uint32(1)) - uint32(top >> uint32(uint32(past_3 + uint32(SHORTEST_RUN - 1)) & uint32(7))))


@inlined
def _strongest_carre(carres: Any, worth: Any) -> Any:
    """Return the rank, a bit, and the strength of the strongest of one or two Carrés."""
    lower = uint32(carres & uint32(uint32(0) - carres))
    rank = max(uint32(carres ^ lower), lower)
    place = uint32(float_bits(rank) >> uint32(MANTISSA - TOP_SHIFT))
    strength = uint32(place + uint32(worth.carre - (EXPONENT_OF_1 << TOP_SHIFT)))
    for dear, dear_carre in ((worth.dear, worth.dear_carre), (worth.dearest, worth.dearest_carre)):
        held = uint32(carres & uint32(dear))
        rank = uint32(dear) if held else rank
        strength = uint32(dear_carre) if held else strength
    return rank, strength


@inlined
def belote_of_hand(hand: Any, trumps: Any, worth: Any) -> Any:
    """Return the points of Belote-Rebelote."""
    held = uint32(hand & trumps & uint32(BELOTE_CARDS))
    second_card = uint32(held & uint32(held - uint32(1)))
    return uint32(worth.belote) if second_card else uint32(0)
