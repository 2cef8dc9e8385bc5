"""A player's page: ratings, opponents, bots and newest matches, and what was counted and unlocked."""

from collections.abc import Mapping
from typing import Annotated, Any

from litestar import get
from litestar.params import QueryParameter

from ...core.figures import Achievement, Sum, Tally
from ...core.game import Game
from ...core.registry import GAMES
from ...protocol.api.platform import Avatar, Cabinet, PlayerAchievement, PlayerFeats, PlayerFigure, PlayerPage
from ...store import figures, ladder, matches, players, webhooks
from ...store.figures import awards
from ..errors import Refused
from ..timers import wall_ms
from .dependencies import HttpContext, NamePath, Visitor, card
from .matches import infos, with_life

MATCHES = 20

Key = Annotated[str, QueryParameter(max_length=40)]


def handlers(context: HttpContext) -> list[Any]:
    def avatar_of(connection: Any, player_id: int) -> Avatar | None:
        found = (plugin.avatar(connection, player_id) for plugin in context.plugins.values())
        return next((avatar for avatar in found if avatar is not None), None)

    @get("/players/{name:str}")
    async def player(visitor: Visitor, name: NamePath) -> PlayerPage:
        known = await context.player(name)
        mine = visitor is not None and visitor.id in (known.id, known.owner_id)

        def page(connection: Any) -> PlayerPage:
            stored = matches.page(connection, player=known.id, limit=MATCHES, unlisted=mine)
            owner = None if known.owner_id is None else players.by_id(connection, known.owner_id)
            return PlayerPage(
                card=card(known),
                owner=owner.name if owner else "",
                language=known.language,
                created_ms=known.created_ms,
                ratings=ladder.player_ratings(
                    connection, known.id, now_ms=wall_ms(), placement=context.settings.placement_matches
                ),
                opponents=ladder.opponents(connection, known.id),
                matches=infos(connection, stored),
                bots=[card(bot) for bot in players.bots_of(connection, known.id)],
                failures=None if known.kind == "person" else ladder.failures(connection, known.id, now_ms=wall_ms()),
                rested=known.rested_ms is not None,
                avatar=avatar_of(connection, known.id),
                line_only=webhooks.line_only(connection, known),
            )

        return await with_life(context, await context.read(page))

    @get("/players/{name:str}/feats")
    async def player_feats(visitor: Visitor, name: NamePath) -> list[PlayerFeats]:
        """Figures and achievements, locked ones too, of every game that counts and of which a match was finished."""
        known = await context.player(name)
        mine = visitor is not None and visitor.id in (known.id, known.owner_id)

        def page(connection: Any) -> list[PlayerFeats]:
            found = figures.tallies(connection, player_ids=[known.id])
            named = {match for tally in found.values() for match in matches_of(tally)}
            keys = matches.keys_of(connection, named, unlisted=mine)
            return [feats_of(GAMES[game], found[known.id, game], keys) for game in GAMES if (known.id, game) in found]

        return await context.read(page)

    @get("/players/{name:str}/cabinet")
    async def cabinet(visitor: Visitor, name: NamePath, game: Key) -> Cabinet:
        """Everything that a player has won in matches of a game: every achievement and trophy with match and date."""
        known = await context.player(name)
        awarded = awards_in(game)
        mine = visitor is not None and visitor.id in (known.id, known.owner_id)
        found = await context.read(lambda c: awards.won(c, known.id, game, awarded, unlisted=mine))
        return Cabinet(known.name, game, found)

    return [player, player_feats, cabinet]


def awards_in(game: str) -> tuple[str, ...]:
    """What can be won in a game. Raises Refused."""
    if game not in GAMES or not GAMES[game].awards:
        raise Refused("no_awards", "There is nothing to win in this game.", field="game", status=404)
    return GAMES[game].awards


def matches_of(tally: Tally) -> set[int]:
    """The numbers of all matches that a tally speaks of."""
    return {one.match for one in tally.figures.values()} | {one.match for one in tally.unlocked.values()}


def feats_of(game: Game, tally: Tally, keys: Mapping[int, str]) -> PlayerFeats:
    """RAL-165 RAL-181"""
    return PlayerFeats(
        game=game.key,
        matches=tally.matches,
        figures=[figure_of(one.key, tally.figures.get(one.key), keys) for one in game.figures],
        achievements=[achievement_of(one, tally, keys) for one in game.achievements],
    )


def figure_of(key: str, known: Sum | None, keys: Mapping[int, str]) -> PlayerFigure:
    if known is None:
        return PlayerFigure(key, 0, 0, "")
    return PlayerFigure(key, known.total, known.best, keys.get(known.match, ""))


def achievement_of(one: Achievement, tally: Tally, keys: Mapping[int, str]) -> PlayerAchievement:
    progress = min(one.progress(tally.totals), one.least) if one.over == "matches" else 0
    opened = tally.unlocked.get(one.key)
    if opened is None:
        return PlayerAchievement(one.key, None, "", progress, one.least)
    return PlayerAchievement(one.key, opened.at_ms, keys.get(opened.match, ""), progress, one.least)
