"""Pages of organisers over HTTP: wires with their name spaces, and how the teams of any match do. DUN-264, DUN-265"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from litestar import delete, get, post
from litestar.params import JSONBody

from .....server.errors import Refused
from .....server.http.admin import need, noting
from .....server.http.dependencies import HttpContext, KeyPath, Member
from .....server.matches.match_parties import need_outsider
from .....store.players import Player
from .api import DungeonTeam, NewWireGame, NewWireSpace, WireEvent, WireInfo

if TYPE_CHECKING:
    from ..game_service import GameService
    from ..spaces import Spaces

SHARED = "shared"  # stands for the view without a key in addresses


def handlers(context: HttpContext, wire: "Callable[[], tuple[Spaces, list[int]] | None]") -> list[Any]:
    """`wire` is the one that is open now, with its ports."""

    def opened(member: Player) -> "tuple[Spaces, list[int]]":
        need(member, "organiser")
        found = wire()
        if found is None:
            raise Refused("no_wire", "This server has no wire of the original Dungeon: dungeon_wire.", status=404)
        return found

    def service_of(member: Player, key: str) -> "GameService":
        return opened(member)[0].found("" if key == SHARED else key)

    async def info(member: Player) -> WireInfo:
        from .page_data import wire_info

        return await wire_info(*opened(member))

    @get("/dungeon/matches/{key:str}/teams")
    async def teams(member: Member, key: KeyPath) -> list[DungeonTeam]:
        """How every team does, for an organiser who does not play in the match, nor a bot of theirs."""
        from .page_data import teams_of

        need(member, "organiser")
        live = context.arena.matches.running.get(key)
        if live is None or live.game.key != "dungeon":
            raise Refused("no_match", "No such match is running in the arena.", status=404)
        await need_outsider(context, live, member)
        return teams_of(live)

    @get("/dungeon/wire")
    async def whole(member: Member) -> WireInfo:
        return await info(member)

    @post("/dungeon/wire/spaces", status_code=201)
    async def new_space(member: Member, data: JSONBody[NewWireSpace]) -> WireInfo:
        made = await opened(member)[0].create(data.name)
        await context.write(noting(member, "wire_space_made", made.space.name))
        return await info(member)

    @delete("/dungeon/wire/spaces/{key:str}", status_code=200)
    async def remove_space(member: Member, key: KeyPath) -> WireInfo:
        spaces, _ = opened(member)
        name = service_of(member, key).space.name
        await spaces.remove("" if key == SHARED else key)
        await context.write(noting(member, "wire_space_removed", name))
        return await info(member)

    @post("/dungeon/wire/games", status_code=201)
    async def new_game(member: Member, data: JSONBody[NewWireGame]) -> WireInfo:
        service = service_of(member, data.space or SHARED)
        await service.create(data.max_rounds, data.max_players, round_ms=data.round_ms, settings=data.settings)
        return await info(member)

    @post("/dungeon/wire/games/{key:str}/start", status_code=200)
    async def start(member: Member, key: KeyPath) -> WireInfo:
        service = service_of(member, key)
        await service.begin(active(service), member.id)
        return await info(member)

    @post("/dungeon/wire/games/{key:str}/end", status_code=200)
    async def end(member: Member, key: KeyPath) -> WireInfo:
        service = service_of(member, key)
        await service.end(active(service))
        return await info(member)

    @get("/dungeon/wire/events/{key:str}/{player:str}")
    async def events(member: Member, key: KeyPath, player: KeyPath) -> list[WireEvent]:
        """The newest messages of a program, as it was sent them."""
        from .page_data import events_of

        service = service_of(member, key)
        return events_of(service, await service.players.by_uuid(player))

    return [teams, whole, new_space, remove_space, new_game, start, end, events]


def active(service: "GameService") -> str:
    if service.game is None:
        raise Refused("not_found", "There is no active game.", status=404)
    return service.game.uuid
