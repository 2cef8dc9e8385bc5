"""Tables in the arena: opened, filled, started, kept over a restart, and closed when nobody wants them."""

import pytest
from tests.server.manual_arena import ArenaClient, ManualArena, names, new_table, options, refused

from roundhouse.server.errors import Refused
from roundhouse.server.tables.open_tables import DESERTED_MS, FORGOTTEN_MS, REMEMBERED_MS
from roundhouse.server.tables.seating import HOSTED_MAX
from roundhouse.store import open_tables


@pytest.fixture
def manual(database):
    with ManualArena(database) as manual:
        yield manual


# Opening


def test_a_table_shows_who_sits_there_and_what_will_be_played(manual):
    ann = manual.player("ann")
    table = manual.do(manual.arena.seating.open(ann, new_table(bots={2: "greedy"}, preset="")))

    info = manual.arena.tables.info(table, ann)
    assert (info.host, info.mine, info.my_seat, info.match) == ("ann", True, 1, "")
    assert (info.options.preset, info.options.seats, info.options.clock) == ("standard", 2, "brisk")
    assert names(info) == ["ann", "greedy"]
    assert [seat.ready for seat in info.seats] == [False, True]
    other = manual.arena.tables.info(table, None)
    assert (other.mine, other.my_seat) == (False, 0)
    assert manual.arena.tables.table_of(ann.id) is table
    assert manual.arena.tables.table_of(99) is None


def test_a_match_can_begin_at_once(manual):
    ann = manual.player("ann")
    table = manual.do(manual.arena.seating.open(ann, new_table(bots={2: "greedy"}, start=True)))

    playing = manual.arena.matches.running[table.match]
    assert [seat.name for seat in playing.setup.seats] == ["ann", "greedy"]
    assert manual.bots.seated == [(playing.key, 2, "greedy", 1000)]
    assert manual.arena.matches.running_of(ann.id) == [playing.key]
    assert manual.stored(playing.key).pool == "mixed"
    assert manual.arena.tables.table_of(ann.id) is None


@pytest.mark.parametrize(
    ("how", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"preset": "modern"}, "preset"),
        ({"seats": 3}, "seats"),
        ({"settings": {"max_rounds": 0}}, "max_rounds"),
        ({"settings": {"speed": 3}}, "speed"),
        ({"settings": {"pairs_min": 5, "pairs_max": 4}}, "pairs_min"),
        ({"settings": {"map": {"planets": []}}}, "planets"),
        ({"seat": 3}, "seat"),
        ({"bots": {2: "deep thought"}}, "bot"),
        ({"bots": {"x": "greedy"}}, "bots"),
        ({"bots": {9: "greedy"}}, "seat"),
        ({"bots": {1: "greedy"}}, "seat"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_field(manual, how, field):
    ann = manual.player("ann")
    with pytest.raises(Refused) as error:
        manual.do(manual.arena.seating.open(ann, new_table(**how)))
    assert error.value.problem.field == field
    assert manual.arena.tables.by_key == {}


def test_four_can_play_where_the_game_allows_it(manual):
    table = manual.do(
        manual.arena.seating.open(
            manual.player("ann"), new_table(seats=4, bots={2: "greedy", 3: "greedy", 4: "random"})
        )
    )
    manual.do(manual.arena.seating.begin(table, manual.player("ann")))
    setup = manual.arena.matches.running[table.match].setup
    assert [seat.name for seat in setup.seats] == ["ann", "greedy", "greedy 2", "random"]
    assert setup.settings["players"] == 4


def test_nobody_opens_countless_tables(manual):
    ann = manual.player("ann")
    for _ in range(HOSTED_MAX):
        manual.do(manual.arena.seating.open(ann, new_table(seat=0)))
    with pytest.raises(Refused) as error:
        manual.do(manual.arena.seating.open(ann, new_table(seat=0)))
    assert (error.value.problem.code, error.value.status) == ("too_many_tables", 429)


# Sitting


def test_when_everybody_is_ready_the_match_starts(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    table = manual.do(manual.arena.seating.open(ann, new_table()))
    manual.call(manual.arena.seating.sit, table, bob)
    manual.do(manual.arena.seating.ready(table, bob, True))
    assert table.match == ""
    manual.do(manual.arena.seating.ready(table, ann, True))

    assert table.match in manual.arena.matches.running
    assert manual.notices(ann) == [
        ("match_started", {"match": table.match, "game": "spacegoo"}),
        ("seat_taken", {"table": table.key, "by": "bob", "game": "spacegoo"}),
    ]
    assert refused(manual.call, manual.arena.seating.sit, table, manual.player("cid")) == ("started", 409)
    manual.call(manual.arena.seating.stand, table, ann)  # nobody can leave what is over
    assert manual.arena.tables.info(table, ann).match == table.match


def test_the_host_can_start_when_all_seats_are_taken(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    table = manual.do(manual.arena.seating.open(ann, new_table()))
    assert refused(manual.do, manual.arena.seating.begin(table, ann)) == ("not_full", 409)
    manual.call(manual.arena.seating.sit, table, bob)
    assert refused(manual.do, manual.arena.seating.begin(table, bob)) == ("not_host", 403)
    assert refused(manual.do, manual.arena.seating.begin(table, ann)) == ("not_ready", 409)
    manual.do(manual.arena.seating.ready(table, bob, True))
    assert table.match == "", "the host has the last word"
    manual.do(manual.arena.seating.begin(table, ann))
    assert manual.stored(table.match).pool == "people"


def test_a_person_sits_at_one_table(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    first = manual.do(manual.arena.seating.open(ann, new_table()))
    second = manual.do(manual.arena.seating.open(bob, new_table()))
    manual.call(manual.arena.seating.sit, second, ann)
    assert manual.arena.tables.table_of(ann.id) is second
    assert first.key not in manual.arena.tables.by_key, "nobody was left there"
    assert refused(manual.call, manual.arena.seating.sit, first, bob) == ("no_table", 404)


def test_a_host_who_leaves_passes_the_table_on_or_closes_it(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    table = manual.do(manual.arena.seating.open(ann, new_table()))
    manual.call(manual.arena.seating.sit, table, bob)
    manual.call(manual.arena.seating.stand, table, ann)
    assert manual.arena.tables.info(table, bob).mine
    manual.call(manual.arena.seating.stand, table, bob)
    assert manual.arena.tables.by_key == {}


def test_only_a_host_closes_a_table_or_whoever_may_do_everything(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    for who in (ann, None):
        table = manual.do(manual.arena.seating.open(ann, new_table()))
        assert refused(manual.call, manual.arena.seating.close, table, bob) == ("not_host", 403)
        manual.call(manual.arena.seating.close, table, who)
        assert manual.arena.tables.by_key == {}


def test_the_host_changes_seats_and_options(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    table = manual.do(manual.arena.seating.open(ann, new_table()))
    manual.call(manual.arena.seating.sit, table, bob)
    assert refused(manual.call, manual.arena.seating.change_seat, table, bob, 1, "") == ("not_host", 403)
    assert refused(manual.call, manual.arena.seating.change_seat, table, ann, 2, "greedy") == ("seat_taken", 409)
    manual.call(manual.arena.seating.change_seat, table, ann, 2, "")
    assert refused(manual.call, manual.arena.seating.sit, table, bob) == ("kicked", 403)
    manual.settle()
    assert manual.notices(bob) == [("seat_lost", {"table": table.key, "by": "ann", "game": "spacegoo"})]
    manual.call(manual.arena.seating.change_seat, table, ann, 2, "greedy")
    manual.call(manual.arena.seating.change_seat, table, ann, 2, "random")
    manual.call(manual.arena.seating.change_options, table, ann, options(preset="standard", clock="calm"))
    assert names(manual.arena.tables.info(table, ann)) == ["ann", "random"]
    assert table.options.clock == "calm"
    assert refused(manual.call, manual.arena.seating.change_options, table, ann, options(seats=7))[0] == "bad_settings"
    manual.do(manual.arena.seating.ready(table, ann, True))
    assert manual.arena.matches.running[table.match].clock.key == "calm"


# Bots from outside


def test_a_bot_that_connects_to_a_table_is_ready(manual):
    ann = manual.player("ann")
    bot = manual.player("wanderer", "bot")
    table = manual.do(manual.arena.seating.open(ann, new_table()))
    visitor = ArenaClient(bot)
    manual.call(manual.arena.seating.sit, table, bot, 0, client=visitor)
    assert manual.arena.tables.info(table, None).seats[1].ready
    manual.do(manual.arena.seating.ready(table, ann, True))
    assert (visitor.live.key, visitor.seat_no) == (table.match, 2)
    assert visitor.types() == ["start", "turn"]


def test_two_bots_at_a_table_begin_by_themselves(manual):
    ann = manual.player("ann")
    table = manual.do(manual.arena.seating.open(ann, new_table(seat=0)))
    bots = [ArenaClient(manual.player(name, "bot")) for name in ("b1", "b2")]
    for bot in bots:
        manual.call(manual.arena.seating.sit, table, bot.player, 0, client=bot)
    assert [bot.types() for bot in bots] == [["start", "turn"]] * 2
    assert manual.stored(table.match).pool == "bots"


def test_a_bot_that_is_gone_is_waited_for_again(manual):
    ann, bot = manual.player("ann"), manual.player("wanderer", "bot")
    table = manual.do(manual.arena.seating.open(ann, new_table()))
    visitor = ArenaClient(bot)
    manual.call(manual.arena.seating.sit, table, bot, 0, client=visitor)
    visitor.gone = True
    assert refused(manual.do, manual.arena.seating.begin(table, ann)) == ("player_gone", 409)
    assert names(manual.arena.tables.info(table, None)) == ["ann", "wanderer"]
    assert manual.arena.tables.info(table, None).seats[1].player is None
    manual.call(manual.arena.seating.sit, table, bot, 0, client=ArenaClient(bot))
    manual.do(manual.arena.seating.begin(table, ann))
    assert table.match


def test_a_newer_connection_of_a_bot_takes_its_place_at_the_table(manual):
    ann, bot = manual.player("ann"), manual.player("wanderer", "bot")
    table = manual.do(manual.arena.seating.open(ann, new_table()))

    class Session(ArenaClient):
        def end(self, code, sentence):
            super().end(code, sentence)
            manual.arena.seating.stand(table, bot)  # what a connection does when it ends

    old, newer = Session(bot), Session(bot)
    manual.call(manual.arena.seating.sit, table, bot, 0, client=old)
    manual.call(manual.arena.seating.sit, table, bot, 0, client=newer)
    assert (old.ended, newer.ended) == ("replaced", None)
    assert table.seat_of(bot.id) == 2


def test_a_waiting_bot_can_be_asked_to_a_table(manual):
    ann = manual.player("ann")
    bot = manual.player("waiting", "bot", owner_id=manual.player("bob").id)
    visitor = ArenaClient(bot)
    manual.arena.seating.take = {bot.id: visitor}.get
    table = manual.do(manual.arena.seating.open(ann, new_table(bots={2: "Waiting"})))
    assert names(manual.arena.tables.info(table, None)) == ["ann", "waiting"]
    manual.do(manual.arena.seating.begin(table, ann))
    assert visitor.seat_no == 2


def test_an_own_bot_that_is_not_there_has_its_seat_kept(manual):
    ann = manual.player("ann")
    bot = manual.player("mine", "bot", owner_id=ann.id)
    table = manual.do(manual.arena.seating.open(ann, new_table(bots={2: "mine"})))
    assert manual.arena.tables.info(table, ann).seats[1].reserved == "mine"
    assert refused(manual.call, manual.arena.seating.sit, table, manual.player("cid"))[0] == "full"
    manual.call(manual.arena.seating.sit, table, bot, 0, client=ArenaClient(bot))
    assert table.full
    assert refused(manual.call, manual.arena.seating.change_seat, table, ann, 1, "mine")[0] == "seated"


def test_a_bot_without_a_connection_has_a_seat_kept_at_its_own_table(manual):
    bot, ann = manual.player("loner", "bot"), manual.player("ann")
    table = manual.do(manual.arena.seating.open(bot, new_table(bots={2: "greedy"})))
    assert manual.arena.tables.info(table, bot).seats[0].reserved == "loner"
    assert refused(manual.call, manual.arena.seating.sit, table, bot) == ("connect", 409)
    manual.call(manual.arena.seating.sit, table, bot, 0, client=ArenaClient(bot))
    assert table.match
    challenge = manual.do(manual.arena.rematches.challenge(bot, ann, options()))
    assert [seat.reserved for seat in manual.arena.tables.info(challenge, None).seats] == ["loner", "ann"]


def test_persons_are_not_put_at_tables(manual):
    ann = manual.player("ann")
    manual.player("bob")
    table = manual.do(manual.arena.seating.open(ann, new_table()))
    assert refused(manual.call, manual.arena.seating.change_seat, table, ann, 2, "bob")[0] == "no_such_bot"


def test_who_waits_at_a_table_that_closes_is_sent_away(manual):
    ann, bot = manual.player("ann"), manual.player("wanderer", "bot")
    for close in (
        lambda table: manual.arena.seating.close(table, ann),
        lambda table: manual.arena.seating.change_seat(table, ann, 2, ""),
    ):
        table = manual.do(manual.arena.seating.open(ann, new_table()))
        visitor = ArenaClient(bot)
        manual.call(manual.arena.seating.sit, table, bot, 0, client=visitor)
        manual.call(close, table)
        assert visitor.ended in ("table_closed", "kicked")


# When it counts


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({}, ""),
        ({"settings": {"max_rounds": 100}}, "settings"),
        ({"seed": 5}, "seed"),
        ({"rated": False}, None),
    ],
)
def test_the_host_is_told_why_a_match_would_not_count(manual, how, why):
    ann = manual.player("ann")
    table = manual.do(manual.arena.seating.open(ann, new_table(bots={2: "greedy"}, **({"rated": True} | how))))
    assert manual.arena.tables.info(table, ann).unrated == (why or "")
    manual.do(manual.arena.seating.begin(table, ann))
    assert manual.stored(table.match).rated == (why == "")


def test_guests_and_own_bots_do_not_count(manual):
    guest = manual.player("guest", guest=True)
    table = manual.do(manual.arena.seating.open(guest, new_table(bots={2: "greedy"}, rated=True)))
    assert manual.arena.tables.info(table, guest).unrated == "guest"
    ann = manual.player("ann")
    bot = manual.player("mine", "bot", owner_id=ann.id)
    table = manual.do(manual.arena.seating.open(ann, new_table(rated=True)))
    manual.call(manual.arena.seating.sit, table, bot, 0, client=ArenaClient(bot))
    assert manual.arena.tables.info(table, ann).unrated == "owner"


# Time


def test_deserted_tables_are_closed_and_old_ones_forgotten(manual):
    ann, bob = manual.player("ann"), manual.player("bob")
    empty = manual.do(manual.arena.seating.open(ann, new_table(seat=0, bots={1: "greedy"})))
    taken = manual.do(manual.arena.seating.open(bob, new_table()))
    begun = manual.do(manual.arena.seating.open(ann, new_table(bots={2: "greedy"}, start=True)))
    manual.arena.matches.running[begun.match].stop()
    manual.advance(REMEMBERED_MS / 1000 + 61)
    assert set(manual.arena.tables.by_key) == {empty.key, taken.key}
    manual.advance((DESERTED_MS - REMEMBERED_MS) / 1000)
    assert set(manual.arena.tables.by_key) == {taken.key}
    manual.advance(FORGOTTEN_MS / 1000)
    assert manual.arena.tables.by_key == {}


def test_tables_outlive_a_restart(database):
    with ManualArena(database) as manual:
        ann, bob = manual.player("ann"), manual.player("bob")
        bot = manual.player("wanderer", "bot")
        one = manual.do(manual.arena.seating.open(ann, new_table(seats=4, bots={2: "greedy"}, listed=False)))
        manual.call(manual.arena.seating.sit, one, bot, 3, client=ArenaClient(bot))
        closed = manual.do(manual.arena.seating.open(bob, new_table()))
        manual.call(manual.arena.seating.close, closed, bob)
        begun = manual.do(manual.arena.seating.open(bob, new_table(bots={2: "greedy"}, start=True)))
        manual.arena.matches.running[begun.match].stop()
    with ManualArena(database) as manual:
        [table] = manual.arena.tables.by_key.values()
        assert names(manual.arena.tables.info(table, ann)) == ["ann", "greedy", "wanderer", ""]
        assert table.seats[2].sitter is None, "its connection is gone"
        assert not table.options.listed
        manual.call(manual.arena.seating.sit, table, bot, 0, client=ArenaClient(bot))
        manual.call(manual.arena.seating.sit, table, bob)
        manual.do(manual.arena.seating.ready(table, bob, True))
        manual.do(manual.arena.seating.begin(table, ann))
        assert table.match in manual.arena.matches.running


def test_a_table_that_cannot_be_read_is_dropped(database, caplog):
    database.submit(lambda connection: open_tables.keep(connection, "bad", b"\x00", 1)).result()
    with ManualArena(database) as manual:
        assert manual.arena.tables.by_key == {}
    with database.engine.connect() as connection:
        assert open_tables.all(connection) == []
