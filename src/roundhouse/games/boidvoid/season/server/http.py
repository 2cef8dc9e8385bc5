"""Seasons: everybody may look at them, administrators make them, their games and what becomes of them. BOI-296 to
BOI-302"""

from typing import Annotated, Any

from litestar import delete, get, patch, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import UNSET
from sqlalchemy import Connection

from .... import GAMES
from ..api import JobInfo, JobKey, JobRun, NewSeason, NewSeasonGame, NewSeasonSeat, PowerAnswer, Replacement, RoleChange, SeasonCard, SeasonChange, SeasonGameChange, SeasonGameInfo, SeasonInfo
from .. import calendar
from ..calendar import SeasonError
from .....store import audit, players
from ..store import job_log
from ..store import seasons as store
from .....store.players import Player
from ..store.seasons import Season, SeasonGame, Seat
from .....server.accounts import wall_ms
from .....server.errors import Refused
from . import page_data
from .game_drafts import options_of, seats_of, sitters_of
from .scheduler import JOBS
from .times import GAME, dated, ms_of
from .....server.http.admin import need
from .....server.http.dependencies import Member, NumberPath, Parts, Visitor
from .....server.http.security import ROOMY_MAX

RUNS = 20  # of a job on its page

JobPath = Annotated[JobKey, PathParameter(description="one of the five jobs")]
Runs = Annotated[int, QueryParameter(ge=1, le=200)]


def handlers(parts: Parts) -> list[Any]:
    return [*season_handlers(parts), *game_handlers(parts), *job_handlers(parts)]


def season_handlers(parts: Parts) -> list[Any]:
    def found(connection: Connection, season_id: int) -> Season:
        known = next((one for one in store.all_seasons(connection) if one.id == season_id), None)
        if known is None:
            raise Refused("no_season", "There is no such season.", status=404)
        return known

    @get("/seasons")
    async def season_list(visitor: Visitor) -> list[SeasonCard]:
        """All seasons, by their start."""
        return await parts.read(page_data.cards)

    @get("/seasons/{season_id:int}")
    async def one_season(visitor: Visitor, season_id: NumberPath) -> SeasonInfo:
        """A season with its games and its table."""
        return await parts.read(lambda c: page_data.season(c, found(c, season_id), viewer_id(visitor)))

    @post("/seasons", status_code=201)
    async def register(member: Member, data: JSONBody[NewSeason]) -> SeasonInfo:
        need(member, "admin")

        def write(connection: Connection) -> int:
            planned = Season(id=0, name=data.name, start=data.start, end=data.end, state="registered")
            check_dates(connection, planned)
            season_id = store.register(connection, data.name, data.start, data.end)
            note(connection, member, "season_registered", season_id, name=data.name, start=data.start, end=data.end)
            return season_id

        async with parts.seasons.lock:
            season_id = await parts.write(write)
        return await parts.read(lambda c: page_data.season(c, found(c, season_id), member.id))

    @patch("/seasons/{season_id:int}")
    async def change(member: Member, season_id: NumberPath, data: JSONBody[SeasonChange]) -> SeasonInfo:
        """Name and dates, until it has ended; the start only before it has begun."""
        need(member, "admin")

        def write(connection: Connection) -> None:
            known = found(connection, season_id)
            start = known.start if data.start is UNSET else data.start
            if known.state == store.ACTIVE and start != known.start:
                raise Refused("season_active", "It has begun already.", field="start", rule="BOI-296", status=409)
            name = known.name if data.name is UNSET else data.name
            end = known.end if data.end is UNSET else data.end
            check_dates(connection, Season(id=known.id, name=name, start=start, end=end, state=known.state))
            store.change_season(connection, known.id, name, start, end)
            note(connection, member, "season_changed", season_id, name=name, start=start, end=end)

        async with parts.seasons.lock:
            await parts.write(write)
        return await parts.read(lambda c: page_data.season(c, found(c, season_id), member.id))

    @post("/seasons/{season_id:int}/games", status_code=201, request_max_body_size=ROOMY_MAX)
    async def add_game(member: Member, season_id: NumberPath, data: JSONBody[NewSeasonGame]) -> SeasonGameInfo:
        """A game that starts with its season; one that is made later starts with the next run of `season_start`."""
        need(member, "admin")
        seats = await planned(parts, data.teams, data.settings)

        def write(connection: Connection) -> int:
            known = found(connection, season_id)
            if known.state == store.SEASON_ENDED:
                raise Refused("season_ended", "The season is over.", rule="BOI-296", status=409)
            game_id = store.add_game(connection, season_id, data.name, data.settings, seats)
            note(connection, member, "season_game_made", game_id, season=season_id, name=data.name)
            return game_id

        async with parts.seasons.lock:
            game_id = await parts.write(write)
        return await shown(parts, game_id, member)

    return [season_list, one_season, register, change, add_game]


def game_handlers(parts: Parts) -> list[Any]:
    runner = parts.seasons

    @get("/season-games/{game_id:int}")
    async def one_game(visitor: Visitor, game_id: NumberPath) -> SeasonGameInfo:
        return await shown(parts, game_id, visitor)

    @get("/me/season-games")
    async def my_games(member: Member) -> list[SeasonGameInfo]:
        """Those that I play in now."""
        going = (store.RUNNING, store.PAUSED)

        def read(connection: Connection) -> list[SeasonGameInfo]:
            mine = store.games(connection, states=going, player_id=member.id)
            return page_data.games(connection, mine, member.id)

        return await parts.read(read)

    @patch("/season-games/{game_id:int}", request_max_body_size=ROOMY_MAX)
    async def change_game(member: Member, game_id: NumberPath, data: JSONBody[SeasonGameChange]) -> SeasonGameInfo:
        """Name, settings and teams of a game that has not started."""
        need(member, "admin")
        async with runner.lock:
            known = await game_of(parts, game_id)
            if known.state != store.DRAFT:
                raise started()
            settings = known.settings if data.settings is UNSET else data.settings
            name = known.name if data.name is UNSET else data.name
            if data.teams is UNSET:
                seats: list[Seat] = list(known.seats)
                await try_game(parts, settings, seats)
            else:
                seats = await planned(parts, data.teams, settings)

            def write(connection: Connection) -> None:
                store.change_draft(connection, game_id, name, settings, seats)
                note(connection, member, "season_game_changed", game_id, name=name)

            await parts.write(write)
            runner.outside.forget(known)
        return await shown(parts, game_id, member)

    @delete("/season-games/{game_id:int}", status_code=204)
    async def drop_game(member: Member, game_id: NumberPath) -> None:
        """Only a game that has not started."""
        need(member, "admin")
        async with runner.lock:
            known = await game_of(parts, game_id)
            if known.state != store.DRAFT:
                raise started()

            def write(connection: Connection) -> None:
                store.drop_draft(connection, game_id)
                note(connection, member, "season_game_dropped", game_id, season=known.season_id, name=known.name)

            await parts.write(write)

    @post("/season-games/{game_id:int}/pause", status_code=200)
    async def pause(member: Member, game_id: NumberPath) -> SeasonGameInfo:
        """The time of the turn stands still until the game is resumed."""
        need(member, "admin")
        async with runner.lock:
            known = await game_of(parts, game_id)
            await runner.pause(known, lambda c: note(c, member, "season_game_paused", game_id))
        return await shown(parts, game_id, member)

    @post("/season-games/{game_id:int}/resume", status_code=200)
    async def resume(member: Member, game_id: NumberPath) -> SeasonGameInfo:
        need(member, "admin")
        async with runner.lock:
            known = await game_of(parts, game_id)
            await runner.resume(known, lambda c: note(c, member, "season_game_resumed", game_id))
        runner.changed()
        return await shown(parts, game_id, member)

    @post("/season-games/{game_id:int}/end", status_code=200)
    async def end(member: Member, game_id: NumberPath) -> SeasonGameInfo:
        """The open turn gets its end, and the game its result."""
        need(member, "admin")
        async with runner.lock:
            known = await game_of(parts, game_id)
            if known.state not in (store.RUNNING, store.PAUSED):
                raise Refused("not_running", "The game does not run.", rule="BOI-298", status=409)
            await runner.end(known, lambda c: note(c, member, "season_game_ended", game_id))
        return await shown(parts, game_id, member)

    @post("/season-games/{game_id:int}/roles", status_code=200)
    async def roles(member: Member, game_id: NumberPath, data: JSONBody[RoleChange]) -> SeasonGameInfo:
        """Give a player another role; leader and vice-leader change places with whoever was it."""
        need(member, "admin")
        who = await parts.player(data.player)
        async with runner.lock:
            known = await game_of(parts, game_id)

            def also(connection: Connection) -> None:
                note(connection, member, "season_role_given", game_id, player=who.name, role=data.role)

            await runner.give_role(known, who, data.role, also)
        return await shown(parts, game_id, member)

    @post("/season-games/{game_id:int}/replace", status_code=200)
    async def replace(member: Member, game_id: NumberPath, data: JSONBody[Replacement]) -> SeasonGameInfo:
        """Somebody else flies on for a player of a running game."""
        need(member, "admin")
        who, by = await parts.player(data.player), await parts.player(data.by)
        async with runner.lock:
            known = await game_of(parts, game_id)

            def also(connection: Connection) -> None:
                note(connection, member, "season_player_replaced", game_id, player=who.name, by=by.name)

            await runner.replace(known, who, by, also)
        return await shown(parts, game_id, member)

    @get("/season-games/{game_id:int}/power")
    async def power(member: Member, game_id: NumberPath) -> list[PowerAnswer]:
        """What the power source said last of each player."""
        need(member, "admin")
        known = await game_of(parts, game_id)
        return await parts.read(lambda c: page_data.power(c, known, runner.outside.kind_of(known)))

    return [one_game, my_games, change_game, drop_game, pause, resume, end, roles, replace, power]


def job_handlers(parts: Parts) -> list[Any]:
    scheduler = parts.scheduler

    @get("/jobs")
    async def job_list(member: Member, runs: Runs = RUNS) -> list[JobInfo]:
        """When each job ran and when it is due next."""
        need(member, "admin")
        made = []
        for job in JOBS:
            lines = await parts.read(lambda c, key=job: job_log.lines(c, key, limit=runs))  # type: ignore[misc]
            daily, due = scheduler.daily.get(job), await scheduler.next_of(job)
            told = [page_data.run(line) for line in lines]
            line, zone = ("", "UTC") if daily is None else (daily.line, daily.zone)
            made.append(JobInfo(job, line, zone, None if due is None else ms_of(due), next(iter(told), None), told))
        return made

    @post("/jobs/{job:str}/run", status_code=200)
    async def run_job(member: Member, job: JobPath) -> JobRun:
        """Run a job now; it is logged."""
        need(member, "admin")
        return page_data.run(await scheduler.by_hand(job, member.name, lambda c: note(c, member, "job_run", job)))

    return [job_list, run_job]


# Small things


def viewer_id(visitor: Player | None) -> int:
    return 0 if visitor is None else visitor.id


def note(connection: Connection, who: Player, action: str, target: object, **detail: Any) -> None:
    """A line of the audit, in the transaction of what it tells of."""
    plain = {key: value if isinstance(value, int | str) else str(value) for key, value in detail.items()}
    audit.note(connection, who.name, action, str(target), plain, wall_ms())


def check_dates(connection: Connection, planned: Season) -> None:
    try:
        calendar.check(dated(planned), [dated(one) for one in store.all_seasons(connection)])
    except SeasonError as error:
        raise Refused(error.code, error.sentence, field=error.field, rule=error.rule, status=409) from None


def started() -> Refused:
    return Refused("game_started", "The game has started; it stays as it is.", rule="BOI-297", status=409)


async def game_of(parts: Parts, game_id: int) -> SeasonGame:
    known = await parts.read(lambda connection: store.game(connection, game_id))
    if known is None:
        raise Refused("no_game", "There is no such game of a season.", status=404)
    return known


async def shown(parts: Parts, game_id: int, viewer: Player | None) -> SeasonGameInfo:
    known = await game_of(parts, game_id)
    return (await parts.read(lambda connection: page_data.games(connection, [known], viewer_id(viewer))))[0]


async def planned(parts: Parts, teams: list[list[NewSeasonSeat]], settings: dict[str, Any]) -> list[Seat]:
    """Seats for the players that are named, in a game that can be started. Raises Refused. BOI-297"""
    names = {one.player for team in teams for one in team}
    known = await parts.read(lambda connection: {name: players.find(connection, name) for name in names})
    seats = seats_of(teams, known)
    await try_game(parts, settings, seats)
    return seats


async def try_game(parts: Parts, settings: dict[str, Any], seats: list[Seat]) -> None:
    """What is wrong with settings or a map shows now, and not when the season starts."""
    ids = [seat.player_id for seat in seats]
    people = await parts.read(lambda connection: players.by_ids(connection, ids))
    options = parts.arena.with_map(GAMES[GAME], options_of(settings, seats))
    await parts.arena.try_start(parts.arena.setup_for(options, sitters_of(seats, people), seed=0))
