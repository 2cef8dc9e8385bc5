"""Where the players of one edition wait: for an opponent, or for the other player of an interrupted match."""

import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from ....competition.ladder.pairing import pairs
from ....core.entries import Entry
from ....core.game import Setup
from ....server.accounts import Account
from ....server.settings import ServerSettings
from ....server.timers import Randomness, Timers
from ....store.matches import Begun
from .. import GAME
from . import line_messages
from .line_log import LineLog
from .line_match import Client, LineBatch, LineMatch

log = logging.getLogger("roundhouse.lobby")


class LineClient(Client, Protocol):
    """A connection as the queue sees it."""

    account: Account
    gone: bool
    waits: bool  # for opponents; built-in bots come when they are asked

    def seated(self, line_match: LineMatch, seat: int) -> None: ...


class Waiter:
    """Somebody who waits for an opponent."""

    __slots__ = ("line_client", "since")

    def __init__(self, line_client: LineClient, since: float) -> None:
        self.line_client = line_client
        self.since = since

    @property
    def rating(self) -> float:
        return self.line_client.account.rating


class LineOpponents(Protocol):
    """Where built-in bots come from."""

    def opponents(self) -> Sequence[LineClient]: ...

    def player(self, player_id: int) -> LineClient | None: ...


class LineTables(Protocol):
    """Where matches outside the queue wait for players."""

    def seat(self, line_client: LineClient) -> bool: ...


class LineQueue:
    def __init__(
        self,
        edition: str,
        settings: ServerSettings,
        *,
        line_log: LineLog,
        timers: Timers,
        batch: LineBatch,
        draws: Randomness,
        address: Callable[[int], str],
    ) -> None:
        self.edition = edition
        self.line_matches: dict[int, LineMatch] = {}  # by number
        self.waiting: dict[str, Waiter] = {}
        self.parked: dict[str, LineMatch] = {}  # by the name of each player who is waited for
        self.over: Callable[[LineMatch], None] = lambda line_match: None
        self.opponents: LineOpponents | None = None  # plays against those who wait alone
        self.tables: LineTables | None = None  # where challenges wait
        self._settings = settings
        self._line_log = line_log
        self._timers = timers
        self.batch = batch
        self._draws = draws
        self._address = address

    # Coming and going

    def enter(self, line_client: LineClient) -> None:
        if not line_client.waits:
            return
        name = line_client.account.name
        line_match = self.parked.get(name)
        if line_match is None:
            self.waiting[name] = Waiter(line_client, self._timers.time())
            return
        line_match.clients[line_match.names.index(name) + 1] = line_client
        if all(client is not None for client in line_match.clients[1:]):
            self._go_on(line_match)

    def leave(self, line_client: LineClient) -> None:
        """A waiting player is gone; others of the same name are not touched. GOO-093"""
        name = line_client.account.name
        waiter = self.waiting.get(name)
        if waiter is not None and waiter.line_client is line_client:
            del self.waiting[name]
        line_match = self.parked.get(name)
        if line_match is not None:
            line_match.clients = [None if client is line_client else client for client in line_match.clients]

    # Pairing

    def pair(self) -> None:
        """Put those who wait against each other, after those who are waited for elsewhere. GOO-096, GOO-097"""
        if self.tables is not None:
            for name, waiter in list(self.waiting.items()):
                if not waiter.line_client.gone and self.tables.seat(waiter.line_client):
                    del self.waiting[name]
        found = list(pairs(list(self.waiting.values()), self._draws, sigma=self._settings.match_sigma))
        for first, second in found:
            del self.waiting[first.line_client.account.name]
            del self.waiting[second.line_client.account.name]
            # Drawing a map takes some milliseconds: one at a time, so that running matches do not wait for all of them.
            self._timers.call_later(0, lambda one=first.line_client, two=second.line_client: self._begin(one, two))

        self._pair_with_house()

    def _pair_with_house(self) -> None:
        """Whoever waits alone too long plays against the built-in bot whose rating is nearest. GOO-096, GOO-098"""
        latest = self._timers.time() - self._settings.house_after_s
        lonely = [waiter for waiter in self.waiting.values() if waiter.since <= latest]
        if self.opponents is None or not lonely:
            return
        there = list(self.opponents.opponents())
        for waiter in lonely:
            distances = [abs(one.account.rating - waiter.rating) for one in there]
            nearest = [one for one, far in zip(there, distances, strict=True) if far == min(distances)]
            if nearest:
                del self.waiting[waiter.line_client.account.name]
                other = nearest[self._draws.randrange(len(nearest))]
                there.remove(other)
                both = (
                    (waiter.line_client, other) if waiter.rating > other.account.rating else (other, waiter.line_client)
                )
                self._begin(*both)

    def _begin(self, one: LineClient, two: LineClient) -> None:
        line_clients = (one, two)
        missing = [line_client for line_client in line_clients if line_client.gone]
        if missing:  # nothing has begun yet, so the other one goes on waiting
            for line_client in line_clients:
                if not line_client.gone:
                    self.enter(line_client)
            return
        names = [line_client.account.name for line_client in line_clients]
        setup = GAME.setup(
            names, seed=self._draws.getrandbits(63), preset=self.edition, settings=self._settings.spacegoo
        )
        ids = [line_client.account.player_id for line_client in line_clients]
        self._line_log.begin(setup, ids, self.edition, lambda begun: self._start(begun, setup, line_clients))

    def _start(self, begun: Begun, setup: Setup, line_clients: tuple[LineClient, LineClient]) -> None:
        line_match = self._make(begun, setup, [line_client.account.player_id for line_client in line_clients])
        self.line_matches[line_match.number] = line_match
        told = " against ".join(
            f"{line_client.account.name} ({line_client.account.rating:.2f})" for line_client in line_clients
        )
        log.info("match %d starts: %s, %s", line_match.number, told, self.edition)
        for seat, line_client in enumerate(line_clients, 1):
            if not line_client.gone:
                line_match.clients[seat] = line_client
                line_client.seated(line_match, seat)
        line_match.begin()
        for seat, line_client in enumerate(line_clients, 1):
            if line_client.gone:
                line_match.lost(seat)

    def _make(self, begun: Begun, setup: Setup, ids: Sequence[int], entries: Sequence[Entry] = ()) -> LineMatch:
        return LineMatch(
            begun.id,
            begun.number,
            setup,
            ids,
            line_log=self._line_log,
            timers=self._timers,
            batch=self.batch,
            address=self._address(begun.number),
            over=self._over,
            entries=entries,
            key=begun.key,
        )

    def _over(self, line_match: LineMatch) -> None:
        self.line_matches.pop(line_match.number, None)
        self.over(line_match)

    # After an outage

    def park(self, begun: Begun, setup: Setup, player_ids: Sequence[int], entries: Sequence[Entry]) -> None:
        """A match that was running when the server stopped waits for its players; its clocks stand still."""
        line_match = self._make(begun, setup, player_ids, entries)
        self.line_matches[line_match.number] = line_match
        if line_match.settle():
            return
        for seat, (name, player_id) in enumerate(zip(line_match.names, player_ids, strict=True), 1):
            self.parked[name] = line_match
            line_match.clients[seat] = None if self.opponents is None else self.opponents.player(player_id)
        log.info("match %d waits for %s to come back", line_match.number, " and ".join(line_match.names))
        self._timers.call_later(self._settings.outage_grace_ms / 1000, lambda: self._give_up(line_match))

    def _go_on(self, line_match: LineMatch) -> None:
        for seat, name in enumerate(line_match.names, 1):
            del self.parked[name]
            line_client = line_match.clients[seat]
            line_client.seated(line_match, seat)  # type: ignore[union-attr]
        log.info("match %d goes on in round %d", line_match.number, line_match.match.state.round_no)
        line_match.begin()

    def _give_up(self, line_match: LineMatch) -> None:
        """Nobody is disqualified by our outage: the match does not count."""
        if line_match.names[0] not in self.parked or self.parked[line_match.names[0]] is not line_match:
            return
        self._line_log.abandon(line_match.id, "the players did not come back after an interruption")
        log.info("match %d is closed: its players did not come back", line_match.number)
        del self.line_matches[line_match.number]
        back = [client for client in line_match.clients if client is not None]
        for name in line_match.names:
            del self.parked[name]
        for line_client in back:
            line_client.writelines([line_messages.GAME_ABANDONED])
            self.enter(line_client)  # type: ignore[arg-type]
