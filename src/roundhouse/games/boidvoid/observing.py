"""Numbers for learning: what a seat may know, in a fixed shape."""

from typing import Any

from ...core.rules import rules
from .state import State


@rules
def observe(g: State, seat: int, out: Any) -> None:
    """Filled in by `arrays`."""
    for k in range(len(out)):
        out[k] = 0
