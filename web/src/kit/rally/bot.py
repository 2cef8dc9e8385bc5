# Run it with: python bot.py            (waits for rated matches)
#          or: python bot.py TABLE      (takes a seat at a table)
import json
import socket
import sys

HOST, PORT, TOKEN = "{{HOST}}", {{PORT}}, "{{TOKEN}}"
where = {"table": sys.argv[1]} if sys.argv[1:] else {"game": "rally", "matches": 0}
WAYS = [(0, -1), (1, 0), (0, 1), (-1, 0)]  # north, east, south, west


def moved(place, card):
    """Where a command leads to if nothing is in the way: x, y and facing."""
    x, y, way = place
    steps = {"1": 1, "2": 2, "3": 3, "B": -1}.get(card[0], 0)
    turns = {"R": 1, "U": 2, "L": 3}.get(card[0], 0)
    return x + steps * WAYS[way][0], y + steps * WAYS[way][1], (way + turns) % 4


def choose(view):
    """For every slot the command that leads nearest to the next checkpoint, and to looking at it."""
    you, board = view["you"], view["board"]
    me = view["robots"][you["seat"] - 1]
    rows = board["grid"].split("\n")[1::2]
    ty, row = next((y, row) for y, row in enumerate(rows) if f"c{me['ticked'] + 1}" in row)
    tx = row.index(f"c{me['ticked'] + 1}") // 3

    def far(place):
        x, y, (dx, dy) = place[0], place[1], WAYS[place[2]]
        if not (0 <= x < board["width"] and 0 <= y < board["height"]):
            return 99
        return abs(x - tx) + abs(y - ty) + abs(x + dx - tx) + abs(y + dy - ty)

    place, hand, slots = (*me["cell"], "NESW".index(me["facing"])), list(you["hand"]), []
    for burned_in in you["slots"]:
        card = burned_in or min(hand, key=lambda card: far(moved(place, card)))
        slots.append(None if burned_in else card)
        if not burned_in:
            hand.remove(card)
        place = moved(place, card)
    return {"type": "program", "slots": slots, "power_down": False}


lines = socket.create_connection((HOST, PORT)).makefile("rw", encoding="utf-8", newline="\n")


def send(message):
    lines.write(json.dumps(message) + "\n")
    lines.flush()


send({"type": "hello", "version": 1, "token": TOKEN, **where})
for line in lines:
    message = json.loads(line) if line.strip() else {"type": "heartbeat"}
    if message["type"] == "turn":
        send({"type": "act", "step": message["step"], "actions": [choose(message["view"])]})
    elif message["type"] in ("over", "error"):
        print(line.strip())
