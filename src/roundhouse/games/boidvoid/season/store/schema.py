"""The tables of seasons: their games and seats, what power sources said, and which jobs ran."""

import sqlalchemy as sa

from .....store.schema.platform import metadata

seasons = sa.Table(
    "seasons",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("start", sa.String(10), nullable=False),  # a day, such as 2026-11-01
    sa.Column("end", sa.String(10), nullable=False),  # the day after the last one
    sa.Column("state", sa.String(10), nullable=False),  # registered, active, ended
)

season_games = sa.Table(
    "season_games",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("season_id", sa.Integer, sa.ForeignKey("seasons.id"), nullable=False),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("settings", sa.LargeBinary, nullable=False),  # MessagePack: those that differ from the preset's
    sa.Column("state", sa.String(10), nullable=False),  # draft, running, paused, ended
    sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id")),  # None: it has not started
    sa.Column("turn_no", sa.Integer, nullable=False, server_default="0"),
    sa.Column("due_ms", sa.BigInteger),  # when this turn ends
    sa.Column("left_ms", sa.BigInteger),  # of the turn, while the game is paused
    sa.UniqueConstraint("match_id"),
    sa.Index(None, "season_id"),
    sa.Index(None, "state"),
)

season_seats = sa.Table(
    "season_seats",
    metadata,
    sa.Column("game_id", sa.Integer, sa.ForeignKey("season_games.id"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),  # of the player in the game, from 1 through all teams
    sa.Column("team", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("role", sa.String(20), nullable=False),
    sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
    sa.PrimaryKeyConstraint("game_id", "number"),
    sa.Index(None, "player_id"),
)

# What the power source of a game said last about its players
season_power = sa.Table(
    "season_power",
    metadata,
    sa.Column("game_id", sa.Integer, sa.ForeignKey("season_games.id"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("due_ms", sa.BigInteger, nullable=False),  # the run in which it was asked
    sa.Column("asked_ms", sa.BigInteger, nullable=False),
    sa.Column("stake", sa.BigInteger),  # the newest that is known
    sa.Column("code", sa.String(40), nullable=False, server_default=""),  # why there was no answer
    sa.PrimaryKeyConstraint("game_id", "number"),
)

# Append-only: every job that ran; a run that is here is not repeated
job_runs = sa.Table(
    "job_runs",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("job", sa.String(20), nullable=False),
    sa.Column("key", sa.String(40), nullable=False),  # the game and turn it was about
    sa.Column("due_ms", sa.BigInteger, nullable=False),
    sa.Column("ran_ms", sa.BigInteger, nullable=False),
    sa.Column("by", sa.String(100), nullable=False),  # empty: the scheduler
    sa.Column("outcome", sa.String(20), nullable=False),
    sa.Column("detail", sa.LargeBinary, nullable=False),  # MessagePack
    sa.UniqueConstraint("job", "key", "due_ms"),
    sa.Index(None, "job", "id"),
)
