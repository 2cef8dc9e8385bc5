"""A bot for Spacegoo: half of the strongest own planet goes to the weakest planet in reach."""

from roundhouse.games.spacegoo.actions import Nop, Send
from roundhouse.protocol.messages import Start, Turn
from roundhouse.sdk import Bot

SPARE = 20  # ships that a planet must have before it sends any


class MyBot(Bot):
    def start(self, start: Start) -> None:
        self.me = start.seat

    def act(self, turn: Turn) -> Nop | Send:
        planets = {planet.id: planet for planet in turn.view.planets}
        mine = [planet for planet in planets.values() if planet.owner_id == self.me and sum(planet.ships) > SPARE]
        if not mine:
            return Nop()
        source = max(mine, key=lambda planet: sum(planet.ships))
        reachable = [planets[b] for a, b in turn.view.hyperlanes if a == source.id and planets[b].owner_id != self.me]
        if not reachable:
            return Nop()
        target = min(reachable, key=lambda planet: sum(planet.ships))
        return Send(source.id, target.id, tuple(ships // 2 for ships in source.ships))
