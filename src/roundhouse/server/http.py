"""Over HTTP: JSON for pages and tools, and finished matches to watch or to take home."""

from typing import Annotated, Any, Literal, TypeVar

from litestar import Litestar, Response, get
from litestar.exceptions import NotFoundException
from litestar.openapi.config import OpenAPIConfig
from litestar.params import FromPath, QueryParameter

from .. import __version__
from ..match.export import html
from ..match.record import to_bytes
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

    @get(f"{PREFIX}/game/{{number:int}}", sync_to_thread=True)
    def game_page(number: FromPath[int]) -> Response[str]:
        """The match to watch, one page with everything in it; of a running one what has been played."""
        return Response(html(found(api.record(number), f"there is no game {number}")), media_type="text/html")

    @get(f"{PREFIX}/game/{{number:int}}/record", sync_to_thread=True)
    def game_record(number: FromPath[int]) -> Response[bytes]:
        """The record as a file, to verify and to replay."""
        content = to_bytes(found(api.record(number), f"there is no game {number}"))
        headers = {"content-disposition": f'attachment; filename="spacegoo-{number}.rhr"'}
        return Response(content, media_type="application/octet-stream", headers=headers)

    handlers: list[Any] = [health, info, player, latest_game, game, rounds, whole_log, game_page, game_record]
    return Litestar(
        handlers, openapi_config=OpenAPIConfig(title="Roundhouse", version=__version__), logging_config=None
    )


def found(value: T | None, otherwise: str) -> T:
    """GOO-107"""
    if value is None:
        raise NotFoundException(detail=otherwise)
    return value
