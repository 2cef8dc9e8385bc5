"""Players of the original Microservice Dungeon and their games."""

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
    UniqueConstraint,
    false,
)

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "wire_players",
        Column("player_id", Integer, autoincrement=False, nullable=False),
        Column("uuid", String(36), nullable=False),
        Column("email", String(200), nullable=False),
        PrimaryKeyConstraint("player_id", name="pk_wire_players"),
        UniqueConstraint("uuid", name="uq_wire_players_uuid"),
        UniqueConstraint("email", name="uq_wire_players_email"),
        ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_wire_players_player_id_players"),
    )
    op.create_table(
        "wire_games",
        Column("uuid", String(36), nullable=False),
        Column("content", LargeBinary, nullable=False),
        Column("created_ms", BigInteger, nullable=False),
        Column("delivered", Boolean, nullable=False, server_default=false()),
        PrimaryKeyConstraint("uuid", name="pk_wire_games"),
    )
    op.create_table(
        "wire_sent",
        Column("uuid", String(36), nullable=False),
        Column("player_id", Integer, nullable=False),
        Column("confirmed", Integer, nullable=False),
        PrimaryKeyConstraint("uuid", "player_id", name="pk_wire_sent"),
        ForeignKeyConstraint(["uuid"], ["wire_games.uuid"], name="fk_wire_sent_uuid_wire_games"),
    )
