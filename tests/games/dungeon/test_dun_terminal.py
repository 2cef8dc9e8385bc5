"""The Dungeon in the terminal: its map, its scoreboard, and its matches as text."""

import io
from pathlib import Path

import pytest
from rich.console import Console
from tests.games.dungeon.text_states import Sky
from typer.testing import CliRunner

from roundhouse.cli.main import app
from roundhouse.core.game import EVERYTHING
from roundhouse.games.dungeon import terminal

BOARD = terminal
SKY = """
round 7 of 50
1S 1. 1c
1. 3g --
1i 1. 2S
1 money 150 scores 1,2,3,4,5
2 money 20 left 2 scores 9,0,0,0,9
r1 1 0,2
r2 1 0,2
r3 2 0,2
r4 2 1,0
"""


def shown(sky: Sky, seat: int, width: int = 120, height: int = 34) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    console.print(BOARD.board_of(sky.view(seat), sky.names, width, height))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.rule("DUN-186")
def test_the_map_has_signs_for_planets_and_gaps_and_shows_robots_by_shape_and_number() -> None:
    lines = shown(Sky(SKY), EVERYTHING).splitlines()
    assert lines[0].rstrip() == "round 7 of 50"
    assert [line[:12] for line in lines[1:4]] == ["S●3 ·   c   ", "·   g       ", "i   ·▲  S   "]
    assert "S station  c coal  i iron  m gem  g gold  p platin" in lines[-1]


@pytest.mark.rule("DUN-187", "DUN-053")
def test_a_players_map_has_what_it_knows_and_its_own_money_alone() -> None:
    text = shown(Sky(SKY), 1)
    assert [line[:12] for line in text.splitlines()[1:4]] == ["S●3 ?       ", "?           ", " " * 12]
    rows = {line.split()[-9]: line.split() for line in text.splitlines() if "player 1" in line}
    assert rows["1"][-2:] == ["2", "150"]
    assert "20" not in [word for line in text.splitlines() if "player 2" in line for word in line.split()]


@pytest.mark.rule("DUN-051")
def test_spectators_get_scores_and_prices_without_a_map() -> None:
    text = shown(Sky(SKY), 0)
    assert "▲ player 2 left" in text
    assert "coal 5  iron 15  gem 30  gold 50  platin 60" in text
    assert "rocket 40" in text
    assert "S●" not in text


@pytest.mark.parametrize("width", [9, 20, 60, 200])
def test_any_terminal_is_wide_enough(width: int) -> None:
    assert all(len(line) <= width for line in shown(Sky(SKY), EVERYTHING, width).splitlines())


def test_many_seats_have_shapes_too() -> None:
    many = "1S 1.\n1. 1.\n" + "\n".join(f"{n} money 1" for n in range(1, 13)) + "\nr1 12 0,0\n"
    assert "◆ player 12" in shown(Sky(many), EVERYTHING)


def test_the_line_of_a_round_and_the_end() -> None:
    sky = Sky(SKY.replace("of 50", "of 7"))
    assert BOARD.line_of(sky.view(EVERYTHING), sky.names) == (
        "round 7: ● player 1 15 points, 2 robots, 150 moneten | ▲ player 2 18 points, 2 robots, 20 moneten, left"
    )
    sky.round()
    assert "player 1 won" in shown(sky, EVERYTHING)  # who left comes after all others


def test_events_in_words_leave_out_what_is_said_already() -> None:
    sky = Sky(SKY.replace(" left 2", ""))
    events = sky.round("r1 move 1,2", "r2 battle r3", "r3 mine", "2: buy 1 ROBOT")
    lines = [sky.plain(line) for event in events if (line := BOARD.event_line(event, sky.names)) is not None]
    assert lines == [
        "  trade: seat player 2, kind buy, reason not_enough_money, article ROBOT, quantity 1, money 0 (failed)",
        "  player 1's r1 moved to 1,2",
        "  fight: seat player 1, robot r2, target r3, health 9, energy 19",
        "  mining: seat player 2, robot r3, reason no_resource, amount 0, units 0, energy 20 (failed)",
        "  achievement: seat player 1, name Sputnik",
    ]


def test_a_match_is_played_and_told_with_short_names(tmp_path: Path) -> None:
    record = tmp_path / "match.rhr"
    few = ["--set", "max_rounds=4", "--set", "start_robots=1", "--set", "map_side=5"]
    played = CliRunner().invoke(app, ["play", "dungeon", "random", "random", "--seed", "1", "--out", str(record), *few])
    assert "after 4 rounds. The last round was played." in played.output
    told = CliRunner().invoke(app, ["replay", str(record)]).output
    assert "random r1 " in told
    assert "random 2 r2 " in told
    shown = CliRunner().invoke(app, ["replay", str(record), "--round", "2"]).output
    assert shown.startswith("round 2 of 4\n")
    assert "S station" in shown
