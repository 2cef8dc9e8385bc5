"""Ratings are a function of the log: made anew from it they are the same to the bit."""

import random

import pytest
from sqlalchemy import delete, select, update
from tests.store.counted_matches import DAY_MS, NOON_MS, START_ELO, K, play, player, recompute

from roundhouse.competition.ladder.rating import START
from roundhouse.core.game import Place, Result
from roundhouse.store import ladder, matches
from roundhouse.store.schema import platform

COMPUTED = (platform.standings, platform.standing_days, platform.ratings, platform.seats)


def content(connection):
    """Every value of every computed table; floats compare to the bit."""
    return {
        table.name: [
            tuple(value.hex() if isinstance(value, float) else value for value in row)
            for row in connection.execute(select(table).order_by(*table.primary_key))
        ]
        for table in COMPUTED
    }


def history(connection, *, count=60, seed=1):
    """Days of matches with two and more seats, ties, several ladders, and the line server in between."""
    draws = random.Random(seed)
    names = [f"bot-{n}" for n in range(7)]
    for n in range(count):
        seats = draws.choice([2, 2, 2, 4])
        line = seats == 2 and draws.random() < 0.4
        play(
            connection,
            draws.sample(names, seats),
            [draws.randint(1, seats) for _ in range(seats)],
            at_ms=NOON_MS + n * DAY_MS // 7,
            pool="bots" if line else draws.choice(["bots", "mixed"]),
            preset=draws.choice(["standard", "classic"]),
            line=line,
            rated=line or draws.random() < 0.9,
            left=[draws.choice(["", "", "no_command"]) for _ in range(seats)],
        )


def test_a_right_ladder_stays_as_it_is_to_the_bit(database):
    database.submit(history).result()
    with database.engine.connect() as connection:
        before = content(connection)

    report = database.submit(recompute).result()

    assert report.same
    assert report.results > 50
    with database.engine.connect() as connection:
        assert content(connection) == before


def test_dropped_ladders_come_back_to_the_bit(database):
    database.submit(history).result()
    with database.engine.connect() as connection:
        before = content(connection)

    def drop(connection):
        connection.execute(delete(platform.standings))
        connection.execute(delete(platform.standing_days))
        connection.execute(update(platform.ratings).values(elo=1.0, games=0))
        nothing = dict.fromkeys(["mu_before", "sigma_before", "mu_after", "sigma_after"])
        connection.execute(update(platform.seats).values(**nothing))

    database.submit(drop).result()
    report = database.submit(recompute).result()

    assert (report.standings, report.days) == (len(before["standings"]), len(before["standing_days"]))
    assert report.seats > 100
    assert report.elos == len(before["ratings"])
    with database.engine.connect() as connection:
        assert content(connection) == before


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda c: c.execute(update(platform.standings).values(wins=platform.standings.c.wins + 1)), "standings"),
        (lambda c: c.execute(update(platform.standings).values(last="www")), "standings"),
        (lambda c: c.execute(update(platform.standing_days).values(mu=platform.standing_days.c.mu + 1e-12)), "days"),
        (lambda c: c.execute(update(platform.seats).values(mu_after=platform.seats.c.mu_after + 1e-12)), "seats"),
        (lambda c: c.execute(update(platform.seats).values(elo_change=platform.seats.c.elo_change + 1)), "elos"),
        (lambda c: c.execute(update(platform.ratings).values(games=platform.ratings.c.games + 1)), "elos"),
        (lambda c: c.execute(delete(platform.ratings)), "elos"),
    ],
    ids=["wins", "last ten", "the last bit of a day", "the last bit beside a seat", "elo", "games", "no elo at all"],
)
def test_what_differs_is_found_told_and_put_right(database, change, found):
    database.submit(lambda connection: history(connection, count=12)).result()
    with database.engine.connect() as connection:
        before = content(connection)
    database.submit(change).result()

    told = database.submit(lambda connection: recompute(connection, write=False)).result()
    report = database.submit(recompute).result()

    assert told == report, "looking first tells the same"
    assert {name for name in ("standings", "days", "seats", "elos") if getattr(report, name)} == {found}
    assert database.submit(recompute).result().same
    with database.engine.connect() as connection:
        after = content(connection)
    if found == "elos":  # the log does not know the number of the newest match somebody began
        before["ratings"] = [row[:-1] for row in before["ratings"]]
        after["ratings"] = [row[:-1] for row in after["ratings"]]
    assert after == before


def test_rows_that_follow_from_nothing_are_dropped(database):
    def write(connection):
        play(connection, ["a", "b"], [1, 2])
        stranger = player(connection, "stranger").id
        for table, values in (
            (platform.standings, {"wins": 1, "draws": 0, "losses": 0, "last_ms": 1}),
            (platform.standing_days, {"day": 3, "match_id": 1, "at_ms": 1}),
        ):
            connection.execute(
                table.insert().values(
                    game="spacegoo", preset="standard", pool="bots", player_id=stranger, mu=30.0, sigma=1.0, **values
                )
            )
        return recompute(connection)

    report = database.submit(write).result()

    assert (report.standings, report.days) == (1, 1)
    with database.engine.connect() as connection:
        assert len(connection.execute(select(platform.standings)).all()) == 2


def test_most_can_be_read_before_the_transaction(database):
    database.submit(history).result()
    folding = ladder.LadderRecompute(start_elo=1000.0, elo_k=10.0)
    heard = []
    with database.engine.connect() as connection:
        folding.read(connection, heard.append)
    database.submit(lambda connection: play(connection, ["bot-1", "bot-2"], [1, 2])).result()  # the server runs on

    report = database.submit(lambda connection: recompute(connection, folding=folding)).result()

    assert report.same
    assert report.results == sum(heard) + 1


def test_an_upgraded_database_has_a_log_but_no_ladders(database):
    def forget(connection):
        connection.execute(delete(platform.standings))
        connection.execute(update(platform.seats).values(mu_after=None))

    with database.engine.connect() as connection:
        assert not ladder.never_computed(connection), "nothing to compute"
    database.submit(history).result()
    with database.engine.connect() as connection:
        assert not ladder.never_computed(connection)
    database.submit(forget).result()
    with database.engine.connect() as connection:
        assert ladder.never_computed(connection)

    def catch_up(connection):
        return ladder.catch_up(connection, start_elo=START_ELO, elo_k=K)

    assert database.submit(catch_up).result().standings > 0
    assert database.submit(catch_up).result() is None, "once is enough"
    assert database.submit(recompute).result().same


def test_a_match_that_cannot_be_counted_is_not_finished_either(database):
    """One transaction: no result without its rating, no rating without its result."""
    begun = database.submit(lambda connection: play(connection, ["a", "b"], [1, 2], finish=False)).result()[0]

    def half(connection):
        result = Result("won", "Somebody won.", (Place(1, 1, 1), Place(2, 2, 0)))
        matches.finish(connection, begun.id, result, reason="won", now_ms=NOON_MS, count=ladder.count)
        raise RuntimeError("power cut")

    with pytest.raises(RuntimeError, match="power cut"):
        database.submit(half).result()
    with database.engine.connect() as connection:
        assert connection.execute(select(platform.results)).all() == []
        assert connection.execute(select(platform.standings)).all() == []
        assert connection.execute(select(platform.matches.c.state)).scalar() == platform.RUNNING


def test_a_newcomer_begins_like_everybody(database):
    with database.engine.begin() as connection:
        _, ended = play(connection, ["a", "b"], [1, 2])
        assert [change.before for change in ended.ratings] == [1500.0, 1500.0]
        assert ended.ratings[0].after - 1500.0 == pytest.approx(1500.0 - ended.ratings[1].after)
        rows = connection.execute(select(platform.seats.c.mu_before, platform.seats.c.sigma_before)).all()
        assert rows == [(START.mu, START.sigma)] * 2
