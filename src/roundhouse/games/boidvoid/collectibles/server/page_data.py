"""Database rows as API structs: collections, items, lines of the ledger, and the album."""

from sqlalchemy import Connection

from .....protocol.api.platform import Avatar
from .....store.players import Player
from ..api import (
    Album,
    AlbumEntry,
    AlbumPage,
    CollectibleInfo,
    SchemaInfo,
    TemplateInfo,
)
from ..drafts import SchemaDraft
from ..kinds import OWNED_BY_THE_GAME, fields_of, modifiers_of
from ..starting_catalogue import KNOWN
from ..store import catalogue
from ..store import items as collectibles


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


def album_of(connection: Connection, player: Player) -> Album:
    """A page for every collection with an entry for each template that can be owned; an entry without items is missing.
    BOI-253"""
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
        pages.append(AlbumPage(collection, owned, len(entries), entries))
    return Album(player.name, pages)


def avatar_of(connection: Connection, player_id: int) -> Avatar | None:
    """BOI-252"""
    item = collectibles.avatar_of(connection, player_id)
    template = None if item is None else catalogue.find_template(connection, item.template)
    if item is None or template is None:
        return None
    return Avatar(item.id, template.key, template.name, template.sprite)
