"""A program of the original at a seat of a match: it is sent what any bot is sent, in the words of its wire."""

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Raw, Struct

from ..events import Event
from ..view import View
from ....protocol.messages import Act, Verdicts, encode
from .store import WirePlayer
from ....server.errors import Refused
from ....server.connections.http_stream import Answer
from .broker_message import Letter
from .round_messages import insight_of, times_of
from .event_replay import Story

if TYPE_CHECKING:
    from ....store.players import Player
    from ....server.matches.live_match import Playing
    from .game_service import Office

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


def wall_ms() -> float:
    return time.time() * 1000


class WireSeat:
    """The guest and the audience of one match. `story` is None where somebody else's story is told to everybody."""

    gone = False

    def __init__(self, office: "Office", wired: WirePlayer, story: Story | None = None, *, round_no: int = 0) -> None:
        """`round_no` is the round that was told of already, when the match goes on after an outage."""
        self.wired = wired
        self.story = story
        self.playing: Playing | None = None
        self.seat = 0
        self._office = office
        self._round = round_no  # that was told of; 0: nothing yet
        self._over = False
        self._first: View | None = None  # of a match that has begun, until its beginning is told
        self._later: list[Letter] = []
        self._timer: asyncio.TimerHandle | None = None

    @property
    def player(self) -> "Player":
        return self.wired.player

    def seated(self, playing: "Playing", seat: int) -> None:
        self.playing, self.seat = playing, seat
        if self.story is None:
            self.story = self._office.story_of(playing, seat)
        # The clock of the first round stands still until it is told of.
        playing.join(seat, self, follow=True, present=self.story is None or self._round > 0)

    def end(self, code: str, sentence: str) -> None:
        """A table that waits would send it away; there is none."""

    # What it is sent

    def send(self, message: bytes) -> None:
        """Never raises: a mistake of the wire must not close the match of those who do not use it."""
        if message.startswith(STEP) and self.story is not None and not self._over:
            try:
                self._follow(decode_step(message))
            except Exception:
                log.exception("%s could not be told of a round", self.wired.name)

    def dismissed(self, reason: Literal["over", "replaced", "moved"]) -> None:
        self._flush()
        if self.playing is not None and reason == "over":
            self._office.over(self.playing)

    def _follow(self, step: StepMessage) -> None:
        assert self.story is not None  # noqa: S101  # it is seated
        assert self.playing is not None  # noqa: S101
        now, view = wall_ms(), step.view
        if self._round == 0:
            self._round, self._first = view.round, view
            self._timer = self._office.later(LEAD_S, self._flush)
            return
        self._over = view.phase == "over"
        if view.round == self._round and not self._over:
            return  # no round has ended: somebody left, or this is how things stand
        self._flush()
        self._round = view.round
        insight = insight_of(self.playing.match.state, self.seat)
        next_times = times_of(now + step.starts_ms, view.round_ms)
        told, self._later = self.story.tick(step.events, view, insight, now, next_times)
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
        if first is not None and self.story is not None and self.playing is not None:
            now = self._office.round_began = wall_ms()
            self._office.announce()
            self._tell(self.story.opening(first, times_of(now, first.round_ms)), now)
            self.playing.arrived(self.seat)
        later, self._later = self._later, []
        if later:
            self._office.round_began = wall_ms()
            self._tell(later, self._office.round_began)

    def _tell(self, letters: list[Letter], now: float) -> None:
        for letter in letters:
            self._office.tell_seat(self.wired, letter, now)

    def stop(self) -> None:
        """What was to be told later is told after the next start."""
        if self._timer is not None:
            self._timer.cancel()
        self._first, self._later = None, []

    # What it does

    async def act(self, action: dict[str, Any]) -> str:
        """Give a command like any bot; returns its transaction id. Raises Refused."""
        if self.playing is None:
            raise Refused("not_running", "The game has not started.", status=403)
        answer, story = Answer(), self.story or self._office.story_of(self.playing, 1)

        def give(reply: Any) -> None:
            name = next((str(action[key]) for key in NAMES if action.get(key)), "")
            if story is not None and name and isinstance(reply, Verdicts) and reply.verdicts[0].receipt:
                story.given(reply.verdicts[0].receipt, name)
            answer.give(reply)

        self.playing.act(self.seat, Act([Raw(encode(action))]), give)
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
