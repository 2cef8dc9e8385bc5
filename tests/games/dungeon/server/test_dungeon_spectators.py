"""Spectators of a running match of the Dungeon see everything, ten rounds later, and nothing younger anywhere."""

import json

import msgspec
import pytest
from tests.games.dungeon.server.manual_dungeon import BUY, DONE, DUNGEON, ManualDungeon
from tests.server.manual_match import SlowLog

from roundhouse.core.game import EVERYTHING, SeatSetup
from roundhouse.match.frames import each_frame
from roundhouse.match.replay import Replay
from roundhouse.server.matches.spectator_view import SpectatorView, spectator_view_of
from roundhouse.server.rendering.render_jobs import Log, make_frames, record_of
from roundhouse.server.rendering.render_service import public

LATER = DUNGEON.spectator_delay
HOUSE = [SeatSetup("miner", "bot", builtin=True), SeatSetup("warlord", "bot", builtin=True)]


def seen(trip):
    """What spectators see at the moment, by every way there is: the list of matches, newcomers, those who could not
    keep up."""
    late = trip.watch()
    trip.live.fresh(late)
    views = [json.loads(msgspec.json.encode(trip.live.view))]
    views += [message["view"] for message in late.heard() if message["type"] == "step"]
    assert all(view == views[0] for view in views)
    return views[0]


def true_views(trip, log):
    """How it was after each tick, by the log."""
    replay = Replay(DUNGEON, trip.setup)
    views = [replay.view(EVERYTHING)]
    for entry in log:
        replay.enter(entry)
        if entry.kind == 3:
            views.append(replay.view(EVERYTHING))
    return [json.loads(msgspec.json.encode(view)) for view in views]


def played(rounds, **how):
    trip = ManualDungeon(match_log=SlowLog(), clock="bot", settings={"start_robots": 1, "max_rounds": 40}, **how)
    trip.joined()
    watcher = trip.watch()
    trip.write()
    for _ in range(rounds):
        for seat in trip.match.waited_for():
            robots = [{"type": "mining", "robot": robot} for robot in trip.robots(seat)]
            trip.act(seat, *robots, *([BUY] if trip.number == 1 else []), DONE)
        trip.write()
    return trip, watcher


@pytest.mark.rule("DUN-055")
def test_spectators_see_everything_ten_rounds_later():
    trip, watcher = played(LATER + 4)
    views = true_views(trip, trip.match_log.log)
    assert seen(trip) == views[4]
    steps = [message for message in map(json.loads, watcher.raw) if message["type"] == "step"]
    assert [step["view"] for step in steps[1:]] == views[:5]
    assert steps[2]["events"], "with the events of that round"
    assert "all" in steps[1]["view"]


@pytest.mark.rule("DUN-055")
@pytest.mark.parametrize("rounds", [0, 1, LATER - 1])
def test_until_then_they_see_what_everybody_knew_at_the_beginning(rounds):
    trip, watcher = played(rounds)
    view = seen(trip)
    assert (view["planets"], view["sightings"], "all" in view, view["round"]) == ([], [], False, 1)
    assert len([message for message in watcher.raw if b'"type":"step"' in message]) == 1


@pytest.mark.rule("DUN-055")
@pytest.mark.parametrize("rounds", [0, LATER - 1, LATER, LATER + 1, LATER + 5])
def test_frames_of_a_running_match_show_no_more_than_spectators_see(rounds):
    trip, _ = played(rounds)
    log = trip.match_log.log
    source = public(Log(trip.setup, log), spectator_view_of(DUNGEON, trip.setup, 0))
    frames = json.loads(make_frames(source, 0))
    if rounds < LATER:
        assert len(frames) == 1
        assert (frames[0]["view"]["planets"], "all" in frames[0]["view"]) == ([], False)
    else:
        assert [frame["view"] for frame in frames] == true_views(trip, log)[: rounds - LATER + 1]
    assert frames[-1]["view"] == seen(trip)


@pytest.mark.rule("DUN-055")
def test_a_longer_delay_of_the_host_wins_and_a_shorter_one_does_not():
    assert spectator_view_of(DUNGEON, ManualDungeon().setup, 3) == SpectatorView(LATER, everything=True)
    assert spectator_view_of(DUNGEON, ManualDungeon().setup, 25) == SpectatorView(25, everything=True)
    trip, _ = played(LATER + 4, delay_rounds=12)
    assert seen(trip)["round"] == 3


@pytest.mark.rule("DUN-055")
def test_a_match_of_built_in_bots_is_shown_at_once():
    trip = ManualDungeon(*HOUSE, clock="bot")
    trip.joined()
    assert "all" in seen(trip)
    trip.rounds(2)
    assert seen(trip)["round"] == 3
    mixed = ManualDungeon(HOUSE[0], SeatSetup("ann", "bot"))
    assert "all" not in seen(mixed)


@pytest.mark.rule("DUN-055")
@pytest.mark.parametrize("rounds", [3, LATER, LATER + 6])
def test_after_an_outage_spectators_see_what_they_saw_before(rounds):
    trip, _ = played(rounds)
    log = trip.match_log.log
    back = ManualDungeon(match_log=SlowLog(log), clock="bot", entries=log, setup=trip.setup)
    assert seen(back) == seen(trip)


@pytest.mark.rule("DUN-055")
def test_at_the_end_everything_is_shown():
    trip, watcher = played(3)
    trip.change({"type": "end"})
    for seat in trip.match.waited_for():
        trip.act(seat, DONE)
    trip.write()
    steps = [message["view"] for message in watcher.heard() if message["type"] == "step"]
    views = true_views(trip, trip.match_log.log)
    assert [steps[n] for n in (1, 2, 3, 4, 6)] == views, "the fifth tells of the change"
    assert steps[6]["phase"] == "over"
    record = record_of(trip.setup, trip.match_log.log)
    assert [msgspec.json.encode(frame.view) for frame in each_frame(record)][-1] == msgspec.json.encode(
        trip.match.view(EVERYTHING)
    )


@pytest.mark.rule("DUN-053")
def test_seats_are_told_at_once_what_is_theirs_and_nothing_of_others():
    trip = ManualDungeon(clock="bot", settings={"start_robots": 1})
    one, two = trip.joined(follow=True)
    trip.act(1, BUY, DONE)
    trip.act(2, DONE)
    mine, theirs = one.last("step")["view"], two.last("step")["view"]
    assert (len(mine["you"]["robots"]), len(theirs["you"]["robots"])) == (2, 1)
    known = {robot["id"] for robot in mine["you"]["robots"]}
    met = {one["id"] for one in theirs["sightings"]}
    hidden = known - met
    assert hidden
    told = b"".join(two.raw)
    assert not any(robot.encode() in told for robot in hidden)
