"""The built-in bots: their orders are accepted with every kind of seats and number of teams, and depend on nothing but
what they are told."""

from itertools import permutations
from random import Random as Dice
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.boidvoid.bot_matches import Account, known, play, seated
from tests.games.boidvoid.positions import fix_draws, game, place, setup_of, structure, swarm, tile
from tests.games.boidvoid.turns import at, battery, health, order, told, turn
from tests.scale import amount, seed_for

from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.actions import (
    Action,
    Attack,
    Automode,
    Battery,
    Build,
    Capture,
    Move,
    Spawn,
    SwarmCreate,
    SwarmJoin,
    SwarmLeave,
    UseBoost,
)
from roundhouse.games.boidvoid.bots.admiral import Admiral
from roundhouse.games.boidvoid.bots.attack_estimate import Body, force, loss
from roundhouse.games.boidvoid.bots.auction import auction
from roundhouse.games.boidvoid.bots.ground import Atlas
from roundhouse.games.boidvoid.bots.memory import Memory
from roundhouse.games.boidvoid.bots.plan import Scene, own
from roundhouse.games.boidvoid.bots.raider import Raider
from roundhouse.games.boidvoid.bots.simple import Random
from roundhouse.games.boidvoid.rules import tables as t
from roundhouse.games.boidvoid.rules.phases.tile_work import own as take_tile
from roundhouse.games.boidvoid.rules.phases.units import put
from roundhouse.games.boidvoid.rules.state import State
from roundhouse.games.boidvoid.settings import settings_of
from roundhouse.match.clock import Budget
from roundhouse.protocol.messages import Turn
from roundhouse.sdk.bot import Bot

BOTS: tuple[type[Bot], ...] = (Random, Raider, Admiral)
CAPTAINS: tuple[type[Bot], ...] = (Raider, Admiral)
STALE = 0.3  # orders that sealed play may bring to nothing; most of six equal teams, about one in five


def turn_of(g: State, seat: int, events: tuple[Any, ...] = ()) -> Turn:
    names = [f"player {n}" for n in range(1, g.seats + 1)]
    return Turn(0, GAME.view(g, seat, names), list(events), [], Budget())


def bot_of(kind: type[Bot], seat: int = 1, **settings: Any) -> Bot:
    return seated([kind] * seat, setup_of(**settings), 3)[-1]


def orders_of(kind: type[Bot], g: State, seat: int = 1, **settings: Any) -> list[Action]:
    answer: list[Action] = bot_of(kind, seat, **settings).act(turn_of(g, seat))
    return answer


def scene_of(g: State, seat: int = 1, **settings: Any) -> Scene:
    view = GAME.view(g, seat, [f"player {n}" for n in range(1, g.seats + 1)])
    options = settings_of(setup_of(**settings))
    return Scene(view, options, Atlas(view), Memory(options))


def fleet(g: State, team: int, *spots: tuple[int, int], **how: Any) -> None:
    """Ships of a team, and its mothership at home."""
    for n, (x, y) in enumerate(spots):
        place(g, 3 * (team - 1) + n + 1, x, y, **how)
    place(g, 6 + team, *((0, 0) if team == 1 else (11, 11)))


# Legal with everything

ALL_ITEMS = tuple(key for key in t.TEMPLATE_KEYS if key.startswith(("ss-", "boost-")))
GROUNDS: list[tuple[int, str, dict[str, Any]]] = [
    (2, "standard", {}),
    (3, "three", {}),
    (4, "standard", {"teams": 4, "ships_per_team": 2}),
    (6, "standard", {"teams": 6, "ships_per_team": 1}),
    (6, "crew", {}),
    (6, "crew", {"teams": 3, "ships_per_team": 2}),
    (4, "crew", {"teams": 4, "ships_per_team": 1}),
    (6, "crew", {"teams": 6, "ships_per_team": 1}),
    (2, "standard", {"initial_spawn": "manual", "starting_inventory": ALL_ITEMS, "superstructure_radius": 1}),
    (2, "standard", {"orders_per_turn": 2, "swarm_max_ships": 2, "boost_slots": 0}),
    (2, "standard", {"capture_needs_mothership": False, "capture_turns": 1, "damage_distribution": "spread"}),
]
LIVE: list[tuple[int, str, dict[str, Any]]] = [
    (2, "standard", {"turn_mode": "live"}),
    (4, "standard", {"turn_mode": "live", "teams": 4, "ships_per_team": 2, "actions_per_turn": 3}),
    (6, "crew", {"turn_mode": "live"}),
    (6, "season", {"inventory_mode": "granted"}),
]


def mixes(seats: int, *ground: Any) -> list[list[type[Bot]]]:
    """Who plays on a ground: in the long run all of this, else a part that changes with the commit."""
    every = [[Admiral] * seats, [BOTS[n % 3] for n in range(seats)]]
    return Dice(seed_for(f"mixes of bots of BoidVoid, {ground}")).sample(every, amount(1, 2))


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "preset", "settings"), GROUNDS)
@pytest.mark.rule("BOI-024", "BOI-096", "BOI-214")
def test_sealed_orders_fail_only_because_of_what_others_do(seats: int, preset: str, settings: dict[str, Any]) -> None:
    for kinds in mixes(seats, preset, settings):
        accounts = play(kinds, 5, preset=preset, turns=18, **settings)

        stale, given = (sum(sum(getattr(one, name).values()) for one in accounts) for name in ("stale", "given"))

        assert not any(account.refused for account in accounts)
        assert stale < STALE * given


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "preset", "settings"), LIVE)
@pytest.mark.rule("BOI-217", "BOI-220")
def test_live_orders_fail_only_after_lucky_hits(seats: int, preset: str, settings: dict[str, Any]) -> None:
    """A critical hit of a mate can destroy a target before its time; everything else is known."""
    lucky = {("attack", "no_such_target")}
    for kinds in mixes(seats, preset, settings):
        accounts = play(kinds, 5, preset=preset, turns=18, **settings)

        assert all(set(account.refused) <= lucky for account in accounts)
        assert all(account.share < 0.02 for account in accounts)


@pytest.mark.slow
@pytest.mark.rule("BOI-095")
def test_random_play_uses_every_kind_of_order() -> None:
    given: set[str] = set()
    for seed in range(amount(2, 4)):
        for account in play([Random] * 2, seed, starting_inventory=ALL_ITEMS[:6], turns=40, ships_per_team=6):
            given |= set(account.given)

    assert given >= set(t.ACTION_NAMES) - {"done", "restart", "equip"}  # nobody owns a template to equip


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOTS)
def test_a_seeded_bot_plays_the_same_match_again(kind: type[Bot]) -> None:
    once, again = ([(one.given, one.tiles) for one in play([kind, Raider], 11, turns=amount(10, 20))] for _ in range(2))

    assert once == again


@pytest.mark.slow
def test_a_match_of_admirals_has_everything() -> None:
    """Tiles are taken all over the map; there are fights, swarms, structures, boosts and new ships."""
    accounts = play([Admiral] * 2, 7003)
    seen = accounts[0].events + accounts[1].events

    assert min(account.tiles for account in accounts) >= 15
    for kind in (t.TILE_CAPTURED, t.COMBAT, t.SWARM_CREATED, t.BUILT, t.BOOST_APPLIED, t.SPAWNED, t.POI_CAPTURED):
        assert seen[kind] > 0, kind


# What they see


@pytest.mark.parametrize("kind", BOTS)
def test_a_view_from_elsewhere_is_as_good_as_a_typed_one(kind: type[Bot]) -> None:
    g = game()
    fleet(g, 1, (2, 2), (3, 2), (5, 5), ap=20)
    fleet(g, 2, (6, 6), (8, 8), (9, 8))
    near = turn_of(g, 1)
    far = Turn(0, msgspec.to_builtins(near.view), [], [], Budget())

    assert bot_of(kind).act(near) == bot_of(kind).act(far)


@pytest.mark.parametrize("kind", BOTS)
def test_events_from_elsewhere_are_as_good_as_typed_ones(kind: type[Bot], monkeypatch: Any) -> None:
    g = game(turn_mode="live")
    fix_draws(monkeypatch)
    fleet(g, 1, (5, 5), ratio=90)
    fleet(g, 2, (6, 5))
    assert order(g, 1, type="attack", unit=1, target=4) == 0
    events = tuple(known(g, GAME.events(g), 1))
    near, far = (bot_of(kind, turn_mode="live") for _ in range(2))

    assert len(events) > 0
    assert near.act(turn_of(g, 1, events)) == far.act(turn_of(g, 1, tuple(msgspec.to_builtins(events))))


def test_a_spectators_view_is_nothing_to_play_with() -> None:
    with pytest.raises(TypeError, match="spectator"):
        own(GAME.view(game(), 0, ["a"] * 6))


@pytest.mark.parametrize("kind", BOTS)
@pytest.mark.rule("BOI-090")
def test_what_is_hidden_does_not_change_orders(kind: type[Bot]) -> None:
    g = game()
    fleet(g, 1, (4, 4), (5, 4), (6, 4), ap=20)
    fleet(g, 2, (6, 6), (8, 8), (9, 8))
    before = orders_of(kind, g)
    for n in range(3, 6):
        g.players[n].battery, g.players[n].ratio, g.units[n].ap = 100 * n, 20 * n, n
        g.players[n].item_templates[3], g.players[n].item_states[3] = 9, t.ITEM_FREE

    assert orders_of(kind, g) == before


@pytest.mark.rule("BOI-089", "BOI-178", "BOI-187")
def test_a_fight_tells_what_a_battery_has_left(monkeypatch: Any) -> None:
    """Both sides of a combat are told everything, so the estimate of the next turns is exact."""
    g = game(turn_mode="live")
    fix_draws(monkeypatch)
    fleet(g, 1, (5, 5), ratio=60)
    fleet(g, 2, (6, 5), ratio=30)
    view = GAME.view(g, 1, ["a"] * 6)
    memory = Memory(settings_of(setup_of(turn_mode="live")))
    memory.hear(view, [], Atlas(view))
    assert memory.battery(4, g.turn_no, 100.0) == 100.0
    assert order(g, 1, type="attack", unit=1, target=4) == 0
    memory.hear(view, known(g, GAME.events(g), 1), Atlas(view))
    turn(g, 2)

    assert 0 < battery(g, 4) < 100
    assert memory.battery(4, g.turn_no, 100.0) == battery(g, 4)
    assert memory.ratio(4) == 30


@given(
    st.integers(0, 100), st.integers(10, 90), st.integers(0, 100), st.integers(10, 90), st.integers(1, 100),
    st.sampled_from(["clear", "asteroid_field", "nebula", "planet"]),
)  # fmt: skip
@pytest.mark.rule("BOI-167", "BOI-173", "BOI-176", "BOI-187", "BOI-192")
def test_the_forecast_of_an_attack_is_that_of_the_rules(
    ours: int, ratio: int, theirs: int, turned: int, left: int, ground: str
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        fix_draws(patch)
        tiles = {"tiles": {"t6_5": {"type": ground}}, "turn_mode": "live", "enemy_battery_visible": True}
        g = game(**tiles)
        place(g, 1, 5, 5, battery=ours, ratio=ratio)
        place(g, 4, 6, 5, battery=theirs, ratio=turned, health=left)
        scene = scene_of(g, **tiles)
        ship, foe = scene.pieces[1], scene.pieces[4]
        body = Body(scene, foe)
        spared = force(scene, [ship], ship.at, ratio) > body.total()
        hurt = 0.0 if spared else loss(scene, ship, foe, ship.at, ratio)
        body.take(force(scene, [ship], ship.at, ratio))
        order(g, 1, type="attack", unit=1, target=4)

        assert body.health == pytest.approx(health(g, 4), abs=0.02)
        assert min(100.0, hurt) == pytest.approx(100.0 - health(g, 1), abs=0.02)


# Odd positions


def odd_positions() -> list[tuple[str, State]]:
    empty = game()
    alone = game()
    place(alone, 1, 5, 5, health=1, ap=0)
    bare = game()
    fleet(bare, 1, (1, 1), (2, 1))
    for n in range(bare.side * bare.side):
        if bare.owner[n] == 1:
            take_tile(bare, n, 2)
    walled = game()
    fleet(walled, 1, (5, 5))
    for x, y in ((4, 5), (6, 5), (5, 4), (5, 6), (4, 4), (6, 4), (4, 6), (6, 6)):
        structure(walled, x, y, 2)
    joined = game()
    fleet(joined, 1, (5, 5), (6, 5), (7, 5))
    fleet(joined, 2, (6, 7), (7, 7), (8, 8))
    swarm(joined, 5, 5, [1])
    swarm(joined, 7, 7, [4, 5])
    busy = game()
    fleet(busy, 1, (5, 5), (3, 3), (8, 3), ap=24)
    for n in range(3):
        busy.units[n].job, busy.units[n].needed = t.CAPTURING, 2
    late = game(turn_limit=5)
    fleet(late, 1, (5, 5), (3, 3), (8, 3), ap=24)
    fleet(late, 2, (6, 6))
    late.turn_no = 5
    asleep = game()
    fleet(asleep, 1, (5, 5), (3, 3), (8, 3), ap=24)
    for n in range(3):
        asleep.units[n].automode = 1
    return [
        ("nobody is there", empty), ("one ship, no mothership", alone), ("no tile is left", bare),
        ("walled in", walled), ("swarms", joined), ("all are busy", busy), ("the last turn", late),
        ("automode", asleep),
    ]  # fmt: skip


@pytest.mark.parametrize("kind", BOTS)
@pytest.mark.parametrize("seat_model", ["player", "team"])
def test_odd_positions_are_no_trouble(kind: type[Bot], seat_model: str) -> None:
    for name, g in odd_positions():
        preset = "standard" if seat_model == "team" else "crew"
        if seat_model == "team":
            g.by_team, g.seats = 1, 2
            for n in range(g.player_count):
                g.players[n].seat = g.players[n].team
            g.seat_team[1], g.seat_team[2] = 1, 2
        for seat in (1, g.seats):
            account = Account()
            bot = bot_of(kind, seat, preset=preset)
            for action in bot.act(turn_of(g, seat)):
                row = GAME.row_of(action, g)
                account.given[t.ACTION_NAMES[row[0]]] += 1
                assert GAME.rules.check(g, seat, row) == 0, (name, action)


@pytest.mark.parametrize("kind", CAPTAINS)
@pytest.mark.rule("BOI-102", "BOI-155")
def test_a_bot_takes_its_ship_back_from_automode(kind: type[Bot]) -> None:
    g = game()
    fleet(g, 1, (5, 5), ap=9)
    g.units[0].automode = 1

    assert orders_of(kind, g)[0] == Automode(unit=1, on=False)


@pytest.mark.parametrize("kind", CAPTAINS)
@pytest.mark.rule("BOI-021", "BOI-023")
def test_only_one_of_a_crew_steers_the_mothership(kind: type[Bot]) -> None:
    g = game()
    fleet(g, 1, (5, 9), (6, 9), (7, 9), ap=3)
    fleet(g, 2, (5, 4), (6, 4), (4, 4))
    put(g, 7, tile(g, 5, 2))
    g.units[6].ap = 6

    def steers(seat: int) -> bool:
        return any(isinstance(one, Move) and one.unit == 7 for one in orders_of(kind, g, seat))

    assert [steers(seat) for seat in (1, 2, 3)] == [True, False, False]
    g.left[1] = t.RESIGNED
    assert [steers(seat) for seat in (2, 3)] == [True, False]


# Raider


def test_a_raider_captures_the_next_tile() -> None:
    g = game()
    fleet(g, 1, (0, 1), ap=9)

    orders = orders_of(Raider, g)
    assert isinstance(orders[0], Move)
    assert Capture(unit=1) in orders


def test_a_raider_shoots_at_what_breaks_and_not_at_what_holds() -> None:
    g = game()
    fleet(g, 1, (5, 5), ap=0)
    fleet(g, 2, (6, 5), health=9)
    assert Attack(unit=1, target=4) in orders_of(Raider, g)
    g.units[3].health = 10000
    assert not any(isinstance(one, Attack) for one in orders_of(Raider, g))


@pytest.mark.rule("BOI-135")
@pytest.mark.parametrize("kind", CAPTAINS)
def test_ships_and_motherships_come_back(kind: type[Bot]) -> None:
    g = game()
    orders = orders_of(kind, g)

    assert {one.unit for one in orders if isinstance(one, Spawn)} == {1, 7}
    g.units[0].respawn = 3
    assert {one.unit for one in orders_of(kind, g) if isinstance(one, Spawn)} == {7}


# Admiral


def settle(g: State, seats: range, kind: type[Bot] = Admiral) -> None:
    """All seats give their orders, and the turn is executed."""
    for seat in seats:
        for action in orders_of(kind, g, seat):
            row = GAME.row_of(action, g)
            assert GAME.rules.check(g, seat, row) == 0
            GAME.rules.act(g, seat, row)
    turn(g)


@pytest.mark.rule("BOI-024")
def test_a_crew_of_admirals_plays_like_one() -> None:
    """Each seat plans for all and orders for itself: together it is what the seat of a team orders."""
    crews, teams = game(), game(preset="standard")
    for g in (crews, teams):
        fleet(g, 1, (4, 4), (6, 3), (7, 5), ap=18)
        fleet(g, 2, (6, 6), (8, 8), (9, 8), ap=9)
    apart = [one for seat in (1, 2, 3) for one in orders_of(Admiral, crews, seat)]
    whole = orders_of(Admiral, teams, 1, preset="standard")

    assert len(whole) > 3
    assert sorted(map(repr, apart)) == sorted(map(repr, whole))


def test_nobody_goes_where_another_goes() -> None:
    g = game(preset="standard", ships_per_team=8)
    for n in range(8):
        place(g, n + 1, 3 + n % 4, 3 + n // 4, ap=12)
        take_tile(g, tile(g, 3 + n % 4, 3 + n // 4), 1)
    place(g, 17, 0, 0)
    goals = [one.to for one in orders_of(Admiral, g, 1, preset="standard") if isinstance(one, Move)]

    assert len(goals) == len(set(goals)) >= 7


@pytest.mark.rule("BOI-148", "BOI-150", "BOI-215")
def test_a_crew_strikes_a_mothership_as_a_swarm_in_one_turn() -> None:
    """Three full batteries with overcharge are just enough, and only together."""
    g = game(starting_inventory=("boost-overcharge",))
    fleet(g, 1, (6, 9), (7, 9), (8, 9), ap=24)
    fleet(g, 2, (0, 10), (0, 11), (1, 11))
    put(g, 8, tile(g, 10, 9))
    for seat in (1, 2, 3):
        orders = orders_of(Admiral, g, seat, starting_inventory=("boost-overcharge",))
        assert any(isinstance(one, UseBoost) for one in orders)
        assert any(isinstance(one, SwarmCreate | SwarmJoin) for one in orders)
        for action in orders:
            GAME.rules.act(g, seat, GAME.row_of(action, g))
    turn(g)

    assert g.units[7].tile == -1
    assert [row.unit for row in told(g, t.COMBAT)] == [9]  # the first new id
    assert not told(g, t.ACTION_REJECTED)


@pytest.mark.rule("BOI-153")
def test_a_swarm_with_nothing_to_do_parts() -> None:
    g = game()
    fleet(g, 1, (5, 5), (6, 5), (7, 5))
    swarm(g, 5, 5, [1, 2, 3])
    for seat in (1, 2, 3):
        assert any(isinstance(one, SwarmLeave) for one in orders_of(Admiral, g, seat))
    settle(g, range(1, 4))

    assert g.swarm_count == 0
    assert len({at(g, ship) for ship in (1, 2, 3)}) == 3


def test_a_weak_ship_is_destroyed_by_as_few_as_needed() -> None:
    g = game()
    fleet(g, 1, (5, 5), (7, 5), (6, 7), ap=9)
    fleet(g, 2, (6, 5))
    g.units[3].job, g.units[3].needed = t.CAPTURING, 2
    attacks = [one for seat in (1, 2, 3) for one in orders_of(Admiral, g, seat) if isinstance(one, Attack)]

    assert [one.target for one in attacks] == [4, 4]  # the third goes on


def test_shields_are_up_while_a_ship_captures() -> None:
    g = game()
    fleet(g, 1, (2, 2), ap=9)
    orders = orders_of(Admiral, g)

    assert orders.index(Battery(unit=1, attack=10)) < orders.index(Capture(unit=1))


def test_no_capture_is_begun_that_the_match_does_not_see() -> None:
    g = game(turn_limit=20)
    fleet(g, 1, (4, 4), ap=9)
    g.turn_no = 19
    assert Capture(unit=1) in orders_of(Admiral, g)
    g.turn_no = 20
    assert Capture(unit=1) not in orders_of(Admiral, g)


@pytest.mark.rule("BOI-128", "BOI-131")
def test_a_structure_is_built_where_there_is_nothing_to_take() -> None:
    g = game(starting_inventory=("ss-relay",))
    for n in range(g.side * g.side):
        take_tile(g, n, 1)
    fleet(g, 1, (4, 4), ap=9)
    assert any(isinstance(one, Build) for one in orders_of(Admiral, g, starting_inventory=("ss-relay",)))


def test_a_mothership_does_not_stay_where_it_can_be_struck() -> None:
    g = game()
    fleet(g, 1, (9, 0))
    put(g, 7, tile(g, 5, 0))
    g.units[6].ap = 6
    fleet(g, 2, (5, 4), (6, 4), (4, 4))
    moves = [one for one in orders_of(Admiral, g) if isinstance(one, Move) and one.unit == 7]

    assert len(moves) == 1


@given(st.integers(1, 5), st.integers(1, 6), st.data())
def test_an_auction_is_as_good_as_any_dealing(bidders: int, things: int, data: Any) -> None:
    worth = {
        bidder: {thing: data.draw(st.integers(1, 20)) / 10 for thing in range(things)} for bidder in range(bidders)
    }
    dealt = auction(worth)
    some = list(range(things)) + [-1] * bidders
    best = max(
        sum(worth[bidder][thing] for bidder, thing in enumerate(order) if thing >= 0)
        for order in set(permutations(some, bidders))
    )

    assert len(set(dealt.values())) == len(dealt) == min(bidders, things)
    assert sum(worth[bidder][thing] for bidder, thing in dealt.items()) >= best - 0.02
