"""What the tests of views and events look with: a state from a text, actions as text, and events in short words."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from roundhouse.core.entries import enter, order, tick, void
from roundhouse.core.game import EVERYTHING
from roundhouse.games.quest import GAME, notation
from roundhouse.games.quest.rules.state import State

encode = msgspec.json.encode
NAMES = ["ann", "ben", "cy", "dee"]


def tag(event: Any) -> str:
    name: str = event.__struct_config__.tag
    return name


class Field:
    """A state that is played on action by action. Actions are written as `101 move 6,5`."""

    def __init__(self, board: str, **settings: Any) -> None:
        self.g: State = notation.read(board, **settings)

    def do(self, words: str) -> list[Any]:
        """An action that is accepted, of the player whose turn it is; what happened."""
        row = GAME.row_of(notation.read_action(words), self.g)
        code = GAME.rules.check(self.g, self.g.turn_of, row)
        assert code == 0, f"{words}: {GAME.refusal(code).name}"
        enter(GAME.rules, self.g, order(self.g.turn_of, row))
        return GAME.events(self.g)

    def ask(self, words: str) -> dict[str, Any]:
        """The answer to an action of the player whose turn it is, accepted or not, as plain data."""
        action, seat = notation.read_action(words), self.g.turn_of
        row = GAME.row_of(action, self.g)
        code = GAME.rules.check(self.g, seat, row)
        enter(GAME.rules, self.g, void(seat, row) if code else order(seat, row))
        assert GAME.answer is not None
        answer: dict[str, Any] = plain(GAME.answer(self.g, seat, action, code == 0))
        return answer

    def next(self) -> list[Any]:
        """The turn ends and the next one begins."""
        enter(GAME.rules, self.g, tick())
        return GAME.events(self.g)

    def view(self, seat: int) -> Any:
        return GAME.view(self.g, seat, NAMES[: self.g.seats])

    def cell(self, seat: int, x: int, y: int) -> dict[str, Any] | None:
        """A cell that a seat sees now, without its place; None if it does not."""
        found = [plain(cell) for cell in self.view(seat).cells if (cell.x, cell.y) == (x, y)]
        return {key: value for key, value in found[0].items() if key not in ("x", "y")} if found else None

    def told(self, events: Sequence[Any], seat: int, *kinds: str) -> list[dict[str, Any]]:
        """The events that a seat is told, as plain data."""
        known = [GAME.of_event(self.g, event, seat) for event in events]
        return [plain(event) for event in known if event is not None and (not kinds or tag(event) in kinds)]

    def heard(self, events: Sequence[Any], kind: str) -> list[int]:
        """The seats that are told of at least one event of a kind; 0 is a spectator."""
        seats = (*range(self.g.seats + 1), EVERYTHING)
        known = [event for event in events if tag(event) == kind]
        return [seat for seat in seats if any(GAME.of_event(self.g, event, seat) is not None for event in known)]


def plain(value: Any) -> Any:
    return msgspec.json.decode(encode(value))


def places(cells: Sequence[Any]) -> set[tuple[int, int]]:
    return {(cell.x, cell.y) for cell in cells}


# Three teams within reach of each other, with enough in hand to build, on a map that none of them sees as a whole
ARENA = """
round 1 of 12 turn 1
........................
.....#..................
.....#..........##......
..........#.............
..........#.............
..........#.............
......##................
...............#........
...............#........
........................
........................
........................
1 start 6,4
2 start 15,5
3 start 11,9
100 8,4 iron 40 stone 60 wood 70 leather 20
101 9,5 stone 12 wood 18 wears sword1
102 6,4 energy 90 of 120
200 13,4 iron 30 stone 50 wood 60 bronze 14
201 12,5 stone 12 wood 18 wears armour1
202 15,5 energy 150 of 150
300 11,8 iron 30 stone 60 wood 60 titanium 10
301 11,9 bronze 20 leather 20 wood 10
302 12,9
buried iron 40 7..9,3
buried wood 20 11..13,6
buried gold 30 8,6 14,3
buried stone 25 2,2 20,2 12,11
surface iron 7 10,6 11,5
surface sword2 1 11,6
trap 1 of 1 10,7
trap 1 of 2 12,4
trap 2 of 3 11,7
tower 1 of 2 17,4 level 1 energy 120
"""
SHORT = {"view_radius": 3, "no_build_radius": 0, "move_cost": 10, "gold": 500}


def arena(**settings: Any) -> State:
    return notation.read(ARENA, **{**SHORT, **settings})


def random_match(seed: int, rounds: int, seats: int = 2, every: int = 1, **settings: Any) -> Iterator[State]:
    """A match of random legal actions on a drawn map, see `random_play`."""
    usual = {"width": 50, "height": 50, "rounds": rounds, "units": 4, "max_actions": 25, "players": seats}
    return random_play(GAME.start(GAME.setup(NAMES[:seats], seed=seed, settings={**usual, **settings})), seed, every)


def random_play(g: State, seed: int, every: int = 1) -> Iterator[State]:
    """The states of a match of random legal actions, after every so many entries; always the same object. Sometimes
    the clock ends a turn."""
    owing, row, asked = [0] * (GAME.seats_max + 1), [0] * GAME.width, 0
    yield g
    while not g.reason:
        if GAME.rules.waiting(g, owing) and asked % 60 != 59:
            GAME.rules.sample(g, g.turn_of, seed, asked, row)
            enter(GAME.rules, g, order(g.turn_of, row))
        else:
            enter(GAME.rules, g, tick())
        asked += 1
        if asked % every == 0 or g.reason:
            yield g


def seen(g: State, seat: int) -> bytes:
    """All that a seat is sent after an entry."""
    events = [known for event in GAME.events(g) if (known := GAME.of_event(g, event, seat)) is not None]
    return encode([GAME.view(g, seat, NAMES[: g.seats]), events])
