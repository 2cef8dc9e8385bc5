"""What the tests of the rules play with: a state from a text or from settings, units and rows of the ring at hand.

game = Play(FIELD + "1 start 0,0\n2 start 9,5\n100 1,1\n200 2,1 energy 90 of 120\n")
game.do("100 attack 200 40")
"""

from typing import Any

from tests.modes import both_modes, needs_native

from roundhouse.core import schema
from roundhouse.core.entries import Entry, enter, leave, order, tick, void
from roundhouse.games.quest import GAME, notation
from roundhouse.games.quest.rules import tables as t
from roundhouse.games.quest.rules.phases.lookup import index_of, weight
from roundhouse.games.quest.rules.state import Player, State, Tower, Unit

__all__ = ["FIELD", "WIDE", "Play", "both_modes", "grass", "needs_native", "start", "two"]


def grass(width: int, height: int) -> str:
    """A map without rock."""
    return ("." * width + "\n") * height


FIELD = grass(20, 14)
WIDE = grass(30, 30)


def two(*lines: str, ground: str = FIELD, first: str = "", second: str = "") -> str:
    """A state of two players, with what they have besides their start cells in opposite corners."""
    width, height = len(ground.split("\n")[0]), ground.count("\n")
    players = [f"1 start 0,0 {first}", f"2 start {width - 1},{height - 1} {second}"]
    return ground + "\n".join([*players, *lines]) + "\n"


class Play:
    """A state that is played on. With `native` every entry is made by native rules."""

    def __init__(self, board: str | State, *, native: bool = False, **settings: Any) -> None:
        self.g: State = notation.read(board, **settings) if isinstance(board, str) else board
        self.native = native

    # What seats do

    def do(self, *lines: str) -> None:
        """Actions of the player whose turn it is, all of which are accepted."""
        for words in lines:
            row = self.row(words)
            code = GAME.rules.check(self.g, self.g.turn_of, row)
            assert code == 0, f"{words}: {GAME.refusal(code).name}"
            self.enter(order(self.g.turn_of, row))

    def refusal(self, words: str, seat: int | None = None) -> str:
        """How an action is refused, empty where it is not; nothing is entered."""
        return self.judged(self.row(words), seat)

    def judged(self, row: list[int], seat: int | None = None) -> str:
        code = GAME.rules.check(self.g, seat or self.g.turn_of, row)
        return GAME.refusal(code).name if code else ""

    def refused(self, words: str) -> str:
        """An action that is refused, entered as the match does it if it counts."""
        row = self.row(words)
        code = GAME.rules.check(self.g, self.g.turn_of, row)
        assert code, f"{words} is accepted"
        if GAME.refusal(code).verdict == "void":
            self.enter(void(self.g.turn_of, row))
        return GAME.refusal(code).name

    def row(self, words: str) -> list[int]:
        return GAME.row_of(notation.read_action(words), self.g)

    def end(self, turns: int = 1) -> None:
        """The turn ends, and so many turns in all without an action."""
        for _ in range(turns):
            self.enter(tick())

    def leave(self, seat: int, reason: int = t.RESIGNED) -> None:
        self.enter(leave(seat, reason))

    def enter(self, entry: Entry) -> None:
        if not self.native:
            enter(GAME.rules, self.g, entry)
            return
        import numpy as np

        form = schema.SMALL if len(self.g.terrain) == t.SMALL_CELLS else schema.LARGE
        record = schema.pack(self.g, form)
        record["event_count"] = record["events_lost"] = 0
        if entry.name == "tick":
            GAME.native.enter_tick(record, 0)
        elif entry.name == "leave":
            GAME.native.enter_leave(record, 0, entry.seat, entry.row[0])
        else:
            enters = GAME.native.enter_order if entry.name == "order" else GAME.native.enter_void
            enters(record, 0, entry.seat, np.array(entry.row, np.int64))
        self.g = schema.unpack(State, record[0])

    # What is there

    def unit(self, number: int) -> Unit:
        return self.g.units[(number // 100 - 1) * self.g.units_each + number % 100]

    def is_there(self, number: int) -> bool:
        return index_of(self.g, number) >= 0

    def energy(self, number: int) -> tuple[int, int]:
        """Energy and maximum."""
        unit = self.unit(number)
        return unit.energy, unit.max_energy

    def place(self, number: int) -> tuple[int, int]:
        return self.unit(number).x, self.unit(number).y

    def weight(self, number: int) -> int:
        return weight(self.g, self.unit(number))

    def held(self, number: int) -> dict[str, int]:
        """What a unit carries, without what it wears."""
        return {name: n for name, n in zip(t.THING_NAMES, self.unit(number).carried, strict=True) if n}

    def worn(self, number: int) -> tuple[int, int]:
        return self.unit(number).sword, self.unit(number).armour

    def player(self, seat: int) -> Player:
        return self.g.players[seat]

    def points(self, seat: int) -> int:
        return self.g.players[seat].points

    def cell(self, x: int, y: int) -> int:
        return y * self.g.width + x

    def surface(self, x: int, y: int) -> dict[str, int]:
        cell = self.cell(x, y)
        return {name: row[cell] for name, row in zip(t.THING_NAMES, self.g.surface, strict=True) if row[cell]}

    def buried(self, x: int, y: int) -> dict[str, int]:
        cell = self.cell(x, y)
        return {name: row[cell] for name, row in zip(t.RESOURCE_NAMES, self.g.buried, strict=True) if row[cell]}

    def towers(self) -> list[Tower]:
        return self.g.towers[: self.g.tower_count]

    def built(self, x: int, y: int) -> int:
        return self.g.built[self.cell(x, y)]

    def rows(self, kind: int, *fields: str) -> list[tuple[int, ...]]:
        """The rows of a kind in the ring, each as the fields that are asked for."""
        found = [row for row in self.g.events[: self.g.event_count] if row.kind == kind]
        return [tuple(getattr(row, name) for name in fields) for row in found]

    def result(self) -> list[tuple[int, int]] | None:
        """Places and points by seat, or None while it runs."""
        result = GAME.result(self.g)
        return None if result is None else [(place.place, place.points) for place in result.places]


def start(seats: int = 2, *, seed: int = 0, preset: str | None = None, **settings: Any) -> State:
    """The first state of a match with so many seats."""
    names = [f"player {n}" for n in range(1, seats + 1)]
    if "scenario" not in settings:
        settings["players"] = seats
    state: State = GAME.start(GAME.setup(names, seed=seed, preset=preset, settings=settings))
    return state
