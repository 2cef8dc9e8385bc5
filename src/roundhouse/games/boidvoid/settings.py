"""What can be set for a game, how many seats it has, and the time of a turn."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ...core.game import Pace, Setup
from ...core.settings import SetupError, bad_settings
from .map_generator import check_teams
from .maps import MapFile, load
from .rules import tables as t
from .rules.state import State

Stat = Annotated[int, Meta(ge=0, le=1000)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Turns = Annotated[int, Meta(ge=0, le=100)]


class Stats(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base stats of one kind of unit; templates and boosts add to them."""

    attack: Stat = 10
    defense: Stat = 10
    health: Annotated[int, Meta(ge=1, le=10000)] = 100
    crit_chance: Percent = 10
    crit_value: Annotated[int, Meta(ge=0, le=500)] = 50
    range: Annotated[int, Meta(ge=0, le=10)] = 2
    ap_recharge: Annotated[int, Meta(ge=0, le=200)] = 9
    respawn_turns: Turns = 5
    swarm_join_turns: Annotated[int, Meta(ge=0, le=10)] = 0


class Settings(Struct, frozen=True, kw_only=True):
    mode: Annotated[Literal["match", "season"], Meta(description="a match of its own, or a game of a season")] = "match"
    teams: Annotated[int, Meta(ge=2, le=t.TEAMS_MAX, description="number of teams")] = 2
    ships_per_team: Annotated[
        int, Meta(ge=1, le=t.PLAYERS_MAX // 2, description="spaceships of every team, in a match at most 8")
    ] = 3
    seat_model: Annotated[
        Literal["player", "team"], Meta(description="whether a seat is one ship or commands a whole team")
    ] = "player"
    turn_limit: Annotated[
        Annotated[int, Meta(ge=5, le=t.TURNS_MAX)] | Literal[0, "auto"],
        Meta(description="the game ends after this turn; 0: with its season; auto: 60, in a season 0"),
    ] = "auto"
    turn_mode: Annotated[
        Literal["sealed", "live", "auto"],
        Meta(description="orders are executed together, or each when it arrives; auto: sealed, in a season live"),
    ] = "auto"
    turn_seconds: Annotated[
        Annotated[int, Meta(ge=1, le=604_800)] | Literal["auto"],
        Meta(description="length of a turn; auto: 30, in a season 3600"),
    ] = "auto"
    lock_seconds: Annotated[int, Meta(ge=0, le=60, description="in live turns nothing is taken so near the end")] = 5
    actions_per_turn: Annotated[int, Meta(ge=1, le=10, description="unit actions of a unit in a turn")] = 1
    orders_per_turn: Annotated[int, Meta(ge=1, le=t.ORDERS, description="orders of a player in a sealed turn")] = 16
    early_end: Annotated[
        bool | Literal["auto"], Meta(description="the game ends when it is decided; auto: in a match")
    ] = "auto"
    initial_spawn: Annotated[
        Literal["auto", "manual"], Meta(description="whether ships begin on the map or are spawned in turn 1")
    ] = "auto"
    missed_turns_automode: Annotated[
        Turns, Meta(description="after so many turns without an order automode begins; 0: never")
    ] = 0
    map: Annotated[
        Annotated[str, Meta(max_length=500_000)] | None,
        Meta(description="a map file instead of a generated map: the key of a shipped one, or its text"),
    ] = None
    map_radius: Annotated[
        Annotated[int, Meta(ge=4, le=24)] | Literal["auto"], Meta(description="radius of a generated map")
    ] = "auto"
    base_radius: Annotated[
        Annotated[int, Meta(ge=1, le=3)] | Literal["auto"], Meta(description="radius of the teams' bases")
    ] = "auto"
    obstacle_percent: Annotated[int, Meta(ge=0, le=25, description="share of tiles with an obstacle")] = 8
    poi_per_team: Annotated[int, Meta(ge=0, le=6, description="points of importance for every team")] = 2
    npc_per_team: Annotated[int, Meta(ge=0, le=6, description="space pirates for every team")] = 1
    tile_weights: Annotated[
        tuple[Percent, ...],
        Meta(min_length=5, max_length=5, description="shares of clear, asteroid field, nebula, conduit and planet"),
    ] = (60, 15, 10, 10, 5)
    move_cost: Annotated[int, Meta(ge=1, le=20, description="action points to enter a tile")] = 3
    move_cost_min: Annotated[int, Meta(ge=1, le=5, description="the least it can cost")] = 1
    capture_turns: Annotated[int, Meta(ge=1, le=20, description="turns to capture a tile")] = 2
    enemy_capture_factor: Annotated[int, Meta(ge=1, le=5, description="so many times as long for another team's")] = 2
    capture_needs_mothership: Annotated[bool, Meta(description="no captures without the mothership")] = True
    ap_max: Annotated[int, Meta(ge=1, le=200, description="most action points of a unit")] = 24
    ap_start: Annotated[int, Meta(ge=0, le=200, description="action points at the start")] = 0
    superstructure_radius: Annotated[int, Meta(ge=0, le=2, description="how far superstructures help their team")] = 0
    superstructure_max_level: Annotated[int, Meta(ge=1, le=10, description="their highest level")] = 3
    spaceship: Annotated[Stats, Meta(description="base stats of spaceships")] = Stats()
    mothership: Annotated[Stats, Meta(description="base stats of motherships")] = Stats(
        attack=15, defense=30, health=300, crit_chance=0, crit_value=0, ap_recharge=6
    )
    superstructure: Annotated[Stats, Meta(description="base stats of superstructures")] = Stats(
        attack=25, defense=20, health=250, crit_chance=0, crit_value=0, ap_recharge=0, respawn_turns=0
    )
    npc: Annotated[Stats, Meta(description="base stats of space pirates")] = Stats(
        attack=30, health=80, crit_chance=5, range=1, ap_recharge=6, respawn_turns=10
    )
    power_source: Annotated[
        Literal["embedded", "ledger", "http"], Meta(description="where powered stakes come from; a match: embedded")
    ] = "embedded"
    default_powered_stake: Annotated[int, Meta(ge=0, le=t.STAKE_MAX, description="powered stake of every player")] = (
        10000
    )
    powered_stakes: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=t.STAKE_MAX)], ...],
        Meta(max_length=t.PLAYERS_MAX, description="powered stakes of single players, in their order"),
    ] = ()
    battery_formula: Annotated[Literal["sqrt", "linear"], Meta(description="from the stake to the battery")] = "sqrt"
    battery_divisor: Annotated[int, Meta(ge=1, le=10**9, description="of the linear formula")] = 100
    battery_min: Annotated[int, Meta(ge=0, le=1000, description="the smallest maximum")] = 10
    battery_cap: Annotated[int, Meta(ge=1, le=100_000, description="the largest maximum")] = 1000
    battery_start_percent: Annotated[Percent, Meta(description="how full batteries are at the start")] = 100
    battery_recharge: Annotated[int, Meta(ge=0, le=1000, description="what a battery regains in a turn")] = 20
    ratio_min: Annotated[Percent, Meta(description="least share of the battery for attacks")] = 10
    ratio_max: Annotated[Percent, Meta(description="largest share of the battery for attacks")] = 90
    ratio_default: Annotated[Percent, Meta(description="that share at the start")] = 50
    maintenance_every_turns: Annotated[
        int, Meta(ge=0, le=1000, description="turns between two looks at the stakes; 0: once, at the start")
    ] = 0
    counterattack: Annotated[bool, Meta(description="targets strike back")] = True
    deplete_battery_on_defense: Annotated[bool, Meta(description="shields are used up whole")] = False
    damage_distribution: Annotated[
        Literal["stronger_first", "weak_first", "random", "spread"], Meta(description="who is hit first in a swarm")
    ] = "stronger_first"
    crit_chance_limit: Annotated[Percent, Meta(description="the highest chance of a critical hit")] = 50
    mothership_counterattack: Annotated[bool, Meta(description="motherships strike back")] = True
    enemy_battery_visible: Annotated[bool, Meta(description="batteries and ratios are known to all")] = False
    swarm_max_ships: Annotated[int, Meta(ge=0, le=1000, description="ships of a swarm; 0: no limit")] = 0
    npc_aggro: Annotated[int, Meta(ge=0, le=20, description="how far pirates look for targets")] = 4
    npc_leash: Annotated[int, Meta(ge=0, le=20, description="how far they go from home")] = 3
    inventory_mode: Annotated[
        Literal["granted", "ledger", "auto"],
        Meta(description="items for this game alone, or what players own; auto: granted, in a season ledger"),
    ] = "auto"
    starting_inventory: Annotated[
        tuple[Annotated[str, Meta(max_length=40)], ...],
        Meta(max_length=16, description="templates of which every player gets an item"),
    ] = ("ss-relay", "boost-overcharge")
    boost_slots: Annotated[int, Meta(ge=0, le=t.BOOSTS, description="active boosts of a unit")] = 2
    boost_stake_percent: Annotated[Percent, Meta(description="how much of a boost works while it is only staked")] = 50


PRESETS: dict[str, dict[str, Any]] = {
    "standard": {"seat_model": "team"},
    "crew": {},  # one seat for every ship
    "three": {"seat_model": "team", "teams": 3, "ships_per_team": 2},
    "season": {"mode": "season"},
}


def settings_of(setup: Setup) -> Settings:
    return msgspec.convert(setup.settings, Settings)


def is_season(options: Settings) -> bool:
    return options.mode == "season"


def in_season(settings: Mapping[str, Any]) -> bool:
    return settings.get("mode") == "season"


def turn_ms(options: Settings) -> int:
    """BOI-014"""
    if options.turn_seconds == "auto":
        return 3_600_000 if is_season(options) else 30_000
    return options.turn_seconds * 1000


def window_ms(setup: Setup) -> int | None:
    return turn_ms(settings_of(setup))


def seats_of(values: Mapping[str, Any]) -> int:
    """How many seats a game with these settings has. BOI-024"""
    teams = int(values["teams"])
    return teams if values["seat_model"] == "team" else teams * int(values["ships_per_team"])


def expand(settings: Mapping[str, Any]) -> Mapping[str, Any]:
    """Adds the number of teams from a map file's homes, unless fewer are asked for. Raises SetupError."""
    chosen = settings.get("map")
    if not isinstance(chosen, str) or "teams" in settings:
        return settings
    return {"teams": len(load(chosen).homes)} | dict(settings)


def sized(preset: str | None, asked: Mapping[str, Any], seats: int) -> Mapping[str, Any]:
    """Settings with as many seats as there are players: teams, or ships of the teams that are asked for."""
    known: dict[str, Any] = {"seat_model": "player", "teams": 2} | PRESETS.get(preset or "standard", {}) | dict(asked)
    if known["seat_model"] == "team":
        return {"teams": seats} | dict(asked)
    teams = known["teams"]
    fits = isinstance(teams, int) and teams > 0 and seats % teams == 0
    return ({"ships_per_team": seats // teams} if fits else {}) | dict(asked)


def pace(setup: Setup, g: State) -> Pace:
    """In a match the turn ends as soon as everybody is done; a live turn lasts its full time, and near its end no order
    is accepted. BOI-014, BOI-218, BOI-219"""
    options = settings_of(setup)
    window_ms = turn_ms(options)
    if not is_live(options):
        return Pace(window_ms)
    return Pace(window_ms, least_ms=window_ms, lock_ms=options.lock_seconds * 1000)


def is_live(options: Settings) -> bool:
    return options.turn_mode == "live" or (options.turn_mode == "auto" and is_season(options))


def check_setup(setup: Setup) -> None:
    check(settings_of(setup))


def check(options: Settings) -> None:
    """Checks beyond the ranges of single settings."""
    if options.mode == "match":
        if options.ships_per_team > t.MATCH_SHIPS:
            raise bad_settings("ships_per_team", options.ships_per_team, f"1 to {t.MATCH_SHIPS} in a match", "BOI-016")
        if options.turn_limit == 0:
            raise bad_settings("turn_limit", 0, "5 to 1000 in a match", "BOI-258")
        if options.power_source != "embedded":
            raise bad_settings("power_source", options.power_source, "embedded in a match", "BOI-086")
        if options.map_radius != "auto" and options.map_radius > 15:
            raise bad_settings("map_radius", options.map_radius, "4 to 15 in a match", "BOI-032")
    if options.teams * options.ships_per_team > t.PLAYERS_MAX:
        raise bad_settings("ships_per_team", options.ships_per_team, f"at most {t.PLAYERS_MAX} ships in all", "BOI-016")
    if sum(options.tile_weights) != 100:
        raise bad_settings("tile_weights", options.tile_weights, "five shares that add up to 100", "BOI-042")
    if not options.ratio_min <= options.ratio_default <= options.ratio_max:
        raise bad_settings("ratio_default", options.ratio_default, "between ratio_min and ratio_max", "BOI-082")
    if is_live(options) and options.lock_seconds * 1000 >= turn_ms(options):
        raise bad_settings("lock_seconds", options.lock_seconds, "less than turn_seconds", "BOI-218")
    for key in options.starting_inventory:
        if key not in t.TEMPLATE_KEYS[1:]:
            raise bad_settings("starting_inventory", key, "one of " + ", ".join(t.TEMPLATE_KEYS[1:]), "BOI-051")
    if options.map is None:
        check_teams(options.teams)
    else:
        map_of(options)


def map_of(options: Settings) -> MapFile:
    """The map file of a game that has one. Raises SetupError."""
    made = load(options.map or "")
    most = t.MATCH_SIDE if options.mode == "match" else t.SEASON_SIDE
    if max(made.width, made.height) > most:
        raise SetupError("bad_map", "map", f"in this mode a map has at most {most} columns and lines.", "BOI-043")
    if len(made.homes) < options.teams:
        raise SetupError("bad_map", "map", f"the map has homes for {len(made.homes)} teams only.", "BOI-045")
    return made
