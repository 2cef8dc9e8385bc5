"""What holds for the events of every match: results, order, ids, who is where."""

from itertools import pairwise

import pytest
from msgspec import UNSET
from tests.games.dungeon.text_states import command, random_match, tag
from tests.scale import amount, seeds_for

from roundhouse.core.entries import enter, tick
from roundhouse.core.game import EVERYTHING
from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon.ids import order_id
from roundhouse.games.dungeon.rules import tables as t


@pytest.mark.rule("DUN-053")
def test_who_else_is_told_is_nobodys_business():
    for g in random_match(2, 25):
        for event in GAME.events(g):
            for seat in (1, 2, 3):
                known = GAME.of_event(g, event, seat)
                assert known is None or getattr(known, "to", UNSET) is UNSET


@pytest.mark.slow
@pytest.mark.rule("DUN-195", "DUN-065", "DUN-038")
def test_every_order_has_exactly_one_result_for_its_owner():
    results = {
        "trade", "movement", "planet_blocked", "fight", "item_fight", "item_repair", "item_movement", "mining",
        "regeneration",
    }  # fmt: skip
    seen = set()
    for seed in range(amount(2, 4)):
        pending: list[set[str]] = []
        for g in random_match_with_orders(seed, pending):
            for seat in (1, 2, 3):
                told = [known for event in GAME.events(g) if (known := GAME.of_event(g, event, seat)) is not None]
                found = [
                    known.transaction
                    for known in told
                    if tag(known) in results
                    and known.seat == seat
                    and known.phase != 3 * (tag(known) == "movement")  # of a wormhole, whose result is another
                    and not (tag(known) == "fight" and known.item)
                ]
                assert sorted(found) == sorted(pending[seat - 1])
                seen |= {tag(known) for known in told}
    assert results <= seen


def random_match_with_orders(seed, pending):
    """A random match, with the transactions that were pending before every tick, by seat."""
    setup = GAME.setup(
        ["a", "b", "c"],
        seed=seed,
        settings={"map_side": 5, "start_robots": 6, "start_money": 4000, "max_rounds": 25},
    )
    g = GAME.start(setup)
    asked = 0
    while not g.reason:
        asked = command(g, seed, asked)
        pending[:] = [set(), set(), set()]
        for robot in g.robots[: g.robot_count]:
            if robot.command != t.NO_COMMAND:
                pending[robot.owner - 1].add(order_id(g, robot.owner, robot.order_no))
        for seat in (1, 2, 3):
            if g.players[seat].order_no:
                pending[seat - 1].add(order_id(g, seat, g.players[seat].order_no))
        enter(GAME.rules, g, tick())
        yield g


@pytest.mark.slow
@pytest.mark.rule("DUN-196", "DUN-197")
def test_events_come_phase_by_phase_with_ids_of_their_own_and_neighbours_at_once():
    for seed in seeds_for("events of the Dungeon", amount(1, 3)):
        ids = set()
        for g in random_match(seed, 25, start_money=5000):
            events = GAME.events(g)
            phases = [event.phase for event in events if event.phase]
            assert phases == sorted(phases)
            assert ids.isdisjoint(event.id for event in events)
            ids |= {event.id for event in events}
            for event, after in pairwise(events):
                if tag(event) == "robot_spawned" or (tag(event) == "movement" and event.success):
                    assert (tag(after), after.robot, after.transaction) == (
                        "neighbours", event.robot, event.transaction,
                    )  # fmt: skip
            _in_order(events)


def _in_order(events):
    """In a phase a robot's fights come before its destruction, and that before any sharing; attackers go by age."""
    order = {"fight": 0, "item_fight": 0, "robot_destroyed": 1, "cargo_shared": 2}
    for phase in (6, 7):
        kinds = [order[tag(event)] for event in events if event.phase == phase]
        assert kinds == sorted(kinds)


@pytest.mark.rule("DUN-045", "DUN-046", "DUN-047")
def test_lists_of_robots_and_arrivals_are_where_robots_are_when_nobody_was_destroyed():
    looked = 0
    for g in random_match(9, 30, seats=4, map_side=5, start_robots=6):
        events = GAME.events(g)
        if any(tag(event) == "robot_destroyed" for event in events):
            continue
        here: dict[str, dict[str, int]] = {}
        for one in GAME.view(g, EVERYTHING, list("abcd")).all:
            for robot in one.robots:
                here.setdefault(robot.planet, {})[robot.id] = robot.seat
        arrived = {event.robot: event.to for event in events if tag(event) == "arrival" and event.phase == 4}
        for event in events:
            if tag(event) == "movement" and event.phase == 4 and event.success:
                assert event.robots == here[event.planet.id]
                others = sorted({*here[event.planet.id].values()} - {event.seat})
                assert arrived.get(event.robot, []) == others
                looked += len(others)
    assert looked > 20


@pytest.mark.rule("DUN-067")
def test_failures_have_the_names_of_the_book():
    line = next(line for line in GAME.rulebook.splitlines() if line.startswith("- **DUN-067**"))
    assert line.split("`")[1::2] == list(t.FAILURES[1:])


def test_a_ring_that_was_too_small_still_tells_what_it_has():
    for g in random_match(4, 20, start_money=5000):
        whole, count = GAME.events(g), g.event_count
        for kept in range(0, count, 3):
            g.event_count = kept
            told = GAME.events(g)
            assert len(told) <= len(whole)
            for event in told:
                GAME.of_event(g, event, 1)
        g.event_count = count


@pytest.mark.slow
@pytest.mark.rule("DUN-038", "DUN-051")
def test_the_large_form_has_views_and_events_for_every_seat():
    names = [f"p{n}" for n in range(1, 13)]
    g = GAME.start(GAME.setup(names, seed=2, settings={"map_side": 8, "start_robots": 2, "max_rounds": 6}))
    command(g, 2)
    enter(GAME.rules, g, tick())
    events = GAME.events(g)
    for seat in range(1, 13):
        own = {robot.id for robot in GAME.view(g, seat, names).you.robots}
        told = [known for event in events if (known := GAME.of_event(g, event, seat)) is not None]
        assert {known.robot for known in told if tag(known) == "neighbours"} <= own
        assert len([known for known in told if tag(known) == "round_status"]) == 3
    assert len(GAME.view(g, 12, names).players) == 12
