"""What each tool of an agent does, independent of the MCP protocol. All arguments and results are plain values."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from ..core.assist import GIVES, LEVELS, gives
from ..core.game import Verdict
from ..core.registry import GAMES
from ..core.rules import below, draw, stream
from ..core.settings import describe
from ..match.seat_account import is_unreadable
from ..sdk.bot_loader import load
from ..sdk.players.player import CrashError
from . import rulebooks
from .action_reader import read
from .agent_seat import SLICE_S, AgentRefusal, AgentSeat
from .examples import schemas
from .game_text import text_of, would_be
from .match_source import MatchRequest, MatchSource, checked

ORDERS_MAX = 100  # in one answer
LISTED_MAX = 20_000  # orders that are counted at most; there may be more
CHAIRS_MAX = 500
ACT_WAITS_S = 1.0  # how long an accepted answer waits for the next turn
IDLE_S = 1800.0  # a seat without a call for so long is given up

Told = dict[str, Any]


class Tools:
    """One per server. Seats are found by their tokens, so nothing depends on a connection."""

    def __init__(self, source: MatchSource) -> None:
        self.source = source
        self._agent_seats: dict[str, AgentSeat] = {}
        self._thinking = asyncio.Semaphore(2)

    # Finding seats

    def agent_seat(self, token: str, owner: int) -> AgentSeat:
        """The seat of a token, if this account may use it. Raises AgentRefusal."""
        agent_seat = self._agent_seats.get(token) if len(token) <= 100 else None
        if agent_seat is None or agent_seat.owner != owner:
            raise AgentRefusal(
                "no_seat", "There is no such seat of yours; sit_down gives one, or one back.", field="seat"
            )
        agent_seat.calls += 1
        agent_seat.used = time.monotonic()
        return agent_seat

    def _clear_up(self) -> None:
        """Drop seats that have not been used for long."""
        now = time.monotonic()
        for token, agent_seat in list(self._agent_seats.items()):
            if now - agent_seat.used > IDLE_S:
                del self._agent_seats[token]
                agent_seat.leave()
        if len(self._agent_seats) >= CHAIRS_MAX:
            raise AgentRefusal("too_many", "Too many seats are taken here; come later.")

    async def close(self) -> None:
        for agent_seat in self._agent_seats.values():
            agent_seat.leave()
        self._agent_seats.clear()
        await self.source.close()

    # Before a match

    def list_games(self) -> Told:
        games = [
            {
                "game": game.key,
                "name": game.name,
                "sentence": game.sentence,
                "seats": game.seats_in_words,
                "presets": list(game.presets),
                "bots": list(game.bots),
                "choices": list(game.choices),
                "hidden_information": game.secrets,
                "ends_turn_with": text_of(game).ENDS,
            }
            for game in GAMES.values()
        ]
        return {"games": games, "assist_levels": GIVES, "sit_down": self.source.sits}

    def rules(self, game: str, section: str, rule: str, search: str, page: int) -> Told:
        known = MatchRequest(game=game).of_game()
        if rule:
            text = rulebooks.rules(known).get(rule.strip().upper())
            if text is None:
                raise AgentRefusal("no_rule", f"{known.name} has no rule {rule[:20]!r}.", field="rule")
            return {"rule": rule.strip().upper(), "sentence": text}
        if search:
            return {"search": search, "found": rulebooks.search(known, search)}
        if section:
            found = rulebooks.section(known, section, page)
            if found is None:
                titles = ", ".join(one.title for one in rulebooks.sections(known))
                raise AgentRefusal(
                    "no_section", f"There is no section {section[:40]!r}; there are {titles}.", field="section"
                )
            return found
        if page:
            return rulebooks.paged(known.rulebook, page)
        return rulebooks.contents(known) | {"settings": describe(known.settings)}

    async def sit_down(self, request: MatchRequest, owner: int) -> Told:
        self._clear_up()
        agent_seat = await self.source.sit(checked(request), owner)
        agent_seat.used, agent_seat.calls = time.monotonic(), 1
        self._agent_seats[agent_seat.token] = agent_seat
        await agent_seat.until(
            lambda: agent_seat.state != "waiting" and (agent_seat.open or agent_seat.state != "playing")
        )
        told = {
            "seat": agent_seat.token,
            "assist": agent_seat.assist,
            "gives": GIVES.get(agent_seat.assist, ""),
            **agent_seat.brief(),
        }
        if agent_seat.setup is not None:
            told |= {
                "match": agent_seat.match,
                "game": agent_seat.game.key,
                "seat_number": agent_seat.seat,
                "tries": agent_seat.tries,
            }
            told["seats"] = msgspec.to_builtins(agent_seat.setup.seats)
            told["settings"] = agent_seat.setup.settings
        return told

    # During a match

    async def view(self, agent_seat: AgentSeat, since: int | None, data: bool) -> Told:
        setup, view = agent_seat.playing()
        game_text = text_of(agent_seat.game)
        board = await self._aside(lambda: game_text.board(view, setup))
        told = agent_seat.brief() | ({"legend": game_text.LEGEND} if since is None else {}) | {"board": board}
        more = agent_seat.shown(since)
        more["events"] = [line for event in more["events"] if (line := game_text.happened(event, view))]
        if not data:
            more = {key: value for key, value in more.items() if key not in ("data", "changed")}
        return told | more

    def schema(self, agent_seat: AgentSeat) -> Told:
        agent_seat.need("schema", "schema")
        game_text = text_of(agent_seat.game)
        told: Told = {
            "game": agent_seat.game.key,
            "actions": schemas(agent_seat.game.key),
            "short_forms": game_text.FORMS,
        }
        if game_text.ENDS:
            told["ends_turn_with"] = game_text.ENDS
        return told

    async def legal_orders(self, agent_seat: AgentSeat, offset: int, limit: int, sample: int, unit: str) -> Told:
        agent_seat.need("legal", "legal_orders")
        told: Told = await self._aside(lambda: self._listed(agent_seat, offset, limit, sample, unit))
        return told | agent_seat.brief()

    def _listed(self, agent_seat: AgentSeat, offset: int, limit: int, sample: int, unit: str) -> Told:
        setup, view = agent_seat.playing()
        game_text = text_of(agent_seat.game)
        found = game_text.orders(view, setup, agent_seat.seat) if agent_seat.open else iter(())
        if unit:
            found = (order for order in found if game_text.write(order, view).split()[0] == unit.strip())
        limit = min(max(1, limit), ORDERS_MAX)
        if sample:
            listed = list(islice(found, LISTED_MAX))
            picked = _drawn(listed, min(sample, ORDERS_MAX), stream(agent_seat.step, agent_seat.calls))
            more: Told = {"total": len(listed)}
        else:
            offset = min(max(0, offset), LISTED_MAX)
            picked = list(islice(found, offset, offset + limit + 1))
            more = {"offset": offset, "next": offset + limit} if len(picked) > limit else {"offset": offset}
            picked = picked[:limit]
        return {"orders": [game_text.write(order, view) for order in picked], **more}

    async def check(self, agent_seat: AgentSeat, orders: Any) -> Told:
        agent_seat.need("legal", "check")
        told: Told = await self._aside(lambda: self._checked(agent_seat, orders))
        return told

    def _checked(self, agent_seat: AgentSeat, orders: Any) -> Told:
        setup, view = agent_seat.playing()
        said = read(agent_seat.game, orders, view)
        if said.problem is not None:
            return {"fine": False, "verdicts": [self._told(agent_seat, None, said.problem)]}
        verdicts = [would_be(agent_seat.game, view, setup, agent_seat.seat, action) for action in said.actions]
        told = [self._told(agent_seat, action, one) for action, one in zip(said.actions, verdicts, strict=True)]
        fine = all(one.verdict == "accepted" for one in verdicts)
        note = "Each order is looked at by itself, as far as this seat can know."
        return {"fine": fine, "verdicts": told, "note": note}

    async def hint(self, agent_seat: AgentSeat, orders: Any) -> Told:
        agent_seat.need("hints", "hint")
        _, view = agent_seat.playing()
        told: Told = {}
        if orders not in (None, "", []):
            said = read(agent_seat.game, orders, view)
            if said.problem is not None:
                raise AgentRefusal(said.problem.code, said.problem.sentence, field=said.problem.field)
            told["forecasts"] = await self._aside(lambda: self._forecasts(agent_seat, said.actions))
        elif agent_seat.open:
            told["suggestion"] = await self._aside(lambda: self._advice(agent_seat))
            told["by"] = text_of(agent_seat.game).BOT
        return told | agent_seat.brief()

    def _forecasts(self, agent_seat: AgentSeat, actions: list[Any]) -> list[Told]:
        setup, view = agent_seat.playing()
        forecast = agent_seat.game.forecast
        if forecast is None:
            raise AgentRefusal(
                "no_forecast", f"{agent_seat.game.name} has no forecasts; without orders a bot gives advice."
            )
        made = []
        for action in actions[:20]:
            ahead = msgspec.to_builtins(forecast(view, setup, agent_seat.seat, action))
            made.append({"order": text_of(agent_seat.game).write(action, view), "forecast": ahead})
        return made

    def _advice(self, agent_seat: AgentSeat) -> list[str]:
        """What a built-in bot would do now, started without knowledge of earlier turns."""
        _, view = agent_seat.playing()
        game_text = text_of(agent_seat.game)
        player = load(game_text.BOT, agent_seat.game).make(0)
        start, turn = agent_seat.turn()
        try:
            player.start(start)
            actions = player.ask(replace(turn, events=[]), None)
        except CrashError:
            return []
        finally:
            player.stop()
        return [game_text.write(action, view) for action in actions]

    async def _aside(self, work: Callable[[], Any]) -> Any:
        """Run slow work on a thread; only a few at a time."""
        try:
            async with asyncio.timeout(SLICE_S):
                async with self._thinking:
                    return await asyncio.to_thread(work)
        except TimeoutError:
            raise AgentRefusal("busy", "That takes too long just now; try again or decide without it.") from None

    async def act(self, agent_seat: AgentSeat, orders: Any, log: str, usage: dict[str, Any] | None) -> Told:
        self._count(agent_seat, usage)
        view = agent_seat.view
        said, verdicts = await agent_seat.act(orders, log)
        told = [
            self._told(agent_seat, action, one, view)
            for action, one in zip(_padded(said.actions, verdicts), verdicts, strict=True)
        ]
        accepted = all(one.verdict == "accepted" for one in verdicts)
        if accepted:
            await agent_seat.until(lambda: agent_seat.open or agent_seat.state != "playing", ACT_WAITS_S)
        answer = {"accepted": accepted, "verdicts": told, **agent_seat.brief()}
        ends = text_of(agent_seat.game).ENDS
        if agent_seat.open and ends and accepted:
            answer["note"] = f"Your turn goes on until you order {ends}."
        return answer

    def _count(self, agent_seat: AgentSeat, usage: dict[str, Any] | None) -> None:
        """Store what the client says it has used so far in this match."""
        if usage is None:
            return
        given = []
        for name, before in zip(("input_tokens", "output_tokens"), agent_seat.tokens, strict=True):
            number = usage.get(name, before)
            if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 1 << 53:
                raise AgentRefusal(
                    "bad_usage", f"{name} is a whole number, counted from the start of the match.", field="usage"
                )
            given.append(max(number, before))
        agent_seat.tokens = (given[0], given[1])

    def _told(self, agent_seat: AgentSeat, action: Any, verdict: Verdict, view: Any = None) -> Told:
        """A verdict with the rule it comes from, and what would be accepted instead."""
        told: Told = msgspec.to_builtins(verdict)
        if action is not None:
            told = {"order": text_of(agent_seat.game).write(action, view or agent_seat.view), **told}
        if isinstance(told.get("answer"), dict):
            told["answer"].pop("cells", None)  # it may be a page long, and the next view has all of it
        if verdict.verdict == "accepted":
            return told
        if verdict.rule:
            told["rule_text"] = rulebooks.rules(agent_seat.game).get(verdict.rule, "")
        if is_unreadable(verdict) and gives(agent_seat.assist, "schema"):
            told["short_forms"] = text_of(agent_seat.game).FORMS
        if (legal := self._instead(agent_seat)) is not None:
            told["legal"] = legal
        return told

    def _instead(self, agent_seat: AgentSeat) -> str | None:
        """The simplest legal order, which anybody who has read the rules knows; from the level `legal` on a better
        one."""
        if not agent_seat.open or agent_seat.setup is None:
            return None
        game_text = text_of(agent_seat.game)
        found = list(islice(game_text.orders(agent_seat.view, agent_seat.setup, agent_seat.seat), 2))
        if not found:
            return None
        return game_text.write(found[-1 if agent_seat.assist in LEVELS[2:] else 0], agent_seat.view)

    async def wait(self, agent_seat: AgentSeat, seconds: float) -> Told:
        await agent_seat.until(lambda: agent_seat.open or agent_seat.state in ("over", "closed"), seconds)
        told = agent_seat.brief()
        if told["state"] in ("others_turn", "waiting_for_opponents"):
            told["note"] = "Not yet; call wait again."
        elif told["state"] == "closed":
            told["note"] = "This seat is gone, see trouble. Do not wait; if the match still runs, sit_down with match."
        return told

    async def resign(self, agent_seat: AgentSeat) -> Told:
        agent_seat.resign()
        await agent_seat.until(lambda: agent_seat.state != "playing")
        return agent_seat.brief()

    async def result(self, agent_seat: AgentSeat) -> Told:
        account = await self.source.account(agent_seat)
        told = agent_seat.brief() | {
            "match": agent_seat.match,
            "seat_number": agent_seat.seat,
            "assist": agent_seat.assist,
        }
        told |= {"account": msgspec.to_builtins(account)} if account is not None else {}
        if agent_seat.state == "over":
            told |= {key: agent_seat.over[key] for key in ("ratings", "figures") if agent_seat.over.get(key)}
        return told


async def answered(work: Callable[[], Awaitable[Told] | Told]) -> Told:
    """A tool's answer; a refusal is returned as an answer, too."""
    try:
        told = work()
        made: Told = msgspec.to_builtins(await told if isinstance(told, Awaitable) else told)
        return made
    except AgentRefusal as refusal:
        return {"refused": refusal.told}


def _padded(actions: list[Any], verdicts: list[Verdict]) -> list[Any]:
    return [*actions, *[None] * len(verdicts)][: len(verdicts)]


def _drawn(orders: list[Any], count: int, key: int) -> list[Any]:
    """A sample of them, different with every call."""
    left = list(orders)
    picked = []
    for n in range(min(count, len(left))):
        at = n + below(draw(key, n), len(left) - n)
        left[n], left[at] = left[at], left[n]
        picked.append(left[n])
    return picked
