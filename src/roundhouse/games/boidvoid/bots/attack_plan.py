"""Concentrated attacks of the built-in bot `admiral`: who attacks whom from where, alone or as a swarm, and whether it
pays."""

from msgspec import Struct

from ..actions import Attack, SwarmCreate, SwarmJoin
from ..rules import tables as t
from .attack_estimate import Body, force, loss, range_at
from .ground import FAR
from .plan import Piece, Scene
from .valuation import STRAIN, Worth

MOST = 6  # ships in one attack
PART = 0.5  # value of damage that does not heal, as a share of a kill
AHEAD = 2  # turns ahead for which ships are kept ready
LIKELY = 0.75  # motherships that are less likely to stay than this are approached more closely


class Strike(Struct):
    """Ships that attack a target this turn, each from a tile; as a swarm the first creates it."""

    target: Piece
    ships: list[Piece]
    stands: list[int]
    gain: float
    swarm: bool = False


class Siege(Struct):
    """Ships that save their batteries because in some turns they can destroy a mothership together."""

    target: Piece
    ships: set[int]
    wait: int


class Strikes:
    """Finds attacks that pay, and orders them."""

    def __init__(self, scene: Scene, worth: Worth) -> None:
        self.scene, self.worth = scene, worth
        options = scene.options
        self.ratio = options.ratio_max
        together = scene.view.mode == "sealed" or len(scene.you.players) > 1
        quick = options.spaceship.swarm_join_turns == 0 and options.orders_per_turn >= 8  # BOI-064, BOI-214
        self.joint = together and quick and scene.leader > 0
        self.fresh = scene.memory.last  # new swarms get the ids after it

    # Finding

    def best(self, ships: list[Piece]) -> Strike | None:
        """The strike of these ships that pays most."""
        found: Strike | None = None
        for foe in self.scene.foes:
            near = [ship for ship in ships if self.may_reach(ship, foe)]
            for one in (self.apart(foe, near), self.together(foe, near)) if near else ():
                if one is not None and one.gain > 0 and (found is None or one.gain > found.gain):
                    found = one
        return found

    def may_reach(self, ship: Piece, foe: Piece) -> bool:
        """A quick check by distance alone."""
        steps = ship.ap // max(1, self.scene.options.move_cost - 1)  # BOI-108
        return self.scene.atlas.distance(ship.at, foe.at) <= steps + ship.range + 2

    def sure(self, foe: Piece) -> float:
        """How likely the target will still be there: sealed orders are executed together with those of the others."""
        if self.scene.view.mode == "live" or (foe.job == "capturing" and foe.needed > 0):
            return 1.0
        return self.scene.memory.stays(foe.id) if foe.kind == "mothership" else 0.7

    def stands(self, ship: Piece, foe: Piece) -> list[int]:
        """Tiles from which a ship can attack this turn, the best first."""
        scene = self.scene
        near = foe.kind == "mothership" and self.sure(foe) < LIKELY
        can = scene.reach(ship)
        tiles = []
        for at in scene.atlas.within(foe.at, ship.range + 2):
            far = scene.atlas.distance(at, foe.at)
            if at in can and far <= range_at(scene, ship, at):
                ground = scene.field(at, scene.team, t.F_ATTACK) + scene.field(at, scene.team, t.F_DEFENSE)
                own = scene.owner[at] == scene.team
                tiles.append((far if near else -far, -ground, own, can[at], at))
        return [tile[-1] for tile in sorted(tiles)]

    def boost(self, ship: Piece) -> int:
        """What an overcharge would add."""
        if ship.boosts >= self.scene.options.boost_slots:  # BOI-158
            return 0
        keys = [key for _, key in self.scene.items(ship.id, t.SCHEMA_BOOST)]
        return 10 if "boost-overcharge" in keys else 0

    def apart(self, foe: Piece, ships: list[Piece]) -> Strike | None:
        """Single attacks one after the other, with as few ships as destroy the target."""
        scene, worth = self.scene, self.worth
        body = Body(scene, foe)
        before, chosen, tiles, cost = body.health, [], [], 0.0
        ready = [(ship, self.stands(ship, foe)) for ship in ships]
        ready = [(ship, stands) for ship, stands in ready if stands]
        ready.sort(key=lambda one: (-one[0].battery, one[0].id))
        for ship, stands in ready[:MOST]:
            free = [at for at in stands if at not in tiles]
            if not free:
                continue
            body.take(force(scene, [ship], free[0], self.ratio, self.boost(ship)))
            chosen.append(ship)
            tiles.append(free[0])
            cost += worth.spent(ship, self.ratio)
            if body.health > 0:
                cost += worth.hurt(loss(scene, ship, foe, free[0], self.ratio) / (1 if len(chosen) == 1 else 2))
            else:
                break
        if not chosen:
            return None
        part = 1.0 if body.health <= 0 else PART * (before - body.health) / max(1.0, foe.max_health)
        return Strike(foe, chosen, tiles, worth.kill(foe) * part * self.sure(foe) - cost)

    def together(self, foe: Piece, ships: list[Piece]) -> Strike | None:
        """An attack as a swarm, for targets with a strong defense, which then counts only once."""
        if not self.joint or foe.kind == "spaceship" or len(ships) < 2:
            return None
        scene, worth = self.scene, self.worth
        ready = sorted((ship for ship in ships if self.reaches(ship, foe)), key=lambda ship: (-ship.battery, ship.id))
        most = scene.options.swarm_max_ships or MOST  # BOI-150
        total = Body(scene, foe).total()
        best: Strike | None = None
        for count in range(2, min(len(ready), MOST, most) + 1):
            team = ready[:count]
            power = sum(force(scene, [ship], ship.at, self.ratio, self.boost(ship)) for ship in team)
            body = Body(scene, foe)
            before = body.health
            body.take(power)
            part = 1.0 if body.health <= 0 else PART * (before - body.health) / max(1.0, foe.max_health)
            cost = sum(worth.spent(ship, self.ratio) + worth.pace for ship in team)
            if power <= total:
                cost += worth.hurt(loss(scene, team[0], foe, foe.at, self.ratio)) / 2
            gain = worth.kill(foe) * part * self.sure(foe) - cost
            if gain > 0 and (best is None or gain > best.gain):
                tiles = self.formation(team, foe)
                if tiles is not None:
                    best = Strike(foe, team, tiles, gain, True)
        return best

    def reaches(self, ship: Piece, foe: Piece) -> bool:
        """Whether it can come near enough to join a swarm."""
        far = self.scene.atlas.within(foe.at, ship.range + 1)
        can = self.scene.reach(ship)
        return any(at in can for at in far)

    def formation(self, team: list[Piece], foe: Piece) -> list[int] | None:
        """A tile in range for the first, and tiles next to it for the others."""
        scene = self.scene
        can = {ship.id: scene.reach(ship) for ship in team}
        for middle in self.stands(team[0], foe):
            tiles = [middle]
            for ship in team[1:]:
                beside = [at for at in scene.atlas.near[middle] if at in can[ship.id] and at not in tiles]
                if not beside:
                    break
                tiles.append(min(beside, key=lambda at: (can[ship.id][at], at)))
            if len(tiles) == len(team):
                return tiles
        return None

    # Attacks some turns ahead

    def siege(self, ships: list[Piece]) -> Siege | None:
        """Ships that can destroy a mothership together in some turns, if that pays; the soonest."""
        if not self.joint or self.scene.left <= AHEAD + 1:
            return None
        for wait in range(1, AHEAD + 1):
            for foe in self.scene.foes:
                if foe.kind == "mothership" and self.sure(foe) >= LIKELY:
                    found = self.siege_of(foe, ships, wait)
                    if found is not None:
                        return found
        return None

    def siege_of(self, foe: Piece, ships: list[Piece], wait: int) -> Siege | None:
        worth, options = self.worth, self.scene.options
        ready: list[tuple[float, Piece]] = []
        for ship in ships:
            if not ship.flies or ship.swarm or (ship.job and ship.needed > wait) or self.scene.left <= wait:
                continue
            points = min(options.ap_max, ship.ap + wait * options.spaceship.ap_recharge)  # BOI-064, BOI-078
            costs = self.scene.ways(ship)[0]
            if any(costs.get(at, FAR) <= points for at in self.scene.atlas.within(foe.at, ship.range)):
                battery = min(ship.max_battery, ship.battery + wait * options.battery_recharge)  # BOI-081
                ready.append((battery * self.ratio / 100 + ship.attack + self.boost(ship), ship))
        ready.sort(key=lambda one: (-one[0], one[1].id))
        total = Body(self.scene, foe).total()
        for count in range(2, min(len(ready), MOST) + 1):
            power = sum(one[0] for one in ready[:count])
            idle = sum(not ship.job for _, ship in ready[:count])
            cost = worth.pace * (wait % options.capture_turns * idle + (2 + STRAIN) * count)  # BOI-118
            if power >= total and worth.kill(foe) * self.sure(foe) > cost:
                return Siege(foe, {ship.id for _, ship in ready[:count]}, wait)
        return None

    # Ordering

    def order(self, strike: Strike) -> None:
        if strike.swarm:
            self.order_swarm(strike)
            return
        for ship, at in zip(strike.ships, strike.stands, strict=True):
            self.scene.move(ship, at)
            self.charge(ship)
            self.scene.ratio(ship, self.ratio)
            ship.acted += 1
            ship.battery *= 1 - self.ratio / 100
            self.scene.give(ship.id, Attack(unit=ship.id, target=strike.target.id))
            self.scene.ratio(ship, self.scene.options.ratio_min)

    def charge(self, ship: Piece) -> None:
        """Burn boosts that make an attack stronger."""
        for item, key in self.scene.items(ship.id, t.SCHEMA_BOOST):
            if key in ("boost-overcharge", "boost-lucky") and ship.boosts < self.scene.options.boost_slots:  # BOI-158
                self.scene.burn(ship.id, item, ship)

    def order_swarm(self, strike: Strike) -> None:
        """All ships move, then the swarm is made, then it attacks: each step gets a place in the lists after those it
        needs, because sealed lists are executed place by place. BOI-215"""
        scene = self.scene
        self.fresh += 1
        first = strike.ships[0]
        for ship, at in zip(strike.ships, strike.stands, strict=True):
            scene.move(ship, at)
            self.charge(ship)
            scene.ratio(ship, self.ratio)
        made = scene.give(first.id, SwarmCreate(unit=first.id))
        ready = made
        for ship in strike.ships[1:]:
            ready = max(ready, scene.give(ship.id, SwarmJoin(unit=ship.id, swarm=self.fresh), made))
        fired = scene.give(scene.leader, Attack(unit=self.fresh, target=strike.target.id), ready)
        for ship in strike.ships:
            ship.acted += 1
            ship.swarm = self.fresh
            ship.battery *= 1 - self.ratio / 100
            scene.ratio(ship, scene.options.ratio_min, fired)
