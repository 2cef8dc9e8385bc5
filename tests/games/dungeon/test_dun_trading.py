"""Sales, purchases and prices: phase 2, and what the trades of the last rounds do to prices."""

from math import exp

import pytest
from tests.games.dungeon.rule_states import MAP, TWO, Game, start

from roundhouse.games.dungeon.rules import tables as t
from roundhouse.games.dungeon.rules.phases.economy import adjustment, new_prices, restoration_price

RICH = MAP + "1 money 100000\n2 money 100000\n"


@pytest.mark.rule("DUN-103", "DUN-104", "DUN-025", "DUN-105")
def test_the_whole_cargo_is_sold_at_a_station_at_the_prices_of_the_round():
    game = Game(TWO + "r1 1 0,0 coal 2 iron 3 gem 4 gold 5 platin 6\nr2 1 0,1 coal 5\nr3 1 0,0\n")
    game.round("r1 sell", "r2 sell", "r3 sell")
    assert [game.why(name) for name in ("r1", "r2", "r3")] == ["", "not_at_station", "cargo_empty"]
    assert game.player(1).money == 200 + 10 + 45 + 120 + 250 + 360
    assert (game.held("r1"), game.held("r2"), game.player(1).trades) == ({}, {"coal": 5}, 1)


@pytest.mark.rule("DUN-103", "DUN-225")
def test_a_sale_may_name_a_kind_and_an_amount():
    game = Game(TWO + "r1 1 0,0 coal 5 iron 3\nr2 1 0,0 coal 5 iron 3\nr3 1 0,0 coal 5\nr4 1 0,0 coal 5\n")
    game.round("r1 sell 2 coal", "r2 sell 99 iron", "r3 sell 1 gem", "r4 sell 0 coal")
    assert [game.held(f"r{n}") for n in range(1, 5)] == [{"coal": 3, "iron": 3}, {"coal": 5}, {"coal": 5}, {}]
    assert (game.why("r3"), game.player(1).money) == ("cargo_empty", 200 + 10 + 45 + 25)


@pytest.mark.rule("DUN-105", "DUN-237", "DUN-240")
def test_everything_but_robots_is_bought_at_a_station_unless_trade_is_anywhere():
    for anywhere, reason in ((False, "not_at_station"), (True, "")):
        game = Game(RICH + "r1 1 0,1 coal 1\nr2 1 0,1\nr3 1 0,1\n", trade_anywhere=anywhere)
        game.round("r1 sell", "r2 buy ROCKET", "r3 buy HEALTH")
        assert [game.why(f"r{n}") for n in (1, 2, 3)] == [reason] * 3


@pytest.mark.rule("DUN-240", "DUN-108")
def test_robots_appear_on_stations_or_with_spawn_anywhere_on_any_planet():
    for anywhere in (False, True):
        places = set()
        for seed in range(20):
            game = Game(RICH, seed=seed, spawn_anywhere=anywhere)
            game.round("1: buy 20 ROBOT")
            places |= {game.place(name) for name in game.alive()}
        stations = {"0,0", "0,4", "4,0", "4,4"}
        assert places == stations if not anywhere else len(places) == 25


@pytest.mark.rule("DUN-106", "DUN-109")
def test_one_article_is_bought_whatever_the_quantity():
    for quantity in (-3, 0, 1, 7):
        for item, name in enumerate(t.ITEM_NAMES):
            game = Game(RICH + "r1 1 0,0\n")
            price = game.g.prices[t.FIRST_ITEM + item]
            game.round(f"r1 buy {quantity} {name}")
            assert (game.robot("r1").items[item], game.player(1).money) == (1, 100_000 - price)


@pytest.mark.rule("DUN-107", "DUN-115", "DUN-237")
@pytest.mark.parametrize(
    ("quantity", "reason", "robots"),
    [(0, "bad_quantity", 0), (-2, "bad_quantity", 0), (3, "not_enough_money", 0), (2, "", 2)],
)
def test_all_robots_of_an_order_are_bought_or_none(quantity, reason, robots):
    game = Game(TWO)
    game.round(f"1: buy {quantity} ROBOT")
    assert (t.FAILURES[game.player(1).last_reason], game.player(1).robots) == (reason, robots)
    assert game.player(1).money == 200 - 100 * robots


@pytest.mark.rule("DUN-108")
def test_a_new_robot_is_commanded_from_the_next_round_on():
    game = Game(TWO)
    game.give("1: buy 1 ROBOT")
    assert game.judged([t.BLOCK, 1, -1, -1, -1], 1) == "not_your_robot"
    game.round()
    assert game.judged([t.BLOCK, 1, -1, -1, -1], 1) == ""


@pytest.mark.rule("DUN-110", "DUN-111", "DUN-112")
@pytest.mark.parametrize("stat", range(t.STATS))
def test_a_stat_is_upgraded_step_by_step_to_its_highest_level(stat):
    game = Game(RICH + "r1 1 0,0 health 3 energy 5\n")
    name = t.STAT_NAMES[stat]
    for level in range(1, t.LEVEL_MAX[stat] + 1):
        for other in {1, 2, 3, 4, 5} - {level}:
            game.round(f"r1 buy {name}_{other}")
            assert game.why("r1") == ("max_level" if other > t.LEVEL_MAX[stat] else "wrong_level")
        assert game.robot("r1").levels[stat] == level - 1
        money = game.player(1).money
        game.round(f"r1 buy {name}_{level}")
        assert (game.why("r1"), game.robot("r1").levels[stat]) == ("", level)
        assert money - game.player(1).money == (50, 300, 1500, 4000, 15000)[level - 1]
    robot = game.robot("r1")
    assert robot.health == (3 + 490 if stat == t.HEALTH else 3)
    assert robot.energy == (5 + 180 if stat == t.MAX_ENERGY else 5)
    game.round(f"r1 buy {name}_5")
    assert game.why("r1") == ("max_level" if stat == t.MINING else "wrong_level")


@pytest.mark.rule("DUN-113", "DUN-114", "DUN-127")
def test_restorations_fill_up_and_cost_by_the_level_however_much_is_restored():
    game = Game(RICH + "r1 1 0,0 HEALTH 2 health 1\nr2 1 0,0 MAX_ENERGY 3 energy 0\nr3 1 0,0\n")
    game.round("r1 buy HEALTH", "r2 buy ENERGY", "r3 buy HEALTH")
    assert (game.robot("r1").health, game.robot("r2").energy, game.robot("r3").health) == (50, 60, 10)
    assert game.player(1).money == 100_000 - 150 - 300 - 50
    assert [row[2:5] for row in game.rows(t.TRADED)] == [(2, 2, -300), (1, 1, -150), (3, 1, -50)]


@pytest.mark.rule("DUN-115", "DUN-034", "DUN-237")
def test_what_is_too_dear_or_unknown_costs_nothing():
    game = Game(MAP + "1 money 39\n2\nr1 1 0,0\nr2 1 0,0\n")
    game.round("r1 buy ROCKET", "r2 buy CAKE")
    assert (game.why("r1"), game.why("r2"), game.player(1).money) == ("not_enough_money", "unknown_article", 39)
    assert (game.player(1).trades, game.player(1).scores[t.TRADING]) == (0, 0)


@pytest.mark.rule("DUN-124", "DUN-121")
def test_sales_come_before_purchases_and_players_by_seat():
    game = Game(MAP + "1 money 0\n2 money 0\nr1 2 0,0 gold 1\nr2 1 0,0 gold 1\nr3 1 0,0\nr4 2 0,0\n")
    game.round("r3 buy ROCKET", "r4 buy ROCKET", "r1 sell", "r2 sell")
    assert [row[2] for row in game.rows(t.TRADED)] == [2, 1, 3, 4]
    assert [game.why(f"r{n}") for n in range(1, 5)] == [""] * 4


@pytest.mark.rule("DUN-125", "DUN-155")
def test_prices_stand_still_in_a_round_and_stock_and_demand_limit_nothing():
    game = Game(MAP + "1 money 100000\n2 money 100000\nr1 1 0,0 STORAGE 5 coal 900\nr2 2 0,0 STORAGE 5 coal 900\n")
    game.round("1: buy 60 ROBOT", "2: buy 60 ROBOT", "r1 sell", "r2 sell")
    assert [game.player(seat).money for seat in (1, 2)] == [100_000 - 6000 + 4500] * 2
    assert game.g.prices[t.ROBOT_ARTICLE] == 100 * 120 // 20
    assert game.g.resource_prices[t.COAL] == 1  # 5 * 20 / 1800


@pytest.mark.rule("DUN-146", "DUN-153", "DUN-144")
def test_prices_are_announced_with_every_round_and_start_at_their_bases():
    game = Game(TWO)
    assert game.g.prices == game.g.base_prices
    assert game.g.resource_prices == game.g.base_resource_prices
    game.round()
    kinds = [row.kind for row in game.g.events[: game.g.event_count]]
    assert kinds == [t.ROUND_STATUS, t.ROUND_STATUS, t.ROUND_STATUS, t.PRICES]
    assert [row[3:5] for row in game.rows(t.ROUND_STATUS)] == [(1, 1), (1, 2), (2, 0)]


@pytest.mark.rule("DUN-147")
@pytest.mark.parametrize("window", [1, 3, 5, 49, 50])
def test_trades_count_for_as_many_rounds_as_the_window_has(window):
    game = Game(RICH + "r1 1 0,0 STORAGE 1 coal 40\n", economy_window=window)
    game.round("r1 sell")
    cheap = 0
    while game.g.resource_prices[t.COAL] < 5:
        cheap += 1
        game.round()
    assert cheap == window


@pytest.mark.rule("DUN-149", "DUN-154")
def test_all_sales_of_a_round_count_and_only_successful_ones():
    game = Game(TWO + "r1 1 0,0 gem 15\nr2 2 0,0 gem 15\nr3 1 0,1 gem 20\n")
    game.round("r1 sell", "r2 sell", "r3 sell")
    assert game.g.resource_prices[t.GEM] == 20
    assert [game.g.resource_prices[kind] for kind in (0, 1, 3, 4)] == [5, 15, 50, 60]


@pytest.mark.rule("DUN-150", "DUN-151", "DUN-245")
@pytest.mark.parametrize(
    ("dynamic", "adjust", "prices"),
    [
        ("all", True, {"ROCKET": 160, "WORMHOLE": 160, "ROBOT": 200, "STORAGE_1": 100, "HEALTH": 100, "coal": 2}),
        ("all", False, {"ROCKET": 80, "WORMHOLE": 80, "ROBOT": 200, "STORAGE_1": 100, "HEALTH": 100, "coal": 2}),
        ("origin", True, {"ROCKET": 160, "WORMHOLE": 160, "ROBOT": 100, "STORAGE_1": 50, "HEALTH": 50, "coal": 2}),
        ("none", True, {"ROCKET": 40, "WORMHOLE": 80, "ROBOT": 100, "STORAGE_1": 50, "HEALTH": 50, "coal": 5}),
    ],
)
def test_which_prices_move(dynamic, adjust, prices):
    g = start(2, dynamic_prices=dynamic, item_round_adjust=adjust)
    g.round_no = 60
    assert adjustment(60) == 2
    row = g.round_no % t.WINDOW_ROWS
    for name in ("ROCKET", "ROBOT", "STORAGE_1", "HEALTH"):
        g.bought[row][t.ARTICLE_NAMES.index(name)] = 40
    g.sold[row][t.COAL] = 50
    new_prices(g)
    found = {name: g.prices[t.ARTICLE_NAMES.index(name)] for name in prices if name != "coal"}
    assert {**found, "coal": g.resource_prices[t.COAL]} == prices


@pytest.mark.rule("DUN-151", "DUN-246", "DUN-113")
def test_restorations_count_together_and_are_rounded_once_for_every_level():
    game = Game(RICH + "\n".join(f"r{n} {n % 2 + 1} 0,0 HEALTH {n % 5}" for n in range(1, 32)))
    game.round(*(f"r{n} buy HEALTH" for n in range(1, 32)))
    assert game.g.bought[1][t.HEALTH_ARTICLE] == 31
    assert game.g.prices[t.HEALTH_ARTICLE] == 78  # 50 * 31 / 20 = 77.5
    prices = [restoration_price(game.g, t.HEALTH_ARTICLE, level) for level in range(6)]
    assert prices == [78, 155, 233, 310, 388, 465]
    money = game.player(2).money
    game.round("r1 buy HEALTH")
    assert money - game.player(2).money == 155


@pytest.mark.rule("DUN-246", "DUN-154")
def test_upgrade_steps_are_articles_of_their_own_and_robots_count_singly():
    game = Game(RICH + "r1 1 0,0\nr2 1 0,0 STORAGE 1\n")
    game.round("r1 buy STORAGE_1", "r2 buy STORAGE_2", "1: buy 30 ROBOT")
    bought = {name: count for name, count in zip(t.ARTICLE_NAMES, game.g.bought[1], strict=True) if count}
    assert bought == {"ROBOT": 30, "STORAGE_1": 1, "STORAGE_2": 1}
    assert game.g.prices[t.ROBOT_ARTICLE] == 150


@pytest.mark.rule("DUN-152", "DUN-247")
def test_the_round_adjustment_is_the_formula_of_the_original():
    found = [adjustment(n) for n in range(1, 10_001)]
    # Far beyond, the number is so close to 200 that a float is 200.
    assert found[:2000] == [int(200 / (1 + 199 * exp(-0.014 * n))) for n in range(1, 2001)]
    assert set(found[756:]) == {199}
    firsts = {value: found.index(value) + 1 for value in range(2, 11)}
    assert firsts == {2: 50, 3: 80, 4: 101, 5: 117, 6: 130, 7: 142, 8: 152, 9: 160, 10: 168}


@pytest.mark.rule("DUN-252")
def test_a_balance_stops_at_10_to_the_12():
    game = Game(MAP + f"1 money {10**12 - 3}\n2\nr1 1 0,0 coal 2\n")
    game.round("r1 sell")
    player = game.player(1)
    assert (player.money, player.earned, player.top_money, game.held("r1")) == (10**12, 3, 10**12, {})


@pytest.mark.rule("DUN-169")
def test_every_trade_scores_by_its_money_up_to_the_cap():
    game = Game(RICH + "r1 1 0,0 coal 1\nr2 1 0,0\n", score_trade_cap=30)
    game.round("r1 sell", "r2 buy NUKE", "1: buy 3 ROBOT")
    assert (game.player(1).scores[t.TRADING], game.player(1).trades) == (5 + 30 + 30, 3)
