"""A state made from what a seat is shown: enough to ask the real rules about the effect of an order.

What a seat may not know is not in it: other teams' batteries are empty and their action points 0, and there is no seed,
so that nothing random can be predicted."""

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UnsetType

from ...core.game import Setup
from ...core.schema import LARGE, SMALL, clone, new
from .actions import Action, row_of
from .rules import tables as t
from .rules.phases.orders import check_order, count_action, execute, unit_of
from .rules.state import State
from .settings import Settings, settings_of
from .setup import put_settings
from .view import ITEM_WORDS, BoostView, OwnView, UnitView, View

NOTHING = -1
FEW_EVENTS = 64  # nobody reads the events
SPARE = 16  # minimum room for superstructures


def seen(view: Any) -> View:
    """A view in any form: typed in this process, plain dictionaries from elsewhere."""
    return view if isinstance(view, View) else msgspec.convert(view, View)


def imagine(view: View, setup: Setup) -> State:
    """The state behind a view."""
    options = settings_of(setup)
    mobile = sum(unit.kind != "swarm" for unit in view.units)
    g: State = clone(empty(form_for(view, setup), len(view.players), mobile, len(view.structures) // SPARE + 1))
    g.seats, g.teams, g.side = len(setup.seats), options.teams, view.side
    g.turn_no = g.round_no = view.turn
    g.reason = int(view.phase == "over")
    put_settings(g, options)
    put_tiles(g, view)
    put_players(g, view, options)
    for unit in view.units:
        if unit.kind == "swarm":
            put_swarm(g, unit)
        else:
            put_unit(g, unit)
    for one in view.structures:
        put_structure(g, one)
    if not isinstance(view.you, UnsetType):
        put_items(g, view.you)
    return g


@lru_cache(maxsize=16)
def empty(form: str, players: int, mobile: int, structures: int) -> State:
    """An empty state with little more room than is needed: it is copied for every question."""
    g: State = new(State, form)
    g.events = g.events[:FEW_EVENTS]
    g.units, g.players, g.swarms = g.units[:mobile], g.players[:players], g.swarms[:players]
    g.structures = g.structures[: structures * SPARE + players]  # room for new ones
    return g


def form_for(view: View, setup: Setup) -> str:
    """The small form for everything that fits into it, even in a season: it is much faster to make."""
    fits = (
        view.side <= t.MATCH_SIDE
        and len(setup.seats) <= t.MATCH_PLAYERS
        and len(view.players) <= t.MATCH_PLAYERS
        and sum(unit.kind == "npc" for unit in view.units) <= t.NPCS
        and len(view.structures) + len(view.players) < t.STRUCTURES
    )
    own = [] if isinstance(view.you, UnsetType) else view.you.items.values()
    return SMALL if fits and all(item.number < t.ITEMS for items in own for item in items) else LARGE


def template_of(key: str) -> int:
    """The number of a template, 0 for what has none."""
    if key.startswith("template-"):
        return int(key.removeprefix("template-"))
    return t.TEMPLATE_KEYS.index(key) if key in t.TEMPLATE_KEYS else 0


def hundredths(shown: float) -> int:
    return round(shown * t.HUNDRED)


def put_tiles(g: State, view: View) -> None:
    for tile in view.tiles:
        number = tile.y * g.side + tile.x
        g.tile_kind[number] = t.TILE_NAMES.index(tile.type)
        g.obstacle[number] = t.OBSTACLE_NAMES.index(tile.obstacle)
        g.poi[number] = t.POI_NAMES.index(tile.poi)
        g.owner[number] = tile.owner
        g.tiles_owned[tile.owner] += tile.owner > 0
        g.tile_count += not tile.obstacle


def put_players(g: State, view: View, options: Settings) -> None:
    g.player_count = len(view.players)
    g.unit_count = sum(unit.kind != "swarm" for unit in view.units)
    g.npc_count = sum(unit.kind == "npc" for unit in view.units)
    for n, line in enumerate(view.players):
        player = g.players[n]
        player.team, player.place, player.seat = line.team, line.place, line.seat
        player.role = t.ROLE_NAMES.index(line.role)
        player.ratio = options.ratio_default
        player.stake = stake_of(n, options)
        g.seat_team[line.seat] = line.team
    for number, team_line in enumerate(view.teams, 1):
        team = g.team_list[number]
        own = [n for n, line in enumerate(view.players) if line.team == number]
        team.first, team.size_of = own[0], len(own)
        team.home = team_line.home[1] * g.side + team_line.home[0]
        team.eliminated, team.lost = int(team_line.eliminated), team_line.lost


def stake_of(n: int, options: Settings) -> int:
    """The powered stake of a player; if the settings do not decide it, the highest possible."""
    if options.power_source != "embedded":
        return t.STAKE_MAX
    return options.powered_stakes[n] if n < len(options.powered_stakes) else options.default_powered_stake


def put_unit(g: State, shown: UnitView) -> None:
    """A ship, a mothership or an NPC."""
    unit = g.units[shown.id - 1]
    unit.kind, unit.team, unit.template = t.KIND_NAMES.index(shown.kind), shown.team, template_of(shown.template)
    unit.home = NOTHING
    unit.tile = NOTHING if shown.x is None or shown.y is None else shown.y * g.side + shown.x
    unit.health, unit.swarm, unit.automode = hundredths(shown.health), shown.swarm, int(shown.automode)
    put_boosts(unit, shown.boosts)
    for name in ("ap", "respawn", "acted"):
        value = getattr(shown, name)
        setattr(unit, name, 0 if isinstance(value, UnsetType) else value)
    if shown.job is not None:
        unit.job = t.JOB_NAMES.index(shown.job.type)
        unit.progress, unit.needed = shown.job.progress, shown.job.needed
        unit.build_item = template_of(shown.job.what) if unit.job == t.BUILDING else 0
        unit.joining = int(shown.job.what) if unit.job == t.JOINING else 0
    if unit.tile >= 0 and unit.swarm == 0:
        g.standing[unit.tile] = shown.id
    if not isinstance(shown.battery, UnsetType) and not isinstance(shown.ratio, UnsetType):
        g.players[shown.id - 1].battery = hundredths(shown.battery)
        g.players[shown.id - 1].ratio = shown.ratio


def put_swarm(g: State, shown: UnitView) -> None:
    swarm = g.swarms[g.swarm_count]
    swarm.serial, swarm.team, swarm.tile = shown.id, shown.team, (shown.y or 0) * g.side + (shown.x or 0)
    swarm.ships = len(shown.ships)
    swarm.acted = 0 if isinstance(shown.acted, UnsetType) else shown.acted
    put_boosts(swarm, shown.boosts)
    g.standing[swarm.tile] = shown.id
    g.swarm_count += 1
    g.serials = max(g.serials, shown.id)


def put_structure(g: State, shown: Any) -> None:
    one = g.structures[g.structure_count]
    one.serial, one.team, one.tile = shown.id, shown.team, shown.y * g.side + shown.x
    one.template, one.level, one.health = template_of(shown.template), shown.level, hundredths(shown.health)
    one.builder = shown.builder - 1
    put_boosts(one, shown.boosts)
    g.structure_count += 1
    g.structure_at[one.tile] = g.structure_count
    g.serials = max(g.serials, shown.id)


def put_boosts(holder: Any, boosts: list[BoostView]) -> None:
    for k, boost in enumerate(boosts):
        holder.boosts[k] = template_of(boost.template)
        holder.boost_turns[k] = NOTHING if boost.turns is None else boost.turns


def put_items(g: State, own: OwnView) -> None:
    """Whether an item may be burned is not in the view; usually it may."""
    g.serials = max(g.serials, g.unit_count)
    for player, items in own.items.items():
        for item in items:
            one = g.players[int(player) - 1]
            one.item_templates[item.number] = template_of(item.template)
            one.item_states[item.number] = ITEM_WORDS.index(item.state)
            one.item_burnable[item.number] = 1


def carry_out(g: State, own: OwnView) -> None:
    """Execute the sealed orders that the team has given already, as if nobody else did anything: the first of every
    player, then the second, and so on. Attacks use up the action but are not fought, because their end is open.
    BOI-215"""
    waiting = [(one.player - 1, msgspec.convert(one.order, Action)) for one in own.orders]
    rounds: dict[int, int] = {}
    numbered = []
    for player, action in waiting:
        rounds[player] = rounds.get(player, 0) + 1
        numbered.append((rounds[player], player, row_of(action, g)))
    for _, player, row in sorted(numbered, key=lambda one: one[:2]):
        if check_order(g, player, row) == 0:
            if row[t.ACTION] == t.ATTACK:
                count_action(g, unit_of(g, player, row))
            else:
                execute(g, player, row)
