"""The transport of a bot with a webhook: messages of the session are sent as requests, and responses to turns come back
as its answers."""

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
from ...context import ServerContext
from ...tasks import cancel_all
from ..handshake import SessionState
from ..session import Session
from .guarded_client import GuardedCaller, GuardedCallError

log = logging.getLogger("roundhouse.webhooks")

TOLD = {"start": "/start", "turn": "/turn", "verdicts": "/verdicts", "over": "/over"}
CALL_S = 60.0  # the longest wait for a response, even if the clock leaves more
TELL_S = 5.0  # the same for messages that need no answer
TRIES = 3  # for a turn, as long as there is time
PAUSE_S = 0.5  # before the second try, twice as long before the third
WAITING_MAX = 100  # messages that may wait to be sent; a bot further behind is given up
POLL_S = 0.01
NO_CONTENT, FINE = 204, 200
NOTHING = b'{"type":"act","actions":[]}'


class WebhookClock(Struct):
    left_ms: int | None = None
    window_ms: int | None = None


class WebhookTold(Struct):
    """The fields of a message that are needed to pass it on."""

    type: str
    match: str = ""
    seat: int = 0
    clock: WebhookClock | None = None
    code: str = ""
    sentence: str = ""


decode = msgspec.json.Decoder(WebhookTold).decode


class WebhookTransport:
    """The transport of a session to a webhook. One request at a time, in the order of the messages."""

    kind = "webhook"

    def __init__(
        self,
        context: ServerContext,
        caller: GuardedCaller,
        player: Player,
        address: Address,
        *,
        ended: Callable[["WebhookTransport", str], None],
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
        self.session = Session(context, self, address=str(address), player=player)
        self._task = asyncio.get_running_loop().create_task(self._work())

    def hello(self, **wish: Any) -> None:
        """Say hello to the session on the bot's behalf."""
        self.session.receive(encode(Hello(VERSION, **wish)))

    async def admitted(self, seconds: float) -> bool:
        """Waits until the hello is decided; returns whether it was accepted."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                # The session has no event for this, and it takes only a moment.
                while not self._closed and self.session.state in (SessionState.NEW, SessionState.JOINING):  # noqa: ASYNC110
                    await asyncio.sleep(POLL_S)
        return not self._closed and self.session.state not in (SessionState.NEW, SessionState.JOINING)

    @property
    def refusal(self) -> tuple[str, str]:
        """Why the hello was refused."""
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
        """The hello was refused: nobody will send another."""
        if self.session.state is SessionState.NEW:
            self.session.end()

    def pause(self) -> None:
        self._paused = True

    def resume(self) -> None:
        self._paused = False
        while self._answers and not self._paused and not self._closed:
            self.session.receive(self._answers.popleft())

    def close(self, code: str) -> None:
        """Close after the queued messages were sent: the bot is told how its match ended."""
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
                except GuardedCallError as error:
                    self._failed(self.player.id, str(error))
                except Exception:
                    log.exception("a mistake of the server with the webhook of %s", self.player.name)
            if self._closed:
                return
            self._news.clear()
            await self._news.wait()

    async def _tell(self, message: bytes, told: WebhookTold) -> None:
        if told.type == "start":
            self._headers = {"roundhouse-match": told.match, "roundhouse-seat": str(told.seat)}
        if told.type == "turn":
            await self._ask(message, told.clock or WebhookClock())
        elif told.type != "verdicts" or self._wants_verdicts:
            status, _ = await self._call(TOLD[told.type], message, TELL_S)
            if told.type == "verdicts":
                self._wants_verdicts = status not in (404, 405, 501)

    async def _ask(self, message: bytes, clock: WebhookClock) -> None:
        """Send a turn and wait for the answer; tries a few times, but never beyond the clock."""
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
                    raise GuardedCallError(f"it answers a turn with status {status}")
                refuse_other(body)
            except GuardedCallError as error:
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
        raise GuardedCallError("it answers a turn with something that is no act")
