"""Matches that count, made quickly: players by name, places by seat."""

from roundhouse.competition.ladder import elo
from roundhouse.core.game import Place, Result, Setup
from roundhouse.store import ladder, matches, players

DAY_MS = 86_400_000
NOON_MS = 20_000 * DAY_MS + DAY_MS // 2  # of some day
START_ELO, K = 1000.0, 10.0


def player(connection, name, **values):
    return players.create(connection, name=name, now_ms=1, **values)[0]


def play(
    connection, names, places, *, at_ms=NOON_MS, pool="bots", preset="standard", game="spacegoo", line=False,
    rated=True, listed=True, left=(), refusals=(), finish=True,
):  # fmt: skip
    """A match between players of these names, who are made if they are new; returns it and what it changed."""
    ids = [player(connection, name).id for name in names]
    setup = Setup(game, preset, {}, (), 1)
    begun = matches.begin(
        connection,
        setup,
        ids,
        line=line,
        rated=rated,
        listed=listed,
        pool=pool,
        start_elo=START_ELO,
        now_ms=at_ms - 500,
    )
    if not finish:
        return begun, None
    result = Result("won", "Somebody won.", tuple(Place(n, place, 9 - place) for n, place in enumerate(places, 1)))
    rate = (lambda before: elo.changes(before, places, k=K)) if line else None
    ended = matches.finish(
        connection,
        begun.id,
        result,
        reason="won",
        left=left or [""] * len(places),
        refusals=refusals or [0] * len(places),
        now_ms=at_ms,
        elo=rate,
        count=ladder.count,
    )
    return begun, ended


def recompute(connection, **options):
    return ladder.recompute(connection, start_elo=START_ELO, elo_k=K, **options)
