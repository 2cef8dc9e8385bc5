"""Matches of the line server count twice: in their Elo, and in the ladder of bots."""

import asyncio

from tests.store.counted_matches import START_ELO, K, player, recompute

from roundhouse.core.game import Place, Result
from roundhouse.games.spacegoo import GAME
from roundhouse.games.spacegoo.server import ranking_store
from roundhouse.games.spacegoo.server.line_log import StoredLineLog
from roundhouse.store import ladder


def result(*places):
    return Result("won", "Somebody won.", tuple(Place(seat, place, 0) for seat, place in enumerate(places, 1)))


def played(database, *results):
    """Matches by the line server's own ledger; what they changed in the Elo."""
    loop = asyncio.new_event_loop()
    changes = []

    async def all_of_them():
        ids = [database.submit(lambda c, name=name: player(c, name).id).result() for name in ("ann", "bob")]
        line_log = StoredLineLog(
            database, loop, start_elo=START_ELO, elo_k=K, failure=changes.append, count=ladder.count
        )
        for one in results:
            begun, ended = loop.create_future(), loop.create_future()
            line_log.begin(GAME.setup(["ann", "bob"]), ids, "standard", begun.set_result)
            line_log.finish((await begun).id, one, "player won", "standard", ids, ended.set_result)
            changes.append(await ended)

    try:
        loop.run_until_complete(all_of_them())
    finally:
        loop.close()
    return changes


def test_a_line_match_moves_the_elo_and_the_ladder_of_bots(database):
    assert played(database, result(1, 2)) == [[5.0, -5.0]]

    with database.engine.connect() as connection:
        page = ladder.page(connection, "spacegoo", "standard", "bots", now_ms=1)
        assert [(row.player.name, row.wins) for row in page.rows] == [("ann", 1), ("bob", 0)]
        ranking = ranking_store.ranking(connection, "spacegoo", "standard", first=0, count=9)
        assert [(line.name, line.elo) for line in ranking] == [("ann", 1005.0), ("bob", 995.0)]


def test_both_follow_from_the_log_to_the_bit(database):
    played(database, *(result(1 + n % 3 % 2, 2 - n % 2) for n in range(20)))

    report = database.submit(recompute).result()

    assert report.same
    assert report.results == 20
