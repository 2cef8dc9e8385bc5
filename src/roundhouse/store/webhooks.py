"""The addresses of bots that the server calls."""

from msgspec import Struct
from sqlalchemy import Connection, delete, select

from .database.sql_dialect import upsert
from .players import Player
from .schema.platform import tokens
from .schema.remarks import webhooks


class Webhook(Struct, frozen=True):
    """`game` is the one for which the bot waits for rated opponents; empty: it is only called where it has a seat."""

    player_id: int
    url: str
    game: str
    preset: str
    choice: str
    set_ms: int


_COLUMNS = tuple(webhooks.c[name] for name in Webhook.__struct_fields__)


def keep(connection: Connection, webhook: Webhook) -> None:
    """Store a webhook; replaces an earlier one of the bot."""
    values = {name: getattr(webhook, name) for name in Webhook.__struct_fields__}
    made = upsert(connection, webhooks).values(**values)
    connection.execute(made.on_conflict_do_update(index_elements=[webhooks.c.player_id], set_=values))


def drop(connection: Connection, player_id: int) -> None:
    connection.execute(delete(webhooks).where(webhooks.c.player_id == player_id))


def of_player(connection: Connection, player_id: int) -> Webhook | None:
    row = connection.execute(select(*_COLUMNS).where(webhooks.c.player_id == player_id)).first()
    return None if row is None else Webhook(*row)


def line_only(connection: Connection, player: Player) -> bool:
    """Whether a bot can only play over the line protocol: it has a secret there, and neither a token nor a webhook."""
    token = select(tokens.c.id).where(tokens.c.player_id == player.id).limit(1)
    by_line = player.line_secret is not None and connection.execute(token).first() is None
    return by_line and of_player(connection, player.id) is None


def all(connection: Connection) -> list[Webhook]:
    return [Webhook(*row) for row in connection.execute(select(*_COLUMNS).order_by(webhooks.c.player_id))]
