"""Built-in bots in the lobbies of the line protocol, for players who wait alone."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol

from sqlalchemy import Connection

from ..games.spacegoo import GAME
from ..protocol.actions import typed
from ..protocol.messages import Act, Turn, action_types, encode
from ..store import players
from .accounts import Account
from .matches.broadcast import start_message

if TYPE_CHECKING:
    from .arena import Arena
    from ..games.spacegoo.server.line_match import LiveMatch

MOST_MS = 120  # a bot thinks about a round: whoever plays against it wants to play on
MAY = action_types(GAME.actions)


class Audience(Protocol):
    """The seat of a bot in the process where it thinks."""

    def send(self, message: bytes) -> None: ...

    def dismissed(self, reason: Literal["over", "replaced", "moved"]) -> None: ...


class HouseGuest:
    """A built-in bot: to a lobby and to a match of the line protocol a player, to the bots' process a match."""

    game = GAME
    gone = False
    waits = False

    def __init__(self, house: "LineHouse", name: str, account: Account) -> None:
        self.account = account
        self.key = ""
        self._house = house
        self._name = name
        self._live: LiveMatch | None = None
        self._seat = 0
        self._audience: Audience | None = None
        self._asked: tuple[int, int] | None = None  # in which round, by which step
        self.writelines: Callable[[Any], Any] = self._told

    # From the lobby and the match

    def seated(self, live: "LiveMatch", seat: int) -> None:
        self._live, self._seat, self.key = live, seat, live.key
        self._house.seat(self, seat, self._name)

    def _told(self, parts: object) -> None:
        """Something is written to this player: it may be a new round."""
        live = self._live
        if live is None or self._audience is None or live.match.result is not None:
            return
        if self._seat in live.match.owing() and (self._asked is None or self._asked[0] != live.match.ticks):
            self._ask(live)

    def match_over(self) -> None:
        self._live = None
        if self._audience is not None:
            self._audience.dismissed("over")

    # From the bots' process

    def join(self, seat: int, audience: Audience, *, present: bool) -> None:
        """The bot is there, for the first time or again: it is told everything."""
        self._audience = audience
        if self._live is not None:
            audience.send(start_message(self.key, GAME, self._live.match.setup, seat))
            self._asked = None
            self._told(())

    def act(self, seat: int, message: Act, answer: object) -> None:
        live = self._live
        if live is None or self._asked is None or message.step != self._asked[1]:
            return  # its round is over
        for action in message.actions[:1]:
            live.post.bring(live, seat, GAME.row_of(typed(GAME, action), live.match.state))

    def fail(self, seat: int, why: str) -> None:
        if self._live is not None:
            self._live.lost(seat)

    def arrived(self, seat: int) -> None:
        """Clocks have not waited for it."""

    def absent(self, seat: int, grace_ms: int) -> None:
        """Its clock runs while its process is started again, which takes less than a round."""

    def _ask(self, live: "LiveMatch") -> None:
        match = live.match
        self._asked = (match.ticks, match.step)
        if self._audience is not None:
            turn = Turn(match.step, match.view(self._seat), [], MAY, match.clock.budget(self._seat))
            self._audience.send(encode(turn))


class LineHouse:
    """The built-in bots as opponents in one edition."""

    def __init__(self, arena: "Arena", edition: str, *, start_elo: float) -> None:
        self._arena = arena
        self._edition = edition
        self._start_elo = start_elo

    def seat(self, guest: HouseGuest, seat: int, name: str) -> None:
        if self._arena.bots is not None:
            self._arena.bots.seat(guest, seat, name, grace_ms=0, most_ms=MOST_MS)

    def opponents(self) -> list[HouseGuest]:
        """All that there are, with their ratings."""
        built_in = {name: self._arena.builtins[name] for name in GAME.bots if name in self._arena.builtins}
        if self._arena.bots is None or not built_in:
            return []

        def read(connection: Connection) -> list[float | None]:
            ids = [player.id for player in built_in.values()]
            return [players.rating(connection, one, GAME.key, self._edition) for one in ids]

        ratings = self._arena.look(read)
        return [
            HouseGuest(self, name, Account(player.id, player.name, self._start_elo if rating is None else rating))
            for (name, player), rating in zip(built_in.items(), ratings, strict=True)
        ]

    def player(self, player_id: int) -> HouseGuest | None:
        """The built-in bot with this account, to go on with a match."""
        return next((one for one in self.opponents() if one.account.player_id == player_id), None)
