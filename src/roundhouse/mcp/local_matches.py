"""Matches in this process: an agent at one seat, bots at the others, no server."""

import asyncio
import queue
import secrets
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from ..core.assist import TRIES
from ..core.game import Game, SeatSetup, Setup
from ..core.settings import SetupError
from ..match.record import Record
from ..match.recorder import Recorder
from ..match.remarks import Remark
from ..match.seat_account import Accounts, SeatAccount, SeatCounts, end_of
from ..protocol.messages import VERSION, Act, Ask, Error, FromClient, Leave, Over, Start, Turn, Verdicts, encode
from ..sdk.bot_loader import Entrant, LoadError, load
from ..sdk.local_match import PATIENCE_S, LocalMatch, fresh_seed, setup_for
from ..sdk.players.player import Player
from .agent_seat import AgentRefusal, AgentSeat
from .match_source import MatchRequest

MATCHES_MAX = 50  # played in this process at the same time


class GoneError(Exception):
    """The match is not continued, because the process ends."""


class AgentPlayer(Player):
    """The agent as a player of a local match: messages go to its `AgentSeat`, answers come from a queue."""

    def __init__(self, tell: Callable[[bytes], None]) -> None:
        self.tell = tell
        self.said: queue.Queue[Act | Leave | None] = queue.Queue()

    def start(self, start: Start) -> None:
        """Nothing: `AgentMatch` sends the message, because it knows the match's key."""

    def over(self, over: Over) -> None:
        """Nothing: `AgentMatch` sends the message, when the record is written."""


class AgentMatch(LocalMatch):
    """A local match in which one seat may answer a turn with any number of messages, until the turn is over."""

    def __init__(
        self, game: Game, setup: Setup, entrants: Sequence[Entrant], seat: int, player: AgentPlayer, **how: Any
    ) -> None:
        super().__init__(game, setup, entrants, **how)
        self.tally = SeatCounts()
        self.agent = seat
        self._mind = player
        self._tries = setup.seats[seat - 1].tries or TRIES
        self._step = -1  # counted for the agent alone: the log's steps would reveal how many orders others have given

    def _turn(self, seat: int) -> None:
        if seat != self.agent:
            super()._turn(seat)
            return
        step, at, began_ms = self.match.step, self._round(), self._ms()
        self.tally.asked(began_ms)
        self.match.clock.open([seat], began_ms)
        log = self._answers()
        self.match.clock.close(seat, self._ms())
        self.remarked(Remark(seat, step, at, self._ms() - began_ms, log))

    def _answers(self) -> str:
        """Take answers until the turn is over; returns the remarks about it."""
        seat, match, logs, failed = self.agent, self.match, list[str](), 0
        self._show()
        began = self._step
        while True:
            try:
                message = self._mind.said.get(timeout=self._seconds(seat))
            except queue.Empty:
                self._missed()
                break
            if message is None:
                raise GoneError
            if isinstance(message, Leave):
                self.resign()
                break
            before = match.step
            if message.step is not None and message.step < began:
                sentence = f"This answers step {message.step}, but your newest turn is of step {began}."
                self._mind.tell(encode(Error("stale", sentence, "step", message.seq)))
                continue
            verdicts = self._enter(seat, list(message.actions))
            logs += [message.log] if message.log else []
            done = match.result is not None or seat not in match.waited_for()
            self.tally.answered(verdicts, self._ms(), done=done, usage=message.usage)
            failed += match.step == before
            goes_on = not done and failed < self._tries
            self._mind.tell(encode(Verdicts(message.seq, self._step + goes_on, verdicts)))
            if done:
                break
            if failed >= self._tries:
                self._missed()
                break
            self._show()
        return "\n".join(logs)

    def _show(self) -> None:
        """Send the view, and that it is the agent's turn."""
        match, seat = self.match, self.agent
        self._step += 1
        turn = Turn(self._step, match.view(seat), self._events[seat], self._may, match.clock.budget(seat, self._ms()))
        self._events[seat] = []
        self._mind.tell(encode(turn))

    def _missed(self) -> None:
        self.tally.missed(self._ms())
        self._miss(self.agent)

    def resign(self) -> None:
        reason = next(reason for reason in self.game.leave_reasons if reason.name == "resigned")
        self._leave(self.agent, False, reason.code, reason.name, reason.sentence)
        self.tally.rested(self._ms())

    def account(self) -> SeatAccount:
        result = self.match.result
        if result is None:
            return self.tally.account()
        left = next((one.reason for one in self._left if one.seat == self.agent), "")
        return self.tally.account(end_of(self.game, result, self.agent, left, self.tally.failing))


class MatchThread:
    """A match on its own thread, and the agent's link to it."""

    def __init__(
        self, agent_seat: AgentSeat, local: AgentMatch, mind: AgentPlayer, recorder: Recorder, key: str
    ) -> None:
        self.key = key
        self.local = local
        self.record: Record | None = None
        self._agent_seat = agent_seat
        self._mind = mind
        self._recorder = recorder
        self._thread = threading.Thread(target=self._play, name=f"match {key}", daemon=True)

    def begin(self, announced: Setup, seat: int) -> None:
        game = self.local.game
        self._mind.tell(encode(Start(VERSION, self.key, game.key, game.version, announced, seat)))
        self._thread.start()

    def _play(self) -> None:
        try:
            outcome = self.local.play()
            self._recorder.accounts = self._accounts()
            self.record = self._recorder.finish()
            self._mind.tell(encode(Over(outcome.steps, outcome.result, "", figures=list(outcome.figures))))
        except GoneError:
            pass
        except Exception as error:  # a bot's module may raise anything; the other matches go on
            self._mind.tell(encode(Error("broken_off", f"The match is closed: {type(error).__name__}: {error}")))
            self._chair_closed()
        finally:
            self._recorder.close()

    def account(self) -> SeatAccount:
        return replace(self.local.account(), **msgspec.structs.asdict(self._agent_seat.usage()))

    def _accounts(self) -> Accounts:
        """Only the agent has an account: those of bots are not counted in local matches."""
        seats = range(1, len(self.local.match.setup.seats) + 1)
        return tuple(self.account() if seat == self.local.agent else None for seat in seats)

    def _chair_closed(self) -> None:
        self._mind.tell(b'{"type":"closed"}')

    # The link of `AgentSeat`

    def send(self, message: FromClient) -> None:
        if isinstance(message, Act | Leave):
            self._mind.said.put(message)
        elif isinstance(message, Ask):
            raise TypeError("forecasts are made of views here")

    def close(self) -> None:
        self._mind.said.put(None)

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def stop(self, seconds: float) -> None:
        self.close()
        self._thread.join(seconds)


class LocalMatches:
    """Plays matches in this process. `opponents` take the other seats if a request names none."""

    kind = "local"
    sits = "a new match in this process against bots"

    def __init__(self, *, opponents: Sequence[str] = (), records: Path | None = None, clock: bool = False) -> None:
        self._opponents = tuple(opponents)
        self._records = records
        self._clock = clock
        self._matches: dict[str, MatchThread] = {}

    async def sit(self, request: MatchRequest, owner: int) -> AgentSeat:
        if request.match or request.table or request.ladder:
            field = "match" if request.match else "table" if request.table else "ladder"
            raise AgentRefusal(
                "no_server", "There is no server here; give game and opponents for a new match.", field=field
            )
        if sum(match.running for match in self._matches.values()) >= MATCHES_MAX:
            raise AgentRefusal("too_many", f"{MATCHES_MAX} matches are running here; end some first.")
        loop = asyncio.get_running_loop()
        agent_seat = AgentSeat(request.of_game(), request.assist, owner=owner, tries=request.tries)

        def tell(raw: bytes) -> None:
            try:
                loop.call_soon_threadsafe(agent_seat.receive, raw)
            except RuntimeError:  # the event loop has ended, so nobody waits for the message
                raise GoneError from None

        agent_seat.link = match = await asyncio.to_thread(self._prepare, request, agent_seat, AgentPlayer(tell))
        self._matches[match.key] = match
        match.begin(_announced(match.local), request.seat or 1)
        return agent_seat

    def _prepare(self, request: MatchRequest, agent_seat: AgentSeat, mind: AgentPlayer) -> MatchThread:
        """Check the whole request and make its match. Raises AgentRefusal."""
        game = agent_seat.game
        names = self._rivals(request, game)
        seat = request.seat or 1
        if not 1 <= seat <= len(names) + 1:
            raise AgentRefusal("no_seat", f"With these opponents the seats are 1 to {len(names) + 1}.", field="seat")
        try:
            entrants = [load(name, game, apart=True) for name in names]
            entrants.insert(seat - 1, Entrant(request.name or "agent", lambda seed: mind))
            labels = [entrant.label for entrant in entrants]
            seed = fresh_seed() if request.seed is None else request.seed
            setup = setup_for(game, labels, seed, request.preset or None, request.settings)
        except LoadError as error:
            raise AgentRefusal(error.code, error.sentence, field="opponents") from None
        except SetupError as error:
            raise AgentRefusal(error.code, error.sentence, field=error.field, rule=error.rule) from None
        if request.choice and request.choice not in game.choices:
            known = f"there are {', '.join(game.choices)}" if game.choices else "there is nothing to choose"
            raise AgentRefusal("bad_settings", f"{request.choice!r} is not allowed; {known}.", field="choice")
        setup = replace(setup, seats=_seats(setup, entrants, seat, request))
        local = AgentMatch(game, setup, entrants, seat, mind, timeout=self._clock, patience_s=PATIENCE_S)
        key = secrets.token_hex(6)
        path = None if self._records is None else self._records / f"{game.key}-{key}.rhr"
        recorder = Recorder(local.match, path)
        local.remarked = recorder.remark
        return MatchThread(agent_seat, local, mind, recorder, key)

    def _rivals(self, request: MatchRequest, game: Game) -> list[str]:
        """Who takes the other seats. An agent may name built-in bots, and the bots that the user named when starting
        this process: a bot can be any program, and a model must not be able to start one."""
        for name in request.opponents:
            if name not in (*game.bots, "random", *self._opponents):
                known = ", ".join((*game.bots, *self._opponents))
                raise AgentRefusal(
                    "no_such_bot", f"There is no bot {name[:40]!r} here; there are {known}.", field="opponents"
                )
        return list(request.opponents or self._opponents or [next(iter(game.bots))])

    async def account(self, agent_seat: AgentSeat) -> SeatAccount | None:
        match = self._matches.get(agent_seat.match)
        return None if match is None else match.account()

    async def record(self, key: str, owner: int) -> Record:
        match = self._matches.get(key)
        if match is None:
            raise AgentRefusal("no_match", f"There is no match {key[:40]!r} here.", field="match")
        if match.record is None:
            raise AgentRefusal("running", "The match is not over; its record is shown afterwards.", field="match")
        return match.record

    async def close(self) -> None:
        for match in self._matches.values():
            match.close()
        for match in self._matches.values():
            await asyncio.to_thread(match.stop, 2.0)


def _seats(setup: Setup, entrants: Sequence[Entrant], seat: int, request: MatchRequest) -> tuple[SeatSetup, ...]:
    """Who sits where: the agent with its level, and the bots with their kinds."""
    made = [replace(one, builtin=entrant.builtin) for one, entrant in zip(setup.seats, entrants, strict=True)]
    own = replace(made[seat - 1], kind="agent", assist=request.assist, tries=request.tries, choice=request.choice)
    made[seat - 1] = own
    return tuple(made)


def _announced(local: AgentMatch) -> Setup:
    """The setup for players: in games with secrets the seed would reveal what is drawn later."""
    setup, game = local.match.setup, local.game
    if not game.secrets:
        return setup
    return replace(setup, settings=dict(game.announced(setup.settings)), seed=0)
