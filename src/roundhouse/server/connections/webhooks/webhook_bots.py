"""Calls bots when they are seated, and lets them wait for rated opponents as if they were connected."""

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
from ...context import Hall
from ....games.spacegoo.server.line_log import wall_ms
from ...errors import Refused
from ...tables.options import checked_choice, game_of
from .guarded_client import Caller, CallError, checked
from .webhook_connection import WebhookWire

if TYPE_CHECKING:
    from ...matches.live_match import Playing

log = logging.getLogger("roundhouse.webhooks")

LOOK_S = 15.0  # how often those who should wait for opponents, but do not, are looked at again
MOVED_S = 1.0  # before a match is looked for that another process takes over
IDENTITY_S = 5.0
SIT_S = 5.0  # how long it may take to sit down
OFF = "This server calls no bots; connect yours to it, or ask whoever runs it for the setting webhooks."


class Webhooks:
    """One per server, and where several share a database at work only in the one that leads. Everything happens on the
    loop; with the setting `off` nothing does."""

    def __init__(self, hall: Hall, database: Database) -> None:
        settings = hall.settings
        self.reach = settings.webhooks
        self.problems: dict[int, str] = {}  # by player: why the newest call failed
        self._hall = hall
        self._database = database
        self._caller = Caller(self.reach, calls_max=settings.webhook_calls_max, body_max=settings.message_max)
        self._known: dict[int, Webhook] = {}
        self._waiting: dict[int, WebhookWire] = {}  # by player: in a queue, or in the match that came of it
        self._wires: set[WebhookWire] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._stopped = False

    async def start(self) -> None:
        """After matches were taken up again: their seats are called, too."""
        if self.reach == "off":
            return
        self._stopped = False
        with self._database.engine.connect() as connection:
            self._known = {one.player_id: one for one in webhooks.all(connection)}
        self._hall.arena.started_hooks.append(self._began)
        for playing in list(self._hall.arena.playing.values()):
            self._began(playing)
        self._look()

    async def rest(self) -> None:
        """Call nobody any more; the process that leads now does."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
        if self._began in self._hall.arena.started_hooks:
            self._hall.arena.started_hooks.remove(self._began)
        wires = list(self._wires)
        for wire in wires:
            wire.session.end("stopping", "The server stops; your matches go on when it is back.")
        for wire in wires:
            await wire.stop()
        self._known.clear()
        self._waiting.clear()

    async def stop(self) -> None:
        await self.rest()
        await self._caller.close()

    # What players ask for

    async def set(self, player: Player, url: str, game: str, preset: str, choice: str) -> Webhook:
        """Call a player's bot here from now on. Raises Refused, and then nothing has changed."""
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
                raise CallError(f"it answers with status {status}")
            msgspec.json.decode(body, type=Identity)
        except AddressError as error:
            raise Refused("bad_address", f"{error}.", field="url") from None
        except (CallError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            log.info("the webhook of %s was not set: %s", player.name, error)
            raise Refused("no_answer", "No bot says at this address who it is.", field="url", status=409) from None
        made = Webhook(player.id, url, game, preset, choice, wall_ms())
        await asyncio.wrap_future(self._database.submit(lambda connection: webhooks.keep(connection, made)))
        self._forget(player.id)
        self._known[player.id] = made
        self._await_opponents(player, made)
        return made

    async def drop(self, player: Player) -> None:
        """Call it no more. A match that runs goes on, and the bot may come back to it by itself."""
        await asyncio.wrap_future(self._database.submit(lambda connection: webhooks.drop(connection, player.id)))
        self._forget(player.id)

    async def sit(self, player: Player, table: str) -> None:
        """Take an open seat at a table. Raises Refused."""
        wire = self._open(player, self._known[player.id], table=table)
        if wire is None or not await wire.admitted(SIT_S):
            code, sentence = ("busy", "This cannot be done now.") if wire is None else wire.refusal
            raise Refused(code, sentence, status=409)

    def knows(self, player_id: int) -> bool:
        """Whether a player's bot is called."""
        return player_id in self._known

    def connected(self, player_id: int) -> bool:
        return any(wire.player.id == player_id for wire in self._wires)

    # Calling

    def _began(self, playing: "Playing") -> None:
        """A match begins or goes on: its seats whose bots are called come to it."""
        for seat, player_id in enumerate(playing.player_ids, 1):
            hook, place = self._known.get(player_id), playing.places[seat]
            if hook is not None and place.audience is None and place.coming is None and not place.left:
                self._hall.run(self._come(hook, playing.key))

    async def _come(self, hook: Webhook, key: str) -> None:
        player, cluster = await self._player(hook.player_id), self._hall.cluster
        playing = self._hall.arena.playing.get(key)
        if playing is not None:
            place = playing.places[playing.seat_of(hook.player_id)]
            free = place.audience is None and place.coming is None
        else:
            free = cluster is not None and await cluster.is_free(key, hook.player_id)
        if player is not None and free and self._known.get(hook.player_id) is hook:
            self._open(player, hook, match=key)

    def _look(self) -> None:
        """Those who wait for opponents, and those who could again: they were rested, or something went wrong."""
        if self._stopped:
            return
        for player_id, hook in self._known.items():
            if hook.game and player_id not in self._waiting:
                self._hall.run(self._wait_again(hook))
            if self._hall.cluster is not None:  # its matches may have come from another process, or be there
                for key in self._hall.arena.running_of(player_id):
                    self._hall.run(self._come(hook, key))
        self._timer = asyncio.get_running_loop().call_later(LOOK_S, self._look)

    def _look_soon(self) -> None:
        """A match has gone to another process."""
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
        wire = self._open(player, hook, game=hook.game, preset=hook.preset, matches=0, choice=hook.choice)
        if wire is not None:
            self._waiting[player.id] = wire

    def _open(self, player: Player, hook: Webhook, **wish: str | int) -> WebhookWire | None:
        if self._stopped or self._hall.full or self._hall.stopping:
            return None
        try:
            address = checked(hook.url, self.reach)
        except AddressError as error:  # the setting has changed since
            self.problems[player.id] = str(error)
            return None
        wire = WebhookWire(self._hall, self._caller, player, address, ended=self._ended, failed=self._failed)
        self._wires.add(wire)
        wire.hello(**wish)
        return wire

    def _ended(self, wire: WebhookWire, code: str) -> None:
        self._wires.discard(wire)
        if self._waiting.get(wire.player.id) is wire:
            del self._waiting[wire.player.id]
        if code == "moved" and not self._stopped:
            self._look_soon()
        elif code and code not in ("stopping", "replaced"):
            self.problems[wire.player.id] = f"it was sent away: {code}"

    def _failed(self, player_id: int, why: str) -> None:
        """A call failed, or all is well again. What that means for the match is the clock's to say."""
        if why:
            self.problems[player_id] = why
        else:
            self.problems.pop(player_id, None)

    def _forget(self, player_id: int) -> None:
        self._known.pop(player_id, None)
        self.problems.pop(player_id, None)
        for wire in [wire for wire in self._wires if wire.player.id == player_id]:
            wire.session.end("webhook_changed", "The address of this bot was changed.")

    async def _player(self, player_id: int) -> Player | None:
        def look(connection: Connection) -> Player | None:
            return players.allowed(connection, player_id)

        with contextlib.suppress(Refused):
            return await self._hall.arena.read(look)
        return None


def check_queue(key: str, preset: str, choice: str) -> None:
    """Raises Refused if nobody can wait like this."""
    game = game_of(key)
    checked_choice(game, choice)
    if preset and preset not in game.presets:
        sentence = f"{game.name} has no preset {preset!r}; there are {', '.join(game.presets)}."
        raise Refused("no_preset", sentence, field="preset", status=404)
    if game.in_season(game.presets[preset or next(iter(game.presets))]):
        raise Refused("in_season", "Nobody waits for a game of a season.", field="preset", status=409)
