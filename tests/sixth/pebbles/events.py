"""What can happen."""

from msgspec import Struct


class Taken(Struct, frozen=True, tag="taken"):
    seat: int
    count: int
    left: int


class GameOver(Struct, frozen=True, tag="game_over"):
    winner: int
    reason: str


Event = Taken | GameOver
