"""What is true in a match of Spacegoo."""

from typing import Annotated

from ....core.rules import Event
from ....core.schema import DERIVED, Count, Grid, f8, i1, i2, i4, slot, struct, u1, u2
from .tables import BATTLES, BUCKETS, EVENTS, FLEETS, KINDS, PLANETS, SEATS, SIDES, WIDTH


@struct
class Planet:
    ships: Annotated[list[i4], KINDS]
    rounds_left: i4  # rounds it can still produce; goes on when the owner changes (GOO-019)
    production: Annotated[list[u1], KINDS]
    owner: u1


@struct
class Fleet:
    ships: Annotated[list[i4], KINDS]
    number: i4  # the id that players see
    eta: i4
    owner: u1
    origin: u1
    target: u1
    after: slot  # the next fleet in the same landing queue, or the next free slot


@struct
class Battle:
    """What the event of a battle tells. Sides are in the order of seats in orbit; on a planet the attacker is first."""

    planet: u1
    side_count: u1
    rounds: i2
    seats: Annotated[list[u1], SIDES]
    before: Annotated[Grid[i4], SIDES, KINDS]
    remaining: Annotated[Grid[i4], SIDES, KINDS]


@struct
class State:
    round_no: i4
    max_rounds: i4
    production_rounds: i4  # 0: for ever
    next_fleet: i4  # the id of the next fleet
    seats: i2
    planet_count: i2
    hyperlanes: u1
    ignore_off_lane: u1
    reason: u1  # 0 while the match runs
    winner: u1
    leaving: u1  # seats that left since the last tick
    free_slot: slot
    fleet_end: i2  # slots of `fleets` below this were in use at some time
    owned: Annotated[list[i4], SEATS, DERIVED]
    flying: Annotated[list[i4], SEATS, DERIVED]
    ordered: Annotated[list[u1], SEATS]
    left: Annotated[list[u1], SEATS]  # why a seat left, 0 if it did not
    out_round: Annotated[list[i4], SEATS]  # 1 + the round in which a seat was out, 0 if it is not
    orders: Annotated[Grid[i4], SEATS, WIDTH]
    planets: Annotated[list[Planet], PLANETS, Count("planet_count")]
    first: Annotated[list[slot], BUCKETS, DERIVED]  # the landing queues, each with the last fleet sent first
    fleets: Annotated[list[Fleet], FLEETS, Count("fleet_end")]
    distance: Annotated[Grid[u2], PLANETS, PLANETS, DERIVED]
    lane: Annotated[Grid[u1], PLANETS, PLANETS, DERIVED]
    x: Annotated[list[i1], PLANETS, Count("planet_count")]
    y: Annotated[list[i1], PLANETS, Count("planet_count")]
    force: Annotated[Grid[i4], SEATS, KINDS, DERIVED]  # the sides over one planet while it is dealt with
    melee: Annotated[Grid[f8], SEATS, KINDS, DERIVED]
    hurt: Annotated[Grid[f8], SEATS, KINDS, DERIVED]
    event_count: Annotated[i2, DERIVED]
    events_lost: Annotated[i2, DERIVED]
    battle_count: Annotated[i2, DERIVED]
    events: Annotated[list[Event], EVENTS, DERIVED]
    battles: Annotated[list[Battle], BATTLES, DERIVED]
