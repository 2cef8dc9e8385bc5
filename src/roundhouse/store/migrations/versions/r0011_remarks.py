"""What bots say about their turns, and the addresses of bots that the server calls."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
)

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "remarks",
        Column("id", Integer, nullable=False),
        Column("match_id", Integer, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("step", Integer, nullable=False),
        Column("turn", Integer, nullable=False),
        Column("round", Integer, nullable=False),
        Column("ms", BigInteger),
        Column("said", LargeBinary, nullable=False, server_default=""),
        PrimaryKeyConstraint("id", name="pk_remarks"),
        ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_remarks_match_id_matches"),
    )
    op.create_index("ix_remarks_match_id_seat", "remarks", ["match_id", "seat"])
    op.create_table(
        "webhooks",
        Column("player_id", Integer, nullable=False, autoincrement=False),
        Column("url", String(300), nullable=False),
        Column("game", String(40), nullable=False, server_default=""),
        Column("preset", String(40), nullable=False, server_default=""),
        Column("choice", String(40), nullable=False, server_default=""),
        Column("set_ms", BigInteger, nullable=False),
        PrimaryKeyConstraint("player_id", name="pk_webhooks"),
        ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_webhooks_player_id_players"),
    )
