"""The whole of HTTP: the API, the documents, the web client and the old addresses behind one gate."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from litestar import Litestar, Request, Response, Router, get
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from sqlalchemy import text

from ... import __version__
from ...store.players import Player
from ..connections import agent_seats, http_stream, websocket
from .. import metrics as counted
from ..errors import Refused
from . import admin, auth, web_client, api_documents, contest, games, round_history, ladders, maps, matches, match_changes, players, saves, tables, teams, webhooks
from ...games.boidvoid.collectibles.server import http
from ...games.boidvoid.season.server import http as seasons
from ...games.spacegoo.server import http as spacegoo
from .dependencies import Parts, member
from .problems import HANDLERS
from .security import BODY_MAX, Gate

if TYPE_CHECKING:
    from ..cluster.node import Node

GZIP_FROM = 1500  # bytes


class Site(Litestar):
    """Litestar with the gate around it."""

    gate: Gate
    inner: Any
    __slots__ = ("gate", "inner")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.gate(self.inner, scope, receive, send)

    def behind(self, gate: Gate, cluster: "Node | None") -> None:
        """What is behind the gate; some requests another process of the cluster has to answer."""
        self.gate = gate
        self.inner = super().__call__ if cluster is None else cluster.forwarding.around(super().__call__)


def application(parts: Parts, *, web: Path = web_client.FOLDER) -> Litestar:
    """Everything that is served over HTTP, `/ws` included."""

    @get("/health", tags=["operations"])
    async def health() -> dict[str, str | int]:
        """Whether the server is there and its database answers."""
        try:
            await parts.read(lambda connection: connection.execute(text("SELECT 1")).scalar_one())
        except Exception as error:
            raise Refused("no_database", "The database does not answer.", status=503) from error
        status = {"status": "stopping" if parts.hall.stopping else "ok", "version": __version__}
        return status | (parts.hall.cluster.health() if parts.hall.cluster is not None else {})

    @get("/metrics", include_in_schema=False, sync_to_thread=False)
    def metrics() -> Response[bytes]:
        """For Prometheus."""
        return Response(parts.hall.metrics.exposition(), media_type=counted.CONTENT_TYPE)

    async def visitor(request: Request[Any, Any, Any]) -> Player | None:
        return await parts.visitor(request)

    api = Router(
        "/api",
        route_handlers=[
            *tagged("account", auth.handlers(parts)),
            *tagged("account", webhooks.handlers(parts)),
            *tagged("games", games.handlers(parts)),
            *tagged("maps", maps.handlers(parts)),
            *tagged("tables", tables.handlers(parts)),
            *tagged("tables", saves.handlers(parts)),
            *tagged("matches", matches.handlers(parts)),
            *tagged("matches", round_history.handlers(parts)),
            *tagged("matches", match_changes.handlers(parts)),
            *tagged("matches", teams.handlers(parts)),
            *tagged("ladders", ladders.handlers(parts)),
            *tagged("players", players.handlers(parts)),
            *tagged("collectibles", http.handlers(parts)),
            *tagged("seasons", seasons.handlers(parts)),
            *tagged("events", contest.handlers(parts)),
            *tagged("administration", admin.handlers(parts)),
        ],
        dependencies={"visitor": Provide(visitor), "member": Provide(member)},
    )
    site = Site(
        [
            health,
            metrics,
            api,
            websocket.handler(parts.hall),
            *([] if parts.agents is None else [agent_seats.handler(parts.agents)]),
            *http_stream.handlers(parts.hall),
            *spacegoo.handlers(parts),
            *web_client.handlers(web),
        ],
        exception_handlers=HANDLERS,
        openapi_config=api_documents.config(parts),
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
    site.behind(Gate(parts.settings, parts.hall.metrics), parts.hall.cluster)
    return site


def tagged(tag: str, handlers: list[Any]) -> list[Any]:
    """The same handlers; a router for each tag would be copied whole."""
    for handler in handlers:
        handler.tags = [*(handler.tags or ()), tag]
    return handlers
