"""An organiser's changes of a running match of the Dungeon: told, durable, in the record and what is made of it."""

import json

import pytest
from tests.games.dungeon.server.manual_dungeon import BUY, DONE, DUNGEON, ManualDungeon
from tests.server.manual_match import SlowLog, proof_of

from roundhouse.cli.replay import text_of
from roundhouse.core.entries import CHANGE, TICK, Entry
from roundhouse.core.schema import canonical
from roundhouse.match.export import ndjson
from roundhouse.match.record import from_bytes, to_bytes
from roundhouse.match.replay import Replay, prefix
from roundhouse.server.rendering.render_jobs import record_of
from roundhouse.store.entries import entry_of, row_of


@pytest.mark.rule("DUN-191", "DUN-243")
def test_a_change_is_answered_when_it_is_durable_and_told_by_a_step():
    trip = ManualDungeon(match_log=SlowLog(), settings={"max_rounds": 9})
    one, _ = trip.joined(follow=True)
    trip.write()
    one.heard()
    answers = trip.change({"type": "max_rounds", "value": 3})
    assert answers == []
    assert one.heard() == []
    trip.write()
    assert answers[0].verdict == "accepted"
    [step] = one.heard()
    assert (step["type"], step["view"]["max_rounds"], step["step"]) == ("step", 3, 1)
    assert trip.match_log.log[-1].kind == CHANGE


@pytest.mark.rule("DUN-158")
def test_the_last_round_can_be_any_later_one_and_nothing_else():
    trip = ManualDungeon(clock="bot", settings={"max_rounds": 9})
    trip.joined()
    trip.rounds(3)
    for value in (4, 3, 1, 0, -7, 10_001):
        assert trip.change({"type": "max_rounds", "value": value})[0].code == "bad_rounds"
    assert trip.change({"type": "max_rounds", "value": 5})[0].verdict == "accepted"
    trip.rounds(2)
    assert trip.match.result.reason == "rounds"
    assert trip.match.ticks == 5


@pytest.mark.rule("DUN-157", "DUN-248")
def test_an_early_end_comes_after_the_round_that_is_played():
    trip = ManualDungeon(clock="bot")
    trip.joined()
    trip.rounds(1)
    trip.act(1, BUY)
    trip.change({"type": "end"})
    assert trip.match.result is None
    trip.rounds(1)
    assert trip.match.result.reason == "admin"
    assert len(trip.match.view(1).you.robots) == 1, "what was ordered is done"
    answers = []
    trip.live.change([0, 50], answers.append)
    assert answers == [None]


@pytest.mark.rule("DUN-193", "DUN-243")
def test_a_refilled_patch_is_full_in_the_next_round():
    trip = ManualDungeon(clock="bot", settings={"patch_amount": 50})
    trip.joined()
    state = trip.match.state
    rich = next(n for n, planet in enumerate(state.planets) if planet.amount)
    state.planets[rich].amount = 1
    where = next(one.id for one in trip.match.view(-1).planets if one.amount == 1)
    assert trip.change({"type": "refill", "planet": "0" * 8})[0].code == "no_patch"
    assert trip.change({"type": "refill", "planet": where})[0].verdict == "accepted"
    assert state.planets[rich].amount == 1
    trip.rounds(1)
    assert state.planets[rich].amount == 50


def changed():
    """A match with every kind of change, played to its end."""
    trip = ManualDungeon(match_log=SlowLog(), clock="bot", settings={"max_rounds": 60, "start_robots": 1})
    trip.joined()
    trip.write()
    rich = next(planet.id for planet in trip.match.view(-1).planets if planet.amount)
    changes = [
        {"type": "max_rounds", "value": 70},
        {"type": "round_ms", "value": 9000},
        {"type": "early_close", "value": True},
        {"type": "early_close", "value": False},
        {"type": "refill", "planet": rich},
        {"type": "end"},
    ]
    for change in changes:
        for seat in trip.match.waited_for():
            trip.act(seat, *[{"type": "mining", "robot": robot} for robot in trip.robots(seat)], DONE)
            trip.write()
        trip.change(change)
        trip.write()
    for seat in trip.match.waited_for():
        trip.act(seat, DONE)
        trip.write()
    assert trip.match.result.reason == "admin"
    return trip, changes


@pytest.mark.rule("DUN-243")
def test_changes_are_in_the_record_and_in_all_that_is_made_of_it():
    trip, changes = changed()
    log = trip.match_log.log
    assert [entry.kind for entry in log].count(CHANGE) == len(changes)
    assert proof_of(DUNGEON, trip.setup, log).ok
    record = record_of(trip.setup, log)
    again = from_bytes(to_bytes(record))
    assert (again.entries, again.result, again.damage, again.missing) == (record.entries, record.result, "", "")
    lines = [json.loads(line) for line in ndjson(again)]
    assert [line["change"] for line in lines if line.get("entry") == "change"] == changes
    words = "\n".join(text_of(again))
    assert "the organiser changes max_rounds 70" in words
    assert "the organiser changes early_close False" in words
    assert "the organiser changes end" in words
    forked = prefix(again, len(again.entries) - 2)
    assert forked[-1].kind == TICK
    assert CHANGE in {entry.kind for entry in forked}


@pytest.mark.rule("DUN-243")
def test_the_rows_of_changes_come_back_from_the_store_with_all_their_numbers():
    trip, _ = changed()
    for step, entry in enumerate(trip.match_log.log, 1):
        _, _, kind, seat, numbers, at_ms = row_of(1, step, entry)
        width = DUNGEON.width if kind == 1 else 1 if kind == 4 else 0
        assert entry_of(kind, seat, numbers, at_ms, width) == entry


@pytest.mark.rule("DUN-243")
def test_after_an_outage_a_match_goes_on_with_its_changes():
    trip, _ = changed()
    entries = trip.match_log.log[:-3]
    back = ManualDungeon(match_log=SlowLog(entries), clock="bot", entries=entries, setup=trip.setup)
    assert (back.match.state.max_rounds, back.match.state.next_round_ms) == (70, 9000)
    replay = Replay(DUNGEON, trip.setup)
    for entry in entries:
        assert replay.fault(entry) == ""
        replay.enter(entry)
    assert canonical(replay.state) == canonical(back.match.state)


@pytest.mark.parametrize(
    "row", [(), (0,), (0, 1, 2), (0, 1), (9, 1), (-1, 0), (4, -1), (4, 10**6), (4, 2**40), (1, 2**31 - 1)]
)
def test_a_record_with_a_change_that_cannot_have_been_is_found_out(row):
    replay = Replay(DUNGEON, ManualDungeon().setup)
    assert replay.fault(Entry(CHANGE, 0, row))
