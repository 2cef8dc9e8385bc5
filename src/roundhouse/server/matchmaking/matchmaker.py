"""Brings those together who wait for rated opponents, with built-in bots where nobody else is there."""

import asyncio
import logging
from collections.abc import Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from sqlalchemy import Connection

from ...games import GAMES
from ...competition.ladder.pairing import matchups, worth
from ...competition.ladder.rating import shown
from ...competition.ladder.bot_rest import failures
from ...competition.ladder.standing import Standing
from ...protocol.api.platform import TableOptions
from ...store import ladder, players
from ...store.database import Database
from ...store.players import Player
from ..matches.time_controls import clock_for
from .demo_matches import Demo, seats_of
from ..errors import Refused
from .bot_rest import RestRoom, rested
from ..tasks import cancel_all
from ..tables.options import assisted, checked_choice, game_of, sitter_of
from .queue import REMEMBERED, Candidate, Guest, Queue, Return, Waiter

if TYPE_CHECKING:
    from ..arena import Arena
    from ...games.spacegoo.server.line_match import Timers
    from ..notices.page_updates import NewsDesk
    from ..matches.live_match import Playing
    from ..settings import ServerSettings

log = logging.getLogger("roundhouse.matchmaker")

Standings = Mapping[tuple[int, str], Standing]  # by player and pool

AT_ONCE_MAX = 60  # paired in one go; the others a moment later
PER_PLAYER_MAX = 8  # connections of one player that wait at the same time
PATIENCE_S = 3.0  # two who have just met wait so long for others, if there are any
MIXED_AFTER_S = 4.0  # of waiting, before players of different kinds are put together
FORGET_EVERY = 500  # rounds of pairing


class Randomness(Protocol):
    """The draws of a matchmaker; `random.Random` has them."""

    def randrange(self, stop: int, /) -> int: ...

    def gauss(self, mu: float, sigma: float) -> float: ...

    def random(self) -> float: ...


class Matchmaker:
    """Everything happens on the loop's thread; what is read from the store is read beside it."""

    def __init__(
        self,
        arena: "Arena",
        database: Database,
        settings: "ServerSettings",
        timers: "Timers",
        draws: Randomness,
        *,
        news: "NewsDesk | None" = None,
    ) -> None:
        self.demo = Demo(arena, settings, timers, draws, self._run)
        self.open = True  # False: those who wait are not brought together now
        self.usual: dict[str, str] = {}  # the preset of a game for whoever names none, where it is not the first
        self._arena = arena
        self._settings = settings
        self._timers = timers
        self._draws = draws
        self._rest_room = RestRoom(database, settings, news or arena.news)
        self._queues: dict[tuple[str, str], Queue] = {}  # by game and preset
        self._returns: dict[str, Return] = {}  # by the key of the match that comes before
        self._expected: set[Guest] = set()  # connections whose return match is about to begin
        self._house_standings: dict[tuple[str, str], Standings] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: Any = None
        self._pairing = False
        self._rounds = 0

    # From the start of the server to its end

    async def start(self) -> None:
        """After the arena has taken up its matches again."""
        if self.over not in self._arena.over_hooks:
            self._arena.over_hooks.append(self.over)
        self._arena.take = self.take
        self._arena.rating_of = self.rating_of
        self.demo.open()
        self._again()

    async def stop(self) -> None:
        """No more matches begin."""
        self.demo.stop()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        await cancel_all(self._tasks)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Coming and going

    def wait(self, guest: Guest, game: str, preset: str = "", matches: int = 1, *, choice: str = "") -> None:
        """Stay until opponents are found. Whoever wants more than one match comes again after each. Raises Refused."""
        chosen = checked_choice(game_of(game), choice)
        player = guest.player
        if player.rested_ms is not None:
            raise rested(player)
        queue = self._queue(game, preset)
        if sum(one.player.id == player.id for one in queue.waiting.values()) >= PER_PLAYER_MAX:
            raise Refused("too_many_waiting", f"{player.name} waits {PER_PLAYER_MAX} times already.", status=429)
        queue.add(guest, self._timers.time(), chosen)

    def unwait(self, guest: Guest) -> None:
        for queue in self._queues.values():
            queue.waiting.pop(guest, None)

    def take(self, player_id: int) -> Guest | None:
        """Somebody who waits, for a table or a challenge: from now on it waits no more."""
        for queue in self._queues.values():
            for guest, waiter in queue.waiting.items():
                if waiter.player.id == player_id and not guest.gone:
                    del queue.waiting[guest]
                    return guest
        return None

    def lend(self, player_id: int, game: str, preset: str) -> Waiter | None:
        """Somebody who waits for this game, for a match that is begun elsewhere; `give_back` if it does not begin."""
        queue = self._queues.get((game, preset))
        there = queue.waiting.values() if queue is not None else ()
        waiter = next((one for one in there if one.player.id == player_id and not one.guest.gone), None)
        if queue is not None and waiter is not None:
            del queue.waiting[waiter.guest]
        return waiter

    def give_back(self, waiter: Waiter, game: str, preset: str) -> None:
        if not waiter.guest.gone:
            self._queue(game, preset).waiting.setdefault(waiter.guest, waiter)

    def waits(self, player_id: int, game: str, preset: str) -> bool:
        queue = self._queues.get((game, preset))
        there = queue.waiting.values() if queue is not None else ()
        return any(one.player.id == player_id and not one.guest.gone for one in there)

    def waiting_count(self, game: str = "") -> int:
        return sum(len(queue.waiting) for queue in self._queues.values() if game in ("", queue.game))

    def rating_of(self, player_id: int, game: str, preset: str) -> float | None:
        """What is shown beside a player at a table: the rating in the pool in which it has played most."""
        chosen = preset or next(iter(game_of(game).presets))
        known = self._arena.look(lambda connection: ladder.skills_of(connection, game, chosen, [player_id]))
        best = max(known.values(), key=lambda standing: standing.matches, default=None)
        return None if best is None else shown(best.skill)

    async def wake(self, player_id: int) -> Player | None:
        """Let a rested bot be paired again, with a clean record."""
        return await self._rest_room.wake(player_id)

    def _queue(self, key: str, preset: str) -> Queue:
        game = game_of(key)
        if preset and preset not in game.presets:
            sentence = f"{game.name} has no preset {preset!r}; there are {', '.join(game.presets)}."
            raise Refused("no_preset", sentence, field="preset", status=404)
        chosen = preset or self.usual.get(key) or next(iter(game.presets))
        if game.in_season(game.presets[chosen]):
            sentence = "Nobody waits for a game of a season: an administrator says who plays in it."
            raise Refused("in_season", sentence, field="preset", status=409)
        if (key, chosen) not in self._queues:
            self._queues[key, chosen] = Queue(key, chosen, seats_of(game, chosen))
        return self._queues[key, chosen]

    # Pairing

    def _again(self) -> None:
        self._timer = self._timers.call_later(self._settings.match_interval_s, self._tick)

    def _tick(self) -> None:
        self._again()
        if self.open and not self._pairing and self.waiting_count():
            self._pairing = True
            self._run(self._pair())

    async def _pair(self) -> None:
        try:
            await self.pair()
        except Exception:
            log.exception("pairing failed")
        finally:
            self._pairing = False

    async def pair(self) -> None:
        """Begin the matches that can begin now."""
        for queue in list(self._queues.values()):
            if queue.waiting:
                await self._get_to_know(queue)
                self._pair_queue(queue)
        self._rounds += 1
        if self._rounds % FORGET_EVERY == 0:
            for queue in self._queues.values():
                queue.forget(player.id for player in self._arena.builtins.values())

    def _pair_queue(self, queue: Queue) -> None:
        now = self._timers.time()
        there = [one for one in queue.waiting.values() if one.known and not one.guest.gone]
        if len(there) > AT_ONCE_MAX:  # drawn, so that those who cannot meet do not stand in the way of all others
            there = sorted(there, key=lambda one: self._draws.random())[:AT_ONCE_MAX]
        groups = matchups(
            there,
            self._draws,
            now=now,
            seats=queue.seats,
            placement=self._settings.placement_matches,
            patience_s=PATIENCE_S if self._others_play(queue, there) else 0.0,
            mixed_after_s=MIXED_AFTER_S,
        )
        for group in groups:
            self._begin(queue, group)
        left = [one for one in there if one.guest in queue.waiting]
        while lonely := [one for one in left if now - one.since >= self._settings.house_after_s]:
            filled = self._with_house(queue, lonely[0], left, now)
            left = [one for one in left if one not in filled]
            if len(filled) == queue.seats:
                self._begin(queue, filled)

    def _others_play(self, queue: Queue, there: Sequence[Waiter]) -> bool:
        """Whether anybody else may come back to this queue soon."""
        playing = {player_id for group in queue.running.values() for player_id in group}
        here = {one.player.id for one in there} | {player.id for player in self._arena.builtins.values()}
        return bool(playing - here)

    def _with_house(self, queue: Queue, first: Waiter, left: Sequence[Waiter], now: float) -> list[Candidate]:
        """Somebody who waited too long, others who wait as far as there are seats, and built-in bots."""
        group: list[Candidate] = [first]
        for other in left:
            if len(group) < queue.seats - 1 and all(other.party != one.party for one in group):
                group.append(other)
        built_in = self._arena.builtins
        house = [self._built_in(queue, built_in[name], now) for name in GAMES[queue.game].bots if name in built_in]
        while len(group) < queue.seats and house:
            best = max(house, key=lambda bot: (sum(worth(one, bot) for one in group), self._draws.random()))
            house.remove(best)
            group.append(best)
        return sorted(group, key=lambda one: self._draws.random())

    def _built_in(self, queue: Queue, player: Player, now: float) -> Candidate:
        candidate = Candidate(player, now, queue.lately(player.id))
        candidate.know(self._house_standings.get((queue.game, queue.preset), {}))
        return candidate

    async def _get_to_know(self, queue: Queue) -> None:
        """Read the standings of those who have come since the last time, and whether they may play at all."""
        fresh = [waiter for waiter in queue.waiting.values() if not waiter.known]
        if not fresh:
            return
        ids = {waiter.player.id for waiter in fresh}
        strangers = [player_id for player_id in ids if not queue.remembers(player_id)]
        all_ids = ids | {player.id for player in self._arena.builtins.values()}

        def read(connection: Connection) -> tuple[dict[int, Player], Standings, dict[int, list[int]]]:
            game, preset = queue.game, queue.preset
            met = {one: ladder.lately_met(connection, game, preset, one, limit=REMEMBERED) for one in strangers}
            known = {one: player for one in ids if (player := players.allowed(connection, one))}
            return known, ladder.skills_of(connection, game, preset, all_ids), met

        known, standings, met = await self._arena.read(read)
        self._house_standings[queue.game, queue.preset] = standings
        for player_id, opponents in met.items():
            queue.recall(player_id, opponents)
        for waiter in fresh:
            player = known.get(waiter.player.id)
            if player is not None and player.rested_ms is None:
                waiter.know(standings)
            elif queue.waiting.pop(waiter.guest, None):
                send_away(waiter.guest, player)

    # Matches

    def _begin(self, queue: Queue, group: Sequence[Candidate]) -> None:
        for one in group:
            if isinstance(one, Waiter):
                del queue.waiting[one.guest]
        self._run(self._start(queue, group))

    async def _start(self, queue: Queue, group: Sequence[Candidate]) -> None:
        """If it cannot begin, those who are still there wait on, as if they had never been asked."""
        waiters = [one for one in group if isinstance(one, Waiter)]
        guests = {seat: one.guest for seat, one in enumerate(group, 1) if isinstance(one, Waiter)}
        paired = GAMES[queue.game].pairs and len(group) == 2 and rateable(group)
        try:
            if any(one.guest.gone for one in waiters):
                raise Refused("gone", "Somebody has left.")
            playing = await self._play(queue, group, guests, None)
        except Exception as error:
            if not isinstance(error, Refused):
                log.exception("a match of %s could not begin", queue.game)
            for one in waiters:
                if not one.guest.gone:
                    queue.waiting.setdefault(one.guest, one)
        else:
            queue.begun(playing, [one.player.id for one in group])
            if paired and playing.state == "running":
                self._returns[playing.key] = Return(queue, tuple(reversed(group)), playing.setup)

    async def _play(
        self, queue: Queue, group: Sequence[Candidate], guests: Mapping[int, Guest], seed: int | None
    ) -> "Playing":
        clock = clock_for(GAMES[queue.game], [one.kind for one in group])
        options = TableOptions(game=queue.game, preset=queue.preset, clock=clock, rated=rateable(group))
        sitters = [msgspec.structs.replace(sitter_of(one.player), choice=one.choice) for one in group]
        sitters = [assisted(sitter, getattr(one, "guest", None)) for sitter, one in zip(sitters, group, strict=True)]
        return await self._arena.start(options, sitters, rated=options.rated, guests=guests, seed=seed)

    # The second match of a pair

    def expects(self, guest: Guest) -> bool:
        """Whether a connection whose match is over plays the return match next."""
        return guest in self._expected

    def _return(self, first: "Playing") -> None:
        """Another with the seats swapped, if the first one counted and both are still there. RAL-317"""
        back = self._returns.pop(first.key, None)
        there = back is not None and self.open and not any(guest.gone for guest in back.guests)
        if back is not None and there and first.state == "finished":
            self._expected.update(back.guests)
            self._run(self._start_return(back))

    async def _start_return(self, back: Return) -> None:
        guests = {seat: one.guest for seat, one in enumerate(back.group, 1) if isinstance(one, Waiter)}
        try:
            if any(guest.gone for guest in guests.values()):
                raise Refused("gone", "Somebody has left.")
            playing = await self._play(back.queue, back.group, guests, self._arena.return_seed(back.first))
        except Exception as error:
            if not isinstance(error, Refused):
                log.exception("a return match of %s could not begin", back.queue.game)
            for guest in guests.values():
                if not guest.gone:
                    guest.released()
        else:
            back.queue.begun(playing, [one.player.id for one in back.group])
        finally:
            self._expected.difference_update(guests.values())

    def over_elsewhere(self, key: str) -> None:
        """A match has ended in another process."""
        for queue in self._queues.values():
            queue.running.pop(key, None)
        self.demo.over_elsewhere(key)

    def clear(self) -> None:
        """Nobody waits here any more: another process leads."""
        self._queues.clear()
        self._returns.clear()
        self._expected.clear()
        if self.over in self._arena.over_hooks:
            self._arena.over_hooks.remove(self.over)

    def guests(self) -> list[tuple[Guest, str, str, str]]:
        """All who wait, with the game, the preset and what they play with."""
        return [
            (guest, queue.game, queue.preset, waiter.choice)
            for queue in self._queues.values()
            for guest, waiter in queue.waiting.items()
        ]

    def over(self, playing: "Playing") -> None:
        """A match has ended; called by the arena."""
        for queue in self._queues.values():
            queue.running.pop(playing.key, None)
        self.demo.over(playing)
        self._return(playing)
        if playing.state == "finished":
            left = {player_id: playing.places[seat].left for seat, player_id in enumerate(playing.player_ids, 1)}
            if failed := [player_id for player_id, why in left.items() if failures([why])]:
                self._run(self._rest(failed))

    async def _rest(self, player_ids: Sequence[int]) -> None:
        for player in await self._rest_room.consider(player_ids):
            while guest := self.take(player.id):
                send_away(guest, player)


def send_away(guest: Guest, player: Player | None) -> None:
    """Somebody who waits may not play."""
    if player is None or player.blocked:
        guest.end("blocked", "This account is blocked.")
    else:
        refused = rested(player)
        guest.end(refused.problem.code, refused.problem.sentence)


def rateable(group: Sequence[Candidate]) -> bool:
    """Guests come and go, so nothing can be said about them."""
    return not any(one.player.guest for one in group)
