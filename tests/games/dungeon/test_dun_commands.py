"""Commands while they are collected: who may give which, what replaces what, and what an organiser changes."""

import pytest
from tests.games.dungeon.rule_states import MAP, THREE, TWO, Game, start

from roundhouse.core.entries import CHANGE, Entry, enter
from roundhouse.core.schema import canonical
from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon.changes import ChangeEarlyClose, ChangeRounds, ChangeRoundTime, EndGame, Refill
from roundhouse.games.dungeon.rules import tables as t
from roundhouse.games.dungeon.settings import collecting_ms, pace
from roundhouse.match.match import Match


@pytest.mark.rule("DUN-057", "DUN-058")
def test_a_robot_does_one_thing_and_the_latest_command_counts():
    game = Game(TWO + "r1 1 0,1\n")
    game.round("r1 block", "r1 move 0,2", "r1 regenerate", "r1 move 1,1")
    assert (game.place("r1"), game.robot("r1").energy) == ("1,1", 19)
    assert not game.rows(t.BLOCKED)
    assert not game.rows(t.REGENERATED)


@pytest.mark.rule("DUN-059", "DUN-107", "DUN-239")
def test_there_is_one_order_for_robots_and_it_uses_no_robot():
    game = Game(MAP + "1 money 1000\n2\nr1 1 0,1\n")
    game.round("1: buy 5 ROBOT", "1: r1 buy 2 ROBOT", "r1 move 0,2")
    assert (game.player(1).robots, game.player(1).money, game.place("r1")) == (3, 800, "0,2")


@pytest.mark.rule("DUN-060", "DUN-065")
def test_a_replaced_command_moves_to_the_end():
    board = MAP + "1 money 60\n2\nr1 1 0,0\nr2 1 0,0\n"
    game = Game(board)
    game.round("r1 buy STORAGE_1", "r2 buy ROCKET")
    assert (game.why("r1"), game.why("r2")) == ("", "not_enough_money")
    game = Game(board)
    game.round("r1 buy STORAGE_1", "r2 buy ROCKET", "r1 buy STORAGE_1")
    assert (game.why("r1"), game.why("r2")) == ("not_enough_money", "")
    assert (game.robot("r2").last_order, game.robot("r1").last_order) == (2, 3)


@pytest.mark.rule("DUN-061")
def test_commands_and_the_order_for_robots_can_be_withdrawn():
    game = Game(TWO + "r1 1 0,1\n")
    game.round("r1 move 0,2", "1: buy 1 ROBOT", "r1 withdraw", "1: withdraw")
    assert (game.place("r1"), game.player(1).robots, game.player(1).money) == ("0,1", 1, 200)
    assert game.robot("r1").last_command == t.NO_COMMAND


@pytest.mark.rule("DUN-062", "DUN-064", "DUN-236")
def test_only_own_living_robots_are_commanded():
    game = Game(TWO + "r1 1 0,1\nr2 2 0,1 health 1\nr3 2 0,1\n")
    assert game.refusal("r1 block") == ""
    assert game.refusal("r1 block", seat=2) == "not_your_robot"
    assert game.judged([t.BLOCK, 77, -1, -1, -1], 1) == "not_your_robot"
    assert game.judged([t.BLOCK, t.UNKNOWN, -1, -1, -1], 1) == "not_your_robot"
    game.round("r1 battle r2")
    assert game.judged([t.BLOCK, 2, -1, -1, -1], 2) == "not_your_robot"


@pytest.mark.rule("DUN-064", "DUN-236", "DUN-253")
@pytest.mark.parametrize(
    ("row", "name"),
    [
        ([-1, 1, -1, -1, -1], "unknown_command"),
        ([12, 1, -1, -1, -1], "unknown_command"),
        ([t.BLOCK, -1, -1, -1, -1], "bad_field"),
        ([t.BLOCK, t.MALFORMED, -1, -1, -1], "bad_field"),
        ([t.BLOCK, 1, 3, -1, -1], "bad_field"),
        ([t.MOVE, 1, -1, -1, -1], "bad_field"),
        ([t.MOVE, 1, t.MALFORMED, -1, -1], "bad_field"),
        ([t.MOVE, 1, 25, -1, -1], "bad_field"),
        ([t.MOVE, 1, 3, -1, 1], "bad_field"),
        ([t.BATTLE, 1, 0, -1, -1], "bad_field"),
        ([t.BATTLE_ITEM, 1, 1, t.WORMHOLE, -1], "bad_field"),
        ([t.BATTLE_ITEM, 1, 1, t.REPAIR_SWARM, -1], "bad_field"),
        ([t.REPAIR_ITEM, 1, -1, t.NUKE, -1], "bad_field"),
        ([t.MOVE_ITEM, 1, -1, t.REPAIR_SWARM, -1], "bad_field"),
        ([t.BUY, -1, -1, t.FIRST_ITEM, 1], "bad_field"),
        ([t.BUY, 1, -1, t.ARTICLES, 1], "bad_field"),
        ([t.BUY, 1, -1, t.MALFORMED, 1], "bad_field"),
        ([t.SELL, 1, -1, t.COAL, -1], "bad_field"),
        ([t.SELL, 1, -1, 5, 1], "bad_field"),
        ([t.DONE, 1, -1, -1, -1], "bad_field"),
        ([t.MOVE, 1, t.UNKNOWN, -1, -1], ""),
        ([t.BATTLE, 1, 99, -1, -1], ""),
        ([t.BUY, 1, -1, t.UNKNOWN, 1], ""),
        ([t.BUY, -1, -1, t.ROBOT_ARTICLE, -5], ""),
        ([t.SELL, 1, -1, t.COAL, 0], ""),
        ([t.WITHDRAW, -1, -1, -1, -1], ""),
    ],
)
def test_what_is_refused_at_once_leaves_the_command_before_it(row, name):
    game = Game(TWO + "r1 1 0,1\n")
    game.give("r1 mine")
    before = canonical(game.g)
    assert game.judged(row, 1) == name
    assert canonical(game.g) == before


@pytest.mark.rule("DUN-063", "DUN-160", "DUN-064")
def test_commands_are_accepted_while_the_game_runs_and_for_the_round_that_is_collected():
    game = Game(TWO + "r1 1 0,1\n", max_rounds=2)
    game.round("r1 move 0,2")
    game.round()  # the command was for one round
    assert game.place("r1") == "0,2"
    assert game.refusal("r1 move 0,1") == "not_running"


@pytest.mark.rule("DUN-066", "DUN-067", "DUN-195")
def test_everything_else_is_found_out_at_execution_with_a_reason():
    game = Game(TWO + "r1 1 0,1 energy 0\nr2 1 0,1\nr3 1 0,1\n")
    game.round("r1 move 0,2", "r2 buy STORAGE_1", "r3 sell")
    assert [game.why(name) for name in ("r1", "r2", "r3")] == ["not_enough_energy", "not_at_station", "not_at_station"]
    assert game.rows(t.MOVED) == [(1, t.NOT_ENOUGH_ENERGY, 1, game.index("0,1"), 0, game.index("0,1"))]
    assert len(set(t.FAILURES)) == len(t.FAILURES) == 20


@pytest.mark.rule("DUN-068")
def test_without_energy_a_robot_lives_trades_regenerates_and_uses_items():
    game = Game(MAP + "1 money 500\n2\nr1 1 0,0 energy 0 coal 3 ROCKET 1\nr2 2 0,0\n")
    game.round("r1 use ROCKET r2")
    assert (game.why("r1"), game.robot("r2").health) == ("", 5)
    game.round("r1 sell")
    assert (game.why("r1"), game.player(1).money) == ("", 515)
    game.round("r1 regenerate")
    assert game.robot("r1").energy == 4


@pytest.mark.rule("DUN-070")
def test_robots_that_meet_do_not_fight_by_themselves():
    game = Game(TWO + "r1 1 0,1\nr2 2 0,2\n")
    game.round("r2 move 0,1")
    game.rounds(2)
    assert [game.robot(name).health for name in ("r1", "r2")] == [10, 10]
    assert not game.rows(t.HIT)


@pytest.mark.rule("DUN-116", "DUN-117")
def test_a_round_has_three_quarters_to_command_and_a_quarter_to_execute():
    setup = GAME.setup(["a", "b"], settings={"round_ms": 10_000})
    g = GAME.start(setup)
    assert g.round_no == 1
    timed = pace(setup, g)
    assert (timed.window_ms, timed.least_ms, timed.shown_ms) == (7500, 7500, 2500)
    for length in (2000, 2001, 60_000, 3_600_000):
        assert collecting_ms(length) == length * 3 // 4
    change(g, ChangeRoundTime(4000))
    assert pace(setup, g).window_ms == 7500
    GAME.rules.tick(g)
    assert pace(setup, g).window_ms == 3000


@pytest.mark.rule("DUN-118", "DUN-242")
def test_who_has_a_robot_or_can_afford_one_is_waited_for_until_it_is_done():
    game = Game(MAP + "1 money 99\n2 money 100\n3 money 0\n4 money 0\nr1 3 0,1\n")
    owing = [0] * (GAME.seats_max + 1)

    def waited():
        count = GAME.rules.waiting(game.g, owing)
        seats = [seat for seat in range(1, 5) if owing[seat]]
        assert len(seats) == count
        return seats

    assert waited() == [2, 3]
    game.give("3: done")
    assert waited() == [2]
    game.give("r1 move 0,2")  # a command after that counts, but nobody is asked again
    assert waited() == [2]
    game.round("2: done")
    assert game.place("r1") == "0,2"
    assert waited() == [2, 3]


@pytest.mark.rule("DUN-242", "DUN-243")
def test_early_close_takes_effect_with_the_next_round():
    setup = GAME.setup(["a", "b"], settings={"round_ms": 10_000})
    g = GAME.start(setup)
    change(g, ChangeEarlyClose(True))
    assert not g.early_close
    GAME.rules.tick(g)
    assert g.early_close
    timed = pace(setup, g)
    assert (timed.window_ms, timed.least_ms, timed.always) == (7500, 0, False)


def change(g, message):
    row = GAME.change_row_of(message, g)
    code = GAME.rules.check_change(g, row)
    if code == 0:
        enter(GAME.rules, g, Entry(CHANGE, 0, tuple(row)))
    return GAME.refusal(code).name if code else ""


@pytest.mark.rule("DUN-158", "DUN-243")
def test_the_last_round_may_become_any_later_one_than_the_current():
    g = start(2, max_rounds=9)
    GAME.rules.tick(g)
    for rounds, answer in (
        (3, ""),
        (2, "bad_rounds"),
        (0, "bad_rounds"),
        (10_000, ""),
        (10_001, "bad_rounds"),
        (4, ""),
    ):
        before = g.max_rounds
        assert change(g, ChangeRounds(rounds)) == answer
        assert g.max_rounds == (before if answer else rounds)
    for _ in range(3):
        assert g.reason == 0
        GAME.rules.tick(g)
    assert (g.reason, g.round_no) == (t.ENDED_ROUNDS, 4)
    assert change(g, ChangeRounds(9)) == "not_running"


@pytest.mark.rule("DUN-157", "DUN-243", "DUN-248")
def test_an_organiser_ends_the_game_with_the_current_round():
    game = Game(TWO + "r1 1 0,1\n")
    game.give("r1 move 0,2")
    assert change(game.g, EndGame()) == ""
    assert game.g.reason == 0
    game.round()
    assert (game.g.reason, game.place("r1")) == (t.ENDED_ADMIN, "0,2")


@pytest.mark.rule("DUN-117", "DUN-243")
def test_the_length_of_a_round_has_its_range():
    g = start(2)
    asked = [change(g, ChangeRoundTime(value)) for value in (1999, 2000, 3_600_000, 3_600_001)]
    assert asked == ["bad_round_ms", "", "", "bad_round_ms"]


@pytest.mark.rule("DUN-193", "DUN-243")
def test_a_patch_is_refilled_at_the_start_of_the_next_round():
    game = Game(TWO + "patch 2,4 100\nr1 1 2,4\nr2 2 0,1\n")
    assert change(game.g, Refill(game.planet_id("0,1"))) == "no_patch"
    assert change(game.g, Refill("00000000-0000-4000-8000-000000000000")) == "no_patch"
    assert change(game.g, Refill(game.planet_id("2,4"))) == ""
    assert game.planet_at("2,4").amount == 100
    game.round("r1 mine")
    assert game.planet_at("2,4").amount == 10_000
    assert game.rows(t.APPEARED) == [(0, 0, 0, game.index("2,4"), t.COAL, 0)]
    assert (game.planet_at("2,4").info_round[1], game.planet_at("2,4").info_amount[1]) == (2, -1)
    assert game.planet_at("2,4").info_round[2] == 0
    game.round()
    assert not game.rows(t.APPEARED)


@pytest.mark.rule("DUN-243", "DUN-157")
def test_changes_are_entries_of_the_record():
    match = Match(GAME, GAME.setup(["a", "b"], settings={"max_rounds": 9}))
    assert match.change([t.CHANGE_ROUNDS, 3]).verdict == "accepted"
    assert match.change([t.CHANGE_ROUNDS, 1]).code == "bad_rounds"
    assert match.state.max_rounds == 3


@pytest.mark.rule("DUN-256")
def test_who_leaves_gives_no_more_commands_and_its_robots_stay():
    game = Game(THREE + "r1 1 0,1\nr2 2 0,1\n")
    game.give("r1 move 0,2", "1: buy 1 ROBOT")
    game.leave(1)
    assert game.refusal("r1 block") == "not_in_game"
    game.round("r2 battle r1")
    assert (game.alive(), game.place("r1"), game.robot("r1").health) == (["r1", "r2"], "0,1", 9)
    assert game.g.reason == 0
    owing = [0] * (GAME.seats_max + 1)
    GAME.rules.waiting(game.g, owing)
    assert not owing[1]


@pytest.mark.rule("DUN-256", "DUN-248", "DUN-171")
def test_when_at_most_one_has_not_left_the_game_ends_with_the_next_tick_and_who_left_ranks_last():
    game = Game(MAP + "1 scores 0,900,0,0,0\n2\n3 scores 0,5,0,0,0\n")
    game.leave(1)
    game.round()
    assert game.g.reason == 0
    game.leave(3, t.CONNECTION_LOST)
    assert game.g.reason == 0
    game.round()
    assert game.g.reason == t.ENDED_DESERTED
    result = GAME.result(game.g)
    assert [(place.place, place.points) for place in result.places] == [(2, 900), (1, 0), (3, 5)]
    alone = Game(MAP + "1\n")
    alone.round()
    assert alone.g.reason == 0
    alone.leave(1)
    alone.round()
    assert alone.g.reason == t.ENDED_DESERTED
