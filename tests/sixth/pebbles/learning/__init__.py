"""What learners need to know of Pebbles; `roundhouse.rl.game_learning` says what the names mean."""

from typing import Any

from ..rules.tables import FEATURES

SETTINGS: dict[str, Any] = {}
ORDERS_MAX = 0
TURN_STEPS = 1
ROUNDS_FIELD = "max_rounds"
IN_TURN = True
CHANCE = False


def shape(state: Any) -> tuple[int, ...]:
    """The shape of what one seat observes of this state."""
    return (FEATURES,)
