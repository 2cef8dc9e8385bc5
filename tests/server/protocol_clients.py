"""Bots and spectators for a whole server: accounts with tokens, tables with short matches, and plain clients."""

import json
from concurrent.futures import ThreadPoolExecutor

import msgspec
from tests.server.line_socket import LineSocket

from roundhouse.core.belief import Belief, decoded
from roundhouse.core.game import Setup
from roundhouse.core.schema import canonical
from roundhouse.games import GAMES
from roundhouse.protocol.api.platform import NewTable, TableOptions
from roundhouse.store import players, tokens

NOP = {"type": "nop"}


class BotAccount:
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
    return site.call(site.server.context.arena.seating.open, host.player, NewTable(wanted, seat=0)).key


class MessageClient:
    """Whoever hears messages one after the other: `message` is the next one, or None at the end."""

    def until(self, kind):
        """The first of a type, or an error of this code."""
        while (message := self.message()) is not None:
            if kind in (message["type"], message.get("code")):
                return message
        raise AssertionError(f"the connection ended before {kind!r}")

    def rest(self):
        """All until the end of the connection."""
        return list(iter(self.message, None))


class JsonLinesClient(MessageClient, LineSocket):
    """A client of the JSON lines."""

    def __init__(self, site, **how):
        super().__init__(site.server.ports["json"], **how)

    def say(self, message=None, **fields):
        return self.send(json.dumps(message or fields).encode() + b"\n")

    def hello(self, **fields):
        return self.say({"type": "hello", "version": 1, **fields})

    def message(self):
        """The next one, or None at the end of the connection."""
        line = self.raw_line()
        return json.loads(line) if line else None


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


def believing(client):
    """Pass with rows until the match is over, and see that the belief of every turn is made of its view; what it was
    told."""
    start, told = client.until("start"), []
    setup = msgspec.convert(start["setup"], Setup)
    game = GAMES[start["game"]]
    while (message := client.message()) is not None:
        told.append(message)
        if message["type"] == "turn":
            believed = decoded(game.state, msgspec.convert(message["belief"], Belief))
            assert canonical(believed) == canonical(game.state_from_view(message["view"], setup))
            client.say({"type": "act", "step": message["step"], "row": [0] * game.width})
        elif message["type"] == "over":
            break
    return told


def kinds(messages):
    """The types of messages, of an error its code."""
    return [message.get("code", message["type"]) for message in messages]


def rounds_of_a_sleeper(sleeper, first, second):
    """The rounds of a match that a spectator sees who does not read while these two play it to its end."""
    sleeper.hello(role="spectator", match=first.until("start")["match"])
    told, _ = play(first, second)
    assert kinds(told)[-1] == "over"
    seen = []
    while (message := sleeper.message())["type"] != "over":
        seen.append(message)
    rounds = [message["view"]["round"] for message in seen if message["type"] == "step"]
    assert rounds == sorted(rounds)
    return rounds
