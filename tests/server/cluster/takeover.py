"""Kills one of two servers with `kill -9` in the middle of many matches, and looks how soon the other goes on.

    python -m tests.server.cluster.takeover --matches 50

Matches of four games are played by bots over TCP and WebSocket, rated and not, with spectators at both servers. Every
match must take orders again within five seconds, every acknowledged order must be in its record and none twice, clocks
must stand still for the outage, nobody may fall out of a match, and every rated match must be counted once.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
import urllib.request
from itertools import pairwise
from pathlib import Path

from rich.console import Console
from sqlalchemy import create_engine, func, select
from tests import stores
from tests.outage import check, open_table
from tests.server.cluster.bots import KINDS, OverWebSocket, Rated, Watcher, lost, players_of, twice
from tests.server.cluster.clusters import PATIENCE_S, Cluster, Traveller, cluster, health, kill, until
from tests.web.site import Site

from roundhouse.match.record import from_bytes
from roundhouse.store.schema.platform import matches, results, standings

WATCHED_EVERY = 5  # matches; two spectators each, one at either server
TICK_S = 0.05


class Doors:
    """Where players of a server are let in; lists that change when they have to go elsewhere."""

    def __init__(self, site) -> None:
        self.lines, self.web = [site.ports["json"]], [int(site.address.rsplit(":", 1)[1])]

    def of(self, player: Traveller) -> list[int]:
        return self.web if isinstance(player, OverWebSocket) else self.lines

    def become(self, other: "Doors") -> None:
        self.lines[:], self.web[:] = other.lines, other.web


async def jitter(late: list[float]) -> None:
    """How late this machine wakes somebody who does nothing but sleep."""
    while True:
        before = time.monotonic()
        await asyncio.sleep(TICK_S)
        late.append(time.monotonic() - before - TICK_S)


async def takeover(
    made: Cluster, first: Site, second: Site, count: int, say=lambda text: None, *, through_both: bool = False
) -> dict:
    """Play `count` matches with a kill of the first server in the middle. Raises AssertionError if anything was lost.

    `through_both`: the second player of every match is connected to the server that stays.
    """
    known = made.accounts(2 * count)
    assert (health(first)["role"], health(second)["role"]) == ("leader", "follower")
    here, there = Doors(first), Doors(second)
    pairs = []
    for n in range(count):
        kind, tokens = KINDS[n % len(KINDS)], known[2 * n : 2 * n + 2]
        table = await asyncio.to_thread(open_table, first, tokens[0], kind.options)
        pairs.append(players_of(kind, tokens, table, n))
    playing = [player for pair in pairs for player in pair]
    tasks = [
        asyncio.create_task(player.travel((there if through_both and n % 2 else here).of(player)))
        for n, player in enumerate(playing)
    ]
    await until(lambda: all(player.match for player in playing), "all matches begin", 3 * PATIENCE_S)
    watchers = [Watcher(pair[0].match) for pair in pairs[::WATCHED_EVERY] for _ in range(2)]
    tasks += [asyncio.create_task(w.watch((here, there)[n % 2].lines)) for n, w in enumerate(watchers)]
    await until(lambda: all(p.turns >= p.ready_after for p in playing), "the matches move", 3 * PATIENCE_S)
    assert all(player.connections == 1 for player in playing), "a connection was lost for no reason"
    before = sum(len(player.acknowledged) for player in playing)
    running = {player.match for player in playing if player.over is None}
    assert len(running) == count, "a match was over too soon"
    say(f"{count} matches are running, {before} orders are acknowledged: kill -9")
    late: list[float] = []
    measuring = asyncio.create_task(jitter(late))
    moment = time.monotonic()
    kill(first)
    here.become(there)
    await until(lambda: all(p.back_after(moment) is not None or p.over for p in playing), "all take orders again")
    back = {}
    for pair in pairs:
        taken = [took for took in (player.back_after(moment) for player in pair) if took is not None]
        assert taken, f"{pair[0].match} was never taken up"
        back[pair[0].match] = min(taken)
    say(f"all {count} go on, the last after {max(back.values()):.2f} s; they are played to their end")
    await asyncio.wait_for(asyncio.gather(*tasks), 4 * PATIENCE_S)
    measuring.cancel()
    stood_s = max(late)  # a busy machine stands still, too
    told = await until(lambda: (now := health(second))["leases"] == 0 and now, "all leases are given back")
    assert (told["role"], told["processes"], told["matches"]) == ("leader", 1, 0)
    checked = 0
    for pair in pairs:
        checked += await asyncio.to_thread(check, second, pair)
        await asyncio.to_thread(look_at, second, pair, back[pair[0].match] + stood_s)
    for watcher in watchers:
        assert watcher.connections > 1
        assert watcher.steps == sorted(watcher.steps), watcher.steps
    return {
        "matches": count,
        "acknowledged_before": before,
        "orders_checked": checked,
        "rated_once": counted_once(made.database, [pair[0].match for pair in pairs if isinstance(pair[0], Rated)]),
        "back_s": sorted(round(took, 2) for took in back.values()),
        "jitter_ms": round(max(late) * 1000),
    }


def look_at(site, pair: list[Traveller], outage_s: float) -> None:
    """Nothing is in the record twice, nobody fell out of the match, and no clock ran while nobody could play."""
    assert pair[0].match == pair[1].match
    with urllib.request.urlopen(f"{site.address}/api/matches/{pair[0].match}/record", timeout=30) as answer:
        record = from_bytes(answer.read())
    for player in pair:
        assert not twice(player, record), f"{player.match}, seat {player.seat}: {twice(player, record)}"
    assert not lost(record), f"{pair[0].match}: {lost(record)}"
    longest_ms = max(after.at_ms - before.at_ms for before, after in pairwise(record.entries))
    assert longest_ms < outage_s * 1000, f"{pair[0].match}: {longest_ms} ms between two entries"


def counted_once(database: str, keys: list[str]) -> int:
    """How many rated matches there were; each is in the log of results once, and in the ladder."""
    engine = create_engine(database)
    try:
        with engine.connect() as connection:
            query = select(matches.c.key, func.count(results.c.id)).join(results, results.c.match_id == matches.c.id)
            assert dict(map(tuple, connection.execute(query.group_by(matches.c.key)))) == dict.fromkeys(keys, 1)
            won_or_not = standings.c.wins + standings.c.draws + standings.c.losses
            played = connection.execute(select(won_or_not)).scalars().all()
            assert played == [1] * 2 * len(keys), played
    finally:
        engine.dispose()
    return len(keys)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=50)
    console = Console()
    if stores.missing():
        console.print(stores.missing())
        return 1
    schema = stores.Schema()
    try:
        with tempfile.TemporaryDirectory() as folder, cluster(Path(folder), schema.url) as made:
            first, second = made.pair()
            count = parser.parse_args().matches
            told = asyncio.run(takeover(made, first, second, count, console.print, through_both=True))
    finally:
        schema.drop()
    back = told.pop("back_s")
    console.print(told)
    console.print(
        f"from the kill to the first order: median {statistics.median(back):.2f} s, longest {max(back):.2f} s"
    )
    return 0 if max(back) < 5 else 1


if __name__ == "__main__":
    sys.exit(main())
