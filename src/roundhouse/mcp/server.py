"""The MCP server: a fixed list of twelve tools, rules and records as resources, and a prompt.

Every tool that is about a seat takes its token as an argument, so nothing depends on a transport's session.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp_types import ToolAnnotations
from pydantic import Field

from .. import __version__
from ..core.assist import Assist
from ..core.registry import GAMES
from ..match.export import ndjson
from .agent_seat import AgentRefusal
from .guide import GUIDE, INSTRUCTIONS, PROMPT
from .match_source import MatchRequest, MatchSource
from .tools import Told, Tools, answered

OwnerOf = Callable[[Any], Awaitable[int]]  # the id of the account a call comes from; raises AgentRefusal

READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
PLAYS = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
ENDS = ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False)

Key = Annotated[str, Field(max_length=100)]
Seat = Annotated[str, Field(description="The seat token that sit_down gave you.", max_length=200)]
Orders = Annotated[
    str | list[Any] | dict[str, Any],
    Field(description='One order or several: JSON objects, a list of them, or short text such as "send 1 0 20 0 0".'),
]


async def nobody(context: Any) -> int:
    """Over standard input and output there is one user, who needs no account."""
    return 0


def build(source: MatchSource, owner_of: OwnerOf = nobody) -> tuple[MCPServer[Any], Tools]:
    """The server and its tools; the caller closes the tools at the end."""
    tools = Tools(source)
    server: MCPServer[Any] = MCPServer(
        "roundhouse", title="Roundhouse", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING"
    )
    add_reading(server, tools)
    add_playing(server, tools, owner_of)
    add_resources(server, tools, owner_of)
    return server, tools


def add_reading(server: MCPServer[Any], tools: Tools) -> None:
    """Tools that need no seat."""

    @server.tool(annotations=READS)
    async def list_games() -> dict[str, Any]:
        """The games with their presets, built-in bots and numbers of seats, and the assist levels."""
        return await answered(tools.list_games)

    @server.tool(annotations=READS)
    async def rules(
        game: Key,
        section: Annotated[str, Field(description="Only the section with this title, or a part of it.")] = "",
        rule: Annotated[str, Field(description="Only the rule with this id, such as GOO-034.")] = "",
        search: Annotated[str, Field(description="The rules in which all these words occur.")] = "",
        page: Annotated[int, Field(description="The whole rulebook, page by page from 1.")] = 0,
    ) -> dict[str, Any]:
        """The rulebook of a game: without more its introduction, contents and settings."""
        return await answered(lambda: tools.rules(game, section[:200], rule[:40], search[:200], page))


def add_playing(server: MCPServer[Any], tools: Tools, owner_of: OwnerOf) -> None:
    """Tools of a seat."""

    async def seated(context: Any, token: str, work: Callable[[Any], Awaitable[Told] | Told]) -> Told:
        async def find() -> Told:
            agent_seat = tools.agent_seat(token, await owner_of(context))
            told = work(agent_seat)
            return await told if isinstance(told, Awaitable) else told

        return await answered(find)

    @server.tool(annotations=PLAYS)
    async def sit_down(
        context: Context[Any],
        game: Annotated[str, Field(description="For a new match, or for the ladder.", max_length=40)] = "",
        opponents: Annotated[
            list[str] | None, Field(description="Bots for the other seats of a new match, by their names.")
        ] = None,
        assist: Annotated[Assist, Field(description="How much the tools may tell you; see list_games.")] = "rules",
        preset: Annotated[str, Field(max_length=40)] = "",
        settings: Annotated[dict[str, Any] | None, Field(description="Settings of the game; see rules.")] = None,
        seat: Annotated[int, Field(description="Which seat of a new match is yours, from 1.")] = 1,
        seed: Annotated[int | None, Field(description="Makes a new match repeatable.")] = None,
        choice: Annotated[str, Field(description="What you play with, in games with choices.", max_length=40)] = "",
        name: Annotated[str, Field(description="What you are called in a match without a server.", max_length=32)] = "",
        tries: Annotated[int, Field(description="Useless answers that a turn takes; 0 is the usual number.")] = 0,
        clock: Annotated[str, Field(description="On a server: bot, blitz, brisk, calm or day.", max_length=10)] = "",
        match: Annotated[str, Field(description="On a server: come back to this running match.", max_length=40)] = "",
        table: Annotated[str, Field(description="On a server: take a seat at this table.", max_length=40)] = "",
        ladder: Annotated[bool, Field(description="On a server: a rated match against whoever waits.")] = False,
    ) -> dict[str, Any]:
        """Begin a new match against bots, or take a seat of a server's match, table or ladder; gives a seat token."""

        async def sit() -> Told:
            request = MatchRequest(
                game=game, preset=preset, settings=settings or {}, opponents=tuple(opponents or ()), seat=seat,
                seed=seed, choice=choice, name=name, assist=assist, tries=tries, clock=clock, match=match, table=table,
                ladder=ladder,
            )  # fmt: skip
            return await tools.sit_down(request, await owner_of(context))

        return await answered(sit)

    @server.tool(annotations=READS)
    async def view(
        context: Context[Any],
        seat: Seat,
        since: Annotated[int | None, Field(description="What has happened since the view of this step.")] = None,
        data: Annotated[bool, Field(description="Also as JSON: the whole view, or what has changed in it.")] = False,
    ) -> dict[str, Any]:
        """What your seat may know now: the board as short text, and what has happened since your last turn."""
        return await seated(context, seat, lambda chair: tools.view(chair, since, data))

    @server.tool(annotations=READS)
    async def schema(context: Context[Any], seat: Seat) -> dict[str, Any]:
        """The form of every action with an example. From the assist level `schema` on."""
        return await seated(context, seat, tools.schema)

    @server.tool(annotations=READS)
    async def legal_orders(
        context: Context[Any],
        seat: Seat,
        offset: Annotated[int, Field(description="Begin with this one of the list.")] = 0,
        limit: Annotated[int, Field(description="So many at most, up to 100.")] = 40,
        sample: Annotated[int, Field(description="Instead of a part of the list: so many drawn from all of it.")] = 0,
        unit: Annotated[str, Field(description="Only orders of this unit or robot.", max_length=60)] = "",
    ) -> dict[str, Any]:
        """Orders that would be accepted now, as far as your seat can know. From the assist level `legal` on."""
        return await seated(context, seat, lambda chair: tools.legal_orders(chair, offset, limit, sample, unit))

    @server.tool(annotations=READS)
    async def check(context: Context[Any], seat: Seat, orders: Orders) -> dict[str, Any]:
        """Whether orders would be refused, and why; nothing is handed in. From the assist level `legal` on."""
        return await seated(context, seat, lambda chair: tools.check(chair, orders))

    @server.tool(annotations=READS)
    async def hint(
        context: Context[Any],
        seat: Seat,
        orders: Annotated[
            str | list[Any] | dict[str, Any] | None, Field(description="What would come of these? Without: advice.")
        ] = None,
    ) -> dict[str, Any]:
        """What would come of orders by the game's own rules; without orders a built-in bot's advice. Level `hints`."""
        return await seated(context, seat, lambda chair: tools.hint(chair, orders))

    @server.tool(annotations=PLAYS)
    async def act(
        context: Context[Any],
        seat: Seat,
        orders: Orders,
        log: Annotated[str, Field(description="Why, in a sentence: kept with the record, secret until the end.")] = "",
        usage: Annotated[
            dict[str, Any] | None,
            Field(description="input_tokens and output_tokens since the start of the match, if you know them."),
        ] = None,
    ) -> dict[str, Any]:
        """Hand in your orders for this turn. A refusal says why, and names a legal order."""
        return await seated(context, seat, lambda chair: tools.act(chair, orders, log, usage))

    @server.tool(annotations=READS)
    async def wait(
        context: Context[Any],
        seat: Seat,
        seconds: Annotated[float, Field(description="At most so long; it is never more than four.")] = 3.5,
    ) -> dict[str, Any]:
        """Wait for your turn. Answers within four seconds: your_turn, over, or not yet, then call it again."""
        return await seated(context, seat, lambda chair: tools.wait(chair, seconds))

    @server.tool(annotations=ENDS)
    async def resign(context: Context[Any], seat: Seat) -> dict[str, Any]:
        """Give up the match."""
        return await seated(context, seat, tools.resign)

    @server.tool(annotations=READS)
    async def result(context: Context[Any], seat: Seat) -> dict[str, Any]:
        """How the match ended, and the account of your seat: answers, refusals, missed turns, time."""
        return await seated(context, seat, tools.result)


def add_resources(server: MCPServer[Any], tools: Tools, owner_of: OwnerOf) -> None:
    @server.resource("roundhouse://guide", mime_type="text/markdown", title="How to play by tools")
    def guide() -> str:
        return GUIDE

    for game in GAMES.values():
        add_rulebook(server, game.key, game.name)

    @server.resource("roundhouse://match/{key}/record", mime_type="application/x-ndjson", title="Record of a match")
    async def record(key: str, context: Context[Any]) -> str:
        """The whole match, line by line, once it is over."""
        try:
            return "".join(line + "\n" for line in ndjson(await tools.source.record(key, await owner_of(context))))
        except AgentRefusal as refusal:
            kind = ResourceNotFoundError if refusal.told["code"] == "no_match" else ResourceError
            raise kind(refusal.told["sentence"]) from None

    first = next(iter(GAMES))

    @server.prompt(title="Play a match")
    def play_a_match(game: str = first, opponent: str = "", assist: str = "legal") -> str:
        """Play one match to its end."""
        bots = GAMES[game].bots if game in GAMES else ("random",)
        return PROMPT.format(game=game, opponent=opponent or next(iter(bots)), assist=assist)


def add_rulebook(server: MCPServer[Any], key: str, name: str) -> None:
    @server.resource(f"roundhouse://rules/{key}", mime_type="text/markdown", title=f"Rules of {name}", name=key)
    def rulebook() -> str:
        return GAMES[key].rulebook
