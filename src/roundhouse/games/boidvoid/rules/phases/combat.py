"""A combat, step by step, and what it leaves of both units. BOI-165 to BOI-203

A spaceship is a swarm of one, and a mothership, a superstructure or an NPC one without a battery: the same functions
serve them all. Everything is hundredths, so that no step loses anything but where the rules round.
"""

from .....core.rules import below, draw, rules, stream
from ..hexes import distance
from ..state import Side, State
from ..tables import (
    ATTACK_STAT,
    COMBAT,
    COMBAT_ATTACK,
    COMBAT_DEFENSE,
    COMBAT_LOSS,
    CRIT_CHANCE,
    CRIT_SIDES,
    CRIT_VALUE,
    DEFENSE,
    DRAW_CRIT,
    DRAW_SWARM_ORDER,
    F_ATTACK,
    F_CRIT_CHANCE,
    F_CRIT_VALUE,
    F_DEFENSE,
    F_RANGE,
    HUNDRED,
    MOTHERSHIP,
    RANDOM_ORDER,
    RANGE,
    SPACESHIP,
    SPREAD,
    SUPERSTRUCTURE,
    SWARM,
    WEAK_FIRST,
)
from .stats import field, main_attack, shields, structure_stat, unit_stat
from .units import kind_of, note, structure_index, swarm_index

A, T = 0, 1  # the attacking unit and its target
NONE = -1


@rules
def range_of(g: State, unit: int) -> int:
    """The range of a unit: for a swarm the largest of its ships. Step 1: BOI-165"""
    kind = kind_of(g, unit)
    if kind == SWARM:
        swarm = g.swarms[swarm_index(g, unit)]
        most = 0
        for index in range(g.player_count):
            if g.units[index].swarm == unit:
                most = max(most, unit_stat(g, index, RANGE))
        return most + field(g, swarm.tile, swarm.team, F_RANGE, NONE)
    if kind == SUPERSTRUCTURE:
        n = structure_index(g, unit)
        structure = g.structures[n]
        return structure_stat(g, n, RANGE) + field(g, structure.tile, structure.team, F_RANGE, n)
    one = g.units[unit - 1]
    return unit_stat(g, unit - 1, RANGE) + field(g, one.tile, one.team, F_RANGE, NONE)


@rules
def fight(g: State, attacker: int, target: int) -> None:
    """One attack, whose conditions hold, up to the losses of both sides; whoever calls it draws the consequences.
    BOI-180 to BOI-186"""
    a = g.sides[A]
    t = g.sides[T]
    look(g, a, attacker)
    look(g, t, target)
    far = distance(g, a.tile, t.tile)
    weigh(g, a, far, A)
    weigh(g, t, far, T)
    a.struck = 1
    t.taken = a.dealt
    t.struck = 1 if strikes_back(g, a, t, far) else 0
    a.taken = t.dealt if t.struck != 0 else 0
    suffer(g, a, far, A)
    suffer(g, t, far, T)
    a.fell = 1 if a.health_lost >= a.health else 0
    t.fell = 1 if t.health_lost >= t.health else 0
    tell(g, a, t, far)
    g.combats += 1


@rules
def strikes_back(g: State, a: Side, t: Side, far: int) -> bool:
    """Steps 15 to 17: BOI-181 to BOI-183, BOI-185"""
    if a.dealt > t.total_defense + t.health:
        return False
    if g.counterattack == 0 or (t.kind == MOTHERSHIP and g.mothership_counterattack == 0):
        return False
    return bool(far <= t.reaches)


@rules
def look(g: State, side: Side, unit: int) -> None:
    """Who fights, and where."""
    side.unit = unit
    side.kind = kind_of(g, unit)
    if side.kind == SWARM:
        side.where = swarm_index(g, unit)
        side.team = g.swarms[side.where].team
        side.tile = g.swarms[side.where].tile
    elif side.kind == SUPERSTRUCTURE:
        side.where = structure_index(g, unit)
        side.team = g.structures[side.where].team
        side.tile = g.structures[side.where].tile
    else:
        side.where = unit - 1
        side.team = g.units[side.where].team
        side.tile = g.units[side.where].tile
    side.reaches = range_of(g, unit)
    side.taken = 0
    side.health_lost = 0
    side.battery_spent = 0


@rules
def weigh(g: State, side: Side, far: int, number: int) -> None:
    """Steps 3 to 12 for one side, from what it has before any damage. BOI-167 to BOI-179"""
    own = side.where if side.kind == SUPERSTRUCTURE else NONE
    add_up(g, side, far)
    side.bonus_attack = max(-100, field(g, side.tile, side.team, F_ATTACK, own))
    side.bonus_defense = max(-100, field(g, side.tile, side.team, F_DEFENSE, own))
    chance = int(side.crit_chance) + HUNDRED * field(g, side.tile, side.team, F_CRIT_CHANCE, own)
    chance = max(0, min(chance, HUNDRED * int(g.crit_chance_limit)))
    drawn = below(draw(stream(g.seed, DRAW_CRIT), 2 * g.combats + number), CRIT_SIDES)
    side.critical = 1 if drawn < chance else 0
    value = max(0, int(side.crit_damage) + HUNDRED * field(g, side.tile, side.team, F_CRIT_VALUE, own))
    side.crit_damage = value if side.critical != 0 else 0
    force = (int(side.main) + int(side.additional)) * (100 + int(side.bonus_attack)) * (10000 + int(side.crit_damage))
    side.dealt = (force + 500_000) // 1_000_000
    side.total_defense = int(side.shields) + int(side.defense) * (100 + int(side.bonus_defense)) // 100


@rules
def add_up(g: State, side: Side, far: int) -> None:
    """What the members of a side bring: main and additional attack of those in range, shields, defense and health of
    all, and their mean critical values. Steps 3, 4, 6 to 9: BOI-167 to BOI-169, BOI-171 to BOI-174"""
    side.main = 0
    side.additional = 0
    side.shields = 0
    side.defense = 0
    side.health = 0
    if side.kind == SUPERSTRUCTURE:
        side.additional = HUNDRED * structure_stat(g, side.where, ATTACK_STAT)
        side.defense = HUNDRED * structure_stat(g, side.where, DEFENSE)
        side.health = g.structures[side.where].health
        side.crit_chance = HUNDRED * structure_stat(g, side.where, CRIT_CHANCE)
        side.crit_damage = HUNDRED * structure_stat(g, side.where, CRIT_VALUE)
        return
    if side.kind != SWARM:
        add_member(g, side, side.where, far)
        side.crit_chance = HUNDRED * unit_stat(g, side.where, CRIT_CHANCE)
        side.crit_damage = HUNDRED * unit_stat(g, side.where, CRIT_VALUE)
        return
    chance = 0
    value = 0
    count = 0
    for index in range(g.player_count):
        if g.units[index].swarm == side.unit:
            add_member(g, side, index, far)
            chance += unit_stat(g, index, CRIT_CHANCE)
            value += unit_stat(g, index, CRIT_VALUE)
            count += 1
    side.crit_chance = (2 * HUNDRED * chance + count) // (2 * count)
    side.crit_damage = (2 * HUNDRED * value + count) // (2 * count)


@rules
def add_member(g: State, side: Side, index: int, far: int) -> None:
    if reaches(g, side, index, far):
        side.additional += HUNDRED * unit_stat(g, index, ATTACK_STAT)
        if g.units[index].kind == SPACESHIP:
            side.main += main_attack(g, index)
    if g.units[index].kind == SPACESHIP:
        side.shields += shields(g, index)
    side.defense += HUNDRED * unit_stat(g, index, DEFENSE)
    side.health += g.units[index].health


@rules
def reaches(g: State, side: Side, index: int, far: int) -> bool:
    """Whether a member of a side can strike so far. BOI-167, BOI-169"""
    return bool(unit_stat(g, index, RANGE) + field(g, side.tile, side.team, F_RANGE, NONE) >= far)


# What the damage does


@rules
def suffer(g: State, side: Side, far: int, number: int) -> None:
    """Batteries pay for attacks and shields, health for the rest. BOI-187 to BOI-203"""
    if side.kind == SUPERSTRUCTURE:
        structure = g.structures[side.where]
        rest = max(0, side.taken - side.total_defense)
        side.health_lost = min(rest, structure.health)
        structure.health -= side.health_lost
        return
    count = gather(g, side)
    if side.kind == SWARM:
        sort(g, side, count, number)
    left = int(side.taken)
    if g.distribution == SPREAD and count > 0:
        left = (2 * left + count) // (2 * count)
    for k in range(count):
        absorbed = hit(g, side, g.member_list[k], left, far)
        if g.distribution != SPREAD:
            left -= absorbed


@rules
def gather(g: State, side: Side) -> int:
    """The members of a side, in ascending id. Returns how many there are."""
    if side.kind != SWARM:
        g.member_list[0] = side.where
        return 1
    count = 0
    for index in range(g.player_count):
        if g.units[index].swarm == side.unit:
            g.member_list[count] = index
            count += 1
    return count


@rules
def hit(g: State, side: Side, index: int, damage: int, far: int) -> int:
    """One member pays for its strike, then shields, defense and health absorb the damage. Returns how much they did.
    BOI-187 to BOI-193, BOI-199 to BOI-203"""
    unit = g.units[index]
    ship = unit.kind == SPACESHIP
    absorbed = 0
    cost = 0
    if ship and side.struck != 0 and reaches(g, side, index, far):
        cost = main_attack(g, index)
    shield = shields(g, index) if ship else 0
    if damage > 0:
        absorbed = min(shield, damage)
        cost += shield if g.deplete_on_defense != 0 or damage > shield else damage
        absorbed += min(damage - absorbed, defense_of(g, side, index))
        lost = min(damage - absorbed, int(unit.health))
        unit.health -= lost
        side.health_lost += lost
        absorbed += lost
    if ship:
        player = g.players[index]
        cost = min(cost, int(player.battery))
        player.battery -= cost
        side.battery_spent += cost
    return absorbed


@rules
def defense_of(g: State, side: Side, index: int) -> int:
    """A member's defense with the bonus of the ground. BOI-177, BOI-191"""
    return unit_stat(g, index, DEFENSE) * (100 + int(side.bonus_defense))


@rules
def sort(g: State, side: Side, count: int, number: int) -> None:
    """In which order a swarm is hit. BOI-194 to BOI-198"""
    if g.distribution == RANDOM_ORDER:
        if side.taken > 0:
            shuffle(g, count, number)
        return
    if g.distribution == SPREAD:
        return
    sign = 1 if g.distribution == WEAK_FIRST else -1
    for k in range(count):
        index = g.member_list[k]
        g.member_key[k] = sign * (shields(g, index) + defense_of(g, side, index))
    heap_sort(g, count)


@rules
def shuffle(g: State, count: int, number: int) -> None:
    """BOI-006, BOI-196"""
    key = draw(stream(g.seed, DRAW_SWARM_ORDER), 2 * g.combats + number)
    for i in range(count - 1, 0, -1):
        j = below(draw(key, i), i + 1)
        swap(g, i, j)


@rules
def swap(g: State, i: int, j: int) -> None:
    kept = g.member_list[i]
    g.member_list[i] = g.member_list[j]
    g.member_list[j] = kept
    key = g.member_key[i]
    g.member_key[i] = g.member_key[j]
    g.member_key[j] = key


@rules
def comes_after(g: State, i: int, j: int) -> bool:
    if g.member_key[i] != g.member_key[j]:
        return bool(g.member_key[i] > g.member_key[j])
    return bool(g.member_list[i] > g.member_list[j])


@rules
def heap_sort(g: State, count: int) -> None:
    """By rising key, equal ones by rising id: swarms of a season are too large for anything slower."""
    for start in range(count // 2 - 1, -1, -1):
        sift(g, start, count)
    for end in range(count - 1, 0, -1):
        swap(g, 0, end)
        sift(g, 0, end)


@rules
def sift(g: State, start: int, end: int) -> None:
    top = start
    while 2 * top + 1 < end:
        child = 2 * top + 1
        if child + 1 < end and comes_after(g, child + 1, child):
            child += 1
        if not comes_after(g, child, top):
            return
        swap(g, top, child)
        top = child


@rules
def tell(g: State, a: Side, t: Side, far: int) -> None:
    """BOI-275, BOI-278"""
    bits = int(a.critical) + 2 * int(t.critical) + 4 * int(t.struck) + 8 * int(a.fell) + 16 * int(t.fell)
    back = int(t.dealt) if t.struck != 0 else 0
    note(g, COMBAT, a.team, -1, a.unit, t.unit, t.tile, a.dealt, back, bits, far)
    for number in range(2):
        side = g.sides[number]
        left = max(0, side.health - side.health_lost)
        note(g, COMBAT_LOSS, side.team, -1, side.unit, 0, -1, side.health_lost, side.battery_spent, left, 0)
    for number in range(2):
        side = g.sides[number]
        note(
            g, COMBAT_ATTACK, side.team, -1, side.unit, 0, -1, side.main, side.additional, side.bonus_attack,
            side.crit_damage,
        )  # fmt: skip
        note(
            g, COMBAT_DEFENSE, side.team, -1, side.unit, 0, -1, side.shields, side.defense, side.bonus_defense,
            side.total_defense,
        )  # fmt: skip
