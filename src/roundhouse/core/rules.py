"""`@rules` and what rule functions may call besides each other.

This file is loaded twice: as `roundhouse.core.rules`, where `@rules` leaves a function as it is, and as
`roundhouse.core.compiled.core.rules`, where it compiles (see `roundhouse.core.compiled`). Rule files must therefore import it
relatively, so that each twin finds its own.
"""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from .schema import clone, i2, i4, struct, u1

COMPILED = __name__.startswith("roundhouse.core.compiled.")

F = TypeVar("F", bound=Callable[..., Any])


@struct
class Event:
    """Something that happened: a kind of the game's table, whom it concerns, and two numbers."""

    kind: u1
    who: u1
    a: i2
    b: i4


if COMPILED:
    import itertools
    import os
    import secrets

    import numba
    import numpy as np
    from numba.core import bytecode, registry

    compiler: Any = numba  # its own type hints do not fit functions that also run interpreted
    int64, uint64 = compiler.int64, compiler.uint64

    def number_functions_apart() -> None:
        """Let this process count its compiled functions from a number that no other process counts from.

        Numba names machine code after the function, a number counted in the process, and its arguments; a record among
        them is again only a number counted in the process. Both start at 1 everywhere. So code for two kinds of record
        that two processes wrote into the cache can bear one name, and whoever loads both calls one in place of the
        other: wrong results, or the end of the process.
        """
        bytecode.FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60) + 1)

    number_functions_apart()
    if hasattr(os, "register_at_fork"):  # a copy of the process must not go on counting where the original does
        os.register_at_fork(after_in_child=number_functions_apart)

    class Rule(registry.CPUDispatcher):
        """A compiled rule. Whole numbers come to it with 64 bits, whatever field or constant they are taken from:
        Numba would compile the rule anew for every mixture of lengths, and for every constant."""

        _cache: Any  # Numba's, made by `enable_caching`

        def compile(self, sig: Any) -> Any:
            return super().compile(tuple(map(widened, sig)))

        def enable_caching(self) -> None:
            """Keep compiled code on disk, in files whose names nobody else draws. Numba counts them from 1, so two
            processes that compile one rule for two kinds of record at once would write both to the same file, and the
            index would then lead from one kind to the code of the other."""
            super().enable_caching()
            files = self._cache._cache_file
            base = files._index_name.removesuffix(".nbi")
            files._data_name = lambda _number: f"{base}.{secrets.token_hex(8)}.nbc"

    def widened(kind: Any) -> Any:
        kind = compiler.types.unliteral(kind)
        return int64 if isinstance(kind, compiler.types.Integer) and kind != uint64 else kind

    OPTIONS = {"nopython": True, "nogil": True, "boundscheck": True, "no_cfunc_wrapper": True}

    def compiling(**more: bool) -> Callable[[F], F]:
        def rule(function: F) -> F:
            made: Any = Rule(function, {}, OPTIONS | more)
            made.enable_caching()
            return made  # type: ignore[no-any-return]

        return rule

    rules = compiling()
    inlined = compiling(forceinline=True)

    @rules
    def mix64(z: int) -> int:
        z = uint64(z)
        z = (z ^ (z >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> uint64(27))) * uint64(0x94D049BB133111EB)
        mixed: int = z ^ (z >> uint64(31))
        return mixed

    @rules
    def draw(key: int, n: int) -> int:
        return mix64(uint64(key) + uint64(0x9E3779B97F4A7C15) * uint64(n + 1))

    @rules
    def stream(seed: int, purpose: int) -> int:
        return mix64(uint64(seed) ^ mix64(uint64(purpose)))

    @rules
    def below(u: int, n: int) -> int:
        number: int = int64(((uint64(u) >> uint64(32)) * uint64(n)) >> uint64(32))
        return number

    @rules
    def copy_into(s: Any, i: int, t: Any, j: int) -> None:
        s[i] = t[j]

    @rules
    def row(length: int) -> Any:
        return np.zeros(length, np.int64)

    @rules
    def grid(height: int, width: int) -> Any:
        return np.zeros((height, width), np.int64)
else:
    from .schema import Grid

    _M64 = (1 << 64) - 1

    def rules(function: F) -> F:
        """Mark a rule: readable Python here, compiled in the twin."""
        return function

    def inlined(function: F) -> F:
        """Mark a rule whose code the compiler is to put into its callers. For what happens every round or oftener: a
        call costs more than such a rule does. Every caller takes longer to compile, so not for what is rare or long."""
        return function

    def mix64(z: int) -> int:
        """splitmix64's mixing step."""
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _M64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _M64
        return z ^ (z >> 31)

    def draw(key: int, n: int) -> int:
        """The n-th number of a stream, 64 bits. Nothing is stored, so nothing must be saved."""
        return mix64((key + 0x9E3779B97F4A7C15 * (n + 1)) & _M64)

    def stream(seed: int, purpose: int) -> int:
        """The key of the stream that one named draw of the rules takes its numbers from."""
        return mix64(seed & _M64 ^ mix64(purpose))

    def below(u: int, n: int) -> int:
        """A drawn number as one of 0 .. n-1."""
        return ((u >> 32) * n) >> 32

    def copy_into(s: Any, i: int, t: Any, j: int) -> None:
        """Put a copy of state t[j] at s[i]."""
        s[i] = clone(t[j])

    def row(length: int) -> Any:
        """Numbers to fill: an array for compiled rules, a list for interpreted ones."""
        return [0] * length

    def grid(height: int, width: int) -> Any:
        """The same in two dimensions."""
        return Grid([[0] * width for _ in range(height)])


@rules
def emit(g: Any, kind: int, who: int, a: int, b: int) -> None:
    """Note an event of this step in the state's ring; when the ring is full it is only counted."""
    n = g.event_count
    if n >= len(g.events):
        g.events_lost += 1
        return
    event = g.events[n]
    event.kind = kind
    event.who = who
    event.a = a
    event.b = b
    g.event_count = n + 1


__all__ = [
    "Annotated",
    "Event",
    "below",
    "copy_into",
    "draw",
    "emit",
    "grid",
    "inlined",
    "mix64",
    "row",
    "rules",
    "stream",
]
