"""Events: their course, codes and entrants, the frozen ladder, and the matches of the finals."""

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
    false,
)

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "events",
        Column("id", Integer, nullable=False),
        Column("toml", Text, nullable=False),
        Column("course", LargeBinary, nullable=False),
        Column("plans", LargeBinary, nullable=False),
        Column("stage", Integer, nullable=False, server_default="0"),
        Column("settled", Boolean, nullable=False, server_default=false()),
        Column("revision", Integer, nullable=False, server_default="0"),
        Column("secret", LargeBinary, nullable=False),
        Column("made_ms", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_events"),
    )
    op.create_table(
        "event_moves",
        Column("id", Integer, nullable=False),
        Column("at_ms", BigInteger, nullable=False),
        Column("by", String(100), nullable=False),
        Column("was", LargeBinary, nullable=False),
        Column("phase", String(20), nullable=False),
        Column("undone", Boolean, nullable=False, server_default=false()),
        PrimaryKeyConstraint("id", name="pk_event_moves"),
    )
    op.create_table(
        "event_codes",
        Column("id", Integer, nullable=False),
        Column("code", String(20), nullable=False),
        Column("team", String(32), nullable=False, server_default=""),
        Column("made_ms", BigInteger, nullable=False),
        Column("void", Boolean, nullable=False, server_default=false()),
        Column("player_id", Integer),
        Column("used_ms", BigInteger),
        PrimaryKeyConstraint("id", name="pk_event_codes"),
        UniqueConstraint("code", name="uq_event_codes_code"),
        UniqueConstraint("player_id", name="uq_event_codes_player_id"),
        ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_event_codes_player_id_players"),
    )
    op.create_table(
        "event_entrants",
        Column("player_id", Integer, nullable=False, autoincrement=False),
        Column("bot_id", Integer, nullable=False),
        Column("joined_ms", BigInteger, nullable=False),
        Column("out", Boolean, nullable=False, server_default=false()),
        PrimaryKeyConstraint("player_id", name="pk_event_entrants"),
        UniqueConstraint("bot_id", name="uq_event_entrants_bot_id"),
        ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_event_entrants_player_id_players"),
        ForeignKeyConstraint(["bot_id"], ["players.id"], name="fk_event_entrants_bot_id_players"),
    )
    op.create_table(
        "event_frozen",
        Column("stage", Integer, nullable=False),
        Column("rank", Integer, nullable=False),
        Column("bot_id", Integer, nullable=False),
        Column("seed", Integer),
        Column("line", LargeBinary, nullable=False),
        PrimaryKeyConstraint("stage", "rank", name="pk_event_frozen"),
        UniqueConstraint("stage", "bot_id", name="uq_event_frozen_stage_bot_id"),
        ForeignKeyConstraint(["bot_id"], ["players.id"], name="fk_event_frozen_bot_id_players"),
    )
    op.create_table(
        "event_tries",
        Column("id", Integer, nullable=False),
        Column("stage", Integer, nullable=False),
        Column("fixture", Integer, nullable=False),
        Column("attempt", Integer, nullable=False),
        Column("match_id", Integer),
        Column("state", String(10), nullable=False),
        Column("outcome", LargeBinary, nullable=False),
        Column("why", String(200), nullable=False, server_default=""),
        Column("at_ms", BigInteger, nullable=False),
        PrimaryKeyConstraint("id", name="pk_event_tries"),
        UniqueConstraint("stage", "fixture", "attempt", name="uq_event_tries_stage_fixture_attempt"),
        UniqueConstraint("match_id", name="uq_event_tries_match_id"),
        ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_event_tries_match_id_matches"),
    )
    op.create_index("ix_event_tries_stage_state", "event_tries", ["stage", "state"])
