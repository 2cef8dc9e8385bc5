"""What only the leader of a cluster does: tables, pairing, demo matches, contests, webhook bots, what games add, and
initial data. It starts with the lead and ends with it."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..connections.session import Session
from ..errors import Refused

if TYPE_CHECKING:
    from ..connections.webhooks.webhook_bots import WebhookBots
    from ..contest.contest_service import ContestService
    from ..matchmaking.matchmaker import Matchmaker
    from ..plugin import GamePlugin
    from ..rendering.render_service import RenderService
    from .node import Node

log = logging.getLogger("roundhouse.server.cluster")


@dataclass
class LeaderServices:
    """The services that are active only at the leader."""

    matchmaker: "Matchmaker"
    keeper: "ContestService"
    render_service: "RenderService"
    webhooks: "WebhookBots"
    plugins: "Mapping[str, GamePlugin]"
    prepare: Callable[[], Awaitable[None]]


class Leading:
    def __init__(self, node: "Node", services: LeaderServices) -> None:
        self._node = node
        self._services = services
        self._leads = False

    def waiting(self) -> dict[str, int]:
        """How many players wait for opponents, by game."""
        counts: dict[str, int] = {}
        for _, game, _, _ in self._services.matchmaker.clients() if self._leads else ():
            counts[game] = counts.get(game, 0) + 1
        return counts

    async def begin(self) -> None:
        node, services, arena = self._node, self._services, self._node.context.arena
        node.database.leader_epoch = await arena.store.write(node.database.lead)
        await services.prepare()
        await arena.tables.restore()
        built_in = {player.id for player in arena.matches.builtins.values()}
        leases = node.leases.matches.items()
        services.matchmaker.demo.join([key for key, held in leases if built_in.issuperset(held.lease.players)])
        await services.matchmaker.start()
        self._leads = True
        node.context.matchmaker = services.matchmaker
        self._take_in()
        await services.keeper.start()
        services.render_service.resume()
        await services.webhooks.start()
        for plugin in services.plugins.values():
            await plugin.begin()

    def _take_in(self) -> None:
        """Take over the clients of this process that waited at the previous leader."""
        context = self._node.context
        for client, wait in self._node.far.hand_over():
            try:
                if wait.table:
                    table = context.arena.tables.by_key.get(wait.table)
                    if table is None:
                        raise Refused("no_table", f"There is no table {wait.table!r}.", field="table", status=404)
                    client.waits_at(table)
                    context.arena.seating.sit(table, client.player, 0, client=client, choice=wait.choice)
                else:
                    context.matchmaker.wait(client, wait.game, wait.preset, wait.matches, choice=wait.choice)
            except Refused as refused:
                client.turned_away(refused)

    # The end

    async def end(self) -> None:
        """Stop, because another process leads; `far` passes the waiting clients on to it."""
        if not self._leads:
            return
        self._leads = False
        context, far, services = self._node.context, self._node.far, self._services
        context.matchmaker = far
        at_tables = context.arena.tables.drop_all()
        for client, game, preset, choice in services.matchmaker.clients():
            if isinstance(client, Session) and not client.gone:
                far.wait(client, game, preset, choice=choice)
        for key, clients in at_tables.items():
            for sitting in clients.values():
                if isinstance(sitting, Session) and not sitting.gone:
                    sitting.waits_at(far.sit(sitting, key, sitting.wish[2]))
        services.matchmaker.clear()
        await services.webhooks.rest()
        await services.keeper.stop()
        for plugin in services.plugins.values():
            await plugin.end()
        await services.matchmaker.stop()
