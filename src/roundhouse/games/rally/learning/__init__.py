"""What learners need to know of Rally; `rl.game_learning` says what the names mean."""

from typing import Any

from ..rules.tables import ROBOT_FEATURES, SEATS_MAX

SETTINGS: dict[str, Any] = {}
ORDERS_MAX = 0
TURN_STEPS = 5
ROUNDS_FIELD = "max_rounds"
IN_TURN = False
CHANCE = True


def shape(state: Any) -> tuple[int, ...]:
    """The shape of what one seat observes of this state."""
    return (SEATS_MAX, ROBOT_FEATURES)
