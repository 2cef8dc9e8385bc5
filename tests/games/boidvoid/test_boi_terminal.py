"""BoidVoid in the terminal: its map of hexes, its teams, and its matches as text."""

import io
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from roundhouse.cli.main import app
from roundhouse.core.game import EVERYTHING
from roundhouse.games.boidvoid import GAME, notation, terminal
from roundhouse.games.boidvoid.events import Destroyed
from roundhouse.games.boidvoid.rules import contract
from roundhouse.games.boidvoid.rules.state import State

BOARD = terminal
NAMES = ["ann", "ben"]
FIELD = """
turn 7 of 60
.. .1 :. -- ..
 .1 .1 =. o2 ..
.. ~. .. .. .2
 .. .. .. .2 .2
-- .. .. .. ..
obstacle black_hole 2,2
poi space_oasis 1,0 2,3
team 1 home 1,1
team 2 home 4,3
player 1 leader battery 60.25 ratio 70
player 2 vice_leader battery 0 ratio 50
player 3 leader battery 100 ratio 50
player 4 vice_leader battery 90 ratio 50
ship 1 1,2 health 50 ap 9 job capturing 1 of 2 0
ship 2 off health 0 respawn 3 destroyed 1
ship 3 4,2 health 100 swarm 8
ship 4 3,3 health 100 ap 3 automode 1
mothership 5 1,1 health 300
mothership 6 4,3 health 250
pirate 7 0,3 home 0,3 health 80
swarm 8 of 2 4,2 ships 3
structure 9 of 2 3,1 ss-bastion level 2 health 480 builder 3
"""


def field() -> State:
    return notation.read(FIELD)


def shown(g: State, seat: int, width: int = 120, height: int = 34) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    console.print(BOARD.board_of(GAME.view(g, seat, NAMES), NAMES, width, height))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def map_lines(shown_text: str) -> list[str]:
    return [line[:11].rstrip() for line in shown_text.splitlines()[1:6]]


@pytest.mark.rule("BOI-027", "BOI-088", "BOI-094")
@pytest.mark.parametrize("seat", [0, 1, 2, EVERYTHING])
def test_everybody_sees_the_whole_map(seat: int) -> None:
    lines = shown(field(), seat)
    assert lines.startswith("turn 7 of 60")
    assert map_lines(lines) == [
        "· *1:   ·",
        " ·1M1= ^2·",
        "· ● █ · S2",
        " P · * ▲2M2",
        "  · · · ·",
    ]
    assert "1.  ▲ team 2" in lines
    assert "2.  ● team 1" in lines


@pytest.mark.rule("BOI-089", "BOI-090", "BOI-094")
def test_batteries_and_points_are_shown_to_their_team() -> None:
    mine, theirs, public = (shown(field(), seat) for seat in (1, 2, 0))
    assert "60.25 70%" in mine
    assert "capturing 1/2" in mine
    assert "back in 3" in mine
    assert "90 50%" not in mine
    assert "90 50%" in theirs
    assert "60.25" not in theirs
    assert "%" not in public
    assert "60.25 70%" in shown(field(), EVERYTHING)


@pytest.mark.parametrize("width", [9, 20, 60, 200])
def test_any_terminal_is_wide_enough(width: int) -> None:
    for seat in (0, 1, EVERYTHING):
        assert all(len(line) <= width for line in shown(field(), seat, width).splitlines())


def test_of_a_map_that_is_too_large_the_part_around_the_own_units_is_shown() -> None:
    g = GAME.start(GAME.setup(seed=1, settings={"map_radius": 15}))
    for seat in (1, 2):
        lines = shown(g, seat, 40, 16)
        assert "●▲"[seat - 1] in lines.partition("ships by team")[0]
        assert len(lines.splitlines()) <= 16 + 14


def test_the_line_of_a_turn_and_the_end() -> None:
    g = field()
    assert BOARD.line_of(GAME.view(g, 0, NAMES), NAMES) == (
        "turn 7: ● team 1 3 tiles, 1 ships | ▲ team 2 4 tiles, 2 ships, 1 structures"
    )
    g.turn_limit = 7
    contract.tick(g)
    assert "team 1 won" in shown(g, 0)  # it has captured a tile and more points of importance


def test_events_in_words_leave_out_what_is_said_already() -> None:
    g = field()
    g.live = 1
    g.event_count = 0
    g.units[0].job = 0
    contract.act(g, 1, GAME.row_of(notation.read_action("1 attack 7"), g))
    lines = [BOARD.event_line(event, NAMES) for event in GAME.events(g)]
    assert lines[0] is not None
    assert lines[0].startswith("  combat: 1 hits with ")
    assert "7 strikes back with" in lines[0] or "7 loses" in lines[0]
    g.event_count = 0
    contract.tick(g)
    told = [(type(event).__name__, BOARD.event_line(event, NAMES)) for event in GAME.events(g)]
    assert all(line is None for name, line in told if name in ("TurnStarted", "TurnEnded"))


def test_a_match_is_played_and_told(tmp_path: Path) -> None:
    record = tmp_path / "match.rhr"
    few = ["--set", "turn_limit=5", "--set", "map=first-light"]
    played = CliRunner().invoke(
        app, ["play", "boidvoid", "random", "random", "--seed", "1", "--out", str(record), *few]
    )
    assert "after 5 rounds" in played.output, played.output
    told = CliRunner().invoke(app, ["replay", str(record)]).output
    assert "move" in told
    assert "done" in told
    shown_text = CliRunner().invoke(app, ["replay", str(record), "--round", "2"]).output
    assert shown_text.startswith("turn 2 of 5")
    assert "M mothership" in shown_text


def test_who_destroyed_a_unit_is_told_as_a_unit_and_not_as_a_seat():
    event = Destroyed(team=2, unit=3, kind="spaceship", tile=(4, 2), by=7)

    assert terminal.event_line(event, NAMES).endswith("by 7")
