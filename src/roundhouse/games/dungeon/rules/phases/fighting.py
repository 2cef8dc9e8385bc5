"""Phases 6 and 7: items, then attacks. All damage of a phase is worked out before any is applied. DUN-085 to DUN-096,
DUN-128 to DUN-132, DUN-163 to DUN-165, DUN-249"""

from .....core.rules import rules
from ..state import Robot, State
from ..tables import (
    BATTLE,
    BATTLE_ITEM,
    CREDITED,
    DAMAGE,
    DESTROYED,
    FIGHTING,
    HIT,
    INVALID_TARGET,
    ITEM_FIGHT,
    NO_ITEM,
    NOT_ENOUGH_ENERGY,
    ROBOT_DESTROYED,
    ROCKET,
    SELF_DESTRUCTION,
    TARGET_NOT_FOUND,
    TARGET_OUT_OF_REACH,
    UNHEARD,
    UNKNOWN_PLANET,
)
from .knowledge import tell
from .lookup import ability, find, line_up, note, tell_result
from .loot import share


@rules
def take_aim(g: State) -> None:
    """Whom attackers mean: own robots, and others that their players had been told of when the round's commands were
    closed. DUN-085, DUN-238"""
    for n in range(g.robot_count):
        robot = g.robots[n]
        robot.aim = -1
        if robot.command == BATTLE or (robot.command == BATTLE_ITEM and robot.article == ROCKET):
            index = find(g, robot.target)
            if index >= 0:
                target = g.robots[index]
                if target.owner == robot.owner or target.seen_round[robot.owner] > 0:
                    robot.aim = index


@rules
def fight_with_items(g: State) -> None:
    """Phase 6. DUN-091 to DUN-096, DUN-128, DUN-129"""
    used = 0
    for n in range(g.robot_count):
        robot = g.robots[n]
        if robot.command == BATTLE_ITEM:
            if used == 0:
                line_up(g)
            used += 1
            use_item(g, robot)
    if used > 0:
        apply_damage(g, 6)


@rules
def use_item(g: State, robot: Robot) -> None:
    """DUN-091 to DUN-096"""
    item = robot.article
    reason = check_item(g, robot, item)
    hits = 0
    if reason == 0:
        robot.items[item] -= 1
        damage = g.item_damage[item]
        if item == ROCKET:
            hit(g, robot, robot.aim, damage, 6, robot.planet)
            hits = 1
        else:
            planet = robot.planet if item == SELF_DESTRUCTION else robot.target
            near = robot.planet if item == SELF_DESTRUCTION else -1
            n = g.planets[planet].first
            while n >= 0:
                target = g.robots[n]
                if item != SELF_DESTRUCTION or target.serial != robot.serial:
                    hit(g, robot, n, damage, 6, near)
                    hits += 1
                n = target.after
            if item == SELF_DESTRUCTION:  # counts as its health for DUN-249
                robot.hurt += robot.health
                robot.hurt_by[robot.owner] += robot.health
    tell_result(g, robot, ITEM_FIGHT, 6, reason, item, robot.items[item], hits)


@rules
def check_item(g: State, robot: Robot, item: int) -> int:
    """0, or why an item does not work, in the order of DUN-237."""
    if robot.items[item] == 0:
        return NO_ITEM
    if item == ROCKET:
        return check_target(g, robot)
    if item == SELF_DESTRUCTION:
        return 0 if robot.target == robot.serial else INVALID_TARGET
    if robot.target < 0 or g.planets[robot.target].exists == 0 or g.planets[robot.target].known[robot.owner] == UNHEARD:
        return UNKNOWN_PLANET  # DUN-095
    return 0


@rules
def check_target(g: State, robot: Robot) -> int:
    """DUN-085, DUN-088, DUN-092"""
    if robot.aim < 0 or g.robots[robot.aim].dead != 0:
        return TARGET_NOT_FOUND
    return TARGET_OUT_OF_REACH if g.robots[robot.aim].planet != robot.planet else 0


@rules
def fight(g: State) -> None:
    """Phase 7. DUN-085 to DUN-090, DUN-130, DUN-131"""
    fought = 0
    for n in range(g.robot_count):
        robot = g.robots[n]
        if robot.command != BATTLE:
            continue
        cost = attack_cost(g, robot)
        reason = 0
        if robot.dead != 0:
            reason = ROBOT_DESTROYED
        else:
            reason = check_target(g, robot)
            if reason == 0 and robot.energy < cost:
                reason = NOT_ENOUGH_ENERGY
        if reason != 0:
            named = 0 if robot.aim < 0 else g.robots[robot.aim].serial
            tell_result(g, robot, HIT, 7, reason, named, -1, robot.energy)
            continue
        robot.energy -= cost
        robot.last_reason = 0
        hit(g, robot, robot.aim, ability(g, robot, DAMAGE), 7, robot.planet)
        fought += 1
    if fought > 0:
        apply_damage(g, 7)


@rules
def attack_cost(g: State, robot: Robot) -> int:
    """The energy of an attack. DUN-086"""
    return int(g.attack_multiplier * (robot.levels[DAMAGE] + g.attack_weight))


@rules
def hit(g: State, robot: Robot, index: int, damage: int, phase: int, near: int) -> None:
    """One robot is hit. Attacker and defender's owners are told of each other's robot: of one that is far away only
    that it is somewhere (near -1). DUN-049, DUN-163, DUN-199, DUN-200"""
    target = g.robots[index]
    if target.owner != robot.owner:
        points = min(damage, target.health)
        player = g.players[robot.owner]
        player.damage += points
        player.scores[FIGHTING] += points * g.score_damage
    target.hurt += damage
    target.hurt_by[robot.owner] += damage
    left = max(0, target.health - target.hurt)
    if left > 0 or target.owner == robot.owner:
        tell(g, target, robot.owner, target.planet)
    else:
        target.seen_round[robot.owner] = 0  # it is as good as destroyed, and this player knows
    tell(g, robot, target.owner, near)
    note(g, HIT, phase, robot.owner, 0, robot.order_no, robot.serial, target.serial, left, robot.energy)


@rules
def apply_damage(g: State, phase: int) -> None:
    """All damage of the phase at once; then destroyed robots are gone and their cargo is shared out. DUN-129 to
    DUN-132, DUN-196"""
    destroyed = 0
    for n in range(g.robot_count):
        robot = g.robots[n]
        if robot.hurt > 0:
            before = robot.health
            robot.health = max(0, before - robot.hurt)
            if robot.hurt >= before:
                robot.dead = 1
                destroyed += 1
                destroy(g, robot, phase)
            robot.hurt = 0
            for seat in range(1, g.seats + 1):
                robot.hurt_by[seat] = 0
    if destroyed > 0:
        for n in range(g.robot_count):
            robot = g.robots[n]
            if robot.dead == 1:
                robot.dead = 2  # and counted as gone
                g.present[robot.owner, robot.planet] -= 1
        share(g, phase)


@rules
def destroy(g: State, robot: Robot, phase: int) -> None:
    """The loss, the kills, and who is told. DUN-164, DUN-165, DUN-249"""
    owner = g.players[robot.owner]
    owner.robots -= 1
    owner.losses += 1
    owner.scores[FIGHTING] += g.score_loss
    best = 0
    for seat in range(1, g.seats + 1):
        best = max(best, robot.hurt_by[seat])
    credited = 0
    for seat in range(1, g.seats + 1):
        if seat != robot.owner and robot.hurt_by[seat] == best:
            credited += 1
    note(g, DESTROYED, phase, robot.owner, 0, 0, robot.serial, robot.planet, credited, 0)
    for seat in range(1, g.seats + 1):
        gets_it = seat != robot.owner and robot.hurt_by[seat] == best
        if gets_it:
            player = g.players[seat]
            player.kills += 1
            player.scores[FIGHTING] += g.score_kill
            note(g, CREDITED, phase, seat, 0, 0, robot.serial, 0, 0, 0)
        if gets_it or g.open != 0 or g.present[seat, robot.planet] > 0:  # DUN-054
            robot.seen_round[seat] = 0  # told of its end
