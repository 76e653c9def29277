"""Arrays in and out of the bulk functions: what they accept, how the compiled code gets it, what they return.

Hands are integers in any array: any shape, strides, byte order and integer type, read-only or not. Nothing here makes a copy of
the input's size: what the compiled code cannot read as it stands is converted piece by piece. Imports `cards` and `rules`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.cards import FULL_DECK, NO_TRUMP, Suit, Trump, format_hand, shown, trump_index
from solver.rules import HAND_SIZE

_BUFFER_ROWS = 1 << 16
"""Elements converted at a time where input has to be: a few such buffers fit the cache of one core."""


class HandError(ValueError):
    """A hand or a trump of an array that is out of its range; the message names the first bad index and why."""


@dataclass(frozen=True, slots=True, eq=False)
class HandScores:
    """The scores of hands of shape ``S`` in read-only arrays."""

    points: NDArray[np.uint16]
    """Shape ``S``: the points of the best combination, without Belote-Rebelote."""
    belote: NDArray[np.uint8]
    """Shape ``S``: the points of Belote-Rebelote."""
    strength: NDArray[np.uint16]
    """Shape ``S``: the strength of the strongest declaration of the best combination, 0 = none."""
    declared: NDArray[np.uint32]
    """Shape ``S + (2,)``: the cards of each declaration, the stronger first (equals in the order of the suits), 0 = none."""

    def __post_init__(self) -> None:
        for array in (self.points, self.belote, self.strength, self.declared):
            array.flags.writeable = False


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


def hands_array(hands: ArrayLike) -> NDArray[Any]:
    """Return `hands` as an array of integers, without a copy where it is one; raise `HandError` where it cannot be."""
    array = np.asarray(hands)
    if array.size == 0 and not isinstance(hands, np.ndarray):
        array = array.astype(np.uint32)
    if array.dtype.kind not in "iu":
        raise HandError(
            f"hands are integers (a mask of 32 bits each), not {array.dtype}: {shown(hands)}; card text is read by parse_hand"
        )
    return array


def trumps_array(trump: Trump | ArrayLike) -> NDArray[Any]:
    """Return trumps as an array of integers: of one trump however it is written, or of an array of -1..3."""
    if trump is None or isinstance(trump, (str, int)):
        return np.array(trump_index(trump), np.int8)
    array = np.asarray(trump)
    if array.size == 0 and not isinstance(trump, np.ndarray):
        array = array.astype(np.int8)
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

    Raises `HandError` for a number that is no mask; the number of cards is for the caller to check.
    """
    if _is_ready(hands, np.uint32):
        return hands.reshape(-1)[start:stop]
    masks = np.empty(stop - start, np.uint32)
    if not _convert(hands, start, masks, _no_masks):
        raise_first_fault(hands)
    return masks


def trumps_at(trumps: NDArray[Any], start: int, stop: int) -> NDArray[np.int8]:
    """Return elements `start` to `stop` of `trumps`, in C order, as contiguous int8: a view where they are, else a copy.

    Raises `HandError` for a number out of range, unless it is a view: then that is for the caller to check.
    """
    if _is_ready(trumps, np.int8):
        return trumps.reshape(-1)[start:stop]
    converted = np.empty(stop - start, np.int8)
    if not _convert(trumps, start, converted, no_trumps):
        trumps_of(trumps)
    return converted


def values_at(array: NDArray[Any], start: int, stop: int) -> NDArray[Any]:
    """Return elements `start` to `stop` of integers or bool, in C order: as they are where contiguous, else as int64 or bool."""
    if _is_ready(array, array.dtype.newbyteorder("=").type):
        return array.reshape(-1)[start:stop]
    values: NDArray[Any] = np.empty(stop - start, np.bool_ if array.dtype.kind == "b" else np.int64)
    _convert(array, start, values, np.zeros_like)
    return values


def _is_ready(array: NDArray[Any], dtype: type[np.generic]) -> bool:
    return array.dtype == np.dtype(dtype) and array.flags.c_contiguous and array.flags.aligned


def _convert(array: NDArray[Any], start: int, out: NDArray[Any], is_bad: Callable[[NDArray[Any]], NDArray[np.bool_]]) -> bool:
    """Fill `out` with the elements of `array` from `start` on; return whether none of them is bad."""
    if not any(array.strides):  # one value, broadcast
        value = array.flat[:1]
        out[:] = value
        return not is_bad(value).any()
    place = 0
    for wide in _wide_blocks(array, start, start + out.size):
        if is_bad(wide).any():
            return False
        out[place : place + wide.size] = wide
        place += wide.size
    return True


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


def raise_first_fault(hands: NDArray[Any], trumps: ArrayLike = NO_TRUMP) -> NoReturn:
    """Raise the `HandError` that names the first hand that is none, or else the first trump that is none."""
    index, mask = _first(hands, no_hands)
    if index is not None and 0 <= mask <= FULL_DECK:
        raise HandError(f"hands{index}: {mask.bit_count()} cards, a hand has at most {HAND_SIZE}: {format_hand(mask)}")
    masks_of(hands)
    trumps_of(trumps)
    raise AssertionError("every hand and every trump is in its range")


def masks_of(hands: ArrayLike) -> NDArray[np.uint32]:
    """Return `hands` as a new uint32 array; raise `HandError` for the first number that is no mask, of however many cards."""
    array = hands_array(hands)
    index, mask = _first(array, _no_masks)
    if index is not None:
        raise HandError(f"hands{index}: {mask} is no mask of cards, an integer from 0 to {FULL_DECK}")
    return array.astype(np.uint32)


def trumps_of(trump: Trump | ArrayLike) -> NDArray[np.int8]:
    """Return trumps as a new int8 array; raise `HandError` for the first one out of its range."""
    array = trumps_array(trump)
    index, number = _first(array, no_trumps)
    if index is not None:
        raise HandError(f"trump{index}: {number} is no trump, an integer from {NO_TRUMP} (none) to {Suit.BASTOS}")
    return array.astype(np.int8)


def _first(array: NDArray[Any], is_bad: Callable[[NDArray[Any]], NDArray[np.bool_]]) -> tuple[str | None, int]:
    """Return the index, as it is written in Python, and the value of the first bad element."""
    offset = 0
    for wide in _wide_blocks(array, 0, array.size):
        if (bad := is_bad(wide)).any():
            first = int(bad.argmax())
            index = np.unravel_index(offset + first, array.shape)
            return str(list(map(int, index))) if index else "", int(wide[first])
        offset += wide.size
    return None, 0
