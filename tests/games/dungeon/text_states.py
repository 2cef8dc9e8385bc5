"""What the tests of views and events look with: a state from a text, orders as text, and events in short words."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from roundhouse.core.entries import enter, order, tick
from roundhouse.core.game import EVERYTHING
from roundhouse.games.dungeon import GAME, notation
from roundhouse.games.dungeon.ids import planet_id, robot_id
from roundhouse.games.dungeon.rules.state import State

encode = msgspec.json.encode
NAMES = ["ann", "ben", "cy", "dee"]
# Planets of every kind and a hole between them, for three players; robots are added by a test
SKY = """
round 4 of 50
1S 1. 1c 1. 1.
1. 2. -- 2i 1.
1. 3m 3g 3p 1.
1. 2. 2. 2. 1.
1. 1. 1. 1. 1S
1 money 500
2 money 500
3 money 500
"""


def tag(event: Any) -> str:
    name: str = event.__struct_config__.tag
    return name


class Sky:
    """A state that is played on round by round. Orders are written as `r1 move 0,1`."""

    def __init__(self, board: str, **settings: Any) -> None:
        self.g: State = notation.read(board, **settings)
        self.names = [f"player {n}" for n in range(1, self.g.seats + 1)]

    def give(self, *orders: str) -> list[str]:
        """Orders of the seats that own the robots, or with `2: buy 3 ROBOT` of a seat; their receipts."""
        receipts = []
        for words in orders:
            who, colon, action = words.partition(": ")
            seat = int(who) if colon else self.owner(words.split()[0])
            row = GAME.row_of(notation.read_action(action if colon else words, self.g), self.g)
            code = GAME.rules.check(self.g, seat, row)
            assert code == 0, f"{words}: {GAME.refusal(code).name}"
            enter(GAME.rules, self.g, order(seat, row))
            receipts.append(GAME.receipt(self.g, seat))
        return receipts

    def round(self, *orders: str) -> list[Any]:
        """A round with these orders, and everything that happened in it."""
        self.give(*orders)
        enter(GAME.rules, self.g, tick())
        return GAME.events(self.g)

    def owner(self, robot: str) -> int:
        return next(one.owner for one in self.g.robots[: self.g.robot_count] if f"r{one.serial}" == robot)

    def view(self, seat: int) -> Any:
        return GAME.view(self.g, seat, self.names)

    def planet(self, seat: int, place: str) -> dict[str, Any] | None:
        """What a seat knows of a planet, as plain data with short names; None for nothing."""
        name = self.planet_id(place)
        found = [planet for planet in self.view(seat).planets if planet.id == name]
        return self.plain(found[0]) if found else None

    def planet_id(self, place: str) -> str:
        x, y = map(int, place.split(","))
        return planet_id(self.g, x * self.g.side + y)

    def robot_id(self, name: str) -> str:
        return robot_id(self.g, int(name[1:]))

    def plain(self, value: Any) -> Any:
        """As plain data, ids as short names."""
        return msgspec.json.decode(notation.short(encode(value).decode(), self.g))

    def told(self, events: Sequence[Any], seat: int, *kinds: str) -> list[dict[str, Any]]:
        """The events that a seat is told, as plain data with short names and without id, round and phase."""
        return [
            {key: value for key, value in self.plain(known).items() if key not in ("id", "round", "phase")}
            for event in events
            if (known := GAME.of_event(self.g, event, seat)) is not None and (not kinds or tag(known) in kinds)
        ]

    def heard(self, events: Sequence[Any], kind: str) -> list[int]:
        """The seats that are told of at least one event of a kind; 0 is a spectator."""
        seats = (*range(self.g.seats + 1), EVERYTHING)
        known = [event for event in events if tag(event) == kind]
        return [seat for seat in seats if any(GAME.of_event(self.g, event, seat) is not None for event in known)]

    def sightings(self, seat: int) -> dict[str, str]:
        """Robot -> `seat round place`."""
        seen = self.plain(self.view(seat).sightings)
        return {one["id"]: f"{one['seat']} {one['round']} {one['planet']}" for one in seen}


def random_match(seed: int, rounds: int, seats: int = 3, **settings: Any) -> Iterator[State]:
    """The state of a match of random orders at its start and after every tick; always the same object."""
    usual = {"map_side": 6, "start_robots": 4, "start_money": 2000, "max_rounds": rounds}
    g = GAME.start(GAME.setup([f"p{n}" for n in range(seats)], seed=seed, settings={**usual, **settings}))
    yield g
    asked = 0
    while not g.reason:
        asked = command(g, seed, asked)
        enter(GAME.rules, g, tick())
        yield g


def command(g: State, seed: int, asked: int = 0) -> int:
    """Everybody gives random orders until it is done."""
    owing, row = [0] * (GAME.seats_max + 1), [0] * GAME.width
    while GAME.rules.waiting(g, owing):
        for seat in range(1, g.seats + 1):
            if owing[seat]:
                GAME.rules.sample(g, seat, seed, asked, row)
                enter(GAME.rules, g, order(seat, row))
                asked += 1
    return asked


def seen(g, seat):
    """All that a seat is sent after a tick."""
    events = [known for event in GAME.events(g) if (known := GAME.of_event(g, event, seat)) is not None]
    rounds = [GAME.of_history(GAME.history(g), seat)] if g.event_count else []
    return encode([GAME.view(g, seat, NAMES[: g.seats]), events, rounds])
