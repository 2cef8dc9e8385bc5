"""Those who wait for rated opponents find them."""

import pytest
from sqlalchemy import select
from tests.server.matchmaking.manual_matchmaker import ManualMatchmaker, names_of
from tests.store.counted_matches import play

from roundhouse.protocol.api.platform import TableOptions
from roundhouse.server.errors import Refused
from roundhouse.server.matchmaking import matchmaker
from roundhouse.server.matchmaking.matchmaker import PER_PLAYER_MAX
from roundhouse.store import ladder, matches, players
from roundhouse.store.schema import platform


@pytest.fixture
def manual(database):
    with ManualMatchmaker(database) as manual:
        yield manual


SEATED = select(platform.seats.c.player_id)
HOUSE = {"random", "greedy", "master"}


# Meeting


def test_two_who_wait_play_a_rated_match(manual):
    wires = [manual.waiter("ann"), manual.waiter("bob")]
    manual.advance(1)

    assert manual.playing == [{"ann", "bob"}]
    assert [wire.types()[0] for wire in wires] == ["start", "start"]
    (stored,) = manual.read(lambda connection: matches.running(connection, line=False))
    assert (stored.rated, stored.listed, stored.pool, stored.edition) == (True, True, "bots", "standard")
    assert manual.matchmaker.waiting_count() == 0


def test_the_match_moves_the_ladder_and_both_wait_again(manual):
    manual.waiter("ann"), manual.waiter("bob")
    manual.advance(1)
    manual.end("bob")

    page = manual.read(lambda c: ladder.page(c, "spacegoo", "standard", "bots", now_ms=1))
    assert [(row.player.name, row.wins, row.losses) for row in page.rows] == [("ann", 1, 0), ("bob", 0, 1)]
    assert manual.matchmaker.waiting_count() == 2
    manual.advance(1)
    assert manual.playing == [{"ann", "bob"}], "nobody else is there"


def test_presets_have_queues_of_their_own(manual):
    manual.waiter("ann"), manual.waiter("bob", preset="classic")
    manual.advance(2)
    assert manual.playing == []
    manual.waiter("carl", preset="classic")
    manual.advance(1)

    assert manual.playing == [{"bob", "carl"}]
    assert manual.match_of("bob").setup.preset == "classic"


def test_whoever_leaves_is_not_paired(manual):
    ann = manual.waiter("ann")
    bob = manual.waiter("bob")
    ann.say(type="leave")
    manual.settle()
    bob.session.lost()
    manual.waiter("carl"), manual.waiter("dora")
    manual.advance(1)

    assert manual.playing == [{"carl", "dora"}]
    assert manual.matchmaker.waiting_count() == 0


def test_somebody_who_is_gone_when_the_match_begins_leaves_the_other_waiting(manual, monkeypatch):
    manual.waiter("ann")
    bob = manual.waiter("bob")
    begin = manual.matchmaker._start

    async def start(queue, group):
        bob.session.gone = True
        await begin(queue, group)

    monkeypatch.setattr(manual.matchmaker, "_start", start)
    manual.advance(1)

    assert manual.playing == []
    assert manual.matchmaker.waiting_count() == 1


def test_a_match_that_cannot_begin_leaves_both_waiting(manual, monkeypatch):
    manual.waiter("ann"), manual.waiter("bob")

    async def start(*arguments, **named):
        raise Refused("stopping", "The server is about to stop.")

    with monkeypatch.context() as patch:
        patch.setattr(manual.arena.matches, "start", start)
        manual.advance(2)
        assert manual.matchmaker.waiting_count() == 2
    manual.advance(1)
    assert manual.playing == [{"ann", "bob"}]


def test_those_who_have_just_met_wait_for_others_who_play(manual):
    for name in ("ann", "bob", "carl", "dora"):
        manual.waiter(name)
    manual.advance(1)
    pairs = manual.playing
    manual.end(sorted(pairs[0])[0])
    manual.advance(2)
    assert len(manual.playing) == 1, "others play, so they wait for them"
    manual.end(sorted(pairs[1])[0])
    manual.advance(1)

    assert len(manual.playing) == 2
    assert all(pair not in pairs for pair in manual.playing)


def test_those_who_have_just_met_play_again_if_nobody_comes(manual):
    for name in ("ann", "bob", "carl", "dora"):
        manual.waiter(name)
    manual.advance(1)
    pair = manual.playing[0]
    manual.end(sorted(pair)[0])
    manual.advance(4)

    assert pair in manual.playing


def test_who_met_whom_is_known_after_a_restart(database):
    database.submit(
        lambda c: [play(c, names, [1, 2]) for names in (["ann", "bob"], ["carl", "dora"]) for _ in range(3)]
    ).result()
    with ManualMatchmaker(database) as manual:
        for name in ("ann", "bob", "carl", "dora"):
            manual.waiter(name)
        manual.advance(1)
        assert {"ann", "bob"} not in manual.playing
        assert len(manual.playing) == 2


def test_bots_of_one_owner_do_not_meet_here(manual):
    owner = manual.player("owner", kind="person").id
    manual.waiter("mine", owner_id=owner), manual.waiter("mine-too", owner_id=owner)
    manual.advance(9)

    assert {"mine", "mine-too"} not in manual.playing
    assert len(manual.playing) == 2, "each has a built-in bot to play against"
    assert all(len(pair & HOUSE) == 1 for pair in manual.playing)


def test_a_person_and_a_bot_meet_after_a_while_in_the_mixed_pool_with_time_to_think(manual):
    manual.waiter("me", kind="person"), manual.waiter("bot")
    manual.advance(3)
    assert manual.playing == []
    manual.advance(2)

    assert manual.playing == [{"me", "bot"}]
    playing = manual.match_of("me")
    assert (playing.terms.pool, playing.options.clock) == ("mixed", "brisk")


def test_agents_have_more_time(manual):
    manual.waiter("one", kind="agent"), manual.waiter("two", kind="agent")
    manual.advance(1)

    playing = manual.match_of("one")
    assert (playing.terms.pool, playing.options.clock) == ("agents", "calm")


def test_a_guest_plays_unrated(manual):
    manual.waiter("Guest-1", kind="person", guest=True), manual.waiter("me", kind="person")
    manual.advance(1)

    assert manual.match_of("me").terms.rated is False


def test_many_find_opponents_at_once(manual):
    for n in range(30):
        manual.waiter(f"bot-{n}")
    manual.advance(1)

    assert len(manual.playing) == 15
    assert len(set().union(*manual.playing)) == 30


def test_more_than_are_paired_at_once_are_all_served_soon(manual, monkeypatch):
    monkeypatch.setattr(matchmaker, "AT_ONCE_MAX", 6)
    owner = manual.player("owner", kind="person").id
    for n in range(6):
        manual.waiter(f"mine-{n}", owner_id=owner)
    manual.waiter("ann"), manual.waiter("bob")
    manual.advance(6)

    seated = manual.read(lambda connection: set(connection.execute(SEATED).scalars()))
    assert {manual.player("ann").id, manual.player("bob").id} <= seated, (
        "those who may not meet each other stand in nobody's way"
    )


# Built-in bots


def test_whoever_waits_alone_plays_a_built_in_bot(manual):
    manual.waiter("ann")
    manual.advance(7)
    assert manual.playing == []
    manual.advance(2)

    (pair,) = manual.playing
    assert pair - HOUSE == {"ann"}
    assert manual.match_of("ann").terms.rated


def test_built_in_bots_take_turns(manual):
    manual.waiter("ann")
    met = []
    for _ in range(3):
        manual.advance(9)
        met.append((names_of(manual.match_of("ann")) - {"ann"}).pop())
        manual.end("ann")

    assert set(met) == HOUSE


def test_seats_are_drawn(manual):
    manual.waiter("ann")
    seats = set()
    for _ in range(8):
        manual.advance(9)
        seats.add([seat.name for seat in manual.match_of("ann").setup.seats].index("ann"))
        manual.end("ann")

    assert seats == {0, 1}


# Tables


def test_a_table_takes_somebody_who_waits(manual):
    wire = manual.waiter("ann")
    player = manual.player("ann")

    assert manual.matchmaker.take(player.id) is wire.session
    assert manual.matchmaker.take(player.id) is None
    assert manual.matchmaker.waiting_count() == 0


def test_whoever_is_gone_is_not_taken(manual):
    wire = manual.waiter("ann")
    wire.session.gone = True

    assert manual.matchmaker.take(manual.player("ann").id) is None


def test_a_challenged_bot_that_waits_plays_at_once(manual):
    wire = manual.waiter("bot")
    me = manual.player("me", kind="person")
    manual.run(manual.arena.rematches.challenge(me, manual.player("bot"), TableOptions(game="spacegoo", clock="brisk")))
    manual.settle()

    assert manual.playing == [{"me", "bot"}]
    assert wire.types()[0] == "start"
    assert manual.matchmaker.waiting_count() == 0
    manual.end("me")
    assert manual.matchmaker.waiting_count() == 1, "it goes on waiting for rated opponents"


def test_ratings_are_shown_at_tables(manual):
    ann = manual.player("ann").id
    assert manual.matchmaker.rating_of(ann, "spacegoo", "") is None
    manual.write(lambda connection: play(connection, ["ann", "bob"], [1, 2]))
    _, ended = manual.write(lambda connection: play(connection, ["ann", "me"], [1, 2], pool="mixed"))
    _, ended = manual.write(lambda connection: play(connection, ["ann", "me"], [1, 2], pool="mixed"))

    assert manual.matchmaker.rating_of(ann, "spacegoo", "") == ended.ratings[0].after
    assert manual.matchmaker.rating_of(ann, "spacegoo", "classic") is None


# Refusals


@pytest.mark.parametrize(
    ("hello", "code"),
    [({"game": "chess"}, "no_such_game"), ({"game": "spacegoo", "preset": "x"}, "no_preset")],
)
def test_what_is_not_played_here_is_refused(manual, hello, code):
    assert manual.wire("ann").hello(**hello).types()[-1] == code


def test_one_player_waits_a_few_times_at_most(manual):
    for _ in range(PER_PLAYER_MAX):
        manual.waiter("ann")

    assert manual.wire("ann").hello(game="spacegoo").types()[-1] == "too_many_waiting"
    manual.advance(1)
    assert manual.playing == [], "and never against itself"


def test_a_blocked_player_is_sent_away(manual):
    wire = manual.waiter("ann")
    manual.write(lambda connection: players.change(connection, manual.player("ann").id, blocked=True))
    manual.advance(1)

    assert wire.types() == ["blocked"]
    assert wire.closed == "blocked"


# The end


def test_after_the_end_nothing_begins(manual):
    manual.waiter("ann"), manual.waiter("bob")
    manual.run(manual.matchmaker.stop())
    manual.advance(20)

    assert manual.playing == []
    assert manual.read(lambda connection: connection.execute(select(platform.matches)).all()) == []
