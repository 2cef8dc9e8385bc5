"""Points, the formula of the original, and the places at the end. QST-126 to QST-136, QST-149"""

from .....core.rules import rules
from ..state import State
from ..tables import GAME_OVER, KILLING, POINTS
from .lookup import everybody, note

SPREE_POINTS, BLOOD_POINTS = 15, 10  # QST-131


@rules
def award(g: State, seat: int, source: int, points: int) -> None:
    """Points belong to the team and never fall. With `scoring` origin they are only counted. QST-129"""
    if points == 0:
        return
    player = g.players[seat]
    player.points += points
    player.by_source[source] += points
    if g.origin_scoring == 0:
        note(g, POINTS, seat, everybody(g), 0, 0, -1, source, points, player.points)


@rules
def tell_origin(g: State, seat: int, source: int, before: float) -> None:
    """With `scoring` origin other things than points change the score. QST-131, QST-141"""
    after = score(g, seat)
    if g.origin_scoring != 0 and after != before:
        note(g, POINTS, seat, everybody(g), 0, 0, -1, source, whole(after) - whole(before), whole(after))


@rules
def score(g: State, seat: int) -> float:
    """What counts at the end. QST-126, QST-131"""
    player = g.players[seat]
    if g.origin_scoring == 0:
        return float(player.points)
    total = player.kills * (1.0 + player.towers_placed / 20.0)
    if player.traps_placed > 0 and player.traps_sprung > 0:
        total = total * (3.0 * player.traps_placed + player.traps_sprung) / (3.0 * player.traps_placed)
    return total + SPREE_POINTS * player.sprees + BLOOD_POINTS * player.first_blood


@rules
def whole(points: float) -> int:
    """To the nearest whole number, halves up. Scores are not negative."""
    return int(points + 0.5)


@rules
def count_kill(g: State, seat: int, strikes_back: int) -> None:
    """A unit of another player was destroyed. QST-075, QST-126, QST-135, QST-136"""
    before = score(g, seat)
    player = g.players[seat]
    player.kills += 1
    player.retaliation_kills += strikes_back
    if g.blood == 0:
        g.blood = 1
        player.first_blood = 1
    if g.killer != seat:
        g.killer = seat
        player.spree = 0
    player.spree += 1
    if player.spree >= g.spree_length:
        player.spree = 0
        player.sprees += 1
    award(g, seat, KILLING, g.kill_points)
    tell_origin(g, seat, KILLING, before)


@rules
def finish(g: State, reason: int) -> None:
    """The match is over. QST-130, QST-132, QST-142"""
    if g.reason == 0:
        g.reason = reason
        note(g, GAME_OVER, 0, everybody(g), 0, 0, -1, reason, 0, 0)


@rules
def is_before(g: State, seat: int, other: int) -> bool:
    """Whether a seat is placed before another. QST-130, QST-132, QST-149"""
    own = g.players[seat].defeated
    its = g.players[other].defeated
    if own != 0 or its != 0:
        return its != 0 and (own == 0 or own > its)
    return score(g, seat) > score(g, other)


@rules
def place(g: State, seat: int) -> int:
    """Equal points share the better place. QST-133"""
    better = 0
    for other in range(1, g.seats + 1):
        if is_before(g, other, seat):
            better += 1
    return better + 1
