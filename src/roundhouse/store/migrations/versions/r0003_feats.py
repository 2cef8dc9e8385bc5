"""Figures and achievements of players, and maps that are installed beside those of the games.

Matches that were over before have no figures, so nobody begins with any.
"""

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
)

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "figures",
        Column("id", Integer, nullable=False),
        Column("match_id", Integer, nullable=False),
        Column("origin_id", Integer, nullable=False),
        Column("game", String(40), nullable=False),
        Column("counts", Boolean, nullable=False),
        Column("at_ms", BigInteger, nullable=False),
        Column("seats", LargeBinary, nullable=False),
        PrimaryKeyConstraint("id", name="pk_figures"),
        UniqueConstraint("match_id", name="uq_figures_match_id"),
        ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_figures_match_id_matches"),
        ForeignKeyConstraint(["origin_id"], ["matches.id"], name="fk_figures_origin_id_matches"),
    )
    op.create_index("ix_figures_origin_id", "figures", ["origin_id"])
    op.create_table(
        "feats",
        Column("player_id", Integer, nullable=False),
        Column("game", String(40), nullable=False),
        Column("matches", Integer, nullable=False),
        Column("figures", LargeBinary, nullable=False),
        PrimaryKeyConstraint("player_id", "game", name="pk_feats"),
        ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_feats_player_id_players"),
    )
    op.create_table(
        "unlocked",
        Column("player_id", Integer, nullable=False),
        Column("game", String(40), nullable=False),
        Column("achievement", String(40), nullable=False),
        Column("match_id", Integer, nullable=False),
        Column("at_ms", BigInteger, nullable=False),
        PrimaryKeyConstraint("player_id", "game", "achievement", name="pk_unlocked"),
        ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_unlocked_player_id_players"),
        ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_unlocked_match_id_matches"),
    )
    op.create_table(
        "maps",
        Column("game", String(40), nullable=False),
        Column("key", String(40), nullable=False),
        Column("name", String(200), nullable=False),
        Column("text", Text, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("facts", LargeBinary, nullable=False),
        Column("author_id", Integer),
        Column("at_ms", BigInteger, nullable=False),
        PrimaryKeyConstraint("game", "key", name="pk_maps"),
        ForeignKeyConstraint(["author_id"], ["players.id"], name="fk_maps_author_id_players"),
    )
