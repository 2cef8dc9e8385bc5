"""Tables of the Dungeon on a real store: bots that come back, worlds that are kept, histories after a restart."""

import msgspec
import pytest
from tests.games.dungeon.server.manual_dungeon import BUY, DONE, DUNGEON, SMALL
from tests.server.manual_arena import ArenaClient, ManualArena

from roundhouse.core.game import EVERYTHING
from roundhouse.protocol.api.platform import NewTable, TableOptions
from roundhouse.server.errors import Refused
from roundhouse.server.matchmaking.demo_matches import seats_of
from roundhouse.server.tables.options import unrated
from roundhouse.server.tables.preparation import world
from roundhouse.store import matches


@pytest.fixture
def manual(database):
    with ManualArena(database) as manual:
        yield manual


def options(**how):
    settings = how.pop("settings", {**SMALL, "start_robots": 1, "max_rounds": 30})
    return TableOptions(**({"game": "dungeon", "seats": 4, "clock": "bot", "settings": settings} | how))


def refused(call, *arguments):
    with pytest.raises(Refused) as caught:
        call(*arguments)
    return caught.value.problem.code


def hosted(manual, *bots, **how):
    """A table of somebody who organises a match and does not play it, and bots that wait there."""
    host = manual.player("host", "person")
    table = manual.do(manual.arena.seating.open(host, NewTable(options(**how), 0)))
    visitors = [ArenaClient(manual.player(name, "bot")) for name in bots]
    for visitor in visitors:
        manual.call(manual.arena.seating.sit, table, visitor.player, 0, visitor)
    return host, table, visitors


@pytest.mark.rule("DUN-006", "DUN-005")
def test_a_full_table_of_bots_waits_for_its_organiser(manual):
    host, table, visitors = hosted(manual, "b1", "b2", seats=2)
    assert (table.full, table.match) == (True, "")
    playing = manual.do(manual.arena.seating.begin(table, host))
    assert [visitor.seat_no for visitor in visitors] == [1, 2]
    assert playing.host_id == host.id


def test_who_plays_at_an_own_table_need_not_start_it(manual):
    ann = manual.player("ann", "person")
    table = manual.do(manual.arena.seating.open(ann, NewTable(options(seats=2), 1)))
    bot = ArenaClient(manual.player("b1", "bot"))
    manual.call(manual.arena.seating.sit, table, bot.player, 0, bot)
    manual.do(manual.arena.seating.ready(table, ann, True))
    assert table.match


@pytest.mark.rule("DUN-194")
def test_a_bot_that_is_disconnected_from_a_prepared_table_comes_back_to_its_seat(manual):
    host, table, (one, _) = hosted(manual, "b1", "b2")
    manual.call(manual.arena.preparation.prepare, table, host)
    game, setup = manual.arena.preparation.world_of(table, host)
    shown = msgspec.json.encode(world(game, setup))
    manual.call(manual.arena.seating.stand, table, one.player)
    assert (table.prepared, table.place(1).reserved) == (True, "b1")
    assert msgspec.json.encode(world(*manual.arena.preparation.world_of(table, host))) == shown
    assert refused(manual.do, manual.arena.seating.begin(table, host)) == "player_gone"
    stranger = ArenaClient(manual.player("b3", "bot"))
    assert refused(manual.call, manual.arena.seating.sit, table, stranger.player, 0, stranger) == "prepared"
    again = ArenaClient(one.player)
    manual.call(manual.arena.seating.sit, table, again.player, 0, again)
    playing = manual.do(manual.arena.seating.begin(table, host))
    assert msgspec.json.encode(playing.match.view(EVERYTHING)) == shown
    assert again.seat_no == 1


@pytest.mark.rule("DUN-194")
def test_a_prepared_table_is_still_prepared_after_a_restart(manual, database):
    host, table, visitors = hosted(manual, "b1", "b2")
    manual.call(manual.arena.preparation.prepare, table, host)
    _, setup = manual.arena.preparation.world_of(table, host)
    planet = next(one for one in world(DUNGEON, setup).planets if not one.station and one.resource is None)
    marks = {"marks": [f"{planet.x},{planet.y} deserted"]}
    changed = msgspec.structs.replace(table.options, settings=table.options.settings | marks)
    manual.call(manual.arena.seating.change_options, table, host, changed)
    with ManualArena(database) as again:
        back = again.arena.tables.by_key[table.key]
        assert (back.prepared, back.seed, back.options) == (True, table.seed, changed)
        for visitor in visitors:
            guest = ArenaClient(visitor.player)
            again.call(again.arena.seating.sit, back, guest.player, 0, guest)
        playing = again.do(again.arena.seating.begin(back, host))
        assert planet.id not in {one.id for one in playing.match.view(EVERYTHING).planets}
        assert playing.setup.seed == table.seed


def test_a_rematch_has_a_world_of_its_own_without_the_old_marks(manual):
    ann = manual.player("ann", "person")
    table = manual.do(manual.arena.seating.open(ann, NewTable(options(seats=1), 1)))
    manual.call(manual.arena.preparation.prepare, table, ann)
    planet = next(one for one in world(*manual.arena.preparation.world_of(table, ann)).planets if not one.station)
    marks = {"marks": [f"{planet.x},{planet.y} deserted"]}
    changed = msgspec.structs.replace(table.options, settings=table.options.settings | marks)
    manual.call(manual.arena.seating.change_options, table, ann, changed)
    playing = manual.do(manual.arena.seating.begin(table, ann))
    manual.call(playing.change, [3, -1], lambda verdict: None)
    manual.play(playing, 1, DONE)
    assert playing.state == "finished"
    again = manual.do(manual.arena.rematches.rematch(ann, playing.key))
    assert "marks" not in again.options.settings
    assert not again.prepared


def test_a_match_of_the_ladder_has_two_seats(manual):
    assert (seats_of(DUNGEON), DUNGEON.rated_seats) == (2, 2)
    two = [manual.player("b1", "bot"), manual.player("b2", "bot")]
    chosen, seats = manual.arena.options.checked(TableOptions(game="dungeon", rated=True))
    assert (seats, chosen.clock) == (2, "own")
    playing = manual.do(manual.arena.matches.start(chosen, two, rated=True))
    assert playing.terms.rated
    assert unrated(TableOptions(game="dungeon", seats=1), []) == "seats"
    assert unrated(TableOptions(game="dungeon", seats=3), []) == "seats"


@pytest.mark.rule("DUN-183", "DUN-184", "DUN-185")
def test_the_history_of_a_match_is_made_anew_after_a_restart(manual, database):
    host, table, _ = hosted(manual, "b1", "b2")
    playing = manual.do(manual.arena.seating.begin(table, host))
    manual.play(playing, 1, BUY, DONE)
    manual.play(playing, 2, DONE)
    manual.play(playing, 1, DONE)
    manual.play(playing, 2, DONE)
    manual.play(playing, 1, BUY)
    before = playing.round_history
    assert before.rounds == 2
    with ManualArena(database) as again:
        after = again.arena.matches.running[playing.key].round_history
        assert after.rounds == 2
        for seat in (0, 1, 2):
            assert after.rows(seat, 0, 2) == before.rows(seat, 0, 2)
        assert after.commands(1) == before.commands(1) != []
        assert after.commands(2) == before.commands(2) == []
        assert after.commands(3) is None, "what is only ordered is not history"


@pytest.mark.rule("DUN-243")
def test_a_change_is_in_the_store_before_it_is_answered(manual, database):
    host, table, _ = hosted(manual, "b1", "b2")
    playing = manual.do(manual.arena.seating.begin(table, host))
    seen = []

    def answered(verdict):
        with database.engine.connect() as connection:
            seen.append((verdict.verdict, matches.entries_of(connection, playing.id, lambda kind: 0)[-1].row))

    manual.call(playing.change, [2, 0], answered)
    assert seen == [("accepted", (2, 0))]
    with ManualArena(database) as again:
        assert again.arena.matches.running[playing.key].match.step == 1
