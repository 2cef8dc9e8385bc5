"""The Dungeon for agents: what the swarm knows in lines with short names, and what each robot could do."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UnsetType

from ...core.game import Setup
from ...mcp.event_lines import plain
from ...mcp.short_names import ShortNames
from . import GAME
from .action_notation import words_of
from .actions import Action, Buying, Done, row_by
from .bots.plan import Atlas, Scene
from .bots.simple import Random
from .rules import tables as t
from .settings import settings_of
from .state_from_view import seen, state_from_view
from .view import OwnView, RobotView, View
from .view_numbers import ViewNumbers

BOT = "miner"
ENDS = "done"
FORMS = (
    "done | ROBOT move PLANET | ROBOT mine | ROBOT regenerate | ROBOT block | ROBOT battle ROBOT | ROBOT use ITEM "
    "[TARGET] | ROBOT buy ARTICLE | ROBOT sell | ROBOT sell N RESOURCE | buy N ROBOT | ROBOT withdraw | withdraw; "
    "robots are r1a2b, planets p3c4d or x,y"
)
LEGEND = (
    "planet and robot names are short forms of their ids. N E S W: the neighbour there. A resource has its amount and "
    "the round in which that was seen. prices: what articles cost; pays: what a unit of a resource brings."
)
EXAMPLE_ROBOT = "3f2a91c0-7d1e-4b52-9a66-0c1d2e3f4a5b"
EXAMPLE_TARGET = "b81c44d2-52e0-4c8f-8f0d-9e8d7c6b5a40"
EXAMPLE_PLANET = "6a0d5f77-1f8e-4e4b-b1aa-5c4d3e2f1a0b"
EXAMPLES: tuple[dict[str, Any], ...] = (
    {"type": "buying", "article": "ROBOT", "quantity": 2},
    {"type": "movement", "robot": EXAMPLE_ROBOT, "planet": EXAMPLE_PLANET},
    {"type": "mining", "robot": EXAMPLE_ROBOT},
    {"type": "regeneration", "robot": EXAMPLE_ROBOT},
    {"type": "blocking", "robot": EXAMPLE_ROBOT},
    {"type": "battle", "robot": EXAMPLE_ROBOT, "target": EXAMPLE_TARGET},
    {"type": "battleItemUse", "robot": EXAMPLE_ROBOT, "item": "ROCKET", "target": EXAMPLE_TARGET},
    {"type": "repairItemUse", "robot": EXAMPLE_ROBOT},
    {"type": "moveItemUse", "robot": EXAMPLE_ROBOT},
    {"type": "selling", "robot": EXAMPLE_ROBOT},
    {"type": "withdraw", "robot": EXAMPLE_ROBOT},
    {"type": "done"},
)
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
PLAIN = {"block": "blocking", "mine": "mining", "regenerate": "regeneration"}
WAYS = {"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W"}


def names_of(view: View) -> ShortNames:
    robots = [] if isinstance(view.you, UnsetType) else [robot.id for robot in view.you.robots]
    robots += [one.id for one in view.sightings]
    planets = [planet.id for planet in view.planets] + view.stations
    planets += [other for planet in view.planets for other in planet.neighbours.values()]
    return ShortNames(r=robots, p=planets)


# The board


def board(view: Any, setup: Setup) -> str:
    known = seen(view)
    return "\n".join(lines_of(known, names_of(known)))


def lines_of(view: View, names: ShortNames) -> Iterator[str]:
    yield f"round {view.round} of {view.max_rounds}"
    for line in view.players:
        yield f"player {line.seat} {line.name} place {line.place} total {line.total:g}{' left' if line.left else ''}"
    yield "prices " + " ".join(f"{name} {price}" for name, price in view.market.articles.items())
    yield "pays " + " ".join(f"{name} {price}" for name, price in view.market.resources.items())
    for planet in view.planets:
        words = [f"planet {names.short(planet.id)}"]
        words += [f"at {planet.x},{planet.y}"] if planet.x is not None else []
        words += ["station"] if planet.station else [] if planet.visited else ["unvisited"]
        words.append(f"gravity {planet.gravity}")
        if planet.resource is not None:
            amount = "?" if planet.amount is None else planet.amount
            words.append(f"{planet.resource} {amount} (round {planet.as_of})")
        words += [f"{WAYS.get(way, way)} {names.short(other)}" for way, other in planet.neighbours.items()]
        yield " ".join(words)
    if not isinstance(view.you, UnsetType):
        yield from own_lines(view.you, names)
    for one in view.sightings:
        yield f"seen {names.short(one.id)} of {one.seat} at {names.short(one.planet)} (round {one.round})"


def own_lines(you: OwnView, names: ShortNames) -> Iterator[str]:
    bought = f", buying {you.purchase.quantity} robots" if you.purchase else ""
    done = ", done" if you.done else ""
    yield f"you are player {you.seat}: money {you.money}, {len(you.robots)} of {you.robot_limit} robots{bought}{done}"
    for robot in you.robots:
        yield robot_line(robot, names)


def robot_line(robot: RobotView, names: ShortNames) -> str:
    words = [f"robot {names.short(robot.id)} at {names.short(robot.planet)}"]
    words.append(f"health {robot.health}/{robot.max_health} energy {robot.energy}/{robot.max_energy}")
    cargo = [f"{name} {n}" for name, n in robot.cargo.items() if n]
    words.append(f"cargo {' '.join(cargo) or '-'} of {robot.storage}")
    levels = [f"{name} {n}" for name, n in robot.levels.items() if n]
    words += [f"levels {' '.join(levels)}"] if levels else []
    items = [f"{name} {n}" for name, n in robot.items.items() if n]
    words += [f"items {' '.join(items)}"] if items else []
    words += [f"will {robot.command['type']}"] if robot.command else []
    if robot.last is not None and robot.last.reason:
        words.append(f"last {robot.last.type} failed: {robot.last.reason}")
    return " ".join(words)


def happened(event: Any, view: Any) -> str:
    """With the short names of robots and planets that are still known; prices and rounds are on the board."""
    if event["type"] in ("prices", "round_status"):
        return ""
    names = names_of(seen(view))
    return _ID.sub(lambda found: names.short(found[0]), plain(event, view, noise=("id", "phase")))


# Orders


def orders(view: Any, setup: Setup, seat: int) -> Iterator[Any]:
    """To be done; robots as money and room allow; then for every robot what could succeed as far as the seat knows."""
    known = seen(view)
    if isinstance(known.you, UnsetType):
        return
    yield Done()
    mind = Random(seed=0)
    mind.options = settings_of(setup)
    mind.key = mind.drawn = 0
    scene = Scene(known, mind.options, Atlas(known))
    most = min(scene.purse // max(1, scene.prices["ROBOT"]), scene.you.robot_limit - len(scene.robots))
    for quantity in dict.fromkeys((1, most)):
        if 0 < quantity <= most:
            yield Buying("ROBOT", None, quantity)
    for robot in scene.robots:
        yield from dict.fromkeys(mind.possible(scene, robot))


def code(view: Any, setup: Setup, seat: int, action: Any) -> int:
    """What is refused at once: unknown robots, and fields that do not fit. What fails later shows in the round."""
    known = seen(view)
    if isinstance(known.you, UnsetType):
        return t.NOT_IN_GAME
    row = row_by(action, ViewNumbers(known))
    return int(GAME.rules.check(state_from_view(known, setup), seat, row))


# Words


def read(text: str, view: Any) -> Any:
    return msgspec.convert(named(words_read(text.split(), text), view), Action)


def words_read(words: list[str], text: str) -> dict[str, Any]:
    """The message in the words of an order; names are still short."""
    match words:
        case ["done"]:
            return {"type": "done"}
        case ["withdraw"]:
            return {"type": "withdraw"}
        case ["buy", number, article] if number.isdecimal():
            return {"type": "buying", "article": article.upper(), "quantity": int(number[:9])}
        case ["buy", article]:
            return {"type": "buying", "article": article.upper()}
        case [robot, word] if word in PLAIN:
            return {"type": PLAIN[word], "robot": robot}
        case [robot, "withdraw"]:
            return {"type": "withdraw", "robot": robot}
        case [robot, "move", planet]:
            return {"type": "movement", "robot": robot, "planet": planet}
        case [robot, "battle", target]:
            return {"type": "battle", "robot": robot, "target": target}
        case [robot, "use", "WORMHOLE"]:
            return {"type": "moveItemUse", "robot": robot}
        case [robot, "use", "REPAIR_SWARM"]:
            return {"type": "repairItemUse", "robot": robot}
        case [robot, "use", item, target]:
            return {"type": "battleItemUse", "robot": robot, "item": item, "target": target}
        case [robot, "buy", article]:
            return {"type": "buying", "robot": robot, "article": article.upper()}
        case [robot, "sell"]:
            return {"type": "selling", "robot": robot}
        case [robot, "sell", number, kind] if number.isdecimal():
            return {"type": "selling", "robot": robot, "resource": kind, "quantity": int(number[:9])}
    raise ValueError(f"{text!r} is no order; there are: {FORMS}")


def write(action: Any, view: Any) -> str:
    names = names_of(seen(view))
    own = f"{names.short(action.robot)} " if not isinstance(action, Done) and action.robot is not None else ""
    return own + " ".join(names.short(word) for word in words_of(action).split())


def named(action: dict[str, Any], view: Any) -> dict[str, Any]:
    known = seen(view)
    names = names_of(known)
    places = {f"{planet.x},{planet.y}": planet.id for planet in known.planets if planet.x is not None}
    made = dict(action)
    for field in ("robot", "planet", "target"):
        value = made.get(field)
        if isinstance(value, str):
            made[field] = places.get(value.replace(" ", ""), "") or names.whole(value)
    return made
