"""What happens at the caps, and that the work of a round grows with the number of robots and no faster."""

import sys

import pytest
from tests.games.dungeon.rule_states import TWO, Game

from roundhouse.core.entries import enter, tick
from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon.rules import tables as t


@pytest.mark.rule("DUN-195", "DUN-199")
def test_when_the_ring_is_full_rows_are_counted_as_lost_and_every_result_is_kept_in_its_robot():
    robots = "".join(f"r{n} {n % 2 + 1} 0,1 NUKE 1 HEALTH 5\n" for n in range(1, 71))
    game = Game(TWO + robots, nuke_damage=1)
    game.give(*(f"r{n} use NUKE 0,1" for n in range(1, 71)))
    enter(GAME.rules, game.g, tick())
    assert game.g.event_count == len(game.g.events) == 4096
    assert game.g.events_lost > 70 * 70 - 4096
    for n in range(1, 71):
        robot = game.robot(f"r{n}")
        assert (robot.last_command, robot.last_reason, robot.health) == (t.BATTLE_ITEM, 0, 500 - 70)
    assert game.player(1).damage == game.player(2).damage == 35 * 35


@pytest.mark.rule("DUN-241")
def test_every_player_can_own_as_many_robots_as_its_share_and_no_more():
    for seats, limit in ((1, 128), (4, 128), (9, 64)):
        game = Game(TWO.split("1\n2\n")[0] + "".join(f"{seat} money 1000000\n" for seat in range(1, seats + 1)))
        assert game.g.robot_limit == limit
        game.round(*(f"{seat}: buy {limit} ROBOT" for seat in range(1, seats + 1)))
        assert game.g.robot_count == seats * limit <= len(game.g.robots)
        game.round(*(f"{seat}: buy 1 ROBOT" for seat in range(1, seats + 1)))
        assert [t.FAILURES[player.last_reason] for player in game.g.players[1 : seats + 1]] == ["robot_limit"] * seats


def lines_of_a_tick(board, orders):
    """How many lines of the rules a round executes."""
    game = Game(board)
    game.give(*orders)
    count = 0

    def trace(frame, event, _):
        nonlocal count
        if "dungeon" not in frame.f_code.co_filename:
            return None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        GAME.rules.tick(game.g)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.slow
@pytest.mark.parametrize(
    ("robot", "order"),
    [
        ("2,4 MINING_SPEED {}", "mine"),
        ("0,1", "move 0,2"),
        ("0,1", "battle r1"),
        ("0,1 ROCKET 1 coal 3 health 5", "use ROCKET r{}"),
        ("0,0 coal 3", "sell"),
        ("0,0", "buy HEALTH"),
        ("0,1 REPAIR_SWARM 1", "use REPAIR_SWARM"),
        ("0,1 WORMHOLE 1", "use WORMHOLE"),
    ],
)
def test_four_times_the_robots_on_one_planet_are_at_most_about_four_times_the_work(robot, order):
    lines = {}
    for count in (24, 96):
        board = TWO + "".join(f"r{n} {n % 2 + 1} {robot.format(n % 6)}\n" for n in range(1, count + 1))
        orders = [f"r{n} {order.format(n)}" for n in range(count, 0, -1)]  # the wrong way round
        lines[count] = lines_of_a_tick(board, orders)
    assert lines[96] < 5 * lines[24]
