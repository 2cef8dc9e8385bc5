"""Players and matches for tests of the store."""

from roundhouse.core.game import Place, Result, Setup
from roundhouse.store import matches, players

SETUP = Setup("spacegoo", "standard", {"max_rounds": 500}, (), 1)
CLASSIC = Setup("spacegoo", "classic", {"max_rounds": 500}, (), 1)
WON = Result("won", "The last player alive won.", (Place(1, 1, 2), Place(2, 2, 0)))


def player(connection, name="a", **columns):
    return players.create(connection, name=name, now_ms=1, **columns)[0]


def begin(connection, *names, setup=SETUP, line=True, rated=True, pool="bots", now_ms=5, **more):
    ids = [player(connection, name).id for name in names or ("a", "b")]
    return matches.begin(connection, setup, ids, line=line, rated=rated, pool=pool, now_ms=now_ms, **more)


def finish(connection, begun, changes=(5.0, -5.0), *, now_ms=9, **more):
    return matches.finish(
        connection, begun.id, WON, reason="player 1 won", elo=lambda before: list(changes), now_ms=now_ms, **more
    )
