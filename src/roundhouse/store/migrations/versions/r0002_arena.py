"""The arena: persons and bots with owners, sessions and tokens, matches with keys, ladders, tables, notices.

All matches so far were rated ones of the line server between bots. They become the beginning of the log of results.
"""

import secrets

import msgspec
from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
    column,
    false,
    select,
    table,
    true,
)

revision = "0002"
down_revision = "0001"

FINISHED = "finished"
LONG = BigInteger().with_variant(Integer, "sqlite")


def upgrade() -> None:
    _more_of_players()
    _more_of_matches()
    _more_of_seats()
    _accounts()
    _ladders()
    _around_matches()
    _count_finished_matches(op.get_bind())


def _more_of_players() -> None:
    with op.batch_alter_table("players") as batch:
        batch.alter_column("created_ms", existing_type=LONG, type_=BigInteger(), existing_nullable=False)
        batch.add_column(Column("folded", String(300)))
        batch.add_column(Column("kind", String(10), nullable=False, server_default="bot"))
        batch.add_column(Column("role", String(10), nullable=False, server_default="player"))
        batch.add_column(Column("guest", Boolean, nullable=False, server_default=false()))
        batch.add_column(Column("builtin", Boolean, nullable=False, server_default=false()))
        batch.add_column(Column("blocked", Boolean, nullable=False, server_default=false()))
        batch.add_column(Column("owner_id", Integer))
        batch.add_column(Column("language", String(30), nullable=False, server_default=""))
        batch.add_column(Column("password", String(200)))
        batch.add_column(Column("rested_ms", BigInteger))
        batch.add_column(Column("rested_why", String(200), nullable=False, server_default=""))
        batch.add_column(Column("seen_ms", BigInteger))
        batch.create_foreign_key("fk_players_owner_id_players", "players", ["owner_id"], ["id"])
    players = table("players", column("id"), column("name"), column("folded"))
    connection = op.get_bind()
    for player_id, name in connection.execute(select(players.c.id, players.c.name)).all():
        connection.execute(players.update().where(players.c.id == player_id).values(folded=name.casefold()))
    with op.batch_alter_table("players") as batch:
        batch.alter_column("folded", existing_type=String(300), nullable=False)
    op.create_index("ix_players_folded", "players", ["folded"])
    op.create_index("ix_players_owner_id", "players", ["owner_id"])


def _more_of_matches() -> None:
    with op.batch_alter_table("matches") as batch:
        batch.alter_column("started_ms", existing_type=LONG, type_=BigInteger(), existing_nullable=False)
        batch.alter_column("ended_ms", existing_type=LONG, type_=BigInteger(), existing_nullable=True)
        batch.add_column(Column("key", String(40)))
        batch.add_column(Column("line", Boolean, nullable=False, server_default=false()))
        batch.add_column(Column("rated", Boolean, nullable=False, server_default=false()))
        batch.add_column(Column("listed", Boolean, nullable=False, server_default=true()))
        batch.add_column(Column("pool", String(10), nullable=False, server_default="bots"))
        batch.add_column(Column("options", LargeBinary))
        batch.add_column(Column("fork_of", Integer))
        batch.add_column(Column("fork_step", Integer, nullable=False, server_default="0"))
        batch.add_column(Column("analysis", LargeBinary))
        batch.create_foreign_key("fk_matches_fork_of_matches", "matches", ["fork_of"], ["id"])
    matches = table("matches", column("id"), column("key"), column("line", Boolean), column("rated", Boolean))
    connection = op.get_bind()
    connection.execute(matches.update().values(line=True, rated=True))
    for match_id in connection.execute(select(matches.c.id)).scalars().all():
        connection.execute(matches.update().where(matches.c.id == match_id).values(key=_key()))
    with op.batch_alter_table("matches") as batch:
        batch.alter_column("key", existing_type=String(40), nullable=False)
        batch.create_unique_constraint("uq_matches_key", ["key"])


def _key() -> str:
    while True:
        key = secrets.token_urlsafe(9)
        if key[0] not in "-_" and key[-1] not in "-_":
            return key


def _more_of_seats() -> None:
    with op.batch_alter_table("seats") as batch:
        batch.add_column(Column("points", BigInteger))
        batch.add_column(Column("left", String(40), nullable=False, server_default=""))
        batch.add_column(Column("refusals", Integer, nullable=False, server_default="0"))
        for name in ("mu_before", "sigma_before", "mu_after", "sigma_after"):
            batch.add_column(Column(name, Float))


def _accounts() -> None:
    op.create_table(
        "sessions",
        Column("hash", LargeBinary, nullable=False),
        Column("player_id", Integer, nullable=False),
        Column("created_ms", BigInteger, nullable=False),
        Column("expires_ms", BigInteger, nullable=False),
        PrimaryKeyConstraint("hash", name="pk_sessions"),
        ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_sessions_player_id_players"),
    )
    op.create_index("ix_sessions_player_id", "sessions", ["player_id"])
    op.create_table(
        "tokens",
        Column("id", Integer, nullable=False),
        Column("hash", LargeBinary, nullable=False),
        Column("player_id", Integer, nullable=False),
        Column("name", String(60), nullable=False),
        Column("created_ms", BigInteger, nullable=False),
        Column("used_ms", BigInteger),
        PrimaryKeyConstraint("id", name="pk_tokens"),
        UniqueConstraint("hash", name="uq_tokens_hash"),
        ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_tokens_player_id_players"),
    )
    op.create_index("ix_tokens_player_id", "tokens", ["player_id"])
    op.create_table(
        "notices",
        Column("id", Integer, nullable=False),
        Column("player_id", Integer, nullable=False),
        Column("at_ms", BigInteger, nullable=False),
        Column("code", String(40), nullable=False),
        Column("data", LargeBinary, nullable=False),
        Column("read", Boolean, nullable=False, server_default=false()),
        PrimaryKeyConstraint("id", name="pk_notices"),
        ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_notices_player_id_players"),
    )
    op.create_index("ix_notices_player_id_read", "notices", ["player_id", "read"])
    op.create_table(
        "audit",
        Column("id", Integer, nullable=False),
        Column("at_ms", BigInteger, nullable=False),
        Column("actor", String(100), nullable=False),
        Column("action", String(40), nullable=False),
        Column("target", String(100), nullable=False),
        Column("detail", LargeBinary, nullable=False),
        PrimaryKeyConstraint("id", name="pk_audit"),
    )


def _ladders() -> None:
    op.create_table(
        "standings",
        Column("game", String(40), nullable=False),
        Column("preset", String(40), nullable=False),
        Column("pool", String(10), nullable=False),
        Column("player_id", Integer, nullable=False),
        Column("mu", Float, nullable=False),
        Column("sigma", Float, nullable=False),
        Column("wins", Integer, nullable=False),
        Column("draws", Integer, nullable=False),
        Column("losses", Integer, nullable=False),
        Column("last", String(10), nullable=False, server_default=""),
        Column("last_ms", BigInteger, nullable=False),
        PrimaryKeyConstraint("game", "preset", "pool", "player_id", name="pk_standings"),
        ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_standings_player_id_players"),
    )
    op.create_index("ix_standings_player_id", "standings", ["player_id"])
    op.create_table(
        "standing_days",
        Column("game", String(40), nullable=False),
        Column("preset", String(40), nullable=False),
        Column("pool", String(10), nullable=False),
        Column("player_id", Integer, nullable=False),
        Column("day", Integer, nullable=False),
        Column("match_id", Integer, nullable=False),
        Column("at_ms", BigInteger, nullable=False),
        Column("mu", Float, nullable=False),
        Column("sigma", Float, nullable=False),
        PrimaryKeyConstraint("game", "preset", "pool", "player_id", "day", name="pk_standing_days"),
        ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_standing_days_player_id_players"),
        ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_standing_days_match_id_matches"),
    )
    op.create_table(
        "results",
        Column("id", Integer, nullable=False),
        Column("match_id", Integer, nullable=False),
        Column("game", String(40), nullable=False),
        Column("preset", String(40), nullable=False),
        Column("pool", String(10), nullable=False),
        Column("line", Boolean, nullable=False),
        Column("at_ms", BigInteger, nullable=False),
        Column("seats", LargeBinary, nullable=False),
        PrimaryKeyConstraint("id", name="pk_results"),
        UniqueConstraint("match_id", name="uq_results_match_id"),
        ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_results_match_id_matches"),
    )
    op.create_index("ix_results_game_preset_pool", "results", ["game", "preset", "pool"])


def _around_matches() -> None:
    op.create_table(
        "open_tables",
        Column("key", String(40), nullable=False),
        Column("content", LargeBinary, nullable=False),
        Column("opened_ms", BigInteger, nullable=False),
        PrimaryKeyConstraint("key", name="pk_open_tables"),
    )


def _count_finished_matches(connection: Connection) -> None:
    """Points go to the seats; what counted in the Elo goes to the log of results, in the order it counted."""
    names = ("id", "game", "edition", "state", "result", "ended_ms")
    matches = table("matches", *(column(name) for name in names))
    seats = table(
        "seats", *(column(name) for name in ("match_id", "seat", "player_id", "place", "points", "elo_change"))
    )
    results = table(
        "results",
        *(column(name) for name in ("match_id", "game", "preset", "pool", "at_ms", "seats")),
        column("line", Boolean),
    )
    over = select(matches).where(matches.c.state == FINISHED).order_by(matches.c.ended_ms, matches.c.id)
    for match in connection.execute(over).all():
        points = {place["seat"]: place["points"] for place in msgspec.msgpack.decode(match.result)["places"]}
        sitting = connection.execute(select(seats).where(seats.c.match_id == match.id).order_by(seats.c.seat)).all()
        for seat in sitting:
            connection.execute(
                seats.update()
                .where(seats.c.match_id == match.id, seats.c.seat == seat.seat)
                .values(points=points.get(seat.seat))
            )
        if all(seat.elo_change is not None for seat in sitting):
            connection.execute(
                results.insert().values(
                    match_id=match.id,
                    game=match.game,
                    preset=match.edition,
                    pool="bots",
                    line=True,
                    at_ms=match.ended_ms,
                    seats=msgspec.msgpack.encode([[seat.player_id, seat.place, ""] for seat in sitting]),
                )
            )
