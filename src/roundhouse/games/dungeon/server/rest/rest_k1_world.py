"""REST of the first generation: the paths of its services for map, robots and trading. DUN-214 to DUN-216

Under `fair` these answer from what the player knows whose token is sent along; under `open` they answer fully."""

from collections.abc import Iterable, Mapping
from typing import Any

from litestar import get

from .....core.game import EVERYTHING
from .....server.errors import Refused
from .....server.matches.live_match import LiveMatch
from ...history import HistoryRound
from ...view import OwnView, PlanetView, View
from ..broker_message import moment
from ..game_service import GameService
from ..kafka_events import items_of, resource_id, resources_of, robot_of
from .rest_shared import Answered, Ask, Number, Path, RestCaller, answer

NO_GAME = "There is no running game."


def handlers(game_service: GameService, caller: RestCaller) -> list[Any]:
    def running() -> LiveMatch:
        if game_service.live is None:
            raise Refused("not_found", NO_GAME, status=404)
        return game_service.live

    async def known(request: Ask) -> View:
        """What whoever asks may know. DUN-214"""
        live = running()
        if live.setup.settings["visibility"] == "open":
            return live.match.view(EVERYTHING)  # type: ignore[no-any-return]
        return live.match.view(await asker(request))  # type: ignore[no-any-return]

    async def asker(request: Ask) -> int:
        seat = await caller.seat(request)
        if not seat:
            raise Refused("not_in_game", "This needs the token of a player of the game.", status=403)
        return seat

    def world() -> str:
        return game_service.dispatch.world(running().setup)

    def planet_of(planet: PlanetView, by_id: Mapping[str, PlanetView]) -> dict[str, Any]:
        live, began = running(), moment(game_service.game.started_ms if game_service.game else 0)
        recharge = live.setup.settings["station_recharge_multiplier"] if planet.station else 1
        return {
            "id": planet.id,
            "movement_difficulty": planet.gravity,
            "recharge_multiplicator": recharge,
            "gameworld_id": world(),
            "planet_type": "spacestation" if planet.station else "default",
            "neighbours": neighbours_of(planet, by_id),
            "resource": resource_of(planet),
            "created_at": began,
            "updated_at": began,
        }

    def neighbours_of(planet: PlanetView, by_id: Mapping[str, PlanetView]) -> list[dict[str, Any]]:
        return [
            {"planet_id": one, "movement_difficulty": by_id[one].gravity, "direction": direction.lower()}
            for direction, one in planet.neighbours.items()
            if one in by_id
        ]

    def resource_of(planet: PlanetView) -> dict[str, Any] | None:
        if planet.resource is None:
            return None
        return {
            "id": resource_id(planet.id),
            "planet_id": planet.id,
            "max_amount": running().setup.settings["patch_amount"],
            "current_amount": planet.amount,
            "resource_type": planet.resource,
        }

    async def one_planet(request: Ask, uuid: str) -> tuple[PlanetView, dict[str, PlanetView]]:
        by_id = {one.id: one for one in (await known(request)).planets}
        if uuid.lower() not in by_id:
            raise Refused("not_found", "There is no such planet, as far as you know.", status=404)
        return by_id[uuid.lower()], by_id

    @get("/planets")
    async def planets(request: Ask) -> Answered:
        by_id = {one.id: one for one in (await known(request)).planets}
        return answer([planet_of(one, by_id) for one in by_id.values()])

    @get("/planets/{uuid:str}")
    async def planet(request: Ask, uuid: Path) -> Answered:
        return answer(planet_of(*await one_planet(request, uuid)))

    @get("/planets/{uuid:str}/neighbours")
    async def neighbours(request: Ask, uuid: Path) -> Answered:
        return answer(neighbours_of(*await one_planet(request, uuid)))

    @get("/planets/{uuid:str}/resources")
    async def resources_there(request: Ask, uuid: Path) -> Answered:
        found = resource_of((await one_planet(request, uuid))[0])
        return answer([] if found is None else [found])

    @get("/gameworlds", sync_to_thread=False)
    def worlds() -> Answered:
        if game_service.live is None:
            return answer([])
        stations = game_service.live.match.view(0).stations
        return answer([{"id": world(), "spacestation_ids": stations, "status": "active"}])

    # Robots

    async def owners(request: Ask) -> list[OwnView]:
        view = await known(request)
        return view.all if view.all else [view.you] if view.you else []

    def robots_of(own: Iterable[OwnView]) -> list[dict[str, Any]]:
        ids = game_service.game.ids if game_service.game else []
        return [robot_of(robot, game_service.players[ids[one.seat - 1]].uuid) for one in own for robot in one.robots]

    @get("/robots/{uuid:str}")
    async def robot(request: Ask, uuid: Path) -> Answered:
        for one in robots_of(await owners(request)):
            if one["id"] == uuid.lower():
                return answer(one)
        raise Refused("not_found", "There is no such robot, as far as you may know.", status=404)

    @get("/robots")
    async def robots(request: Ask) -> Answered:
        player = request.query_params.get("player-id", "").lower()
        found = robots_of(await owners(request))
        return answer([one for one in found if one["player"] == player] if player else found)

    # Trading

    def market() -> View:
        return running().match.view(0)  # type: ignore[no-any-return]

    def past(seat: int) -> list[HistoryRound]:
        round_history = running().round_history
        return [] if round_history is None else round_history.rows(seat, 0, round_history.rounds)

    def by_name(names: str, column: str) -> Answered:
        """Every name with its number in each round that is over; of what was not traded that is 0."""
        histories: dict[str, dict[str, int]] = {}
        for row in past(0):
            for name in getattr(row, names):
                histories.setdefault(name, {})[str(row.round)] = getattr(row, column).get(name, 0)
        return answer([{"name": name, "history": history} for name, history in histories.items()])

    @get("/items", sync_to_thread=False)
    def items() -> Answered:
        return answer(items_of(market()))

    @get("/items/{name:str}", sync_to_thread=False)
    def item(name: Path) -> Answered:
        for one in items_of(market()):
            if one["name"] == name.upper():
                return answer(one)
        raise Refused("not_found", "There is no such item.", status=404)

    @get("/items/history/price", sync_to_thread=False)
    def item_prices() -> Answered:
        return by_name("articles", "articles")

    @get("/items/history/buy", sync_to_thread=False)
    def item_sales() -> Answered:
        return by_name("articles", "bought")

    @get("/resources", sync_to_thread=False)
    def resources() -> Answered:
        return answer(resources_of(market()))

    @get("/resources/history/price", sync_to_thread=False)
    def resource_prices() -> Answered:
        return by_name("resources", "resources")

    @get("/resources/history/sell", sync_to_thread=False)
    def resource_sales() -> Answered:
        return by_name("resources", "sold")

    @get("/balances")
    async def balances(request: Ask) -> Answered:
        ids = game_service.game.ids if game_service.game else []
        found = await owners(request)
        return answer(
            [{"playerId": game_service.players[ids[one.seat - 1]].uuid, "balance": one.money} for one in found]
        )

    @get("/balances/{round_no:int}")
    async def balances_then(request: Ask, round_no: Number) -> Answered:
        opened = running().setup.settings["visibility"] == "open"
        seat = EVERYTHING if opened else await asker(request)
        rows = [row for row in past(seat) if row.round == round_no]
        if not rows or not rows[0].balances:
            raise Refused("not_found", f"Round {round_no} is not over yet.", status=404)
        ids = game_service.game.ids if game_service.game else []
        both = zip(ids, rows[0].balances, strict=True)
        return answer(
            [{"playerId": game_service.players[one].uuid, "balance": money} for one, money in both if money is not None]
        )

    return [
        planets, planet, neighbours, resources_there, worlds, robot, robots, items, item, item_prices, item_sales,
        resources, resource_prices, resource_sales, balances, balances_then,
    ]  # fmt: skip
