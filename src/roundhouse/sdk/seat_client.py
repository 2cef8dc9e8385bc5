"""A local player at a seat of a match that runs elsewhere: messages come in over a link, and its answers go out.

`python -m roundhouse.sdk.seat_client mybot.py` runs a bot in Python as a program: JSON lines on standard input and
output.
"""

import importlib
import sys
import typing
from collections import deque
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, BinaryIO, Protocol

import msgspec
from msgspec import Raw

from ..core.game import Game, Verdict
from ..core.registry import GAMES
from ..protocol.actions import UNREADABLE, short
from ..protocol.messages import VERSION, Act, Error, FromServer, Hello, Over, Start, Turn, Verdicts, Welcome, encode
from .bot_loader import LoadError, load
from .debugger import debugging
from .players.player import CrashError, LateError, Player

Make = Callable[[Game], Player]  # a new player for a match

decode = msgspec.json.Decoder(FromServer).decode


class Link(Protocol):
    """The connection to the match. `read` waits for a message and returns None at the end; both may raise OSError."""

    def read(self) -> bytes | None: ...

    def write(self, message: bytes) -> None: ...


class SeatListener(Protocol):
    """Is called with what happens, to tell the user or to reconnect after a lost connection."""

    def welcome(self, welcome: Welcome) -> None: ...

    def started(self, start: Start) -> None: ...

    def over(self, over: Over) -> None: ...

    def error(self, error: Error) -> None: ...


class Nobody:
    """A listener that does nothing."""

    def welcome(self, welcome: Welcome) -> None: ...

    def started(self, start: Start) -> None: ...

    def over(self, over: Over) -> None: ...

    def error(self, error: Error) -> None: ...


class SeatClient:
    """Plays match after match over links; a match that goes on over another link keeps its player."""

    def __init__(self, make: Make, heard: SeatListener | None = None) -> None:
        self._make = make
        self._heard = heard or Nobody()
        self._player: Player | None = None
        self._match = ""
        self._game: Game | None = None
        self._seq = 0
        self._waiting: deque[bytes] = deque()  # messages that came while an answer was waited for
        self._link: Link

    @property
    def match(self) -> str:
        """The key of the match that is being played, or nothing."""
        return self._match

    def serve(self, link: Link) -> None:
        """Play until the link ends. Raises CrashError if the player fails, OSError if the link does."""
        self._link = link
        self._waiting.clear()
        while (line := self._next()) is not None:
            self._take(line)

    def close(self) -> None:
        """Release the player."""
        if self._player is not None:
            self._player.stop()
        self._player, self._match = None, ""

    def _next(self) -> bytes | None:
        return self._waiting.popleft() if self._waiting else self._link.read()

    def _take(self, line: bytes) -> None:
        self._hear(read(line))

    def _hear(self, message: Any) -> None:
        if isinstance(message, Turn):
            self._turn(message)
        elif isinstance(message, Start):
            self._start(message)
        elif isinstance(message, Verdicts):
            self._tell(message)
        elif isinstance(message, Over):
            self._over(message)
        elif isinstance(message, Welcome):
            self._heard.welcome(message)
        elif isinstance(message, Error):
            self._heard.error(message)

    def _start(self, start: Start) -> None:
        if self._player is not None and start.match == self._match:
            return  # we came back to a match that is in progress
        self.close()
        game = GAMES.get(start.game)
        if game is None:
            raise CrashError(f"there is no game {start.game!r} here; a newer Roundhouse may know it")
        self._game, self._match = game, start.match
        self._player = self._make(game)
        self._player.start(start)
        self._heard.started(start)

    def _turn(self, turn: Turn) -> None:
        player, game = self._player, self._game
        if player is None or game is None:
            return
        player.enter = None if game.answer is None else partial(self._request, turn.step)
        left_ms = turn.clock.left_ms if turn.clock.left_ms is not None else turn.clock.window_ms
        seconds = None if left_ms is None else left_ms / 1000
        try:
            actions = player.ask(seen(game, turn), seconds)
            while not self._answer(turn.step, actions, ends=not player.speaks_on):
                actions = player.ask_on(seconds)
        except LateError:
            return  # the game's rules decide what a missed turn means

    def _answer(self, step: int, actions: Sequence[Any], *, ends: bool) -> bool:
        """Send an answer; returns False if the turn may go on. `ends`: the player is called once a turn, so its answer
        ends it."""
        game = self._game
        if game is None:
            return True
        whole = ending(game, actions) if ends else list(actions)
        if not whole and not ends:
            return True
        self._send(step, whole)
        if ends or game.ends_turn is None or _says(game, whole[-1], game.ends_turn):
            return True
        answer = self._verdicts()
        if answer is not None:
            self._tell(answer)
        return answer is None

    def _request(self, step: int, action: Any) -> Verdict:
        """One action in the middle of a turn, and what became of it."""
        self._send(step, [action])
        answer = self._verdicts()
        if answer is None or self._game is None:
            return Verdict("refused", "over", sentence="The match is over.")
        return told(self._game, answer.verdicts[0])

    def _send(self, step: int, actions: Sequence[Any]) -> None:
        self._seq += 1
        raw = [action if isinstance(action, Raw) else sendable(action) for action in actions]
        log, notes = ("", []) if self._player is None else self._player.remarks()
        self._link.write(encode(Act(raw, step, self._seq, log, notes)))

    def _verdicts(self) -> Verdicts | None:
        """The verdicts on the newest answer; None if none will come. Other messages that come first are queued."""
        while (line := self._link.read()) is not None:
            message = read(line)
            if isinstance(message, Verdicts) and message.seq == self._seq:
                return message
            if isinstance(message, Error) and message.seq in (None, self._seq):
                return Verdicts(self._seq, 0, [Verdict("refused", message.code, message.field, "", message.sentence)])
            self._waiting.append(line)
            if isinstance(message, Over | Turn):
                return None
        return None

    def _tell(self, verdicts: Verdicts) -> None:
        if self._player is not None and self._player.listens and self._game is not None:
            own = [told(self._game, verdict) for verdict in verdicts.verdicts]
            self._player.verdicts(msgspec.structs.replace(verdicts, verdicts=own))

    def _over(self, over: Over) -> None:
        try:
            if self._player is not None:
                self._player.over(over)
        finally:
            self.close()
        self._heard.over(over)


def read(line: bytes) -> Any:
    """A message, or None for an unknown one: newer servers may send more."""
    try:
        return decode(line)
    except msgspec.MsgspecError:
        return None


def seen(game: Game, turn: Turn) -> Turn:
    """A turn whose view and events are the game's own types, as in a match in this process."""
    view, event = _types(game.key)
    happened = [msgspec.convert(one, event) for one in turn.events]
    return msgspec.structs.replace(turn, view=msgspec.convert(turn.view, view), events=happened)


def told(game: Game, verdict: Verdict) -> Verdict:
    """A verdict whose answer is of the game's own type."""
    if verdict.answer is None or game.answer is None:
        return verdict
    kind = typing.get_type_hints(game.answer)["return"]
    return msgspec.structs.replace(verdict, answer=msgspec.convert(verdict.answer, kind))


@cache
def _types(key: str) -> tuple[Any, Any]:
    game = GAMES[key]
    return typing.get_type_hints(game.view)["return"], importlib.import_module(f"{game.package}.events").Event


def sendable(action: Any) -> Raw:
    """An action as JSON. What cannot be encoded is sent as a text about it, which the server refuses as unreadable."""
    try:
        return Raw(encode(action))
    except UNREADABLE:
        return Raw(encode(short(action)))


def ending(game: Game, actions: Sequence[Any]) -> list[Any]:
    """The actions of a bot that is called once a turn, followed by the end of the turn in games that need it."""
    if game.ends_turn is None or (actions and _says(game, actions[-1], game.ends_turn)):
        return list(actions)
    return [*actions, game.action_of(game.ends_turn, None)]


def _says(game: Game, action: Any, row: Sequence[int]) -> bool:
    """Whether an action is the one with this row."""
    kind = game.action_of(row, None).__struct_config__.tag
    if isinstance(action, msgspec.Struct):
        return bool(action.__struct_config__.tag == kind)
    plain = msgspec.json.decode(action) if isinstance(action, Raw) else action
    if isinstance(plain, list):
        return plain == list(row)
    return isinstance(plain, dict) and bool(plain.get("type", plain.get(game.tag_alias or "type")) == kind)


class Pipes:
    """Standard input and output as a link. What the bot prints must not get between the messages."""

    def __init__(self, source: BinaryIO, target: BinaryIO) -> None:
        self._source, self._target = source, target

    def read(self) -> bytes | None:
        return self._source.readline() or None

    def write(self, message: bytes) -> None:
        self._target.write(message + b"\n")
        self._target.flush()


def main(arguments: Sequence[str]) -> int:
    """Run a bot as a program; it ends with its input."""
    if len(arguments) != 1:
        sys.stderr.write("Usage: python -m roundhouse.sdk.seat_client FILE.py[:Class]\n")
        return 2
    pipes = Pipes(sys.stdin.buffer, sys.stdout.buffer)
    sys.stdout = sys.stderr
    host = SeatClient(lambda game: load(arguments[0], game).make(0))
    if debugging():
        pipes.write(encode(Hello(VERSION, debugger=True)))
    try:
        host.serve(pipes)
    except (LoadError, CrashError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except (BrokenPipeError, KeyboardInterrupt):
        return 1
    finally:
        host.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
