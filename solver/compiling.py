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


def popcount(mask: np.uint32) -> np.uint32:
    """Return the number of set bits of a uint32 as a uint32."""
    return np.uint32(np.bitwise_count(mask))


@intrinsic
def _ctpop(_context: Any, mask: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.call(builder.module.declare_intrinsic("llvm.ctpop", [ir.IntType(32)]), arguments)

    return types.uint32(mask), generate


@overload(popcount)
def _popcount(mask):  # type: ignore[no-untyped-def]  # numba compares it with the signature of what it returns
    def implementation(mask):  # type: ignore[no-untyped-def]  # likewise
        return _ctpop(mask)  # type: ignore[call-arg]  # numba hands the first parameter over itself

    return implementation if mask == types.uint32 else None
