"""One seat of one match for an agent's tools, wherever the match is played: messages in, answers out."""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from typing import Any, Literal, Protocol

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from ..core.assist import LEVELS, TRIES, Assist, gives
from ..core.game import Game, Setup, Verdict
from ..core.registry import GAMES
from ..match.clock import Budget
from ..match.seat_account import Usage
from ..protocol.messages import LOG_MAX, Act, FromClient, Leave, Start, Turn, encode
from .action_reader import Read, read
from .game_text import text_of
from .view_diff import delta

SETTLES_S = 0.5  # how long an answer waits for the view that follows it
SLICE_S = 3.5  # the longest that a tool call waits: many clients give up after five seconds
EVENTS_KEPT = 400
EVENTS_SHOWN = 100  # the newest, in one answer
VIEWS_KEPT = 8
TOKEN = "seat_"  # noqa: S105 - how a seat token begins

State = Literal["waiting", "playing", "over", "closed"]


class AgentLink(Protocol):
    """The connection from a seat to its match. Nothing in it blocks."""

    def send(self, message: FromClient) -> None: ...

    def close(self) -> None: ...


class AgentRefusal(Exception):  # noqa: N818 - it is what the agent is told
    """A tool call that cannot be answered; nothing has changed."""

    def __init__(self, code: str, sentence: str, *, field: str = "", rule: str = "", **more: Any) -> None:
        super().__init__(sentence)
        known = {"code": code, "field": field, "rule": rule, "sentence": sentence}
        self.told: dict[str, Any] = {key: value for key, value in known.items() if value} | more


class AgentSeat:
    """All methods run on one event loop. Every caller with the token may use the seat."""

    def __init__(self, game: Game, assist: Assist, *, owner: int = 0, tries: int = 0) -> None:
        self.token = TOKEN + secrets.token_urlsafe(18)
        self.owner = owner
        self.game = game
        self.assist = assist
        self.tries = tries or TRIES
        self.state: State = "waiting"
        self.link: AgentLink | None = None
        self.match = ""
        self.seat = 0
        self.setup: Setup | None = None
        self.start: dict[str, Any] = {}
        self.view: Any = None
        self.step = 0
        self.may: list[str] = []
        self.clock: dict[str, Any] = {}
        self.open = False  # whether an answer is waited for
        self.failed = 0  # unusable answers in this turn
        self.over: dict[str, Any] = {}
        self.trouble: dict[str, str] = {}  # the newest error that is not about an answer of ours
        self.calls = 0
        self.tokens = (0, 0)
        self.used = 0.0  # when a tool was last called, so that unused seats can be dropped
        self._turn_step = -1
        self._turns = -1, -1  # the steps in which the last turn and this one began
        self._follows = False
        self._seq = 0
        self._answers: dict[int, tuple[asyncio.Future[dict[str, Any]], Read]] = {}
        self._events: deque[tuple[int, Any]] = deque(maxlen=EVENTS_KEPT)
        self._shown: dict[int, Any] = {}  # views that the agent has seen, by step
        self._news = asyncio.Event()
        self._acting = asyncio.Lock()

    # Messages of the match

    def receive(self, raw: bytes | str) -> None:
        """One message of the protocol, still encoded."""
        told = msgspec.json.decode(raw)
        handle = getattr(self, f"_on_{told.get('type', '')}", None)
        if handle is not None:
            handle(told)
            self._tell()

    def _on_start(self, told: dict[str, Any]) -> None:
        self.match, self.seat = told["match"], told["seat"]
        self.game = GAMES[told["game"]]
        self.setup = msgspec.convert(told["setup"], Setup)
        # The level that was recorded when the match began. A seat that was not taken with these tools has no level, and
        # so gets the lowest here: no record would show that it was told more.
        self.assist = self.setup.seats[self.seat - 1].assist or LEVELS[0]
        self.start = told
        self.state = "playing"

    def _on_turn(self, told: dict[str, Any]) -> None:
        if told["step"] != self._turn_step and not self.open:  # otherwise it is an update within the same turn
            self.failed = 0
            self._turns = self._turns[1], told["step"]
        self._turn_step = told["step"]
        self._see(told["step"], told["view"], [] if self._follows else told["events"])
        self.may, self.clock = told["may"], told["clock"]
        self.open = self.failed < self.tries

    def _on_step(self, told: dict[str, Any]) -> None:
        self._follows = True
        self._see(told["step"], told.get("view", self.view), told["events"])

    def _on_verdicts(self, told: dict[str, Any]) -> None:
        """Noted now, because the next turn may follow at once."""
        if told["seq"] in self._answers:
            self._note(self._answers[told["seq"]][1], told["verdicts"])
        self._answered(told["seq"], told)

    def _on_forecast(self, told: dict[str, Any]) -> None:
        self._answered(told["seq"], told)

    def _on_error(self, told: dict[str, Any]) -> None:
        if told.get("seq") in self._answers:
            self._answered(told["seq"], told)
        else:
            self.trouble = {"code": told["code"], "sentence": told["sentence"]}

    def _on_over(self, told: dict[str, Any]) -> None:
        self.over = told
        self.state, self.open = "over", False

    def _on_closed(self, told: dict[str, Any]) -> None:
        """Our own message: nothing more will come."""
        self.closed()

    def closed(self, code: str = "", sentence: str = "") -> None:
        """The connection to the match is lost; a running match goes on."""
        if code:
            self.trouble = {"code": code, "sentence": sentence}
        if self.state in ("waiting", "playing"):
            self.state, self.open = "closed", False
        self._tell()

    def _see(self, step: int, view: Any, events: list[Any]) -> None:
        self.step = max(step, self.step)
        self.view = view
        self._events.extend((step, event) for event in events)

    def _answered(self, seq: int, told: dict[str, Any]) -> None:
        waiting, _ = self._answers.pop(seq, (None, None))
        if waiting is not None and not waiting.done():
            waiting.set_result(told)

    # Waiting

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    async def until(self, ready: Callable[[], bool], seconds: float = SLICE_S) -> bool:
        """Wait until a condition holds, but never for long."""
        try:
            async with asyncio.timeout(min(max(seconds, 0.0), SLICE_S)):
                while not ready():
                    await self._news.wait()
        except TimeoutError:
            return ready()
        return True

    # For the tools

    def need(self, wanted: Assist, tool: str) -> None:
        """Refuse a tool that the seat's level does not allow."""
        if not gives(self.assist, wanted):
            sentence = f"This seat plays at the assist level {self.assist!r}; {tool} needs the level {wanted!r}."
            raise AgentRefusal("assist", sentence, field="seat", level=self.assist, needed=wanted)

    def playing(self) -> tuple[Setup, Any]:
        """The setup and the newest view; raises if there is none yet."""
        if self.setup is None or self.view is None:
            raise AgentRefusal(self.trouble.get("code", "not_started"), self._why_not_yet())
        return self.setup, self.view

    def _why_not_yet(self) -> str:
        if self.trouble:
            return self.trouble["sentence"]
        return "The match has not begun yet, or it is not your first turn yet; call wait."

    def data(self) -> Any:
        """The view as JSON; lists of legal orders in it are left out below the level `legal`."""
        view = self.view
        if not gives(self.assist, "legal") and isinstance(view, dict) and isinstance(view.get("you"), dict):
            view = view | {"you": {key: value for key, value in view["you"].items() if key != "choices"}}
        return view

    def shown(self, since: int | None) -> dict[str, Any]:
        """The view, whole or what has changed since one that was shown before."""
        now = self.data()
        known = None if since is None else self._shown.get(since)
        self._shown[self.step] = now
        while len(self._shown) > VIEWS_KEPT:
            del self._shown[next(iter(self._shown))]
        first = self._turns[0] if since is None else since
        events = [event for step, event in self._events if step > first]
        if known is None:
            return {"data": now, "events": events[-EVENTS_SHOWN:]}
        return {"since": since, "changed": delta(known, now), "events": events[-EVENTS_SHOWN:]}

    def usage(self) -> Usage:
        return Usage(self.calls, *self.tokens)

    def brief(self) -> dict[str, Any]:
        """A summary of the seat."""
        told: dict[str, Any] = {"state": self.status, "step": self.step}
        if self.open:
            told["tries_left"] = self.tries - self.failed
            told |= {"left_ms": self.clock["left_ms"]} if self.clock.get("left_ms") else {}
        if self.state == "over":
            told["result"] = self.over["result"]
        if self.trouble and self.state in ("waiting", "closed"):
            told["trouble"] = self.trouble
        return told

    @property
    def status(self) -> str:
        if self.state == "playing":
            return "your_turn" if self.open else "others_turn"
        return {"waiting": "waiting_for_opponents"}.get(self.state, self.state)

    def turn(self) -> tuple[Start, Turn]:
        """The turn as a built-in bot would get it."""
        start = msgspec.convert(self.start, Start)
        clock = msgspec.convert(self.clock, Budget)
        return start, Turn(self.step, self.view, [event for _, event in self._events], self.may, clock)

    # What the agent does

    async def act(self, answer: Any, log: str = "") -> tuple[Read, list[Verdict]]:
        """Send an answer; the verdicts are by order. Raises AgentRefusal."""
        async with self._acting:
            self._check_open()
            said = read(self.game, answer, self.view)
            actions = [Raw(encode(action)) for action in said.actions]
            if said.problem is not None:  # the match gets it as well, because it counts there
                actions = [Raw(encode(str(answer)[:200]))]
            told = await self._ask(Act(actions, step=self._turn_step, log=log[:LOG_MAX], usage=self.usage()), said)
            if told.get("type") == "error":
                self.open = self.open and told["code"] not in ("over", "not_your_turn")
                raise AgentRefusal(told["code"], told["sentence"], field=told.get("field", ""))
            verdicts = [msgspec.convert(one, Verdict) for one in told["verdicts"]]
            if said.problem is not None:
                verdicts = [replace(said.problem, rule=verdicts[0].rule)]
            if self.open:  # later orders are described with the view that these orders have led to
                await self.until(lambda: self.step >= told["step"] or not self.open, SETTLES_S)
            return said, verdicts

    def _check_open(self) -> None:
        if self.state == "over":
            raise AgentRefusal("over", "The match is over; result says how it ended.")
        self.playing()
        if self.state == "closed":
            raise AgentRefusal(
                self.trouble.get("code", "closed"), "The connection to the match is closed; sit down anew."
            )
        if not self.open:
            raise AgentRefusal("not_your_turn", "You are not waited for now; call wait.")
        if self.failed >= self.tries:
            raise AgentRefusal("no_more_tries", "No answer of this turn was of use; it counts as missed. Call wait.")

    def _note(self, said: Read, verdicts: list[dict[str, Any]]) -> None:
        """Note whether the seat is still waited for."""
        became = [verdict["verdict"] for verdict in verdicts]
        if all(one == "refused" for one in became):
            self.failed += 1
            self.open = self.failed < self.tries
            return
        ends = (text_of(self.game).ENDS, "resign")
        ended = "forfeit" in became or any(
            one == "accepted" and action.__struct_config__.tag in ends
            for action, one in zip(said.actions, became, strict=False)
        )
        self.open = (self.game.orders_until_tick or self.game.answer is not None) and not ended

    async def _ask(self, message: Act, said: Read) -> dict[str, Any]:
        if self.link is None:
            raise AgentRefusal("closed", "There is no connection to the match; sit down anew.")
        self._seq += 1
        waiting: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers[self._seq] = waiting, said
        self.link.send(replace(message, seq=self._seq))
        try:
            return await asyncio.wait_for(asyncio.shield(waiting), SLICE_S)
        except TimeoutError:
            raise AgentRefusal("pending", "The orders are on their way, but not stored yet; call wait.") from None

    def resign(self) -> None:
        if self.state == "over":
            raise AgentRefusal("over", "The match is over; result says how it ended.")
        if self.link is not None:
            self.link.send(Leave())
        self.open = False

    def leave(self) -> None:
        """The seat is no longer used."""
        link, self.link = self.link, None
        if link is not None:
            link.close()
        self.closed()
