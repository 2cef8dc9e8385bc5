"""What pages show of ladders."""

import pytest
from sqlalchemy import event, insert
from tests.store.counted_matches import DAY_MS, NOON_MS, play, player

from roundhouse.competition.ladder.rating import START, shown
from roundhouse.protocol.api.platform import LadderKey, PlayerCard
from roundhouse.store import ladder as ladders
from roundhouse.store import players
from roundhouse.store.schema import platform

LADDER = ("spacegoo", "standard", "bots")


def page(connection, *, now_ms=NOON_MS, placement=1, offset=0, limit=50, ladder=LADDER):
    return ladders.page(connection, *ladder, offset, limit, now_ms=now_ms, placement=placement)


def names(found):
    return [row.player.name for row in found.rows]


@pytest.fixture
def connection(database):
    with database.engine.begin() as connection:
        yield connection


@pytest.fixture(autouse=True)
def every_rating_is_known_enough(monkeypatch):
    """A few matches are enough here; how uncertain a rating may be is tested with the ratings."""
    from roundhouse.competition.ladder import rating
    from roundhouse.store.ladder import page_data

    for module in (rating, page_data):
        monkeypatch.setattr(module, "SIGMA_WIDE", 9.0)


# Rows


def test_a_row_says_how_a_player_stands(connection):
    player(connection, "a", language="Rust")
    for n, places in enumerate([[1, 2], [1, 1], [2, 1], [1, 2]]):
        _, ended = play(connection, ["a", "b"], places, at_ms=NOON_MS + n)

    found = page(connection, now_ms=NOON_MS + 9)

    assert found.ladder == LadderKey(*LADDER, players=2)
    assert found.total == 2
    first = found.rows[0]
    assert (first.rank, first.player, first.language) == (1, PlayerCard("a", "bot"), "Rust")
    assert (first.matches, first.wins, first.draws, first.losses) == (4, 2, 1, 1)
    assert first.last == [1.0, 0.5, 0.0, 1.0]
    assert first.last_ms == NOON_MS + 3
    assert first.rating == ended.ratings[0].after
    assert 0 < first.uncertainty < 500
    assert not first.provisional
    assert (found.rows[1].rank, found.rows[1].player.name) == (2, "b")


def test_ranks_follow_the_rating_that_is_shown(connection):
    for winner, loser in ["ab", "bc", "ac", "cd", "ad", "bd"]:
        play(connection, [winner, loser], [1, 2])

    rows = page(connection).rows

    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert [row.player.name for row in rows] == ["a", "b", "c", "d"]
    assert sorted((row.rating for row in rows), reverse=True) == [row.rating for row in rows]


def test_provisional_ratings_come_after_all_others(connection):
    for _ in range(3):
        play(connection, ["a", "b"], [1, 2])
    play(connection, ["lucky", "b"], [1, 2])

    found = page(connection, placement=3)

    assert [(row.player.name, row.provisional) for row in found.rows] == [("a", False), ("b", False), ("lucky", True)]
    assert found.rows[2].rating > found.rows[1].rating


def test_an_uncertain_rating_is_provisional_too(connection, monkeypatch):
    from roundhouse.competition.ladder import rating
    from roundhouse.store.ladder import page_data

    play(connection, ["a", "b"], [1, 2])
    for module in (rating, page_data):
        monkeypatch.setattr(module, "SIGMA_WIDE", 5.0)

    assert [row.provisional for row in page(connection).rows] == [True, True]


def test_pages_follow_each_other(connection):
    for n in range(9):
        play(connection, [f"p{n}", f"p{n + 1}"], [1, 2])
    whole = page(connection)

    parts = [page(connection, offset=offset, limit=4) for offset in (0, 4, 8, 12)]

    assert [row for part in parts for row in part.rows] == whole.rows
    assert [len(part.rows) for part in parts] == [4, 4, 2, 0]
    assert all(part.total == 10 for part in parts)


def test_a_page_around_somebody_has_them_in_the_middle(connection):
    for n in range(9):
        play(connection, [f"p{n}", f"p{n + 1}"], [1, 2])
    ranked = names(page(connection))
    for name in ranked:
        offset = ladders.offset_around(connection, *LADDER, player(connection, name).id, limit=3, placement=1)
        assert name in names(page(connection, offset=offset, limit=3))
    middle = player(connection, ranked[5]).id
    assert ladders.offset_around(connection, *LADDER, middle, limit=3, placement=1) == 4
    assert ladders.offset_around(connection, *LADDER, player(connection, "new").id, limit=3) is None


def test_blocked_players_are_not_shown_and_take_no_rank(connection):
    play(connection, ["cheat", "b"], [1, 2])
    players.change(connection, player(connection, "cheat").id, blocked=True)

    found = page(connection)

    assert (names(found), found.total, [row.rank for row in found.rows]) == (["b"], 1, [1])
    assert ladders.keys(connection) == [LadderKey(*LADDER, players=1)]
    assert ladders.player_ratings(connection, player(connection, "cheat").id, now_ms=NOON_MS) == []


def test_every_game_preset_and_pool_has_a_ladder_of_its_own(connection):
    play(connection, ["a", "b"], [1, 2])
    play(connection, ["a", "b", "c"], [3, 2, 1], preset="classic")
    play(connection, ["a", "me"], [1, 2], pool="mixed")

    assert ladders.keys(connection) == [
        LadderKey("spacegoo", "classic", "bots", 3),
        LadderKey("spacegoo", "standard", "bots", 2),
        LadderKey("spacegoo", "standard", "mixed", 2),
    ]
    assert names(page(connection)) == ["a", "b"]
    assert names(page(connection, ladder=("spacegoo", "classic", "bots"))) == ["c", "b", "a"]


def test_a_ladder_nobody_stands_in_is_empty(connection):
    found = page(connection, ladder=("spacegoo", "standard", "agents"))

    assert (found.rows, found.total) == ([], 0)


# Trends and histories


def test_a_trend_begins_at_the_start_and_goes_match_by_match_at_first(connection):
    after = [play(connection, ["a", "b"], [1, 2], at_ms=NOON_MS + n)[1].ratings[0].after for n in range(5)]

    (trend, _) = (row.trend for row in page(connection, now_ms=NOON_MS + 10).rows)

    assert trend == [shown(START), *after]


def test_a_long_trend_has_a_point_a_day_of_thirty_days(connection):
    after = {}
    for day in range(40):
        for n in range(2):
            after[day] = play(connection, ["a", "b"], [1, 2], at_ms=NOON_MS + day * DAY_MS + n)[1].ratings[0].after

    (trend, _) = (row.trend for row in page(connection, now_ms=NOON_MS + 39 * DAY_MS + 5).rows)

    assert trend == [after[day] for day in range(10, 40)]


def test_a_trend_begins_where_the_rating_was_before(connection):
    old = play(connection, ["a", "b"], [1, 2], at_ms=NOON_MS - 100 * DAY_MS)[1].ratings[0].after
    later = [
        play(connection, ["a", "b"], [1, 2], at_ms=NOON_MS - day * DAY_MS)[1].ratings[0].after
        for day in range(10, 0, -1)
    ]

    (trend, _) = (row.trend for row in page(connection).rows)

    assert trend == [old, *later]


def test_whoever_has_not_played_lately_has_no_trend(connection):
    play(connection, ["a", "b"], [1, 2], at_ms=NOON_MS)

    assert [row.trend for row in page(connection, now_ms=NOON_MS + 31 * DAY_MS).rows] == [[], []]


def test_a_history_leads_to_the_matches(connection):
    played = [play(connection, ["a", "b"], [1, 2], at_ms=NOON_MS + n, listed=n != 1) for n in range(3)]

    found = ladders.history(connection, *LADDER, ["b", "nobody", "a"])

    assert [one.name for one in found] == ["b", "a"]
    assert [(point.at_ms, point.rating, point.match) for point in found[1].points] == [
        (NOON_MS + n, ended.ratings[0].after, "" if n == 1 else begun.key) for n, (begun, ended) in enumerate(played)
    ]
    assert [point.uncertainty for point in found[1].points] == sorted(
        (point.uncertainty for point in found[1].points), reverse=True
    )


def test_a_long_history_goes_day_by_day_before_the_newest_matches(connection, monkeypatch):
    from roundhouse.store.ladder import rating_history

    monkeypatch.setattr(rating_history, "HISTORY", 5)
    for day in range(6):
        for n in range(3):
            play(connection, ["a", "b"], [1, 2], at_ms=NOON_MS + day * DAY_MS + n)

    (found,) = ladders.history(connection, *LADDER, ["a"])

    days = [((point.at_ms - NOON_MS) // DAY_MS, point.at_ms % 10) for point in found.points]
    assert days == [(0, 2), (1, 2), (2, 2), (3, 2), (4, 1), (4, 2), (5, 0), (5, 1), (5, 2)]


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_what_no_database_can_hold_is_not_found(connection, text):
    play(connection, ["a", "b"], [1, 2])

    assert page(connection, ladder=("spacegoo", text, "bots")).rows == []
    assert ladders.history(connection, "spacegoo", text, "bots", ["a"]) == []
    assert [one.name for one in ladders.history(connection, *LADDER, [text, "a"])] == ["a"]


# One player


def test_a_player_sees_all_ladders_it_stands_in(connection):
    play(connection, ["a", "b"], [2, 1])
    for _ in range(2):
        play(connection, ["a", "me"], [1, 2], pool="mixed")

    found = ladders.player_ratings(connection, player(connection, "a").id, now_ms=NOON_MS, placement=1)

    assert [(rating.ladder.pool, rating.ladder.players, rating.row.rank) for rating in found] == [
        ("mixed", 2, 1),
        ("bots", 2, 2),
    ]
    assert found[1].row == page(connection).rows[1]


def test_ranks_are_the_same_on_both_pages(connection):
    for winner, loser in ["ab", "bc", "ca", "ad", "ef", "ea", "df"]:
        play(connection, [winner, loser], [1, 2])

    for row in page(connection, placement=2).rows:
        own = ladders.player_ratings(connection, player(connection, row.player.name).id, now_ms=NOON_MS, placement=2)
        assert own[0].row == row


def test_opponents_come_best_first(connection):
    for places in ([1, 2], [1, 2], [2, 1]):
        play(connection, ["a", "b"], places)
    play(connection, ["a", "c"], [2, 1])
    play(connection, ["d", "a"], [1, 1])
    play(connection, ["a", "e"], [1, 2], rated=False)

    found = ladders.opponents(connection, player(connection, "a").id)

    assert [(one.player.name, one.matches, round(one.score, 3)) for one in found] == [
        ("b", 3, 0.667),
        ("d", 1, 0.5),
        ("c", 1, 0.0),
    ]


def test_of_many_opponents_only_the_best_and_worst_are_shown(connection):
    for n in range(6):
        play(connection, ["a", f"weak-{n}"], [1, 2])
        play(connection, ["a", f"strong-{n}"], [2, 1])

    found = ladders.opponents(connection, player(connection, "a").id, each=2)

    assert [one.score for one in found] == [1.0, 1.0, 0.0, 0.0]


def test_failures_are_those_of_the_last_day(connection):
    play(connection, ["a", "b"], [2, 1], left=["no_command", ""], refusals=[9, 0], at_ms=NOON_MS - DAY_MS - 1)
    play(connection, ["a", "b"], [2, 1], left=["no_command", ""], refusals=[3, 1])
    play(connection, ["b", "a"], [1, 2], left=["", "connection_lost"], rated=False)
    play(connection, ["a", "b"], [1, 2], refusals=[1, 0])

    found = ladders.failures(connection, player(connection, "a").id, now_ms=NOON_MS + 1)

    assert (found.refusals, found.timeouts, found.lost_connections, found.matches) == (4, 1, 1, 3)


def test_departures_are_told_newest_first_and_not_those_over_lines(connection):
    for n, why in enumerate(["", "no_command", "resigned"]):
        play(connection, ["a", "b"], [2, 1], left=[why, ""], at_ms=NOON_MS + n)
    play(connection, ["a", "b"], [2, 1], left=["connection_lost", ""], line=True)
    play(connection, ["a", "b"], [1, 2], finish=False)
    own = player(connection, "a").id

    assert ladders.departures(connection, own, limit=5) == ["resigned", "no_command", ""]
    assert ladders.departures(connection, own, limit=2) == ["resigned", "no_command"]
    assert ladders.departures(connection, own, limit=5, since_ms=NOON_MS + 1) == ["resigned"]


# Speed


def test_ten_thousand_results_page_with_little_work(connection):
    """A page looks at what it shows; whoever looked at every seat of every match would need far more work."""
    fill(connection, results=10_000, count=200)

    for offset in (0, 150):
        found, work = worked(
            connection, lambda offset=offset: page(connection, offset=offset, now_ms=NOON_MS + 40 * DAY_MS)
        )
        assert len(found.rows) == 50
        assert work < {"sqlite": 80_000, "postgresql": 8000}[connection.dialect.name]
    names = [row.player.name for row in found.rows[:4]]
    best = player(connection, names[0]).id
    for ask in (lambda: ladders.history(connection, *LADDER, names), lambda: ladders.opponents(connection, best)):
        _, work = worked(connection, ask)
        assert work < {"sqlite": 40_000, "postgresql": 4000}[connection.dialect.name]


def worked(connection, ask):
    """An answer and its work: steps of SQLite's machine, or what PostgreSQL estimates for its plans."""
    if connection.dialect.name == "sqlite":
        raw, steps = connection.connection.driver_connection, []
        raw.set_progress_handler(lambda: steps.append(100), 100)
        try:
            return ask(), sum(steps)
        finally:
            raw.set_progress_handler(None, 0)
    asked = []

    def note(_connection, _cursor, statement, parameters, _context, _many):
        asked.append((statement, parameters))

    event.listen(connection, "before_cursor_execute", note)
    try:
        found = ask()
    finally:
        event.remove(connection, "before_cursor_execute", note)
    plans = [connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {one}", given).scalar_one() for one, given in asked]
    return found, sum(plan[0]["Plan"]["Total Cost"] for plan in plans)


def fill(connection, *, results, count):
    """A ladder as it is after many matches, without playing them one by one."""
    ids = [player(connection, f"bot-{n}").id for n in range(count)]
    game, preset, pool = LADDER
    ladder = {"game": game, "preset": preset, "pool": pool}
    matches, seats, log, days = [], [], [], {}
    for n in range(1, results + 1):
        at_ms = NOON_MS + n * 40 * DAY_MS // results
        pair = (ids[n % count], ids[(n * 7 + n // count + 1) % count])
        pair = pair if pair[0] != pair[1] else (pair[0], ids[(ids.index(pair[1]) + 1) % count])
        matches.append(
            {"id": n, "key": f"key-{n}", "game": game, "number": n, "edition": preset, "setup": b"",
             "state": "finished", "started_ms": at_ms, "ended_ms": at_ms, "rated": True}
        )  # fmt: skip
        log.append({"match_id": n, "line": False, "at_ms": at_ms, "seats": b"\x90"} | ladder)
        for seat, own in enumerate(pair, 1):
            mu = 25.0 + own % 10
            seats.append(
                {"match_id": n, "seat": seat, "player_id": own, "place": seat, "mu_before": mu, "sigma_before": 2.0,
                 "mu_after": mu, "sigma_after": 2.0}
            )  # fmt: skip
            days[own, at_ms // DAY_MS] = {
                "player_id": own, "day": at_ms // DAY_MS, "match_id": n, "at_ms": at_ms, "mu": mu, "sigma": 2.0
            } | ladder  # fmt: skip
    standings = [
        {"player_id": own, "mu": 25.0 + own % 10, "sigma": 2.0, "wins": 50, "draws": 0, "losses": 50, "last": "w" * 10,
         "last_ms": NOON_MS} | ladder
        for own in ids
    ]  # fmt: skip
    rows = ((platform.matches, matches), (platform.seats, seats), (platform.results, log),
            (platform.standings, standings), (platform.standing_days, list(days.values())))  # fmt: skip
    for table, values in rows:
        connection.execute(insert(table), values)
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("ANALYZE")
