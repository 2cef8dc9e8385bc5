"""Keeps some matches between built-in bots running, to be watched."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import msgspec

from ...core.game import Game
from ...core.registry import GAMES
from ...match.table import Sitter
from ...protocol.api.platform import TableOptions
from ..matches.time_controls import BOT, OWN
from ..tables.options import sitter_of

if TYPE_CHECKING:
    from ..arena import Arena
    from ..matches.live_match import LiveMatch
    from ..settings import ServerSettings
    from ..timers import Timers

log = logging.getLogger("roundhouse.demo")

SEATS = 4  # in games for any number of players
PAUSE_S = 4.0  # between two matches, so that the end is seen

Pairing = tuple[str, tuple[str, ...]]  # game, names of its bots


class DemoMatches:
    """Keeps `demo_matches` matches running; games and pairs take turns."""

    def __init__(
        self,
        arena: "Arena",
        settings: "ServerSettings",
        timers: "Timers",
        draws: Any,
        run: Callable[[Any], None],
    ) -> None:
        self._arena = arena
        self._settings = settings
        self._timers = timers
        self._draws = draws
        self._run = run
        self._running: dict[str, Pairing | None] = {}  # by key; None for one from before a restart
        self._starting: list[Pairing] = []
        self._begun: Counter[Pairing] = Counter()
        self._due = 0  # matches that are about to be started
        self._stopped = False

    @property
    def running(self) -> int:
        return len(self._running)

    def open(self) -> None:
        """Start; matches restored after a restart count."""
        self._stopped = False
        built_in = {player.id for player in self._arena.matches.builtins.values()}
        for key, live in self._arena.matches.running.items():
            if built_in.issuperset(live.player_ids):
                self._running[key] = None
        wanted = self._settings.demo_matches - len(self._running)
        for number in range(wanted):  # spread over a round, so that boards do not all change at once
            self._later(number * self._settings.demo_pace_ms / 1000 / wanted)

    def stop(self) -> None:
        self._stopped = True

    def over(self, live: "LiveMatch") -> None:
        self.over_elsewhere(live.key)

    def over_elsewhere(self, key: str) -> None:
        """One of the matches has ended, in any process."""
        if key in self._running:
            del self._running[key]
            self._later(PAUSE_S)

    def join(self, keys: Iterable[str]) -> None:
        """Count matches that already run, in any process."""
        self._running = dict.fromkeys(keys)

    def _later(self, delay_s: float) -> None:
        self._due += 1
        self._timers.call_later(delay_s, self._next)

    def _next(self) -> None:
        self._due -= 1
        if not self._stopped and self.running + len(self._starting) < self._settings.demo_matches:
            pairing = self._choose()
            if pairing is not None:
                self._starting.append(pairing)
                self._run(self._start(pairing))

    async def _start(self, pairing: Pairing) -> None:
        game, names = GAMES[pairing[0]], pairing[1]
        seated = sorted(names, key=lambda name: self._draws.random())
        options = TableOptions(
            game=game.key,
            preset=next(iter(game.presets)),
            seats=len(names),
            clock=BOT if game.pace is None else OWN,
            rated=not game.demo_settings,
            settings=dict(game.demo_settings),
        )
        try:
            live = await self._arena.matches.start(
                options,
                self._sitters(game, seated),
                rated=options.rated,
                pace_ms=self._settings.demo_pace_ms,
                clients={},
            )
            self._begun[pairing] += 1
            self._running[live.key] = pairing
            if live.state != "running":  # over as soon as it had begun
                self.over(live)
        except Exception:
            log.exception("a match to watch could not begin")
            self._later(PAUSE_S)
        finally:
            self._starting.remove(pairing)

    def _sitters(self, game: Game, names: Sequence[str]) -> list[Sitter]:
        """The sitters, with different choices where the game has choices."""
        choices = sorted(game.choices, key=lambda choice: self._draws.random()) or [""]
        sitters = [sitter_of(self._arena.matches.builtins[name]) for name in names]
        return [msgspec.structs.replace(sitter, choice=choices[n % len(choices)]) for n, sitter in enumerate(sitters)]

    def _choose(self) -> Pairing | None:
        """The next pair: of the game with the fewest running matches, then the fewest played, then the first in the
        list."""
        now = Counter(pairing for pairing in self._running.values() if pairing) + Counter(self._starting)
        pairings = [(game.key, names) for game in GAMES.values() for names in self._groups(game)]
        if not pairings:
            return None
        games, begun = Counter[str](), Counter[str]()
        for counted, pairs in ((games, now), (begun, self._begun)):
            for (key, _), count in pairs.items():
                counted[key] += count
        place = {key: n for n, key in enumerate(GAMES)}

        def turn(one: Pairing) -> tuple[float, ...]:
            return games[one[0]], begun[one[0]], place[one[0]], now[one], self._begun[one], self._draws.random()

        return min(pairings, key=turn)

    def _groups(self, game: Game) -> list[tuple[str, ...]]:
        """The groups of bots for a game: every pair; in games for any number of players several of all but the weakest
        bot."""
        names = [name for name in game.bots if name in self._arena.matches.builtins]
        if not game.spare_seats:
            return list(combinations(names, seats_of(game)))
        able = names[1:] or names
        return [tuple(able[n % len(able)] for n in range(SEATS))] if able else []


def seats_of(game: Any, preset: str | None = None) -> int:
    """The usual number of seats of a game."""
    return len(game.setup(preset=preset).seats)
