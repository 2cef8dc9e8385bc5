"""What each tool of an agent does, without the protocol it comes over. Everything goes in and out as plain values."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from ..core.assist import GIVES, LEVELS, gives
from ..core.game import Verdict
from ..core.rules import below, draw, stream
from ..core.settings import describe
from ..games import GAMES
from ..match.seat_account import is_unreadable
from ..sdk.bot_loader import load
from ..sdk.players.player import CrashError
from . import rulebooks
from .agent_seat import SLICE_S, Chair, Refusal
from .examples import schemas
from .match_source import House, Wish, checked
from .action_reader import read
from .game_text import SIGHTS, would_be

ORDERS_MAX = 100  # in one answer
LISTED_MAX = 20_000  # orders that are counted; there may be more
CHAIRS_MAX = 500
ACT_WAITS_S = 1.0  # so long an accepted answer waits for what comes next
IDLE_S = 1800.0  # a seat that nobody asked about for so long is given up

Told = dict[str, Any]


class Tools:
    """One per server. Seats are found by their tokens, so nothing hangs on a connection."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._chairs: dict[str, Chair] = {}
        self._thinking = asyncio.Semaphore(2)

    # Finding seats

    def chair(self, token: str, owner: int) -> Chair:
        """The seat of a token, for whoever may use it. Raises Refusal."""
        chair = self._chairs.get(token) if len(token) <= 100 else None
        if chair is None or chair.owner != owner:
            raise Refusal("no_seat", "There is no such seat of yours; sit_down gives one, or one back.", field="seat")
        chair.calls += 1
        chair.used = time.monotonic()
        return chair

    def _clear_up(self) -> None:
        """Forget seats that nobody uses any more."""
        now = time.monotonic()
        for token, chair in list(self._chairs.items()):
            if now - chair.used > IDLE_S:
                del self._chairs[token]
                chair.leave()
        if len(self._chairs) >= CHAIRS_MAX:
            raise Refusal("too_many", "Too many seats are taken here; come later.")

    async def close(self) -> None:
        for chair in self._chairs.values():
            chair.leave()
        self._chairs.clear()
        await self.house.close()

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
                "ends_turn_with": SIGHTS[game.key].ENDS,
            }
            for game in GAMES.values()
        ]
        return {"games": games, "assist_levels": GIVES, "sit_down": self.house.sits}

    def rules(self, game: str, section: str, rule: str, search: str, page: int) -> Told:
        known = Wish(game=game).of_game()
        if rule:
            text = rulebooks.rules(known).get(rule.strip().upper())
            if text is None:
                raise Refusal("no_rule", f"{known.name} has no rule {rule[:20]!r}.", field="rule")
            return {"rule": rule.strip().upper(), "sentence": text}
        if search:
            return {"search": search, "found": rulebooks.search(known, search)}
        if section:
            found = rulebooks.section(known, section, page)
            if found is None:
                titles = ", ".join(one.title for one in rulebooks.sections(known))
                raise Refusal(
                    "no_section", f"There is no section {section[:40]!r}; there are {titles}.", field="section"
                )
            return found
        if page:
            return rulebooks.paged(known.rulebook, page)
        return rulebooks.contents(known) | {"settings": describe(known.settings)}

    async def sit_down(self, wish: Wish, owner: int) -> Told:
        self._clear_up()
        chair = await self.house.sit(checked(wish), owner)
        chair.used, chair.calls = time.monotonic(), 1
        self._chairs[chair.token] = chair
        await chair.until(lambda: chair.state != "waiting" and (chair.open or chair.state != "playing"))
        told = {"seat": chair.token, "assist": chair.assist, "gives": GIVES.get(chair.assist, ""), **chair.brief()}
        if chair.setup is not None:
            told |= {"match": chair.match, "game": chair.game.key, "seat_number": chair.seat, "tries": chair.tries}
            told["seats"] = msgspec.to_builtins(chair.setup.seats)
            told["settings"] = chair.setup.settings
        return told

    # During a match

    async def view(self, chair: Chair, since: int | None, data: bool) -> Told:
        setup, view = chair.playing()
        sight = SIGHTS[chair.game.key]
        board = await self._aside(lambda: sight.board(view, setup))
        told = chair.brief() | ({"legend": sight.LEGEND} if since is None else {}) | {"board": board}
        more = chair.shown(since)
        more["events"] = [line for event in more["events"] if (line := sight.happened(event, view))]
        if not data:
            more = {key: value for key, value in more.items() if key not in ("data", "changed")}
        return told | more

    def schema(self, chair: Chair) -> Told:
        chair.need("schema", "schema")
        sight = SIGHTS[chair.game.key]
        told: Told = {"game": chair.game.key, "actions": schemas(chair.game.key), "short_forms": sight.FORMS}
        if sight.ENDS:
            told["ends_turn_with"] = sight.ENDS
        return told

    async def legal_orders(self, chair: Chair, offset: int, limit: int, sample: int, unit: str) -> Told:
        chair.need("legal", "legal_orders")
        told: Told = await self._aside(lambda: self._listed(chair, offset, limit, sample, unit))
        return told | chair.brief()

    def _listed(self, chair: Chair, offset: int, limit: int, sample: int, unit: str) -> Told:
        setup, view = chair.playing()
        sight = SIGHTS[chair.game.key]
        found = sight.orders(view, setup, chair.seat) if chair.open else iter(())
        if unit:
            found = (order for order in found if sight.write(order, view).split()[0] == unit.strip())
        limit = min(max(1, limit), ORDERS_MAX)
        if sample:
            listed = list(islice(found, LISTED_MAX))
            picked = _drawn(listed, min(sample, ORDERS_MAX), stream(chair.step, chair.calls))
            more: Told = {"total": len(listed)}
        else:
            offset = min(max(0, offset), LISTED_MAX)
            picked = list(islice(found, offset, offset + limit + 1))
            more = {"offset": offset, "next": offset + limit} if len(picked) > limit else {"offset": offset}
            picked = picked[:limit]
        return {"orders": [sight.write(order, view) for order in picked], **more}

    async def check(self, chair: Chair, orders: Any) -> Told:
        chair.need("legal", "check")
        told: Told = await self._aside(lambda: self._checked(chair, orders))
        return told

    def _checked(self, chair: Chair, orders: Any) -> Told:
        setup, view = chair.playing()
        said = read(chair.game, orders, view)
        if said.problem is not None:
            return {"fine": False, "verdicts": [self._told(chair, None, said.problem)]}
        verdicts = [would_be(chair.game, view, setup, chair.seat, action) for action in said.actions]
        told = [self._told(chair, action, one) for action, one in zip(said.actions, verdicts, strict=True)]
        fine = all(one.verdict == "accepted" for one in verdicts)
        note = "Each order is looked at by itself, as far as this seat can know."
        return {"fine": fine, "verdicts": told, "note": note}

    async def hint(self, chair: Chair, orders: Any) -> Told:
        chair.need("hints", "hint")
        _, view = chair.playing()
        told: Told = {}
        if orders not in (None, "", []):
            said = read(chair.game, orders, view)
            if said.problem is not None:
                raise Refusal(said.problem.code, said.problem.sentence, field=said.problem.field)
            told["forecasts"] = await self._aside(lambda: self._forecasts(chair, said.actions))
        elif chair.open:
            told["suggestion"] = await self._aside(lambda: self._advice(chair))
            told["by"] = SIGHTS[chair.game.key].BOT
        return told | chair.brief()

    def _forecasts(self, chair: Chair, actions: list[Any]) -> list[Told]:
        setup, view = chair.playing()
        forecast = chair.game.forecast
        if forecast is None:
            raise Refusal("no_forecast", f"{chair.game.name} has no forecasts; without orders a bot gives advice.")
        made = []
        for action in actions[:20]:
            ahead = msgspec.to_builtins(forecast(view, setup, chair.seat, action))
            made.append({"order": SIGHTS[chair.game.key].write(action, view), "forecast": ahead})
        return made

    def _advice(self, chair: Chair) -> list[str]:
        """What a built-in bot that has just come would do."""
        _, view = chair.playing()
        sight = SIGHTS[chair.game.key]
        player = load(sight.BOT, chair.game).make(0)
        start, turn = chair.turn()
        try:
            player.start(start)
            actions = player.ask(replace(turn, events=[]), None)
        except CrashError:
            return []
        finally:
            player.stop()
        return [sight.write(action, view) for action in actions]

    async def _aside(self, work: Callable[[], Any]) -> Any:
        """Something that takes a while, on a thread, and not too much of it at once."""
        try:
            async with asyncio.timeout(SLICE_S):
                async with self._thinking:
                    return await asyncio.to_thread(work)
        except TimeoutError:
            raise Refusal("busy", "That takes too long just now; try again or decide without it.") from None

    async def act(self, chair: Chair, orders: Any, log: str, usage: dict[str, Any] | None) -> Told:
        self._count(chair, usage)
        view = chair.view
        said, verdicts = await chair.act(orders, log)
        told = [
            self._told(chair, action, one, view)
            for action, one in zip(_padded(said.actions, verdicts), verdicts, strict=True)
        ]
        accepted = all(one.verdict == "accepted" for one in verdicts)
        if accepted:
            await chair.until(lambda: chair.open or chair.state != "playing", ACT_WAITS_S)
        answer = {"accepted": accepted, "verdicts": told, **chair.brief()}
        ends = SIGHTS[chair.game.key].ENDS
        if chair.open and ends and accepted:
            answer["note"] = f"Your turn goes on until you order {ends}."
        return answer

    def _count(self, chair: Chair, usage: dict[str, Any] | None) -> None:
        """What the client says it has used so far in this match."""
        if usage is None:
            return
        given = []
        for name, before in zip(("input_tokens", "output_tokens"), chair.tokens, strict=True):
            number = usage.get(name, before)
            if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 1 << 53:
                raise Refusal(
                    "bad_usage", f"{name} is a whole number, counted from the start of the match.", field="usage"
                )
            given.append(max(number, before))
        chair.tokens = (given[0], given[1])

    def _told(self, chair: Chair, action: Any, verdict: Verdict, view: Any = None) -> Told:
        """A verdict with the rule it comes from, and what would be accepted instead."""
        told: Told = msgspec.to_builtins(verdict)
        if action is not None:
            told = {"order": SIGHTS[chair.game.key].write(action, view or chair.view), **told}
        if isinstance(told.get("answer"), dict):
            told["answer"].pop("cells", None)  # a page of them, and the next view has them all
        if verdict.verdict == "accepted":
            return told
        if verdict.rule:
            told["rule_text"] = rulebooks.rules(chair.game).get(verdict.rule, "")
        if is_unreadable(verdict) and gives(chair.assist, "schema"):
            told["short_forms"] = SIGHTS[chair.game.key].FORMS
        if (legal := self._instead(chair)) is not None:
            told["legal"] = legal
        return told

    def _instead(self, chair: Chair) -> str | None:
        """The plainest legal order, which every reader of the rules knows; from the level `legal` on a better one."""
        if not chair.open or chair.setup is None:
            return None
        sight = SIGHTS[chair.game.key]
        found = list(islice(sight.orders(chair.view, chair.setup, chair.seat), 2))
        if not found:
            return None
        return sight.write(found[-1 if chair.assist in LEVELS[2:] else 0], chair.view)

    async def wait(self, chair: Chair, seconds: float) -> Told:
        await chair.until(lambda: chair.open or chair.state in ("over", "closed"), seconds)
        told = chair.brief()
        if told["state"] in ("others_turn", "waiting_for_opponents"):
            told["note"] = "Not yet; call wait again."
        elif told["state"] == "closed":
            told["note"] = "This seat is gone, see trouble. Do not wait; if the match still runs, sit_down with match."
        return told

    async def resign(self, chair: Chair) -> Told:
        chair.resign()
        await chair.until(lambda: chair.state != "playing")
        return chair.brief()

    async def result(self, chair: Chair) -> Told:
        account = await self.house.account(chair)
        told = chair.brief() | {"match": chair.match, "seat_number": chair.seat, "assist": chair.assist}
        told |= {"account": msgspec.to_builtins(account)} if account is not None else {}
        if chair.state == "over":
            told |= {key: chair.over[key] for key in ("ratings", "figures") if chair.over.get(key)}
        return told


async def answered(work: Callable[[], Awaitable[Told] | Told]) -> Told:
    """A tool's answer; a refusal is an answer, too."""
    try:
        told = work()
        made: Told = msgspec.to_builtins(await told if isinstance(told, Awaitable) else told)
        return made
    except Refusal as refusal:
        return {"refused": refusal.told}


def _padded(actions: list[Any], verdicts: list[Verdict]) -> list[Any]:
    return [*actions, *[None] * len(verdicts)][: len(verdicts)]


def _drawn(orders: list[Any], count: int, key: int) -> list[Any]:
    """Some of them, others with every call."""
    left = list(orders)
    picked = []
    for n in range(min(count, len(left))):
        at = n + below(draw(key, n), len(left) - n)
        left[n], left[at] = left[at], left[n]
        picked.append(left[n])
    return picked
