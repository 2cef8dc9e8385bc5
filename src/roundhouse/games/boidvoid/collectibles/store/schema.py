"""The tables of collectibles: what there is, who owns it, and the ledger of everything that happened to it."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

from .....store.schema.platform import LONG, metadata

collections = Table(
    "collections",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("sentence", String(300), nullable=False, server_default=""),
    Column("builtin", Boolean, nullable=False, server_default=false()),
    Column("position", Integer, nullable=False, server_default="0"),  # built-in ones come first, in their order
    Column("created_ms", BigInteger, nullable=False),
)

# What the templates of one kind share within a collection (BOI-243, BOI-244)
item_schemas = Table(
    "item_schemas",
    metadata,
    Column("collection", String(40), ForeignKey("collections.key"), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("sprite", Text, nullable=False, server_default=""),
    Column("modifiers", LargeBinary, nullable=False),  # MessagePack: by name
    Column("fields", LargeBinary, nullable=False),  # the same
    PrimaryKeyConstraint("collection", "kind"),
)

# Nothing of a template changes but how many there are (BOI-241, BOI-242)
templates = Table(
    "templates",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(40), nullable=False),
    Column("name", String(80), nullable=False),
    Column("collection", String(40), ForeignKey("collections.key"), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("sprite", Text, nullable=False, server_default=""),
    Column("modifiers", LargeBinary, nullable=False),  # MessagePack: by name
    Column("fields", LargeBinary, nullable=False),  # the same
    Column("data", LargeBinary, nullable=False),  # MessagePack
    Column("max_supply", Integer),
    Column("transferable", Boolean, nullable=False),
    Column("burnable", Boolean, nullable=False),
    Column("minted", Integer, nullable=False, server_default="0"),  # the newest mint number
    Column("created_ms", BigInteger, nullable=False),
    UniqueConstraint("key"),
    Index(None, "collection"),
)

# A burnt one stays as a number that is never given again; it has no owner any more
collectibles = Table(
    "collectibles",
    metadata,
    Column("id", LONG, primary_key=True),
    Column("template_id", Integer, ForeignKey("templates.id"), nullable=False),
    Column("mint_number", Integer, nullable=False),
    Column("owner_id", Integer, ForeignKey("players.id")),
    Column("use", String(10), nullable=False, server_default=""),  # game, staked or equipped, in the game's inventory
    Column("minted_ms", BigInteger, nullable=False),
    Column("burnt_ms", BigInteger),
    UniqueConstraint("template_id", "mint_number"),
    Index(None, "owner_id", "id"),
)

# Append-only (BOI-251)
ledger = Table(
    "ledger",
    metadata,
    Column("id", LONG, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("item_id", BigInteger, ForeignKey("collectibles.id"), nullable=False),
    Column("giver_id", Integer, ForeignKey("players.id")),
    Column("taker_id", Integer, ForeignKey("players.id")),
    Column("game", String(40), nullable=False, server_default=""),  # the key of the match
    Column("turn", Integer, nullable=False, server_default="0"),
    Index(None, "item_id"),
    Index(None, "giver_id"),
    Index(None, "taker_id"),
)

# The inventories of running games: the slot of a player in the game, and the item that stands there; None: it went
# back to whoever played there before
game_items = Table(
    "game_items",
    metadata,
    Column("game", String(40), nullable=False),  # the key of the match
    Column("player", Integer, nullable=False),  # its number in the game, from 1
    Column("slot", Integer, nullable=False),
    Column("item_id", BigInteger, ForeignKey("collectibles.id")),
    Column("unit", Integer, nullable=False, server_default="0"),  # on which it is staked
    PrimaryKeyConstraint("game", "player", "slot"),
    UniqueConstraint("item_id"),  # nothing is in two games at once
)

# How far the ledger has followed a game: what came before this step is written down already
game_ledgers = Table(
    "game_ledgers",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("step", Integer, nullable=False),
    Column("over", Boolean, nullable=False, server_default=false()),
)

stakes = Table(
    "stakes",
    metadata,
    Column("player_id", Integer, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("points", BigInteger, nullable=False),
    Column("staked", BigInteger, nullable=False),
)

avatars = Table(
    "avatars",
    metadata,
    Column("player_id", Integer, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("item_id", BigInteger, ForeignKey("collectibles.id"), nullable=False),
    UniqueConstraint("item_id"),
)
