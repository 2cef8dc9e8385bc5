"""The built-in bot `admiral`: plans for the whole team. It assigns tiles by auction, attacks together, builds where
tiles are contested, and keeps the mothership away from ships that could reach it."""

from typing import Any

from ....protocol.messages import Start, Turn
from ....sdk.seeded_bot import SeededBot
from ..actions import Attack, SwarmLeave
from ..rules import tables as t
from ..rules.phases.orders import may_act
from ..settings import settings_of
from ..state_from_view import seen
from .attack_estimate import Body, force, range_at, threat
from .attack_plan import Strikes
from .auction import auction
from .ground import Atlas
from .memory import Memory
from .plan import Piece, Scene
from .valuation import RISK, Worth

OFFERS = 16  # tiles that a ship bids for
LASTING = ("boost-cell", "boost-plating", "boost-hull", "boost-thrusters", "boost-drydock")
NEAR = 6  # when other teams' ships are this near, boosts are burnt
SPITE = 1.2  # what boosts may add to an attack
DODGE = 2  # tiles that a mothership moves when no place is safe


class Admiral(SeededBot):
    """Uses only its view and no random numbers: equal matches give equal turns, whatever the seed."""

    name = "admiral"

    def start(self, start: Start) -> None:
        self.options = settings_of(start.setup)
        self.atlas: Atlas | None = None
        self.memory = Memory(self.options)

    def act(self, turn: Turn) -> list[Any]:
        view = seen(turn.view)
        if self.atlas is None:
            self.atlas = Atlas(view)
        self.memory.hear(view, turn.events, self.atlas)
        scene = Scene(view, self.options, self.atlas, self.memory)
        self.plan(scene)
        return scene.orders()

    def plan(self, scene: Scene) -> None:
        self.worth = Worth(scene)
        self.strikes = Strikes(scene, self.worth)
        self.raise_mothership(scene)
        for swarm in scene.swarms:
            self.lead(scene, swarm)
        for ships in scene.companies():
            self.come_back(scene, ships)
            self.arm(scene, ships)
            self.fight(scene, ships)
            self.expand(scene, ships)
            self.build(scene, ships)
            for ship in ships:
                if not ship.acted:
                    scene.ratio(ship, self.options.ratio_min)
        self.steer_mothership(scene)

    # Respawning

    def raise_mothership(self, scene: Scene) -> None:
        mothership = scene.mothership
        if mothership and scene.leader and not mothership.flies and mothership.respawn == 0:
            tiles = self.own_tiles(scene)
            if tiles:
                scene.spawn(
                    mothership, min(tiles, key=lambda at: (self.peril(scene, at), -self.nearest(scene, at), at))
                )

    def come_back(self, scene: Scene, ships: list[Piece]) -> None:
        for ship in ships:
            if not ship.flies and ship.respawn == 0 and not ship.acted:
                tiles = self.own_tiles(scene)
                if tiles:
                    scene.spawn(ship, max(tiles, key=lambda at: (self.prospect(scene, at), -at)))

    def own_tiles(self, scene: Scene) -> list[int]:
        return [at for at in scene.atlas.ground if scene.owner[at] == scene.team and scene.free(at)]

    def prospect(self, scene: Scene, at: int) -> float:
        """The value of the tiles around a tile, for a ship that begins there next turn."""
        near = scene.atlas.within(at, 2)
        busy = sum(at2 in scene.standing for at2 in near)
        return sum(self.worth.tile(tile) for tile in near if scene.owner[tile] != scene.team) - 0.5 * busy

    # Fighting

    def arm(self, scene: Scene, ships: list[Piece]) -> None:
        """Burn boosts that last several turns when other teams are near; boosts for an attack are kept for one."""
        for ship in ships:
            if not ship.flies or self.nearest(scene, ship.at) > NEAR:
                continue
            held = [(item, key) for item, key in scene.items(ship.id, t.SCHEMA_BOOST) if key in LASTING]
            for item, _ in held[: max(0, self.options.boost_slots - 1 - ship.boosts)]:  # BOI-158
                scene.burn(ship.id, item, ship)

    def fight(self, scene: Scene, ships: list[Piece]) -> None:
        """Attack as long as it pays; ships that can soon destroy a mothership together save their batteries for it."""
        self.siege = self.strikes.siege(ships)
        kept = self.siege.ships if self.siege else set()
        now = self.strikes.best([ship for ship in ships if scene.idle(ship)])
        if now is not None and now.target.kind == "mothership":
            self.siege, kept = None, set()
        while True:
            strike = self.strikes.best([ship for ship in ships if scene.idle(ship) and ship.id not in kept])
            if strike is None:
                break
            self.strikes.order(strike)
            scene.foes.remove(strike.target)  # the remaining ships look for another target

    def lead(self, scene: Scene, swarm: Piece) -> None:
        """A swarm attacks what it can reach if that pays, and then dissolves."""
        ships = [scene.pieces[ship] for ship in swarm.ships]
        can = scene.reach(swarm)
        best: tuple[float, int, Piece] | None = None
        for foe in scene.foes:
            for at in scene.atlas.within(foe.at, swarm.range + 1):
                if at not in can or scene.atlas.distance(at, foe.at) > range_at(scene, swarm, at):
                    continue
                body = Body(scene, foe)
                before = body.health
                body.take(force(scene, ships, at, self.options.ratio_max))
                part = 1.0 if body.health <= 0 else (before - body.health) / max(1.0, foe.max_health) / 2
                gain = self.worth.kill(foe) * part * self.strikes.sure(foe) - 0.2
                if best is None or gain > best[0] + 0.01 * can[at] / 24:
                    best = (gain, at, foe)
        fired = 0
        if best and best[0] > 0 and scene.leader and may_act(self.options, swarm.acted):
            placed = scene.move(swarm, best[1])
            ready = max([placed, *(scene.ratio(ship, self.options.ratio_max) for ship in ships)])
            fired = scene.give(scene.leader, Attack(unit=swarm.id, target=best[2].id), ready)
            for ship in ships:
                ship.battery *= 1 - self.options.ratio_max / 100  # BOI-082
        for ship in ships:
            scene.ratio(ship, self.options.ratio_min, fired)
        self.part(scene, swarm, fired)

    def part(self, scene: Scene, swarm: Piece, after: int) -> None:
        """All ships leave a swarm to a neighbouring tile, if possible to one that is not ours."""
        for number in swarm.ships:
            ship = scene.pieces[number]
            beside = [at for at in scene.atlas.near[swarm.at] if scene.free(at)]
            if ship not in scene.ships or not may_act(self.options, ship.acted) or not beside:
                continue
            at = min(beside, key=lambda tile: (scene.owner[tile] == scene.team, scene.needs(tile, scene.team), tile))
            ship.acted, ship.at, ship.swarm, ship.ap = self.options.actions_per_turn, at, 0, 0
            scene.claim(at, ship)
            scene.give(ship.id, SwarmLeave(unit=ship.id, tile=scene.atlas.spot(at)), after)

    # Capturing

    def expand(self, scene: Scene, ships: list[Piece]) -> None:
        """Assign the tiles. Ships on their way count with the turns they need; no tile is assigned twice."""
        idle = [ship for ship in ships if scene.idle(ship)]
        if not scene.can_capture() or not idle:
            return
        worth = {ship.id: self.offers(scene, ship) for ship in idle}
        for number, goal in sorted(auction(worth).items()):
            ship = scene.pieces[number]
            stop = scene.toward(ship, goal)
            scene.claimed.add(goal)
            scene.move(ship, stop)
            if stop == goal:
                scene.ratio(ship, self.options.ratio_min)
                scene.capture(ship)

    def offers(self, scene: Scene, ship: Piece) -> dict[int, float]:
        """The value of tiles to a ship, in tiles per turn; less where it may be destroyed."""
        costs = scene.ways(ship)[0]
        gain = max(1, self.options.spaceship.ap_recharge)  # BOI-064
        rough = []
        most = self.siege.wait if self.siege and ship.id in self.siege.ships else scene.left
        for at, cost in costs.items():
            if scene.owner[at] == scene.team or not scene.free(at, ship):
                continue
            turns = max(0, -(-(cost - ship.ap) // gain)) + scene.needs(at, scene.team)
            if turns <= most:
                rough.append((self.worth.tile(at) / turns - 0.002 * cost, turns, at))
        rough.sort(key=lambda one: (-one[0], one[2]))
        return {
            at: max(0.01, rate * (1 - RISK * self.worth.risk(ship, at, turns)) + self.race(scene, at))
            for rate, turns, at in rough[:OFFERS]
        }

    def front(self, scene: Scene, at: int) -> float:
        """Higher where other teams would soon capture it: 1 beside them, 0 far away."""
        return max(0.0, 1 - self.nearest(scene, at) / 8)

    def race(self, scene: Scene, at: int) -> float:
        """Of equal tiles prefer the one nearer to the other team; not with several teams, where too many would go
        there."""
        return 0.01 * self.front(scene, at) * (1 if self.worth.others == 1 else -4)

    # Building

    def build(self, scene: Scene, ships: list[Piece]) -> None:
        """Build superstructures, which keep others off a tile, where other teams are near, with ships that have nothing
        better to do."""
        for ship in ships:
            if not scene.idle(ship) or (self.siege and ship.id in self.siege.ships):
                continue
            held = scene.items(ship.id, t.SCHEMA_SUPERSTRUCTURE)
            if not held:
                continue
            item, key = held[0]
            turns = t.TEMPLATE_TURNS[t.TEMPLATE_KEYS.index(key)]
            can = [
                at
                for at in scene.reach(ship)
                if scene.owner[at] == scene.team and at not in scene.structures and turns <= scene.left
            ]
            if can:
                at = max(can, key=lambda tile: (self.front(scene, tile) + (tile in scene.atlas.pois), -tile))
                scene.move(ship, at)
                for boost, name in scene.items(ship.id, t.SCHEMA_BOOST):
                    if name == "boost-yard" and ship.boosts < self.options.boost_slots:  # BOI-158
                        scene.burn(ship.id, boost, ship)
                scene.build(ship, item)

    # The mothership

    def nearest(self, scene: Scene, at: int) -> int:
        armed = (foe for foe in scene.foes if foe.kind in ("spaceship", "swarm"))
        return min((scene.atlas.distance(foe.at, at) for foe in armed), default=99)

    def peril(self, scene: Scene, at: int) -> float:
        """The damage that ships which could come in this turn or the next would do to a mothership there."""
        return sum(threat(scene, foe) for foe in scene.foes if self.worth.comes(foe, at, 2))

    def steer_mothership(self, scene: Scene) -> None:
        """Move where the fewest can reach it; when no place is safe it at least does not stay."""
        mothership = scene.mothership
        if mothership is None or not mothership.flies or not scene.leader:
            return
        can = scene.reach(mothership)
        lethal = SPITE * self.peril(scene, mothership.at) - mothership.defense >= mothership.health

        def mark(at: int) -> tuple[float, ...]:
            stale = lethal and scene.atlas.distance(at, mothership.at) < DODGE
            foreign = scene.owner[at] != scene.team
            return (self.peril(scene, at), stale, foreign, -self.nearest(scene, at), can[at], at)

        best = min(can, key=mark)
        if mark(best)[:2] < mark(mothership.at)[:2]:
            scene.move(mothership, best)
