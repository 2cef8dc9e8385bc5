"""What learners need to know of Quest; `rl.game_learning` says what the names mean."""

from typing import Any

from ..rules.observation import FEATURES

SETTINGS: dict[str, Any] = {}
ORDERS_MAX = 64
TURN_STEPS = 64
ROUNDS_FIELD = "max_rounds"
IN_TURN = True
CHANCE = True


def shape(state: Any) -> tuple[int, ...]:
    """The shape of what one seat observes of this state."""
    return (FEATURES,)
