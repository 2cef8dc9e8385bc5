"""Seats bots that the server calls by webhook: when their matches start, and in the queue for rated matches."""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection

from ....sdk.players.addresses import AddressError
from ....sdk.players.webhook_player import Identity
from ....store import players, webhooks
from ....store.database import Database
from ....store.players import Player
from ....store.webhooks import Webhook
from ...context import ServerContext
from ...errors import Refused
from ...tables.options import checked_choice, game_of
from ...timers import wall_ms
from .guarded_client import GuardedCaller, GuardedCallError, checked
from .webhook_connection import WebhookTransport

if TYPE_CHECKING:
    from ...matches.live_match import LiveMatch

log = logging.getLogger("roundhouse.webhooks")

LOOK_S = 15.0  # how often bots that should be in the queue but are not are put there again
MOVED_S = 1.0  # before looking for a match that another process takes over
IDENTITY_S = 5.0
SIT_S = 5.0  # how long it may take to sit down
OFF = "This server calls no bots; connect yours to it, or ask whoever runs it for the setting webhooks."


class WebhookBots:
    """One per server; in a cluster only the leader's is active. Runs on the loop. With the setting `off` it does
    nothing."""

    def __init__(self, context: ServerContext, database: Database) -> None:
        settings = context.settings
        self.reach = settings.webhooks
        self.problems: dict[int, str] = {}  # by player: why the newest call failed
        self._context = context
        self._database = database
        self._caller = GuardedCaller(self.reach, calls_max=settings.webhook_calls_max, body_max=settings.message_max)
        self._known: dict[int, Webhook] = {}
        self._waiting: dict[int, WebhookTransport] = {}  # by player: in the queue, or in the match that followed
        self._transports: set[WebhookTransport] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._stopped = False

    async def start(self) -> None:
        """Start, after matches were restored: their webhook seats are called again."""
        if self.reach == "off":
            return
        self._stopped = False
        with self._database.engine.connect() as connection:
            self._known = {one.player_id: one for one in webhooks.all(connection)}
        self._context.arena.matches.started_hooks.append(self._began)
        for live in list(self._context.arena.matches.running.values()):
            self._began(live)
        self._look()

    async def rest(self) -> None:
        """Stop calling, because another process leads now."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
        if self._began in self._context.arena.matches.started_hooks:
            self._context.arena.matches.started_hooks.remove(self._began)
        transports = list(self._transports)
        for transport in transports:
            transport.session.end("stopping", "The server stops; your matches go on when it is back.")
        for transport in transports:
            await transport.stop()
        self._known.clear()
        self._waiting.clear()

    async def stop(self) -> None:
        await self.rest()
        await self._caller.close()

    # What players ask for

    async def set(self, player: Player, url: str, game: str, preset: str, choice: str) -> Webhook:
        """Set the webhook of a player's bot. Raises Refused, and then nothing has changed."""
        if self.reach == "off":
            raise Refused("webhooks_off", OFF, status=409)
        if player.kind == "person" or player.guest:
            raise Refused("no_bot", "A webhook is for a bot; make one of yours first.", status=403)
        if game:
            check_queue(game, preset, choice)
        try:
            address = checked(url, self.reach)
            status, body = await self._caller.call(address, "GET", "/", None, {}, IDENTITY_S)
            if status != 200:
                raise GuardedCallError(f"it answers with status {status}")
            msgspec.json.decode(body, type=Identity)
        except AddressError as error:
            raise Refused("bad_address", f"{error}.", field="url") from None
        except (GuardedCallError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            log.info("the webhook of %s was not set: %s", player.name, error)
            raise Refused("no_answer", "No bot says at this address who it is.", field="url", status=409) from None
        made = Webhook(player.id, url, game, preset, choice, wall_ms())
        await asyncio.wrap_future(self._database.submit(lambda connection: webhooks.keep(connection, made)))
        self._forget(player.id)
        self._known[player.id] = made
        self._await_opponents(player, made)
        return made

    async def drop(self, player: Player) -> None:
        """Remove the webhook. A running match goes on, and the bot may connect to it in another way."""
        await asyncio.wrap_future(self._database.submit(lambda connection: webhooks.drop(connection, player.id)))
        self._forget(player.id)

    async def sit(self, player: Player, table: str) -> None:
        """Take an open seat at a table. Raises Refused."""
        transport = self._open(player, self._known[player.id], table=table)
        if transport is None or not await transport.admitted(SIT_S):
            code, sentence = ("busy", "This cannot be done now.") if transport is None else transport.refusal
            raise Refused(code, sentence, status=409)

    def knows(self, player_id: int) -> bool:
        """Whether a player's bot has a webhook."""
        return player_id in self._known

    def connected(self, player_id: int) -> bool:
        return any(transport.player.id == player_id for transport in self._transports)

    # Calling

    def _began(self, live: "LiveMatch") -> None:
        """A match starts or resumes: join its seats whose bots have a webhook."""
        for seat, player_id in enumerate(live.player_ids, 1):
            hook, seat_state = self._known.get(player_id), live.seat_states[seat]
            if hook is not None and seat_state.subscriber is None and seat_state.coming is None and not seat_state.left:
                self._context.run(self._come(hook, live.key))

    async def _come(self, hook: Webhook, key: str) -> None:
        player, cluster = await self._player(hook.player_id), self._context.cluster
        live = self._context.arena.matches.running.get(key)
        if live is not None:
            seat_state = live.seat_states[live.seat_of(hook.player_id)]
            free = seat_state.subscriber is None and seat_state.coming is None
        else:
            free = cluster is not None and await cluster.is_free(key, hook.player_id)
        if player is not None and free and self._known.get(hook.player_id) is hook:
            self._open(player, hook, match=key)

    def _look(self) -> None:
        """Put all bots into the queue that should be there, also those that were rested or had failed."""
        if self._stopped:
            return
        for player_id, hook in self._known.items():
            if hook.game and player_id not in self._waiting:
                self._context.run(self._wait_again(hook))
            if self._context.cluster is not None:  # its matches may be at another process, or have come from there
                for key in self._context.arena.matches.running_of(player_id):
                    self._context.run(self._come(hook, key))
        self._timer = asyncio.get_running_loop().call_later(LOOK_S, self._look)

    def _look_soon(self) -> None:
        """Look again soon, because a match moved to another process."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(MOVED_S, self._look)

    async def _wait_again(self, hook: Webhook) -> None:
        player = await self._player(hook.player_id)
        if player is not None and hook.player_id not in self._waiting and self._known.get(hook.player_id) is hook:
            self._await_opponents(player, hook)

    def _await_opponents(self, player: Player, hook: Webhook) -> None:
        if not hook.game or player.rested_ms is not None:
            return
        transport = self._open(player, hook, game=hook.game, preset=hook.preset, matches=0, choice=hook.choice)
        if transport is not None:
            self._waiting[player.id] = transport

    def _open(self, player: Player, hook: Webhook, **wish: str | int) -> WebhookTransport | None:
        if self._stopped or self._context.full or self._context.stopping:
            return None
        try:
            address = checked(hook.url, self.reach)
        except AddressError as error:  # the setting was changed in the meantime
            self.problems[player.id] = str(error)
            return None
        transport = WebhookTransport(
            self._context, self._caller, player, address, ended=self._ended, failed=self._failed
        )
        self._transports.add(transport)
        transport.hello(**wish)
        return transport

    def _ended(self, transport: WebhookTransport, code: str) -> None:
        self._transports.discard(transport)
        if self._waiting.get(transport.player.id) is transport:
            del self._waiting[transport.player.id]
        if code == "moved" and not self._stopped:
            self._look_soon()
        elif code and code not in ("stopping", "replaced"):
            self.problems[transport.player.id] = f"it was sent away: {code}"

    def _failed(self, player_id: int, why: str) -> None:
        """A call failed, or succeeded again. The clock decides what that means for the match."""
        if why:
            self.problems[player_id] = why
        else:
            self.problems.pop(player_id, None)

    def _forget(self, player_id: int) -> None:
        self._known.pop(player_id, None)
        self.problems.pop(player_id, None)
        for transport in [transport for transport in self._transports if transport.player.id == player_id]:
            transport.session.end("webhook_changed", "The address of this bot was changed.")

    async def _player(self, player_id: int) -> Player | None:
        def look(connection: Connection) -> Player | None:
            return players.allowed(connection, player_id)

        with contextlib.suppress(Refused):
            return await self._context.arena.store.read(look)
        return None


def check_queue(key: str, preset: str, choice: str) -> None:
    """Raises Refused for a queue that does not exist."""
    game = game_of(key)
    checked_choice(game, choice)
    if preset and preset not in game.presets:
        sentence = f"{game.name} has no preset {preset!r}; there are {', '.join(game.presets)}."
        raise Refused("no_preset", sentence, field="preset", status=404)
    if game.in_season(game.presets[preset or next(iter(game.presets))]):
        raise Refused("in_season", "Nobody waits for a game of a season.", field="preset", status=409)
