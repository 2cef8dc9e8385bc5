"""The boards that come with the game, and what is said about any other. RAL-313, RAL-314"""

from pathlib import Path
from typing import Any

from ....core.maps import MapCheck, MapProblem, Maps
from ....core.settings import SetupError
from ..rules import tables as t
from .parser import HEADER, Board, grid_of, read
from .reachability import solo_steps, unreachable
from .transitions import chart_of

__all__ = ["MAPS", "SHIPPED", "Board", "BoardError", "check", "grid_of", "load", "text_of"]

# From the easiest to the nastiest. RAL-313
SHIPPED: dict[str, str] = {
    key: (Path(__file__).parent / "files" / f"{key}.txt").read_text(encoding="ascii")
    for key in ("training-shop", "assembly-line", "oil-cellar", "scrap-press")
}


class BoardError(SetupError):
    """A text that is no board, with all that is wrong with it. RAL-021"""

    def __init__(self, problems: list[MapProblem]) -> None:
        first = problems[0]
        where = f"line {first.line}, column {first.column}: " if first.line else ""
        super().__init__("bad_map", "board", where + first.sentence, first.rule)
        self.problems = problems


def load(text: str, snippet: bool = False) -> Board:
    """The board of a text. A snippet may be the grid alone, without start fields and checkpoints. RAL-021"""
    board, problems = read(text, snippet)
    if board is None:
        raise BoardError(problems)
    return board


def text_of(board: Board) -> str:
    """The text of a board, which loads back equal to it. RAL-017"""
    values = (board.key, board.name, f"{board.width}x{board.height}", f"{board.players_min}-{board.players_max}",
              board.level)  # fmt: skip
    return "".join(f"{key}: {value}\n" for key, value in zip(HEADER, values, strict=True)) + f"grid:\n{board.grid}\n"


def check(text: str) -> MapCheck:
    """What is to be said about a board's text: its problems, or that it can be played and what is on it. RAL-314"""
    board, problems = read(text)
    if board is None:
        return MapCheck(problems)
    chart = chart_of(board.grid, len(board.checkpoints))
    problems = unreachable(chart, first_cell_line(text))
    facts: dict[str, Any] = {
        "size": [board.width, board.height],
        "players": [board.players_min, board.players_max],
        "level": board.level,
        "checkpoints": len(board.checkpoints),
        "lasers": len(board.lasers),
        "holes": board.kinds.count(t.HOLE),
    }
    if not problems:
        facts["steps"] = solo_steps(chart)
    return MapCheck(problems, board.key, board.name, len(board.starts), facts)


def first_cell_line(text: str) -> int:
    """The line, counted from 1, of the first row of fields."""
    lines = text.split("\n")
    return next(n for n, line in enumerate(lines, start=1) if line.rstrip() == "grid:") + 2


MAPS = Maps("board", SHIPPED, check)
