"""A bot for Robo Rally: of some random programs the one that ends nearest to the next checkpoint."""

import random

from roundhouse.games.rally.actions import Program
from roundhouse.games.rally.view import BoardView, RobotView
from roundhouse.protocol.messages import Turn
from roundhouse.sdk import Bot

TRIES = 200  # programs that are looked at
WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west
TURNS = {"L": -1, "R": 1, "U": 2}
STEPS = {"1": 1, "2": 2, "3": 3, "B": -1}
LOST = 1000


class MyBot(Bot):
    def __init__(self, seed: int | None = None) -> None:
        self.random = random.Random(seed)  # a seeded match is repeatable if its bots are

    def act(self, turn: Turn) -> Program:
        view = turn.view
        me = next(robot for robot in view.robots if robot.seat == view.you.seat)
        free = [number for number in range(5) if str(number + 1) not in view.you.locked]
        tries = [self.random.sample(view.you.hand, len(free)) for _ in range(TRIES)]
        best = min(tries, key=lambda cards: away(view.board, me, cards))
        slots: list[str | None] = [None] * 5
        for number, card in zip(free, best, strict=True):
            slots[number] = card
        return Program(slots, power_down=me.damage > 3)


def away(board: BoardView, robot: RobotView, cards: list[str]) -> int:
    """How far from the next checkpoint these cards end, as if there were only walls and holes."""
    if robot.cell is None:
        return LOST
    (x, y), facing = robot.cell, "NESW".index(robot.facing)
    lines = [line.ljust(3 * board.width + 3) for line in board.grid.split("\n")]
    for card in cards:
        facing = (facing + TURNS.get(card[0], 0)) % 4
        steps = STEPS.get(card[0], 0)
        for _ in range(abs(steps)):
            dx, dy = WAYS[(facing + (2 if steps < 0 else 0)) % 4]
            wall = lines[2 * y + 1 + dy][3 * x + 1 if dy else 3 * x + (3 if dx > 0 else 0)]
            if wall != " ":
                break
            x, y = x + dx, y + dy
            if not (0 <= x < board.width and 0 <= y < board.height) or lines[2 * y + 1][3 * x + 1 : 3 * x + 3] == "()":
                return LOST
    goal = f"c{robot.ticked + 1}"
    for row in range(board.height):
        for column in range(board.width):
            if lines[2 * row + 1][3 * column + 1 : 3 * column + 3] == goal:
                return abs(x - column) + abs(y - row)
    return 0
