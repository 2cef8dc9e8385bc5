"""Seasons in the store: their games, seats and turns, what power sources said, and a log in which every run is once."""

from datetime import date

import msgspec
import pytest
from sqlalchemy import select
from tests.store.players_and_matches import SETUP, WON, player

from roundhouse.games.boidvoid.season.api import JobRun
from roundhouse.games.boidvoid.season.store import job_log, schema, seasons
from roundhouse.games.boidvoid.season.store.seasons import Power, Seat
from roundhouse.store import matches


@pytest.fixture
def connection(database):
    with database.engine.begin() as connection:
        yield connection


@pytest.fixture
def people(connection):
    return [player(connection, name, kind="person").id for name in ("ada", "bob")]


@pytest.fixture
def season_id(connection):
    return seasons.register(connection, "Autumn", date(2026, 11, 1), date(2026, 11, 4))


def seats(people):
    return [Seat(1, 1, 1, "leader", people[0]), Seat(2, 2, 1, "leader", people[1])]


def begun(connection, people):
    return matches.begin(connection, SETUP, people, line=False, rated=False, pool="people", now_ms=5)


def test_seasons_are_listed_by_their_start(connection, season_id):
    seasons.register(connection, "Summer", date(2026, 6, 1), date(2026, 7, 1))
    seasons.change_season(connection, season_id, "Fall", date(2026, 11, 2), date(2026, 11, 9))
    seasons.set_season_state(connection, season_id, seasons.ACTIVE)
    found = seasons.all_seasons(connection)
    assert [(one.name, one.state) for one in found] == [("Summer", "registered"), ("Fall", "active")]
    assert (found[1].start, found[1].end) == (date(2026, 11, 2), date(2026, 11, 9))


def test_a_draft_is_changed_and_dropped_but_a_game_that_runs_is_not(connection, season_id, people):
    game_id = seasons.add_game(connection, season_id, "Void", {"turn_seconds": 60}, seats(people))
    made = seasons.game(connection, game_id)
    assert (made.name, made.state, made.settings, made.match) == ("Void", "draft", {"turn_seconds": 60}, "")
    assert [[seat.player_id for seat in team] for team in made.teams] == [[people[0]], [people[1]]]
    assert seasons.change_draft(connection, game_id, "Other", {}, seats(people[::-1]))
    assert seasons.game(connection, game_id).seats[0].player_id == people[1]
    match = begun(connection, people)
    seasons.change_game(connection, game_id, state=seasons.RUNNING, match_id=match.id, turn_no=1, due_ms=9)
    assert not seasons.change_draft(connection, game_id, "Late", {}, seats(people))
    assert not seasons.drop_draft(connection, game_id)
    known = seasons.game(connection, game_id)
    assert (known.match, known.available) == (match.key, False)  # its season is not active
    seasons.set_season_state(connection, season_id, seasons.ACTIVE)
    assert seasons.game_of_match(connection, match.id).available
    assert [one.id for one in seasons.games(connection, states=["running"], player_id=people[0])] == [game_id]
    assert seasons.games(connection, states=["paused"]) == []
    other = seasons.add_game(connection, season_id, "Gone", {}, seats(people))
    assert seasons.drop_draft(connection, other)
    assert seasons.game(connection, other) is None
    assert seasons.game_counts(connection) == {season_id: 1}
    assert seasons.game(connection, 2**40) is None


def test_a_replaced_player_is_out_of_the_game_and_of_its_match(connection, season_id, people):
    game_id = seasons.add_game(connection, season_id, "Void", {}, seats(people))
    match = begun(connection, people)
    seasons.change_game(connection, game_id, state=seasons.RUNNING, match_id=match.id)
    eve = player(connection, "eve", kind="person").id
    setup = msgspec.structs.replace(SETUP, seed=99)
    seasons.replace(connection, seasons.game(connection, game_id), 2, eve, msgspec.msgpack.encode(setup))
    assert [seat.player_id for seat in seasons.game(connection, game_id).seats] == [people[0], eve]
    stored = matches.by_id(connection, match.id)
    assert (stored.player_ids, stored.setup.seed) == ((people[0], eve), 99)
    matches.finish(connection, match.id, WON, reason="over", now_ms=9)
    ((found, result),) = seasons.results(connection, season_id)
    assert (found, [one[:2] for one in result]) == (game_id, [(people[0], 1), (eve, 2)])
    seasons.set_role(connection, game_id, 2, "trooper")
    assert [seat.role for seat in seasons.game(connection, game_id).seats] == ["leader", "trooper"]


@pytest.mark.rule("BOI-301")
def test_the_last_answer_of_a_power_source_stays_when_there_is_none(connection, season_id, people):
    game_id = seasons.add_game(connection, season_id, "Void", {}, seats(people))
    seasons.note_power(connection, game_id, [Power(1, 10, 11, 400, ""), Power(2, 10, 11, None, "power_unavailable")])
    seasons.note_power(connection, game_id, [Power(1, 20, 21, None, "power_unavailable"), Power(2, 20, 21, 10**12, "")])
    assert seasons.power_of(connection, game_id) == {
        1: Power(1, 20, 21, 400, "power_unavailable"),
        2: Power(2, 20, 21, 10**12, ""),
    }


@pytest.mark.rule("BOI-238", "BOI-240")
def test_a_run_stands_in_the_log_once_and_what_is_run_by_hand_each_time(connection):
    first = job_log.note(connection, "turn_end", key="1/7", due_ms=50, ran_ms=51, detail={"a": 1})
    assert first == JobRun(first.id, "turn_end", "1/7", 50, 51, "", "done", {"a": 1})
    assert job_log.note(connection, "turn_end", key="1/7", due_ms=50, ran_ms=99, outcome="nothing") == first
    assert job_log.last_due_ms(connection, "turn_end") == 50
    assert job_log.last_due_ms(connection, "season_end") is None
    for _ in range(2):
        job_log.note(connection, "turn_end", due_ms=60, ran_ms=60, by="boss")
    assert [run.key for run in job_log.lines(connection, "turn_end")] == ["by hand 2", "by hand 1", "1/7"]
    assert job_log.last_due_ms(connection, "turn_end") == 50  # the scheduler's own
    rows = connection.execute(select(schema.job_runs.c.id)).all()
    assert len(rows) == 3
