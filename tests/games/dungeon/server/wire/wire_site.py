"""A server with a wire for the original's players, and where its brokers are."""

import asyncio
import contextlib
import socket
import threading
import uuid

import aio_pika
import httpx
import pytest
from msgspec import Raw
from tests.server.threaded_site import PATIENCE_S, ThreadedSite

from roundhouse.games.dungeon.server import store
from roundhouse.protocol.messages import Act

AMQP = "amqp://guest:guest@127.0.0.1:5672/"

# Small and rich, so that everything happens within a few rounds. A round ends when `end_round` says so, and never
# because a busy machine was slow.
BUSY = {
    "map_side": 5,
    "desert_factor": 0,
    "start_money": 20_000,
    "round_ms": 3_600_000,
    "early_close": True,
    "patch_cells": [2, 10_000, 10_000, 10_000, 10_000],
    "stations_per_player": 4,
}


def no_rabbitmq():
    """Why tests with RabbitMQ cannot run here, or nothing."""
    try:
        with socket.create_connection(("127.0.0.1", 5672), timeout=2):
            return ""
    except OSError as error:
        return f"no RabbitMQ answers at 127.0.0.1:5672 ({error.strerror})"


needs_rabbitmq = pytest.mark.skipif(bool(no_rabbitmq()), reason=no_rabbitmq() or "there is one")


@contextlib.contextmanager
def wired(folder, generation, *, broker=AMQP, brokers=None, game=None, open_admin=True, keep=False, more=None):
    """A whole server with two ports for the wire; `wire` is the address of one. What it made at RabbitMQ is taken away
    after its end, unless another server goes on with it."""
    (folder / "web").mkdir(parents=True, exist_ok=True)
    settings = {
        "dungeon_wire": generation,
        "dungeon_wire_ports": "0 0",
        "dungeon_wire_broker": broker,
        "dungeon_wire_brokers": brokers or {},
        "dungeon_wire_open": open_admin,
        "dungeon_wire_settings": BUSY if game is None else game,
        **(more or {}),
    }
    made = []
    try:
        with ThreadedSite(folder, **settings) as site:
            site.wire = f"http://127.0.0.1:{site.server.ports['dungeon 1']}"
            try:
                yield site
            finally:
                made = site.read(queues)
    finally:
        if generation != "k1" and made and not keep:
            asyncio.run(take_away(made))


def fresh(*wanted):
    """Names for players that nobody else has."""
    mark = uuid.uuid4().hex[:8]
    return [f"{name}-{mark}" for name in wanted]


@contextlib.contextmanager
def names(*wanted):
    """Fresh names; what they get at RabbitMQ is taken away in the end. A server that goes on would miss it: it tells
    everybody who is registered of every game."""
    made = fresh(*wanted)
    try:
        yield made
    finally:
        asyncio.run(take_away([f"player-{name}" for name in made]))


async def take_away(queues):
    connection = await aio_pika.connect(AMQP)
    async with connection:
        channel = await connection.channel()
        for queue in queues:
            await channel.queue_delete(queue)
            await channel.exchange_delete(queue)


def queues(connection):
    """All that were made for players, in all name spaces."""
    spaces = [store.SHARED, *store.all_spaces(connection)]
    return [f"{one.prefix}player-{known.name}" for one in spaces for known in store.all_players(connection, one.key)]


def end_round(site):
    """Everybody has given all commands of this round, in every game of the wire."""

    def done():
        running = [one for one in site.server.context.arena.matches.running.values() if one.game.key == "dungeon"]
        assert running
        for playing in running:
            for seat in range(1, len(playing.setup.seats) + 1):
                playing.act(seat, Act([Raw(b'{"type":"done"}')]), lambda answer: None)

    site.call(done)


def asking(site, **options):
    return httpx.Client(base_url=site.wire, timeout=PATIENCE_S, **options)


class Proxy:
    """A way to a broker that can be closed and opened again, without the broker noticing."""

    def __init__(self, host="127.0.0.1", port=5672):
        self._there = (host, port)
        self._listener = None
        self._open = []
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]

    def open(self):
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def close(self):
        listener, self._listener = self._listener, None
        if listener is not None:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        for one in self._open:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._open = []

    def _accept(self, listener):
        while True:
            try:
                ours, _ = listener.accept()
                theirs = socket.create_connection(self._there)
            except OSError:
                return
            self._open += [ours, theirs]
            for pair in ((ours, theirs), (theirs, ours)):
                threading.Thread(target=self._copy, args=pair, daemon=True).start()

    @staticmethod
    def _copy(source, target):
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
