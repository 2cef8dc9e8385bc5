"""What is true in a match of Rally. RAL-039, RAL-040"""

from typing import Annotated

from ....core.rules import Event
from ....core.schema import DERIVED, Count, i2, i4, struct, u1, u2, u8
from .tables import CARDS, CELLS, EVENTS, FIGURES, HAND, KEY_MAX, LASERS_MAX, NAME_MAX, SEATS, SEATS_MAX, SLOTS


@struct
class Robot:
    cell: i2  # 0 for a robot that is not on the board
    facing: u1
    model: u1
    damage: u1
    lives: u1
    ticked: u1  # checkpoints ticked off
    dead: u1  # waits for its respawn, or is out
    out: u1  # eliminated
    down: u1  # powered down this round
    announced: u1  # a power-down for the next round
    confirmed: u1
    resigned: u1
    used: u1  # its ability, this round
    locked: u1  # burned-in slots, the last ones
    hand_count: u1
    backup: i2
    backup_facing: u1
    start_facing: u1
    start: i2
    death_no: i2  # number of its last death (RAL-071)
    tick_no: i2  # number of its last tick
    hand: Annotated[list[u1], HAND]  # in the order dealt; entries after the last are 0
    slots: Annotated[list[u1], SLOTS]  # while programming only what is burned in
    draft: Annotated[list[u1], SLOTS]  # cards of the hand by open slot
    figures: Annotated[list[i4], FIGURES]
    # What a program step works with
    moved: Annotated[u1, DERIVED]  # 1 + the direction of its last displacement in phase 1
    sliding: Annotated[u1, DERIVED]
    heading: Annotated[u1, DERIVED]  # where a simultaneous move goes
    wanted: Annotated[i2, DERIVED]  # the cell it wants, 0 for none
    origin: Annotated[i2, DERIVED]  # the cell it came from
    hurt: Annotated[u1, DERIVED]  # points of damage in this phase
    target: Annotated[u1, DERIVED]  # who takes the damage of its shot
    mirror: Annotated[u1, DERIVED]  # who reflected it
    hit_by: Annotated[u2, DERIVED]  # a bit for every seat whose shot hit it in this phase


@struct
class State:
    seed: u8
    round_no: i2
    max_rounds: i2
    seats: u1
    goal: u1  # checkpoints that must be ticked off
    pierces: u1
    respawn_damage: u1
    reason: u1  # 0 while the match runs
    winner: u1
    steps: u1  # program steps that the last tick executed
    standing: Annotated[u1, DERIVED]  # robots that are not eliminated
    deaths: i2  # number of the last death
    ticks: i2  # number of the last tick
    robots: Annotated[list[Robot], SEATS]
    pile_count: u1
    discard_count: u1
    pile: Annotated[list[u1], CARDS, Count("pile_count")]  # the last one is the top
    discard: Annotated[list[u1], CARDS, Count("discard_count")]
    # The board, which comes from the setup and never changes
    width: Annotated[u1, DERIVED]
    height: Annotated[u1, DERIVED]
    laser_count: Annotated[u1, DERIVED]
    kinds: Annotated[list[u1], CELLS, DERIVED]
    ways: Annotated[list[u1], CELLS, DERIVED]  # a belt's direction, a gear's turn, a checkpoint's number
    walls: Annotated[list[u1], CELLS, DERIVED]  # a bit per direction, on both sides of an edge
    laser_cell: Annotated[list[i2], LASERS_MAX, DERIVED]
    laser_way: Annotated[list[u1], LASERS_MAX, DERIVED]
    start_cell: Annotated[list[i2], SEATS_MAX, DERIVED]
    start_way: Annotated[list[u1], SEATS_MAX, DERIVED]
    board_key: Annotated[list[u1], KEY_MAX, DERIVED]
    board_name: Annotated[list[u1], NAME_MAX, DERIVED]
    # What phases work with
    standing_at: Annotated[list[u1], CELLS, DERIVED]  # the seat of the robot on a cell, 0 for none
    order: Annotated[list[u1], SEATS, DERIVED]
    beat: Annotated[i2, DERIVED]
    event_count: Annotated[i2, DERIVED]
    events_lost: Annotated[i2, DERIVED]
    events: Annotated[list[Event], EVENTS, DERIVED]
