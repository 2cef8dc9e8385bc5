"""What `hard` searches with, in the rules' own subset of Python: programs worth trying, hands the others might have,
and what comes of it when all robots then play on by the policy. RAL-310

Its entry points take an array of three states: the match as it is seen, the same with the others' programs imagined,
and one to try things on.
"""

from typing import Any

from ....core.entry_types import Records, Row, Table
from ....core.rules import below, copy_into, draw, entry, rules
from ....core.schema import i8, u8
from ..rules.contract import act, tick
from ..rules.state import State
from ..rules.tables import ALBOT, CARDS, HAND, POWER_DOWN, PROGRAM, SLOT, SLOTS, TYPE, WIDTH
from .lone_robot import FALLEN, LOST, WON, Mind, last_slot, open_book, turn_page, write_down
from .policy import ALIVE, STEP, TICK, WORN, advise

PROGRAMS = 64  # that are tried
IDEAS = PROGRAMS + 8  # some of them with and without a power-down
CLOSER = 3  # program steps that a hand must bring, else Albot takes another
FEWEST = 12  # below so many also those that end in death count
SEEN, IMAGINED, TRIED = 0, 1, 2

WHOLE = 10_000  # the match is won
# What things are worth, in sixteenths of a program step
BALANCE = 48  # who is so far behind has half of the first one's share
SCRATCH = 6  # a damage point
WOUND = 14  # one that burns a slot in
LIFE = 24
REST = 44  # a round powered down


# Entry points


@entry
def brainstorm(s: Records[State], minds: Records[Mind], seat: int, rows: Table[i8], scores: Row[i8]) -> int:
    """Fill rows with programs of a seat, the best for a robot alone first; returns how many."""
    g = s[SEEN]
    m = minds[0]
    worn = g.robots[seat].damage >= WORN
    count = 0
    open_book(g, m, seat)
    while turn_page(m, count < FEWEST):
        score = promise(m)
        if count == PROGRAMS and score <= scores[count - 1]:
            continue
        if count < PROGRAMS:
            count += 1
        place = count - 1
        while place > 0 and scores[place - 1] < score:
            scores[place] = scores[place - 1]
            for k in range(WIDTH):
                rows[place, k] = rows[place - 1, k]
            place -= 1
        scores[place] = score
        write_down(g, m, seat, rows[place], SLOT)
        rows[place, TYPE] = PROGRAM
        rows[place, POWER_DOWN] = 1 if worn else 0
    return doubled(g, seat, rows, count)


@rules
def doubled(g: State, seat: int, rows: Any, count: int) -> int:
    """The best programs once more, with a power-down where there was none and the other way round."""
    if g.robots[seat].damage == 0:
        return count
    for i in range(min(count, IDEAS - PROGRAMS)):
        for k in range(WIDTH):
            rows[count + i, k] = rows[i, k]
        rows[count + i, POWER_DOWN] = 1 - rows[i, POWER_DOWN]
    return count + min(count, IDEAS - PROGRAMS)


@entry
def explore(
    s: Records[State],
    minds: Records[Mind],
    seat: int,
    rows: Table[i8],
    kept: Row[i8],
    count: int,
    rounds: int,
    key: u8,
    work: Row[i8],
    values: Table[i8],
) -> None:
    """The others program hands that this seat imagines; each of the kept rows is tried against that, and so many rounds
    more: values[i, n] grows by how seat n then stands. For seat 0, which is nobody, all hands are imagined."""
    m = minds[0]
    imagine(s, m, seat, key, work)
    for k in range(count):
        i = kept[k]
        copy_into(s, TRIED, s, IMAGINED)
        g = s[TRIED]
        if seat != 0:
            act(g, seat, rows[i])
        tick(g)
        play_on(g, m, rounds, key, work)
        for n in range(1, g.seats + 1):
            values[i, n] += judged(g, m, n)


@rules
def imagine(s: Any, m: Any, seat: int, key: int, work: Any) -> None:
    """The others get hands of cards that this seat cannot see, and program them by the policy."""
    copy_into(s, IMAGINED, s, SEEN)
    g = s[IMAGINED]
    g.seed = draw(key, 0)
    deal_unseen(g, seat, draw(key, 1))
    for other in range(1, g.seats + 1):
        robot = g.robots[other]
        if other != seat and robot.hand_count != 0 and robot.resigned == 0:
            advise(g, m, other, draw(key, 1 + other), 0, work)
            act(g, other, work)


# Programs


@rules
def promise(m: Any) -> int:
    """What a program is worth to a robot alone: as `merit`, but with the way to the last checkpoint."""
    end = last_slot(m)
    ticked = int(m.ticked[end])
    if m.ended[end] == WON:
        return ALIVE + TICK + (SLOTS - end) * STEP
    if m.ended[end] == FALLEN:
        return ticked * TICK
    return ALIVE - int(m.way[ticked, m.stand[end]]) * STEP - int(m.damage[end]) * SCRATCH


@rules
def deal_unseen(g: State, seat: int, key: int) -> None:
    """Hands for all others from the cards that a seat cannot see, uniformly; the rest is the pile."""
    low = 0
    high = 0
    for other in range(1, g.seats + 1):
        robot = g.robots[other]
        for slot in range(SLOTS):
            card = robot.slots[slot]
            if card > 42:
                high |= 1 << (card - 43)
            else:
                low |= 1 << card
    robot = g.robots[seat]
    for n in range(robot.hand_count):
        card = robot.hand[n]
        if card > 42:
            high |= 1 << (card - 43)
        else:
            low |= 1 << card
    count = 0
    for card in range(1, CARDS + 1):
        known = high >> (card - 43) & 1 if card > 42 else low >> card & 1
        if not known:
            g.pile[count] = card
            count += 1
    drawn = 0
    for other in range(1, g.seats + 1):
        robot = g.robots[other]
        if other == seat:
            continue
        for n in range(HAND):
            robot.hand[n] = 0
            if n < robot.hand_count:
                pick = below(draw(key, drawn), count)
                drawn += 1
                count -= 1
                robot.hand[n] = g.pile[pick]
                g.pile[pick] = g.pile[count]
    g.pile_count = count
    g.discard_count = 0


@entry
def dull(s: Records[State], minds: Records[Mind], seat: int, score: int) -> bool:
    """Whether an Albot takes other commands: the best of its programs brings it hardly closer to its goal."""
    robot = s[SEEN].robots[seat]
    if robot.model != ALBOT or robot.used != 0:
        return False
    way = int(minds[0].way[robot.ticked, robot.cell * 4 + robot.facing])
    return score <= ALIVE - (way - CLOSER) * STEP - STEP


# What comes of them


@rules
def play_on(g: State, m: Any, rounds: int, key: int, work: Any) -> None:
    """All robots play on by the policy, so many rounds at most."""
    left = rounds
    while left > 0 and g.reason == 0:
        for seat in range(1, g.seats + 1):
            robot = g.robots[seat]
            if robot.hand_count != 0 and robot.resigned == 0:
                advise(g, m, seat, draw(key, left * 16 + seat), 0, work)
                act(g, seat, work)
        tick(g)
        left -= 1


@rules
def judged(g: State, m: Any, seat: int) -> int:
    """How a seat stands, of WHOLE: the result where there is one, else its share by how far behind the first it is."""
    if g.reason != 0:
        return WHOLE if g.winner == seat else 0 if g.winner != 0 else WHOLE // int(g.seats)
    least = LOST * STEP
    for other in range(1, g.seats + 1):
        least = min(least, remaining(g, m, other))
    mine = 0
    total = 0
    for other in range(1, g.seats + 1):
        share = WHOLE * WHOLE // (remaining(g, m, other) - least + BALANCE)
        total += share
        if other == seat:
            mine = share
    return mine * WHOLE // total


@rules
def remaining(g: State, m: Any, seat: int) -> int:
    """What a robot still has before it, in sixteenths of a program step."""
    robot = g.robots[seat]
    if robot.out != 0 or robot.resigned != 0:
        return LOST * STEP
    stand = int(robot.cell) * 4 + int(robot.facing)
    if robot.cell == 0:
        stand = int(robot.backup) * 4 + int(robot.backup_facing)
    damage = int(robot.damage)
    price = int(m.way[robot.ticked, stand]) * STEP + damage * SCRATCH + max(0, damage - 4) * WOUND
    if robot.down != 0:
        price += REST
    return price - int(robot.lives) * LIFE
