"""Starts the arena's matches, restores them after a restart, and forgets them when they are over."""

import asyncio
import itertools
import logging
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from ...core.entries import Entry
from ...core.game import Game, SeatSetup, Setup
from ...core.registry import GAMES
from ...core.rules import stream
from ...core.schema import LARGE
from ...core.settings import SetupError
from ...match.table import Sitter, pool_of, seats_of
from ...protocol.api.platform import ClockInfo, TableOptions
from ...store import matches, players
from ...store.database.engine import NotLeaderError
from ...store.matches import Begun, Stored
from ...store.players import Player
from ..builtin_bots.supervisor import DEMO_MOST_MS, MOST_MS, BotSupervisor
from ..errors import Refused
from ..notices.page_updates import PageUpdates
from ..settings import ServerSettings
from ..store_access import StoreAccess
from ..tables.options import game_of as game_of
from ..tables.options import refusal, settings_of, sitter_of, unrated, widths
from ..timers import Timers, wall_ms
from .live_match import LiveMatch
from .match_log import Also, MatchLog, MatchTerms, NewMatch
from .paced_match import PacedMatch
from .remarks import RemarkBook
from .scheduled_match import ScheduledMatch
from .time_controls import CALENDAR, clock_of
from .watchable import Watchable

log = logging.getLogger("roundhouse.arena")

START_GRACE_MS = 10_000  # how long the first clocks wait for all seats to connect
SEED_BITS = 53  # integers that every language reads exactly from JSON
SEEDS_TRIED = 1000  # for the second match of a pair; in Rally with two robots every other seed fits


class SeatedClient(Protocol):
    """A connection that waits for a match. After `seated` it joins the match; `end` closes it."""

    @property
    def gone(self) -> bool: ...

    @property
    def player(self) -> Player: ...

    def seated(self, live: LiveMatch, seat: int) -> None: ...

    def end(self, code: str, sentence: str) -> None: ...


class Forked(Struct, frozen=True):
    """Where a match plays on from another one: its setup, and its entries up to a tick."""

    match_id: int
    key: str
    setup: Setup
    entries: tuple[Entry, ...]

    @property
    def step(self) -> int:
        return len(self.entries)


def seed_of_pair(first: Setup, seeds: Iterable[int]) -> int:
    """The first of the seeds with which a match begins like its pair. It must be a fresh seed: the record of a match
    with the same seed would reveal what is hidden in this one. RAL-317"""
    game = game_of(first.game)
    seed = first.seed
    for seed in itertools.islice(seeds, SEEDS_TRIED):
        if game.paired(first, msgspec.structs.replace(first, seed=seed)):
            break
    return seed


def draws_of(setup: Setup, seat: int) -> int:
    """The seed of a built-in bot's draws, derived from the match's, so that a restored match goes on as it would have.
    RAL-042, RAL-154"""
    return stream(setup.seed, seat) >> 1


class MatchHost:
    """Holds all running matches of this process. Without a database nothing is kept, and `match_log` decides what is
    durable."""

    def __init__(
        self,
        settings: ServerSettings,
        *,
        store: StoreAccess,
        match_log: MatchLog,
        timers: Timers,
        news: PageUpdates,
        bots: BotSupervisor | None = None,
        draws: random.Random | None = None,
    ) -> None:
        self.bots = bots
        self.running: dict[str, LiveMatch] = {}
        self.builtins: dict[str, Player] = {}  # accounts of built-in bots, by their names in games
        self.over_hooks: list[Callable[[LiveMatch], None]] = []
        self.started_hooks: list[Callable[[LiveMatch], None]] = []
        self.late: Callable[[float], None] = lambda seconds: None  # called with the lateness of a round, in seconds
        self.beside: list[Callable[[str], Watchable | None]] = []  # find matches that games run beside the arena
        self.elsewhere: Callable[[int], list[str]] = lambda player_id: []  # a player's matches in other processes
        self.draining = False
        self.counting: Callable[[str], bool] = lambda game: True  # whether matches that begin now may be rated
        self.house: Callable[[str, str], Mapping[str, Any]] = lambda game, preset: {}  # what a preset means here
        self.remarks = None if store.database is None else RemarkBook(store.database, timers)
        self._settings = settings
        self._store = store
        self._match_log = match_log
        self._timers = timers
        self._news = news
        self._draws: random.Random = draws or random.SystemRandom()
        self._of_player: dict[int, list[str]] = {}

    # Starting

    async def start(
        self,
        options: TableOptions,
        players: Sequence[Player | Sitter],
        *,
        rated: bool,
        listed: bool = True,
        pace_ms: int | None = None,
        fork: Forked | None = None,
        clients: Mapping[int, SeatedClient] | None = None,
        host_id: int = 0,
        seed: int | None = None,
        changes: Sequence[Entry] = (),
        also: Also | None = None,
        before: Callable[[LiveMatch], None] = lambda live: None,
    ) -> LiveMatch:
        """Begin a match; whoever waits for it in `clients`, by seat, is seated. Raises Refused.

        `rated` is what is wanted; `why_unrated` has the last word. `pace_ms` is the least time of a round where it is
        not the clock's, `seed` one that nobody chose although it is known here. A season's game begins with `changes`,
        `also` is written in the transaction that begins it, and `before` is called before anybody is asked.
        """
        if self.draining:
            raise Refused("stopping", "The server is about to stop; no match begins now.", status=503)
        sitters = [sitter_of(player) for player in players]
        game = game_of(options.game)
        setup = self.setup_for(options, sitters, fork, seed)
        terms = MatchTerms(
            options=options,
            rated=rated and self.counting(options.game) and not unrated(options, sitters, fork=fork is not None),
            listed=listed,
            pool=pool_of([sitter.kind for sitter in sitters]),
            fork_of=fork.key if fork else "",
            fork_step=fork.step if fork else 0,
            host_id=host_id,
        )
        ids = [sitter.id for sitter in sitters]
        entries = fork.entries if fork else changes
        first = await self._first_of(game, setup)
        try:
            new = NewMatch(setup, ids, terms, fork.match_id if fork else None, entries, also)
            begun = await self._match_log.begin(new)
        except NotLeaderError:
            raise Refused("no_leader", "Another process leads now; try again.", status=503) from None
        try:
            live = self._make(begun, game, setup, terms, ids, entries, pace_ms, first)
        except Exception as error:
            self._match_log.abandon(begun.id, "it could not begin", lambda: None)
            raise refusal(error) if isinstance(error, SetupError) else error from None
        names = " against ".join(seat.name for seat in setup.seats)
        log.info("match %d of %s starts: %s%s", begun.number, game.key, names, ", rated" if terms.rated else "")
        before(live)
        live.begin(set(range(1, len(ids) + 1)), START_GRACE_MS)
        self._let_bots_in(live)
        for seat, client in (clients or {}).items():
            if not client.gone:
                client.seated(live, seat)
        for hook in self.started_hooks:
            hook(live)
        self._news.tell("matches")
        for player_id in set(ids):
            self._news.tell("me", player_id=player_id)
        return live

    def setup_for(
        self, options: TableOptions, sitters: Sequence[Sitter], fork: Forked | None = None, seed: int | None = None
    ) -> Setup:
        """What the match is to be, by its options and its players. Raises Refused."""
        game, seats = game_of(options.game), seats_of(sitters)
        if fork is not None:  # what was chosen there is a part of what happened
            chosen = zip(seats, fork.setup.seats, strict=True)
            kept = tuple(msgspec.structs.replace(seat, choice=was.choice) for seat, was in chosen)
            time = {key: value for key, value in options.settings.items() if key in game.unhurried}
            return msgspec.structs.replace(fork.setup, seats=kept, settings={**fork.setup.settings, **time})
        if game.choices:
            seats = [msgspec.structs.replace(seat, choice=seat.choice or game.choices[0]) for seat in seats]
        if seed is None:
            seed = self.new_seed() if options.seed is None else options.seed
        here = dict(self.house(options.game, options.preset))
        options = msgspec.structs.replace(options, settings=here | options.settings)
        try:
            preset = options.preset or None
            return game.setup(seats, seed=seed, preset=preset, settings=settings_of(game, options, len(seats)))
        except SetupError as error:
            raise refusal(error) from None

    async def _first_of(self, game: Game, setup: Setup) -> Any:
        """The first state, made on a thread where drawing the world takes long; else None. Raises Refused."""
        if game.form_of(setup) != LARGE and game.check_setup is None:
            return None
        try:
            return await asyncio.get_running_loop().run_in_executor(None, game.start, setup)
        except SetupError as error:
            raise refusal(error) from None

    async def try_start(self, setup: Setup) -> None:
        """Raises Refused if no match can begin with this setup."""
        try:
            await asyncio.get_running_loop().run_in_executor(None, game_of(setup.game).start, setup)
        except SetupError as error:
            raise refusal(error) from None

    def new_seed(self) -> int:
        return self._draws.getrandbits(SEED_BITS)

    def return_seed(self, first: Setup) -> int:
        """The seed of a match that is paired with another one. RAL-317"""
        return seed_of_pair(first, iter(self.new_seed, None))

    def _make(
        self,
        begun: Begun,
        game: Game,
        setup: Setup,
        terms: MatchTerms,
        player_ids: Sequence[int],
        entries: Sequence[Entry],
        pace_ms: int | None,
        first: Any = None,
    ) -> LiveMatch:
        clock = clock_of(game, setup, terms.options.clock, self._settings.pace_ms)
        if pace_ms is None and not any(seat.kind == "person" for seat in setup.seats):
            pace_ms = 0  # no person has to see a round before the next one
        if pace_ms is not None:
            clock = ClockInfo(clock.key, clock.window_ms, clock.bank_ms, pace_ms)
        kind = ScheduledMatch if clock.key == CALENDAR else LiveMatch if game.pace is None else PacedMatch
        live = kind(
            begun,
            game,
            setup,
            terms,
            player_ids,
            clock=clock,
            match_log=self._match_log,
            timers=self._timers,
            over=self._over,
            late=self._was_late,
            entries=entries,
            first=first,
        )
        live.debug_max_ms = self._settings.debug_max_ms
        if self.remarks is not None:
            live.remark(self.remarks)
        self.running[live.key] = live
        for player_id in set(player_ids):
            self._of_player.setdefault(player_id, []).append(live.key)
        return live

    def _let_bots_in(self, live: LiveMatch, seats: Sequence[int] = ()) -> None:
        """Seat the built-in bots, all or only those at the seats given."""
        names = {player.id: name for name, player in self.builtins.items()}
        most_ms = DEMO_MOST_MS if set(live.player_ids) <= set(names) else MOST_MS
        for seat, player_id in enumerate(live.player_ids, 1):
            if player_id in names and not live.seat_states[seat].left and (not seats or seat in seats):
                if self.bots is None:
                    live.fail(seat, "there are no built-in bots here")
                else:
                    grace_ms = self._settings.outage_grace_ms
                    draws = draws_of(live.setup, seat)
                    self.bots.seat(live, seat, names[player_id], grace_ms=grace_ms, most_ms=most_ms, draws=draws)

    def _was_late(self, seconds: float) -> None:
        self.late(seconds)

    def _over(self, live: LiveMatch) -> None:
        self._let_go(live)
        self._news.tell("matches")
        for hook in self.over_hooks:
            hook(live)

    def _let_go(self, live: LiveMatch) -> None:
        """Forget a match that is not played here any more."""
        if self.running.get(live.key) is live:
            del self.running[live.key]
        for player_id in set(live.player_ids):
            theirs = self._of_player.get(player_id, [])
            if live.key in theirs:
                theirs.remove(live.key)
            if not theirs:
                self._of_player.pop(player_id, None)
            self._news.tell("me", player_id=player_id)

    def reseat(self, live: ScheduledMatch, seat: int, player: Player, who: SeatSetup) -> None:
        """Give a seat of a season's game to another player."""
        before = live.player_ids[seat - 1]
        live.reseat(seat, player.id, who)
        theirs = self._of_player.get(before, [])
        if live.key in theirs:
            theirs.remove(live.key)
        self._of_player.setdefault(player.id, []).append(live.key)
        for player_id in (before, player.id):
            self._news.tell("me", player_id=player_id)
        self._let_bots_in(live, [seat])

    # Queries

    def running_of(self, player_id: int) -> list[str]:
        """The keys of a player's running matches."""
        return [*self._of_player.get(player_id, ()), *self.elsewhere(player_id)]

    def watchable(self, key: str) -> Watchable | None:
        """A running match to watch, of the arena or beside it."""
        live = self.running.get(key)
        if live is not None:
            return live
        return next((found for find in self.beside if (found := find(key)) is not None), None)

    # Restarting and stopping

    async def restore(self) -> None:
        """Restore the matches that ran when the server stopped. Clocks stand still until the seats are back."""
        if self._store.database is None:
            return
        await self.know_builtins()
        for stored in await self._store.read(lambda connection: matches.running(connection, line=False)):
            await self.resume(stored)

    async def know_builtins(self) -> None:
        """Load the accounts of built-in bots, and make the missing ones."""
        names = sorted({name for game in GAMES.values() for name in game.bots})
        self.builtins = await self._store.write(lambda connection: players.builtins(connection, names, wall_ms()))

    async def resume(self, stored: Stored, entries: Sequence[Entry] | None = None) -> None:
        """Restore one match; if that fails it is closed. Its log is read unless the caller has it."""
        try:
            await self._take_up(stored, entries)
        except Exception:
            log.exception("match %d of %s cannot go on and is closed", stored.number, stored.game)
            self._match_log.abandon(stored.id, "it could not be taken up again", lambda: None)

    def drop(self, live: LiveMatch) -> None:
        """Forget a match that goes on in another process."""
        self._let_go(live)
        live.hand_over()
        self._news.tell("matches")

    async def _take_up(self, stored: Stored, entries: Sequence[Entry] | None = None) -> None:
        game = GAMES[stored.game]
        options = msgspec.msgpack.decode(stored.options or b"", type=TableOptions)
        if entries is None:
            entries = await self._store.read(lambda connection: matches.entries_of(connection, stored.id, widths(game)))
        fork_of = stored.fork_of
        keys = (
            {} if fork_of is None else await self._store.read(lambda connection: matches.keys_of(connection, [fork_of]))
        )
        terms = MatchTerms(
            options=options,
            rated=stored.rated,
            listed=stored.listed,
            pool=stored.pool,  # type: ignore[arg-type]  # the store keeps it as text
            fork_of=keys.get(fork_of or 0, ""),
            fork_step=stored.fork_step,
            host_id=stored.host_id or 0,
        )
        only_bots = set(stored.player_ids) <= {player.id for player in self.builtins.values()}
        pace_ms = self._settings.demo_pace_ms if only_bots else None
        begun = Begun(stored.id, stored.number, stored.key)
        live = self._make(begun, game, stored.setup, terms, stored.player_ids, entries, pace_ms)
        live.begin(set(range(1, len(stored.player_ids) + 1)), self._settings.outage_grace_ms)
        if live.match.result is None:
            self._let_bots_in(live)
        log.info("match %d of %s goes on after round %d", stored.number, stored.game, live.match.ticks)

    def stop(self) -> None:
        """Start no more matches, and stop all ticks."""
        self.draining = True
        for live in list(self.running.values()):
            live.stop()

    async def abort(self, live: LiveMatch, why: str) -> None:
        """Close a running match; it does not count."""
        if live.match.result is None:
            live.break_off(why)
            if self._store.database is not None:
                await self._store.write(lambda connection: None)  # everything submitted before is written then
