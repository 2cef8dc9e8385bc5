"""The ghost: where the own robot would stand if nobody interferes, from what its seat can see."""

from random import Random

import msgspec
import pytest
from tests.games.rally.text_states import Floor, setup, tag

from roundhouse.games.rally import GAME
from roundhouse.games.rally.actions import Confirm, Draft, Program, Redeal, Resign
from roundhouse.games.rally.event_decoder import events_of
from roundhouse.games.rally.forecast import Ghost, GhostStop, Refused
from roundhouse.games.rally.maps import SHIPPED
from roundhouse.games.rally.rules import tables as t
from roundhouse.games.rally.rules.contract import tick
from roundhouse.games.rally.view import at

SETUP = setup("lazy", "tanky")
ROW = "+  +  +  +  +  +\n .. .. .. .. ..\n+  +  +  +  +  +\n"


def ask(play, slots, seat=1):
    view = GAME.view(play.g, seat, ["a", "b"])
    return GAME.forecast(view, SETUP, seat, Draft([None if name == "-" else name for name in slots.split()]))


@pytest.mark.rule("RAL-270", "RAL-271")
def test_the_ghost_runs_the_draft_through_all_fields():
    grid = "+  +  +  +  +  +  +\n .. ~~ s> g+ .. ..{\n+  +  +  +  +  +  +\n"
    play = Floor(grid + "1 lazy 0,0 E hand 1@490 1@500 R@80\n2 tanky 5,0 N")
    ghost = ask(play, "1@490 - - - -")
    assert ghost.path[:5] == [
        GhostStop(1, 1, (1, 0), "E", 0), GhostStop(1, 2, (2, 0), "E", 0), GhostStop(1, 3, (3, 0), "E", 0),
        GhostStop(1, 5, (3, 0), "S", 0), GhostStop(1, 6, (3, 0), "S", 1),
    ]  # fmt: skip
    # In the other steps the gear turns it and the laser hits it: empty slots do nothing.
    assert (ghost.cell, ghost.facing, ghost.damage, ghost.died) == ((3, 0), "S", 5, None)


@pytest.mark.rule("RAL-271")
def test_other_robots_are_ignored():
    play = Floor(ROW + "1 lazy 0,0 E hand 1@490 2@670\n2 tanky 1,0 W")
    assert ask(play, "1@490 2@670 - - -").cell == (3, 0)


@pytest.mark.rule("RAL-271")
@pytest.mark.parametrize(
    ("cells", "damage", "died"), [(".. () ..", 0, (1, 0)), (".. .. ..", 0, (2, 0)), (".. ..|..{", 8, None)]
)
def test_a_ghost_that_would_die_has_a_place_of_death(cells, damage, died):
    rim = "+  +  +  +"
    play = Floor(f"{rim}\n {cells}\n{rim}\n1 lazy 0,0 E damage {damage} hand 3@790\n2 tanky 2,0 N")
    ghost = ask(play, "3@790 - - - -")
    assert (ghost.cell, ghost.died) == (None if died else (1, 0), died)
    if died:
        assert ghost.path[-1].cell is None


@pytest.mark.rule("RAL-271")
def test_field_lasers_count_from_the_present_damage_on():
    play = Floor("+  +  +\n}.. ..\n+  +  +\n1 lazy 0,0 N damage 5 slots - - - - R@80 locked 1\n2 tanky 1,0 N")
    ghost = ask(play, "- - - - -")
    assert (ghost.died, ghost.damage, ghost.path[-1].step) == ((0, 0), 9, 4)


@pytest.mark.rule("RAL-271")
def test_burned_in_commands_run_too_and_checkpoints_are_ticked():
    grid = "+  +  +  +  +\n .. c1 .. c2\n+  +  +  +  +\n"
    play = Floor(grid + "1 lazy 0,0 E damage 5 hand 1@490 1@500 1@510 slots - - - - 2@670 locked 1\n2 tanky 3,0 N")
    ghost = ask(play, "1@490 P - - -")
    assert (ghost.cell, ghost.ticked) == ((3, 0), 2)
    assert ask(play, "1@490 P - - 2@670") == ghost


def test_a_draft_that_would_be_refused_says_so():
    play = Floor(ROW + "1 lazy 0,0 E hand 1@490 2@670\n2 tanky 1,0 W")
    answer = ask(play, "1@490 1@490 - - -")
    assert isinstance(answer, Refused)
    assert (answer.refusal.code, answer.refusal.rule) == ("card_twice", "RAL-057")
    assert ask(play, "1@490 x - - -").refusal.code == "bad_field"


def test_there_is_no_ghost_for_other_actions_and_robots_off_the_board():
    play = Floor(ROW + "1 lazy - E dead 1\n2 tanky 1,0 W hand 1@490")
    view = GAME.view(play.g, 2, ["a", "b"])
    assert [GAME.forecast(view, SETUP, 2, action) for action in (Confirm(), Redeal(), Resign())] == [None] * 3
    assert ask(play, "- - - - -") is None


def test_the_ghost_works_from_plain_data_and_after_confirming():
    play = Floor(ROW + "1 lazy 0,0 E hand 1@490 2@670 R@80 L@70 L@90 confirmed\n2 tanky 4,0 N")
    view = msgspec.json.decode(msgspec.json.encode(GAME.view(play.g, 1, ["a", "b"])))
    ghost = GAME.forecast(view, SETUP, 1, {"type": "draft", "slots": ["1@490", None, None, None, None]})
    assert isinstance(ghost, Ghost)
    assert ghost.cell == (1, 0)


def interfered(events, seat):
    """Whether another robot had to do with what a robot did in a round."""
    for event in events:
        name = tag(event)
        if name == "moved" and event.by and seat in (event.seat, event.by):
            return True
        if name == "blocked" and event.seat == seat and event.cause != "wall":
            return True
        if name == "damaged" and event.seat == seat and event.by:
            return True
    return False


@pytest.mark.rule("RAL-270", "RAL-271")
def test_the_ghost_ends_where_the_robot_ends_whenever_nobody_interferes():
    rng = Random(1)
    compared = deaths = 0
    for seed in range(60):
        board = list(SHIPPED)[seed % 4]
        made = setup("lazy", "james", "peach", seed=seed, board=board)
        g = GAME.start(made)
        for _ in range(8):
            ghosts = {}
            for seat in range(1, 4):
                if not g.robots[seat].hand_count:
                    continue
                row = [0] * 7
                GAME.rules.sample(g, seat, rng.getrandbits(64), 0, row)
                program = GAME.action_of(row, None)
                assert isinstance(program, Program)
                ghosts[seat] = GAME.forecast(GAME.view(g, seat, ["a", "b", "c"]), made, seat, program)
                GAME.rules.act(g, seat, row)
            tick(g)
            if g.reason:  # the round may not have been played to its end
                break
            events = events_of(g)
            for seat, ghost in ghosts.items():
                if interfered(events, seat):
                    continue
                compared += 1
                deaths += ghost.died is not None
                assert ghost.path == trail(events, seat, ghost.path)
                robot = g.robots[seat]
                if ghost.died is None:
                    assert (ghost.cell, ghost.facing, ghost.ticked) == (
                        at(robot.cell), t.FACINGS[robot.facing], robot.ticked,
                    )  # fmt: skip
                else:
                    assert [event.cell for event in events if tag(event) == "died" and event.seat == seat] == [
                        ghost.died
                    ]
    assert compared > 250
    assert deaths > 30


def trail(events, seat, path):
    """What moved, turned or hit the robot, in the ghost's words; it begins as the ghost did."""
    first = path[0] if path else None
    cell, facing, damage = (first.cell, first.facing, first.damage) if first else (None, "", 0)
    stops = []
    for event in events:
        if not event.step or getattr(event, "seat", 0) != seat:
            continue
        if tag(event) == "moved" and event.to is not None:
            cell = event.to
        elif tag(event) == "turned":
            facing = event.facing
        elif tag(event) == "damaged":
            damage = event.total
        elif tag(event) == "died":
            cell = None
        else:
            continue
        stops.append(GhostStop(event.step, event.phase, cell, facing, damage))
    return stops
