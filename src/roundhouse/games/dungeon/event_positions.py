"""Where robots were in the course of the round that the newest tick has played, and who could see what.

The state knows where they are now. Robots move in phases 3 and 4 alone and at most once in a round, so the rest follows
from the rows of the event ring: moves are taken back, and robots that were destroyed or bought in the round are added
or left out.
"""

from collections.abc import Sequence

from .ids import robot_id
from .rules import tables as t
from .rules.state import Happening, State

LAST = 9  # the phase after which nothing happens to robots


class Whereabouts:
    def __init__(self, g: State, rows: Sequence[Happening]) -> None:
        self._g = g
        self.owner = {robot.serial: robot.owner for robot in g.robots[: g.robot_count]}
        self._now = {robot.serial: robot.planet for robot in g.robots[: g.robot_count]}
        self._moved: dict[int, tuple[int, int]] = {}  # the phase, and the planet it left
        self._bought: set[int] = set()
        self._gone: dict[int, int] = {}  # the phase in which it was destroyed
        self._kinds: dict[int, int] = {}  # what a patch was before phase 8
        for row in rows:
            if row.kind == t.MOVED and row.reason == 0:
                self._moved[row.robot] = row.phase, row.c
            elif row.kind == t.SPAWNED:
                self._bought.add(row.robot)
            elif row.kind == t.DESTROYED:
                self.owner[row.robot] = row.seat
                self._now[row.robot] = row.a
                self._gone[row.robot] = row.phase
            elif row.kind == t.PATCH_MINED:
                self._kinds[row.a] = row.reason
            elif row.kind == t.APPEARED and row.phase:
                self._kinds.setdefault(row.a, t.NOTHING)
        self._crowds: dict[int, dict[int, list[int]]] = {}
        self._names: dict[tuple[int, int], dict[str, int]] = {}

    def kind_before(self, planet: int) -> int:
        """The kind of resource that a planet had until it was mined in this round."""
        return self._kinds.get(planet, self._g.planets[planet].kind)

    def on(self, planet: int, phase: int) -> list[int]:
        """The robots on a planet: after the moves of a phase, before its destructions."""
        phase = phase or LAST
        crowd = self._crowds.get(phase)
        if crowd is None:
            crowd = self._crowds[phase] = self._crowd(phase)
        return crowd.get(planet, [])

    def _crowd(self, phase: int) -> dict[int, list[int]]:
        crowd: dict[int, list[int]] = {}
        for serial, planet in self._now.items():
            if self._gone.get(serial, LAST) < phase or (phase == 1 and serial in self._bought):
                continue
            when, left = self._moved.get(serial, (0, 0))
            crowd.setdefault(left if phase < when else planet, []).append(serial)
        return crowd

    def present(self, planet: int, phase: int, without: int = 0) -> list[int]:
        """The seats with a robot on a planet then."""
        return sorted({self.owner[serial] for serial in self.on(planet, phase)} - {without})

    def names(self, planet: int, phase: int) -> dict[str, int]:
        """The robots on a planet as their ids and owners. Sorted by id, so that nobody can read from the order which
        were bought first. DUN-045, DUN-233"""
        known = self._names.get((planet, phase))
        if known is None:
            known = dict(sorted((robot_id(self._g, serial), self.owner[serial]) for serial in self.on(planet, phase)))
            self._names[planet, phase] = known
        return known
