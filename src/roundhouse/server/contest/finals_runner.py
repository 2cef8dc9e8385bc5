"""Plays the finals between connected bots, several matches at once, each result exactly once.

Nothing about them is kept here: what was started and how it ended is in the store, and what is due follows from that,
so the finals survive any restart.
"""

import itertools
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from ...competition.contest import finals as rules
from ...competition.contest.config import ContestConfig, Ground
from ...competition.contest.finals import Absence
from ...competition.tournament.formats import Fixture, FixtureOutcome, Format
from ...competition.tournament.formats import over as all_played
from ...core.game import Result, Setup
from ...core.registry import GAMES
from ...protocol.api.platform import TableOptions
from ...store import matches, players
from ...store.contest import finals as store
from ...store.contest.finals import ABSENT, OVER, RUNNING, VOID, EndedFinal, Try
from ...store.matches import Begun
from ...store.schema.platform import FINISHED
from ...store.schema.platform import RUNNING as PLAYING
from ..errors import Refused
from ..matches.match_host import seed_of_pair
from ..matches.time_controls import clock_for
from ..tables.options import sitter_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from .contest_service import ContestService
    from .phase_changes import ContestState

log = logging.getLogger("roundhouse.events")

BROKE_OFF = "the match broke off"
AGAIN_MAX = 3  # times an aborted match is restarted automatically


class FinalsStage(Struct, frozen=True):
    """The finals as they are in the store: the bots by seed, and all tries."""

    event: ContestConfig
    stage: int
    format: Format
    bots: list[int]
    tries: list[Try]

    @property
    def outcomes(self) -> list[FixtureOutcome]:
        """The results that count."""
        return [
            FixtureOutcome(one.fixture, one.ended.places, one.ended.points, one.ended.left, one.ended.void)
            for one in self.tries
            if one.state in (OVER, ABSENT)
        ]

    @property
    def playable(self) -> bool:
        return len(self.bots) >= self.format.seats

    def tries_of(self, fixture: int) -> list[Try]:
        return [one for one in self.tries if one.fixture == fixture]


class FinalsRunner:
    def __init__(self, keeper: "ContestService") -> None:
        self._keeper = keeper
        self.running: dict[str, int] = {}  # keys of running matches of the finals, with their fixtures
        self.over = False  # everything was played
        self.troubles: list[str] = []
        self._missed: dict[tuple[int, int, int], int] = {}  # since when: a stage's meeting, a bot
        self._absent: set[tuple[int, int, int]] = set()  # those that had their time already

    async def step(self) -> None:
        """Record finished matches, and start those that are due."""
        state = self._keeper.event
        stage = await self.stage(state)
        if state.phase != "finals":
            await self._break_off(
                stage, "the finals were taken back" if state.phase != "closed" else "the event is over"
            )
            return
        if not state.settled:
            return
        if not stage.bots:
            await self._seed(state)
            stage = await self.stage(state)
        if await self._note(stage):
            stage = await self.stage(state)
        if stage.playable:
            while await self._begin(state, stage):
                stage = await self.stage(state)
        self.over = bool(stage.bots) and (
            not stage.playable or all_played(stage.format, len(stage.bots), stage.outcomes)
        )

    async def stage(self, state: "ContestState") -> FinalsStage:
        def read(connection: "Connection") -> tuple[list[store.Frozen], list[Try]]:
            return store.frozen(connection, state.stage), store.tries(connection, state.stage)

        frozen, tries = await self._keeper.read(read)
        seeded = sorted((one for one in frozen if one.seed is not None), key=lambda one: one.seed or 0)
        self.running = {one.key: one.fixture for one in tries if one.state == RUNNING}
        return FinalsStage(
            state.event, state.stage, rules.format_of(state.event), [one.bot_id for one in seeded], tries
        )

    async def _seed(self, state: "ContestState") -> None:
        """The best of the frozen ladder, awake whatever happened to them before."""
        out = {one.bot_id for one in self._keeper.entrants if one.out}
        frozen = await self._keeper.read(lambda connection: store.frozen(connection, state.stage))
        chosen = rules.finalists([one.bot_id for one in frozen], out, state.event.finals.size)
        for bot_id in chosen:
            await self._keeper.matchmaker.wake(bot_id)
        await self._keeper.write(lambda connection: store.seed(connection, state.stage, chosen))

    # What is over

    async def _note(self, stage: FinalsStage) -> bool:
        """Tries whose match is over end with it; those whose match broke off are void. Whether there were any."""
        changed = False
        for one in stage.tries:
            if one.state == RUNNING and one.match_state != PLAYING and one.match_id is not None:
                await self._keeper.write(partial(closed, one=one))
                changed = True
        return changed

    async def _break_off(self, stage: FinalsStage, why: str) -> None:
        """Matches that run although there are no finals now do not count; they are played anew if these go on."""
        arena = self._keeper.arena
        going = [one for one in stage.tries if one.state == RUNNING]
        if going and await self._note(stage):
            going = [one for one in (await self.stage(self._keeper.event)).tries if one.state == RUNNING]
        if not going:
            return
        await self._keeper.write(lambda connection: store.void(connection, [one.id for one in going], why))
        for one in going:
            live = arena.matches.running.get(one.key)
            if live is not None:
                await arena.matches.abort(live, why)

    # What is due

    async def _begin(self, state: "ContestState", stage: FinalsStage) -> bool:
        """Begin one match that can begin now, or note one that nobody came to; False if there is none."""
        running = {one.fixture for one in stage.tries if one.state == RUNNING}
        due = rules.due(stage.format, len(stage.bots), stage.outcomes, running)
        busy = {bot for one in stage.tries if one.state == RUNNING for bot in self._bots_of(one)}
        self.troubles = []
        for fixture in due:
            if self._worn_out(stage, fixture):
                continue
            bots = [stage.bots[one] for one in fixture.entrants]
            if busy & set(bots):
                continue
            ground = rules.ground_of(state.event, fixture)
            missing = [bot for bot in bots if not self._keeper.matchmaker.waits(bot, ground.game, ground.preset)]
            if missing:
                if await self._wait_for(state, stage, fixture, missing):
                    return True
                busy.update(bots)  # those who are waited for play nobody else in between
            elif len(running) < state.event.finals.at_once:
                return await self._start(state, stage, fixture, bots, ground)
        return False

    def _bots_of(self, one: Try) -> Sequence[int]:
        live = self._keeper.arena.matches.running.get(one.key)
        return live.player_ids if live is not None else ()

    def _worn_out(self, stage: FinalsStage, fixture: Fixture) -> bool:
        """Whether it broke off so often that the organiser has to look."""
        broken = [one for one in stage.tries_of(fixture.number) if one.state == VOID and one.why == BROKE_OFF]
        if len(broken) >= AGAIN_MAX and broken[-1] is stage.tries_of(fixture.number)[-1]:
            self.troubles.append(f"{fixture.label}: match {fixture.number} broke off {len(broken)} times")
            return True
        return False

    async def _wait_for(
        self, state: "ContestState", stage: FinalsStage, fixture: Fixture, missing: Sequence[int]
    ) -> bool:
        """Somebody is not there: True once their time is up, and the match is lost. Time runs for every meeting once,
        and anew after a restart: who lost the connection through us has all of it again."""
        now_ms, late = self._keeper.now_ms, True
        for bot in missing:
            key = (stage.stage, fixture.meeting, bot)
            since = self._missed.setdefault(key, now_ms)
            late = late and (key in self._absent or now_ms - since >= state.event.finals.grace_s * 1000)
        if not late:
            return False
        self._absent.update((stage.stage, fixture.meeting, bot) for bot in missing)
        absent = rules.absence(fixture, {n for n in fixture.entrants if stage.bots[n] in missing})
        await self._keeper.write(lambda connection: lost(connection, stage.stage, fixture.number, absent, now_ms))
        log.info("%s: match %d is lost by absence", fixture.label, fixture.number)
        return True

    async def _start(
        self, state: "ContestState", stage: FinalsStage, fixture: Fixture, bots: Sequence[int], ground: Ground
    ) -> bool:
        """Begin a match; that it is one of the finals is written in the transaction that begins it."""
        keeper, number = self._keeper, fixture.number
        for bot in bots:
            self._missed.pop((stage.stage, fixture.meeting, bot), None)
            self._absent.discard((stage.stage, fixture.meeting, bot))
        known = await keeper.read(lambda connection: players.by_ids(connection, bots))
        waiters = [keeper.matchmaker.lend(bot, ground.game, ground.preset) for bot in bots]
        there = [one for one in waiters if one is not None]
        options = TableOptions(
            game=ground.game, preset=ground.preset, clock=clock_for(GAMES[ground.game], ["bot"]), rated=False
        )
        now_ms = keeper.now_ms

        def also(connection: "Connection", begun: Begun) -> None:
            store.begin(connection, stage.stage, number, match_id=begun.id, ended=None, now_ms=now_ms)

        def setup_for(seed: int) -> Setup:
            return keeper.arena.matches.setup_for(options, sitters, seed=seed)

        try:
            if len(there) < len(bots):
                raise Refused("gone", "Somebody has left.")
            sitters = [msgspec.structs.replace(sitter_of(known[one.player.id]), choice=one.choice) for one in there]
            await keeper.arena.matches.start(
                options, sitters, rated=False, clients={seat: one.client for seat, one in enumerate(there, 1)},
                seed=seed_for(state.secret, stage, fixture, setup_for), also=also,
            )  # fmt: skip
        except Exception as error:
            for one in there:
                keeper.matchmaker.give_back(one, ground.game, ground.preset)
            if not isinstance(error, Refused):
                raise
            log.info("%s does not begin yet: %s", fixture.label, error)
            return False
        return True

    # What the organiser does

    async def replay(self, number: int, *, later: bool, by: str) -> None:
        """Play a match of the finals once more: what came of it counts no more. Raises Refused."""
        keeper, state = self._keeper, self._keeper.event
        stage = await self.stage(state)
        own = [one for one in stage.tries_of(number) if one.state != VOID]
        worn = stage.tries_of(number)
        if not worn:
            raise Refused("no_fixture", "No such match of the finals was begun.", status=404)
        after = set(rules.dependent(stage.format, len(stage.bots), stage.outcomes, number))
        following = [one for one in stage.tries if one.fixture in after and one.state != VOID]
        if following and not later:
            sentence = f"{len(following)} matches were played since that depend on it; they would be played again, too."
            raise Refused("later_matches", sentence, status=409)
        chosen = [*own, *following] or worn[-1:]
        why = f"played again, says {by}"
        await keeper.write(lambda connection: again(connection, [one.id for one in chosen], why))
        for one in chosen:
            live = keeper.arena.matches.running.get(one.key)
            if live is not None:
                await keeper.arena.matches.abort(live, why)


def seed_for(secret: bytes, stage: FinalsStage, fixture: Fixture, setup_for: Callable[[int], Setup]) -> int:
    """Mirrored matches have the same seed, and so has one that is played again, unless something is hidden in the game:
    then each has its own, which no record tells, and begins as the others do."""
    shared = setup_for(rules.seed_of(secret, stage.stage, fixture.seed))
    if not GAMES[shared.game].secrets:
        return shared.seed
    own = (fixture.seed, fixture.number, len(stage.tries_of(fixture.number)))
    return seed_of_pair(shared, (rules.seed_of(secret, stage.stage, *own, n) for n in itertools.count()))


def again(connection: "Connection", try_ids: Sequence[int], why: str) -> None:
    """Void tries; one that was void already gets another reason, so that it may be begun by itself again."""
    if not store.void(connection, try_ids, why):
        store.reword(connection, try_ids, why)


def closed(connection: "Connection", one: Try) -> None:
    """The match of a try is over."""
    if one.match_state == FINISHED and one.match_id is not None:
        store.end(connection, one.id, ended_of(connection, one.match_id))
    else:
        store.void(connection, [one.id], BROKE_OFF)


def lost(connection: "Connection", stage: int, number: int, absent: Absence, now_ms: int) -> None:
    ended = EndedFinal(absent.places, (0,) * len(absent.places), absent.left, absent.void)
    store.begin(connection, stage, number, match_id=None, ended=ended, now_ms=now_ms)


def ended_of(connection: "Connection", match_id: int) -> EndedFinal:
    """How a finished match ended, from the store."""
    stored = matches.by_id(connection, match_id)
    sitting = matches.seats_of(connection, [match_id])[match_id]
    result: Result | None = None if stored is None else stored.result
    if result is None:
        raise ValueError(f"match {match_id} has no result")
    by_seat = {place.seat: place for place in result.places}
    return EndedFinal(
        tuple(by_seat[one.seat].place for one in sitting),
        tuple(round(by_seat[one.seat].points or 0) for one in sitting),
        tuple(one.left for one in sitting),
    )
