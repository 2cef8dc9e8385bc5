"""Kills a server with `kill -9` in the middle of many matches, starts it again, and looks at what has become of them.

    python -m tests.outage --matches 200

Every match must go on and end, every acknowledged order must be in its record, and every record must prove right.
"""

import argparse
import asyncio
import contextlib
import json
import random
import signal
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from rich.console import Console

from roundhouse.core.entries import ORDER, VOID
from roundhouse.match.record import Record, from_bytes
from roundhouse.match.verification import verify
from roundhouse.store import players, tokens
from roundhouse.store.database import Database
from tests.web.site import Site, serving

ROUNDS = 60
KILL_AFTER = 12  # rounds that every match has played by then
THINKING_S = 0.05
PATIENCE_S = 240
SPACEGOO = {"max_rounds": ROUNDS, "deadline_s": 60.0}


class Player:
    """A bot that plays one match, through as many connections as it takes, and remembers what was acknowledged."""

    options = {"game": "spacegoo", "clock": "calm", "settings": SPACEGOO}  # noqa: RUF012
    thinking_s = THINKING_S  # at most, about a turn

    def __init__(self, token: str, table: str, draws: random.Random) -> None:
        self.token = token
        self.table = table
        self.match = ""
        self.seat = 0
        self.turns = 0
        self.acknowledged: list[list[int]] = []  # rows of orders the server has promised to keep
        self.over: dict | None = None
        self.errors: list[dict] = []
        self._draws = draws
        self._sent: dict[int, list[int]] = {}

    async def play(self, port: int) -> None:
        """One connection, until the match is over or the connection is."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        hello = {"type": "hello", "version": 1, "token": self.token}
        hello |= {"match": self.match} if self.match else {"table": self.table}
        writer.write(json.dumps(hello).encode() + b"\n")
        try:
            while self.over is None and (line := await reader.readline()):
                answer = await self._meet(json.loads(line))
                if answer:
                    writer.write(json.dumps(answer).encode() + b"\n")
        except ConnectionError:
            pass
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _meet(self, message: dict) -> dict | None:
        kind = message["type"]
        if kind == "start":
            self.match, self.seat = message["match"], message["seat"]
        elif kind == "turn":
            self.turns += 1
            await asyncio.sleep(self._draws.uniform(0, self.thinking_s))
            return {"type": "act", "step": message["step"], **self._answer(message["view"])}
        elif kind == "verdicts":
            self._learn(message)
        elif kind == "over":
            self.over = message
        elif kind == "error":
            self.errors.append(message)
        return None

    def _answer(self, view: dict) -> dict:
        row = self._order(view)
        seq = len(self._sent) + 1
        self._sent[seq] = row
        action = {"type": "send", "source": row[1], "target": row[2], "ships": row[3:]}
        return {"seq": seq, "actions": [action]}

    def _learn(self, message: dict) -> None:
        if message["verdicts"][0]["verdict"] in ("accepted", "void"):
            self.acknowledged.append(self._sent[message["seq"]])

    def missing(self, record: Record) -> list:
        """What was acknowledged and is not in the record, in order."""
        kept = iter([list(e.row) for e in record.entries if e.kind in (ORDER, VOID) and e.seat == self.seat])
        return [row for row in self.acknowledged if row not in kept]  # consumes, so the order counts too

    def _order(self, view: dict) -> list[int]:
        own = [planet["id"] for planet in view["planets"] if planet["owner_id"] == self.seat] or [0]
        source = self._draws.choice(own)
        lanes = [b for a, b in view["hyperlanes"] if a == source] or [source + 1]
        return [1, source, self._draws.choice(lanes), *(self._draws.randrange(4) for _ in range(3))]


def accounts(where: Path | str, count: int) -> list[str]:
    """Tokens of new bots, made before the server starts."""
    database = Database(where)

    def make(connection):
        now_ms = round(time.time() * 1000)
        made = []
        for n in range(count):
            player, _ = players.create(connection, name=f"bot-{n}", kind="bot", now_ms=now_ms)
            made.append(tokens.make(connection, player.id, "outage", now_ms)[0])
        return made

    try:
        return database.submit(make).result()
    finally:
        database.close()


def open_table(site: Site, token: str, options: dict) -> str:
    request = urllib.request.Request(
        site.address + "/api/tables",
        data=json.dumps({"options": options | {"listed": False}, "seat": 0}).encode(),
        headers={"authorization": f"Bearer {token}", "content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)["key"]


async def outage(
    count: int, data: Path, say=lambda text: None, *, database: str = "", kind: type[Player] = Player
) -> dict[str, int]:
    """Play `count` matches with a kill in the middle. Raises AssertionError if anything was lost."""
    known = accounts(database or data / "roundhouse.db", 2 * count)
    environment = {"ROUNDHOUSE_DATABASE": database, "ROUNDHOUSE_ANALYSIS_ROLLOUTS": "0"}
    environment |= {"ROUNDHOUSE_CHANGES_PER_MINUTE": "0", "ROUNDHOUSE_SESSIONS_MAX": "10000"}
    with serving(data, environment=environment) as site:
        tables = [await asyncio.to_thread(open_table, site, known[2 * n], kind.options) for n in range(count)]
        playing = [kind(known[n], tables[n // 2], random.Random(n)) for n in range(2 * count)]
        port = site.ports["json"]
        tasks = [asyncio.create_task(player.play(port)) for player in playing]
        began = time.monotonic()
        while any(player.turns < KILL_AFTER for player in playing):
            assert time.monotonic() - began < PATIENCE_S, "the matches do not move"
            assert not any(task.done() and task.exception() for task in tasks)
            await asyncio.sleep(0.05)
        before = sum(len(player.acknowledged) for player in playing)
        running = sum(player.over is None for player in playing) // 2
        say(f"{running} matches are running, {before} orders are acknowledged: kill -9")
        site.process.send_signal(signal.SIGKILL)
        site.process.wait()
        await asyncio.gather(*tasks)
    with serving(data, environment=environment) as site:
        port = site.ports["json"]
        say("the server is back, the players return")
        await asyncio.wait_for(asyncio.gather(*(p.play(port) for p in playing if p.over is None)), PATIENCE_S)
        lost = [player.match for player in playing if player.over is None]
        assert not lost, f"not ended: {lost} {[player.errors for player in playing if player.errors][:3]}"
        checked = 0
        for first, second in zip(playing[::2], playing[1::2], strict=True):
            assert first.match == second.match
            checked += await asyncio.to_thread(check, site, (first, second))
    return {"matches": count, "running_when_killed": running, "acknowledged_before": before, "orders_checked": checked}


def check(site: Site, pair: tuple[Player, Player]) -> int:
    """The record proves right and holds every acknowledged order, in order."""
    with urllib.request.urlopen(f"{site.address}/api/matches/{pair[0].match}/record", timeout=30) as answer:
        record = from_bytes(answer.read())
    proof = verify(record)
    assert proof.ok, proof
    for player in pair:
        missing = player.missing(record)
        assert not missing, f"{player.match}, seat {player.seat}: acknowledged but not kept: {missing[:3]}"
    return sum(len(player.acknowledged) for player in pair)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=200)
    console = Console()
    with tempfile.TemporaryDirectory() as folder:
        told = asyncio.run(outage(parser.parse_args().matches, Path(folder) / "data", console.print))
    console.print(told)
    return 0


if __name__ == "__main__":
    sys.exit(main())
