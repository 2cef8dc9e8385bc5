"""The built-in bots' estimate of an attack: without critical hits, from what is known or expected."""

from collections.abc import Sequence

from ..rules import tables as t
from .plan import Piece, Scene


class Body:
    """What an attack has to use up before a unit is destroyed; several attacks add up. BOI-187 to BOI-193"""

    def __init__(self, scene: Scene, piece: Piece) -> None:
        members = [scene.pieces[ship] for ship in piece.ships] or [piece]
        bonus = 1 + max(-100, scene.field(piece.at, piece.team, t.F_DEFENSE, piece.id)) / 100
        self.shields = sum(one.battery * (100 - one.ratio) / 100 for one in members)
        self.defense = sum(one.defense for one in members) * bonus
        self.health = sum(one.health for one in members)

    def total(self) -> float:
        """An attack with more damage than this is not answered. BOI-181"""
        return self.shields + self.defense + self.health

    def take(self, damage: float) -> None:
        held = min(self.shields, damage)
        self.shields -= held
        self.health -= min(self.health, max(0.0, damage - held - self.defense))


def range_at(scene: Scene, piece: Piece, at: int) -> int:
    """BOI-165"""
    return piece.range + scene.field(at, piece.team, t.F_RANGE, piece.id)


def force(scene: Scene, ships: Sequence[Piece], at: int, ratio: int, boost: int = 0) -> float:
    """The damage that ships deal from a tile, one alone or together as a swarm. BOI-167 to BOI-176"""
    main = sum(ship.battery for ship in ships) * ratio / 100
    bonus = max(-100, scene.field(at, ships[0].team, t.F_ATTACK)) / 100
    return (main + sum(ship.attack + boost for ship in ships)) * (1 + bonus)


def threat(scene: Scene, piece: Piece) -> float:
    """The most damage that a unit of another team can deal with one attack."""
    members = [scene.pieces[ship] for ship in piece.ships] or [piece]
    full = scene.options.ratio_max / 100 if piece.kind in ("spaceship", "swarm") else 0.0  # BOI-082
    return sum(one.battery * full + one.attack for one in members)


def back(scene: Scene, piece: Piece, at: int) -> float:
    """The damage with which a unit strikes back at a tile. BOI-182 to BOI-185"""
    options = scene.options
    if not options.counterattack or (piece.kind == "mothership" and not options.mothership_counterattack):
        return 0.0
    if scene.atlas.distance(piece.at, at) > range_at(scene, piece, piece.at):
        return 0.0
    members = [scene.pieces[ship] for ship in piece.ships] or [piece]
    bonus = 1 + max(-100, scene.field(piece.at, piece.team, t.F_ATTACK, piece.id)) / 100
    return sum(one.battery * one.ratio / 100 + one.attack for one in members) * bonus


def loss(scene: Scene, ship: Piece, foe: Piece, at: int, ratio: int) -> float:
    """The health that an attack from a tile costs a ship."""
    shields = ship.battery * (100 - ratio) / 100
    defense = ship.defense * (1 + scene.field(at, ship.team, t.F_DEFENSE) / 100)
    return max(0.0, back(scene, foe, at) - shields - defense)
