"""What a seat and a spectator may know. DUN-038 to DUN-056, DUN-184, DUN-187"""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, Struct, UnsetType, to_builtins

from ...core.game import EVERYTHING
from .actions import action_of
from .figures import figures_by_key, places_by, total
from .ids import order_id, robot_id
from .planets import ALL_WAYS, Chart, chart_of
from .rules import tables as t
from .rules.state import Ghost, Player, Robot, State

Command = dict[str, Any]  # an action message


class PlanetView(Struct, frozen=True, kw_only=True):
    """A known planet. `x` and `y` are null without `show_coordinates`. Of a planet that was never visited `station`
    is null. `resource` and `amount` are as of round `as_of` (0: never told); an amount that was not told is null.
    `neighbours` are by direction, NORTH, EAST, SOUTH and WEST, as far as they are known."""

    id: str
    x: int | None
    y: int | None
    gravity: int
    visited: bool
    station: bool | None
    resource: str | None
    amount: int | None
    as_of: int
    neighbours: dict[str, str]


class Outcome(Struct, frozen=True):
    """How the command of the round before ended; `reason` is empty where it succeeded."""

    type: str
    reason: str
    transaction: str


class RobotView(Struct, frozen=True, kw_only=True):
    """A robot with all its data. Keys of `levels` are STORAGE, HEALTH, ...; of `cargo` coal, iron, ...; of `items`
    ROCKET, WORMHOLE, ... `command` is what it will do this round, the message as it was sent."""

    id: str
    seat: int
    planet: str
    health: int
    max_health: int
    energy: int
    max_energy: int
    regeneration: int
    damage: int
    mining_speed: int
    storage: int
    levels: dict[str, int]
    cargo: dict[str, int]
    items: dict[str, int]
    command: Command | None
    transaction: str | None
    last: Outcome | None


class Purchase(Struct, frozen=True):
    """Robots that will be bought this round."""

    quantity: int
    transaction: str


class OwnView(Struct, frozen=True, kw_only=True):
    """What only the seat itself knows. `figures` are what it has counted in this game, see the game's figures."""

    seat: int
    money: int
    robots: list[RobotView]
    robot_limit: int
    purchase: Purchase | None
    done: bool
    figures: dict[str, int]


class Sighting(Struct, frozen=True):
    """A foreign robot where it was last known to be, as of that round. DUN-045, DUN-048"""

    id: str
    seat: int
    planet: str
    round: int


class PlayerView(Struct, frozen=True, kw_only=True):
    """A line of the scoreboard. `scores` are by category, fighting, mining, movement, robot and trading, and `places`
    too; `total` is what `sum` is shown as. DUN-170, DUN-171"""

    seat: int
    name: str
    scores: dict[str, int]
    places: dict[str, int]
    sum: int
    total: float
    place: int
    achievements: list[str]
    left: bool


class Market(Struct, frozen=True):
    """Prices of this round. Those of HEALTH and ENERGY are per level step: a robot pays them times its level + 1."""

    articles: dict[str, int]
    resources: dict[str, int]


class View(Struct, frozen=True, kw_only=True):
    """`you` is there for a seat; `all` has the same for every seat, in replays of matches that are over, whose planets
    are all there with their true contents. `stations` are the ids of all stations, whose places are not public."""

    round: int
    max_rounds: int
    round_ms: int
    early_close: bool
    phase: str  # collecting or over
    side: int
    stations: list[str]
    market: Market
    players: list[PlayerView]
    planets: list[PlanetView]
    sightings: list[Sighting]
    you: OwnView | UnsetType = UNSET
    all: list[OwnView] | UnsetType = UNSET


# A state as somebody may know it


def view(g: State, seat: int, names: Sequence[str]) -> View:
    """What a seat may know; seat 0 is a spectator, `EVERYTHING` whoever looks at a match that is over."""
    chart = chart_of(g)
    seats = range(1, g.seats + 1)
    return View(
        round=g.round_no,
        max_rounds=g.max_rounds,
        round_ms=g.round_ms,
        early_close=bool(g.early_close),
        phase="over" if g.reason else "collecting",
        side=g.side,
        stations=[chart.ids[index] for index in chart.by_id if g.planets[index].station],
        market=market(g),
        players=players(g, names),
        planets=_planets(g, chart, seat),
        sightings=_sightings(g, chart, seat) if seat > 0 else [],
        you=_own(g, chart, seat) if seat > 0 else UNSET,
        all=[_own(g, chart, n) for n in seats] if seat == EVERYTHING else UNSET,
    )


def market(g: State) -> Market:
    """DUN-051, DUN-146"""
    return Market(
        dict(zip(t.ARTICLE_NAMES, g.prices, strict=True)), dict(zip(t.KIND_NAMES, g.resource_prices, strict=True))
    )


def players(g: State, names: Sequence[str]) -> list[PlayerView]:
    """The scoreboard. DUN-051, DUN-170 to DUN-172"""
    ranks = [places_by(g, category) for category in range(t.CATEGORIES)]
    places = places_by(g)
    lines = []
    for seat in range(1, g.seats + 1):
        player = g.players[seat]
        whole = sum(player.scores)
        lines.append(
            PlayerView(
                seat=seat,
                name=names[seat - 1],
                scores=dict(zip(t.CATEGORY_NAMES, player.scores, strict=True)),
                places={name: ranks[n][seat] for n, name in enumerate(t.CATEGORY_NAMES)},
                sum=whole,
                total=total(whole),
                place=places[seat],
                achievements=[name for n, name in enumerate(t.ACHIEVEMENT_NAMES) if player.achieved >> n & 1],
                left=player.left != 0,
            )
        )
    return lines


def _planets(g: State, chart: Chart, seat: int) -> list[PlanetView]:
    """Without coordinates their order must not tell where they are. DUN-039 to DUN-044, DUN-056"""
    if seat == EVERYTHING:
        return [_whole(g, chart, index) for index in chart.there]
    if seat <= 0:
        return []
    planets = g.planets
    listed = chart.there if g.show_coordinates else chart.by_id
    return [_known(g, chart, index, seat) for index in listed if planets[index].known[seat]]


def _whole(g: State, chart: Chart, index: int) -> PlanetView:
    planet = g.planets[index]
    return _planet(g, chart, index, True, planet.kind, planet.amount, g.round_no)


def _known(g: State, chart: Chart, index: int, seat: int) -> PlanetView:
    """Of a planet that was not visited only the ways from visited ones are known. DUN-041"""
    planet, planets = g.planets[index], g.planets
    visited, ways = planet.known[seat] == t.VISITED, ALL_WAYS
    if not visited:
        ways = sum(1 << way for way, other in chart.neighbours[index] if planets[other].known[seat] == t.VISITED)
    as_of, amount = planet.info_round[seat], planet.info_amount[seat]
    kind = planet.info_kind[seat] if as_of else t.NOTHING
    return _planet(g, chart, index, g.show_coordinates != 0, kind, amount, as_of, visited=visited, ways=ways)


def entered(g: State, chart: Chart, index: int, kind: int, round_no: int) -> PlanetView:
    """A planet as those know it who have just entered it, who found this kind of resource. DUN-042, DUN-043"""
    return _planet(g, chart, index, g.show_coordinates != 0, kind, -1, round_no)


def _planet(
    g: State, chart: Chart, index: int, placed: bool, kind: int, amount: int, as_of: int, *, visited: bool = True,
    ways: int = ALL_WAYS,
) -> PlanetView:  # fmt: skip
    x, y = chart.places[index] if placed else (None, None)
    patch = kind != t.NOTHING
    return PlanetView(
        id=chart.ids[index],
        x=x,
        y=y,
        gravity=g.planets[index].gravity,
        visited=visited,
        station=g.planets[index].station != 0 if visited else None,
        resource=t.KIND_NAMES[kind] if patch else None,
        amount=amount if patch and amount >= 0 else None,
        as_of=as_of,
        neighbours=chart.links(index, ways),
    )


def _sightings(g: State, chart: Chart, seat: int) -> list[Sighting]:
    """Foreign robots where they were last seen, whatever has become of them. Sorted by their ids, which tell nothing:
    neither who was built first nor who is still there. DUN-045, DUN-048, DUN-235"""
    ones: list[Robot | Ghost] = [*g.robots[: g.robot_count], *g.ghosts[: g.ghost_count]]
    seen = [
        Sighting(robot_id(g, one.serial), one.owner, chart.ids[one.seen_planet[seat]], one.seen_round[seat])
        for one in ones
        if one.owner != seat and one.seen_round[seat] and one.seen_planet[seat] >= 0
    ]
    seen.sort(key=lambda one: one.id)
    return seen


def _own(g: State, chart: Chart, seat: int) -> OwnView:
    """DUN-038, DUN-052"""
    player = g.players[seat]
    return OwnView(
        seat=seat,
        money=player.money,
        robots=[_robot(g, chart, robot) for robot in g.robots[: g.robot_count] if robot.owner == seat],
        robot_limit=g.robot_limit,
        purchase=_purchase(g, seat, player),
        done=player.done != 0,
        figures=figures_by_key(g, seat),
    )


def _purchase(g: State, seat: int, player: Player) -> Purchase | None:
    return Purchase(player.quantity, order_id(g, seat, player.order_no)) if player.order_no else None


def _robot(g: State, chart: Chart, robot: Robot) -> RobotView:
    levels, means = robot.levels, g.by_level
    ordered = robot.command != t.NO_COMMAND
    return RobotView(
        id=robot_id(g, robot.serial),
        seat=robot.owner,
        planet=chart.ids[robot.planet],
        health=robot.health,
        max_health=means[t.HEALTH][levels[t.HEALTH]],
        energy=robot.energy,
        max_energy=means[t.MAX_ENERGY][levels[t.MAX_ENERGY]],
        regeneration=means[t.ENERGY_REGEN][levels[t.ENERGY_REGEN]],
        damage=means[t.DAMAGE][levels[t.DAMAGE]],
        mining_speed=means[t.MINING_SPEED][levels[t.MINING_SPEED]],
        storage=means[t.STORAGE][levels[t.STORAGE]],
        levels=dict(zip(t.STAT_NAMES, levels, strict=True)),
        cargo=dict(zip(t.KIND_NAMES, robot.cargo, strict=True)),
        items=dict(zip(t.ITEM_NAMES, robot.items, strict=True)),
        command=to_builtins(action_of(_row(robot), g)) if ordered else None,
        transaction=order_id(g, robot.owner, robot.order_no) if ordered else None,
        last=_last(g, robot),
    )


def _row(robot: Robot) -> list[int]:
    return [robot.command, robot.serial, robot.target, robot.article, robot.quantity]


def _last(g: State, robot: Robot) -> Outcome | None:
    """DUN-195"""
    if robot.last_command == t.NO_COMMAND or not robot.last_order:
        return None
    name, reason = t.ACTION_NAMES[robot.last_command], t.FAILURES[robot.last_reason]
    return Outcome(name, reason, order_id(g, robot.owner, robot.last_order))
