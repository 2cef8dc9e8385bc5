"""JSON for the pages, over HTTP."""

from typing import Annotated, Any, Literal, TypeVar

from litestar import Litestar, Response, get
from litestar.exceptions import NotFoundException
from litestar.openapi.config import OpenAPIConfig
from litestar.params import FromPath, QueryParameter

from .. import __version__
from .spacegoo_api import GameInfo, Info, LatestGame, PlayerInfo, SpacegooApi

PREFIX = "/spacegoo"  # GOO-106
Edition = Annotated[Literal["standard", "classic"], QueryParameter(description="which ladder")]
JSON = "application/json"
T = TypeVar("T")


def application(api: SpacegooApi) -> Litestar:
    @get("/health", sync_to_thread=False)
    def health() -> dict[str, str]:
        return {"status": "ok", "version": __version__}

    @get(f"{PREFIX}/api/info.json", sync_to_thread=True)
    def info(edition: Edition = "standard") -> Info:
        return api.info(edition)

    @get(f"{PREFIX}/api/player/{{name:str}}/info.json", sync_to_thread=True)
    def player(name: FromPath[str], edition: Edition = "standard") -> PlayerInfo:
        return found(api.player(name, edition), f"there is no player called {name!r}")

    @get(f"{PREFIX}/api/player/{{name:str}}/latest_game.json", sync_to_thread=True)
    def latest_game(name: FromPath[str], edition: Edition = "standard") -> LatestGame:
        return found(api.latest_game(name, edition), f"there is no player called {name!r}")

    @get(f"{PREFIX}/api/game/{{number:int}}/info.json", sync_to_thread=True)
    def game(number: FromPath[int]) -> GameInfo:
        return found(api.game(number), f"there is no game {number}")

    @get(f"{PREFIX}/api/game/{{number:int}}/rounds/{{start:int}}", sync_to_thread=True)
    def rounds(number: FromPath[int], start: FromPath[int]) -> Response[bytes]:
        return Response(found(api.rounds(number, start), f"there is no game {number}"), media_type=JSON)

    @get(f"{PREFIX}/api/log/{{name:str}}", sync_to_thread=True)
    def whole_log(name: FromPath[str]) -> Response[bytes]:
        return Response(found(api.whole_log(name), f"there is no log {name!r}"), media_type=JSON)

    handlers: list[Any] = [health, info, player, latest_game, game, rounds, whole_log]
    return Litestar(
        handlers, openapi_config=OpenAPIConfig(title="Roundhouse", version=__version__), logging_config=None
    )


def found(value: T | None, otherwise: str) -> T:
    """GOO-107"""
    if value is None:
        raise NotFoundException(detail=otherwise)
    return value
