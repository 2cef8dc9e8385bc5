"""Running matches in the hands of those who organise them: changes, and a look at everything. DUN-191 to DUN-193"""

from typing import TYPE_CHECKING, Any

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from ...core.game import EVERYTHING, Verdict
from ...store.players import Player
from ..connections.http_stream import StreamAnswer
from ..errors import Refused
from ..matches.match_parties import need_outsider
from ..matches.time_controls import CALENDAR
from .admin import RANK, need, noting
from .dependencies import HttpContext, KeyPath, Member

if TYPE_CHECKING:
    from ..matches.live_match import LiveMatch


def handlers(context: HttpContext) -> list[Any]:
    looked: set[tuple[int, str]] = set()  # who has looked at which match: the audit need not say it every second

    def running(key: str) -> "LiveMatch":
        live = context.arena.matches.running.get(key)
        if live is None:
            raise Refused("no_match", "No such match is running in the arena.", status=404)
        return live

    @post("/matches/{key:str}/changes", status_code=200)
    async def change(member: Member, key: KeyPath, data: JSONBody[dict[str, Any]]) -> Verdict:
        """Alter a running match, by an organiser or by its host if it does not count. The body is a change of the game;
        the verdict comes when an accepted change cannot get lost any more."""
        live = running(key)
        may_change(live, member)
        if live.terms.rated:
            await need_outsider(context, live, member)
        if live.clock.key == CALENDAR and data.get("type") == "role":
            raise Refused(
                "in_season", "Roles of a season's game are given on its own page.", rule="BOI-298", status=409
            )
        answer = StreamAnswer()
        live.change(change_row(live, data), answer.give)
        verdict: Verdict | None = await answer.wait()
        if verdict is None:
            raise Refused("over", "The match is over.", status=409)
        if verdict.verdict == "accepted":
            await context.write(noting(member, "match_changed", key, change=data))
        return verdict

    @get("/matches/{key:str}/everything")
    async def everything(member: Member, key: KeyPath) -> Any:
        """The whole of a running match as it is now, for an organiser who does not play in it, nor a bot of theirs."""
        need(member, "organiser")
        live = running(key)
        await need_outsider(context, live, member)
        if (member.id, key) not in looked:
            await context.write(noting(member, "match_looked_at", key))
            looked.add((member.id, key))
        return live.match.view(EVERYTHING if live.game.secrets else 0)

    return [change, everything]


def may_change(live: "LiveMatch", who: Player) -> None:
    """Raises Refused. Nobody gets out of a defeat by ending a match that counts: organisers who play in it, or whose
    bots do, must ask another one."""
    if live.clock.key == CALENDAR:
        need(who, "admin")  # BOI-302
        return
    if RANK[who.role] >= RANK["organiser"]:
        return
    if live.host_id != who.id:
        raise Refused("not_host", "Only the host of the match or an organiser can change it.", status=403)
    if live.terms.rated:
        raise Refused("rated", "A match that counts is changed by organisers only.", status=403)


def change_row(live: "LiveMatch", data: dict[str, Any]) -> list[int]:
    """A change as its row. Raises Refused for what is none."""
    game = live.game
    if game.changes is None or game.change_row_of is None:
        raise Refused("no_changes", f"A running match of {game.name} cannot be changed.", status=409)
    try:
        return game.change_row_of(msgspec.convert(data, game.changes), live.match.state)
    except msgspec.ValidationError as error:
        sentence, _, path = str(error).partition(" - at `$")
        raise Refused("bad_change", sentence + ".", field=path.rstrip("`").lstrip(".")) from None
