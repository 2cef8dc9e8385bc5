"""The worked examples of the rulebook, by their numbers."""

import re
from pathlib import Path

import pytest
from tests.games.dungeon.rule_states import MAP, THREE, TWO, Game, start

from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon.figures import total
from roundhouse.games.dungeon.map_generator import zone
from roundhouse.games.dungeon.rules import tables as t
from roundhouse.games.dungeon.rules.phases.economy import adjustment, new_prices, restoration_price
from roundhouse.games.dungeon.rules.phases.loot import share

EXAMPLES = re.findall(r"^(\d+)\. \*\*", GAME.rulebook.split("## Worked examples")[1], re.MULTILINE)


def test_every_worked_example_of_the_rulebook_has_a_test_here():
    told = re.findall(r"^def test_example_(\d+)_", Path(__file__).read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(set(told), key=int) == EXAMPLES


@pytest.mark.rule("DUN-077", "DUN-078", "DUN-079", "DUN-015")
def test_example_1_movement():
    game = Game(TWO + "r1 1 0,1\nr2 2 1,2 energy 2\nr3 2 1,2 energy 3\n")
    left = []
    for place in ("1,1", "1,2", "0,2"):
        game.round(f"r1 move {place}")
        left.append(game.robot("r1").energy)
    assert left == [19, 17, 14]
    game.round("r2 move 0,2", "r3 move 0,2")
    assert (game.why("r2"), game.robot("r2").energy, game.place("r2")) == ("not_enough_energy", 2, "1,2")
    assert (game.why("r3"), game.robot("r3").energy, game.place("r3")) == ("", 0, "0,2")


@pytest.mark.rule("DUN-071", "DUN-072", "DUN-073", "DUN-075", "DUN-076", "DUN-080", "DUN-084", "DUN-036")
def test_example_2_blockade():
    game = Game(TWO + "r1 1 0,1\nr2 2 0,1\nr3 2 0,2\nr4 2 0,1 WORMHOLE 1\n")
    game.round("r1 block", "r2 move 0,2", "r3 move 0,1", "r4 use WORMHOLE")
    assert game.robot("r1").energy == 16
    assert (game.why("r2"), game.robot("r2").energy, game.place("r2")) == ("planet_blocked", 19, "0,1")
    assert (game.why("r3"), game.place("r3")) == ("", "0,1")
    assert (game.why("r4"), game.robot("r4").items[t.WORMHOLE], game.robot("r4").energy) == ("planet_blocked", 1, 20)
    game.round("r2 move 0,2")
    assert (game.robot("r2").energy, game.place("r2")) == (18, "0,2")
    for level, cost in enumerate((4, 5, 6, 8, 12, 22)):
        game = Game(TWO + f"r1 1 0,1 MAX_ENERGY {level}\n")
        before = game.robot("r1").energy
        game.round("r1 block")
        assert before - game.robot("r1").energy == cost
    game = Game(TWO + "r1 1 0,1 energy 3\n")
    game.round("r1 block")
    assert (game.why("r1"), game.robot("r1").energy) == ("not_enough_energy", 3)


@pytest.mark.rule("DUN-130", "DUN-138", "DUN-162", "DUN-165")
def test_example_3_mutual_destruction():
    game = Game(TWO + "r1 1 0,1 health 1 coal 6\nr2 2 0,1 health 1\n")
    game.round("r1 battle r2", "r2 battle r1")
    assert game.alive() == []
    for seat in (1, 2):
        player = game.player(seat)
        assert (player.kills, player.losses, player.damage, game.fighting(seat)) == (1, 1, 1, 1)


@pytest.mark.rule("DUN-092", "DUN-122", "DUN-129")
def test_example_4_item_before_attack():
    game = Game(TWO + "r1 1 0,1 ROCKET 1\nr2 2 0,1 health 5\n")
    game.round("r1 use ROCKET r2", "r2 battle r1")
    assert game.alive() == ["r1"]
    assert game.robot("r1").health == 10
    assert game.rows(t.HIT)[-1][:3] == (2, t.ROBOT_DESTROYED, 2)


@pytest.mark.rule("DUN-096", "DUN-163", "DUN-164", "DUN-134")
def test_example_5_self_destruction():
    game = Game(TWO + "r1 1 0,1 SELF_DESTRUCTION 1 coal 4\nr2 1 0,1 coal 3\nr3 2 0,1 HEALTH 1\n")
    game.round("r1 use SELF_DESTRUCTION r1")
    assert game.alive() == ["r3"]
    assert (game.robot("r3").health, game.held("r3")) == (5, {"coal": 7})
    assert (game.player(1).kills, game.player(1).losses, game.player(1).damage) == (0, 2, 20)
    assert (game.fighting(1), game.fighting(2)) == (0, 0)


@pytest.mark.rule("DUN-139", "DUN-140", "DUN-141", "DUN-142", "DUN-143")
@pytest.mark.parametrize(
    ("levels", "amount", "shares"),
    [((2, 3, 4), 18, [4, 6, 8]), ((2, 3, 4), 22, [5, 7, 10]), ((3, 3, 3, 3), 23, [6, 6, 6, 5])],
)
def test_example_6_sharing_mined_units(levels, amount, shares):
    robots = [f"r{n} {n % 2 + 1} 2,4 MINING_SPEED {level}" for n, level in enumerate(levels, 1)]
    game = Game(TWO + f"patch 2,4 {amount}\n" + "\n".join(robots))
    game.round(*(f"r{n} mine" for n in range(1, len(levels) + 1)))
    assert [game.robot(f"r{n}").cargo[t.COAL] for n in range(1, len(levels) + 1)] == shares
    assert game.planet_at("2,4").kind == t.NOTHING
    ((*_, planet, kind, _),) = game.rows(t.APPEARED)
    assert planet != game.index("2,4")
    assert (kind, game.g.planets[planet].kind, game.g.planets[planet].amount) == (t.COAL, t.COAL, 10000)


@pytest.mark.rule("DUN-101", "DUN-139", "DUN-141")
def test_example_7_full_cargo_while_mining():
    game = Game(TWO + "r1 1 2,4 coal 19\nr2 2 2,4 MINING_SPEED 1\n")
    game.round("r1 mine", "r2 mine")
    assert game.planet_at("2,4").amount == 9993
    assert (game.held("r1"), game.held("r2")) == ({"coal": 20}, {"coal": 5})
    assert game.player(1).mined[t.COAL] == 1
    game = Game(TWO + "patch 2,4 3\nr1 1 2,4 iron 20\nr2 2 2,4\n")
    game.round("r1 mine", "r2 mine")
    assert (game.held("r1"), game.held("r2")) == ({"iron": 20}, {"coal": 2})


def pooled(game, place, **units):
    """Let a destroyed robot's cargo be shared out, without a fight."""
    wreck = game.robot("r9")
    for kind, number in units.items():
        wreck.cargo[t.KIND_NAMES.index(kind)] = number
    assert wreck.planet == game.index(place)
    wreck.dead = 1
    share(game.g, 6)


@pytest.mark.rule("DUN-134", "DUN-135", "DUN-136", "DUN-138")
def test_example_8_sharing_cargo():
    game = Game(TWO + "r1 1 0,1 iron 19\nr2 1 0,1 iron 15\nr3 2 0,1\nr9 2 0,1\n")
    pooled(game, "0,1", platin=7, coal=6)
    assert [game.held(name) for name in ("r1", "r2", "r3")] == [
        {"iron": 19, "platin": 1}, {"iron": 15, "platin": 3, "coal": 2}, {"platin": 3, "coal": 4}
    ]  # fmt: skip
    game = Game(TWO + "r1 1 0,1 coal 15\nr2 1 0,1 coal 15\nr3 2 0,1 coal 20\nr9 2 0,1\n")
    pooled(game, "0,1", coal=4, iron=4, gem=4, gold=4, platin=4)
    for name in ("r1", "r2"):
        assert game.held(name) == {"coal": 15, "platin": 2, "gold": 2, "gem": 1}
    assert game.held("r3") == {"coal": 20}


@pytest.mark.rule("DUN-149", "DUN-148")
@pytest.mark.parametrize(("kind", "sold", "price"), [(0, 15, 5), (0, 30, 4), (4, 45, 27), (1, 20, 15), (2, 21, 29)])
def test_example_9_prices_of_resources(kind, sold, price):
    g = start(2)
    assert g.demand == 20
    g.round_no = 5
    g.sold[1][kind] += sold // 3
    g.sold[5][kind] += sold - sold // 3
    new_prices(g)
    assert g.resource_prices[kind] == price


@pytest.mark.rule("DUN-113", "DUN-114", "DUN-148", "DUN-150", "DUN-151")
def test_example_10_prices_of_articles():
    def price(article, after, bought=0):
        g = start(2)
        assert g.stock == 20
        g.round_no = after
        number = t.ARTICLE_NAMES.index(article)
        g.bought[after % t.WINDOW_ROWS][number] = bought
        new_prices(g)
        return g.prices[number]

    assert (price("ROCKET", 49, 25), price("ROCKET", 50, 25)) == (50, 100)
    assert price("NUKE", 100) == 630
    assert price("ROBOT", 7, 30) == 150
    assert price("STORAGE_1", 7, 20) == 50
    g = start(2)
    for g.round_no in (1, 9):
        assert [restoration_price(g, t.HEALTH_ARTICLE, level) for level in range(6)] == [50, 100, 150, 200, 250, 300]
        assert [restoration_price(g, t.ENERGY_ARTICLE, level) for level in range(6)] == [75, 150, 225, 300, 375, 450]


@pytest.mark.rule("DUN-060", "DUN-115", "DUN-124", "DUN-127")
def test_example_11_order_of_trading():
    board = MAP + "1 money 40\n2\nr1 1 0,0 coal 20\nr2 1 0,4\nr3 1 4,0\n"
    orders = ["r2 buy MINING_1", "1: buy 1 ROBOT", "r3 buy HEALTH", "r1 sell"]
    game = Game(board)
    game.round(*orders)
    assert [game.why(name) for name in ("r1", "r2", "r3")] == ["", "", ""]
    assert t.FAILURES[game.player(1).last_reason] == "not_enough_money"
    assert (game.player(1).money, game.player(1).robots) == (40, 3)
    game = Game(board)
    game.round(orders[1], orders[0], *orders[2:])
    assert [game.why(name) for name in ("r1", "r2", "r3")] == ["", "not_enough_money", "not_enough_money"]
    assert (game.player(1).money, game.player(1).robots) == (40, 4)


@pytest.mark.rule("DUN-110", "DUN-111", "DUN-112", "DUN-115")
def test_example_12_upgrades():
    board = MAP + "1 money 100000\n2\nr1 1 0,0 health 6 energy 3\nr2 1 0,0 MINING 4\n"
    game = Game(board)
    game.round("r1 buy HEALTH_1")
    assert (game.robot("r1").health, game.robot("r1").levels[t.HEALTH]) == (21, 1)
    game.round("r1 buy MAX_ENERGY_1")
    assert game.robot("r1").energy == 13
    game = Game(board)
    game.round("r1 buy HEALTH_2", "r2 buy MINING_5")
    assert (game.why("r1"), game.why("r2"), game.player(1).money) == ("wrong_level", "max_level", 100000)


@pytest.mark.rule("DUN-099", "DUN-100", "DUN-101", "DUN-102", "DUN-032")
def test_example_13_energy_cycle():
    game = Game(TWO + "r1 1 2,4\n")
    for _ in range(10):
        game.round("r1 mine")
    assert (game.held("r1"), game.robot("r1").energy, game.planet_at("2,4").amount) == ({"coal": 20}, 10, 9980)
    game.round("r1 mine")
    assert (game.held("r1"), game.robot("r1").energy, game.planet_at("2,4").amount) == ({"coal": 20}, 9, 9978)
    energy = []
    for _ in range(3):
        game.round("r1 regenerate")
        energy.append(game.robot("r1").energy)
    assert energy == [13, 17, 20]


@pytest.mark.rule("DUN-010", "DUN-014", "DUN-016", "DUN-017", "DUN-021")
@pytest.mark.parametrize(
    ("seats", "side", "zones", "patches", "desert"),
    [
        (4, 15, (144, 56, 25), [11, 7, 5, 4, 3], 23),
        (12, 20, (256, 108, 36), [20, 13, 10, 8, 6], 40),
        (20, 35, (696, 408, 121), [61, 40, 30, 24, 20], 123),
    ],
)
def test_example_14_map(seats, side, zones, patches, desert):
    found = [zone(side, x, y) for x in range(side) for y in range(side)]
    assert tuple(found.count(gravity) for gravity in (1, 2, 3)) == zones
    g = start(seats, desert_factor=1)
    planets = g.planets[: side * side]
    assert g.side == side
    assert sum(not planet.exists for planet in planets) == desert
    assert [sum(planet.kind == kind for planet in planets) for kind in range(t.KINDS)] == patches
    assert g.station_count == sum(planet.station for planet in planets) == 2 * seats


@pytest.mark.rule("DUN-170")
def test_example_15_total_score():
    assert total(37 + 210 + 18 + 60 + 125) == 450.0
    assert total(-10 + 4) == 0


@pytest.mark.rule("DUN-169", "DUN-037")
def test_example_16_trading_score():
    game = Game(MAP + "price NUKE 1000\n1\n2\nr1 1 0,0 coal 1\nr2 1 0,0 iron 20\nr3 1 0,0\nr4 1 0,0\n")
    game.round("r1 sell", "r2 sell", "r3 buy ROCKET", "r4 buy NUKE")
    assert game.why("r4") == "not_enough_money"
    assert (game.player(1).scores[t.TRADING], game.player(1).trades) == (55, 3)


@pytest.mark.rule("DUN-164", "DUN-249", "DUN-163")
def test_example_17_kill_credit():
    game = Game(THREE + "r1 2 0,1\nr2 1 0,1 DAMAGE 2\nr3 1 0,1 DAMAGE 2\nr4 3 0,1 DAMAGE 3\nr5 2 0,1\n")
    game.round("r2 battle r1", "r3 battle r1", "r4 battle r1", "r5 battle r1")
    assert [game.player(seat).kills for seat in (1, 2, 3)] == [1, 0, 1]
    assert [game.fighting(seat) for seat in (1, 2, 3)] == [20, -10, 20]
    game = Game(TWO + "r1 2 0,1 SELF_DESTRUCTION 1\nr2 1 0,1 HEALTH 1 ROCKET 1\n")
    game.round("r1 use SELF_DESTRUCTION r1", "r2 use ROCKET r1")
    assert (game.alive(), game.robot("r2").health) == (["r2"], 5)
    assert (game.player(1).kills, game.fighting(1), game.fighting(2)) == (0, 5, 10)


@pytest.mark.rule("DUN-241", "DUN-107")
def test_example_18_robot_limit():
    robots = "\n".join(f"r{n} 1 0,0" for n in range(1, 96))
    game = Game(MAP + "1 money 1000\n2\n3\n4\n5\n6\n" + robots)
    assert game.g.robot_limit == 96
    game.round("1: buy 2 ROBOT")
    assert (t.FAILURES[game.player(1).last_reason], game.player(1).money) == ("robot_limit", 1000)
    game.round("1: buy 1 ROBOT")
    assert (game.player(1).robots, game.player(1).money) == (96, 900)


@pytest.mark.rule("DUN-147", "DUN-149", "DUN-153")
def test_example_19_price_window():
    game = Game(TWO + "r1 1 0,0 STORAGE 1 coal 30\n")
    prices = [game.g.resource_prices[t.COAL]]
    game.round("r1 sell")
    for _ in range(6):
        prices.append(game.g.resource_prices[t.COAL])
        game.round()
    assert prices == [5, 4, 4, 4, 4, 4, 5]


@pytest.mark.rule("DUN-150", "DUN-152", "DUN-247")
def test_example_20_round_adjustment():
    rounds = (1, 49, 50, 100, 200, 300, 756, 757, 10000)
    assert [adjustment(n) for n in rounds] == [1, 1, 2, 3, 15, 50, 198, 199, 199]
    g = start(2)
    g.round_no = 200
    new_prices(g)
    assert g.prices[t.FIRST_ITEM + t.NUKE] == 3150


@pytest.mark.rule("DUN-237", "DUN-079", "DUN-080")
def test_example_21_sequence_of_checks():
    game = Game(TWO + "r1 1 1,2 energy 0\nr2 2 1,2 MAX_ENERGY 5\nr3 1 0,2\nr4 1 0,1\n")
    for energy, place, reason in (
        (0, "0,1", "not_neighbour"),
        (0, "0,2", "not_enough_energy"),
        (3, "0,2", "planet_blocked"),
    ):
        game.robot("r1").energy = energy
        game.round("r2 block", f"r1 move {place}")
        assert (game.why("r1"), game.robot("r1").energy) == (reason, 0)


@pytest.mark.rule("DUN-253")
def test_example_22_article_codes():
    names = ("NUKE", "STORAGE_1", "HEALTH_1", "MINING_4", "ENERGY_REGEN_5")
    assert [t.ARTICLE_NAMES.index(name) for name in names] == [8, 9, 14, 32, 43]
