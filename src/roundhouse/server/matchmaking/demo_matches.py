"""Matches between built-in bots that are always there to be watched."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import msgspec

from ...core.game import Game
from ...games import GAMES
from ...match.table import Sitter
from ...protocol.api.platform import TableOptions
from ..matches.time_controls import BOT, OWN
from ..tables.options import sitter_of

if TYPE_CHECKING:
    from ..arena import Arena
    from ...games.spacegoo.server.line_match import Timers
    from ..matches.live_match import Playing
    from ..settings import ServerSettings

log = logging.getLogger("roundhouse.demo")

SEATS = 4  # where a game is for any number of players
PAUSE_S = 4.0  # between the end of one and the beginning of the next, so that the end is seen

Pairing = tuple[str, tuple[str, ...]]  # game, names of its bots


class Demo:
    """Keeps `demo_matches` of them running, the games and their pairs in turn."""

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
        self._due = 0  # replacements that are about to begin
        self._stopped = False

    @property
    def running(self) -> int:
        return len(self._running)

    def open(self) -> None:
        """Begin; matches that went on after a restart are part of it."""
        self._stopped = False
        built_in = {player.id for player in self._arena.builtins.values()}
        for key, playing in self._arena.playing.items():
            if built_in.issuperset(playing.player_ids):
                self._running[key] = None
        wanted = self._settings.demo_matches - len(self._running)
        for number in range(wanted):  # spread over a round, so that boards do not all move at once
            self._later(number * self._settings.demo_pace_ms / 1000 / wanted)

    def stop(self) -> None:
        self._stopped = True

    def over(self, playing: "Playing") -> None:
        self.over_elsewhere(playing.key)

    def over_elsewhere(self, key: str) -> None:
        """One of the matches has ended, in whatever process."""
        if key in self._running:
            del self._running[key]
            self._later(PAUSE_S)

    def join(self, keys: Iterable[str]) -> None:
        """All that are there before it begins, in whatever process."""
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
            rated=not game.watched,
            settings=dict(game.watched),
        )
        try:
            playing = await self._arena.start(
                options,
                self._sitters(game, seated),
                rated=options.rated,
                pace_ms=self._settings.demo_pace_ms,
                guests={},
            )
            self._begun[pairing] += 1
            self._running[playing.key] = pairing
            if playing.state != "running":  # over as soon as it had begun
                self.over(playing)
        except Exception:
            log.exception("a match to watch could not begin")
            self._later(PAUSE_S)
        finally:
            self._starting.remove(pairing)

    def _sitters(self, game: Game, names: Sequence[str]) -> list[Sitter]:
        """Everybody with something else, where there is something to choose."""
        choices = sorted(game.choices, key=lambda choice: self._draws.random()) or [""]
        sitters = [sitter_of(self._arena.builtins[name]) for name in names]
        return [msgspec.structs.replace(sitter, choice=choices[n % len(choices)]) for n, sitter in enumerate(sitters)]

    def _choose(self) -> Pairing | None:
        """Of the game that plays least at the moment, then of the one that has played least, then of the first in the
        list, the pair that does."""
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
        """Who plays a game: every pair; where any number plays, several of all but the weakest bot."""
        names = [name for name in game.bots if name in self._arena.builtins]
        if not game.spare_seats:
            return list(combinations(names, seats_of(game)))
        able = names[1:] or names
        return [tuple(able[n % len(able)] for n in range(SEATS))] if able else []


def seats_of(game: Any, preset: str | None = None) -> int:
    """How many play a match of a game unless somebody asks for another number."""
    return len(game.setup(preset=preset).seats)
