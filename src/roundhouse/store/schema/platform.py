"""The tables of the platform. All constraints have names, so that migrations can refer to them on every database."""

import sqlalchemy as sa

REVISION = "0015"  # of these tables: the newest in `migrations`; every database stores its own

# The state of a match
RUNNING = "running"
FINISHED = "finished"
ABANDONED = "abandoned"

LONG = sa.BigInteger().with_variant(sa.Integer, "sqlite")  # SQLite's integers are long enough anyway

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("folded", sa.String(300), nullable=False),  # the name without regard to case; old accounts may share one
    sa.Column("kind", sa.String(10), nullable=False, server_default="bot"),  # person, bot, agent
    sa.Column("role", sa.String(10), nullable=False, server_default="player"),  # player, organiser, admin
    sa.Column("guest", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("builtin", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("blocked", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("owner_id", sa.Integer, sa.ForeignKey("players.id")),  # of a bot
    sa.Column("language", sa.String(30), nullable=False, server_default=""),  # the language a bot is written in
    sa.Column("password", sa.String(200)),  # argon2 hash; None: no sign-in by password
    sa.Column("line_secret", sa.String(200)),  # argon2 hash; None: no login by the line protocol
    sa.Column("rested_ms", sa.BigInteger),  # since when a failing bot is not paired
    sa.Column("rested_why", sa.String(200), nullable=False, server_default=""),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("seen_ms", sa.BigInteger),
    sa.UniqueConstraint("name"),
    sa.Index(None, "folded"),
    sa.Index(None, "owner_id"),
)

# The secret signs its holder in as the player; only its sha256 is stored.
sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("hash", sa.LargeBinary, primary_key=True),
    sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("expires_ms", sa.BigInteger, nullable=False),
    sa.Index(None, "player_id"),
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("hash", sa.LargeBinary, nullable=False),
    sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("used_ms", sa.BigInteger),
    sa.UniqueConstraint("hash"),
    sa.Index(None, "player_id"),
)

# The Elo of the Spacegoo line server
ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("edition", sa.String(40), nullable=False),
    sa.Column("elo", sa.Float, nullable=False),  # unrounded
    sa.Column("games", sa.Integer, nullable=False),  # rated matches that are over
    sa.Column("last_number", sa.Integer),  # the number of the newest match started
    sa.PrimaryKeyConstraint("player_id", "game", "edition"),
    sa.Index(None, "game", "edition", "elo"),
)

# The OpenSkill ladders; computed from `results`, so they can be dropped and recomputed exactly
standings = sa.Table(
    "standings",
    metadata,
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("preset", sa.String(40), nullable=False),
    sa.Column("pool", sa.String(10), nullable=False),
    sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("wins", sa.Integer, nullable=False),
    sa.Column("draws", sa.Integer, nullable=False),
    sa.Column("losses", sa.Integer, nullable=False),
    sa.Column("last", sa.String(10), nullable=False, server_default=""),  # the newest ten, oldest first: w, d, l
    sa.Column("last_ms", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("game", "preset", "pool", "player_id"),
    sa.Index(None, "player_id"),
)

# A standing after the last match of each day (UTC) on which it changed; computed from `results` as well
standing_days = sa.Table(
    "standing_days",
    metadata,
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("preset", sa.String(40), nullable=False),
    sa.Column("pool", sa.String(10), nullable=False),
    sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("day", sa.Integer, nullable=False),  # since 1970
    sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.PrimaryKeyConstraint("game", "preset", "pool", "player_id", "day"),
)

# Append-only: every match that counts, in the order it counted
results = sa.Table(
    "results",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("preset", sa.String(40), nullable=False),
    sa.Column("pool", sa.String(10), nullable=False),
    sa.Column("line", sa.Boolean, nullable=False),  # played on the line server, so it also moves the Elo there
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("seats", sa.LargeBinary, nullable=False),  # MessagePack: [player_id, place, why it left or ""] by seat
    sa.UniqueConstraint("match_id"),
    sa.Index(None, "game", "preset", "pool"),
)

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(40), nullable=False),  # unguessable, part of addresses
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),  # from 1 in the order of start, per game
    sa.Column("edition", sa.String(40), nullable=False),  # the preset
    sa.Column("setup", sa.LargeBinary, nullable=False),  # MessagePack
    sa.Column("state", sa.String(10), nullable=False),
    sa.Column("line", sa.Boolean, nullable=False, server_default=sa.false()),  # on the line server
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("pool", sa.String(10), nullable=False, server_default="bots"),
    sa.Column("options", sa.LargeBinary),  # MessagePack of the table's options; None on the line server
    sa.Column("fork_of", sa.Integer, sa.ForeignKey("matches.id")),
    sa.Column("fork_step", sa.Integer, nullable=False, server_default="0"),
    sa.Column("host_id", sa.Integer, sa.ForeignKey("players.id")),  # who opened the table it was played at
    sa.Column("result", sa.LargeBinary),  # MessagePack, when finished
    sa.Column("reason", sa.String(200)),  # the end in the words told to the players
    sa.Column("started_ms", sa.BigInteger, nullable=False),
    sa.Column("ended_ms", sa.BigInteger),
    sa.Column("record", sa.LargeBinary),  # the compressed record; the match's rows of `entries` are gone then
    sa.Column("analysis", sa.LargeBinary),  # MessagePack, made some time after the end
    # Rises with every process that takes the match over; writes with an older epoch are refused.
    sa.Column("epoch", sa.Integer, nullable=False, server_default="0"),
    sa.UniqueConstraint("key"),
    sa.UniqueConstraint("game", "number"),
    sa.Index(None, "state"),
    sa.Index(None, "game", "id"),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("place", sa.Integer),
    sa.Column("points", sa.BigInteger),
    sa.Column("left", sa.String(40), nullable=False, server_default=""),  # why the seat left, if it did
    sa.Column("refusals", sa.Integer, nullable=False, server_default="0"),
    sa.Column("elo_before", sa.Float),
    sa.Column("elo_change", sa.Float),  # None while running, or when it does not count
    sa.Column("mu_before", sa.Float),  # of the ladder; None if the match does not count
    sa.Column("sigma_before", sa.Float),
    sa.Column("mu_after", sa.Float),
    sa.Column("sigma_after", sa.Float),
    sa.Column("account", sa.LargeBinary),  # MessagePack: what the seat answered, once the match is over
    sa.PrimaryKeyConstraint("match_id", "seat"),
    sa.Index(None, "player_id", "match_id"),
)

# Append-only: what finished matches counted for their seats, in the order they ended
figures = sa.Table(
    "figures",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), nullable=False),
    # the first match in the chain that it plays on from
    sa.Column("origin_id", sa.Integer, sa.ForeignKey("matches.id"), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("counts", sa.Boolean, nullable=False),  # whether it counts for its players
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    # MessagePack: [player_id, why the seat left or "", what was counted by figure, zeros left out] by seat
    sa.Column("seats", sa.LargeBinary, nullable=False),
    sa.UniqueConstraint("match_id"),
    sa.Index(None, "origin_id"),
)

# What players have counted in all their matches; computed from `figures`, and so is `unlocked`
feats = sa.Table(
    "feats",
    metadata,
    sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Column("figures", sa.LargeBinary, nullable=False),  # MessagePack: [sum, best, match_id of the best] by figure
    sa.PrimaryKeyConstraint("player_id", "game"),
)

unlocked = sa.Table(
    "unlocked",
    metadata,
    sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("achievement", sa.String(40), nullable=False),
    sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("player_id", "game", "achievement"),
)

# Maps that were installed here, beside those that ship with the games
maps = sa.Table(
    "maps",
    metadata,
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("key", sa.String(40), nullable=False),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),  # the most it has room for
    sa.Column("facts", sa.LargeBinary, nullable=False),  # MessagePack: the game's own values about it
    sa.Column("author_id", sa.Integer, sa.ForeignKey("players.id")),  # None: from the command line
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("game", "key"),
)

# Maps that players offer for the games of a season; administrators choose among them. BOI-046
offers = sa.Table(
    "offers",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("key", sa.String(40), nullable=False),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),
    sa.Column("facts", sa.LargeBinary, nullable=False),  # MessagePack: the game's own values about it
    sa.Column("author_id", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("game", "author_id", "key"),
)

# Matches that their hosts can continue another time
saves = sa.Table(
    "saves",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), nullable=False),  # the host
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("folded", sa.String(120), nullable=False),  # the name without regard to case
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("players", sa.LargeBinary, nullable=False),  # MessagePack: player_id by seat
    sa.Column("setup", sa.LargeBinary, nullable=False),  # MessagePack
    sa.Column("options", sa.LargeBinary, nullable=False),  # MessagePack of the table's options
    sa.Column("record", sa.LargeBinary, nullable=False),  # the record of the match up to its last tick
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("player_id", "folded"),
)

open_tables = sa.Table(
    "open_tables",
    metadata,
    sa.Column("key", sa.String(40), primary_key=True),
    sa.Column("content", sa.LargeBinary, nullable=False),  # MessagePack
    sa.Column("opened_ms", sa.BigInteger, nullable=False),
)

notices = sa.Table(
    "notices",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("code", sa.String(40), nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),  # MessagePack
    sa.Column("read", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index(None, "player_id", "read"),
)

# Players of the original Microservice Dungeon's programs, each with the account of a bot: the names they use
wire_players = sa.Table(
    "wire_players",
    metadata,
    sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), primary_key=True, autoincrement=False),
    sa.Column("uuid", sa.String(36), nullable=False),
    sa.Column("email", sa.String(200), nullable=False),
    sa.Column("space", sa.String(60), nullable=False, server_default=""),  # the key of its name space
    sa.Column("name", sa.String(100), nullable=False, server_default=""),  # empty: the account's
    sa.UniqueConstraint("uuid"),
    sa.UniqueConstraint("space", "email"),
)

# Name spaces beside the one that everybody shares: players, games and messages of their own
wire_spaces = sa.Table(
    "wire_spaces",
    metadata,
    sa.Column("key", sa.String(60), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("name"),
)

wire_games = sa.Table(
    "wire_games",
    metadata,
    sa.Column("uuid", sa.String(36), primary_key=True),
    sa.Column("content", sa.LargeBinary, nullable=False),  # MessagePack
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    # it is over, and all its messages were confirmed
    sa.Column("delivered", sa.Boolean, nullable=False, server_default=sa.false()),
)

# How many of a game's messages a player's broker has confirmed; player 0 is a broker for all
wire_sent = sa.Table(
    "wire_sent",
    metadata,
    sa.Column("uuid", sa.String(36), sa.ForeignKey("wire_games.uuid"), nullable=False),
    sa.Column("player_id", sa.Integer, nullable=False),
    sa.Column("confirmed", sa.Integer, nullable=False),
    sa.PrimaryKeyConstraint("uuid", "player_id"),
)

audit = sa.Table(
    "audit",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("actor", sa.String(100), nullable=False),
    sa.Column("action", sa.String(40), nullable=False),
    sa.Column("target", sa.String(100), nullable=False),
    sa.Column("detail", sa.LargeBinary, nullable=False),  # MessagePack
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("match_id", sa.Integer, sa.ForeignKey("matches.id"), nullable=False),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("kind", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("numbers", sa.LargeBinary, nullable=False),  # the entry's row without the zeros at its end, MessagePack
    sa.Column("at_ms", LONG, nullable=False),  # since the start of the match, which may be months ago
    sa.PrimaryKeyConstraint("match_id", "step"),
    sqlite_with_rowid=False,
)
