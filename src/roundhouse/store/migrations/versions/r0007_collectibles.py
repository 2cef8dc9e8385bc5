"""Collectibles with their ledger, and stake points."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Text,
    UniqueConstraint,
    false,
)

revision = "0007"
down_revision = "0006"

LONG = BigInteger().with_variant(Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "collections",
        Column("key", String(40), nullable=False),
        Column("name", String(80), nullable=False),
        Column("sentence", String(300), nullable=False, server_default=""),
        Column("builtin", Boolean, nullable=False, server_default=false()),
        Column("position", Integer, nullable=False, server_default="0"),
        Column("created_ms", BigInteger, nullable=False),
        PrimaryKeyConstraint("key", name="pk_collections"),
    )
    op.create_table(
        "item_schemas",
        Column("collection", String(40), nullable=False),
        Column("kind", String(20), nullable=False),
        Column("sprite", Text, nullable=False, server_default=""),
        Column("modifiers", LargeBinary, nullable=False),
        Column("fields", LargeBinary, nullable=False),
        PrimaryKeyConstraint("collection", "kind", name="pk_item_schemas"),
        ForeignKeyConstraint(["collection"], ["collections.key"], name="fk_item_schemas_collection_collections"),
    )
    op.create_table(
        "templates",
        Column("id", Integer, nullable=False),
        Column("key", String(40), nullable=False),
        Column("name", String(80), nullable=False),
        Column("collection", String(40), nullable=False),
        Column("kind", String(20), nullable=False),
        Column("sprite", Text, nullable=False, server_default=""),
        Column("modifiers", LargeBinary, nullable=False),
        Column("fields", LargeBinary, nullable=False),
        Column("data", LargeBinary, nullable=False),
        Column("max_supply", Integer),
        Column("transferable", Boolean, nullable=False),
        Column("burnable", Boolean, nullable=False),
        Column("minted", Integer, nullable=False, server_default="0"),
        Column("created_ms", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_templates"),
        UniqueConstraint("key", name="uq_templates_key"),
        ForeignKeyConstraint(["collection"], ["collections.key"], name="fk_templates_collection_collections"),
    )
    op.create_index("ix_templates_collection", "templates", ["collection"])
    op.create_table(
        "collectibles",
        Column("id", LONG, nullable=False),
        Column("template_id", Integer, nullable=False),
        Column("mint_number", Integer, nullable=False),
        Column("owner_id", Integer),
        Column("use", String(10), nullable=False, server_default=""),
        Column("minted_ms", BigInteger, nullable=False),
        Column("burnt_ms", BigInteger),
        PrimaryKeyConstraint("id", name="pk_collectibles"),
        UniqueConstraint("template_id", "mint_number", name="uq_collectibles_template_id_mint_number"),
        ForeignKeyConstraint(["template_id"], ["templates.id"], name="fk_collectibles_template_id_templates"),
        ForeignKeyConstraint(["owner_id"], ["players.id"], name="fk_collectibles_owner_id_players"),
    )
    op.create_index("ix_collectibles_owner_id_id", "collectibles", ["owner_id", "id"])
    op.create_table(
        "ledger",
        Column("id", LONG, nullable=False),
        Column("at_ms", BigInteger, nullable=False),
        Column("kind", String(10), nullable=False),
        Column("item_id", BigInteger, nullable=False),
        Column("giver_id", Integer),
        Column("taker_id", Integer),
        Column("game", String(40), nullable=False, server_default=""),
        Column("turn", Integer, nullable=False, server_default="0"),
        PrimaryKeyConstraint("id", name="pk_ledger"),
        ForeignKeyConstraint(["item_id"], ["collectibles.id"], name="fk_ledger_item_id_collectibles"),
        ForeignKeyConstraint(["giver_id"], ["players.id"], name="fk_ledger_giver_id_players"),
        ForeignKeyConstraint(["taker_id"], ["players.id"], name="fk_ledger_taker_id_players"),
    )
    for column in ("item_id", "giver_id", "taker_id"):
        op.create_index(f"ix_ledger_{column}", "ledger", [column])
    op.create_table(
        "game_items",
        Column("game", String(40), nullable=False),
        Column("player", Integer, nullable=False),
        Column("slot", Integer, nullable=False),
        Column("item_id", BigInteger),
        Column("unit", Integer, nullable=False, server_default="0"),
        PrimaryKeyConstraint("game", "player", "slot", name="pk_game_items"),
        UniqueConstraint("item_id", name="uq_game_items_item_id"),
        ForeignKeyConstraint(["item_id"], ["collectibles.id"], name="fk_game_items_item_id_collectibles"),
    )
    op.create_table(
        "game_ledgers",
        Column("game", String(40), nullable=False),
        Column("step", Integer, nullable=False),
        Column("over", Boolean, nullable=False, server_default=false()),
        PrimaryKeyConstraint("game", name="pk_game_ledgers"),
    )
    op.create_table(
        "stakes",
        Column("player_id", Integer, autoincrement=False, nullable=False),
        Column("points", BigInteger, nullable=False),
        Column("staked", BigInteger, nullable=False),
        PrimaryKeyConstraint("player_id", name="pk_stakes"),
        ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_stakes_player_id_players"),
    )
    op.create_table(
        "avatars",
        Column("player_id", Integer, autoincrement=False, nullable=False),
        Column("item_id", BigInteger, nullable=False),
        PrimaryKeyConstraint("player_id", name="pk_avatars"),
        UniqueConstraint("item_id", name="uq_avatars_item_id"),
        ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_avatars_player_id_players"),
        ForeignKeyConstraint(["item_id"], ["collectibles.id"], name="fk_avatars_item_id_collectibles"),
    )
