"""The laptop dies amid the ladder and amid the finals: the contest goes on, and nothing counts twice."""

import collections

import pytest
from tests.server.contest import contest_day
from tests.server.contest.contest_site import Slow

from roundhouse.store import contest, ladder, matches
from roundhouse.store.contest import finals as event_finals
from roundhouse.store.database import Database

KEY = ("spacegoo", "standard", "bots")


@pytest.fixture
def bots():
    """They come back by themselves whenever there is a server."""
    made = []
    yield made
    Slow.held.clear()
    contest_day.stop(made)


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_an_event_that_is_killed_twice_goes_on_and_nothing_counts_twice(tmp_path, bots):
    folder = tmp_path / "day"
    with contest_day.holding(folder, bots=bots, codes=3, rounds=12, size=2, best_of=2, grace_s=90) as day:
        for name in ("ada", "bob", "cyd"):
            day.join(name, "slow")
        day.move("ladder")
        page = day.until(lambda page: page["live"] and len(page["results"]) >= 2)
        begun = {one["key"] for one in page["live"]}
        port = int(day.address.rsplit(":", 1)[1])
        day.site.process.kill()

    with contest_day.holding(folder, port=port, bots=bots) as day:
        assert day.page()["phase"] == "ladder"
        for key in begun:
            match = day.until(lambda match: match["state"] != "running", f"/api/matches/{key}")
            assert match["state"] == "finished"
        played = len(day.page()["results"])
        day.until(lambda page: len(page["results"]) > played)
        day.move("freeze")
        page = day.until(lambda page: page["settled"])
        assert {line["name"]: line["matches"] for line in page["table"]} == rated(folder)
        for bot in bots:
            bot.holding = True  # one leg is over and another is not
        day.move("finals")
        day.until(lambda finals: {"over", "running"} <= leg_states(finals), "/api/event/finals")
        before = tries(folder)
        day.site.process.kill()
        for bot in bots:
            bot.holding = False
        Slow.held.clear()

    with contest_day.holding(folder, port=port, bots=bots) as day:
        assert day.page()["phase"] == "finals"
        over = day.until(lambda finals: finals["over"], "/api/event/finals")
        assert over["champion"]
        day.until(lambda page: page["champion"] == over["champion"])
        after = tries(folder)
        assert {one.state for one in after} == {"over"}
        assert collections.Counter(one.fixture for one in after).most_common(1)[0][1] == 1
        kept = {one.id: one.ended for one in after}
        assert [kept[one.id] for one in before if one.state == "over"] == [
            one.ended for one in before if one.state == "over"
        ]
        assert [line["matches"] for line in day.page()["table"]] == [line["matches"] for line in page["table"]]


def leg_states(finals):
    return {leg["state"] for meeting in finals["meetings"] for leg in meeting["legs"]}


def reading(folder, query):
    store = Database(folder / "roundhouse.db")
    try:
        with store.engine.connect() as connection:
            return query(connection)
    finally:
        store.close()


def tries(folder):
    return reading(folder, lambda connection: event_finals.tries(connection, 1))


def rated(folder):
    """How many rated matches every team has finished, counted match by match; the ladder says the same."""

    def count(connection):
        names = {one.bot_id: one.name for one in contest.entrants(connection)}
        finished = [one for one in matches.page(connection, live=False, limit=200) if one.rated and one.result]
        counts = collections.Counter(names[who] for one in finished for who in one.player_ids)
        standings = ladder.standings_of(connection, KEY, list(names))
        assert counts == {names[bot]: known.matches for bot, known in standings.items()}
        return dict(counts)

    return reading(folder, count)
