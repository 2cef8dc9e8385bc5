"""The table of a competition, for people on the terminal and for programs as JSON."""

from collections.abc import Sequence
from typing import Any

import msgspec

from ..competition.tournament.meeting import ELIMINATIONS
from ..competition.tournament.results import TournamentStanding


def as_json(names: Sequence[str], table: Sequence[TournamentStanding]) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(line) | {"entrant": names[line.entrant]} for line in table]


def show(
    names: Sequence[str], table: Sequence[TournamentStanding], *, kind: str = "", games: Sequence[str] = ()
) -> None:
    """Print it; what only some formats have is shown where it decides something."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    made = Table(box=None, pad_edge=False, header_style="bold")
    made.add_column("", justify="right")
    made.add_column("entrant")
    by_game = list(games) if kind == "pentathlon" else []
    buchholz = ["buchholz"] if kind == "swiss" else []
    points = [] if by_game else ["points"]
    for head in ("score", *by_game, "won", "drawn", "lost", *buchholz, *points, "fell out"):
        made.add_column(head, justify="right")
    if kind in ELIMINATIONS:
        made.add_column("")
    for line in table:
        numbers = [line.score, *(line.by_game if by_game else ()), line.wins, line.draws, line.losses]
        numbers += [line.buchholz] if buchholz else []
        numbers += [line.points] if points else []
        notes = [line.note] if kind in ELIMINATIONS else []
        made.add_row(f"{line.place}.", escape(names[line.entrant]), *map(str, (*numbers, line.failures)), *notes)
    Console().print(made)
