"""The tables of teams in running matches: what they say, and what their captains have marked."""

import sqlalchemy as sa

from .platform import metadata

team_lines = sa.Table(
    "team_lines",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), nullable=False),
    sa.Column("team", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.String(100), nullable=False),  # of the player at that time
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("text", sa.String(300), nullable=False),
    sa.Index(None, "match_id", "team"),
)

team_marks = sa.Table(
    "team_marks",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), nullable=False),
    sa.Column("team", sa.Integer, nullable=False),
    sa.Column("x", sa.Integer, nullable=False),
    sa.Column("y", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("note", sa.String(100), nullable=False),
    sa.Column("name", sa.String(100), nullable=False),  # of the captain
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("match_id", "team", "x", "y"),
)
