# A bot for Crafting Quest. On this machine: roundhouse play quest "cmd:python bot.py" random
# kit: head
from typing import Any

SIDE = 128  # a cell is one number, (y + 1) * SIDE + x + 1, so that around the map there is always a border
NEAR = [x * SIDE + y for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
HEAVY = 80  # with more weight a unit drops its resources
recipes: list[tuple[str, dict[str, int]]] = []
grid: list[str] = []  # ? unknown, # no way, . free, * something in the ground, o dug
waiting = -1  # actions of this turn that are not answered yet


def learn(cells: list[dict[str, Any]]) -> None:
    for cell in cells:
        at = (cell["y"] + 1) * SIDE + cell["x"] + 1
        if cell["terrain"] != "grass" or "tower" in cell:
            grid[at] = "#"
        elif grid[at] != "o":
            grid[at] = "*" if cell.get("buried") else "."


def way(start: int) -> int:
    """The first step to the nearest cell with something in the ground or beside one that is unknown; 0 is none."""
    first, queue = {start: 0}, [start]
    for here in queue:
        for there in (here + step for step in NEAR):
            if here != start and (grid[here] == "*" or grid[there] == "?"):
                return first[here]
            if there not in first and grid[there] in ".*o":
                first[there] = first[here] or there
                queue.append(there)
    return 0


def choose(unit: dict[str, Any]) -> dict[str, Any] | None:
    """Take what was found, dig, craft, drop what is too much, go on; None if there is nothing to do in this turn."""
    at, has = (unit["y"] + 1) * SIDE + unit["x"] + 1, unit["resources"]
    if unit["frozen"] or 5 * unit["energy"] < 100 + 2 * unit["weight"]:  # what a step costs
        return None
    if unit.get("found"):
        return {"type": "pickup", "unit": unit["id"], "what": unit["found"]}
    if grid[at] == "*":
        grid[at] = "o"
        return {"type": "dig", "unit": unit["id"]}
    for item, use in recipes:
        if all(has.get(thing, 0) >= n for thing, n in use.items()):
            return {"type": "craft", "unit": unit["id"], "item": item, "use": use}
    if has and unit["weight"] > HEAVY:
        return {"type": "drop", "unit": unit["id"], "what": has}
    to = way(at)
    return {"type": "move", "unit": unit["id"], "to": [to % SIDE - 1, to // SIDE - 1]} if to else None


# kit: connection, hello
for line in lines:
    message = json.loads(line) if line.strip() else {}
    kind, units = message.get("type"), list[dict[str, Any]]()
    if kind == "start":
        rules = message["setup"]["settings"]
        recipes = [(item, use) for item in ("sword1", "armour1") for use in rules["blueprints"][item]["ways"]]
        row = "#" + "?" * rules["width"] + "#" * (SIDE - rules["width"] - 1)
        grid = list("#" * SIDE + row * rules["height"] + "#" * SIDE)
    elif kind == "turn":
        waiting, units = 0, message["view"]["units"]
        learn(message["view"]["cells"])
    elif kind == "verdicts":
        waiting -= 1
        answer = message["verdicts"][0].get("answer", {})
        learn(answer.get("cells", []))
        if message["verdicts"][0]["verdict"] == "accepted" and "unit" in answer:
            units = [{**answer["unit"], "found": answer.get("found")}]
    elif kind in ("over", "error"):
        sys.stderr.write(line)
    for action in filter(None, map(choose, units)):
        waiting += 1
        send({"type": "act", "actions": [action]})
    if waiting == 0:
        waiting = -1
        send({"type": "act", "actions": [{"type": "end_turn"}]})
