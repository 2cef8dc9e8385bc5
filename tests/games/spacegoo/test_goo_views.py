"""What a match consists of and what a player is shown of it."""

from itertools import pairwise

import msgspec
import pytest
from tests.games.spacegoo.text_matches import DUEL, BoardMatch

from roundhouse.core.schema import new
from roundhouse.games.spacegoo import GAME, notation
from roundhouse.games.spacegoo.setup import trip


def shown(match, seat=1):
    return msgspec.json.decode(msgspec.json.encode(match.view(seat)))


@pytest.mark.rule("GOO-018")
def test_goo_018_a_planet_has_a_place_an_owner_ships_production_and_rounds():
    match = BoardMatch("0@-3,7 1 4,5,6 +1,2,3 9 | 1@5,5 2 +0,0,0")

    assert shown(match)["planets"][0] == {
        "id": 0, "x": -3, "y": 7, "owner_id": 1, "ships": [4, 5, 6], "production": [1, 2, 3],
        "production_rounds_left": 9,
    }  # fmt: skip
    match.wait(2)
    assert shown(match)["planets"][0]["ships"] == [6, 9, 12]
    assert shown(match)["planets"][0]["production_rounds_left"] == 7


@pytest.mark.rule("GOO-019")
def test_goo_019_rounds_left_belong_to_the_planet_and_go_on_when_the_owner_changes():
    match = BoardMatch(
        "0@0,0 2 1,0,0 +1,0,0 3 | 1@2,0 1 90,0,0 +0,0,0 | 2@9,9 2 +0,0,0", hyperlanes=False, production_rounds=100
    )

    seen = []
    for command in ("send 1 0 90 0 0", "", "", "", ""):
        match.play(command)
        seen.append(match.planet(0))

    assert [planet[0] for planet in seen] == ["2", "2", "1", "1", "1"]
    assert [planet.split()[-1] for planet in seen] == ["2", "1", "0", "0", "0"]


@pytest.mark.rule("GOO-019")
def test_goo_019_rounds_left_start_at_the_setting():
    assert BoardMatch(DUEL, production_rounds=7).planet(1) == "1 40,10,10 7"


@pytest.mark.rule("GOO-020")
def test_goo_020_fleets_have_ids_from_0_that_rise_over_the_game():
    match = BoardMatch(DUEL)

    match.play("send 1 0 1 2 3 / send 2 0 4 0 0", "send 1 0 5 0 0")
    assert match.fleets() == ["#0 1 1>0 1,2,3 eta 8", "#1 2 2>0 4,0,0 eta 8", "#2 1 1>0 5,0,0 eta 9"]
    match.wait(8)
    match.play("send 1 0 1 0 0")
    assert match.fleets() == ["#3 1 1>0 1,0,0 eta 18"]


@pytest.mark.rule("GOO-021")
def test_goo_021_a_planet_that_was_taken_never_becomes_neutral_again():
    for seed in range(6):
        state, scratch, drawn = GAME.start(GAME.setup(seed=seed, preset="classic")), new(GAME.kernels.Scratch), 0
        owners = []
        while state.reason == 0 and state.round_no < 120:
            drawn = GAME.kernels.random_round(state, seed, drawn, scratch)
            owners.append([planet.owner for planet in state.planets[: state.planet_count]])

        assert any(before != after for before, after in pairwise(owners))
        for before, after in pairwise(owners):
            assert all(new != 0 or old == 0 for old, new in zip(before, after, strict=True))
            assert set(after) <= {0, 1, 2}


@pytest.mark.rule("GOO-022")
def test_goo_022_the_game_starts_in_round_0():
    assert GAME.start(GAME.setup()).round_no == 0


@pytest.mark.rule("GOO-023")
def test_goo_023_distance_is_the_straight_distance_rounded_up():
    assert [trip((0, 0), (5, 5)), trip((0, 0), (3, 4)), trip((3, -9), (-3, 9)), trip((1, 1), (1, 1))] == [8, 5, 19, 0]
    assert [trip((0, 0), (n, 1)) for n in (1, 2, 7, 99)] == [2, 3, 8, 100]
    state = GAME.start(GAME.setup(seed=5))
    for a in range(state.planet_count):
        for b in range(state.planet_count):
            square = (state.x[a] - state.x[b]) ** 2 + (state.y[a] - state.y[b]) ** 2
            far = state.distance[a, b]
            assert far**2 >= square
            assert a == b or (far - 1) ** 2 < square


@pytest.mark.rule("GOO-024")
def test_goo_024_both_players_see_the_whole_state_and_differ_in_who_they_are():
    match = BoardMatch(DUEL)
    match.play("send 1 0 1 2 3 / send 2 0 4 0 0")
    one, two = shown(match, 1), shown(match, 2)

    assert (one.pop("player_id"), two.pop("player_id")) == (1, 2)
    assert [player.pop("itsme") for player in one["players"] + two["players"]] == [True, False, False, True]
    assert one == two
    assert [fleet["id"] for fleet in one["fleets"]] == [0, 1]


@pytest.mark.rule("GOO-025")
def test_goo_025_a_state_is_one_line_of_json():
    line = msgspec.json.encode(BoardMatch(DUEL).view(1))

    assert line.startswith(b"{")
    assert b"\n" not in line


@pytest.mark.rule("GOO-026", "GOO-027", "GOO-029")
def test_goo_026_the_keys_of_a_state_and_their_order():
    match = BoardMatch(DUEL)
    match.play("send 1 0 25 0 0")
    state = shown(match, 2)

    assert list(state) == [
        "planets", "fleets", "round", "max_rounds", "hyperlanes", "player_id", "game_over", "winner", "players",
    ]  # fmt: skip
    assert [list(state[key][0]) for key in ("planets", "fleets", "players")] == [
        ["id", "x", "y", "owner_id", "ships", "production", "production_rounds_left"],
        ["id", "owner_id", "ships", "origin", "target", "eta", "alive"],
        ["id", "name", "itsme"],
    ]
    assert state["fleets"] == [
        {"id": 0, "owner_id": 1, "ships": [25, 0, 0], "origin": 1, "target": 0, "eta": 8, "alive": True}
    ]
    assert {key: state[key] for key in ("round", "max_rounds", "player_id", "game_over", "winner")} == {
        "round": 1, "max_rounds": 500, "player_id": 2, "game_over": False, "winner": None,
    }  # fmt: skip
    assert state["players"][1] == {"id": 2, "name": "seat 2", "itsme": True}


@pytest.mark.rule("GOO-002")
def test_goo_002_classic_states_lack_the_keys_of_lanes_and_of_rounds_left():
    state = shown(BoardMatch(DUEL, edition="classic"))

    assert list(state) == [
        "planets", "fleets", "round", "max_rounds", "player_id", "game_over", "winner", "players",
    ]  # fmt: skip
    assert list(state["planets"][0]) == ["id", "x", "y", "owner_id", "ships", "production"]


@pytest.mark.rule("GOO-028")
def test_goo_028_planets_fleets_and_players_are_sorted_by_id():
    # The later fleet lands first, so that the order of landing is another one.
    match = BoardMatch(DUEL + "| 3@10,0 1 +1,0,0", edition="classic")
    match.play("send 1 2 1 0 0 / send 2 0 1 0 0", "send 1 3 1 0 0")
    state = shown(match)

    assert [[thing["id"] for thing in state[key]] for key in ("planets", "fleets", "players")] == [
        [0, 1, 2, 3], [0, 1, 2], [1, 2],
    ]  # fmt: skip


@pytest.mark.rule("GOO-029")
@pytest.mark.parametrize(("rounds", "winner"), [(4, 2), (1, None)])
def test_goo_029_the_last_state_names_the_winner_or_none_for_a_draw(rounds, winner):
    board = "0@0,0 2 50,0,0 +1,0,0 | 1@3,0 2 20,0,0 +1,0,0 | #0 1 1>0 1,0,0 eta 3"
    match = BoardMatch(board, edition="classic", max_rounds=rounds)

    match.wait(rounds)

    assert {key: shown(match)[key] for key in ("game_over", "winner")} == {"game_over": True, "winner": winner}


@pytest.mark.rule("GOO-024")
def test_goo_024_a_view_is_a_value_that_neither_changes_nor_reaches_back():
    match = BoardMatch(DUEL)
    match.play("send 1 0 1 2 3")
    view, before = match.view(1), notation.write(match.state)
    kept = msgspec.json.encode(view)

    for thing in (*view.planets, *view.fleets):
        thing.ships[0] += 1000
    assert notation.write(match.state) == before
    view = match.view(1)
    match.wait(3)
    assert msgspec.json.encode(view) == kept
