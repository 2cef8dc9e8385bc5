"""How a game begins and what is counted: seats, accounts, first robots, settings and their ranges."""

import pytest
from tests.games.dungeon.rule_states import MAP, TWO, Game, start
from tests.games.dungeon.text_states import random_match

from roundhouse.core.schema import LARGE, SMALL, canonical
from roundhouse.core.settings import SetupError
from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon.rules import tables as t
from roundhouse.match.match import Match


@pytest.mark.rule("DUN-001", "DUN-160")
def test_a_match_is_started_and_ends_once():
    match = Match(GAME, GAME.setup(["a", "b"], settings={"max_rounds": 2}))
    assert match.result is None
    match.tick()
    match.tick()
    assert match.result is not None
    with pytest.raises(RuntimeError, match="over"):
        match.tick()
    assert match.act(1, [t.DONE, -1, -1, -1, -1]).code == "not_running"
    before = canonical(match.state)
    GAME.rules.tick(match.state)
    assert canonical(match.state) == before


@pytest.mark.rule("DUN-004")
def test_a_new_game_knows_nothing_of_the_one_before():
    setup = GAME.setup(["a", "b"], seed=4, settings={"max_rounds": 5})
    first = canonical(GAME.start(setup))
    match = Match(GAME, setup)
    match.act(1, [t.BUY, -1, -1, t.ROBOT_ARTICLE, 2])
    match.tick()
    assert canonical(GAME.start(setup)) == first


@pytest.mark.rule("DUN-005")
def test_seats_are_numbered_from_1_in_the_order_of_joining_and_stay():
    match = Match(GAME, GAME.setup(["ann", "bob", "cleo"], settings={"max_rounds": 3}))
    for _ in range(3):
        assert [(one.seat, one.name) for one in match.view(1).players] == [(1, "ann"), (2, "bob"), (3, "cleo")]
        match.tick()


@pytest.mark.rule("DUN-006", "DUN-148", "DUN-241")
def test_economy_and_limits_use_the_number_of_players_that_joined():
    few, many = start(2), start(9)
    assert (few.demand, few.stock, many.demand, many.stock) == (20, 20, 90, 90)
    assert (few.robot_limit, many.robot_limit, start(6).robot_limit) == (128, 64, 96)
    flat = start(9, economy_scale="flat")
    assert (flat.demand, flat.stock) == (10, 10)


@pytest.mark.rule("DUN-007")
def test_everybody_begins_with_an_account_and_it_is_emptied_at_the_end():
    game = Game(TWO, max_rounds=1)
    assert [player.money for player in start(3, start_money=321).players[1:4]] == [321] * 3
    assert start(2).players[1].money == 200
    game.round()
    assert game.g.reason
    assert [(player.money, player.balance) for player in game.g.players[1:3]] == [(0, 200)] * 2


@pytest.mark.rule("DUN-008")
def test_start_robots_are_no_trades():
    g = start(3, start_robots=4)
    assert [robot.owner for robot in g.robots[: g.robot_count]] == [1] * 4 + [2] * 4 + [3] * 4
    for seat in (1, 2, 3):
        player = g.players[seat]
        assert (player.robots, player.money, player.bought, player.trades, player.spent) == (4, 200, 0, 0, 0)
        assert not any(player.scores)
    assert not any(map(any, g.bought))
    stations = set(g.stations[: g.station_count])
    assert all(robot.planet in stations for robot in g.robots[: g.robot_count])


@pytest.mark.rule("DUN-027", "DUN-028", "DUN-108")
def test_a_new_robot_is_whole_and_empty_and_has_the_next_serial_number():
    game = Game(TWO)
    game.round("1: buy 2 ROBOT", "2: buy 1 ROBOT")
    assert game.alive() == ["r1", "r2", "r3"]
    for name, owner in (("r1", 1), ("r2", 1), ("r3", 2)):
        robot = game.robot(name)
        assert (robot.owner, robot.health, robot.energy) == (owner, 10, 20)
        assert not any((*robot.levels, *robot.cargo, *robot.items))
        assert game.g.planets[robot.planet].station


@pytest.mark.rule("DUN-031", "DUN-109")
def test_items_take_no_room():
    game = Game(MAP + "1 money 1000\n2\nr1 1 0,0 coal 20 ROCKET 9\n")
    game.round("r1 buy ROCKET")
    assert (game.why("r1"), game.robot("r1").items[t.ROCKET], game.free("r1")) == ("", 10, 0)


@pytest.mark.rule("DUN-033", "DUN-110")
def test_every_stat_is_upgraded_on_its_own():
    for stat, name in enumerate(t.STAT_NAMES):
        game = Game(MAP + "1 money 1000\n2\nr1 1 0,0\n")
        game.round(f"r1 buy {name}_1")
        assert list(game.robot("r1").levels) == [int(other == stat) for other in range(t.STATS)]


@pytest.mark.rule("DUN-029")
def test_health_is_taken_by_attacks_and_energy_by_actions():
    game = Game(TWO + "r1 1 0,1\nr2 2 0,1\n")
    game.round("r1 battle r2")
    assert (game.robot("r1").health, game.robot("r1").energy) == (10, 19)
    assert (game.robot("r2").health, game.robot("r2").energy) == (9, 20)


@pytest.mark.rule("DUN-035", "DUN-183")
def test_the_state_holds_prices_and_what_was_traded_by_round():
    game = Game(MAP + "1 money 1000\n2\nr1 1 0,0 coal 7 iron 3\nr2 2 0,0 coal 5\nr3 1 0,0\n")
    assert game.g.prices[t.ROBOT_ARTICLE] == 100
    assert game.g.prices[t.FIRST_UPGRADE : t.FIRST_UPGRADE + 5] == [50, 300, 1500, 4000, 15000]
    assert list(game.g.resource_prices) == [5, 15, 30, 50, 60]
    game.round("r1 sell", "r2 sell", "r3 buy ROCKET", "1: buy 2 ROBOT")
    assert list(game.g.sold[1]) == [12, 3, 0, 0, 0]
    bought = {name: count for name, count in zip(t.ARTICLE_NAMES, game.g.bought[1], strict=True) if count}
    assert bought == {"ROBOT": 2, "ROCKET": 1}


@pytest.mark.rule("DUN-037")
def test_players_have_counted_what_they_did():
    game = Game(MAP + "1 money 500\n2\nr1 1 0,0 coal 4\nr2 1 2,4\nr3 1 0,1 DAMAGE 1\nr4 2 0,1 health 2\n")
    game.round("r1 sell", "r2 mine", "r3 battle r4", "1: buy 1 ROBOT")
    game.round("r1 move 1,0")
    player = game.player(1)
    assert (player.kills, player.losses, player.damage, list(player.mined)) == (1, 0, 2, [2, 0, 0, 0, 0])
    assert (player.earned, player.spent, player.trades, player.moves) == (20, 100, 2, 1)
    assert (player.bought, player.robots, player.top_money, player.balance) == (1, 4, 520, 420)
    assert (game.player(2).losses, game.player(2).robots) == (1, 0)


@pytest.mark.rule("DUN-232", "DUN-240")
def test_the_preset_of_the_later_generation():
    g = start(2, preset="msd-2023")
    assert (g.trade_anywhere, g.spawn_anywhere, g.dynamic_prices, g.mining_by_kind) == (1, 1, 0, 1)
    assert g.players[1].money == 500


@pytest.mark.rule("DUN-251")
@pytest.mark.parametrize(
    ("key", "low", "high"),
    [
        ("max_rounds", 1, 10000),
        ("round_ms", 2000, 3_600_000),
        ("start_money", 0, 100_000),
        ("start_robots", 0, 20),
        ("robot_price", 1, 10000),
        ("rocket_damage", 0, 30000),
        ("repair_swarm", 0, 30000),
        ("block_base", 0, 100),
        ("mining_multiplier", 0, 100),
        ("station_recharge_multiplier", 1, 4),
        ("economy_window", 1, 50),
        ("resource_demand", 1, 10000),
        ("item_stock", 1, 10000),
        ("map_side", 5, 35),
        ("stations_per_player", 1, 8),
        ("desert_factor", 0, 3),
        ("patch_amount", 1, 1_000_000),
        ("score_kill", -1000, 1000),
        ("score_trade_cap", 0, 1000),
    ],
)
def test_settings_have_the_ranges_of_the_rulebook(key, low, high):
    for value in (low, high):
        assert GAME.setup(["a", "b"], settings={key: value}).settings[key] == value
    for value in (low - 1, high + 1, "many"):
        with pytest.raises(SetupError):
            GAME.setup(["a", "b"], settings={key: value})


@pytest.mark.rule("DUN-251")
def test_values_by_level_increase_and_are_six():
    for values in ([1, 2, 3, 4, 5], [20, 20, 100, 200, 400, 1000], [1, 2, 3, 4, 5, 30001], [-1, 2, 3, 4, 5, 6]):
        with pytest.raises(SetupError):
            start(2, storage=values)
    with pytest.raises(SetupError, match="at least 1"):
        start(2, health=[0, 1, 2, 3, 4, 5])
    assert start(2, storage=[0, 1, 2, 3, 4, 30000]).by_level[t.STORAGE] == [0, 1, 2, 3, 4, 30000]


@pytest.mark.rule("DUN-241", "DUN-251")
def test_the_form_follows_from_players_and_map():
    def form(seats, **settings):
        return GAME.form_of(GAME.setup([str(n) for n in range(seats)], settings=settings))

    assert (form(1), form(9), form(9, map_side=15)) == (SMALL, SMALL, SMALL)
    assert (form(10), form(2, map_side=16), form(99)) == (LARGE, LARGE, LARGE)
    with pytest.raises(SetupError):
        form(100)
    g = start(10, map_side=5, start_robots=1)
    assert (len(g.robots), len(g.planets), len(g.players), g.robot_limit) == (4096, 1225, 100, 128)
    assert start(99, map_side=5).robot_limit == 41


@pytest.mark.rule("DUN-255")
def test_everything_in_the_state_is_a_whole_number():
    for g in random_match(3, 12, 3):
        values = [*g.prices, *g.resource_prices, g.players[1].money, *g.players[1].scores]
        values += [robot.energy for robot in g.robots[: g.robot_count]]
        assert {type(value) for value in values} == {int}
