"""What a planner may not know, drawn anew: the draws to come, and for one seat whatever is hidden from it.

A copy for a seat fits all that the seat sees and remembers now: its observation, its mask and its view stay the same.
It is one of the positions that are possible, not the likeliest: nobody weighs how the others have played so far.
"""

from collections.abc import Callable
from typing import Any

from ..core.game import Game
from ..core.rules import mix64, stream
from ..games.boidvoid.learning.hidden import forget_others
from ..games.dungeon.learning.hidden import forget_swarms
from ..games.quest.learning.hidden import forget_unseen
from ..games.rally.learning.hidden import deal_anew

SEED = 2  # the purpose of its draw

HIDDEN: dict[str, Callable[[Any, int, int], None]] = {  # in Spacegoo everybody sees everything
    "rally": deal_anew,
    "dungeon": forget_swarms,
    "quest": forget_unseen,
    "boidvoid": forget_others,
}


def redraw(state: Any, seed: int) -> None:
    """Another seed for all that the rules draw from now on. Spacegoo draws nothing after the start."""
    if hasattr(state, "seed"):
        state.seed = mix64(stream(seed, SEED))


def resampled(game: Game, state: Any, seat: int, key: int) -> None:
    """Draw anew whatever a seat cannot know, in place."""
    if game.key in HIDDEN:
        HIDDEN[game.key](state, seat, key)
    redraw(state, key)
