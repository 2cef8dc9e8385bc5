"""What servers that share this database know of each other beside their matches: one row, made by the first of them."""

import sqlalchemy as sa

from .platform import metadata

cluster = sa.Table(
    "cluster",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),  # always 1
    sa.Column("name", sa.String(40), nullable=False),  # random; part of the NATS subjects, to keep clusters apart
    sa.Column("leader_epoch", sa.Integer, nullable=False, server_default="0"),  # rises with every new leader
)
