"""Players of several games and spectators who come back wherever their match goes on, over TCP and WebSocket."""

import asyncio
import contextlib
import json
import random

from tests.outage_players import Commander, Walker
from tests.server.cluster.clusters import Traveller
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from roundhouse.core.entries import LEAVE, ORDER, TICK, VOID
from roundhouse.games.rally.actions import Program, row_of
from roundhouse.match.record import Record


class Ender(Traveller):
    """Seat 1 resigns so many turns after it had to come back, where the match itself would last too long."""

    enough = 20
    before = 0  # turns before it had to come back

    async def _meet(self, message: dict) -> dict | None:
        answer = await super()._meet(message)
        if self.connections == 1:
            self.before = self.turns
        elif message["type"] == "turn" and self.seat == 1 and self.turns > self.before + self.enough:
            return {"type": "leave"}
        return answer


class Rated(Ender):
    """Spacegoo as on the ladder, so that its end moves ratings."""

    options = {"game": "spacegoo", "clock": "calm", "rated": True}  # noqa: RUF012


class OverWebSocket(Traveller):
    """The same as over TCP, through the door of the web client. Its ports are those of HTTP."""

    async def play(self, port: int) -> None:
        with contextlib.suppress(ConnectionClosed, WebSocketException):
            async with connect(f"ws://127.0.0.1:{port}/ws", max_size=1 << 22) as socket:
                hello = {"type": "hello", "version": 1, "token": self.token}
                hello |= {"match": self.match} if self.match else {"table": self.table}
                await socket.send(json.dumps(hello))
                async for message in socket:
                    answer = await self._meet(json.loads(message))
                    if answer:
                        await socket.send(json.dumps(answer))
                    if self.over is not None:
                        return


class Dungeoneer(Traveller, Commander):
    ready_after = 8


class Quester(Traveller, Walker):
    ready_after = 2


class Racer(Ender):
    """Rather turns than moves, and takes its time until it has to come back, so that nobody falls off the board."""

    options = {"game": "rally", "clock": "bot", "seats": 2}  # noqa: RUF012
    ready_after = 2
    enough = 5

    async def _meet(self, message: dict) -> dict | None:
        if message["type"] == "turn" and self.connections == 1:
            await asyncio.sleep(1)
        return await super()._meet(message)

    def _answer(self, view: dict) -> dict:
        hand = iter(sorted(view["you"]["hand"], key=lambda command: command[0] in "123B"))
        slots = [None if burned_in else next(hand) for burned_in in view["you"]["slots"]]
        seq = len(self._sent) + 1
        self._sent[seq] = list(row_of(Program(slots)))
        return {"seq": seq, "actions": [{"type": "program", "slots": slots}]}


KINDS: list[type[Traveller]] = [Rated, OverWebSocket, Dungeoneer, Quester, Racer]


def twice(player: Traveller, record: Record) -> str:
    """What is wrong with a record if an order of the player is in it twice, or nothing."""
    kept = [entry for entry in record.entries if entry.kind in (ORDER, VOID) and entry.seat == player.seat]
    if record.game.key == "spacegoo":
        since = 0
        for entry in record.entries:
            since = 0 if entry.kind == TICK else since + (entry.kind in (ORDER, VOID) and entry.seat == player.seat)
            if since > 1:
                return "two orders in one round"
    elif record.game.key == "dungeon":
        if len(player.acknowledged) != len(set(map(str, player.acknowledged))):
            return "a transaction was acknowledged twice"
    elif len(kept) > len(player._sent):
        return f"{len(kept)} orders are kept and {len(player._sent)} were sent"
    return ""


def lost(record: Record) -> list[str]:
    """Why seats left, other than by their own wish."""
    names = {reason.code: reason.name for reason in record.game.leave_reasons}
    left = [names[entry.row[0]] for entry in record.entries if entry.kind == LEAVE]
    return [why for why in left if why != "resigned"]


class Watcher:
    """A spectator who comes back and wants what it has missed."""

    def __init__(self, match: str) -> None:
        self.match = match
        self.steps: list[int] = []
        self.connections = 0
        self.over = False

    async def watch(self, ports: list[int]) -> None:
        while not self.over:
            for port in list(ports):
                with contextlib.suppress(OSError):
                    await self._once(port)
                if self.over:
                    return
            await asyncio.sleep(0.05)

    async def _once(self, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        self.connections += 1
        hello = {"type": "hello", "version": 1, "role": "spectator", "match": self.match}
        if self.steps:
            hello["since"] = self.steps[-1]
        writer.write(json.dumps(hello).encode() + b"\n")
        try:
            while line := await reader.readline():
                message = json.loads(line)
                if message["type"] == "step":
                    self.steps.append(message["step"])
                elif message["type"] == "over" or message.get("code") == "no_match":
                    self.over = True
                    return
        except ConnectionError:
            pass
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()


THINKING_S = 0.2  # so that matches move several times a second, and not as fast as the machine lets them


def players_of(kind: type[Traveller], tokens: list[str], table: str, number: int) -> list[Traveller]:
    players = [kind(token, table, random.Random(2 * number + n)) for n, token in enumerate(tokens)]
    for player in players:
        player.thinking_s = THINKING_S
    return players
