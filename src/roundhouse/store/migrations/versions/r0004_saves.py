"""Matches have hosts, who can save them and go on with them another time.

Nobody knows any more who was the host of a match so far, so none of those can be saved.
"""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
)

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    with op.batch_alter_table("matches") as batch:
        batch.add_column(Column("host_id", Integer))
        batch.create_foreign_key("fk_matches_host_id_players", "players", ["host_id"], ["id"])
    op.create_table(
        "saves",
        Column("id", Integer, nullable=False),
        Column("player_id", Integer, nullable=False),
        Column("name", String(40), nullable=False),
        Column("folded", String(120), nullable=False),
        Column("game", String(40), nullable=False),
        Column("match_id", Integer, nullable=False),
        Column("round", Integer, nullable=False),
        Column("players", LargeBinary, nullable=False),
        Column("setup", LargeBinary, nullable=False),
        Column("options", LargeBinary, nullable=False),
        Column("record", LargeBinary, nullable=False),
        Column("at_ms", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_saves"),
        UniqueConstraint("player_id", "folded", name="uq_saves_player_id_folded"),
        ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_saves_player_id_players"),
        ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_saves_match_id_matches"),
    )
