"""Saved matches: made by the hosts of running ones, and loaded at tables of the same people."""

from typing import Annotated, Any

from litestar import delete, get, post
from litestar.params import JSONBody, QueryParameter

from ...protocol.api.platform import LoadSave, NewSave, SaveInfo, TableInfo
from .dependencies import HttpContext, KeyPath, Member, NumberPath
from .tables import table_of

Key = Annotated[str | None, QueryParameter(max_length=40)]


def handlers(context: HttpContext) -> list[Any]:
    arena = context.arena

    @post("/matches/{key:str}/save", status_code=201)
    async def save(member: Member, key: KeyPath, data: JSONBody[NewSave]) -> SaveInfo:
        """By the host of a running match that does not count: how things stand at the start of this round."""
        return await arena.saves.save(member, key, data)

    @get("/saves")
    async def saves(member: Member, game: Key = None) -> list[SaveInfo]:
        """Mine, the newest first."""
        return await arena.saves.of_player(member, game)

    @delete("/saves/{number:int}", status_code=204)
    async def drop(member: Member, number: NumberPath) -> None:
        await arena.saves.drop(member, number)

    @get("/tables/{key:str}/saves")
    async def fitting(member: Member, key: KeyPath) -> list[SaveInfo]:
        """By the host: what can be loaded with those who sit here now."""
        return await arena.saves.fitting(table_of(arena, key), member)

    @post("/tables/{key:str}/load", status_code=200)
    async def load(member: Member, key: KeyPath, data: JSONBody[LoadSave]) -> TableInfo:
        """By the host, with everybody else ready: the match goes on, and `match` holds its key."""
        table = table_of(arena, key)
        await arena.saves.load(table, member, data.save)
        return arena.tables.info(table, member)

    return [save, saves, drop, fitting, load]
