"""Collections, schemas and templates of collectibles. They never change once they exist. BOI-241 to BOI-244"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Select, and_, func, insert, select

from .....store.database.sql_dialect import storable, upsert
from ..api import CollectionInfo
from ..drafts import Catalogue, CollectionDraft, SchemaDraft, TemplateDraft
from ..kinds import KINDS, Kind
from ..permissions import ItemError, total
from .schema import collectibles, collections, item_schemas, templates


class Template(Struct, frozen=True, kw_only=True):
    """Sprite and modifiers are the effective ones, including the schema's. BOI-243"""

    id: int
    key: str
    name: str
    collection: str
    kind: Kind
    sprite: str
    modifiers: dict[str, int]
    fields: dict[str, int]
    data: dict[str, Any]
    max_supply: int | None
    transferable: bool
    burnable: bool
    minted: int
    living: int
    created_ms: int


# Making


def install(connection: Connection, catalogue: Catalogue, now_ms: int) -> None:
    """Store what comes with the server, unless it is stored already."""
    for position, one in enumerate(catalogue.collections):
        made = upsert(connection, collections).values(
            key=one.key, name=one.name, sentence=one.sentence, builtin=True, position=position, created_ms=now_ms
        )
        connection.execute(made.on_conflict_do_nothing())
    for schema in catalogue.schemas:
        connection.execute(upsert(connection, item_schemas).values(_of_schema(schema)).on_conflict_do_nothing())
    for template in catalogue.templates:
        values = _of_template(template, now_ms)
        connection.execute(upsert(connection, templates).values(values).on_conflict_do_nothing())


def add_collection(connection: Connection, draft: CollectionDraft, now_ms: int) -> CollectionInfo:
    """Raises ItemError."""
    draft.check()
    if find_collection(connection, draft.key) is not None:
        raise ItemError("collection_exists", "key", f"There is a collection {draft.key} already.", "BOI-299")
    last = connection.execute(select(func.coalesce(func.max(collections.c.position), 0))).scalar_one()
    connection.execute(
        insert(collections).values(
            key=draft.key, name=draft.name, sentence=draft.sentence, position=last + 1, created_ms=now_ms
        )
    )
    return CollectionInfo(draft.key, draft.name, draft.sentence, False, 0)


def add_schema(connection: Connection, draft: SchemaDraft) -> SchemaDraft:
    """Raises ItemError."""
    draft.check()
    _need_collection(connection, draft.collection)
    if any(one.kind == draft.kind for one in schemas(connection, draft.collection)):
        sentence = f"The collection {draft.collection} has a schema {draft.kind} already."
        raise ItemError("schema_exists", "kind", sentence, "BOI-244")
    connection.execute(insert(item_schemas).values(_of_schema(draft)))
    return draft


def add_template(connection: Connection, draft: TemplateDraft, now_ms: int) -> Template:
    """Raises ItemError."""
    draft.check()
    _need_collection(connection, draft.collection)
    if all(one.kind != draft.kind for one in schemas(connection, draft.collection)):
        sentence = f"The collection {draft.collection} has no schema {draft.kind}; make it first."
        raise ItemError("no_schema", "schema", sentence, "BOI-244")
    if find_template(connection, draft.key) is not None:
        raise ItemError("template_exists", "key", f"There is a template {draft.key} already.", "BOI-241")
    connection.execute(insert(templates).values(_of_template(draft, now_ms)))
    made = find_template(connection, draft.key)
    assert made is not None  # noqa: S101 - it was just made
    return made


def _need_collection(connection: Connection, key: str) -> None:
    if find_collection(connection, key) is None:
        raise ItemError("no_collection", "collection", f"There is no collection {key!r}.", "BOI-299")


def _of_schema(draft: SchemaDraft) -> dict[str, Any]:
    return {
        "collection": draft.collection,
        "kind": draft.kind,
        "sprite": draft.sprite,
        "modifiers": _packed(draft.modifiers),
        "fields": _packed(draft.fields),
    }


def _of_template(draft: TemplateDraft, now_ms: int) -> dict[str, Any]:
    return {
        "key": draft.key,
        "name": draft.name,
        "collection": draft.collection,
        "kind": draft.kind,
        "sprite": draft.sprite,
        "modifiers": _packed(draft.modifiers),
        "fields": _packed(draft.fields),
        "data": _packed(draft.data),
        "max_supply": draft.max_supply,
        "transferable": draft.transferable,
        "burnable": draft.burnable,
        "created_ms": now_ms,
    }


def _packed(values: Mapping[str, Any]) -> bytes:
    return msgspec.msgpack.encode(dict(values))


# Finding


def all_collections(connection: Connection) -> list[CollectionInfo]:
    """Those that came with the server first, then the others in the order they were made."""
    count = func.count(templates.c.id)
    query = (
        select(collections.c.key, collections.c.name, collections.c.sentence, collections.c.builtin, count)
        .outerjoin(templates, templates.c.collection == collections.c.key)
        .group_by(*collections.c)
        .order_by(collections.c.builtin.desc(), collections.c.position, collections.c.key)
    )
    return [CollectionInfo(*row) for row in connection.execute(query)]


def find_collection(connection: Connection, key: str) -> CollectionInfo | None:
    return next((one for one in all_collections(connection) if one.key == key), None)


def schemas(connection: Connection, collection: str) -> list[SchemaDraft]:
    """Of a collection, in the order of the rules."""
    if not storable(collection):
        return []
    rows = connection.execute(select(item_schemas).where(item_schemas.c.collection == collection))
    found = [
        SchemaDraft(
            collection=row.collection,
            kind=row.kind,
            sprite=row.sprite,
            modifiers=msgspec.msgpack.decode(row.modifiers),
            fields=msgspec.msgpack.decode(row.fields),
        )
        for row in rows
    ]
    return sorted(found, key=lambda one: KINDS.index(one.kind))


def find_template(connection: Connection, key: str) -> Template | None:
    if not storable(key):
        return None
    row = connection.execute(_templates().where(templates.c.key == key)).first()
    return None if row is None else _template(row)


def find_templates(
    connection: Connection, *, collection: str = "", kind: str = "", ids: Iterable[int] | None = None
) -> list[Template]:
    """Those that match all given arguments, in the order they were made."""
    if not storable(collection):
        return []
    query = _templates()
    if collection:
        query = query.where(templates.c.collection == collection)
    if kind:
        query = query.where(templates.c.kind == kind)
    if ids is not None:
        query = query.where(templates.c.id.in_(set(ids)))
    return [_template(row) for row in connection.execute(query.order_by(templates.c.id))]


def _templates() -> Select[Any]:
    shared = item_schemas.c
    living = (
        select(func.count())
        .where(collectibles.c.template_id == templates.c.id, collectibles.c.burnt_ms.is_(None))
        .scalar_subquery()
        .label("living")
    )
    return select(
        templates,
        shared.sprite.label("shared_sprite"),
        shared.modifiers.label("shared_modifiers"),
        shared.fields.label("shared_fields"),
        living,
    ).outerjoin(item_schemas, and_(shared.collection == templates.c.collection, shared.kind == templates.c.kind))


def _template(row: Any) -> Template:
    return Template(
        id=row.id,
        key=row.key,
        name=row.name,
        collection=row.collection,
        kind=row.kind,
        sprite=row.sprite or row.shared_sprite or "",
        modifiers=_both(row.shared_modifiers, row.modifiers),
        fields=_both(row.shared_fields, row.fields),
        data=msgspec.msgpack.decode(row.data),
        max_supply=row.max_supply,
        transferable=row.transferable,
        burnable=row.burnable,
        minted=row.minted,
        living=row.living,
        created_ms=row.created_ms,
    )


def _both(shared: bytes | None, own: bytes) -> dict[str, int]:
    return total({} if shared is None else msgspec.msgpack.decode(shared), msgspec.msgpack.decode(own))
