"""What a seat and a spectator may know: everything. PEB-008"""

from collections.abc import Sequence

from msgspec import Struct

from .rules.state import State


class View(Struct, frozen=True, kw_only=True):
    round: int
    pebbles: int
    most: int
    turn: int  # the seat that has to take, 0 after the end
    game_over: bool
    winner: int | None


def view(g: State, seat: int, names: Sequence[str]) -> View:
    return View(
        round=g.round_no,
        pebbles=g.pebbles,
        most=g.most,
        turn=0 if g.reason else g.turn,
        game_over=g.reason != 0,
        winner=g.winner or None,
    )
