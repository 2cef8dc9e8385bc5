"""What matches were like round by round: prices, accounts and the like, and the commands that were executed."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.params import QueryParameter

from ...core.registry import GAMES
from ...protocol.api.platform import MatchCommands, MatchHistory, RoundCommand
from ...store import matches
from ...store.database.sql_dialect import NUMBER_MAX
from ...store.matches import Stored
from ...store.schema.platform import RUNNING
from ..errors import Refused
from ..matches.live_match import LiveMatch
from .cached_responses import ASK_AGAIN, FOREVER, PLAIN, kept
from .dependencies import HttpContext, KeyPath, Visitor

ROUNDS = 1000  # in one answer

Since = Annotated[int, QueryParameter(ge=0, le=NUMBER_MAX)]
Number = Annotated[int, QueryParameter(name="round", ge=1, le=NUMBER_MAX)]


def handlers(context: HttpContext) -> list[Any]:
    async def stored_match(key: str) -> Stored:
        stored = await context.read(lambda connection: matches.by_key(connection, key))
        if stored is None:
            raise Refused("no_match", "There is no such match.", status=404)
        return stored

    @get("/matches/{key:str}/history", opt=PLAIN)
    async def history(
        request: Request[Any, Any, Any], visitor: Visitor, key: KeyPath, since: Since = 0
    ) -> Response[MatchHistory]:
        """The rounds after `since` that are over, a thousand at most. While the match runs a seat sees what it may know
        and everybody else what all may know; after it everybody sees everything."""
        live = context.arena.matches.running.get(key)
        if live is not None:
            seat = 0 if visitor is None else live.seat_of(visitor.id)
            made = await context.aside(lambda: running_history(live, seat, since))
            return await kept(request, made, cache=ASK_AGAIN)
        stored = await stored_match(key)
        if stored.game not in GAMES or GAMES[stored.game].history is None or stored.state == RUNNING:
            raise Refused("no_history", "There is no history of this match.", status=404)
        rounds = await context.render_service.history(stored)
        made = await context.aside(lambda: past_history(stored, rounds, since))
        return await kept(request, made, cache=FOREVER)

    @get("/matches/{key:str}/commands")
    async def commands(visitor: Visitor, key: KeyPath, number: Number) -> MatchCommands:
        """The commands of a round that is over as they were executed: while the match runs those of the own seat."""
        live = context.arena.matches.running.get(key)
        if live is None:
            stored = await stored_match(key)
            if stored.game not in GAMES or GAMES[stored.game].commands is None or stored.state == RUNNING:
                raise Refused("no_history", "There is no history of this match.", status=404)
            return MatchCommands(number, await context.render_service.commands(stored, number))
        seat = 0 if visitor is None else live.seat_of(visitor.id)
        if not seat:
            raise Refused("running", "While the match runs only its players see their commands.", status=409)
        own = [one for one in await running_commands(live, number) if one.seat == seat]
        return MatchCommands(number, own)

    async def running_commands(live: LiveMatch, number: int) -> list[RoundCommand]:
        round_history = live.round_history
        if round_history is None:
            raise Refused("no_history", "There is no history of this match.", status=404)
        if number > round_history.rounds:
            raise Refused("no_round", f"Round {number} is not over yet.", field="round", status=404)
        found = round_history.commands(number)
        if found is not None:
            return found
        return await context.render_service.commands(await stored_match(live.key), number)

    return [history, commands]


def running_history(live: LiveMatch, seat: int, since: int) -> bytes:
    round_history = live.round_history
    if round_history is None or live.game.history is None:
        raise Refused("no_history", "There is no history of this match.", status=404)
    end = round_history.rounds if seat else round_history.rounds - live.options.delay_rounds
    rows = round_history.rows(seat, since, min(end, since + ROUNDS))
    return msgspec.json.encode(MatchHistory(live.game.key, seat, rows))


def past_history(stored: Stored, rounds: bytes, since: int) -> bytes:
    rows = msgspec.json.decode(rounds, type=list[msgspec.Raw])
    return msgspec.json.encode(MatchHistory(stored.game, 0, list(rows[since : since + ROUNDS])))
