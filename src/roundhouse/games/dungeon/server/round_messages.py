"""What both kinds of wire tell in the same way: the moments of a round, and who learns what besides its own events."""

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct

from ..ids import planet_id, planet_of, robot_id
from ..rules.state import State
from ..rules.tables import HEALTH, MAX_ENERGY, STAT_NAMES
from .broker_message import Facts, moment

STARTED, INPUT_ENDED, ENDED = "started", "command input ended", "ended"


class Revealed(Struct, frozen=True, kw_only=True):
    """A robot that somebody stands beside; one whose numbers are nobody else's business is shown as a new one.
    DUN-230"""

    id: str
    planet: str
    seat: int
    health: int
    energy: int
    levels: Mapping[str, int]


class Amounts(Protocol):
    def get(self, planet: str, otherwise: int, /) -> int: ...


class Insight(Struct, frozen=True):
    """What DUN-230 allows a seat on this wire beyond its own events: how much a patch holds when it is entered, and
    the robots on planets where it has one of its own."""

    amounts: Amounts
    robots: list[Revealed]


class Patches:
    """How much there is on a planet, looked up when it is entered."""

    def __init__(self, g: State) -> None:
        self._g = g

    def get(self, planet: str, otherwise: int, /) -> int:
        index = planet_of(self._g, planet)
        return otherwise if index < 0 else int(self._g.planets[index].amount)


def unknown(settings: Mapping[str, Any]) -> tuple[int, int]:
    """Health and energy of a robot of which they are not known: those of a new one, because programs take a robot with
    0 for dead. DUN-230"""
    return settings["health"][0], settings["max_energy"][0]


def insight_of(g: State, seat: int) -> Insight:
    robots = g.robots[: g.robot_count]
    mine = {robot.planet for robot in robots if robot.owner == seat}
    seen = []
    for robot in robots:
        if not g.open and robot.planet not in mine:
            continue
        real = bool(g.open) or robot.owner == seat  # DUN-038
        levels = robot.levels if real else [0] * len(STAT_NAMES)
        seen.append(
            Revealed(
                id=robot_id(g, robot.serial),
                planet=planet_id(g, robot.planet),
                seat=int(robot.owner),
                health=int(robot.health if real else g.by_level[HEALTH][0]),
                energy=int(robot.energy if real else g.by_level[MAX_ENERGY][0]),
                levels=dict(zip(STAT_NAMES, map(int, levels), strict=True)),
            )
        )
    return Insight(Patches(g), seen)


class Times(Struct, kw_only=True):
    """The moments of a round in milliseconds of the wall clock; what has not come yet is None."""

    started: float
    collecting_ms: int
    round_ms: int
    input_ended: float | None = None
    ended: float | None = None

    def payload(self, facts: Facts, number: int, status: str) -> dict[str, Any]:
        """DUN-228"""
        return {
            "gameId": facts.game,
            "roundId": facts.round_id(number),
            "roundNumber": number,
            "roundStatus": status,
            "impreciseTimings": {
                "roundStarted": moment(self.started),
                "commandInputEnded": None if self.input_ended is None else moment(self.input_ended),
                "roundEnded": None if self.ended is None else moment(self.ended),
            },
            "impreciseTimingPredictions": {
                "roundStart": moment(self.started),
                "commandInputEnd": moment(self.started + self.collecting_ms),
                "roundEnd": moment(self.started + self.round_ms),
            },
        }


def times_of(started: float, round_ms: int) -> Times:
    """Three quarters to command, one to execute. DUN-116"""
    return Times(started=started, collecting_ms=round_ms * 3 // 4, round_ms=round_ms)
