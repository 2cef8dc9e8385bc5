"""BoidVoid's actions: 0 ends the turn, the others are choices of one unit. Units have slots: the ships by their places
in the team, then the mothership, then up to eight swarms by ascending id. A step is one order of every seat. Moves go
one tile; a unit moves as often as its action points last."""

from typing import Any

from ....core.rules import row as numbers
from ....core.rules import rules
from ..rules.contract import count_of, first_of
from ..rules.hexes import NOWHERE, distance, neighbour
from ..rules.phases.combat import range_of
from ..rules.phases.moving import can_enter, can_stop
from ..rules.phases.orders import (
    check_attack,
    check_order,
    check_particulars,
    check_target,
    check_unit,
    check_who,
    has_room,
    orderer,
)
from ..rules.phases.units import NONE, kind_of, mothership_of, team_of, tile_of
from ..rules.state import State
from ..rules.tables import (
    ACTION,
    ATTACK,
    AUTOMODE,
    BATTERY,
    BOOST,
    BUILD,
    BURN,
    CANCEL,
    CAPTURE,
    DETONATE,
    DONE,
    EQUIP,
    ITEM_NONE,
    LIVE,
    MATCH_SHIPS,
    MOVE,
    SPACESHIP,
    SPAWN,
    STAKE,
    SWARM,
    SWARM_CREATE,
    SWARM_JOIN,
    SWARM_LEAVE,
    TROOPER,
    UNIT,
    UNSTAKE,
    WIDTH,
    A,
    B,
    C,
)

TARGETS = 8  # units in range, by ascending id
SPAWNS = 8  # own free tiles, the nearest to the home first
RATIOS = 5  # evenly from the smallest to the largest share of the battery
STOCK = 16  # items of a player
# Choices of a unit
TO_MOVE = 0
TO_ATTACK = TO_MOVE + 6
TO_CAPTURE = TO_ATTACK + TARGETS
TO_CANCEL = TO_CAPTURE + 1
TO_DETONATE = TO_CANCEL + 1
TO_CREATE = TO_DETONATE + 1
TO_JOIN = TO_CREATE + 1
TO_LEAVE = TO_JOIN + 6
TO_DIAL = TO_LEAVE + 6
TO_SLEEP = TO_DIAL + RATIOS
TO_SPAWN = TO_SLEEP + 2
TO_BUILD = TO_SPAWN + SPAWNS
TO_BURN = TO_BUILD + STOCK
TO_STAKE = TO_BURN + STOCK
TO_UNSTAKE = TO_STAKE + STOCK
TO_EQUIP = TO_UNSTAKE + STOCK
CHOICES = TO_EQUIP + STOCK
ITEM_ORDERS = (BUILD, BOOST, BOOST, UNSTAKE, EQUIP)  # each with every item
MOTHERSHIP_SLOT = MATCH_SHIPS
SWARM_SLOTS = 8
SLOTS = MOTHERSHIP_SLOT + 1 + SWARM_SLOTS
NO_ORDER = 99  # no action of the game has this number


@rules
def actions(g: State) -> int:
    """How many there are."""
    return 1 + SLOTS * CHOICES


@rules
def unit_in(g: State, seat: int, slot: int) -> int:
    """The id of the unit in a slot, 0 for an empty one. BOI-020 to BOI-024"""
    first = first_of(g, seat)
    leads = False
    for player in range(first, first + count_of(g, seat)):
        one = g.players[player]
        if slot < MOTHERSHIP_SLOT and one.place - 1 == slot:
            return player + 1
        leads = leads or one.role != TROOPER
    if slot < MOTHERSHIP_SLOT or not leads:
        return 0
    team = int(g.seat_team[seat])
    if slot == MOTHERSHIP_SLOT:
        return mothership_of(g, team) + 1
    left = slot - MOTHERSHIP_SLOT - 1
    for n in range(g.swarm_count):
        if g.swarms[n].team == team:
            if left == 0:
                return int(g.swarms[n].serial)
            left -= 1
    return 0


@rules
def legal(g: State, seat: int, out: Any) -> None:
    """What the rules allow now. In a sealed turn an order is checked as if it were the first to be executed."""
    for k in range(len(out)):
        out[k] = 0
    out[0] = 1
    if g.reason != 0 or g.done[seat] != 0 or g.left[seat] != 0 or gone(g, seat):
        return
    work = numbers(WIDTH)
    for slot in range(SLOTS):
        unit = unit_in(g, seat, slot)
        if unit != 0:
            legal_of(g, seat, unit, 1 + slot * CHOICES, work, out)


@rules
def legal_of(g: State, seat: int, unit: int, at: int, work: Any, out: Any) -> None:
    """The choices of one unit."""
    work[UNIT] = unit
    player = orderer(g, seat, work)
    if g.live != LIVE and not has_room(g, player):
        return
    tile = tile_of(g, unit)
    if tile == NONE:
        legal_spawns(g, seat, unit, at, work, out)
    else:
        if check_unit(g, unit, MOVE) == 0:
            team = team_of(g, unit)
            for direction in range(6):
                near = neighbour(g, tile, direction)
                if near != NOWHERE:
                    out[at + TO_MOVE + direction] = can_stop(g, near, team, unit) and can_enter(g, unit, near)
        legal_attacks(g, seat, unit, at, work, out)
        for k in range(TO_CAPTURE, TO_DIAL):
            out[at + k] = allowed(g, seat, unit, k, work)
    one = g.players[player]
    if kind_of(g, unit) == SPACESHIP:
        for k in range(RATIOS):  # the current value is not offered
            out[at + TO_DIAL + k] = one.ratio != dialled(g, k) and allowed(g, seat, unit, TO_DIAL + k, work)
        for k in range(2):
            out[at + TO_SLEEP + k] = g.units[unit - 1].automode != k and allowed(g, seat, unit, TO_SLEEP + k, work)
    for kind in range(len(ITEM_ORDERS)):
        if check_who(g, player, unit, ITEM_ORDERS[kind]) == 0:
            for item in range(min(STOCK, len(one.item_states))):
                if one.item_states[item] != ITEM_NONE:
                    k = kind * STOCK + item
                    spell_of(g, unit, TO_BUILD + k, work)
                    out[at + TO_BUILD + k] = check_particulars(g, player, unit, work) == 0


@rules
def allowed(g: State, seat: int, unit: int, what: int, work: Any) -> bool:
    """Whether the rules would execute a choice."""
    spell_of(g, unit, what, work)
    return bool(work[ACTION] != DONE and check_order(g, orderer(g, seat, work), work) == 0)


@rules
def legal_attacks(g: State, seat: int, unit: int, at: int, work: Any, out: Any) -> None:
    """As many as there are targets in range, if the unit can attack at all."""
    if check_who(g, orderer(g, seat, work), unit, ATTACK) != 0:
        return
    team = team_of(g, unit)
    tile = tile_of(g, unit)
    reach = range_of(g, unit)
    found = 0
    for place in range(g.unit_count + g.swarm_count + g.structure_count):
        target = who_is_at(g, place)
        there = place_of(g, place)
        if there != NONE and distance(g, tile, there) <= reach and check_target(g, team, target) == 0:
            out[at + TO_ATTACK + found] = 1
            found += 1
            if found == TARGETS:
                return


@rules
def legal_spawns(g: State, seat: int, unit: int, at: int, work: Any, out: Any) -> None:
    """As many as there are own free tiles, if the unit can be spawned at all."""
    if not allowed(g, seat, unit, TO_SPAWN, work):
        return
    team = team_of(g, unit)
    found = 0
    for tile in range(g.side * g.side):
        if is_free(g, team, tile):
            out[at + TO_SPAWN + found] = 1
            found += 1
            if found == SPAWNS:
                return


@rules
def is_free(g: State, team: int, tile: int) -> bool:
    """Whether a unit of a team can be spawned on a tile. BOI-135 to BOI-137"""
    return bool(g.owner[tile] == team and g.standing[tile] == 0 and g.obstacle[tile] == 0)


@rules
def place_of(g: State, place: int) -> int:
    """The tile of the unit at an index of the list of all units, NONE if it is not on the map."""
    if place < g.unit_count:
        return int(g.units[place].tile)
    place -= int(g.unit_count)
    return int(g.swarms[place].tile if place < g.swarm_count else g.structures[place - g.swarm_count].tile)


@rules
def who_is_at(g: State, place: int) -> int:
    """The id at an index of the list of all units: ships, motherships and pirates, then swarms, then
    superstructures."""
    if place < g.unit_count:
        return place + 1
    place -= int(g.unit_count)
    if place < g.swarm_count:
        return int(g.swarms[place].serial)
    return int(g.structures[place - g.swarm_count].serial)


@rules
def next_target(g: State, unit: int, after: int) -> int:
    """The index of the next unit in range after this one, or -1."""
    for place in range(after + 1, g.unit_count + g.swarm_count + g.structure_count):
        if check_attack(g, unit, who_is_at(g, place)) == 0:
            return place
    return -1


@rules
def next_spawn(g: State, unit: int, after: int) -> int:
    """The next own free tile after this one, in the order of their distance from the home."""
    team = team_of(g, unit)
    home = int(g.team_list[team].home)
    size = int(g.side * g.side)
    least = -1 if after == NOWHERE else distance(g, home, after) * size + after
    best = NOWHERE
    for tile in range(size):
        if is_free(g, team, tile):
            rank = distance(g, home, tile) * size + tile
            if rank > least and (best == NOWHERE or rank < distance(g, home, best) * size + best):
                best = tile
    return best


@rules
def dialled(g: State, k: int) -> int:
    """The share of the battery at step k, from the smallest to the largest. BOI-082"""
    return int(g.ratio_min + (g.ratio_max - g.ratio_min) * k // (RATIOS - 1))


@rules
def spell(g: State, seat: int, choice: int, row: Any) -> None:
    """The row of an action. For an empty choice it is a row that the rules refuse."""
    for k in range(WIDTH):
        row[k] = 0
    row[ACTION] = DONE
    if choice == 0:
        return
    unit = unit_in(g, seat, (choice - 1) // CHOICES)
    if unit != 0:
        spell_of(g, unit, (choice - 1) % CHOICES, row)
    if row[ACTION] == DONE:
        row[ACTION] = NO_ORDER


@rules
def spell_of(g: State, unit: int, what: int, row: Any) -> None:
    """A choice of one unit; DONE where there is none."""
    for k in range(WIDTH):
        row[k] = 0
    row[ACTION] = DONE
    row[UNIT] = unit
    tile = tile_of(g, unit)
    if what >= TO_BUILD:
        spell_item(unit, what - TO_BUILD, row)
    elif what >= TO_SPAWN:
        if tile == NONE:
            spell_spawn(g, unit, what - TO_SPAWN, row)
    elif what >= TO_SLEEP:
        row[ACTION] = AUTOMODE
        row[A] = what - TO_SLEEP
    elif what >= TO_DIAL:
        row[ACTION] = BATTERY
        row[A] = dialled(g, what - TO_DIAL)
    elif tile != NONE:
        spell_flight(g, unit, tile, what, row)


@rules
def spell_flight(g: State, unit: int, tile: int, what: int, row: Any) -> None:
    """What a unit on the map does."""
    if what < TO_ATTACK:
        spell_place(g, MOVE, neighbour(g, tile, what - TO_MOVE), row)
    elif what < TO_CAPTURE:
        place = -1
        for _ in range(what - TO_ATTACK + 1):
            place = next_target(g, unit, place)
            if place < 0:
                return
        row[ACTION] = ATTACK
        row[A] = who_is_at(g, place)
    elif what == TO_CAPTURE:
        row[ACTION] = CAPTURE
    elif what == TO_CANCEL:
        row[ACTION] = CANCEL
    elif what == TO_DETONATE:
        row[ACTION] = DETONATE
    elif what == TO_CREATE:
        row[ACTION] = SWARM_CREATE
    elif what < TO_LEAVE:
        near = neighbour(g, tile, what - TO_JOIN)
        if near != NOWHERE and kind_of(g, int(g.standing[near])) == SWARM:
            row[ACTION] = SWARM_JOIN
            row[A] = g.standing[near]
    else:
        spell_place(g, SWARM_LEAVE, neighbour(g, tile, what - TO_LEAVE), row)


@rules
def spell_place(g: State, action: int, tile: int, row: Any) -> None:
    """An order that names a tile."""
    if tile != NOWHERE:
        row[ACTION] = action
        row[A] = tile % g.side
        row[B] = tile // g.side


@rules
def spell_spawn(g: State, unit: int, number: int, row: Any) -> None:
    tile = NOWHERE
    for _ in range(number + 1):
        tile = next_spawn(g, unit, tile)
        if tile == NOWHERE:
            return
    spell_place(g, SPAWN, tile, row)


@rules
def spell_item(unit: int, number: int, row: Any) -> None:
    """Building, boosting, unstaking and equipping, each with every item."""
    kind = number // STOCK
    row[A] = number % STOCK
    if kind == 0:
        row[ACTION] = BUILD
    elif kind == 1 or kind == 2:
        row[ACTION] = BOOST
        row[B] = BURN if kind == 1 else STAKE
        row[C] = unit
    else:
        row[ACTION] = UNSTAKE if kind == 3 else EQUIP


@rules
def gone(g: State, seat: int) -> bool:
    return bool(g.left[seat] != 0 or g.team_list[g.seat_team[seat]].eliminated != 0)


@rules
def worth(g: State, seat: int) -> int:
    """Tiles of the seat's team."""
    return int(g.tiles_owned[g.seat_team[seat]])
