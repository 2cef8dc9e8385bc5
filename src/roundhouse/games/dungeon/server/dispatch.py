"""Who is sent what about a game, in the words of the wire's generation, and how much of it has arrived."""

from collections.abc import Iterable
from typing import Any

from ....core.game import Setup
from ....store.database import Database
from ..ids import drawn
from ..rules.tables import DRAW_ID_GAME
from . import kafka_events, rabbitmq_events, rabbitmq_names, store
from .broker_message import BrokerMessage, Facts
from .broker_queue import BrokerQueue, Destination, QueuedMessage
from .event_replay import MessageWriter
from .game_status import CREATED, ENDED, STARTED, Joined, Played
from .player_notes import NotesByPlayer
from .registered_players import RegisteredPlayers
from .settings import WireTerms
from .store import SHARED, Space, WirePlayer


class MessageDispatch:
    """Numbers the messages of every game for every player; the same messages get the same numbers after a restart."""

    def __init__(
        self,
        terms: WireTerms,
        players: RegisteredPlayers,
        database: Database,
        broker_queue: BrokerQueue,
        notes: NotesByPlayer,
        space: Space = SHARED,
    ) -> None:
        self.broker_queue = broker_queue
        broker_queue.listeners.append(self._confirmed)
        self._notes = notes
        self._space = space
        self._everybody = Destination(0, "", "", prefix=space.prefix)
        self._terms = terms
        self._players = players
        self._database = database
        self._counts: dict[tuple[str, int], int] = {}  # messages of a game for a player
        self._known: dict[tuple[str, int], int] = {}  # of them those that were confirmed before a restart
        self._over: set[str] = set()  # games that are over, of which somebody has still to be told

    @property
    def k1(self) -> bool:
        return self._terms.generation == "k1"

    # Boxes

    def destination(self, wired: WirePlayer) -> Destination:
        if self._terms.shared:
            return self._everybody
        return self.own_destination(wired)

    def own_destination(self, wired: WirePlayer) -> Destination:
        address = self._terms.brokers.get(wired.name, "")
        return Destination(wired.player.id, wired.name, wired.uuid, address, self._space.prefix)

    def _boxes(self, player_ids: Iterable[int]) -> list[Destination]:
        if self._terms.shared:
            return [self._everybody]
        wired = (self._players[one] for one in player_ids)
        return [self.destination(one) for one in wired if not self.k1 or one.name in self._terms.brokers]

    def destinations(self) -> list[Destination]:
        """All that were made for the players of this name space."""
        return self._boxes(one.player.id for one in self._players.all)

    # Messages

    def tell(self, game: Played, destination: Destination, message: BrokerMessage, now: float) -> None:
        """The next message of a game for a destination; what was confirmed before a restart is not sent again."""
        self._notes.told(destination, message, now)
        key = (game.uuid, destination.player_id)
        number = self._counts[key] = self._counts.get(key, 0) + 1
        if number > self._known.get(key, 0):
            self.broker_queue.send(destination, QueuedMessage(game.uuid, number, message, now))

    def created(self, game: Played) -> None:
        for destination in self._boxes(game.told):
            self.tell(game, destination, self._status(game, CREATED), game.created_ms)

    def joined(self, game: Played, joined: Joined) -> None:
        """The account is opened, and where the wire has a message for it, all learn who joined. DUN-007"""
        wired, generation = self._players[joined.player_id], self._terms.generation
        money = game.settings.get("start_money", self._terms.start_money)
        if not self.k1:
            message = rabbitmq_names.account_opened(generation, game.uuid, wired.uuid, money, joined.transaction)
            self.tell(game, self.destination(wired), message, joined.at_ms)
            return
        so_far = game.ids[: game.ids.index(joined.player_id) + 1]
        known = kafka_events.player_joined(game.uuid, wired.uuid, wired.name, joined.transaction)
        for destination in self._boxes(dict.fromkeys([*game.told, *so_far])):
            self.tell(game, destination, known, joined.at_ms)
        opened = kafka_events.account_opened(game.uuid, wired.uuid, money, joined.transaction)
        self.tell(game, self.destination(wired), opened, joined.at_ms)

    def started(self, game: Played) -> None:
        """To those who know of the game and do not play in it; the others' own story begins with it."""
        if not self._terms.shared:
            for destination in self._boxes(one for one in game.told if one not in game.ids):
                self.tell(game, destination, self._status(game, STARTED), game.started_ms)

    def ended(self, game: Played) -> None:
        for destination in self._boxes(game.audience):
            self.tell(game, destination, self._status(game, ENDED), game.ended_ms)
        self._over.add(game.uuid)
        self._check_delivered(game.uuid)

    def _status(self, game: Played, status: str) -> BrokerMessage:
        if self.k1:
            return kafka_events.game_status(game.uuid, status)
        return rabbitmq_names.game_status(self._terms.generation, game.uuid, None, status)

    def writers(self, game: Played, setup: Setup) -> dict[int, MessageWriter]:
        """By seat. On a shared broker the first seat's story is everybody's. DUN-219"""
        wired = [self._players[one] for one in game.ids]
        told: dict[int, MessageWriter] = {}
        for seat in (1,) if self._terms.shared else range(1, len(wired) + 1):
            facts = Facts(
                game=game.uuid,
                world=self.world(setup),
                seat=seat,
                players=[one.uuid for one in wired],
                names=[one.name for one in wired],
                settings=setup.settings,
            )
            told[seat] = (
                kafka_events.KOfSeat(facts) if self.k1 else rabbitmq_events.ROfSeat(self._terms.generation, facts)
            )
        return told

    @staticmethod
    def world(setup: Setup) -> str:
        """What the map of a match is called."""
        return drawn(setup.seed % 2**64, DRAW_ID_GAME, 0)

    # What has arrived

    def know(self, game: Played, confirmed: dict[int, int]) -> None:
        """What was confirmed before a restart, by player."""
        self._known |= {(game.uuid, player_id): count for player_id, count in confirmed.items()}

    def _confirmed(self, uuid: str, player_id: int, number: int) -> None:
        if (uuid, player_id) not in self._counts:
            return  # a game of another name space
        self._note(lambda connection: store.confirm(connection, uuid, player_id, number))
        self._check_delivered(uuid)

    def _check_delivered(self, uuid: str) -> None:
        if uuid in self._over and not self.broker_queue.waiting(uuid):
            self._over.discard(uuid)
            self._note(lambda connection: store.delivered(connection, uuid))

    def close(self) -> None:
        """The name space is gone."""
        self.broker_queue.listeners.remove(self._confirmed)

    def _note(self, change: Any) -> None:
        self._database.submit(change)
