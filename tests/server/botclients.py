"""Bots and spectators for a whole server: accounts with tokens, tables with short matches, and plain clients."""

import json
import socket
from concurrent.futures import ThreadPoolExecutor

from roundhouse.protocol.api.platform import NewTable, TableOptions
from roundhouse.store import players, tokens

PATIENCE_S = 60
NOP = {"type": "nop"}


class Bot:
    """An account with its token."""

    def __init__(self, site, name, kind="bot"):
        def make(connection):
            player, _ = players.create(connection, name=name, kind=kind, now_ms=1)
            return player, tokens.make(connection, player.id, "test", 1)[0]

        self.name = name
        self.player, self.token = site.database.submit(make).result()


def open_table(site, host, *, rounds=5, **options):
    """The key of a table where two bots from outside can sit down; nobody else does."""
    settings = {"max_rounds": rounds, "deadline_s": 30.0}
    wanted = TableOptions(game="spacegoo", clock="bot", settings=settings, **options)
    return site.call(site.server.hall.arena.open, host.player, NewTable(wanted, seat=0)).key


class Line:
    """A client of the JSON lines."""

    def __init__(self, site, *, receive_buffer=None):
        self.sock = socket.socket()
        if receive_buffer:
            self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.sock.settimeout(PATIENCE_S)
        self.sock.connect(("127.0.0.1", site.server.ports["json"]))
        self._lines = self.sock.makefile("rb")

    def say(self, message=None, **fields):
        self.send(json.dumps(message or fields).encode() + b"\n")
        return self

    def hello(self, **fields):
        return self.say({"type": "hello", "version": 1, **fields})

    def send(self, data):
        self.sock.sendall(data)
        return self

    def message(self):
        """The next one, or None at the end of the connection."""
        try:
            line = self._lines.readline()
        except ConnectionError:
            return None
        return json.loads(line) if line else None

    def until(self, kind):
        """The first of a type, or an error of this code."""
        while (message := self.message()) is not None:
            if kind in (message["type"], message.get("code")):
                return message
        raise AssertionError(f"the connection ended before {kind!r}")

    def rest(self):
        """All until the end of the connection."""
        messages = []
        while (message := self.message()) is not None:
            messages.append(message)
        return messages

    def close(self):
        self._lines.close()
        self.sock.close()

    def reset(self):
        """Cut the connection without a goodbye."""
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def act(turn, *actions, seq=0):
    return {"type": "act", "step": turn["step"], "seq": seq, "actions": list(actions or [NOP])}


def play(*clients):
    """Everybody passes until the match is over; what each was told since."""
    with ThreadPoolExecutor(len(clients)) as threads:
        return list(threads.map(passing, clients))


def passing(client):
    told = []
    while (message := client.message()) is not None:
        told.append(message)
        if message["type"] == "turn":
            client.say(act(message))
        elif message["type"] == "over":
            break
    return told


def kinds(messages):
    """The types of messages, of an error its code."""
    return [message.get("code", message["type"]) for message in messages]
