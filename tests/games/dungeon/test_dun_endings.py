"""The end of a round and of the game: order, scores, places, achievements, trophies."""

import pytest
from tests.games.dungeon.rule_states import MAP, THREE, TWO, Game, start

from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon.rules import tables as t
from roundhouse.games.dungeon.rules.phases.end_of_round import OVERALL, place, score, trophy


@pytest.mark.rule("DUN-144", "DUN-036")
def test_a_round_ends_in_the_order_of_the_rules():
    game = Game(MAP + "1 money 0\n2\nr1 1 0,0 coal 1\nr2 2 0,1\n", max_rounds=1)
    game.round("r1 sell", "r2 block")
    kinds = [row.kind for row in game.g.events[: game.g.event_count] if row.phase == 0]
    assert kinds[0] == t.ROUND_STATUS
    assert kinds[1:] == [t.ACHIEVED, t.ROUND_STATUS, t.TROPHY, t.TROPHY, t.GAME_OVER]
    assert game.planet_at("0,1").blocked == 0


@pytest.mark.rule("DUN-145")
def test_wiped_players_begin_again_if_the_setting_says_so():
    board = MAP + "1 money 99\n2 money 5\n3 money 100\n4 money 7\nr1 4 0,1\n"
    for respawn, money in ((True, [200, 200, 100, 7]), (False, [99, 5, 100, 7])):
        game = Game(board, respawn_when_wiped=respawn)
        game.round()
        assert [game.player(seat).money for seat in range(1, 5)] == money
    game = Game(board, respawn_when_wiped=True)
    game.leave(2)
    game.round()
    assert game.player(2).money == 5


@pytest.mark.rule("DUN-145", "DUN-144")
def test_who_is_wiped_is_decided_by_the_new_price_of_a_robot():
    robots = "".join(f"r{n} 2 0,1\n" for n in range(1, 2))
    game = Game(MAP + "1 money 100\n2 money 9000\n" + robots, respawn_when_wiped=True)
    game.round("2: buy 40 ROBOT")
    assert game.g.prices[t.ROBOT_ARTICLE] == 200
    assert game.player(1).money == 200


@pytest.mark.rule("DUN-156", "DUN-248")
def test_the_game_ends_after_its_last_round():
    game = Game(TWO, max_rounds=3)
    game.rounds(2)
    assert game.g.reason == 0
    game.round()
    assert (game.g.reason, game.g.round_no) == (t.ENDED_ROUNDS, 3)
    assert game.rows(t.GAME_OVER) == [(0, 0, 0, t.ENDED_ROUNDS, 0, 0)]


@pytest.mark.rule("DUN-159", "DUN-248")
def test_the_game_ends_when_nobody_has_a_robot_or_can_afford_one():
    game = Game(MAP + "1 money 99\n2 money 99\nr1 1 0,1 health 1\nr2 2 0,1 health 1\n")
    game.round()
    assert game.g.reason == 0
    game.round("r1 battle r2", "r2 battle r1")
    assert game.g.reason == t.ENDED_NOBODY_LEFT
    game = Game(MAP + "1 money 99\n2 money 99\n", respawn_when_wiped=True)
    game.round()
    assert (game.g.reason, game.player(1).money) == (0, 200)
    names = [reason.name for reason in GAME.end_reasons]
    assert names == ["rounds", "admin", "nobody_left", "deserted"]


@pytest.mark.rule("DUN-161", "DUN-168", "DUN-167")
def test_every_round_adds_to_every_category():
    game = Game(TWO + "r1 1 2,2 MINING 3 DAMAGE 2\nr2 1 0,1 STORAGE 1\n")
    game.round("r1 mine", "r2 move 1,1")
    assert list(game.player(1).scores) == [0, 8, 1, 6, 0]
    game.round("r1 move 2,3", "r2 move 1,2")
    assert list(game.player(1).scores) == [0, 8, 1 + 3 + 2, 12, 0]


@pytest.mark.rule("DUN-168")
def test_levels_of_destroyed_robots_do_not_count():
    game = Game(TWO + "r1 1 0,1 DAMAGE 3\nr2 2 0,1 STORAGE 5 MINING 4\n")
    game.round("r1 battle r2")
    assert [game.player(seat).scores[t.ROBOT_SCORE] for seat in (1, 2)] == [3, 0]


@pytest.mark.rule("DUN-170", "DUN-171", "DUN-172", "DUN-173")
def test_places_go_by_sums_and_equal_players_share_one():
    g = start(4)
    for seat, scores in ((1, [5, 0, 0, 0, 5]), (2, [-9, 20, 0, 0, 9]), (3, [0, 10, 0, 0, 0]), (4, [0, 0, 9, 0, 0])):
        g.players[seat].scores = scores
    assert [score(g, seat, OVERALL) for seat in range(1, 5)] == [10, 20, 10, 9]
    assert [place(g, seat, OVERALL) for seat in range(1, 5)] == [2, 1, 2, 4]
    assert [place(g, seat, t.FIGHTING) for seat in range(1, 5)] == [1, 4, 2, 2]
    assert [place(g, seat, t.MINING_SCORE) for seat in range(1, 5)] == [3, 1, 2, 3]
    g.reason = t.ENDED_ROUNDS
    result = GAME.result(g)
    assert [(one.place, one.points) for one in result.places] == [(2, 10), (1, 20), (2, 10), (4, 9)]
    assert result.winner == 2
    g.players[1].scores[0] = 15
    assert [one.seat for one in GAME.result(g).places if one.place == 1] == [1, 2]


@pytest.mark.rule("DUN-175", "DUN-176", "DUN-177", "DUN-178")
@pytest.mark.parametrize(
    ("figure", "names", "steps"),
    [
        ("kills", ("First Blood", "Blood Thirst", "Psychopath"), (1, 10, 25)),
        ("mined", ("Miner", "Gold Digger", "Mining Industrialist"), (1, 25, 150)),
        ("earned", ("Businessman", "Manager", "Grand Nagus"), (1, 1000, 10_000)),
        ("moves", ("Sputnik", "Apollo 11", "Enterprise"), (1, 15, 40)),
    ],
)
def test_achievements_are_awarded_at_their_thresholds_once(figure, names, steps):
    for number, (name, step) in enumerate(zip(names, steps, strict=True)):
        for value, reached in ((step - 1, number), (step, number + 1)):
            game = Game(TWO)
            player = game.player(1)
            if figure == "mined":
                player.mined[t.IRON], player.mined[t.GOLD] = value // 2, value - value // 2
            else:
                setattr(player, figure, value)
            game.round()
            won = [t.ACHIEVEMENT_NAMES[row[3]] for row in game.rows(t.ACHIEVED)]
            assert won == list(names[:reached])
            assert (name in won) == (value == step)
            game.round()
            assert not game.rows(t.ACHIEVED)


@pytest.mark.rule("DUN-179")
def test_several_levels_of_a_round_are_all_awarded():
    game = Game(MAP + "1 kills 30 moves 20\n2 earned 1000\n")
    game.round()
    won = [(row[0], t.ACHIEVEMENT_NAMES[row[3]]) for row in game.rows(t.ACHIEVED)]
    assert won == [
        (1, "First Blood"), (1, "Blood Thirst"), (1, "Psychopath"), (1, "Sputnik"), (1, "Apollo 11"),
        (2, "Businessman"), (2, "Manager"),
    ]  # fmt: skip


@pytest.mark.rule("DUN-178", "DUN-177")
def test_what_was_done_in_the_round_counts_for_its_achievements():
    game = Game(TWO + "r1 1 0,0 coal 1\nr2 2 0,1 WORMHOLE 1\n")
    game.round("r1 sell", "r2 use WORMHOLE")
    assert [(row[0], t.ACHIEVEMENT_NAMES[row[3]]) for row in game.rows(t.ACHIEVED)] == [
        (1, "Businessman"),
        (2, "Sputnik"),
    ]


@pytest.mark.rule("DUN-180", "DUN-181", "DUN-250")
def test_trophies_for_the_first_three_places_of_five_rankings():
    lines = [
        "1 scores 9,1,0,5,2",
        "2 scores 9,0,0,5,4",
        "3 scores 3,0,0,5,6",
        "4 scores -4,0,0,0,8",
        "5 scores 0,0,0,99,0",
    ]
    game = Game(MAP + "\n".join(lines) + "\n", max_rounds=1)
    game.round()
    won = {}
    for seat, _, _, category, reached, _ in game.rows(t.TROPHY):
        won.setdefault(category, []).append((seat, reached))
    assert won == {
        OVERALL: [(1, 3), (2, 2), (5, 1)],
        t.FIGHTING: [(1, 1), (2, 1), (3, 3)],  # two firsts, so there is no second
        t.MINING_SCORE: [(1, 1)],
        t.TRADING: [(2, 3), (3, 2), (4, 1)],
    }
    assert [trophy(game.g, seat, t.MOVEMENT) for seat in range(1, 6)] == [0] * 5


@pytest.mark.rule("DUN-250")
def test_no_trophies_for_nothing_and_for_nobody_else():
    game = Game(MAP + "1 scores 5,5,5,5,5\n", max_rounds=1)
    game.round()
    assert not game.rows(t.TROPHY)
    game = Game(THREE, max_rounds=1)
    game.round()
    assert not game.rows(t.TROPHY)
