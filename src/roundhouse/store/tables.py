"""The tables. All constraints have names, so that a migration can speak of them on every database."""

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    UniqueConstraint,
)

VERSION = 1  # of these tables; a database names the version it was written with

# How a match stands
RUNNING = "running"
FINISHED = "finished"
ABANDONED = "abandoned"

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

players = Table(
    "players",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(100), nullable=False),
    Column("line_secret", String(200)),  # argon2 hash; None: no login by the line protocol
    Column("created_ms", Integer, nullable=False),
    UniqueConstraint("name"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("player_id", Integer, ForeignKey("players.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("edition", String(40), nullable=False),
    Column("elo", Float, nullable=False),  # unrounded
    Column("games", Integer, nullable=False),  # rated matches that are over
    Column("last_number", Integer),  # the number of the newest match started
    PrimaryKeyConstraint("player_id", "game", "edition"),
    Index(None, "game", "edition", "elo"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("number", Integer, nullable=False),  # from 1 in the order of start, per game
    Column("edition", String(40), nullable=False),
    Column("setup", LargeBinary, nullable=False),  # MessagePack
    Column("state", String(10), nullable=False),
    Column("result", LargeBinary),  # MessagePack, when finished
    Column("reason", String(200)),  # the end in the words the players were told
    Column("started_ms", Integer, nullable=False),
    Column("ended_ms", Integer),
    Column("record", LargeBinary),  # the compressed record; the match's rows of `entries` are gone then
    UniqueConstraint("game", "number"),
    Index(None, "state"),
)

seats = Table(
    "seats",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player_id", Integer, ForeignKey("players.id"), nullable=False),
    Column("place", Integer),
    Column("elo_before", Float),
    Column("elo_change", Float),  # None while running, or when it does not count
    PrimaryKeyConstraint("match_id", "seat"),
    Index(None, "player_id", "match_id"),
)

entries = Table(
    "entries",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("step", Integer, nullable=False),
    Column("kind", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("numbers", LargeBinary, nullable=False),  # the entry's row without the zeros at its end, MessagePack
    Column("at_ms", Integer, nullable=False),
    PrimaryKeyConstraint("match_id", "step"),
    sqlite_with_rowid=False,
)
