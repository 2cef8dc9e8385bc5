"""A seat's own robots and money while the events of one round go by. The seat's view says how they were before, every
event what it changed; so a message about the third of five events shows the robot as it was then."""

from typing import Any

from msgspec.structs import replace

from .. import events as e
from ..rules.tables import ITEM_NAMES, KIND_NAMES, STAT_NAMES
from ..view import OwnView, RobotView

BY_STAT = {"STORAGE": "storage", "HEALTH": "max_health", "DAMAGE": "damage", "MINING_SPEED": "mining_speed",
           "MAX_ENERGY": "max_energy", "ENERGY_REGEN": "regeneration"}  # fmt: skip
SETTING = {"STORAGE": "storage", "HEALTH": "health", "DAMAGE": "damage", "MINING_SPEED": "mining_speed",
           "MAX_ENERGY": "max_energy", "ENERGY_REGEN": "energy_regen"}  # fmt: skip


class Swarm:
    """`settings` are the match's; `seat` is whose robots these are."""

    def __init__(self, settings: dict[str, Any], seat: int) -> None:
        self._settings = settings
        self._seat = seat
        self.money = 0
        self.robots: dict[str, RobotView] = {}

    def know(self, own: OwnView) -> None:
        """How things stand between two rounds."""
        self.money = own.money
        self.robots = {robot.id: robot for robot in own.robots}

    def follow(self, event: e.Event) -> None:
        """An event has happened."""
        if isinstance(event, e.RobotSpawned):
            if event.seat == self._seat:
                self.robots[event.robot] = newborn(event, self._settings)
        elif isinstance(event, e.Trade):
            self._trade(event)
        elif isinstance(event, e.Moved):
            planet = event.planet.id if event.planet is not None else event.origin
            self._set(event.robot, energy=event.energy, planet=planet)
        elif isinstance(event, e.Fight):
            if isinstance(event.energy, int) and not event.item:
                self._set(event.robot, energy=event.energy)
            if event.health is not None:
                self._set(event.target, health=event.health)
        elif isinstance(event, e.PlanetBlocked):
            if isinstance(event.energy, int):
                self._set(event.robot, energy=event.energy)
        elif isinstance(event, e.Mined):
            self._mined(event)
        elif isinstance(event, e.Regenerated):
            self._set(event.robot, energy=event.energy)
        elif isinstance(event, e.ItemRepair):
            for robot, health in event.robots.items():
                self._set(robot, health=health)
        elif isinstance(event, e.CargoShared):
            self._set(event.robot, cargo=dict.fromkeys(KIND_NAMES, 0) | event.cargo)
        elif isinstance(event, e.RobotDestroyed):
            self._set(event.robot, health=0)

    def _set(self, robot: str, **values: Any) -> None:
        known = self.robots.get(robot)
        if known is not None:
            self.robots[robot] = replace(known, **values)

    def _mined(self, event: e.Mined) -> None:
        known = self.robots.get(event.robot)
        if known is None:
            return
        cargo = known.cargo if event.resource is None else known.cargo | {event.resource: event.amount}
        self.robots[event.robot] = replace(known, energy=event.energy, cargo=cargo)

    def _trade(self, event: e.Trade) -> None:
        if event.seat != self._seat or not event.success:
            return
        self.money += event.money
        known = self.robots.get(event.robot or "")
        if known is None:
            return
        if event.kind == "sell":
            left = {kind: amount - event.sold.get(kind, 0) for kind, amount in known.cargo.items()}
            self._set(known.id, cargo=left)
        elif event.article == "HEALTH":
            self._set(known.id, health=known.max_health)
        elif event.article == "ENERGY":
            self._set(known.id, energy=known.max_energy)
        elif event.article in ITEM_NAMES:
            self._set(known.id, items=known.items | {event.article: known.items.get(event.article, 0) + 1})
        elif event.article is not None:
            self._upgrade(known, event.article)

    def _upgrade(self, known: RobotView, article: str) -> None:
        """DUN-110, DUN-112"""
        stat, level = step_of(article)
        values: dict[str, Any] = {"levels": known.levels | {stat: level}}
        if stat in BY_STAT:
            value = self._settings[SETTING[stat]][level]
            values[BY_STAT[stat]] = value
            if stat == "HEALTH":
                values["health"] = known.health + value - known.max_health
            elif stat == "MAX_ENERGY":
                values["energy"] = known.energy + value - known.max_energy
        self._set(known.id, **values)


def step_of(article: str) -> tuple[str, int]:
    """The stat and the level of an upgrade."""
    stat, _, level = article.rpartition("_")
    return stat, int(level)


def newborn(event: e.RobotSpawned, settings: dict[str, Any]) -> RobotView:
    """A robot as it comes out of the shop. DUN-028"""
    return RobotView(
        id=event.robot,
        seat=event.seat,
        planet=event.planet.id,
        health=settings["health"][0],
        max_health=settings["health"][0],
        energy=settings["max_energy"][0],
        max_energy=settings["max_energy"][0],
        regeneration=settings["energy_regen"][0],
        damage=settings["damage"][0],
        mining_speed=settings["mining_speed"][0],
        storage=settings["storage"][0],
        levels=dict.fromkeys(STAT_NAMES, 0),
        cargo=dict.fromkeys(KIND_NAMES, 0),
        items=dict.fromkeys(ITEM_NAMES, 0),
        command=None,
        transaction=None,
        last=None,
    )
