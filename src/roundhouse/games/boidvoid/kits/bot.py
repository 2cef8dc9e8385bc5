# A bot for BoidVoid. On this machine: roundhouse play boidvoid "cmd:python bot.py" random
# kit: head
from typing import Any

Place = tuple[int, int]


def distance(a: Place, b: Place) -> int:
    """Tiles from one place to another; odd rows are half a tile to the right."""
    q = a[0] - a[1] // 2 - (b[0] - b[1] // 2)
    r = a[1] - b[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def choose(view: dict[str, Any]) -> list[dict[str, Any]]:
    """What every unit does this turn: come back, strike what is near, or take tiles that nobody has."""
    team, taken, given = view["you"]["team"], set[Place](), []
    ground = {(tile["x"], tile["y"]): tile.get("owner", 0) for tile in view["tiles"] if not tile.get("obstacle")}
    units = {unit["id"]: unit for unit in view["units"]}
    stands = {(unit["x"], unit["y"]) for unit in view["units"]}
    wanted = {at for at, owner in ground.items() if owner != team}
    for choice in view["you"]["choices"]:
        name, unit = choice["unit"], units[choice["unit"]]
        if choice["state"] == "can_respawn":
            homes = [at for at, owner in ground.items() if owner == team and at not in stands]
            if homes:
                stands.add(homes[0])
                given.append({"type": "spawn", "unit": name, "tile": homes[0]})
        elif choice["targets"]:
            given.append({"type": "attack", "unit": name, "target": choice["targets"][0]})
        elif "capture" in choice["may"]:
            taken.add((unit["x"], unit["y"]))
            given.append({"type": "capture", "unit": name})
        elif unit["kind"] == "spaceship" and choice["reach"] and wanted - taken:
            # free tiles first: those of others take twice as long
            goals = [at for at in wanted - taken if not ground[at]] or list(wanted - taken)
            ends = {(tile["x"], tile["y"]): tile["cost"] for tile in choice["reach"]}
            far = {end: min(distance(end, goal) for goal in goals) for end in ends}
            best = min(ends, key=lambda end: (far[end], ends[end]))
            given.append({"type": "move", "unit": name, "to": best})
            if far[best] == 0:
                taken.add(best)
                given.append({"type": "capture", "unit": name})
    return [*given, {"type": "done"}]


# kit: connection, hello, many_actions
