"""What a built-in bot concludes about the other teams from events: batteries, ratios and action points.

It can start empty, so a bot that is started in the middle of a match plays on; it then expects the worst of units it
has not seen fighting. BOI-090
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from ..events import Combat, Event, Moved, Side, Spawned, SwarmCreated, SwarmLeft
from ..rules import tables as t
from ..rules.phases.moving import entry_cost
from ..settings import Settings
from ..view import View
from .ground import Atlas

CAREFUL = 30  # the attack ratio assumed for a ship that has not been seen fighting


class Memory:
    """By unit: when something was last known, and what."""

    def __init__(self, options: Settings) -> None:
        self.options = options
        self.batteries: dict[int, tuple[int, float]] = {}  # the turn, and what was left then
        self.ratios: dict[int, int] = {}
        self.points: dict[int, tuple[int, int]] = {}
        self.still: dict[int, list[bool]] = {}  # of motherships: for each turn, whether it stayed where it was
        self.last = 0  # the highest id seen so far
        self._stood: dict[int, tuple[int, int]] = {}
        self._ships: dict[int, list[int]] = {}  # of swarms
        self._turn = 0

    def hear(self, view: View, events: Sequence[Any], atlas: Atlas) -> None:
        """Events are those since the last turn of the seat, so they happened in the previous turn."""
        for event in events:
            self._take(event if isinstance(event, msgspec.Struct) else msgspec.convert(event, Event), atlas)
        for unit in view.units:
            self.last = max(self.last, unit.id)
            self._ships[unit.id] = unit.ships
            if unit.kind == "mothership":
                self._watch(view.turn, unit.id, -1 if unit.x is None or unit.y is None else unit.y * view.side + unit.x)
        self.last = max([self.last, *(one.id for one in view.structures)])
        self._turn = view.turn

    def _take(self, event: Any, atlas: Atlas) -> None:
        if isinstance(event, Combat):
            self._side(event.attacker)
            self._side(event.target)
        elif isinstance(event, Moved):
            cost = sum(self._price(y * atlas.side + x, atlas) for x, y in event.path)
            for unit in self._ships.get(event.unit) or [event.unit]:
                self.points[unit] = (self._turn, max(0, self.ap(unit, self._turn) - cost))
        elif isinstance(event, Spawned | SwarmLeft):
            self.points[event.unit] = (self._turn, 0)
        elif isinstance(event, SwarmCreated):
            self.last = max(self.last, event.swarm)

    def _price(self, at: int, atlas: Atlas) -> int:
        return entry_cost(self.options, atlas.lasting(at, t.F_MOVE, owned=False))

    def _side(self, side: Side) -> None:
        if side.main is UNSET or side.shields is UNSET or side.battery_spent is UNSET:
            return
        held = side.main + side.shields
        ships = self._ships.get(side.unit) or [side.unit]
        for unit in ships:
            self.batteries[unit] = (self._turn, max(0.0, held - side.battery_spent) / len(ships))
            if held > 0:
                self.ratios[unit] = round(100 * side.main / held)

    def _watch(self, turn: int, unit: int, at: int) -> None:
        before, where = self._stood.get(unit, (0, -1))
        if turn == before:
            return
        if at >= 0 and where >= 0 and turn == before + 1:
            self.still.setdefault(unit, []).append(at == where)
        self._stood[unit] = (turn, at)

    # Estimates

    def battery(self, unit: int, turn: int, most: float) -> float:
        if unit not in self.batteries:
            return most
        known, left = self.batteries[unit]
        return min(most, left + self.options.battery_recharge * (turn - known))  # BOI-081

    def ratio(self, unit: int) -> int:
        return self.ratios.get(unit, max(self.options.ratio_min, min(self.options.ratio_max, CAREFUL)))

    def ap(self, unit: int, turn: int) -> int:
        """Of a ship, at most."""
        most, gain = self.options.ap_max, self.options.spaceship.ap_recharge  # BOI-064, BOI-078
        known, left = self.points.get(unit, (0, self.options.ap_start))
        return min(most, left + gain * (turn - known))

    def stays(self, unit: int) -> float:
        """How likely a mothership stays where it is until the end of the turn, by its last turns."""
        lately = self.still.get(unit, [])[-6:]
        return (sum(lately) + 1) / (len(lately) + 1)
