"""Phase 8: mining, the miners' shares, and new patches for emptied ones. DUN-098 to DUN-101, DUN-139 to DUN-143"""

from .....core.rules import below, draw, rules, stream
from ..state import Robot, State
from ..tables import (
    APPEARED,
    DRAW_RESPAWN,
    MINE,
    MINED,
    MINING,
    MINING_LEVEL_TOO_LOW,
    MINING_SCORE,
    MINING_SPEED,
    NO_RESOURCE,
    NOT_ENOUGH_ENERGY,
    NOTHING,
    PATCH_MINED,
    ROBOT_DESTROYED,
    STORAGE,
    YIELD,
)
from .knowledge import hear_of_patch, learn_amount, learn_kind
from .lookup import ability, cargo, note, sort, tell_result

PLANET_BITS = 11
REMAINDER_BITS, INDEX_BITS = 32, 12


@rules
def mine(g: State) -> None:
    """Phase 8. Any number of robots may mine a patch. DUN-133"""
    miners = start_mining(g)
    if miners > 0:
        share_out(g, miners)
        hand_leftovers(g, miners)
    tell_miners(g)
    if miners > 0:
        settle_patches(g, miners)


@rules
def start_mining(g: State) -> int:
    """Who can mine pays and adds its speed to its planet's sum; they come into `order` by serial number. DUN-098 to
    DUN-100"""
    count = 0
    for n in range(g.robot_count):
        robot = g.robots[n]
        robot.gained = -1
        if robot.command == MINE:
            robot.last_reason = check_mining(g, robot)
            if robot.last_reason == 0:
                robot.energy -= mining_cost(g, robot, g.planets[robot.planet].kind)
                robot.gained = 0
                g.planets[robot.planet].mark += ability(g, robot, MINING_SPEED)
                g.order[count] = n
                count += 1
    return count


@rules
def mining_cost(g: State, robot: Robot, kind: int) -> int:
    """The energy of mining a kind. DUN-099"""
    if g.mining_by_kind != 0:
        return int(g.mining_multiplier * (kind + 1))
    return int(g.mining_multiplier * (robot.levels[MINING] + g.mining_weight))


@rules
def check_mining(g: State, robot: Robot) -> int:
    """0, or why a robot cannot mine, in the order of DUN-237. DUN-098, DUN-122"""
    planet = g.planets[robot.planet]
    if robot.dead != 0:
        return ROBOT_DESTROYED
    if planet.kind == NOTHING:
        return NO_RESOURCE
    if robot.levels[MINING] < planet.kind:
        return MINING_LEVEL_TOO_LOW
    return NOT_ENOUGH_ENERGY if robot.energy < mining_cost(g, robot, planet.kind) else 0


@rules
def store(g: State, robot: Robot, units: int) -> int:
    """What fits of some units; the rest is lost unless the caller has use for it. DUN-101, DUN-166"""
    kind = g.planets[robot.planet].kind
    stored = min(units, ability(g, robot, STORAGE) - cargo(robot))
    robot.cargo[kind] += stored
    robot.gained += stored
    player = g.players[robot.owner]
    player.mined[kind] += stored
    player.scores[MINING_SCORE] += stored * g.score_weights[kind]
    return int(stored)


@rules
def share_out(g: State, miners: int) -> None:
    """Everybody gets what is due to its speed. What cannot be divided is kept in the planet's `pool` by kind, and
    miners are sorted for it: by planet, descending remainder and serial number. DUN-139 to DUN-141"""
    for k in range(miners):
        n = g.order[k]
        robot = g.robots[n]
        planet = g.planets[robot.planet]
        total = planet.mark
        taken = min(total, planet.amount)
        planet.pool[planet.kind] = taken
        speed = ability(g, robot, MINING_SPEED)
        remainder = speed * taken % total if total > 0 else 0
        robot.key = (robot.planet << REMAINDER_BITS | total - remainder) << INDEX_BITS | n
    for k in range(miners):
        robot = g.robots[g.order[k]]
        planet = g.planets[robot.planet]
        total = planet.mark
        if total > 0:
            due = ability(g, robot, MINING_SPEED) * min(total, planet.amount) // total
            planet.pool[planet.kind] -= due
            store(g, robot, due)
    sort(g, miners)


@rules
def hand_leftovers(g: State, miners: int) -> None:
    """Planet by planet, one by one. DUN-141"""
    first = 0
    while first < miners:
        index = g.robots[g.order[first]].planet
        after = first
        while after < miners and g.robots[g.order[after]].planet == index:
            after += 1
        planet = g.planets[index]
        given = 1
        while planet.pool[planet.kind] > 0 and given > 0:
            given = 0
            for k in range(first, after):
                if planet.pool[planet.kind] > 0 and store(g, g.robots[g.order[k]], 1) > 0:
                    planet.pool[planet.kind] -= 1
                    given += 1
        planet.pool[planet.kind] = 0  # all are full
        first = after


@rules
def tell_miners(g: State) -> None:
    """In the order of the robots. A failure, too, says what there is. DUN-196, DUN-201"""
    for n in range(g.robot_count):
        robot = g.robots[n]
        if robot.command != MINE:
            continue
        kind = g.planets[robot.planet].kind if robot.dead == 0 else NOTHING
        held = robot.cargo[kind] if kind != NOTHING else 0
        tell_result(g, robot, MINED, 8, robot.last_reason, kind, held, robot.energy)
        if robot.gained >= 0:
            note(g, YIELD, 8, robot.owner, 0, robot.order_no, robot.serial, robot.planet, robot.gained, 0)
        elif robot.dead == 0:
            learn_kind(g, robot.owner, robot.planet)


@rules
def settle_patches(g: State, miners: int) -> None:
    """Patches lose what was mined, in planet order; emptied ones disappear and come back elsewhere. DUN-139, DUN-142,
    DUN-143, DUN-201"""
    for index in range(g.side * g.side):
        planet = g.planets[index]
        if planet.mark > 0:
            taken = min(planet.mark, planet.amount)
            planet.amount -= taken
            note(g, PATCH_MINED, 8, 0, planet.kind, 0, 0, index, taken, planet.amount)
    for k in range(miners):
        robot = g.robots[g.order[k]]
        if g.planets[robot.planet].mark > 0:
            told_left(g, robot)
    for index in range(g.side * g.side):
        planet = g.planets[index]
        if planet.mark > 0 and planet.amount == 0:
            planet.mark = -1 - planet.kind  # what is to come back; all vanish before the first does
            planet.kind = NOTHING
        elif planet.mark > 0:
            planet.mark = 0
    for index in range(g.side * g.side):
        if g.planets[index].mark < 0:
            kind = -1 - g.planets[index].mark
            g.planets[index].mark = 0
            come_back(g, index, kind)


@rules
def told_left(g: State, robot: Robot) -> None:
    """Who mined knows the amount; of a patch that is empty, that there is none. DUN-043, DUN-054"""
    planet = g.planets[robot.planet]
    for seat in range(1, g.seats + 1):
        if seat == robot.owner or g.open != 0:
            learn_amount(g, seat, robot.planet)
            if planet.amount == 0:
                planet.info_kind[seat] = NOTHING


@rules
def come_back(g: State, emptied: int, kind: int) -> None:
    """A full patch of the same kind on another planet that has none and is no station. DUN-143"""
    free = 0
    for k in range(g.planet_count):
        if is_free(g, g.existing[k], emptied):
            free += 1
    if free == 0:
        return
    pick = below(draw(stream(g.seed, DRAW_RESPAWN), g.round_no << PLANET_BITS | emptied), free)
    for k in range(g.planet_count):
        index = g.existing[k]
        if is_free(g, index, emptied):
            if pick == 0:
                planet = g.planets[index]
                planet.kind = kind
                planet.amount = g.patch_amount
                note(g, APPEARED, 8, 0, 0, 0, 0, index, kind, 0)
                hear_of_patch(g, index)
                return
            pick -= 1


@rules
def is_free(g: State, index: int, emptied: int) -> bool:
    planet = g.planets[index]
    return index != emptied and planet.station == 0 and planet.kind == NOTHING
