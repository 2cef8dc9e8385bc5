"""Random play: commands that are legal and mostly sensible. One draw decides what, others which."""

from typing import Any

from ....core.rules import below, draw, rules
from .phases.lookup import ability, cargo, neighbour
from .phases.mining import mining_cost
from .phases.orders import next_robot
from .phases.trading import check_buy_article, check_buy_robots, may_trade, price_for
from .state import Robot, State
from .tables import (
    ARTICLE,
    ARTICLES,
    BATTLE,
    BATTLE_ITEM,
    BLOCK,
    BUY,
    DONE,
    ITEMS,
    MAX_ENERGY,
    MINE,
    MINING,
    MOVE,
    MOVE_ITEM,
    NOTHING,
    QUANTITY,
    REGENERATE,
    REPAIR_ITEM,
    REPAIR_SWARM,
    ROBOT,
    ROBOT_ARTICLE,
    ROCKET,
    SELF_DESTRUCTION,
    SELL,
    STORAGE,
    TARGET,
    TYPE,
    UNUSED,
    WIDTH,
    WORMHOLE,
)

DRAWS = 8  # numbers for one action
TRIES = 3  # robots that are looked at for a fight, and articles for a purchase
SIDES = 64  # of the die that decides
BUY_ROBOT, BUY_FIRST_ROBOT = 16, 48  # of 64: chances to order a robot before the first command; without any robot
FIGHT_BELOW, ITEM_BELOW, SHOP_BELOW, BLOCK_BELOW, REST_BELOW, WANDER_BELOW = 12, 24, 36, 38, 40, 44


@rules
def sample(g: State, seat: int, key: int, n: int, out: Any) -> None:
    """The first own robot without a command gets one; when all have theirs, the seat is done."""
    player = g.players[seat]
    first = DRAWS * n
    roll = below(draw(key, first), SIDES)
    for k in range(WIDTH):
        out[k] = UNUSED
    index = next_robot(g, seat)
    wants_robot = player.cursor == 0 and roll < (BUY_FIRST_ROBOT if index < 0 else BUY_ROBOT)
    affordable = check_buy_robots(g, seat, 1) == 0
    if wants_robot and affordable and player.order_no == 0:
        out[TYPE] = BUY
        out[ARTICLE] = ROBOT_ARTICLE
        out[QUANTITY] = 1
    elif index < 0:
        out[TYPE] = DONE
    else:
        out[ROBOT] = g.robots[index].serial
        command(g, g.robots[index], below(draw(key, first + 1), SIDES), key, first + 2, out)


@rules
def command(g: State, robot: Robot, roll: int, key: int, first: int, out: Any) -> None:
    """Fight, use an item, go shopping or block now and then; else sell, mine or rest where it is time to; else move."""
    planet = g.planets[robot.planet]
    if roll < FIGHT_BELOW and aim(g, robot, key, first, out):
        return
    if FIGHT_BELOW <= roll < ITEM_BELOW and use(g, robot, key, first, out):
        return
    if ITEM_BELOW <= roll < SHOP_BELOW and shop(g, robot, key, first, out):
        return
    if SHOP_BELOW <= roll < BLOCK_BELOW:
        out[TYPE] = BLOCK
    elif BLOCK_BELOW <= roll < REST_BELOW or robot.energy * 4 < ability(g, robot, MAX_ENERGY):
        out[TYPE] = REGENERATE
    elif roll >= WANDER_BELOW and cargo(robot) > 0 and may_trade(g, robot):
        out[TYPE] = SELL
    elif roll >= WANDER_BELOW and planet.kind != NOTHING and is_worth_mining(g, robot):
        out[TYPE] = MINE
    else:
        stroll(g, robot, key, first, out)


@rules
def is_worth_mining(g: State, robot: Robot) -> bool:
    kind = g.planets[robot.planet].kind
    return (
        robot.levels[MINING] >= kind
        and robot.energy >= mining_cost(g, robot, kind)
        and cargo(robot) < ability(g, robot, STORAGE)
    )


@rules
def stroll(g: State, robot: Robot, key: int, first: int, out: Any) -> None:
    """To some neighbour; where there is none, rest."""
    turn = below(draw(key, first), 4)
    for k in range(4):
        near = neighbour(g, robot.planet, (turn + k) % 4)
        if near >= 0:
            out[TYPE] = MOVE
            out[TARGET] = near
            return
    out[TYPE] = REGENERATE


@rules
def aim(g: State, robot: Robot, key: int, first: int, out: Any) -> bool:
    """At one of a few robots, if it is here and the player knows of it."""
    for k in range(TRIES):
        target = g.robots[below(draw(key, first + k), g.robot_count)]
        known = target.owner != robot.owner and target.seen_round[robot.owner] > 0
        if known and target.planet == robot.planet:
            out[TYPE] = BATTLE
            out[TARGET] = target.serial
            if robot.items[ROCKET] > 0:
                out[TYPE] = BATTLE_ITEM
                out[ARTICLE] = ROCKET
            return True
    return False


@rules
def use(g: State, robot: Robot, key: int, first: int, out: Any) -> bool:
    """An item that the robot has, not for a fight at close range: bombs fall on a neighbouring planet."""
    turn = below(draw(key, first), ITEMS)
    for k in range(ITEMS):
        item = (turn + k) % ITEMS
        if robot.items[item] == 0 or item == ROCKET:
            continue
        out[ARTICLE] = item
        if item == WORMHOLE:
            out[TYPE] = MOVE_ITEM
        elif item == REPAIR_SWARM:
            out[TYPE] = REPAIR_ITEM
        elif item == SELF_DESTRUCTION:
            out[TYPE] = BATTLE_ITEM
            out[TARGET] = robot.serial
        else:
            out[TYPE] = BATTLE_ITEM
            near = neighbour(g, robot.planet, below(draw(key, first + 1), 4))
            out[TARGET] = near if near >= 0 else robot.planet
        return True
    return False


@rules
def shop(g: State, robot: Robot, key: int, first: int, out: Any) -> bool:
    """One of a few articles that the robot can have and its owner can pay."""
    if not may_trade(g, robot):
        return False
    for k in range(TRIES):
        article = 1 + below(draw(key, first + k), ARTICLES - 1)
        if check_buy_article(g, robot, article) == 0 and g.players[robot.owner].money >= price_for(g, robot, article):
            out[TYPE] = BUY
            out[ARTICLE] = article
            out[QUANTITY] = 1
            return True
    return False
