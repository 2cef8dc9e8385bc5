"""Several servers on one database: who may write about a match, and what they know of each other."""

from alembic import op
from sqlalchemy import Column, Integer, PrimaryKeyConstraint, String

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("matches", Column("epoch", Integer, nullable=False, server_default="0"))
    op.create_table(
        "cluster",
        Column("id", Integer, nullable=False),
        Column("name", String(40), nullable=False),
        Column("leader_epoch", Integer, nullable=False, server_default="0"),
        PrimaryKeyConstraint("id", name="pk_cluster"),
    )
