"""Lists of matches among very many others: right, and made by looking at few more than they show."""

import msgspec
import pytest
from sqlalchemy import insert, text
from tests.store.test_ladders_pages import worked

from roundhouse.games import GAMES
from roundhouse.store import matches, players
from roundhouse.store.schema.platform import FINISHED, RUNNING, seats
from roundhouse.store.schema.platform import matches as stored

COUNT = 4000
LIVE = {10, 20, 3001}
ASKED = [
    {},
    {"game": "rally"},
    {"game": "rally", "before": "key-3000"},
    {"game": "rally", "live": False},
    {"live": True},
    {"live": True, "game": "rally"},
    {"live": True, "player": "often"},
    {"live": False},
    {"player": "often"},
    {"player": "often", "before": "key-3000"},
    {"player": "seldom"},
    {"player": "seldom", "game": "quest"},
    {"player": "seldom", "live": False},
    {"unlisted": True},
]


@pytest.fixture
def connection(database):
    with database.engine.connect() as connection, connection.begin() as change:
        yield connection
        change.rollback()


def fill(connection):
    """`often` plays all matches, some of them against itself; `seldom` every hundredth."""
    often, seldom = (players.create(connection, name=name, now_ms=1)[0].id for name in ("often", "seldom"))
    setup = msgspec.msgpack.encode(GAMES["spacegoo"].setup(["a", "b"], seed=1))
    made, sitting = [], []
    for n in range(1, COUNT + 1):
        game = "quest" if n % 500 == 0 else "rally" if n % 3 == 0 else "spacegoo"
        made.append({
            "id": n, "key": f"key-{n}", "game": game, "number": n, "edition": "standard", "setup": setup,
            "state": RUNNING if n in LIVE else FINISHED, "listed": n % 7 != 0, "started_ms": n,
        })  # fmt: skip
        both = (often, seldom if n % 100 == 0 else often)
        sitting += [{"match_id": n, "seat": seat, "player_id": who} for seat, who in enumerate(both, 1)]
    connection.execute(insert(stored), made)
    connection.execute(insert(seats), sitting)
    if connection.dialect.name == "postgresql":  # it does so by itself after a while; SQLite never does
        connection.execute(text("ANALYZE matches, seats"))
    return made


def expected(made, *, game=None, live=None, player=None, before=None, unlisted=False):
    found = [
        one["id"]
        for one in made
        if (unlisted or one["listed"])
        and game in (None, one["game"])
        and live in (None, one["state"] == RUNNING)
        and (player != "seldom" or one["id"] % 100 == 0)
        and (before is None or one["id"] < int(before.removeprefix("key-")))
    ]
    return found[::-1][:20]


def test_lists_among_many_matches_are_right_and_take_little_work(connection):
    made = fill(connection)
    for asked in ASKED:
        found, work = worked(connection, lambda asked=asked: matches.page(connection, **asked))
        assert [one.id for one in found] == expected(made, **asked), asked
        assert all(len(one.player_ids) == 2 for one in found)
        assert work < {"sqlite": 4000, "postgresql": 400}[connection.dialect.name], asked
