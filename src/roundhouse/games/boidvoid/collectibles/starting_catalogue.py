"""What exists from the start: the rulebook's templates, some avatars, and some things to collect."""

from collections.abc import Sequence
from typing import Any

from ..rules import tables as t
from . import starting_sprites
from .drafts import Catalogue, CollectionDraft, SchemaDraft, TemplateDraft
from .kinds import CORE, KINDS, Kind

FACES, KEEPSAKES = "faces", "keepsakes"
KNOWN = t.TEMPLATE_KEYS[1:]  # templates that a game can use
_SHEETS = {
    "spaceship": starting_sprites.SHIPS,
    "mothership": starting_sprites.SHIPS,
    "superstructure": starting_sprites.SUPERSTRUCTURES,
    "boost": starting_sprites.BOOSTS,
}
_NAMES = {
    "ship-standard": "Standard ship",
    "mothership-standard": "Standard mothership",
    "ss-relay": "Relay",
    "ss-bastion": "Bastion",
    "ss-array": "Array",
    "ss-beacon": "Beacon",
}


def catalogue() -> Catalogue:
    """BOI-244: the rulebook's templates are the collection `core`."""
    collections = (
        CollectionDraft(key=CORE, name="Core", sentence="Everything that the rules of BoidVoid know."),
        CollectionDraft(key=FACES, name="Faces of the yard", sentence="Avatars to show beside your name."),
        CollectionDraft(key=KEEPSAKES, name="Keepsakes", sentence="Things to collect; they do nothing."),
    )
    schemas = (
        *(SchemaDraft(collection=CORE, kind=kind, sprite=starting_sprites.ELEMENTS.get(kind, "")) for kind in KINDS),
        SchemaDraft(collection=FACES, kind="avatar"),
        SchemaDraft(collection=KEEPSAKES, kind="collectible"),
    )
    return Catalogue(collections, schemas, (*_rulebook(), *_elements(), *_faces(), *_keepsakes()))


def _rulebook() -> list[TemplateDraft]:
    """The build turns of a superstructure are its build_rate; those of a boost are how long it burns."""
    made = []
    for number, key in enumerate(KNOWN, 1):
        kind: Any = t.SCHEMA_NAMES[t.TEMPLATE_SCHEMAS[number]]
        modifiers = {t.MOD_NAMES[mod]: value for mod, value in t.TEMPLATE_MODS.get(number, {}).items()}
        data = {}
        if kind == "superstructure":
            modifiers["build_rate"] = t.TEMPLATE_TURNS[number]
        elif kind == "boost":
            data["turns"] = t.TEMPLATE_TURNS[number]
        made.append(
            TemplateDraft(
                key=key,
                name=_NAMES.get(key) or key.partition("-")[2].capitalize(),
                collection=CORE,
                kind=kind,
                sprite=_SHEETS[kind][key],
                modifiers=modifiers,
                fields={t.FIELD_NAMES[which]: value for which, value in t.TEMPLATE_FIELDS.get(number, {}).items()},
                data=data,
            )
        )
    return made


def _elements() -> list[TemplateDraft]:
    """Elements of maps, which belong to the game itself. BOI-244, BOI-246"""
    tiles = zip(t.TILE_NAMES[1:], t.TILE_FIELDS[1:], strict=True)
    places = zip(t.POI_NAMES[1:], t.POI_FIELDS[1:], strict=True)
    return [
        *(_element("tile", name, fields) for name, fields in tiles),
        *(_element("obstacle", name) for name in t.OBSTACLE_NAMES[1:]),
        _element("npc", "space_pirate"),
        *(_element("poi", name, fields) for name, fields in places),
    ]


def _element(kind: Kind, name: str, fields: Sequence[int] = ()) -> TemplateDraft:
    return TemplateDraft(
        key=f"{kind}-{name.replace('_', '-')}",
        name=name.replace("_", " ").capitalize(),
        collection=CORE,
        kind=kind,
        fields={t.FIELD_NAMES[which]: value for which, value in enumerate(fields) if value},
        data={"element": name},
        transferable=False,
        burnable=False,
    )


def _faces() -> list[TemplateDraft]:
    return [
        TemplateDraft(key=key, name=key.partition("-")[2].capitalize(), collection=FACES, kind="avatar", sprite=sprite)
        for key, sprite in starting_sprites.AVATARS.items()
    ]


def _keepsakes() -> list[TemplateDraft]:
    return [
        TemplateDraft(
            key=key,
            name=key.replace("-", " ").capitalize(),
            collection=KEEPSAKES,
            kind="collectible",
            sprite=sprite,
        )
        for key, sprite in starting_sprites.KEEPSAKES.items()
    ]
