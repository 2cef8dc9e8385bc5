"""REST of the first generation: the paths of its services for games and players. DUN-206 to DUN-213, DUN-217"""

from typing import Any

from litestar import get, post, put

from .....protocol.actions import typed
from .....protocol.api.platform import RoundCommand
from .....server.errors import Refused
from .....server.rendering.render_service import RenderService
from .....store import matches
from ... import GAME
from ...actions import Action
from ...view import View
from ..broker_message import named
from ..game_service import GameService
from ..game_status import Played
from ..store import WirePlayer
from .commands import Fields, KCommand, action_of, command_of, needed
from .rest_shared import Answered, Ask, NewPlayer, Path, RestCaller, answer, body, games, number


def handlers(game_service: GameService, caller: RestCaller, render_service: RenderService) -> list[Any]:
    async def shown(wired: WirePlayer) -> dict[str, Any]:
        token = await game_service.players.give_token(wired)
        return {"playerId": wired.uuid, "bearerToken": token, "name": wired.name, "email": wired.email}

    @post("/players")
    async def register(request: Ask) -> Answered:
        wanted = await body(request, NewPlayer)
        return answer(await shown(await game_service.register(wanted.name, wanted.email)), 201)

    @get("/players")
    async def find(request: Ask) -> Answered:
        query = request.query_params
        return answer(await shown(game_service.players.find(query.get("name", ""), query.get("mail", ""))))

    @put("/games/{uuid:str}/players/{token:str}")
    async def join(uuid: Path, token: Path) -> Answered:
        joined = await game_service.join(uuid, await game_service.players.by_token(token))
        return answer({"transactionId": joined.transaction})

    @post("/commands")
    async def command(request: Ask) -> Answered:
        given = await body(request, KCommand)
        game_service.found(needed(given.gameId, "gameId"))
        wired = await game_service.players.by_token(needed(given.playerToken, "playerToken"))
        fields = given.commandObject or Fields()
        action = action_of(given.commandType or fields.commandType, given.robotId, fields, generation="k1")
        return answer({"transactionId": await game_service.command(wired, action)}, 201)

    @get("/commands")
    async def commands(request: Ask) -> Answered:
        """The commands of a round that is over; while a game with fog runs, a player's own. DUN-213"""
        query = request.query_params
        uuid, wanted = query.get("gameId", ""), number(query.get("roundNumber"), "roundNumber")
        game, found = await executed(uuid.lower(), wanted)
        if game_service.game is game and game_service.terms.brokers:
            seat = await caller.seat(request)
            found = [one for one in found if one.seat == seat]
        listed = []
        for one in found:
            action: Action = typed(GAME, one.action)
            kind, robot, fields = command_of(action)
            listed.append(
                {
                    "transactionId": one.receipt,
                    "gameId": game.uuid,
                    "playerId": game_service.players[game.ids[one.seat - 1]].uuid,
                    "robotId": robot,
                    "commandType": kind,
                    "commandObject": fields,
                }
            )
        round_id = named(game.uuid, f"round {wanted}")
        return answer({"gameId": game.uuid, "roundId": round_id, "roundNumber": wanted, "commands": listed})

    async def executed(uuid: str, wanted: int) -> tuple[Played, list[RoundCommand]]:
        game, live = game_service.game, game_service.live
        if game is not None and game.uuid == uuid and live is not None and live.round_history is not None:
            if not 0 < wanted <= live.round_history.rounds:
                raise Refused("not_found", f"Round {wanted} is not over yet.", status=404)
            known = live.round_history.commands(wanted)
            if known is not None:
                return game, known
        elif game_service.last is not None and game_service.last[0].uuid == uuid and wanted > 0:
            game = game_service.last[0]
        else:
            raise Refused("not_found", "There is no such game.", status=404)
        stored = await game_service.arena.store.read(lambda connection: matches.by_key(connection, game.match))
        if stored is None:
            raise Refused("not_found", "There is no such game.", status=404)
        return game, await render_service.commands(stored, wanted)

    @get("/scoreboard", sync_to_thread=False)
    def scoreboard() -> Answered:
        return scores(game_service.game or (game_service.last[0] if game_service.last else None))

    @get("/scoreboard/{uuid:str}", sync_to_thread=False)
    def scoreboard_of(uuid: Path) -> Answered:
        known = [game_service.game, game_service.last[0] if game_service.last else None]
        return scores(next((one for one in known if one is not None and one.uuid == uuid.lower()), None))

    def scores(game: Played | None) -> Answered:
        """DUN-217"""
        live = game_service.live
        view: View | None = None
        if game is not None and game is game_service.game and live is not None:
            view = live.match.view(0)
        elif game_service.last is not None and game is game_service.last[0]:
            view = game_service.last[1]
        if game is None or view is None:
            raise Refused("not_found", "There is no game with scores.", status=404)
        best = sorted(view.players, key=lambda one: (one.place, one.seat))
        lines = [
            {
                "player": {"id": game_service.players[game.ids[one.seat - 1]].uuid, "name": one.name},
                "totalScore": one.total,
                **{f"{category}Score": points for category, points in one.scores.items()},
            }
            for one in best
        ]
        return answer({"scoreboard": lines})

    mine = [register, find, join, command, commands, scoreboard, scoreboard_of]
    return [*mine, *games(game_service, caller, by="id")]
