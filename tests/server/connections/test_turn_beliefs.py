"""Beliefs for a connection that wants them: in order, from its own messages, and off the event loop."""

import asyncio
import threading

import msgspec

from roundhouse.games import GAMES
from roundhouse.protocol.messages import VERSION, Start, Turn, encode
from roundhouse.server.connections import turn_beliefs
from roundhouse.server.connections.turn_beliefs import TurnBeliefs

GAME = GAMES["spacegoo"]
SETUP = GAME.setup(seed=1, settings={"max_rounds": 9})
NAMES = [seat.name for seat in SETUP.seats]
START = encode(Start(VERSION, "m1", "spacegoo", GAME.version, SETUP, 1))
TURN = encode(Turn(0, GAME.view(GAME.start(SETUP), 1, NAMES), [], ["nop"], None))
OVER = b'{"type":"over","step":3}'


class Client:
    """What a connection is sent."""

    def __init__(self):
        self.heard = []
        self.tasks = []
        self.beliefs = TurnBeliefs(self.heard.append, self.run)

    def run(self, work):
        self.tasks.append(asyncio.get_running_loop().create_task(work))

    @property
    def kinds(self):
        messages = [msgspec.json.decode(message) for message in self.heard]
        return [message.get("code", message["type"] + " believed" * ("belief" in message)) for message in messages]


def told(*messages, closing=False):
    """What a client hears that is sent these messages at once."""

    async def main():
        client = Client()
        for message in messages:
            client.beliefs.send(message)
        if closing:
            client.beliefs.close()
        await asyncio.gather(*client.tasks)
        return client

    return asyncio.run(main()).kinds


def test_messages_keep_their_order_behind_a_turn():
    assert told(START, OVER, TURN, OVER, TURN, OVER) == [
        "start", "over", "turn believed", "over", "turn believed", "over",
    ]  # fmt: skip


def test_who_is_not_asked_any_more_gets_the_rest_at_once():
    assert told(START, TURN, OVER, TURN, closing=True) == ["start", "over"]


def test_a_belief_is_made_in_another_thread(monkeypatch):
    threads = []
    make = turn_beliefs.with_belief
    monkeypatch.setattr(
        turn_beliefs, "with_belief", lambda *what: (threads.append(threading.current_thread()), make(*what))[1]
    )
    assert told(START, TURN) == ["start", "turn believed"]
    assert threads
    assert threads[0] is not threading.main_thread()


def test_a_belief_that_cannot_be_made_is_said_and_the_turn_comes_all_the_same(caplog):
    broken = TURN.replace(b'"planets":[', b'"planets":[7,')
    assert told(START, broken, TURN) == ["start", "no_belief", "turn", "turn believed"]
    assert "a belief of spacegoo cannot be made" in caplog.text


def test_the_rest_of_a_turn_stays_as_it_was():
    async def main():
        client = Client()
        client.beliefs.send(START)
        client.beliefs.send(TURN)
        await asyncio.gather(*client.tasks)
        return client.heard[1]

    believed = asyncio.run(main())
    assert believed.startswith(TURN[:-1] + b',"belief":{"layout":"')
