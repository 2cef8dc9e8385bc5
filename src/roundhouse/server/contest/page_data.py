"""What the pages of an event show, put together from the store and from what runs now."""

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection

from ...competition.contest import finals as rules
from ...competition.contest import phases
from ...competition.contest.standings import StandingLine
from ...competition.ladder.bot_rest import failures
from ...protocol.api.contest import (
    EventCode,
    EventDesk,
    EventEntrant,
    EventGround,
    EventLine,
    EventMatch,
    EventMine,
    EventMoment,
    EventMove,
    EventPage,
)
from ...store import contest, ladder, matches
from ...store.matches import Stored
from ...store.players import Player
from . import phase_changes
from .finals_runner import FinalsStage

if TYPE_CHECKING:
    from ..context import ServerContext
    from .contest_service import ContestService

RESULTS = 12  # newest, on the event's page
LIVE = 12
FRESH_S = 0.5  # so long a page is shown to everybody before it is put together anew
LOOKED_AT = 10  # newest matches of a bot, for its failures


class ContestPages:
    """One per server; many visitors ask for the same at the same moment."""

    def __init__(self, keeper: "ContestService", context: "ServerContext") -> None:
        self._keeper = keeper
        self._context = context
        self._made: tuple[float, int, EventPage] | None = None

    # The event's page

    async def page(self, who: Player | None) -> EventPage:
        state = self._keeper.event
        now = time.monotonic()
        if self._made is None or now - self._made[0] > FRESH_S or self._made[1] != state.revision:
            self._made = (now, state.revision, await self._page())
        page = self._made[2]
        return EventPage(**{name: getattr(page, name) for name in page.__struct_fields__} | {
            "now_ms": self._keeper.now_ms, "mine": self._mine(who)
        })  # fmt: skip

    async def _page(self) -> EventPage:
        keeper, state = self._keeper, self._keeper.event
        lines = await keeper.lines()
        stage = await keeper.finals.stage(state)
        labels = labels_of(stage)
        finals = {one.key: labels.get(one.fixture, "") for one in stage.tries if one.key and one.state != "void"}
        ranks = {line.entrant: line.rank for line in lines}
        over = await keeper.read(self._results)
        online = self.online()
        seeded = stage.bots if phases.deciding(state.phase) else []
        seeds = {bot: number for number, bot in enumerate(seeded, 1)}
        return EventPage(
            title=state.event.title,
            phase=state.phase,
            now_ms=keeper.now_ms,
            next=self._next(),
            schedule=self._schedule(),
            games=[EventGround(ground.game, ground.preset) for ground in state.event.games],
            joining=phases.joining(state.phase),
            ladder=state.event.ladder,
            frozen=state.frozen,
            settled=state.settled,
            entrants=len(keeper.entrants),
            online=sum(one.bot_id in online for one in keeper.entrants),
            address=keeper.settings.address,
            table=self._lines(lines, online, seeds),
            live=self._live(finals, ranks),
            results=[match_of(one, finals.get(one.key, ""), self._names()) for one in over],
            finals_format=state.event.finals.format,
            champion=self.champion(stage),
        )

    def _names(self) -> dict[int, str]:
        """Bots go by the names of their teams."""
        return {one.bot_id: one.name for one in self._keeper.entrants}

    def online(self) -> set[int]:
        """Who is connected now, by any transport of the protocol."""
        return {session.known.id for session in self._context.sessions if session.known is not None}

    def _waiting(self, bot_id: int) -> bool:
        grounds = self._keeper.event.event.games
        return any(self._keeper.matchmaker.waits(bot_id, ground.game, ground.preset) for ground in grounds)

    def _next(self) -> EventMoment | None:
        due = self._keeper.event.next
        return None if due is None else EventMoment(due.phase, due.at_ms, None)

    def _schedule(self) -> list[EventMoment]:
        state = self._keeper.event
        known = phases.moments(state.plans, state.course.began)
        return [EventMoment(phase, known.get(phase), state.course.began.get(phase)) for phase in phases.PHASES]

    def _lines(self, lines: Sequence[StandingLine], online: set[int], seeds: Mapping[int, int]) -> list[EventLine]:
        known = {one.bot_id: one for one in self._keeper.entrants}
        return [
            EventLine(
                line.rank, known[line.entrant].name, known[line.entrant].bot, round(line.rating, 1),
                round(line.uncertainty, 1), line.provisional, line.matches, line.wins, line.draws, line.losses,
                line.last, list(line.places), line.entrant in online, seeds.get(line.entrant),
            )
            for line in lines
            if line.entrant in known
        ]  # fmt: skip

    def _live(self, finals: Mapping[str, str], ranks: Mapping[int, int]) -> list[EventMatch]:
        """Running matches in which entrants play: finals before all others, then the best ones, then the oldest."""
        names = self._names()
        found = []
        for live in self._keeper.arena.matches.running.values():
            known = [player_id for player_id in live.player_ids if player_id in names]
            if not known or not live.terms.listed or live.match.result is not None:
                continue
            good = sum(ranks.get(one, len(ranks) + 1) for one in live.player_ids) / len(live.player_ids)
            shown = [names.get(one, seat.name) for one, seat in zip(live.player_ids, live.setup.seats, strict=True)]
            label = finals.get(live.key, "")
            match = EventMatch(live.key, live.game.key, shown, label, 0, [], [], live.terms.rated)
            found.append(((not label, len(live.player_ids) - len(known), good, live.id), match))
        return [match for _, match in sorted(found, key=lambda one: one[0])][:LIVE]

    def _results(self, connection: Connection) -> list[Stored]:
        """The newest matches of the event's games between entrants that are over."""
        names = self._names()
        games = {ground.game for ground in self._keeper.event.event.games}
        newest = matches.page(connection, live=False, limit=5 * RESULTS)
        theirs = [one for one in newest if one.game in games and all(who in names for who in one.player_ids)]
        return [one for one in theirs if one.result is not None][:RESULTS]

    def champion(self, stage: FinalsStage) -> str:
        if not stage.playable or not phases.deciding(self._keeper.event.phase):
            return ""
        names = self._names()
        drawn = rules.bracket(stage.format, len(stage.bots), stage.outcomes)
        if drawn is not None:
            return names.get(stage.bots[drawn.champion], "") if drawn.champion >= 0 else ""
        if not self._keeper.finals.over and self._keeper.event.phase != "closed":
            return ""
        first = [one for one in rules.table(stage.format, len(stage.bots), stage.outcomes) if one.place == 1]
        return names.get(stage.bots[first[0].entrant], "") if len(first) == 1 and first[0].matches else ""

    def _mine(self, who: Player | None) -> EventMine | None:
        own = None if who is None else next((one for one in self._keeper.entrants if one.player_id == who.id), None)
        if own is None:
            return None
        return EventMine(own.name, own.bot, own.bot_id in self.online(), self._waiting(own.bot_id), own.rested_why)

    # The organiser's desk

    async def desk(self) -> EventDesk:
        keeper, online = self._keeper, self.online()

        def read(connection: Connection) -> EventDesk:
            entrants = contest.entrants(connection)
            counts = matches.counts_of(connection, [one.bot_id for one in entrants])
            left = {one.bot_id: ladder.departures(connection, one.bot_id, limit=LOOKED_AT) for one in entrants}
            codes = contest.codes(connection)
            return EventDesk(
                [EventCode(one.code, one.team, one.void, one.name, one.used_ms) for one in codes],
                [self._entrant(one, online, left[one.bot_id], counts[one.bot_id]) for one in entrants],
                [move_of(one) for one in contest.moves(connection)],
                phase_changes.undoable(connection),
                list(keeper.finals.troubles),
            )

        return await keeper.read(read)

    def _entrant(self, one: contest.ContestEntrant, online: set[int], left: Sequence[str], count: int) -> EventEntrant:
        failed = failures(left)
        return EventEntrant(
            one.name, one.bot, one.joined_ms, one.out, one.bot_id in online, self._waiting(one.bot_id),
            self._keeper.arena.matches.running_of(one.bot_id), one.seen_ms, count, len(failed),
            ", ".join(dict.fromkeys(failed)), one.rested_why,
        )  # fmt: skip


def move_of(one: contest.Move) -> EventMove:
    was = msgspec.msgpack.decode(one.was, type=phases.Course)
    return EventMove(one.at_ms, one.by, one.phase, was.phase, one.undone)  # type: ignore[arg-type]  # it is one of them


def labels_of(stage: FinalsStage) -> dict[int, str]:
    """What the meeting of every match of the finals is called."""
    if not stage.playable:
        return {}
    known = rules.meetings(stage.format, len(stage.bots), stage.outcomes)
    return {fixture.number: meeting.label for meeting in known for fixture in meeting.fixtures}


def match_of(stored: Stored, label: str, names: Mapping[int, str]) -> EventMatch:
    result = stored.result
    places = {} if result is None else {place.seat: place.place for place in result.places}
    return EventMatch(
        stored.key,
        stored.game,
        [names.get(one, seat.name) for one, seat in zip(stored.player_ids, stored.setup.seats, strict=True)],
        label,
        stored.ended_ms or stored.started_ms,
        [places.get(seat, 0) for seat in range(1, len(stored.player_ids) + 1)],
        [],
        stored.rated,
    )
