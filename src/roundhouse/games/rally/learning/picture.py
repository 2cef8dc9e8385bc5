"""The floor as a picture: walls, holes, belts, checkpoints by number, and robots with their facings."""

from typing import Any

from ....rl.canvas import FAINT, FOG, GROUND, WHITE, Canvas, Picture, seat_colour

CELL = 32
WAYS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
CHECKPOINT, LASER, BELT = (255, 178, 36), (224, 53, 15), (58, 74, 96)


def picture(view: Any) -> Picture:
    board = view.board
    canvas = Canvas(CELL * board.width, CELL * board.height)
    lines = [line.ljust(3 * board.width + 1) for line in board.grid.split("\n")]
    for y in range(board.height):
        for x in range(board.width):
            words = lines[2 * y + 1][3 * x + 1 : 3 * x + 3]
            colour = GROUND if words[0] == "(" else FOG if words[0] in ".c " else BELT
            canvas.box(CELL * x + 1, CELL * y + 1, CELL - 2, CELL - 2, colour)
            if words[0] == "c" and words[1].isdigit():
                canvas.number(CELL * (x + 0.5), CELL * (y + 0.5), int(words[1]), CHECKPOINT, size=4)
    for n, line in enumerate(lines[: 2 * board.height + 1]):
        for k, sign in enumerate(line):
            wall = LASER if sign in "v^{}" else WHITE if sign in "-|" else None
            if n % 2 == 0 and k % 3 and wall:
                canvas.box(CELL * (k // 3), CELL * n / 2 - 1, CELL, 3, wall)
            elif n % 2 and k % 3 == 0 and wall:
                canvas.box(CELL * k / 3 - 1, CELL * (n // 2), 3, CELL, wall)
    for robot in view.robots:
        if robot.cell is not None:
            x, y = (CELL * (place + 0.5) for place in robot.cell)
            across, down = WAYS[robot.facing]
            canvas.disc(x, y, CELL * 0.36, seat_colour(robot.seat))
            canvas.disc(x + across * CELL * 0.25, y + down * CELL * 0.25, CELL * 0.12, GROUND)
            canvas.number(x, y, robot.seat, FAINT, size=2)
    return canvas.picture
