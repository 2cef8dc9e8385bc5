"""What a seat knows, as one row of numbers; `arrays.py` names them. DUN-038 to DUN-052"""

from typing import Any

from ....core.rules import rules
from .state import Robot, State
from .tables import (
    ARTICLES,
    CATEGORIES,
    ITEMS,
    KINDS,
    MOVE,
    OWN_MAX,
    PLANETS,
    SMALL_SEATS,
    SMALL_SIDE,
    STATS,
    UNHEARD,
    VISITED,
)

# The parts of an observation: where each begins, and how many numbers a thing has in it
GAME_FEATURES = 12
PLAYER_FEATURES = 2 + CATEGORIES
PLANET_FEATURES = 8 + SMALL_SEATS - 1
ROBOT_FEATURES = 8 + STATS + KINDS + ITEMS
SEE_PRICES = GAME_FEATURES
SEE_RESOURCE_PRICES = SEE_PRICES + ARTICLES
SEE_PLAYERS = SEE_RESOURCE_PRICES + KINDS
SEE_PLANETS = SEE_PLAYERS + SMALL_SEATS * PLAYER_FEATURES
SEE_ROBOTS = SEE_PLANETS + PLANETS * PLANET_FEATURES
FEATURES = SEE_ROBOTS + OWN_MAX * ROBOT_FEATURES


@rules
def observe(g: State, seat: int, out: Any) -> None:
    """All 0 for a map or a number of seats that only the large form has room for."""
    for k in range(FEATURES):
        out[k] = 0
    if g.seats > SMALL_SEATS or g.side > SMALL_SIDE or seat > g.seats:
        return
    observe_game(g, seat, out)
    for n in range(g.seats):
        observe_player(g, seat if n == 0 else n if n < seat else n + 1, SEE_PLAYERS + n * PLAYER_FEATURES, out)
    for index in range(g.side * g.side):
        observe_planet(g, seat, index, SEE_PLANETS + index * PLANET_FEATURES, out)
    own = 0
    for n in range(g.robot_count):
        robot = g.robots[n]
        if robot.owner == seat:
            out[SEE_PLANETS + robot.planet * PLANET_FEATURES + 6] += 1
            observe_robot(robot, SEE_ROBOTS + own * ROBOT_FEATURES, out)
            own += 1
        else:
            observe_sighting(g, seat, robot.owner, robot.seen_round[seat], robot.seen_planet[seat], out)
    for n in range(g.ghost_count):
        ghost = g.ghosts[n]
        if ghost.owner != seat:
            observe_sighting(g, seat, ghost.owner, ghost.seen_round[seat], ghost.seen_planet[seat], out)


@rules
def observe_game(g: State, seat: int, out: Any) -> None:
    player = g.players[seat]
    out[0] = g.round_no
    out[1] = g.max_rounds - g.round_no
    out[2] = g.seats
    out[3] = seat
    out[4] = g.side
    out[5] = min(player.money, 2147483647)
    out[6] = player.robots
    out[7] = g.robot_limit
    out[8] = player.quantity if player.order_no != 0 else 0
    out[9] = player.done
    out[10] = 1 if player.left != 0 else 0
    out[11] = 1 if g.reason != 0 else 0
    for article in range(ARTICLES):
        out[SEE_PRICES + article] = g.prices[article]
    for kind in range(KINDS):
        out[SEE_RESOURCE_PRICES + kind] = g.resource_prices[kind]


@rules
def observe_player(g: State, seat: int, at: int, out: Any) -> None:
    player = g.players[seat]
    out[at] = seat
    out[at + 1] = 1 if player.left != 0 else 0
    for category in range(CATEGORIES):
        out[at + 2 + category] = player.scores[category]


@rules
def observe_planet(g: State, seat: int, index: int, at: int, out: Any) -> None:
    """Kind and age are counted from 1, so that 0 is unknown; of an amount that was not told there is -1."""
    planet = g.planets[index]
    if planet.known[seat] == UNHEARD:
        return
    out[at] = planet.known[seat]
    out[at + 1] = planet.gravity
    if planet.known[seat] == VISITED:
        out[at + 2] = planet.station
    if planet.info_round[seat] > 0:
        out[at + 3] = planet.info_kind[seat] + 2
        out[at + 4] = planet.info_amount[seat]
        out[at + 5] = g.round_no - planet.info_round[seat] + 1


@rules
def observe_robot(robot: Robot, at: int, out: Any) -> None:
    out[at] = 1
    out[at + 1] = robot.planet
    out[at + 2] = robot.health
    out[at + 3] = robot.energy
    out[at + 4] = robot.command + 1
    out[at + 5] = robot.target if robot.command == MOVE else -1  # no serial numbers of others
    out[at + 6] = robot.article
    out[at + 7] = robot.last_reason
    for stat in range(STATS):
        out[at + 8 + stat] = robot.levels[stat]
    for kind in range(KINDS):
        out[at + 8 + STATS + kind] = robot.cargo[kind]
    for item in range(ITEMS):
        out[at + 8 + STATS + KINDS + item] = robot.items[item]


@rules
def observe_sighting(g: State, seat: int, owner: int, round_no: int, planet: int, out: Any) -> None:
    """Foreign robots are counted where they were seen last, by owner: the others in seat order."""
    if round_no == 0 or planet < 0:
        return
    at = SEE_PLANETS + planet * PLANET_FEATURES
    age = g.round_no - round_no + 1
    out[at + 7] = age if out[at + 7] == 0 else min(age, out[at + 7])
    other = owner - 1 if owner > seat else owner
    out[at + 7 + other] += 1
