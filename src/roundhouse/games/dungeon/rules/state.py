"""What is true in a game of the Dungeon. DUN-027 to DUN-037, DUN-234, DUN-235"""

from typing import Annotated

from ....core.schema import DERIVED, Count, Grid, i1, i2, i4, i8, struct, u1, u2, u8
from .tables import ARTICLES, CATEGORIES, EVENTS, ITEMS, KINDS, LEVELS, PLANETS, ROBOTS, SEATS, STATS, WINDOW_ROWS


@struct
class Happening:
    """A row of the event ring; what its numbers mean stands in `tables`."""

    kind: u1
    phase: u1
    seat: u1
    reason: u1
    order_no: i4
    robot: i4
    a: i4
    b: i8  # money does not fit less
    c: i4


@struct
class Robot:
    serial: i4
    owner: i1
    planet: i2
    health: i2
    energy: i2
    levels: Annotated[list[i1], STATS]
    cargo: Annotated[list[i2], KINDS]
    items: Annotated[list[i2], ITEMS]
    # Its command of this round
    command: i1  # NO_COMMAND or the type of the action
    target: i4
    article: i1  # or the item, or the kind of a sale
    quantity: i4
    order_no: i4  # the owner's number of the order: what comes first, and its transaction
    # Its command of the round before, NO_COMMAND for none, and how it ended (DUN-195)
    last_command: i1
    last_reason: u1
    last_order: i4
    # Who has been told of it (DUN-234): the round, 0 for never, and the planet it was on then. -1 for a planet that is
    # not known: its id was told without its place, or it was not there any more when the seat came back.
    seen_round: Annotated[list[i2], SEATS]
    seen_planet: Annotated[list[i2], SEATS]
    # What phases work with
    dead: Annotated[u1, DERIVED]  # destroyed in this round; it leaves the array at the end of the round
    arrived: Annotated[u1, DERIVED]  # came to its planet in this phase
    aim: Annotated[i2, DERIVED]  # the index of its target, -1 where it was not told of it (DUN-238)
    after: Annotated[i2, DERIVED]  # the index of the next robot on its planet, -1 for none
    gained: Annotated[i4, DERIVED]  # units stored by mining in this phase, -1 where it does not mine
    hurt: Annotated[i4, DERIVED]  # damage in this phase
    hurt_by: Annotated[list[i4], SEATS, DERIVED]
    key: Annotated[i8, DERIVED]  # what it is sorted by


@struct
class Ghost:
    """A destroyed robot, of which somebody was not told: those remember it where they saw it last. DUN-048"""

    serial: i4
    owner: i1
    seen_round: Annotated[list[i2], SEATS]
    seen_planet: Annotated[list[i2], SEATS]


@struct
class Planet:
    """Of the planet x * side + y. Knowledge is by seat: UNHEARD, NEIGHBOUR or VISITED, and of the last information its
    round (0 for none), the kind (NOTHING for no patch) and the amount (-1 where it was not told)."""

    exists: u1
    station: u1
    gravity: i1  # 1 to 3: easy, medium, hard
    kind: i1
    amount: i4
    refill: u1  # filled up at the start of the next round
    known: Annotated[list[u1], SEATS]
    info_round: Annotated[list[i2], SEATS]
    info_kind: Annotated[list[i1], SEATS]
    info_amount: Annotated[list[i4], SEATS]
    blocked: Annotated[u1, DERIVED]  # 0, the seat that blocks it, or SEVERAL
    first: Annotated[i2, DERIVED]  # the index of the first robot on it, -1 for none
    mark: Annotated[i4, DERIVED]  # for phases: a flag or a sum
    pool: Annotated[list[i4], KINDS, DERIVED]  # cargo of the robots that were destroyed on it


@struct
class Player:
    money: i8  # 0 when the game has ended (DUN-007)
    balance: i8  # its money at the end of the newest round
    orders: i4  # how many it has given so far; the newest is called after this number
    robots: i2
    done: u1
    left: u1  # 0, or the reason
    # The purchase slot (DUN-059): order_no 0 for no order
    quantity: i4
    order_no: i4
    last_reason: u1
    last_order: i4
    # Statistics (DUN-037) and scores
    kills: i4
    losses: i4
    damage: i8
    mined: Annotated[list[i8], KINDS]
    earned: i8
    spent: i8
    trades: i4
    moves: i4
    bought: i4
    top_money: i8
    scores: Annotated[list[i8], CATEGORIES]
    achieved: u2  # a bit for each
    cursor: Annotated[i2, DERIVED]  # robots before this index have commands, as far as random play is concerned


@struct
class State:
    seed: u8
    round_no: i2
    max_rounds: i2
    round_ms: i4
    next_round_ms: i4  # from the next round on
    early_close: u1
    next_early_close: u1
    ending: u1  # the organiser ends the match with this round
    reason: u1  # 0 while it runs
    seats: i1
    side: i1
    robot_count: i2
    ghost_count: i2
    serials: i4  # the newest serial number
    robots: Annotated[list[Robot], ROBOTS, Count("robot_count")]
    ghosts: Annotated[list[Ghost], ROBOTS, Count("ghost_count")]
    players: Annotated[list[Player], SEATS]
    planets: Annotated[list[Planet], PLANETS]
    # Prices now, and what was traded in each of the last rounds: row round % WINDOW_ROWS
    prices: Annotated[list[i8], ARTICLES]  # of restorations per level step
    resource_prices: Annotated[list[i8], KINDS]
    bought: Annotated[Grid[i4], WINDOW_ROWS, ARTICLES]
    sold: Annotated[Grid[i4], WINDOW_ROWS, KINDS]
    # Prices of the round that ended last
    old_prices: Annotated[list[i8], ARTICLES, DERIVED]
    old_resource_prices: Annotated[list[i8], KINDS, DERIVED]
    # Settings, which come from the setup and never change
    robot_limit: Annotated[i2, DERIVED]
    start_money: Annotated[i4, DERIVED]
    open: Annotated[u1, DERIVED]  # visibility
    show_coordinates: Annotated[u1, DERIVED]
    block_affects_own: Annotated[u1, DERIVED]
    trade_anywhere: Annotated[u1, DERIVED]
    spawn_anywhere: Annotated[u1, DERIVED]
    respawn_when_wiped: Annotated[u1, DERIVED]
    item_round_adjust: Annotated[u1, DERIVED]
    dynamic_prices: Annotated[u1, DERIVED]  # 0 none, 1 origin, 2 all
    mining_by_kind: Annotated[u1, DERIVED]  # mining_energy = resource
    mining_multiplier: Annotated[i2, DERIVED]
    mining_weight: Annotated[i2, DERIVED]
    attack_multiplier: Annotated[i2, DERIVED]
    attack_weight: Annotated[i2, DERIVED]
    movement_multiplier: Annotated[i2, DERIVED]
    recharge_multiplier: Annotated[i2, DERIVED]
    block_base: Annotated[i2, DERIVED]
    block_percent: Annotated[i2, DERIVED]
    patch_amount: Annotated[i4, DERIVED]
    economy_window: Annotated[i2, DERIVED]
    demand: Annotated[i4, DERIVED]  # D of DUN-148
    stock: Annotated[i4, DERIVED]  # K of DUN-148
    repair: Annotated[i2, DERIVED]
    item_damage: Annotated[list[i2], ITEMS, DERIVED]  # 0 where it does none
    by_level: Annotated[Grid[i2], STATS, LEVELS, DERIVED]  # what a level means: room, health, damage, speed, ...
    base_prices: Annotated[list[i4], ARTICLES, DERIVED]
    base_resource_prices: Annotated[list[i4], KINDS, DERIVED]
    gravity_cost: Annotated[list[i2], 4, DERIVED]  # by gravity 1 to 3
    score_kill: Annotated[i2, DERIVED]
    score_loss: Annotated[i2, DERIVED]
    score_damage: Annotated[i2, DERIVED]
    score_trade_cap: Annotated[i2, DERIVED]
    score_weights: Annotated[list[i2], KINDS, DERIVED]
    planet_count: Annotated[i2, DERIVED]  # existing ones
    station_count: Annotated[i2, DERIVED]
    existing: Annotated[list[i2], PLANETS, DERIVED]  # the existing planets, in planet order
    stations: Annotated[list[i2], PLANETS, DERIVED]
    # What phases work with
    present: Annotated[Grid[i2], SEATS, PLANETS, DERIVED]  # robots of a seat on a planet; 0 between rounds
    entered: Annotated[Grid[u1], SEATS, PLANETS, DERIVED]  # whether the seat entered it in this phase
    order: Annotated[list[i2], ROBOTS, DERIVED]  # indices of robots, sorted for a phase
    event_count: Annotated[i4, DERIVED]
    events_lost: Annotated[i4, DERIVED]
    events: Annotated[list[Happening], EVENTS, DERIVED]
