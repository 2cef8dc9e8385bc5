"""What matches count for their players: a log, sums and bests, achievements, and all of it made anew from the log."""

import msgspec
import pytest
from sqlalchemy import delete, select, update
from tests.store.players_and_matches import SETUP, WON, begin, player

from roundhouse.core.figures import Achievement, Sum, Tally, Unlocking
from roundhouse.protocol.messages import Unlocked
from roundhouse.store import figures, matches
from roundhouse.store.figures import SeatFigures, recompute
from roundhouse.store.schema import platform

FAR = Achievement("far", "Far", "RAL-179", "", ("walked", "backed"), least=10)
DEADLY = Achievement("deadly", "Deadly", "RAL-179", "", ("destroyed",), least=1)
UNHURT = Achievement("unhurt", "Unhurt", "RAL-180", "", ("hurt",), exactly=0)
ALL = (FAR, DEADLY, UNHURT)


def played(connection, *counted, names=("a", "b"), left=(), now_ms=9, achievements=ALL, **more):
    """A match from its beginning to its end, with what it counted by seat; returns it and what it unlocked."""
    begun = begin(connection, *names, line=False, rated=False, **more)
    return begun, ended(connection, begun, *counted, left=left, now_ms=now_ms, achievements=achievements)


def ended(connection, begun, *counted, left=(), now_ms=9, achievements=ALL):
    matches.finish(connection, begun.id, WON, reason="over", left=left, now_ms=now_ms)
    line = figures.append(connection, begun.id, counted)
    return [(one.seat, one.key) for one in figures.count(connection, line, achievements)]


def tally(connection, name):
    return figures.tallies(connection).get((player(connection, name).id, "spacegoo"))


@pytest.fixture
def connection(database):
    with database.engine.begin() as connection:
        yield connection


@pytest.mark.rule("RAL-165", "RAL-166")
def test_sums_and_the_highest_single_value_of_every_figure(connection):
    first, _ = played(connection, {"walked": 3, "hurt": 1}, {"walked": 9})
    second, _ = played(connection, {"walked": 5, "hurt": 0}, {"walked": 2})
    third, _ = played(connection, {"walked": 5, "hurt": 4}, {"walked": 9})
    a, b = tally(connection, "a"), tally(connection, "b")
    assert a.matches == 3
    assert a.figures == {"walked": Sum(13, 5, second.id), "hurt": Sum(5, 4, third.id)}
    assert b.figures == {"walked": Sum(20, 9, first.id)}, "the first match with the best value is named"


@pytest.mark.rule("RAL-179", "RAL-181")
def test_an_achievement_over_all_matches_is_unlocked_once_by_the_match_that_reaches_it(connection):
    assert played(connection, {"walked": 4, "hurt": 1}, {"hurt": 1})[1] == []
    assert played(connection, {"walked": 3, "backed": 2, "hurt": 1}, {"hurt": 1})[1] == []  # nine
    third, new = played(connection, {"backed": 1, "hurt": 1}, {"hurt": 1}, now_ms=77)
    assert new == [(1, "far")]
    assert tally(connection, "a").unlocked == {"far": Unlocking(third.id, 77)}
    assert played(connection, {"walked": 40, "hurt": 1}, {"hurt": 1})[1] == []
    assert tally(connection, "a").unlocked == {"far": Unlocking(third.id, 77)}


@pytest.mark.rule("RAL-180")
@pytest.mark.parametrize("why", ["resigned", "kicked"])
def test_who_left_gets_no_achievement_of_a_single_match_but_what_adds_up(connection, why):
    _, new = played(connection, {"destroyed": 1}, {"destroyed": 1}, left=[why, ""])
    assert new == [(1, "deadly"), (2, "deadly"), (2, "unhurt")]
    assert played(connection, {}, {}, left=["", why])[1] == [(1, "unhurt")], "a later match gives it"


def test_several_seats_of_one_player_count_each(connection):
    _, new = played(connection, {"walked": 6, "hurt": 2}, {"walked": 7}, names=("a", "a"))
    assert new == [(2, "far"), (2, "unhurt")], "at the seat that reached it"
    found = tally(connection, "a")
    assert (found.matches, found.totals, found.figures["walked"].best) == (1, {"walked": 13, "hurt": 2}, 7)


def test_a_match_counts_once(connection):
    begun, _ = played(connection, {"walked": 1}, {})
    assert figures.append(connection, begun.id, [{"walked": 1}, {}]) is None
    assert figures.length(connection) == 1


def test_the_log_keeps_what_was_counted_but_zeros(connection):
    begun, _ = played(connection, {"walked": 1, "hurt": 0}, {"walked": 0}, left=["", "resigned"], now_ms=12)
    (line,) = next(figures.batches(connection))
    ids = [player(connection, name).id for name in "ab"]
    assert line.seats == (SeatFigures(ids[0], "", {"walked": 1}), SeatFigures(ids[1], "resigned", {}))
    assert (line.match_id, line.origin_id, line.game, line.counts, line.at_ms) == (
        begun.id, begun.id, "spacegoo", True, 12,
    )  # fmt: skip
    assert figures.of_matches(connection, [begun.id, 99]) == {begun.id: [{"walked": 1}, {}]}


# Matches that play on from others


@pytest.mark.rule("RAL-178")
def test_what_plays_on_from_a_match_that_has_counted_does_not_count_again(connection):
    first, _ = played(connection, {"walked": 9, "hurt": 1}, {"hurt": 1})
    second, new = played(connection, {"walked": 30}, {}, fork_of=first.id, fork_step=1)
    assert new == []
    assert tally(connection, "a").totals == {"walked": 9, "hurt": 1}
    assert figures.of_matches(connection, [second.id]) == {second.id: [{"walked": 30}, {}]}, "but it is shown"
    _, new = played(connection, {"walked": 40}, {}, fork_of=second.id, fork_step=1)
    assert new == [], "nor what plays on from that one"


@pytest.mark.rule("RAL-178", "RAL-241")
def test_of_a_match_that_was_never_finished_one_sequel_of_the_same_players_counts(connection):
    saved = begin(connection, line=False, rated=False)
    matches.abandon(connection, saved.id, reason="saved", now_ms=7)
    sequel, new = played(connection, {"walked": 10, "hurt": 1}, {"hurt": 1}, fork_of=saved.id, fork_step=1)
    assert new == [(1, "far")]
    again, new = played(connection, {"destroyed": 1}, {}, fork_of=saved.id, fork_step=1)
    assert new == []
    assert tally(connection, "a").matches == 1
    origins = connection.execute(select(platform.figures.c.match_id, platform.figures.c.origin_id)).all()
    assert [tuple(row) for row in origins] == [(sequel.id, saved.id), (again.id, saved.id)]


@pytest.mark.rule("RAL-178")
@pytest.mark.parametrize("names", [("a", "c"), ("b", "a")])
def test_a_sequel_with_others_in_the_seats_does_not_count(connection, names):
    saved = begin(connection, line=False, rated=False)
    matches.abandon(connection, saved.id, reason="saved", now_ms=7)
    assert played(connection, {"walked": 10}, {}, names=names, fork_of=saved.id, fork_step=1)[1] == []
    assert figures.tallies(connection) == {}


# Made anew


def recomputed(connection, write=True, achievements=ALL):
    return recompute.recompute(connection, {"spacegoo": achievements}, write=write)


def filled(connection):
    for number in range(12):
        left = ["resigned", ""] if number % 3 == 0 else []
        played(
            connection,
            {"walked": number, "hurt": number % 2},
            {"backed": 2, "destroyed": number // 4},
            names=("a", "b") if number % 2 else ("b", "c"),
            left=left,
            now_ms=100 + number,
        )
    first = next(figures.batches(connection))[0]
    played(connection, {"walked": 500}, {}, names=("b", "c"), fork_of=first.match_id, fork_step=1)


def test_all_of_it_follows_from_the_log(connection, monkeypatch):
    monkeypatch.setattr(figures, "BATCH", 5)
    filled(connection)
    before = figures.tallies(connection)
    assert len(before) == 3
    assert recomputed(connection) == recompute.FiguresReport(13, 0, 0)
    assert recomputed(connection).same

    connection.execute(delete(platform.unlocked))
    connection.execute(delete(platform.feats))
    assert recomputed(connection, write=False) == recompute.FiguresReport(13, 3, 3)
    assert figures.tallies(connection) == {}, "looking changes nothing"
    assert recomputed(connection) == recompute.FiguresReport(13, 3, 3)
    assert figures.tallies(connection) == before


def test_whatever_was_wrong_is_put_right(connection):
    filled(connection)
    before = figures.tallies(connection)
    a, b, c = (player(connection, name).id for name in "abc")
    stranger = player(connection, "stranger").id
    connection.execute(update(platform.feats).where(platform.feats.c.player_id == a).values(matches=99))
    wrong = msgspec.msgpack.encode({"walked": [1, 1, 1]})
    connection.execute(update(platform.feats).where(platform.feats.c.player_id == b).values(figures=wrong))
    connection.execute(delete(platform.unlocked).where(platform.unlocked.c.player_id == c))
    connection.execute(platform.feats.insert().values(player_id=stranger, game="spacegoo", matches=1, figures=wrong))
    opened = {"player_id": stranger, "game": "rally", "achievement": "x", "match_id": 1, "at_ms": 1}
    connection.execute(platform.unlocked.insert().values(**opened))
    assert recomputed(connection) == recompute.FiguresReport(13, 3, 2)
    assert figures.tallies(connection) == before
    assert recomputed(connection).same


def test_a_changed_list_of_achievements_is_applied_to_all_that_was_played(connection):
    filled(connection)
    easier = msgspec.structs.replace(FAR, key="farther", least=1)
    assert not recomputed(connection, achievements=(easier,)).same
    opened = connection.execute(select(platform.unlocked.c.achievement).distinct()).scalars().all()
    assert opened == ["farther"]


def test_reading_most_of_the_log_beforehand_gives_the_same(connection):
    filled(connection)
    folding = recompute.FiguresRecompute({"spacegoo": ALL})
    seen = []
    folding.read(connection, seen.append)
    assert seen == [13]
    played(connection, {"walked": 70}, {})
    assert recompute.recompute(connection, {}, folding=folding).same


def test_a_player_of_several_games_has_a_tally_for_each(connection):
    played(connection, {"walked": 1}, {})
    other = msgspec.structs.replace(SETUP, game="rally")
    played(connection, {"walked": 20}, {}, setup=other)
    found = figures.tallies(connection, player_ids=[player(connection, "a").id])
    assert {game: one.totals for (_, game), one in found.items()} == {
        "spacegoo": {"walked": 1},
        "rally": {"walked": 20},
    }
    assert figures.tallies(connection, game="quest") == {}


def test_unlocked_is_told_by_seat():
    line = figures.FigureLine(
        1, 7, 7, "x", True, 5, (SeatFigures(2, "", {"destroyed": 1}), SeatFigures(1, "", {"walked": 10}))
    )
    after, new = figures.folded({}, line, (FAR, DEADLY))
    assert new == [Unlocked(1, "deadly"), Unlocked(2, "far")]
    assert after[1, "x"] == Tally(1, {"walked": Sum(10, 10, 7)}, {"far": Unlocking(7, 5)})
