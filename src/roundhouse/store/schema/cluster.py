"""What servers that share this database know of each other beside their matches: one row, made by the first of them."""

from sqlalchemy import Column, Integer, String, Table

from .platform import metadata

cluster = Table(
    "cluster",
    metadata,
    Column("id", Integer, primary_key=True),  # always 1
    Column("name", String(40), nullable=False),  # by chance; in the subjects of NATS, so that clusters do not meet
    Column("leader_epoch", Integer, nullable=False, server_default="0"),  # rises with every new leader
)
