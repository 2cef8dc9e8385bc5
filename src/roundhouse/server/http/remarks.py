"""What players said about their turns, for pages: their own while a match runs, everybody's when it is over."""

from typing import TYPE_CHECKING

from sqlalchemy import Connection

from ...core.registry import GAMES
from ...match.record import remarks_in
from ...match.visibility import veiled
from ...protocol.messages import Remark, RemarkPage
from ...store import matches, remarks
from ...store.matches import Stored
from ...store.players import Player
from ...store.schema.platform import RUNNING
from ..errors import Refused

if TYPE_CHECKING:
    from .dependencies import HttpContext

COUNT_MAX = 2000  # in one answer
BYTES_MAX = 1 << 20


async def said(context: "HttpContext", stored: Stored, visitor: Player | None, seat: int, since: int) -> RemarkPage:
    """The remarks after a step. Raises Refused."""
    running = stored.state == RUNNING
    if seat > len(stored.player_ids):
        raise Refused("no_seat", f"The match has {len(stored.player_ids)} seats.", field="seat", status=404)
    own = {number for number, one in enumerate(stored.player_ids, 1) if visitor is not None and one == visitor.id}
    if running and seat and seat not in own:
        raise Refused("running", "While the match runs only its own player sees what a seat says.", status=409)
    seats = {seat} if seat else own if running else None
    if running and not own:
        return RemarkPage(stored.key, False, [])
    if context.arena.matches.remarks is not None:  # also of a match that has just ended
        await context.arena.matches.remarks.settle()
    found = await context.read(lambda connection: look(connection, stored, seats))
    later = sorted((one for one in found if one.step > since), key=lambda one: (one.step, one.seat))
    return page(stored.key, not running, later)


def look(connection: Connection, stored: Stored, seats: set[int] | None) -> list[Remark]:
    """From the table, or from the record once it has them. While others have secrets, steps are as a seat counts them:
    those of the log would tell what others do."""
    by_turn = stored.state == RUNNING and veiled(GAMES[stored.game])
    found = remarks.of_match(connection, stored.id, seats=seats, by_turn=by_turn)
    if stored.state != RUNNING and not found:  # asked after the rows: they leave when the record comes
        record = matches.record_of(connection, stored.id)
        found = [one for one in remarks_in(record) if seats is None or one.seat in seats] if record else []
    return found


def page(key: str, over: bool, found: list[Remark]) -> RemarkPage:
    """As many as fit into one answer; all of a step, or none."""
    end = size = 0
    while end < len(found) and end < COUNT_MAX and size < BYTES_MAX:
        step = found[end].step
        while end < len(found) and found[end].step == step:
            size += 200 + len(found[end].log) + 100 * len(found[end].notes)
            end += 1
    return RemarkPage(key, over, found[:end], end < len(found))
