"""The line protocol of Spacegoo: what a client's line means and the exact lines it is answered with."""

import math
import re

from msgspec import Struct

from ....core.order_rows import clipped
from ..events import LEAVE_REASONS
from ..rules.state import State
from ..rules.tables import ALL_DISQUALIFIED, ALL_SILENT, DISQUALIFICATION, NOP, SEND, WON

# What the server says. Clients compare some of these, so they are spelled as they always were.
WELCOME = b"welcome to rocket-paper-spacegoo. please log in: login <username> <password>\n"
LOGIN_FIRST = b"login first\n"
INVALID_LOGIN = b"invalid login\n"
ALREADY_LOGGED_IN = b"already logged in\n"
LOGGED_IN_ELSEWHERE = b"you are already logged in\n"
NOT_IN_A_GAME = b"not in a game. please wait\n"
GAME_IS_OVER = b"game is over. please disconnect\n"
RECEIVED = b"command received. waiting for other player...\n"
CALCULATING = b"calculating round\n"
YOUR_COMMAND = b"waiting for you command\n"
NUMBERS_EXPECTED = b"numbers expected\n"
INVALID_DATA = b"Invalid data received. Valid bytes: [a-z 0-9A-Z_\\-]\n"
UNFINISHED_QUOTE = b"Unfinished quote\n"
LINE_TOO_LONG = b"line too long\n"
SERVER_FULL = b"server full\n"
LOGIN_TIMEOUT = b"no login received\n"
ACCOUNT_BLOCKED = b"your account is blocked\n"
ACCOUNT_CHANGED = b"your account has a new password\n"
SERVER_STOPS = b"the server stops now. a running game goes on when both players are back\n"
GAME_ABANDONED = b"the other player did not come back. the game is closed without a rating\n"
GAME_BROKEN = b"the server made a mistake. the game is closed without a rating\n"
CLOSING = b"closing connection. see you next time\n"


def too_many_line(wait_s: float) -> bytes:
    """GOO-076"""
    return b"too many wrong passwords. wait %d seconds\n" % math.ceil(wait_s)


def score_line(rating: float) -> bytes:
    """GOO-075"""
    return b"your current score: %.2f. waiting for game start...\n" % rating


def start_line(number: int, other: str) -> bytes:
    """GOO-086"""
    return f"game {number} starts. other player is {other}\n".encode()


def end_line(reason: str, change: float) -> bytes:
    """GOO-089"""
    return f"game ended: {reason}, {change:.2f} ELO for you. final state follows\n".encode()


def address_line(address: str) -> bytes:
    """GOO-089"""
    return f"This game is now available at {address}\n".encode()


def unknown_line(word: str) -> bytes:
    """GOO-083"""
    return f"unknown command: '{word}'\n".encode()


# What a client says.


class Login(Struct, frozen=True):
    name: str
    secret: str


class Order(Struct, frozen=True):
    """A `nop` or `send` as the row of GOO-130."""

    row: tuple[int, ...]


class Quit(Struct, frozen=True):
    pass


class NotNumbers(Struct, frozen=True):
    """A `send` whose arguments are not all whole numbers."""


class Useless(Struct, frozen=True):
    """A line that is no command: it is answered and changes nothing. GOO-083"""

    answer: bytes


class Broken(Struct, frozen=True):
    """A line after which the connection counts as lost. GOO-081"""

    answer: bytes


Command = Login | Order | Quit | NotNumbers | Useless | Broken

PASS = Order((NOP, 0, 0, 0, 0, 0))
QUIT = Quit()
NOT_NUMBERS = NotNumbers()

_TOKEN = re.compile(rb'[ \t\r\n\v\f]*(?:"([^"]*)"|([a-zA-Z0-9_\-]+))')
_SPACE = b" \t\r\n\v\f"
_WHOLE = re.compile(r"-?[0-9]+")
_DIGITS_MAX = 11  # more digits than that are beyond any number a row can hold, so they are not even read

_USAGE = {
    "login": "login <username> <password>",
    "nop": "nop",
    "send": "send <source> <target> <a> <b> <c>",
    "quit": "quit",
}
_ARGUMENTS = {word: usage.count("<") for word, usage in _USAGE.items()}


def parse(line: bytes) -> Command | None:
    """What a line without its end means; None for a blank one, which is ignored (GOO-082)."""
    found = tokens(line)
    if isinstance(found, Broken):
        return found
    if not found:
        return None
    word, *arguments = found
    if word not in _USAGE:
        return Useless(unknown_line(word))
    if len(arguments) != _ARGUMENTS[word]:
        return Useless(f"invalid arguments: {_USAGE[word]}\n".encode())
    if word == "send":
        numbers = [whole(argument) for argument in arguments]
        return NOT_NUMBERS if None in numbers else Order((SEND, *(n for n in numbers if n is not None)))
    if word == "login":
        return Login(*arguments)
    return PASS if word == "nop" else QUIT


def tokens(line: bytes) -> list[str] | Broken:
    """A line split at white space. Quoted parts are kept as they are, others are lower-cased. GOO-080, GOO-081"""
    line = line.rstrip(_SPACE)
    found = []
    at = 0
    while at < len(line):
        token = _TOKEN.match(line, at)
        if token is None:
            rest = line[at:].lstrip(_SPACE)
            return Broken(UNFINISHED_QUOTE if rest.startswith(b'"') else INVALID_DATA)
        quoted, plain = token.groups()
        if quoted is None:
            found.append(plain.decode("ascii").lower())
        else:
            try:
                found.append(quoted.decode())
            except UnicodeDecodeError:
                return Broken(INVALID_DATA)
        at = token.end()
    if any(not word.isprintable() for word in found[:1]):
        return Broken(INVALID_DATA)  # the first word is sent back, so it must be fit to be shown
    return found


def whole(text: str) -> int | None:
    """An optional minus and digits, cut to what a row can hold; None for anything else."""
    if _WHOLE.fullmatch(text) is None:
        return None
    if len(text) > _DIGITS_MAX:
        digits = text.lstrip("-").lstrip("0")[: _DIGITS_MAX + 1] or "0"
        text = "-" + digits if text.startswith("-") else digits
    return clipped(int(text))


class LineReader:
    """Cuts what arrives into lines. Bytes that a line is still missing for wait here, at most `line_max` of them."""

    __slots__ = ("_at", "_line_max", "_waiting", "overlong")

    def __init__(self, line_max: int) -> None:
        self._line_max = line_max
        self._waiting = b""
        self._at = 0
        self.overlong = False

    def feed(self, data: bytes) -> None:
        self._waiting = self._waiting[self._at :] + data if self._at < len(self._waiting) else data
        self._at = 0

    @property
    def empty(self) -> bool:
        return self._at >= len(self._waiting)

    def line(self) -> bytes | None:
        """The next whole line, or None. After a line that is too long there are no more. GOO-085"""
        if self.overlong:
            return None
        end = self._waiting.find(b"\n", self._at, self._at + self._line_max + 1)
        if end < 0:
            self.overlong = len(self._waiting) - self._at > self._line_max
            return None
        line = self._waiting[self._at : end]
        self._at = end + 1
        return line


def end_reason(g: State) -> str:
    """Why a match of two is over, in the words of GOO-090."""
    if g.reason == WON:
        return f"player {g.winner} won"
    if g.reason == DISQUALIFICATION:
        loser = 3 - g.winner
        why = next(reason.sentence for reason in LEAVE_REASONS if reason.code == g.left[loser])
        return f"player {loser} disqualified: {why}"
    if g.reason == ALL_SILENT:
        return "both players failed to send a command"
    return "both players disqualified" if g.reason == ALL_DISQUALIFIED else "game is a draw"
