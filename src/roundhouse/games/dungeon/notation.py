"""A state and an action as short text, read and written: for tests, golden matches and the terminal.

Robots are called by their serial numbers, r12, and planets by their places, 3,4. A state is its map and a line for each
player and robot, with what is not as usual:

    round 3 of 200           and `over rounds`, or another reason, where the game is over
    1S 1. 1c                 the map, the north (the largest y) first: gravity, then S for a station, a letter for a
    1. 3p --                 patch (c coal, i iron, m gem, g gold, p platin) or a dot; -- where there is no planet
    1i 1. 2S
    patch 2,2 120            a patch that is not full
    price ROBOT 150 coal 4   prices that are not the base ones
    1 money 150 kills 1      players; `#` begins a remark
    2 money 0 left 2
    r1 1 0,2 health 5 energy 3 STORAGE 1 coal 5 ROCKET 1 does move 1,2
    r2 2 0,2 seen 1@2:0,2    who has seen it, in which round and where
    ghost r3 2 seen 1@1:0,0  a destroyed robot that somebody remembers

On reading, everybody knows what its robots see, and no more.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from ...core.notation import TextError
from ...core.schema import LARGE, SMALL, new
from .action_notation import index_of, read_action, short, words_of, write_action
from .actions import action_of, row_of
from .map_generator import count
from .maps.parser import GONE, LETTERS
from .reasons import END_REASONS
from .rules import tables as t
from .rules.phases.knowledge import discover, disperse, gather, meet
from .rules.phases.trading import clear_command
from .rules.state import Robot, State
from .settings import PRESETS, Settings
from .setup import put_settings

__all__ = ["TextError", "read", "read_action", "short", "write", "write_action"]

ENDED = {reason.code: reason.name for reason in END_REASONS}
_CELL = re.compile(r"([123])([.S" + LETTERS + r"])|--")
_ROBOT = re.compile(r"r(\d+) (\d+) (\d+,\d+)\b(.*)")
_GHOST = re.compile(r"ghost r(\d+) (\d+)\b(.*)")
_SEEN = re.compile(r"(\d+)@(\d+):(\d+,\d+|-)")
_PLAYER_NUMBERS = (
    "money", "orders", "left", "done", "kills", "losses", "damage", "earned", "spent", "trades", "moves", "bought",
    "top_money", "achieved",
)  # fmt: skip


# Reading a state


def read(text: str, *, seed: int = 0, **settings: Any) -> State:
    """The state that a text shows; settings by their names."""
    options = msgspec.convert({**PRESETS["standard"], **settings}, Settings)
    lines = [" ".join(line.partition("#")[0].split()) for line in text.splitlines()]
    rows = [line.split() for line in lines if line and all(_CELL.fullmatch(cell) for cell in line.split())]
    others = [line for line in lines if line and not _CELL.fullmatch(line.split()[0])]
    side = len(rows)
    if not rows or any(len(row) != side for row in rows):
        raise TextError("there is no square map; its cells look like 1. or 3g, or -- for none")
    players = [line.split() for line in others if line[0].isdigit()]
    seats = len(players)
    g: State = new(State, SMALL if seats <= t.SMALL_SEATS and side <= t.SMALL_SIDE else LARGE)
    g.seed, g.seats, g.side, g.round_no = seed, seats, side, 1
    put_settings(g, options)
    _put_map(g, rows)
    for n, words in enumerate(players, 1):
        if words[0] != str(n):
            raise TextError(f"{' '.join(words)!r}: seats are counted from 1 without a gap")
        _put_player(g, n, words[1:], options)
    for line in others:
        _put_line(g, line)
    g.robots[: g.robot_count] = sorted(g.robots[: g.robot_count], key=lambda robot: robot.serial)
    _look_around(g)
    return g


def _put_map(g: State, rows: list[list[str]]) -> None:
    for down, row in enumerate(rows):
        for x, cell in enumerate(row):
            planet = g.planets[x * g.side + g.side - 1 - down]
            planet.kind = t.NOTHING
            if cell == GONE:
                continue
            planet.exists, planet.gravity = 1, int(cell[0])
            planet.station = int(cell[1] == "S")
            if cell[1] in LETTERS:
                planet.kind, planet.amount = LETTERS.index(cell[1]), g.patch_amount
    count(g)


def _put_player(g: State, seat: int, words: list[str], options: Settings) -> None:
    player = g.players[seat]
    player.money = options.start_money
    while words:
        word = words.pop(0)
        if word in _PLAYER_NUMBERS:
            setattr(player, word, int(words.pop(0)))
        elif word in ("scores", "mined"):
            setattr(player, word, [int(number) for number in words.pop(0).split(",")])
        elif word == "buys":
            player.orders += 1
            player.quantity, player.order_no = int(words.pop(0)), player.orders
        else:
            raise TextError(f"{word!r} is nothing that a player has")
    player.top_money = max(player.top_money, player.money)


def _put_line(g: State, line: str) -> None:
    words = line.split()
    if words[0] == "round":
        g.round_no = int(words[1])
        g.max_rounds = int(words[3]) if len(words) > 3 else g.max_rounds
    elif words[0] == "over":
        g.reason = next(code for code, name in ENDED.items() if name == words[1])
    elif words[0] == "patch":
        g.planets[index_of(words[1], g)].amount = int(words[2])
    elif words[0] == "price":
        for name, price in zip(words[1::2], words[2::2], strict=True):
            if name in t.KIND_NAMES:
                g.resource_prices[t.KIND_NAMES.index(name)] = int(price)
            else:
                g.prices[t.ARTICLE_NAMES.index(name)] = int(price)
    elif found := _ROBOT.fullmatch(line):
        _put_robot(g, found)
    elif found := _GHOST.fullmatch(line):
        ghost = g.ghosts[g.ghost_count]
        g.ghost_count += 1
        ghost.serial, ghost.owner = int(found[1]), int(found[2])
        g.serials = max(g.serials, ghost.serial)
        _put_seen(g, ghost, found[3].split()[1::2])
    elif not line[0].isdigit():
        raise TextError(f"{line!r} is no line of a state; robots look like r1 2 0,3 health 5")


def _put_robot(g: State, found: re.Match[str]) -> None:
    robot = g.robots[g.robot_count]
    g.robot_count += 1
    robot.serial, robot.owner, robot.planet = int(found[1]), int(found[2]), index_of(found[3], g)
    g.serials = max(g.serials, robot.serial)
    g.players[robot.owner].robots += 1
    robot.last_command = t.NO_COMMAND
    clear_command(robot)
    robot.health = robot.energy = -1
    words, _, order = found[4].partition(" does ")
    parts = words.split()
    while parts:
        word, value = parts.pop(0), parts.pop(0)
        if word in ("health", "energy"):
            setattr(robot, word, int(value))
        elif word in t.STAT_NAMES:
            robot.levels[t.STAT_NAMES.index(word)] = int(value)
        elif word in t.KIND_NAMES:
            robot.cargo[t.KIND_NAMES.index(word)] = int(value)
        elif word in t.ITEM_NAMES:
            robot.items[t.ITEM_NAMES.index(word)] = int(value)
        elif word == "seen":
            _put_seen(g, robot, [value])
        else:
            raise TextError(f"{word!r} is nothing that a robot has")
    if robot.health < 0:
        robot.health = g.by_level[t.HEALTH][robot.levels[t.HEALTH]]
    if robot.energy < 0:
        robot.energy = g.by_level[t.MAX_ENERGY][robot.levels[t.MAX_ENERGY]]
    if order:
        player = g.players[robot.owner]
        player.orders += 1
        row = row_of(read_action(f"r{robot.serial} {order}", g), g)
        robot.command, _, robot.target, robot.article, robot.quantity = row
        robot.order_no = player.orders


def _put_seen(g: State, one: Any, words: list[str]) -> None:
    for word in words:
        found = _SEEN.fullmatch(word)
        if found is None:
            raise TextError(f"{word!r} does not say who has seen a robot; it looks like 2@3:0,4")
        one.seen_round[int(found[1])] = int(found[2])
        one.seen_planet[int(found[1])] = -1 if found[3] == "-" else index_of(found[3], g)


def _look_around(g: State) -> None:
    """As if all robots had just arrived, so that everybody knows what it must."""
    gather(g)
    for robot in g.robots[: g.robot_count]:
        robot.arrived = 1
        discover(g, robot.owner, robot.planet)
    meet(g)
    disperse(g)


# Writing a state


def write(g: State) -> str:
    """The text of a state."""
    return "\n".join(_written(g))


def _written(g: State) -> Iterator[str]:
    yield f"round {g.round_no} of {g.max_rounds}"
    if g.reason:
        yield f"over {ENDED[g.reason]}"
    for y in range(g.side - 1, -1, -1):
        yield " ".join(_cell(g, x * g.side + y) for x in range(g.side))
    for index in range(g.side * g.side):
        planet = g.planets[index]
        if planet.kind != t.NOTHING and planet.amount != g.patch_amount:
            yield f"patch {_place(g, index)} {planet.amount}"
    prices = [f"{t.ARTICLE_NAMES[n]} {g.prices[n]}" for n in range(t.ARTICLES) if g.prices[n] != g.base_prices[n]]
    prices += [
        f"{t.KIND_NAMES[n]} {g.resource_prices[n]}"
        for n in range(t.KINDS)
        if g.resource_prices[n] != g.base_resource_prices[n]
    ]
    if prices:
        yield " ".join(["price", *prices])
    for seat in range(1, g.seats + 1):
        yield " ".join(_player_words(g, seat))
    for robot in g.robots[: g.robot_count]:
        yield " ".join(_robot_words(g, robot))
    for ghost in g.ghosts[: g.ghost_count]:
        yield " ".join([f"ghost r{ghost.serial} {ghost.owner}", *_seen_words(g, ghost)])


def _cell(g: State, index: int) -> str:
    planet = g.planets[index]
    if not planet.exists:
        return GONE
    return f"{planet.gravity}{'S' if planet.station else '.' if planet.kind == t.NOTHING else LETTERS[planet.kind]}"


def _place(g: State, index: int) -> str:
    return "{},{}".format(*divmod(index, g.side))


def _player_words(g: State, seat: int) -> Iterator[str]:
    player = g.players[seat]
    yield f"{seat} money {player.money}"
    for name in _PLAYER_NUMBERS[1:]:
        value = getattr(player, name)
        if value and not (name == "top_money" and value == player.money):
            yield f"{name} {value}"
    for name in ("mined", "scores"):
        if any(getattr(player, name)):
            yield f"{name} " + ",".join(map(str, getattr(player, name)))
    if player.order_no:
        yield f"buys {player.quantity}"
    known = [planet.known[seat] for planet in g.planets[: g.side * g.side]]
    yield f"# has visited {known.count(t.VISITED)} planets, knows {known.count(t.NEIGHBOUR)} more"


def _robot_words(g: State, robot: Robot) -> Iterator[str]:
    yield f"r{robot.serial} {robot.owner} {_place(g, robot.planet)} health {robot.health} energy {robot.energy}"
    for names, values in (
        (t.STAT_NAMES, robot.levels), (t.KIND_NAMES, robot.cargo), (t.ITEM_NAMES, robot.items)
    ):  # fmt: skip
        yield from (f"{name} {value}" for name, value in zip(names, values, strict=True) if value)
    yield from _seen_words(g, robot)
    if robot.command != t.NO_COMMAND:
        row = [robot.command, robot.serial, robot.target, robot.article, robot.quantity]
        yield "does " + short(words_of(action_of(row, g)), g)


def _seen_words(g: State, one: Any) -> Iterator[str]:
    for seat in range(1, g.seats + 1):
        if one.seen_round[seat]:
            place = one.seen_planet[seat]
            yield f"seen {seat}@{one.seen_round[seat]}:{'-' if place < 0 else _place(g, place)}"
