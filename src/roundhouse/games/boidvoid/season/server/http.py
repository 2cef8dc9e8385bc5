"""Seasons over HTTP: everybody may see them; administrators create and manage them and their games. BOI-296 to
BOI-302"""

from typing import Annotated, Any

from litestar import delete, get, patch, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import UNSET
from sqlalchemy import Connection

from .....server.errors import Refused
from .....server.http.admin import need
from .....server.http.dependencies import HttpContext, Member, NumberPath, Visitor
from .....server.http.security import ROOMY_MAX
from .....server.timers import wall_ms
from .....store import audit, players
from .....store.players import Player
from .... import GAMES
from .. import calendar
from ..api import (
    JobInfo,
    JobKey,
    JobRun,
    NewSeason,
    NewSeasonGame,
    NewSeasonSeat,
    PowerAnswer,
    Replacement,
    RoleChange,
    SeasonCard,
    SeasonChange,
    SeasonGameChange,
    SeasonGameInfo,
    SeasonInfo,
)
from ..calendar import Season, SeasonError
from ..store import job_log
from ..store import seasons as store
from ..store.seasons import SeasonGame, Seat
from . import page_data
from .game_drafts import options_of, seats_of, sitters_of
from .scheduler import JOBS, Scheduler
from .season_games import SeasonGames
from .times import GAME, ms_of

RUNS = 20  # runs of a job that its page shows

JobPath = Annotated[JobKey, PathParameter(description="one of the five jobs")]
Runs = Annotated[int, QueryParameter(ge=1, le=200)]


def handlers(context: HttpContext, scheduler: Scheduler) -> list[Any]:
    return [
        *season_handlers(context, scheduler.runner),
        *game_handlers(context, scheduler.runner),
        *job_handlers(context, scheduler),
    ]


def season_handlers(context: HttpContext, runner: SeasonGames) -> list[Any]:
    def found(connection: Connection, season_id: int) -> Season:
        known = next((one for one in store.all_seasons(connection) if one.id == season_id), None)
        if known is None:
            raise Refused("no_season", "There is no such season.", status=404)
        return known

    @get("/seasons")
    async def season_list(visitor: Visitor) -> list[SeasonCard]:
        """All seasons, by their start."""
        return await context.read(page_data.cards)

    @get("/seasons/{season_id:int}")
    async def one_season(visitor: Visitor, season_id: NumberPath) -> SeasonInfo:
        """A season with its games and its table."""
        return await context.read(lambda c: page_data.season(c, found(c, season_id), viewer_id(visitor)))

    @post("/seasons", status_code=201)
    async def register(member: Member, data: JSONBody[NewSeason]) -> SeasonInfo:
        need(member, "admin")

        def write(connection: Connection) -> int:
            planned = Season(id=0, name=data.name, start=data.start, end=data.end, state="registered")
            check_dates(connection, planned)
            season_id = store.register(connection, data.name, data.start, data.end)
            note(connection, member, "season_registered", season_id, name=data.name, start=data.start, end=data.end)
            return season_id

        async with runner.lock:
            season_id = await context.write(write)
        return await context.read(lambda c: page_data.season(c, found(c, season_id), member.id))

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

        async with runner.lock:
            await context.write(write)
        return await context.read(lambda c: page_data.season(c, found(c, season_id), member.id))

    @post("/seasons/{season_id:int}/games", status_code=201, request_max_body_size=ROOMY_MAX)
    async def add_game(member: Member, season_id: NumberPath, data: JSONBody[NewSeasonGame]) -> SeasonGameInfo:
        """A game that starts with its season; one that is made later starts with the next run of `season_start`."""
        need(member, "admin")
        seats = await planned(context, data.teams, data.settings)

        def write(connection: Connection) -> int:
            known = found(connection, season_id)
            if known.state == store.SEASON_ENDED:
                raise Refused("season_ended", "The season is over.", rule="BOI-296", status=409)
            game_id = store.add_game(connection, season_id, data.name, data.settings, seats)
            note(connection, member, "season_game_made", game_id, season=season_id, name=data.name)
            return game_id

        async with runner.lock:
            game_id = await context.write(write)
        return await shown(context, game_id, member)

    return [season_list, one_season, register, change, add_game]


def game_handlers(context: HttpContext, runner: SeasonGames) -> list[Any]:

    @get("/season-games/{game_id:int}")
    async def one_game(visitor: Visitor, game_id: NumberPath) -> SeasonGameInfo:
        return await shown(context, game_id, visitor)

    @get("/me/season-games")
    async def my_games(member: Member) -> list[SeasonGameInfo]:
        """Those that I play in now."""
        going = (store.RUNNING, store.PAUSED)

        def read(connection: Connection) -> list[SeasonGameInfo]:
            mine = store.games(connection, states=going, player_id=member.id)
            return page_data.games(connection, mine, member.id)

        return await context.read(read)

    @patch("/season-games/{game_id:int}", request_max_body_size=ROOMY_MAX)
    async def change_game(member: Member, game_id: NumberPath, data: JSONBody[SeasonGameChange]) -> SeasonGameInfo:
        """Name, settings and teams of a game that has not started."""
        need(member, "admin")
        async with runner.lock:
            known = await game_of(context, game_id)
            if known.state != store.DRAFT:
                raise started()
            settings = known.settings if data.settings is UNSET else data.settings
            name = known.name if data.name is UNSET else data.name
            if data.teams is UNSET:
                seats: list[Seat] = list(known.seats)
                await try_game(context, settings, seats)
            else:
                seats = await planned(context, data.teams, settings)

            def write(connection: Connection) -> None:
                store.change_draft(connection, game_id, name, settings, seats)
                note(connection, member, "season_game_changed", game_id, name=name)

            await context.write(write)
            runner.outside.forget(known)
        return await shown(context, game_id, member)

    @delete("/season-games/{game_id:int}", status_code=204)
    async def drop_game(member: Member, game_id: NumberPath) -> None:
        """Only a game that has not started."""
        need(member, "admin")
        async with runner.lock:
            known = await game_of(context, game_id)
            if known.state != store.DRAFT:
                raise started()

            def write(connection: Connection) -> None:
                store.drop_draft(connection, game_id)
                note(connection, member, "season_game_dropped", game_id, season=known.season_id, name=known.name)

            await context.write(write)

    @post("/season-games/{game_id:int}/pause", status_code=200)
    async def pause(member: Member, game_id: NumberPath) -> SeasonGameInfo:
        """The time of the turn stands still until the game is resumed."""
        need(member, "admin")
        async with runner.lock:
            known = await game_of(context, game_id)
            await runner.pause(known, lambda c: note(c, member, "season_game_paused", game_id))
        return await shown(context, game_id, member)

    @post("/season-games/{game_id:int}/resume", status_code=200)
    async def resume(member: Member, game_id: NumberPath) -> SeasonGameInfo:
        need(member, "admin")
        async with runner.lock:
            known = await game_of(context, game_id)
            await runner.resume(known, lambda c: note(c, member, "season_game_resumed", game_id))
        runner.changed()
        return await shown(context, game_id, member)

    @post("/season-games/{game_id:int}/end", status_code=200)
    async def end(member: Member, game_id: NumberPath) -> SeasonGameInfo:
        """The open turn gets its end, and the game its result."""
        need(member, "admin")
        async with runner.lock:
            known = await game_of(context, game_id)
            if known.state not in (store.RUNNING, store.PAUSED):
                raise Refused("not_running", "The game does not run.", rule="BOI-298", status=409)
            await runner.end(known, lambda c: note(c, member, "season_game_ended", game_id))
        return await shown(context, game_id, member)

    @post("/season-games/{game_id:int}/roles", status_code=200)
    async def roles(member: Member, game_id: NumberPath, data: JSONBody[RoleChange]) -> SeasonGameInfo:
        """Give a player another role; leader and vice-leader change places with whoever was it."""
        need(member, "admin")
        who = await context.player(data.player)
        async with runner.lock:
            known = await game_of(context, game_id)

            def also(connection: Connection) -> None:
                note(connection, member, "season_role_given", game_id, player=who.name, role=data.role)

            await runner.give_role(known, who, data.role, also)
        return await shown(context, game_id, member)

    @post("/season-games/{game_id:int}/replace", status_code=200)
    async def replace(member: Member, game_id: NumberPath, data: JSONBody[Replacement]) -> SeasonGameInfo:
        """Somebody else flies on for a player of a running game."""
        need(member, "admin")
        who, by = await context.player(data.player), await context.player(data.by)
        async with runner.lock:
            known = await game_of(context, game_id)

            def also(connection: Connection) -> None:
                note(connection, member, "season_player_replaced", game_id, player=who.name, by=by.name)

            await runner.replace(known, who, by, also)
        return await shown(context, game_id, member)

    @get("/season-games/{game_id:int}/power")
    async def power(member: Member, game_id: NumberPath) -> list[PowerAnswer]:
        """What the power source said last of each player."""
        need(member, "admin")
        known = await game_of(context, game_id)
        return await context.read(lambda c: page_data.power(c, known, runner.outside.kind_of(known)))

    return [one_game, my_games, change_game, drop_game, pause, resume, end, roles, replace, power]


def job_handlers(context: HttpContext, scheduler: Scheduler) -> list[Any]:

    @get("/jobs")
    async def job_list(member: Member, runs: Runs = RUNS) -> list[JobInfo]:
        """When each job ran and when it is due next."""
        need(member, "admin")
        made = []
        for job in JOBS:
            lines = await context.read(lambda c, key=job: job_log.lines(c, key, limit=runs))  # type: ignore[misc]
            daily, due = scheduler.daily.get(job), await scheduler.next_of(job)
            line, zone = ("", "UTC") if daily is None else (daily.line, daily.zone)
            made.append(JobInfo(job, line, zone, None if due is None else ms_of(due), next(iter(lines), None), lines))
        return made

    @post("/jobs/{job:str}/run", status_code=200)
    async def run_job(member: Member, job: JobPath) -> JobRun:
        """Run a job now; it is logged."""
        need(member, "admin")
        return await scheduler.by_hand(job, member.name, lambda c: note(c, member, "job_run", job))

    return [job_list, run_job]


# Helpers


def viewer_id(visitor: Player | None) -> int:
    return 0 if visitor is None else visitor.id


def note(connection: Connection, who: Player, action: str, target: object, **detail: Any) -> None:
    """Add an audit line, in the transaction of the change."""
    plain = {key: value if isinstance(value, int | str) else str(value) for key, value in detail.items()}
    audit.note(connection, who.name, action, str(target), plain, wall_ms())


def check_dates(connection: Connection, planned: Season) -> None:
    try:
        calendar.check(planned, store.all_seasons(connection))
    except SeasonError as error:
        raise Refused(error.code, error.sentence, field=error.field, rule=error.rule, status=409) from None


def started() -> Refused:
    return Refused("game_started", "The game has started; it stays as it is.", rule="BOI-297", status=409)


async def game_of(context: HttpContext, game_id: int) -> SeasonGame:
    known = await context.read(lambda connection: store.game(connection, game_id))
    if known is None:
        raise Refused("no_game", "There is no such game of a season.", status=404)
    return known


async def shown(context: HttpContext, game_id: int, viewer: Player | None) -> SeasonGameInfo:
    known = await game_of(context, game_id)
    return (await context.read(lambda connection: page_data.games(connection, [known], viewer_id(viewer))))[0]


async def planned(context: HttpContext, teams: list[list[NewSeasonSeat]], settings: dict[str, Any]) -> list[Seat]:
    """Seats for the named players, in a game that can be started. Raises Refused. BOI-297"""
    names = {one.player for team in teams for one in team}
    known = await context.read(lambda connection: {name: players.find(connection, name) for name in names})
    seats = seats_of(teams, known)
    await try_game(context, settings, seats)
    return seats


async def try_game(context: HttpContext, settings: dict[str, Any], seats: list[Seat]) -> None:
    """Raises now, not when the season starts, if something is wrong with the settings or the map."""
    ids = [seat.player_id for seat in seats]
    people = await context.read(lambda connection: players.by_ids(connection, ids))
    options = context.arena.options.with_map(GAMES[GAME], options_of(settings, seats))
    await context.arena.matches.try_start(context.arena.matches.setup_for(options, sitters_of(seats, people), seed=0))
