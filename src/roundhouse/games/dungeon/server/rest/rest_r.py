"""REST of the generations R1 and R2. DUN-221 to DUN-225"""

from typing import Any

from litestar import get, post, put

from ..game_service import GameService
from ..store import WirePlayer
from .commands import Fields, KCommand, R2Command, action_of, needed
from .rest_shared import Answered, Ask, NewPlayer, Path, RestCaller, answer, body, games


def handlers(game_service: GameService, caller: RestCaller) -> list[Any]:
    def shown(wired: WirePlayer) -> dict[str, Any]:
        queue = game_service.dispatch.own_destination(wired).queue
        return {
            "playerId": wired.uuid,
            "name": wired.name,
            "email": wired.email,
            "playerExchange": queue,
            "playerQueue": queue,
        }

    @post("/players")
    async def register(request: Ask) -> Answered:
        wanted = await body(request, NewPlayer)
        return answer(shown(await game_service.register(wanted.name, wanted.email)), 201)

    @get("/players", sync_to_thread=False)
    def find(request: Ask) -> Answered:
        query = request.query_params
        return answer(shown(game_service.players.find(query.get("name", ""), query.get("mail", ""))))

    @put("/games/{uuid:str}/players/{player:str}")
    async def join(uuid: Path, player: Path) -> Answered:
        wired = await game_service.players.by_uuid(player)
        await game_service.join(uuid, wired)
        queue = game_service.dispatch.own_destination(wired).queue
        return answer({"gameExchange": queue, "playerQueue": queue})

    @post("/commands")
    async def command(request: Ask) -> Answered:
        generation = game_service.terms.generation
        if generation == "r2":
            given = await body(request, R2Command)
            kind, robot, fields = given.type, None, given.data or Fields()
        else:
            given = await body(request, KCommand)
            game_service.found(needed(given.gameId, "gameId"))
            kind, robot, fields = given.commandType, given.robotId, given.commandObject or Fields()
        action = action_of(kind, robot, fields, generation=generation)
        wired = await game_service.players.by_uuid(needed(given.playerId, "playerId"))
        return answer({"transactionId": await game_service.command(wired, action)}, 201)

    return [register, find, join, command, *games(game_service, caller, by="name")]
