"""Teams among themselves: their lines and their board are for those who play in them, while they do."""

from typing import TYPE_CHECKING, Any

from litestar import delete, get, post
from litestar.params import JSONBody
from sqlalchemy import Connection

from ...core.game import Crew
from ...protocol.api.teams import NewTeamLine, NewTeamMark, TeamInfo, TeamLine, TeamMark, TeamMember
from ...store import teams
from ...store.players import Player
from ..errors import Refused
from ..matches.chat import plain
from ..rate_limits import Limiter
from ..timers import wall_ms
from .dependencies import HttpContext, KeyPath, Member, NumberPath
from .problems import WaitingRefused

if TYPE_CHECKING:
    from ..matches.live_match import LiveMatch

LINES_SHOWN = 100
WORDS_PER_MINUTE = 30  # lines and marks of one player


def handlers(context: HttpContext) -> list[Any]:
    limiter = Limiter()

    def mine(key: str, member: Player) -> "tuple[LiveMatch, int, Crew]":
        live = context.arena.matches.running.get(key)
        if live is None:
            raise Refused("no_match", "No such match is running in the arena.", status=404)
        seat = live.seat_of(member.id)
        if not seat:
            raise Refused("not_seated", "Only those who play this match have a team in it.", status=403)
        if live.game.team_of is None:
            raise Refused("no_teams", f"{live.game.name} is not played in teams.", status=409)
        return live, seat, live.game.team_of(live.match.state, seat)

    def slowly(member: Player) -> None:
        wait = limiter.wait_s(member.id, WORDS_PER_MINUTE)
        if wait:
            raise WaitingRefused(wait)

    def need_captain(crew: Crew) -> None:
        if not crew.captain:
            raise Refused("not_captain", "Only captains mark targets for their team.", status=403)

    def tell_team(live: "LiveMatch", team: int) -> None:
        for seat, player_id in enumerate(live.player_ids, 1):
            if crew_at(live, seat).team == team:
                context.server.news.tell("me", player_id=player_id)

    @get("/matches/{key:str}/team")
    async def own_team(member: Member, key: KeyPath) -> TeamInfo:
        """The own team in a running match: who is there, what was said, what is marked."""
        live, seat, crew = mine(key, member)

        def look(connection: Connection) -> tuple[list[TeamLine], list[TeamMark]]:
            said = teams.lines(connection, live.id, crew.team, LINES_SHOWN)
            return said, teams.marks(connection, live.id, crew.team)

        lines, marks = await context.read(look)
        return TeamInfo(crew.team, seat, crew.captain, members_of(live, crew.team), lines, marks)

    @post("/matches/{key:str}/team/lines", status_code=201)
    async def say(member: Member, key: KeyPath, data: JSONBody[NewTeamLine]) -> TeamLine:
        """A line for the own team alone."""
        live, seat, crew = mine(key, member)
        text = plain(data.text)
        if not text:
            raise Refused("empty", "There was nothing to say.", field="text")
        slowly(member)
        said = await context.write(lambda c: teams.say(c, live.id, crew.team, seat, member.name, text, wall_ms()))
        tell_team(live, crew.team)
        return said

    @post("/matches/{key:str}/team/marks", status_code=201)
    async def mark(member: Member, key: KeyPath, data: JSONBody[NewTeamMark]) -> TeamMark:
        """A captain says what to do on a tile."""
        live, _, crew = mine(key, member)
        need_captain(crew)
        slowly(member)
        wanted = NewTeamMark(data.x, data.y, data.kind, plain(data.note))
        try:
            made = await context.write(lambda c: teams.mark(c, live.id, crew.team, member.name, wanted, wall_ms()))
        except teams.TeamFullError:
            sentence = f"The board is full: {teams.MARKS_MAX} marks. Take some away first."
            raise Refused("board_full", sentence, status=409) from None
        tell_team(live, crew.team)
        return made

    @delete("/matches/{key:str}/team/marks/{mark_id:int}")
    async def unmark(member: Member, key: KeyPath, mark_id: NumberPath) -> None:
        """A captain takes a mark away."""
        live, _, crew = mine(key, member)
        need_captain(crew)
        if not await context.write(lambda c: teams.unmark(c, live.id, crew.team, mark_id)):
            raise Refused("no_mark", "There is no such mark.", status=404)
        tell_team(live, crew.team)

    return [own_team, say, mark, unmark]


def crew_at(live: "LiveMatch", seat: int) -> Crew:
    assert live.game.team_of is not None  # noqa: S101
    return live.game.team_of(live.match.state, seat)


def members_of(live: "LiveMatch", team: int) -> list[TeamMember]:
    made = []
    for seat, sitter in enumerate(live.setup.seats, 1):
        crew = crew_at(live, seat)
        if crew.team == team:
            seat_state = live.seat_states[seat]
            made.append(
                TeamMember(seat, sitter.name, crew.captain, seat_state.subscriber is not None and not seat_state.left)
            )
    return made
