"""A team joins with its code: an account, a bot, a token. Once used; the team comes back with its password."""

from msgspec import Struct
from sqlalchemy import Connection

from ...competition.contest import join_codes, phases
from ...competition.contest.config import NAME, NAMES, ContestConfig
from ...protocol.api.contest import JoinEvent
from ...store import audit, contest, players, tokens
from ...store.players import Player
from ..accounts import Accounts, name_taken
from ..errors import Refused
from ..timers import wall_ms
from .phase_changes import ContestState

BOT = "{}-bot"  # the name of a team's bot
TOKEN = "event"  # noqa: S105 - what its tokens are called
PIN_MIN = 6
TOKENS_KEPT = 3  # of a team that joins again and again


class Joined(Struct, frozen=True):
    player: Player
    bot: Player
    token: str
    again: bool


class _TakenError(Exception):
    """The code was used in between."""


async def join(accounts: Accounts, state: ContestState, wanted: JoinEvent) -> Joined:
    """Raises Refused. A code that is wrong, void or in use by others is answered with the same words."""
    if wanted.name and not NAME.fullmatch(wanted.name):
        raise Refused("bad_team_name", f"Allowed are {NAMES}.", field="name")
    if len(wanted.pin) < PIN_MIN:
        raise Refused("short_password", f"A password has at least {PIN_MIN} characters.", field="pin")
    code = join_codes.read(wanted.code)
    known = await accounts.read(lambda connection: contest.code_of(connection, code)) if code else None
    if known is None or known.void:
        raise wrong()
    if known.player_id is not None:
        return await come_back(accounts, state, known.player_id, wanted)
    if not phases.joining(state.phase):
        raise Refused("no_new_teams", "The event takes no new teams any more.", status=403)
    name = known.team or wanted.name
    if len(name) < 2:
        raise Refused("name_needed", "Choose a name for your team.", field="name")
    accounts.check_name(name)
    hashed = await accounts.hashed(wanted.pin)
    now_ms = wall_ms()

    def make(connection: Connection) -> Joined:
        player, made = players.create(connection, name=name, kind="person", password=hashed, now_ms=now_ms)
        if not made:
            raise name_taken()
        bot, made = players.create(
            connection, name=BOT.format(name), kind="bot", owner_id=player.id, now_ms=now_ms
        )  # fmt: skip
        if not made:
            raise name_taken()
        if not contest.use_code(connection, known.id, player.id, now_ms):
            raise _TakenError
        contest.join(connection, player.id, bot.id, now_ms)
        audit.note(connection, player.name, "event_joined", player.name, {}, now_ms)
        return Joined(player, bot, tokens.make(connection, bot.id, TOKEN, now_ms)[0], False)

    try:
        return await accounts.write(make)  # all of it, or nothing
    except _TakenError:
        raise wrong() from None


async def come_back(accounts: Accounts, state: ContestState, player_id: int, wanted: JoinEvent) -> Joined:
    """The team of a code that is in use, with its password."""
    player = await accounts.read(lambda connection: players.by_id(connection, player_id))
    signed = None if player is None else await accounts.sign_in(player.name, wanted.pin)
    if player is None or signed is None or signed.id != player_id:
        raise wrong()
    if player.blocked:
        raise Refused("blocked", "This account is blocked. Ask whoever runs the server.", status=403)
    entrant = next((one for one in await accounts.read(contest.entrants) if one.player_id == player_id), None)
    bot = None if entrant is None else await accounts.read(lambda connection: players.by_id(connection, entrant.bot_id))
    if bot is None:
        raise wrong()
    token = await accounts.write(lambda connection: renewed(connection, bot)) if phases.joining(state.phase) else ""
    return Joined(player, bot, token, True)


def renewed(connection: Connection, bot: Player) -> str:
    """One more token; the oldest ones of too many end."""
    made, _ = tokens.make(connection, bot.id, TOKEN, wall_ms())
    known = [one for one in tokens.of_owner(connection, bot.id) if one.player_id == bot.id and one.name == TOKEN]
    for old in known[:-TOKENS_KEPT]:
        tokens.revoke(connection, old.id, bot.id)
    return made


def wrong() -> Refused:
    return Refused("wrong_code", "This code is wrong, or in use with another password.", field="code", status=403)


def commands(event: ContestConfig, address: str, token: str) -> list[str]:
    """What a team types to have its first bot in the event."""
    ground = event.games[0]
    folder = "my-bot"
    return [
        f"roundhouse bot new python {ground.game} {folder}",
        f"roundhouse bot test {folder}",
        f"roundhouse bot run {folder} --server {address} --token {token or 'TOKEN'}",
    ]
