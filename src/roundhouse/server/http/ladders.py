"""Ladders: which there are, who stands where, how ratings moved, and the log they are made from."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Any

from litestar import get
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream
from sqlalchemy import Connection

from ...protocol.api.platform import LadderKey, LadderPage, Pool, RatingHistory
from ...store import ladder as ladders
from ...store.ladder import result_log
from ..timers import wall_ms
from .cached_responses import PLAIN
from .dependencies import HttpContext, KeyPath

PoolPath = FromPath[Pool]
NDJSON = "application/x-ndjson"
Offset = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
Limit = Annotated[int, QueryParameter(ge=1, le=100)]
Around = Annotated[str | None, QueryParameter(description="a player", max_length=100)]
Names = Annotated[list[str] | None, QueryParameter(description="players, at most eight", max_items=8)]


def handlers(context: HttpContext) -> list[Any]:
    placement = context.settings.placement_matches

    @get("/ladders")
    async def all_ladders() -> list[LadderKey]:
        """All in which somebody stands."""
        return await context.read(ladders.keys)

    @get("/ladders/{game:str}/{preset:str}/{pool:str}")
    async def ladder(
        game: KeyPath, preset: KeyPath, pool: PoolPath, offset: Offset = 0, limit: Limit = 50
    ) -> LadderPage:
        """Some rows, from the best on. A ladder nobody stands in is empty."""
        return await context.read(
            lambda connection: ladders.page(
                connection, game, preset, pool, offset, limit, now_ms=wall_ms(), placement=placement
            )
        )

    @get("/ladders/{game:str}/{preset:str}/{pool:str}/history")
    async def history(game: KeyPath, preset: KeyPath, pool: PoolPath, player: Names = None) -> list[RatingHistory]:
        """How the ratings of some players moved."""
        return await context.read(lambda connection: ladders.history(connection, game, preset, pool, player or []))

    @get("/ladders/log", opt=PLAIN, media_type=NDJSON)
    async def log() -> Stream:
        """Every result that counts, in the order it counted; the ladders follow from it."""
        return Stream(
            log_of(context), media_type=NDJSON, headers={"content-disposition": "attachment; filename=results.ndjson"}
        )

    return [all_ladders, ladder, history, log]


async def log_of(context: HttpContext) -> AsyncIterator[bytes]:
    """In pieces, so that neither the loop nor the memory holds all of it, and a slow reader holds no connection."""

    def piece(connection: Connection, after: int) -> tuple[bytes, int]:
        batch = next(result_log.batches(connection, after), None)
        return (b"", after) if batch is None else (b"".join(result_log.page(connection, batch)), batch[-1].id)

    after = 0
    while True:
        text, after = await context.read(partial(piece, after=after))
        if not text:
            return
        yield text
