# A bot for Pebbles. On this machine: roundhouse play pebbles "cmd:python bot.py" random
# kit: head
from typing import Any


def choose(view: dict[str, Any]) -> dict[str, Any]:
    """Leaves a multiple of `most` + 1 whenever it can."""
    return {"type": "take", "count": view["pebbles"] % (view["most"] + 1) or 1}


# kit: connection, hello, one_action
