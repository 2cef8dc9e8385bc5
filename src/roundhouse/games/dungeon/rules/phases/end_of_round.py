"""After the nine phases: scores, achievements, prices, the end of the game, and the next round. DUN-144 to DUN-182"""

from .....core.rules import rules
from ..state import Player, State
from ..tables import (
    ACHIEVED,
    ACHIEVED_AT,
    ACHIEVEMENTS,
    APPEARED,
    CATEGORIES,
    ENDED_ADMIN,
    ENDED_DESERTED,
    ENDED_NOBODY_LEFT,
    ENDED_ROUNDS,
    FIGHTING,
    GAME_OVER,
    KINDS,
    MINING_SCORE,
    MOVEMENT,
    NOTHING,
    PRICES,
    ROBOT_ARTICLE,
    ROBOT_SCORE,
    ROUND_STATUS,
    STATS,
    TRADING,
    TROPHY,
)
from .blocking import lift
from .economy import new_prices, open_books
from .knowledge import close_up, disperse, gather, hear_of_patch
from .lookup import note
from .trading import clear_command

OVERALL = -1  # instead of a category: the sum of all
TROPHIES = (OVERALL, FIGHTING, MINING_SCORE, TRADING, MOVEMENT)  # DUN-180
TROPHY_PLACES = 3


@rules
def end_round(g: State) -> None:
    """DUN-144"""
    disperse(g)
    close_up(g)
    lift(g)
    score_robots(g)
    achieve(g)
    new_prices(g)
    if g.respawn_when_wiped != 0:
        refill_wiped(g)
    forget_commands(g)
    for seat in range(1, g.seats + 1):
        g.players[seat].balance = g.players[seat].money
    note(g, ROUND_STATUS, 0, 0, 0, 0, 0, g.round_no, 2, 0)
    g.reason = why_over(g)
    if g.reason != 0:
        end_game(g)


@rules
def score_robots(g: State) -> None:
    """All levels of living robots. DUN-168"""
    for n in range(g.robot_count):
        robot = g.robots[n]
        player = g.players[robot.owner]
        for stat in range(STATS):
            player.scores[ROBOT_SCORE] += robot.levels[stat]


@rules
def achieve(g: State) -> None:
    """DUN-175 to DUN-179"""
    for seat in range(1, g.seats + 1):
        player = g.players[seat]
        for number in range(ACHIEVEMENTS):
            if not player.achieved >> number & 1 and achieving(player, number // 3) >= ACHIEVED_AT[number]:
                player.achieved |= 1 << number
                note(g, ACHIEVED, 0, seat, 0, 0, 0, number, 0, 0)


@rules
def achieving(player: Player, figure: int) -> int:
    """What the achievements of a figure are measured by: kills, units mined, money earned, moves."""
    if figure == 0:
        return int(player.kills)
    if figure == 1:
        units = 0
        for kind in range(KINDS):
            units += player.mined[kind]
        return int(units)
    return int(player.earned) if figure == 2 else int(player.moves)


@rules
def refill_wiped(g: State) -> None:
    """DUN-145"""
    for seat in range(1, g.seats + 1):
        player = g.players[seat]
        if player.left == 0 and not is_in_play(g, seat):
            player.money = g.start_money
            player.top_money = max(player.top_money, player.money)


@rules
def is_in_play(g: State, seat: int) -> bool:
    """Whether a player has a robot or can afford one. DUN-145, DUN-159, DUN-242"""
    return g.players[seat].robots > 0 or g.players[seat].money >= g.prices[ROBOT_ARTICLE]


@rules
def forget_commands(g: State) -> None:
    """A command is for one round. DUN-073, DUN-118"""
    for n in range(g.robot_count):
        clear_command(g.robots[n])
    for seat in range(1, g.seats + 1):
        player = g.players[seat]
        player.done = 0
        player.quantity = 0
        player.order_no = 0
        player.cursor = 0


@rules
def why_over(g: State) -> int:
    """DUN-156, DUN-157, DUN-159, DUN-248, DUN-256"""
    if g.round_no >= g.max_rounds:
        return ENDED_ROUNDS
    if g.ending != 0:
        return ENDED_ADMIN
    staying = 0
    playing = 0
    for seat in range(1, g.seats + 1):
        if g.players[seat].left == 0:
            staying += 1
            if g.respawn_when_wiped != 0 or is_in_play(g, seat):
                playing += 1
    if staying == 0 or (staying == 1 and g.seats > 1):
        return ENDED_DESERTED
    return ENDED_NOBODY_LEFT if playing == 0 else 0


@rules
def end_game(g: State) -> None:
    """Trophies, and accounts are closed. DUN-007, DUN-180, DUN-181, DUN-250"""
    for k in range(len(TROPHIES)):
        for seat in range(1, g.seats + 1):
            won = trophy(g, seat, TROPHIES[k])
            if won != 0:
                note(g, TROPHY, 0, seat, 0, 0, 0, TROPHIES[k], won, 0)
    for seat in range(1, g.seats + 1):
        g.players[seat].money = 0
    note(g, GAME_OVER, 0, 0, 0, 0, 0, g.reason, 0, 0)


@rules
def score(g: State, seat: int, category: int) -> int:
    """Of a category, or with OVERALL the sum. DUN-161, DUN-170"""
    player = g.players[seat]
    if category != OVERALL:
        return int(player.scores[category])
    total = 0
    for one in range(CATEGORIES):
        total += player.scores[one]
    return int(total)


@rules
def place(g: State, seat: int, category: int) -> int:
    """1 and the number of players that are strictly better: those that stayed before those that left, then by score.
    DUN-171, DUN-172, DUN-256"""
    own = score(g, seat, category)
    gone = g.players[seat].left != 0
    better = 0
    for other in range(1, g.seats + 1):
        left = g.players[other].left != 0
        if (gone and not left) or (gone == left and score(g, other, category) > own):
            better += 1
    return better + 1


@rules
def trophy(g: State, seat: int, category: int) -> int:
    """The trophy that a player has at the end: 1, 2, 3, or 0 for none. DUN-180, DUN-181, DUN-250"""
    if g.seats == 1 or score(g, seat, category) <= 0:
        return 0
    reached = place(g, seat, category)
    return reached if reached <= TROPHY_PLACES else 0


@rules
def begin_round(g: State) -> None:
    """What an organiser changed takes effect, patches are refilled, prices announced. DUN-117, DUN-146, DUN-193,
    DUN-243"""
    g.round_no += 1
    g.round_ms = g.next_round_ms
    g.early_close = g.next_early_close
    open_books(g)
    note(g, ROUND_STATUS, 0, 0, 0, 0, 0, g.round_no, 0, 0)
    note(g, PRICES, 0, 0, 0, 0, 0, 0, 0, 0)
    refill(g)


@rules
def refill(g: State) -> None:
    """Patches that the organiser wants to be full again, unless they were emptied meanwhile. DUN-193, DUN-243"""
    gathered = False
    for index in range(g.side * g.side):
        planet = g.planets[index]
        if planet.refill != 0:
            planet.refill = 0
            if planet.kind != NOTHING:
                if not gathered:
                    gather(g)
                    gathered = True
                planet.amount = g.patch_amount
                note(g, APPEARED, 0, 0, 0, 0, 0, index, planet.kind, 0)
                hear_of_patch(g, index)
    if gathered:
        disperse(g)
