"""Tables: opening one, sitting down, being ready, and what the host decides; challenges, rematches and forks."""

from typing import TYPE_CHECKING, Any

from litestar import delete, get, patch, post, put
from litestar.params import JSONBody

from ...protocol.api.platform import (
    Challenge,
    Fork,
    NewTable,
    Ready,
    SeatChange,
    SeatChoice,
    Sit,
    TableInfo,
    TableOptions,
)
from ...store.players import Player
from ..errors import Refused
from ..tables.options import game_of
from ..tables.preparation import world
from .dependencies import HttpContext, KeyPath, Member, NumberPath, Visitor
from .security import ROOMY_MAX

if TYPE_CHECKING:
    from ..arena import Arena
    from ..tables.open_tables import Table


def handlers(context: HttpContext) -> list[Any]:
    arena = context.arena

    def shown(table: "Table", who: Player | None) -> TableInfo:
        return arena.tables.info(table, who)

    @get("/tables")
    async def tables(visitor: Visitor) -> list[TableInfo]:
        """Those that are listed, and those I sit at or opened."""
        known = [shown(table, visitor) for table in arena.tables.by_key.values()]
        return [info for info in known if info.options.listed or info.mine or info.my_seat]

    @post("/tables", status_code=201, request_max_body_size=ROOMY_MAX)
    async def open_table(member: Member, data: JSONBody[NewTable]) -> TableInfo:
        return shown(await arena.seating.open(member, data), member)

    @get("/tables/{key:str}")
    async def table(visitor: Visitor, key: KeyPath) -> TableInfo:
        return shown(table_of(arena, key), visitor)

    @patch("/tables/{key:str}", request_max_body_size=ROOMY_MAX)
    async def change(member: Member, key: KeyPath, data: JSONBody[TableOptions]) -> TableInfo:
        """By the host. Marks in a prepared world are changed like any other setting."""
        table = table_of(arena, key)
        tried = arena.preparation.marked(table, data) if table.host_id == member.id else None
        if tried is not None:
            await context.aside(lambda: world(game_of(tried.game), tried))
        arena.seating.change_options(table, member, data, tried)
        return shown(table, member)

    @delete("/tables/{key:str}", status_code=204)
    async def close(member: Member, key: KeyPath) -> None:
        """By the host."""
        arena.seating.close(table_of(arena, key), member)

    @post("/tables/{key:str}/sit", status_code=200)
    async def sit(member: Member, key: KeyPath, data: JSONBody[Sit]) -> TableInfo:
        table = table_of(arena, key)
        if context.webhooks is not None and context.webhooks.knows(member.id):
            await context.webhooks.sit(member, key)  # a bot that is called has no other connection to sit down with
        else:
            arena.seating.sit(table, member, data.seat)
        return shown(table, member)

    @post("/tables/{key:str}/stand", status_code=200)
    async def stand(member: Member, key: KeyPath) -> TableInfo:
        table = table_of(arena, key)
        arena.seating.stand(table, member)
        return shown(table, member)

    @post("/tables/{key:str}/ready", status_code=200)
    async def ready(member: Member, key: KeyPath, data: JSONBody[Ready]) -> TableInfo:
        """When everybody is, the match starts, and `match` holds its key."""
        table = table_of(arena, key)
        await arena.seating.ready(table, member, data.ready)
        return shown(table, member)

    @post("/tables/{key:str}/start", status_code=200)
    async def start(member: Member, key: KeyPath) -> TableInfo:
        """By the host, with everybody else ready and all seats taken; where a game has `spare_seats` the open ones are
        taken away."""
        table = table_of(arena, key)
        await arena.seating.begin(table, member)
        return shown(table, member)

    @post("/tables/{key:str}/prepare", status_code=200)
    async def prepare(member: Member, key: KeyPath) -> TableInfo:
        """By the host: nobody joins any more, and the world of the match is drawn. It can be looked at and marked until
        the start."""
        table = table_of(arena, key)
        arena.preparation.prepare(table, member)
        return shown(table, member)

    @delete("/tables/{key:str}/prepare", status_code=200)
    async def reopen(member: Member, key: KeyPath) -> TableInfo:
        """By the host: others may join again, and the world is forgotten with its marks. Changing any other setting of
        the table, or who sits there, does the same."""
        table = table_of(arena, key)
        arena.preparation.reopen(table, member)
        return shown(table, member)

    @get("/tables/{key:str}/world")
    async def table_world(member: Member, key: KeyPath) -> Any:
        """By the host of a prepared table: all there is in the world in which the match will begin, as the game's view
        of everything. The match does not count then, whoever plays in it."""
        game, setup = arena.preparation.world_of(table_of(arena, key), member)
        return await context.aside(lambda: world(game, setup))

    @put("/tables/{key:str}/seats/{seat:int}")
    async def change_seat(member: Member, key: KeyPath, seat: NumberPath, data: JSONBody[SeatChange]) -> TableInfo:
        """By the host: a built-in bot for a seat, or the seat free again, whoever sits there."""
        table = table_of(arena, key)
        arena.seating.change_seat(table, member, seat, data.bot)
        return shown(table, member)

    @put("/tables/{key:str}/seats/{seat:int}/choice")
    async def choose(member: Member, key: KeyPath, seat: NumberPath, data: JSONBody[SeatChoice]) -> TableInfo:
        """What my seat plays with among the game's choices; by the host for a built-in bot."""
        table = table_of(arena, key)
        arena.seating.choose(table, member, seat, data.choice)
        return shown(table, member)

    @post("/challenges", status_code=201)
    async def challenge(member: Member, data: JSONBody[Challenge]) -> TableInfo:
        """An unrated table with a seat kept for somebody, who is told."""
        opponent = await context.player(data.opponent)
        return shown(await arena.rematches.challenge(member, opponent, data.options), member)

    @post("/matches/{key:str}/rematch", status_code=201)
    async def rematch(member: Member, key: KeyPath) -> TableInfo:
        return shown(await arena.rematches.rematch(member, key), member)

    @post("/matches/{key:str}/fork", status_code=201)
    async def fork(member: Member, key: KeyPath, data: JSONBody[Fork]) -> TableInfo:
        """Play on from a step of a finished match, unrated."""
        return shown(await arena.rematches.fork(member, key, data), member)

    return [
        tables, open_table, table, change, close, sit, stand, ready, start, prepare, reopen, table_world, change_seat,
        choose, challenge, rematch, fork,
    ]  # fmt: skip


def table_of(arena: "Arena", key: str) -> "Table":
    table = arena.tables.by_key.get(key)
    if table is None:
        raise Refused("no_table", "This table is gone, or there never was one.", status=404)
    return table
