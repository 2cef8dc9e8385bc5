"""What can be set for a game, and the time of a round."""

from itertools import pairwise
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ...core.game import Pace, Setup
from ...core.settings import bad_settings
from .rules import tables as t
from .rules.state import State

Level = Annotated[int, Meta(ge=0, le=30000)]
Levels = Annotated[tuple[Level, ...], Meta(min_length=t.LEVELS, max_length=t.LEVELS)]
Price = Annotated[int, Meta(ge=1, le=1_000_000)]
Share = Annotated[int, Meta(ge=0, le=100)]
Weight = Annotated[int, Meta(ge=-1000, le=1000)]
Mark = Annotated[str, Meta(pattern=r"^\d{1,2},\d{1,2} (deserted|existing)$")]


class Settings(Struct, frozen=True, kw_only=True):
    """DUN-251 gives the ranges that the table of settings leaves open."""

    max_rounds: Annotated[int, Meta(ge=1, le=10000, description="the game ends after this round")] = 200
    round_ms: Annotated[
        int, Meta(ge=2000, le=3_600_000, description="length of a round: three quarters to command, one to execute")
    ] = 60000
    early_close: Annotated[bool, Meta(description="a round is executed as soon as everybody is done")] = False
    start_money: Annotated[int, Meta(ge=0, le=100_000, description="what every player has at the start")] = 200
    start_robots: Annotated[int, Meta(ge=0, le=20, description="robots that every player gets for nothing")] = 0
    robot_price: Annotated[int, Meta(ge=1, le=10000, description="what a robot costs at first")] = 100
    storage: Annotated[Levels, Meta(description="room for cargo by level")] = (20, 50, 100, 200, 400, 1000)
    health: Annotated[Levels, Meta(description="most health by level")] = (10, 25, 50, 100, 200, 500)
    damage: Annotated[Levels, Meta(description="damage of an attack by level")] = (1, 2, 5, 10, 20, 50)
    mining_speed: Annotated[Levels, Meta(description="units mined in a round by level")] = (2, 5, 10, 15, 20, 40)
    max_energy: Annotated[Levels, Meta(description="most energy by level")] = (20, 30, 40, 60, 100, 200)
    energy_regen: Annotated[Levels, Meta(description="energy regained in a round by level")] = (4, 6, 8, 10, 15, 20)
    upgrade_prices: Annotated[
        tuple[Price, ...], Meta(min_length=5, max_length=5, description="of an upgrade to level 1 to 5")
    ] = (50, 300, 1500, 4000, 15000)
    item_prices: Annotated[
        tuple[Price, ...], Meta(min_length=t.ITEMS, max_length=t.ITEMS, description="in the order of the items' codes")
    ] = (40, 80, 60, 80, 90, 210)
    restoration_prices: Annotated[
        tuple[Price, ...], Meta(min_length=2, max_length=2, description="of HEALTH and ENERGY, per level + 1")
    ] = (50, 75)
    resource_prices: Annotated[
        tuple[Price, ...],
        Meta(min_length=t.KINDS, max_length=t.KINDS, description="of coal, iron, gem, gold and platin"),
    ] = (5, 15, 30, 50, 60)
    rocket_damage: Annotated[Level, Meta(description="damage of a rocket")] = 5
    bombardment_damage: Annotated[Level, Meta(description="damage of a long range bombardment")] = 10
    self_destruction_damage: Annotated[Level, Meta(description="damage of a self-destruction to the others")] = 20
    nuke_damage: Annotated[Level, Meta(description="damage of a nuke")] = 100
    repair_swarm: Annotated[Level, Meta(description="what a repair swarm heals")] = 20
    gravity_cost: Annotated[
        tuple[Share, ...], Meta(min_length=3, max_length=3, description="energy to leave an easy, medium, hard planet")
    ] = (1, 2, 3)
    block_base: Annotated[Share, Meta(description="energy of blocking, to which a share is added")] = 2
    block_percent: Annotated[Share, Meta(description="share of the most energy that blocking costs")] = 10
    mining_multiplier: Annotated[Share, Meta(description="energy of mining: this times (level + weight)")] = 1
    mining_weight: Annotated[Share, Meta(description="see mining_multiplier")] = 1
    attack_multiplier: Annotated[Share, Meta(description="energy of an attack: this times (level + weight)")] = 1
    attack_weight: Annotated[Share, Meta(description="see attack_multiplier")] = 1
    movement_multiplier: Annotated[Share, Meta(description="energy of a move: this times the gravity cost")] = 1
    block_affects_own: Annotated[bool, Meta(description="a blockade holds the blocker's own robots too")] = True
    station_recharge_multiplier: Annotated[
        int, Meta(ge=1, le=4, description="regeneration on a station is so many times as strong")
    ] = 1
    economy_window: Annotated[int, Meta(ge=1, le=t.WINDOW_MAX, description="rounds whose trades make prices")] = 5
    resource_demand: Annotated[int, Meta(ge=1, le=10000, description="units sold in a window at the full price")] = 10
    item_stock: Annotated[int, Meta(ge=1, le=10000, description="articles bought in a window at the base price")] = 10
    economy_scale: Annotated[
        Literal["flat", "per_player"], Meta(description="whether demand and stock are for all together or for each")
    ] = "per_player"
    item_round_adjust: Annotated[bool, Meta(description="items become dearer as rounds go by")] = True
    dynamic_prices: Annotated[Literal["all", "origin", "none"], Meta(description="which prices move")] = "all"
    trade_anywhere: Annotated[bool, Meta(description="no station is needed to buy and sell")] = False
    spawn_anywhere: Annotated[bool, Meta(description="robots appear on any planet")] = False
    mining_energy: Annotated[
        Literal["level", "resource"], Meta(description="whether the energy of mining goes by level or by kind")
    ] = "level"
    map: Annotated[
        Annotated[str, Meta(max_length=20_000)] | None,
        Meta(description="a map made by hand instead of a drawn one: the key of a shipped one, or its text"),
    ] = None
    map_side: Annotated[
        Annotated[int, Meta(ge=5, le=t.SIDE_MAX)] | Literal["auto"],
        Meta(description="planets along a side of the map; auto: by the number of players"),
    ] = "auto"
    stations_per_player: Annotated[int, Meta(ge=1, le=8, description="space stations for every player")] = 2
    desert_factor: Annotated[
        Annotated[int, Meta(ge=0, le=3)] | Literal["drawn"],
        Meta(description="tenths of the map without a planet; drawn: 1 to 3"),
    ] = "drawn"
    keep_connected: Annotated[bool, Meta(description="every planet can be reached from every other")] = True
    patch_cells: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=10000)], ...],
        Meta(min_length=t.KINDS, max_length=t.KINDS, description="cells of the map for one patch of coal, iron, ..."),
    ] = (20, 30, 40, 50, 60)
    patch_amount: Annotated[int, Meta(ge=1, le=1_000_000, description="units of a full patch")] = 10000
    visibility: Annotated[
        Literal["fair", "open"], Meta(description="fair: everybody knows what its robots saw; open: everything")
    ] = "fair"
    show_coordinates: Annotated[bool, Meta(description="known planets have their place on the map")] = True
    score_kill: Annotated[Weight, Meta(description="points for a kill")] = 10
    score_loss: Annotated[Weight, Meta(description="points for a lost robot")] = -10
    score_damage: Annotated[Weight, Meta(description="points for a point of damage")] = 1
    score_trade_cap: Annotated[int, Meta(ge=0, le=1000, description="most points for one trade")] = 25
    score_weights: Annotated[
        tuple[Share, ...], Meta(min_length=t.KINDS, max_length=t.KINDS, description="points for a unit mined, by kind")
    ] = (1, 2, 3, 4, 5)
    respawn_when_wiped: Annotated[
        bool, Meta(description="who has neither robots nor money for one gets the start money again")
    ] = False
    marks: Annotated[
        tuple[Mark, ...], Meta(max_length=200, description="planets the organiser takes away or adds: 3,4 deserted")
    ] = ()


PRESETS: dict[str, dict[str, Any]] = {
    "standard": {},
    # The generation that the rules come from, with its own market: demand for all together, fixed upgrades.
    "msd-2022": {"economy_scale": "flat", "dynamic_prices": "origin", "visibility": "open"},
    # DUN-232
    "msd-2023": {
        "start_money": 500,
        "trade_anywhere": True,
        "spawn_anywhere": True,
        "dynamic_prices": "none",
        "mining_energy": "resource",
    },
}
BY_LEVEL = ("storage", "health", "damage", "mining_speed", "", "max_energy", "energy_regen")  # by stat


def settings_of(setup: Setup) -> Settings:
    return msgspec.convert(setup.settings, Settings)


def window_ms(setup: Setup) -> int | None:
    """The time to command: three quarters of a round. DUN-116"""
    return collecting_ms(settings_of(setup).round_ms)


def collecting_ms(round_ms: int) -> int:
    return round_ms * 3 // 4


def pace(setup: Setup, g: State) -> Pace:
    """The time of the round that begins with this state. The quarter for execution passes before it, while the round
    before is shown; with `early_close` only people need time to see it. DUN-116, DUN-117, DUN-242"""
    collecting = collecting_ms(g.round_ms)
    if g.early_close:
        return Pace(window_ms=collecting, shown_ms=min(SHOWN_MS, g.round_ms - collecting))
    return Pace(window_ms=collecting, least_ms=collecting, shown_ms=g.round_ms - collecting, always=True)


SHOWN_MS = 1500


def check_setup(setup: Setup) -> None:
    check(settings_of(setup))


def check(options: Settings) -> None:
    """What the ranges alone do not say: values by level are increasing. DUN-251"""
    for name in BY_LEVEL:
        values = getattr(options, name) if name else []
        if any(low >= high for low, high in pairwise(values)):
            raise bad_settings(name, values, "six numbers that increase", "DUN-251")
    if options.health[0] < 1:
        raise bad_settings("health", options.health, "at least 1, or a robot would be destroyed at once", "DUN-251")
