"""The tables of what bots say about their turns, and of bots that the server calls."""

import sqlalchemy as sa

from .platform import metadata

# Of matches that are not archived yet; then the record has them. Append-only: no answer waits for them.
remarks = sa.Table(
    "remarks",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("step", sa.Integer, nullable=False),  # of the match's log, when the seat was asked
    sa.Column("turn", sa.Integer, nullable=False),  # the same as the seat could count it
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("ms", sa.BigInteger),  # what the turn cost, by the server's clock
    # MessagePack: [log, notes]; empty if there are none
    sa.Column("said", sa.LargeBinary, nullable=False, server_default=""),
    sa.Index(None, "match_id", "seat"),
)

webhooks = sa.Table(
    "webhooks",
    metadata,
    sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), primary_key=True, autoincrement=False),
    sa.Column("url", sa.String(300), nullable=False),
    sa.Column("game", sa.String(40), nullable=False, server_default=""),  # of the ladder it waits in; empty: none
    sa.Column("preset", sa.String(40), nullable=False, server_default=""),
    sa.Column("choice", sa.String(40), nullable=False, server_default=""),
    sa.Column("set_ms", sa.BigInteger, nullable=False),
)
