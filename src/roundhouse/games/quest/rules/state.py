"""What is true in a game of Quest. QST-026 to QST-038

A cell is the number y * width + x. Amounts by cell stand as one row per thing, so that a whole map is copied, compared
and hashed in a few long rows.
"""

from typing import Annotated

from ....core.schema import DERIVED, Count, Grid, i1, i2, i4, i8, struct, u1, u2, u8
from .tables import (
    BLUEPRINTS,
    CELLS,
    DIGS,
    EVENTS,
    ITEMS,
    KINDS,
    LEVEL_MAX,
    RESOURCES,
    SEATS,
    SOURCES,
    THINGS,
    TOUCHED,
    TOWERS,
    UNITS,
    WAYS,
)


@struct
class Happening:
    """A row of the event ring; what its numbers mean stands in `tables`."""

    kind: u1
    seat: u1
    seen: u1
    unit: i2
    other: i4
    cell: i4
    a: i4
    b: i4
    c: i4


@struct
class Unit:
    """Unit k of a seat is `units[(seat - 1) * units_each + k]`. One that was removed for good has `alive` 0."""

    owner: i1
    alive: u1
    x: i2
    y: i2
    energy: i2
    max_energy: i2
    carried: Annotated[list[i2], THINGS]  # resources, then items in the inventory; its gold is always 0
    sword: i1  # the level of what is worn, 0 for nothing
    armour: i1
    retaliation: i4  # the energy it strikes back with, 0 for off
    cutoff: i4
    spent: i4
    frozen: i2  # own turns still to be lost
    frozen_before: u1  # was frozen when its owner's turn began
    shield: u1
    shield_before: u1  # was shielded when its owner's turn began
    respawned: u1  # cannot act before its owner's next turn
    hurt: u1  # has taken damage since the end of its owner's last turn


@struct
class Tower:
    serial: i4  # its id; older ones come first
    owner: i1
    level: i1
    cell: i2
    energy: i4


@struct
class Player:
    start_x: i2
    start_y: i2
    gold: i4
    levels: Annotated[list[i1], KINDS]
    points: i4  # of `scoring` points; statistics give those of origin
    by_source: Annotated[list[i4], SOURCES]
    defeated: i1  # 0, or a number that grows with every defeat
    left: u1  # 0, or why
    away: u1  # its line is lost: its turns are passed over
    acted: i4  # requests of this turn that count
    traps: i2  # on the map
    towers: i2  # on the map
    # Statistics (QST-135 to QST-137)
    kills: i4
    retaliation_kills: i4
    losses: i4
    towers_placed: i4
    traps_placed: i4
    traps_sprung: i4  # by enemies
    sprees: i4
    spree: i4  # kills in a row
    first_blood: u1
    taken: Annotated[list[i4], RESOURCES]  # out of the ground
    used: Annotated[list[i4], RESOURCES]  # up by crafting
    crafted: Annotated[list[i4], BLUEPRINTS]
    damage_dealt: i8
    damage_taken: i8
    energy_spent: i8
    refused: i4
    timed_out: i4
    digs: i4  # so many so far; the newest is row 200 * seat + (digs - 1) % 200 of the state's digs


@struct
class State:
    seed: u8
    round_no: i2
    turn_of: i1
    ended: u1  # how the running turn ended; the tick draws the consequence
    reason: u1  # 0 while it runs
    seats: i1
    units_each: i1
    width: i2
    height: i2
    serials: i4  # the newest tower's id
    defeats: i1
    blood: u1  # the first kill was made
    killer: i1  # who made the newest kill
    unit_count: i2
    tower_count: i2
    units: Annotated[list[Unit], UNITS, Count("unit_count")]
    towers: Annotated[list[Tower], TOWERS, Count("tower_count")]  # by rising id
    players: Annotated[list[Player], SEATS]
    terrain: Annotated[list[u1], CELLS]
    built: Annotated[list[i2], CELLS]  # what is built there, see `tables`
    buried: Annotated[Grid[i2], RESOURCES, CELLS]
    surface: Annotated[Grid[i2], THINGS, CELLS]
    memory: Annotated[Grid[u2], SEATS, CELLS]  # of cells that a seat does not see now
    # The newest digs of every seat: cell, round, then the amounts
    digs: Annotated[Grid[i2], RESOURCES + 2, DIGS]
    watched: Annotated[Grid[u1], SEATS, CELLS, DERIVED]  # how many units and towers of a seat see a cell
    # Settings, which come from the setup and never change
    max_rounds: Annotated[i2, DERIVED]
    max_actions: Annotated[i4, DERIVED]
    unit_energy: Annotated[i2, DERIVED]
    replenish_full: Annotated[u1, DERIVED]
    replenish_keep: Annotated[i2, DERIVED]
    replenish_all: Annotated[u1, DERIVED]  # replenish_on every_turn
    view_radius: Annotated[i2, DERIVED]
    view_buried_types: Annotated[u1, DERIVED]
    trap_visible: Annotated[u1, DERIVED]
    max_energy_heal: Annotated[i2, DERIVED]
    move_cost: Annotated[i2, DERIVED]
    move_weight_pct: Annotated[i2, DERIVED]
    carry_limit: Annotated[i4, DERIVED]
    tower_surcharge: Annotated[i2, DERIVED]
    dig_cost: Annotated[i2, DERIVED]
    pickup_cost: Annotated[i2, DERIVED]
    craft_cost: Annotated[i2, DERIVED]
    place_trap_cost: Annotated[i2, DERIVED]
    place_tower_cost: Annotated[i2, DERIVED]
    research_energy: Annotated[i2, DERIVED]
    level_pct: Annotated[list[i2], LEVEL_MAX + 1, DERIVED]  # by level, 0 for nothing worn
    tower_radius: Annotated[list[i2], LEVEL_MAX + 1, DERIVED]  # by level, with the increase
    tower_drain: Annotated[list[i4], LEVEL_MAX + 1, DERIVED]
    tower_energy: Annotated[list[i4], LEVEL_MAX + 1, DERIVED]
    trap_extra: Annotated[i2, DERIVED]
    respawn: Annotated[u1, DERIVED]
    spawn_shield: Annotated[u1, DERIVED]
    no_build_radius: Annotated[i2, DERIVED]
    origin_scoring: Annotated[u1, DERIVED]
    kill_points: Annotated[i4, DERIVED]
    pickup_points: Annotated[i4, DERIVED]
    craft_points: Annotated[i4, DERIVED]
    spree_length: Annotated[i2, DERIVED]
    uses: Annotated[Grid[i2], BLUEPRINTS * WAYS, THINGS, DERIVED]  # a row without anything is no way
    item_weights: Annotated[list[i2], ITEMS, DERIVED]
    research_gold: Annotated[list[i4], KINDS * (LEVEL_MAX - 1), DERIVED]
    # Cells that look different to somebody now, the newest at (touches - 1) % TOUCHED
    touches: Annotated[i4, DERIVED]
    touched: Annotated[list[i2], TOUCHED, DERIVED]
    # What happened in the newest step
    event_count: Annotated[i4, DERIVED]
    events_lost: Annotated[i4, DERIVED]
    events: Annotated[list[Happening], EVENTS, DERIVED]
