"""The event: its page, joining it with a code, its finals, and the organiser's desk."""

from collections.abc import Callable
from typing import Any, TypeVar

from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from sqlalchemy import Connection

from ...competition.contest import join_codes, phases
from ...protocol.api.contest import (
    ChangeEventCode,
    ChangeEventEntrant,
    EventDesk,
    EventFinals,
    EventPage,
    JoinedEvent,
    JoinEvent,
    MoveEvent,
    NewEventCodes,
    PlanEvent,
    ReplayEventMatch,
)
from ...store import contest
from ...store.players import Player
from ..contest import join as joining
from ..contest import phase_changes
from ..contest.finals_page import finals_page
from ..contest.page_data import ContestPages
from ..errors import Refused
from ..rate_limits import Limiter, Patience, Tries
from .admin import need, noting
from .auth import SESSION_DAYS, address_of, me_of
from .dependencies import HttpContext, KeyPath, Member, NamePath, NumberPath, Visitor
from .problems import WaitingRefused
from .security import SESSION

T = TypeVar("T")
FREE_TRIES = 10  # with wrong codes, from one address
LONGEST_WAIT_S = 300.0
FREE_PINS = 5  # wrong passwords for one code, from anywhere
LONGEST_PIN_WAIT_S = 60.0


def handlers(context: HttpContext) -> list[Any]:
    keeper = context.events
    pages = ContestPages(keeper, context.server)
    comings = Limiter()
    by_address = Tries(Patience(free=FREE_TRIES, longest_s=LONGEST_WAIT_S))
    by_code = Patience(free=FREE_PINS, longest_s=LONGEST_PIN_WAIT_S)

    async def organised(member: Player, what: Callable[[Connection, str, int], T]) -> T:
        """Something that the organiser changes."""
        need(member, "organiser")
        _ = keeper.event
        now_ms = keeper.now_ms
        return await keeper.change(lambda connection: what(connection, member.name, now_ms))

    async def finals_now() -> EventFinals:
        state = keeper.event
        names = {one.bot_id: one.name for one in keeper.entrants}
        stage = await keeper.finals.stage(state)
        return finals_page(stage, names, pages.champion(stage), begun=phases.deciding(state.phase))

    @get("/event")
    async def event(visitor: Visitor) -> EventPage:
        """The event of this server, for everybody. Once the ladder is frozen its table is the frozen one."""
        return await pages.page(visitor)

    @get("/event/finals")
    async def finals() -> EventFinals:
        """Bracket, cross table and meetings."""
        return await finals_now()

    @post("/event/join", status_code=200)
    async def join(request: Request[Any, Any, Any], data: JSONBody[JoinEvent]) -> Response[JoinedEvent]:
        """Join with a code, or come back with it. Whoever guesses waits longer and longer."""
        state = keeper.event
        address, code = address_of(request), join_codes.read(data.code)
        wait = comings.wait_s(address, context.settings.sign_ins_per_minute)
        if wait := wait or await by_address.begin(address):
            raise WaitingRefused(wait)
        failed: bool | None = None
        try:
            if wait := by_code.wait_s(code) if code else 0.0:
                raise WaitingRefused(wait)
            # Counted before it is known, so that many tries at once do not all come through.
            by_code.failed(code)
            joined = await joining.join(context.server.accounts, state, data)
            failed = False
        except Refused as refused:
            failed = None if isinstance(refused, WaitingRefused) else refused.problem.code == "wrong_code"
            raise
        finally:
            by_address.end(address, failed=failed)
            if failed is False:  # the code was right
                by_code.succeeded(code)
        keeper.wake()
        lines = joining.commands(state.event, context.settings.address, joined.token)
        said = JoinedEvent(await me_of(context, joined.player), joined.bot.name, joined.token, joined.again, lines)
        return await signed_in(request, joined.player, said)

    async def signed_in(request: Request[Any, Any, Any], player: Player, said: JoinedEvent) -> Response[JoinedEvent]:
        accounts = context.server.accounts
        if old := request.cookies.get(SESSION):
            await accounts.close_session(old)
        answer = Response(said)
        answer.set_cookie(
            Cookie(
                SESSION, value=await accounts.open_session(player), max_age=SESSION_DAYS * 86_400, httponly=True,
                secure=context.settings.address.startswith("https://"), samesite="lax", path="/",
            )
        )  # fmt: skip
        return answer

    # The organiser's desk

    @get("/event/desk")
    async def desk(member: Member) -> EventDesk:
        """Codes, who is connected and who fails, and how the event was moved."""
        need(member, "organiser")
        _ = keeper.event
        return await pages.desk()

    @get("/event/sheet", media_type=MediaType.HTML)
    async def sheet(member: Member) -> Response[str]:
        """The codes that are free, to print and cut out."""
        need(member, "organiser")
        title = keeper.event.event.title
        free = [one for one in await context.read(contest.codes) if not one.void and one.player_id is None]
        slips = [join_codes.Slip(one.code, one.team) for one in free]
        address = context.settings.address
        policy = "default-src 'none'; style-src 'unsafe-inline'"
        return Response(join_codes.html_sheet(title, address, slips), headers={"content-security-policy": policy})

    @post("/event/move", status_code=200)
    async def move(member: Member, data: JSONBody[MoveEvent]) -> EventPage:
        """Begin a phase now."""
        await organised(member, lambda connection, by, now_ms: phase_changes.move(connection, data.to, by, now_ms))
        return await pages.page(member)

    @post("/event/undo", status_code=200)
    async def undo(member: Member) -> EventPage:
        """Take the last move back."""
        await organised(member, phase_changes.undo)
        return await pages.page(member)

    @post("/event/plan", status_code=200)
    async def plan(member: Member, data: JSONBody[PlanEvent]) -> EventPage:
        """Let a phase begin by itself at another moment, or only by hand."""
        await organised(
            member, lambda connection, by, now_ms: phase_changes.plan(connection, data.phase, data.at_ms, by, now_ms)
        )
        return await pages.page(member)

    @post("/event/codes", status_code=200)
    async def new_codes(member: Member, data: JSONBody[NewEventCodes]) -> EventDesk:
        """More codes, without a name or for teams."""

        def add(connection: Connection, by: str, now_ms: int) -> None:
            made = phase_changes.add_codes(connection, data.count, data.teams, now_ms)
            noting(member, "event_codes", str(made))(connection)

        await organised(member, add)
        return await pages.desk()

    @post("/event/codes/{code:str}", status_code=200)
    async def change_code(member: Member, code: KeyPath, data: JSONBody[ChangeEventCode]) -> EventDesk:
        """End a code that nobody has used, or let it be used after all."""

        def change(connection: Connection, by: str, now_ms: int) -> None:
            if not contest.void_code(connection, join_codes.read(code), data.void):
                raise Refused("no_code", "There is no such code that nobody has used.", status=404)
            noting(
                member, "event_code_void" if data.void else "event_code_valid", join_codes.shown(join_codes.read(code))
            )(connection)

        await organised(member, change)
        return await pages.desk()

    @post("/event/entrants/{name:str}", status_code=200)
    async def change_entrant(member: Member, name: NamePath, data: JSONBody[ChangeEventEntrant]) -> EventDesk:
        """Let an entrant play in the finals or not; before these have begun."""

        def change(connection: Connection, by: str, now_ms: int) -> None:
            own = next((one for one in contest.entrants(connection) if one.name == name), None)
            if own is None:
                raise Refused("no_entrant", f"No {name!r} takes part.", status=404)
            if keeper.event.phase in ("finals", "closed"):
                raise Refused("begun", "The finals have begun.", status=409)
            contest.set_out(connection, own.player_id, data.out)
            noting(member, "event_out" if data.out else "event_in", own.name)(connection)

        await organised(member, change)
        return await pages.desk()

    @post("/event/finals/{number:int}/replay", status_code=200)
    async def replay(member: Member, number: NumberPath, data: JSONBody[ReplayEventMatch]) -> EventFinals:
        """Play a match of the finals once more."""
        need(member, "organiser")
        _ = keeper.event
        await keeper.finals.replay(number, later=data.later, by=member.name)
        await context.write(noting(member, "event_replay", str(number)))
        keeper.wake()
        return await finals_now()

    return [
        event, finals, join, desk, sheet, move, undo, plan, new_codes, change_code, change_entrant, replay,
    ]  # fmt: skip
