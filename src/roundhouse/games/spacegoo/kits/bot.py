# A bot for Spacegoo. On this machine: roundhouse play spacegoo "cmd:python bot.py" random
# kit: head
from typing import Any


def strength(planet: dict[str, Any]) -> int:
    return sum(planet["ships"])


def choose(view: dict[str, Any]) -> dict[str, Any]:
    """Half of the strongest planet's ships go to its weakest neighbour, if they are more than it has."""
    planets, me = view["planets"], view["player_id"]
    mine = [planet for planet in planets if planet["owner_id"] == me]
    if not mine:
        return {"type": "nop"}
    source = max(mine, key=strength)
    near = [planets[b] for a, b in view["hyperlanes"] if a == source["id"] and planets[b]["owner_id"] != me]
    if not near or strength(source) < 2 * min(map(strength, near)):
        return {"type": "nop"}
    half = [ships // 2 for ships in source["ships"]]
    return {"type": "send", "source": source["id"], "target": min(near, key=strength)["id"], "ships": half}


# kit: connection, hello, one_action
