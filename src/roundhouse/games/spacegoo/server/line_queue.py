"""Where the players of one edition wait: for an opponent, or for the other player of an interrupted match."""

import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from ....core.entries import Entry
from ....core.game import Setup
from .. import GAME
from ....competition.ladder.pairing import pairs
from . import line_messages as say
from ....store.matches import Begun
from ....server.accounts import Account
from .line_log import Ledger
from .line_match import Client, LiveMatch, Post, Timers
from ....server.settings import ServerSettings

log = logging.getLogger("roundhouse.lobby")


class Guest(Client, Protocol):
    """A connection as a lobby sees it."""

    account: Account
    gone: bool
    waits: bool  # for opponents; built-in bots come when they are asked

    def seated(self, live: LiveMatch, seat: int) -> None: ...


class Waiter:
    """Somebody who waits for an opponent."""

    __slots__ = ("guest", "since")

    def __init__(self, guest: Guest, since: float) -> None:
        self.guest = guest
        self.since = since

    @property
    def rating(self) -> float:
        return self.guest.account.rating


class House(Protocol):
    """Where built-in bots come from."""

    def opponents(self) -> Sequence[Guest]: ...

    def player(self, player_id: int) -> Guest | None: ...


class Randomness(Protocol):
    """The draws of a lobby; `random.Random` has them."""

    def randrange(self, stop: int, /) -> int: ...

    def gauss(self, mu: float, sigma: float) -> float: ...

    def getrandbits(self, k: int, /) -> int: ...


class Lobby:
    def __init__(
        self,
        edition: str,
        settings: ServerSettings,
        *,
        ledger: Ledger,
        timers: Timers,
        post: Post,
        draws: Randomness,
        address: Callable[[int], str],
    ) -> None:
        self.edition = edition
        self.live: dict[int, LiveMatch] = {}  # by number
        self.waiting: dict[str, Waiter] = {}
        self.parked: dict[str, LiveMatch] = {}  # by the name of each player who is waited for
        self.over: Callable[[LiveMatch], None] = lambda live: None
        self.house: House | None = None  # plays against those who wait alone
        self._settings = settings
        self._ledger = ledger
        self._timers = timers
        self.post = post
        self._draws = draws
        self._address = address

    # Coming and going

    def enter(self, guest: Guest) -> None:
        if not guest.waits:
            return
        name = guest.account.name
        live = self.parked.get(name)
        if live is None:
            self.waiting[name] = Waiter(guest, self._timers.time())
            return
        live.clients[live.names.index(name) + 1] = guest
        if all(client is not None for client in live.clients[1:]):
            self._go_on(live)

    def leave(self, guest: Guest) -> None:
        """A waiting player is gone; others of the same name are not touched. GOO-093"""
        name = guest.account.name
        waiter = self.waiting.get(name)
        if waiter is not None and waiter.guest is guest:
            del self.waiting[name]
        live = self.parked.get(name)
        if live is not None:
            live.clients = [None if client is guest else client for client in live.clients]

    # Pairing

    def pair(self) -> None:
        """Put those who wait against each other. GOO-096, GOO-097"""
        found = list(pairs(list(self.waiting.values()), self._draws, sigma=self._settings.match_sigma))
        for first, second in found:
            del self.waiting[first.guest.account.name]
            del self.waiting[second.guest.account.name]
            # Drawing a map takes some milliseconds: one at a time, so that running matches do not wait for all of them.
            self._timers.call_later(0, lambda one=first.guest, two=second.guest: self._begin(one, two))

        self._pair_with_house()

    def _pair_with_house(self) -> None:
        """Whoever waits alone too long plays against the built-in bot whose rating is nearest. GOO-096, GOO-098"""
        latest = self._timers.time() - self._settings.house_after_s
        lonely = [waiter for waiter in self.waiting.values() if waiter.since <= latest]
        if self.house is None or not lonely:
            return
        there = list(self.house.opponents())
        for waiter in lonely:
            distances = [abs(one.account.rating - waiter.rating) for one in there]
            nearest = [one for one, far in zip(there, distances, strict=True) if far == min(distances)]
            if nearest:
                del self.waiting[waiter.guest.account.name]
                other = nearest[self._draws.randrange(len(nearest))]
                there.remove(other)
                both = (waiter.guest, other) if waiter.rating > other.account.rating else (other, waiter.guest)
                self._begin(*both)

    def _begin(self, one: Guest, two: Guest) -> None:
        guests = (one, two)
        missing = [guest for guest in guests if guest.gone]
        if missing:  # nothing has begun yet, so the other one goes on waiting
            for guest in guests:
                if not guest.gone:
                    self.enter(guest)
            return
        names = [guest.account.name for guest in guests]
        setup = GAME.setup(
            names, seed=self._draws.getrandbits(63), preset=self.edition, settings=self._settings.spacegoo
        )
        ids = [guest.account.player_id for guest in guests]
        self._ledger.begin(setup, ids, self.edition, lambda begun: self._start(begun, setup, guests))

    def _start(self, begun: Begun, setup: Setup, guests: tuple[Guest, Guest]) -> None:
        live = self._make(begun, setup, [guest.account.player_id for guest in guests])
        self.live[live.number] = live
        told = " against ".join(f"{guest.account.name} ({guest.account.rating:.2f})" for guest in guests)
        log.info("match %d starts: %s, %s", live.number, told, self.edition)
        for seat, guest in enumerate(guests, 1):
            if not guest.gone:
                live.clients[seat] = guest
                guest.seated(live, seat)
        live.begin()
        for seat, guest in enumerate(guests, 1):
            if guest.gone:
                live.lost(seat)

    def _make(self, begun: Begun, setup: Setup, ids: Sequence[int], entries: Sequence[Entry] = ()) -> LiveMatch:
        return LiveMatch(
            begun.id,
            begun.number,
            setup,
            ids,
            ledger=self._ledger,
            timers=self._timers,
            post=self.post,
            address=self._address(begun.number),
            over=self._over,
            entries=entries,
            key=begun.key,
        )

    def _over(self, live: LiveMatch) -> None:
        self.live.pop(live.number, None)
        self.over(live)

    # After an outage

    def park(self, begun: Begun, setup: Setup, player_ids: Sequence[int], entries: Sequence[Entry]) -> None:
        """A match that was running when the server stopped waits for its players; its clocks stand still."""
        live = self._make(begun, setup, player_ids, entries)
        self.live[live.number] = live
        if live.settle():
            return
        for seat, (name, player_id) in enumerate(zip(live.names, player_ids, strict=True), 1):
            self.parked[name] = live
            live.clients[seat] = None if self.house is None else self.house.player(player_id)
        log.info("match %d waits for %s to come back", live.number, " and ".join(live.names))
        self._timers.call_later(self._settings.outage_grace_ms / 1000, lambda: self._give_up(live))

    def _go_on(self, live: LiveMatch) -> None:
        for seat, name in enumerate(live.names, 1):
            del self.parked[name]
            guest = live.clients[seat]
            guest.seated(live, seat)  # type: ignore[union-attr]
        log.info("match %d goes on in round %d", live.number, live.match.state.round_no)
        live.begin()

    def _give_up(self, live: LiveMatch) -> None:
        """Nobody is disqualified by our outage: the match does not count."""
        if live.names[0] not in self.parked or self.parked[live.names[0]] is not live:
            return
        self._ledger.abandon(live.id, "the players did not come back after an interruption")
        log.info("match %d is closed: its players did not come back", live.number)
        del self.live[live.number]
        back = [client for client in live.clients if client is not None]
        for name in live.names:
            del self.parked[name]
        for guest in back:
            guest.writelines([say.GAME_ABANDONED])
            self.enter(guest)  # type: ignore[arg-type]
