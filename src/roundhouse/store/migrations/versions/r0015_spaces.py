"""Name spaces of the original Dungeon's wire: each has players, games and messages of its own."""

from alembic import op
from sqlalchemy import BigInteger, Column, PrimaryKeyConstraint, String, UniqueConstraint

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "wire_spaces",
        Column("key", String(60), nullable=False),
        Column("name", String(40), nullable=False),
        Column("created_ms", BigInteger, nullable=False),
        PrimaryKeyConstraint("key", name="pk_wire_spaces"),
        UniqueConstraint("name", name="uq_wire_spaces_name"),
    )
    with op.batch_alter_table("wire_players") as batch:
        batch.add_column(Column("space", String(60), nullable=False, server_default=""))
        batch.add_column(Column("name", String(100), nullable=False, server_default=""))
        batch.drop_constraint("uq_wire_players_email", type_="unique")
        batch.create_unique_constraint("uq_wire_players_space_email", ["space", "email"])
