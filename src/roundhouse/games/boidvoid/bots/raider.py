"""The built-in bot `raider`: each ship separately captures the next tile, and attacks what it can destroy."""

from typing import Any

from ....protocol.messages import Start, Turn
from ....sdk.seeded_bot import SeededBot
from ..actions import Attack
from ..settings import settings_of
from ..state_from_view import seen
from .attack_estimate import Body, force, range_at, threat
from .ground import Atlas
from .memory import Memory
from .plan import Piece, Scene

ATTACKING, CALM = 80, 40  # shares of the battery for attacks
NEAR = 3  # a mothership moves away from ships of other teams that are this near
WORN = 0.5  # an attack must take this share of a unit's health


class Raider(SeededBot):
    """Uses only its view and no random numbers: equal matches give equal turns, whatever the seed."""

    name = "raider"

    def start(self, start: Start) -> None:
        self.options = settings_of(start.setup)
        self.atlas: Atlas | None = None
        self.memory = Memory(self.options)

    def act(self, turn: Turn) -> list[Any]:
        scene = self.look(turn)
        self.plan(scene)
        return scene.orders()

    def look(self, turn: Turn) -> Scene:
        view = seen(turn.view)
        if self.atlas is None:
            self.atlas = Atlas(view)
        self.memory.hear(view, turn.events, self.atlas)
        return Scene(view, self.options, self.atlas, self.memory)

    def plan(self, scene: Scene) -> None:
        self.shot: set[int] = set()  # targets that are attacked already and may be gone
        self.steer_mothership(scene)
        for company in scene.companies():
            for ship in company:  # team mates as well, so that we do not capture the same tiles
                self.fly(scene, ship)

    def steer_mothership(self, scene: Scene) -> None:
        """Stay at home, unless a foe is near."""
        mothership = scene.mothership
        if mothership is None or not scene.leader:
            return
        if not mothership.flies:
            if mothership.respawn == 0 and (tile := self.refuge(scene)) is not None:
                scene.spawn(mothership, tile)
            return
        if self.nearest(scene, mothership.at) <= NEAR:
            can = scene.reach(mothership)
            scene.move(mothership, max(can, key=lambda at: (self.nearest(scene, at), -can[at], at)))

    def nearest(self, scene: Scene, at: int) -> int:
        """The distance of the nearest foe that can attack from a tile."""
        armed = (foe for foe in scene.foes if foe.kind in ("spaceship", "swarm"))
        return min((scene.atlas.distance(foe.at, at) for foe in armed), default=99)

    def refuge(self, scene: Scene) -> int | None:
        tiles = [at for at in scene.atlas.ground if scene.owner[at] == scene.team and scene.free(at)]
        return max(tiles, key=lambda at: (self.nearest(scene, at), -at)) if tiles else None

    def fly(self, scene: Scene, ship: Piece) -> None:
        if not ship.flies:
            if ship.respawn == 0 and not ship.acted and (tile := self.landing(scene)) is not None:
                scene.spawn(ship, tile)
            return
        if not scene.idle(ship):
            return
        if not self.shoot(scene, ship):
            self.take(scene, ship)

    def landing(self, scene: Scene) -> int | None:
        """An own tile with as much to capture around it as possible."""
        tiles = [at for at in scene.atlas.ground if scene.owner[at] == scene.team and scene.free(at)]
        if not tiles:
            return None
        return max(tiles, key=lambda at: (sum(scene.owner[n] != scene.team for n in scene.atlas.near[at]), -at))

    def shoot(self, scene: Scene, ship: Piece) -> bool:
        """Attack what is destroyed, or nearly: from as far away as possible, the weakest first."""
        best: tuple[float, int, int] | None = None
        for foe in [*scene.foes, *scene.pirates]:
            if foe.id in self.shot:
                continue
            body = Body(scene, foe)
            before = body.health
            body.take(force(scene, [ship], ship.at, ATTACKING))
            worn = (before - body.health) / max(1.0, foe.max_health)
            if body.health > 0 and worn < WORN:
                continue
            stand = self.stand(scene, ship, foe)
            if stand is not None and (best is None or (body.health, foe.id) < best[:2]):
                best = (body.health, foe.id, stand)
        if best is None:
            return False
        self.shot.add(best[1])
        scene.move(ship, best[2])
        scene.ratio(ship, ATTACKING)
        ship.acted += 1
        scene.give(ship.id, Attack(unit=ship.id, target=best[1]))
        scene.ratio(ship, CALM)
        return True

    def stand(self, scene: Scene, ship: Piece, foe: Piece) -> int | None:
        """The tile in range of a foe that is farthest from it, then cheapest."""
        can = scene.reach(ship)
        tiles = [at for at in can if scene.atlas.distance(at, foe.at) <= range_at(scene, ship, at)]
        return max(tiles, key=lambda at: (scene.atlas.distance(at, foe.at), -can[at], -at)) if tiles else None

    def take(self, scene: Scene, ship: Piece) -> None:
        """Go to the tile that can be captured soonest and begin there."""
        if not scene.can_capture():
            return
        costs = scene.ways(ship)[0]
        goals = []
        for at, cost in costs.items():
            if scene.owner[at] == scene.team or not scene.free(at, ship):
                continue
            wait = max(0, -(-(cost - ship.ap) // max(1, self.options.spaceship.ap_recharge)))  # BOI-064
            turns = wait + scene.needs(at, scene.team)
            if turns <= scene.left:
                goals.append((turns, cost, at))
        goal = next((at for _, _, at in sorted(goals) if self.danger(scene, at) <= ship.health), None)
        if goal is None:
            return
        scene.claimed.add(goal)
        stop = goal if costs[goal] <= ship.ap else scene.toward(ship, goal)
        scene.move(ship, stop)
        if stop == goal:
            scene.ratio(ship, CALM)
            scene.capture(ship)

    def danger(self, scene: Scene, at: int) -> float:
        """The damage that units in range of a tile could do at once to a ship there, without its shields."""
        return sum(
            threat(scene, foe)
            for foe in [*scene.foes, *scene.pirates]
            if scene.atlas.distance(foe.at, at) <= range_at(scene, foe, foe.at)
        )
