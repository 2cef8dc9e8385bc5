"""The Dungeon's actions: 0 is done with the round, 1 to 4 order robots, the others are choices of a robot that has no
command yet. Robots are counted by age; the first `ROBOTS` can be commanded. A step is one command of every seat."""

from typing import Any

from ....core.rules import rules
from ..rules.phases.blocking import block_cost
from ..rules.phases.end_of_round import OVERALL, is_in_play, score
from ..rules.phases.fighting import attack_cost
from ..rules.phases.lookup import cargo, neighbour
from ..rules.phases.mining import mining_cost
from ..rules.phases.moving import move_cost
from ..rules.phases.trading import check_buy_article, check_buy_robots, may_trade, price_for
from ..rules.state import Robot, State
from ..rules.tables import (
    ARTICLE,
    ARTICLES,
    BATTLE,
    BATTLE_ITEM,
    BLOCK,
    BOMBARDMENT,
    BUY,
    DONE,
    MINE,
    MINING,
    MOVE,
    MOVE_ITEM,
    NO_COMMAND,
    NUKE,
    QUANTITY,
    REGENERATE,
    REPAIR_ITEM,
    REPAIR_SWARM,
    ROBOT,
    ROBOT_ARTICLE,
    ROCKET,
    SELF_DESTRUCTION,
    SELL,
    TARGET,
    TYPE,
    UNKNOWN,
    UNUSED,
    WIDTH,
    WORMHOLE,
)

ROBOTS = 64
PURCHASES = (0, 1, 2, 4, 8)  # robots, by action
FIRST = 5  # the first choice of the first robot
TARGETS = 8  # foreign robots that were last seen on the robot's planet, by serial number
# Choices of a robot
TO_MOVE, TO_BLOCK, TO_MINE, TO_REST, TO_SELL, TO_JUMP, TO_REPAIR, TO_BURST = 0, 4, 5, 6, 7, 8, 9, 10
TO_FIGHT = 11
TO_FIRE = TO_FIGHT + TARGETS
TO_BUY = TO_FIRE + TARGETS  # from article 1 on
TO_BOMB = TO_BUY + ARTICLES - 1  # the own planet, then the neighbours
TO_NUKE = TO_BOMB + 5
CHOICES = TO_NUKE + 5


@rules
def actions(g: State) -> int:
    """How many there are."""
    return FIRST + ROBOTS * CHOICES


@rules
def legal(g: State, seat: int, out: Any) -> None:
    """What can succeed as far as the seat knows."""
    for k in range(len(out)):
        out[k] = 0
    out[0] = 1
    player = g.players[seat]
    if g.reason != 0 or player.done != 0 or player.left != 0 or not is_in_play(g, seat):
        return
    if player.order_no == 0:
        for k in range(1, FIRST):
            out[k] = check_buy_robots(g, seat, PURCHASES[k]) == 0
    number = 0
    for n in range(g.robot_count):
        robot = g.robots[n]
        if robot.owner == seat:
            if robot.command == NO_COMMAND and number < ROBOTS:
                legal_of(g, robot, FIRST + number * CHOICES, out)
            number += 1


@rules
def legal_of(g: State, robot: Robot, at: int, out: Any) -> None:
    """The choices of one robot."""
    seat = int(robot.owner)
    planet = g.planets[robot.planet]
    moves = robot.energy >= move_cost(g, robot.planet)
    for direction in range(4):
        out[at + TO_MOVE + direction] = moves and neighbour(g, robot.planet, direction) >= 0
    out[at + TO_BLOCK] = robot.energy >= block_cost(g, robot)
    kind = int(planet.info_kind[seat])
    fits = planet.info_round[seat] > 0 and kind >= 0 and robot.levels[MINING] >= kind
    out[at + TO_MINE] = fits and robot.energy >= mining_cost(g, robot, kind)
    out[at + TO_REST] = 1
    trades = may_trade(g, robot)
    out[at + TO_SELL] = trades and cargo(robot) > 0
    out[at + TO_JUMP] = robot.items[WORMHOLE] > 0
    out[at + TO_REPAIR] = robot.items[REPAIR_SWARM] > 0
    out[at + TO_BURST] = robot.items[SELF_DESTRUCTION] > 0
    strikes = robot.energy >= attack_cost(g, robot)
    if strikes or robot.items[ROCKET] > 0:
        serial = 0
        for k in range(TARGETS):
            serial = next_target(g, seat, robot.planet, serial)
            if serial == 0:
                break
            out[at + TO_FIGHT + k] = strikes
            out[at + TO_FIRE + k] = robot.items[ROCKET] > 0
    if trades:
        for article in range(1, ARTICLES):
            sold = check_buy_article(g, robot, article) == 0
            out[at + TO_BUY + article - 1] = sold and g.players[seat].money >= price_for(g, robot, article)
    for k in range(5):
        there = k == 0 or neighbour(g, robot.planet, k - 1) >= 0
        out[at + TO_BOMB + k] = there and robot.items[BOMBARDMENT] > 0
        out[at + TO_NUKE + k] = there and robot.items[NUKE] > 0


@rules
def next_target(g: State, seat: int, planet: int, after: int) -> int:
    """The serial number after this one of a foreign robot that the seat last saw on a planet, or 0. Whether it is still
    there or still lives makes no difference: the seat does not know."""
    best = 0
    for n in range(g.robot_count):
        one = g.robots[n]
        here = one.owner != seat and one.seen_round[seat] > 0 and one.seen_planet[seat] == planet
        if here and one.serial > after and (best == 0 or one.serial < best):
            best = int(one.serial)
    for n in range(g.ghost_count):
        ghost = g.ghosts[n]
        here = ghost.owner != seat and ghost.seen_round[seat] > 0 and ghost.seen_planet[seat] == planet
        if here and ghost.serial > after and (best == 0 or ghost.serial < best):
            best = int(ghost.serial)
    return best


@rules
def nth_robot(g: State, seat: int, number: int) -> int:
    """The index of a seat's robot by age, or -1."""
    for n in range(g.robot_count):
        if g.robots[n].owner == seat:
            if number == 0:
                return n
            number -= 1
    return -1


@rules
def spell(g: State, seat: int, choice: int, row: Any) -> None:
    """The row of an action. Of a robot or a target that is not there it is one that the rules refuse."""
    for k in range(WIDTH):
        row[k] = UNUSED
    if choice == 0:
        row[TYPE] = DONE
        return
    if choice < FIRST:
        row[TYPE] = BUY
        row[ARTICLE] = ROBOT_ARTICLE
        row[QUANTITY] = PURCHASES[choice]
        return
    index = nth_robot(g, seat, (choice - FIRST) // CHOICES)
    if index < 0:
        row[TYPE] = REGENERATE
        row[ROBOT] = UNKNOWN
        return
    robot = g.robots[index]
    row[ROBOT] = robot.serial
    spell_of(g, robot, (choice - FIRST) % CHOICES, row)


@rules
def spell_of(g: State, robot: Robot, what: int, row: Any) -> None:
    """A choice of one robot."""
    if what < TO_BLOCK:
        row[TYPE] = MOVE
        near = neighbour(g, robot.planet, what - TO_MOVE)
        row[TARGET] = near if near >= 0 else UNKNOWN
    elif what == TO_BLOCK:
        row[TYPE] = BLOCK
    elif what == TO_MINE:
        row[TYPE] = MINE
    elif what == TO_REST:
        row[TYPE] = REGENERATE
    elif what == TO_SELL:
        row[TYPE] = SELL
    elif what == TO_JUMP:
        row[TYPE] = MOVE_ITEM
        row[ARTICLE] = WORMHOLE
    elif what == TO_REPAIR:
        row[TYPE] = REPAIR_ITEM
        row[ARTICLE] = REPAIR_SWARM
    elif what == TO_BURST:
        row[TYPE] = BATTLE_ITEM
        row[TARGET] = robot.serial
        row[ARTICLE] = SELF_DESTRUCTION
    elif what < TO_BUY:
        number = (what - TO_FIGHT) % TARGETS
        serial = 0
        for _ in range(number + 1):
            serial = next_target(g, robot.owner, robot.planet, serial)
            if serial == 0:
                break
        row[TYPE] = BATTLE if what < TO_FIRE else BATTLE_ITEM
        row[TARGET] = serial if serial != 0 else UNKNOWN
        if what >= TO_FIRE:
            row[ARTICLE] = ROCKET
    elif what < TO_BOMB:
        row[TYPE] = BUY
        row[ARTICLE] = what - TO_BUY + 1
        row[QUANTITY] = 1
    else:
        k = (what - TO_BOMB) % 5
        near = robot.planet if k == 0 else neighbour(g, robot.planet, k - 1)
        row[TYPE] = BATTLE_ITEM
        row[TARGET] = near if near >= 0 else UNKNOWN
        row[ARTICLE] = BOMBARDMENT if what < TO_NUKE else NUKE


@rules
def gone(g: State, seat: int) -> bool:
    """Who left. Whoever has neither robots nor money may still get points from the game."""
    return bool(g.players[seat].left != 0)


@rules
def worth(g: State, seat: int) -> int:
    """The sum of all scores."""
    return max(0, score(g, seat, OVERALL))
