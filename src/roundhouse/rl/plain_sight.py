"""What a game without `learning.sight` has in its place: observations of four bytes a number, written whole each time.
Executed once for every such game, as `step_template.py` is, with `observe` and `legal` of the game."""

from typing import TYPE_CHECKING, Any, cast

from ..core.rules import rules
from ..core.schema import struct, u1

if TYPE_CHECKING:  # the game's own
    legal = observe = cast(Any, None)

NUMBERS = "i4"


@struct
class Sight:
    shown: u1


@struct
class Survey:
    nothing: u1


@rules
def survey(g: Any, common: Survey) -> None:
    """Seats have nothing in common that would be worth computing once."""
    return


@rules
def show(g: Any, seat: int, common: Survey, seen: Any, flags: Any, sight: Sight) -> None:
    observe(g, seat, seen)
    legal(g, seat, flags)
