"""Agents: the account of every seat, stored with its result."""

from alembic import op
from sqlalchemy import Column, LargeBinary

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("seats", Column("account", LargeBinary))
