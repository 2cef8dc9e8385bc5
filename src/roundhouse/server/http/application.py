"""All of HTTP: the API, the documents, the web client and the old addresses behind one gate."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from litestar import Litestar, Request, Response, Router, get
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from sqlalchemy import text

from ... import __version__
from ...store.players import Player
from .. import metrics as counted
from ..connections import agent_seats, http_stream, websocket
from ..errors import Refused
from . import (
    admin,
    api_documents,
    auth,
    contest,
    games,
    ladders,
    maps,
    match_changes,
    matches,
    players,
    round_history,
    rules_modules,
    saves,
    tables,
    teams,
    web_client,
    webhooks,
)
from .dependencies import HttpContext, member
from .problems import HANDLERS
from .security import BODY_MAX, Gate

if TYPE_CHECKING:
    from ..cluster.node import Node

GZIP_FROM = 1500  # bytes


class Site(Litestar):
    """The Litestar application with the gate around it."""

    gate: Gate
    inner: Any
    __slots__ = ("gate", "inner")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.gate(self.inner, scope, receive, send)

    def behind(self, gate: Gate, cluster: "Node | None") -> None:
        """The application behind the gate; in a cluster some requests are forwarded to another process."""
        self.gate = gate
        self.inner = super().__call__ if cluster is None else cluster.forwarding.around(super().__call__)


def application(context: HttpContext, *, web: Path = web_client.FOLDER) -> Litestar:
    """Everything that is served over HTTP, `/ws` included."""

    @get("/health", tags=["operations"])
    async def health() -> dict[str, str | int]:
        """Whether the server is there and its database answers."""
        try:
            await context.read(lambda connection: connection.execute(text("SELECT 1")).scalar_one())
        except Exception as error:
            raise Refused("no_database", "The database does not answer.", status=503) from error
        status = {"status": "stopping" if context.server.stopping else "ok", "version": __version__}
        return status | (context.server.cluster.health() if context.server.cluster is not None else {})

    @get("/metrics", include_in_schema=False, sync_to_thread=False)
    def metrics() -> Response[bytes]:
        """For Prometheus."""
        return Response(context.server.metrics.exposition(), media_type=counted.CONTENT_TYPE)

    async def visitor(request: Request[Any, Any, Any]) -> Player | None:
        return await context.visitor(request)

    api = Router(
        "/api",
        route_handlers=[
            *tagged("account", auth.handlers(context)),
            *tagged("account", webhooks.handlers(context)),
            *tagged("games", games.handlers(context)),
            *tagged("games", rules_modules.handlers()),
            *tagged("maps", maps.handlers(context)),
            *tagged("tables", tables.handlers(context)),
            *tagged("tables", saves.handlers(context)),
            *tagged("matches", matches.handlers(context)),
            *tagged("matches", round_history.handlers(context)),
            *tagged("matches", match_changes.handlers(context)),
            *tagged("matches", teams.handlers(context)),
            *tagged("ladders", ladders.handlers(context)),
            *tagged("players", players.handlers(context)),
            *(
                handler
                for plugin in context.plugins.values()
                for tag, handlers in plugin.api_handlers(context).items()
                for handler in tagged(tag, handlers)
            ),
            *tagged("events", contest.handlers(context)),
            *tagged("administration", admin.handlers(context)),
        ],
        dependencies={"visitor": Provide(visitor), "member": Provide(member)},
    )
    site = Site(
        [
            health,
            metrics,
            api,
            websocket.handler(context.server),
            *([] if context.agents is None else [agent_seats.handler(context.agents)]),
            *http_stream.handlers(context.server),
            *(handler for plugin in context.plugins.values() for handler in plugin.handlers(context)),
            *web_client.handlers(web, rules_modules.file_at),
        ],
        exception_handlers=HANDLERS,
        openapi_config=api_documents.config(context),
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=GZIP_FROM,
            gzip_compress_level=4,
            exclude=["^/api/play", "^/mcp"],
            exclude_opt_key="plain",
        ),
        request_max_body_size=BODY_MAX,
        logging_config=None,
        debug=False,
    )
    site.behind(Gate(context.settings, context.server.metrics), context.server.cluster)
    return site


def tagged(tag: str, handlers: list[Any]) -> list[Any]:
    """The handlers with a tag; a router for each tag would be copied whole."""
    for handler in handlers:
        handler.tags = [*(handler.tags or ()), tag]
    return handlers
