"""Tables in the arena: opened, filled, started, kept over a restart, and closed when nobody wants them."""

import pytest
from arenas import Inn, Visitor, new_table, options

from roundhouse.server.errors import Refused
from roundhouse.server.tables.open_tables import DESERTED_MS, FORGOTTEN_MS, REMEMBERED_MS
from roundhouse.server.tables.seating import HOSTED_MAX
from roundhouse.store import open_tables


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


# Opening


def test_a_table_shows_who_sits_there_and_what_will_be_played(inn):
    ann = inn.player("ann")
    table = inn.do(inn.arena.open(ann, new_table(bots={2: "greedy"}, preset="")))

    info = inn.arena.info(table, ann)
    assert (info.host, info.mine, info.my_seat, info.match) == ("ann", True, 1, "")
    assert (info.options.preset, info.options.seats, info.options.clock) == ("standard", 2, "brisk")
    assert names(info) == ["ann", "greedy"]
    assert [seat.ready for seat in info.seats] == [False, True]
    other = inn.arena.info(table, None)
    assert (other.mine, other.my_seat) == (False, 0)
    assert inn.arena.table_of(ann.id) is table
    assert inn.arena.table_of(99) is None


def test_a_match_can_begin_at_once(inn):
    ann = inn.player("ann")
    table = inn.do(inn.arena.open(ann, new_table(bots={2: "greedy"}, start=True)))

    playing = inn.arena.playing[table.match]
    assert [seat.name for seat in playing.setup.seats] == ["ann", "greedy"]
    assert inn.bots.seated == [(playing.key, 2, "greedy", 1000)]
    assert inn.arena.running_of(ann.id) == [playing.key]
    assert inn.stored(playing.key).pool == "mixed"
    assert inn.arena.table_of(ann.id) is None


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
def test_what_cannot_be_played_is_refused_with_the_field(inn, how, field):
    ann = inn.player("ann")
    with pytest.raises(Refused) as error:
        inn.do(inn.arena.open(ann, new_table(**how)))
    assert error.value.problem.field == field
    assert inn.arena.tables == {}


def test_four_can_play_where_the_game_allows_it(inn):
    table = inn.do(inn.arena.open(inn.player("ann"), new_table(seats=4, bots={2: "greedy", 3: "greedy", 4: "random"})))
    inn.do(inn.arena.begin(table, inn.player("ann")))
    setup = inn.arena.playing[table.match].setup
    assert [seat.name for seat in setup.seats] == ["ann", "greedy", "greedy 2", "random"]
    assert setup.settings["players"] == 4


def test_nobody_opens_countless_tables(inn):
    ann = inn.player("ann")
    for _ in range(HOSTED_MAX):
        inn.do(inn.arena.open(ann, new_table(seat=0)))
    with pytest.raises(Refused) as error:
        inn.do(inn.arena.open(ann, new_table(seat=0)))
    assert (error.value.problem.code, error.value.status) == ("too_many_tables", 429)


# Sitting


def test_when_everybody_is_ready_the_match_starts(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    table = inn.do(inn.arena.open(ann, new_table()))
    inn.call(inn.arena.sit, table, bob)
    inn.do(inn.arena.ready(table, bob, True))
    assert table.match == ""
    inn.do(inn.arena.ready(table, ann, True))

    assert table.match in inn.arena.playing
    assert inn.notices(ann) == [
        ("match_started", {"match": table.match, "game": "spacegoo"}),
        ("seat_taken", {"table": table.key, "by": "bob", "game": "spacegoo"}),
    ]
    assert refused(inn.call, inn.arena.sit, table, inn.player("cid")) == ("started", 409)
    inn.call(inn.arena.stand, table, ann)  # nobody can leave what is over
    assert inn.arena.info(table, ann).match == table.match


def test_the_host_can_start_when_all_seats_are_taken(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    table = inn.do(inn.arena.open(ann, new_table()))
    assert refused(inn.do, inn.arena.begin(table, ann)) == ("not_full", 409)
    inn.call(inn.arena.sit, table, bob)
    assert refused(inn.do, inn.arena.begin(table, bob)) == ("not_host", 403)
    assert refused(inn.do, inn.arena.begin(table, ann)) == ("not_ready", 409)
    inn.do(inn.arena.ready(table, bob, True))
    assert table.match == "", "the host has the last word"
    inn.do(inn.arena.begin(table, ann))
    assert inn.stored(table.match).pool == "people"


def test_a_person_sits_at_one_table(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    first = inn.do(inn.arena.open(ann, new_table()))
    second = inn.do(inn.arena.open(bob, new_table()))
    inn.call(inn.arena.sit, second, ann)
    assert inn.arena.table_of(ann.id) is second
    assert first.key not in inn.arena.tables, "nobody was left there"
    assert refused(inn.call, inn.arena.sit, first, bob) == ("no_table", 404)


def test_a_host_who_leaves_passes_the_table_on_or_closes_it(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    table = inn.do(inn.arena.open(ann, new_table()))
    inn.call(inn.arena.sit, table, bob)
    inn.call(inn.arena.stand, table, ann)
    assert inn.arena.info(table, bob).mine
    inn.call(inn.arena.stand, table, bob)
    assert inn.arena.tables == {}


def test_only_a_host_closes_a_table_or_whoever_may_do_everything(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    for who in (ann, None):
        table = inn.do(inn.arena.open(ann, new_table()))
        assert refused(inn.call, inn.arena.close, table, bob) == ("not_host", 403)
        inn.call(inn.arena.close, table, who)
        assert inn.arena.tables == {}


def test_the_host_changes_seats_and_options(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    table = inn.do(inn.arena.open(ann, new_table()))
    inn.call(inn.arena.sit, table, bob)
    assert refused(inn.call, inn.arena.change_seat, table, bob, 1, "") == ("not_host", 403)
    assert refused(inn.call, inn.arena.change_seat, table, ann, 2, "greedy") == ("seat_taken", 409)
    inn.call(inn.arena.change_seat, table, ann, 2, "")
    assert refused(inn.call, inn.arena.sit, table, bob) == ("kicked", 403)
    inn.settle()
    assert inn.notices(bob) == [("seat_lost", {"table": table.key, "by": "ann", "game": "spacegoo"})]
    inn.call(inn.arena.change_seat, table, ann, 2, "greedy")
    inn.call(inn.arena.change_seat, table, ann, 2, "random")
    inn.call(inn.arena.change_options, table, ann, options(preset="standard", clock="calm"))
    assert names(inn.arena.info(table, ann)) == ["ann", "random"]
    assert table.options.clock == "calm"
    assert refused(inn.call, inn.arena.change_options, table, ann, options(seats=7))[0] == "bad_settings"
    inn.do(inn.arena.ready(table, ann, True))
    assert inn.arena.playing[table.match].clock.key == "calm"


# Bots from outside


def test_a_bot_that_connects_to_a_table_is_ready(inn):
    ann = inn.player("ann")
    bot = inn.player("wanderer", "bot")
    table = inn.do(inn.arena.open(ann, new_table()))
    visitor = Visitor(bot)
    inn.call(inn.arena.sit, table, bot, 0, guest=visitor)
    assert inn.arena.info(table, None).seats[1].ready
    inn.do(inn.arena.ready(table, ann, True))
    assert (visitor.playing.key, visitor.seat_no) == (table.match, 2)
    assert visitor.types() == ["start", "turn"]


def test_two_bots_at_a_table_begin_by_themselves(inn):
    ann = inn.player("ann")
    table = inn.do(inn.arena.open(ann, new_table(seat=0)))
    bots = [Visitor(inn.player(name, "bot")) for name in ("b1", "b2")]
    for bot in bots:
        inn.call(inn.arena.sit, table, bot.player, 0, guest=bot)
    assert [bot.types() for bot in bots] == [["start", "turn"]] * 2
    assert inn.stored(table.match).pool == "bots"


def test_a_bot_that_is_gone_is_waited_for_again(inn):
    ann, bot = inn.player("ann"), inn.player("wanderer", "bot")
    table = inn.do(inn.arena.open(ann, new_table()))
    visitor = Visitor(bot)
    inn.call(inn.arena.sit, table, bot, 0, guest=visitor)
    visitor.gone = True
    assert refused(inn.do, inn.arena.begin(table, ann)) == ("player_gone", 409)
    assert names(inn.arena.info(table, None)) == ["ann", "wanderer"]
    assert inn.arena.info(table, None).seats[1].player is None
    inn.call(inn.arena.sit, table, bot, 0, guest=Visitor(bot))
    inn.do(inn.arena.begin(table, ann))
    assert table.match


def test_a_newer_connection_of_a_bot_takes_its_place_at_the_table(inn):
    ann, bot = inn.player("ann"), inn.player("wanderer", "bot")
    table = inn.do(inn.arena.open(ann, new_table()))

    class Session(Visitor):
        def end(self, code, sentence):
            super().end(code, sentence)
            inn.arena.stand(table, bot)  # what a connection does when it ends

    old, newer = Session(bot), Session(bot)
    inn.call(inn.arena.sit, table, bot, 0, guest=old)
    inn.call(inn.arena.sit, table, bot, 0, guest=newer)
    assert (old.ended, newer.ended) == ("replaced", None)
    assert table.seat_of(bot.id) == 2


def test_a_waiting_bot_can_be_asked_to_a_table(inn):
    ann = inn.player("ann")
    bot = inn.player("waiting", "bot", owner_id=inn.player("bob").id)
    visitor = Visitor(bot)
    inn.arena.take = {bot.id: visitor}.get
    table = inn.do(inn.arena.open(ann, new_table(bots={2: "Waiting"})))
    assert names(inn.arena.info(table, None)) == ["ann", "waiting"]
    inn.do(inn.arena.begin(table, ann))
    assert visitor.seat_no == 2


def test_an_own_bot_that_is_not_there_has_its_seat_kept(inn):
    ann = inn.player("ann")
    bot = inn.player("mine", "bot", owner_id=ann.id)
    table = inn.do(inn.arena.open(ann, new_table(bots={2: "mine"})))
    assert inn.arena.info(table, ann).seats[1].reserved == "mine"
    assert refused(inn.call, inn.arena.sit, table, inn.player("cid"))[0] == "full"
    inn.call(inn.arena.sit, table, bot, 0, guest=Visitor(bot))
    assert table.full
    assert refused(inn.call, inn.arena.change_seat, table, ann, 1, "mine")[0] == "seated"


def test_a_bot_without_a_connection_has_a_seat_kept_at_its_own_table(inn):
    bot, ann = inn.player("loner", "bot"), inn.player("ann")
    table = inn.do(inn.arena.open(bot, new_table(bots={2: "greedy"})))
    assert inn.arena.info(table, bot).seats[0].reserved == "loner"
    assert refused(inn.call, inn.arena.sit, table, bot) == ("connect", 409)
    inn.call(inn.arena.sit, table, bot, 0, guest=Visitor(bot))
    assert table.match
    challenge = inn.do(inn.arena.challenge(bot, ann, options()))
    assert [seat.reserved for seat in inn.arena.info(challenge, None).seats] == ["loner", "ann"]


def test_persons_are_not_put_at_tables(inn):
    ann = inn.player("ann")
    inn.player("bob")
    table = inn.do(inn.arena.open(ann, new_table()))
    assert refused(inn.call, inn.arena.change_seat, table, ann, 2, "bob")[0] == "no_such_bot"


def test_who_waits_at_a_table_that_closes_is_sent_away(inn):
    ann, bot = inn.player("ann"), inn.player("wanderer", "bot")
    for close in (lambda table: inn.arena.close(table, ann), lambda table: inn.arena.change_seat(table, ann, 2, "")):
        table = inn.do(inn.arena.open(ann, new_table()))
        visitor = Visitor(bot)
        inn.call(inn.arena.sit, table, bot, 0, guest=visitor)
        inn.call(close, table)
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
def test_the_host_is_told_why_a_match_would_not_count(inn, how, why):
    ann = inn.player("ann")
    table = inn.do(inn.arena.open(ann, new_table(bots={2: "greedy"}, **({"rated": True} | how))))
    assert inn.arena.info(table, ann).unrated == (why or "")
    inn.do(inn.arena.begin(table, ann))
    assert inn.stored(table.match).rated == (why == "")


def test_guests_and_own_bots_do_not_count(inn):
    guest = inn.player("guest", guest=True)
    table = inn.do(inn.arena.open(guest, new_table(bots={2: "greedy"}, rated=True)))
    assert inn.arena.info(table, guest).unrated == "guest"
    ann = inn.player("ann")
    bot = inn.player("mine", "bot", owner_id=ann.id)
    table = inn.do(inn.arena.open(ann, new_table(rated=True)))
    inn.call(inn.arena.sit, table, bot, 0, guest=Visitor(bot))
    assert inn.arena.info(table, ann).unrated == "owner"


# Time


def test_deserted_tables_are_closed_and_old_ones_forgotten(inn):
    ann, bob = inn.player("ann"), inn.player("bob")
    empty = inn.do(inn.arena.open(ann, new_table(seat=0, bots={1: "greedy"})))
    taken = inn.do(inn.arena.open(bob, new_table()))
    begun = inn.do(inn.arena.open(ann, new_table(bots={2: "greedy"}, start=True)))
    inn.arena.playing[begun.match].stop()
    inn.advance(REMEMBERED_MS / 1000 + 61)
    assert set(inn.arena.tables) == {empty.key, taken.key}
    inn.advance((DESERTED_MS - REMEMBERED_MS) / 1000)
    assert set(inn.arena.tables) == {taken.key}
    inn.advance(FORGOTTEN_MS / 1000)
    assert inn.arena.tables == {}


def test_tables_outlive_a_restart(database):
    with Inn(database) as inn:
        ann, bob = inn.player("ann"), inn.player("bob")
        bot = inn.player("wanderer", "bot")
        one = inn.do(inn.arena.open(ann, new_table(seats=4, bots={2: "greedy"}, listed=False)))
        inn.call(inn.arena.sit, one, bot, 3, guest=Visitor(bot))
        closed = inn.do(inn.arena.open(bob, new_table()))
        inn.call(inn.arena.close, closed, bob)
        begun = inn.do(inn.arena.open(bob, new_table(bots={2: "greedy"}, start=True)))
        inn.arena.playing[begun.match].stop()
    with Inn(database) as inn:
        [table] = inn.arena.tables.values()
        assert names(inn.arena.info(table, ann)) == ["ann", "greedy", "wanderer", ""]
        assert table.seats[2].sitter is None, "its connection is gone"
        assert not table.options.listed
        inn.call(inn.arena.sit, table, bot, 0, guest=Visitor(bot))
        inn.call(inn.arena.sit, table, bob)
        inn.do(inn.arena.ready(table, bob, True))
        inn.do(inn.arena.begin(table, ann))
        assert table.match in inn.arena.playing


def test_a_table_that_cannot_be_read_is_dropped(database, caplog):
    database.submit(lambda connection: open_tables.keep(connection, "bad", b"\x00", 1)).result()
    with Inn(database) as inn:
        assert inn.arena.tables == {}
    with database.engine.connect() as connection:
        assert open_tables.all(connection) == []
