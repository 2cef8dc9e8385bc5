"""Where the bots of whoever is signed in are called."""

from typing import Annotated, Any

from litestar import delete, get, put
from litestar.params import JSONBody, QueryParameter

from ...protocol.api.platform import NewWebhook, WebhookInfo
from ...store import players, webhooks
from ...store.players import Player
from ...store.webhooks import Webhook
from ..errors import Refused
from .dependencies import HttpContext, Member

Bot = Annotated[str, QueryParameter(max_length=100)]


def handlers(context: HttpContext) -> list[Any]:
    async def bot_of(member: Player, name: str) -> Player:
        """The bot that is meant: whoever asks, or one of its own."""
        if not name or name == member.name:
            return member
        bots = await context.read(lambda connection: players.bots_of(connection, member.id))
        found = next((bot for bot in bots if bot.name == name), None)
        if found is None:
            raise Refused("no_bot", f"You have no bot called {name!r}.", field="player", status=404)
        return found

    def info(hook: Webhook) -> WebhookInfo:
        calls = context.webhooks
        problem = "" if calls is None else calls.problems.get(hook.player_id, "")
        connected = calls is not None and calls.connected(hook.player_id)
        return WebhookInfo(hook.url, hook.game, hook.preset, hook.choice, hook.set_ms, connected, problem)

    @get("/me/webhook")
    async def webhook(member: Member, player: Bot = "") -> WebhookInfo | None:
        """Where my bot is called, and what went wrong there last; null if it is not."""
        bot = await bot_of(member, player)
        found = await context.read(lambda connection: webhooks.of_player(connection, bot.id))
        return None if found is None else info(found)

    @put("/me/webhook")
    async def set_webhook(member: Member, data: JSONBody[NewWebhook], player: Bot = "") -> WebhookInfo:
        """Have a bot called at its address whenever it has a seat, and where a game is named wait for rated opponents.
        The bot must say there who it is."""
        bot = await bot_of(member, player)
        if context.webhooks is None:
            raise Refused("webhooks_off", "This server calls no bots.", status=409)
        return info(await context.webhooks.set(bot, data.url, data.game, data.preset, data.choice))

    @delete("/me/webhook", status_code=204)
    async def drop_webhook(member: Member, player: Bot = "") -> None:
        """Call it no more."""
        bot = await bot_of(member, player)
        if context.webhooks is not None:
            await context.webhooks.drop(bot)

    return [webhook, set_webhook, drop_webhook]
