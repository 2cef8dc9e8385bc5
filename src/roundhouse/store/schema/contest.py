"""The tables of a contest: its course, its codes and entrants, the frozen ladder, and the matches of its finals. They
are named after an event, the first name of a contest."""

import sqlalchemy as sa

from .platform import metadata

# One row, with id 1: a server holds one contest
events = sa.Table(
    "events",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("toml", sa.Text, nullable=False),  # event.toml as it was last read
    sa.Column("course", sa.LargeBinary, nullable=False),  # MessagePack: phase, since when, when each phase began
    sa.Column("plans", sa.LargeBinary, nullable=False),  # MessagePack: plans of the organiser that differ from the file
    sa.Column("stage", sa.Integer, nullable=False, server_default="0"),  # counts the freezes; finals belong to one
    sa.Column("settled", sa.Boolean, nullable=False, server_default=sa.false()),  # the frozen ladder is final
    sa.Column("revision", sa.Integer, nullable=False, server_default="0"),  # grows with every change
    sa.Column("secret", sa.LargeBinary, nullable=False),  # the seeds of the finals are drawn from it
    sa.Column("made_ms", sa.BigInteger, nullable=False),
)

# Append-only: the changes of phase and who made them
event_moves = sa.Table(
    "event_moves",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("by", sa.String(100), nullable=False),  # empty: the schedule
    sa.Column("was", sa.LargeBinary, nullable=False),  # MessagePack: the course before
    sa.Column("phase", sa.String(20), nullable=False),
    sa.Column("undone", sa.Boolean, nullable=False, server_default=sa.false()),
)

event_codes = sa.Table(
    "event_codes",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("code", sa.String(20), nullable=False),
    sa.Column("team", sa.String(32), nullable=False, server_default=""),  # the team it is for, if known
    sa.Column("made_ms", sa.BigInteger, nullable=False),
    sa.Column("void", sa.Boolean, nullable=False, server_default=sa.false()),  # nobody can join with it
    sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id")),  # who joined with it
    sa.Column("used_ms", sa.BigInteger),
    sa.UniqueConstraint("code"),
    sa.UniqueConstraint("player_id"),
)

event_entrants = sa.Table(
    "event_entrants",
    metadata,
    sa.Column(
        "player_id", sa.Integer, sa.ForeignKey("players.id"), primary_key=True, autoincrement=False
    ),  # the team's account
    sa.Column("bot_id", sa.Integer, sa.ForeignKey("players.id"), nullable=False),  # its bot
    sa.Column("joined_ms", sa.BigInteger, nullable=False),
    sa.Column("out", sa.Boolean, nullable=False, server_default=sa.false()),  # does not play in the finals
    sa.UniqueConstraint("bot_id"),
)

# The table as it stood when the ladder was frozen, best first; `seed` is the place in the finals, if there is one
event_frozen = sa.Table(
    "event_frozen",
    metadata,
    sa.Column("stage", sa.Integer, nullable=False),
    sa.Column("rank", sa.Integer, nullable=False),
    sa.Column("bot_id", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("seed", sa.Integer),
    sa.Column("line", sa.LargeBinary, nullable=False),  # MessagePack
    sa.PrimaryKeyConstraint("stage", "rank"),
    sa.UniqueConstraint("stage", "bot_id"),
)

# Every attempt to play a match of the finals. Of each fixture at most one is not void
event_tries = sa.Table(
    "event_tries",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("stage", sa.Integer, nullable=False),
    sa.Column("fixture", sa.Integer, nullable=False),  # its number in the format
    sa.Column("attempt", sa.Integer, nullable=False),  # from 1
    sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id")),  # None: somebody was absent
    sa.Column("state", sa.String(10), nullable=False),  # running, over, absent, void
    sa.Column("outcome", sa.LargeBinary, nullable=False),  # MessagePack: places, points, why seats left
    sa.Column("why", sa.String(200), nullable=False, server_default=""),  # why it is void
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("stage", "fixture", "attempt"),
    sa.UniqueConstraint("match_id"),
    sa.Index(None, "stage", "state"),
)
