"""What a seat and a spectator may know. BOI-088 to BOI-094, BOI-281, BOI-283, BOI-284

Health, battery and damage are numbers with two decimals here; inside they are hundredths.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, Struct, UnsetType, to_builtins

from ...core.game import EVERYTHING
from .actions import action_of
from .figures import COUNTED
from .rules import tables as t
from .rules.hexes import NOWHERE, neighbour
from .rules.phases.destruction import leader_of
from .rules.phases.moving import can_pass, can_stop, enter_cost
from .rules.phases.orders import check_attack, check_order, check_unit
from .rules.phases.scoring import defeated_by, has_left, levels_of, pois_of, rank
from .rules.phases.stats import battery_max, structure_stat, unit_stat
from .rules.phases.units import team_of, tile_of
from .rules.state import State

Fields = dict[str, int]  # field modifiers by name, without those that are 0


class StructureView(Struct, frozen=True, kw_only=True):
    id: int
    team: int
    x: int
    y: int
    template: str
    level: int
    health: float
    max_health: float
    attack: int
    defense: int
    range: int
    builder: int  # the player
    boosts: list["BoostView"]


class BoostView(Struct, frozen=True, kw_only=True):
    """`turns` are those left; null: it is staked."""

    template: str
    turns: int | None


class Job(Struct, frozen=True, kw_only=True):
    """What a ship is busy with: capturing, building or joining; `what` is a template or a swarm's id as text."""

    type: str
    progress: int
    needed: int
    what: str


class UnitView(Struct, frozen=True, kw_only=True):
    """A spaceship, a mothership, a swarm or an NPC. Off the map `x` and `y` are null. Of other teams' units `ap`,
    `battery`, `max_battery`, `ratio`, `respawn` and `acted` are missing. A swarm's health, attack, defense and battery
    are the sums of its ships, its action points the lowest of them."""

    id: int
    kind: str
    team: int
    x: int | None
    y: int | None
    health: float
    max_health: float
    attack: int
    defense: int
    range: int
    crit_chance: int
    crit_value: int
    template: str
    boosts: list[BoostView]
    player: int = 0  # whose spaceship
    ships: list[int] = []  # of a swarm
    swarm: int = 0  # the swarm it is in
    job: Job | None = None
    automode: bool = False
    ap: int | UnsetType = UNSET
    battery: float | UnsetType = UNSET
    max_battery: float | UnsetType = UNSET
    ratio: int | UnsetType = UNSET
    respawn: int | UnsetType = UNSET
    acted: int | UnsetType = UNSET


class TileView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`owner` is a team, 0 for nobody. What is the usual is left out."""

    x: int
    y: int
    type: str
    owner: int = 0
    obstacle: str = ""
    poi: str = ""


class Item(Struct, frozen=True, kw_only=True):
    """An item of a player's inventory; `number` is what orders call it. `state` is free, staked, equipped or gone."""

    number: int
    template: str
    state: str


class PlayerView(Struct, frozen=True, kw_only=True):
    """Who plays a ship. `stats` are those of BOI-266."""

    player: int  # from 1; its ship's id is the same number
    seat: int
    name: str
    team: int
    place: int
    role: str
    stats: dict[str, float]
    badges: list[str]
    automode: bool
    left: bool


class TeamView(Struct, frozen=True, kw_only=True):
    """A line of the scoreboard. BOI-271"""

    team: int
    home: list[int]
    rank: int
    tiles: int
    pois: int
    structures: int
    levels: int
    defeated: int
    lost: int
    attack: int
    defense: int
    ships: int  # on the map
    eliminated: bool
    left: bool


class Reach(Struct, frozen=True, kw_only=True):
    """A tile that a unit can end a move on, and what it costs."""

    x: int
    y: int
    cost: int


class Choice(Struct, frozen=True, kw_only=True):
    """What a unit that the seat commands can do now. `state` is active, capturing, building, joining, in_swarm,
    respawning or can_respawn. `may` are the types of actions whose conditions hold. BOI-092, BOI-283"""

    unit: int
    state: str
    may: list[str]
    reach: list[Reach]
    targets: list[int]
    swarms: list[int]  # that it can join


class Ordered(Struct, frozen=True, kw_only=True):
    """A sealed order that was taken, in the order of its player's list."""

    player: int
    order: dict[str, Any]


class OwnView(Struct, frozen=True, kw_only=True):
    """What only a team knows."""

    team: int
    players: list[int]  # that the seat orders for
    units: list[int]  # that it commands
    choices: list[Choice]
    items: dict[str, list[Item]]  # by the player's number as text, of the whole team
    orders: list[Ordered]  # of the whole team, in this turn
    done: bool


class View(Struct, frozen=True, kw_only=True):
    """`you` is there for a seat; `all` has the same for every team, in replays of matches that are over, where all
    fields of all units are there. Tiles are all of the map; coordinates that are not listed are void."""

    turn: int
    turn_limit: int  # 0: the season says when it ends
    phase: str  # orders or over
    mode: str  # sealed or live
    side: int
    tiles: list[TileView]
    units: list[UnitView]
    structures: list[StructureView]
    teams: list[TeamView]
    players: list[PlayerView]
    you: OwnView | UnsetType = UNSET
    all: list[OwnView] | UnsetType = UNSET


# A state as somebody may know it


def view(g: State, seat: int, names: Sequence[str]) -> View:
    """What a seat may know; seat 0 is a spectator, `EVERYTHING` is for viewers of a finished match."""
    team = g.seat_team[seat] if seat > 0 else 0
    everything = seat == EVERYTHING
    return View(
        turn=g.turn_no,
        turn_limit=g.turn_limit,
        phase="over" if g.reason else "orders",
        mode="live" if g.live else "sealed",
        side=g.side,
        tiles=tiles(g),
        units=[*units(g, team, everything), *swarms(g, team, everything)],
        structures=[structure(g, n) for n in range(g.structure_count)],
        teams=[team_line(g, number) for number in range(1, g.teams + 1)],
        players=[player_line(g, n, names) for n in range(g.player_count)],
        you=own_view(g, seat) if seat > 0 else UNSET,
        all=[of_team(g, number) for number in range(1, g.teams + 1)] if everything else UNSET,
    )


def tiles(g: State) -> list[TileView]:
    """The whole map. BOI-088"""
    made = []
    for number in range(g.side * g.side):
        kind = g.tile_kind[number]
        if kind:
            made.append(
                TileView(
                    x=number % g.side, y=number // g.side, type=t.TILE_NAMES[kind], owner=g.owner[number],
                    obstacle=t.OBSTACLE_NAMES[g.obstacle[number]], poi=t.POI_NAMES[g.poi[number]],
                )
            )  # fmt: skip
    return made


def key_of(template: int) -> str:
    """The key of a template."""
    return t.TEMPLATE_KEYS[template] if template < len(t.TEMPLATE_KEYS) else f"template-{template}"


def boosts_of(holder: Any) -> list[BoostView]:
    return [
        BoostView(template=key_of(template), turns=turns if turns >= 0 else None)
        for template, turns in zip(holder.boosts, holder.boost_turns, strict=True)
        if template
    ]


def shown(hundredths: int) -> float:
    """Hundredths as a number with two decimals. BOI-001"""
    return hundredths / t.HUNDRED


def units(g: State, team: int, everything: bool) -> list[UnitView]:
    return [unit_view(g, index, team, everything) for index in range(g.unit_count)]


def unit_view(g: State, index: int, team: int, everything: bool) -> UnitView:
    """BOI-088 to BOI-090, BOI-284"""
    unit = g.units[index]
    ship = unit.kind == t.SPACESHIP
    own = everything or (team > 0 and unit.team == team)
    open_battery = ship and (own or g.enemy_battery_visible != 0)
    player = g.players[index] if ship else None
    attack, defense = unit_stat(g, index, t.ATTACK_STAT), unit_stat(g, index, t.DEFENSE)
    return UnitView(
        id=index + 1,
        kind=t.KIND_NAMES[unit.kind],
        team=unit.team,
        x=unit.tile % g.side if unit.tile >= 0 else None,
        y=unit.tile // g.side if unit.tile >= 0 else None,
        health=shown(unit.health),
        max_health=float(unit_stat(g, index, t.HEALTH)),
        attack=attack,
        defense=defense,
        range=unit_stat(g, index, t.RANGE),
        crit_chance=unit_stat(g, index, t.CRIT_CHANCE),
        crit_value=unit_stat(g, index, t.CRIT_VALUE),
        template=key_of(unit.template) or "space_pirate",
        boosts=boosts_of(unit),
        player=index + 1 if ship else 0,
        swarm=unit.swarm,
        job=job(g, index),
        automode=bool(unit.automode),
        ap=unit.ap if own and unit.kind != t.NPC else UNSET,
        battery=shown(player.battery) if player and open_battery else UNSET,
        max_battery=shown(battery_max(g, index)) if open_battery else UNSET,
        ratio=player.ratio if player and open_battery else UNSET,
        respawn=unit.respawn if own else UNSET,
        acted=unit.acted if own and unit.kind != t.NPC else UNSET,
    )


def job(g: State, index: int) -> Job | None:
    unit = g.units[index]
    if unit.job == t.IDLE:
        return None
    what = key_of(unit.build_item) if unit.job == t.BUILDING else ""
    if unit.job == t.JOINING:
        what = str(unit.joining)
    return Job(type=t.JOB_NAMES[unit.job], progress=unit.progress, needed=unit.needed, what=what)


def swarms(g: State, team: int, everything: bool) -> list[UnitView]:
    return [swarm_view(g, n, everything or g.swarms[n].team == team) for n in range(g.swarm_count)]


def swarm_view(g: State, n: int, own: bool) -> UnitView:
    """BOI-077, BOI-088"""
    swarm = g.swarms[n]
    members = [index for index in range(g.player_count) if g.units[index].swarm == swarm.serial]

    def total(stat: int) -> int:
        return sum(unit_stat(g, index, stat) for index in members)

    open_battery = own or g.enemy_battery_visible != 0
    return UnitView(
        id=swarm.serial,
        kind="swarm",
        team=swarm.team,
        x=swarm.tile % g.side,
        y=swarm.tile // g.side,
        health=shown(sum(g.units[index].health for index in members)),
        max_health=float(total(t.HEALTH)),
        attack=total(t.ATTACK_STAT),
        defense=total(t.DEFENSE),
        range=max(unit_stat(g, index, t.RANGE) for index in members),
        crit_chance=total(t.CRIT_CHANCE) // len(members),
        crit_value=total(t.CRIT_VALUE) // len(members),
        template="",
        boosts=boosts_of(swarm),
        ships=[index + 1 for index in members],
        ap=min(g.units[index].ap for index in members) if own else UNSET,
        battery=shown(sum(g.players[index].battery for index in members)) if open_battery else UNSET,
        max_battery=shown(sum(battery_max(g, index) for index in members)) if open_battery else UNSET,
        acted=swarm.acted if own else UNSET,
    )


def structure(g: State, n: int) -> StructureView:
    one = g.structures[n]
    return StructureView(
        id=one.serial,
        team=one.team,
        x=one.tile % g.side,
        y=one.tile // g.side,
        template=key_of(one.template),
        level=one.level,
        health=shown(one.health),
        max_health=float(structure_stat(g, n, t.HEALTH)),
        attack=structure_stat(g, n, t.ATTACK_STAT),
        defense=structure_stat(g, n, t.DEFENSE),
        range=structure_stat(g, n, t.RANGE),
        builder=one.builder + 1,
        boosts=boosts_of(one),
    )


def team_line(g: State, number: int) -> TeamView:
    """BOI-271"""
    team = g.team_list[number]
    flying = [index for index in range(team.first, team.first + team.size_of) if g.units[index].tile >= 0]
    return TeamView(
        team=number,
        home=[team.home % g.side, team.home // g.side],
        rank=rank(g, number),
        tiles=g.tiles_owned[number],
        pois=pois_of(g, number),
        structures=sum(one.team == number for one in g.structures[: g.structure_count]),
        levels=levels_of(g, number),
        defeated=defeated_by(g, number),
        lost=team.lost,
        attack=sum(unit_stat(g, index, t.ATTACK_STAT) for index in flying),
        defense=sum(unit_stat(g, index, t.DEFENSE) for index in flying),
        ships=len(flying),
        eliminated=team.eliminated != 0,
        left=has_left(g, number),
    )


def player_line(g: State, n: int, names: Sequence[str]) -> PlayerView:
    player = g.players[n]
    name = names[player.seat - 1]
    return PlayerView(
        player=n + 1,
        seat=player.seat,
        name=f"{name} {player.place}" if g.by_team else name,
        team=player.team,
        place=player.place,
        role=t.ROLE_NAMES[player.role],
        stats={key: getattr(player, key) / unit for key, _, unit in COUNTED},
        badges=[name for bit, name in enumerate(t.BADGE_NAMES) if player.badges >> bit & 1],
        automode=bool(g.units[n].automode),
        left=g.left[player.seat] != 0,
    )


# What only a team knows


def own_view(g: State, seat: int) -> OwnView:
    """BOI-089, BOI-092, BOI-283"""
    team = g.seat_team[seat]
    players = [n for n in range(g.player_count) if g.players[n].seat == seat]
    return _own(g, team, players, bool(g.done[seat]))


def of_team(g: State, team: int) -> OwnView:
    first = g.team_list[team].first
    return _own(g, team, list(range(first, first + g.team_list[team].size_of)), False)


def _own(g: State, team: int, players: list[int], done: bool) -> OwnView:
    mates = range(g.team_list[team].first, g.team_list[team].first + g.team_list[team].size_of)
    commanded = commanded_by(g, team, players)
    return OwnView(
        team=team,
        players=[n + 1 for n in players],
        units=commanded,
        choices=[choice(g, unit) for unit in commanded] if g.reason == 0 else [],
        items={str(n + 1): items(g, n) for n in mates},
        orders=[
            Ordered(
                player=n + 1, order=to_builtins(action_of([g.orders[k, n * t.ORDERS + at] for k in range(t.WIDTH)], g))
            )
            for n in mates
            for at in range(g.players[n].pending)
        ],
        done=done,
    )


def pending(g: State, n: int, at: int) -> list[int]:
    """The row of a sealed order."""
    return [g.orders[k, n * t.ORDERS + at] for k in range(t.WIDTH)]


def commanded_by(g: State, team: int, players: list[int]) -> list[int]:
    """Ships, and for leaders the mothership and swarms. BOI-021"""
    own = [n + 1 for n in players]
    if any(g.players[n].role != t.TROOPER for n in players):
        own.append(g.player_count + team)
        own += [swarm.serial for swarm in g.swarms[: g.swarm_count] if swarm.team == team]
    return own


def items(g: State, n: int) -> list[Item]:
    player = g.players[n]
    return [
        Item(number=number, template=key_of(template), state=ITEM_WORDS[state])
        for number, (template, state) in enumerate(zip(player.item_templates, player.item_states, strict=True))
        if state != t.ITEM_NONE
    ]


ITEM_WORDS = ("", "free", "staked", "gone", "equipped")
SIMPLE = (t.CAPTURE, t.CANCEL, t.DETONATE, t.SWARM_CREATE)


def choice(g: State, unit: int) -> Choice:
    """What a unit can do now. BOI-092, BOI-283"""
    tile = tile_of(g, unit)
    player = unit - 1 if unit <= g.player_count else leader_of(g, team_of(g, unit))
    may = [t.ACTION_NAMES[action] for action in SIMPLE if check_order(g, player, [action, unit, 0, 0, 0, 0]) == 0]
    reach = reachable(g, unit) if tile >= 0 and check_unit(g, unit, t.MOVE) == 0 else []
    targets = []
    if tile >= 0 and check_order(g, player, [t.ATTACK, unit, 0, 0, 0, 0]) == t.NO_SUCH_TARGET:
        targets = [other for other in everybody(g) if check_attack(g, unit, other) == 0]
    joinable = []
    if unit <= g.player_count:
        joinable = [
            swarm.serial
            for swarm in g.swarms[: g.swarm_count]
            if check_order(g, player, [t.SWARM_JOIN, unit, swarm.serial, 0, 0, 0]) == 0
        ]
    may += [name for name, there in (("move", reach), ("attack", targets), ("swarm_join", joinable)) if there]
    return Choice(unit=unit, state=state_of(g, unit), may=may, reach=reach, targets=targets, swarms=joinable)


def everybody(g: State) -> list[int]:
    """The ids of all units."""
    made = list(range(1, g.unit_count + 1))
    made += [swarm.serial for swarm in g.swarms[: g.swarm_count]]
    return made + [one.serial for one in g.structures[: g.structure_count]]


def state_of(g: State, unit: int) -> str:
    """BOI-092"""
    if unit > g.unit_count:
        return "active"
    one = g.units[unit - 1]
    if one.tile < 0:
        return "respawning" if one.respawn else "can_respawn"
    if one.swarm:
        return "in_swarm"
    return t.JOB_NAMES[one.job] or "active"


def reachable(g: State, unit: int) -> list[Reach]:
    """Tiles that a unit can go to with its action points, with the cost. BOI-093, BOI-283"""
    team, start = team_of(g, unit), tile_of(g, unit)
    movers = [unit - 1] if unit <= g.unit_count else [n for n in range(g.player_count) if g.units[n].swarm == unit]
    best = {start: [0] * len(movers)}
    order, found = [start], []
    while order:
        order.sort(key=lambda tile: -max(best[tile]))
        tile = order.pop()
        for way in range(6):
            near = neighbour(g, tile, way)
            if near == NOWHERE or not can_pass(g, near, team, unit):
                continue
            cost = [spent + enter_cost(g, index, near) for spent, index in zip(best[tile], movers, strict=True)]
            if any(spent > g.units[index].ap for spent, index in zip(cost, movers, strict=True)):
                continue
            if near not in best or max(cost) < max(best[near]):
                best[near] = cost
                order.append(near)
    for tile, cost in sorted(best.items()):
        if tile != start and can_stop(g, tile, team, unit):
            found.append(Reach(x=tile % g.side, y=tile // g.side, cost=max(cost)))
    return found
