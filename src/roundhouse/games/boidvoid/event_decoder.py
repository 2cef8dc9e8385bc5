"""From the rows of the event ring to events, and who may know what of them. BOI-275 to BOI-278"""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from ...core.game import EVERYTHING
from . import events as e
from .figures import ranks
from .reasons import END_REASONS
from .rules import tables as t
from .rules.hexes import neighbour
from .rules.state import Happening, State

ENDED = {reason.code: reason.name for reason in END_REASONS}
Row = Happening


def spot(g: State, tile: int) -> e.Spot:
    return [tile % g.side, tile // g.side] if tile >= 0 else []


def shown(hundredths: int) -> float:
    """Hundredths as a number with two decimals. BOI-001"""
    return hundredths / t.HUNDRED


def events_of(g: State) -> list[e.Event]:
    """The events of the newest entry, in the order of the rows."""
    rows = g.events[: g.event_count]
    told: list[e.Event] = []
    for at, row in enumerate(rows):
        maker = MAKERS.get(row.kind)
        if maker is not None:
            told.append(maker(g, row))
        elif row.kind == t.COMBAT:
            told.append(_combat(g, row, rows[at + 1 : at + 7]))
    return told


def _path(g: State, start: int, goal: int, code: int) -> list[e.Spot]:
    """The tiles entered; of a path too long to be coded in one number only its end."""
    path, tile = [], start
    while code > 0:
        tile = neighbour(g, tile, code % 8 - 1)
        path.append(spot(g, tile))
        code //= 8
    return path or [spot(g, goal)]


def _moved(g: State, row: Row) -> e.Event:
    path = _path(g, row.a, row.tile, row.c)
    return e.Moved(team=row.team, unit=row.unit, start=spot(g, row.a), path=path, cost=row.b)


def _npc_moved(g: State, row: Row) -> e.Event:
    return e.NpcMoved(unit=row.unit, start=spot(g, row.a), path=_path(g, row.a, row.tile, row.c))


def _capture(kind: Any) -> Callable[[State, Row], e.Event]:
    def made(g: State, row: Row) -> e.Event:
        event: e.Event = kind(team=row.team, unit=row.unit, tile=spot(g, row.tile), progress=row.a, needed=row.b)
        return event

    return made


def _captured(g: State, row: Row) -> e.Event:
    where = spot(g, row.tile)
    return e.TileCaptured(team=row.a, former=row.b, unit=row.unit, player=row.player + 1, tile=where)


def _poi(g: State, row: Row) -> e.Event:
    return e.PoiCaptured(team=row.b, tile=spot(g, row.tile), poi=t.POI_NAMES[row.a])


def _build_started(g: State, row: Row) -> e.Event:
    template = t.TEMPLATE_KEYS[row.a]
    return e.BuildStarted(team=row.team, unit=row.unit, tile=spot(g, row.tile), template=template, needed=row.b)


def _build_dropped(g: State, row: Row) -> e.Event:
    template = t.TEMPLATE_KEYS[row.a]
    return e.BuildDropped(team=row.team, unit=row.unit, tile=spot(g, row.tile), template=template, progress=row.b)


def _built(g: State, row: Row) -> e.Event:
    return e.Built(
        team=row.team, unit=row.unit, structure=row.other, tile=spot(g, row.tile), template=t.TEMPLATE_KEYS[row.a],
        level=row.b,
    )  # fmt: skip


def _levelled(g: State, row: Row) -> e.Event:
    template = t.TEMPLATE_KEYS[row.a]
    return e.Levelled(team=row.team, structure=row.other, tile=spot(g, row.tile), template=template, level=row.b)


def _combat(g: State, row: Row, parts: list[Row]) -> e.Event:
    """COMBAT, the losses of both, then attack and defense of each. BOI-278"""
    losses, weights = parts[:2], parts[2:]
    sides = []
    for n in range(2):
        loss = losses[n] if n < len(losses) else None
        attack = weights[2 * n] if len(weights) > 2 * n else None
        defense = weights[2 * n + 1] if len(weights) > 2 * n + 1 else None
        struck = n == 0 or bool(row.c & 4)
        sides.append(
            e.Side(
                unit=row.other if n else row.unit,
                team=loss.team if loss else 0,
                damage=shown(row.b if n else row.a),
                health_lost=shown(loss.a) if loss else 0.0,
                health=shown(loss.c) if loss else 0.0,
                critical=bool(row.c >> n & 1),
                struck=struck,
                destroyed=bool(row.c & (16 if n else 8)),
                battery_spent=shown(loss.b) if loss else UNSET,
                main=shown(attack.a) if attack else UNSET,
                additional=shown(attack.b) if attack else UNSET,
                bonus_attack=attack.c if attack else UNSET,
                critical_damage=shown(attack.d) if attack else UNSET,
                shields=shown(defense.a) if defense else UNSET,
                defense=shown(defense.b) if defense else UNSET,
                bonus_defense=defense.c if defense else UNSET,
                total_defense=shown(defense.d) if defense else UNSET,
            )
        )
    return e.Combat(attacker=sides[0], target=sides[1], tile=spot(g, row.tile), distance=row.d)


def _of_swarm(kind: Any) -> Callable[[State, Row], e.Event]:
    def made(g: State, row: Row) -> e.Event:
        event: e.Event = kind(team=row.team, unit=row.unit, swarm=row.other, tile=spot(g, row.tile))
        return event

    return made


def _battery(kind: Any) -> Callable[[State, Row], e.Event]:
    def made(g: State, row: Row) -> e.Event:
        event: e.Event = kind(
            team=row.team, player=row.player + 1, battery=shown(row.a), max_battery=shown(row.b), ratio=row.c
        )
        return event

    return made


def _rejected(g: State, row: Row) -> e.Event:
    return e.ActionRejected(
        team=row.team, player=row.player + 1, number=row.c, order=t.ACTION_NAMES[row.a], unit=row.unit,
        code=t.ERROR_NAMES[row.b],
    )  # fmt: skip


def _ended(g: State, row: Row) -> e.Event:
    return e.GameEnded(reason=ENDED[row.a], ranks=ranks(g), tiles=list(g.tiles_owned[1 : g.teams + 1]))


MAKERS: dict[int, Callable[[State, Row], e.Event]] = {
    t.TURN_STARTED: lambda g, row: e.TurnStarted(row.a),
    t.TURN_ENDED: lambda g, row: e.TurnEnded(row.a),
    t.MOVED: _moved,
    t.NPC_MOVED: _npc_moved,
    t.CAPTURE_STARTED: _capture(e.CaptureStarted),
    t.CAPTURE_PAUSED: _capture(e.CapturePaused),
    t.CAPTURE_LOST: _capture(e.CaptureLost),
    t.TILE_CAPTURED: _captured,
    t.POI_CAPTURED: _poi,
    t.BUILD_STARTED: _build_started,
    t.BUILD_DROPPED: _build_dropped,
    t.BUILT: _built,
    t.LEVELLED: _levelled,
    t.SPAWNED: lambda g, row: e.Spawned(team=row.team, unit=row.unit, tile=spot(g, row.tile), again=bool(row.a)),
    t.DESTROYED: lambda g, row: e.Destroyed(
        team=row.team, unit=row.unit, kind=t.KIND_NAMES[row.a], tile=spot(g, row.tile), by=row.other
    ),
    t.DETONATED: lambda g, row: e.Detonated(team=row.team, unit=row.unit, tile=spot(g, row.tile)),
    t.RESPAWN_READY: lambda g, row: e.RespawnReady(team=row.team, player=row.player + 1, unit=row.unit),
    t.MOTHERSHIP_DANGER: lambda g, row: e.MothershipDanger(
        team=row.team, unit=row.unit, damage=shown(row.a), health=shown(row.b)
    ),
    t.SWARM_CREATED: _of_swarm(e.SwarmCreated),
    t.SWARM_JOINED: _of_swarm(e.SwarmJoined),
    t.SWARM_LEFT: _of_swarm(e.SwarmLeft),
    t.SWARM_DISSOLVED: lambda g, row: e.SwarmDissolved(team=row.team, swarm=row.other, tile=spot(g, row.tile)),
    t.JOIN_WAITING: lambda g, row: e.JoinWaiting(team=row.team, unit=row.unit, swarm=row.other, turns=row.a),
    t.JOIN_DROPPED: lambda g, row: e.JoinDropped(team=row.team, unit=row.unit, swarm=row.other),
    t.AUTOMODE_CHANGED: lambda g, row: e.AutomodeChanged(team=row.team, player=row.player + 1, on=bool(row.a)),
    t.BATTERY_CHANGED: _battery(e.BatteryChanged),
    t.MAINTENANCE: _battery(e.Maintenance),
    t.BOOST_APPLIED: lambda g, row: e.BoostApplied(
        team=row.team, unit=row.unit, template=t.TEMPLATE_KEYS[row.a], turns=row.b if row.b >= 0 else None
    ),
    t.BOOST_ENDED: lambda g, row: e.BoostEnded(team=row.team, unit=row.unit, template=t.TEMPLATE_KEYS[row.a]),
    t.EQUIPPED: lambda g, row: e.Equipped(team=row.team, unit=row.unit, template=t.TEMPLATE_KEYS[row.a]),
    t.BADGE: lambda g, row: e.BadgeAwarded(player=row.player + 1, badge=t.BADGE_NAMES[row.a]),
    t.TEAM_ELIMINATED: lambda g, row: e.TeamEliminated(row.a),
    t.ACTION_REJECTED: _rejected,
    t.ORDER_TAKEN: lambda g, row: e.OrderTaken(team=row.team, player=row.player + 1, number=row.a),
    t.GAME_ENDED: _ended,
}

OF_TEAM = (e.MothershipDanger, e.BatteryChanged, e.Maintenance, e.OrderTaken)  # only the own team gets these


def of_event(g: State, event: Any, seat: int) -> Any:
    """An event as a seat may know it, or None. BOI-090, BOI-275"""
    if seat == EVERYTHING:
        return event
    team = g.seat_team[seat] if seat > 0 else 0
    if isinstance(event, OF_TEAM):
        return event if event.team == team else None
    if isinstance(event, e.ActionRejected | e.RespawnReady):
        return event if event.team == team and _is_told(g, event.player, seat) else None
    if isinstance(event, e.Moved) and event.team != team:
        return replace(event, cost=UNSET)
    if isinstance(event, e.Combat) and team not in (event.attacker.team, event.target.team):
        return replace(event, attacker=_veiled(event.attacker), target=_veiled(event.target))
    return event


def _is_told(g: State, player: int, seat: int) -> bool:
    """A player's own events; those of a mothership belong to its team."""
    return player == 0 or bool(g.players[player - 1].seat == seat)


def _veiled(side: e.Side) -> e.Side:
    """What everybody sees of one side of a combat."""
    return replace(
        side, battery_spent=UNSET, main=UNSET, additional=UNSET, bonus_attack=UNSET, critical_damage=UNSET,
        shields=UNSET, defense=UNSET, bonus_defense=UNSET, total_defense=UNSET,
    )  # fmt: skip
