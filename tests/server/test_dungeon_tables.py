"""Tables of the Dungeon on a real store: bots that come back, worlds that are kept, histories after a restart."""

import msgspec
import pytest
from arenas import Inn, Visitor
from dungeons import BUY, DONE, DUNGEON, SMALL

from roundhouse.core.game import EVERYTHING
from roundhouse.protocol.api.platform import NewTable, TableOptions
from roundhouse.server.matchmaking.demo_matches import seats_of
from roundhouse.server.tables.preparation import world
from roundhouse.server.errors import Refused
from roundhouse.server.tables.options import unrated
from roundhouse.store import matches


@pytest.fixture
def inn(database):
    with Inn(database) as inn:
        yield inn


def options(**how):
    settings = how.pop("settings", {**SMALL, "start_robots": 1, "max_rounds": 30})
    return TableOptions(**({"game": "dungeon", "seats": 4, "clock": "bot", "settings": settings} | how))


def refused(call, *arguments):
    with pytest.raises(Refused) as caught:
        call(*arguments)
    return caught.value.problem.code


def hosted(inn, *bots, **how):
    """A table of somebody who organises a match and does not play it, and bots that wait there."""
    host = inn.player("host", "person")
    table = inn.do(inn.arena.open(host, NewTable(options(**how), 0)))
    visitors = [Visitor(inn.player(name, "bot")) for name in bots]
    for visitor in visitors:
        inn.call(inn.arena.sit, table, visitor.player, 0, visitor)
    return host, table, visitors


@pytest.mark.rule("DUN-006", "DUN-005")
def test_a_full_table_of_bots_waits_for_its_organiser(inn):
    host, table, visitors = hosted(inn, "b1", "b2", seats=2)
    assert (table.full, table.match) == (True, "")
    playing = inn.do(inn.arena.begin(table, host))
    assert [visitor.seat_no for visitor in visitors] == [1, 2]
    assert playing.host_id == host.id


def test_who_plays_at_an_own_table_need_not_start_it(inn):
    ann = inn.player("ann", "person")
    table = inn.do(inn.arena.open(ann, NewTable(options(seats=2), 1)))
    bot = Visitor(inn.player("b1", "bot"))
    inn.call(inn.arena.sit, table, bot.player, 0, bot)
    inn.do(inn.arena.ready(table, ann, True))
    assert table.match


@pytest.mark.rule("DUN-194")
def test_a_bot_that_is_disconnected_from_a_prepared_table_comes_back_to_its_seat(inn):
    host, table, (one, _) = hosted(inn, "b1", "b2")
    inn.call(inn.arena.prepare, table, host)
    game, setup = inn.arena.world_of(table, host)
    shown = msgspec.json.encode(world(game, setup))
    inn.call(inn.arena.stand, table, one.player)
    assert (table.prepared, table.place(1).reserved) == (True, "b1")
    assert msgspec.json.encode(world(*inn.arena.world_of(table, host))) == shown
    assert refused(inn.do, inn.arena.begin(table, host)) == "player_gone"
    stranger = Visitor(inn.player("b3", "bot"))
    assert refused(inn.call, inn.arena.sit, table, stranger.player, 0, stranger) == "prepared"
    again = Visitor(one.player)
    inn.call(inn.arena.sit, table, again.player, 0, again)
    playing = inn.do(inn.arena.begin(table, host))
    assert msgspec.json.encode(playing.match.view(EVERYTHING)) == shown
    assert again.seat_no == 1


@pytest.mark.rule("DUN-194")
def test_a_prepared_table_is_still_prepared_after_a_restart(inn, database):
    host, table, visitors = hosted(inn, "b1", "b2")
    inn.call(inn.arena.prepare, table, host)
    _, setup = inn.arena.world_of(table, host)
    planet = next(one for one in world(DUNGEON, setup).planets if not one.station and one.resource is None)
    marks = {"marks": [f"{planet.x},{planet.y} deserted"]}
    changed = msgspec.structs.replace(table.options, settings=table.options.settings | marks)
    inn.call(inn.arena.change_options, table, host, changed)
    with Inn(database) as again:
        back = again.arena.tables[table.key]
        assert (back.prepared, back.seed, back.options) == (True, table.seed, changed)
        for visitor in visitors:
            guest = Visitor(visitor.player)
            again.call(again.arena.sit, back, guest.player, 0, guest)
        playing = again.do(again.arena.begin(back, host))
        assert planet.id not in {one.id for one in playing.match.view(EVERYTHING).planets}
        assert playing.setup.seed == table.seed


def test_a_rematch_has_a_world_of_its_own_without_the_old_marks(inn):
    ann = inn.player("ann", "person")
    table = inn.do(inn.arena.open(ann, NewTable(options(seats=1), 1)))
    inn.call(inn.arena.prepare, table, ann)
    planet = next(one for one in world(*inn.arena.world_of(table, ann)).planets if not one.station)
    marks = {"marks": [f"{planet.x},{planet.y} deserted"]}
    changed = msgspec.structs.replace(table.options, settings=table.options.settings | marks)
    inn.call(inn.arena.change_options, table, ann, changed)
    playing = inn.do(inn.arena.begin(table, ann))
    inn.call(playing.change, [3, -1], lambda verdict: None)
    inn.play(playing, 1, DONE)
    assert playing.state == "finished"
    again = inn.do(inn.arena.rematch(ann, playing.key))
    assert "marks" not in again.options.settings
    assert not again.prepared


def test_a_match_of_the_ladder_has_two_seats(inn):
    assert (seats_of(DUNGEON), DUNGEON.rated_seats) == (2, 2)
    two = [inn.player("b1", "bot"), inn.player("b2", "bot")]
    chosen, seats = inn.arena.checked(TableOptions(game="dungeon", rated=True))
    assert (seats, chosen.clock) == (2, "own")
    playing = inn.do(inn.arena.start(chosen, two, rated=True))
    assert playing.terms.rated
    assert unrated(TableOptions(game="dungeon", seats=1), []) == "seats"
    assert unrated(TableOptions(game="dungeon", seats=3), []) == "seats"


@pytest.mark.rule("DUN-183", "DUN-184", "DUN-185")
def test_the_history_of_a_match_is_made_anew_after_a_restart(inn, database):
    host, table, _ = hosted(inn, "b1", "b2")
    playing = inn.do(inn.arena.begin(table, host))
    inn.play(playing, 1, BUY, DONE)
    inn.play(playing, 2, DONE)
    inn.play(playing, 1, DONE)
    inn.play(playing, 2, DONE)
    inn.play(playing, 1, BUY)
    before = playing.chronicle
    assert before.rounds == 2
    with Inn(database) as again:
        after = again.arena.playing[playing.key].chronicle
        assert after.rounds == 2
        for seat in (0, 1, 2):
            assert after.rows(seat, 0, 2) == before.rows(seat, 0, 2)
        assert after.commands(1) == before.commands(1) != []
        assert after.commands(2) == before.commands(2) == []
        assert after.commands(3) is None, "what is only ordered is not history"


@pytest.mark.rule("DUN-243")
def test_a_change_is_in_the_store_before_it_is_answered(inn, database):
    host, table, _ = hosted(inn, "b1", "b2")
    playing = inn.do(inn.arena.begin(table, host))
    seen = []

    def answered(verdict):
        with database.engine.connect() as connection:
            seen.append((verdict.verdict, matches.entries_of(connection, playing.id, lambda kind: 0)[-1].row))

    inn.call(playing.change, [2, 0], answered)
    assert seen == [("accepted", (2, 0))]
    with Inn(database) as again:
        assert again.arena.playing[playing.key].match.step == 1
