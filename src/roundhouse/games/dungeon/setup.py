"""The first state of a game, with its accounts and robots."""

from ...core.game import Setup
from ...core.schema import LARGE, SMALL, new
from .map_generator import draw_world, mark_world, put_world
from .maps.parser import load
from .rules import tables as t
from .rules.phases.knowledge import disperse, meet
from .rules.phases.trading import spawn
from .rules.state import State
from .settings import BY_LEVEL, check, settings_of
from .settings import Settings as Settings  # the server finds it here too

DYNAMIC = {"none": 0, "origin": 1, "all": 2}


def side_of(options: Settings, seats: int) -> int:
    """DUN-010, DUN-272"""
    if options.map is not None:
        return load(options.map).side
    if options.map_side != "auto":
        return options.map_side
    return 15 if seats < 10 else 20 if seats < 20 else 35


def form_of(setup: Setup) -> str:
    seats = len(setup.seats)
    small = seats <= t.SMALL_SEATS and side_of(settings_of(setup), seats) <= t.SMALL_SIDE
    return SMALL if small else LARGE


def start(setup: Setup) -> State:
    """The first state: round 1, everybody may command. DUN-007, DUN-008, DUN-153"""
    options = settings_of(setup)
    seats = len(setup.seats)
    check(options)
    g: State = new(State, form_of(setup))
    g.seed = setup.seed % 2**64
    g.seats = seats
    g.side = side_of(options, seats)
    put_settings(g, options)
    if options.map is not None:
        put_world(g, load(options.map))
    else:
        draw_world(g, options.stations_per_player, options.desert_factor, options.keep_connected, options.patch_cells)
    mark_world(g, options.marks, options.keep_connected)
    for seat in range(1, seats + 1):
        player = g.players[seat]
        player.money = player.balance = player.top_money = options.start_money
    g.round_no = 1
    for seat in range(1, seats + 1):
        for _ in range(options.start_robots):
            spawn(g, seat, 0)
    meet(g)
    disperse(g)
    g.event_count = g.events_lost = 0
    return g


def put_settings(g: State, options: Settings) -> None:
    g.max_rounds = options.max_rounds
    g.round_ms = g.next_round_ms = options.round_ms
    g.early_close = g.next_early_close = int(options.early_close)
    g.robot_limit = min(t.OWN_MAX, len(g.robots) // g.seats)  # DUN-241
    g.start_money = options.start_money
    g.open = int(options.visibility == "open")
    for name in (
        "show_coordinates", "block_affects_own", "trade_anywhere", "spawn_anywhere", "respawn_when_wiped",
        "item_round_adjust", "mining_multiplier", "mining_weight", "attack_multiplier", "attack_weight",
        "movement_multiplier", "block_base", "block_percent", "patch_amount", "economy_window", "score_kill",
        "score_loss", "score_damage", "score_trade_cap",
    ):  # fmt: skip
        setattr(g, name, int(getattr(options, name)))
    g.recharge_multiplier = options.station_recharge_multiplier
    g.dynamic_prices = DYNAMIC[options.dynamic_prices]
    g.mining_by_kind = int(options.mining_energy == "resource")
    each = g.seats if options.economy_scale == "per_player" else 1
    g.demand, g.stock = options.resource_demand * each, options.item_stock * each  # DUN-148
    g.repair = options.repair_swarm
    g.item_damage[t.ROCKET] = options.rocket_damage
    g.item_damage[t.BOMBARDMENT] = options.bombardment_damage
    g.item_damage[t.SELF_DESTRUCTION] = options.self_destruction_damage
    g.item_damage[t.NUKE] = options.nuke_damage
    for stat, name in enumerate(BY_LEVEL):
        for level in range(t.LEVELS):
            g.by_level[stat][level] = getattr(options, name)[level] if name else level
    for gravity in range(3):
        g.gravity_cost[gravity + 1] = options.gravity_cost[gravity]
    for kind in range(t.KINDS):
        g.base_resource_prices[kind] = g.resource_prices[kind] = options.resource_prices[kind]
        g.score_weights[kind] = options.score_weights[kind]
    base = [options.robot_price, *options.restoration_prices, *options.item_prices]
    base += options.upgrade_prices * t.STATS
    for article, price in enumerate(base):
        g.base_prices[article] = g.prices[article] = price
