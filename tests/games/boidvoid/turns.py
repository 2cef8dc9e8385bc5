"""Orders and turns of BoidVoid in positions made by hand, and what came of them."""

from typing import Any

from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.rules import contract
from roundhouse.games.boidvoid.rules import tables as t
from roundhouse.games.boidvoid.rules.phases import units
from roundhouse.games.boidvoid.rules.state import State
from roundhouse.protocol.actions import typed


def at(g: State, unit: int) -> tuple[int, int]:
    where = units.tile_of(g, unit)
    return where % g.side, where // g.side


def battery(g: State, unit: int) -> float:
    return g.players[unit - 1].battery / 100


def health(g: State, unit: int) -> float:
    return g.units[unit - 1].health / 100


def order(g: State, seat: int, **action: Any) -> int:
    """Give an order, in whatever mode the game is. Returns the refusal's code."""
    row = GAME.row_of(typed(GAME, action), g)
    code = int(contract.check(g, seat, row))
    if code == 0:
        g.event_count = 0
        contract.act(g, seat, row)
    return code


def refused(g: State, seat: int, **action: Any) -> str:
    """The code of the refusal, empty for none."""
    return t.ERROR_NAMES[order(g, seat, **action)]


def turn(g: State, count: int = 1) -> None:
    for _ in range(count):
        contract.tick(g)


def told(g: State, kind: int) -> list[Any]:
    return [row for row in g.events[: g.event_count] if row.kind == kind]
