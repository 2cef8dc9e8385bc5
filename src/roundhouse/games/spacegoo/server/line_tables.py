"""Players of the line protocol at tables of the arena: whoever was challenged plays when its bot connects next.

To the connection such a match is like any other: it gives commands and is written lines. To the match the connection is
a seat like any other: it is sent messages and acts. The match counts nowhere on the line server.
"""

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, cast

import msgspec
from msgspec import Raw, Struct

from ....protocol.messages import Act, Error, Verdicts
from ....server.errors import Refused
from ....server.matches.live_match import LiveMatch
from ....store import players
from ....store.players import Player
from .. import GAME
from ..actions import action_of
from . import line_messages
from .line_states import StateWriter

if TYPE_CHECKING:
    from ....match.table import Table
    from ....protocol.api.platform import TableOptions
    from ....server.arena import Arena
    from .line_queue import LineClient
    from .line_server import Connection

log = logging.getLogger("roundhouse.lines")

SEATS = 2  # GOO-126


def comes_by_line(options: "TableOptions") -> bool:
    """Whether a bot of the line protocol can play at a table with these options."""
    return options.game == GAME.key and options.seats in (0, SEATS)


class Head(Struct):
    """What tells messages apart; the rest of them is for others."""

    type: str
    step: int = 0


class LineTableMatch:
    """A match of the arena in which one seat speaks the line protocol. The connection calls `take`, `lost` and
    `resign`, the match `send` and `dismissed`."""

    def __init__(self, live: LiveMatch, seat: int, connection: "Connection", address: str) -> None:
        self.number = live.number
        self._live = live
        self._seat = seat
        self._connection = connection
        self._address = address
        self._names = [one.name for one in live.setup.seats]
        self._writer = StateWriter(live.match.state, self._names)
        self._step = 0  # of the newest turn
        self._round = -1  # whose state was written last
        self._given = False
        self._ahead: list[Sequence[int]] = []
        self._told = False  # how it ended

    # From the connection

    def take(self, seat: int, row: Sequence[int]) -> None:
        """A command; one that comes before the next state waits for it, because an action names the turn it answers."""
        if self._given:
            self._ahead.append(row)
            return
        self._given = True
        act = Act([Raw(msgspec.json.encode(action_of(row)))], step=self._step)
        self._live.act(self._seat, act, self._answered)

    def lost(self, seat: int) -> None:
        """The connection is gone. GOO-061"""
        if self._live.match.result is None:
            self._live.fail(self._seat, "its line connection is lost")
        self._live.part(self)

    resign = lost

    def break_off(self) -> None:
        self._live.break_off("A mistake of the server.")

    # From the match

    def send(self, message: bytes) -> None:
        head = msgspec.json.decode(message, type=Head)
        if head.type == "turn":
            self._ask(head.step)
        elif head.type == "over":
            self._told = True
            reason = line_messages.end_reason(self._live.match.state)
            self._write(line_messages.end_line(reason, 0.0) + self._state() + line_messages.address_line(self._address))

    def dismissed(self, reason: Literal["over", "replaced", "moved"]) -> None:
        if not self._told:
            self._write(line_messages.GAME_BROKEN)
        self._connection.match_over()

    def _ask(self, step: int) -> None:
        self._step = step
        now = int(self._live.match.state.round_no)
        if now == self._round:
            return  # the same turn again
        if self._round < 0:
            self._write(line_messages.start_line(self.number, self._names[2 - self._seat]) + self._state())
        else:
            self._write(line_messages.CALCULATING + self._state() + line_messages.YOUR_COMMAND)
        self._round, self._given = now, False
        if self._ahead:
            self.take(self._seat, self._ahead.pop(0))

    def _answered(self, answer: object) -> None:
        """GOO-087"""
        if isinstance(answer, Verdicts):
            if answer.verdicts[0].verdict in ("accepted", "void"):
                self._write(line_messages.RECEIVED)
        elif isinstance(answer, Error):
            log.info("a command in match %d is not taken: %s", self.number, answer.code)

    def _state(self) -> bytes:
        return self._writer.shared() + self._writer.own(self._seat) + b"\n"

    def _write(self, line: bytes) -> None:
        self._connection.write(line)


class LineTableClient:
    """A connection of the line protocol as a table sees it."""

    def __init__(self, tables: "LineTables", connection: "Connection", player: Player) -> None:
        self.player = player
        self._tables = tables
        self._connection = connection

    @property
    def gone(self) -> bool:
        return self._connection.gone

    def seated(self, live: LiveMatch, seat: int) -> None:
        self._tables.play(self._connection, live, seat)
        self._tables.tell_people(live)

    def end(self, code: str, sentence: str) -> None:
        """The table is closed: back to those who wait."""
        if not self._connection.gone:
            self._tables.back(self._connection)


class LineTables:
    """The tables of one edition that wait for players of the line protocol."""

    def __init__(self, arena: "Arena", edition: str, address: str, *, back: Callable[["LineClient"], None]) -> None:
        self._arena = arena
        self._edition = edition
        self._address = address
        self.back = back  # takes a client that waits again

    def seat(self, line_client: "LineClient") -> bool:
        """Whether this player has a match to go on with, or a table that waits for nobody else."""
        account = line_client.account
        connection = cast("Connection", line_client)
        for live in self._arena.matches.running.values():
            if live.game is GAME and account.player_id in live.player_ids and self._of_edition(live.setup.preset):
                seat = live.player_ids.index(account.player_id) + 1
                seat_state = live.seat_states[seat]
                if len(live.setup.seats) == SEATS and seat_state.subscriber is None and not seat_state.left:
                    self.play(connection, live, seat)
                    return True
        return any(self._sits_down(table, connection) for table in list(self._arena.tables.by_key.values()))

    def _sits_down(self, table: "Table[TableOptions]", connection: "Connection") -> bool:
        options, player_id = table.options, connection.account.player_id
        if table.match or options.game != GAME.key or len(table.seats) != SEATS:
            return False
        seat = next((seat for seat, place in enumerate(table.seats, 1) if place.reserved_id == player_id), 0)
        if not seat or not self._of_edition(options.preset) or not table.place(SEATS + 1 - seat).ready:
            return False
        player = self._arena.store.look(lambda store: players.by_id(store, player_id))
        if player is None:
            return False
        try:
            self._arena.seating.come(table, seat, LineTableClient(self, connection, player))
        except Refused as refused:
            log.info("%s does not come to table %s: %s", player.name, table.key, refused)
            return False
        return True

    def play(self, connection: "Connection", live: LiveMatch, seat: int) -> None:
        line_match = LineTableMatch(live, seat, connection, f"{self._address}/replay/{live.key}")
        connection.seated(line_match, seat)
        live.join(seat, line_match)

    def tell_people(self, live: LiveMatch) -> None:
        """Whoever has challenged may have gone elsewhere meanwhile."""
        for player_id, seat in zip(live.player_ids, live.setup.seats, strict=True):
            if seat.kind == "person":
                self._arena.notices.tell(player_id, "match_started", {"match": live.key, "game": GAME.key})

    def _of_edition(self, preset: str) -> bool:
        return (preset or "standard") == self._edition
