"""Lists of one game's matches, without looking at all of them."""

from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_index("ix_matches_game_id", "matches", ["game", "id"])
