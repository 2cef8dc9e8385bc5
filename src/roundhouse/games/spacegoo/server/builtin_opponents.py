"""Built-in bots in the queues of the line protocol, for players who wait alone."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol

from sqlalchemy import Connection

from ....protocol.actions import typed
from ....protocol.messages import Act, Turn, action_types, encode
from ....server.accounts import Account
from ....server.matches.broadcast import start_message
from ....store import line_elo
from .. import GAME

if TYPE_CHECKING:
    from ....server.arena import Arena
    from .line_match import LineMatch

MOST_MS = 120  # a bot thinks about a round: whoever plays against it wants to play on
MAY = action_types(GAME.actions)


class Audience(Protocol):
    """The seat of a bot in the process where it thinks."""

    def send(self, message: bytes) -> None: ...

    def dismissed(self, reason: Literal["over", "replaced", "moved"]) -> None: ...


class BuiltinLineClient:
    """A built-in bot: to the queue and to a match of the line protocol a player, to the bots' process a match."""

    game = GAME
    gone = False
    waits = False

    def __init__(self, house: "BuiltinOpponents", name: str, account: Account) -> None:
        self.account = account
        self.key = ""
        self._house = house
        self._name = name
        self._line_match: LineMatch | None = None
        self._seat = 0
        self._audience: Audience | None = None
        self._asked: tuple[int, int] | None = None  # in which round, by which step
        self.writelines: Callable[[Any], Any] = self._told

    # Called by the queue and the match

    def seated(self, line_match: "LineMatch", seat: int) -> None:
        self._line_match, self._seat, self.key = line_match, seat, line_match.key
        self._house.seat(self, seat, self._name)

    def _told(self, parts: object) -> None:
        """Something is written to this player: it may be a new round."""
        line_match = self._line_match
        if line_match is None or self._audience is None or line_match.match.result is not None:
            return
        if self._seat in line_match.match.waited_for() and (
            self._asked is None or self._asked[0] != line_match.match.ticks
        ):
            self._ask(line_match)

    def match_over(self) -> None:
        self._line_match = None
        if self._audience is not None:
            self._audience.dismissed("over")

    # From the bots' process

    def join(self, seat: int, audience: Audience, *, present: bool) -> None:
        """The bot is there, for the first time or again: it is told everything."""
        self._audience = audience
        if self._line_match is not None:
            audience.send(start_message(self.key, GAME, self._line_match.match.setup, seat))
            self._asked = None
            self._told(())

    def act(self, seat: int, message: Act, answer: object) -> None:
        line_match = self._line_match
        if line_match is None or self._asked is None or message.step != self._asked[1]:
            return  # its round is over
        for action in message.actions[:1]:
            line_match.batch.add_command(line_match, seat, GAME.row_of(typed(GAME, action), line_match.match.state))

    def fail(self, seat: int, why: str) -> None:
        if self._line_match is not None:
            self._line_match.lost(seat)

    def arrived(self, seat: int) -> None:
        """Clocks have not waited for it."""

    def absent(self, seat: int, grace_ms: int) -> None:
        """Its clock runs while its process is started again, which takes less than a round."""

    def _ask(self, line_match: "LineMatch") -> None:
        match = line_match.match
        self._asked = (match.ticks, match.step)
        if self._audience is not None:
            turn = Turn(match.step, match.view(self._seat), [], MAY, match.clock.budget(self._seat))
            self._audience.send(encode(turn))


class BuiltinOpponents:
    """The built-in bots as opponents in one edition."""

    def __init__(self, arena: "Arena", edition: str, *, start_elo: float) -> None:
        self._arena = arena
        self._edition = edition
        self._start_elo = start_elo

    def seat(self, line_client: BuiltinLineClient, seat: int, name: str) -> None:
        if self._arena.matches.bots is not None:
            self._arena.matches.bots.seat(line_client, seat, name, grace_ms=0, most_ms=MOST_MS)

    def opponents(self) -> list[BuiltinLineClient]:
        """All that there are, with their ratings."""
        built_in = {
            name: self._arena.matches.builtins[name] for name in GAME.bots if name in self._arena.matches.builtins
        }
        if self._arena.matches.bots is None or not built_in:
            return []

        def read(connection: Connection) -> list[float | None]:
            ids = [player.id for player in built_in.values()]
            return [line_elo.rating(connection, one, GAME.key, self._edition) for one in ids]

        ratings = self._arena.store.look(read)
        return [
            BuiltinLineClient(
                self, name, Account(player.id, player.name, self._start_elo if rating is None else rating)
            )
            for (name, player), rating in zip(built_in.items(), ratings, strict=True)
        ]

    def player(self, player_id: int) -> BuiltinLineClient | None:
        """The built-in bot with this account, to go on with a match."""
        return next((one for one in self.opponents() if one.account.player_id == player_id), None)
