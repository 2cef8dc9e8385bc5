"""`roundhouse feats`: what players have counted and unlocked, made anew from the log of figures."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .ladder import DIFFERED, Data, DatabaseUrl, Json, count_of, opened, progress_bar
from .output import FINE, leave, print_json, telling

if TYPE_CHECKING:
    from ..store.database import Database
    from ..store.figures.recompute import FiguresReport

app = typer.Typer(help="Figures and achievements of a server; it may be running.", no_args_is_help=True)


@app.callback()
def feats() -> None:
    pass


@app.command(epilog="Exit status: 0 everything was right already, 1 something differed, 2 the request makes no sense.")
def recompute(
    check: Annotated[bool, typer.Option("--check", help="Only say what differs; change nothing.")] = False,
    data: Data = Path("data"),
    database: DatabaseUrl = None,
    json: Json = False,
) -> None:
    """Make all sums, bests and achievements anew from what matches counted, and say what was different."""
    with telling(json), opened(data, database) as (store, _):
        report = _recompute(store, write=not check)
        if json:
            differing = {"tallies": report.tallies, "unlocked": report.unlocked}
            print_json({"matches": report.matches, "same": report.same, "differed": differing, "put_right": not check})
        else:
            sys.stdout.write(_told(report, check) + "\n")
        leave(FINE if report.same else DIFFERED)


def _recompute(store: "Database", *, write: bool) -> "FiguresReport":
    """Most of the work is reading, beside a server that may be running; only the end is a transaction."""
    from ..core.registry import GAMES
    from ..store import figures
    from ..store.figures.recompute import FiguresRecompute, recompute

    achievements = {game.key: game.achievements for game in GAMES.values()}
    folding = FiguresRecompute(achievements)
    with store.engine.connect() as connection, progress_bar() as progress:
        task = progress.add_task("matches", total=figures.length(connection))
        folding.read(connection, lambda count: progress.advance(task, count))
    return store.submit(lambda connection: recompute(connection, achievements, folding=folding, write=write)).result()


def _told(report: "FiguresReport", check: bool) -> str:
    counted = count_of(report.matches, "match", "matches")
    if report.same:
        return f"{counted}: figures and achievements were already right."
    parts = []
    if report.tallies:
        parts.append(count_of(report.tallies, "player's figures", "players' figures"))
    if report.unlocked:
        parts.append(count_of(report.unlocked, "player's achievements", "players' achievements"))
    return f"{counted}: {' and '.join(parts)} {'differ' if check else 'differed and were put right'}."
