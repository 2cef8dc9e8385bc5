"""Quest in the terminal: its map with the fog, its teams, and its matches as text."""

import io
from pathlib import Path

import pytest
from rich.console import Console
from tests.games.quest.text_states import NAMES, Field
from typer.testing import CliRunner

from roundhouse.cli.main import app
from roundhouse.core.game import EVERYTHING
from roundhouse.games.quest import terminal

BOARD = terminal
FIELD = """
round 7 of 50 turn 1
............
....#.......
............
............
............
1 start 1,1 points 12 kills 1 by_source 0,12,0
2 start 10,4 points 40 by_source 0,40,0
100 2,2 energy 90 of 150 iron 3 wears sword2 armour1 frozen 2 shield
101 0,4
200 3,2
201 11,0
buried iron 40 1,2
surface wood 3 3,3
tower 1 of 2 5,2 level 1 energy 50
trap 1 of 1 2,4
trap 1 of 2 4,4
"""


def shown(field: Field, seat: int, width: int = 120, height: int = 34) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    console.print(BOARD.board_of(field.view(seat), NAMES[:2], width, height))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def map_lines(text: str) -> list[str]:
    return [line[:12] for line in text.splitlines()[1:6]]


@pytest.mark.rule("QST-048")
def test_whoever_may_see_everything_sees_the_whole_map() -> None:
    text = shown(Field(FIELD), EVERYTHING)
    assert text.startswith("round 7 of 50   ann's turn")
    assert map_lines(text) == [
        "···········▲",
        "····█·······",
        "·i●▲·♜······",
        "···*········",
        "●·x·x·······",
    ]


@pytest.mark.rule("QST-040", "QST-043")
def test_a_players_map_has_what_it_sees_and_has_seen() -> None:
    field = Field(FIELD, view_radius=3)
    assert map_lines(shown(field, 1)) == [
        "······      ",
        "····█·      ",
        "·i●▲·♜      ",
        "···*··      ",
        "●·x···      ",
    ]
    field.do("101 move 0,3")
    text = shown(field, 1)
    assert "100   2,2" in text
    assert "sword2 armour1 frozen 2 shield" in text
    assert "200   3,2" not in text


@pytest.mark.rule("QST-045")
def test_spectators_get_the_points_without_a_map() -> None:
    text = shown(Field(FIELD), 0)
    assert "1.  ▲ ben" in text
    assert "2.  ● ann" in text
    assert "█" not in text


@pytest.mark.parametrize("width", [9, 20, 60, 200])
def test_any_terminal_is_wide_enough(width: int) -> None:
    for seat in (0, 1, EVERYTHING):
        assert all(len(line) <= width for line in shown(Field(FIELD), seat, width).splitlines())


def test_of_a_map_that_is_too_large_the_part_around_the_units_is_shown() -> None:
    wide = "\n".join(["." * 90] * 60) + "\n1 start 0,0\n2 start 1,0\n100 70,50\n200 1,0\n"
    text = shown(Field(wide), 1, 60, 24)
    assert "●" in text
    assert len(text.splitlines()) <= 34
    assert map_lines(text)[0] == " " * 12


def test_the_line_of_a_round_and_the_end() -> None:
    field = Field(FIELD.replace("round 7 of 50 turn 1", "round 50 of 50 turn 2"))
    assert BOARD.line_of(field.view(0), NAMES) == (
        "round 50: ● ann 12 points, 2 units, 1 kills | ▲ ben 40 points, 2 units"
    )
    field.next()
    assert "ben won" in shown(field, EVERYTHING)


def test_events_in_words_leave_out_what_is_said_already() -> None:
    field = Field(FIELD.replace(" frozen 2 shield", ""))
    lines = [BOARD.event_line(event, NAMES) for event in field.do("100 attack 200 2")]
    assert lines == ["  damage: seat ann, attacker 100, target 200, x 3, y 2, damage 3, retaliation False"]
    assert [BOARD.event_line(event, NAMES) for event in field.next() if "turn" in str(type(event)).lower()] == [
        None,
        None,
    ]


def test_a_match_is_played_and_told(tmp_path: Path) -> None:
    record = tmp_path / "match.rhr"
    few = ["--set", "rounds=2", "--set", "scenario=creek"]
    played = CliRunner().invoke(app, ["play", "quest", "random", "random", "--seed", "1", "--out", str(record), *few])
    assert "after 2 rounds. The last round was played." in played.output
    told = CliRunner().invoke(app, ["replay", str(record)]).output
    assert "random 100 " in told
    assert "random 2 20" in told
    shown = CliRunner().invoke(app, ["replay", str(record), "--round", "2"]).output
    assert shown.startswith("round 2 of 2")
    assert "♜ tower" in shown
