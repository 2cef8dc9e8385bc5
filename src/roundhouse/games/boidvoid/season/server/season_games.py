"""The games of seasons on the server: started with their players and roles, turn after turn, until their season ends.

Everything here is done exactly once, even if the server is killed in the middle. A match and the row that refers to it
are created in one transaction. A turn that has ended is known from the match's own log, so after a restart only its log
line has to be added. Everything else can be repeated without a second effect.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection

from .....core.entries import CHANGE, Entry
from .....core.game import SeatSetup
from .....server.arena import Arena
from .....server.errors import Refused
from .....server.matches.live_match import LiveMatch
from .....server.matches.scheduled_match import Now, ScheduledMatch
from .....store import players
from .....store.matches import Begun
from .....store.players import Player
from .... import GAMES
from ...rules.tables import ROLE_NAMES
from ..power_source import PowerUnavailableError
from ..store import job_log
from ..store import seasons as store
from ..store.seasons import Power, SeasonGame, Seat
from .game_drafts import check_roles, options_of, playable, sitters_of
from .stakes_and_items import Outside, settings_of
from .times import GAME, moment_of, ms_of, turn_begins, turn_length

log = logging.getLogger("roundhouse.seasons")

TURN_END, TURN_START = "turn_end", "turn_start"
ASKED_AT_ONCE = 16

Note = Callable[[Connection], None]  # written together with a change, such as an audit line
Change = Mapping[str, Any]  # a change of a running game, as a message


class SeasonGames:
    """Callers that change seasons or their games hold `lock`."""

    def __init__(self, arena: Arena, *, now: Now) -> None:
        self.arena = arena
        self.now = now
        self.outside = Outside(arena)
        self.lock = asyncio.Lock()
        self.changed: Callable[[], None] = lambda: None  # called when the time of the next job has changed
        self._over: dict[str, asyncio.Future[None]] = {}
        arena.matches.over_hooks.append(self._match_over)

    @property
    def game(self) -> Any:
        return GAMES[GAME]

    def playing_of(self, known: SeasonGame) -> ScheduledMatch | None:
        live = self.arena.matches.running.get(known.match)
        return live if isinstance(live, ScheduledMatch) else None

    # After a restart

    async def restore(self) -> None:
        """Called after the arena has restored its matches: set their times, and add missing log lines."""
        going = (store.RUNNING, store.PAUSED)
        for known in await self.arena.store.read(lambda connection: store.games(connection, states=going)):
            live = self.playing_of(known)
            if live is None:
                await self._note_over(known.id)
            elif live.match.result is None:
                try:
                    await self._take_up(known, live)
                except Exception:  # the server starts, whatever is in the database
                    log.exception("game %d of season %d cannot be taken up", known.id, known.season_id)
        await self.outside.settle_ended()

    async def _take_up(self, known: SeasonGame, live: ScheduledMatch) -> None:
        live.now = self.now
        self._listen(live)
        if known.due_ms is not None and live.turn_no > known.turn_no:
            await self._note_turn(known, live)
        else:
            due = None if known.due_ms is None else moment_of(known.due_ms)
            live.set_time(due, paused=known.state == store.PAUSED)
        state = live.match.state
        roles = {seat.number: ROLE_NAMES[state.players[seat.number - 1].role] for seat in known.seats}
        told = [(number, role) for number, role in roles.items() if role != known.seats[number - 1].role]
        if told:
            await self.arena.store.write(lambda connection: _set_roles(connection, known.id, told))
        await self.outside.settle(live)
        await self.outside.bring(live)

    def _listen(self, live: ScheduledMatch) -> None:
        """Settle items with the ledger as soon as an order has used one."""
        live.moved = lambda: self.arena.tasks.run(self.outside.settle(live))

    # Starting

    async def start(self, known: SeasonGame, due: datetime) -> None:
        """Start the match of a draft. Raises Refused. BOI-233"""
        now = self.now()
        people = await self._people(known.seats)
        for seat in known.seats:
            playable(people.get(seat.player_id), f"player {seat.player_id}", "teams")
        answers = await self.ask_power(known, due, people)
        usual: int = settings_of(known)["default_powered_stake"]  # used until the power source has answered
        said = [answers[seat.number].stake for seat in known.seats]
        options = options_of(known.settings, known.seats, [usual if stake is None else stake for stake in said])
        options = self.arena.options.with_map(self.game, options)
        entries = [Entry(CHANGE, 0, tuple(self._row(change)), 0) for change in self._roles(known.seats)]
        length = turn_length(self.game, known.settings)
        begins = turn_begins(due, now, length)
        until = begins + length

        def also(connection: Connection, begun: Begun) -> None:
            columns = {"state": store.RUNNING, "match_id": begun.id, "turn_no": 1, "due_ms": ms_of(until)}
            store.change_game(connection, known.id, **columns)
            _note_job(connection, TURN_START, known.id, 1, begins, now)

        def before(live: LiveMatch) -> None:
            assert isinstance(live, ScheduledMatch)  # noqa: S101 - its clock is the calendar
            live.now, live.due = self.now, until
            self._listen(live)

        sitters = sitters_of(known.seats, people)
        live = await self.arena.matches.start(options, sitters, rated=False, changes=entries, also=also, before=before)
        assert isinstance(live, ScheduledMatch)  # noqa: S101
        await self.outside.bring(live)
        self._remind(known, live)
        log.info("game %d of season %d has started", known.id, known.season_id)

    def _roles(self, seats: Iterable[Seat]) -> list[Change]:
        """The changes from the roles that the rules assign by place. BOI-018"""
        usual = {1: "leader", 2: "vice_leader"}
        return [
            {"type": "role", "player": seat.number, "role": seat.role}
            for seat in seats
            if seat.role != usual.get(seat.place, "trooper")
        ]

    def _row(self, change: Change, state: Any = None) -> list[int]:
        game = self.game
        return list(game.change_row_of(msgspec.convert(change, game.changes), state))

    async def _people(self, seats: Iterable[Seat]) -> dict[int, Player]:
        ids = {seat.player_id for seat in seats}
        return await self.arena.store.read(lambda connection: players.by_ids(connection, ids))

    # Turns

    async def end_turn(self, known: SeasonGame) -> None:
        """End the turn of a game whose time is up, and begin the next. BOI-235, BOI-236"""
        live = self.playing_of(known)
        if live is None or live.match.result is not None or known.due_ms is None:
            return  # it will be noted as over
        live.close_turn(self._until(known))
        if live.match.result is None and live.state == "running":
            await self._note_turn(known, live)
            await self.outside.settle(live)

    def _until(self, known: SeasonGame) -> datetime:
        """When the turn after the one in this row ends."""
        length = turn_length(self.game, known.settings)
        return turn_begins(moment_of(known.due_ms or 0), self.now(), length) + length

    async def _note_turn(self, known: SeasonGame, live: ScheduledMatch) -> None:
        """Log the job of a turn that is in the match's log. Earlier entries are durable by then."""
        now, turn, until = self.now(), live.turn_no, self._until(known)
        due = moment_of(known.due_ms or 0)
        begins = turn_begins(due, now, turn_length(self.game, known.settings))
        live.due = until

        def write(connection: Connection) -> None:
            store.change_game(connection, known.id, turn_no=turn, due_ms=ms_of(until))
            _note_job(connection, TURN_END, known.id, known.turn_no, due, now)
            _note_job(connection, TURN_START, known.id, turn, begins, now)

        await self.arena.store.write(write)
        self._remind(known, live)

    def _remind(self, known: SeasonGame, live: ScheduledMatch) -> None:
        """Tell players who are not connected that a new turn has begun."""
        people = (
            seat_state
            for seat_state in live.seat_states.taken
            if live.setup.seats[seat_state.seat - 1].kind == "person"
        )
        away = [
            live.player_ids[seat_state.seat - 1]
            for seat_state in people
            if seat_state.subscriber is None and not seat_state.left
        ]
        if away:
            said = {"match": live.key, "game": live.game.key, "name": known.name}
            self.arena.notices.remind(away, "turn_started", said)

    # The end

    async def end(self, known: SeasonGame, also: Note | None = None) -> None:
        """End the open turn, then the game. BOI-257"""
        live = self.playing_of(known)
        if live is not None and live.match.result is None:
            over = self._over.setdefault(live.key, asyncio.get_running_loop().create_future())
            if not live.match.state.ending:
                self._change(live, {"type": "end"})
            live.close_turn(self.now())
            await over
        elif live is not None:
            await self._over.setdefault(live.key, asyncio.get_running_loop().create_future())
        await self._note_over(known.id, also)

    def _match_over(self, live: LiveMatch) -> None:
        if isinstance(live, ScheduledMatch):
            self.arena.tasks.run(self._finish(live))

    async def _finish(self, live: ScheduledMatch) -> None:
        await self.outside.settle(live)
        known = await self.arena.store.read(lambda connection: store.game_of_match(connection, live.id))
        if known is not None:
            await self._note_over(known.id)
        waiting = self._over.pop(live.key, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)
        self.changed()

    async def _note_over(self, game_id: int, also: Note | None = None) -> None:
        """Store that the game has ended with its match; its last turn is logged like the others."""
        now = self.now()

        def write(connection: Connection) -> None:
            known = store.game(connection, game_id)
            if known is not None and known.state in (store.RUNNING, store.PAUSED):
                due = now if known.due_ms is None else moment_of(known.due_ms)
                _note_job(connection, TURN_END, game_id, known.turn_no, due, now)
                store.change_game(connection, game_id, state=store.ENDED, due_ms=None, left_ms=None)
            if also is not None:
                also(connection)

        await self.arena.store.write(write)

    # What an administrator does

    async def pause(self, known: SeasonGame, also: Note) -> None:
        """Stop the time of the turn. BOI-237, BOI-298"""
        if known.state != store.RUNNING or known.due_ms is None:
            raise Refused("not_running", "Only a game that runs can be paused.", rule="BOI-298", status=409)
        left_ms = max(0, known.due_ms - ms_of(self.now()))
        await self._change_game(known, also, state=store.PAUSED, due_ms=None, left_ms=left_ms)
        if (live := self.playing_of(known)) is not None:
            live.set_time(None, paused=True)

    async def resume(self, known: SeasonGame, also: Note) -> None:
        """Continue with the time that was left of the turn."""
        if known.state != store.PAUSED:
            raise Refused("not_paused", "The game is not paused.", rule="BOI-298", status=409)
        due_ms = ms_of(self.now()) + (known.left_ms or 0)
        await self._change_game(known, also, state=store.RUNNING, due_ms=due_ms, left_ms=None)
        if (live := self.playing_of(known)) is not None:
            live.set_time(moment_of(due_ms), paused=False)

    async def _change_game(self, known: SeasonGame, also: Note, **columns: Any) -> None:
        def write(connection: Connection) -> None:
            store.change_game(connection, known.id, **columns)
            also(connection)

        await self.arena.store.write(write)

    async def give_role(self, known: SeasonGame, who: Player, role: str, also: Note) -> None:
        """Give a player a role; the player who had it gets the other's. BOI-017, BOI-298"""
        seat = self._seat_of(known, who)
        live = self._going(known)
        before = [one for one in known.seats if one.team == seat.team and one.role == role and role != "trooper"]
        told = {seat.number: role} | {one.number: seat.role for one in before if one.number != seat.number}
        planned = [msgspec.structs.replace(one, role=told.get(one.number, one.role)) for one in known.seats]
        check_roles(planned)
        for number, given in told.items():
            self._change(live, {"type": "role", "player": number, "role": given})

        def write(connection: Connection) -> None:
            _set_roles(connection, known.id, told.items())
            also(connection)

        await self.arena.store.write(write)

    async def replace(self, known: SeasonGame, who: Player, by: Player, also: Note) -> None:
        """Another account takes over a player's seat. BOI-298"""
        seat = self._seat_of(known, who)
        live = self._going(known)
        playable(by, by.name, "by")
        if any(one.player_id == by.id for one in known.seats):
            sentence = f"{by.name} has a ship in this game already."
            raise Refused("player_twice", sentence, field="by", rule="BOI-020", status=409)
        sitting = list(live.setup.seats)
        sitting[seat.number - 1] = SeatSetup(by.name, by.kind, builtin=by.builtin)
        setup = msgspec.msgpack.encode(msgspec.structs.replace(live.setup, seats=tuple(sitting)))

        def write(connection: Connection) -> None:
            store.replace(connection, known, seat.number, by.id, setup)
            also(connection)

        await self.arena.store.write(write)
        self.arena.matches.reseat(live, seat.number, by, sitting[seat.number - 1])
        await self.outside.bring(live)

    def _seat_of(self, known: SeasonGame, who: Player) -> Seat:
        found = next((seat for seat in known.seats if seat.player_id == who.id), None)
        if found is None:
            raise Refused("no_player", f"{who.name} does not play in this game.", field="player", status=404)
        return found

    def _going(self, known: SeasonGame) -> ScheduledMatch:
        live = self.playing_of(known)
        if live is None or live.match.result is not None:
            raise Refused("not_running", "The game does not run.", rule="BOI-298", status=409)
        return live

    def _change(self, live: ScheduledMatch, change: Change) -> None:
        live.change(self._row(change, live.match.state), lambda verdict: None)

    # Power

    async def ask_power(
        self, known: SeasonGame, due: datetime, people: Mapping[int, Player], *, since: datetime | None = None
    ) -> dict[int, Power]:
        """Ask the power source about every player; answers are stored before they are used. Players with an answer from
        this run, or from one since `since` on the same day, are not asked again. BOI-234, BOI-238, BOI-301"""
        due_ms, since_ms = ms_of(due), None if since is None else ms_of(since)
        said = await self.arena.store.read(lambda connection: store.power_of(connection, known.id))

        def answered(seat: Seat) -> bool:
            one = said.get(seat.number)
            if one is None or one.code:
                return False
            return one.due_ms == due_ms or (since_ms is not None and one.due_ms >= since_ms)

        at_once = asyncio.Semaphore(ASKED_AT_ONCE)

        async def ask(seat: Seat) -> Power:
            async with at_once:
                return await self._answer(known, seat, people[seat.player_id], due_ms)

        answers = await asyncio.gather(*(ask(seat) for seat in known.seats if not answered(seat)))
        if answers:
            await self.arena.store.write(lambda connection: store.note_power(connection, known.id, answers))
        return await self.arena.store.read(lambda connection: store.power_of(connection, known.id))

    async def _answer(self, known: SeasonGame, seat: Seat, player: Player, due_ms: int) -> Power:
        asked_ms = ms_of(self.now())
        try:
            stake = await self.outside.stake_of(known, seat, player)
        except PowerUnavailableError as error:
            log.warning("%s: game %d, player %s: %s", error.code, known.id, player.name, error)
            return Power(seat.number, due_ms, asked_ms, None, error.code)
        return Power(seat.number, due_ms, asked_ms, stake, "")

    async def maintain(self, known: SeasonGame, due: datetime, *, since: datetime | None = None) -> tuple[int, int]:
        """Set the batteries by the power source; returns the number of players, and for how many there was no answer.
        Players who have that stake already are not changed, so that a second run does nothing. BOI-234"""
        answers = await self.ask_power(known, due, await self._people(known.seats), since=since)
        live = self.playing_of(known)
        if live is None or live.match.result is not None:
            return 0, 0
        await self.outside.bring(live)
        for seat in known.seats:
            stake = answers[seat.number].stake
            if stake is not None and stake != live.match.state.players[seat.number - 1].stake:
                self._change(live, {"type": "stake", "player": seat.number, "stake": stake})
        return len(known.seats), sum(bool(answers[seat.number].code) for seat in known.seats)


def _set_roles(connection: Connection, game_id: int, roles: Iterable[tuple[int, str]]) -> None:
    for number, role in roles:
        store.set_role(connection, game_id, number, role)


def _note_job(connection: Connection, job: str, game_id: int, turn: int, due: datetime, ran: datetime) -> None:
    job_log.note(connection, job, key=f"{game_id}/{turn}", due_ms=ms_of(due), ran_ms=ms_of(ran))
