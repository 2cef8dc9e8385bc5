"""Maps that people make: looked at, checked beside the loop, installed and removed by organisers, offered by
all who have an account."""

from typing import Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.params import JSONBody
from sqlalchemy import Connection

from ...core.game import Game
from ...core.maps import MapCheck
from ...match.map_check import place_of
from ...protocol.api.platform import MapInfo, MapOffer, MapText
from ...store import map_offers, maps
from ...store.database.sql_dialect import storable
from ...store.maps import FullError, Installed
from ..errors import Refused
from ..rate_limits import Limiter, address_key
from ..timers import wall_ms
from .admin import RANK, need, noting
from .cached_responses import PLAIN, kept
from .dependencies import Ask, HttpContext, KeyPath, Member, NumberPath, Visitor, no_guest
from .games import game_of
from .problems import WaitingRefused
from .security import ROOMY_MAX

CHECKS_PER_MINUTE = 60  # of one player or address: each keeps a child process for a moment


def handlers(context: HttpContext) -> list[Any]:
    limiter = Limiter()
    shipped: dict[str, list[MapInfo]] = {}

    async def examined(game: Game, data: MapText) -> MapCheck:
        if not storable(data.text):
            raise Refused("bad_text", "The text holds a character that is not allowed.", field="text")
        return await context.render_service.check_map(game.key, data.text)

    async def shipped_of(game: Game) -> list[MapInfo]:
        """What comes with a game is looked at once."""
        if game.key not in shipped:
            made = []
            for key, text in game.maps.shipped.items() if game.maps else ():
                found = await context.render_service.check_map(game.key, text)
                made.append(MapInfo(key, found.name, True, text, found.seats, found.facts))
            shipped[game.key] = made
        return shipped[game.key]

    @get("/games/{key:str}/maps", opt=PLAIN)
    async def map_list(request: Request[Any, Any, Any], key: KeyPath) -> Response[list[MapInfo]]:
        """Those that ship with the game, then those that were installed here."""
        game = game_of(key)
        ours = await context.read(lambda connection: maps.installed(connection, game.key))
        return await kept(request, msgspec.json.encode([*await shipped_of(game), *map(info_of, ours)]))

    @post("/games/{key:str}/maps/check", status_code=200, request_max_body_size=ROOMY_MAX)
    async def check_map(request: Ask, visitor: Visitor, key: KeyPath, data: JSONBody[MapText]) -> MapCheck:
        """Everything that is wrong with a map's text; nothing means that it can be played."""
        game = game_of(key)
        need_maps(game)
        who = visitor.id if visitor is not None else address_key(request.client.host if request.client else "local")
        wait = limiter.wait_s(who, CHECKS_PER_MINUTE)
        if wait:
            raise WaitingRefused(wait)
        return await examined(game, data)

    @post("/games/{key:str}/maps", status_code=201, request_max_body_size=ROOMY_MAX)
    async def install_map(member: Member, key: KeyPath, data: JSONBody[MapText]) -> MapInfo:
        """Let everybody choose a map by its key. An older one of the same key is replaced; tables keep its text."""
        need(member, "organiser")
        game = game_of(key)
        need_maps(game)
        found = await examined(game, data)
        refuse_problems(found)
        if game.maps and found.key in game.maps.shipped:
            raise Refused("map_exists", f"{found.key} ships with the game; choose another key.", status=409)

        def install(connection: Connection) -> Installed:
            made = maps.install(connection, game.key, data.text, found, author_id=member.id, now_ms=wall_ms())
            noting(member, "map_installed", found.key, game=game.key)(connection)
            return made

        try:
            return info_of(await context.write(install))
        except FullError:
            sentence = f"{game.name} has {maps.MAPS_MAX} installed maps; remove one first."
            raise Refused("too_many_maps", sentence, status=409) from None

    @delete("/games/{key:str}/maps/{map_key:str}", status_code=204)
    async def remove_map(member: Member, key: KeyPath, map_key: KeyPath) -> None:
        """Tables and matches that have it keep it."""
        need(member, "organiser")
        game = game_of(key)
        if game.maps and map_key in game.maps.shipped:
            raise Refused("map_exists", f"{map_key} ships with the game and stays.", status=409)

        def remove(connection: Connection) -> bool:
            gone = maps.remove(connection, game.key, map_key)
            if gone:
                noting(member, "map_removed", map_key, game=game.key)(connection)
            return gone

        if not await context.write(remove):
            raise Refused("no_map", f"There is no installed map {map_key!r}.", status=404)

    @get("/games/{key:str}/offers")
    async def offer_list(member: Member, key: KeyPath) -> list[MapOffer]:
        """Maps that players offer: all of them for organisers, one's own for everybody else."""
        game = game_of(key)
        whose = None if RANK[member.role] >= RANK["organiser"] else member.id
        return await context.read(lambda c: map_offers.offered(c, game.key, whose))

    @post("/games/{key:str}/offers", status_code=201, request_max_body_size=ROOMY_MAX)
    async def offer_map(member: Member, key: KeyPath, data: JSONBody[MapText]) -> MapOffer:
        """Anybody with an account may offer a map. BOI-046"""
        no_guest(member)
        game = game_of(key)
        need_maps(game)
        found = await examined(game, data)
        refuse_problems(found)
        now = wall_ms()
        try:
            return await context.write(
                lambda c: map_offers.offer(c, game.key, data.text, found, author_id=member.id, now_ms=now)
            )
        except map_offers.OffersFullError:
            sentence = f"You have offered {map_offers.OFFERS_MAX} maps; take one back first."
            raise Refused("too_many_maps", sentence, status=409) from None

    @delete("/offers/{offer_id:int}", status_code=204)
    async def remove_offer(member: Member, offer_id: NumberPath) -> None:
        """Taken back by its author, or turned down by an organiser."""
        found = await context.read(lambda c: map_offers.find(c, offer_id))
        if found is None:
            raise Refused("no_map", "There is no such offer.", status=404)
        if found.author != member.name:
            need(member, "organiser")

        def remove(connection: Connection) -> None:
            map_offers.remove(connection, offer_id)
            if found.author != member.name:
                noting(member, "offer_removed", found.key, author=found.author)(connection)

        await context.write(remove)

    return [map_list, check_map, install_map, remove_map, offer_list, offer_map, remove_offer]


def need_maps(game: Game) -> None:
    if game.maps is None:
        raise Refused("no_maps", f"{game.name} has no maps that can be installed.", status=404)


def refuse_problems(found: MapCheck) -> None:
    """A map is refused with the first thing that is wrong with it."""
    if found.problems:
        first = found.problems[0]
        raise Refused(first.code, place_of(first), field="text", rule=first.rule)


def info_of(one: Installed) -> MapInfo:
    return MapInfo(one.key, one.name, False, one.text, one.seats, one.facts, one.author, one.at_ms)
