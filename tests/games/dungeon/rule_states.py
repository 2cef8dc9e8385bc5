"""What the tests of the rules play with: a `Sky` whose robots, players and rows of the event ring are at hand."""

from typing import Any

from tests.games.dungeon.text_states import Sky

from roundhouse.core.entries import enter, leave
from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon.rules import tables as t
from roundhouse.games.dungeon.rules.phases.lookup import cargo
from roundhouse.games.dungeon.rules.state import Planet, Player, Robot, State

MAP = """
1S 1. 1c 1. 1S
1. 2. 2i 2. 1.
1. 3m 3g 3p 1.
1. 2. 2. 2. 1.
1S 1. 1. 1. 1S
"""
TWO = MAP + "1\n2\n"
THREE = TWO + "3\n"


class Game(Sky):
    """Rounds with orders as text, on `MAP` unless another board is given: 0,0 is in the south-west."""

    def robot(self, name: str) -> Robot:
        return next(one for one in self.g.robots[: self.g.robot_count] if f"r{one.serial}" == name)

    def alive(self) -> list[str]:
        return [f"r{one.serial}" for one in self.g.robots[: self.g.robot_count]]

    def player(self, seat: int) -> Player:
        return self.g.players[seat]

    def planet_at(self, place: str) -> Planet:
        return self.g.planets[self.index(place)]

    def index(self, place: str) -> int:
        x, y = map(int, place.split(","))
        return x * self.g.side + y

    def place(self, name: str) -> str:
        return "{},{}".format(*divmod(self.robot(name).planet, self.g.side))

    def why(self, name: str) -> str:
        """The reason why a robot's command of the last round failed, empty for success."""
        return t.FAILURES[self.robot(name).last_reason]

    def rows(self, kind: int) -> list[tuple[int, ...]]:
        """The rows of a kind: seat, reason, robot, a, b, c."""
        return [
            (row.seat, row.reason, row.robot, row.a, row.b, row.c)
            for row in self.g.events[: self.g.event_count]
            if row.kind == kind
        ]

    def held(self, name: str) -> dict[str, int]:
        """What a robot carries, kinds of which it has none left out."""
        return {kind: units for kind, units in zip(t.KIND_NAMES, self.robot(name).cargo, strict=True) if units}

    def fighting(self, seat: int) -> int:
        return self.player(seat).scores[t.FIGHTING]

    def rounds(self, count: int) -> None:
        """So many rounds without an order."""
        for _ in range(count):
            self.round()

    def refusal(self, words: str, seat: int | None = None) -> str:
        """How an order given as text, or a row, is refused; empty where it is not."""
        from roundhouse.games.dungeon import notation

        row = GAME.row_of(notation.read_action(words, self.g), self.g)
        return self.judged(row, seat or self.owner(words.split()[0]))

    def judged(self, row: list[int], seat: int) -> str:
        code = GAME.rules.check(self.g, seat, row)
        return GAME.refusal(code).name if code else ""

    def leave(self, seat: int, reason: int = t.RESIGNED) -> None:
        enter(GAME.rules, self.g, leave(seat, reason))

    def free(self, name: str) -> int:
        robot = self.robot(name)
        return int(self.g.by_level[t.STORAGE][robot.levels[t.STORAGE]]) - cargo(robot)


def start(seats: int = 2, *, seed: int = 0, preset: str | None = None, **settings: Any) -> State:
    """The first state of a match with so many seats."""
    names = [f"player {n}" for n in range(1, seats + 1)]
    state: State = GAME.start(GAME.setup(names, seed=seed, preset=preset, settings=settings))
    return state
