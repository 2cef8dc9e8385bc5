"""A game as the original knows it: created, joined, started, ended. DUN-001"""

from typing import Any

from msgspec import Struct

CREATED, STARTED, ENDED = "created", "started", "ended"


class Joined(Struct, frozen=True):
    player_id: int
    transaction: str
    at_ms: float


class Played(Struct, kw_only=True):
    """`told` are the players that were registered when it was created. `match` is the match it became."""

    uuid: str
    generation: str
    created_ms: float
    max_rounds: int
    max_players: int
    round_ms: int
    told: list[int]
    joined: list[Joined] = []
    match: str = ""
    space: str = ""  # the key of its name space
    settings: dict[str, Any] = {}  # other than those of all games of the wire
    started_ms: float = 0
    ended_ms: float = 0

    @property
    def status(self) -> str:
        return ENDED if self.ended_ms else STARTED if self.match else CREATED

    @property
    def ids(self) -> list[int]:
        """The players by seat."""
        return [one.player_id for one in self.joined]

    @property
    def audience(self) -> list[int]:
        """Everybody who hears of its start and its end."""
        return list(dict.fromkeys([*self.told, *self.ids]))
