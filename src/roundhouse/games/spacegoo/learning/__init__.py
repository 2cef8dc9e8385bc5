"""What learners need to know of Spacegoo; `rl.game_learning` says what the names mean."""

from typing import Any

from ..rules.tables import PLANET_FEATURES

SETTINGS: dict[str, Any] = {}
ORDERS_MAX = 0
TURN_STEPS = 1
ROUNDS_FIELD = "max_rounds"
IN_TURN = False
CHANCE = False
ANY_FORM = True


def shape(state: Any) -> tuple[int, ...]:
    """The shape of what one seat observes of this state."""
    return (len(state.planets), PLANET_FEATURES)
