"""What holds in every round of random matches: nothing appears or vanishes that the rules do not say."""

from random import Random

import pytest
from tests.games.dungeon.text_states import command, random_match

from roundhouse.core.entries import enter, tick
from roundhouse.core.schema import clone
from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon.rules import tables as t

SETTINGS = (
    {"map_side": 5, "start_robots": 6, "start_money": 4000},
    {"map_side": 6, "patch_amount": 9, "mining_energy": "resource", "economy_scale": "flat"},
    {"map_side": 5, "start_robots": 5, "start_money": 9000, "visibility": "open", "block_affects_own": False},
    {"map_side": 7, "trade_anywhere": True, "spawn_anywhere": True, "respawn_when_wiped": True, "start_money": 900},
)
MATCHES = [(1, 2, SETTINGS[0]), (2, 3, SETTINGS[1]), (3, 4, SETTINGS[2]), (4, 9, SETTINGS[3]), (5, 3, SETTINGS[3])]
every_match = pytest.mark.parametrize(("seed", "seats", "settings"), MATCHES)


def rounds(seed, seats, settings, count=25):
    """State before and after each tick, with the rows of the tick."""
    states = random_match(seed, count, seats, **settings)
    g = next(states)
    asked = 0
    while not g.reason:
        asked = command(g, seed, asked)
        before = snapshot(g)
        enter(GAME.rules, g, tick())
        assert g.events_lost == 0
        yield before, g, g.events[: g.event_count]


def snapshot(g):
    """A copy of what counts; most of a state is room for robots and events that are not there."""
    whole = g.robots, g.ghosts, g.events
    g.robots, g.ghosts, g.events = g.robots[: g.robot_count], g.ghosts[: g.ghost_count], []
    copied = clone(g)
    g.robots, g.ghosts, g.events = whole
    return copied


def units(g):
    return [sum(robot.cargo[kind] for robot in g.robots[: g.robot_count]) for kind in range(t.KINDS)]


def patches(g):
    return sum(planet.amount for planet in g.planets)


@every_match
@pytest.mark.rule("DUN-101", "DUN-103", "DUN-134", "DUN-139", "DUN-143")
def test_every_unit_comes_out_of_a_patch_and_is_carried_sold_or_lost(seed, seats, settings):
    for before, after, rows in rounds(seed, seats, settings):
        mined = [0] * t.KINDS
        for row in rows:
            if row.kind == t.PATCH_MINED:
                mined[row.reason] += row.b
        stored = sum(row.b for row in rows if row.kind == t.YIELD)
        counted = [
            sum(after.players[seat].mined[kind] - before.players[seat].mined[kind] for seat in range(1, seats + 1))
            for kind in range(t.KINDS)
        ]
        sold = [sum(row.b for row in rows if row.kind == t.SOLD and row.a == kind) for kind in range(t.KINDS)]
        destroyed = any(row.kind == t.DESTROYED for row in rows)
        assert sum(counted) == stored <= sum(mined)
        assert all(one <= other for one, other in zip(counted, mined, strict=True))
        for kind in range(t.KINDS):
            lost = units(before)[kind] + counted[kind] - sold[kind] - units(after)[kind]
            assert lost >= 0 if destroyed else lost == 0
        new = sum(after.patch_amount for row in rows if row.kind == t.APPEARED)
        assert patches(after) == patches(before) - sum(mined) + new


@every_match
@pytest.mark.rule("DUN-034", "DUN-037", "DUN-115", "DUN-145", "DUN-154")
def test_money_changes_by_trades_alone_and_is_never_negative(seed, seats, settings):
    for before, after, rows in rounds(seed, seats, settings):
        for seat in range(1, seats + 1):
            one, other = before.players[seat], after.players[seat]
            changed = [row.b for row in rows if row.kind == t.TRADED and row.seat == seat and row.reason == 0]
            failed = [row.b for row in rows if row.kind == t.TRADED and row.seat == seat and row.reason != 0]
            wiped = other.robots == 0 and one.money + sum(changed) < after.prices[t.ROBOT_ARTICLE]
            if not (after.respawn_when_wiped and wiped):
                assert other.balance == one.money + sum(changed)
            else:
                assert other.balance == after.start_money
            assert other.balance >= 0
            assert not any(failed)
            assert other.trades - one.trades == len(changed)
            assert other.earned - one.earned == sum(money for money in changed if money > 0)
            assert other.spent - one.spent == -sum(money for money in changed if money < 0)
            assert other.top_money >= other.balance
        sold = [sum(row.b for row in rows if row.kind == t.SOLD and row.a == kind) for kind in range(t.KINDS)]
        assert list(after.sold[before.round_no % t.WINDOW_ROWS]) == sold


@every_match
@pytest.mark.rule("DUN-027", "DUN-030", "DUN-032", "DUN-132", "DUN-254", "DUN-241")
def test_robots_stay_within_their_bounds_and_in_the_order_of_their_serial_numbers(seed, seats, settings):
    for before, after, rows in rounds(seed, seats, settings):
        robots = after.robots[: after.robot_count]
        serials = [robot.serial for robot in robots]
        assert serials == sorted(set(serials))
        known = {robot.serial for robot in before.robots[: before.robot_count]}
        spawned = {row.robot for row in rows if row.kind == t.SPAWNED}
        destroyed = {row.robot for row in rows if row.kind == t.DESTROYED}
        assert set(serials) == (known | spawned) - destroyed
        for robot in robots:
            most = {stat: after.by_level[stat][robot.levels[stat]] for stat in range(t.STATS)}
            assert 0 < robot.health <= most[t.HEALTH]
            assert 0 <= robot.energy <= most[t.MAX_ENERGY]
            assert 0 <= sum(robot.cargo) <= most[t.STORAGE]
            assert min(robot.cargo) >= 0
            assert min(robot.items) >= 0
            assert after.planets[robot.planet].exists
            assert robot.command == t.NO_COMMAND
        for seat in range(1, seats + 1):
            own = sum(robot.owner == seat for robot in robots)
            assert after.players[seat].robots == own <= after.robot_limit


@every_match
@pytest.mark.rule("DUN-039", "DUN-040", "DUN-044", "DUN-234")
def test_what_is_known_of_planets_only_grows(seed, seats, settings):
    for before, after, _ in rounds(seed, seats, settings):
        for index in range(after.side**2):
            one, other = before.planets[index], after.planets[index]
            for seat in range(1, seats + 1):
                assert one.known[seat] <= other.known[seat]
                assert one.info_round[seat] <= other.info_round[seat] <= before.round_no + 1
                assert other.exists or not other.known[seat]
        for robot in after.robots[: after.robot_count]:
            assert after.planets[robot.planet].known[robot.owner] == t.VISITED


@every_match
@pytest.mark.rule("DUN-048", "DUN-234", "DUN-235")
def test_who_was_told_of_a_robot_keeps_that_until_it_is_told_of_its_end(seed, seats, settings):
    for before, after, _ in rounds(seed, seats, settings):
        living = {robot.serial: robot for robot in after.robots[: after.robot_count]}
        for robot in before.robots[: before.robot_count]:
            for seat in range(1, seats + 1):
                if robot.serial in living:
                    assert robot.seen_round[seat] <= living[robot.serial].seen_round[seat]
        for robot in living.values():
            assert robot.seen_round[robot.owner] == 0
        ghosts = [ghost.serial for ghost in after.ghosts[: after.ghost_count]]
        assert len(ghosts) == len(set(ghosts))
        assert not set(ghosts) & set(living)
        for ghost in after.ghosts[: after.ghost_count]:
            assert any(ghost.seen_round)
            assert not after.open


@every_match
@pytest.mark.rule("DUN-037", "DUN-164", "DUN-165", "DUN-167", "DUN-168")
def test_what_players_have_counted_is_what_happened(seed, seats, settings):
    for before, after, rows in rounds(seed, seats, settings):
        for seat in range(1, seats + 1):
            one, other = before.players[seat], after.players[seat]
            mine = [row for row in rows if row.seat == seat]
            moves = [row for row in mine if row.kind == t.MOVED and row.reason == 0]
            levels = sum(sum(r.levels) for r in after.robots[: after.robot_count] if r.owner == seat)
            assert other.kills - one.kills == sum(row.kind == t.CREDITED for row in mine)
            assert other.losses - one.losses == sum(row.kind == t.DESTROYED for row in mine)
            assert other.moves - one.moves == len(moves)
            travelled = sum(after.planets[row.c].gravity for row in moves)
            assert other.scores[t.MOVEMENT] - one.scores[t.MOVEMENT] == travelled
            assert other.scores[t.ROBOT_SCORE] - one.scores[t.ROBOT_SCORE] == levels
            bought = sum(row.c for row in mine if row.kind == t.TRADED and row.a == t.ROBOT_ARTICLE and not row.reason)
            assert other.bought - one.bought == bought


@pytest.mark.rule("DUN-254", "DUN-048")
def test_nothing_of_a_round_is_left_over_for_the_next():
    for seed in range(6):
        for g in random_match(seed, 30, 4, map_side=5, start_robots=8):
            assert not any(map(any, g.present))
            assert not any(map(any, g.entered))
            for planet in g.planets:
                assert (planet.blocked, planet.mark, *planet.pool) == (0,) * (2 + t.KINDS)
            for robot in g.robots[: g.robot_count]:
                assert (robot.dead, robot.arrived, robot.hurt, *robot.hurt_by) == (0,) * (3 + len(robot.hurt_by))


@pytest.mark.rule("DUN-118")
def test_silence_changes_nothing_but_the_round():
    rng = Random(1)
    for seed in range(4):
        g = next(random_match(seed, 50, 3))
        before = snapshot(g)
        for _ in range(rng.randrange(1, 9)):
            enter(GAME.rules, g, tick())
        assert g.round_no > before.round_no
        for one, other in zip(before.robots[: before.robot_count], g.robots[: g.robot_count], strict=True):
            assert (one.planet, one.health, one.energy, one.cargo) == (
                other.planet, other.health, other.energy, other.cargo
            )  # fmt: skip
        assert [p.money for p in before.players] == [p.money for p in g.players]
