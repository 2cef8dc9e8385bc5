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
from ..errors import Refused
from ..matches.match_parties import need_outsider
from ..matches.time_controls import CALENDAR
from ..timers import wall_ms
from .auth import NEW_PASSWORD
from .dependencies import HttpContext, KeyPath, Member, NamePath, card

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


def handlers(context: HttpContext) -> list[Any]:
    @get("/admin/players")
    async def list_players(member: Member, part: Query = "", limit: Limit = LISTED) -> list[AdminPlayer]:
        """Those whose name contains the query."""
        need(member, "organiser")
        return await context.read(lambda c: admin_players(c, players.search(c, part, limit)))

    @post("/admin/players", status_code=201)
    async def new_player(member: Member, data: JSONBody[SignUp]) -> AdminPlayer:
        need(member, "admin")
        made = await context.server.accounts.sign_up(
            data.name, data.password, also=noting(member, "account_made", data.name)
        )
        return (await context.read(lambda c: admin_players(c, [made])))[0]

    @patch("/admin/players/{name:str}")
    async def change_player(member: Member, name: NamePath, data: JSONBody[PlayerChange]) -> AdminPlayer:
        """Role, block and password; only what is given changes. A blocked player is signed out everywhere."""
        need(member, "admin")
        known = await context.player(name)
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
            await context.write(change)
            if columns.get("blocked"):
                context.send_away(await context.household(known), "blocked", "This account is blocked.")
        if data.password is not None:
            noted = noting(member, "password_set", known.name)
            await context.server.accounts.set_password(known, data.password, also=noted)
            context.send_away(await context.household(known), *NEW_PASSWORD)
        return (await context.read(lambda c: admin_players(c, list(players.by_ids(c, [known.id]).values()))))[0]

    @get("/admin/health")
    async def health(member: Member) -> Health:
        need(member, "organiser")
        return await health_of(context)

    @get("/admin/audit")
    async def audit_lines(member: Member, before: Before = None, limit: Limit = LISTED) -> list[AuditLine]:
        """What people with a role did, newest first."""
        need(member, "admin")
        return await context.read(lambda connection: audit.lines(connection, before, limit))

    @delete("/admin/tables/{key:str}", status_code=204)
    async def close_table(member: Member, key: KeyPath) -> None:
        need(member, "organiser")
        table = context.arena.tables.by_key.get(key)
        if table is None:
            raise Refused("no_table", "There is no such table.", status=404)
        context.arena.seating.close(table, None)
        await context.write(noting(member, "table_closed", key))

    @post("/admin/matches/{key:str}/abort", status_code=204)
    async def abort(member: Member, key: KeyPath) -> None:
        """End a running match; it does not count."""
        need(member, "organiser")
        live = context.arena.matches.running.get(key)
        if live is None:
            raise Refused("no_match", "No such match is running in the arena.", status=404)
        if live.clock.key == CALENDAR:
            need(member, "admin")  # BOI-302
        if live.terms.rated:
            await need_outsider(context, live, member)
        await context.arena.matches.abort(live, "An organiser ended the match.")
        await context.write(noting(member, "match_aborted", key))

    return [list_players, new_player, change_player, health, audit_lines, close_table, abort]


def noting(actor: Player, action: str, target: str, **detail: Any) -> Callable[[Connection], None]:
    """A change that adds an audit line, for the transaction of what it is about."""
    return lambda connection: audit.note(connection, actor.name, action, target, detail, wall_ms())


def admin_players(connection: Connection, known: list[Player]) -> list[AdminPlayer]:
    counts = matches.counts_of(connection, [player.id for player in known])
    return [
        AdminPlayer(
            card(player), player.role, player.blocked, player.created_ms, player.seen_ms, counts.get(player.id, 0)
        )
        for player in known
    ]


async def health_of(context: HttpContext) -> Health:
    metrics = context.server.metrics
    return Health(
        version=__version__,
        started_ms=context.started_ms,
        matches=len(context.arena.matches.running),
        line_matches=sum(plugin.running for plugin in context.plugins.values()),
        tables=len(context.arena.tables.by_key),
        connections=metrics.connections(),
        spectators=spectators(context),
        waiting_bots=context.server.matchmaker.waiting_count(),
        database=context.database.version(),
        database_bytes=await context.aside(context.database.size),
        memory_bytes=memory_bytes(),
        lateness_ms=metrics.lateness_ms(),
        warm=True,
    )


def spectators(context: HttpContext) -> int:
    return sum(live.watching for live in context.arena.matches.running.values())


def memory_bytes() -> int:
    """The memory of the process, where the system tells it; else 0."""
    try:
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return 0
