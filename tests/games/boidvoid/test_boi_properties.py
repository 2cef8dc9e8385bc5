"""What holds in every moment of random games, and whatever rows of numbers are sent."""

import heapq

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.boidvoid.invariants import VARIETY, assert_sound, moments, started
from tests.games.boidvoid.positions import game, place, structure, swarm, tile
from tests.games.boidvoid.turns import refused

from roundhouse.core.entries import enter, order, tick
from roundhouse.core.schema import canonical
from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.rules import tables as t
from roundhouse.games.boidvoid.rules.hexes import neighbour
from roundhouse.games.boidvoid.rules.phases import automode
from roundhouse.games.boidvoid.rules.phases.automode import ways_to
from roundhouse.games.boidvoid.rules.phases.destruction import destroy
from roundhouse.games.boidvoid.rules.phases.moving import can_pass, can_stop, enter_cost, is_ground, path_cost, way_to
from roundhouse.games.boidvoid.rules.phases.stats import battery_max
from roundhouse.games.boidvoid.rules.phases.tile_work import own

every_variety = pytest.mark.parametrize("name", VARIETY)


@every_variety
@pytest.mark.rule("BOI-007", "BOI-060", "BOI-067", "BOI-068", "BOI-078", "BOI-080", "BOI-111", "BOI-158", "BOI-160")
def test_every_state_of_a_random_game_is_sound(name):
    g = started(name, seed=11)
    assert_sound(g)
    for n, (_, row) in enumerate(moments(g, key=5)):
        if row is None or (g.live and n % 3 == 0):
            assert_sound(g)


# From which state an item can come into which
CHANGES = {
    (t.ITEM_FREE, t.ITEM_STAKED), (t.ITEM_FREE, t.ITEM_GONE), (t.ITEM_FREE, t.ITEM_EQUIPPED),
    (t.ITEM_STAKED, t.ITEM_FREE), (t.ITEM_EQUIPPED, t.ITEM_FREE),
}  # fmt: skip


@pytest.mark.rule("BOI-075", "BOI-159", "BOI-160", "BOI-164", "BOI-205", "BOI-212")
def test_numbers_change_only_as_the_rules_say():
    """Action points go by moving, with the ship, or where a swarm is left; items from state to state; a respawn counter
    by one a turn."""
    seen = set()
    for name in ("live crew", "frail"):
        g = started(name, seed=3)
        before = snapshot(g)
        for _, row in moments(g, key=8):
            now = snapshot(g)
            for index in range(g.unit_count):
                was, is_now = before[index], now[index]
                if row is not None and is_now["ap"] < was["ap"]:
                    assert row[t.ACTION] in (t.MOVE, t.SWARM_LEAVE) or is_now["tile"] == -1
                if row is None and was["respawn"] > 0:
                    assert is_now["respawn"] == was["respawn"] - 1
                if was["respawn"] == 0 and is_now["respawn"] > 0:
                    assert is_now["destroyed"] == was["destroyed"] + 1
                for one, other in zip(was["items"], is_now["items"], strict=True):
                    if one != other:
                        seen.add((one, other))
            before = now
    assert seen <= CHANGES
    assert {(t.ITEM_FREE, t.ITEM_STAKED), (t.ITEM_FREE, t.ITEM_GONE), (t.ITEM_STAKED, t.ITEM_FREE)} <= seen


def snapshot(g):
    return [
        {
            "ap": unit.ap, "tile": unit.tile, "respawn": unit.respawn, "destroyed": unit.destroyed,
            "items": list(g.players[n].item_states) if n < g.player_count else [],
        }
        for n, unit in enumerate(g.units[: g.unit_count])
    ]  # fmt: skip


def best_way(g, index, goal):
    """Cost, steps and tiles of the best way, by trying all: the cheapest, the shortest, then the smallest [y, x]."""
    unit = g.units[index]
    ways, done = [(0, 0, (), unit.tile)], set()
    while ways:
        cost, steps, path, tile = heapq.heappop(ways)
        if tile == goal:
            return cost, path
        if tile in done:
            continue
        done.add(tile)
        for direction in range(6):
            after = neighbour(g, tile, direction)
            if after != -1 and can_pass(g, after, unit.team, index + 1):
                way = cost + enter_cost(g, index, after), steps + 1, (*path, after), after
                heapq.heappush(ways, way)
    return None


@pytest.mark.rule("BOI-008", "BOI-107")
@pytest.mark.parametrize("name", ["standard", "wild", "three"])
def test_the_way_that_is_found_is_the_best_of_all(name):
    g = started(name, seed=21)
    found = 0
    for _ in moments(g, key=2, turns=12):
        pass
    for index in range(g.player_count):
        if g.units[index].tile == -1 or g.units[index].swarm:
            continue
        for goal in range(0, g.side * g.side, 3):
            if not is_ground(g, goal) or not can_stop(g, goal, g.units[index].team, index + 1):
                continue
            best = best_way(g, index, goal) if goal != g.units[index].tile else None
            assert way_to(g, index, index + 1, g.units[index].team, goal) == (best is not None)
            if best is not None:
                found += 1
                assert tuple(g.path[: g.path_length]) == best[1]
                assert path_cost(g, index, g.path_length) == best[0]
    assert found >= 20


@pytest.mark.rule("BOI-221", "BOI-222", "BOI-223", "BOI-226")
@pytest.mark.parametrize("most", [0, 2])
def test_a_search_that_serves_many_ships_finds_what_each_would_find(monkeypatch, most):
    """All ships of a game asleep, with searches that are kept and with one for every question."""

    def played():
        g = started("asleep", seed=9, swarm_max_ships=most, ships_per_team=8)
        for unit in g.units[: g.player_count]:
            unit.automode = 1
        for turn in range(8):
            enter(GAME.rules, g, tick())
            assert_sound(g)
            if turn == 4:
                for index in range(0, g.player_count, 2):
                    if g.units[index].tile != -1:
                        destroy(g, index, 0)
        return canonical(g)

    def forgetful(g, index, n):
        for search in g.searches:
            search.swarm = 0
        return ways_to(g, index, n)

    kept = played()
    monkeypatch.setattr(automode, "ways_to", forgetful)
    assert played() == kept


@pytest.mark.rule("BOI-080", "BOI-161", "BOI-162")
def test_who_leaves_a_swarm_leaves_what_its_boosts_gave():
    g = game(turn_mode="live", starting_inventory=("boost-hull", "boost-cell"))
    place(g, 1, 5, 5, ap=20)
    place(g, 2, 5, 6, ap=20)
    serial = swarm(g, 5, 5, [1, 2])
    for item in (0, 1):
        assert refused(g, 1, type="boost", item=item, mode="burn", target=serial) == ""
    g.players[1].battery = battery_max(g, 1)
    assert (g.units[1].health, g.players[1].battery) == (14_000, 12_000)

    assert refused(g, 2, type="swarm_leave", tile=[6, 5]) == ""
    assert (g.units[1].health, g.players[1].battery) == (10_000, 10_000)
    assert g.units[0].health == 14_000
    assert_sound(g)


@pytest.mark.rule("BOI-128")
def test_a_game_has_room_for_so_many_superstructures():
    g = game(turn_mode="live", starting_inventory=("ss-relay",))
    for n in range(t.STRUCTURES - 1):
        structure(g, n % 12, n // 12, 1)
    for unit in (1, 2):
        place(g, unit, unit, 11)
        own(g, tile(g, unit, 11), 1)

    assert refused(g, 1, type="build", item=0) == ""
    assert refused(g, 2, type="build", item=0) == "too_many_structures"


LIMITS = (-(2**62), -(2**31), -1, 0, 1, 2, 3, 7, 11, 12, 100, 2**31 - 1, 2**53, 2**62)
numbers = st.one_of(st.integers(-2, 16), st.sampled_from(LIMITS), st.integers(-(2**62), 2**62))
rows = st.tuples(st.integers(-1, 18), st.integers(-1, 40), numbers, numbers, numbers, st.integers(-1, 4)).map(list)


@pytest.mark.rule("BOI-095", "BOI-096", "BOI-306")
@settings(max_examples=60)
@given(
    name=st.sampled_from(sorted(VARIETY)),
    turns=st.integers(0, 6),
    orders=st.lists(st.tuples(st.integers(1, 99), rows), min_size=1, max_size=12),
)
def test_no_row_of_numbers_breaks_a_game(name, turns, orders):
    """A row is refused with a reason and changes nothing, or it is done and the game is sound."""
    g = started(name, seed=2)
    for _ in moments(g, key=turns, turns=turns):
        pass
    for number, row in orders:
        seat = number % g.seats + 1
        before = canonical(g)
        code = GAME.rules.check(g, seat, row)
        assert canonical(g) == before
        assert 0 <= code < t.REFUSALS
        if code == 0:
            enter(GAME.rules, g, order(seat, row))
            assert_sound(g)
    enter(GAME.rules, g, tick())
    assert_sound(g)


@settings(max_examples=40)
@given(changes=st.lists(st.tuples(st.integers(-1, 5), numbers, numbers, st.integers(-1, 2)).map(list), max_size=8))
@pytest.mark.rule("BOI-234", "BOI-298", "BOI-299")
def test_no_change_of_an_organiser_breaks_a_game(changes):
    g = started("live crew", seed=6)
    for _ in moments(g, key=1, turns=3):
        pass
    for row in changes:
        before = canonical(g)
        code = GAME.rules.check_change(g, row)
        assert canonical(g) == before
        if code == 0:
            GAME.rules.change(g, row)
            assert_sound(g)
    enter(GAME.rules, g, tick())
    assert_sound(g)
