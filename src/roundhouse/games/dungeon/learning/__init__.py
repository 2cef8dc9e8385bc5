"""What learners need to know of the Dungeon; `rl.game_learning` says what the names mean."""

from typing import Any

from ..rules.observation import FEATURES

SETTINGS: dict[str, Any] = {}
ORDERS_MAX = 0
TURN_STEPS = 130
ROUNDS_FIELD = "max_rounds"
IN_TURN = False
CHANCE = True


def shape(state: Any) -> tuple[int, ...]:
    """The shape of what one seat observes of this state."""
    return (FEATURES,)
