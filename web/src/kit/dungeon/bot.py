# Run it with: python bot.py            (waits for rated matches)
#          or: python bot.py TABLE      (takes a seat at a table)
import json
import socket
import sys

HOST, PORT, TOKEN = "{{HOST}}", {{PORT}}, "{{TOKEN}}"
where = {"table": sys.argv[1]} if sys.argv[1:] else {"game": "dungeon", "matches": 0}
ROBOTS = 10  # as many are enough


def step_to(planets, start, wanted):
    """The neighbour to go to on the shortest known way to a planet that is wanted."""
    first, ways = {start: None}, [start]
    for here in ways:
        if here != start and wanted(planets[here]):
            return first[here]
        for there in planets[here]["neighbours"].values():
            if there not in first:
                first[there] = first[here] or there
                ways.append(there)
    return None


def order(robot, planets, taken):
    """What a robot does this round: sell a full cargo, mine coal, or look for it."""
    name, here = robot["id"], planets[robot["planet"]]
    full = sum(robot["cargo"].values()) >= robot["storage"]
    if full and here["station"]:
        return {"type": "selling", "robot": name}
    if robot["energy"] <= here["gravity"]:
        return {"type": "regeneration", "robot": name}
    if not full and here["resource"] == "coal":
        return {"type": "mining", "robot": name}
    if full:
        goal = step_to(planets, here["id"], lambda planet: planet["station"])
    else:
        goal = step_to(planets, here["id"], lambda planet: planet["resource"] == "coal")
        # every robot looks at another planet that nobody has been on
        goal = goal or step_to(planets, here["id"], lambda p: not p["visited"] and p["id"] not in taken)
        taken.add(goal)
    return {"type": "movement", "robot": name, "planet": goal} if goal else {"type": "regeneration", "robot": name}


def choose(view):
    """One command for every robot, a new robot as soon as there is money for one, and done."""
    you, planets, taken = view["you"], {planet["id"]: planet for planet in view["planets"]}, set()
    actions = [order(robot, planets, taken) for robot in you["robots"]]
    if you["money"] >= view["market"]["articles"]["ROBOT"] and len(you["robots"]) < ROBOTS:
        actions.append({"type": "buying", "article": "ROBOT", "quantity": 1})
    return [*actions, {"type": "done"}]


lines = socket.create_connection((HOST, PORT)).makefile("rw", encoding="utf-8", newline="\n")


def send(message):
    lines.write(json.dumps(message) + "\n")
    lines.flush()


send({"type": "hello", "version": 1, "token": TOKEN, **where})
for line in lines:
    message = json.loads(line) if line.strip() else {"type": "heartbeat"}
    if message["type"] == "turn":
        send({"type": "act", "step": message["step"], "actions": choose(message["view"])})
    elif message["type"] in ("over", "error"):
        print(line.strip())
