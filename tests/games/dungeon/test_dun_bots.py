"""The built-in bots: their orders are accepted with every number of seats and preset, and depend on nothing but what
they are told."""

from functools import cache
from random import Random as Dice
from typing import Any

import msgspec
import pytest
from tests.games.dungeon.archetypes import Wide
from tests.games.dungeon.bot_matches import play, seated
from tests.scale import amount, seed_for

from roundhouse.core.schema import clone
from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon.actions import Action, Battle, BattleItemUse, Buying, Done, Mining, Movement, Selling
from roundhouse.games.dungeon.bots.miner import Miner
from roundhouse.games.dungeon.bots.plan import FAR, Atlas, Scene, own
from roundhouse.games.dungeon.bots.simple import Random
from roundhouse.games.dungeon.bots.warlord import Warlord
from roundhouse.games.dungeon.rules import tables as t
from roundhouse.games.dungeon.rules.state import State
from roundhouse.games.dungeon.settings import settings_of
from roundhouse.match.clock import Budget
from roundhouse.protocol.messages import Turn
from roundhouse.sdk.bot import Bot

BOTS: tuple[type[Bot], ...] = (Random, Miner, Warlord)


def orders_of(bot: Bot, g: State, seat: int) -> list[Action]:
    names = [f"player {n}" for n in range(1, g.seats + 1)]
    answer: list[Action] = bot.act(Turn(0, GAME.view(g, seat, names), [], [], Budget()))
    return answer


def advanced(kinds: list[type[Bot]], rounds: int, seed: int = 3, **settings: Any) -> State:
    """The state after so many rounds."""
    return clone(_advanced(tuple(kinds), rounds, seed, tuple(settings.items())))


@cache
def _advanced(kinds: tuple[type[Bot], ...], rounds: int, seed: int, settings: tuple[tuple[str, Any], ...]) -> State:
    kept: list[State] = []

    def watch(g: State) -> None:
        kept[:] = [g]

    play(kinds, seed, watch=watch, max_rounds=rounds, **dict(settings))
    g = kept[0]
    g.reason, g.max_rounds = 0, 200
    return g


# Legal with everything: the arena fails on any refusal


GROUNDS: list[tuple[int, dict[str, Any]]] = [
    (1, {}),
    (2, {"visibility": "open"}),
    (3, {"preset": "msd-2022"}),
    (2, {"preset": "msd-2023"}),
    (2, {"trade_anywhere": True, "spawn_anywhere": True, "start_money": 2000}),
    (2, {"start_robots": 20, "start_money": 5000, "map_side": 5}),
    (2, {"show_coordinates": False, "keep_connected": False, "desert_factor": 3}),
    (4, {"start_money": 0, "start_robots": 1, "respawn_when_wiped": True}),
]


@pytest.mark.slow
@pytest.mark.rule("DUN-062", "DUN-064")
@pytest.mark.parametrize(("seats", "settings"), GROUNDS)
def test_the_bots_are_never_refused_anything(seats: int, settings: dict[str, Any]) -> None:
    seed = seed_for("orders of bots of the Dungeon")
    mixes = ([Random] * seats, [BOTS[1 + n % 2] for n in range(seats)], [BOTS[n % 3] for n in range(seats)])
    for kinds in Dice(f"{seed}{settings}").sample(mixes, amount(1, 3)):
        accounts = play(kinds, seed, max_rounds=amount(30, 45), **settings)
        assert len(accounts) == seats


@pytest.mark.slow
def test_the_bots_play_at_large_tables_too() -> None:
    accounts = play([BOTS[n % 3] for n in range(12)], 8, max_rounds=amount(5, 25), start_money=600)

    assert all(account.bought > 0 for account in accounts)


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOTS)
def test_a_seeded_bot_plays_the_same_match_again(kind: type[Bot]) -> None:
    once, again = (play([kind, Warlord], 11, max_rounds=amount(20, 60)) for _ in range(2))

    assert once == again


@pytest.mark.parametrize("kind", BOTS)
@pytest.mark.rule("DUN-057", "DUN-059")
def test_a_robot_gets_one_order_a_round_and_the_last_word_is_done(kind: type[Bot]) -> None:
    g = advanced([Warlord, Miner], 12, start_robots=10, start_money=3000)
    bot = seated([kind, kind], setup_of(g), 3)[0]
    orders = orders_of(bot, g, 1)
    commanded = [order.robot for order in orders[:-1]]

    assert orders[-1] == Done()
    assert len(commanded) == len(set(commanded))  # the purchase of robots has None
    assert len(orders) <= g.players[1].robots + 2


def setup_of(g: State, **settings: Any) -> Any:
    return GAME.setup([f"player {n}" for n in range(1, g.seats + 1)], settings=settings)


@pytest.mark.parametrize("kind", BOTS)
def test_a_view_from_elsewhere_is_as_good_as_a_typed_one(kind: type[Bot]) -> None:
    g = advanced([Warlord, Miner], 15, start_robots=6)
    view = GAME.view(g, 1, ["a", "b"])
    near, far = (seated([kind], setup_of(g), 3)[0] for _ in range(2))
    plain = msgspec.to_builtins(view)

    assert near.act(Turn(0, view, [], [], Budget())) == far.act(Turn(0, plain, [], [], Budget()))


def test_a_spectators_view_is_nothing_to_play_with() -> None:
    g = GAME.start(setup_of(advanced([Miner, Miner], 1)))

    with pytest.raises(TypeError, match="spectator"):
        own(GAME.view(g, 0, ["a", "b"]))


# What they see


@pytest.mark.rule("DUN-053")
@pytest.mark.parametrize("kind", BOTS)
def test_what_a_seat_cannot_know_does_not_change_its_orders(kind: type[Bot]) -> None:
    g = advanced([Miner, Warlord], 20, start_robots=4)
    before = orders_of(seated([kind], setup_of(g), 3)[0], g, 1)
    for index in range(g.side * g.side):
        planet = g.planets[index]
        if planet.known[1] != t.VISITED:
            planet.kind, planet.amount = t.PLATIN, 10000
    for n in range(g.robot_count):
        if g.robots[n].owner == 2:
            g.robots[n].health, g.robots[n].energy = 1, 0
            g.robots[n].cargo[t.GOLD] = 7
    g.players[2].money += 500

    assert orders_of(seated([kind], setup_of(g), 3)[0], g, 1) == before


# The map


def atlas_after(rounds: int) -> tuple[State, Scene]:
    g = advanced([Miner, Miner], rounds, start_robots=3)
    view = GAME.view(g, 1, ["a", "b"])
    return g, Scene(view, settings_of(setup_of(g)), Atlas(view))


@pytest.mark.rule("DUN-012", "DUN-039")
def test_ways_are_shortest_over_known_planets() -> None:
    _, scene = atlas_after(15)
    atlas = scene.atlas
    goal = atlas.stations[0]
    field = atlas.field((goal,))

    assert field[goal] == 0
    for at in range(atlas.size):
        if field[at] < FAR and at != goal:
            assert field[atlas.towards(field, at)] == field[at] - 1
        for other in atlas.near[at]:
            assert abs(field[at] - field[other]) <= 1 or FAR in (field[at], field[other])


def test_an_atlas_serves_until_more_is_known() -> None:
    g, scene = atlas_after(8)
    view = GAME.view(g, 1, ["a", "b"])

    assert scene.atlas.fits(view)
    assert not scene.atlas.fits(msgspec.structs.replace(view, planets=view.planets[:-1]))


# What they want


@pytest.mark.rule("DUN-007", "DUN-107")
@pytest.mark.parametrize("kind", BOTS)
def test_everybody_begins_with_a_robot(kind: type[Bot]) -> None:
    g = GAME.start(GAME.setup(["a", "b"], seed=4))
    first = orders_of(seated([kind], setup_of(g), 1)[0], g, 1)[0]

    assert isinstance(first, Buying)
    assert first.article == "ROBOT"
    assert first.robot is None


@pytest.mark.rule("DUN-103", "DUN-098")
def test_a_miner_mines_and_sells() -> None:
    """A robot on coal with room mines; one with cargo at a station sells at the base price."""
    g = advanced([Miner, Miner], 3, start_robots=3)
    mine = [g.robots[n] for n in range(g.robot_count) if g.robots[n].owner == 1]
    station = next(n for n in range(g.side * g.side) if g.planets[n].station and g.planets[n].known[1] == t.VISITED)
    for robot in mine:
        robot.planet = station
    mine[0].cargo[t.COAL] = 20
    bot = seated([Miner], setup_of(g), 1)[0]
    sold = [order for order in orders_of(bot, g, 1) if isinstance(order, Selling)]
    assert [order.robot for order in sold] == [own(GAME.view(g, 1, ["a", "b"])).robots[0].id]

    planet = g.planets[station]
    planet.station, planet.kind, planet.amount = 0, t.COAL, 100
    planet.info_kind[1], planet.info_round[1], planet.info_amount[1] = t.COAL, g.round_no, -1
    mine[0].cargo[t.COAL] = 0
    beside = [station + step for step in (1, -1, g.side, -g.side) if 0 <= station + step < g.side * g.side]
    other = next(n for n in beside if g.planets[n].known[1])  # the neighbours of a visited planet are known
    g.planets[other].station, g.planets[other].known[1] = 1, t.VISITED
    digs = [order for order in orders_of(seated([Miner], setup_of(g), 1)[0], g, 1) if isinstance(order, Mining)]
    assert len(digs) >= len(mine) - 1  # one may look around


def facing(victims: int, attackers: int, damage: int) -> State:
    """Robots of seat 1 and of seat 2 together on a planet, and they know it."""
    g = advanced([Miner, Miner], 4, start_robots=max(victims, attackers))
    planet = next(n for n in range(g.side * g.side) if g.planets[n].known[1] == t.VISITED and not g.planets[n].station)
    elsewhere = next(n for n in range(g.side * g.side) if g.planets[n].station)
    there = [0, attackers, victims]
    for n in range(g.robot_count):
        robot = g.robots[n]
        robot.planet = planet if there[robot.owner] > 0 else elsewhere
        there[robot.owner] -= 1
        robot.levels[t.DAMAGE] = damage if robot.owner == 1 else 0
        if robot.owner == 2:
            robot.seen_round[1] = g.round_no - 1 if robot.planet == planet else 0
            robot.seen_planet[1] = planet
    return g


@pytest.mark.rule("DUN-085", "DUN-087")
def test_a_warlord_strikes_where_it_destroys_soon_and_only_with_as_many_as_it_takes() -> None:
    for attackers, damage, wanted in ((3, 2, 2), (3, 0, 3), (2, 0, 0), (4, 3, 1)):  # damage 5, 1, 1, 10; health is 10
        g = facing(1, attackers, damage)
        hits = [order for order in orders_of(seated([Warlord], setup_of(g), 1)[0], g, 1) if isinstance(order, Battle)]

        assert len(hits) == wanted
        assert len({hit.target for hit in hits}) == min(1, wanted)


@pytest.mark.rule("DUN-093", "DUN-095")
def test_a_warlord_bombs_a_crowd_but_not_its_own() -> None:
    for own_there, bombs in ((0, True), (4, False)):
        g = facing(3, own_there, 0)
        bomber = next(n for n in range(g.robot_count) if g.robots[n].owner == 1)
        g.robots[bomber].items[t.BOMBARDMENT] = 1
        orders = orders_of(seated([Warlord], setup_of(g), 1)[0], g, 1)

        assert any(isinstance(order, BattleItemUse) for order in orders) is bombs


def rich(money: int, **settings: Any) -> State:
    """The first robot of seat 1 stands on a station, and coal is known beside it."""
    g = advanced([Miner, Miner], 3, start_robots=1, **settings)
    first = next(g.robots[n] for n in range(g.robot_count) if g.robots[n].owner == 1)
    station = next(n for n in range(g.side * g.side) if g.planets[n].station and g.planets[n].known[1] == t.VISITED)
    first.planet = station
    beside = [station + step for step in (1, -1, g.side, -g.side) if 0 <= station + step < g.side * g.side]
    planet = g.planets[next(n for n in beside if g.planets[n].known[1])]
    planet.kind, planet.amount, planet.known[1] = t.COAL, 100, t.VISITED
    planet.info_kind[1], planet.info_round[1], planet.info_amount[1] = t.COAL, g.round_no, -1
    for level in range(t.STATS):
        first.levels[level] = 0
    g.players[1].money = money
    return g


@pytest.mark.rule("DUN-110", "DUN-168")
def test_a_warlord_buys_what_makes_money_first_and_points_at_the_end() -> None:
    early, late = rich(50), rich(50)
    late.round_no = 198
    bought = [orders_of(seated([Warlord], setup_of(g), 1)[0], g, 1)[0] for g in (early, late)]

    assert isinstance(bought[0], Buying)
    assert bought[0].article == "MINING_SPEED_1"
    assert all(isinstance(order, Buying) and order.robot is not None for order in bought)


def test_a_warlord_does_not_spend_more_than_it_has() -> None:
    for money in (0, 49, 50, 120, 5000):
        g = rich(money)
        orders = orders_of(seated([Warlord], setup_of(g), 1)[0], g, 1)
        prices = GAME.view(g, 1, ["a", "b"]).market.articles
        bought = [order for order in orders if isinstance(order, Buying)]

        assert sum(prices[order.article] * (order.quantity or 1) for order in bought) <= money


@pytest.mark.rule("DUN-049")
def test_who_is_peaceful_fights_only_those_who_began() -> None:
    g = facing(1, 3, 2)
    bot = seated([Wide], setup_of(g), 1)[0]
    assert not [order for order in orders_of(bot, g, 1) if isinstance(order, Battle)]

    bot.enemies.add(2)  # type: ignore[attr-defined]
    assert [order for order in orders_of(bot, g, 1) if isinstance(order, Battle)]


@pytest.mark.rule("DUN-048")
def test_soldiers_go_where_others_were_seen() -> None:
    g = facing(3, 0, 1)
    bot = seated([Warlord], setup_of(g), 1)[0]
    view = GAME.view(g, 1, ["a", "b"])
    soldier = own(view).robots[0].id
    bot.soldiers.add(soldier)  # type: ignore[attr-defined]
    moves = [order for order in orders_of(bot, g, 1) if isinstance(order, Movement) and order.robot == soldier]
    atlas = Atlas(view)
    at, there = (atlas.number[planet] for planet in (own(view).robots[0].planet, view.sightings[0].planet))
    field = atlas.field((there,))

    assert [field[atlas.number[move.planet]] for move in moves] == [field[at] - 1]
