"""What leaves for a broker: one event of the original, with what goes into its headers."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid5

from msgspec import Struct

NO_TRANSACTION = "00000000-0000-0000-0000-000000000000"
VERSION = "1"
GENERATIONS = ("r2", "r1", "k1")


class BrokerMessage(Struct, frozen=True, kw_only=True):
    """`public` is for everybody alike; `transaction` is empty where no command is behind it."""

    type: str
    topic: str
    payload: Any
    id: str
    transaction: str = ""
    public: bool = False


NOTION = 8  # characters of a player's id by which others know it


class Facts(Struct, frozen=True, kw_only=True):
    """What a game is called on the wire. `players` and `names` are by seat, from 1; `settings` are the match's. `given`
    is what the commands of this round have named, by transaction."""

    game: str
    world: str
    seat: int
    players: Sequence[str]
    names: Sequence[str]
    settings: dict[str, Any]
    given: dict[str, str] = {}

    @property
    def me(self) -> str:
        return self.player(self.seat)

    def player(self, seat: int) -> str:
        return self.players[seat - 1]

    def notion(self, seat: int) -> str:
        """How a player is named to others: programs tell their own robots by it. DUN-230"""
        return self.player(seat)[:NOTION]

    @property
    def open(self) -> bool:
        return bool(self.settings["visibility"] == "open")

    def round_id(self, number: int) -> str:
        return named(self.game, f"round {number}")


def named(about: str, what: str) -> str:
    """An id that follows from another one, so that what is sent again is called the same."""
    return str(uuid5(UUID(about), what))


def moment(wall_ms: float) -> str:
    """DUN-204"""
    return datetime.fromtimestamp(wall_ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
