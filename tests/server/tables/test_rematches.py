"""Ways to a new table: challenges, rematches, and playing on from a moment of an old match."""

import asyncio
import threading

import msgspec
import pytest
from sqlalchemy import update
from tests.server.manual_arena import SMALL, ArenaClient, ManualArena, names, new_table, options, refused
from tests.server.manual_match import GAME

from roundhouse.core.entries import leave, order, tick
from roundhouse.games import GAMES
from roundhouse.match.match import Match
from roundhouse.match.record import to_bytes
from roundhouse.match.recorder import Recorder
from roundhouse.protocol.api.platform import Fork, TableOptions
from roundhouse.server.errors import Refused
from roundhouse.server.matches.time_controls import unhurried
from roundhouse.server.tables.options import widths
from roundhouse.store import matches
from roundhouse.store.schema import platform


@pytest.fixture
def manual(database):
    with ManualArena(database) as manual:
        yield manual


# Challenges and rematches


def test_a_challenge_keeps_a_seat_and_tells(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    table = manual.do(manual.arena.rematches.challenge(ann, bob, options(rated=True)))
    assert manual.arena.tables.info(table, bob).seats[1].reserved == "bob"
    assert not table.options.rated
    assert manual.notices(bob) == [("challenged", {"table": table.key, "by": "ann", "game": "spacegoo"})]
    manual.call(manual.arena.seating.sit, table, bob)
    manual.do(manual.arena.seating.ready(table, bob, True))
    assert table.match, "who challenges is ready"


def test_who_is_told_of_a_notice_finds_it(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    disk = threading.Event()
    manual.database.submit(lambda connection: disk.wait())
    told = []
    manual.news.tell = lambda *topics, player_id=None: told.append((topics, player_id))

    async def challenge():
        await manual.arena.rematches.challenge(ann, bob, options())
        await asyncio.sleep(0.05)
        too_early = list(told)
        disk.set()
        return too_early

    assert (("me",), bob.id) not in manual.do(challenge()), "nothing was written yet"
    assert (("me",), bob.id) in told
    assert len(manual.notices(bob)) == 1


def test_who_challenges_a_built_in_bot_plays_at_once(manual):
    ann = manual.player("ann")
    table = manual.do(manual.arena.rematches.challenge(ann, manual.arena.matches.builtins["master"], options()))
    assert table.match
    assert manual.bots.seated[0][2] == "master"


def test_nobody_challenges_himself_or_somebody_who_is_blocked(manual):
    ann = manual.player("ann")
    with pytest.raises(Refused, match="somebody else"):
        manual.do(manual.arena.rematches.challenge(ann, ann, options()))
    gone = manual.player("gone")
    with pytest.raises(Refused, match="does not play"):
        manual.do(manual.arena.rematches.challenge(ann, msgspec.structs.replace(gone, blocked=True), options()))


def played(manual, *sitters, bots=None):
    """A match that is over."""
    table = manual.do(manual.arena.seating.open(sitters[0], new_table(bots=bots)))
    for who in sitters[1:]:
        manual.call(manual.arena.seating.sit, table, who)
        manual.do(manual.arena.seating.ready(table, who, True))
    manual.do(manual.arena.seating.begin(table, sitters[0]))
    playing = manual.arena.matches.running[table.match]
    for _ in range(4):
        for seat in (1, 2):
            manual.play(playing, seat, {"type": "nop"})
        manual.advance(0.7)
    manual.call(playing.resign, 1)
    assert manual.stored(playing.key).state == "finished"
    return playing


def test_in_a_rematch_the_seats_are_swapped_and_the_second_who_asks_begins_it(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    key = played(manual, ann, bob).key
    with pytest.raises(Refused, match="Only those"):
        manual.do(manual.arena.rematches.rematch(manual.player("cid"), key))
    table = manual.do(manual.arena.rematches.rematch(ann, key))
    assert names(manual.arena.tables.info(table, ann)) == ["bob", "ann"]
    assert ("rematch", {"table": table.key, "by": "ann", "game": "spacegoo"}) in manual.notices(bob)
    assert manual.do(manual.arena.rematches.rematch(ann, key)) is table
    assert manual.do(manual.arena.rematches.rematch(bob, key)) is table
    assert [seat.name for seat in manual.arena.matches.running[table.match].setup.seats] == ["bob", "ann"]
    assert manual.do(manual.arena.rematches.rematch(ann, key)) is table, "it runs already"


def test_a_rematch_against_a_built_in_bot_begins_at_once(manual):
    ann = manual.player("ann")
    table = manual.do(manual.arena.rematches.rematch(ann, played(manual, ann, bots={2: "greedy"}).key))
    assert [seat.name for seat in manual.arena.matches.running[table.match].setup.seats] == ["greedy", "ann"]


def test_there_is_no_rematch_of_what_runs_or_never_was(manual):
    ann = manual.player("ann")
    table = manual.do(manual.arena.seating.open(ann, new_table(bots={2: "greedy"}, start=True)))
    with pytest.raises(Refused, match="not over yet"):
        manual.do(manual.arena.rematches.rematch(ann, table.match))
    with pytest.raises(Refused, match="no such match"):
        manual.do(manual.arena.rematches.rematch(ann, "nothing"))


# Forks


def test_a_match_can_be_played_on_from_any_round(manual):
    ann, bob, cid = manual.player("ann"), manual.player("bob"), manual.player("cid")
    old = played(manual, ann, bob)
    table = manual.do(manual.arena.rematches.fork(cid, old.key, Fork(step=8, seat=2, bots={"1": "random"})))

    playing = manual.arena.matches.running[table.match]
    assert (table.fork_of, table.fork_step) == (old.key, 6)
    assert (playing.round, playing.match.step) == (2, 6)
    assert [seat.name for seat in playing.setup.seats] == ["random", "cid"]
    assert playing.setup.seed == old.setup.seed
    stored = manual.stored(playing.key)
    assert (stored.fork_of, stored.fork_step, stored.rated) == (old.id, 6, False)
    for seat in (1, 2):
        manual.play(playing, seat, {"type": "nop"})
    manual.advance(1)
    assert playing.round == 3


def test_a_fork_with_an_open_seat_waits_for_somebody(manual):
    ann, bob, cid = manual.player("ann"), manual.player("bob"), manual.player("cid")
    old = played(manual, ann, bob)
    table = manual.do(manual.arena.rematches.fork(cid, old.key, Fork(step=10**6, seat=1)))
    info = manual.arena.tables.info(table, cid)
    assert (info.match, info.fork_of, info.fork_step, info.unrated) == ("", old.key, 12, "fork")
    assert refused(manual.call, manual.arena.seating.change_options, table, cid, options())[0] == "fork"
    manual.call(manual.arena.seating.sit, table, ann)
    manual.do(manual.arena.seating.ready(table, ann, True))
    assert manual.arena.matches.running[table.match].round == 4


def test_a_match_that_is_archived_can_be_played_on_too(manual):
    ann = manual.player("ann")
    old = played(manual, ann, manual.player("bob"))
    with manual.database.engine.connect() as connection:
        entries = matches.entries_of(connection, old.id, widths(old.game))
    match = Match(old.game, old.setup)
    recorder = Recorder(match)
    match.restore(entries)
    record = to_bytes(recorder.record())
    manual.database.submit(lambda connection: matches.archive(connection, old.id, record)).result()

    table = manual.do(manual.arena.rematches.fork(ann, old.key, Fork(step=7, seat=1, bots={"2": "greedy"})))
    assert manual.arena.matches.running[table.match].match.step == 6

    broken = update(platform.matches).where(platform.matches.c.id == old.id).values(record=b"no record")
    manual.database.submit(lambda connection: connection.execute(broken)).result()
    with pytest.raises(Refused) as error:
        manual.do(manual.arena.rematches.fork(ann, old.key, Fork(step=7, seat=1)))
    assert (error.value.problem.code, error.value.status) == ("no_fork", 409)


def test_a_match_of_the_line_server_can_be_played_on(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    setup = GAME.setup(["ann", "bob"], seed=4, preset="classic")
    entries = [order(1, [0] * 6, 5), order(2, [0] * 6, 6), tick(6), leave(1, 5, 7), tick(8)]
    result = result_of(setup, entries)

    def write(connection):
        begun = matches.begin(
            connection, setup, (ann.id, bob.id), line=True, rated=True, pool="bots", entries=entries, now_ms=1
        )
        matches.finish(connection, begun.id, result, reason="over", now_ms=2)
        return begun

    key = manual.database.submit(write).result().key
    with pytest.raises(Refused, match="no rematch"):
        manual.do(manual.arena.rematches.rematch(ann, key))
    table = manual.do(manual.arena.rematches.fork(ann, key, Fork(step=99, seat=1, bots={"2": "random"})))
    playing = manual.arena.matches.running[table.match]
    assert (playing.match.step, playing.options.clock, playing.terms.rated) == (3, "day", False)


def result_of(setup, entries):
    match = Match(GAME, setup)
    match.restore(entries)
    return match.result


@pytest.mark.parametrize("key", GAMES)
def test_a_person_who_plays_on_from_a_match_of_bots_has_time_to_think(manual, key):
    game, ann = GAMES[key], manual.player("ann")
    two = [manual.player(name, "bot") for name in ("b1", "b2")]
    clock = "bot" if game.pace is None else "own"
    chosen = TableOptions(game=key, seats=2, clock=clock, settings={**SMALL.get(key, {}), **game.demo_settings})
    guests = {seat: ArenaClient(player) for seat, player in enumerate(two, 1)}
    old = manual.do(manual.arena.matches.start(chosen, two, rated=False, clients=guests))
    manual.call(old.resign, 1)
    manual.call(old.close_round)
    assert manual.stored(old.key).state == "finished"

    def forked(who, **how):
        table = manual.do(
            manual.arena.rematches.fork(who, old.key, Fork(step=1, seat=1, bots={"2": next(iter(game.bots))}, **how))
        )
        return table, manual.arena.matches.running.get(table.match)

    _, playing = forked(ann)
    assert playing.clock == unhurried(game, manual.arena.settings.pace_ms)
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
    with ManualArena(database) as manual:
        ann, bot = manual.player("ann"), manual.player("b1", "bot")
        old = manual.do(
            manual.arena.matches.start(
                options(game="rally", preset="", seats=2), [ann, bot], rated=False, clients={2: ArenaClient(bot)}
            )
        )
        manual.call(old.resign, 2)
        manual.do(manual.arena.rematches.fork(ann, old.key, Fork(step=0, seat=1)))
    with ManualArena(database) as manual:
        [table] = manual.arena.tables.by_key.values()
        bob = manual.player("bob")
        manual.call(manual.arena.seating.sit, table, bob)
        manual.do(manual.arena.seating.ready(table, bob, True))
        assert manual.arena.matches.running[table.match].clock.window_ms == 300_000


def test_there_is_no_fork_of_what_runs(manual):
    ann = manual.player("ann")
    table = manual.do(manual.arena.seating.open(ann, new_table(bots={2: "greedy"}, start=True)))
    with pytest.raises(Refused, match="not over yet"):
        manual.do(manual.arena.rematches.fork(ann, table.match, Fork(step=1, seat=1)))


def test_a_fork_outlives_a_restart(database):
    with ManualArena(database) as manual:
        ann, bob = manual.player("ann"), manual.player("bob")
        old = played(manual, ann, bob)
        manual.do(manual.arena.rematches.fork(ann, old.key, Fork(step=6, seat=1)))
    with ManualArena(database) as manual:
        [table] = manual.arena.tables.by_key.values()
        manual.call(manual.arena.seating.sit, table, bob)
        manual.do(manual.arena.seating.ready(table, bob, True))
        assert manual.arena.matches.running[table.match].match.step == 6
