"""Sets of cells as the bits of whole numbers, and ways between them: what the built-in bots find their paths with.

Line y and column x are bit y * (width + 1) + x; the column beyond the last one is never set, so that a shift to the
side never wraps around. A step of a search over the whole map is then a handful of operations on long numbers.
"""

from collections.abc import Iterable, Iterator, Sequence


class Atlas:
    """The geometry of a map of this size."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.stride = width + 1
        line = (1 << width) - 1
        self.whole = sum(line << (y * self.stride) for y in range(height))
        self._squares: dict[tuple[int, int], int] = {}
        self._folds: list[int] = []

    # Cells

    def at(self, x: int, y: int) -> int:
        """The number of a cell's bit."""
        return y * self.stride + x

    def place(self, at: int) -> tuple[int, int]:
        """Its column and line."""
        return at % self.stride, at // self.stride

    def inside(self, x: int, y: int) -> bool:
        return 0 <= x < self.width and 0 <= y < self.height

    def apart(self, one: int, other: int) -> int:
        """Steps between two cells where nothing is in the way."""
        (x, y), (u, v) = self.place(one), self.place(other)
        return max(abs(x - u), abs(y - v))

    def square(self, at: int, radius: int) -> int:
        """All cells at most so far from one, itself too."""
        found = self._squares.get((at, radius))
        if found is None:
            x, y = self.place(at)
            left, right = max(0, x - radius), min(self.width - 1, x + radius)
            line = ((1 << (right - left + 1)) - 1) << left
            lines = range(max(0, y - radius), min(self.height - 1, y + radius) + 1)
            found = self._squares[at, radius] = sum(line << (v * self.stride) for v in lines)
        return found

    def mirrors(self, at: int) -> tuple[int, int, int, int]:
        """A cell and its images left-right, top-bottom and both. QST-005"""
        x, y = self.place(at)
        u, v = self.width - 1 - x, self.height - 1 - y
        return at, self.at(u, y), self.at(x, v), self.at(u, v)

    def fold(self, at: int) -> int:
        """The image of a cell in the first quarter."""
        if not self._folds:
            self._folds = [min(self.mirrors(n)) for n in range(self.stride * self.height)]
        return self._folds[at]

    def quarter(self) -> int:
        """The cells that the others are copied from. QST-006"""
        line = (1 << ((self.width + 1) // 2)) - 1
        return sum(line << (y * self.stride) for y in range((self.height + 1) // 2))

    def read(self, lines: Sequence[str], sign: str) -> int:
        """The cells of a map in text that carry this sign."""
        found = 0
        for y, line in enumerate(lines):
            if sign in line:
                bits = "".join("1" if letter == sign else "0" for letter in reversed(line))
                found |= int(bits, 2) << (y * self.stride)
        return found

    # Ways

    def around(self, cells: int) -> int:
        """The cells and all cells beside them."""
        wide = cells | cells << 1 | cells >> 1
        return (wide | wide << self.stride | wide >> self.stride) & self.whole

    def spread(self, start: int, free: int, most: int = 1 << 20) -> list[int]:
        """The cells by the number of steps from the start (a set of cells), over free cells."""
        stride = self.stride
        levels, front, fresh = [start], start, free & ~start
        while len(levels) <= most:
            wide = front | front << 1 | front >> 1
            front = (wide | wide << stride | wide >> stride) & fresh
            if not front:
                break
            fresh ^= front
            levels.append(front)
        return levels

    def path(self, levels: Sequence[int], goal: int, steps: int) -> list[int]:
        """A shortest way from the start of a spread to a cell that is so many steps away, without the start. It keeps
        to the straight line where it can."""
        if steps == 0:
            return []
        way = [goal]
        at = goal
        for level in reversed(levels[1:steps]):
            near = self.around(1 << at) & level
            ahead = 2 * at - way[-2] if len(way) > 1 else -1
            if ahead < 0 or not near >> ahead & 1:
                ahead = near.bit_length() - 1
            at = ahead
            way.append(at)
        return way[::-1]


def cells_of(cells: int) -> Iterator[int]:
    """The numbers of the bits that are set, rising."""
    text = bin(cells)
    at = text.rfind("1")
    last = len(text) - 1
    while at > 1:
        yield last - at
        at = text.rfind("1", 2, at)


def set_of(numbers: Iterable[int]) -> int:
    """The set of some cells."""
    cells = 0
    for at in numbers:
        cells |= 1 << at
    return cells
