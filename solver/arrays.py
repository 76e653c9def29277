"""Arrays in and out of the bulk functions: what they accept, how the compiled code gets it, what they return.

Hands are integers in any array: any shape, strides, byte order and integer type, read-only or not. Nothing here makes a copy of
the input's size: what the compiled code cannot read as it stands is converted piece by piece.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.cards import FULL_DECK, NO_TRUMP, Suit, Trump, format_hand, shown, trump_index
from solver.rules import HAND_SIZE

_T = TypeVar("_T", bound=np.generic)
_Check: TypeAlias = Callable[[NDArray[Any]], NDArray[np.bool_]]

_BUFFER_ROWS: Final = 1 << 16
"""Elements converted at a time where input has to be: a few such buffers fit the cache of one core."""


class HandError(ValueError):
    """A hand or a trump of an array that is out of its range; the message names the first bad index and why."""


class ReadOnlyArrays:
    """A frozen dataclass of arrays that nobody can write to, also after a copy or a journey between processes."""

    __slots__ = ()

    def __post_init__(self) -> None:
        for array in self._arrays():
            array.flags.writeable = False

    def __reduce__(self) -> tuple[type, tuple[NDArray[Any], ...]]:
        return type(self), self._arrays()

    def _arrays(self) -> tuple[NDArray[Any], ...]:
        return tuple(getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]  # subclasses are dataclasses


@dataclass(frozen=True, slots=True, eq=False)
class HandScores(ReadOnlyArrays):
    """The scores of hands of shape ``S`` in read-only arrays."""

    points: NDArray[np.uint16]
    """Shape ``S``: the points of the best combination, without Belote-Rebelote."""
    belote: NDArray[np.uint8]
    """Shape ``S``: the points of Belote-Rebelote."""
    strength: NDArray[np.uint16]
    """Shape ``S``: the strength of the strongest declaration of the best combination, 0 = none."""
    declared: NDArray[np.uint32]
    """Shape ``S + (2,)``: the cards of each declaration, the stronger first (equals in the order of the suits), 0 = none."""


class ScoreArrays(NamedTuple):
    """The fields of `HandScores` while they are filled."""

    points: NDArray[np.uint16]
    belote: NDArray[np.uint8]
    strength: NDArray[np.uint16]
    declared: NDArray[np.uint32]


def score_arrays(shape: tuple[int, ...]) -> ScoreArrays:
    """Return new arrays for scores of `shape`, filled with zeros."""
    return ScoreArrays(
        np.zeros(shape, np.uint16), np.zeros(shape, np.uint8), np.zeros(shape, np.uint16), np.zeros((*shape, 2), np.uint32)
    )


def as_array(given: ArrayLike, name: str, of_nothing: type[np.generic], error: type[ValueError] = HandError) -> NDArray[Any]:
    """Return what is `given` as a plain array, without a copy where it is one; an empty list is one of the type `of_nothing`.

    Raises `error` for lists of unequal length and for arrays with masked elements, which have no value.
    """
    if np.ma.is_masked(given):
        raise error(f"{name} has masked elements: fill them in or leave them out")
    try:
        array = np.asarray(given)
    except ValueError as problem:
        raise error(f"{name} is no array: {problem}") from None
    return array.astype(of_nothing) if array.size == 0 and not isinstance(given, np.ndarray) else array


def hands_array(hands: ArrayLike) -> NDArray[Any]:
    """Return `hands` as an array of integers, without a copy where it is one; raise `HandError` where it cannot be."""
    array = as_array(hands, "hands", np.uint32)
    if array.dtype.kind not in "iu":
        raise HandError(
            f"hands are integers (a mask of 32 bits each), not {array.dtype}: {shown(hands)}; card text is read by parse_hand"
        )
    return array


def trumps_array(trump: Trump | ArrayLike) -> NDArray[Any]:
    """Return trumps as an array of integers: of one trump however it is written, or of an array of -1..3.

    Raises `CardError` for one trump that is none, `HandError` where an array is not of integers; the caller checks their range.
    """
    if trump is None or isinstance(trump, (str, int)):
        return np.array(trump_index(trump), np.int8)
    array = as_array(trump, "trump", np.int8)
    if array.dtype.kind not in "iu":
        raise HandError(f"trumps are integers from {NO_TRUMP} (none) to {Suit.BASTOS}, not {array.dtype}: {shown(trump)}")
    return array


def checked(hands: ArrayLike, trump: Trump | ArrayLike) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return hands and trumps as integer arrays of their common shape, without a copy; raise `HandError` where they have none."""
    masks, trumps = hands_array(hands), trumps_array(trump)
    try:
        shape = np.broadcast_shapes(masks.shape, trumps.shape)
    except ValueError:
        raise HandError(f"hands of shape {masks.shape} and trumps of shape {trumps.shape} do not broadcast") from None
    return np.broadcast_to(masks, shape), np.broadcast_to(trumps, shape)


def masks_at(hands: NDArray[Any], start: int, stop: int) -> NDArray[np.uint32]:
    """Return elements `start` to `stop` of `hands`, in C order, as contiguous uint32: a view where they are, else a copy.

    The caller checks the number of cards; a number that is no mask comes as the whole deck.
    """
    if _is_ready(hands, np.uint32):
        return hands.reshape(-1)[start:stop]
    return _converted(hands, start, np.empty(stop - start, np.uint32), _no_masks, FULL_DECK)


def trumps_at(trumps: NDArray[Any], start: int, stop: int) -> NDArray[np.int8]:
    """Return elements `start` to `stop` of `trumps`, in C order, as contiguous int8: a view where they are, else a copy.

    The caller checks that they are -1..3; a number that is none comes as another one that is none.
    """
    if _is_ready(trumps, np.int8):
        return trumps.reshape(-1)[start:stop]
    return _converted(trumps, start, np.empty(stop - start, np.int8), no_trumps, len(Suit))


def values_at(array: NDArray[Any], start: int, stop: int) -> NDArray[Any]:
    """Return elements `start` to `stop` of integers or bool, in C order: as they are where contiguous, else as int64 or bool."""
    if _is_ready(array, array.dtype.newbyteorder("=").type):
        return array.reshape(-1)[start:stop]
    values: NDArray[Any] = np.empty(stop - start, np.bool_ if array.dtype.kind == "b" else np.int64)
    return _converted(array, start, values, lambda wide: np.zeros(wide.shape, np.bool_), 0)


def _is_ready(array: NDArray[Any], dtype: type[np.generic]) -> bool:
    return array.dtype == np.dtype(dtype) and array.flags.c_contiguous and array.flags.aligned


def _converted(array: NDArray[Any], start: int, out: NDArray[_T], is_bad: _Check, instead: int) -> NDArray[_T]:
    """Fill `out` with the elements of `array` from `start` on, `instead` of bad ones, and return it."""
    if not any(array.strides):  # one value, broadcast
        value = array.flat[:1]
        out[:] = np.where(is_bad(value), instead, value)
        return out
    place = 0
    for wide in _wide_blocks(array, start, start + out.size):
        bad = is_bad(wide)
        out[place : place + wide.size] = np.where(bad, instead, wide) if bad.any() else wide
        place += wide.size
    return out


def _wide_blocks(array: NDArray[Any], start: int, stop: int) -> Iterator[NDArray[Any]]:
    """Yield the elements `start` to `stop` of `array` in C order as int64 or uint64, a buffer at a time."""
    if start == stop:
        return
    iterator = np.nditer(
        array,
        flags=["external_loop", "buffered", "ranged"],
        op_flags=["readonly"],
        op_dtypes=np.uint64 if array.dtype.kind == "u" else np.int64,
        order="C",
        buffersize=_BUFFER_ROWS,
    )
    iterator.iterrange = (start, stop)  # type: ignore[misc]  # the stubs miss that it can be set
    yield from iterator


def _no_masks(wide: NDArray[Any]) -> NDArray[np.bool_]:
    return (wide < 0) | (wide > FULL_DECK)


def no_hands(numbers: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which of some integers are no hand: no mask, or one of more than eight cards."""
    crowded: NDArray[np.bool_] = np.bitwise_count(numbers) > HAND_SIZE
    return _no_masks(numbers) | crowded


def no_trumps(wide: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which of some integers are no trump."""
    return (wide < NO_TRUMP) | (wide > Suit.BASTOS)


def raise_first_fault(hands: NDArray[Any] | None = None, trumps: NDArray[Any] | None = None) -> NoReturn:
    """Raise the `HandError` of the first row with a hand or a trump that is none, of arrays of one shape where both are given."""
    bad_hand = None if hands is None else _first(hands, no_hands)
    bad_trump = None if trumps is None else _first(trumps, no_trumps)
    if hands is not None and bad_hand is not None and (bad_trump is None or bad_hand[0] <= bad_trump[0]):
        raise _hand_fault(hands, *bad_hand)
    if trumps is not None and bad_trump is not None:
        raise _trump_fault(trumps, *bad_trump)
    raise AssertionError("every hand and every trump is in its range")


def masks_of(hands: ArrayLike) -> NDArray[np.uint32]:
    """Return `hands` as a new uint32 array; raise `HandError` for the first number that is no mask, of however many cards."""
    array = hands_array(hands)
    if bad := _first(array, _no_masks):
        raise _hand_fault(array, *bad)
    return array.astype(np.uint32)


def trumps_of(trump: Trump | ArrayLike) -> NDArray[np.int8]:
    """Return trumps as a new int8 array; raise `HandError` for the first one out of its range."""
    array = trumps_array(trump)
    if bad := _first(array, no_trumps):
        raise _trump_fault(array, *bad)
    return array.astype(np.int8)


def _first(array: NDArray[Any], is_bad: _Check) -> tuple[int, int] | None:
    """Return the place in C order and the value of the first bad element."""
    passed = 0
    for wide in _wide_blocks(array, 0, array.size):
        if (bad := is_bad(wide)).any():
            first = int(bad.argmax())
            return passed + first, int(wide[first])
        passed += wide.size
    return None


def _hand_fault(hands: NDArray[Any], place: int, number: int) -> HandError:
    where = f"hands{index_text(place, hands.shape)}"
    if not 0 <= number <= FULL_DECK:
        return HandError(f"{where}: {number} is no mask of cards, an integer from 0 to {FULL_DECK}")
    return HandError(f"{where}: {number.bit_count()} cards, a hand has at most {HAND_SIZE}: {format_hand(number)}")


def _trump_fault(trumps: NDArray[Any], place: int, number: int) -> HandError:
    where = f"trump{index_text(place, trumps.shape)}"
    return HandError(f"{where}: {number} is no trump, an integer from {NO_TRUMP} (none) to {Suit.BASTOS}")


def index_text(place: int, shape: tuple[int, ...]) -> str:
    """Return the index of the element at `place` in C order, as it is written in Python; nothing for an array of no dimension."""
    return str([int(index) for index in np.unravel_index(place, shape)]) if shape else ""
