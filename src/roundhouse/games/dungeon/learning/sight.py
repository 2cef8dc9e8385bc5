"""Observations and masks that are kept up to date: of planets only those that a seat has heard of are written, and rows
of robots that are not there any more are cleared once."""

from typing import Annotated, Any

from ....core.rules import rules
from ....core.schema import i2, i4, struct, u1
from ..rules.observation import (
    FEATURES,
    PLANET_FEATURES,
    PLAYER_FEATURES,
    ROBOT_FEATURES,
    SEE_PLANETS,
    SEE_PLAYERS,
    SEE_ROBOTS,
    observe_game,
    observe_planet,
    observe_player,
    observe_robot,
    observe_sighting,
)
from ..rules.phases.end_of_round import is_in_play
from ..rules.phases.trading import check_buy_robots
from ..rules.state import State
from ..rules.tables import NO_COMMAND, PLANETS, SMALL_SEATS, SMALL_SIDE, UNHEARD
from .actions import CHOICES, FIRST, PURCHASES, ROBOTS, legal_of

NUMBERS = "i4"


@struct
class Seen:
    numbers: Annotated[list[i4], FEATURES]


@struct
class Sight:
    """What a row shows."""

    shown: u1  # 0: nothing that would hold for this match
    robots: i2
    written: Annotated[list[u1], PLANETS]  # planets with numbers other than 0
    filled: Annotated[list[u1], ROBOTS]  # robots with choices in the mask


@struct
class Survey:
    nothing: u1


@rules
def survey(g: State, common: Survey) -> None:
    """Seats know different things."""
    return


@rules
def show(g: State, seat: int, common: Survey, seen: Seen, flags: Any, sight: Sight) -> None:
    """`observe` and `legal` of a seat, in a row that may show the same match at an earlier time."""
    if sight.shown == 0:
        for k in range(FEATURES):
            seen.numbers[k] = 0
        for k in range(len(flags)):
            flags[k] = 0
        for robot in range(ROBOTS):
            sight.filled[robot] = 0
        sight.robots = 0
        for index in range(PLANETS):
            sight.written[index] = 0
        sight.shown = 1
    if g.seats <= SMALL_SEATS and g.side <= SMALL_SIDE:
        show_things(g, seat, seen.numbers, sight)
    show_mask(g, seat, flags, sight)


@rules
def show_things(g: State, seat: int, out: Any, sight: Sight) -> None:
    observe_game(g, seat, out)
    for n in range(g.seats):
        observe_player(g, seat if n == 0 else n if n < seat else n + 1, SEE_PLAYERS + n * PLAYER_FEATURES, out)
    for index in range(g.side * g.side):
        known = g.planets[index].known[seat] != UNHEARD
        if known or sight.written[index] != 0:
            at = SEE_PLANETS + index * PLANET_FEATURES
            for k in range(PLANET_FEATURES):
                out[at + k] = 0
            sight.written[index] = known
            observe_planet(g, seat, index, at, out)
    own = 0
    for n in range(g.robot_count):
        robot = g.robots[n]
        if robot.owner == seat:
            out[SEE_PLANETS + robot.planet * PLANET_FEATURES + 6] += 1
            sight.written[robot.planet] = 1
            observe_robot(robot, SEE_ROBOTS + own * ROBOT_FEATURES, out)
            own += 1
        else:
            show_sighting(g, seat, robot.owner, robot.seen_round[seat], robot.seen_planet[seat], out, sight)
    for k in range(own * ROBOT_FEATURES, sight.robots * ROBOT_FEATURES):
        out[SEE_ROBOTS + k] = 0
    sight.robots = own
    for n in range(g.ghost_count):
        ghost = g.ghosts[n]
        if ghost.owner != seat:
            show_sighting(g, seat, ghost.owner, ghost.seen_round[seat], ghost.seen_planet[seat], out, sight)


@rules
def show_sighting(g: State, seat: int, owner: int, round_no: int, planet: int, out: Any, sight: Sight) -> None:
    observe_sighting(g, seat, owner, round_no, planet, out)
    if round_no != 0 and planet >= 0:
        sight.written[planet] = 1


@rules
def show_mask(g: State, seat: int, flags: Any, sight: Sight) -> None:
    player = g.players[seat]
    may = int(g.reason == 0 and player.done == 0 and player.left == 0 and is_in_play(g, seat))
    flags[0] = 1
    for k in range(1, FIRST):
        flags[k] = may != 0 and player.order_no == 0 and check_buy_robots(g, seat, PURCHASES[k]) == 0
    number = 0
    for n in range(g.robot_count):
        robot = g.robots[n]
        if robot.owner == seat and number < ROBOTS:
            at = FIRST + number * CHOICES
            clear_choices(at, number, flags, sight)
            if may != 0 and robot.command == NO_COMMAND:
                legal_of(g, robot, at, flags)
                sight.filled[number] = 1
            number += 1
    for left in range(number, ROBOTS):
        clear_choices(FIRST + left * CHOICES, left, flags, sight)


@rules
def clear_choices(at: int, number: int, flags: Any, sight: Sight) -> None:
    if sight.filled[number] != 0:
        sight.filled[number] = 0
        for k in range(CHOICES):
            flags[at + k] = 0
