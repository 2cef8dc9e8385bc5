"""Cabinets and leaderboards: made of what finished matches counted, on every database."""

import pytest
from sqlalchemy import delete
from tests.store.players_and_matches import player
from tests.store.test_store_figures import played

from roundhouse.protocol.api.platform import Award, Leader
from roundhouse.store import matches, players
from roundhouse.store.figures import awards, recompute
from roundhouse.store.schema import platform

AWARDS = ("gold", "silver")


@pytest.fixture
def connection(database):
    with database.engine.begin() as connection:
        yield connection


def cabinet(connection, name, **how):
    return awards.won(connection, player(connection, name).id, "spacegoo", AWARDS, **how)


@pytest.mark.rule("DUN-182")
def test_a_cabinet_has_every_award_with_match_and_date_the_newest_first(connection):
    first, _ = played(connection, {"gold": 1, "walked": 3}, {"silver": 1}, now_ms=50)
    second, _ = played(connection, {"gold": 1, "silver": 1}, {"gold": 0}, now_ms=60)
    played(connection, {"walked": 9}, {}, now_ms=70)
    assert cabinet(connection, "a") == [
        Award("gold", second.key, second.number, 60),
        Award("silver", second.key, second.number, 60),
        Award("gold", first.key, first.number, 50),
    ]
    assert cabinet(connection, "b") == [Award("silver", first.key, first.number, 50)]
    assert awards.won(connection, player(connection, "a").id, "rally", AWARDS) == []


@pytest.mark.rule("DUN-182")
def test_the_key_of_a_match_that_is_not_listed_is_only_for_its_players(connection):
    begun, _ = played(connection, {"gold": 1}, {}, listed=False)
    assert [one.match for one in cabinet(connection, "a")] == [""]
    assert [one.match for one in cabinet(connection, "a", unlisted=True)] == [begun.key]


@pytest.mark.rule("DUN-182")
def test_what_is_played_on_from_another_match_is_won_once(connection):
    first, _ = played(connection, {"gold": 1}, {})
    again, _ = played(connection, {"gold": 1}, {}, fork_of=first.id)
    assert [one.number for one in cabinet(connection, "a")] == [first.number]
    assert matches.by_id(connection, again.id) is not None


@pytest.mark.rule("DUN-174")
def test_leaders_by_the_sum_over_all_matches_and_equal_sums_share_a_place(connection):
    played(connection, {"score": 5}, {"score": 9})
    played(connection, {"score": 6}, {"score": 2})
    played(connection, {"score": -4}, {"score": 3}, names=("c", "d"))
    guest = player(connection, "b")
    assert awards.leaders(connection, "spacegoo", "score") == [
        Leader(1, "b", "bot", 11, 9, 2),
        Leader(1, "a", "bot", 11, 6, 2),
        Leader(3, "d", "bot", 3, 3, 1),
        Leader(4, "c", "bot", -4, -4, 1),
    ]
    players.change(connection, guest.id, guest=True)
    assert [one.name for one in awards.leaders(connection, "spacegoo", "score")] == ["a", "d", "c"]
    assert [one.total for one in awards.leaders(connection, "spacegoo", "other")] == [0, 0, 0]
    assert awards.leaders(connection, "rally", "score") == []


@pytest.mark.rule("DUN-174")
def test_leaders_are_the_same_after_everything_was_counted_anew(connection):
    played(connection, {"score": 5}, {"score": 9})
    before = awards.leaders(connection, "spacegoo", "score")
    connection.execute(delete(platform.feats))
    assert awards.leaders(connection, "spacegoo", "score") == []
    recompute.recompute(connection, {})
    assert awards.leaders(connection, "spacegoo", "score") == before
