"""What happens to robots at any time of the move phase: dying, entering fields, damage, and the end of the match."""

from .....core.rules import emit, rules
from ..state import Robot, State
from ..tables import (
    BACKED_UP,
    BY_CHECKPOINTS,
    BY_RANKING,
    BY_SURVIVAL,
    CHECKPOINT,
    DAMAGE_DEALT,
    DAMAGE_TAKEN,
    DAMAGED,
    DEATH_DAMAGE,
    DEATHS,
    DESTROYED,
    DIED,
    ELIMINATED,
    GAME_OVER,
    HOLE,
    IN_HOLE,
    OF_DAMAGE,
    OFF,
    OVER_EDGE,
    PAUSE,
    SLOTS,
    TICKED,
)


@rules
def discard(g: State, card: int) -> None:
    """A card of the deck goes to the discard pile; a pause is none. RAL-003"""
    if card != 0 and card != PAUSE:
        g.discard[g.discard_count] = card
        g.discard_count += 1


@rules
def take_off(g: State, robot: Robot) -> None:
    """A robot leaves the board, its slots are emptied, a power-down is cancelled. RAL-041, RAL-137"""
    if robot.cell != 0:
        g.standing_at[robot.cell] = 0
        robot.cell = 0
    for slot in range(SLOTS):
        discard(g, robot.slots[slot])
        robot.slots[slot] = 0
    robot.locked = 0
    robot.announced = 0
    robot.down = 0
    robot.dead = 1


@rules
def eliminate(g: State, seat: int, number: int) -> None:
    """RAL-138; the number of the elimination decides the ranking (RAL-160)."""
    robot = g.robots[seat]
    robot.out = 1
    robot.death_no = number
    g.deaths = number
    g.standing -= 1
    emit(g, ELIMINATED, seat, 0, 0)


@rules
def die(g: State, seat: int, cause: int, by: int, number: int) -> None:
    """A robot explodes. `by` has a bit for every seat that gets the credit; `number` is that of the death, which those
    of one simultaneous event share. RAL-071, RAL-093, RAL-137, RAL-138, RAL-172, RAL-174"""
    robot = g.robots[seat]
    cell = robot.origin if cause == OVER_EDGE else robot.cell
    take_off(g, robot)
    robot.death_no = number
    g.deaths = number
    robot.figures[DEATHS] += 1
    for other in range(1, g.seats + 1):
        if by >> other & 1:
            g.robots[other].figures[DESTROYED] += 1
    emit(g, DIED, seat, cell, cause | by << 4)
    if robot.lives == 0:
        eliminate(g, seat, number)


@rules
def fall(g: State, seat: int, by: int, number: int) -> bool:
    """A robot that has entered a hole or left the board dies. RAL-024, RAL-099, RAL-136"""
    kind = g.kinds[g.robots[seat].cell]
    if kind == HOLE:
        die(g, seat, IN_HOLE, by, number)
        return True
    if kind == OFF:
        die(g, seat, OVER_EDGE, by, number)
        return True
    return False


@rules
def back_up(g: State, seat: int) -> None:
    """RAL-152"""
    robot = g.robots[seat]
    robot.backup = robot.cell
    robot.backup_facing = robot.facing
    emit(g, BACKED_UP, seat, robot.cell, robot.facing)


@rules
def check_in(g: State, seat: int) -> None:
    """A robot that has entered a checkpoint makes a backup and ticks it off if it is the next one. RAL-025, RAL-027,
    RAL-155"""
    robot = g.robots[seat]
    if g.kinds[robot.cell] != CHECKPOINT:
        return
    back_up(g, seat)
    number = g.ways[robot.cell]
    if number != robot.ticked + 1:
        return
    robot.ticked = number
    g.ticks += 1
    robot.tick_no = g.ticks
    emit(g, TICKED, seat, 0, number)
    if number == g.goal:
        over(g, BY_CHECKPOINTS, seat)


@rules
def hurt(g: State, seat: int, points: int, by: int) -> None:
    """Damage points of a laser; `by` is who gets the credit, 0 for a field laser. RAL-171, RAL-173"""
    robot = g.robots[seat]
    robot.damage += points
    robot.figures[DAMAGE_TAKEN] += points
    if by != 0:
        g.robots[by].figures[DAMAGE_DEALT] += points
    emit(g, DAMAGED, seat, points, robot.damage | by << 8)


@rules
def bury(g: State) -> None:
    """After all shots of a phase robots with nine or more damage points die together. RAL-128, RAL-133, RAL-135"""
    number = g.deaths + 1
    for seat in range(1, g.seats + 1):
        robot = g.robots[seat]
        if robot.cell != 0 and robot.damage >= DEATH_DAMAGE:
            die(g, seat, OF_DAMAGE, robot.hit_by, number)


@rules
def survivors(g: State) -> bool:
    """Whether the match is over because at most one robot is not eliminated. RAL-157, RAL-158"""
    if g.standing == 0:
        over(g, BY_RANKING, 0)
    elif g.standing == 1 and g.seats > 1:
        for seat in range(1, g.seats + 1):
            if g.robots[seat].out == 0:
                over(g, BY_SURVIVAL, seat)
                break
    return bool(g.reason != 0)


@rules
def over(g: State, reason: int, winner: int) -> None:
    """The match ends. Without a winner the ranking decides, unless its first place is shared. RAL-155, RAL-160"""
    g.winner = winner
    if winner == 0:
        for seat in range(1, g.seats + 1):
            if place(g, seat) == 1:
                winner = seat if winner == 0 else -1
        g.winner = max(winner, 0)
    g.reason = reason
    emit(g, GAME_OVER, g.winner, 0, reason)


@rules
def place(g: State, seat: int) -> int:
    """A seat's place in the ranking; who is equal shares it. RAL-160"""
    better = 0
    for other in range(1, g.seats + 1):
        if other != seat and ahead(g, other, seat):
            better += 1
    return better + 1


@rules
def ahead(g: State, one: int, two: int) -> bool:
    """Whether a seat ranks before another. RAL-160"""
    if g.winner != 0 and (one == g.winner or two == g.winner):
        return bool(one == g.winner)
    a = g.robots[one]
    b = g.robots[two]
    if a.ticked != b.ticked:
        return bool(a.ticked > b.ticked)
    if a.tick_no != b.tick_no:
        return bool(a.tick_no < b.tick_no)
    if a.out != b.out:
        return bool(a.out < b.out)
    return bool(a.out != 0 and a.death_no > b.death_no)
