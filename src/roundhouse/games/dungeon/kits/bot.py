# A bot for the Dungeon. On this machine: roundhouse play dungeon "cmd:python bot.py" random
# kit: head
from collections.abc import Callable
from typing import Any

ROBOTS = 10  # as many are enough


def step_to(planets: dict[str, Any], start: str, wanted: Callable[[Any], bool]) -> str | None:
    """The neighbour that is nearest to a planet that is wanted: the search begins at all of these at once."""
    queue = [name for name, planet in planets.items() if wanted(planet)]
    seen = set(queue)
    for here in queue:
        for there in planets[here]["neighbours"].values():
            if there == start:
                return here
            if there not in seen:
                seen.add(there)
                queue.append(there)
    return None


def order(robot: dict[str, Any], planets: dict[str, Any], taken: set[str | None]) -> dict[str, Any]:
    """What a robot does this round: sell a full cargo, mine coal, or look for it."""
    name, here = robot["id"], planets[robot["planet"]]
    full = sum(robot["cargo"].values()) >= robot["storage"]
    if full and here["station"]:
        return {"type": "selling", "robot": name}
    if robot["energy"] <= here["gravity"]:
        return {"type": "regeneration", "robot": name}
    if not full and here["resource"] == "coal":
        return {"type": "mining", "robot": name}
    goal = step_to(planets, here["id"], lambda p: p["station"] if full else p["resource"] == "coal")
    # every robot looks at another planet that nobody has been on
    goal = goal or step_to(planets, here["id"], lambda p: not p["visited"] and p["id"] not in taken)
    taken.add(goal)
    return {"type": "movement", "robot": name, "planet": goal} if goal else {"type": "regeneration", "robot": name}


def choose(view: dict[str, Any]) -> list[dict[str, Any]]:
    """One command for every robot, a new robot as soon as there is money for one, and done."""
    you, planets, taken = view["you"], {planet["id"]: planet for planet in view["planets"]}, set[str | None]()
    actions = [order(robot, planets, taken) for robot in you["robots"]]
    if you["money"] >= view["market"]["articles"]["ROBOT"] and len(you["robots"]) < ROBOTS:
        actions.append({"type": "buying", "article": "ROBOT", "quantity": 1})
    return [*actions, {"type": "done"}]


# kit: connection, hello, many_actions
