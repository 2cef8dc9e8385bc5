"""The games of seasons in the arena: started with their players and roles, turn after turn, until their season ends.

Whatever happens here is done exactly once, also if the server is killed in the middle. A match and the line that says
so are begun in one transaction. A turn that has ended is known from the match's own log, so after a restart only the
line about it is made up for. Everything else can be done again without a second effect.
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
from .... import GAMES
from ...rules.tables import ROLE_NAMES
from ..power_source import PowerUnavailableError
from ..store import job_log
from .....store import players
from ..store import seasons as store
from .....store.matches import Begun
from .....store.players import Player
from ..store.seasons import Power, SeasonGame, Seat
from .....server.arena import Arena
from .....server.matches.live_match import Playing
from .....server.errors import Refused
from .....server.matches.scheduled_match import Now, Seasonal
from .game_drafts import check_roles, options_of, playable, sitters_of
from .stakes_and_items import Outside, settings_of
from .times import GAME, moment_of, ms_of, turn_begins, turn_length

log = logging.getLogger("roundhouse.seasons")

TURN_END, TURN_START = "turn_end", "turn_start"
ASKED_AT_ONCE = 16

Note = Callable[[Connection], None]  # what is written together with a change, such as a line of the audit
Change = Mapping[str, Any]  # of a running game, as a message


class Runner:
    """One at a time: whoever changes seasons or their games holds `lock`."""

    def __init__(self, arena: Arena, *, now: Now) -> None:
        self.arena = arena
        self.now = now
        self.outside = Outside(arena)
        self.lock = asyncio.Lock()
        self.changed: Callable[[], None] = lambda: None  # something is due at another time than before
        self._over: dict[str, asyncio.Future[None]] = {}
        arena.over_hooks.append(self._match_over)

    @property
    def game(self) -> Any:
        return GAMES[GAME]

    def playing_of(self, known: SeasonGame) -> Seasonal | None:
        playing = self.arena.playing.get(known.match)
        return playing if isinstance(playing, Seasonal) else None

    # After a restart

    async def restore(self) -> None:
        """After the arena has taken up its matches: let them know their time, and make up for what was not noted."""
        going = (store.RUNNING, store.PAUSED)
        for known in await self.arena.read(lambda connection: store.games(connection, states=going)):
            playing = self.playing_of(known)
            if playing is None:
                await self._note_over(known.id)
            elif playing.match.result is None:
                try:
                    await self._take_up(known, playing)
                except Exception:  # whatever is in the database, the server starts
                    log.exception("game %d of season %d cannot be taken up", known.id, known.season_id)
        await self.outside.settle_ended()

    async def _take_up(self, known: SeasonGame, playing: Seasonal) -> None:
        playing.now = self.now
        self._listen(playing)
        if known.due_ms is not None and playing.turn_no > known.turn_no:
            await self._note_turn(known, playing)
        else:
            due = None if known.due_ms is None else moment_of(known.due_ms)
            playing.set_time(due, paused=known.state == store.PAUSED)
        state = playing.match.state
        roles = {seat.number: ROLE_NAMES[state.players[seat.number - 1].role] for seat in known.seats}
        told = [(number, role) for number, role in roles.items() if role != known.seats[number - 1].role]
        if told:
            await self.arena.write(lambda connection: _set_roles(connection, known.id, told))
        await self.outside.settle(playing)
        await self.outside.bring(playing)

    def _listen(self, playing: Seasonal) -> None:
        """The ledger is told of items as soon as an order has used one."""
        playing.moved = lambda: self.arena.run(self.outside.settle(playing))

    # Starting

    async def start(self, known: SeasonGame, due: datetime) -> None:
        """A draft becomes a match. Raises Refused. BOI-233"""
        now = self.now()
        people = await self._people(known.seats)
        for seat in known.seats:
            playable(people.get(seat.player_id), f"player {seat.player_id}", "teams")
        answers = await self.ask_power(known, due, people)
        usual: int = settings_of(known)["default_powered_stake"]  # until there is an answer
        said = [answers[seat.number].stake for seat in known.seats]
        options = options_of(known.settings, known.seats, [usual if stake is None else stake for stake in said])
        options = self.arena.with_map(self.game, options)
        entries = [Entry(CHANGE, 0, tuple(self._row(change)), 0) for change in self._roles(known.seats)]
        length = turn_length(self.game, known.settings)
        begins = turn_begins(due, now, length)
        until = begins + length

        def also(connection: Connection, begun: Begun) -> None:
            columns = {"state": store.RUNNING, "match_id": begun.id, "turn_no": 1, "due_ms": ms_of(until)}
            store.change_game(connection, known.id, **columns)
            _note_job(connection, TURN_START, known.id, 1, begins, now)

        def before(playing: Playing) -> None:
            assert isinstance(playing, Seasonal)  # noqa: S101 - its clock is the calendar
            playing.now, playing.due = self.now, until
            self._listen(playing)

        sitters = sitters_of(known.seats, people)
        playing = await self.arena.start(options, sitters, rated=False, changes=entries, also=also, before=before)
        assert isinstance(playing, Seasonal)  # noqa: S101
        await self.outside.bring(playing)
        self._remind(known, playing)
        log.info("game %d of season %d has started", known.id, known.season_id)

    def _roles(self, seats: Iterable[Seat]) -> list[Change]:
        """What differs from the roles that the rules give by place. BOI-018"""
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
        return await self.arena.read(lambda connection: players.by_ids(connection, ids))

    # Turns

    async def end_turn(self, known: SeasonGame) -> None:
        """Close the turn of a game whose time is up, and begin the next. BOI-235, BOI-236"""
        playing = self.playing_of(known)
        if playing is None or playing.match.result is not None or known.due_ms is None:
            return  # it is about to be noted as over
        playing.close_turn(self._until(known))
        if playing.match.result is None and playing.state == "running":
            await self._note_turn(known, playing)
            await self.outside.settle(playing)

    def _until(self, known: SeasonGame) -> datetime:
        """When the turn ends that follows the one of a row."""
        length = turn_length(self.game, known.settings)
        return turn_begins(moment_of(known.due_ms or 0), self.now(), length) + length

    async def _note_turn(self, known: SeasonGame, playing: Seasonal) -> None:
        """The turn that is in the match's log, in the log of jobs. Entries that were made before are durable then."""
        now, turn, until = self.now(), playing.turn_no, self._until(known)
        due = moment_of(known.due_ms or 0)
        begins = turn_begins(due, now, turn_length(self.game, known.settings))
        playing.due = until

        def write(connection: Connection) -> None:
            store.change_game(connection, known.id, turn_no=turn, due_ms=ms_of(until))
            _note_job(connection, TURN_END, known.id, known.turn_no, due, now)
            _note_job(connection, TURN_START, known.id, turn, begins, now)

        await self.arena.write(write)
        self._remind(known, playing)

    def _remind(self, known: SeasonGame, playing: Seasonal) -> None:
        """People who are not here are told that a new turn has begun."""
        people = (place for place in playing.places.taken if playing.setup.seats[place.seat - 1].kind == "person")
        away = [playing.player_ids[place.seat - 1] for place in people if place.audience is None and not place.left]
        if away:
            said = {"match": playing.key, "game": playing.game.key, "name": known.name}
            self.arena.remind(away, "turn_started", said)

    # The end

    async def end(self, known: SeasonGame, also: Note | None = None) -> None:
        """The open turn gets its end, then the game is over. BOI-257"""
        playing = self.playing_of(known)
        if playing is not None and playing.match.result is None:
            over = self._over.setdefault(playing.key, asyncio.get_running_loop().create_future())
            if not playing.match.state.ending:
                self._change(playing, {"type": "end"})
            playing.close_turn(self.now())
            await over
        elif playing is not None:
            await self._over.setdefault(playing.key, asyncio.get_running_loop().create_future())
        await self._note_over(known.id, also)

    def _match_over(self, playing: Playing) -> None:
        if isinstance(playing, Seasonal):
            self.arena.run(self._finish(playing))

    async def _finish(self, playing: Seasonal) -> None:
        await self.outside.settle(playing)
        known = await self.arena.read(lambda connection: store.game_of_match(connection, playing.id))
        if known is not None:
            await self._note_over(known.id)
        waiting = self._over.pop(playing.key, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)
        self.changed()

    async def _note_over(self, game_id: int, also: Note | None = None) -> None:
        """The game has ended with its match; its last turn stands in the log of jobs like the others."""
        now = self.now()

        def write(connection: Connection) -> None:
            known = store.game(connection, game_id)
            if known is not None and known.state in (store.RUNNING, store.PAUSED):
                due = now if known.due_ms is None else moment_of(known.due_ms)
                _note_job(connection, TURN_END, game_id, known.turn_no, due, now)
                store.change_game(connection, game_id, state=store.ENDED, due_ms=None, left_ms=None)
            if also is not None:
                also(connection)

        await self.arena.write(write)

    # What an administrator does

    async def pause(self, known: SeasonGame, also: Note) -> None:
        """The time of the turn stands still. BOI-237, BOI-298"""
        if known.state != store.RUNNING or known.due_ms is None:
            raise Refused("not_running", "Only a game that runs can be paused.", rule="BOI-298", status=409)
        left_ms = max(0, known.due_ms - ms_of(self.now()))
        await self._change_game(known, also, state=store.PAUSED, due_ms=None, left_ms=left_ms)
        if (playing := self.playing_of(known)) is not None:
            playing.set_time(None, paused=True)

    async def resume(self, known: SeasonGame, also: Note) -> None:
        """What was left of the turn is left again."""
        if known.state != store.PAUSED:
            raise Refused("not_paused", "The game is not paused.", rule="BOI-298", status=409)
        due_ms = ms_of(self.now()) + (known.left_ms or 0)
        await self._change_game(known, also, state=store.RUNNING, due_ms=due_ms, left_ms=None)
        if (playing := self.playing_of(known)) is not None:
            playing.set_time(moment_of(due_ms), paused=False)

    async def _change_game(self, known: SeasonGame, also: Note, **columns: Any) -> None:
        def write(connection: Connection) -> None:
            store.change_game(connection, known.id, **columns)
            also(connection)

        await self.arena.write(write)

    async def give_role(self, known: SeasonGame, who: Player, role: str, also: Note) -> None:
        """Whoever had the role before gets the one that the player had. BOI-017, BOI-298"""
        seat = self._seat_of(known, who)
        playing = self._going(known)
        before = [one for one in known.seats if one.team == seat.team and one.role == role and role != "trooper"]
        told = {seat.number: role} | {one.number: seat.role for one in before if one.number != seat.number}
        planned = [msgspec.structs.replace(one, role=told.get(one.number, one.role)) for one in known.seats]
        check_roles(planned)
        for number, given in told.items():
            self._change(playing, {"type": "role", "player": number, "role": given})

        def write(connection: Connection) -> None:
            _set_roles(connection, known.id, told.items())
            also(connection)

        await self.arena.write(write)

    async def replace(self, known: SeasonGame, who: Player, by: Player, also: Note) -> None:
        """Somebody else flies on for a player. BOI-298"""
        seat = self._seat_of(known, who)
        playing = self._going(known)
        playable(by, by.name, "by")
        if any(one.player_id == by.id for one in known.seats):
            sentence = f"{by.name} has a ship in this game already."
            raise Refused("player_twice", sentence, field="by", rule="BOI-020", status=409)
        sitting = list(playing.setup.seats)
        sitting[seat.number - 1] = SeatSetup(by.name, by.kind, builtin=by.builtin)
        setup = msgspec.msgpack.encode(msgspec.structs.replace(playing.setup, seats=tuple(sitting)))

        def write(connection: Connection) -> None:
            store.replace(connection, known, seat.number, by.id, setup)
            also(connection)

        await self.arena.write(write)
        self.arena.reseat(playing, seat.number, by, sitting[seat.number - 1])
        await self.outside.bring(playing)

    def _seat_of(self, known: SeasonGame, who: Player) -> Seat:
        found = next((seat for seat in known.seats if seat.player_id == who.id), None)
        if found is None:
            raise Refused("no_player", f"{who.name} does not play in this game.", field="player", status=404)
        return found

    def _going(self, known: SeasonGame) -> Seasonal:
        playing = self.playing_of(known)
        if playing is None or playing.match.result is not None:
            raise Refused("not_running", "The game does not run.", rule="BOI-298", status=409)
        return playing

    def _change(self, playing: Seasonal, change: Change) -> None:
        playing.change(self._row(change, playing.match.state), lambda verdict: None)

    # Power

    async def ask_power(
        self, known: SeasonGame, due: datetime, people: Mapping[int, Player], *, since: datetime | None = None
    ) -> dict[int, Power]:
        """What the source says of every player, kept before anything comes of it. Who was answered for in this run, or
        in one since a moment of the same day, is not asked again. BOI-234, BOI-238, BOI-301"""
        due_ms, since_ms = ms_of(due), None if since is None else ms_of(since)
        said = await self.arena.read(lambda connection: store.power_of(connection, known.id))

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
            await self.arena.write(lambda connection: store.note_power(connection, known.id, answers))
        return await self.arena.read(lambda connection: store.power_of(connection, known.id))

    async def _answer(self, known: SeasonGame, seat: Seat, player: Player, due_ms: int) -> Power:
        asked_ms = ms_of(self.now())
        try:
            stake = await self.outside.stake_of(known, seat, player)
        except PowerUnavailableError as error:
            log.warning("%s: game %d, player %s: %s", error.code, known.id, player.name, error)
            return Power(seat.number, due_ms, asked_ms, None, error.code)
        return Power(seat.number, due_ms, asked_ms, stake, "")

    async def maintain(self, known: SeasonGame, due: datetime, *, since: datetime | None = None) -> tuple[int, int]:
        """Bring the batteries to what the source says; returns how many players there are, and how many of them it had
        no answer for. Who has the stake already is left alone, so that a second run changes nothing. BOI-234"""
        answers = await self.ask_power(known, due, await self._people(known.seats), since=since)
        playing = self.playing_of(known)
        if playing is None or playing.match.result is not None:
            return 0, 0
        await self.outside.bring(playing)
        for seat in known.seats:
            stake = answers[seat.number].stake
            if stake is not None and stake != playing.match.state.players[seat.number - 1].stake:
                self._change(playing, {"type": "stake", "player": seat.number, "stake": stake})
        return len(known.seats), sum(bool(answers[seat.number].code) for seat in known.seats)


def _set_roles(connection: Connection, game_id: int, roles: Iterable[tuple[int, str]]) -> None:
    for number, role in roles:
        store.set_role(connection, game_id, number, role)


def _note_job(connection: Connection, job: str, game_id: int, turn: int, due: datetime, ran: datetime) -> None:
    job_log.note(connection, job, key=f"{game_id}/{turn}", due_ms=ms_of(due), ran_ms=ms_of(ran))
