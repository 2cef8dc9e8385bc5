"""Who sees what: views and events, and that nothing hidden shows in them."""

import msgspec
import pytest
from tests.games.rally.text_states import Floor, setup, start, tag

from roundhouse.core.game import EVERYTHING
from roundhouse.core.schema import clone
from roundhouse.games.rally import GAME
from roundhouse.games.rally.event_decoder import events_of
from roundhouse.games.rally.maps import SHIPPED, load
from roundhouse.games.rally.rules.contract import tick

ROW = "+  +  +  +  +\n .. .. .. ..\n+  +  +  +  +\n"
NAMES = ["ann", "ben", "cy"]
encode = msgspec.json.encode


def seen(g, seat):
    return GAME.view(g, seat, NAMES[: g.seats])


@pytest.mark.rule("RAL-043", "RAL-303", "RAL-306")
def test_everybody_sees_the_board_and_the_robots():
    play = Floor(
        ROW + "1 tanky 0,0 E damage 3 lives 2 ticked 1 backup 1,0S start 2,0W down\n2 lazy - N dead 1 resigned"
    )
    robots = msgspec.to_builtins(seen(play.g, 0).robots)
    assert robots[0] == {
        "seat": 1, "name": "ann", "model": "tanky", "cell": (0, 0), "facing": "E", "damage": 3, "lives": 2, "ticked": 1,
        "backup": {"cell": (1, 0), "facing": "S"}, "start": {"cell": (2, 0), "facing": "W"}, "locked": {},
        "hand_size": 0, "dead": False, "eliminated": False, "powered_down": True, "confirmed": False, "resigned": False,
    }  # fmt: skip
    assert [robots[1][key] for key in ("cell", "dead", "resigned", "confirmed")] == [None, True, True, True]
    assert seen(play.g, 0).you is msgspec.UNSET


@pytest.mark.rule("RAL-043", "RAL-022")
@pytest.mark.parametrize("key", SHIPPED)
def test_the_board_of_a_view_is_the_board_of_the_match(key):
    board = load(SHIPPED[key])
    view = seen_by_all(start(*["tanky"] * 8, board=key)).board
    assert (view.key, view.name, view.grid) == (board.key, board.name, board.grid)
    assert (view.width, view.height, view.checkpoints) == (board.width, board.height, len(board.checkpoints))
    fewer = seen_by_all(start("tanky", "lazy", board=key, checkpoints=1)).board
    assert [f"c{n}" in fewer.grid for n in (1, 2)] == [True, False]
    assert [f"{n}>" in fewer.grid for n in (1, 2, 3)] == [True, True, False]


def seen_by_all(g):
    return GAME.view(g, 0, ["x"] * g.seats)


@pytest.mark.rule("RAL-044", "RAL-303")
def test_a_player_sees_the_own_hand_slots_draft_and_announcement():
    play = Floor(ROW + "1 lazy 0,0 E damage 6 hand 2@670 R@80 1@500 slots - - - U@10 L@90 locked 2\n2 lazy 3,0 N")
    assert play.give(1, "draft - R@80 - - - down") == "ok"
    assert msgspec.to_builtins(seen(play.g, 1).you) == {
        "seat": 1, "hand": ["2@670", "R@80", "1@500"], "locked": {"4": "U@10", "5": "L@90"},
        "slots": [None, "R@80", None, "U@10", "L@90"], "ability_used": False, "power_down": True,
    }  # fmt: skip


@pytest.mark.rule("RAL-045", "RAL-050")
def test_nobody_else_learns_anything_of_hands_drafts_announcements_and_the_pile():
    g = start("lazy", "tanky", "albot", seed=3)
    other = clone(g)
    robot = other.robots[1]
    robot.hand[:9], other.pile[:9] = other.pile[:9], g.robots[1].hand[:9]
    robot.draft = [*robot.hand[:4], 85]
    robot.announced = robot.used = 1
    other.seed += 1
    for seat in (0, 2, 3):
        assert encode(seen(g, seat)) == encode(seen(other, seat))
    assert encode(seen(g, 1)) != encode(seen(other, 1))


@pytest.mark.rule("RAL-046")
def test_burned_in_commands_are_visible_to_everyone():
    play = Floor(ROW + "1 lazy 0,0 E damage 6 slots - - - U@10 P locked 2\n2 lazy 3,0 N")
    for seat in (0, 1, 2):
        assert seen(play.g, seat).robots[0].locked == {"4": "U@10", "5": "P"}


@pytest.mark.rule("RAL-047", "RAL-048", "RAL-049", "RAL-045", "RAL-050")
def test_events_show_a_spectator_only_reveals_and_announcements():
    g = start("lazy", "tanky", "albot", seed=3)
    play = Floor.__new__(Floor)
    play.g = g
    told = [event for event in events_of(g) if tag(event) == "dealt"]
    assert [GAME.of_event(g, event, 0) for event in told] == [None, None, None]
    assert [[GAME.of_event(g, event, seat) is not None for event in told] for seat in (1, 2)] == [
        [True, False, False], [False, True, False],
    ]  # fmt: skip
    assert play.give(1, "draft - - - - - down") == "ok"
    saved = events_of(g)[0]
    assert (GAME.of_event(g, saved, 1), GAME.of_event(g, saved, 2), GAME.of_event(g, saved, 0)) == (saved, None, None)
    tick(g)
    events = events_of(g)
    filled = next(event for event in events if tag(event) == "filled" and event.seat == 1)
    assert GAME.of_event(g, filled, 1).slots
    assert GAME.of_event(g, filled, 2).slots is msgspec.UNSET
    public = [event for event in events if tag(event) not in ("dealt", "filled")]
    assert all(GAME.of_event(g, event, 0) is event for event in public)
    assert [tag(event) for event in events][:4][-1] == "move_phase_started"
    assert all(GAME.of_event(g, event, EVERYTHING) is event for event in events)


@pytest.mark.rule("RAL-050")
def test_replays_of_finished_matches_show_everything():
    g = start("lazy", "tanky", "albot", seed=3)
    view = seen(g, EVERYTHING)
    assert view.you is msgspec.UNSET
    assert [own.hand for own in view.all] == [seen(g, seat).you.hand for seat in (1, 2, 3)]
    assert seen(g, 0).all is msgspec.UNSET


@pytest.mark.rule("RAL-303")
def test_a_view_comes_back_from_json_as_it_was():
    from roundhouse.games.rally.view import View

    g = GAME.start(setup("lazy", "tanky", "albot", board="scrap-press"))
    for seat in (0, 2, EVERYTHING):
        view = seen(g, seat)
        assert msgspec.json.decode(encode(view), type=View) == view
    assert [seen(g, 1).round, seen(g, 1).phase, seen(g, 1).max_rounds, seen(g, 1).winner] == [
        1,
        "programming",
        100,
        None,
    ]
