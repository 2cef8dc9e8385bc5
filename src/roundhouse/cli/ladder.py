"""`roundhouse ladder`: show the ladders of a server, make them anew from the log of results, and write that log out."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .output import FINE, Problem, leave, print_json, telling

if TYPE_CHECKING:
    from rich.progress import Progress

    from ..server.settings import ServerSettings
    from ..store.database import Database
    from ..store.ladder import LadderReport

DIFFERED = 1
DIFFERING = (
    ("standings", "standing", "standings"),
    ("days", "day of history", "days of history"),
    ("seats", "seat of a match", "seats of matches"),
    ("elos", "Elo rating", "Elo ratings"),
)

app = typer.Typer(help="Ladders of a server; it may be running.", no_args_is_help=True)

Data = Annotated[Path, typer.Option(help="The folder of the server.")]
DatabaseUrl = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="PostgreSQL instead of a file in the data folder.")
]
Json = Annotated[bool, typer.Option("--json", help="One JSON document on standard output and nothing else.")]


@app.command()
def show(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Without it: which ladders there are.")] = "",
    preset: Annotated[str, typer.Option(help="Else the game's first one.")] = "",
    pool: Annotated[str, typer.Option(metavar="people|bots|agents|mixed", help="Who plays there.")] = "bots",
    offset: Annotated[int, typer.Option(min=0, help="Leave out so many of the best.")] = 0,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Show so many.")] = 20,
    data: Data = Path("data"),
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Show a ladder, or which ladders there are."""
    with telling(json), opened(data, database) as (store, settings):
        if game:
            _show_ladder(store, settings, (game, _preset(game, preset), _pool(pool)), offset, limit, json)
        else:
            _show_keys(store, json)


@app.command(epilog="Exit status: 0 everything was right already, 1 something differed, 2 the request makes no sense.")
def recompute(
    check: Annotated[bool, typer.Option("--check", help="Only say what differs; change nothing.")] = False,
    data: Data = Path("data"),
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Make all ratings anew from the log of results, and say what was different."""
    with telling(json), opened(data, database) as (store, settings):
        report = _recompute(store, settings, write=not check)
        if json:
            differing = {name: getattr(report, name) for name, *_ in DIFFERING}
            print_json({"results": report.results, "same": report.same, "differed": differing, "put_right": not check})
        else:
            sys.stdout.write(_told(report, check) + "\n")
        leave(FINE if report.same else DIFFERED)


@app.command()
def export(
    out: Annotated[Path | None, typer.Option(help="Where to; else standard output.")] = None,
    data: Data = Path("data"),
    database: DatabaseUrl = None,
    json: Annotated[bool, typer.Option("--json", help="Problems are told as JSON; the log is JSON anyway.")] = False,
) -> None:
    """Write the log of results for others to read: one JSON object per line, in the order they counted."""
    from ..store import ladder as ladders

    with telling(json), opened(data, database) as (store, _), store.engine.connect() as connection:
        lines = ladders.log_lines(connection)
        if out is None:
            sys.stdout.buffer.writelines(lines)
            sys.stdout.buffer.flush()
        else:
            with out.open("wb") as file:
                file.writelines(lines)


@contextmanager
def opened(data: Path, database: str | None) -> "Iterator[tuple[Database, ServerSettings]]":
    """The database of a server that has run before: there is nothing to see in a new one."""
    from .serve import need_server, store_problems, where_of

    need_server()
    from ..server.settings import load
    from ..store.database import Database

    where = where_of(data, database)
    if isinstance(where, Path) and not where.exists():
        raise Problem("database", f"there is no server's data in {data}: {where.name} is missing.")
    with store_problems():
        store = Database(where)
    try:
        with store_problems():
            yield store, load(data, {"database": database})
    finally:
        store.close()


def _recompute(store: "Database", settings: "ServerSettings", *, write: bool) -> "LadderReport":
    """Most of the work is reading, beside a server that may be running; only the end is a transaction."""
    from ..store import ladder as ladders
    from ..store.ladder import result_log

    folding = ladders.LadderRecompute(start_elo=settings.start_elo, elo_k=settings.elo_k)
    with store.engine.connect() as connection, progress_bar() as progress:
        task = progress.add_task("results", total=result_log.length(connection))
        folding.read(connection, lambda count: progress.advance(task, count))
    return store.submit(
        lambda connection: ladders.recompute(
            connection, start_elo=settings.start_elo, elo_k=settings.elo_k, folding=folding, write=write
        )
    ).result()


def progress_bar() -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, disable=not console.is_terminal, transient=True)


def _told(report: "LadderReport", check: bool) -> str:
    counted = count_of(report.results, "result", "results")
    if report.same:
        return f"{counted}: the standings were already right."
    parts = [count_of(getattr(report, key), *names) for key, *names in DIFFERING if getattr(report, key)]
    return f"{counted}: {', '.join(parts)} {'differ' if check else 'differed and were put right'}."


def count_of(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _preset(game: str, preset: str) -> str:
    from .output import game_named

    presets = list(game_named(game).presets)
    if preset and preset not in presets:
        raise Problem("no_such_preset", f"{game} has no preset {preset!r}; there are {', '.join(presets)}.")
    return preset or presets[0]


def _pool(pool: str) -> str:
    from typing import get_args

    from ..competition.ladder.standing import Pool

    if pool not in get_args(Pool):
        raise Problem("no_such_pool", f"there is no pool {pool!r}; there are {', '.join(get_args(Pool))}.")
    return pool


def _show_keys(store: "Database", json: bool) -> None:
    from ..store import ladder as ladders

    with store.engine.connect() as connection:
        found = ladders.keys(connection)
    if json:
        print_json({"ladders": found})
        return
    if not found:
        sys.stdout.write("No rated match is over yet.\n")
        return
    table = _table("game", "preset", "pool", "players")
    for key in found:
        table.add_row(key.game, key.preset, key.pool, str(key.players))
    _print(table)


def _show_ladder(
    store: "Database", settings: "ServerSettings", ladder: tuple[str, str, str], offset: int, limit: int, json: bool
) -> None:
    import time

    from rich.markup import escape

    from ..store import ladder as ladders

    with store.engine.connect() as connection:
        page = ladders.page(
            connection,
            *ladder,
            offset,
            limit,
            now_ms=round(time.time() * 1000),
            placement=settings.placement_matches,
        )
    if json:
        print_json(page)
        return
    if not page.total:
        sys.stdout.write("Nobody stands in this ladder yet.\n")
        return
    table = _table("rank", "player", "kind", "rating", "", "matches", "won", "drawn", "lost")
    for row in page.rows:
        mark = "?" if row.provisional else ""
        table.add_row(
            str(row.rank),
            escape(row.player.name),
            row.player.kind,
            f"{row.rating:.0f}{mark}",
            f"± {row.uncertainty:.0f}",
            *(str(number) for number in (row.matches, row.wins, row.draws, row.losses)),
        )
    _print(table)
    if any(row.provisional for row in page.rows):
        sys.stdout.write("? provisional: too little is known yet\n")


def _table(*heads: str) -> Any:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in heads:
        table.add_column(head, justify="left" if head in ("player", "kind", "game", "preset", "pool", "") else "right")
    return table


def _print(table: Any) -> None:
    from rich.console import Console

    Console().print(table)
