"""The tables of seasons: their games and seats, what power sources said, and which jobs ran."""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Table,
    UniqueConstraint,
)

from .....store.schema.platform import metadata

seasons = Table(
    "seasons",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(60), nullable=False),
    Column("start", String(10), nullable=False),  # a day, such as 2026-11-01
    Column("end", String(10), nullable=False),  # the day after the last one
    Column("state", String(10), nullable=False),  # registered, active, ended
)

season_games = Table(
    "season_games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("season_id", Integer, ForeignKey("seasons.id"), nullable=False),
    Column("name", String(60), nullable=False),
    Column("settings", LargeBinary, nullable=False),  # MessagePack: those that differ from the preset's
    Column("state", String(10), nullable=False),  # draft, running, paused, ended
    Column("match_id", Integer, ForeignKey("matches.id")),  # None: it has not started
    Column("turn_no", Integer, nullable=False, server_default="0"),
    Column("due_ms", BigInteger),  # when this turn ends
    Column("left_ms", BigInteger),  # of the turn, while the game is paused
    UniqueConstraint("match_id"),
    Index(None, "season_id"),
    Index(None, "state"),
)

season_seats = Table(
    "season_seats",
    metadata,
    Column("game_id", Integer, ForeignKey("season_games.id"), nullable=False),
    Column("number", Integer, nullable=False),  # of the player in the game, from 1 through all teams
    Column("team", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("role", String(20), nullable=False),
    Column("player_id", Integer, ForeignKey("players.id"), nullable=False),
    PrimaryKeyConstraint("game_id", "number"),
    Index(None, "player_id"),
)

# What the power source of a game said last about its players
season_power = Table(
    "season_power",
    metadata,
    Column("game_id", Integer, ForeignKey("season_games.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("due_ms", BigInteger, nullable=False),  # the run in which it was asked
    Column("asked_ms", BigInteger, nullable=False),
    Column("stake", BigInteger),  # the newest that is known
    Column("code", String(40), nullable=False, server_default=""),  # why there was no answer
    PrimaryKeyConstraint("game_id", "number"),
)

# Append-only: every job that ran; what is here once does not run again
job_runs = Table(
    "job_runs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("job", String(20), nullable=False),
    Column("key", String(40), nullable=False),  # what it was about
    Column("due_ms", BigInteger, nullable=False),
    Column("ran_ms", BigInteger, nullable=False),
    Column("by", String(100), nullable=False),  # empty: the scheduler
    Column("outcome", String(20), nullable=False),
    Column("detail", LargeBinary, nullable=False),  # MessagePack
    UniqueConstraint("job", "key", "due_ms"),
    Index(None, "job", "id"),
)
