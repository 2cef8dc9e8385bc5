"""The history of a running match: what every round added, and which commands were executed. DUN-183 to DUN-185

It is kept encoded, because a match can have thousands of rounds, and rebuilt from the log after a restart.
"""

from collections import deque
from collections.abc import Iterator
from typing import Any

import msgspec

from ...core.entries import TICK
from ...core.game import Game
from ...match.record import Record
from ...match.replay import Replay
from ...protocol.api.platform import RoundCommand

BLOCK = 50  # rounds whose commands are computed together from a log
KEPT = BLOCK + 14  # rounds whose commands a running match keeps

_encode = msgspec.msgpack.encode


class RoundHistory:
    """Follows a match tick by tick: `before` sees the state that a tick is about to change, `after` the new one."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._kind: type = object
        self._rounds: list[bytes] = []
        self._commands: deque[bytes] = deque(maxlen=KEPT)
        self._ticks = 0

    def before(self, state: Any) -> None:
        if self._game.commands is not None:
            self._commands.append(_encode(commands_of(self._game, state, self._ticks + 1)))

    def after(self, state: Any) -> None:
        self._ticks += 1
        if self._game.history is not None:
            made = self._game.history(state)
            self._kind = type(made)
            self._rounds.append(_encode(made))

    @property
    def rounds(self) -> int:
        """How many rounds are over."""
        return self._ticks

    def rows(self, seat: int, since: int, end: int) -> list[Any]:
        """The rounds after `since` up to `end`, as a seat may see them while the match runs; 0 is everybody."""
        rounds = self._rounds[since : max(since, end)]
        return [self._game.of_history(msgspec.msgpack.decode(one, type=self._kind), seat) for one in rounds]

    def commands(self, number: int) -> list[RoundCommand] | None:
        """All commands of a finished round, or None if it is too long ago."""
        place = number - (self._ticks - len(self._commands)) - 1
        if not 0 <= place < len(self._commands):
            return None
        return msgspec.msgpack.decode(self._commands[place], type=list[RoundCommand])


def commands_of(game: Game, state: Any, number: int) -> list[RoundCommand]:
    """The commands that the next tick will execute."""
    assert game.commands is not None  # noqa: S101
    return [RoundCommand(number, seat, receipt, action) for seat, receipt, action in game.commands(state)]


# From a record


def history(record: Record) -> Iterator[Any]:
    """What every round of a match added to its history."""
    assert record.game.history is not None  # noqa: S101
    replay = Replay(record.game, record.setup)
    for entry in record.entries:
        if replay.fault(entry):
            return
        replay.enter(entry)
        if entry.kind == TICK:
            yield record.game.history(replay.state)


def executed(record: Record, block: int) -> list[list[RoundCommand]]:
    """The commands of the rounds of a block, which are those after `block * BLOCK`."""
    replay = Replay(record.game, record.setup)
    made: list[list[RoundCommand]] = []
    for entry in record.entries:
        if replay.ticks >= (block + 1) * BLOCK or replay.fault(entry):
            break
        if entry.kind == TICK and replay.ticks >= block * BLOCK:
            made.append(commands_of(record.game, replay.state, replay.ticks + 1))
        replay.enter(entry)
    return made
