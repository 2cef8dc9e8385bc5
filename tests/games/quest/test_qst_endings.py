"""Points, statistics, defeat, and how a game ends."""

import pytest
from tests.games.quest.rule_states import Play, both_modes, grass, two

from roundhouse.competition.tournament.formats.olympiad import OlympiadGround, fixtures, scores
from roundhouse.games.quest import GAME
from roundhouse.games.quest.rules import tables as t
from roundhouse.games.quest.rules.phases.scoring import score

RICH = "wood 200 stone 200 bronze 200 iron 200"
FOUR = (
    grass(20, 20)
    + "1 start 0,0{}\n2 start 19,19{}\n3 start 19,0{}\n4 start 0,19{}\n100 5,5\n200 6,5\n300 5,6\n400 9,9\n"
)


def four(*players, **settings):
    return Play(FOUR.format(*(" " + words for words in (*players, *[""] * (4 - len(players))))), **settings)


@pytest.mark.rule("QST-126", "QST-127", "QST-128", "QST-129", "QST-141")
def test_points_by_source_are_told_to_all():
    lines = ["100 5,5 bronze 14 wood 4", "200 6,5 energy 1 of 1", "buried iron 5 5,5"]
    game = Play(two(*lines), kill_points=11, pickup_points=3, craft_points=7)
    told = []
    for words in ("100 attack 200 1", "100 pickup iron 5", "100 craft sword1 bronze 14 wood 4"):
        game.do(words)
        told += game.rows(t.POINTS, "seat", "a", "b", "c", "seen")
    all_of_them = 0b110
    assert told == [
        (1, t.KILLING, 11, 11, all_of_them),
        (1, t.GATHERING, 15, 26, all_of_them),
        (1, t.CRAFTING, 126, 152, all_of_them),
    ]
    assert (list(game.player(1).by_source), game.points(1)) == ([11, 15, 126], 152)
    assert list(game.player(1).taken) == [0, 0, 0, 0, 5, 0, 0]


@pytest.mark.rule("QST-127", "QST-128")
def test_what_is_worth_nothing():
    game = Play(two("100 5,5 sword1 1 iron 12 wood 6", "200 9,9", "surface iron 9 5,5", first="levels 2,1,1,1"))
    game.do("100 pickup iron 9", "100 dig", "100 drop iron 9", "100 pickup iron 9")
    assert game.points(1) == 0
    game.do("100 craft sword2 sword1 1 iron 12 wood 6")
    assert game.points(1) == 3 * 18  # the sword among the ingredients adds nothing


@both_modes
@pytest.mark.rule("QST-130", "QST-142")
def test_the_game_ends_after_its_rounds_and_most_points_win(native):
    game = Play(two("100 5,5", "200 9,9", first="points 7", second="points 9"), native=native, rounds=3)
    for _ in range(5):
        game.end()
        assert game.result() is None
    assert (game.g.round_no, game.g.turn_of) == (3, 2)
    game.end()
    assert (game.g.reason, game.g.round_no) == (t.ENDED_ROUNDS, 3)
    assert game.result() == [(2, 7), (1, 9)]
    assert game.rows(t.GAME_OVER, "a", "seen") == [(t.ENDED_ROUNDS, 0b110)]
    assert GAME.rules.waiting(game.g, [0] * 5) == 0
    before = game.g.round_no
    game.end()
    assert (game.g.round_no, game.g.event_count) == (before, 0)


@pytest.mark.rule("QST-130")
def test_the_last_round_ends_with_its_last_player_still_in_the_game():
    game = four(rounds=1)
    game.leave(4)
    game.leave(3)
    game.end()
    assert game.result() is None
    game.end()
    assert game.g.reason == t.ENDED_ROUNDS


@pytest.mark.rule("QST-133")
def test_equal_points_share_the_better_place():
    game = four("points 5", "points 9", "points 5", "points 1", rounds=1)
    game.end(4)
    assert game.result() == [(2, 5), (1, 9), (2, 5), (4, 1)]
    game = four("points 5", "points 5", rounds=1)
    game.end(4)
    assert [place for place, _ in game.result()] == [1, 1, 3, 3]
    assert GAME.result(game.g).winner == 0


@both_modes
@pytest.mark.rule("QST-131")
def test_the_score_of_the_original(native):
    for words, expected in (
        ("kills 3", 3.0), ("kills 4 towers_placed 10", 6.0), ("kills 6 traps_placed 2", 6.0),
        ("kills 6 traps_sprung 2", 6.0), ("kills 6 traps_placed 2 traps_sprung 1", 7.0), ("sprees 2", 30.0),
        ("first_blood 1", 10.0), ("points 500", 0.0),
    ):  # fmt: skip
        game = Play(two("100 5,5", "200 9,9", first=words), native=native, scoring="origin")
        assert score(game.g, 1) == pytest.approx(expected)
        game.leave(2)
        assert game.result()[0] == (1, round(expected))


@pytest.mark.rule("QST-131")
def test_in_the_originals_scoring_a_tenth_more_is_a_better_place():
    game = Play(
        two("100 5,5", "200 9,9", first="kills 1 towers_placed 1", second="kills 1"), scoring="origin", rounds=1
    )
    game.end(2)
    assert [place for place, _ in game.result()] == [1, 2]


@pytest.mark.rule("QST-131", "QST-141")
def test_in_the_originals_scoring_changes_are_told():
    game = Play(two(f"100 5,5 {RICH}", "101 9,9", "200 6,5 energy 1 of 1", "201 8,8"), scoring="origin")
    game.do("100 attack 200 1")
    assert game.rows(t.POINTS, "seat", "a", "b", "c") == [(1, t.KILLING, 11, 11)]  # a kill and first blood
    game.do("100 place_tower tower1 stone 50 wood 50")
    assert score(game.g, 1) == pytest.approx(11.05)
    game.do("100 drop wood 10")
    assert game.rows(t.POINTS, "seat") == []


@both_modes
@pytest.mark.rule("QST-132", "QST-078")
def test_without_units_a_player_is_defeated_and_the_last_one_wins_whatever_the_points(native):
    lines = ["100 5,5", "200 6,5 energy 1 of 1", "trap 1 of 2 3,3", "tower 1 of 2 18,2 level 1 energy 9"]
    game = Play(two(*lines, second="points 9000"), respawn=False, native=native)
    game.do("100 attack 200 1")
    assert game.rows(t.DEFEATED, "seat", "a") == [(2, 0)]
    assert (game.g.reason, game.result()) == (t.ENDED_LAST_LEFT, [(1, 150), (2, 9000)])
    assert (game.towers(), game.built(3, 3), game.built(18, 2)) == ([], 0, 0)
    assert (game.player(2).towers, game.player(2).traps) == (0, 0)


@both_modes
@pytest.mark.rule("QST-132")
def test_a_defeated_player_leaves_everything_behind(native):
    board = grass(20, 20) + "1 start 0,0\n2 start 19,19\n3 start 19,0\n"
    board += "100 5,5 iron 3 wears sword2\n101 6,6 wood 4\n200 9,9\n201 9,9\n300 12,12\n301 12,12\n"
    board += "trap 1 of 1 3,3\ntrap 1 of 2 4,3\ntower 1 of 1 18,2 level 1 energy 9\n"
    board += "tower 2 of 3 17,2 level 1 energy 9\ntower 3 of 1 16,2 level 1 energy 9\n"
    game = Play(board, native=native)
    game.leave(1, t.KICKED)
    assert (game.surface(5, 5), game.surface(6, 6)) == ({"iron": 3, "sword2": 1}, {"wood": 4})
    assert not game.is_there(100)
    assert [(tower.serial, tower.owner) for tower in game.towers()] == [(2, 3)]
    assert (game.built(3, 3), game.built(18, 2), game.built(16, 2)) == (0, 0, 0)
    assert game.built(4, 3) != 0
    assert not any(game.g.watched[1])
    assert (game.player(1).losses, game.player(2).kills, game.points(2)) == (0, 0, 0)  # nobody is credited
    game.end()
    turns = []
    for _ in range(4):
        turns.append(game.g.turn_of)
        game.end()
    assert turns == [2, 3, 2, 3]


@pytest.mark.rule("QST-149")
def test_a_later_defeat_is_placed_before_an_earlier_one():
    game = four("points 900", "points 5", "points 500", "points 7", rounds=1)
    game.leave(3)
    game.leave(1)
    while game.result() is None:
        game.end()
    assert [place for place, _ in game.result()] == [3, 2, 4, 1]


@pytest.mark.rule("QST-134")
def test_points_of_a_tournament():
    assert (scores((1, 2)), scores((2, 1)), scores((1, 1))) == ([2, 0], [0, 2], [1, 1])
    assert scores((3, 1, 4, 2)) == [1, 3, 0, 2]
    pairs = [fixture.entrants for fixture in fixtures([OlympiadGround("creek", "Creek", 2)], 3)]
    assert sorted(pairs) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    assert GAME.pairs


@both_modes
@pytest.mark.rule("QST-135", "QST-136")
def test_sprees_and_first_blood(native):
    units = [f"{100 + k} 5,5" for k in range(8)] + [f"{200 + k} 6,5 energy 1 of 1" for k in range(8)]
    game = Play(two(*units), native=native, spree_length=3, max_energy_heal=0)
    game.do("100 attack 200 1", "100 attack 201 1")
    assert (game.player(1).first_blood, game.player(1).sprees) == (1, 0)
    game.do("101 attack 202 1")
    assert (game.player(1).sprees, game.player(1).spree) == (1, 0)
    game.do("101 attack 203 1", "101 attack 204 1")
    game.end()
    for number in (105, 106):
        game.unit(number).max_energy = game.unit(number).energy = 1
    game.do("206 attack 105 1")
    assert (game.player(2).first_blood, game.player(2).kills) == (0, 1)
    game.end()
    game.do("101 attack 205 1")  # the other's kill lies in between: counted anew
    assert (game.player(1).sprees, game.player(1).spree) == (1, 1)
    game.do("101 attack 206 1", "101 attack 207 1")
    assert (game.player(1).sprees, game.player(1).kills) == (2, 8)


@pytest.mark.rule("QST-135", "QST-137")
def test_statistics_count_what_happens():
    lines = [f"100 5,5 {RICH}", "101 6,6 stone 12 wood 18", "200 6,5 energy 50 of 50 strikes 5 of 5", "201 9,9"]
    game = Play(two(*lines, "buried gold 4 5,5"))
    game.do("100 attack 200 20", "100 place_tower tower1 stone 50 wood 50", "100 pickup gold 4")
    game.do("101 place_trap trap1 stone 12 wood 18")
    assert game.refused("100 move 19,13") == "bad_target"
    one, other = game.player(1), game.player(2)
    assert (one.towers_placed, one.traps_placed, one.damage_dealt, one.damage_taken) == (1, 1, 20, 5)
    assert (other.damage_dealt, other.damage_taken) == (5, 20)
    assert one.energy_spent == 20 + 75 + 5 + 40
    assert other.energy_spent == 5
    assert (one.refused, one.taken[t.GOLD], list(one.used)) == (1, 4, [68, 62, 0, 0, 0, 0, 0])
    assert (one.crafted[6], one.crafted[9]) == (1, 1)


@pytest.mark.rule("QST-136")
def test_a_retaliation_kill_is_a_kill_too():
    game = Play(two("100 5,5 energy 1 of 1", "200 6,5 strikes 5 of 5"))
    game.do("100 attack 200 1")
    other = game.player(2)
    assert (other.kills, other.retaliation_kills, other.first_blood, other.spree) == (1, 1, 1, 1)
