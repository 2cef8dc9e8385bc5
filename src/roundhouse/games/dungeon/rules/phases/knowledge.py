"""What players come to know: planets by entering them, robots by meeting them. DUN-039 to DUN-049, DUN-054"""

from .....core.rules import copy_into, rules
from ..state import Robot, State
from ..tables import NEIGHBOUR, NOTHING, UNHEARD, VISITED
from .lookup import neighbour


@rules
def enter(g: State, robot: Robot, planet: int) -> None:
    """A robot is on a planet now: by a move, a wormhole or its purchase. With `open` everybody hears of it. DUN-040,
    DUN-054"""
    robot.planet = planet
    robot.arrived = 1
    g.present[robot.owner, planet] += 1
    if g.open != 0:
        for seat in range(1, g.seats + 1):
            discover(g, seat, planet)
    else:
        discover(g, robot.owner, planet)


@rules
def discover(g: State, seat: int, planet: int) -> None:
    """The contents of a planet without the amount, and that its neighbours exist. DUN-039 to DUN-043"""
    g.planets[planet].known[seat] = VISITED
    learn_kind(g, seat, planet)
    for direction in range(4):
        near = neighbour(g, planet, direction)
        if near >= 0 and g.planets[near].known[seat] == UNHEARD:
            g.planets[near].known[seat] = NEIGHBOUR


@rules
def learn_kind(g: State, seat: int, planet: int) -> None:
    """Who sees the kind that it remembers with an amount learns nothing new: amount and round stay. DUN-043, DUN-044"""
    place = g.planets[planet]
    if place.info_round[seat] > 0 and place.info_kind[seat] == place.kind and place.info_amount[seat] >= 0:
        return
    place.info_round[seat] = g.round_no
    place.info_kind[seat] = place.kind
    place.info_amount[seat] = 0 if place.kind == NOTHING else -1


@rules
def learn_amount(g: State, seat: int, planet: int) -> None:
    """Who mined is told what is left. DUN-043, DUN-201"""
    place = g.planets[planet]
    place.info_round[seat] = g.round_no
    place.info_kind[seat] = place.kind
    place.info_amount[seat] = place.amount


@rules
def hear_of_patch(g: State, planet: int) -> None:
    """A patch appeared or was filled up: told to those present, without the amount. DUN-143, DUN-193"""
    place = g.planets[planet]
    for seat in range(1, g.seats + 1):
        if g.open != 0 or g.present[seat, planet] > 0:
            if place.known[seat] == UNHEARD:
                place.known[seat] = NEIGHBOUR
            place.info_round[seat] = g.round_no
            place.info_kind[seat] = place.kind
            place.info_amount[seat] = -1


@rules
def tell(g: State, robot: Robot, seat: int, planet: int) -> None:
    """A player is told of a robot; planet -1: not where it is. DUN-234, DUN-238"""
    if seat == robot.owner:
        return
    if planet < 0 and robot.seen_round[seat] > 0:
        return
    robot.seen_round[seat] = g.round_no
    robot.seen_planet[seat] = planet


@rules
def gather(g: State) -> None:
    """Count who is where."""
    for n in range(g.robot_count):
        robot = g.robots[n]
        g.present[robot.owner, robot.planet] += 1


@rules
def disperse(g: State) -> None:
    """Forget the counts again, as cheaply as they were made."""
    for n in range(g.robot_count):
        robot = g.robots[n]
        g.present[robot.owner, robot.planet] = 0


@rules
def meet(g: State) -> None:
    """After all movements of a phase: who entered a planet learns which robots are there, and who is there learns of
    those that arrived. DUN-042, DUN-045 to DUN-047"""
    arrivals = 0
    for n in range(g.robot_count):
        robot = g.robots[n]
        if robot.arrived != 0:
            arrivals += 1
            g.entered[robot.owner, robot.planet] = 1
            g.planets[robot.planet].mark = 1
    if arrivals == 0:
        return
    for n in range(g.robot_count):
        robot = g.robots[n]
        forget(g, robot)
        if g.planets[robot.planet].mark != 0:
            introduce(g, robot)
    for n in range(g.ghost_count):
        ghost = g.ghosts[n]
        for seat in range(1, g.seats + 1):
            if ghost.seen_round[seat] > 0 and g.entered[seat, ghost.seen_planet[seat]] != 0:
                ghost.seen_round[seat] = 0
    for n in range(g.robot_count):
        robot = g.robots[n]
        if robot.arrived != 0:
            robot.arrived = 0
            g.entered[robot.owner, robot.planet] = 0
            g.planets[robot.planet].mark = 0


@rules
def introduce(g: State, robot: Robot) -> None:
    """Tell of one robot who is to be told. DUN-045, DUN-047, DUN-054"""
    planet = robot.planet
    for seat in range(1, g.seats + 1):
        watched = robot.arrived != 0 and g.present[seat, planet] > 0
        if g.open != 0 or watched or g.entered[seat, planet] != 0:
            tell(g, robot, seat, planet)


@rules
def forget(g: State, robot: Robot) -> None:
    """Who comes to the planet where it saw a robot last and does not find it knows that it is elsewhere. DUN-048"""
    for seat in range(1, g.seats + 1):
        planet = robot.seen_planet[seat]
        if robot.seen_round[seat] > 0 and planet >= 0 and planet != robot.planet and g.entered[seat, planet] != 0:
            robot.seen_planet[seat] = -1


@rules
def close_up(g: State) -> None:
    """Destroyed robots leave the array; who still remembers one keeps its ghost, of which the oldest go when there are
    too many. DUN-048, DUN-254"""
    new = 0
    for n in range(g.robot_count):
        if g.robots[n].dead != 0 and is_remembered(g, g.robots[n].seen_round, g.robots[n].seen_planet):
            new += 1
    keep_ghosts(g, len(g.ghosts) - new)
    kept = 0
    for n in range(g.robot_count):
        if g.robots[n].dead != 0:
            if is_remembered(g, g.robots[n].seen_round, g.robots[n].seen_planet):
                haunt(g, g.robots[n])
            continue
        if kept != n:
            copy_into(g.robots, kept, g.robots, n)
        kept += 1
    g.robot_count = kept


@rules
def keep_ghosts(g: State, room: int) -> None:
    """Those that somebody remembers, the newest if there are more than fit."""
    wanted = 0
    for n in range(g.ghost_count):
        if is_remembered(g, g.ghosts[n].seen_round, g.ghosts[n].seen_planet):
            wanted += 1
    kept = 0
    for n in range(g.ghost_count):
        if is_remembered(g, g.ghosts[n].seen_round, g.ghosts[n].seen_planet):
            if wanted <= room:
                if kept != n:
                    copy_into(g.ghosts, kept, g.ghosts, n)
                kept += 1
            else:
                wanted -= 1
    g.ghost_count = kept


@rules
def is_remembered(g: State, seen_round: list[int], seen_planet: list[int]) -> bool:
    seen = 0
    for seat in range(1, g.seats + 1):
        if seen_round[seat] > 0 and seen_planet[seat] >= 0:
            seen += 1
    return seen > 0


@rules
def haunt(g: State, robot: Robot) -> None:
    ghost = g.ghosts[g.ghost_count]
    g.ghost_count += 1
    ghost.serial = robot.serial
    ghost.owner = robot.owner
    for seat in range(len(ghost.seen_round)):
        remembered = robot.seen_round[seat] > 0 and robot.seen_planet[seat] >= 0
        ghost.seen_round[seat] = robot.seen_round[seat] if remembered else 0
        ghost.seen_planet[seat] = robot.seen_planet[seat] if remembered else 0
