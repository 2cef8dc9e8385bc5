"""Every setting of the server with its default, its range and a sentence. Defaults < file < environment < flags."""

import ipaddress
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from ..core.registry import GAMES, part
from ..core.settings import SetupError, allowed, bad_settings

FILE = "settings.toml"
DATABASE = "roundhouse.db"
PREFIX = "ROUNDHOUSE_"

PORT_MAX = 65_535
TIME = r"^([01]\d|2[0-3]):[0-5]\d$"
PORTS = ("port", "json_port", "tcp_port", "classic_port")  # the settings that are ports


class ServerSettings(Struct, frozen=True, kw_only=True):
    host: Annotated[str, Meta(description="address to listen on; 0.0.0.0 is every network of this machine")] = (
        "127.0.0.1"
    )
    port: Annotated[int, Meta(ge=0, le=PORT_MAX, description="HTTP; 0 takes any free port")] = 8000
    tcp_port: Annotated[
        int, Meta(ge=0, le=PORT_MAX, description="line protocol, standard edition; 0 takes any free port")
    ] = 6000
    classic_port: Annotated[
        int, Meta(ge=0, le=PORT_MAX, description="line protocol, classic edition; 0 takes any free port")
    ] = 6001
    json_port: Annotated[
        int, Meta(ge=0, le=PORT_MAX, description="the protocol of all games as JSON lines; 0 takes any free port")
    ] = 6002
    address: Annotated[str, Meta(description="how players reach the HTTP port, if it is not http://host:port")] = ""
    database: Annotated[
        str, Meta(description="address of a PostgreSQL database; empty: a SQLite file in the data folder")
    ] = ""
    nats: Annotated[
        str,
        Meta(description="address of a NATS server with JetStream, to share the database with other processes"),
    ] = ""
    tls_certificate: Annotated[
        str, Meta(description="file with the certificate chain, to speak HTTPS without a proxy")
    ] = ""
    tls_key: Annotated[str, Meta(description="file with the key of that certificate")] = ""
    trusted_proxies: Annotated[
        str, Meta(description="addresses or networks whose X-Forwarded headers are believed, with spaces between them")
    ] = ""
    log_format: Annotated[
        Literal["auto", "plain", "json"], Meta(description="of the log; auto is plain in a terminal, else JSON")
    ] = "auto"
    allow_sign_up: Annotated[bool, Meta(description="people can make themselves an account on the page")] = True
    allow_guests: Annotated[bool, Meta(description="people can play unrated without an account")] = True
    mcp: Annotated[bool, Meta(description="agents can play over MCP at /mcp; needs the extra `agents`")] = True
    requests_per_minute: Annotated[
        int, Meta(ge=0, le=10_000_000, description="HTTP requests of one address; 0 is no limit")
    ] = 6000
    changes_per_minute: Annotated[
        int, Meta(ge=0, le=10_000_000, description="HTTP requests of one address that change something; 0 is no limit")
    ] = 1200
    sign_ins_per_minute: Annotated[
        int, Meta(ge=0, le=10_000_000, description="sign-ins, new accounts and guests from one address; 0 is no limit")
    ] = 240
    start_elo: Annotated[float, Meta(ge=0, le=10_000, description="rating of a new account")] = 1000.0
    elo_k: Annotated[float, Meta(ge=1, le=100, description="how much one match moves a rating")] = 10.0
    match_interval_s: Annotated[float, Meta(ge=0.05, le=3600, description="time between pairings")] = 1.0
    match_sigma: Annotated[float, Meta(ge=0.1, le=100, description="spread of the pairing draw in ranks")] = 2.0
    house_after_s: Annotated[
        float, Meta(ge=0, le=3600, description="how long a bot waits alone before a built-in bot plays against it")
    ] = 8.0
    pace_ms: Annotated[
        int, Meta(ge=0, le=60_000, description="least time of a round in matches with a clock for people")
    ] = 600
    demo_matches: Annotated[
        int, Meta(ge=0, le=100, description="matches between built-in bots that are kept running to be watched")
    ] = 0
    demo_pace_ms: Annotated[int, Meta(ge=0, le=60_000, description="least time of a round in those matches")] = 700
    placement_matches: Annotated[
        int, Meta(ge=0, le=1000, description="rated matches before a rating stops being provisional")
    ] = 10
    rest_after: Annotated[
        int, Meta(ge=1, le=5, description="failures in a bot's last five matches after which it is not paired any more")
    ] = 3
    close_delay_s: Annotated[float, Meta(ge=0, le=60, description="time between the end of a match and the close")] = (
        1.0
    )
    allow_account_creation: Annotated[bool, Meta(description="unknown names get an account at their first login")] = (
        True
    )
    name_max: Annotated[int, Meta(ge=1, le=100, description="longest name of a player")] = 100
    line_max: Annotated[int, Meta(ge=64, le=65_536, description="longest accepted line in bytes")] = 1024
    login_timeout_s: Annotated[float, Meta(ge=0, le=3600, description="silence before login; 0 is no limit")] = 60.0
    connections_max: Annotated[int, Meta(ge=2, le=100_000, description="TCP connections at the same time")] = 1000
    unread_max: Annotated[
        int, Meta(ge=65_536, le=1 << 26, description="bytes a client may leave unread before it is dropped")
    ] = 1 << 18
    lines_per_tick: Annotated[int, Meta(ge=1, le=10_000, description="lines of one client taken in one go")] = 32
    allowed_origins: Annotated[
        str, Meta(description="other addresses whose pages may open WebSockets, with spaces between them")
    ] = ""
    message_max: Annotated[int, Meta(ge=1024, le=1 << 20, description="longest accepted message in bytes")] = 65_536
    messages_per_s: Annotated[
        float, Meta(ge=1, le=100_000, description="messages a second of one connection that are taken without delay")
    ] = 200.0
    messages_burst: Annotated[
        int, Meta(ge=1, le=100_000, description="messages of one connection that may come at once")
    ] = 400
    sessions_max: Annotated[
        int, Meta(ge=2, le=100_000, description="connections of the protocol of all games at the same time")
    ] = 4000
    heartbeat_s: Annotated[float, Meta(ge=0.05, le=600, description="silence after which a sign of life is sent")] = (
        10.0
    )
    outage_grace_ms: Annotated[
        int, Meta(ge=0, le=3_600_000, description="how long an interrupted match waits for its players after a restart")
    ] = 60_000
    debug_max_ms: Annotated[
        int,
        Meta(
            ge=0,
            le=86_400_000,
            description="how long a seat in a debugger may think about a turn, where a match does not count; 0: as all",
        ),
    ] = 1_800_000
    webhooks: Annotated[
        Literal["off", "local", "public"],
        Meta(
            description="whether bots are called at their web addresses: off, local (also in this machine and private "
            "networks), public (only public addresses)"
        ),
    ] = "off"
    webhook_calls_max: Annotated[int, Meta(ge=1, le=10_000, description="calls of such bots at the same time")] = 200
    analysis_rollouts: Annotated[
        int,
        Meta(
            ge=0, le=10_000, description="times a finished match is played on from a moment for its curve; 0: no curves"
        ),
    ] = 128
    inactive_games: Annotated[
        int, Meta(ge=1, le=100_000, description="a player without a game in so many newest games counts as inactive")
    ] = 100
    dungeon_wire: Annotated[
        Literal["", "r2", "r1", "k1"],
        Meta(description="also serve players of the original Microservice Dungeon, of this generation; empty: do not"),
    ] = ""
    dungeon_wire_host: Annotated[str, Meta(description="address the wire listens on; empty: the same as host")] = ""
    dungeon_wire_ports: Annotated[
        str, Meta(description="ports of the wire, with spaces between them; every one serves all paths")
    ] = "8080 8081 8082 8083 8084"
    dungeon_wire_broker: Annotated[
        str,
        Meta(description="RabbitMQ as amqp://user:password@host:port/ or Kafka as host:port; empty: the original's"),
    ] = ""
    dungeon_wire_brokers: Annotated[
        dict[str, str], Meta(description="k1 with fog: a Kafka broker of its own, host:port, for every player's name")
    ] = {}
    dungeon_wire_open: Annotated[
        bool,
        Meta(description="anybody creates, starts and ends games of the wire; else an organiser's token is needed"),
    ] = False
    dungeon_wire_spaces: Annotated[
        int,
        Meta(ge=0, le=200, description="name spaces of the wire beside the shared view, each with a game of its own"),
    ] = 24
    dungeon_wire_space_players: Annotated[
        int, Meta(ge=1, le=1000, description="programs that may be registered in one name space")
    ] = 12
    dungeon_wire_abandoned_minutes: Annotated[
        int, Meta(ge=0, le=100_000, description="a game of the wire without commands ends after so long; 0: never")
    ] = 60
    dungeon_wire_settings: Annotated[
        dict[str, Any], Meta(description="settings of the wire's games other than its preset's, such as round_ms")
    ] = {}
    season_job_time: Annotated[str, Meta(pattern=TIME, description="when seasons end and start every day, in UTC")] = (
        "00:00"
    )
    maintenance_time: Annotated[
        str, Meta(pattern=TIME, description="when batteries are brought to the powered stakes every day, in UTC")
    ] = "00:10"
    power_url: Annotated[
        str,
        Meta(description="outside service for powered stakes of seasons, {player} stands for the name; empty: none"),
    ] = ""
    notice_url: Annotated[
        str, Meta(description="service that every notice for a player is handed on to, for mail or a push; empty: none")
    ] = ""
    notice_token: Annotated[str, Meta(description="sent to it as Authorization: Bearer; empty: nothing")] = ""
    power_token: Annotated[str, Meta(description="sent to that service as Authorization: Bearer; empty: nothing")] = ""
    power_timeout_seconds: Annotated[
        float, Meta(ge=1, le=60, description="how long an answer of that service is waited for")
    ] = 5.0
    spacegoo: Annotated[
        dict[str, Any], Meta(description="settings of Spacegoo matches other than their edition's, such as deadline_s")
    ] = {}


def load(
    data: Path | None = None, flags: Mapping[str, Any] | None = None, environment: Mapping[str, str] | None = None
) -> ServerSettings:
    """All settings; flags that are None count as not given. Raises SetupError naming key, value and what is allowed."""
    values: dict[str, Any] = {}
    if data is not None and (data / FILE).exists():
        values |= from_file(data / FILE)
    values |= from_environment(os.environ if environment is None else environment)
    values |= {key: value for key, value in (flags or {}).items() if value is not None}
    return checked(values)


def checked(values: Mapping[str, Any]) -> ServerSettings:
    hints = get_type_hints(ServerSettings, include_extras=True)
    known = {}
    for key, value in values.items():
        if key not in hints:
            raise SetupError("bad_settings", key, "there is no such setting; there are " + ", ".join(hints) + ".")
        try:
            known[key] = msgspec.convert(value, hints[key])
        except msgspec.ValidationError:
            raise bad_settings(key, value, allowed_of(hints[key])) from None
    made = ServerSettings(**known)
    if made.address and not made.address.startswith(("http://", "https://")):
        raise bad_settings("address", made.address, "an address with http:// or https:// in front")
    if made.database and not made.database.startswith(("postgresql", "sqlite")):
        # without the value: it may hold a password
        raise SetupError(
            "bad_settings", "database", "allowed is an address that starts with postgresql:// or sqlite://."
        )
    if made.nats and not made.database.startswith("postgresql"):
        raise SetupError("bad_settings", "nats", "processes share a PostgreSQL database; give its address as well.")
    if made.nats and not all(one.strip().startswith(("nats://", "tls://")) for one in made.nats.split(",")):
        # without the value: it may hold a password
        raise SetupError("bad_settings", "nats", "allowed is an address that starts with nats:// or tls://.")
    if bool(made.tls_certificate) != bool(made.tls_key):
        raise SetupError("bad_settings", "tls_key", "tls_certificate and tls_key are given both or neither.")
    if made.notice_url and not made.notice_url.startswith(("http://", "https://")):
        raise bad_settings("notice_url", made.notice_url, "an address with http:// or https:// in front")
    for proxy in made.trusted_proxies.split():
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise bad_settings("trusted_proxies", proxy, "an IP address or network such as 10.0.0.0/8") from None
    for game in GAMES.values():
        check = getattr(part(game, "server"), "check_settings", None)
        if check is not None:
            check(made)
    return made


def with_address(settings: ServerSettings, address: str) -> ServerSettings:
    """The settings with the public address of the HTTP port."""
    return msgspec.structs.replace(settings, address=address)


def database_of(settings: ServerSettings, folder: Path) -> Path | str:
    """The database to use: the one in the settings, or a file in the data folder."""
    return settings.database or folder / DATABASE


def with_ports(settings: ServerSettings, ports: Mapping[str, int]) -> ServerSettings:
    """The settings with the ports that were really opened, by their names in the greeting."""
    keys = {"json": "json_port", "standard": "tcp_port", "classic": "classic_port"}
    return msgspec.structs.replace(settings, **{keys[name]: port for name, port in ports.items() if name in keys})


def from_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SetupError("bad_settings", str(path), f"this file is not TOML: {error}.") from None


def from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """`ROUNDHOUSE_TCP_PORT=7000` and so on; names of settings only, other variables with the prefix are not ours."""
    hints = get_type_hints(ServerSettings, include_extras=True)
    values: dict[str, Any] = {}
    for key, hint in hints.items():
        text = environment.get(PREFIX + key.upper())
        if text is None:
            continue
        try:
            if get_origin(base_of(hint)) is dict:
                values[key] = msgspec.json.decode(text)
            else:
                values[key] = msgspec.convert(text, base_of(hint), strict=False)
        except (msgspec.ValidationError, msgspec.DecodeError):
            raise bad_settings(PREFIX + key.upper(), text, allowed_of(hint)) from None
    return values


def base_of(hint: Any) -> Any:
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    return hint


def allowed_of(hint: Any) -> str:
    base = base_of(hint)
    if base is str:
        return "text"
    return "a table of settings" if get_origin(base) is dict else allowed(hint)


def describe() -> list[dict[str, Any]]:
    """Every setting with its default, what is allowed, and its sentence."""
    hints = get_type_hints(ServerSettings, include_extras=True)
    rows = []
    for field in msgspec.structs.fields(ServerSettings):
        hint = hints[field.name]
        sentence = next((meta.description for meta in get_args(hint)[1:] if getattr(meta, "description", None)), "")
        default = {} if get_origin(base_of(hint)) is dict else field.default
        rows.append({"key": field.name, "default": default, "allowed": allowed_of(hint), "sentence": sentence})
    return rows
