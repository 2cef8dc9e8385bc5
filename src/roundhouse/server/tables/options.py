"""The options of a match as a host gives them, and what follows from them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from ...core.entries import LEAVE, ORDER, VOID
from ...core.game import Game
from ...core.registry import GAMES
from ...core.settings import SetupError
from ...match.table import Sitter, why_unrated
from ...protocol.api.platform import TableOptions
from ...store.players import Player
from ..errors import Refused

MARKS = "marks"  # the setting by which the world of a prepared table is altered


def prepares(game: Game) -> bool:
    """Whether the world of a match can be drawn before it begins."""
    return MARKS in game.settings.__struct_fields__


def announced(game: Game, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings as players may know them before the end; marks would reveal what nobody has seen."""
    return dict(game.announced(settings)) | ({MARKS: []} if settings.get(MARKS) else {})


def game_of(key: str) -> Game:
    if key not in GAMES:
        raise Refused("no_such_game", f"There is no game {key!r}; there are {', '.join(GAMES)}.", field="game")
    return GAMES[key]


def settings_of(game: Game, options: TableOptions, seats: int) -> dict[str, Any]:
    """The settings of the host, completed for the number of players where the game needs it."""
    chosen = dict(options.settings)
    if "players" in game.settings.__struct_fields__:
        chosen["players"] = seats
    return (
        chosen
        if game.settings_for_seats is None
        else dict(game.settings_for_seats(options.preset or None, chosen, seats))
    )


def unrated(options: TableOptions, sitters: Sequence[Sitter], *, fork: bool = False) -> str:
    """Why a match with these options would not count, or ""."""
    game = game_of(options.game)
    return why_unrated(
        sitters,
        settings=bool(options.settings),
        seed=options.seed is not None,
        seats=options.seats not in (0, game.rated_seats),
        fork=fork,
    )


def sitter_of(player: Player | Sitter, rating: float | None = None) -> Sitter:
    return Sitter(
        id=player.id,
        name=player.name,
        kind=player.kind,
        guest=player.guest,
        builtin=player.builtin,
        owner_id=player.owner_id,
        rating=rating if rating is not None or isinstance(player, Player) else player.rating,
        choice="" if isinstance(player, Player) else player.choice,
        assist="" if isinstance(player, Player) else player.assist,
        tries=0 if isinstance(player, Player) else player.tries,
    )


def assisted(sitter: Sitter, client: object) -> Sitter:
    """The sitter with the assist level that an agent's connection asks for."""
    level, tries = getattr(client, "assist", ""), getattr(client, "tries", 0)
    return msgspec.structs.replace(sitter, assist=level, tries=tries) if level or tries else sitter


def checked_assist(player: Player) -> None:
    """Raises Refused for players who are not agents: only agents have an assist level."""
    if player.kind != "agent":
        sentence = f"Only agents have an assist level, and {player.name} is a {player.kind}; use an agent's account."
        raise Refused("not_an_agent", sentence, field="assist", status=403)


def checked_choice(game: Game, choice: str) -> str:
    """The choice, which is "" or one of the game's. Raises Refused."""
    if choice and choice not in game.choices:
        known = f"there are {', '.join(game.choices)}" if game.choices else f"{game.name} has nothing to choose"
        raise Refused("bad_settings", f"{choice!r} is not allowed; {known}.", field="choice")
    return choice


def refusal(error: SetupError) -> Refused:
    return Refused(error.code, error.sentence, field=error.field, rule=error.rule)


def widths(game: Game) -> Callable[[int], int]:
    """How many numbers an entry of a kind has."""
    return lambda kind: game.width if kind in (ORDER, VOID) else 1 if kind == LEAVE else 0
