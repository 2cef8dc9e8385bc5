"""How a game starts: settings, the first state with its map and units, and the time of a turn."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ...core.game import Pace, Setup
from ...core.schema import LARGE, SMALL, new
from ...core.settings import SetupError, bad_settings
from .rules import tables as t
from .maps import MapFile, captured_in, closest_homes, lay_file, load
from .rules.phases.destruction import top_up
from .rules.phases.stats import battery_max
from .rules.phases.turns import begin_turn
from .rules.phases.units import put
from .rules.phases.tile_work import own
from .rules.state import State
from .map_generator import base_radius_of, check_teams, lay, plan, radius_of

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
    """A map file has a home for every team that plays on it, unless fewer are asked for. Raises SetupError."""
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


def form_of(setup: Setup) -> str:
    options = settings_of(setup)
    radius = options.map_radius if options.map_radius != "auto" else 0
    small = options.mode == "match" and options.teams * options.ships_per_team <= t.MATCH_PLAYERS and radius <= 15
    return SMALL if small else LARGE


def pace(setup: Setup, g: State) -> Pace:
    """In a match the turn ends as soon as everybody is done; in live turns it lasts its time, and nothing is taken near
    its end. BOI-014, BOI-218, BOI-219"""
    options = settings_of(setup)
    window_ms = turn_ms(options)
    if not is_live(options):
        return Pace(window_ms)
    return Pace(window_ms, least_ms=window_ms, lock_ms=options.lock_seconds * 1000)


def is_live(options: Settings) -> bool:
    return options.turn_mode == "live" or (options.turn_mode == "auto" and is_season(options))


def check(options: Settings) -> None:
    """What the ranges alone do not say."""
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


def start(setup: Setup) -> State:
    """The first state: turn 1 has begun. BOI-047 to BOI-051"""
    options = settings_of(setup)
    check(options)
    g: State = new(State, form_of(setup))
    g.seed = setup.seed % 2**64
    g.seats = len(setup.seats)
    g.teams = options.teams
    put_settings(g, options)
    homes, npcs, bases, captured = lay_map(g, options)
    put_players(g, options)
    put_units(g, options, homes, npcs)
    for tile in range(len(g.tile_kind)):
        g.tile_count += g.tile_kind[tile] != t.VOID and g.obstacle[tile] == 0
    for team, base in enumerate(bases, 1):
        for tile in base:
            own(g, tile, team)
    for tile, team in captured:
        if g.owner[tile] == 0 and team <= g.teams:
            own(g, tile, team)
    put_ships(g, options, bases)
    g.turn_no = g.round_no = 0
    begin_turn(g)
    return g


Laid = tuple[list[int], list[int], list[list[int]], list[tuple[int, int]]]  # homes, NPCs, bases, captured tiles


def lay_map(g: State, options: Settings) -> Laid:
    base = base_radius_of(options.ships_per_team, options.base_radius)
    if options.map is not None:
        made = map_of(options)
        homes, npcs, bases = lay_file(g, made, base)
        if closest_homes(g.side, homes) < 2 * base + 1:
            raise SetupError("bad_map", "map", f"homes are too near for bases of radius {base}.", "BOI-045")
        return homes, npcs, bases, captured_in(made, g.side)
    most = 15 if options.mode == "match" else 24
    radius = radius_of(options.teams, options.ships_per_team, base, options.map_radius, most)
    drawn = plan(
        g.seed, radius, base, options.teams, options.obstacle_percent, options.poi_per_team, options.npc_per_team,
        options.tile_weights,
    )  # fmt: skip
    return *lay(g, drawn), []


def map_of(options: Settings) -> MapFile:
    """The map file of a game that has one. Raises SetupError."""
    made = load(options.map or "")
    most = t.MATCH_SIDE if options.mode == "match" else t.SEASON_SIDE
    if max(made.width, made.height) > most:
        raise SetupError("bad_map", "map", f"in this mode a map has at most {most} columns and lines.", "BOI-043")
    if len(made.homes) < options.teams:
        raise SetupError("bad_map", "map", f"the map has homes for {len(made.homes)} teams only.", "BOI-045")
    return made


def put_players(g: State, options: Settings) -> None:
    """Teams of players, with roles and inventories. BOI-017, BOI-018, BOI-051"""
    ships = options.ships_per_team
    g.player_count = g.teams * ships
    granted = [t.TEMPLATE_KEYS.index(key) for key in options.starting_inventory]
    by_ledger = options.inventory_mode == "ledger" or (options.inventory_mode == "auto" and is_season(options))
    for n in range(g.player_count):
        player = g.players[n]
        player.team, player.place = n // ships + 1, n % ships + 1
        player.seat = player.team if g.by_team else n + 1
        player.role = min(player.place, t.TROOPER)
        player.ratio = options.ratio_default
        stakes = options.powered_stakes
        player.stake = stakes[n] if n < len(stakes) else options.default_powered_stake
        for item, template in enumerate([] if by_ledger else granted):
            player.item_templates[item] = template
            player.item_states[item] = t.ITEM_FREE
            player.item_burnable[item] = 1
        g.seat_team[player.seat] = player.team
    for number in range(1, g.teams + 1):
        team = g.team_list[number]
        team.first, team.size_of = (number - 1) * ships, ships


def put_units(g: State, options: Settings, homes: list[int], npcs: list[int]) -> None:
    """All units with their ids; none is on the map yet. BOI-007, BOI-050"""
    if len(npcs) > len(g.units) - g.player_count - t.TEAMS_MAX:
        raise SetupError("bad_map", "map", "there are too many space pirates.", "BOI-045")
    kinds = [t.SPACESHIP] * g.player_count + [t.MOTHERSHIP] * g.teams + [t.NPC] * len(npcs)
    g.unit_count, g.npc_count, g.serials = len(kinds), len(npcs), len(kinds)
    for index, kind in enumerate(kinds):
        unit = g.units[index]
        unit.kind, unit.tile, unit.home = kind, -1, -1
        if kind == t.SPACESHIP:
            unit.team, unit.template = g.players[index].team, t.STANDARD_SHIP
        elif kind == t.MOTHERSHIP:
            unit.team, unit.template = index - g.player_count + 1, t.STANDARD_MOTHERSHIP
        unit.ap = options.ap_start
        unit.health = 0
    for number, home in enumerate(homes, 1):
        g.team_list[number].home = home
    for n, tile in enumerate(npcs):
        index = g.player_count + g.teams + n
        g.units[index].home = tile
        top_up(g, index)
        put(g, index + 1, tile)
    for n in range(g.player_count):
        player = g.players[n]
        player.battery = (battery_max(g, n) * options.battery_start_percent + 50) // 100


def put_ships(g: State, options: Settings, bases: list[list[int]]) -> None:
    """Mothership on the home tile, ships on the next tiles of the base. BOI-048, BOI-049, BOI-305"""
    if options.initial_spawn == "manual":
        return
    for number, base in enumerate(bases, 1):
        team = g.team_list[number]
        mothership = g.player_count + number - 1
        top_up(g, mothership)
        put(g, mothership + 1, team.home)
        free = [tile for tile in base if tile != team.home and g.standing[tile] == 0]
        for place, tile in enumerate(free[: team.size_of]):
            top_up(g, team.first + place)
            put(g, team.first + place + 1, tile)


def put_settings(g: State, options: Settings) -> None:
    season = is_season(options)
    g.season, g.by_team, g.live = int(season), int(options.seat_model == "team"), int(is_live(options))
    limit = options.turn_limit
    g.turn_limit = (0 if season else 60) if limit == "auto" else limit
    g.early_end = int(not season if options.early_end == "auto" else options.early_end)
    for name in (
        "actions_per_turn", "orders_per_turn", "missed_turns_automode", "move_cost", "move_cost_min", "capture_turns",
        "enemy_capture_factor", "capture_needs_mothership", "ap_max", "ap_start", "superstructure_radius",
        "superstructure_max_level", "battery_divisor", "battery_min", "battery_cap", "battery_recharge", "ratio_min",
        "ratio_max", "counterattack", "crit_chance_limit", "mothership_counterattack", "enemy_battery_visible",
        "swarm_max_ships", "npc_aggro", "npc_leash", "boost_slots", "boost_stake_percent",
    ):  # fmt: skip
        setattr(g, name, int(getattr(options, name)))
    g.deplete_on_defense = int(options.deplete_battery_on_defense)
    g.distribution = t.DISTRIBUTIONS.index(options.damage_distribution)
    g.linear = int(options.battery_formula == "linear")
    g.maintenance_every = options.maintenance_every_turns
    kinds = ((t.SPACESHIP, options.spaceship), (t.MOTHERSHIP, options.mothership), (t.NPC, options.npc),
             (t.SUPERSTRUCTURE, options.superstructure))  # fmt: skip
    for kind, stats in kinds:
        for stat, name in enumerate(t.STAT_NAMES):
            g.base_stats[kind, stat] = getattr(stats, name)
    g.template_count = len(t.TEMPLATE_KEYS)
    for template, schema in enumerate(t.TEMPLATE_SCHEMAS):
        g.schema_of[template] = schema
        g.turns_of[template] = t.TEMPLATE_TURNS[template]
        for mod, value in t.TEMPLATE_MODS.get(template, {}).items():
            g.mods[template, mod] = value
        for which, value in t.TEMPLATE_FIELDS.get(template, {}).items():
            g.fields[template, which] = value
    for kind, values in enumerate(t.TILE_FIELDS):
        for which, value in enumerate(values):
            g.tile_fields[kind, which] = value
    for kind, values in enumerate(t.POI_FIELDS):
        for which, value in enumerate(values):
            g.poi_fields[kind, which] = value
