"""How this package compiles: numba for the machine it runs on, without the GIL, cached on disk where that is possible.

The bit operations that NumPy's scalars lack stand here too, each with the Python form that runs when compilation is off.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # it has no stubs
from numba import config, njit
from numba.core import types
from numba.core.caching import FunctionCache
from numba.extending import intrinsic, overload


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile `function` on its first call; keep the machine code on disk where that is possible."""
    dispatcher: Any = njit(nogil=True, error_model="numpy")(function)
    if config.DISABLE_JIT:  # type: ignore[attr-defined]  # numba sets its configuration as it starts
        interpreted: Callable[..., Any] = np.errstate(over="ignore")(function)  # lanes of 32 bits wrap around, compiled or not
        return interpreted
    with suppress(RuntimeError):  # numba finds no folder for its cache: every process compiles anew
        dispatcher._cache = _PackageCache(function)
    compiling: Callable[..., Any] = dispatcher
    return compiling


class _PackageCache(FunctionCache):
    """numba's cache of one function, made safe.

    numba knows a function by its own file only, but what is inlined into it comes from other files of this package, constants
    included: here any change of the package makes the kept code invalid. And a cache that cannot be read or written, on a full
    disk say, costs time and nothing else.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]  # numba has no types
        self._cache_file._source_stamp = _package_stamp()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the kept code of a signature, None where there is none of exactly this one."""
        try:
            kept = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]  # numba has no types
        except Exception:  # noqa: BLE001  whatever is wrong with the file: compile anew
            return None
        # Processes that save different signatures at once may take the same file name.
        return kept if kept is not None and tuple(kept.signature.args) == tuple(sig) else None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code of a signature, if that can be done."""
        with suppress(Exception):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]  # numba has no types


@cache
def _package_stamp() -> str:
    """Return what changes with any source file of this package."""
    sources = sorted((file.name, file.read_bytes()) for file in files(__package__).iterdir() if file.name.endswith(".py"))
    return sha256(repr(sources).encode()).hexdigest()


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


def prefetch(rows: Any, row: int) -> None:
    """Have the cache line of a row of an array on its way before it is read: a hint to the processor, of no effect in Python."""


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


@intrinsic
def _prefetch(_context: Any, rows: Any, _row: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        byte, word = ir.PointerType(ir.IntType(8)), ir.IntType(32)
        hint = builder.module.declare_intrinsic("llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, word, word, word]))
        address = builder.bitcast(builder.gep(array.data, [arguments[1]]), byte)
        to_read, to_every_level, data = word(0), word(3), word(1)
        builder.call(hint, [address, to_read, to_every_level, data])
        return context.get_dummy_value()

    return types.void(rows, types.int64), generate


@overload(popcount)
def _compiled_popcount(mask):  # type: ignore[no-untyped-def]  # numba wants the bare signature
    def implementation(mask):  # type: ignore[no-untyped-def]  # numba wants the bare signature
        return _ctpop(mask)  # type: ignore[call-arg]  # numba hands the first parameter over itself

    return implementation if mask == types.uint32 else None


@overload(float_bits)
def _compiled_float_bits(number):  # type: ignore[no-untyped-def]  # numba wants the bare signature
    def implementation(number):  # type: ignore[no-untyped-def]  # numba wants the bare signature
        return _float_bits(number)  # type: ignore[call-arg]  # numba hands the first parameter over itself

    return implementation if number == types.uint32 else None


@overload(prefetch)
def _compiled_prefetch(rows, row):  # type: ignore[no-untyped-def]  # noqa: ARG001  numba wants the bare signature
    def implementation(rows, row):  # type: ignore[no-untyped-def]  # numba wants the bare signature
        _prefetch(rows, row)  # type: ignore[call-arg]  # numba hands the first parameter over itself

    return implementation if isinstance(rows, types.Array) else None
