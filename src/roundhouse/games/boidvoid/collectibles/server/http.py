"""Collectibles: what there is, what players own, the ledger, and stake points. Administrators make and mint them.

BOI-241 to BOI-253, BOI-299, BOI-302
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from sqlalchemy import Connection

from ..permissions import ItemError, counted
from ..drafts import CollectionDraft, SchemaDraft, TemplateDraft
from ..api import Album, Avatar, ChooseAvatar, CollectibleInfo, CollectionInfo, CollectionPage, Inventory, LedgerPage, LineKind, Mint, NewCollection, NewPoints, NewSchema, NewStake, NewTemplate, SchemaInfo, StakeInfo, TemplateInfo, Transfer
from ..store import catalogue, items as collectibles, ledger as item_ledger
from .....store.players import Player
from .....server.accounts import wall_ms
from .....server.errors import Refused
from .....server.http.admin import need, noting
from .page_data import album_of, avatar_of, collection_info, item_info, line_info, schema_info, template_info
from .....server.http.dependencies import KeyPath, Member, NamePath, Parts, no_guest

LISTED = 100
SVG = "image/svg+xml"
STATUS = {"bad_template": 400, "no_such_item": 404, "no_template": 404, "no_collection": 404, "no_schema": 404}

ItemPath = Annotated[int, PathParameter(ge=1, le=2**53)]
Key = Annotated[str, QueryParameter(max_length=40)]
Name = Annotated[str, QueryParameter(max_length=100)]
Number = Annotated[int | None, QueryParameter(ge=0, le=2**53)]
Limit = Annotated[int, QueryParameter(ge=1, le=500)]
Kinds = Annotated[LineKind | None, QueryParameter(name="kind")]


@contextmanager
def refusing() -> Iterator[None]:
    """What cannot be done with an item is answered as every other refusal."""
    try:
        yield
    except ItemError as error:
        status = STATUS.get(error.code, 409)
        raise Refused(error.code, error.sentence, field=error.field, rule=error.rule, status=status) from None


def handlers(parts: Parts) -> list[Any]:
    return [*_catalogue(parts), *_making(parts), *_owning(parts), *_staking(parts)]


def _catalogue(parts: Parts) -> list[Any]:
    """What everybody may look at."""

    @get("/collections")
    async def collections() -> list[CollectionInfo]:
        return [collection_info(one) for one in await parts.read(catalogue.all_collections)]

    @get("/collections/{key:str}")
    async def collection(key: KeyPath) -> CollectionPage:
        def page(connection: Connection) -> CollectionPage:
            found = catalogue.find_collection(connection, key)
            if found is None:
                raise Refused("no_collection", f"There is no collection {key!r}.", status=404)
            return CollectionPage(
                collection_info(found),
                [schema_info(one) for one in catalogue.schemas(connection, key)],
                [template_info(one) for one in catalogue.find_templates(connection, collection=key)],
            )

        return await parts.read(page)

    @get("/templates")
    async def templates(collection: Key = "", schema: Key = "") -> list[TemplateInfo]:
        """All templates, or those of a collection or a schema; elements of maps are among them. BOI-294"""
        found = await parts.read(lambda c: catalogue.find_templates(c, collection=collection, kind=schema))
        return [template_info(one) for one in found]

    async def known(key: str) -> catalogue.Template:
        found = await parts.read(lambda connection: catalogue.find_template(connection, key))
        if found is None:
            raise Refused("no_template", f"There is no template {key!r}.", status=404)
        return found

    @get("/templates/{key:str}")
    async def template(key: KeyPath) -> TemplateInfo:
        return template_info(await known(key))

    @get("/templates/{key:str}/sprite", media_type=SVG)
    async def sprite(key: KeyPath) -> Response[str]:
        """The drawing of a template, or of its schema. BOI-243"""
        found = await known(key)
        if not found.sprite:
            raise Refused("no_sprite", f"The template {key} has no sprite.", status=404)
        return Response(found.sprite, media_type=SVG, headers={"cache-control": "public, max-age=86400"})

    @get("/ledger")
    async def ledger(
        before: Number = None,
        limit: Limit = LISTED,
        item: Number = None,
        player: Name = "",
        kinds: Kinds = None,
        template: Key = "",
        game: Key = "",
    ) -> LedgerPage:
        """Everything that ever happened to collectibles, newest first. BOI-251"""
        player_id = (await parts.player(player)).id if player else None
        found = await parts.read(
            lambda connection: item_ledger.lines(
                connection,
                before=before,
                limit=limit + 1,
                item=item,
                player_id=player_id,
                kind=kinds or "",
                template=template,
                game=game,
            )
        )
        lines = [line_info(one) for one in found[:limit]]
        return LedgerPage(lines, lines[-1].id if len(found) > limit else None)

    return [collections, collection, templates, template, sprite, ledger]


def _making(parts: Parts) -> list[Any]:
    """What only administrators do; each of it is noted. BOI-299, BOI-302"""

    @post("/collections", status_code=201)
    async def new_collection(member: Member, data: JSONBody[NewCollection]) -> CollectionInfo:
        need(member, "admin")
        draft = CollectionDraft(key=data.key, name=data.name, sentence=data.sentence)

        def make(connection: Connection) -> catalogue.Collection:
            made = catalogue.add_collection(connection, draft, wall_ms())
            noting(member, "collection_made", data.key)(connection)
            return made

        with refusing():
            return collection_info(await parts.write(make))

    @post("/schemas", status_code=201)
    async def new_schema(member: Member, data: JSONBody[NewSchema]) -> SchemaInfo:
        need(member, "admin")
        draft = SchemaDraft(
            collection=data.collection,
            kind=data.kind,
            sprite=data.sprite,
            modifiers=data.modifiers,
            fields=data.fields,
        )

        def make(connection: Connection) -> SchemaDraft:
            made = catalogue.add_schema(connection, draft)
            noting(member, "schema_made", f"{data.collection}/{data.kind}")(connection)
            return made

        with refusing():
            return schema_info(await parts.write(make))

    @post("/templates", status_code=201)
    async def new_template(member: Member, data: JSONBody[NewTemplate]) -> TemplateInfo:
        """Nothing of it changes any more. BOI-241"""
        need(member, "admin")
        draft = TemplateDraft(
            key=data.key,
            name=data.name,
            collection=data.collection,
            kind=data.schema,
            sprite=data.sprite,
            modifiers=data.modifiers,
            fields=data.fields,
            data=data.data,
            max_supply=data.max_supply,
            transferable=data.transferable,
            burnable=data.burnable,
        )

        def make(connection: Connection) -> catalogue.Template:
            made = catalogue.add_template(connection, draft, wall_ms())
            noting(member, "template_made", data.key, collection=data.collection, schema=data.schema)(connection)
            return made

        with refusing():
            return template_info(await parts.write(make))

    @post("/templates/{key:str}/mint", status_code=201)
    async def mint(member: Member, key: KeyPath, data: JSONBody[Mint]) -> list[CollectibleInfo]:
        """New ones for a player, with the next mint numbers. BOI-242"""
        need(member, "admin")
        taker = await taking(parts, data.to)

        def make(connection: Connection) -> list[collectibles.Item]:
            made = collectibles.mint(connection, key, taker.id, data.count, wall_ms())
            numbers = [made[0].mint_number, made[-1].mint_number]
            noting(member, "items_minted", key, to=taker.name, count=data.count, numbers=numbers)(connection)
            return made

        with refusing():
            return [item_info(one) for one in await parts.write(make)]

    @post("/players/{name:str}/points", status_code=200)
    async def give_points(member: Member, name: NamePath, data: JSONBody[NewPoints]) -> StakeInfo:
        """So many stake points a player has from now on. BOI-085"""
        need(member, "admin")
        known = await taking(parts, name)

        def give(connection: Connection) -> collectibles.Stake:
            new = collectibles.give_points(connection, known.id, data.points)
            noting(member, "points_set", known.name, points=data.points)(connection)
            return new

        return stake_info(known, await parts.write(give))

    return [new_collection, new_schema, new_template, mint, give_points]


def _owning(parts: Parts) -> list[Any]:
    @get("/collectibles/{item_id:int}")
    async def collectible(item_id: ItemPath) -> CollectibleInfo:
        found = await parts.read(lambda connection: collectibles.by_id(connection, item_id))
        if found is None:
            raise Refused("no_such_item", f"There is no item {item_id}.", rule="BOI-241", status=404)
        return item_info(found)

    @post("/collectibles/{item_id:int}/transfer", status_code=200)
    async def transfer(member: Member, item_id: ItemPath, data: JSONBody[Transfer]) -> CollectibleInfo:
        """Give an item of mine to somebody else. BOI-248"""
        no_guest(member)
        taker = await taking(parts, data.to)
        if taker.id == member.id:
            raise Refused("yourself", "It is yours already.", field="to", rule="BOI-248", status=409)
        with refusing():
            return item_info(
                await parts.write(lambda c: collectibles.transfer(c, item_id, member.id, taker.id, wall_ms()))
            )

    @post("/collectibles/{item_id:int}/burn", status_code=200)
    async def burn(member: Member, item_id: ItemPath) -> CollectibleInfo:
        """It is gone for ever. BOI-249"""
        no_guest(member)
        with refusing():
            return item_info(await parts.write(lambda c: collectibles.burn(c, item_id, member.id, wall_ms())))

    @get("/players/{name:str}/collectibles")
    async def owned(name: NamePath, after: Number = None, limit: Limit = LISTED) -> Inventory:
        """What a player owns, oldest first."""
        known = await parts.player(name)

        def page(connection: Connection) -> Inventory:
            found = collectibles.of_player(connection, known.id, after=after or 0, limit=limit + 1)
            items = found[:limit]
            templates = catalogue.find_templates(connection, ids={one.template_id for one in items})
            return Inventory(
                known.name,
                [item_info(one) for one in items],
                [template_info(one) for one in templates],
                items[-1].id if len(found) > limit else None,
            )

        return await parts.read(page)

    @get("/me/album")
    async def album(member: Member) -> Album:
        """Every collection with what I own of it and what I lack. BOI-253"""
        return await parts.read(lambda connection: album_of(connection, member))

    @post("/me/avatar", status_code=200)
    async def choose_avatar(member: Member, data: JSONBody[ChooseAvatar]) -> Avatar | None:
        """Show an avatar of mine beside my name, or none. BOI-252"""

        def choose(connection: Connection) -> Avatar | None:
            collectibles.choose_avatar(connection, member.id, data.item)
            return avatar_of(connection, member.id)

        with refusing():
            return await parts.write(choose)

    return [collectible, transfer, burn, owned, album, choose_avatar]


def _staking(parts: Parts) -> list[Any]:
    """Stake points, from which the power source `ledger` takes powered stakes. BOI-085"""

    @get("/me/stake")
    async def my_stake(member: Member) -> StakeInfo:
        return stake_info(member, await parts.read(lambda c: collectibles.stake_of(c, member.id)))

    @post("/me/stake", status_code=200)
    async def stake(member: Member, data: JSONBody[NewStake]) -> StakeInfo:
        """So many of my points are staked from now on; games notice it at their next maintenance."""
        no_guest(member)
        with refusing():
            return stake_info(member, await parts.write(lambda c: collectibles.stake(c, member.id, data.points)))

    @get("/players/{name:str}/stake")
    async def player_stake(name: NamePath) -> StakeInfo:
        known = await parts.player(name)
        return stake_info(known, await parts.read(lambda c: collectibles.stake_of(c, known.id)))

    return [my_stake, stake, player_stake]


async def taking(parts: Parts, name: str) -> Player:
    """Somebody who can own something: a guest is gone tomorrow. Raises Refused."""
    known = await parts.player(name)
    if known.guest:
        raise Refused("guest", "Guests cannot own anything.", field="to", rule="BOI-241", status=409)
    return known


def stake_info(player: Player, stake: collectibles.Stake) -> StakeInfo:
    return StakeInfo(player.name, stake.points, stake.staked, counted(stake.staked))
