"""A player for the Microservice Dungeon, over REST and RabbitMQ: it joins, buys robots, explores, mines and sells.

python player.py NAME      what it is told is kept in NAME.journal, so it may be stopped and started at any time
"""

import json
import os
import socket
import struct
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, unquote, urlsplit
from urllib.request import Request, urlopen

REST = os.environ.get("DUNGEON_REST", "http://localhost:8080")  # with /spaces/... if your team has a name space
BROKER = os.environ.get("DUNGEON_BROKER", "amqp://guest:guest@localhost:5672/")
NAME = sys.argv[1] if len(sys.argv) > 1 else "runner"
EMAIL = f"{NAME}@example.org"
WIRE = "r2"  # which generation of the original the server speaks: r2 or r1
JOURNAL = Path(f"{NAME}.journal")
ROBOTS = 12  # as many are enough
REST_AT = 6  # energy; below it a robot rests


# What it knows: everything follows from the events of one game, so the journal of these brings it back.

Dict = dict[str, Any]
money = 0
prices: dict[str, int] = {}
planets: dict[str, Dict] = {}  # by id: neighbours, resource
robots: dict[str, Dict] = {}  # by id: planet, energy, cargo, storage
me: Dict = {}


def learn(kind: str, told: Any) -> None:
    """Take in one event. Every number is how things stand, so an event that comes twice does no harm."""
    global money
    robot = robots.get(told["robotId"]) if isinstance(told, dict) and "robotId" in told else None
    if kind == "GameStatus" and told["status"] != "started":
        robots.clear()
        planets.clear()
    elif kind.startswith("BankAccount"):
        money = told["balance"]
    elif kind == "TradablePrices":
        prices.update({line["name"]: line["price"] for line in told})
    elif kind == "PlanetDiscovered":
        coal = bool(told["resource"]) and told["resource"]["resourceType"] == "COAL"
        planets[told["planet"]] = {"neighbours": [one["id"] for one in told["neighbours"]], "coal": coal}
    elif kind == "RobotSpawned":
        new = told["robot"]
        storage = new["inventory"]["maxStorage"]
        robots[new["id"]] = {
            "planet": new["planet"]["planetId"], "energy": new["energy"], "coal": 0, "storage": storage
        }  # fmt: skip
    elif kind == "RobotsRevealed":  # once a round: whoever is missing is gone
        mine = {one["robotId"]: one for one in told["robots"] if one["playerNotion"] == me["playerId"][:8]}
        for name in list(robots):
            if name in mine:
                robots[name] |= {"planet": mine[name]["planetId"], "energy": mine[name]["energy"]}
            else:
                del robots[name]
    elif robot and kind == "RobotMoved":
        robot |= {"planet": told["toPlanet"]["id"], "energy": told["remainingEnergy"]}
    elif robot and kind == "RobotRegenerated":
        robot["energy"] = told["availableEnergy"]
    elif robot and kind in ("RobotResourceMined", "RobotResourceRemoved"):
        robot["coal"] = told["resourceInventory"]["COAL"]
    elif kind == "error":
        print(told["description"], flush=True)


# What it does: change this.


def play() -> None:
    """One command for every robot, and new robots as soon as there is money for them."""
    price = prices.get("ROBOT", 100)
    if money >= price and len(robots) < ROBOTS:
        command("buying", itemName="ROBOT", itemQuantity=min(money // price, ROBOTS - len(robots)))
    taken: set[str] = set()
    for name, robot in robots.items():
        if robot["coal"] >= robot["storage"]:
            command("selling", name, itemName="COAL", itemQuantity=robot["coal"])
        elif robot["energy"] < REST_AT:
            command("regenerate", name)
        elif planets.get(robot["planet"], {}).get("coal"):
            command("mining", name)
        elif goal := step(robot["planet"], taken):
            command("movement", name, planetId=goal)


def step(start: str, taken: set[str]) -> str | None:
    """The neighbour on the way to the nearest coal, or else to the nearest planet where nobody has been."""
    ways = [(start, "")]
    unknown, seen = "", {start}
    for here, first in ways:
        if first and planets.get(here, {}).get("coal"):
            return first
        if here not in planets and here not in taken and not unknown:
            unknown, goal = first, here
        for there in planets.get(here, {}).get("neighbours", []):
            if there not in seen:
                seen.add(there)
                ways.append((there, first or there))
    if unknown:
        taken.add(goal)
    return unknown or None


# REST


def ask(method: str, path: str, body: Dict | None = None) -> tuple[int, Any]:
    """The status and the answer."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(REST + path, data, {"content-type": "application/json"}, method=method)
    try:
        with urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except HTTPError as refused:
        return refused.code, {"message": refused.read().decode()}


def register() -> Dict:
    status, account = ask("GET", f"/players?name={quote(NAME)}&mail={quote(EMAIL)}")
    if status != 200:
        status, account = ask("POST", "/players", {"name": NAME, "email": EMAIL})
    if status >= 300:
        raise OSError(account["message"])
    return account


def join() -> None:
    """Every game anew."""
    for game in ask("GET", "/games")[1]:
        if game["gameStatus"] == "created" and NAME not in game["participatingPlayers"]:
            print("joining", ask("PUT", f"/games/{game['gameId']}/players/{me['playerId']}")[0], flush=True)


def is_current(number: int) -> bool:
    """Whether a round is still played; rounds that were missed need no commands."""
    return any(game["currentRoundNumber"] == number for game in ask("GET", "/games")[1])


def command(kind: str, robot: str | None = None, **fields: Any) -> None:
    body: Dict = {"playerId": me["playerId"], "type": kind, "data": {"robotId": robot, **fields}}
    if WIRE == "r1":
        game = ask("GET", "/games")[1][0]["gameId"]
        inner = {"commandType": kind, "planetId": None, "targetId": None, "itemName": None, "itemQuantity": None}
        body = {"gameId": game, "playerId": me["playerId"], "robotId": robot, "commandType": kind,
                "commandObject": inner | fields}  # fmt: skip
    status, answer = ask("POST", "/commands", body)
    if status >= 300:
        print(kind, "was refused:", answer["message"], flush=True)


# RabbitMQ, as much of AMQP 0-9-1 as it takes to read a queue


def frame(kind: int, channel: int, payload: bytes) -> bytes:
    return struct.pack(">BHI", kind, channel, len(payload)) + payload + b"\xce"


def text(value: str) -> bytes:
    return bytes([len(value.encode())]) + value.encode()


def events(queue: str) -> Iterator[tuple[str, Any]]:
    """The events of a queue. One counts as read when the next one is asked for."""
    url = urlsplit(BROKER)
    user, password = unquote(url.username or "guest"), unquote(url.password or "guest")
    with socket.create_connection((url.hostname or "localhost", url.port or 5672), timeout=30) as broker:
        stream = broker.makefile("rb")

        def receive() -> tuple[int, bytes]:
            head = stream.read(7)
            if len(head) < 7:
                raise OSError("the broker is gone")
            kind, _, size = struct.unpack(">BHI", head)
            return kind, stream.read(size + 1)[:-1]

        def call(channel: int, method: bytes, expect: tuple[int, int]) -> None:
            broker.sendall(frame(1, channel, method))
            while struct.unpack(">HH", receive()[1][:4]) != expect:
                pass

        broker.sendall(b"AMQP\x00\x00\x09\x01")
        receive()
        login = f"\0{user}\0{password}".encode()
        start = struct.pack(">HHI", 10, 11, 0) + text("PLAIN") + struct.pack(">I", len(login)) + login + text("en_US")
        call(0, start, (10, 30))
        broker.sendall(frame(1, 0, struct.pack(">HHHIH", 10, 31, 1, 131072, 10)))  # one channel, a heartbeat of 10 s
        call(0, struct.pack(">HH", 10, 40) + text(unquote(url.path[1:]) or "/") + text("") + b"\0", (10, 41))
        call(1, struct.pack(">HH", 20, 10) + text(""), (20, 11))
        call(1, struct.pack(">HHH", 60, 20, 0) + text(queue) + text("") + b"\0" + bytes(4), (60, 21))
        while True:
            kind, payload = receive()
            if kind == 8:
                broker.sendall(frame(8, 0, b""))  # a heartbeat for a heartbeat
            elif struct.unpack(">HH", payload[:4]) == (60, 60):  # a message: how it is delivered, its size, its body
                tag_at = 5 + payload[4]
                exchange_at = tag_at + 9
                key_at = exchange_at + 1 + payload[exchange_at]
                event = payload[key_at + 1 : key_at + 1 + payload[key_at]].decode()
                size, body = struct.unpack(">Q", receive()[1][4:12])[0], b""
                while len(body) < size:
                    body += receive()[1]
                yield event, json.loads(body)
                broker.sendall(frame(1, 1, struct.pack(">HH", 60, 80) + payload[tag_at : tag_at + 8] + b"\0"))
            else:
                raise OSError(f"the broker closes the connection: {payload[7:]!r}")


R1_NAMES = {"game-status": "GameStatus", "round-status": "RoundStatus"}


def main() -> None:
    global me
    while True:
        try:
            me = register()
            if JOURNAL.exists():
                for line in JOURNAL.read_text().splitlines():
                    learn(*json.loads(line))
            join()
            for name, told in events(me["playerQueue"]):
                kind = R1_NAMES.get(name, name.removesuffix("IntegrationEvent"))
                fresh = kind == "GameStatus" and told["status"] == "created"
                with JOURNAL.open("w" if fresh else "a") as journal:
                    journal.write(json.dumps([kind, told]) + "\n")
                learn(kind, told)
                if kind == "GameStatus":
                    print("a game is", told["status"], flush=True)
                if fresh:
                    join()
                if kind == "RoundStatus" and told["roundStatus"] == "started" and is_current(told["roundNumber"]):
                    play()
                    print(f"round {told['roundNumber']}: {len(robots)} robots, {money} money", flush=True)
        except OSError as lost:  # the server or the broker is away, or not there yet
            print("trying again:", lost, flush=True)
            time.sleep(1)


main()
