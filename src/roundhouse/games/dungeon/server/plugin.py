"""The wire as a part of a whole server."""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from ....server.context import ServerContext
from ....server.http.dependencies import HttpContext
from ....server.plugin import GamePlugin, Services
from .pages.http import handlers

if TYPE_CHECKING:
    from .spaces import Spaces


class DungeonServer(GamePlugin):
    def __init__(self, services: Services) -> None:
        self._services = services
        self._ports: dict[str, int] = {}
        self.spaces: Spaces | None = None  # of a server with a wire

    async def open(self, closing: AsyncExitStack, context: ServerContext) -> None:
        own = self._services
        if not own.settings.dungeon_wire:
            return
        from .service import open_wire  # needs packages that other servers do without

        opened = await open_wire(closing, own.settings, context, own.database, own.render_service)
        self.spaces = opened.spaces
        self._ports = {f"dungeon {number}": port for number, port in enumerate(opened.ports, 1)}

    def api_handlers(self, http: HttpContext) -> Mapping[str, list[Any]]:
        return {"dungeon": handlers(http, self._wire)}

    def _wire(self) -> "tuple[Spaces, list[int]] | None":
        return None if self.spaces is None else (self.spaces, list(self._ports.values()))

    @property
    def ports(self) -> Mapping[str, int]:
        return self._ports
