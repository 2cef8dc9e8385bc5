"""What teams say among themselves, and what their captains mark."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKeyConstraint,
    Integer,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
)

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "team_lines",
        Column("id", Integer, nullable=False),
        Column("match_id", Integer, nullable=False),
        Column("team", Integer, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("name", String(100), nullable=False),
        Column("at_ms", BigInteger, nullable=False),
        Column("text", String(300), nullable=False),
        PrimaryKeyConstraint("id", name="pk_team_lines"),
        ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_team_lines_match_id_matches"),
    )
    op.create_index("ix_team_lines_match_id_team", "team_lines", ["match_id", "team"])
    op.create_table(
        "team_marks",
        Column("id", Integer, nullable=False),
        Column("match_id", Integer, nullable=False),
        Column("team", Integer, nullable=False),
        Column("x", Integer, nullable=False),
        Column("y", Integer, nullable=False),
        Column("kind", String(10), nullable=False),
        Column("note", String(100), nullable=False),
        Column("name", String(100), nullable=False),
        Column("at_ms", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_team_marks"),
        UniqueConstraint("match_id", "team", "x", "y", name="uq_team_marks_match_id_team_x_y"),
        ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_team_marks_match_id_matches"),
    )
