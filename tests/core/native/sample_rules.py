"""Rules of all sorts for the tests of native rules."""

from typing import Annotated, Any

from roundhouse.core.entry_types import Records, Row, Table
from roundhouse.core.rules import below, copy_into, draw, entry, grid, inlined, mix64, row, rules, stream
from roundhouse.core.schema import Grid, f8, i1, i2, i4, i8, struct, u1, u2, u4, u8

SQUARES = (0, 1, 4, 9, 16)
SHARES = (0.1, 0.25, 0.01)
DEEP = ((1, 2, 3), (4, 5, -6))
Pair = tuple[int, int]


@struct
class Item:
    amount: i2
    weight: f8
    owner: u1


@struct
class Box:
    count: i4
    level: i1
    big: i8
    seed: u8
    half: u2
    word: u4
    small: u1
    share: f8
    items: Annotated[list[Item], 4]
    cells: Annotated[Grid[i2], 3, 5]
    marks: Annotated[list[u1], 6]


@entry
def quotient(a: int, b: int) -> int:
    return a // b


@entry
def remainder(a: int, b: int) -> int:
    return a % b


@entry
def by_seven(a: int) -> int:
    return a // 7 * 100 + a % 7


@entry
def left(a: int, n: int) -> int:
    return a << n


@entry
def right(a: int, n: int) -> int:
    return a >> n


@entry
def bits(a: int, b: int) -> int:
    return ((a & b) * 3 + (a | b)) ^ ~b


@entry
def summed(a: int, b: int, c: int) -> int:
    return a * b + c - (-a)


@entry
def shared(a: int, b: int, out: Row[f8]) -> None:
    out[0] = a / b
    out[1] = out[0] * SHARES[a % 3] - SHARES[1] * out[0] + a


@entry
def real_quotient(out: Row[f8]) -> None:
    out[2] = out[0] / out[1]


@entry
def cut(out: Row[f8]) -> int:
    return int(out[0])


@entry
def extremes(a: int, b: int, c: int) -> int:
    return 10000 * min(a, b, c) + 100 * max(a, b, c) + abs(a - b)


@entry
def store(s: Records[Box], field: int, number: int) -> None:
    box = s[0]
    if field == 0:
        box.count = number
    elif field == 1:
        box.level = number
    elif field == 2:
        box.big = number
    elif field == 3:
        box.half = number
    elif field == 4:
        box.word = number
    elif field == 5:
        box.small = number
    elif field == 6:
        box.cells[1, 2] = number
    elif field == 7:
        box.items[3].amount = number


@entry
def grow(s: Records[Box], number: int) -> None:
    s[0].items[1].amount += number


@entry
def cell(s: Records[Box], a: int, b: int) -> int:
    return s[0].cells[a, b]


@entry
def element(numbers: Row[i8], i: int) -> int:
    return numbers[i]


@entry
def part(numbers: Table[i8], i: int, k: int) -> int:
    line = numbers[i]
    return line[k] + len(line) * 1000 + len(numbers) * 100


@entry
def square(i: int) -> int:
    return SQUARES[i] + DEEP[1][2]


@entry
def of_pair(a: int, b: int, i: int) -> int:
    pair = swapped((a, b))
    return pair[i] * 2 + pair[0]


@rules
def swapped(pair: Pair) -> Pair:
    one, two = pair
    one, two = two, one
    return one, two


@entry
def order_of_calls(numbers: Row[i8]) -> int:
    """Each call happens once, from left to right, and what was read before a call is what was there before it."""
    result = numbers[0] + count_up(numbers) * 10 + numbers[0] * 100 + count_up(numbers) * 1000 + numbers[0] * 10000
    numbers[count_up(numbers)] += count_up(numbers)
    if numbers[0] > 100 and count_up(numbers) > 0:
        return -1
    flag = numbers[0] == 4 or count_up(numbers) == 0
    if flag and not (numbers[0] < 4 and count_up(numbers) == 9):
        result += 100000 * (count_up(numbers) if numbers[0] == 4 else count_up(numbers) + 50)
    if 3 < count_up(numbers) < count_up(numbers) + 10:
        result += 10000000 * numbers[0]
    return result


@rules
def count_up(numbers: Any) -> int:
    numbers[0] += 1
    return int(numbers[0])


@entry
def loops(first: int, end: int, step: int) -> int:
    total = 0
    turns = 0
    for n in range(first, end, step):
        turns += 1
        if n % 5 == 4:
            continue
        total = total * 3 + n
        if turns > 40:
            break
    k = 0
    while k < turns:
        k += 1
        if k == 7:
            break
    return total * 100 + turns * 10 + k


@entry
def member(a: int) -> int:
    found = 0
    if a in SQUARES:
        found = 1
    if a not in (1, 2, 3):
        found += 2
    return found


@entry
def luck(key: u8, n: int, out: Row[u8]) -> int:
    out[0] = mix64(key)
    out[1] = draw(key, n)
    out[2] = stream(key, n)
    out[3] = (draw(key, n) ^ key) >> 3
    return below(draw(key, n), n) + below(draw(key, n + 1), 1 << 32) + below(draw(key, n), -5)


@entry
def copied(s: Records[Box], i: int, j: int) -> None:
    copy_into(s, i, s, j)


@entry
def room(n: int) -> int:
    numbers = row(5)
    table = grid(2, 3)
    for k in range(5):
        numbers[k] = k * n
        table[k % 2, k % 3] += numbers[k]
    return numbers[4] * 1000 + table[0, 2] + table[1, 0]


@inlined
def is_odd(n: int) -> bool:
    return n % 2 == 1


@entry
def odd(n: int) -> bool:
    return is_odd(n) and not is_odd(n + 1)


@entry
def mean(s: Records[Box]) -> int:
    total = 0.0
    for k in range(len(s[0].items)):
        item = s[0].items[k]
        item.weight = item.weight * 0.1 + k / 3
        total += item.weight * (item.owner > 0)
    s[0].share = total
    return int(total * 1000.0)
