"""The tables of what bots say about their turns, and of bots that the server calls."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, String, Table

from .platform import metadata

# Of matches that are not archived yet; the record has them then. Append-only: nobody waits for them.
remarks = Table(
    "remarks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("step", Integer, nullable=False),  # of the log, when the seat was asked
    Column("turn", Integer, nullable=False),  # the same as the seat could count it
    Column("round", Integer, nullable=False),
    Column("ms", BigInteger),  # what the turn cost, by the server's clock
    Column("said", LargeBinary, nullable=False, server_default=""),  # MessagePack: [log, notes]; empty: nothing
    Index(None, "match_id", "seat"),
)

webhooks = Table(
    "webhooks",
    metadata,
    Column("player_id", Integer, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("url", String(300), nullable=False),
    Column("game", String(40), nullable=False, server_default=""),  # of the ladder it waits in; empty: in none
    Column("preset", String(40), nullable=False, server_default=""),
    Column("choice", String(40), nullable=False, server_default=""),
    Column("set_ms", BigInteger, nullable=False),
)
