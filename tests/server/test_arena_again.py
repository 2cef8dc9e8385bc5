"""Ways to a new table: challenges, rematches, and playing on from a moment of an old match."""

import asyncio
import threading

import msgspec
import pytest
from arenas import SMALL, Inn, Visitor, new_table, options
from sqlalchemy import update
from stagehands import GAME

from roundhouse.core.entries import leave, order, tick
from roundhouse.games import GAMES
from roundhouse.match.match import Match
from roundhouse.match.record import to_bytes
from roundhouse.match.recorder import Recorder
from roundhouse.protocol.api.platform import Fork, TableOptions
from roundhouse.server.matches.time_controls import unhurried
from roundhouse.server.errors import Refused
from roundhouse.server.tables.options import widths
from roundhouse.store import matches
from roundhouse.store.schema import platform


@pytest.fixture
def inn(database):
    with Inn(database) as inn:
        yield inn


def refused(call, *arguments, **named):
    with pytest.raises(Refused) as error:
        call(*arguments, **named)
    return error.value.problem.code, error.value.status


def names(info):
    return [seat.player.name if seat.player else seat.reserved for seat in info.seats]


# Challenges and rematches


def test_a_challenge_keeps_a_seat_and_tells(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    table = inn.do(inn.arena.challenge(ann, bob, options(rated=True)))
    assert inn.arena.info(table, bob).seats[1].reserved == "bob"
    assert not table.options.rated
    assert inn.notices(bob) == [("challenged", {"table": table.key, "by": "ann", "game": "spacegoo"})]
    inn.call(inn.arena.sit, table, bob)
    inn.do(inn.arena.ready(table, bob, True))
    assert table.match, "who challenges is ready"


def test_who_is_told_of_a_notice_finds_it(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    disk = threading.Event()
    inn.database.submit(lambda connection: disk.wait())
    told = []
    inn.news.tell = lambda *topics, player_id=None: told.append((topics, player_id))

    async def challenge():
        await inn.arena.challenge(ann, bob, options())
        await asyncio.sleep(0.05)
        too_early = list(told)
        disk.set()
        return too_early

    assert (("me",), bob.id) not in inn.do(challenge()), "nothing was written yet"
    assert (("me",), bob.id) in told
    assert len(inn.notices(bob)) == 1


def test_who_challenges_a_built_in_bot_plays_at_once(inn):
    ann = inn.player("ann")
    table = inn.do(inn.arena.challenge(ann, inn.arena.builtins["master"], options()))
    assert table.match
    assert inn.bots.seated[0][2] == "master"


def test_nobody_challenges_himself_or_somebody_who_is_blocked(inn):
    ann = inn.player("ann")
    with pytest.raises(Refused, match="somebody else"):
        inn.do(inn.arena.challenge(ann, ann, options()))
    gone = inn.player("gone")
    with pytest.raises(Refused, match="does not play"):
        inn.do(inn.arena.challenge(ann, msgspec.structs.replace(gone, blocked=True), options()))


def played(inn, *sitters, bots=None):
    """A match that is over."""
    table = inn.do(inn.arena.open(sitters[0], new_table(bots=bots)))
    for who in sitters[1:]:
        inn.call(inn.arena.sit, table, who)
        inn.do(inn.arena.ready(table, who, True))
    inn.do(inn.arena.begin(table, sitters[0]))
    playing = inn.arena.playing[table.match]
    for _ in range(4):
        for seat in (1, 2):
            inn.play(playing, seat, {"type": "nop"})
        inn.advance(0.7)
    inn.call(playing.resign, 1)
    assert inn.stored(playing.key).state == "finished"
    return playing


def test_in_a_rematch_the_seats_are_swapped_and_the_second_who_asks_begins_it(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    key = played(inn, ann, bob).key
    with pytest.raises(Refused, match="Only those"):
        inn.do(inn.arena.rematch(inn.player("cid"), key))
    table = inn.do(inn.arena.rematch(ann, key))
    assert names(inn.arena.info(table, ann)) == ["bob", "ann"]
    assert ("rematch", {"table": table.key, "by": "ann", "game": "spacegoo"}) in inn.notices(bob)
    assert inn.do(inn.arena.rematch(ann, key)) is table
    assert inn.do(inn.arena.rematch(bob, key)) is table
    assert [seat.name for seat in inn.arena.playing[table.match].setup.seats] == ["bob", "ann"]
    assert inn.do(inn.arena.rematch(ann, key)) is table, "it runs already"


def test_a_rematch_against_a_built_in_bot_begins_at_once(inn):
    ann = inn.player("ann")
    table = inn.do(inn.arena.rematch(ann, played(inn, ann, bots={2: "greedy"}).key))
    assert [seat.name for seat in inn.arena.playing[table.match].setup.seats] == ["greedy", "ann"]


def test_there_is_no_rematch_of_what_runs_or_never_was(inn):
    ann = inn.player("ann")
    table = inn.do(inn.arena.open(ann, new_table(bots={2: "greedy"}, start=True)))
    with pytest.raises(Refused, match="not over yet"):
        inn.do(inn.arena.rematch(ann, table.match))
    with pytest.raises(Refused, match="no such match"):
        inn.do(inn.arena.rematch(ann, "nothing"))


# Forks


def test_a_match_can_be_played_on_from_any_round(inn):
    ann, bob, cid = inn.player("ann"), inn.player("bob"), inn.player("cid")
    old = played(inn, ann, bob)
    table = inn.do(inn.arena.fork(cid, old.key, Fork(step=8, seat=2, bots={"1": "random"})))

    playing = inn.arena.playing[table.match]
    assert (table.fork_of, table.fork_step) == (old.key, 6)
    assert (playing.round, playing.match.step) == (2, 6)
    assert [seat.name for seat in playing.setup.seats] == ["random", "cid"]
    assert playing.setup.seed == old.setup.seed
    stored = inn.stored(playing.key)
    assert (stored.fork_of, stored.fork_step, stored.rated) == (old.id, 6, False)
    for seat in (1, 2):
        inn.play(playing, seat, {"type": "nop"})
    inn.advance(1)
    assert playing.round == 3


def test_a_fork_with_an_open_seat_waits_for_somebody(inn):
    ann, bob, cid = inn.player("ann"), inn.player("bob"), inn.player("cid")
    old = played(inn, ann, bob)
    table = inn.do(inn.arena.fork(cid, old.key, Fork(step=10**6, seat=1)))
    info = inn.arena.info(table, cid)
    assert (info.match, info.fork_of, info.fork_step, info.unrated) == ("", old.key, 12, "fork")
    assert refused(inn.call, inn.arena.change_options, table, cid, options())[0] == "fork"
    inn.call(inn.arena.sit, table, ann)
    inn.do(inn.arena.ready(table, ann, True))
    assert inn.arena.playing[table.match].round == 4


def test_a_match_that_is_archived_can_be_played_on_too(inn):
    ann = inn.player("ann")
    old = played(inn, ann, inn.player("bob"))
    with inn.database.engine.connect() as connection:
        entries = matches.entries_of(connection, old.id, widths(old.game))
    match = Match(old.game, old.setup)
    recorder = Recorder(match)
    match.restore(entries)
    record = to_bytes(recorder.record())
    inn.database.submit(lambda connection: matches.archive(connection, old.id, record)).result()

    table = inn.do(inn.arena.fork(ann, old.key, Fork(step=7, seat=1, bots={"2": "greedy"})))
    assert inn.arena.playing[table.match].match.step == 6

    broken = update(platform.matches).where(platform.matches.c.id == old.id).values(record=b"no record")
    inn.database.submit(lambda connection: connection.execute(broken)).result()
    with pytest.raises(Refused) as error:
        inn.do(inn.arena.fork(ann, old.key, Fork(step=7, seat=1)))
    assert (error.value.problem.code, error.value.status) == ("no_fork", 409)


def test_a_match_of_the_line_server_can_be_played_on(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    setup = GAME.setup(["ann", "bob"], seed=4, preset="classic")
    entries = [order(1, [0] * 6, 5), order(2, [0] * 6, 6), tick(6), leave(1, 5, 7), tick(8)]
    result = result_of(setup, entries)

    def write(connection):
        begun = matches.begin(
            connection, setup, (ann.id, bob.id), line=True, rated=True, pool="bots", entries=entries, now_ms=1
        )
        matches.finish(connection, begun.id, result, reason="over", now_ms=2)
        return begun

    key = inn.database.submit(write).result().key
    with pytest.raises(Refused, match="no rematch"):
        inn.do(inn.arena.rematch(ann, key))
    table = inn.do(inn.arena.fork(ann, key, Fork(step=99, seat=1, bots={"2": "random"})))
    playing = inn.arena.playing[table.match]
    assert (playing.match.step, playing.options.clock, playing.terms.rated) == (3, "day", False)


def result_of(setup, entries):
    match = Match(GAME, setup)
    match.restore(entries)
    return match.result


@pytest.mark.parametrize("key", GAMES)
def test_a_person_who_plays_on_from_a_match_of_bots_has_time_to_think(inn, key):
    game, ann = GAMES[key], inn.player("ann")
    two = [inn.player(name, "bot") for name in ("b1", "b2")]
    clock = "bot" if game.pace is None else "own"
    chosen = TableOptions(game=key, seats=2, clock=clock, settings={**SMALL.get(key, {}), **game.watched})
    guests = {seat: Visitor(player) for seat, player in enumerate(two, 1)}
    old = inn.do(inn.arena.start(chosen, two, rated=False, guests=guests))
    inn.call(old.resign, 1)
    inn.call(old.close_round)
    assert inn.stored(old.key).state == "finished"

    def forked(who, **how):
        table = inn.do(inn.arena.fork(who, old.key, Fork(step=1, seat=1, bots={"2": next(iter(game.bots))}, **how)))
        return table, inn.arena.playing.get(table.match)

    _, playing = forked(ann)
    assert playing.clock == unhurried(game, inn.arena.settings.pace_ms)
    assert playing.clock.window_ms >= 300_000
    assert game.pace is None or playing._pace_now().window_ms == playing.clock.window_ms
    table, _ = forked(two[0])
    assert (table.options.clock, table.options.settings) == (clock, chosen.settings), "a bot plays as before"
    _, playing = forked(ann, clock=clock)
    assert playing.clock == old.clock, "who asks for it gets it"
    with pytest.raises(Refused) as error:
        forked(ann, clock="season")
    assert (error.value.problem.code, error.value.problem.field) == ("bad_settings", "clock")


def test_the_time_of_a_fork_outlives_a_restart(database):
    with Inn(database) as inn:
        ann, bot = inn.player("ann"), inn.player("b1", "bot")
        old = inn.do(
            inn.arena.start(
                options(game="rally", preset="", seats=2), [ann, bot], rated=False, guests={2: Visitor(bot)}
            )
        )
        inn.call(old.resign, 2)
        inn.do(inn.arena.fork(ann, old.key, Fork(step=0, seat=1)))
    with Inn(database) as inn:
        [table] = inn.arena.tables.values()
        bob = inn.player("bob")
        inn.call(inn.arena.sit, table, bob)
        inn.do(inn.arena.ready(table, bob, True))
        assert inn.arena.playing[table.match].clock.window_ms == 300_000


def test_there_is_no_fork_of_what_runs(inn):
    ann = inn.player("ann")
    table = inn.do(inn.arena.open(ann, new_table(bots={2: "greedy"}, start=True)))
    with pytest.raises(Refused, match="not over yet"):
        inn.do(inn.arena.fork(ann, table.match, Fork(step=1, seat=1)))


def test_a_fork_outlives_a_restart(database):
    with Inn(database) as inn:
        ann, bob = inn.player("ann"), inn.player("bob")
        old = played(inn, ann, bob)
        inn.do(inn.arena.fork(ann, old.key, Fork(step=6, seat=1)))
    with Inn(database) as inn:
        [table] = inn.arena.tables.values()
        inn.call(inn.arena.sit, table, bob)
        inn.do(inn.arena.ready(table, bob, True))
        assert inn.arena.playing[table.match].match.step == 6
