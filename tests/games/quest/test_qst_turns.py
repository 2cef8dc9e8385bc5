"""Rounds and turns: their order, how they begin and end, and resigning."""

import pytest
from tests.games.quest.rule_states import Play, both_modes, grass, start, two

from roundhouse.games.quest import GAME
from roundhouse.games.quest.rules import tables as t

THREE = grass(20, 20) + "1 start 0,0\n2 start 19,19\n3 start 19,0\n100 5,5\n200 10,10\n300 15,15\n"


def owing(game):
    out = [0] * 5
    GAME.rules.waiting(game.g, out)
    return [seat for seat in range(5) if out[seat]]


@pytest.mark.rule("QST-115", "QST-121")
def test_a_round_is_one_turn_of_each_in_the_order_of_their_numbers():
    game = Play(THREE)
    seen = []
    for _ in range(7):
        seen.append((game.g.round_no, game.g.turn_of))
        assert owing(game) == [game.g.turn_of]
        game.end()
    assert seen == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1)]
    game.leave(2)
    seen = []
    for _ in range(4):
        game.end()
        seen.append((game.g.round_no, game.g.turn_of))
    assert seen == [(3, 3), (4, 1), (4, 3), (5, 1)]


@pytest.mark.rule("QST-114")
def test_end_turn_ends_the_turn_at_once():
    game = Play(THREE)
    game.do("end_turn")
    assert owing(game) == []
    assert game.refusal("100 view", seat=1) == "not_your_turn"
    game.end()
    assert game.rows(t.TURN_ENDED, "seat", "a", "seen") == [(1, t.BY_END_TURN, 0b1110)]
    assert game.g.turn_of == 2


@pytest.mark.rule("QST-120", "QST-137", "QST-138")
def test_time_up_just_ends_the_turn():
    game = Play(THREE)
    game.do("100 move 6,6")
    game.end()
    assert game.rows(t.TURN_ENDED, "seat", "a") == [(1, 0)]
    assert game.player(1).timed_out == 1
    assert game.place(100) == (6, 6)
    game.do("end_turn")
    game.end()
    assert game.player(2).timed_out == 0


@both_modes
@pytest.mark.rule("QST-116")
def test_a_turn_begins_in_its_order(native):
    units = ["100 5,5", "101 6,5", "200 10,10 energy 0 of 200 spent 30 strikes 10 of 50",
             "201 10,10 energy 50 of 200 frozen 2"]  # fmt: skip
    board = two(*units, "tower 1 of 1 10,11 level 1 energy 200")
    game = Play(board, native=native)
    game.unit(201).respawned = 1
    game.end()
    kinds = [row.kind for row in game.g.events[: game.g.event_count]]
    assert kinds == [t.TURN_ENDED, t.TURN_STARTED, t.REPLENISHED, t.REPLENISHED, t.DRAINED]
    assert game.rows(t.REPLENISHED, "seat", "unit", "a", "b", "c") == [(2, 200, 80, 80, 200), (2, 201, 0, 0, 200)]
    # Replenished first and drained then: 80 of what the tower could take are there
    assert game.rows(t.DRAINED, "unit", "a") == [(200, 80)]
    assert (game.unit(200).spent, game.unit(201).respawned, game.unit(201).frozen_before) == (0, 0, 1)


@pytest.mark.rule("QST-117")
def test_replenishing_keeps_a_share_of_the_gap():
    for keep, energy, maximum in ((60, 13, 200), (0, 5, 77), (100, 5, 77), (33, 101, 150), (1, 0, 1)):
        game = Play(two("100 5,5", f"200 10,10 energy {energy} of {maximum}"), replenish_keep=keep)
        game.end()
        assert game.unit(200).energy == (keep * energy + (100 - keep) * maximum + 50) // 100
    game = Play(two("100 5,5", "200 10,10 energy 3 of 177"), replenish_model="full")
    game.end()
    assert game.energy(200) == (177, 177)


@pytest.mark.rule("QST-118")
def test_replenishing_in_the_own_turn_or_in_every_turn():
    units = ["100 5,5 energy 0 of 200", "101 5,6 frozen 2 energy 9 of 200", "200 10,10 energy 0 of 200", "201 9,9"]
    game = Play(two(*units))
    game.end()
    assert (game.unit(100).energy, game.unit(200).energy) == (0, 80)
    game.end()
    assert (game.unit(100).energy, game.unit(200).energy) == (80, 80)
    game = Play(two(*units), replenish_on="every_turn")
    game.end()
    assert [game.unit(number).energy for number in (100, 101, 200)] == [80, 0, 80]
    assert game.rows(t.REPLENISHED, "unit") == [(200,), (201,)]  # only the own are told
    game.end()
    assert [game.unit(number).energy for number in (100, 101, 200)] == [128, 0, 128]


@pytest.mark.rule("QST-119", "QST-142")
def test_the_turn_message_tells_energy_drains_and_towers():
    board = two("100 5,5", "200 10,10 energy 0 of 200", "tower 1 of 1 10,12 level 1 energy 300",
                "tower 4 of 2 18,12 level 1 energy 77")  # fmt: skip
    game = Play(board, rounds=9)
    game.end()
    told = [GAME.of_event(game.g, event, 2) for event in GAME.events(game.g)]
    begin = next(event for event in told if type(event).__name__ == "TurnStart")
    assert (begin.seat, begin.round, begin.rounds_left) == (2, 1, 8)
    report = begin.units[0]
    assert (report.id, report.energy, report.max_energy, report.replenished) == (200, 18, 200, 80)
    assert [(drain.tower, drain.amount) for drain in report.drained] == [(1, 62)]
    assert [(tower.id, tower.energy) for tower in begin.towers] == [(4, 77)]


@both_modes
@pytest.mark.rule("QST-152")
def test_units_that_were_not_hurt_regain_some_of_their_maximum(native):
    game = Play(two("100 5,5 energy 50 of 100", "101 6,5 energy 9 of 197", "200 5,6", "201 9,9"), native=native)
    game.end()
    assert (game.energy(100), game.energy(101)) == ((50, 105), (9, 200))
    assert game.rows(t.HEALED, "seat", "unit", "a") == [(1, 100, 105), (1, 101, 200)]
    game.do("200 attack 100 5")
    assert game.energy(100) == (50, 100)
    game.end(2)
    assert game.energy(100)[1] == 100  # hurt since the end of the turn before
    game.end(2)
    assert game.energy(100)[1] == 105


@pytest.mark.rule("QST-152")
def test_healing_never_exceeds_the_usual_maximum_and_0_switches_it_off():
    game = Play(two("100 5,5 energy 9 of 300", "101 5,5 energy 9 of 190", "200 9,9", "201 9,9"), max_energy_heal=30)
    game.end()
    assert (game.energy(100), game.energy(101)) == ((9, 300), (9, 200))
    game = Play(two("100 5,5 energy 9 of 100", "200 9,9"), max_energy_heal=0)
    game.end()
    assert game.energy(100) == (9, 100)


@pytest.mark.rule("QST-152")
def test_damage_by_a_strike_back_in_the_own_turn_counts():
    game = Play(two("100 5,5 energy 90 of 100", "200 6,5 strikes 10 of 10"))
    game.do("100 attack 200 1")
    game.end()
    assert game.energy(100)[1] == 90
    game.end(2)
    assert game.energy(100)[1] == 95


@pytest.mark.rule("QST-122", "QST-107", "QST-079")
def test_the_end_of_a_turn_ends_what_was_there_when_it_began():
    game = Play(
        two("100 5,5 frozen 1 frozen_before shield shield_before", "101 5,6 frozen 1 shield", "200 9,9", "201 9,9")
    )
    game.end()
    assert (game.unit(100).frozen, game.unit(100).shield) == (0, 0)
    assert (game.unit(101).frozen, game.unit(101).shield) == (1, 1)
    game.end()
    assert (game.unit(101).frozen_before, game.unit(101).shield_before) == (1, 1)
    game.end()
    assert (game.unit(101).frozen, game.unit(101).shield) == (0, 0)


@both_modes
@pytest.mark.rule("QST-148", "QST-132")
def test_resigning_is_possible_in_the_turns_of_others(native):
    game = Play(THREE, native=native)
    resign = [t.RESIGN, *(0,) * 16]
    assert game.judged(resign, seat=3) == ""
    assert game.refusal("300 view", seat=3) == "not_your_turn"
    from roundhouse.core.entries import order

    game.enter(order(3, resign))
    assert (game.player(3).left, game.player(3).defeated, game.g.reason) == (t.RESIGNED, 1, 0)
    assert game.judged(resign, seat=3) == "not_your_turn"
    assert game.rows(t.DEFEATED, "seat", "a") == [(3, t.RESIGNED)]
    game.do("100 move 6,6", "end_turn", "resign")
    assert game.g.reason == t.ENDED_LAST_LEFT
    assert [place for place, _ in game.result()] == [2, 1, 3]


@pytest.mark.rule("QST-148")
def test_whoever_resigns_in_its_own_turn_hands_it_on():
    game = Play(THREE)
    game.do("resign")
    assert owing(game) == []
    game.end()
    assert (game.g.turn_of, game.rows(t.TURN_ENDED, "seat", "a")) == (2, [(1, t.BY_LEAVING)])
    assert game.player(1).timed_out == 0


@pytest.mark.rule("QST-125")
def test_a_lost_line_passes_turns_over_until_the_player_is_back():
    game = Play(THREE)
    game.leave(2, t.CONNECTION_LOST)
    game.end()
    assert (game.g.turn_of, owing(game)) == (2, [])
    game.end()
    assert game.rows(t.TURN_ENDED, "seat", "a") == [(2, t.BY_LEAVING)]
    assert (game.g.turn_of, game.player(2).timed_out, game.player(2).defeated) == (3, 0, 0)
    game.leave(2, t.RETURNED)
    game.end(2)
    assert (game.g.turn_of, owing(game)) == (2, [2])


@pytest.mark.rule("QST-125")
def test_with_nobody_left_connected_the_game_ends_by_points():
    game = Play(THREE.replace("2 start 19,19", "2 start 19,19 points 9"))
    game.leave(1, t.CONNECTION_LOST)
    game.leave(3)
    assert game.g.reason == 0
    game.leave(2, t.CONNECTION_LOST)
    assert game.g.reason == t.ENDED_NOBODY_CONNECTED
    assert game.result() == [(2, 0), (1, 9), (3, 0)]


@pytest.mark.rule("QST-116", "QST-117")
def test_the_first_turns_of_a_game_find_everybody_fresh():
    g = start(2)
    game = Play(g)
    game.end()
    assert all(game.energy(number) == (200, 200) for number in (100, 109, 200, 209))
