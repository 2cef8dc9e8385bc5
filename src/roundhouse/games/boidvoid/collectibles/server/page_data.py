"""Rows of the store as what the pages get: collections, items, lines of the ledger, and the album."""

import msgspec
from sqlalchemy import Connection

from ..starting_catalogue import KNOWN
from ..drafts import SchemaDraft
from ..kinds import OWNED_BY_THE_GAME, fields_of, modifiers_of
from ..api import Album, AlbumEntry, AlbumPage, Avatar, CollectibleInfo, CollectionInfo, LedgerLine, SchemaInfo, TemplateInfo
from ..store import catalogue, items as collectibles
from ..store.ledger import Line
from .....store.players import Player


def collection_info(one: catalogue.Collection) -> CollectionInfo:
    return CollectionInfo(one.key, one.name, one.sentence, one.builtin, one.templates)


def schema_info(one: SchemaDraft) -> SchemaInfo:
    return SchemaInfo(
        one.collection,
        one.kind,
        one.sprite,
        dict(one.modifiers),
        dict(one.fields),
        list(modifiers_of(one.kind)),
        list(fields_of(one.kind)),
    )


def template_info(one: catalogue.Template) -> TemplateInfo:
    return TemplateInfo(
        key=one.key,
        name=one.name,
        collection=one.collection,
        schema=one.kind,
        sprite=one.sprite,
        modifiers=one.modifiers,
        fields=one.fields,
        data=one.data,
        max_supply=one.max_supply,
        minted=one.minted,
        living=one.living,
        transferable=one.transferable,
        burnable=one.burnable,
        known=one.key in KNOWN or (one.kind in OWNED_BY_THE_GAME and "element" in one.data),
        created_ms=one.created_ms,
    )


def item_info(one: collectibles.Item) -> CollectibleInfo:
    return CollectibleInfo(
        id=one.id,
        template=one.template,
        name=one.name,
        collection=one.collection,
        schema=one.kind,
        mint_number=one.mint_number,
        owner=one.owner,
        transferable=one.transferable,
        burnable=one.burnable,
        data=one.data,
        use=one.use,  # type: ignore[arg-type]
        game=one.game,
        unit=one.unit,
        minted_ms=one.minted_ms,
        burnt_ms=one.burnt_ms,
    )


def line_info(one: Line) -> LedgerLine:
    return msgspec.convert(one, LedgerLine, from_attributes=True)


def album_of(connection: Connection, player: Player) -> Album:
    """A page for every collection with a place for each template that can be owned; an empty one is missing. BOI-253"""
    items: dict[str, list[CollectibleInfo]] = {}
    for item in collectibles.of_player(connection, player.id):
        items.setdefault(item.template, []).append(item_info(item))
    places: dict[str, list[AlbumEntry]] = {}
    for template in catalogue.find_templates(connection):
        if template.kind not in OWNED_BY_THE_GAME:
            entry = AlbumEntry(template_info(template), items.get(template.key, []))
            places.setdefault(template.collection, []).append(entry)
    pages = []
    for collection in catalogue.all_collections(connection):
        entries = places.get(collection.key, [])
        owned = sum(bool(entry.items) for entry in entries)
        pages.append(AlbumPage(collection_info(collection), owned, len(entries), entries))
    return Album(player.name, pages)


def avatar_of(connection: Connection, player_id: int) -> Avatar | None:
    """BOI-252"""
    item = collectibles.avatar_of(connection, player_id)
    template = None if item is None else catalogue.find_template(connection, item.template)
    if item is None or template is None:
        return None
    return Avatar(item.id, template.key, template.name, template.sprite)
