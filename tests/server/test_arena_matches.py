"""Matches of the arena on a real store: rated, watched, and going on after the server was killed."""

import json

import msgspec
import pytest
from arenas import SMALL, Inn, Visitor, new_table, options
from hall import Hall
from stagehands import GAME, Ear, act, proof_of

from roundhouse.core.entries import ORDER, TICK
from roundhouse.games import GAMES
from roundhouse.protocol.api.platform import Fork, NewTable, TableOptions
from roundhouse.protocol.messages import FromServer
from roundhouse.server.errors import Refused
from roundhouse.server.tables.options import widths
from roundhouse.store import matches

NOP = {"type": "nop"}


@pytest.fixture
def inn(database):
    with Inn(database) as inn:
        yield inn


def bots(inn, *names):
    return [Visitor(inn.player(name, "bot")) for name in names]


def begin(inn, *guests, **how):
    """A match among connections."""
    guests = guests or bots(inn, "b1", "b2")
    chosen = options(**({"clock": "bot", "rated": True} | how))
    players = [guest.player for guest in guests]
    seated = dict(enumerate(guests, 1))
    playing = inn.do(inn.arena.start(chosen, players, rated=chosen.rated, guests=seated))
    return playing, guests


def log_of(inn, key, game=GAME):
    with inn.database.engine.connect() as connection:
        return matches.entries_of(connection, matches.by_key(connection, key).id, widths(game))


def play_rounds(inn, playing, count):
    for _ in range(count):
        for seat in (1, 2):
            assert inn.play(playing, seat, NOP)[0].verdicts[0].verdict == "accepted"


# Playing


def test_a_match_is_in_the_store_from_its_first_moment(inn):
    playing, guests = begin(inn)
    stored = inn.stored(playing.key)
    assert (stored.state, stored.rated, stored.line, stored.pool, stored.number) == ("running", True, False, "bots", 1)
    assert stored.player_ids == tuple(guest.player.id for guest in guests)
    assert [guest.types() for guest in guests] == [["start", "turn"]] * 2
    assert inn.arena.running_of(guests[0].player.id) == [playing.key]


def test_an_order_is_in_the_store_when_its_verdict_comes(inn):
    playing, _ = begin(inn)
    answers = []

    def answered(answer):
        answers.append(len(log_of(inn, playing.key)))

    playing.act(1, act(NOP), answered)
    assert answers == []
    inn.settle()
    assert answers == [1]


def test_a_rated_match_moves_the_ladder_and_tells_by_how_much(inn):
    playing, guests = begin(inn)
    play_rounds(inn, playing, 2)
    inn.call(playing.resign, 1)

    over = guests[0].heard()[-1]
    assert over["type"] == "over"
    [loser, winner] = over["ratings"]
    assert loser["after"] < loser["before"]
    assert winner["after"] > winner["before"]
    seats = inn.seats(playing.key)
    assert [(seat.place, seat.left) for seat in seats] == [(2, "resigned"), (1, "")]
    assert inn.stored(playing.key).state == "finished"
    assert (inn.over, inn.arena.playing, inn.arena.running_of(guests[0].player.id)) == ([playing], {}, [])
    assert [guest.parted for guest in guests] == ["over", "over"]
    assert proof_of(GAME, playing.setup, log_of(inn, playing.key)).ok


def test_a_match_that_is_not_rated_moves_nothing(inn):
    playing, guests = begin(inn, rated=False)
    inn.call(playing.resign, 1)
    assert guests[1].heard()[-1]["ratings"] == []


@pytest.mark.rule("RAL-162", "DUN-256")
@pytest.mark.parametrize("key", GAMES)
def test_who_resigns_against_a_built_in_bot_has_lost_at_once_and_can_watch_it(inn, key):
    ann, game = inn.player("ann"), GAMES[key]
    table = NewTable(
        TableOptions(game=key, seats=2, settings=SMALL.get(key, {})), 1, {"2": next(iter(game.bots))}, start=True
    )
    playing = inn.arena.playing[inn.do(inn.arena.open(ann, table)).match]
    ear = Ear()
    inn.call(playing.join, 1, ear)
    inn.call(playing.resign, 1)

    over = ear.heard()[-1]
    assert over["type"] == "over"
    assert [(place["seat"], place["place"]) for place in over["result"]["places"]] == [(1, 2), (2, 1)]
    assert [(seat.place, seat.left) for seat in inn.seats(playing.key)] == [(2, "resigned"), (1, "")]
    assert (inn.stored(playing.key).state, ear.parted) == ("finished", "over")
    assert proof_of(game, playing.setup, log_of(inn, playing.key, game)).ok


def test_a_mistake_in_the_ladder_does_not_keep_a_match_from_ending(inn, caplog):
    def broken(connection, match_id):
        raise ZeroDivisionError

    inn.arena._ledger._count = broken
    playing, guests = begin(inn)
    inn.call(playing.resign, 2)
    assert guests[0].heard()[-1]["ratings"] == []
    assert inn.stored(playing.key).state == "finished"
    assert "could not be counted" in caplog.text
    assert inn.failures == []


def test_an_organiser_can_close_a_match(inn):
    playing, guests = begin(inn)
    inn.do(inn.arena.abort(playing, "An organiser ended it."))
    assert inn.stored(playing.key).state == "abandoned"
    assert guests[0].heard()[-1] == {
        "type": "error",
        "code": "broken_off",
        "sentence": "The match is closed and does not count. An organiser ended it.",
    }
    assert inn.arena.playing == {}


def test_a_match_that_cannot_begin_does_not_run(inn):
    with pytest.raises(Refused, match="pairs_max"):
        begin(inn, settings={"pairs_min": 9, "pairs_max": 3})
    inn.settle()
    with inn.database.engine.connect() as connection:
        assert matches.running(connection) == []
    assert inn.arena.playing == {}


def test_a_guest_who_is_gone_in_the_last_moment_may_come_back(inn):
    one, two = bots(inn, "b1", "b2")
    two.gone = True
    playing, _ = begin(inn, one, two)
    assert two.raw == []
    ear = Ear()
    playing.join(playing.seat_of(two.player.id), ear)
    assert ear.types() == ["start", "turn"]


def test_the_first_clocks_wait_for_everybody_to_come(inn):
    one, two = bots(inn, "b1", "b2")
    two.gone = True
    playing, _ = begin(inn, one, two)
    inn.advance(9.9)
    assert playing.match.result is None
    inn.play(playing, 1, NOP)
    inn.advance(2.9)
    assert playing.match.result is None
    inn.advance(0.3)
    assert playing.match.result.winner == 1


def test_a_match_may_be_paced(inn):
    playing = inn.do(
        inn.arena.start(options(clock="bot"), list(inn.arena.builtins.values())[:2], rated=False, pace_ms=900)
    )
    assert playing.clock.pace_ms == 900
    assert [most_ms for *_, most_ms in inn.bots.seated] == [120, 120], "among bots nobody thinks long"


def test_without_people_nobody_waits_for_a_round_to_be_seen(inn):
    playing, _ = begin(inn, clock="calm")
    assert (playing.clock.window_ms, playing.clock.pace_ms) == (120_000, 0)
    ann = inn.player("ann")
    table = inn.do(inn.arena.open(ann, new_table(bots={2: "greedy"}, start=True, clock="calm")))
    assert inn.arena.playing[table.match].clock.pace_ms == 600


def test_a_server_that_stops_begins_nothing(inn):
    playing, _ = begin(inn)
    inn.do(inn.arena.drain())
    with pytest.raises(Refused) as refused:
        begin(inn)
    assert refused.value.status == 503
    inn.timers.advance(1000)
    assert playing.match.result is None


# Watching


def test_a_match_can_be_watched_by_its_key(inn):
    playing, _ = begin(inn)
    spectacle = inn.arena.spectacle(playing.key)
    ear = Ear()
    spectacle.watch(ear, since=None)
    assert (spectacle.watching, spectacle.round, spectacle.view.round) == (1, 0, 0)
    assert ear.types() == ["start", "step"]
    assert inn.arena.spectacle("nothing") is None


def test_a_match_of_the_line_server_can_be_watched_and_costs_nothing_otherwise(inn):
    with Hall() as hall:
        one, two = hall.match()
        [live] = hall.server.lobbies["standard"].live.values()
        listeners = live.match._listeners
        inn.arena.line_match = {live.key: live}.get
        spectacle = inn.arena.spectacle(live.key)
        assert inn.arena.spectacle(live.key) is spectacle
        assert listeners == []

        one.say("nop")
        first, second = Ear(), Ear()
        spectacle.watch(first)
        assert len(listeners) == 1
        start, step = first.heard()
        assert (start["seat"], step["step"], step["view"]["round"], step["waiting"]) == (0, 0, 0, [1, 2])
        two.say("nop")
        [step] = first.heard()
        assert (step["step"], step["view"]["round"]) == (3, 1)
        spectacle.watch(second, since=0)
        assert [m["step"] for m in second.heard() if m["type"] == "step"] == [3]
        spectacle.part(first)
        spectacle.part(second)
        assert (listeners, spectacle.watching) == ([], 0)

        spectacle.watch(first)
        spectacle.fresh(first)
        with pytest.raises(Refused, match="no chat"):
            spectacle.say(0, "ann", "hi")
        one.say("quit")
        assert first.heard()[-1]["view"]["game_over"]
        inn.arena.line_over(live)
        over = first.heard()[-1]
        assert (over["type"], over["record"]) == ("over", f"/api/matches/{live.key}/record")
        assert first.parted == "over"
        assert listeners == []


# After the server was killed


def test_matches_go_on_after_a_restart(database):
    with Inn(database) as inn:
        playing, (one, two) = begin(inn)
        play_rounds(inn, playing, 3)
        inn.play(playing, 1, {"type": "send", "source": 1, "target": 0, "ships": [1, 0, 0]})
        key, terms = playing.key, playing.terms
    with Inn(database) as inn:
        playing = inn.arena.playing[key]
        assert playing.terms == terms
        assert (playing.round, playing.number, playing.player_ids) == (3, 1, (one.player.id, two.player.id))
        assert inn.arena.running_of(one.player.id) == [key]
        ears = [Ear(), Ear()]
        for seat, ear in enumerate(ears, 1):
            playing.join(seat, ear)
        assert [ear.types() for ear in ears] == [["start"], ["start", "turn"]]
        inn.play(playing, 2, NOP)
        assert (playing.round, ears[0].types()) == (4, ["turn"])
        inn.call(playing.resign, 2)
        entries = log_of(inn, key)
        assert [entry.kind for entry in entries].count(TICK) == 5
        assert proof_of(GAME, playing.setup, entries).ok


def test_after_a_restart_clocks_wait_for_the_seats_but_not_for_ever(database):
    with Inn(database) as inn:
        playing, _ = begin(inn)
        play_rounds(inn, playing, 1)
        key = playing.key
    with Inn(database, outage_grace_ms=30_000) as inn:
        playing = inn.arena.playing[key]
        playing.join(1, Ear())
        inn.play(playing, 1, NOP)
        inn.advance(32.9)
        assert playing.match.result is None
        inn.advance(0.3)
        assert playing.match.result.winner == 1


def test_built_in_bots_take_their_seats_again(database):
    with Inn(database) as inn:
        ann = inn.player("ann")
        table = inn.do(inn.arena.open(ann, new_table(bots={2: "greedy"}, start=True)))
        demo = inn.do(
            inn.arena.start(options(clock="bot"), list(inn.arena.builtins.values())[:2], rated=False, pace_ms=900)
        )
    with Inn(database, demo_pace_ms=1234) as inn:
        assert (table.match, 2, "greedy", 1000) in inn.bots.seated
        assert inn.arena.playing[demo.key].clock.pace_ms == 1234
        assert inn.arena.playing[table.match].clock.pace_ms == 600


def test_a_fork_goes_on_after_a_restart(database):
    with Inn(database) as inn:
        ann = inn.player("ann")
        playing, _ = begin(inn)
        play_rounds(inn, playing, 3)
        inn.call(playing.resign, 1)
        table = inn.do(inn.arena.fork(ann, playing.key, Fork(step=6, seat=1, bots={"2": "random"})))
    with Inn(database) as inn:
        again = inn.arena.playing[table.match]
        assert (again.terms.fork_of, again.terms.fork_step, again.match.step) == (playing.key, 6, 6)


def test_a_match_that_cannot_go_on_is_closed_and_the_others_are_not(database, caplog):
    with Inn(database) as inn:
        bad, _ = begin(inn)
        good, _ = begin(inn)
        play_rounds(inn, good, 1)
    database.append((bad.id, 1, 99, 1, b"", 9))  # an entry that no rules know
    database.flush()
    with Inn(database) as inn:
        assert list(inn.arena.playing) == [good.key]
        assert inn.stored(bad.key).state == "abandoned"
        assert "match 1 of spacegoo cannot go on and is closed" in caplog.messages


def test_a_match_that_was_over_but_not_finished_is_finished_at_the_start(database):
    with Inn(database) as inn:
        playing, _ = begin(inn, settings={"max_rounds": 2}, rated=False)
        play_rounds(inn, playing, 1)
        key = playing.key
    rows = [(playing.id, 4, ORDER, 1, b"", 9), (playing.id, 5, ORDER, 2, b"", 9), (playing.id, 6, TICK, 0, b"", 9)]
    for row in rows:
        database.append(row)
    database.flush()
    with Inn(database) as inn:
        inn.settle()
        assert (inn.stored(key).state, inn.arena.playing) == ("finished", {})


def test_what_everybody_is_told_can_be_read_by_the_page(inn):
    """Messages are what the protocol says they are."""
    playing, guests = begin(inn)
    watcher = Ear()
    playing.watch(watcher)
    playing.say(1, "b1", "hello")
    play_rounds(inn, playing, 2)
    inn.call(playing.resign, 1)
    for raw in guests[0].raw + watcher.raw:
        msgspec.json.decode(raw, type=FromServer)
        assert json.loads(raw)["type"] in ("start", "turn", "step", "said", "over")
