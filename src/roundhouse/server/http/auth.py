"""Sign-up, sign-in, sign-out and guests; and the notices, tokens and bots of the current player."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Request, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from msgspec import UNSET, UnsetType

from ...protocol.api.platform import (
    BotInfo,
    MadeBot,
    MadeToken,
    Me,
    NewBot,
    NewPassword,
    NewToken,
    SignIn,
    SignUp,
    TokenInfo,
)
from ...store import notices, players, tokens
from ...store.players import Player
from ...store.sessions import hash_of
from ..accounts import name_taken
from ..errors import Refused
from ..rate_limits import Limiter, Patience, Tries, address_key
from ..timers import wall_ms
from .dependencies import Ask, HttpContext, Member, NamePath, NumberPath, Visitor, card, no_guest
from .problems import WaitingRefused
from .security import SESSION

SESSION_DAYS = 30
NEW_PASSWORD = ("signed_out", "The password of this account was changed.")  # sent to connections from before the change
TOKENS_MAX = 50
BOTS_MAX = 20
FREE_TRIES = 5  # with one name
FREE_TRIES_FROM = 15  # from one address
NAME_WAIT_S = 60.0  # the longest wait for a name: long enough to stop guessing, too short to lock anybody out
ADDRESS_WAIT_S = 600.0


def handlers(context: HttpContext) -> list[Any]:
    accounts, settings = context.server.accounts, context.settings
    secure = settings.address.startswith("https://")
    comings = Limiter()
    by_name = Patience(free=FREE_TRIES, longest_s=NAME_WAIT_S)
    guesses = Patience(free=FREE_TRIES_FROM, longest_s=ADDRESS_WAIT_S)
    by_address = Tries(guesses)

    def come(request: Ask) -> str:
        """Count a sign-in or sign-up from this address. Raises WaitingRefused if there are too many."""
        address = address_of(request)
        wait = comings.wait_s(address, settings.sign_ins_per_minute) or guesses.wait_s(address)
        if wait:
            raise WaitingRefused(wait)
        return address

    @asynccontextmanager
    async def trying(address: str) -> AsyncIterator[None]:
        """Context around a check of a password, which is wrong if it raises Refused."""
        if wait := await by_address.begin(address):
            raise WaitingRefused(wait)
        failed: bool | None = None
        try:
            yield
            failed = False
        except Refused as refused:
            failed = None if isinstance(refused, WaitingRefused) or refused.status == 503 else True
            raise
        finally:
            by_address.end(address, failed=failed)

    async def signed_in(request: Ask, player: Player) -> Response[Me]:
        """Start a new session, whatever cookie the browser sent."""
        if old := request.cookies.get(SESSION):
            await accounts.close_session(old)
        answer = Response(await me_of(context, player))
        answer.set_cookie(
            Cookie(
                SESSION,
                value=await accounts.open_session(player),
                max_age=SESSION_DAYS * 86_400,
                httponly=True,
                secure=secure,
                samesite="lax",
                path="/",
            )
        )
        return answer

    @get("/me")
    async def me(visitor: Visitor) -> Me:
        """Whoever looks at the page; `player` is null before sign-in."""
        return await me_of(context, visitor)

    @post("/sign-up", status_code=201)
    async def sign_up(request: Request[Any, Any, Any], data: JSONBody[SignUp]) -> Response[Me]:
        """Make an account, and be signed in."""
        if not settings.allow_sign_up:
            raise Refused("closed", "This server does not take new accounts; ask whoever runs it.", status=403)
        come(request)
        return await signed_in(request, await accounts.sign_up(data.name, data.password))

    @post("/sign-in", status_code=200)
    async def sign_in(request: Request[Any, Any, Any], data: JSONBody[SignIn]) -> Response[Me]:
        """The same answer for a wrong password and for a name that nobody has."""
        address = come(request)
        name = data.name.casefold()
        async with trying(address):
            if wait := by_name.wait_s(name):
                raise WaitingRefused(wait)
            # Counted before the result is known, so that many parallel tries do not all pass.
            by_name.failed(name)
            player = await accounts.sign_in(data.name, data.password)
            if player is None:
                raise Refused("wrong", "The name or the password is wrong.", status=401)
            by_name.succeeded(name)
        if player.blocked:
            raise Refused("blocked", "This account is blocked. Ask whoever runs the server.", status=403)
        return await signed_in(request, player)

    @post("/guest", status_code=201)
    async def guest(request: Request[Any, Any, Any], visitor: Visitor) -> Response[Me]:
        """Play at once, unrated, without an account. Whoever is signed in stays so."""
        if visitor is not None:
            return Response(await me_of(context, visitor))
        if not settings.allow_guests:
            raise Refused("closed", "This server takes no guests; sign in or make an account.", status=403)
        come(request)
        return await signed_in(request, await accounts.guest())

    @post("/sign-out", status_code=200)
    async def sign_out(request: Request[Any, Any, Any]) -> Response[Me]:
        if secret := request.cookies.get(SESSION):
            await accounts.close_session(secret)
            context.sign_out(hash_of(secret), "You have signed out.")
        answer = Response(await me_of(context, None))
        answer.delete_cookie(SESSION, path="/")
        return answer

    @post("/me/password", status_code=200)
    async def password(request: Request[Any, Any, Any], member: Member, data: JSONBody[NewPassword]) -> Response[Me]:
        """All other sessions of the account end, and all tokens of it and of its bots."""
        no_guest(member)
        async with trying(come(request)):
            if not await accounts.change_password(member, data.old, data.new):
                raise Refused("wrong", "The old password is wrong.", field="old", status=403)
        context.send_away(await context.household(member), *NEW_PASSWORD)
        return await signed_in(request, member)

    @post("/me/notices/read", status_code=200)
    async def read_notices(member: Member) -> Me:
        await context.write(lambda connection: notices.read_all(connection, member.id))
        return await me_of(context, member)

    @get("/me/tokens")
    async def my_tokens(member: Member) -> list[TokenInfo]:
        """Of me and of my bots. The tokens themselves are not kept."""
        return await tokens_of(context, member)

    @post("/me/tokens", status_code=201)
    async def new_token(member: Member, data: JSONBody[NewToken]) -> MadeToken:
        """The token is shown this once."""
        no_guest(member)
        context.events.check_joining()
        owner = member
        if data.player and data.player != member.name:
            bots = await context.read(lambda connection: players.bots_of(connection, member.id))
            owner = next((bot for bot in bots if bot.name == data.player), member)
            if owner is member:
                raise Refused("no_bot", f"You have no bot called {data.player!r}.", field="player", status=404)
        if len(await tokens_of(context, member)) >= TOKENS_MAX:
            raise Refused("too_many_tokens", f"You have {TOKENS_MAX} tokens already. Delete one first.", status=409)
        token, token_id = await context.write(lambda c: tokens.make(c, owner.id, data.name, wall_ms()))
        info = next(one for one in await tokens_of(context, member) if one.id == token_id)
        return MadeToken(token, info)

    @delete("/me/tokens/{token_id:int}", status_code=204)
    async def drop_token(member: Member, token_id: NumberPath) -> None:
        """Whoever is connected with it is sent away."""
        ended = await context.write(lambda connection: tokens.taken_back(connection, token_id, member.id))
        if ended is None:
            raise Refused("no_token", "You have no such token.", status=404)
        context.sign_out(ended, "The token of this connection was ended.")

    @get("/me/bots")
    async def my_bots(member: Member) -> list[BotInfo]:
        bots = await context.read(lambda connection: players.bots_of(connection, member.id))
        return [bot_info(context, bot) for bot in bots]

    @post("/me/bots", status_code=201)
    async def new_bot(member: Member, data: JSONBody[NewBot]) -> MadeBot:
        """A bot of mine, with its first token, which is shown this once."""
        no_guest(member)
        context.events.check_joining()
        accounts.check_name(data.name)
        if len(await context.read(lambda connection: players.bots_of(connection, member.id))) >= BOTS_MAX:
            raise Refused("too_many_bots", f"You have {BOTS_MAX} bots already.", status=409)

        def make(connection: Any) -> tuple[Player, bool, str]:
            bot, made = players.create(
                connection,
                name=data.name,
                kind=data.kind,
                language=data.language,
                owner_id=member.id,
                now_ms=wall_ms(),
            )
            return bot, made, tokens.make(connection, bot.id, "first", wall_ms())[0] if made else ""

        bot, made, token = await context.write(make)
        if not made:
            raise name_taken()
        return MadeBot(bot_info(context, bot), token)

    @post("/me/bots/{name:str}/wake", status_code=200)
    async def wake(member: Member, name: NamePath) -> BotInfo:
        """Let a bot that was rested for its failures be paired again."""
        bots = await context.read(lambda connection: players.bots_of(connection, member.id))
        bot = next((bot for bot in bots if bot.name == name), None)
        if bot is None:
            raise Refused("no_bot", f"You have no bot called {name!r}.", status=404)
        return bot_info(context, await context.server.matchmaker.wake(bot.id) or bot)

    return [
        me, sign_up, sign_in, guest, sign_out, password, read_notices, my_tokens, new_token, drop_token, my_bots,
        new_bot, wake,
    ]  # fmt: skip


async def me_of(context: HttpContext, player: Player | None) -> Me:
    if player is None:
        return Me(None, "player", [], [], None, event_of(context))
    told = await context.read(lambda connection: notices.of(connection, player.id))
    table = context.arena.tables.table_of(player.id)
    return Me(
        card(player),
        player.role,
        told,
        context.arena.matches.running_of(player.id),
        None if table is None else table.key,
        event_of(context),
    )


def event_of(context: HttpContext) -> str | UnsetType:
    state = context.events.state
    return UNSET if state is None else state.event.title


async def tokens_of(context: HttpContext, player: Player) -> list[TokenInfo]:
    rows = await context.read(lambda connection: tokens.of_owner(connection, player.id))
    return [TokenInfo(row.id, row.name, row.player, row.created_ms, row.used_ms) for row in rows]


def bot_info(context: HttpContext, bot: Player) -> BotInfo:
    return BotInfo(card(bot), bot.language, online(context, bot.id), bot.rested_ms, bot.rested_why)


def online(context: HttpContext, player_id: int) -> bool:
    """Whether the player is connected by any transport of the protocol."""
    return any(session.known is not None and session.known.id == player_id for session in context.server.sessions)


def address_of(request: Ask) -> str:
    return address_key(request.client.host if request.client else "local")
