"""`roundhouse event`: an organiser's box for a day of bots, all on one machine and offline."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from .output import leave, telling

app = typer.Typer(help="Hold an event: codes to join, a ladder, finals, a report.", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="One JSON document on standard output and nothing else.")]
Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="The event's folder, with its event.toml.")]


@app.command()
def new(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Made if it is not there.")],
    title: Annotated[str, typer.Option(help="What the event is called; else like its folder.")] = "",
    game: Annotated[str, typer.Option(metavar="GAME", help="What is played; `roundhouse games` lists them.")] = (
        "spacegoo"
    ),
    codes: Annotated[int, typer.Option(min=0, max=500, help="Codes for whoever comes.")] = 20,
    team: Annotated[list[str] | None, typer.Option(metavar="NAME", help="A team with a code of its own.")] = None,
    port: Annotated[int, typer.Option(min=0, max=65_535, help="Of the page.")] = 8000,
    json: Json = False,
) -> None:
    """Make a folder with an event.toml that says everything about the event; edit it before the event runs."""
    from .contest_commands import run_new

    with telling(json):
        run_new(folder, title, game, codes, team or [], port, json)


@app.command()
def run(
    folder: Folder,
    host: Annotated[str | None, typer.Option(help="Another address to listen on than event.toml says.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65_535, help="Another port.")] = None,
    json_port: Annotated[int | None, typer.Option(min=0, max=65_535, help="Of bots that speak JSON lines.")] = None,
    tcp_port: Annotated[int | None, typer.Option(min=0, max=65_535, help="Of Spacegoo's line protocol.")] = None,
    classic_port: Annotated[int | None, typer.Option(min=0, max=65_535, help="The same, classic edition.")] = None,
    json: Json = False,
) -> None:
    """Hold the event until Ctrl-C. It goes on where it was at the next start."""
    from .contest_commands import run_event

    with telling(json):
        bots = {"json_port": json_port, "tcp_port": tcp_port, "classic_port": classic_port}
        leave(run_event(folder, host, port, json, bots))


@app.command()
def status(folder: Folder, json: Json = False) -> None:
    """Say how far the event is; it may be running."""
    from .contest_commands import run_status

    with telling(json):
        run_status(folder, json)


@app.command()
def codes(
    folder: Folder,
    more: Annotated[int, typer.Option(min=0, max=200, help="Make so many more.")] = 0,
    team: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Make one for this team.")] = None,
    json: Json = False,
) -> None:
    """Print the codes that are free as a sheet to cut out, and write it as codes.html and codes.txt, too."""
    from .contest_commands import run_codes

    with telling(json):
        run_codes(folder, more, team or [], json)


@app.command()
def plan(
    folder: Folder,
    phase: Annotated[str, typer.Argument(metavar="PHASE", help="warm_up, ladder, freeze, finals or closed.")],
    when: Annotated[str, typer.Argument(metavar="WHEN", help="15:30, 2026-11-20T15:30, +20m from now, or never.")],
    json: Json = False,
) -> None:
    """Let a phase begin by itself at another moment; never: only by hand."""
    from .contest_commands import run_plan

    with telling(json):
        run_plan(folder, phase, when, json)


@app.command()
def undo(folder: Folder, json: Json = False) -> None:
    """Take the last move from phase to phase back."""
    from .contest_commands import run_undo

    with telling(json):
        run_undo(folder, json)


@app.command()
def report(
    folder: Folder,
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where to; else FOLDER/report.")] = None,
    json: Json = False,
) -> None:
    """Write the report as HTML: an index, and a page for every entrant."""
    from .contest_commands import run_report

    with telling(json):
        run_report(folder, out, json)


def mover(name: str, phase: str, sentence: str) -> None:
    """A command that begins a phase now."""

    def command(folder: Folder, json: Json = False) -> None:
        from .contest_commands import run_move

        with telling(json):
            run_move(folder, phase, json)

    command.__doc__ = sentence
    register: Callable[[Any], Any] = app.command(name)
    register(command)


mover("warm-up", "warm_up", "Begin the warm-up now: unrated matches.")
mover("start", "ladder", "Begin the ladder now: rated matches.")
mover("freeze", "freeze", "Freeze the ladder now: no more codes, bots, tokens and rated matches.")
mover("unfreeze", "ladder", "Let the ladder go on after a freeze.")
mover("finals", "finals", "Begin the finals now; a ladder that is not frozen is frozen first.")
mover("close", "closed", "Close the event now.")
