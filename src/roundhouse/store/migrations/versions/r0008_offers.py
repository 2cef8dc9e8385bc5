"""Maps that players offer, for administrators to choose among."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Text,
    UniqueConstraint,
)

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "offers",
        Column("id", Integer, nullable=False),
        Column("game", String(40), nullable=False),
        Column("key", String(40), nullable=False),
        Column("name", String(200), nullable=False),
        Column("text", Text, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("facts", LargeBinary, nullable=False),
        Column("author_id", Integer, nullable=False),
        Column("at_ms", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_offers"),
        UniqueConstraint("game", "author_id", "key", name="uq_offers_game_author_id_key"),
        ForeignKeyConstraint(["author_id"], ["players.id"], name="fk_offers_author_id_players"),
    )
