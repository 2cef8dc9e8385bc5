"""The value of things to the built-in bot `admiral`, in tiles."""

from .attack_estimate import Body, threat
from .plan import Piece, Scene

POI = 0.3  # a point of importance, in addition to its tile: it decides between equal teams
STRAIN = 0.3  # what an emptied battery costs, in turns of a ship
SIDELINED = 0.4  # share of a ship's value while its mothership is away and it cannot capture
AMONG = 0.3  # with several other teams, harm to one also helps the others
PIRATE_TURNS = 3  # how often a pirate attacks who stays near it
RISK = 0.6  # the share of a capture that is lost where the ship can be destroyed


class Worth:
    """The values of one turn."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        options = scene.options
        self.pace = 1 / max(1, options.capture_turns)  # tiles that a ship takes in a turn (BOI-118)
        self.others = len(scene.view.teams) - 1
        self.share = 1.0 if self.others == 1 else AMONG
        self.away = {p.team for p in scene.pieces.values() if p.kind == "mothership" and not p.flies}
        self.fleet = {line.team: line.ships for line in scene.view.teams}

    def tile(self, at: int) -> float:
        """The value of owning a tile: twice if it is another team's and there is only one other team."""
        lost = 0.0 if self.scene.owner[at] == 0 else 1 / self.others
        return 1 + lost + (POI if at in self.scene.atlas.pois else 0)

    def span(self, turns: int) -> float:
        """The turns that a destroyed unit is missing, including the one in which it respawns."""
        return float(max(0, min(turns + 1, self.scene.left - 1)))

    def kill(self, foe: Piece) -> float:
        """The value of destroying a unit."""
        scene = self.scene
        if foe.team == 0:
            return 0.2
        if foe.kind == "mothership":
            turns = self.span(scene.options.mothership.respawn_turns)
            return self.pace * turns * max(1, self.fleet[foe.team]) * self.share
        if foe.kind == "superstructure":
            return 0.5
        turns = self.span(scene.options.spaceship.respawn_turns)
        alone = self.pace * turns * (SIDELINED if foe.team in self.away else 1.0)
        if foe.job == "capturing" and foe.team not in self.away:
            alone += (2.0 if scene.owner[foe.at] == scene.team else 1.0) / max(1, foe.needed)
        return alone * max(1, len(foe.ships)) * self.share

    def spent(self, ship: Piece, ratio: int) -> float:
        """The cost of a ship's turn and battery for an attack."""
        return self.pace * (1 + STRAIN * ship.battery * ratio / 100 / max(1.0, ship.max_battery))

    def hurt(self, health: float) -> float:
        """The cost of health that one of our ships loses."""
        most = max(1.0, float(self.scene.options.spaceship.health))
        return 0.5 * self.pace * self.span(self.scene.options.spaceship.respawn_turns) * health / most

    def risk(self, ship: Piece, at: int, turns: int) -> float:
        """The share of a ship's health that units around could take while it works at a tile, 0 to 1."""
        scene = self.scene
        come = [foe for foe in scene.foes if self.comes(foe, at, turns)]
        steps = scene.options.npc.ap_recharge // max(1, scene.options.move_cost)  # BOI-064, BOI-108
        for pirate in scene.pirates:
            if scene.atlas.distance(pirate.at, at) <= pirate.range + steps:
                come += [pirate] * min(turns, PIRATE_TURNS)
        if not come:
            return 0.0
        body = Body(scene, ship)
        body.shields = ship.battery * (100 - scene.options.ratio_min) / 100  # BOI-082
        for foe in come:
            body.take(threat(scene, foe))
        return 1 - body.health / max(1.0, ship.health)

    def comes(self, foe: Piece, at: int, turns: int) -> bool:
        """Whether a foe could attack a ship at a tile within some turns; one that has a job is expected to continue
        it."""
        if foe.kind not in ("spaceship", "swarm") or (foe.job == "capturing" and foe.needed > turns):
            return False
        options = self.scene.options
        points = min(options.ap_max, foe.ap + options.spaceship.ap_recharge * max(0, turns - 1))  # BOI-064, BOI-078
        return self.scene.atlas.distance(foe.at, at) <= foe.range + points // max(1, options.move_cost)  # BOI-108
