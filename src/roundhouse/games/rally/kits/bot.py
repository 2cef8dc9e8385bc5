# A bot for Robo Rally. On this machine: roundhouse play rally "cmd:python bot.py" easy
# kit: head
from typing import Any

WAYS = [(0, -1), (1, 0), (0, 1), (-1, 0)]  # north, east, south, west


def moved(place: tuple[int, int, int], card: str) -> tuple[int, int, int]:
    """Where a command leads to if nothing is in the way: x, y and facing."""
    x, y, way = place
    steps = {"1": 1, "2": 2, "3": 3, "B": -1}.get(card[0], 0)
    turns = {"R": 1, "U": 2, "L": 3}.get(card[0], 0)
    return x + steps * WAYS[way][0], y + steps * WAYS[way][1], (way + turns) % 4


def choose(view: dict[str, Any]) -> dict[str, Any]:
    """For every slot the command that leads nearest to the next checkpoint, and to looking at it."""
    you, board = view["you"], view["board"]
    me = view["robots"][you["seat"] - 1]
    goal = f"c{me['ticked'] + 1}"
    rows: list[str] = board["grid"].split("\n")[1::2]  # between them are walls; a cell is three characters wide
    ty = next(y for y, row in enumerate(rows) if goal in row)
    tx = rows[ty].index(goal) // 3

    def far(card: str) -> int:
        x, y, way = moved(place, card)
        if not (0 <= x < board["width"] and 0 <= y < board["height"]):
            return 99
        dx, dy = WAYS[way]
        return abs(x - tx) + abs(y - ty) + abs(x + dx - tx) + abs(y + dy - ty)

    place, hand, slots = (*me["cell"], "NESW".index(me["facing"])), list(you["hand"]), []
    for burned_in in you["slots"]:
        card = burned_in or min(hand, key=far)
        if not burned_in:
            hand.remove(card)
        slots.append(None if burned_in else card)
        place = moved(place, card)
    return {"type": "program", "slots": slots, "power_down": False}


# kit: connection, hello, one_action
