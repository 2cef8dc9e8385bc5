"""A connection that is none: what a session sends to its bot goes out as requests, and answers to turns come back."""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from ....protocol.messages import VERSION, Act, Hello, decode_from_client, encode
from ....sdk.players.addresses import Address
from ....store.players import Player
from ..handshake import State
from ...context import Hall
from ..session import Session
from ...tasks import cancel_all
from .guarded_client import Caller, CallError

log = logging.getLogger("roundhouse.webhooks")

TOLD = {"start": "/start", "turn": "/turn", "verdicts": "/verdicts", "over": "/over"}
CALL_S = 60.0  # the longest wait for an answer, however much time the clock leaves
TELL_S = 5.0  # the same for what needs no answer
TRIES = 3  # for a turn, as long as there is time
PAUSE_S = 0.5  # before the second try, twice as long before the third
WAITING_MAX = 100  # messages that wait to be told; whoever is further behind is not waited for
POLL_S = 0.01
NO_CONTENT, FINE = 204, 200
NOTHING = b'{"type":"act","actions":[]}'


class Clock(Struct):
    left_ms: int | None = None
    window_ms: int | None = None


class Told(Struct):
    """As much of a message as is needed to hand it on."""

    type: str
    match: str = ""
    seat: int = 0
    clock: Clock | None = None
    code: str = ""
    sentence: str = ""


decode = msgspec.json.Decoder(Told).decode


class WebhookWire:
    """The session's way to a bot that is called. One request at a time, in the order of the messages."""

    kind = "webhook"

    def __init__(
        self,
        hall: Hall,
        caller: Caller,
        player: Player,
        address: Address,
        *,
        ended: Callable[["WebhookWire", str], None],
        failed: Callable[[int, str], None],
    ) -> None:
        self.player = player
        self._caller = caller
        self._address = address
        self._ended = ended
        self._failed = failed
        self._messages: deque[bytes] = deque()
        self._answers: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._paused = self._closed = False
        self._headers: dict[str, str] = {}
        self._wants_verdicts = True
        self._last, self._sentence = "", ""  # the newest error
        self.session = Session(hall, self, address=str(address), player=player)
        self._task = asyncio.get_running_loop().create_task(self._work())

    def hello(self, **wish: Any) -> None:
        """Say what the bot is called for."""
        self.session.receive(encode(Hello(VERSION, **wish)))

    async def admitted(self, seconds: float) -> bool:
        """Whether what was asked for is granted, as soon as that is decided."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                # A session has no event for it, and it takes a moment only.
                while not self._closed and self.session.state in (State.NEW, State.JOINING):  # noqa: ASYNC110
                    await asyncio.sleep(POLL_S)
        return not self._closed and self.session.state not in (State.NEW, State.JOINING)

    @property
    def refusal(self) -> tuple[str, str]:
        """Why it was not."""
        return self._last or "busy", self._sentence or "This cannot be done now."

    # From the session

    def send(self, message: bytes) -> None:
        told = decode(message)
        if told.type == "error":
            self._last, self._sentence = told.code, told.sentence
            asyncio.get_running_loop().call_soon(self._refused)
        if told.type in TOLD and not self._closed:
            self._messages.append(message)
            self._news.set()
            if len(self._messages) > WAITING_MAX:
                self.session.overrun()

    def _refused(self) -> None:
        """What it was called for is not to be had: nobody says hello again."""
        if self.session.state is State.NEW:
            self.session.end()

    def pause(self) -> None:
        self._paused = True

    def resume(self) -> None:
        self._paused = False
        while self._answers and not self._paused and not self._closed:
            self.session.receive(self._answers.popleft())

    def close(self, code: str) -> None:
        """What was sent is still told: the bot hears how its match ended."""
        if not self._closed:
            self._closed = True
            self._news.set()
            self._ended(self, code or self._last)

    async def stop(self) -> None:
        await cancel_all([self._task])

    # To the bot

    async def _work(self) -> None:
        while True:
            while self._messages:
                message = self._messages.popleft()
                try:
                    await self._tell(message, decode(message))
                except CallError as error:
                    self._failed(self.player.id, str(error))
                except Exception:
                    log.exception("a mistake of the server with the webhook of %s", self.player.name)
            if self._closed:
                return
            self._news.clear()
            await self._news.wait()

    async def _tell(self, message: bytes, told: Told) -> None:
        if told.type == "start":
            self._headers = {"roundhouse-match": told.match, "roundhouse-seat": str(told.seat)}
        if told.type == "turn":
            await self._ask(message, told.clock or Clock())
        elif told.type != "verdicts" or self._wants_verdicts:
            status, _ = await self._call(TOLD[told.type], message, TELL_S)
            if told.type == "verdicts":
                self._wants_verdicts = status not in (404, 405, 501)

    async def _ask(self, message: bytes, clock: Clock) -> None:
        """Ask until there is an answer, at most a few times and never beyond the clock."""
        left_ms = clock.window_ms if clock.left_ms is None else clock.left_ms
        seconds = CALL_S if left_ms is None else min(CALL_S, left_ms / 1000)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        for number in range(1, TRIES + 1):
            try:
                status, body = await self._call(TOLD["turn"], message, max(0.0, deadline - loop.time()))
                if status == NO_CONTENT:
                    body = NOTHING
                elif status != FINE:
                    raise CallError(f"it answers a turn with status {status}")
                refuse_other(body)
            except CallError as error:
                if number == TRIES or loop.time() + PAUSE_S * number >= deadline:
                    raise
                log.info("the webhook of %s is asked again: %s", self.player.name, error)
                await asyncio.sleep(PAUSE_S * number)
            else:
                self._failed(self.player.id, "")
                self._answers.append(body)
                if not self._paused:
                    self.resume()
                return

    async def _call(self, path: str, message: bytes, seconds: float) -> tuple[int, bytes]:
        return await self._caller.call(self._address, "POST", path, message, self._headers, seconds)


def refuse_other(body: bytes) -> None:
    """Raises CallError for an answer to a turn that is no `act`; nothing else that players say is taken from here."""
    try:
        fine = isinstance(decode_from_client(body), Act)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        fine = False
    if not fine:
        raise CallError("it answers a turn with something that is no act")
