"""The choices of time for a match, from a bot's seconds to a person's day, and the time that a game itself says."""

from collections.abc import Iterable

from ...core.game import Game, Setup
from ...protocol.api.platform import ClockInfo, ClockKey
from ..errors import Refused

# Window and bank. Clocks for people also have a least time between two rounds, so that they see what happened: the
# setting `pace_ms`. A bot's window is the game's own; where that has no limit it is a day, because no match waits for
# ever for somebody who is gone.
BOT: ClockKey = "bot"
OWN: ClockKey = "own"
CALENDAR: ClockKey = "season"  # turns end when the scheduler says so; no host can choose it. BOI-236
DAY_MS = 86_400_000
ANSWER_MS = 10_000  # a bot has for an answer where a game's own time is not used. RAL-086
USUAL: ClockKey = "brisk"
FOR_PEOPLE: dict[ClockKey, tuple[int, int]] = {
    "blitz": (10_000, 30_000),
    "brisk": (30_000, 120_000),
    "calm": (120_000, 600_000),
    "day": (DAY_MS, 0),
}


def clock_of(game: Game, setup: Setup, key: ClockKey, pace_ms: int) -> ClockInfo:
    """What a choice means for a match. Of a game's own time it tells the window of the first round."""
    if key == CALENDAR:
        return ClockInfo(CALENDAR, game.window_ms(setup), 0, 0)
    if game.pace is not None:
        own = key != BOT or in_turns(game)
        return ClockInfo(OWN if own else BOT, game.window_ms(setup) if own else ANSWER_MS, 0, 0)
    if key == BOT:
        return ClockInfo(BOT, game.window_ms(setup) or DAY_MS, 0, 0)
    window, bank = FOR_PEOPLE[key]
    return ClockInfo(key, window, bank, pace_ms)


def clocks_of(game: Game, pace_ms: int) -> list[ClockInfo]:
    """The choices a host has."""
    return [clock_of(game, game.setup(), key, pace_ms) for key in keys_of(game)]


def unhurried(game: Game, pace_ms: int) -> ClockInfo:
    """The most time that a person can be given for a round."""
    return clock_of(game, game.setup(settings=game.unhurried), calmest(game), pace_ms)


def calmest(game: Game) -> ClockKey:
    """Where a game says its time itself, its settings `unhurried` belong to it."""
    return OWN if game.pace is not None else list(FOR_PEOPLE)[-1]


def keys_of(game: Game) -> tuple[ClockKey, ...]:
    if game.pace is None:
        return (BOT, *FOR_PEOPLE)
    return (OWN,) if in_turns(game) else (OWN, BOT)


def in_turns(game: Game) -> bool:
    """Whether seats play one after the other until each says that it is done: such a turn has one length for all,
    because nobody is shown anything between two of them. QST-120"""
    return game.ends_turn is not None and not game.orders_until_tick


def checked_clock(game: Game, key: ClockKey) -> ClockKey:
    """The choice itself, or the game's own time in the place of the usual one. Raises Refused."""
    if game.pace is not None and (key == USUAL or (key == BOT and in_turns(game))):
        return OWN
    if key not in keys_of(game):
        raise Refused("bad_settings", f"{game.name} is not played with the clock {key!r}.", field="clock")
    return key


def clock_for(game: Game, kinds: Iterable[str]) -> ClockKey:
    """For players who were brought together: bots have the game's own time; people and agents need more."""
    there = set(kinds)
    if there <= {"bot"} and not in_turns(game):
        return BOT
    if game.pace is not None:
        return OWN
    return "calm" if "agent" in there else USUAL
