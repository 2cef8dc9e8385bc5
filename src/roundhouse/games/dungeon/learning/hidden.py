"""The Dungeon: planets that were not visited, patches since they were last seen, and the others' robots, money and
knowledge."""

from typing import Any

from ....rl.hidden_information import Dice
from ..map_generator import INNER, count, in_one_piece
from ..rules import tables as t
from ..rules.phases.knowledge import discover
from ..rules.phases.lookup import ability

MAPS_TRIED = 20
CONTENTS = ("station", "kind", "amount", "refill")


def draw_hidden(g: Any, seat: int, key: int) -> None:
    """How many robots the others have is kept, and so are their scores, which all know. What others have ordered in
    this round is taken back. Of patches the seat's memory is taken for true where none of its robots is."""
    dice = Dice(key)
    settled = {robot.planet for robot in g.robots[: g.robot_count] if robot.owner == seat}
    before = [(planet.exists, [getattr(planet, name) for name in CONTENTS]) for planet in g.planets]
    for _ in range(MAPS_TRIED):
        spread_deserts(g, seat, dice)
        if in_one_piece(g):
            break
        for planet, (exists, _) in zip(g.planets, before, strict=True):
            planet.exists = exists
    fill_anew(g, seat, settled, dice)
    count(g)
    for other in range(1, g.seats + 1):
        if other != seat:
            rebuild(g, seat, other, settled, dice)
    look_anew(g, seat)


def spread_deserts(g: Any, seat: int, dice: Dice) -> None:
    """Planets that the seat has not heard of are there or not; next to a visited one all is known. DUN-017, DUN-041"""
    edges = (1, g.side - 2)
    unheard = []
    for index in range(g.side * g.side):
        planet = g.planets[index]
        x, y = divmod(index, g.side)
        inside = planet.gravity != INNER and x not in edges and y not in edges
        if inside and planet.known[seat] == t.UNHEARD and not planet.station and not beside_visited(g, seat, x, y):
            unheard.append(planet)
    there = [planet.exists for planet in unheard]
    dice.shuffle(there)
    for planet, exists in zip(unheard, there, strict=True):
        planet.exists = exists


def beside_visited(g: Any, seat: int, x: int, y: int) -> bool:
    near = [(x + dx, y + dy) for dx, dy in zip(t.STEP_X, t.STEP_Y, strict=True)]
    inside = [(a, b) for a, b in near if 0 <= a < g.side and 0 <= b < g.side]
    return any(g.planets[a * g.side + b].known[seat] == t.VISITED for a, b in inside)


def fill_anew(g: Any, seat: int, settled: set[int], dice: Dice) -> None:
    """Stations and patches change places among the unknown planets of a zone; elsewhere there is what the seat
    remembers. DUN-016, DUN-021, DUN-043"""
    for gravity in range(1, 4):
        zone = [planet for planet in g.planets[: g.side * g.side] if planet.gravity == gravity]
        unknown = [planet for planet in zone if planet.known[seat] != t.VISITED and planet.info_round[seat] == 0]
        # A desert has nothing; what was on a planet that is one now goes to one that is none now.
        contents = [[getattr(planet, name) for name in CONTENTS] for planet in unknown]
        full = [one for one in contents if one[0] or one[1] != t.NOTHING]
        dice.shuffle(full)
        places = [planet for planet in unknown if planet.exists]
        dice.shuffle(places)
        for planet in unknown:
            planet.station, planet.kind, planet.amount, planet.refill = 0, t.NOTHING, 0, 0
        for planet, one in zip(places, full, strict=False):
            for name, value in zip(CONTENTS, one, strict=True):
                setattr(planet, name, value)
    for index in range(g.side * g.side):
        planet = g.planets[index]
        if planet.info_round[seat] > 0:
            if index not in settled:
                planet.kind, planet.refill = planet.info_kind[seat], 0
            amount = planet.info_amount[seat]
            if index not in settled or amount < 0:
                told = amount if amount >= 0 else dice.between(1, g.patch_amount)
                planet.amount = 0 if planet.kind == t.NOTHING else told


def rebuild(g: Any, seat: int, other: int, settled: set[int], dice: Dice) -> None:
    """Another swarm: which robot is how, and where those are that the seat does not see."""
    player = g.players[other]
    player.money = player.balance = dice.between(0, 2 * max(g.players[seat].money, g.start_money))  # DUN-007
    player.done = player.quantity = player.order_no = 0
    robots = [robot for robot in g.robots[: g.robot_count] if robot.owner == other]
    kits = [(robot.levels[:], robot.cargo[:], robot.items[:]) for robot in robots]
    dice.shuffle(kits)
    places = [index for index in range(g.side * g.side) if g.planets[index].exists and index not in settled]
    for robot, (levels, cargo, items) in zip(robots, kits, strict=True):
        robot.levels[:], robot.cargo[:], robot.items[:] = levels, cargo, items
        robot.health = dice.between(1, ability(g, robot, t.HEALTH))
        robot.energy = dice.between(0, ability(g, robot, t.MAX_ENERGY))
        robot.command, robot.target, robot.article, robot.quantity, robot.order_no = t.NO_COMMAND, 0, 0, 0, 0
        here = robot.seen_round[seat] > 0 and robot.seen_planet[seat] == robot.planet
        if not (here and (robot.planet in settled or g.open)) and places:  # DUN-054
            robot.planet = dice.one_of(places)


def look_anew(g: Any, seat: int) -> None:
    """Others know the planets that they are on, and the robots there; what they have seen before is not known."""
    robots = g.robots[: g.robot_count]
    for other in range(1, g.seats + 1):
        if other == seat:
            continue
        for planet in g.planets:
            planet.known[other], planet.info_round[other], planet.info_kind[other] = t.UNHEARD, 0, 0
            planet.info_amount[other] = 0
        present = {robot.planet for robot in robots if robot.owner == other}
        for index in sorted(present):
            discover(g, other, index)
        for robot in robots:
            met = robot.owner != other and robot.planet in present
            robot.seen_round[other] = g.round_no if met else 0
            robot.seen_planet[other] = robot.planet if met else 0
        for ghost in g.ghosts[: g.ghost_count]:
            ghost.seen_round[other] = 0
