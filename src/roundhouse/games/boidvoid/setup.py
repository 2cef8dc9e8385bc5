"""The first state of a game, with its map and units."""

from ...core.game import Setup
from ...core.schema import LARGE, SMALL, new
from ...core.settings import SetupError
from .map_generator import base_radius_of, lay, plan, radius_of
from .maps.placement import captured_in, closest_homes, lay_file
from .rules import tables as t
from .rules.phases.destruction import top_up
from .rules.phases.stats import battery_max
from .rules.phases.tile_work import own
from .rules.phases.turns import begin_turn
from .rules.phases.units import put
from .rules.state import State
from .settings import Settings, check, is_live, is_season, map_of, settings_of


def form_of(setup: Setup) -> str:
    options = settings_of(setup)
    radius = options.map_radius if options.map_radius != "auto" else 0
    small = options.mode == "match" and options.teams * options.ships_per_team <= t.MATCH_PLAYERS and radius <= 15
    return SMALL if small else LARGE


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
