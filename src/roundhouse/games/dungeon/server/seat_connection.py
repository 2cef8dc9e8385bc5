"""A program of the original at a seat of a match: it is sent what any bot is sent, in the words of its wire."""

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Raw, Struct

from ....protocol.messages import Act, Verdicts, encode
from ....server.connections.http_stream import StreamAnswer
from ....server.errors import Refused
from ....server.timers import exact_wall_ms
from ..events import Event
from ..view import View
from .broker_message import BrokerMessage
from .event_replay import MessageWriter
from .round_messages import insight_of, times_of
from .store import WirePlayer

if TYPE_CHECKING:
    from ....server.matches.live_match import LiveMatch
    from ....store.players import Player
    from .game_service import GameService

log = logging.getLogger("roundhouse.wire")

STEP = b'{"type":"step"'
LEAD_S = 1.0  # so long after its start a game begins for its players, as in the original: some bind their queue late
NAMES = ("article", "planet", "target", "item", "resource")  # what commands name
# What DUN-236 says about refusals on a wire; everything else is forbidden.
STATUS = {"unknown_command": 400, "bad_field": 400, "bad_action": 400, "not_found": 404}


class StepMessage(Struct, frozen=True, tag="step"):
    """As much of a step as is needed here."""

    events: list[Event]
    view: View
    starts_ms: int = 0


decode_step = msgspec.json.Decoder(StepMessage).decode


class WireSeat:
    """The client and subscriber of one match. `writer` is None where all players
    read the messages of another seat."""

    gone = False

    def __init__(
        self, game_service: "GameService", wired: WirePlayer, writer: MessageWriter | None = None, *, round_no: int = 0
    ) -> None:
        """`round_no` is the round that was told of already, when the match goes on after an outage."""
        self.wired = wired
        self.writer = writer
        self.live: LiveMatch | None = None
        self.seat = 0
        self._game_service = game_service
        self._round = round_no  # that was told of; 0: nothing yet
        self._over = False
        self._first: View | None = None  # of a match that has begun, until its beginning is told
        self._later: list[BrokerMessage] = []
        self._timer: asyncio.TimerHandle | None = None

    @property
    def player(self) -> "Player":
        return self.wired.player

    def seated(self, live: "LiveMatch", seat: int) -> None:
        self.live, self.seat = live, seat
        if self.writer is None:
            self.writer = self._game_service.writer_of(live, seat)
        # The clock of the first round stands still until it is told of.
        live.join(seat, self, follow=True, present=self.writer is None or self._round > 0)

    def end(self, code: str, sentence: str) -> None:
        """A table that waits would send it away; there is none."""

    # What it is sent

    def send(self, message: bytes) -> None:
        """Never raises: a mistake of the wire must not close the match of those who do not use it."""
        if message.startswith(STEP) and self.writer is not None and not self._over:
            try:
                self._follow(decode_step(message))
            except Exception:
                log.exception("%s could not be told of a round", self.wired.name)

    def dismissed(self, reason: Literal["over", "replaced", "moved"]) -> None:
        self._flush()
        if self.live is not None and reason == "over":
            self._game_service.over(self.live)

    def _follow(self, step: StepMessage) -> None:
        assert self.writer is not None  # noqa: S101  # it is seated
        assert self.live is not None  # noqa: S101
        now, view = exact_wall_ms(), step.view
        if self._round == 0:
            self._round, self._first = view.round, view
            self._timer = self._game_service.later(LEAD_S, self._flush)
            return
        self._over = view.phase == "over"
        if view.round == self._round and not self._over:
            return  # no round has ended: somebody left, or this is how things stand
        self._flush()
        self._round = view.round
        insight = insight_of(self.live.match.state, self.seat)
        next_times = times_of(now + step.starts_ms, view.round_ms)
        told, self._later = self.writer.tick(step.events, view, insight, now, next_times)
        self._tell(told, now)
        if self._over or not step.starts_ms:
            self._flush()
        else:
            self._timer = asyncio.get_running_loop().call_later(step.starts_ms / 1000, self._flush)

    def _flush(self) -> None:
        """The time of the round is over: the next one begins; or the game does, with its first."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        first, self._first = self._first, None
        if first is not None and self.writer is not None and self.live is not None:
            now = self._game_service.round_began = exact_wall_ms()
            self._game_service.announce()
            self._tell(self.writer.opening(first, times_of(now, first.round_ms)), now)
            self.live.arrived(self.seat)
        later, self._later = self._later, []
        if later:
            self._game_service.round_began = exact_wall_ms()
            self._tell(later, self._game_service.round_began)

    def _tell(self, messages: list[BrokerMessage], now: float) -> None:
        for message in messages:
            self._game_service.tell_seat(self.wired, message, now)

    def stop(self) -> None:
        """What was to be told later is told after the next start."""
        if self._timer is not None:
            self._timer.cancel()
        self._first, self._later = None, []

    # What it does

    async def act(self, action: dict[str, Any]) -> str:
        """Give a command like any bot; returns its transaction id. Raises Refused."""
        if self.live is None:
            raise Refused("not_running", "The game has not started.", status=403)
        answer, writer = StreamAnswer(), self.writer or self._game_service.writer_of(self.live, 1)

        def give(reply: Any) -> None:
            name = next((str(action[key]) for key in NAMES if action.get(key)), "")
            if writer is not None and name and isinstance(reply, Verdicts) and reply.verdicts[0].receipt:
                writer.given(reply.verdicts[0].receipt, name)
            answer.give(reply)

        self.live.act(self.seat, Act([Raw(encode(action))]), give)
        try:
            given: Verdicts = await answer.wait()
        except Refused as refused:
            over = refused.problem.code == "over"
            raise Refused("not_running", str(refused), status=403) if over else refused from None
        verdict = given.verdicts[0]
        if verdict.verdict != "accepted":
            code = "bad_field" if verdict.code == "bad_action" else verdict.code
            raise Refused(code, verdict.sentence, field=verdict.field, status=STATUS.get(code, 403))
        return verdict.receipt
