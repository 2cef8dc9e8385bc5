"""Matches and ratings in the store."""

import msgspec
import pytest
from sqlalchemy import func, select
from tests.store.players_and_matches import CLASSIC, SETUP, WON, begin, finish, player

from roundhouse.core.entries import LEAVE, ORDER, TICK, VOID, Entry
from roundhouse.core.game import Place, Result
from roundhouse.games.spacegoo.server import ranking_store
from roundhouse.store import matches, players
from roundhouse.store.schema import platform


def ratings(connection, edition="standard"):
    return {line.name: line.elo for line in ranking_store.ranking(connection, "spacegoo", edition, first=0, count=40)}


def in_turn(connection, count, **more):
    """Matches begun one after the other, by key."""
    return [begin(connection, **more).key for _ in range(count)]


@pytest.mark.rule("GOO-102")
def test_matches_are_numbered_from_1_in_the_order_of_their_start(database):
    with database.engine.begin() as connection:
        assert [begin(connection, "a", "b").number for _ in range(3)] == [1, 2, 3]


@pytest.mark.rule("GOO-066", "GOO-068")
def test_a_finished_match_moves_the_ratings_unrounded(database):
    with database.engine.begin() as connection:
        begun = begin(connection, "a", "b")
        assert finish(connection, begun, (4.123456789, -4.123456789)).elo_changes == [4.123456789, -4.123456789]
        assert ratings(connection) == {"a": 1004.123456789, "b": 995.876543211}


def test_ratings_are_kept_per_edition(database):
    with database.engine.begin() as connection:
        finish(connection, begin(connection, "a", "b"))
        finish(connection, begin(connection, "a", "b", setup=CLASSIC), (7.0, -7.0))
        assert ratings(connection) == {"a": 1005.0, "b": 995.0}
        assert ratings(connection, "classic") == {"a": 1007.0, "b": 993.0}


def test_a_match_is_rated_once_however_often_it_is_finished(database):
    with database.engine.begin() as connection:
        begun = begin(connection, "a", "b")
        finish(connection, begun)
        assert finish(connection, begun, (9.0, -9.0)).elo_changes == [5.0, -5.0]
        assert ratings(connection) == {"a": 1005.0, "b": 995.0}


def test_result_and_ratings_are_one_transaction(database):
    begun = database.submit(lambda connection: begin(connection, "a", "b")).result()

    def half(connection):
        finish(connection, begun)
        raise RuntimeError("power cut")

    with pytest.raises(RuntimeError):
        database.submit(half).result()
    with database.engine.connect() as connection:
        assert ratings(connection) == {"a": 1000.0, "b": 1000.0}
        assert [stored.number for stored in matches.running(connection, "spacegoo")] == [1]


def test_an_abandoned_match_does_not_count(database):
    with database.engine.begin() as connection:
        begun = begin(connection, "a", "b")
        matches.abandon(connection, begun.id, reason="outage", now_ms=9)
        assert ratings(connection) == {"a": 1000.0, "b": 1000.0}
        assert matches.running(connection, "spacegoo") == []
        assert ranking_store.newest(connection, "spacegoo", "standard", count=1)[0].changes == (None, None)


def test_the_record_takes_the_place_of_the_entries(database):
    with database.engine.begin() as connection:
        one, two = begin(connection, "a", "b"), begin(connection, "a", "b")
        for begun in (one, two):
            matches.log(connection, [matches.row_of(begun.id, n, Entry(TICK)) for n in (1, 2, 3)])
        finish(connection, one)
        assert [stored.number for stored in matches.unarchived(connection, "spacegoo")] == [1]
        matches.archive(connection, one.id, b"record")
        assert matches.unarchived(connection, "spacegoo") == []
        assert matches.record_of(connection, one.id) == b"record"
        assert matches.record_of(connection, two.id) is None
        kept = connection.execute(
            select(platform.entries.c.match_id, func.count()).group_by(platform.entries.c.match_id)
        )
        assert kept.all() == [(two.id, 3)]


def test_a_running_match_comes_back_with_its_setup_and_its_players(database):
    with database.engine.begin() as connection:
        begun = begin(connection, "a", "b")
        (stored,) = matches.running(connection, "spacegoo")
        assert (stored.id, stored.number, stored.setup, stored.edition) == (begun.id, 1, SETUP, "standard")
        assert stored.player_ids == (players.find(connection, "a").id, players.find(connection, "b").id)


def test_places_in_the_ranking(database):
    with database.engine.begin() as connection:
        finish(connection, begin(connection, "a", "b"))
        begin(connection, "c", "d")
        assert list(ratings(connection)) == ["a", "c", "d", "b"]
        places = [ranking_store.place(connection, "spacegoo", "standard", name) for name in "abcde"]
        assert places == [1, 4, 2, 3, None]
        assert ranking_store.match_count(connection, "spacegoo", "standard") == 2
        assert ranking_store.match_count(connection, "spacegoo", "standard", "a") == 1


# Keys


def test_keys_are_unguessable_and_safe_in_links_and_on_command_lines():
    keys = {matches.new_key() for _ in range(2000)}
    assert len(keys) == 2000
    assert all(len(key) == 12 and key[0].isalnum() and key[-1].isalnum() for key in keys)
    assert len({key[3] for key in keys}) > 50, "all characters are drawn"


def test_a_match_is_found_by_its_key_by_its_number_and_by_nothing_else(database):
    with database.engine.begin() as connection:
        begun = begin(connection)
        assert matches.by_key(connection, begun.key).id == begun.id
        assert matches.by_id(connection, begun.id) == matches.by_number(connection, "spacegoo", 1)
        strange = ["", begun.key.swapcase(), begun.key + " ", "\0", "\ud800", "x" * 5000]
        assert [matches.by_key(connection, key) for key in strange] == [None] * len(strange)
        numbers = [0, -1, 2, 2**31, 2**63, 10**40]
        assert [matches.by_number(connection, "spacegoo", number) for number in numbers] == [None] * len(numbers)
        assert matches.by_number(connection, "rally", 1) is None
        assert matches.keys_of(connection, [begun.id, 99]) == {begun.id: begun.key}


# Matches of the arena


def test_everything_about_a_match_comes_back(database):
    with database.engine.begin() as connection:
        first = begin(connection)
        entries = [Entry(ORDER, 1, (1, 0, 2), 3), Entry(TICK, 0, (), 4)]
        kept = {
            "line": False, "rated": False, "listed": False, "pool": "mixed", "options": b"options",
            "fork_of": first.id, "fork_step": 2, "host_id": first.id,
        }  # fmt: skip
        begun = begin(
            connection,
            "c",
            "d",
            **kept,
            entries=entries,
            now_ms=1_700_000_000_000,
        )
        stored = matches.by_key(connection, begun.key)
        assert matches.entries_of(connection, begun.id, lambda kind: 3 if kind == ORDER else 0) == entries
        ids = tuple(players.find(connection, name).id for name in "cd")
    assert stored == matches.Stored(
        id=begun.id,
        key=begun.key,
        game="spacegoo",
        number=2,
        edition="standard",
        setup=SETUP,
        state="running",
        **kept,
        result=None,
        reason=None,
        started_ms=1_700_000_000_000,
        ended_ms=None,
        player_ids=ids,
    )


def test_a_match_of_the_arena_is_not_in_the_elo_of_the_line_server(database):
    with database.engine.begin() as connection:
        finish(connection, begin(connection, line=False, rated=False), now_ms=1_700_000_000_000)
        assert ratings(connection) == {}
        assert ranking_store.match_count(connection, "spacegoo", "standard") == 0
        assert ranking_store.newest(connection, "spacegoo", "standard", count=9) == []
        assert ranking_store.played(connection, "spacegoo", 1) is None, "it may be a private one"


def test_the_end_is_noted_beside_every_seat(database):
    result = Result("won", "One won.", (Place(2, 1, 3_000_000_000), Place(1, 2, -4)))
    with database.engine.begin() as connection:
        begun = begin(connection, line=False, rated=False)
        done = matches.finish(
            connection, begun.id, result, reason="won", left=["", "timeout"], refusals=[0, 7], now_ms=1_700_000_000_000
        )
        stored, seats = matches.by_key(connection, begun.key), matches.seats_of(connection, [begun.id])[begun.id]
    assert done == matches.Finished([0.0, 0.0], [])
    assert (stored.state, stored.result, stored.reason, stored.ended_ms) == (
        "finished",
        result,
        "won",
        1_700_000_000_000,
    )
    assert [(seat.seat, seat.place, seat.points, seat.left, seat.refusals) for seat in seats] == [
        (1, 2, -4, "", 0),
        (2, 1, 3_000_000_000, "timeout", 7),
    ]
    assert {(seat.elo_before, seat.elo_change, seat.mu_after) for seat in seats} == {(None, None, None)}


def test_the_ladder_counts_in_the_same_transaction_and_sees_the_end(database):
    seen = []

    def count(connection, match_id):
        state = matches.by_id(connection, match_id).state
        seen.append((match_id, state, [seat.place for seat in matches.seats_of(connection, [match_id])[match_id]]))
        if len(seen) == 1:
            raise RuntimeError("power cut")
        return ["changes"]

    begun = database.submit(lambda connection: begin(connection, line=False)).result()
    with pytest.raises(RuntimeError):
        database.submit(lambda connection: finish(connection, begun, count=count)).result()
    with database.engine.connect() as connection:
        assert matches.by_id(connection, begun.id).state == "running"
    done = database.submit(lambda connection: finish(connection, begun, count=count)).result()
    assert done.ratings == ["changes"]
    assert seen == [(begun.id, "finished", [1, 2])] * 2
    assert database.submit(lambda connection: finish(connection, begun, count=count)).result().ratings == []
    assert len(seen) == 2, "a match is counted once"


def test_an_unrated_match_does_not_count(database):
    with database.engine.begin() as connection:
        begun = begin(connection, rated=False)
        done = finish(connection, begun, (5.0, -5.0), count=lambda *_: ["never"])
        assert done == matches.Finished([0.0, 0.0], [])
        assert ratings(connection) == {"a": 1000.0, "b": 1000.0}


def test_a_reason_that_is_too_long_does_not_keep_a_match_from_ending(database):
    with database.engine.begin() as connection:
        one, two = begin(connection), begin(connection)
        matches.finish(connection, one.id, WON, reason="r" * 999, left=["l" * 99], now_ms=9)
        matches.abandon(connection, two.id, reason="a" * 999, now_ms=9)
        assert matches.by_id(connection, one.id).reason == "r" * 200
        assert matches.seats_of(connection, [one.id])[one.id][0].left == "l" * 40
        assert matches.by_id(connection, two.id).reason == "a" * 200


def test_who_left_and_who_was_refused_is_read_from_the_log(database):
    log = [Entry(VOID, 1, (1,)), Entry(ORDER, 2, (1,)), Entry(VOID, 1, (2,)), Entry(LEAVE, 2, (3,)), Entry(TICK)]
    with database.engine.begin() as connection:
        begun = begin(connection, entries=log)
        assert matches.failings_of(connection, begun.id) == ({2: 3}, {1: 2})


# Lists


def test_running_matches_are_those_of_the_line_server_or_of_the_arena_or_all(database):
    with database.engine.begin() as connection:
        line, arena, over = begin(connection), begin(connection, line=False), begin(connection)
        finish(connection, over)
        lists = [matches.running(connection, line=which) for which in (True, False, None)]
        assert [[stored.id for stored in one] for one in lists] == [[line.id], [arena.id], [line.id, arena.id]]
        assert matches.running(connection, "rally") == []


def test_a_page_of_matches_goes_on_where_the_one_before_ended(database):
    with database.engine.begin() as connection:
        keys = in_turn(connection, 7)[::-1]
        first = matches.page(connection, limit=3)
        second = matches.page(connection, limit=3, before=first[-1].key)
        last = matches.page(connection, limit=3, before=second[-1].key)
        assert [[stored.key for stored in one] for one in (first, second, last)] == [keys[:3], keys[3:6], keys[6:]]
        assert matches.page(connection, before=keys[-1]) == []
        assert matches.page(connection, before="no such key") == []
        assert matches.page(connection, before="\0") == []


def test_a_page_shows_what_was_asked_for(database):
    with database.engine.begin() as connection:
        live, over, lost = begin(connection, "a", "b"), begin(connection, "b", "c"), begin(connection, "c", "d")
        hidden = begin(connection, "a", "d", listed=False)
        finish(connection, over)
        matches.abandon(connection, lost.id, reason="outage", now_ms=9)

        def page(**asked):
            return [stored.id for stored in matches.page(connection, **asked)]

        assert page() == [lost.id, over.id, live.id]
        assert page(live=True) == [live.id]
        assert page(live=False) == [lost.id, over.id]
        assert page(player="B") == page(player=players.find(connection, "b").id) == [over.id, live.id]
        assert page(player="nobody") == []
        assert page(game="rally") == []
        assert page(unlisted=True) == [hidden.id, lost.id, over.id, live.id]
        assert page(player="a", unlisted=True) == [hidden.id, live.id]
        a, d, nobody = players.find(connection, "a").id, players.find(connection, "d").id, 99
        assert matches.counts_of(connection, [a, d, nobody]) == {a: 2, d: 2, nobody: 0}
        assert matches.seats_of(connection, []) == {}


def test_an_analysis_is_kept_and_what_lacks_one_is_known(database):
    with database.engine.begin() as connection:
        running, bare, first, second = (begin(connection) for _ in range(4))
        for begun in (bare, first, second):
            finish(connection, begun)
        for begun in (first, second):
            matches.archive(connection, begun.id, b"record")
        assert matches.unanalysed(connection, 10) == [second.id, first.id]
        assert matches.unanalysed(connection, 1) == [second.id]
        matches.keep_analysis(connection, second.id, msgspec.msgpack.encode({"chances": [0.5]}))
        assert matches.unanalysed(connection, 10) == [first.id]
        assert msgspec.msgpack.decode(matches.analysis_of(connection, second.id)) == {"chances": [0.5]}
        assert matches.analysis_of(connection, running.id) is None


def test_a_player_cannot_sit_down_who_does_not_exist(database):
    def write(connection):
        return matches.begin(
            connection, SETUP, [player(connection).id, 4711], line=False, rated=False, pool="bots", now_ms=1
        )

    assert "foreign key" in str(database.submit(write).exception()).lower()
    with database.engine.connect() as connection:
        assert matches.page(connection) == []
