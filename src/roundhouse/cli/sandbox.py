"""`roundhouse sandbox`: what this machine offers to hold the programs of others, and whether it does."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from .output import FINE, NOT_PROVEN, leave, print_json, telling

if TYPE_CHECKING:
    from ..core.game import Game
    from ..sdk.sandbox.self_check import Finding

app = typer.Typer(help="Programs of others in a box.", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="One JSON document on standard output and nothing else.")]


def held(bots: Sequence[str], game: "Game", wanted: bool) -> list[str]:
    """Bots as they are played with --sandbox: all that are not built in are in a box. Raises LoadError."""
    if not wanted:
        return list(bots)
    from ..sdk.sandbox.boxed_programs import boxed

    return [bot if bot == "random" or bot in game.bots else boxed(bot) for bot in bots]


@app.callback()
def top() -> None:
    """Programs of others in a box."""


@app.command(epilog="Exit status: 0 programs are held here, 5 they are not.")
def check(
    json: Json = False,
    quick: Annotated[bool, typer.Option("--quick", help="Only look; try no attacks.")] = False,
) -> None:
    """Show the protections of this machine, and try small attacks in a box."""
    from ..sdk.sandbox.self_check import attacks, protections

    with telling(json):
        offered = protections()
        tried = [] if quick else attacks()
        fine = all(finding.fine for finding in (*offered, *tried) if finding.needed)
        if json:
            print_json({"fine": fine, "protections": offered, "attacks": tried})
        else:
            _tell("Protections", offered)
            _tell("Attacks", tried)
            sys.stdout.write(f"Programs {'are held' if fine else 'are NOT held'} on this machine.\n")
        leave(FINE if fine else NOT_PROVEN)


def _tell(title: str, findings: "list[Finding]") -> None:
    if not findings:
        return
    sys.stdout.write(f"{title}\n")
    width = max(len(finding.name) for finding in findings)
    for finding in findings:
        sign = "ok" if finding.fine else "NO" if finding.needed else "--"
        sys.stdout.write(f"  {sign}  {finding.name:<{width}}  {finding.detail}\n")
