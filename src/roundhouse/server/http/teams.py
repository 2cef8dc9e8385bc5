"""Teams among themselves: their lines and their board are for those who play in them, while they do."""

from typing import TYPE_CHECKING, Any

from litestar import delete, get, post
from litestar.params import JSONBody
from sqlalchemy import Connection

from ...core.game import Crew
from ...protocol.api.teams import NewTeamLine, NewTeamMark, TeamInfo, TeamLine, TeamMark, TeamMember
from ...store import teams
from ...store.players import Player
from ..accounts import wall_ms
from ..matches.chat import plain
from ..errors import Refused
from .rate_limits import Limiter
from .dependencies import KeyPath, Member, NumberPath, Parts
from .problems import Waiting

if TYPE_CHECKING:
    from ..matches.live_match import Playing

LINES_SHOWN = 100
WORDS_PER_MINUTE = 30  # lines and marks of one player


def handlers(parts: Parts) -> list[Any]:
    limiter = Limiter()

    def mine(key: str, member: Player) -> "tuple[Playing, int, Crew]":
        playing = parts.arena.playing.get(key)
        if playing is None:
            raise Refused("no_match", "No such match is running in the arena.", status=404)
        seat = playing.seat_of(member.id)
        if not seat:
            raise Refused("not_seated", "Only those who play this match have a team in it.", status=403)
        if playing.game.crew_of is None:
            raise Refused("no_teams", f"{playing.game.name} is not played in teams.", status=409)
        return playing, seat, playing.game.crew_of(playing.match.state, seat)

    def slowly(member: Player) -> None:
        wait = limiter.wait_s(member.id, WORDS_PER_MINUTE)
        if wait:
            raise Waiting(wait)

    def need_captain(crew: Crew) -> None:
        if not crew.captain:
            raise Refused("not_captain", "Only captains mark targets for their team.", status=403)

    def tell_team(playing: "Playing", team: int) -> None:
        for seat, player_id in enumerate(playing.player_ids, 1):
            if crew_at(playing, seat).team == team:
                parts.hall.news.tell("me", player_id=player_id)

    @get("/matches/{key:str}/team")
    async def own_team(member: Member, key: KeyPath) -> TeamInfo:
        """The own team in a running match: who is there, what was said, what is marked."""
        playing, seat, crew = mine(key, member)

        def look(connection: Connection) -> tuple[list[TeamLine], list[TeamMark]]:
            said = teams.lines(connection, playing.id, crew.team, LINES_SHOWN)
            return said, teams.marks(connection, playing.id, crew.team)

        lines, marks = await parts.read(look)
        return TeamInfo(crew.team, seat, crew.captain, members_of(playing, crew.team), lines, marks)

    @post("/matches/{key:str}/team/lines", status_code=201)
    async def say(member: Member, key: KeyPath, data: JSONBody[NewTeamLine]) -> TeamLine:
        """A line for the own team alone."""
        playing, seat, crew = mine(key, member)
        text = plain(data.text)
        if not text:
            raise Refused("empty", "There was nothing to say.", field="text")
        slowly(member)
        said = await parts.write(lambda c: teams.say(c, playing.id, crew.team, seat, member.name, text, wall_ms()))
        tell_team(playing, crew.team)
        return said

    @post("/matches/{key:str}/team/marks", status_code=201)
    async def mark(member: Member, key: KeyPath, data: JSONBody[NewTeamMark]) -> TeamMark:
        """A captain says what to do on a tile."""
        playing, _, crew = mine(key, member)
        need_captain(crew)
        slowly(member)
        wanted = NewTeamMark(data.x, data.y, data.kind, plain(data.note))
        try:
            made = await parts.write(lambda c: teams.mark(c, playing.id, crew.team, member.name, wanted, wall_ms()))
        except teams.FullError:
            sentence = f"The board is full: {teams.MARKS_MAX} marks. Take some away first."
            raise Refused("board_full", sentence, status=409) from None
        tell_team(playing, crew.team)
        return made

    @delete("/matches/{key:str}/team/marks/{mark_id:int}")
    async def unmark(member: Member, key: KeyPath, mark_id: NumberPath) -> None:
        """A captain takes a mark away."""
        playing, _, crew = mine(key, member)
        need_captain(crew)
        if not await parts.write(lambda c: teams.unmark(c, playing.id, crew.team, mark_id)):
            raise Refused("no_mark", "There is no such mark.", status=404)
        tell_team(playing, crew.team)

    return [own_team, say, mark, unmark]


def crew_at(playing: "Playing", seat: int) -> Crew:
    assert playing.game.crew_of is not None  # noqa: S101
    return playing.game.crew_of(playing.match.state, seat)


def members_of(playing: "Playing", team: int) -> list[TeamMember]:
    made = []
    for seat, sitter in enumerate(playing.setup.seats, 1):
        crew = crew_at(playing, seat)
        if crew.team == team:
            place = playing.places[seat]
            made.append(TeamMember(seat, sitter.name, crew.captain, place.audience is not None and not place.left))
    return made
