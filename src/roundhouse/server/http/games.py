"""The games: what they are called, what can be set, their rules and their rulebooks."""

import re
from functools import cache
from typing import Any

import msgspec
from litestar import Request, Response, get

from ...core.game import Game
from ...core.registry import GAMES
from ...core.settings import describe
from ...protocol.api.platform import GameInfo, Leaderboard, Ports, RuleInfo, SettingInfo
from ...store.figures import awards
from ..errors import Refused
from ..matches.time_controls import clocks_of, unhurried
from .cached_responses import PLAIN, kept
from .dependencies import HttpContext, KeyPath

_RULE = re.compile(r"^- \*\*([A-Z]+-\d+)\*\* (.*(?:\n  .*)*)", re.MULTILINE)


def handlers(context: HttpContext) -> list[Any]:
    @get("/games", opt=PLAIN)
    async def games(request: Request[Any, Any, Any]) -> Response[list[GameInfo]]:
        return await kept(request, encoded_games(context.settings.pace_ms))

    @get("/ports")
    async def ports() -> Ports:
        """Where bots connect besides HTTP."""
        settings = context.settings
        return Ports(settings.json_port, settings.tcp_port, settings.classic_port)

    @get("/games/{key:str}/rules", opt=PLAIN)
    async def rules(request: Request[Any, Any, Any], key: KeyPath) -> Response[list[RuleInfo]]:
        """Every numbered rule."""
        return await kept(request, encoded_rules(game_of(key).key))

    @get("/games/{key:str}/rulebook", opt=PLAIN, media_type="text/markdown")
    async def rulebook(request: Request[Any, Any, Any], key: KeyPath) -> Response[str]:
        """The rules as one text, in Markdown."""
        return await kept(request, game_of(key).rulebook.encode(), media_type="text/markdown")

    @get("/games/{key:str}/leaderboards/{figure:str}")
    async def leaderboard(key: KeyPath, figure: KeyPath) -> Leaderboard:
        """The first hundred players by a figure of the game over all their matches, guests left out."""
        if figure not in game_of(key).leaderboards:
            known = ", ".join(game_of(key).leaderboards) or "none"
            raise Refused("no_figure", f"There is no leaderboard {figure!r}; there are {known}.", status=404)
        leaders = await context.read(lambda connection: awards.leaders(connection, key, figure))
        return Leaderboard(key, figure, leaders)

    return [games, ports, rules, rulebook, leaderboard]


def game_of(key: str) -> Game:
    if key not in GAMES:
        raise Refused("no_game", f"There is no game {key!r}; there are {', '.join(GAMES)}.", status=404)
    return GAMES[key]


@cache
def encoded_games(pace_ms: int) -> bytes:
    return msgspec.json.encode([game_info(game, pace_ms) for game in GAMES.values()])


@cache
def encoded_rules(key: str) -> bytes:
    found = _RULE.findall(GAMES[key].rulebook)
    return msgspec.json.encode([RuleInfo(rule, " ".join(text.split())) for rule, text in found])


def game_info(game: Game, pace_ms: int) -> GameInfo:
    return GameInfo(
        key=game.key,
        name=game.name,
        sentence=game.sentence,
        rules_version=game.version,
        rules_prefix=game.rules_prefix,
        seat_counts=list(game.seat_counts),
        presets=list(game.presets),
        settings=[SettingInfo(**row) for row in describe(game.settings)],
        bots=list(game.bots),
        clocks=clocks_of(game, pace_ms),
        unhurried=unhurried(game, pace_ms),
        secrets=game.secrets,
        choices=list(game.choices),
        spare_seats=game.spare_seats,
        map_setting=game.maps.setting if game.maps else "",
        figures=list(game.figures),
        achievements=list(game.achievements),
        editions={name: dict(values) for name, values in game.presets.items()},
        awards=list(game.awards),
        leaderboards=list(game.leaderboards),
    )
