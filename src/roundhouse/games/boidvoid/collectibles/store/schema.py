"""The tables of collectibles: what there is, who owns it, and the ledger of everything that happened to it."""

import sqlalchemy as sa

from .....store.schema.platform import LONG, metadata

collections = sa.Table(
    "collections",
    metadata,
    sa.Column("key", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("sentence", sa.String(300), nullable=False, server_default=""),
    sa.Column("builtin", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("position", sa.Integer, nullable=False, server_default="0"),  # built-in ones come first, in their order
    sa.Column("created_ms", sa.BigInteger, nullable=False),
)

# What the templates of one kind share within a collection (BOI-243, BOI-244)
item_schemas = sa.Table(
    "item_schemas",
    metadata,
    sa.Column("collection", sa.String(40), sa.ForeignKey("collections.key"), nullable=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("sprite", sa.Text, nullable=False, server_default=""),
    sa.Column("modifiers", sa.LargeBinary, nullable=False),  # MessagePack: by name
    sa.Column("fields", sa.LargeBinary, nullable=False),  # the same
    sa.PrimaryKeyConstraint("collection", "kind"),
)

# Only the number of minted items of a template changes (BOI-241, BOI-242)
templates = sa.Table(
    "templates",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(40), nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("collection", sa.String(40), sa.ForeignKey("collections.key"), nullable=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("sprite", sa.Text, nullable=False, server_default=""),
    sa.Column("modifiers", sa.LargeBinary, nullable=False),  # MessagePack: by name
    sa.Column("fields", sa.LargeBinary, nullable=False),  # the same
    sa.Column("data", sa.LargeBinary, nullable=False),  # MessagePack
    sa.Column("max_supply", sa.Integer),
    sa.Column("transferable", sa.Boolean, nullable=False),
    sa.Column("burnable", sa.Boolean, nullable=False),
    sa.Column("minted", sa.Integer, nullable=False, server_default="0"),  # the newest mint number
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("key"),
    sa.Index(None, "collection"),
)

# A burnt item keeps its row, without an owner, so that its number is never used again
collectibles = sa.Table(
    "collectibles",
    metadata,
    sa.Column("id", LONG, primary_key=True),
    sa.Column("template_id", sa.Integer, sa.ForeignKey("templates.id"), nullable=False),
    sa.Column("mint_number", sa.Integer, nullable=False),
    sa.Column("owner_id", sa.Integer, sa.ForeignKey("players.id")),
    sa.Column("use", sa.String(10), nullable=False, server_default=""),  # game, staked or equipped: how a game uses it
    sa.Column("minted_ms", sa.BigInteger, nullable=False),
    sa.Column("burnt_ms", sa.BigInteger),
    sa.UniqueConstraint("template_id", "mint_number"),
    sa.Index(None, "owner_id", "id"),
)

# Append-only (BOI-251)
ledger = sa.Table(
    "ledger",
    metadata,
    sa.Column("id", LONG, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("item_id", sa.BigInteger, sa.ForeignKey("collectibles.id"), nullable=False),
    sa.Column("giver_id", sa.Integer, sa.ForeignKey("players.id")),
    sa.Column("taker_id", sa.Integer, sa.ForeignKey("players.id")),
    sa.Column("game", sa.String(40), nullable=False, server_default=""),  # the key of the match
    sa.Column("turn", sa.Integer, nullable=False, server_default="0"),
    sa.Index(None, "item_id"),
    sa.Index(None, "giver_id"),
    sa.Index(None, "taker_id"),
)

# The inventories of running games: a player's slot in the game, and the item there; None: the item went back to the
# player who was replaced
game_items = sa.Table(
    "game_items",
    metadata,
    sa.Column("game", sa.String(40), nullable=False),  # the key of the match
    sa.Column("player", sa.Integer, nullable=False),  # its number in the game, from 1
    sa.Column("slot", sa.Integer, nullable=False),
    sa.Column("item_id", sa.BigInteger, sa.ForeignKey("collectibles.id")),
    sa.Column("unit", sa.Integer, nullable=False, server_default="0"),  # on which it is staked
    sa.PrimaryKeyConstraint("game", "player", "slot"),
    sa.UniqueConstraint("item_id"),  # nothing is in two games at once
)

# How far the ledger has followed a game: everything up to this step is written already
game_ledgers = sa.Table(
    "game_ledgers",
    metadata,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False, server_default=sa.false()),
)

stakes = sa.Table(
    "stakes",
    metadata,
    sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), primary_key=True, autoincrement=False),
    sa.Column("points", sa.BigInteger, nullable=False),
    sa.Column("staked", sa.BigInteger, nullable=False),
)

avatars = sa.Table(
    "avatars",
    metadata,
    sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), primary_key=True, autoincrement=False),
    sa.Column("item_id", sa.BigInteger, sa.ForeignKey("collectibles.id"), nullable=False),
    sa.UniqueConstraint("item_id"),
)
