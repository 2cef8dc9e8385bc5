"""Collections, schemas and templates as requested: checked here, then stored for good."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from .kinds import Kind
from .permissions import check_collection, check_data, check_looks, check_modifiers


class CollectionDraft(Struct, frozen=True, kw_only=True):
    key: str
    name: str
    sentence: str = ""

    def check(self) -> None:
        """Raises ItemError."""
        check_collection(self.key)


class SchemaDraft(Struct, frozen=True, kw_only=True):
    """What all templates of a kind share in a collection."""

    collection: str
    kind: Kind
    sprite: str = ""
    modifiers: Mapping[str, int] = {}
    fields: Mapping[str, int] = {}

    def check(self) -> None:
        """Raises ItemError."""
        check_looks(self.sprite)
        check_modifiers(self.kind, self.modifiers, self.fields)


class TemplateDraft(Struct, frozen=True, kw_only=True):
    key: str
    name: str
    collection: str
    kind: Kind
    sprite: str = ""
    modifiers: Mapping[str, int] = {}
    fields: Mapping[str, int] = {}
    data: Mapping[str, Any] = {}
    max_supply: int | None = None
    transferable: bool = True
    burnable: bool = True

    def check(self) -> None:
        """Raises ItemError."""
        check_looks(self.sprite)
        check_modifiers(self.kind, self.modifiers, self.fields)
        check_data(self.data)


class Catalogue(Struct, frozen=True):
    """Everything that exists from the start."""

    collections: tuple[CollectionDraft, ...]
    schemas: tuple[SchemaDraft, ...]
    templates: tuple[TemplateDraft, ...]
