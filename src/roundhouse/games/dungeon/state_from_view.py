"""A state made from what a seat is shown: all it needs to think ahead with the real rules.

What the seat does not know is, in the belief:
- a planet that it has not heard of: there, without a resource, of the gravity of its zone; of the stations whose places
  it does not know, one here and there in the outer zone
- a patch: as it was seen last, and full where the amount was not told
- another's robot: still where it was seen last, at level 0, in full health and with full energy, with nothing in it and
  without a command; one that was never seen is not there
- another's account: the start money, and nothing counted
- trades of earlier rounds: as many in the round before as the prices of today tell
- the order in which own commands of this round were given: that of the robots, then the purchase of robots
- ids: others than in the match, where they are drawn from the seed (DUN-233); `view_numbers` says which is which

The random key is 0.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UnsetType

from ...core.game import Setup
from ...core.schema import new
from .actions import Action, action_by, row_by
from .map_generator import OUTER, count, zone
from .rules import tables as t
from .rules.phases.economy import ALL_PRICES, NO_PRICES, ORIGIN_PRICES, adjustment
from .rules.phases.knowledge import discover
from .rules.phases.lookup import ability, neighbour
from .rules.phases.trading import clear_command
from .rules.state import Robot, State
from .settings import settings_of
from .setup import form_of, put_settings
from .view import OwnView, PlayerView, RobotView, Sighting, View
from .view_numbers import ViewNumbers

__all__ = ["believed_action", "seen", "state_from_view"]


def seen(view: Any) -> View:
    """A view as it comes: typed in this process, plain dictionaries from elsewhere."""
    return view if isinstance(view, View) else msgspec.convert(view, View)


def believed_action(row: Sequence[int], view: Any, setup: Setup) -> Action:
    """The message behind a row in the numbers of this view's belief. Raises ValueError for a row that is none."""
    numbers = ViewNumbers(seen(view))
    action = action_by(row, numbers)
    if row_by(action, numbers) != list(row):
        raise ValueError("nothing is called so in the belief")
    return action


def state_from_view(view: Any, setup: Setup) -> State:
    """The state behind a view; the module says what is in it of which the seat knows nothing."""
    view = seen(view)
    own = None if isinstance(view.you, UnsetType) else view.you
    seat = own.seat if own else 0
    numbers = ViewNumbers(view)
    g: State = new(State, form_of(setup))
    g.seats, g.side = len(view.players), view.side
    put_settings(g, settings_of(setup))
    g.round_no, g.max_rounds = view.round, view.max_rounds
    g.round_ms = g.next_round_ms = view.round_ms
    g.early_close = g.next_early_close = int(view.early_close)
    if view.phase == "over":
        g.reason = t.ENDED_ROUNDS if view.round >= view.max_rounds else t.ENDED_ADMIN
    put_planets(g, view, seat, numbers)
    put_market(g, view)
    for line in view.players:
        put_player(g, line)
    if own:
        put_own(g, own, numbers)
    for one in view.sightings:
        put_sighting(g, one, seat, numbers)
    look_around(g, seat)
    return g


# The map


def put_planets(g: State, view: View, seat: int, numbers: ViewNumbers) -> None:
    stations = set(view.stations)
    for index in range(g.side * g.side):
        planet = g.planets[index]
        planet.exists, planet.gravity = 1, zone(g.side, *divmod(index, g.side))
        planet.kind = t.NOTHING
    for shown in view.planets:
        index = numbers.planets[shown.id]
        planet = g.planets[index]
        planet.gravity, planet.station = shown.gravity, int(shown.id in stations)
        planet.known[seat] = t.VISITED if shown.visited else t.NEIGHBOUR
        if shown.as_of:
            planet.kind = t.NOTHING if shown.resource is None else t.KIND_NAMES.index(shown.resource)
            planet.info_round[seat], planet.info_kind[seat] = shown.as_of, planet.kind
            if planet.kind != t.NOTHING:
                planet.info_amount[seat] = -1 if shown.amount is None else shown.amount
                planet.amount = g.patch_amount if shown.amount is None else shown.amount
    for shown in view.planets:
        if shown.visited:
            leave_out(g, numbers.planets[shown.id], [t.DIRECTIONS.index(way) for way in shown.neighbours], seat)
    spread_stations(g, seat, len(stations) - sum(shown.id in stations for shown in view.planets))
    count(g)


def leave_out(g: State, index: int, ways: list[int], seat: int) -> None:
    """Of a visited planet all neighbours are known, so there are no others. DUN-041"""
    for way in range(len(t.DIRECTIONS)):
        beside = neighbour(g, index, way)
        if way not in ways and beside >= 0 and g.planets[beside].known[seat] == t.UNHEARD:
            g.planets[beside].exists = 0


def spread_stations(g: State, seat: int, missing: int) -> None:
    """DUN-016"""
    free = [
        index
        for index in range(g.side * g.side)
        if (planet := g.planets[index]).exists and planet.known[seat] == t.UNHEARD and planet.gravity == OUTER
    ]
    for k in range(min(missing, len(free))):
        g.planets[free[k * len(free) // missing]].station = 1


# The market


def put_market(g: State, view: View) -> None:
    """Prices, and the trades that make them: so many in the round before. DUN-146 to DUN-151"""
    before = max(0, g.round_no - 1)
    for article, name in enumerate(t.ARTICLE_NAMES):
        g.prices[article] = view.market.articles[name]
        special = t.FIRST_ITEM <= article < t.FIRST_UPGRADE
        if g.round_no > 1 and (g.dynamic_prices == ALL_PRICES or (g.dynamic_prices == ORIGIN_PRICES and special)):
            base = g.base_prices[article] * (adjustment(before) if special and g.item_round_adjust else 1)
            units = g.prices[article] * g.stock // base
            g.bought[before % t.WINDOW_ROWS, article] = units if units > g.stock else 0
    for kind, name in enumerate(t.KIND_NAMES):
        g.resource_prices[kind] = view.market.resources[name]
        if g.dynamic_prices != NO_PRICES and g.resource_prices[kind] < g.base_resource_prices[kind]:
            full = g.base_resource_prices[kind] * g.demand
            g.sold[before % t.WINDOW_ROWS, kind] = -(-full // g.resource_prices[kind])


# Players and robots


def put_player(g: State, line: PlayerView) -> None:
    """What all know of a player, and the default of what only it knows."""
    player = g.players[line.seat]
    player.scores[:] = [line.scores[name] for name in t.CATEGORY_NAMES]
    player.achieved = sum(1 << t.ACHIEVEMENT_NAMES.index(name) for name in line.achievements)
    player.left = t.RESIGNED if line.left else 0
    player.money = player.balance = player.top_money = g.start_money
    if g.reason:
        player.money = 0  # DUN-007


def put_own(g: State, own: OwnView, numbers: ViewNumbers) -> None:
    player = g.players[own.seat]
    figures = own.figures
    g.robot_limit = own.robot_limit
    player.money = player.balance = own.money
    player.done = int(own.done)
    for name in ("kills", "losses", "damage", "earned", "spent", "trades", "moves"):
        setattr(player, name, figures[name])
    player.mined[:] = [figures[f"mined_{kind}"] for kind in t.KIND_NAMES]
    player.bought, player.top_money = figures["robots_bought"], figures["top_balance"]
    for shown in own.robots:
        put_robot(g, shown, numbers)
    if own.purchase is not None:
        player.orders += 1
        player.order_no, player.quantity = player.orders, own.purchase.quantity


def put_robot(g: State, shown: RobotView, numbers: ViewNumbers) -> None:
    """A robot of the seat."""
    robot = added(g, numbers.robots[shown.id], shown.seat, numbers.planets[shown.planet])
    robot.levels[:] = [shown.levels[name] for name in t.STAT_NAMES]
    robot.cargo[:] = [shown.cargo[name] for name in t.KIND_NAMES]
    robot.items[:] = [shown.items[name] for name in t.ITEM_NAMES]
    robot.health, robot.energy = shown.health, shown.energy
    player = g.players[shown.seat]
    if shown.command is not None:
        row = row_by(msgspec.convert(shown.command, Action), numbers)
        player.orders += 1
        robot.command, _, robot.target, robot.article, robot.quantity = row
        robot.order_no = player.orders
    if shown.last is not None:
        robot.last_command = t.ACTION_NAMES.index(shown.last.type)
        robot.last_reason, robot.last_order = t.FAILURES.index(shown.last.reason), 1


def put_sighting(g: State, one: Sighting, seat: int, numbers: ViewNumbers) -> None:
    """A robot of another, or what is remembered of it where there are more than can live. DUN-048"""
    serial, planet = numbers.robots[one.id], numbers.planets[one.planet]
    kept: Any
    if g.robot_count < len(g.robots):
        kept = added(g, serial, one.seat, planet)
    else:
        kept = g.ghosts[g.ghost_count]
        g.ghost_count += 1
        kept.serial, kept.owner = serial, one.seat
    kept.seen_round[seat], kept.seen_planet[seat] = one.round, planet


def added(g: State, serial: int, owner: int, planet: int) -> Robot:
    """A robot as it comes from the factory. DUN-027"""
    robot = g.robots[g.robot_count]
    g.robot_count += 1
    g.serials = serial
    g.players[owner].robots += 1
    robot.serial, robot.owner, robot.planet = serial, owner, planet
    robot.last_command, robot.aim, robot.after, robot.gained = t.NO_COMMAND, -1, -1, -1
    clear_command(robot)
    robot.health, robot.energy = ability(g, robot, t.HEALTH), ability(g, robot, t.MAX_ENERGY)
    return robot


def look_around(g: State, seat: int) -> None:
    """The others know the planets that their robots are on, and the robots there; where all is open, what the seat
    knows. DUN-054"""
    robots = g.robots[: g.robot_count]
    for other in range(1, g.seats + 1):
        if other == seat:
            continue
        present = {robot.planet for robot in robots if robot.owner == other}
        if g.open:
            for planet in g.planets:
                planet.known[other] = planet.known[seat]
                planet.info_round[other], planet.info_kind[other] = planet.info_round[seat], planet.info_kind[seat]
                planet.info_amount[other] = planet.info_amount[seat]
        for index in sorted(present):
            discover(g, other, index)
        for robot in robots:
            if robot.owner != other and (g.open or robot.planet in present):
                robot.seen_round[other], robot.seen_planet[other] = g.round_no, robot.planet
