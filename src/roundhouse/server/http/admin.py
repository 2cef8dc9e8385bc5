"""For organisers and administrators: players, tables, matches, the health of the server, and who did what."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from litestar import delete, get, patch, post
from litestar.params import JSONBody, QueryParameter
from sqlalchemy import Connection

from ... import __version__
from ...protocol.api.platform import AdminPlayer, AuditLine, Health, PlayerChange, Role, SignUp
from ...store import audit, matches, players, sessions
from ...store.database.sql_dialect import NUMBER_MAX
from ...store.players import Player
from ..accounts import wall_ms
from ..matches.time_controls import CALENDAR
from ..errors import Refused
from .auth import NEW_PASSWORD
from .parties import need_outsider
from .dependencies import KeyPath, Member, NamePath, Parts, card

RANK: dict[Role, int] = {"player": 0, "organiser": 1, "admin": 2}
LISTED = 100

Query = Annotated[str, QueryParameter(name="query", max_length=100)]
Before = Annotated[int | None, QueryParameter(ge=0, le=NUMBER_MAX)]
Limit = Annotated[int, QueryParameter(ge=1, le=200)]


def need(player: Player, role: Role) -> None:
    if RANK[player.role] < RANK[role]:
        raise Refused(
            "not_allowed", f"This is for {'administrators' if role == 'admin' else 'organisers'}.", status=403
        )


def handlers(parts: Parts) -> list[Any]:
    @get("/admin/players")
    async def list_players(member: Member, part: Query = "", limit: Limit = LISTED) -> list[AdminPlayer]:
        """Those whose name contains the query."""
        need(member, "organiser")
        return await parts.read(lambda c: admin_players(c, players.search(c, part, limit)))

    @post("/admin/players", status_code=201)
    async def new_player(member: Member, data: JSONBody[SignUp]) -> AdminPlayer:
        need(member, "admin")
        made = await parts.hall.accounts.sign_up(
            data.name, data.password, also=noting(member, "account_made", data.name)
        )
        return (await parts.read(lambda c: admin_players(c, [made])))[0]

    @patch("/admin/players/{name:str}")
    async def change_player(member: Member, name: NamePath, data: JSONBody[PlayerChange]) -> AdminPlayer:
        """Role, block and password; only what is given changes. A blocked player is signed out everywhere."""
        need(member, "admin")
        known = await parts.player(name)
        if known.id == member.id and (data.role is not None or data.blocked is not None):
            raise Refused("yourself", "You cannot change your own role or block yourself.", status=409)
        if known.builtin:
            raise Refused("builtin", "Built-in bots cannot be changed.", status=409)
        columns: dict[str, Any] = {}
        if data.role is not None and data.role != known.role:
            columns["role"] = data.role
        if data.blocked is not None and data.blocked != known.blocked:
            columns["blocked"] = data.blocked

        def change(connection: Connection) -> None:
            players.change(connection, known.id, **columns)
            if columns.get("blocked"):
                sessions.close_all(connection, known.id)
            noting(member, "player_changed", known.name, **columns)(connection)

        if columns:
            await parts.write(change)
            if columns.get("blocked"):
                parts.send_away(await parts.household(known), "blocked", "This account is blocked.")
        if data.password is not None:
            noted = noting(member, "password_set", known.name)
            await parts.hall.accounts.set_password(known, data.password, also=noted)
            parts.send_away(await parts.household(known), *NEW_PASSWORD)
        return (await parts.read(lambda c: admin_players(c, list(players.by_ids(c, [known.id]).values()))))[0]

    @get("/admin/health")
    async def health(member: Member) -> Health:
        need(member, "organiser")
        return await health_of(parts)

    @get("/admin/audit")
    async def audit_lines(member: Member, before: Before = None, limit: Limit = LISTED) -> list[AuditLine]:
        """What people with a role did, newest first."""
        need(member, "admin")
        lines = await parts.read(lambda connection: audit.lines(connection, before, limit))
        return [AuditLine(one.id, one.at_ms, one.actor, one.action, one.target, one.detail) for one in lines]

    @delete("/admin/tables/{key:str}", status_code=204)
    async def close_table(member: Member, key: KeyPath) -> None:
        need(member, "organiser")
        table = parts.arena.tables.get(key)
        if table is None:
            raise Refused("no_table", "There is no such table.", status=404)
        parts.arena.close(table, None)
        await parts.write(noting(member, "table_closed", key))

    @post("/admin/matches/{key:str}/abort", status_code=204)
    async def abort(member: Member, key: KeyPath) -> None:
        """End a running match; it does not count."""
        need(member, "organiser")
        playing = parts.arena.playing.get(key)
        if playing is None:
            raise Refused("no_match", "No such match is running in the arena.", status=404)
        if playing.clock.key == CALENDAR:
            need(member, "admin")  # BOI-302
        if playing.terms.rated:
            await need_outsider(parts, playing, member)
        await parts.arena.abort(playing, "An organiser ended the match.")
        await parts.write(noting(member, "match_aborted", key))

    return [list_players, new_player, change_player, health, audit_lines, close_table, abort]


def noting(actor: Player, action: str, target: str, **detail: Any) -> Callable[[Connection], None]:
    """Writes down what somebody with a role does, in the transaction that does it."""
    return lambda connection: audit.note(connection, actor.name, action, target, detail, wall_ms())


def admin_players(connection: Connection, known: list[Player]) -> list[AdminPlayer]:
    counts = matches.counts_of(connection, [player.id for player in known])
    return [
        AdminPlayer(
            card(player), player.role, player.blocked, player.created_ms, player.seen_ms, counts.get(player.id, 0)
        )
        for player in known
    ]


async def health_of(parts: Parts) -> Health:
    metrics = parts.hall.metrics
    return Health(
        version=__version__,
        started_ms=parts.started_ms,
        matches=len(parts.arena.playing),
        line_matches=parts.line_matches(),
        tables=len(parts.arena.tables),
        connections=metrics.connections(),
        spectators=spectators(parts),
        waiting_bots=parts.hall.matchmaker.waiting_count(),
        database=parts.database.version(),
        database_bytes=await parts.aside(parts.database.size),
        memory_bytes=memory_bytes(),
        lateness_ms=metrics.lateness_ms(),
        warm=parts.warm(),
    )


def spectators(parts: Parts) -> int:
    return sum(playing.watching for playing in parts.arena.playing.values())


def memory_bytes() -> int:
    """What the process holds now, where the system says so; 0 elsewhere."""
    try:
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return 0
