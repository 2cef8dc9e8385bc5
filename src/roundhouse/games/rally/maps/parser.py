"""How a board's text is read: the board, or every problem with line and column. RAL-016 to RAL-023"""

import re

from msgspec import Struct

from ....core.maps import MapProblem
from ..rules import tables as t

HEADER = ("board", "name", "size", "players", "level")
KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
SIZE = re.compile(r"(\d{1,4})x(\d{1,4})")
PLAYERS = re.compile(r"(\d)-(\d)")
TEXT_MAX = 60  # characters of a name or a level

ARROWS = "^>v<"
BELTS = {"s": t.SLOW, "f": t.FAST, "S": t.SLOW_CURVE, "F": t.FAST_CURVE}

# RAL-019: tokens without a number, as (kind, direction)
CELLS: dict[str, tuple[int, int]] = {
    "..": (t.FLOOR, 0),
    "()": (t.HOLE, 0),
    "~~": (t.OIL, 0),
    "r1": (t.REPAIR, 0),
    "r2": (t.REPAIR_DOUBLE, 0),
    "g+": (t.GEAR, t.RIGHT_TURN),
    "g-": (t.GEAR, t.LEFT_TURN),
} | {letter + arrow: (kind, n) for letter, kind in BELTS.items() for n, arrow in enumerate(ARROWS)}
TOKENS = {cell: token for token, cell in CELLS.items()}

# RAL-020: what stands between two columns, and above or below a cell
BETWEEN = {" ": None, "|": None, "}": t.EAST, "{": t.WEST}
ABOVE = {"  ": None, "--": None, "vv": t.SOUTH, "^^": t.NORTH}


class Board(Struct, frozen=True):
    """A board that can be played. Cells are numbered row by row, y * width + x; `kinds` has one code of `tables.py` per
    cell, `directions` where a belt carries or how a gear turns, `walls` a bit per side (N 1, E 2, S 4, W 8) on both
    sides of an edge, `lasers` the cell a beam starts in and where it flies, `starts` x, y and facing."""

    key: str
    name: str
    width: int
    height: int
    players_min: int
    players_max: int
    level: str
    grid: str
    kinds: list[int]
    directions: list[int]
    walls: list[int]
    lasers: list[tuple[int, int]]
    starts: list[tuple[int, int, int]]
    checkpoints: list[tuple[int, int]]


class Reading:
    """A text on its way to a board: what has been read so far and what was wrong with it."""

    def __init__(self, text: str, snippet: bool) -> None:
        self.lines = [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]
        self.snippet = snippet
        self.problems: list[MapProblem] = []
        self.header: dict[str, tuple[str, int]] = {}
        self.first = 0  # index of the first grid line
        self.width = 0
        self.height = 0
        self.players = (1, t.SEATS_MAX)
        self.kinds: list[int] = []
        self.directions: list[int] = []
        self.walls: list[int] = []
        self.lasers: list[tuple[int, int]] = []
        self.starts: dict[int, tuple[int, int, int]] = {}
        self.checkpoints: dict[int, tuple[int, int]] = {}

    def wrong(self, code: str, sentence: str, line: int = 0, column: int = 0, rule: str = "RAL-021") -> None:
        self.problems.append(MapProblem(code, sentence, line, column, rule))


def read(text: str, snippet: bool = False) -> tuple[Board | None, list[MapProblem]]:
    """The board, or None, and everything that is wrong with its text, in the order of the text."""
    r = Reading(text, snippet)
    read_ascii(r)
    if read_header(r):
        read_grid(r)
        check_numbers(r)
    problems = sorted(r.problems, key=lambda problem: (problem.line == 0, problem.line, problem.column))
    return (None, problems) if problems else (made(r), [])


def read_ascii(r: Reading) -> None:
    """RAL-017: plain ASCII."""
    for n, line in enumerate(r.lines):
        for column, character in enumerate(line):
            if not " " <= character <= "~":
                r.wrong("unknown_token", f"{character!r} is not plain ASCII text.", n + 1, column + 1, "RAL-017")
                break


def read_header(r: Reading) -> bool:
    """RAL-017: `key: value` lines and comments up to `grid:`; whether the grid can be read."""
    marks = [n for n, line in enumerate(r.lines) if line.rstrip() == "grid:"]
    if not marks:
        if not r.snippet:
            r.wrong("bad_header", "There is no line `grid:`.", len(r.lines), 1, "RAL-017")
            return False
        return measure(r)
    r.first = marks[0] + 1
    for n, line in enumerate(r.lines[: marks[0]]):
        if line.startswith("#") or not line.strip():
            continue
        key, colon, value = line.partition(":")
        if not colon or key not in HEADER:
            r.wrong("bad_header", "A header line is one of " + ", ".join(f"`{key}:`" for key in HEADER) + ".", n + 1, 1,
                    "RAL-017")  # fmt: skip
        elif key in r.header:
            r.wrong("bad_header", f"`{key}` stands here a second time.", n + 1, 1, "RAL-017")
        else:
            r.header[key] = (value.strip(), n + 1)
    missing = [key for key in HEADER if key not in r.header]
    if missing and not r.snippet:
        r.wrong("bad_header", "The header lacks " + ", ".join(missing) + ".", r.first, 1, "RAL-017")
    read_texts(r)
    read_players(r)
    return read_size(r) if "size" in r.header else r.snippet and measure(r)


def read_texts(r: Reading) -> None:
    """RAL-017: the key, the name and the level."""
    for name in ("board", "name", "level"):
        if name not in r.header:
            continue
        value, line = r.header[name]
        if name == "board" and not KEY.fullmatch(value):
            r.wrong("bad_header", "A board's key is 1 to 40 small letters, digits and `-`.", line, 8, "RAL-017")
        elif not 1 <= len(value) <= TEXT_MAX:
            r.wrong("bad_header", f"`{name}` has 1 to {TEXT_MAX} characters.", line, len(name) + 2, "RAL-017")


def read_players(r: Reading) -> None:
    """RAL-017: `players: min-max`, within what the game seats."""
    if "players" not in r.header:
        return
    value, line = r.header["players"]
    match = PLAYERS.fullmatch(value)
    if not match or not t.SEATS_MIN <= int(match[1]) <= int(match[2]) <= t.SEATS_MAX:
        r.wrong("bad_header", f"`players` is two numbers from {t.SEATS_MIN} to {t.SEATS_MAX}, as in `2-8`.", line, 10,
                "RAL-017")  # fmt: skip
    else:
        r.players = (int(match[1]), int(match[2]))


def read_size(r: Reading) -> bool:
    """RAL-017, RAL-319: `size: WxH`, at most 24 x 24."""
    value, line = r.header["size"]
    match = SIZE.fullmatch(value)
    if not match or 0 in (int(match[1]), int(match[2])):
        r.wrong("bad_header", "`size` is the width and the height, as in `12x12`.", line, 7, "RAL-017")
        return False
    r.width, r.height = int(match[1]), int(match[2])
    if max(r.width, r.height) > t.SIZE_MAX:
        r.wrong("board_too_large", f"A board has at most {t.SIZE_MAX} x {t.SIZE_MAX} fields.", line, 7, "RAL-319")
        return False
    return True


def measure(r: Reading) -> bool:
    """The size of a snippet, which follows from its grid."""
    while r.lines and not r.lines[-1].strip():
        r.lines.pop()
    rows = r.lines[r.first :]
    r.height = (len(rows) - 1) // 2
    r.width = (max((len(row) for row in rows), default=0) - 1) // 3
    if not (1 <= r.height <= t.SIZE_MAX and 1 <= r.width <= t.SIZE_MAX):
        r.wrong("board_too_large", f"A board has 1 to {t.SIZE_MAX} columns and rows.", rule="RAL-319")
        return False
    return True


def read_grid(r: Reading) -> None:
    """RAL-017, RAL-018: 2H + 1 lines, wall lines and cell lines in turn, padded with blanks."""
    r.kinds = [t.FLOOR] * (r.width * r.height)
    r.directions = [0] * (r.width * r.height)
    r.walls = [0] * (r.width * r.height)
    wanted, length = 2 * r.height + 1, 3 * r.width + 1
    rows = r.lines[r.first :]
    while len(rows) > wanted and not rows[-1].strip():
        rows.pop()
    if len(rows) != wanted:
        r.wrong("wrong_line_count", f"The grid has {len(rows)} lines; {r.height} rows of fields need {wanted}.",
                r.first + min(len(rows), wanted + 1), 1)  # fmt: skip
    for n, row in enumerate(rows[:wanted]):
        if len(row) > length:
            r.wrong("line_too_long", f"A grid line of {r.width} fields has at most {length} characters.",
                    r.first + n + 1, length + 1)  # fmt: skip
        padded = row[:length].ljust(length)
        if n % 2:
            read_cells(r, n // 2, padded, r.first + n + 1)
        else:
            read_walls(r, n // 2, padded, r.first + n + 1)


def read_cells(r: Reading, y: int, row: str, line: int) -> None:
    """RAL-019, RAL-020: the fields of a row, and what stands between them."""
    for x in range(r.width + 1):
        between = row[3 * x]
        if between not in BETWEEN:
            r.wrong("unknown_token", f"`{between}` cannot stand between two fields.", line, 3 * x + 1, "RAL-020")
        elif between != " ":
            build_wall(r, x - 1, y, t.EAST)
            place_laser(r, x if between == "}" else x - 1, y, BETWEEN[between], line, 3 * x + 1)
        if x < r.width:
            read_cell(r, x, y, row[3 * x + 1 : 3 * x + 3], line)


def read_cell(r: Reading, x: int, y: int, token: str, line: int) -> None:
    """RAL-019: one field. Start fields and checkpoints are floor with a number."""
    column = 3 * x + 2
    cell = y * r.width + x
    if token in CELLS:
        r.kinds[cell], r.directions[cell] = CELLS[token]
    elif token[0] == "c" and token[1].isdigit():
        number = int(token[1])
        if not 1 <= number <= t.CHECKPOINTS_MAX:
            r.wrong("bad_board", f"Checkpoints are `c1` to `c{t.CHECKPOINTS_MAX}`.", line, column, "RAL-319")
        elif number in r.checkpoints:
            r.wrong("number_twice", f"Checkpoint {number} stands here a second time.", line, column)
        else:
            r.checkpoints[number] = (x, y)
    elif token[0].isdigit() and token[1] in ARROWS:
        number = int(token[0])
        if not 1 <= number <= t.SEATS_MAX:
            r.wrong("bad_board", f"Start fields are 1 to {t.SEATS_MAX}.", line, column, "RAL-319")
        elif number in r.starts:
            r.wrong("number_twice", f"Start field {number} stands here a second time.", line, column)
        else:
            r.starts[number] = (x, y, ARROWS.index(token[1]))
            if 0 < x < r.width - 1 and 0 < y < r.height - 1:
                r.wrong("start_not_on_rim", f"Start field {number} is not on the outer rim.", line, column)
    else:
        r.wrong("unknown_token", f"`{token}` is no field.", line, column, "RAL-019")


def read_walls(r: Reading, y: int, row: str, line: int) -> None:
    """RAL-020: what stands above the row y (below the last row). The characters between columns mean nothing."""
    for x in range(r.width + 1):
        if row[3 * x] not in "+ ":
            r.wrong("unknown_token", f"`{row[3 * x]}` cannot stand at a corner.", line, 3 * x + 1, "RAL-020")
        if x == r.width:
            break
        above = row[3 * x + 1 : 3 * x + 3]
        if above not in ABOVE:
            r.wrong("unknown_token", f"`{above}` is no wall.", line, 3 * x + 2, "RAL-020")
        elif above != "  ":
            build_wall(r, x, y - 1, t.SOUTH)
            place_laser(r, x, y if above == "vv" else y - 1, ABOVE[above], line, 3 * x + 2)


def build_wall(r: Reading, x: int, y: int, side: int) -> None:
    """RAL-031: a wall on that side (east or south) of a cell, which may lie just outside, stops from both sides."""
    if x >= 0 and y >= 0:
        r.walls[y * r.width + x] |= 1 << side
    x, y = x + t.DX[side], y + t.DY[side]
    if x < r.width and y < r.height:
        r.walls[y * r.width + x] |= 1 << (side + 2) % 4


def place_laser(r: Reading, x: int, y: int, direction: int | None, line: int, column: int) -> None:
    """RAL-020, RAL-021, RAL-319: a laser fires into a field of the board, and there are at most 64."""
    if direction is None:
        return
    if not (0 <= x < r.width and 0 <= y < r.height):
        r.wrong("laser_off_board", "This laser would fire off the board.", line, column)
        return
    r.lasers.append((y * r.width + x, direction))
    if len(r.lasers) == t.LASERS_MAX + 1:
        r.wrong("too_many_lasers", f"A board has at most {t.LASERS_MAX} lasers.", line, column, "RAL-319")


def check_numbers(r: Reading) -> None:
    """RAL-021: numbers without gaps; a checkpoint; a start field for every player."""
    line = r.first  # the line `grid:`, where the text says nothing nearer
    for what, numbers in (("checkpoint", sorted(r.checkpoints)), ("start field", sorted(r.starts))):
        missing = [n for n in range(1, numbers[-1]) if n not in numbers] if numbers else []
        if missing:
            r.wrong("number_gap", f"There is no {what} " + ", ".join(map(str, missing)) + f", but {numbers[-1]}.",
                    line, 1)  # fmt: skip
    if r.snippet:
        return
    if not r.checkpoints:
        r.wrong("no_checkpoint", "There is no checkpoint.", line, 1)
    if len(r.starts) < r.players[1] and "players" in r.header:
        r.wrong("too_few_starts", f"There are {len(r.starts)} start fields for up to {r.players[1]} players.",
                r.header["players"][1], 1)  # fmt: skip


def made(r: Reading) -> Board:
    """The board of a text without problems."""
    texts = {key: r.header[key][0] if key in r.header else "snippet" for key in ("board", "name", "level")}
    starts = [r.starts[n] for n in sorted(r.starts)]
    checkpoints = [r.checkpoints[n] for n in sorted(r.checkpoints)]
    grid = grid_of(r.width, r.height, r.kinds, r.directions, r.walls, r.lasers, starts, checkpoints)
    return Board(
        texts["board"], texts["name"], r.width, r.height, *r.players, texts["level"], grid,
        r.kinds, r.directions, r.walls, r.lasers, starts, checkpoints,
    )  # fmt: skip


def grid_of(
    width: int, height: int, kinds: list[int], directions: list[int], walls: list[int], lasers: list[tuple[int, int]],
    starts: list[tuple[int, int, int]], checkpoints: list[tuple[int, int]],
) -> str:  # fmt: skip
    """The grid lines of a board as they are written: `+` at every corner, nothing at the end of a line. RAL-018"""
    rows = [list("+  " * width + "+") if n % 2 == 0 else [" "] * (3 * width + 1) for n in range(2 * height + 1)]
    firing = set(lasers)
    for cell in range(width * height):
        x, y = cell % width, cell // width
        rows[2 * y + 1][3 * x + 1 : 3 * x + 3] = TOKENS[kinds[cell], directions[cell]]
        for side, (row, column) in enumerate(
            ((2 * y, 3 * x + 1), (2 * y + 1, 3 * x + 3), (2 * y + 2, 3 * x + 1), (2 * y + 1, 3 * x))
        ):
            if walls[cell] >> side & 1:
                outwards = (cell, (side + 2) % 4) in firing  # a laser on this side of the wall flies away from it
                if side % 2:
                    if rows[row][column] == " " or outwards:
                        rows[row][column] = "|" if not outwards else "}" if side == t.WEST else "{"
                elif rows[row][column] == " " or outwards:
                    rows[row][column : column + 2] = "--" if not outwards else "vv" if side == t.NORTH else "^^"
    for n, (x, y, facing) in enumerate(starts, start=1):
        rows[2 * y + 1][3 * x + 1 : 3 * x + 3] = f"{n}{ARROWS[facing]}"
    for n, (x, y) in enumerate(checkpoints, start=1):
        rows[2 * y + 1][3 * x + 1 : 3 * x + 3] = f"c{n}"
    return "\n".join("".join(row).rstrip() for row in rows)
