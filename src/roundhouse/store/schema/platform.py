"""The tables. All constraints have names, so that a migration can speak of them on every database."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)

REVISION = "0014"  # of these tables: the newest in `migrations`; a database names the one it was written with

# How a match stands
RUNNING = "running"
FINISHED = "finished"
ABANDONED = "abandoned"

LONG = BigInteger().with_variant(Integer, "sqlite")  # whose integers are long enough anyway

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

players = Table(
    "players",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(100), nullable=False),
    Column("folded", String(300), nullable=False),  # the name without regard to case; old names may share one
    Column("kind", String(10), nullable=False, server_default="bot"),  # person, bot, agent
    Column("role", String(10), nullable=False, server_default="player"),  # player, organiser, admin
    Column("guest", Boolean, nullable=False, server_default=false()),
    Column("builtin", Boolean, nullable=False, server_default=false()),
    Column("blocked", Boolean, nullable=False, server_default=false()),
    Column("owner_id", Integer, ForeignKey("players.id")),  # of a bot
    Column("language", String(30), nullable=False, server_default=""),  # a bot is written in
    Column("password", String(200)),  # argon2 hash; None: no sign-in by password
    Column("line_secret", String(200)),  # argon2 hash; None: no login by the line protocol
    Column("rested_ms", BigInteger),  # since when a failing bot is not paired
    Column("rested_why", String(200), nullable=False, server_default=""),
    Column("created_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger),
    UniqueConstraint("name"),
    Index(None, "folded"),
    Index(None, "owner_id"),
)

# Whoever holds the secret is the player; only its sha256 is kept.
sessions = Table(
    "sessions",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("player_id", Integer, ForeignKey("players.id"), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Index(None, "player_id"),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("hash", LargeBinary, nullable=False),
    Column("player_id", Integer, ForeignKey("players.id"), nullable=False),
    Column("name", String(60), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger),
    UniqueConstraint("hash"),
    Index(None, "player_id"),
)

# The Elo of the Spacegoo line server
ratings = Table(
    "ratings",
    metadata,
    Column("player_id", Integer, ForeignKey("players.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("edition", String(40), nullable=False),
    Column("elo", Float, nullable=False),  # unrounded
    Column("games", Integer, nullable=False),  # rated matches that are over
    Column("last_number", Integer),  # the number of the newest match started
    PrimaryKeyConstraint("player_id", "game", "edition"),
    Index(None, "game", "edition", "elo"),
)

# The OpenSkill ladders; computed from `results`, so they can be dropped and made again to the bit
standings = Table(
    "standings",
    metadata,
    Column("game", String(40), nullable=False),
    Column("preset", String(40), nullable=False),
    Column("pool", String(10), nullable=False),
    Column("player_id", Integer, ForeignKey("players.id"), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("last", String(10), nullable=False, server_default=""),  # the newest ten, oldest first: w, d, l
    Column("last_ms", BigInteger, nullable=False),
    PrimaryKeyConstraint("game", "preset", "pool", "player_id"),
    Index(None, "player_id"),
)

# How a standing stood after the last match of each day (UTC) it moved on; computed from `results` as well
standing_days = Table(
    "standing_days",
    metadata,
    Column("game", String(40), nullable=False),
    Column("preset", String(40), nullable=False),
    Column("pool", String(10), nullable=False),
    Column("player_id", Integer, ForeignKey("players.id"), nullable=False),
    Column("day", Integer, nullable=False),  # since 1970
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    PrimaryKeyConstraint("game", "preset", "pool", "player_id", "day"),
)

# Append-only: every match that counts, in the order it counted
results = Table(
    "results",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("preset", String(40), nullable=False),
    Column("pool", String(10), nullable=False),
    Column("line", Boolean, nullable=False),  # played on the line server, so it also moves the Elo there
    Column("at_ms", BigInteger, nullable=False),
    Column("seats", LargeBinary, nullable=False),  # MessagePack: [player_id, place, why the seat left or ""] by seat
    UniqueConstraint("match_id"),
    Index(None, "game", "preset", "pool"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(40), nullable=False),  # unguessable, in addresses
    Column("game", String(40), nullable=False),
    Column("number", Integer, nullable=False),  # from 1 in the order of start, per game
    Column("edition", String(40), nullable=False),  # the preset
    Column("setup", LargeBinary, nullable=False),  # MessagePack
    Column("state", String(10), nullable=False),
    Column("line", Boolean, nullable=False, server_default=false()),  # on the line server
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("listed", Boolean, nullable=False, server_default=true()),
    Column("pool", String(10), nullable=False, server_default="bots"),
    Column("options", LargeBinary),  # MessagePack of the table's options; None on the line server
    Column("fork_of", Integer, ForeignKey("matches.id")),
    Column("fork_step", Integer, nullable=False, server_default="0"),
    Column("host_id", Integer, ForeignKey("players.id")),  # who opened the table it was played at
    Column("result", LargeBinary),  # MessagePack, when finished
    Column("reason", String(200)),  # the end in the words the players were told
    Column("started_ms", BigInteger, nullable=False),
    Column("ended_ms", BigInteger),
    Column("record", LargeBinary),  # the compressed record; the match's rows of `entries` are gone then
    Column("analysis", LargeBinary),  # MessagePack, made some time after the end
    # Rises with every process that takes the match over; whoever still writes with an older one is refused.
    Column("epoch", Integer, nullable=False, server_default="0"),
    UniqueConstraint("key"),
    UniqueConstraint("game", "number"),
    Index(None, "state"),
    Index(None, "game", "id"),
)

seats = Table(
    "seats",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player_id", Integer, ForeignKey("players.id"), nullable=False),
    Column("place", Integer),
    Column("points", BigInteger),
    Column("left", String(40), nullable=False, server_default=""),  # why the seat left, if it did
    Column("refusals", Integer, nullable=False, server_default="0"),
    Column("elo_before", Float),
    Column("elo_change", Float),  # None while running, or when it does not count
    Column("mu_before", Float),  # of the ladder; None when the match does not count
    Column("sigma_before", Float),
    Column("mu_after", Float),
    Column("sigma_after", Float),
    Column("account", LargeBinary),  # MessagePack: what the seat answered, once the match is over
    PrimaryKeyConstraint("match_id", "seat"),
    Index(None, "player_id", "match_id"),
)

# Append-only: what finished matches counted for their seats, in the order they ended
figures = Table(
    "figures",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("origin_id", Integer, ForeignKey("matches.id"), nullable=False),  # the first of those it plays on from
    Column("game", String(40), nullable=False),
    Column("counts", Boolean, nullable=False),  # for its players
    Column("at_ms", BigInteger, nullable=False),
    # MessagePack: [player_id, why the seat left or "", what was counted by figure, zeros left out] by seat
    Column("seats", LargeBinary, nullable=False),
    UniqueConstraint("match_id"),
    Index(None, "origin_id"),
)

# What players have counted in all their matches; computed from `figures`, and so is `unlocked`
feats = Table(
    "feats",
    metadata,
    Column("player_id", Integer, ForeignKey("players.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("matches", Integer, nullable=False),
    Column("figures", LargeBinary, nullable=False),  # MessagePack: [sum, best, match_id of the best] by figure
    PrimaryKeyConstraint("player_id", "game"),
)

unlocked = Table(
    "unlocked",
    metadata,
    Column("player_id", Integer, ForeignKey("players.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("achievement", String(40), nullable=False),
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    PrimaryKeyConstraint("player_id", "game", "achievement"),
)

# Maps that were installed here, beside those that ship with the games
maps = Table(
    "maps",
    metadata,
    Column("game", String(40), nullable=False),
    Column("key", String(40), nullable=False),
    Column("name", String(200), nullable=False),
    Column("text", Text, nullable=False),
    Column("seats", Integer, nullable=False),  # the most it has room for
    Column("facts", LargeBinary, nullable=False),  # MessagePack: the game's own words about it
    Column("author_id", Integer, ForeignKey("players.id")),  # None: from the command line
    Column("at_ms", BigInteger, nullable=False),
    PrimaryKeyConstraint("game", "key"),
)

# Maps that players offer for the games of a season; administrators choose among them. BOI-046
offers = Table(
    "offers",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("key", String(40), nullable=False),
    Column("name", String(200), nullable=False),
    Column("text", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("facts", LargeBinary, nullable=False),  # MessagePack: the game's own words about it
    Column("author_id", Integer, ForeignKey("players.id"), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    UniqueConstraint("game", "author_id", "key"),
)

# Matches that their hosts can go on with another time
saves = Table(
    "saves",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player_id", Integer, ForeignKey("players.id"), nullable=False),  # the host
    Column("name", String(40), nullable=False),
    Column("folded", String(120), nullable=False),  # the name without regard to case
    Column("game", String(40), nullable=False),
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("players", LargeBinary, nullable=False),  # MessagePack: player_id by seat
    Column("setup", LargeBinary, nullable=False),  # MessagePack
    Column("options", LargeBinary, nullable=False),  # MessagePack of the table's options
    Column("record", LargeBinary, nullable=False),  # of the match up to its last tick
    Column("at_ms", BigInteger, nullable=False),
    UniqueConstraint("player_id", "folded"),
)

open_tables = Table(
    "open_tables",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("content", LargeBinary, nullable=False),  # MessagePack
    Column("opened_ms", BigInteger, nullable=False),
)

notices = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player_id", Integer, ForeignKey("players.id"), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("code", String(40), nullable=False),
    Column("data", LargeBinary, nullable=False),  # MessagePack
    Column("read", Boolean, nullable=False, server_default=false()),
    Index(None, "player_id", "read"),
)

# Players of the original Microservice Dungeon, each with a bot's account: what their programs call themselves
wire_players = Table(
    "wire_players",
    metadata,
    Column("player_id", Integer, ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("uuid", String(36), nullable=False),
    Column("email", String(200), nullable=False),
    UniqueConstraint("uuid"),
    UniqueConstraint("email"),
)

wire_games = Table(
    "wire_games",
    metadata,
    Column("uuid", String(36), primary_key=True),
    Column("content", LargeBinary, nullable=False),  # MessagePack
    Column("created_ms", BigInteger, nullable=False),
    Column("delivered", Boolean, nullable=False, server_default=false()),  # it is over, and everybody knows
)

# How many of a game's messages a player's broker has confirmed; player 0 is a broker for all
wire_sent = Table(
    "wire_sent",
    metadata,
    Column("uuid", String(36), ForeignKey("wire_games.uuid"), nullable=False),
    Column("player_id", Integer, nullable=False),
    Column("confirmed", Integer, nullable=False),
    PrimaryKeyConstraint("uuid", "player_id"),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("actor", String(100), nullable=False),
    Column("action", String(40), nullable=False),
    Column("target", String(100), nullable=False),
    Column("detail", LargeBinary, nullable=False),  # MessagePack
)

entries = Table(
    "entries",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id"), nullable=False),
    Column("step", Integer, nullable=False),
    Column("kind", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("numbers", LargeBinary, nullable=False),  # the entry's row without the zeros at its end, MessagePack
    Column("at_ms", LONG, nullable=False),  # since the start of the match, which may last for months
    PrimaryKeyConstraint("match_id", "step"),
    sqlite_with_rowid=False,
)

# The tables of other parts belong to the same store; they stand in files of their own and use the metadata above.
from . import cluster as cluster_tables  # noqa: E402
from ...games.boidvoid.collectibles.store import schema as collectible_tables  # noqa: E402
from . import contest as event_tables  # noqa: E402
from . import remarks as remark_tables  # noqa: E402
from ...games.boidvoid.season.store import schema as season_tables  # noqa: E402
from . import teams as team_tables  # noqa: E402
