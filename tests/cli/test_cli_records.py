"""Records and maps on the command line: rounds as players count them, boards with everybody on them, a map's game."""

import pytest
from typer.testing import CliRunner

from roundhouse.cli.main import app
from roundhouse.cli.maps import game_for
from roundhouse.cli.output import Problem
from roundhouse.games import GAMES
from roundhouse.match.record import read
from roundhouse.match.replay import Replay
from roundhouse.match.verification import rounds_of, verify
from roundhouse.sdk.local_match import play

MARKS = ("●", "▲")


def invoke(*words):
    return CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False)


@pytest.fixture(scope="module")
def quest(tmp_path_factory):
    """A record of three rounds, in which every tick is the turn of one seat."""
    file = tmp_path_factory.mktemp("records") / "q.rhr"
    play("quest", ["random", "random"], seed=3, settings={"rounds": 3}, out=file)
    return file


def test_verify_counts_rounds_as_players_do(quest):
    record = read(quest)
    assert len(record.digests) == 6
    assert verify(record).rounds == 3
    assert "3 rounds and the result are proven." in invoke("verify", quest).stdout


def test_a_round_that_is_not_over_does_not_count(quest):
    record = read(quest)
    assert rounds_of(Replay(record.game, record.setup)) == 0


def test_the_board_of_a_round_of_quest_shows_the_units_of_all_teams(quest):
    record = read(quest)
    replay = Replay(record.game, record.setup)
    lines = invoke("replay", quest, "--round", "1").stdout.splitlines()
    rows = [line for line in lines if len(line) >= replay.view(-1).width and "·" in line]
    assert len(rows) == replay.view(-1).height
    for mark, team in zip(MARKS, replay.view(-1).all, strict=True):
        assert sum(row.count(mark) for row in rows) == len({(unit.x, unit.y) for unit in team.units})
        assert all(rows[unit.y][unit.x] == mark for unit in team.units)


def test_a_small_screen_shows_the_team_whose_turn_it_is(quest):
    from roundhouse.games.quest import terminal as board

    record = read(quest)
    view = Replay(record.game, record.setup).view(-1)
    team = next(team for team in view.all if board.seat_of(team) == view.turn_of)
    left, top = board.corner_of(view, 20, 20)
    assert all(left <= unit.x < left + 20 and top <= unit.y < top + 20 for unit in team.units)


@pytest.mark.parametrize("game", [key for key, game in GAMES.items() if game.maps])
def test_the_game_of_a_map_is_known_by_its_look(game, tmp_path):
    for text in GAMES[game].maps.shipped.values():
        assert game_for(text) == game
    file = tmp_path / "map"
    file.write_text(next(iter(GAMES[game].maps.shipped.values())))
    checked = invoke("map", "check", file)
    assert (checked.exit_code, "it can be played" in checked.stdout) == (0, True)


def test_a_broken_map_is_judged_by_the_game_it_looks_like(tmp_path):
    file = tmp_path / "map.json"
    file.write_text(next(iter(GAMES["quest"].maps.shipped.values())).replace('"key"', '"kay"'))
    checked = invoke("map", "check", file)
    assert checked.exit_code == 5
    assert "By the rules of Crafting Quest 3:" in checked.stderr


def test_what_looks_like_no_map_needs_its_game(tmp_path):
    with pytest.raises(Problem, match="--game"):
        game_for('["nothing"]')
