"""Beliefs for a connection that wants them: every `turn` waits until its belief is made, and later messages behind it.

A belief is made from the bytes that the seat is sent anyway, its `start` and its `turn`, so there is nothing else that
could get into it, and it does not matter which process plays the match. It is made in a thread: that takes from one
millisecond to a fifth of a second, by the game and the size of the match.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from msgspec import Raw, Struct

from ...core.belief import belief_of
from ...core.game import Setup
from ...core.registry import GAMES
from ...protocol.messages import Error, encode

log = logging.getLogger("roundhouse.sessions")

START, TURN = b'{"type":"start"', b'{"type":"turn"'
NO_BELIEF = "The belief of this turn could not be made; it was noted. The turn comes without it."


class _Started(Struct):
    game: str
    setup: Setup


class _Seen(Struct):
    view: Raw


_started = msgspec.json.Decoder(_Started).decode
_seen = msgspec.json.Decoder(_Seen).decode


class TurnBeliefs:
    """Passes on the messages of one connection, in their order. `run` starts a coroutine as a task."""

    def __init__(self, send: Callable[[bytes], None], run: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self._send = send
        self._run = run
        self._start: _Started | None = None
        self._waiting: deque[bytes] = deque()  # the first of them is a turn whose belief is being made

    def send(self, message: bytes) -> None:
        if message.startswith(START):
            self._start = _started(message)
        if self._waiting:
            self._waiting.append(message)
        elif message.startswith(TURN):
            self._waiting.append(message)
            self._run(self._work())
        else:
            self._send(message)

    def close(self) -> None:
        """Send what is waiting, without the turn whose belief is not done: nobody is asked any more."""
        waiting, self._waiting = self._waiting, deque()
        for message in waiting:
            if not message.startswith(TURN):
                self._send(message)

    async def _work(self) -> None:
        queue = self._waiting
        while queue:
            made, failed = queue[0], False
            if made.startswith(TURN) and self._start is not None:
                try:
                    made = await asyncio.to_thread(with_belief, self._start, made)
                except Exception:
                    log.exception("a belief of %s cannot be made", self._start.game)
                    failed = True
            if queue is not self._waiting:
                return  # closed in the meantime
            queue.popleft()
            if failed:
                self._send(encode(Error("no_belief", NO_BELIEF)))
            self._send(made)


def with_belief(start: _Started, turn: bytes) -> bytes:
    """A turn with its belief."""
    view = msgspec.json.decode(_seen(turn).view)
    belief = belief_of(GAMES[start.game], view, start.setup)
    return turn[:-1] + b',"belief":' + encode(belief) + b"}"
