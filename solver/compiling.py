"""How this package compiles: numba for the machine it runs on, without the GIL, cached on disk where that is possible.

The bit operations that NumPy's scalars lack stand here too, each with the Python form that runs when compilation is off.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # it has no stubs
from numba import njit
from numba.core import types
from numba.extending import intrinsic, overload


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile `function` on its first call; keep the machine code on disk unless no folder can be written."""
    try:
        return njit(cache=True, nogil=True, error_model="numpy")(function)
    except RuntimeError:  # numba found no folder for its cache: compile anew in every process
        return njit(nogil=True, error_model="numpy")(function)


inlined = njit(nogil=True, error_model="numpy", forceinline=True)
"""Compile a function into each loop that calls it: a call that is left standing keeps the loop from becoming vector code."""


def popcount(mask: np.uint32) -> np.uint32:
    """Return the number of set bits of a uint32 as a uint32."""
    return np.uint32(np.bitwise_count(mask))


def float_bits(number: np.uint32) -> np.uint32:
    """Return the bits of the float32 nearest to `number`, which is below 2**31: the exponent from bit 23 on, then the mantissa.

    >>> int(float_bits(np.uint32(0b1100))) >> 22  # an exponent of 127 + 3, then the second highest bit of the number
    261
    """
    return np.float32(number).view(np.uint32)


@intrinsic
def _ctpop(_context: Any, mask: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.call(builder.module.declare_intrinsic("llvm.ctpop", [ir.IntType(32)]), arguments)

    return types.uint32(mask), generate


@intrinsic
def _float_bits(_context: Any, number: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitcast(builder.sitofp(arguments[0], ir.FloatType()), ir.IntType(32))

    return types.uint32(number), generate


@overload(popcount)
def _compiled_popcount(mask):  # type: ignore[no-untyped-def]  # numba compares it with the signature of what it returns
    def implementation(mask):  # type: ignore[no-untyped-def]  # likewise
        return _ctpop(mask)  # type: ignore[call-arg]  # numba hands the first parameter over itself

    return implementation if mask == types.uint32 else None


@overload(float_bits)
def _compiled_float_bits(number):  # type: ignore[no-untyped-def]  # as above
    def implementation(number):  # type: ignore[no-untyped-def]  # as above
        return _float_bits(number)  # type: ignore[call-arg]  # as above

    return implementation if number == types.uint32 else None
