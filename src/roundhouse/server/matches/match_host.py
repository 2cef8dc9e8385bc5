"""The arena's running matches: started, taken up again after a restart, watched, and let go when they are over."""

import asyncio
import itertools
import logging
import random
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from ...core.entries import Entry
from ...core.game import Game, SeatSetup, Setup
from ...core.rules import stream
from ...core.schema import LARGE
from ...core.settings import SetupError
from ...games import GAMES
from ...match.table import Sitter, pool_of, seats_of
from ...protocol.api.platform import ClockInfo, TableOptions
from ...store import matches, players
from ...store.database import Database
from ...store.database.engine import NotLeaderError
from ...store.matches import Begun, Stored
from ...store.players import Player
from .match_log import Also, MatchLedger, Terms
from ..builtin_bots.supervisor import DEMO_MOST_MS, MOST_MS, BotHouse
from .time_controls import CALENDAR, clock_of
from ...games.spacegoo.server.line_log import wall_ms
from ...games.spacegoo.server.line_match import LiveMatch, Timers
from ..notices.page_updates import NewsDesk
from .paced_match import Paced
from .live_match import Playing
from ..errors import Refused
from .remarks import RemarkBook
from .scheduled_match import Seasonal
from ..settings import ServerSettings
from .watchable import LineSpectacle, Spectacle
from ..tasks import cancel_all
from ..tables.options import game_of as game_of
from ..tables.options import refusal, settings_of, sitter_of, unrated, widths

log = logging.getLogger("roundhouse.arena")

T = TypeVar("T")

START_GRACE_MS = 10_000  # so long the first clocks wait for everybody to come to the match
SEED_BITS = 53  # what every language can read from JSON
SEEDS_TRIED = 1000  # for a match of a pair; every other one gives two robots of Rally their start fields again


class Guest(Protocol):
    """A connection that waits for a match. After `seated` it joins the match; `end` sends it away."""

    gone: bool

    @property
    def player(self) -> Player: ...

    def seated(self, playing: Playing, seat: int) -> None: ...

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
    """The first of the seeds by which a match begins as its pair does. It is no seed that was played by before: whoever
    has that record could read from it what is hidden in the match that still runs. RAL-317"""
    game = game_of(first.game)
    seed = first.seed
    for seed in itertools.islice(seeds, SEEDS_TRIED):
        if game.paired(first, msgspec.structs.replace(first, seed=seed)):
            break
    return seed


def draws_of(setup: Setup, seat: int) -> int:
    """What a built-in bot draws by, as in a match without a server: from the seed, so that a match that is taken up
    again goes on as it would have. RAL-042, RAL-154"""
    return stream(setup.seed, seat) >> 1


class Running:
    """Without a database nothing is kept, and only `ledger` decides what is durable."""

    def __init__(
        self,
        settings: ServerSettings,
        *,
        ledger: MatchLedger,
        timers: Timers,
        news: NewsDesk,
        database: Database | None = None,
        bots: BotHouse | None = None,
        draws: random.Random | None = None,
    ) -> None:
        self.settings = settings
        self.news = news
        self.bots = bots
        self.database = database
        self.playing: dict[str, Playing] = {}
        self.builtins: dict[str, Player] = {}  # the accounts of built-in bots, by what games call them
        self.over_hooks: list[Callable[[Playing], None]] = []
        self.started_hooks: list[Callable[[Playing], None]] = []
        self.late: Callable[[float], None] = lambda seconds: None  # a round was so much too late
        self.line_match: Callable[[str], LiveMatch | None] = lambda key: None
        self.elsewhere: Callable[[int], list[str]] = lambda player_id: []  # a player's matches in other processes
        self.draining = False
        self.counting: Callable[[str], bool] = lambda game: True  # whether matches that begin now may be rated
        self.house: Callable[[str, str], Mapping[str, Any]] = lambda game, preset: {}  # what a preset means here
        self._ledger = ledger
        self._timers = timers
        self.remarks = None if database is None else RemarkBook(database, timers)
        self._draws: random.Random = draws or random.SystemRandom()
        self._of_player: dict[int, list[str]] = {}
        self._spectacles: dict[str, LineSpectacle] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

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
        guests: Mapping[int, Guest] | None = None,
        host_id: int = 0,
        seed: int | None = None,
        changes: Sequence[Entry] = (),
        also: Also | None = None,
        before: Callable[[Playing], None] = lambda playing: None,
    ) -> Playing:
        """Begin a match; whoever waits for it in `guests`, by seat, is seated. Raises Refused.

        `rated` is what is wanted; `why_unrated` has the last word. `pace_ms` is the least time of a round where it is
        not the clock's, `seed` one that nobody chose although it is known here. A season's game begins with `changes`,
        `also` is written in the transaction that begins it, and `before` is called before anybody is asked.
        """
        if self.draining:
            raise Refused("stopping", "The server is about to stop; no match begins now.", status=503)
        sitters = [sitter_of(player) for player in players]
        game = game_of(options.game)
        setup = self.setup_for(options, sitters, fork, seed)
        terms = Terms(
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
            begun = await self._ledger.begin(setup, ids, terms, fork.match_id if fork else None, entries, also)
        except NotLeaderError:
            raise Refused("no_leader", "Another process leads now; try again.", status=503) from None
        try:
            playing = self._make(begun, game, setup, terms, ids, entries, pace_ms, first)
        except Exception as error:
            self._ledger.abandon(begun.id, "it could not begin", lambda: None)
            raise refusal(error) if isinstance(error, SetupError) else error from None
        names = " against ".join(seat.name for seat in setup.seats)
        log.info("match %d of %s starts: %s%s", begun.number, game.key, names, ", rated" if terms.rated else "")
        before(playing)
        playing.begin(set(range(1, len(ids) + 1)), START_GRACE_MS)
        self._let_bots_in(playing)
        for seat, guest in (guests or {}).items():
            if not guest.gone:
                guest.seated(playing, seat)
        for hook in self.started_hooks:
            hook(playing)
        self.news.tell("matches")
        for player_id in set(ids):
            self.news.tell("me", player_id=player_id)
        return playing

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
        """The first state, made beside the loop where a world takes long to draw; else None. Raises Refused."""
        if game.form_of(setup) != LARGE and game.check_setup is None:
            return None
        try:
            return await asyncio.get_running_loop().run_in_executor(None, game.start, setup)
        except SetupError as error:
            raise refusal(error) from None

    async def try_start(self, setup: Setup) -> None:
        """Raises Refused if no match can begin like this, whatever is wrong with its settings or its map."""
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
        terms: Terms,
        player_ids: Sequence[int],
        entries: Sequence[Entry],
        pace_ms: int | None,
        first: Any = None,
    ) -> Playing:
        clock = clock_of(game, setup, terms.options.clock, self.settings.pace_ms)
        if pace_ms is None and not any(seat.kind == "person" for seat in setup.seats):
            pace_ms = 0  # nobody has to see a round before the next one
        if pace_ms is not None:
            clock = ClockInfo(clock.key, clock.window_ms, clock.bank_ms, pace_ms)
        kind = Seasonal if clock.key == CALENDAR else Playing if game.pace is None else Paced
        playing = kind(
            begun,
            game,
            setup,
            terms,
            player_ids,
            clock=clock,
            ledger=self._ledger,
            timers=self._timers,
            over=self._over,
            late=self._was_late,
            entries=entries,
            first=first,
        )
        playing.debug_max_ms = self.settings.debug_max_ms
        if self.remarks is not None:
            playing.remark(self.remarks)
        self.playing[playing.key] = playing
        for player_id in set(player_ids):
            self._of_player.setdefault(player_id, []).append(playing.key)
        return playing

    def _let_bots_in(self, playing: Playing, seats: Sequence[int] = ()) -> None:
        """Built-in bots come to their seats, or to those that are named."""
        names = {player.id: name for name, player in self.builtins.items()}
        most_ms = DEMO_MOST_MS if set(playing.player_ids) <= set(names) else MOST_MS
        for seat, player_id in enumerate(playing.player_ids, 1):
            if player_id in names and not playing.places[seat].left and (not seats or seat in seats):
                if self.bots is None:
                    playing.fail(seat, "there are no built-in bots here")
                else:
                    grace_ms = self.settings.outage_grace_ms
                    draws = draws_of(playing.setup, seat)
                    self.bots.seat(playing, seat, names[player_id], grace_ms=grace_ms, most_ms=most_ms, draws=draws)

    def _was_late(self, seconds: float) -> None:
        self.late(seconds)

    def _over(self, playing: Playing) -> None:
        self._let_go(playing)
        self.news.tell("matches")
        for hook in self.over_hooks:
            hook(playing)

    def _let_go(self, playing: Playing) -> None:
        """It is not played here any more."""
        if self.playing.get(playing.key) is playing:
            del self.playing[playing.key]
        for player_id in set(playing.player_ids):
            theirs = self._of_player.get(player_id, [])
            if playing.key in theirs:
                theirs.remove(playing.key)
            if not theirs:
                self._of_player.pop(player_id, None)
            self.news.tell("me", player_id=player_id)

    def reseat(self, playing: Seasonal, seat: int, player: Player, who: SeatSetup) -> None:
        """Somebody else plays on in a season's game."""
        before = playing.player_ids[seat - 1]
        playing.reseat(seat, player.id, who)
        theirs = self._of_player.get(before, [])
        if playing.key in theirs:
            theirs.remove(playing.key)
        self._of_player.setdefault(player.id, []).append(playing.key)
        for player_id in (before, player.id):
            self.news.tell("me", player_id=player_id)
        self._let_bots_in(playing, [seat])

    # Looking

    def running_of(self, player_id: int) -> list[str]:
        """The keys of a player's running matches."""
        return [*self._of_player.get(player_id, ()), *self.elsewhere(player_id)]

    def spectacle(self, key: str) -> Spectacle | None:
        """A running match to watch, of the arena or of the line server."""
        playing = self.playing.get(key)
        if playing is not None:
            return playing
        known = self._spectacles.get(key)
        if known is not None:
            return known
        live = self.line_match(key)
        if live is None:
            return None
        self._spectacles[key] = LineSpectacle(key, live)
        return self._spectacles[key]

    def line_over(self, live: LiveMatch) -> None:
        """A match of the line server is over."""
        spectacle = self._spectacles.pop(live.key, None)
        if spectacle is not None:
            spectacle.closed()

    # Restarting and stopping

    async def restore(self) -> None:
        """Take up what was running when the server stopped. Clocks stand still until the seats are back."""
        if self.database is None:
            return
        await self.know_builtins()
        for stored in await self.read(lambda connection: matches.running(connection, line=False)):
            await self.resume(stored)

    async def know_builtins(self) -> None:
        """The accounts of built-in bots; they are made where there are none yet."""
        names = sorted({name for game in GAMES.values() for name in game.bots})
        self.builtins = await self.write(lambda connection: players.builtins(connection, names, wall_ms()))

    async def resume(self, stored: Stored, entries: Sequence[Entry] | None = None) -> None:
        """Take up one match; one that cannot go on is closed, whatever is in the database. Its log is read unless
        somebody has done so already."""
        try:
            await self._take_up(stored, entries)
        except Exception:
            log.exception("match %d of %s cannot go on and is closed", stored.number, stored.game)
            self._ledger.abandon(stored.id, "it could not be taken up again", lambda: None)

    def drop(self, playing: Playing) -> None:
        """The match goes on in another process."""
        self._let_go(playing)
        playing.hand_over()
        self.news.tell("matches")

    async def _take_up(self, stored: Stored, entries: Sequence[Entry] | None = None) -> None:
        game = GAMES[stored.game]
        options = msgspec.msgpack.decode(stored.options or b"", type=TableOptions)
        if entries is None:
            entries = await self.read(lambda connection: matches.entries_of(connection, stored.id, widths(game)))
        fork_of = stored.fork_of
        keys = {} if fork_of is None else await self.read(lambda connection: matches.keys_of(connection, [fork_of]))
        terms = Terms(
            options=options,
            rated=stored.rated,
            listed=stored.listed,
            pool=stored.pool,  # type: ignore[arg-type]  # the store keeps it as text
            fork_of=keys.get(fork_of or 0, ""),
            fork_step=stored.fork_step,
            host_id=stored.host_id or 0,
        )
        only_bots = set(stored.player_ids) <= {player.id for player in self.builtins.values()}
        pace_ms = self.settings.demo_pace_ms if only_bots else None
        begun = Begun(stored.id, stored.number, stored.key)
        playing = self._make(begun, game, stored.setup, terms, stored.player_ids, entries, pace_ms)
        playing.begin(set(range(1, len(stored.player_ids) + 1)), self.settings.outage_grace_ms)
        if playing.match.result is None:
            self._let_bots_in(playing)
        log.info("match %d of %s goes on after round %d", stored.number, stored.game, playing.match.ticks)

    async def drain(self) -> None:
        """Stop: nothing begins any more, nothing ticks, and all that was entered is on disk."""
        self.draining = True
        for playing in list(self.playing.values()):
            playing.stop()
        await cancel_all(self._tasks)
        self.news.stop()
        if self.remarks is not None:
            self.remarks.flush()
        if self.database is not None:
            await asyncio.get_running_loop().run_in_executor(None, self.database.flush)

    async def abort(self, playing: Playing, why: str) -> None:
        """Close a running match; it does not count."""
        if playing.match.result is None:
            playing.break_off(why)
            if self.database is not None:
                await self.write(lambda connection: None)  # whatever was given before is written then

    def run(self, work: Coroutine[Any, Any, object]) -> None:
        """Let something happen that has to wait."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # The database

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Ask the database, without keeping the loop."""

        def ask() -> T:
            return self.look(query)

        return await asyncio.get_running_loop().run_in_executor(None, ask)

    def look(self, query: Callable[[Connection], T]) -> T:
        """Ask for one row at once."""
        if self.database is None:
            raise Refused("no_store", "This server keeps nothing.", status=404)
        with self.database.engine.connect() as connection:
            return query(connection)

    async def write(self, change: Callable[[Connection], T]) -> T:
        if self.database is None:
            raise Refused("no_store", "This server keeps nothing.", status=404)
        return await asyncio.wrap_future(self.database.submit(change))
