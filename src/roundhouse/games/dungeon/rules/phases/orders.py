"""Before a round is executed: commands are stored, replaced and withdrawn. DUN-057 to DUN-064, DUN-236, DUN-239"""

from typing import Any

from .....core.rules import rules
from ..state import State
from ..tables import (
    ARTICLE,
    ARTICLES,
    BAD_FIELD,
    BATTLE,
    BATTLE_ITEM,
    BOMBARDMENT,
    BUY,
    DONE,
    KINDS,
    MOVE,
    MOVE_ITEM,
    NO_COMMAND,
    NOT_YOUR_ROBOT,
    NUKE,
    QUANTITY,
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
    WITHDRAW,
    WORMHOLE,
)
from .lookup import find
from .trading import clear_command


@rules
def check_fields(g: State, action: Any) -> bool:
    """Whether a row's numbers fit its type, the robot aside. DUN-236, DUN-253"""
    kind = action[TYPE]
    target = action[TARGET]
    article = action[ARTICLE]
    quantity = action[QUANTITY]
    if kind == BUY:
        return bool(target == UNUSED and (article == UNKNOWN or 0 <= article < ARTICLES))
    if kind == SELL:
        whole = article == UNUSED and quantity == UNUSED
        return bool(target == UNUSED and (whole or (0 <= article < KINDS and quantity >= 0)))
    if quantity != UNUSED:
        return False
    if kind == MOVE:
        return article == UNUSED and is_planet(g, target)
    if kind == BATTLE:
        return article == UNUSED and is_robot(target)
    if kind == BATTLE_ITEM:
        if article in (BOMBARDMENT, NUKE):
            return is_planet(g, target)
        return article in (ROCKET, SELF_DESTRUCTION) and is_robot(target)
    if target != UNUSED:
        return False
    if kind == REPAIR_ITEM:
        return bool(article == REPAIR_SWARM)
    return bool(article == (WORMHOLE if kind == MOVE_ITEM else UNUSED))


@rules
def is_planet(g: State, target: int) -> bool:
    return target == UNKNOWN or 0 <= target < g.side * g.side


@rules
def is_robot(target: int) -> bool:
    return target == UNKNOWN or target > 0


@rules
def check_robot(g: State, seat: int, action: Any) -> int:
    """Only own living robots are commanded. What needs none: the end of commanding, an order for robots, which may name
    one for nothing, and taking that order back. DUN-059, DUN-062, DUN-239"""
    kind = action[TYPE]
    robot = action[ROBOT]
    if robot != UNUSED and robot != UNKNOWN and robot <= 0:
        return BAD_FIELD
    if kind == DONE:
        return 0 if robot == UNUSED else BAD_FIELD
    if kind == BUY and action[ARTICLE] == ROBOT_ARTICLE:
        return 0
    if robot == UNUSED:
        return 0 if kind == WITHDRAW else BAD_FIELD
    index = find(g, robot)
    return 0 if index >= 0 and g.robots[index].owner == seat else NOT_YOUR_ROBOT


@rules
def store_order(g: State, seat: int, action: Any) -> None:
    """A checked action: a robot's command or the purchase of robots, which replaces an earlier one and moves to the
    end. Everything that is accepted has a number of its own. DUN-057 to DUN-061, DUN-065"""
    player = g.players[seat]
    player.orders += 1
    kind = action[TYPE]
    if kind == DONE:
        player.done = 1
    elif kind == BUY and action[ARTICLE] == ROBOT_ARTICLE:
        player.quantity = action[QUANTITY]
        player.order_no = player.orders
    elif kind == WITHDRAW and action[ROBOT] == UNUSED:
        player.quantity = 0
        player.order_no = 0
    else:
        index = find(g, action[ROBOT])
        robot = g.robots[index]
        if kind == WITHDRAW:
            clear_command(robot)
            player.cursor = min(player.cursor, index)
            return
        robot.command = kind
        robot.target = action[TARGET]
        robot.article = action[ARTICLE]
        robot.quantity = action[QUANTITY]
        robot.order_no = player.orders
        player.cursor = max(player.cursor, index + 1)


@rules
def drop_orders(g: State, seat: int) -> None:
    """Of a player that left. DUN-256"""
    for n in range(g.robot_count):
        if g.robots[n].owner == seat:
            clear_command(g.robots[n])
    g.players[seat].quantity = 0
    g.players[seat].order_no = 0


@rules
def close_orders(g: State) -> None:
    """The commands that will be executed, and their results, which all start as success. DUN-063, DUN-195"""
    for n in range(g.robot_count):
        robot = g.robots[n]
        robot.last_command = robot.command
        robot.last_order = robot.order_no
        robot.last_reason = 0
    for seat in range(1, g.seats + 1):
        player = g.players[seat]
        player.last_order = player.order_no
        player.last_reason = 0


@rules
def next_robot(g: State, seat: int) -> int:
    """The index of a player's first robot without a command after those that have one, or -1."""
    for n in range(g.players[seat].cursor, g.robot_count):
        if g.robots[n].owner == seat and g.robots[n].command == NO_COMMAND:
            return n
    return -1
