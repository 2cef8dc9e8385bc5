"""The initialization phase: resignations, respawns, the deal."""

from .....core.rules import below, draw, emit, rules, stream
from ..state import Robot, State
from ..tables import (
    AT_BACKUP,
    AT_START,
    BURNED_IN,
    CARD_BITS,
    CARDS,
    CELL_BITS,
    DAMAGE_TAKEN,
    DEALT,
    DRAW_DEAL,
    HAND,
    HAND_SIZE,
    HOLE,
    NEARBY,
    PROGRAMMING_STARTED,
    RESPAWNED,
    ROUND_STARTED,
    SIZE_MAX,
    SLOTS,
    STRIDE,
)
from .damage import eliminate, survivors, take_off


@rules
def begin_round(g: State) -> None:
    """The next round up to its programming phase. RAL-038, RAL-067"""
    g.round_no += 1
    emit(g, ROUND_STARTED, 0, 0, g.round_no)
    if retire(g):
        return
    respawn(g)
    clear_drafts(g)
    shuffle(g)
    replace_burned(g)
    deal(g)
    emit(g, PROGRAMMING_STARTED, 0, 0, 0)


@rules
def retire(g: State) -> bool:
    """Robots of seats that resigned are eliminated, together. True: that ended the match. RAL-068, RAL-071, RAL-157"""
    number = g.deaths + 1
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        if robot.resigned != 0 and robot.out == 0:
            take_off(g, robot)
            eliminate(g, seat, number)
    return survivors(g)


@rules
def respawn(g: State) -> None:
    """Every dead robot with a life point comes back, in the order of their deaths. RAL-069 to RAL-076"""
    while True:
        chosen = 0
        for seat in range(1, g.seats + 1):
            robot = g.robots[seat]
            waits = robot.dead != 0 and robot.out == 0
            if waits and (chosen == 0 or robot.death_no < g.robots[chosen].death_no):
                chosen = seat
        if chosen == 0:
            return
        put_back(g, chosen)


@rules
def put_back(g: State, seat: int) -> None:
    """One respawn: on the backup, else the start field, else the nearest free cell. RAL-069, RAL-072 to RAL-074"""
    robot = g.robots[seat]
    where = AT_BACKUP
    cell = robot.backup
    facing = robot.backup_facing
    if g.standing_at[cell] != 0:
        where = AT_START
        cell = robot.start
        facing = robot.start_facing
        if g.standing_at[cell] != 0:
            where = NEARBY
            cell = nearest_free(g, cell)
    robot.dead = 0
    robot.lives -= 1
    robot.damage = g.respawn_damage
    robot.figures[DAMAGE_TAKEN] += g.respawn_damage  # RAL-171
    robot.cell = cell
    robot.facing = facing
    g.standing_at[cell] = seat
    emit(g, RESPAWNED, seat, cell, facing | robot.lives << 4 | robot.damage << 8 | where << CELL_BITS + 2)


@rules
def nearest_free(g: State, start: int) -> int:
    """The free cell that is no hole with the smallest |dx|+|dy|; ties: smaller y, then smaller x. RAL-073"""
    best = 0
    least = 4 * SIZE_MAX
    for y in range(1, g.height + 1):
        for x in range(1, g.width + 1):
            cell = y * STRIDE + x
            if g.standing_at[cell] == 0 and g.kinds[cell] != HOLE:
                distance = abs(y - start // STRIDE) + abs(x - start % STRIDE)
                if distance < least:
                    least = distance
                    best = cell
    return best


@rules
def clear_drafts(g: State) -> None:
    """Every programming phase starts alike. RAL-320"""
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        robot.announced = 0
        robot.confirmed = 0
        robot.used = 0
        for slot in range(SLOTS):
            robot.draft[slot] = 0


@rules
def shuffle(g: State) -> None:
    """All cards that are not burned in become a new pile. RAL-003, RAL-077, RAL-316"""
    low = 0  # a bit for every burned-in card; the deck has more than fit one number
    high = 0
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        for slot in range(SLOTS - robot.locked, SLOTS):
            card = robot.slots[slot]
            if card > 42:
                high |= 1 << (card - 43)
            else:
                low |= 1 << card
    g.discard_count = 0
    count = 0
    for card in range(1, CARDS + 1):
        burned = high >> (card - 43) & 1 if card > 42 else low >> card & 1
        if not burned:
            g.discard[count] = card
            count += 1
    key = stream(g.seed, DRAW_DEAL)
    first = first_draw(g, 0)
    for i in range(count - 1, 0, -1):
        k = below(draw(key, first + count - 1 - i), i + 1)
        card = g.discard[i]
        g.discard[i] = g.discard[k]
        g.discard[k] = card
    for i in range(count):
        g.pile[count - 1 - i] = g.discard[i]  # the first entry is the top, which is the last of `pile`
    g.pile_count = count


@rules
def first_draw(g: State, seat: int) -> int:
    """The number of the first draw of a round and seat. RAL-316"""
    return int((g.round_no * 16 + seat) << 20)


@rules
def top_card(g: State) -> int:
    g.pile_count -= 1
    return int(g.pile[g.pile_count])


@rules
def replace_burned(g: State) -> None:
    """A burned-in slot that is empty gets the top card. RAL-078"""
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        given = 0
        for slot in range(SLOTS - robot.locked, SLOTS):
            if robot.slots[slot] == 0:
                robot.slots[slot] = top_card(g)
                given += 1
        if given > 0:
            tell_burned(g, seat)


@rules
def tell_burned(g: State, seat: int) -> None:
    """RAL-046"""
    robot = g.robots[seat]
    commands = 0
    for slot in range(SLOTS - 1):
        if slot >= SLOTS - robot.locked:
            commands |= robot.slots[slot] << CARD_BITS * slot
    emit(g, BURNED_IN, seat, robot.slots[SLOTS - 1] if robot.locked != 0 else 0, commands)


@rules
def deal(g: State) -> None:
    """In seat order every robot on the board that is not powered down gets its cards. RAL-079, RAL-080, RAL-082"""
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        robot.hand_count = 0
        if robot.cell != 0 and robot.down == 0:
            robot.hand_count = HAND - robot.damage
            take_cards(g, robot)
            emit(g, DEALT, seat, 0, 0)
            emit(g, HAND_SIZE, seat, 0, robot.hand_count)
        else:
            for k in range(HAND):
                robot.hand[k] = 0


@rules
def take_cards(g: State, robot: Robot) -> None:
    """A new hand of `hand_count` cards from the top of the pile."""
    for k in range(HAND):
        robot.hand[k] = top_card(g) if k < robot.hand_count else 0
