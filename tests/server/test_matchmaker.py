"""Those who wait for rated opponents find them."""

import pytest
from sqlalchemy import select
from tests.server.matchroom import MatchRoom, names_of
from tests.store.counted import play

from roundhouse.protocol.api.platform import TableOptions
from roundhouse.server.matchmaking import matchmaker
from roundhouse.server.matchmaking.matchmaker import PER_PLAYER_MAX
from roundhouse.server.errors import Refused
from roundhouse.store import ladder, matches, players
from roundhouse.store.schema import platform


@pytest.fixture
def room(database):
    with MatchRoom(database) as room:
        yield room


SEATED = select(platform.seats.c.player_id)
HOUSE = {"random", "greedy", "master"}


# Meeting


def test_two_who_wait_play_a_rated_match(room):
    wires = [room.waiter("ann"), room.waiter("bob")]
    room.advance(1)

    assert room.playing == [{"ann", "bob"}]
    assert [wire.types()[0] for wire in wires] == ["start", "start"]
    (stored,) = room.read(lambda connection: matches.running(connection, line=False))
    assert (stored.rated, stored.listed, stored.pool, stored.edition) == (True, True, "bots", "standard")
    assert room.matchmaker.waiting_count() == 0


def test_the_match_moves_the_ladder_and_both_wait_again(room):
    room.waiter("ann"), room.waiter("bob")
    room.advance(1)
    room.end("bob")

    page = room.read(lambda c: ladder.page(c, "spacegoo", "standard", "bots", now_ms=1))
    assert [(row.player.name, row.wins, row.losses) for row in page.rows] == [("ann", 1, 0), ("bob", 0, 1)]
    assert room.matchmaker.waiting_count() == 2
    room.advance(1)
    assert room.playing == [{"ann", "bob"}], "nobody else is there"


def test_presets_have_queues_of_their_own(room):
    room.waiter("ann"), room.waiter("bob", preset="classic")
    room.advance(2)
    assert room.playing == []
    room.waiter("carl", preset="classic")
    room.advance(1)

    assert room.playing == [{"bob", "carl"}]
    assert room.match_of("bob").setup.preset == "classic"


def test_whoever_leaves_is_not_paired(room):
    ann = room.waiter("ann")
    bob = room.waiter("bob")
    ann.say(type="leave")
    room.settle()
    bob.session.lost()
    room.waiter("carl"), room.waiter("dora")
    room.advance(1)

    assert room.playing == [{"carl", "dora"}]
    assert room.matchmaker.waiting_count() == 0


def test_somebody_who_is_gone_when_the_match_begins_leaves_the_other_waiting(room, monkeypatch):
    room.waiter("ann")
    bob = room.waiter("bob")
    begin = room.matchmaker._start

    async def start(queue, group):
        bob.session.gone = True
        await begin(queue, group)

    monkeypatch.setattr(room.matchmaker, "_start", start)
    room.advance(1)

    assert room.playing == []
    assert room.matchmaker.waiting_count() == 1


def test_a_match_that_cannot_begin_leaves_both_waiting(room, monkeypatch):
    room.waiter("ann"), room.waiter("bob")

    async def start(*arguments, **named):
        raise Refused("stopping", "The server is about to stop.")

    with monkeypatch.context() as patch:
        patch.setattr(room.arena, "start", start)
        room.advance(2)
        assert room.matchmaker.waiting_count() == 2
    room.advance(1)
    assert room.playing == [{"ann", "bob"}]


def test_those_who_have_just_met_wait_for_others_who_play(room):
    for name in ("ann", "bob", "carl", "dora"):
        room.waiter(name)
    room.advance(1)
    pairs = room.playing
    room.end(sorted(pairs[0])[0])
    room.advance(2)
    assert len(room.playing) == 1, "others play, so they wait for them"
    room.end(sorted(pairs[1])[0])
    room.advance(1)

    assert len(room.playing) == 2
    assert all(pair not in pairs for pair in room.playing)


def test_those_who_have_just_met_play_again_if_nobody_comes(room):
    for name in ("ann", "bob", "carl", "dora"):
        room.waiter(name)
    room.advance(1)
    pair = room.playing[0]
    room.end(sorted(pair)[0])
    room.advance(4)

    assert pair in room.playing


def test_who_met_whom_is_known_after_a_restart(database):
    database.submit(
        lambda c: [play(c, names, [1, 2]) for names in (["ann", "bob"], ["carl", "dora"]) for _ in range(3)]
    ).result()
    with MatchRoom(database) as room:
        for name in ("ann", "bob", "carl", "dora"):
            room.waiter(name)
        room.advance(1)
        assert {"ann", "bob"} not in room.playing
        assert len(room.playing) == 2


def test_bots_of_one_owner_do_not_meet_here(room):
    owner = room.player("owner", kind="person").id
    room.waiter("mine", owner_id=owner), room.waiter("mine-too", owner_id=owner)
    room.advance(9)

    assert {"mine", "mine-too"} not in room.playing
    assert len(room.playing) == 2, "each has a built-in bot to play against"
    assert all(len(pair & HOUSE) == 1 for pair in room.playing)


def test_a_person_and_a_bot_meet_after_a_while_in_the_mixed_pool_with_time_to_think(room):
    room.waiter("me", kind="person"), room.waiter("bot")
    room.advance(3)
    assert room.playing == []
    room.advance(2)

    assert room.playing == [{"me", "bot"}]
    playing = room.match_of("me")
    assert (playing.terms.pool, playing.options.clock) == ("mixed", "brisk")


def test_agents_have_more_time(room):
    room.waiter("one", kind="agent"), room.waiter("two", kind="agent")
    room.advance(1)

    playing = room.match_of("one")
    assert (playing.terms.pool, playing.options.clock) == ("agents", "calm")


def test_a_guest_plays_unrated(room):
    room.waiter("Guest-1", kind="person", guest=True), room.waiter("me", kind="person")
    room.advance(1)

    assert room.match_of("me").terms.rated is False


def test_many_find_opponents_at_once(room):
    for n in range(30):
        room.waiter(f"bot-{n}")
    room.advance(1)

    assert len(room.playing) == 15
    assert len(set().union(*room.playing)) == 30


def test_more_than_are_paired_at_once_are_all_served_soon(room, monkeypatch):
    monkeypatch.setattr(matchmaker, "AT_ONCE_MAX", 6)
    owner = room.player("owner", kind="person").id
    for n in range(6):
        room.waiter(f"mine-{n}", owner_id=owner)
    room.waiter("ann"), room.waiter("bob")
    room.advance(6)

    seated = room.read(lambda connection: set(connection.execute(SEATED).scalars()))
    assert {room.player("ann").id, room.player("bob").id} <= seated, (
        "those who may not meet each other stand in nobody's way"
    )


# Built-in bots


def test_whoever_waits_alone_plays_a_built_in_bot(room):
    room.waiter("ann")
    room.advance(7)
    assert room.playing == []
    room.advance(2)

    (pair,) = room.playing
    assert pair - HOUSE == {"ann"}
    assert room.match_of("ann").terms.rated


def test_built_in_bots_take_turns(room):
    room.waiter("ann")
    met = []
    for _ in range(3):
        room.advance(9)
        met.append((names_of(room.match_of("ann")) - {"ann"}).pop())
        room.end("ann")

    assert set(met) == HOUSE


def test_seats_are_drawn(room):
    room.waiter("ann")
    seats = set()
    for _ in range(8):
        room.advance(9)
        seats.add([seat.name for seat in room.match_of("ann").setup.seats].index("ann"))
        room.end("ann")

    assert seats == {0, 1}


# Tables


def test_a_table_takes_somebody_who_waits(room):
    wire = room.waiter("ann")
    player = room.player("ann")

    assert room.matchmaker.take(player.id) is wire.session
    assert room.matchmaker.take(player.id) is None
    assert room.matchmaker.waiting_count() == 0


def test_whoever_is_gone_is_not_taken(room):
    wire = room.waiter("ann")
    wire.session.gone = True

    assert room.matchmaker.take(room.player("ann").id) is None


def test_a_challenged_bot_that_waits_plays_at_once(room):
    wire = room.waiter("bot")
    me = room.player("me", kind="person")
    room.run(room.arena.challenge(me, room.player("bot"), TableOptions(game="spacegoo", clock="brisk")))
    room.settle()

    assert room.playing == [{"me", "bot"}]
    assert wire.types()[0] == "start"
    assert room.matchmaker.waiting_count() == 0
    room.end("me")
    assert room.matchmaker.waiting_count() == 1, "it goes on waiting for rated opponents"


def test_ratings_are_shown_at_tables(room):
    ann = room.player("ann").id
    assert room.matchmaker.rating_of(ann, "spacegoo", "") is None
    room.write(lambda connection: play(connection, ["ann", "bob"], [1, 2]))
    _, ended = room.write(lambda connection: play(connection, ["ann", "me"], [1, 2], pool="mixed"))
    _, ended = room.write(lambda connection: play(connection, ["ann", "me"], [1, 2], pool="mixed"))

    assert room.matchmaker.rating_of(ann, "spacegoo", "") == ended.ratings[0].after
    assert room.matchmaker.rating_of(ann, "spacegoo", "classic") is None


# Refusals


@pytest.mark.parametrize(
    ("hello", "code"),
    [({"game": "chess"}, "no_such_game"), ({"game": "spacegoo", "preset": "x"}, "no_preset")],
)
def test_what_is_not_played_here_is_refused(room, hello, code):
    assert room.wire("ann").hello(**hello).types()[-1] == code


def test_one_player_waits_a_few_times_at_most(room):
    for _ in range(PER_PLAYER_MAX):
        room.waiter("ann")

    assert room.wire("ann").hello(game="spacegoo").types()[-1] == "too_many_waiting"
    room.advance(1)
    assert room.playing == [], "and never against itself"


def test_a_blocked_player_is_sent_away(room):
    wire = room.waiter("ann")
    room.write(lambda connection: players.change(connection, room.player("ann").id, blocked=True))
    room.advance(1)

    assert wire.types() == ["blocked"]
    assert wire.closed == "blocked"


# The end


def test_after_the_end_nothing_begins(room):
    room.waiter("ann"), room.waiter("bob")
    room.run(room.matchmaker.stop())
    room.advance(20)

    assert room.playing == []
    assert room.read(lambda connection: connection.execute(select(platform.matches)).all()) == []
