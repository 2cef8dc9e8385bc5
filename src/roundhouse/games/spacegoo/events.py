"""What can happen, as messages."""

from msgspec import Struct

from .reasons import LEAVE_REASONS as LEAVE_REASONS  # the server finds it here too

Ships = tuple[int, int, int]


class GameStarted(Struct, frozen=True, tag="game_started"):
    seats: int


class FleetLaunched(Struct, frozen=True, tag="fleet_launched"):
    fleet: int
    seat: int
    source: int
    target: int
    ships: Ships
    arrives: int


class Side(Struct, frozen=True):
    seat: int
    before: Ships
    after: Ships


class BattleFought(Struct, frozen=True, tag="battle"):
    """In orbit the sides stand in the order of their seats; on a planet the attacker is first."""

    planet: int
    rounds: int
    winner: int
    sides: tuple[Side, ...]


class PlanetTaken(Struct, frozen=True, tag="planet_taken"):
    planet: int
    seat: int
    previous: int


class PlayerEliminated(Struct, frozen=True, tag="player_eliminated"):
    seat: int
    round: int


class Disqualified(Struct, frozen=True, tag="disqualified"):
    seat: int
    reason: str
    round: int


class RoundPlayed(Struct, frozen=True, tag="round_played"):
    round: int


class GameOver(Struct, frozen=True, tag="game_over"):
    winner: int
    reason: str
    round: int


Event = (
    GameStarted | FleetLaunched | BattleFought | PlanetTaken | PlayerEliminated | Disqualified | RoundPlayed | GameOver
)
