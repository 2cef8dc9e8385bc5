"""Events: every kind of the table is told, each when and to whom the rules say."""

import re

import pytest
from tests.games.rally.text_states import Floor, start, tag

from roundhouse.games.rally import GAME
from roundhouse.games.rally.event_decoder import events_of
from roundhouse.games.rally.events import Event
from roundhouse.games.rally.rules import tables as t
from roundhouse.games.rally.rules.contract import tick

KINDS = {kind.__struct_config__.tag for kind in Event.__args__}


@pytest.mark.rule("RAL-163")
def test_the_events_are_those_of_the_table():
    table = GAME.rulebook.split("- **RAL-163**")[1].split("## Statistics")[0]
    named = {
        name for line in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", line)
    }
    assert named - {"achievement"} == KINDS  # an achievement belongs to an account, not to the match


@pytest.mark.rule("RAL-163")
def test_events_carry_round_step_phase_and_a_running_number():
    g = start(*["lazy", "albot", "peach", "james"] * 2, seed=2, board="oil-cellar")
    seen = set()
    for _ in range(30):
        tick(g)
        events = events_of(g)
        seen |= {tag(event) for event in events}
        assert [event.n for event in events] == list(range(1, len(events) + 1))
        places = [(event.round, event.step or (9 if event.round == g.round_no else 0)) for event in events]
        assert [round_no for round_no, _ in places] == sorted(round_no for round_no, _ in places)
        step = phase = 0
        for event in events:
            if tag(event) == "revealed":
                step, phase = step + 1, 0
            elif tag(event) == "phase_started":
                assert event.phase > phase
                phase = event.phase
            if event.step:
                assert (event.step, event.phase) == (step, phase)
            else:
                assert event.phase == 0
        if g.reason:
            break
    assert {"moved", "turned", "died", "beam", "damaged", "respawned", "filled", "eliminated"} <= seen
    assert tag(events[-1]) == "game_over"


@pytest.mark.rule("RAL-163")
def test_a_round_is_told_in_its_order():
    g = start("lazy", "tanky", seed=2)
    tick(g)
    names = [tag(event) for event in events_of(g)]
    assert names[:3] == ["filled", "filled", "move_phase_started"]
    assert names.count("revealed") == 5
    tail = names[names.index("round_started") :]
    assert [name for name in tail if name != "respawned"] == [
        "round_started", "dealt", "hand_size", "dealt", "hand_size", "programming_started",
    ]  # fmt: skip


@pytest.mark.rule("RAL-319")
def test_a_full_ring_loses_events_but_nothing_of_the_state():
    many, few = (start("lazy", "albot", "peach", "james", seed=2) for _ in range(2))
    del few.events[20:]
    tick(many)
    tick(few)
    assert (few.event_count, few.events_lost) == (20, many.event_count - 20)
    assert many.events_lost == 0
    assert few.robots[1].cell == many.robots[1].cell
    assert len(events_of(few)) <= 20


@pytest.mark.rule("RAL-319")
def test_the_caps_are_those_of_the_table():
    table = GAME.rulebook.split("## Caps")[1].split("## AI")[0]

    def cap(what):
        return re.search(rf"^\| {what} \| (.*?) \|", table, re.MULTILINE)[1]

    g = start("lazy", "albot")
    assert cap("seats") == str(t.SEATS_MAX) == str(len(g.robots) - 1)
    assert cap("board width, height").startswith(f"{t.SIZE_MAX} \N{MULTIPLICATION SIGN} {t.SIZE_MAX}")
    assert cap("field lasers on a board") == str(t.LASERS_MAX) == str(len(g.laser_cell))
    assert cap("checkpoints, start fields") == f"{t.CHECKPOINTS_MAX}, {t.SEATS_MAX}"
    assert cap("deck, hand, slots") == f"{t.CARDS}, {t.HAND}, {t.SLOTS}"
    assert cap("events of one round") == str(t.EVENTS) == str(len(g.events))


@pytest.mark.rule("RAL-319")
def test_a_board_full_of_lasers_and_robots_fits_the_ring_and_the_damage():
    rows = ["+vv" * 24 + "+"] + ["".join("}.." for _ in range(24)) + " ", "+  " * 24 + "+"] * 2
    lasers = "\n".join([rows[0], "}.. " + ".. " * 23, rows[2], " " + ".. " * 24, "+^^" * 24 + "+"])
    robots = "\n".join(f"{n} james {n},0 S" for n in range(1, 9))
    play = Floor(lasers + "\n" + robots)
    assert play.g.laser_count == 49
    play.round()
    assert play.g.events_lost == 0
