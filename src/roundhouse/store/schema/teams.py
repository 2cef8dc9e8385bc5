"""The tables of teams in running matches: what they say, and what their captains have marked."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, UniqueConstraint

from .platform import metadata

team_lines = Table(
    "team_lines",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("team", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(100), nullable=False),  # as it was then
    Column("at_ms", BigInteger, nullable=False),
    Column("text", String(300), nullable=False),
    Index(None, "match_id", "team"),
)

team_marks = Table(
    "team_marks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("team", Integer, nullable=False),
    Column("x", Integer, nullable=False),
    Column("y", Integer, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("note", String(100), nullable=False),
    Column("name", String(100), nullable=False),  # of the captain
    Column("at_ms", BigInteger, nullable=False),
    UniqueConstraint("match_id", "team", "x", "y"),
)
