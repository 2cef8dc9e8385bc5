# Run it with: python bot.py            (waits for rated matches)
#          or: python bot.py TABLE      (takes a seat at a table)
import json
import socket
import sys

HOST, PORT, TOKEN = "{{HOST}}", {{PORT}}, "{{TOKEN}}"
where = {"table": sys.argv[1]} if sys.argv[1:] else {"game": "quest", "matches": 0}
REST, KEEP = 55, 20  # with less energy a unit waits for its next turn; so much of a resource it keeps
FAR = 500  # cells that are looked at before it goes to see more of the map
NEAR = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
ground, spots, done = {}, set(), set()  # cells with whether they can be walked on; those to dig; those that are done

lines = socket.create_connection((HOST, PORT)).makefile("rw", encoding="utf-8", newline="\n")


def send(message):
    lines.write(json.dumps(message) + "\n")
    lines.flush()


def ask(action):
    """One request: how its unit is then, or None if it was refused."""
    send({"type": "act", "actions": [action]})
    message = {}
    while message.get("type") not in ("verdicts", "error"):
        message = json.loads(lines.readline().strip() or "{}")
    [verdict] = message.get("verdicts", [{"verdict": "refused"}])
    learn(verdict.get("answer", {}).get("cells", []))
    return verdict["answer"] if verdict["verdict"] == "accepted" else None


def learn(cells):
    for cell in cells:
        at = cell["x"], cell["y"]
        ground[at] = cell["terrain"] == "grass" and "tower" not in cell
        (spots.add if cell.get("buried") and at not in done else spots.discard)(at)


def way(start, size, goals):
    """The way to the nearest known cell with something in the ground, or else to the edge of what is known."""
    before, queue, goal = {start: None}, [start], None
    for number, here in enumerate(queue):
        if (here in spots and here not in goals) or (goal and number > FAR):
            goal = here if here in spots and here not in goals else goal
            break
        for x, y in NEAR:
            there = here[0] + x, here[1] + y
            if there not in before and ground.get(there):
                before[there] = here
                queue.append(there)
            elif not goal and there not in ground and 0 <= there[0] < size[0] and 0 <= there[1] < size[1]:
                goal = None if here in goals else here
    path = []
    while goal and goal != start:
        path.insert(0, goal)
        goal = before[goal]
    return path


def work(unit, size, goals):
    """The turn of one unit: dig, take all there is, craft, and go on to the next cell with something in the ground."""
    path, name = [], unit["id"]
    while unit and unit["energy"] >= REST and not unit["frozen"]:
        at = unit["x"], unit["y"]
        if at in spots:
            answer = ask({"type": "dig", "unit": name})
            if answer and answer.get("found"):
                answer = ask({"type": "pickup", "unit": name, "what": answer["found"]})
            done.add(at)
            spots.discard(at)
        elif makes := [(item, use) for item, use in recipes if all(unit["resources"].get(n, 0) >= use[n] for n in use)]:
            answer = ask({"type": "craft", "unit": name, "item": makes[0][0], "use": makes[0][1]})
        elif unit["weight"] > 80:
            spare = {thing: n - KEEP for thing, n in unit["resources"].items() if n > KEEP}
            answer = ask({"type": "drop", "unit": name, "what": spare or {**unit["resources"], **unit["items"]}})
        else:
            path = path or way(at, size, goals)
            goals.update(path[-1:])
            answer = ask({"type": "move", "unit": name, "to": path.pop(0)}) if path else None
        unit = answer and answer["unit"]


send({"type": "hello", "version": 1, "token": TOKEN, **where})
for line in lines:
    message = json.loads(line) if line.strip() else {"type": "heartbeat"}
    if message["type"] == "start":
        known = message["setup"]["settings"]["blueprints"]
        recipes = [(item, use) for item in ("sword1", "armour1") for use in known[item]["ways"]]
        ground, spots, done = {}, set(), set()
    elif message["type"] == "turn":
        goals, view = set(), message["view"]
        learn(view["cells"])
        for unit in view["units"]:
            work(unit, (view["width"], view["height"]), goals)
        send({"type": "act", "actions": [{"type": "end_turn"}]})
    elif message["type"] in ("over", "error"):
        print(line.strip())
