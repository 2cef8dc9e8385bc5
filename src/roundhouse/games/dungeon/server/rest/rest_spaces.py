"""REST of name spaces, which the original does not have. DUN-260, DUN-262, DUN-263"""

from typing import Any

from litestar import delete, post
from msgspec import Struct

from ..game_service import GameService
from ..spaces import Spaces
from .rest_shared import Answered, Ask, Path, RestCaller, answer, body


class NewSpace(Struct):
    name: str


def handlers(spaces: Spaces, caller: RestCaller) -> list[Any]:
    @post("/spaces")
    async def create(request: Ask) -> Answered:
        await caller.organiser(request)
        return answer(shown(await spaces.create((await body(request, NewSpace)).name)), 201)

    @delete("/spaces/{key:str}", status_code=200)
    async def remove(request: Ask, key: Path) -> Answered:
        await caller.organiser(request)
        await spaces.remove(key)
        return answer({})

    return [create, remove]


def shown(service: GameService) -> dict[str, Any]:
    space = service.space
    return {"name": space.name, "path": space.path, "prefix": space.prefix}
