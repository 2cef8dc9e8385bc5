"""Who plays, in a few words, without a browser."""

import pytest
from tests.web.node import Script

from roundhouse.games import GAMES

pytestmark = pytest.mark.slow
ask = Script("names.ts")
CREWS = [1, 1, 2, 2]


def teardown_module() -> None:
    ask.close()


def test_of_many_names_a_few_are_told_and_how_many_there_are_more():
    everybody = [f"player {n}" for n in range(1, 401)]
    said = ask(*(["few", everybody[:n]] for n in (0, 1, 4, 5, 400)))
    assert said == [
        "",
        "player 1",
        "player 1, player 2, player 3, player 4",  # a single one is not left out
        "player 1, player 2, player 3 and 2 more",
        "player 1, player 2, player 3 and 397 more",
    ]


def test_seats_of_one_team_are_one_side_with_one_colour_and_one_name():
    names = ["ann", "raider", "admiral", "random"]
    assert ask(["sides", CREWS, {}, 4], ["sides", None, {}, 2], ["sides", CREWS, None, 2]) == [
        [{"team": 1, "seats": [1, 2]}, {"team": 2, "seats": [3, 4]}],
        [{"team": 1, "seats": [1]}, {"team": 2, "seats": [2]}],
        [{"team": 1, "seats": [1]}, {"team": 2, "seats": [2]}],
    ]
    assert ask(["title", CREWS, names], ["title", None, names[:2]], ["title", [1] * 200 + [2] * 200, ["x"] * 400]) == [
        ["ann + raider", "admiral + random"],
        ["ann", "raider"],
        ["x + x + x and 197 more"] * 2,
    ]


def test_a_team_that_comes_first_has_won_and_shares_it_with_nobody():
    assert ask(["won", CREWS, [1, 1, 3, 3]], ["won", CREWS, [1, 1, 1, 1]], ["won", None, [1, 1]]) == [
        True,
        False,
        False,
    ]


def test_how_many_can_play_is_told_as_one_says_it():
    said = {key: ask(*(["players", lang, game.seat_counts] for lang in ("en", "de"))) for key, game in GAMES.items()}
    assert said == {
        "spacegoo": ["2 or 4 players", "2 oder 4 Spieler"],
        "rally": ["2 to 8 players", "2 bis 8 Spieler"],
        "dungeon": ["1 or more players", "ab 1 Spieler"],
        "quest": ["2 to 4 players", "2 bis 4 Spieler"],
        "boidvoid": ["2 or more players", "ab 2 Spielern"],
    }
