"""Matches of the arena on a real store: rated, watched, and going on after the server was killed."""

import json

import msgspec
import pytest
from tests.games.spacegoo.server.manual_line_server import ManualLineServer
from tests.server.manual_arena import SMALL, ArenaClient, ManualArena, new_table, options
from tests.server.manual_match import GAME, Listener, act, proof_of

from roundhouse.core.entries import ORDER, TICK
from roundhouse.games import GAMES
from roundhouse.games.spacegoo.server.watched_line_match import WatchedLineMatch
from roundhouse.protocol.api.platform import Fork, NewTable, TableOptions
from roundhouse.protocol.messages import FromServer
from roundhouse.server.errors import Refused
from roundhouse.server.tables.options import widths
from roundhouse.store import matches

NOP = {"type": "nop"}


@pytest.fixture
def manual(database):
    with ManualArena(database) as manual:
        yield manual


def bots(manual, *names):
    return [ArenaClient(manual.player(name, "bot")) for name in names]


def begin(manual, *guests, **how):
    """A match among connections."""
    guests = guests or bots(manual, "b1", "b2")
    chosen = options(**({"clock": "bot", "rated": True} | how))
    players = [guest.player for guest in guests]
    seated = dict(enumerate(guests, 1))
    playing = manual.do(manual.arena.matches.start(chosen, players, rated=chosen.rated, clients=seated))
    return playing, guests


def log_of(manual, key, game=GAME):
    with manual.database.engine.connect() as connection:
        return matches.entries_of(connection, matches.by_key(connection, key).id, widths(game))


def play_rounds(manual, playing, count):
    for _ in range(count):
        for seat in (1, 2):
            assert manual.play(playing, seat, NOP)[0].verdicts[0].verdict == "accepted"


# Playing


def test_a_match_is_in_the_store_from_its_first_moment(manual):
    playing, guests = begin(manual)
    stored = manual.stored(playing.key)
    assert (stored.state, stored.rated, stored.line, stored.pool, stored.number) == ("running", True, False, "bots", 1)
    assert stored.player_ids == tuple(guest.player.id for guest in guests)
    assert [guest.types() for guest in guests] == [["start", "turn"]] * 2
    assert manual.arena.matches.running_of(guests[0].player.id) == [playing.key]


def test_an_order_is_in_the_store_when_its_verdict_comes(manual):
    playing, _ = begin(manual)
    answers = []

    def answered(answer):
        answers.append(len(log_of(manual, playing.key)))

    playing.act(1, act(NOP), answered)
    assert answers == []
    manual.settle()
    assert answers == [1]


def test_a_rated_match_moves_the_ladder_and_tells_by_how_much(manual):
    playing, guests = begin(manual)
    play_rounds(manual, playing, 2)
    manual.call(playing.resign, 1)

    over = guests[0].heard()[-1]
    assert over["type"] == "over"
    [loser, winner] = over["ratings"]
    assert loser["after"] < loser["before"]
    assert winner["after"] > winner["before"]
    seats = manual.seats(playing.key)
    assert [(seat.place, seat.left) for seat in seats] == [(2, "resigned"), (1, "")]
    assert manual.stored(playing.key).state == "finished"
    assert (manual.over, manual.arena.matches.running, manual.arena.matches.running_of(guests[0].player.id)) == (
        [playing],
        {},
        [],
    )
    assert [guest.parted for guest in guests] == ["over", "over"]
    assert proof_of(GAME, playing.setup, log_of(manual, playing.key)).ok


def test_a_match_that_is_not_rated_moves_nothing(manual):
    playing, guests = begin(manual, rated=False)
    manual.call(playing.resign, 1)
    assert guests[1].heard()[-1]["ratings"] == []


@pytest.mark.rule("RAL-162", "DUN-256")
@pytest.mark.parametrize("key", GAMES)
def test_who_resigns_against_a_built_in_bot_has_lost_at_once_and_can_watch_it(manual, key):
    ann, game = manual.player("ann"), GAMES[key]
    table = NewTable(
        TableOptions(game=key, seats=2, settings=SMALL.get(key, {})), 1, {"2": next(iter(game.bots))}, start=True
    )
    playing = manual.arena.matches.running[manual.do(manual.arena.seating.open(ann, table)).match]
    listener = Listener()
    manual.call(playing.join, 1, listener)
    manual.call(playing.resign, 1)

    over = listener.heard()[-1]
    assert over["type"] == "over"
    assert [(place["seat"], place["place"]) for place in over["result"]["places"]] == [(1, 2), (2, 1)]
    assert [(seat.place, seat.left) for seat in manual.seats(playing.key)] == [(2, "resigned"), (1, "")]
    assert (manual.stored(playing.key).state, listener.parted) == ("finished", "over")
    assert proof_of(game, playing.setup, log_of(manual, playing.key, game)).ok


def test_a_mistake_in_the_ladder_does_not_keep_a_match_from_ending(manual, caplog):
    def broken(connection, match_id):
        raise ZeroDivisionError

    manual.arena.matches._match_log._count = broken
    playing, guests = begin(manual)
    manual.call(playing.resign, 2)
    assert guests[0].heard()[-1]["ratings"] == []
    assert manual.stored(playing.key).state == "finished"
    assert "could not be counted" in caplog.text
    assert manual.failures == []


def test_an_organiser_can_close_a_match(manual):
    playing, guests = begin(manual)
    manual.do(manual.arena.matches.abort(playing, "An organiser ended it."))
    assert manual.stored(playing.key).state == "abandoned"
    assert guests[0].heard()[-1] == {
        "type": "error",
        "code": "broken_off",
        "sentence": "The match is closed and does not count. An organiser ended it.",
    }
    assert manual.arena.matches.running == {}


def test_a_match_that_cannot_begin_does_not_run(manual):
    with pytest.raises(Refused, match="pairs_max"):
        begin(manual, settings={"pairs_min": 9, "pairs_max": 3})
    manual.settle()
    with manual.database.engine.connect() as connection:
        assert matches.running(connection) == []
    assert manual.arena.matches.running == {}


def test_a_guest_who_is_gone_in_the_last_moment_may_come_back(manual):
    one, two = bots(manual, "b1", "b2")
    two.gone = True
    playing, _ = begin(manual, one, two)
    assert two.raw == []
    listener = Listener()
    playing.join(playing.seat_of(two.player.id), listener)
    assert listener.types() == ["start", "turn"]


def test_the_first_clocks_wait_for_everybody_to_come(manual):
    one, two = bots(manual, "b1", "b2")
    two.gone = True
    playing, _ = begin(manual, one, two)
    manual.advance(9.9)
    assert playing.match.result is None
    manual.play(playing, 1, NOP)
    manual.advance(2.9)
    assert playing.match.result is None
    manual.advance(0.3)
    assert playing.match.result.winner == 1


def test_a_match_may_be_paced(manual):
    playing = manual.do(
        manual.arena.matches.start(
            options(clock="bot"), list(manual.arena.matches.builtins.values())[:2], rated=False, pace_ms=900
        )
    )
    assert playing.clock.pace_ms == 900
    assert [most_ms for *_, most_ms in manual.bots.seated] == [120, 120], "among bots nobody thinks long"


def test_without_people_nobody_waits_for_a_round_to_be_seen(manual):
    playing, _ = begin(manual, clock="calm")
    assert (playing.clock.window_ms, playing.clock.pace_ms) == (120_000, 0)
    ann = manual.player("ann")
    table = manual.do(manual.arena.seating.open(ann, new_table(bots={2: "greedy"}, start=True, clock="calm")))
    assert manual.arena.matches.running[table.match].clock.pace_ms == 600


def test_a_server_that_stops_begins_nothing(manual):
    playing, _ = begin(manual)
    manual.do(manual.arena.drain())
    with pytest.raises(Refused) as refused:
        begin(manual)
    assert refused.value.status == 503
    manual.timers.advance(1000)
    assert playing.match.result is None


# Watching


def test_a_match_can_be_watched_by_its_key(manual):
    playing, _ = begin(manual)
    watchable = manual.arena.matches.watchable(playing.key)
    listener = Listener()
    watchable.watch(listener, since=None)
    assert (watchable.watching, watchable.round, watchable.view.round) == (1, 0, 0)
    assert listener.types() == ["start", "step"]
    assert manual.arena.matches.watchable("nothing") is None


def test_a_match_of_the_line_server_can_be_watched_and_costs_nothing_otherwise(manual):
    with ManualLineServer() as line_server:
        one, two = line_server.match()
        [live] = line_server.server.line_queues["standard"].line_matches.values()
        listeners = live.match._listeners
        watched = {live.key: WatchedLineMatch(live.key, live)}
        manual.arena.matches.beside = [watched.get]
        watchable = manual.arena.matches.watchable(live.key)
        assert manual.arena.matches.watchable(live.key) is watchable
        assert listeners == []

        one.say("nop")
        first, second = Listener(), Listener()
        watchable.watch(first)
        assert len(listeners) == 1
        start, step = first.heard()
        assert (start["seat"], step["step"], step["view"]["round"], step["waiting"]) == (0, 0, 0, [1, 2])
        two.say("nop")
        [step] = first.heard()
        assert (step["step"], step["view"]["round"]) == (3, 1)
        watchable.watch(second, since=0)
        assert [m["step"] for m in second.heard() if m["type"] == "step"] == [3]
        watchable.part(first)
        watchable.part(second)
        assert (listeners, watchable.watching) == ([], 0)

        watchable.watch(first)
        watchable.fresh(first)
        with pytest.raises(Refused, match="no chat"):
            watchable.say(0, "ann", "hi")
        one.say("quit")
        assert first.heard()[-1]["view"]["game_over"]
        watchable.closed()
        over = first.heard()[-1]
        assert (over["type"], over["record"]) == ("over", f"/api/matches/{live.key}/record")
        assert first.parted == "over"
        assert listeners == []


# After the server was killed


def test_matches_go_on_after_a_restart(database):
    with ManualArena(database) as manual:
        playing, (one, two) = begin(manual)
        play_rounds(manual, playing, 3)
        manual.play(playing, 1, {"type": "send", "source": 1, "target": 0, "ships": [1, 0, 0]})
        key, terms = playing.key, playing.terms
    with ManualArena(database) as manual:
        playing = manual.arena.matches.running[key]
        assert playing.terms == terms
        assert (playing.round, playing.number, playing.player_ids) == (3, 1, (one.player.id, two.player.id))
        assert manual.arena.matches.running_of(one.player.id) == [key]
        listeners = [Listener(), Listener()]
        for seat, listener in enumerate(listeners, 1):
            playing.join(seat, listener)
        assert [listener.types() for listener in listeners] == [["start"], ["start", "turn"]]
        manual.play(playing, 2, NOP)
        assert (playing.round, listeners[0].types()) == (4, ["turn"])
        manual.call(playing.resign, 2)
        entries = log_of(manual, key)
        assert [entry.kind for entry in entries].count(TICK) == 5
        assert proof_of(GAME, playing.setup, entries).ok


def test_after_a_restart_clocks_wait_for_the_seats_but_not_for_ever(database):
    with ManualArena(database) as manual:
        playing, _ = begin(manual)
        play_rounds(manual, playing, 1)
        key = playing.key
    with ManualArena(database, outage_grace_ms=30_000) as manual:
        playing = manual.arena.matches.running[key]
        playing.join(1, Listener())
        manual.play(playing, 1, NOP)
        manual.advance(32.9)
        assert playing.match.result is None
        manual.advance(0.3)
        assert playing.match.result.winner == 1


def test_built_in_bots_take_their_seats_again(database):
    with ManualArena(database) as manual:
        ann = manual.player("ann")
        table = manual.do(manual.arena.seating.open(ann, new_table(bots={2: "greedy"}, start=True)))
        demo = manual.do(
            manual.arena.matches.start(
                options(clock="bot"), list(manual.arena.matches.builtins.values())[:2], rated=False, pace_ms=900
            )
        )
    with ManualArena(database, demo_pace_ms=1234) as manual:
        assert (table.match, 2, "greedy", 1000) in manual.bots.seated
        assert manual.arena.matches.running[demo.key].clock.pace_ms == 1234
        assert manual.arena.matches.running[table.match].clock.pace_ms == 600


def test_a_fork_goes_on_after_a_restart(database):
    with ManualArena(database) as manual:
        ann = manual.player("ann")
        playing, _ = begin(manual)
        play_rounds(manual, playing, 3)
        manual.call(playing.resign, 1)
        table = manual.do(manual.arena.rematches.fork(ann, playing.key, Fork(step=6, seat=1, bots={"2": "random"})))
    with ManualArena(database) as manual:
        again = manual.arena.matches.running[table.match]
        assert (again.terms.fork_of, again.terms.fork_step, again.match.step) == (playing.key, 6, 6)


def test_a_match_that_cannot_go_on_is_closed_and_the_others_are_not(database, caplog):
    with ManualArena(database) as manual:
        bad, _ = begin(manual)
        good, _ = begin(manual)
        play_rounds(manual, good, 1)
    database.append((bad.id, 1, 99, 1, b"", 9))  # an entry that no rules know
    database.flush()
    with ManualArena(database) as manual:
        assert list(manual.arena.matches.running) == [good.key]
        assert manual.stored(bad.key).state == "abandoned"
        assert "match 1 of spacegoo cannot go on and is closed" in caplog.messages


def test_a_match_that_was_over_but_not_finished_is_finished_at_the_start(database):
    with ManualArena(database) as manual:
        playing, _ = begin(manual, settings={"max_rounds": 2}, rated=False)
        play_rounds(manual, playing, 1)
        key = playing.key
    rows = [(playing.id, 4, ORDER, 1, b"", 9), (playing.id, 5, ORDER, 2, b"", 9), (playing.id, 6, TICK, 0, b"", 9)]
    for row in rows:
        database.append(row)
    database.flush()
    with ManualArena(database) as manual:
        manual.settle()
        assert (manual.stored(key).state, manual.arena.matches.running) == ("finished", {})


def test_what_everybody_is_told_can_be_read_by_the_page(manual):
    """Messages are what the protocol says they are."""
    playing, guests = begin(manual)
    watcher = Listener()
    playing.watch(watcher)
    playing.say(1, "b1", "hello")
    play_rounds(manual, playing, 2)
    manual.call(playing.resign, 1)
    for raw in guests[0].raw + watcher.raw:
        msgspec.json.decode(raw, type=FromServer)
        assert json.loads(raw)["type"] in ("start", "turn", "step", "said", "over")
