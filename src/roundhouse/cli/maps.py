"""`roundhouse map`: check a map that somebody made, install it on a server, and list what is there."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .ladder import Data, DatabaseUrl, Json, opened
from .output import FINE, NOT_PROVEN, Problem, game_named, leave, note, print_json, telling

if TYPE_CHECKING:
    from ..core.maps import MapCheck

TEXT_MAX = 200_000  # characters

app = typer.Typer(help="Maps that people make.", no_args_is_help=True)

MapFile = Annotated[Path, typer.Argument(metavar="FILE", help="The text of a map.")]
MapKey = Annotated[str, typer.Argument(metavar="KEY", help="The key of an installed map.")]
GameOption = Annotated[str, typer.Option("--game", metavar="GAME", help="The game it is for.")]


FittingGame = Annotated[str, typer.Option("--game", metavar="GAME", help="The game it is for; else as it looks.")]


@app.command(epilog="Exit status: 0 it can be played, 5 it cannot, 2 the request makes no sense.")
def check(file: MapFile, game: FittingGame = "", json: Json = False) -> None:
    """Say everything that is wrong with a map; nothing means that it can be played."""
    with telling(json):
        text, asked = _read(file), game
        game = game or game_for(text)
        found = _examined(game, text)
        if json:
            print_json({"fine": not found.problems, "check": found})
        elif not found.problems:
            sys.stdout.write(f"{found.key}: {found.name}, up to {found.seats} seats; it can be played.\n")
        elif not asked and "json" in _parts(text):  # as the maps of several games are
            note(f"By the rules of {game_named(game).name}:")
        _tell_problems(found, json)
        leave(NOT_PROVEN if found.problems else FINE)


@app.command(epilog="Exit status: 0 installed, 5 it cannot be played, 2 the request makes no sense.")
def install(
    file: MapFile,
    game: FittingGame = "",
    data: Data = Path("data"),
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Install a map on a server, which may be running; an older one with its key is replaced."""
    with telling(json):
        text = _read(file)
        game = game or game_for(text)
        found = _examined(game, text)
        if found.problems:
            if json:
                print_json({"fine": False, "check": found})
            _tell_problems(found, json)
            leave(NOT_PROVEN)
        if found.key in game_named(game).maps.shipped:
            raise Problem("map_exists", f"{found.key} ships with the game; choose another key.")
        with opened(data, database) as (store, _):
            _install(store, game, text, found)
        if json:
            print_json({"installed": found.key, "game": game})
        else:
            sys.stdout.write(f"{found.key} is installed: {found.name}, up to {found.seats} seats\n")


@app.command()
def remove(
    key: MapKey, game: GameOption = "rally", data: Data = Path("data"), database: DatabaseUrl = None, json: Json = False
) -> None:
    """Remove an installed map; tables and matches that have it keep it."""
    from .accounts import noted

    with telling(json), opened(data, database) as (store, _):
        from ..store import maps

        game_named(game)
        if not store.submit(lambda connection: maps.remove(connection, game, key)).result():
            raise Problem("no_map", f"there is no installed map {key!r}.")
        noted(store, "map_removed", key, game=game)
        if json:
            print_json({"removed": key, "game": game})
        else:
            sys.stdout.write(f"{key} is gone\n")


@app.command("list")
def list_(
    game: GameOption = "rally", data: Data = Path("data"), database: DatabaseUrl = None, json: Json = False
) -> None:
    """List the maps of a game: those that ship with it, then those that are installed on a server."""
    with telling(json):
        rows = _rows(game, data, database)
        if json:
            print_json({"maps": rows})
            return
        for row in rows:
            where = "ships with the game" if row["shipped"] else f"installed by {row['author'] or 'the command line'}"
            sys.stdout.write(f"{row['key']}  {row['name']}  up to {row['seats']} seats, {where}\n")


def _rows(game: str, data: Path, database: str | None) -> list[dict[str, Any]]:
    known = game_named(game)
    rows: list[dict[str, Any]] = []
    for text in known.maps.shipped.values() if known.maps else ():
        found = known.maps.check(text)
        rows.append({"key": found.key, "name": found.name, "seats": found.seats, "shipped": True, "author": ""})
    if database is None and not data.exists():
        return rows  # nobody has run a server here, and there is nothing wrong with that
    from ..store import maps

    with opened(data, database) as (store, _), store.engine.connect() as connection:
        for one in maps.installed(connection, game):
            rows.append({"key": one.key, "name": one.name, "seats": one.seats, "shipped": False, "author": one.author})
    return rows


def _read(file: Path) -> str:
    content = file.read_bytes()
    if len(content) > TEXT_MAX:
        raise Problem("too_large", f"{file} is too large for a map; {TEXT_MAX:,} bytes are allowed.")
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise Problem("bad_map", f"{file} is no text.") from None


def game_for(text: str) -> str:
    """The game that a map is for: the one that takes it, or whose own maps have most in common with it."""
    from ..core.registry import GAMES

    own = {key: _parts(next(iter(game.maps.shipped.values()))) for key, game in GAMES.items() if game.maps}
    alike = {key: len(_parts(text) & parts) for key, parts in own.items()}
    taken = [key for key in own if alike[key] and not _examined(key, text).problems]
    best = [key for key in own if alike[key] == max(alike.values()) > 0]
    for found in (taken, best):
        if len(found) == 1:
            return found[0]
    raise Problem("no_game", f"say with --game which game the map is for: {', '.join(own)}.", field="--game")


def _parts(text: str) -> set[str]:
    """What a map consists of, by the names at its outermost level."""
    import msgspec

    try:
        made = msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError):
        return {"text", *(line.partition(":")[0] for line in text.splitlines() if ":" in line)}
    return {"json", *made} if isinstance(made, dict) else {"json"}


def _examined(game: str, text: str) -> "MapCheck":
    from ..match.map_check import examine

    return examine(game_named(game), text)


def _tell_problems(found: "MapCheck", json: bool) -> None:
    from ..match.map_check import place_of

    if not json:
        for problem in found.problems:
            note(place_of(problem) + (f" ({problem.rule})" if problem.rule else ""))


def _install(store: Any, game: str, text: str, found: "MapCheck") -> None:
    from ..server.timers import wall_ms
    from ..store import maps
    from .accounts import noted

    try:
        store.submit(
            lambda connection: maps.install(connection, game, text, found, author_id=None, now_ms=wall_ms())
        ).result()
    except maps.FullError:
        raise Problem("too_many_maps", f"{game} has {maps.MAPS_MAX} installed maps; remove one first.") from None
    noted(store, "map_installed", found.key, game=game)
