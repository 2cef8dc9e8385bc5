"""Where an agent can sit down: what it may wish for, and what every such place can do."""

from typing import Any, Protocol

import msgspec
from msgspec import Struct

from ..core.assist import LEVELS, TRIES_MAX, Assist
from ..core.game import Game
from ..games import GAMES
from ..match.seat_account import SeatAccount
from ..match.record import Record
from ..protocol.api.platform import NewTable
from .agent_seat import Chair, Refusal


class Wish(Struct, frozen=True, kw_only=True):
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
            raise Refusal("no_such_game", f"There is no game {self.game[:40]!r}; there are {known}.", field="game")
        return GAMES[self.game]


def checked(wish: Wish) -> Wish:
    """A wish that makes sense. Raises Refusal."""
    if wish.assist not in LEVELS:
        raise Refusal("bad_assist", f"An assist level is one of {', '.join(LEVELS)}.", field="assist")
    if not 0 <= wish.tries <= TRIES_MAX:
        raise Refusal("bad_settings", f"A turn has 1 to {TRIES_MAX} tries; 0 is the usual number.", field="tries")
    if sum((bool(wish.match), bool(wish.table), wish.ladder)) > 1:
        raise Refusal("bad_wish", "Give only one of match, table and ladder.", field="match")
    if not wish.match and not wish.table:
        wish.of_game()
    return wish


def new_table(wish: Wish) -> NewTable:
    """A table of a server for a new match against built-in bots. Raises Refusal."""
    game = wish.of_game()
    names = wish.opponents or (next(iter(game.bots)),) * (game.rated_seats - 1)
    seats = len(names) + 1
    if not 1 <= (wish.seat or 1) <= seats:
        raise Refusal("no_seat", f"With these opponents the seats are 1 to {seats}.", field="seat")
    others = [seat for seat in range(1, seats + 1) if seat != (wish.seat or 1)]
    options = {
        "game": game.key,
        "preset": wish.preset,
        "seats": seats,
        "clock": wish.clock or ("brisk" if game.pace is not None else "calm"),
        "settings": {**game.unhurried, **wish.settings} if not wish.clock else wish.settings,
        "seed": wish.seed,
    }
    bots = {str(seat): name for seat, name in zip(others, names, strict=True)}
    try:
        return msgspec.convert({"options": options, "seat": wish.seat or 1, "bots": bots}, NewTable)
    except msgspec.ValidationError as error:
        sentence, _, path = str(error).partition(" - at `$.")
        raise Refusal("bad_settings", sentence + ".", field=path.rstrip("`").removeprefix("options.")) from None


class House(Protocol):
    """Matches in this process, or those of a server. `owner` is whose account it is, 0 where there are none."""

    kind: str
    sits: str  # what an agent can sit down to, in words

    async def sit(self, wish: Wish, owner: int) -> Chair:
        """A seat; its match may begin later. Raises Refusal."""

    async def account(self, chair: Chair) -> SeatAccount | None:
        """The account of a seat, as far as it is known."""

    async def record(self, key: str, owner: int) -> Record:
        """The record of a match that is over. Raises Refusal."""

    async def close(self) -> None: ...
