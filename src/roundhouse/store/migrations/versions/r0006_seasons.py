"""Seasons with their games, players and jobs."""

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

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "seasons",
        Column("id", Integer, nullable=False),
        Column("name", String(60), nullable=False),
        Column("start", String(10), nullable=False),
        Column("end", String(10), nullable=False),
        Column("state", String(10), nullable=False),
        PrimaryKeyConstraint("id", name="pk_seasons"),
    )
    op.create_table(
        "season_games",
        Column("id", Integer, nullable=False),
        Column("season_id", Integer, nullable=False),
        Column("name", String(60), nullable=False),
        Column("settings", LargeBinary, nullable=False),
        Column("state", String(10), nullable=False),
        Column("match_id", Integer),
        Column("turn_no", Integer, nullable=False, server_default="0"),
        Column("due_ms", BigInteger),
        Column("left_ms", BigInteger),
        PrimaryKeyConstraint("id", name="pk_season_games"),
        UniqueConstraint("match_id", name="uq_season_games_match_id"),
        ForeignKeyConstraint(["season_id"], ["seasons.id"], name="fk_season_games_season_id_seasons"),
        ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_season_games_match_id_matches"),
    )
    op.create_index("ix_season_games_season_id", "season_games", ["season_id"])
    op.create_index("ix_season_games_state", "season_games", ["state"])
    op.create_table(
        "season_seats",
        Column("game_id", Integer, nullable=False),
        Column("number", Integer, nullable=False),
        Column("team", Integer, nullable=False),
        Column("place", Integer, nullable=False),
        Column("role", String(20), nullable=False),
        Column("player_id", Integer, nullable=False),
        PrimaryKeyConstraint("game_id", "number", name="pk_season_seats"),
        ForeignKeyConstraint(["game_id"], ["season_games.id"], name="fk_season_seats_game_id_season_games"),
        ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_season_seats_player_id_players"),
    )
    op.create_index("ix_season_seats_player_id", "season_seats", ["player_id"])
    op.create_table(
        "season_power",
        Column("game_id", Integer, nullable=False),
        Column("number", Integer, nullable=False),
        Column("due_ms", BigInteger, nullable=False),
        Column("asked_ms", BigInteger, nullable=False),
        Column("stake", BigInteger),
        Column("code", String(40), nullable=False, server_default=""),
        PrimaryKeyConstraint("game_id", "number", name="pk_season_power"),
        ForeignKeyConstraint(["game_id"], ["season_games.id"], name="fk_season_power_game_id_season_games"),
    )
    op.create_table(
        "job_runs",
        Column("id", Integer, nullable=False),
        Column("job", String(20), nullable=False),
        Column("key", String(40), nullable=False),
        Column("due_ms", BigInteger, nullable=False),
        Column("ran_ms", BigInteger, nullable=False),
        Column("by", String(100), nullable=False),
        Column("outcome", String(20), nullable=False),
        Column("detail", LargeBinary, nullable=False),
        PrimaryKeyConstraint("id", name="pk_job_runs"),
        UniqueConstraint("job", "key", "due_ms", name="uq_job_runs_job_key_due_ms"),
    )
    op.create_index("ix_job_runs_job_id", "job_runs", ["job", "id"])
