"""A state made from what a seat is shown: all it needs to think ahead with the real rules.

What the seat does not know is, in the belief:
- action points of other teams' units: 0, and whoever is off the map can come back at once; the ships' batteries, unless
  the settings show them: empty, with the usual ratio; powered stakes that the settings do not decide: the highest
- items of other teams: none but those staked on a boost that can be seen; which of its own items a team has staked on
  what, where it could be several: the first that fits
- sealed orders of other teams in this turn: none; who has been silent for how many turns: nobody
- what templates of a season's catalogue do, which are not the usual ones: nothing
- where a space pirate is at home: where it stands; one that is off the map stays away
- how many combats there were, which decides the draws: none

The random key is 0.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UnsetType

from ...core.game import Setup
from ...core.schema import LARGE, SMALL, new
from .actions import Action, row_of
from .figures import COUNTED
from .rules import tables as t
from .rules.phases.orders import check_order, count_action, execute, unit_of
from .rules.state import State
from .settings import Settings, settings_of
from .setup import put_settings
from .view import ITEM_WORDS, BoostView, OwnView, UnitView, View

NOTHING = -1
SPARE = 16  # minimum room for superstructures


def seen(view: Any) -> View:
    """A view in any form: typed in this process, plain dictionaries from elsewhere."""
    return view if isinstance(view, View) else msgspec.convert(view, View)


def state_from_view(view: Any, setup: Setup) -> State:
    """The state behind a view; the module says what is in it of which the seat knows nothing."""
    view = seen(view)
    options = settings_of(setup)
    g: State = new(State, form_for(view, setup))
    g.seats, g.teams, g.side = len(setup.seats), options.teams, view.side
    g.turn_no = g.round_no = view.turn
    put_settings(g, options)
    g.turn_limit, g.live = view.turn_limit, int(view.mode == "live")
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
        put_orders(g, view.you)
    stake_items(g)
    if view.phase == "over":
        g.reason = t.ENDED_TURNS if g.turn_limit and g.turn_no >= g.turn_limit else t.ENDED_SEASON
    return g


def form_for(view: View, setup: Setup) -> str:
    """The small form for everything that fits into it, even in a season: it is much faster to make."""
    fits = (
        view.side <= t.MATCH_SIDE
        and len(setup.seats) <= t.MATCH_PLAYERS
        and len(view.players) <= t.MATCH_PLAYERS
        and sum(unit.kind == "npc" for unit in view.units) <= t.NPCS
        and len(view.structures) + len(view.players) + SPARE < t.STRUCTURES
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
    g.unit_count = g.serials = sum(unit.kind != "swarm" for unit in view.units)
    g.npc_count = sum(unit.kind == "npc" for unit in view.units)
    for n, line in enumerate(view.players):
        player = g.players[n]
        player.team, player.place, player.seat = line.team, line.place, line.seat
        player.role = t.ROLE_NAMES.index(line.role)
        player.ratio = options.ratio_default
        player.stake = stake_of(n, options)
        for key, _, unit in COUNTED:
            setattr(player, key, round(line.stats[key] * unit))
        player.badges = sum(1 << t.BADGE_NAMES.index(name) for name in line.badges)
        g.seat_team[line.seat] = line.team
        g.left[line.seat] = t.RESIGNED if line.left else 0
    for number, team_line in enumerate(view.teams, 1):
        team = g.team_list[number]
        own = [n for n, line in enumerate(view.players) if line.team == number]
        team.first, team.size_of = own[0], len(own)
        team.home = team_line.home[1] * g.side + team_line.home[0]
        team.eliminated, team.lost = view.turn if team_line.eliminated else 0, team_line.lost


def stake_of(n: int, options: Settings) -> int:
    """The powered stake of a player; if the settings do not decide it, the highest possible."""
    if options.power_source != "embedded":
        return t.STAKE_MAX
    return options.powered_stakes[n] if n < len(options.powered_stakes) else options.default_powered_stake


def put_unit(g: State, shown: UnitView) -> None:
    """A ship, a mothership or an NPC."""
    unit = g.units[shown.id - 1]
    unit.kind, unit.team, unit.template = t.KIND_NAMES.index(shown.kind), shown.team, template_of(shown.template)
    unit.tile = NOTHING if shown.x is None or shown.y is None else shown.y * g.side + shown.x
    unit.home = unit.tile if unit.kind == t.NPC else NOTHING
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
    for player, items in own.items.items():
        for item in items:
            one = g.players[int(player) - 1]
            one.item_templates[item.number] = template_of(item.template)
            one.item_states[item.number] = ITEM_WORDS.index(item.state)
            one.item_burnable[item.number] = 1


def put_orders(g: State, own: OwnView) -> None:
    """The sealed orders of the team, and whether the seat is done."""
    for one in own.orders:
        player = g.players[one.player - 1]
        player.ordered = 1
        for k, value in enumerate(row_of(msgspec.convert(one.order, Action), g)):
            g.orders[k, (one.player - 1) * t.ORDERS + player.pending] = value
        player.pending += 1
    for number in own.players:
        g.done[g.players[number - 1].seat] = int(own.done)


# Staked items


def stake_items(g: State) -> None:
    """Every staked boost and every staked level of a superstructure gets the item that it stands on. BOI-160"""
    for unit, holder in holders(g):
        for slot, template in enumerate(holder.boosts):
            if template and holder.boost_turns[slot] == NOTHING:
                player, item = staked_item(g, holder.team, template)
                holder.boost_players[slot], holder.boost_items[slot] = player, item
                g.players[player].item_targets[item] = unit
    for one in g.players[: g.player_count]:
        for item, state in enumerate(one.item_states):
            if state == t.ITEM_STAKED and one.item_targets[item] == 0:
                raise_structure(g, one, item)


def holders(g: State) -> Iterator[tuple[int, Any]]:
    """Everything that can have boosts, with its id."""
    yield from enumerate(g.units[: g.unit_count], 1)
    yield from ((one.serial, one) for one in (*g.swarms[: g.swarm_count], *g.structures[: g.structure_count]))


def staked_item(g: State, team: int, template: int) -> tuple[int, int]:
    """The player of a team and its item that a boost of this template stands on; of another team it is put there."""
    mates = [n for n in range(g.player_count) if g.players[n].team == team]
    for state in (t.ITEM_STAKED, t.ITEM_NONE):
        for n in mates:
            one = g.players[n]
            for item in range(len(one.item_states)):
                fits = state == t.ITEM_NONE or one.item_templates[item] == template
                if one.item_states[item] == state and one.item_targets[item] == 0 and fits:
                    one.item_templates[item], one.item_states[item] = template, t.ITEM_STAKED
                    return n, item
    return mates[0], 0


def raise_structure(g: State, one: Any, item: int) -> None:
    """The first superstructure of the team that can stand on this item."""
    for structure in g.structures[: g.structure_count]:
        same = structure.team == one.team and structure.template == one.item_templates[item]
        if same and structure.staked < structure.level:
            structure.staked += 1
            one.item_targets[item] = structure.serial
            return
    one.item_states[item] = t.ITEM_FREE


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
        g.players[player].pending = 0
    for _, player, row in sorted(numbered, key=lambda one: one[:2]):
        if check_order(g, player, row) == 0:
            if row[t.ACTION] == t.ATTACK:
                count_action(g, unit_of(g, player, row))
            else:
                execute(g, player, row)
