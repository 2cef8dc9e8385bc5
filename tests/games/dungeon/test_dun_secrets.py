"""Nobody learns what it may not know, over random matches: what is hidden is changed, and nothing that is sent."""

import re
from random import Random

import numpy as np
import pytest
from tests.games.dungeon.text_states import NAMES, command, encode, random_match, seen, tag
from tests.scale import amount

from roundhouse.core.entries import enter, tick
from roundhouse.core.game import EVERYTHING
from roundhouse.core.schema import clone
from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon.ids import planet_id, robot_id
from roundhouse.games.dungeon.learning import arrays
from roundhouse.games.dungeon.planets import chart_of
from roundhouse.games.dungeon.rules import tables as t

ID = re.compile(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def scrambled(g, seat, rng):
    """The same state with everything changed that a seat may not know, and that no rule needs to be right."""
    other = clone(g)
    for one in range(1, g.seats + 1):
        if one != seat:
            player = other.players[one]
            player.money, player.top_money, player.earned = (rng.randrange(9999) for _ in range(3))
            player.orders += rng.randrange(50)
            player.order_no, player.quantity, player.done = rng.randrange(9), rng.randrange(5), rng.randrange(2)
            player.kills, player.moves, player.trades = (rng.randrange(99) for _ in range(3))
    kept, gone = [], []
    for robot in other.robots[: other.robot_count]:
        if robot.owner == seat:
            robot.seen_round = [rng.randrange(9) for _ in robot.seen_round]
            kept.append(robot)
            continue
        robot.planet = rng.choice(chart_of(g).there)
        robot.health, robot.energy, robot.order_no = (rng.randrange(1, 90) for _ in range(3))
        robot.command, robot.target, robot.last_reason = rng.randrange(-1, 5), rng.randrange(9), rng.randrange(9)
        robot.levels = [rng.randrange(5) for _ in robot.levels]
        robot.cargo = [rng.randrange(50) for _ in robot.cargo]
        robot.items = [rng.randrange(3) for _ in robot.items]
        for one in range(1, g.seats + 1):
            if one != seat:
                robot.seen_round[one], robot.seen_planet[one] = rng.randrange(5), rng.choice(chart_of(g).there)
        told = robot.seen_round[seat] and robot.seen_planet[seat] >= 0
        if rng.random() < 0.4:
            if told:
                gone.append(robot)  # destroyed; it is remembered
        else:
            kept.append(robot)
    spare = [robot for robot in other.robots if all(robot is not one for one in kept)]
    other.robots, other.robot_count = kept + spare, len(kept)
    for robot in gone:
        ghost = other.ghosts[other.ghost_count]
        other.ghost_count += 1
        ghost.serial, ghost.owner = robot.serial, robot.owner
        ghost.seen_round, ghost.seen_planet = robot.seen_round[:], robot.seen_planet[:]
    for index in range(g.side * g.side):
        planet = other.planets[index]
        planet.amount, planet.refill = rng.randrange(9999), rng.randrange(2)
        planet.kind = rng.randrange(-1, 5)
        if planet.known[seat] == t.UNHEARD and not planet.station and not is_next_to_visited(g, seat, index):
            planet.exists, planet.gravity = rng.randrange(2), rng.randrange(1, 4)
        for one in range(1, g.seats + 1):
            if one != seat:
                planet.known[one], planet.info_round[one] = rng.randrange(3), rng.randrange(5)
                planet.info_kind[one], planet.info_amount[one] = rng.randrange(-1, 5), rng.randrange(99)
    return other


def is_next_to_visited(g, seat, index):
    """Then the seat knows whether there is a planet."""
    x, y = divmod(index, g.side)
    around = [(x + dx) * g.side + y + dy for dx, dy in zip(t.STEP_X, t.STEP_Y, strict=True)
              if 0 <= x + dx < g.side and 0 <= y + dy < g.side]  # fmt: skip
    return any(g.planets[near].known[seat] == t.VISITED for near in around)


@pytest.mark.slow
@pytest.mark.rule("DUN-038", "DUN-039", "DUN-041", "DUN-043", "DUN-048", "DUN-052", "DUN-053", "DUN-235")
@pytest.mark.parametrize("settings", [{}, {"show_coordinates": False, "trade_anywhere": True}])
def test_views_and_observations_do_not_depend_on_hidden_parts_of_the_state(settings):
    rng = Random(1)
    looked = 0
    for seed in range(amount(2, 3)):
        for g in random_match(seed, 30, start_money=3000, **settings):
            if g.round_no % 7:
                continue
            for seat in (1, 3):
                other = scrambled(g, seat, rng)
                assert encode(GAME.view(other, seat, NAMES[:3])) == encode(GAME.view(g, seat, NAMES[:3]))
                assert encode(GAME.view(other, 2, NAMES[:3])) != encode(GAME.view(g, 2, NAMES[:3]))
                assert np.array_equal(arrays.observations([other], seat), arrays.observations([g], seat))
                assert np.array_equal(arrays.masks([other], seat), arrays.masks([g], seat))
                looked += len(GAME.view(g, seat, NAMES[:3]).sightings)
    assert looked > 20


IDLE = (t.NO_COMMAND, t.REGENERATE)


def other_secrets(g, seat, rng):
    """The same round with others' commands changed that no one else can notice: robots that rest do something else in
    vain, or nothing; orders were given more often; patches that nobody mines hold less."""
    other = clone(g)
    more = [0] + [0 if one == seat else rng.randrange(9) for one in range(1, g.seats + 1)]
    for one in range(1, g.seats + 1):
        other.players[one].orders += more[one]
        if other.players[one].order_no:
            other.players[one].order_no += more[one]
    for robot in other.robots[: other.robot_count]:
        if robot.owner == seat:
            continue
        if robot.command != t.NO_COMMAND:
            robot.order_no += more[robot.owner]
        if robot.command in IDLE:
            other.players[robot.owner].orders += 1
            robot.order_no = other.players[robot.owner].orders
            robot.command, robot.target, robot.article = rng.choice(
                (
                    (t.NO_COMMAND, -1, -1),
                    (t.REGENERATE, -1, -1),
                    (t.MOVE, t.UNKNOWN, -1),
                    (t.BATTLE, t.UNKNOWN, -1),
                    (t.BUY, -1, t.UNKNOWN),
                    (t.BATTLE_ITEM, t.UNKNOWN, t.ROCKET),
                )
            )
    busy = {robot.planet for robot in g.robots[: g.robot_count]}
    for index in range(g.side * g.side):
        planet = other.planets[index]
        if planet.kind != t.NOTHING and index not in busy and planet.amount > 1:
            planet.amount = rng.randrange(1, planet.amount)
    return other


@pytest.mark.slow
@pytest.mark.rule("DUN-052", "DUN-053", "DUN-184", "DUN-238")
def test_rounds_that_differ_in_a_secret_look_the_same():
    rng = Random(2)
    changed = 0
    for seed in range(amount(2, 3)):
        g, asked = start(seed), 0
        while not g.reason:
            asked = command(g, seed, asked)
            if g.round_no % 3 == 0:
                others = {seat: other_secrets(g, seat, rng) for seat in (1, 3)}
                enter(GAME.rules, g, tick())
                for seat, other in others.items():
                    enter(GAME.rules, other, tick())
                    assert seen(other, seat) == seen(g, seat)
                    changed += seen(other, EVERYTHING) != seen(g, EVERYTHING)
            else:
                enter(GAME.rules, g, tick())
    assert changed > 20


def start(seed):
    settings = {"map_side": 8, "start_robots": 5, "start_money": 800, "max_rounds": 27, "patch_amount": 500}
    return GAME.start(GAME.setup(NAMES[:3], seed=seed, settings=settings))


@pytest.mark.slow
@pytest.mark.rule("DUN-047", "DUN-048", "DUN-053")
def test_rounds_that_differ_in_moves_out_of_sight_look_the_same():
    """In rounds without fights, of which scores would tell."""
    rng = Random(3)
    changed = 0
    for seed in range(amount(2, 3)):
        g, asked = start(seed), 0
        while not g.reason:
            asked = command(g, seed, asked)
            for robot in g.robots[: g.robot_count]:
                if robot.command in (t.BATTLE, t.BATTLE_ITEM, t.MINE, t.BLOCK):
                    robot.command = t.REGENERATE
            before, own = clone(g), places(g, 1)
            enter(GAME.rules, g, tick())
            own |= places(g, 1)
            for robot in before.robots[: before.robot_count]:
                ways = [index for _, index in chart_of(g).neighbours[robot.planet] if index not in own]
                if robot.owner != 1 and robot.command == t.MOVE and robot.target not in own and ways:
                    robot.target = rng.choice(ways)
            enter(GAME.rules, before, tick())
            assert seen(before, 1) == seen(g, 1)
            changed += seen(before, EVERYTHING) != seen(g, EVERYTHING)
    assert changed > 20


def places(g, seat):
    return {robot.planet for robot in g.robots[: g.robot_count] if robot.owner == seat}


class Known:
    """What a seat may know, worked out from all that happened: planets that its robots entered, with their neighbours,
    and robots that were where its own were, that they hit or that hit them."""

    def __init__(self, g, seat):
        self.seat = seat
        self.names = set(GAME.view(g, 0, NAMES[: g.seats]).stations)
        self.near = {planet.id: planet.neighbours for planet in GAME.view(g, EVERYTHING, NAMES[: g.seats]).planets}
        self.where = {
            robot.id: (robot.seat, robot.planet)
            for one in GAME.view(g, EVERYTHING, NAMES[: g.seats]).all
            for robot in one.robots
        }
        self.meet()

    def meet(self):
        own = {planet for seat, planet in self.where.values() if seat == self.seat}
        for planet in own:
            self.names |= {planet, *self.near[planet].values()}
        self.names |= {robot for robot, (_, planet) in self.where.items() if planet in own}

    def hear(self, events):
        """The events of a tick, all of them."""
        for phase in range(1, 10):
            for event in (one for one in events if one.phase == phase):
                if tag(event) == "robot_spawned" or (tag(event) == "movement" and event.success):
                    self.where[event.robot] = event.seat, event.planet.id
                if tag(event) == "fight" and event.success and self.seat in (event.seat, event.target_seat):
                    self.names |= {event.robot, event.target}
            if phase in (2, 3, 4):
                self.meet()
            for event in (one for one in events if one.phase == phase):
                if tag(event) == "robot_destroyed":
                    del self.where[event.robot]


@pytest.mark.slow
@pytest.mark.rule("DUN-039", "DUN-045", "DUN-049", "DUN-050", "DUN-053", "DUN-233")
def test_no_id_of_a_planet_or_robot_is_sent_before_it_may_be_known():
    secret = 0
    for seed in range(amount(2, 4)):
        known: list[Known] = []
        for g in random_match(seed, 40, seats=4, map_side=7, start_robots=3, start_money=2500):
            if not known:
                known = [Known(g, seat) for seat in range(1, 5)]
            events = GAME.events(g)
            planets = {planet_id(g, index) for index in range(g.side**2)}
            robots = {robot_id(g, serial) for serial in range(1, g.serials + 1)}
            for one in known:
                one.hear(events)
                told = {name.decode() for name in ID.findall(seen(g, one.seat))} & (planets | robots)
                assert told <= one.names
                secret += len((planets | robots) - one.names)
            public = {name.decode() for name in ID.findall(seen(g, 0))} & (planets | robots)
            assert public == set(GAME.view(g, 0, NAMES).stations)
    assert secret > 500


@pytest.mark.rule("DUN-053", "DUN-055")
def test_a_spectator_of_a_running_match_is_sent_nothing_that_is_secret():
    for g in random_match(7, 12):
        other = scrambled(g, 0, Random(g.round_no))
        assert encode(GAME.view(other, 0, NAMES[:3])) == encode(GAME.view(g, 0, NAMES[:3]))
