"""How a match starts, what its settings may be, and that a state is written and restored without loss."""

import json

import pytest
from tests.games.rally.text_states import Floor, all_cards, setup, start

from roundhouse.core.game import SeatSetup
from roundhouse.core.schema import canonical, clone, pack, unpack
from roundhouse.core.settings import SetupError
from roundhouse.games.rally import GAME, notation
from roundhouse.games.rally.maps import SHIPPED, load
from roundhouse.games.rally.rules import tables as t
from roundhouse.games.rally.rules.contract import tick
from roundhouse.games.rally.settings import pace
from roundhouse.games.rally.view import at


@pytest.mark.rule("RAL-034", "RAL-035", "RAL-036")
def test_seats_stand_on_the_start_fields_in_their_order_or_dealt_at_random():
    board = load(SHIPPED["oil-cellar"])
    g = start(*["tanky"] * 5, board="oil-cellar", start_assignment="seat")
    assert [(*at(robot.cell), robot.facing) for robot in g.robots[1:6]] == board.starts[:5]
    assert g.robots[0].cell == 0
    orders = {tuple(at(robot.cell) for robot in start(*["tanky"] * 3, seed=seed).robots[1:4]) for seed in range(60)}
    assert len(orders) == 6  # all orders come up


@pytest.mark.rule("RAL-037", "RAL-038", "RAL-035")
def test_a_robot_starts_whole_with_its_backup_on_its_start_field():
    g = start("lazy", "james", lives=5)
    for robot in g.robots[1:3]:
        assert (robot.lives, robot.damage, robot.locked, robot.ticked, robot.dead) == (5, 0, 0, 0, 0)
        assert robot.cell == robot.backup == robot.start
        assert robot.facing == robot.backup_facing == robot.start_facing == t.EAST
        assert robot.hand_count == 9
    assert (g.round_no, g.deaths, g.steps) == (1, 0, 0)


@pytest.mark.rule("RAL-022")
def test_checkpoints_beyond_the_setting_are_floor():
    g = start("lazy", "james", checkpoints=2)
    assert (g.goal, sum(kind == t.CHECKPOINT for kind in g.kinds)) == (2, 2)
    x, y = load(SHIPPED["training-shop"]).checkpoints[2]
    assert g.kinds[(y + 1) * t.STRIDE + x + 1] == t.FLOOR


@pytest.mark.rule("RAL-230", "RAL-236")
@pytest.mark.parametrize(
    ("settings", "seats", "said"),
    [({"checkpoints": 4}, 2, "checkpoints"), ({"board": "atlantis"}, 2, "board"), ({"board": "a\nb"}, 2, "board"),
     ({"lives": 10}, 2, "lives"), ({"max_rounds": 1001}, 2, "max_rounds"), ({"timer_seconds": 10}, 2, "timer_seconds"),
     ({"speed": 3}, 2, "speed"), ({}, 9, "players"), ({}, 1, "players")],
)  # fmt: skip
def test_bad_settings_are_named(settings, seats, said):
    with pytest.raises(SetupError, match=said):
        GAME.start(GAME.setup([f"s{n}" for n in range(seats)], settings=settings))


@pytest.mark.rule("RAL-230")
def test_a_board_seats_no_more_than_its_header_says():
    small = SHIPPED["training-shop"].replace("players: 2-8", "players: 3-4")
    for count in (2, 5):
        with pytest.raises(SetupError, match="is for 3 to 4"):
            GAME.start(setup(*["tanky"] * count, board=small))
    assert GAME.start(setup(*["tanky"] * 4, board=small)).seats == 4


@pytest.mark.rule("RAL-039", "RAL-040", "RAL-041", "RAL-319")
def test_a_state_holds_whole_numbers_within_their_fields():
    g = start(*["lazy", "albot"] * 4, seed=5, board="scrap-press")
    for _ in range(40):
        tick(g)
        assert canonical(unpack(type(g), pack(g)[0])) == canonical(g)  # pack raises where a number does not fit
        standing = [robot.cell for robot in g.robots if robot.cell]
        assert len(set(standing)) == len(standing)
        assert {cell: seat for cell, seat in enumerate(g.standing_at) if seat} == {
            robot.cell: seat for seat, robot in enumerate(g.robots) if robot.cell
        }
        assert all(robot.damage < 9 for robot in g.robots if robot.cell)
        assert all(robot.cell == 0 for robot in g.robots if robot.dead)
        if g.reason:
            break


@pytest.mark.rule("RAL-042")
@pytest.mark.parametrize("ticks", [0, 3, 6])
def test_a_state_restored_from_json_goes_on_exactly_like_the_original(ticks):
    g = start("lazy", "albot", "peach", "james", seed=8, board="oil-cellar")
    for _ in range(ticks):
        tick(g)
    again = notation.from_data(json.loads(json.dumps(notation.as_data(g))))
    for state in (g, again):
        for _ in range(4):
            tick(state)
    assert canonical(again) == canonical(g)
    assert notation.as_data(again) == notation.as_data(g)


@pytest.mark.rule("RAL-042")
def test_the_text_of_a_state_reads_back_as_it_was():
    g = start("lazy", "albot", "peach", "james", seed=8, board="scrap-press", checkpoints=3)
    for _ in range(12):
        again = notation.read(notation.write(g), seed=g.seed)
        assert notation.write(again) == notation.write(g)
        one, two = clone(g), clone(again)
        tick(one)
        tick(two)
        assert notation.write(one) == notation.write(two)
        tick(g)
        if g.reason:
            break


@pytest.mark.parametrize(
    ("given", "said"),
    [("1 tanky 0,0 E", "no grid"), ("+  +\n ..\n+  +\n1 hal 0,0 E", "no robot"),
     ("+  +\n ..\n+  +\n2 lazy 0,0 E", "gap"),
     ("+  +\n ..\n+  +\n1 lazy 0,0 E tired", "no word"), ("+  +\n ..\n+  +\n1 lazy 0,0 E slots U@10", "slots has 1"),
     ("+  +\n ..\n+  +\n1 lazy 0,0 E backup 3", "backup"), ("+  +\n ..\n+  +\n1 lazy 0,0 E\npile U@11", "no command")],
)  # fmt: skip
def test_a_text_that_is_no_state_says_why(given, said):
    with pytest.raises(notation.TextError, match=said):
        notation.read(given)


def test_a_text_that_is_no_action_says_why():
    for given in ("", "jump", "confirm now", "program U@10", "draft - - - - - - -"):
        with pytest.raises(notation.TextError, match="is no action"):
            notation.read_action(given)


@pytest.mark.rule("RAL-083", "RAL-084", "RAL-085", "RAL-087", "RAL-088", "RAL-315")
def test_the_pace_of_a_round_follows_the_settings():
    people = [SeatSetup("ann", kind="person"), SeatSetup("ben", kind="person")]
    plain = GAME.setup(people, settings={"timer_seconds": 30, "step_seconds": 2, "disconnect_grace_seconds": 7})
    g = GAME.start(plain)
    first = pace(plain, g)
    assert (first.window_ms, first.least_ms, first.shown_ms, first.absent_ms) == (30_000, 0, 0, 7_000)
    tick(g)
    assert pace(plain, g).shown_ms == 2_000 * 5

    off = GAME.setup([people[0], SeatSetup("hal", builtin=True)], settings={"timer_seconds": "off"})
    g = GAME.start(off)
    assert (pace(off, g).window_ms, pace(off, g).least_ms) == (None, 15_000)
    g.robots[2].out = 1
    assert pace(off, g).least_ms == 0


@pytest.mark.rule("RAL-003")
def test_a_text_without_a_pile_has_all_other_cards_in_it():
    play = Floor("+  +\n ..\n+  +\n1 lazy 0,0 E hand U@10 slots - - - - 3@840 locked 1\ndiscard L@70")
    assert all_cards(play.g) == list(range(1, 85))
    assert play.g.pile_count == 81
