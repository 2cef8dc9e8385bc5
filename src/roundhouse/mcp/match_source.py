"""Where an agent's seats come from: what can be requested, and the interface of the two sources."""

from typing import Any, Protocol

import msgspec
from msgspec import Struct

from ..core.assist import LEVELS, TRIES_MAX, Assist
from ..core.game import Game
from ..core.registry import GAMES
from ..match.record import Record
from ..match.seat_account import SeatAccount
from ..protocol.api.platform import NewTable
from .agent_seat import AgentRefusal, AgentSeat


class MatchRequest(Struct, frozen=True, kw_only=True):
    """What an agent wants to play: a new match, or a seat of a match, a table or the ladder."""

    game: str = ""
    preset: str = ""
    settings: dict[str, Any] = {}
    opponents: tuple[str, ...] = ()
    seat: int = 0
    seed: int | None = None
    choice: str = ""
    name: str = ""
    assist: Assist = "rules"
    tries: int = 0
    clock: str = ""
    match: str = ""
    table: str = ""
    ladder: bool = False

    def of_game(self) -> Game:
        if self.game not in GAMES:
            known = ", ".join(GAMES)
            raise AgentRefusal("no_such_game", f"There is no game {self.game[:40]!r}; there are {known}.", field="game")
        return GAMES[self.game]


def checked(request: MatchRequest) -> MatchRequest:
    """The request, if it is consistent. Raises AgentRefusal."""
    if request.assist not in LEVELS:
        raise AgentRefusal("bad_assist", f"An assist level is one of {', '.join(LEVELS)}.", field="assist")
    if not 0 <= request.tries <= TRIES_MAX:
        raise AgentRefusal("bad_settings", f"A turn has 1 to {TRIES_MAX} tries; 0 is the usual number.", field="tries")
    if sum((bool(request.match), bool(request.table), request.ladder)) > 1:
        raise AgentRefusal("bad_wish", "Give only one of match, table and ladder.", field="match")
    if not request.match and not request.table:
        request.of_game()
    return request


def new_table(request: MatchRequest) -> NewTable:
    """The table to open on a server for a new match against built-in bots. Raises AgentRefusal."""
    game = request.of_game()
    names = request.opponents or (next(iter(game.bots)),) * (game.rated_seats - 1)
    seats = len(names) + 1
    if not 1 <= (request.seat or 1) <= seats:
        raise AgentRefusal("no_seat", f"With these opponents the seats are 1 to {seats}.", field="seat")
    others = [seat for seat in range(1, seats + 1) if seat != (request.seat or 1)]
    options = {
        "game": game.key,
        "preset": request.preset,
        "seats": seats,
        "clock": request.clock or ("brisk" if game.pace is not None else "calm"),
        "settings": {**game.unhurried, **request.settings} if not request.clock else request.settings,
        "seed": request.seed,
    }
    bots = {str(seat): name for seat, name in zip(others, names, strict=True)}
    try:
        return msgspec.convert({"options": options, "seat": request.seat or 1, "bots": bots}, NewTable)
    except msgspec.ValidationError as error:
        sentence, _, path = str(error).partition(" - at `$.")
        raise AgentRefusal("bad_settings", sentence + ".", field=path.rstrip("`").removeprefix("options.")) from None


class MatchSource(Protocol):
    """Matches in this process, or those of a server. `owner` is the id of the account, 0 where there are none."""

    kind: str
    sits: str  # what an agent can request, in words

    async def sit(self, request: MatchRequest, owner: int) -> AgentSeat:
        """A seat; its match may begin later. Raises AgentRefusal."""

    async def account(self, agent_seat: AgentSeat) -> SeatAccount | None:
        """The account of a seat, as far as it is known."""

    async def record(self, key: str, owner: int) -> Record:
        """The record of a finished match. Raises AgentRefusal."""

    async def close(self) -> None: ...
