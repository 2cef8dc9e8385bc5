"""Those who wait for rated opponents in one game and preset, and what is known about them."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from ...competition.ladder.rating import START, Skill
from ...competition.ladder.standing import Standing, pool_of
from ...core.game import Setup
from ...store.players import Player

if TYPE_CHECKING:
    from ..matches.live_match import LiveMatch

REMEMBERED = 10  # newest opponents of a player
FADING = 0.7  # an opponent of the match before counts this much less


class QueuedClient(Protocol):
    """A connection that waits."""

    @property
    def player(self) -> Player: ...

    gone: bool

    def seated(self, live: "LiveMatch", seat: int) -> None: ...

    def released(self) -> None: ...

    def end(self, code: str = "", sentence: str = "") -> None: ...


class QueuedCandidate:
    """Somebody who could play, waiting or built in. What the ladder knows is told later, by `know`."""

    def __init__(self, player: Player, since: float, lately: "deque[int]", choice: str = "") -> None:
        self.player = player
        self.choice = choice  # what it plays with, or nothing
        self.since = since
        self.known = False
        self.lately = lately  # the numbers of the newest opponents, the newest last
        self._standings: dict[str, Standing] = {}
        self._weights: dict[int, float] = {}  # of those opponents

    @property
    def party(self) -> int:
        """A person and all bots of theirs are one party."""
        return self.player.owner_id if self.player.owner_id is not None else self.player.id

    @property
    def kind(self) -> str:
        return self.player.kind

    @property
    def matches(self) -> int:
        own = self._standings.get(pool_of([self.kind]))
        return own.matches if own is not None else 0

    def skill(self, pool: str) -> Skill:
        """In this pool; for whoever is new there, what is known from the pool of its own kind."""
        standing = self._standings.get(pool) or self._standings.get(pool_of([self.kind]))
        return START if standing is None else standing.skill

    def met(self, other: "QueuedCandidate") -> float:
        """How much these two have met lately, as both see it."""
        return (self._weights.get(other.player.id, 0.0) + other._weights.get(self.player.id, 0.0)) / 2

    def know(self, standings: Mapping[tuple[int, str], Standing]) -> None:
        own = self.player.id
        self._standings = {pool: standing for (player_id, pool), standing in standings.items() if player_id == own}
        self._weights = {}
        for ago, met in enumerate(reversed(self.lately)):
            self._weights[met] = self._weights.get(met, 0.0) + FADING**ago
        self.known = True


class Waiter(QueuedCandidate):
    def __init__(self, client: QueuedClient, since: float, lately: "deque[int]", choice: str = "") -> None:
        super().__init__(client.player, since, lately, choice)
        self.client = client


class Return(Struct, frozen=True):
    """The second match of a pair: with the seats swapped, and with a seed of its own. RAL-317"""

    queue: "Queue"
    group: tuple[QueuedCandidate, ...]
    first: Setup

    @property
    def clients(self) -> list[QueuedClient]:
        return [one.client for one in self.group if isinstance(one, Waiter)]


class Queue:
    """Of one game and preset."""

    def __init__(self, game: str, preset: str, seats: int) -> None:
        self.game = game
        self.preset = preset
        self.seats = seats
        self.waiting: dict[QueuedClient, Waiter] = {}
        self.running: dict[str, frozenset[int]] = {}  # key of a match that began here -> who plays it
        self._lately: dict[int, deque[int]] = {}

    def add(self, client: QueuedClient, since: float, choice: str = "") -> Waiter:
        waiter = self.waiting[client] = Waiter(client, since, self.lately(client.player.id), choice)
        return waiter

    def lately(self, player_id: int) -> "deque[int]":
        return self._lately.setdefault(player_id, deque(maxlen=REMEMBERED))

    def remembers(self, player_id: int) -> bool:
        return bool(self._lately.get(player_id))

    def recall(self, player_id: int, opponents: Sequence[int]) -> None:
        """What the store knows of the time before this process."""
        lately = self.lately(player_id)
        if not lately:
            lately.extend(opponents)

    def begun(self, live: "LiveMatch", player_ids: Sequence[int]) -> None:
        if live.state == "running":  # it may be over as soon as it has begun
            self.running[live.key] = frozenset(player_ids)
        for own in player_ids:
            self.lately(own).extend(other for other in player_ids if other != own)

    def forget(self, online: Iterable[int]) -> None:
        """Drop the memory of players who are neither waiting nor playing."""
        here = set(online) | {waiter.player.id for waiter in self.waiting.values()}
        here.update(*self.running.values())
        for player_id in [known for known in self._lately if known not in here]:
            del self._lately[player_id]
