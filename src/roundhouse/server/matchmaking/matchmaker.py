"""Pairs players who wait for rated matches, with built-in bots where nobody else waits."""

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection

from ...competition.ladder.bot_rest import failures
from ...competition.ladder.pairing import matchups, worth
from ...competition.ladder.rating import shown
from ...competition.ladder.standing import Standing
from ...core.registry import GAMES
from ...protocol.api.platform import TableOptions
from ...store import ladder, players
from ...store.database import Database
from ...store.players import Player
from ..errors import Refused
from ..matches.time_controls import clock_for
from ..tables.options import assisted, checked_choice, game_of, sitter_of
from ..tasks import Tasks
from .bot_rest import BotRest, rested
from .demo_matches import DemoMatches, seats_of
from .queue import REMEMBERED, Queue, QueuedCandidate, QueuedClient, Return, Waiter

if TYPE_CHECKING:
    from ..arena import Arena
    from ..matches.live_match import LiveMatch
    from ..notices.page_updates import PageUpdates
    from ..settings import ServerSettings
    from ..timers import Randomness, Timers

log = logging.getLogger("roundhouse.matchmaker")

Standings = Mapping[tuple[int, str], Standing]  # by player and pool

AT_ONCE_MAX = 60  # players paired in one run; others in the next
PER_PLAYER_MAX = 8  # waiting connections of one player
PATIENCE_S = 3.0  # two new players wait so long for others, if more play
MIXED_AFTER_S = 4.0  # of waiting, before players of different kinds are paired
FORGET_EVERY = 500  # rounds of pairing


class Matchmaker:
    """Runs on the loop's thread; reads the store on others."""

    def __init__(
        self,
        arena: "Arena",
        database: Database,
        settings: "ServerSettings",
        timers: "Timers",
        draws: "Randomness",
        *,
        news: "PageUpdates | None" = None,
    ) -> None:
        self._tasks = Tasks()
        self.demo = DemoMatches(arena, settings, timers, draws, self._tasks.run)
        self.open = True  # False: nobody is paired now
        self.usual: dict[str, str] = {}  # the preset for requests without one, by game, where it is not the first
        self._arena = arena
        self._settings = settings
        self._timers = timers
        self._draws = draws
        self._bot_rest = BotRest(database, settings, news or arena.news)
        self._queues: dict[tuple[str, str], Queue] = {}  # by game and preset
        self._returns: dict[str, Return] = {}  # by the key of the first match of the pair
        self._expected: set[QueuedClient] = set()  # connections whose return match is about to start
        self._house_standings: dict[tuple[str, str], Standings] = {}
        self._timer: Any = None
        self._pairing = False
        self._rounds = 0

    # From the start of the server to its end

    async def start(self) -> None:
        """Start; called after the arena has restored its matches."""
        if self.over not in self._arena.matches.over_hooks:
            self._arena.matches.over_hooks.append(self.over)
        self._arena.seating.take = self.take
        self._arena.seating.rating_of = self.rating_of
        self.demo.open()
        self._again()

    async def stop(self) -> None:
        """Stop starting matches."""
        self.demo.stop()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        await self._tasks.cancel()

    # The queue

    def wait(self, client: QueuedClient, game: str, preset: str = "", matches: int = 1, *, choice: str = "") -> None:
        """Queue a client until opponents are found. A client that wants several matches queues again after each. Raises
        Refused."""
        chosen = checked_choice(game_of(game), choice)
        player = client.player
        if player.rested_ms is not None:
            raise rested(player)
        queue = self._queue(game, preset)
        if sum(one.player.id == player.id for one in queue.waiting.values()) >= PER_PLAYER_MAX:
            raise Refused("too_many_waiting", f"{player.name} waits {PER_PLAYER_MAX} times already.", status=429)
        queue.add(client, self._timers.time(), chosen)

    def unwait(self, client: QueuedClient) -> None:
        for queue in self._queues.values():
            queue.waiting.pop(client, None)

    def take(self, player_id: int) -> QueuedClient | None:
        """Take a player's client out of the queue, for a table or a challenge."""
        for queue in self._queues.values():
            for client, waiter in queue.waiting.items():
                if waiter.player.id == player_id and not client.gone:
                    del queue.waiting[client]
                    return client
        return None

    def lend(self, player_id: int, game: str, preset: str) -> Waiter | None:
        """Borrow a client from the queue for a match that is started elsewhere; `give_back` if it does not start."""
        queue = self._queues.get((game, preset))
        there = queue.waiting.values() if queue is not None else ()
        waiter = next((one for one in there if one.player.id == player_id and not one.client.gone), None)
        if queue is not None and waiter is not None:
            del queue.waiting[waiter.client]
        return waiter

    def give_back(self, waiter: Waiter, game: str, preset: str) -> None:
        if not waiter.client.gone:
            self._queue(game, preset).waiting.setdefault(waiter.client, waiter)

    def waits(self, player_id: int, game: str, preset: str) -> bool:
        queue = self._queues.get((game, preset))
        there = queue.waiting.values() if queue is not None else ()
        return any(one.player.id == player_id and not one.client.gone for one in there)

    def waiting_count(self, game: str = "") -> int:
        return sum(len(queue.waiting) for queue in self._queues.values() if game in ("", queue.game))

    def rating_of(self, player_id: int, game: str, preset: str) -> float | None:
        """The rating shown at a table: in the pool in which the player has played most."""
        chosen = preset or next(iter(game_of(game).presets))
        known = self._arena.store.look(lambda connection: ladder.skills_of(connection, game, chosen, [player_id]))
        best = max(known.values(), key=lambda standing: standing.matches, default=None)
        return None if best is None else shown(best.skill)

    async def wake(self, player_id: int) -> Player | None:
        """Let a rested bot be paired again, with a clean record."""
        return await self._bot_rest.wake(player_id)

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
            self._tasks.run(self._pair())

    async def _pair(self) -> None:
        try:
            await self.pair()
        except Exception:
            log.exception("pairing failed")
        finally:
            self._pairing = False

    async def pair(self) -> None:
        """Start the matches that can start now."""
        for queue in list(self._queues.values()):
            if queue.waiting:
                await self._get_to_know(queue)
                self._pair_queue(queue)
        self._rounds += 1
        if self._rounds % FORGET_EVERY == 0:
            for queue in self._queues.values():
                queue.forget(player.id for player in self._arena.matches.builtins.values())

    def _pair_queue(self, queue: Queue) -> None:
        now = self._timers.time()
        there = [one for one in queue.waiting.values() if one.known and not one.client.gone]
        if len(there) > AT_ONCE_MAX:  # drawn at random, so that players who cannot be paired do not block all others
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
        left = [one for one in there if one.client in queue.waiting]
        while lonely := [one for one in left if now - one.since >= self._settings.house_after_s]:
            filled = self._with_house(queue, lonely[0], left, now)
            left = [one for one in left if one not in filled]
            if len(filled) == queue.seats:
                self._begin(queue, filled)

    def _others_play(self, queue: Queue, there: Sequence[Waiter]) -> bool:
        """Whether a player who is in a match may return to this queue soon."""
        playing = {player_id for group in queue.running.values() for player_id in group}
        here = {one.player.id for one in there} | {player.id for player in self._arena.matches.builtins.values()}
        return bool(playing - here)

    def _with_house(self, queue: Queue, first: Waiter, left: Sequence[Waiter], now: float) -> list[QueuedCandidate]:
        """A match for a client that waited too long: with other waiting clients as far as there are seats, and built-in
        bots."""
        group: list[QueuedCandidate] = [first]
        for other in left:
            if len(group) < queue.seats - 1 and all(other.party != one.party for one in group):
                group.append(other)
        built_in = self._arena.matches.builtins
        house = [self._built_in(queue, built_in[name], now) for name in GAMES[queue.game].bots if name in built_in]
        while len(group) < queue.seats and house:
            best = max(house, key=lambda bot: (sum(worth(one, bot) for one in group), self._draws.random()))
            house.remove(best)
            group.append(best)
        return sorted(group, key=lambda one: self._draws.random())

    def _built_in(self, queue: Queue, player: Player, now: float) -> QueuedCandidate:
        candidate = QueuedCandidate(player, now, queue.lately(player.id))
        candidate.know(self._house_standings.get((queue.game, queue.preset), {}))
        return candidate

    async def _get_to_know(self, queue: Queue) -> None:
        """Read the standings of new clients, and whether they may play at all."""
        fresh = [waiter for waiter in queue.waiting.values() if not waiter.known]
        if not fresh:
            return
        ids = {waiter.player.id for waiter in fresh}
        strangers = [player_id for player_id in ids if not queue.remembers(player_id)]
        all_ids = ids | {player.id for player in self._arena.matches.builtins.values()}

        def read(connection: Connection) -> tuple[dict[int, Player], Standings, dict[int, list[int]]]:
            game, preset = queue.game, queue.preset
            met = {one: ladder.lately_met(connection, game, preset, one, limit=REMEMBERED) for one in strangers}
            known = {one: player for one in ids if (player := players.allowed(connection, one))}
            return known, ladder.skills_of(connection, game, preset, all_ids), met

        known, standings, met = await self._arena.store.read(read)
        self._house_standings[queue.game, queue.preset] = standings
        for player_id, opponents in met.items():
            queue.recall(player_id, opponents)
        for waiter in fresh:
            player = known.get(waiter.player.id)
            if player is not None and player.rested_ms is None:
                waiter.know(standings)
            elif queue.waiting.pop(waiter.client, None):
                send_away(waiter.client, player)

    # Matches

    def _begin(self, queue: Queue, group: Sequence[QueuedCandidate]) -> None:
        for one in group:
            if isinstance(one, Waiter):
                del queue.waiting[one.client]
        self._tasks.run(self._start(queue, group))

    async def _start(self, queue: Queue, group: Sequence[QueuedCandidate]) -> None:
        """Start a match; if that fails, its clients go on waiting as before."""
        waiters = [one for one in group if isinstance(one, Waiter)]
        clients = {seat: one.client for seat, one in enumerate(group, 1) if isinstance(one, Waiter)}
        paired = GAMES[queue.game].pairs and len(group) == 2 and rateable(group)
        try:
            if any(one.client.gone for one in waiters):
                raise Refused("gone", "Somebody has left.")
            live = await self._play(queue, group, clients, None)
        except Exception as error:
            if not isinstance(error, Refused):
                log.exception("a match of %s could not begin", queue.game)
            for one in waiters:
                if not one.client.gone:
                    queue.waiting.setdefault(one.client, one)
        else:
            queue.begun(live, [one.player.id for one in group])
            if paired and live.state == "running":
                self._returns[live.key] = Return(queue, tuple(reversed(group)), live.setup)

    async def _play(
        self, queue: Queue, group: Sequence[QueuedCandidate], clients: Mapping[int, QueuedClient], seed: int | None
    ) -> "LiveMatch":
        clock = clock_for(GAMES[queue.game], [one.kind for one in group])
        options = TableOptions(game=queue.game, preset=queue.preset, clock=clock, rated=rateable(group))
        sitters = [msgspec.structs.replace(sitter_of(one.player), choice=one.choice) for one in group]
        sitters = [assisted(sitter, getattr(one, "client", None)) for sitter, one in zip(sitters, group, strict=True)]
        return await self._arena.matches.start(options, sitters, rated=options.rated, clients=clients, seed=seed)

    # The second match of a pair

    def expects(self, client: QueuedClient) -> bool:
        """Whether a connection plays a return match next."""
        return client in self._expected

    def _return(self, first: "LiveMatch") -> None:
        """Start the return match with swapped seats, if the first one counted and both players are still connected.
        RAL-317"""
        back = self._returns.pop(first.key, None)
        there = back is not None and self.open and not any(client.gone for client in back.clients)
        if back is not None and there and first.state == "finished":
            self._expected.update(back.clients)
            self._tasks.run(self._start_return(back))

    async def _start_return(self, back: Return) -> None:
        clients = {seat: one.client for seat, one in enumerate(back.group, 1) if isinstance(one, Waiter)}
        try:
            if any(client.gone for client in clients.values()):
                raise Refused("gone", "Somebody has left.")
            live = await self._play(back.queue, back.group, clients, self._arena.matches.return_seed(back.first))
        except Exception as error:
            if not isinstance(error, Refused):
                log.exception("a return match of %s could not begin", back.queue.game)
            for client in clients.values():
                if not client.gone:
                    client.released()
        else:
            back.queue.begun(live, [one.player.id for one in back.group])
        finally:
            self._expected.difference_update(clients.values())

    def over_elsewhere(self, key: str) -> None:
        """A match has ended in another process."""
        for queue in self._queues.values():
            queue.running.pop(key, None)
        self.demo.over_elsewhere(key)

    def clear(self) -> None:
        """Empty the queues, because another process leads now."""
        self._queues.clear()
        self._returns.clear()
        self._expected.clear()
        if self.over in self._arena.matches.over_hooks:
            self._arena.matches.over_hooks.remove(self.over)

    def clients(self) -> list[tuple[QueuedClient, str, str, str]]:
        """All who wait, with the game, the preset and what they play with."""
        return [
            (client, queue.game, queue.preset, waiter.choice)
            for queue in self._queues.values()
            for client, waiter in queue.waiting.items()
        ]

    def over(self, live: "LiveMatch") -> None:
        """A match has ended; called by the arena."""
        for queue in self._queues.values():
            queue.running.pop(live.key, None)
        self.demo.over(live)
        self._return(live)
        if live.state == "finished":
            left = {player_id: live.seat_states[seat].left for seat, player_id in enumerate(live.player_ids, 1)}
            if failed := [player_id for player_id, why in left.items() if failures([why])]:
                self._tasks.run(self._rest(failed))

    async def _rest(self, player_ids: Sequence[int]) -> None:
        for player in await self._bot_rest.consider(player_ids):
            while client := self.take(player.id):
                send_away(client, player)


def send_away(client: QueuedClient, player: Player | None) -> None:
    """Somebody who waits may not play."""
    if player is None or player.blocked:
        client.end("blocked", "This account is blocked.")
    else:
        refused = rested(player)
        client.end(refused.problem.code, refused.problem.sentence)


def rateable(group: Sequence[QueuedCandidate]) -> bool:
    """Guests come and go, so nothing can be said about them."""
    return not any(one.player.guest for one in group)
