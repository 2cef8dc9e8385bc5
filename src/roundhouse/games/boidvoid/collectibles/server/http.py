"""Collectibles: what there is, what players own, the ledger, and stake points. Administrators make and mint them.

BOI-241 to BOI-253, BOI-299, BOI-302
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, TypeVar

from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from sqlalchemy import Connection

from .....protocol.api.platform import Avatar
from .....server.errors import Refused
from .....server.http.admin import need, noting
from .....server.http.dependencies import HttpContext, KeyPath, Member, NamePath, no_guest
from .....server.timers import wall_ms
from .....store.players import Player
from ..api import (
    Album,
    ChooseAvatar,
    CollectibleInfo,
    CollectionInfo,
    CollectionPage,
    Inventory,
    LedgerPage,
    LineKind,
    Mint,
    NewCollection,
    NewPoints,
    NewSchema,
    NewStake,
    NewTemplate,
    SchemaInfo,
    StakeInfo,
    TemplateInfo,
    Transfer,
)
from ..drafts import CollectionDraft, SchemaDraft, TemplateDraft
from ..permissions import ItemError, counted
from ..store import catalogue
from ..store import items as collectibles
from ..store import ledger as item_ledger
from .page_data import album_of, avatar_of, item_info, schema_info, template_info

T = TypeVar("T")

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
    """Answers an ItemError like every other refusal."""
    try:
        yield
    except ItemError as error:
        status = STATUS.get(error.code, 409)
        raise Refused(error.code, error.sentence, field=error.field, rule=error.rule, status=status) from None


def handlers(context: HttpContext) -> list[Any]:
    return [*_catalogue(context), *_making(context), *_owning(context), *_staking(context)]


def _catalogue(context: HttpContext) -> list[Any]:
    """What everybody may see."""

    @get("/collections")
    async def collections() -> list[CollectionInfo]:
        return await context.read(catalogue.all_collections)

    @get("/collections/{key:str}")
    async def collection(key: KeyPath) -> CollectionPage:
        def page(connection: Connection) -> CollectionPage:
            found = catalogue.find_collection(connection, key)
            if found is None:
                raise Refused("no_collection", f"There is no collection {key!r}.", status=404)
            return CollectionPage(
                found,
                [schema_info(one) for one in catalogue.schemas(connection, key)],
                [template_info(one) for one in catalogue.find_templates(connection, collection=key)],
            )

        return await context.read(page)

    @get("/templates")
    async def templates(collection: Key = "", schema: Key = "") -> list[TemplateInfo]:
        """All templates, or those of a collection or a schema; elements of maps are among them. BOI-294"""
        found = await context.read(lambda c: catalogue.find_templates(c, collection=collection, kind=schema))
        return [template_info(one) for one in found]

    async def known(key: str) -> catalogue.Template:
        found = await context.read(lambda connection: catalogue.find_template(connection, key))
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
        player_id = (await context.player(player)).id if player else None
        found = await context.read(
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
        lines = found[:limit]
        return LedgerPage(lines, lines[-1].id if len(found) > limit else None)

    return [collections, collection, templates, template, sprite, ledger]


def _making(context: HttpContext) -> list[Any]:
    """What only administrators may do; everything is logged in the audit. BOI-299, BOI-302"""

    async def change(make: Callable[[Connection], T], member: Member, action: str, target: str, **detail: Any) -> T:
        """Write to the store and to the audit in one transaction. Raises Refused."""

        def write(connection: Connection) -> T:
            made = make(connection)
            noting(member, action, target, **detail)(connection)
            return made

        with refusing():
            return await context.write(write)

    @post("/collections", status_code=201)
    async def new_collection(member: Member, data: JSONBody[NewCollection]) -> CollectionInfo:
        need(member, "admin")
        draft = CollectionDraft(key=data.key, name=data.name, sentence=data.sentence)
        return await change(
            lambda c: catalogue.add_collection(c, draft, wall_ms()), member, "collection_made", data.key
        )

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
        target = f"{data.collection}/{data.kind}"
        return schema_info(await change(lambda c: catalogue.add_schema(c, draft), member, "schema_made", target))

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
        made = await change(
            lambda c: catalogue.add_template(c, draft, wall_ms()),
            member,
            "template_made",
            data.key,
            collection=data.collection,
            schema=data.schema,
        )
        return template_info(made)

    @post("/templates/{key:str}/mint", status_code=201)
    async def mint(member: Member, key: KeyPath, data: JSONBody[Mint]) -> list[CollectibleInfo]:
        """New ones for a player, with the next mint numbers. BOI-242"""
        need(member, "admin")
        taker = await taking(context, data.to)

        def make(connection: Connection) -> list[collectibles.Item]:
            made = collectibles.mint(connection, key, taker.id, data.count, wall_ms())
            numbers = [made[0].mint_number, made[-1].mint_number]
            noting(member, "items_minted", key, to=taker.name, count=data.count, numbers=numbers)(connection)
            return made

        with refusing():
            return [item_info(one) for one in await context.write(make)]

    @post("/players/{name:str}/points", status_code=200)
    async def give_points(member: Member, name: NamePath, data: JSONBody[NewPoints]) -> StakeInfo:
        """So many stake points a player has from now on. BOI-085"""
        need(member, "admin")
        known = await taking(context, name)
        given = await change(
            lambda c: collectibles.give_points(c, known.id, data.points),
            member,
            "points_set",
            known.name,
            points=data.points,
        )
        return stake_info(known, given)

    return [new_collection, new_schema, new_template, mint, give_points]


def _owning(context: HttpContext) -> list[Any]:
    @get("/collectibles/{item_id:int}")
    async def collectible(item_id: ItemPath) -> CollectibleInfo:
        found = await context.read(lambda connection: collectibles.by_id(connection, item_id))
        if found is None:
            raise Refused("no_such_item", f"There is no item {item_id}.", rule="BOI-241", status=404)
        return item_info(found)

    @post("/collectibles/{item_id:int}/transfer", status_code=200)
    async def transfer(member: Member, item_id: ItemPath, data: JSONBody[Transfer]) -> CollectibleInfo:
        """Give an item of mine to somebody else. BOI-248"""
        no_guest(member)
        taker = await taking(context, data.to)
        if taker.id == member.id:
            raise Refused("yourself", "It is yours already.", field="to", rule="BOI-248", status=409)
        with refusing():
            return item_info(
                await context.write(lambda c: collectibles.transfer(c, item_id, member.id, taker.id, wall_ms()))
            )

    @post("/collectibles/{item_id:int}/burn", status_code=200)
    async def burn(member: Member, item_id: ItemPath) -> CollectibleInfo:
        """It is gone for ever. BOI-249"""
        no_guest(member)
        with refusing():
            return item_info(await context.write(lambda c: collectibles.burn(c, item_id, member.id, wall_ms())))

    @get("/players/{name:str}/collectibles")
    async def owned(name: NamePath, after: Number = None, limit: Limit = LISTED) -> Inventory:
        """What a player owns, oldest first."""
        known = await context.player(name)

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

        return await context.read(page)

    @get("/me/album")
    async def album(member: Member) -> Album:
        """Every collection with what I own of it and what I lack. BOI-253"""
        return await context.read(lambda connection: album_of(connection, member))

    @post("/me/avatar", status_code=200)
    async def choose_avatar(member: Member, data: JSONBody[ChooseAvatar]) -> Avatar | None:
        """Show an avatar of mine beside my name, or none. BOI-252"""

        def choose(connection: Connection) -> Avatar | None:
            collectibles.choose_avatar(connection, member.id, data.item)
            return avatar_of(connection, member.id)

        with refusing():
            return await context.write(choose)

    return [collectible, transfer, burn, owned, album, choose_avatar]


def _staking(context: HttpContext) -> list[Any]:
    """Stake points, from which the power source `ledger` takes powered stakes. BOI-085"""

    @get("/me/stake")
    async def my_stake(member: Member) -> StakeInfo:
        return stake_info(member, await context.read(lambda c: collectibles.stake_of(c, member.id)))

    @post("/me/stake", status_code=200)
    async def stake(member: Member, data: JSONBody[NewStake]) -> StakeInfo:
        """So many of my points are staked from now on; games notice it at their next maintenance."""
        no_guest(member)
        with refusing():
            return stake_info(member, await context.write(lambda c: collectibles.stake(c, member.id, data.points)))

    @get("/players/{name:str}/stake")
    async def player_stake(name: NamePath) -> StakeInfo:
        known = await context.player(name)
        return stake_info(known, await context.read(lambda c: collectibles.stake_of(c, known.id)))

    return [my_stake, stake, player_stake]


async def taking(context: HttpContext, name: str) -> Player:
    """An account that can own something: guests cannot, because they do not stay. Raises Refused."""
    known = await context.player(name)
    if known.guest:
        raise Refused("guest", "Guests cannot own anything.", field="to", rule="BOI-241", status=409)
    return known


def stake_info(player: Player, stake: collectibles.Stake) -> StakeInfo:
    return StakeInfo(player.name, stake.points, stake.staked, counted(stake.staked))
