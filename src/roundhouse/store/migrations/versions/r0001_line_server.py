"""The tables of the first release: accounts, Elo, matches and entries of the line server."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
)

revision = "0001"
down_revision = None

LONG = BigInteger().with_variant(Integer, "sqlite")  # the first release knew SQLite only


def upgrade() -> None:
    op.create_table(
        "players",
        Column("id", Integer, nullable=False),
        Column("name", String(100), nullable=False),
        Column("line_secret", String(200)),
        Column("created_ms", LONG, nullable=False),
        PrimaryKeyConstraint("id", name="pk_players"),
        UniqueConstraint("name", name="uq_players_name"),
    )
    op.create_table(
        "ratings",
        Column("player_id", Integer, nullable=False),
        Column("game", String(40), nullable=False),
        Column("edition", String(40), nullable=False),
        Column("elo", Float, nullable=False),
        Column("games", Integer, nullable=False),
        Column("last_number", Integer),
        PrimaryKeyConstraint("player_id", "game", "edition", name="pk_ratings"),
        ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_ratings_player_id_players"),
    )
    op.create_index("ix_ratings_game_edition_elo", "ratings", ["game", "edition", "elo"])
    op.create_table(
        "matches",
        Column("id", Integer, nullable=False),
        Column("game", String(40), nullable=False),
        Column("number", Integer, nullable=False),
        Column("edition", String(40), nullable=False),
        Column("setup", LargeBinary, nullable=False),
        Column("state", String(10), nullable=False),
        Column("result", LargeBinary),
        Column("reason", String(200)),
        Column("started_ms", LONG, nullable=False),
        Column("ended_ms", LONG),
        Column("record", LargeBinary),
        PrimaryKeyConstraint("id", name="pk_matches"),
        UniqueConstraint("game", "number", name="uq_matches_game_number"),
    )
    op.create_index("ix_matches_state", "matches", ["state"])
    op.create_table(
        "seats",
        Column("match_id", Integer, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("player_id", Integer, nullable=False),
        Column("place", Integer),
        Column("elo_before", Float),
        Column("elo_change", Float),
        PrimaryKeyConstraint("match_id", "seat", name="pk_seats"),
        ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_seats_match_id_matches"),
        ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_seats_player_id_players"),
    )
    op.create_index("ix_seats_player_id_match_id", "seats", ["player_id", "match_id"])
    op.create_table(
        "entries",
        Column("match_id", Integer, nullable=False),
        Column("step", Integer, nullable=False),
        Column("kind", Integer, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("numbers", LargeBinary, nullable=False),
        Column("at_ms", LONG, nullable=False),
        PrimaryKeyConstraint("match_id", "step", name="pk_entries"),
        ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_entries_match_id_matches"),
        sqlite_with_rowid=False,
    )
