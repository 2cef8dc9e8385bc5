"""The same paths in every name space: what comes before them says which one is meant. DUN-260"""

from collections.abc import Callable
from typing import Any

from litestar import Request

from .....server.errors import Refused
from .....server.timers import exact_wall_ms
from ..game_service import GameService
from ..spaces import Spaces
from .rest_shared import refused

BEFORE = "/spaces/"


class SpaceRouter:
    """An application for every name space, made when it is first asked."""

    def __init__(self, spaces: Spaces, application: Callable[[GameService], Any]) -> None:
        self._spaces = spaces
        self._application = application
        self._shared = application(spaces.shared)
        self._made: dict[str, tuple[GameService, Any]] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        key, slash, rest = scope.get("path", "").removeprefix(BEFORE).partition("/")
        if scope["type"] != "http" or not scope["path"].startswith(BEFORE) or not slash:
            self._spaces.shared.asked_ms = exact_wall_ms()
            await self._shared(scope, receive, send)
            return
        try:
            service = self._spaces.found(key)
        except Refused as error:
            told = refused(Request(scope), error)
            await told.to_asgi_response(app=None, request=Request(scope))(scope, receive, send)
            return
        service.asked_ms = exact_wall_ms()
        known = self._made.get(key)
        if known is None or known[0] is not service:
            self._made = {one: made for one, made in self._made.items() if one in self._spaces.services}
            known = self._made[key] = (service, self._application(service))
        await known[1]({**scope, "path": f"/{rest}", "raw_path": f"/{rest}".encode()}, receive, send)
