"""Runs a contest: starts its phases in time, switches the rest of the server for each phase, freezes the ladder, and
plays the finals. The state is in the store; every change of it is noticed here."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from sqlalchemy import Connection

from ...competition.contest import phases
from ...competition.contest.phases import Phase
from ...competition.contest.standings import StandingLine, table
from ...competition.ladder.standing import Standing
from ...store import contest, ladder
from ...store.contest import ContestEntrant, finals
from ..errors import Refused
from ..matches.scheduled_match import Now
from ..tasks import cancel_all
from . import phase_changes
from .finals_runner import FinalsRunner
from .phase_changes import ContestState, no_event

if TYPE_CHECKING:
    from ..arena import Arena
    from ..matches.live_match import LiveMatch
    from ..matchmaking.matchmaker import Matchmaker
    from ..settings import ServerSettings

log = logging.getLogger("roundhouse.events")

T = TypeVar("T")
POLL_S = 1.0  # how soon a change by the command line is noticed
RETRY_S = 5.0  # after something went wrong
POOL = "bots"


class ContestService:
    """`wake` looks again at once. Without a contest in the store it does nothing."""

    def __init__(self, arena: "Arena", matchmaker: "Matchmaker", settings: "ServerSettings", *, now: Now) -> None:
        self.arena = arena
        self.matchmaker = matchmaker
        self.settings = settings
        self.state: ContestState | None = None
        self.entrants: list[ContestEntrant] = []
        self.finals = FinalsRunner(self)
        self._now = now
        self._wake = asyncio.Event()
        self._lock = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    @property
    def now_ms(self) -> int:
        return round(self._now().timestamp() * 1000)

    @property
    def event(self) -> ContestState:
        """The contest. Raises Refused if there is none."""
        if self.state is None:
            raise no_event()
        return self.state

    # From the start of the server to its end

    async def start(self) -> None:
        """Start; called after the arena has restored its matches."""
        await self._load()
        if self.state is not None:
            if self._over not in self.arena.matches.over_hooks:  # a process that leads again starts again
                self.arena.matches.over_hooks.append(self._over)
            self._task = asyncio.get_running_loop().create_task(self._work())

    async def stop(self) -> None:
        if self._task is not None:
            await cancel_all([self._task])

    def wake(self) -> None:
        self._wake.set()

    def _over(self, live: "LiveMatch") -> None:
        if live.key in self.finals.running or (self.state is not None and self.state.frozen):
            self.wake()

    async def _work(self) -> None:
        while True:
            wait_s = POLL_S
            self._wake.clear()
            try:
                await self.look()
            except Exception:
                log.exception("the event could not be looked after; it is tried again")
                wait_s = RETRY_S
            try:
                await asyncio.wait_for(self._wake.wait(), wait_s)
            except TimeoutError:
                continue

    async def look(self) -> None:
        """Do everything that is due."""
        async with self._lock:
            await self._load()
            while self.state is not None and (due := phases.due(self.state.plans, self.state.course, self.now_ms)):
                if due.phase == "closed" and self.state.phase == "finals" and not self.finals.over:
                    break  # the finals take as long as they take
                await self._enter(due.phase, due.at_ms)
            if self.state is None:
                return
            if self.state.frozen and not self.state.settled:
                await self._settle(self.state)
            await self.finals.step()

    async def _enter(self, phase: Phase, at_ms: int) -> None:
        """Enter the phases that are due; finals without entrants are skipped."""
        now_ms = self.now_ms
        try:
            await self.write(lambda connection: phase_changes.move(connection, phase, "", now_ms, planned_ms=at_ms))
        except Refused as refused:
            log.warning("the event does not go on to %s: %s", phase, refused)
            await self.write(lambda connection: forgo(connection, phase))
        else:
            log.info("the event goes on: %s", phase)
        await self._load()

    # Queries

    async def _load(self) -> None:
        before = self.state
        if before is not None and before.revision == await self.read(contest.revision):
            return

        def read(connection: Connection) -> tuple[ContestState | None, list[ContestEntrant]]:
            return phase_changes.state_of(connection), contest.entrants(connection)

        self.state, self.entrants = await self.read(read)
        self._apply()
        self.arena.news.tell("event")

    def _apply(self) -> None:
        """Switch the rest of the server for the phase."""
        state = self.state
        if state is None:
            return
        event = state.event
        grounds = {ground.game: ground for ground in event.games}
        self.matchmaker.open = phases.pairing(state.phase)
        self.matchmaker.usual = {ground.game: ground.preset for ground in event.games}
        rated = event.ladder and phases.counting(state.phase)
        self.arena.matches.counting = lambda game: rated and game in grounds

        def house(game: str, preset: str) -> Mapping[str, Any]:
            ground = grounds.get(game)
            return ground.settings if ground is not None and preset in ("", ground.preset) else {}

        self.arena.matches.house = house

    async def read(self, query: Callable[[Connection], T]) -> T:
        return await self.arena.store.read(query)

    async def write(self, change: Callable[[Connection], T]) -> T:
        return await self.arena.store.write(change)

    # Called for the organiser

    async def change(self, what: Callable[[Connection], T]) -> T:
        """Change the contest in the store and act on it. Raises Refused."""
        async with self._lock:
            made = await self.write(what)
            await self._load()
        self.wake()
        return made

    def check_joining(self) -> None:
        """Raises Refused in phases without new bots and tokens. Without a contest there is no such limit."""
        if self.state is not None and not phases.joining(self.state.phase):
            raise Refused("frozen", "The event takes no new bots and tokens any more.", status=403)

    # The ladder

    async def lines(self) -> list[StandingLine]:
        """The standings as everybody may see them: frozen once the ladder is frozen. `entrant` is the bot."""
        state = self.event
        if state.frozen:
            kept = await self.read(lambda connection: finals.frozen(connection, state.stage))
            if kept:
                return [msgspec.msgpack.decode(one.line, type=StandingLine) for one in kept]
        return await self.current()

    async def current(self) -> list[StandingLine]:
        state, bots = self.event, [one.bot_id for one in self.entrants]
        placement = self.settings.placement_matches

        def read(connection: Connection) -> list[Mapping[int, Standing]]:
            keys = [(ground.game, ground.preset, POOL) for ground in state.event.games]
            return [ladder.standings_of(connection, key, bots) for key in keys]

        return table(bots, await self.read(read) if state.event.ladder else [], placement=placement)

    async def _settle(self, state: ContestState) -> None:
        """The standings are final when the last match that began before the freeze is over."""
        games = {ground.game for ground in state.event.games}
        going = any(one.terms.rated and one.game.key in games for one in self.arena.matches.running.values())
        lines = await self.current()
        kept = await self.read(lambda connection: finals.frozen(connection, state.stage))
        fresh = packed(lines)
        if not going or [(one.bot_id, one.line) for one in kept] != fresh:
            await self.write(lambda connection: finals.freeze(connection, state.stage, fresh, settled=not going))
            await self._load()


def packed(lines: Sequence[StandingLine]) -> list[tuple[int, bytes]]:
    return [(one.entrant, msgspec.msgpack.encode(one)) for one in lines]


def forgo(connection: Connection, phase: Phase) -> None:
    """Cancel the planned start of a phase that could not start; it then starts by hand only."""
    state = phase_changes.needed(connection)
    changed = dict(state.changed) | {phase: phases.PhasePlan()}
    contest.change(connection, plans=msgspec.msgpack.encode(changed))
