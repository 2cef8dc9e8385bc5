"""What learners need of BoidVoid; `rl.game_learning` explains the names."""

from typing import Any

from ..rules.observation import FEATURES

# with live turns an order has its effect at once
SETTINGS: dict[str, Any] = {"seat_model": "team", "turn_mode": "live"}
ORDERS_MAX = 32
TURN_STEPS = 32
ROUNDS_FIELD = "turn_limit"
IN_TURN = False
CHANCE = True


def shape(state: Any) -> tuple[int, ...]:
    """The shape of what one seat observes of this state."""
    return (FEATURES,)
