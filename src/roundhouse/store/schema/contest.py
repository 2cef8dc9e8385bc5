"""The tables of an event: its course, its codes and entrants, the frozen ladder, and the matches of its finals."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

from .platform import metadata

# One row, of number 1: a server holds one event
events = Table(
    "events",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("toml", Text, nullable=False),  # event.toml as it was read last
    Column("course", LargeBinary, nullable=False),  # MessagePack: phase, since when, when each phase began
    Column("plans", LargeBinary, nullable=False),  # MessagePack: what the organiser planned otherwise than the file
    Column("stage", Integer, nullable=False, server_default="0"),  # counts the freezes; finals belong to one
    Column("settled", Boolean, nullable=False, server_default=false()),  # the frozen ladder does not move any more
    Column("revision", Integer, nullable=False, server_default="0"),  # grows with every change
    Column("secret", LargeBinary, nullable=False),  # the seeds of the finals are drawn from it
    Column("made_ms", BigInteger, nullable=False),
)

# Append-only: who moved the event from phase to phase
event_moves = Table(
    "event_moves",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("by", String(100), nullable=False),  # empty: the schedule
    Column("was", LargeBinary, nullable=False),  # MessagePack: the course before
    Column("phase", String(20), nullable=False),
    Column("undone", Boolean, nullable=False, server_default=false()),
)

event_codes = Table(
    "event_codes",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", String(20), nullable=False),
    Column("team", String(32), nullable=False, server_default=""),  # whose it is, if that was said before
    Column("made_ms", BigInteger, nullable=False),
    Column("void", Boolean, nullable=False, server_default=false()),  # nobody can join with it
    Column("player_id", Integer, ForeignKey("players.id")),  # who joined with it
    Column("used_ms", BigInteger),
    UniqueConstraint("code"),
    UniqueConstraint("player_id"),
)

event_entrants = Table(
    "event_entrants",
    metadata,
    Column("player_id", Integer, ForeignKey("players.id"), primary_key=True, autoincrement=False),  # the team
    Column("bot_id", Integer, ForeignKey("players.id"), nullable=False),  # what plays for it
    Column("joined_ms", BigInteger, nullable=False),
    Column("out", Boolean, nullable=False, server_default=false()),  # does not play in the finals
    UniqueConstraint("bot_id"),
)

# The table as it stood when the ladder was frozen, best first; `seed` is the place in the finals, if there is one
event_frozen = Table(
    "event_frozen",
    metadata,
    Column("stage", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("bot_id", Integer, ForeignKey("players.id"), nullable=False),
    Column("seed", Integer),
    Column("line", LargeBinary, nullable=False),  # MessagePack
    PrimaryKeyConstraint("stage", "rank"),
    UniqueConstraint("stage", "bot_id"),
)

# Every try to play a match of the finals. Of one fixture at most one is not void
event_tries = Table(
    "event_tries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("stage", Integer, nullable=False),
    Column("fixture", Integer, nullable=False),  # its number in the format
    Column("attempt", Integer, nullable=False),  # from 1
    Column("match_id", Integer, ForeignKey("matches.id")),  # None: somebody was absent
    Column("state", String(10), nullable=False),  # running, over, absent, void
    Column("outcome", LargeBinary, nullable=False),  # MessagePack: places, points, why seats left
    Column("why", String(200), nullable=False, server_default=""),  # it is void
    Column("at_ms", BigInteger, nullable=False),
    UniqueConstraint("stage", "fixture", "attempt"),
    UniqueConstraint("match_id"),
    Index(None, "stage", "state"),
)
