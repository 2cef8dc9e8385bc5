"""What pages ask and get about collectibles: collections, templates, what players own, the ledger and stake points."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from .kinds import Kind as Kind

LineKind = Literal["mint", "transfer", "burn", "stake", "unstake", "equip", "unequip"]
# How an item is used: not at all, in the inventory of a running game, staked or equipped there, shown as an avatar
Use = Literal["", "game", "staked", "equipped", "avatar"]

Slug = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9][a-z0-9\-]*$")]
Title = Annotated[str, Meta(min_length=1, max_length=80)]
PlayerName = Annotated[str, Meta(min_length=1, max_length=100)]
Modifiers = dict[Annotated[str, Meta(max_length=40)], Annotated[int, Meta(ge=-10_000, le=10_000)]]
Sprite = Annotated[str, Meta(max_length=4000)]
ItemId = Annotated[int, Meta(ge=1, le=2**53)]


# What there is


class CollectionInfo(Struct, frozen=True):
    """`core` holds the rulebook's own templates; `builtin`: it came with the server."""

    key: str
    name: str
    sentence: str
    builtin: bool
    templates: int


class NewCollection(Struct, frozen=True, forbid_unknown_fields=True):
    key: Slug
    name: Title
    sentence: Annotated[str, Meta(max_length=300)] = ""


class SchemaInfo(Struct, frozen=True):
    """What all templates of one kind in a collection share. `allowed` and `allowed_fields` are the modifiers that
    this kind may carry."""

    collection: str
    kind: Kind
    sprite: str
    modifiers: dict[str, int]
    fields: dict[str, int]
    allowed: list[str]
    allowed_fields: list[str]


class NewSchema(Struct, frozen=True, forbid_unknown_fields=True):
    """`sprite` is a short SVG, `modifiers` change a unit's stats, `fields` what a tile does to units on it."""

    collection: Slug
    kind: Kind
    sprite: Sprite = ""
    modifiers: Modifiers = {}
    fields: Modifiers = {}


class TemplateInfo(Struct, frozen=True):
    """`sprite`, `modifiers` and `fields` are those that count: with what the schema adds. `minted` is the highest mint
    number so far, `living` how many of them were not burnt. `known` says whether the rules of the game use it."""

    key: str
    name: str
    collection: str
    schema: Kind
    sprite: str
    modifiers: dict[str, int]
    fields: dict[str, int]
    data: dict[str, Any]
    max_supply: int | None
    minted: int
    living: int
    transferable: bool
    burnable: bool
    known: bool
    created_ms: int


class NewTemplate(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing of a template changes once it is made. The collection must have a schema of this kind."""

    key: Slug
    name: Title
    collection: Slug
    schema: Kind
    sprite: Sprite = ""
    modifiers: Modifiers = {}
    fields: Modifiers = {}
    data: dict[str, Any] = {}
    max_supply: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    transferable: bool = True
    burnable: bool = True


class CollectionPage(Struct, frozen=True):
    collection: CollectionInfo
    schemas: list[SchemaInfo]
    templates: list[TemplateInfo]


# What players own


class CollectibleInfo(Struct, frozen=True):
    """`owner` is empty once it is burnt. While it is used in a running game, `game` is the match's key, and `unit` the
    id of the unit on which it is staked."""

    id: int
    template: str
    name: str
    collection: str
    schema: Kind
    mint_number: int
    owner: str
    transferable: bool
    burnable: bool
    data: dict[str, Any]
    use: Use
    game: str
    unit: int
    minted_ms: int
    burnt_ms: int | None


class Inventory(Struct, frozen=True):
    """What a player owns, oldest first, with the templates of it all. `more` is the number to ask with for the next
    ones, or null."""

    player: str
    items: list[CollectibleInfo]
    templates: list[TemplateInfo]
    more: int | None


class Mint(Struct, frozen=True, forbid_unknown_fields=True):
    to: PlayerName
    count: Annotated[int, Meta(ge=1, le=1000)] = 1


class Transfer(Struct, frozen=True, forbid_unknown_fields=True):
    to: PlayerName


class AlbumEntry(Struct, frozen=True):
    """A place in the album: `items` are the ones I own of this template; none means that it is missing."""

    template: TemplateInfo
    items: list[CollectibleInfo]


class AlbumPage(Struct, frozen=True):
    """`owned` of `total` templates are there."""

    collection: CollectionInfo
    owned: int
    total: int
    entries: list[AlbumEntry]


class Album(Struct, frozen=True):
    player: str
    pages: list[AlbumPage]


class ChooseAvatar(Struct, frozen=True, forbid_unknown_fields=True):
    """An avatar of mine, or null for none."""

    item: ItemId | None


# The ledger


class LedgerLine(Struct, frozen=True):
    """`giver` and `taker` are players: of a mint nobody gives, of a burn nobody takes. In a game its key and turn."""

    id: int
    at_ms: int
    kind: LineKind
    item: int
    template: str
    mint_number: int
    giver: str
    taker: str
    game: str
    turn: int


class LedgerPage(Struct, frozen=True):
    """The newest first; `more` is the number to ask with for older ones, or null."""

    lines: list[LedgerLine]
    more: int | None


# Stake points


class StakeInfo(Struct, frozen=True):
    """Of `points` a player has `staked` some; `counted` of those are powered stake."""

    player: str
    points: int
    staked: int
    counted: int


class NewStake(Struct, frozen=True, forbid_unknown_fields=True):
    """So many points are staked from now on."""

    points: Annotated[int, Meta(ge=0, le=10**12)]


class NewPoints(Struct, frozen=True, forbid_unknown_fields=True):
    """So many stake points a player has from now on; what is staked beyond them is no longer staked."""

    points: Annotated[int, Meta(ge=0, le=10**12)]
