"""Whether a board can be played to its end: every checkpoint can be reached from everywhere. RAL-313, RAL-314"""

import numpy as np

from ....core.maps import MapProblem
from ..rules import tables as t
from .transitions import FAR, Chart

LISTED = 20  # cells that are named; more would help nobody
FACINGS = "NESW"


def unreachable(chart: Chart, first_line: int) -> list[MapProblem]:
    """What cannot be reached, by cell. `first_line` is the line of the grid's first row of fields."""
    found = lost_checkpoints(chart, first_line)
    return found or lost_starts(chart, first_line) + lost_cells(chart, first_line)


def lost_checkpoints(chart: Chart, first_line: int) -> list[MapProblem]:
    """Checkpoints that no robot ever enters alive: said once, and not for every cell they cannot be reached from."""
    return [
        problem(first_line, x, y, f"Checkpoint {k + 1} cannot be reached from anywhere.")
        for k, (x, y) in enumerate(chart.board.checkpoints)
        if chart.steps[k].min() >= FAR
    ]


def lost_starts(chart: Chart, first_line: int) -> list[MapProblem]:
    """Start fields from which not all checkpoints can be ticked off in order. RAL-313"""
    board = chart.board
    found = []
    for n, (x, y, facing) in enumerate(board.starts, start=1):
        if chart.way[0, 4 * (y * board.width + x) + facing] >= FAR:
            sentence = f"From start field {n} the checkpoints cannot be reached in order."
            found.append(problem(first_line, x, y, sentence))
    return found


def lost_cells(chart: Chart, first_line: int) -> list[MapProblem]:
    """Cells from which, in some facing, the next checkpoint cannot be reached. RAL-313"""
    board = chart.board
    open_cells = np.array(board.kinds) != t.HOLE
    lost = (chart.steps[: chart.checkpoints] >= FAR).reshape(chart.checkpoints, chart.cells, 4) & open_cells[:, None]
    found = []
    cells = np.flatnonzero(lost.any(axis=(0, 2)))
    for cell in map(int, cells[:LISTED]):
        k, facing = map(int, np.argwhere(lost[:, cell])[0])
        x, y = cell % board.width, cell // board.width
        where = "" if lost[k, cell].all() else f" facing {FACINGS[facing]}"
        found.append(problem(first_line, x, y, f"From ({x}, {y}){where} checkpoint {k + 1} cannot be reached."))
    return found


def problem(first_line: int, x: int, y: int, sentence: str) -> MapProblem:
    return MapProblem("unreachable", sentence, first_line + 2 * y, 3 * x + 2, "RAL-313")


def solo_steps(chart: Chart) -> list[int]:
    """The fewest program steps of a robot alone to the last checkpoint, by start field."""
    width = chart.board.width
    return [int(chart.way[0, 4 * (y * width + x) + facing]) for x, y, facing in chart.board.starts]
