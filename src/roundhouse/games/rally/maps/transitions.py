"""What a board does to a robot that is alone on it, for every place, facing and command at once.

A stand is a cell and a facing, `cell * 4 + facing`. The bots, the check of boards and the page's ghost ask for the same
thing a million times; here it is looked up. A test holds these tables against the rules themselves.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ..rules import tables as t
from .parser import Board, read

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

FAR = 1 << 20  # steps to what cannot be reached
DEAD = -1  # instead of a stand
BASE = t.CHECKPOINTS_MAX + 1  # of the numbers that say which checkpoints were entered in which order


class Chart:
    """The tables of one board with so many checkpoints to tick off.

    `after[command, stand]` is the stand after a program step, or DEAD; `ticked[command, stand, k]` how many checkpoints
    are ticked off then, if k were before; `beams[cell]` counts the field lasers that hit a robot there.
    `steps[k, stand]` is the fewest program steps to checkpoint k + 1, `way[k, stand]` to the last one, without dying.
    """

    def __init__(self, board: Board, checkpoints: int) -> None:
        self.board = board
        self.checkpoints = checkpoints
        self.cells = board.width * board.height
        self.after, self.entered = walked(board, checkpoints)
        self.ticked = ticks(self.entered, checkpoints)
        self.beams = beams(board)
        self.steps = np.full((checkpoints + 1, 4 * self.cells), FAR, np.int64)
        self.way = np.full((checkpoints + 1, 4 * self.cells), FAR, np.int64)
        self.way[checkpoints] = self.steps[checkpoints] = 0
        for k in range(checkpoints - 1, -1, -1):
            self._look_back(k)

    def _look_back(self, k: int) -> None:
        """The fewest steps with k checkpoints ticked off, from those with more."""
        after, ticked = self.after[t.U : t.P], self.ticked[t.U : t.P, :, k]
        alive, done = after != DEAD, ticked == self.checkpoints
        on = (ticked > k) & (alive | done)  # who ticks off the last one has won, whatever would come next
        then = np.where(alive & ~done, self.way[ticked, after], 0)
        self.steps[k] = shortest(after, np.where(on, 1, FAR).min(axis=0))
        self.way[k] = shortest(after, np.where(on, 1 + then, FAR).min(axis=0))


def shortest(after: Numbers, known: Numbers) -> Numbers:
    """Steps by stand, where `known` are those of stands from which one step is enough to get on."""
    best = known
    while True:
        onward = np.where(after == DEAD, FAR, best[after]).min(axis=0) + 1
        better = np.minimum(best, np.minimum(onward, FAR))
        if np.array_equal(better, best):
            return best
        best = better


def ticks(entered: Numbers, checkpoints: int) -> Numbers:
    """How many checkpoints are ticked off after each program step, by how many were before. RAL-025, RAL-027"""
    codes, places = np.unique(entered, return_inverse=True)
    table = np.zeros((len(codes), checkpoints + 1), np.int64)
    for n, code in enumerate(codes):
        for before in range(checkpoints + 1):
            ticked, left = before, int(code)
            while left:
                ticked += left % BASE == ticked + 1
                left //= BASE
            table[n, before] = ticked
    return np.asarray(table[places.reshape(entered.shape)])


def beams(board: Board) -> Numbers:
    """How many field lasers hit a robot on each cell. RAL-126, RAL-127"""
    hits = np.zeros(board.width * board.height, np.int64)
    for cell, direction in board.lasers:
        x, y = cell % board.width, cell // board.width
        while 0 <= x < board.width and 0 <= y < board.height:
            hits[y * board.width + x] += 1
            if board.walls[y * board.width + x] >> direction & 1:
                break
            x, y = x + t.DX[direction], y + t.DY[direction]
    return hits


class Walkers:
    """Robots that do not see each other, one for every command at every stand."""

    def __init__(self, board: Board, checkpoints: int) -> None:
        cells = board.width * board.height
        self.width, self.height = board.width, board.height
        # One cell more than there are: where robots beyond the edge are
        self.kinds = np.array([*board.kinds, t.HOLE], np.int64)
        self.directions = np.array([*board.directions, 0], np.int64)
        self.walls = np.array([*board.walls, 0], np.int64)
        self.numbers = np.zeros(cells + 1, np.int64)
        for n, (x, y) in enumerate(board.checkpoints[:checkpoints], start=1):
            self.numbers[y * board.width + x] = n
        stands = np.arange(4 * cells)
        self.command = np.repeat(np.arange(t.COMMANDS), 4 * cells)
        self.cell = np.tile(stands // 4, t.COMMANDS)
        self.facing = np.tile(stands % 4, t.COMMANDS)
        self.alive = self.kinds[self.cell] != t.HOLE
        self.entered = np.zeros(len(self.cell), np.int64)
        self.place = np.ones(len(self.cell), np.int64)  # of the next checkpoint in `entered`

    def move(self, going: Flags, direction: Numbers) -> Flags:
        """Those who are going make a single step unless a wall is there; who has moved. RAL-098, RAL-024, RAL-025"""
        going = going & self.alive & (self.walls[self.cell] >> direction & 1 == 0)
        x = self.cell % self.width + np.take(t.DX, direction)
        y = self.cell // self.width + np.take(t.DY, direction)
        inside = (x >= 0) & (x < self.width) & (y >= 0) & (y < self.height)
        self.cell = np.where(going, np.where(inside, y * self.width + x, len(self.kinds) - 1), self.cell)
        self.alive &= self.kinds[self.cell] != t.HOLE
        number = np.where(going, self.numbers[self.cell], 0)
        self.entered += number * self.place
        self.place = np.where(number > 0, self.place * BASE, self.place)
        return going

    def belt(self, straight: int, curved: int) -> None:
        """One move of the belts of a speed. RAL-114, RAL-115, RAL-121"""
        kind = self.kinds[self.cell]
        direction = self.directions[self.cell]
        moved = self.move((kind == straight) | (kind == curved), direction)
        kind = self.kinds[self.cell]
        bend = (self.directions[self.cell] - direction) % 4
        turned = moved & ((kind == t.SLOW_CURVE) | (kind == t.FAST_CURVE)) & (bend % 2 == 1)
        self.facing = np.where(turned, (self.facing + bend) % 4, self.facing)


def walked(board: Board, checkpoints: int) -> tuple[Numbers, Numbers]:
    """The stands after a program step and the checkpoints entered in it, by command and stand. RAL-092"""
    w = Walkers(board, checkpoints)
    turn = np.take(t.QUARTERS, w.command)
    steps = np.take(t.FIELDS, w.command)
    w.facing = (w.facing + turn) % 4
    direction = np.where(w.command == t.BACK, (w.facing + 2) % 4, w.facing)
    going = np.ones(len(w.cell), np.bool_)
    moved = np.zeros(len(w.cell), np.bool_)
    for n in range(3):
        going = w.move(going & (steps > n), direction)  # a wall ends the command
        moved |= going
    sliding = moved
    while True:  # RAL-106, RAL-109
        sliding = w.move(sliding & (w.kinds[w.cell] == t.OIL), direction)
        if not sliding.any():
            break
    w.belt(t.SLOW, t.SLOW_CURVE)
    w.belt(t.FAST, t.FAST_CURVE)
    w.belt(t.FAST, t.FAST_CURVE)
    gear = w.kinds[w.cell] == t.GEAR
    w.facing = np.where(gear, (w.facing + w.directions[w.cell]) % 4, w.facing)  # RAL-124
    shape = (t.COMMANDS, 4 * board.width * board.height)
    return np.where(w.alive, 4 * w.cell + w.facing, DEAD).reshape(shape), w.entered.reshape(shape)


@lru_cache(maxsize=64)
def chart_of(grid: str, checkpoints: int) -> Chart:
    """The tables for a board as a view shows it."""
    board, problems = read(grid, snippet=True)
    if board is None:
        raise ValueError(f"this is not the grid of a board: {problems[0].sentence}")
    return Chart(board, checkpoints)
