"""Phase 2: sales, then purchases, each player's in the order of its commands. DUN-103 to DUN-115, DUN-124"""

from .....core.rules import below, draw, rules, stream
from ..state import Player, Robot, State
from ..tables import (
    AT_MAX_LEVEL,
    BAD_QUANTITY,
    BUY,
    CARGO_EMPTY,
    DRAW_SPAWN,
    ENERGY_ARTICLE,
    FIRST_ITEM,
    FIRST_UPGRADE,
    HEALTH,
    HEALTH_ARTICLE,
    ITEMS,
    KINDS,
    LEVEL_MAX,
    LEVELS,
    MAX_ENERGY,
    MONEY_MAX,
    NO_COMMAND,
    NOT_AT_STATION,
    NOT_ENOUGH_MONEY,
    ROBOT_ARTICLE,
    ROBOT_LIMIT,
    SELL,
    SOLD,
    SPAWNED,
    STATS,
    TRADED,
    TRADING,
    UNKNOWN_ARTICLE,
    WINDOW_ROWS,
    WRONG_LEVEL,
)
from .economy import restoration_price
from .knowledge import enter, meet
from .lookup import ability, note, sort, tell_result

ORDER_BITS = 32
STEPS = LEVELS - 1  # upgrades of a stat


@rules
def trade(g: State) -> None:
    """Phase 2. DUN-124"""
    sell_all(g)
    buy_all(g)
    meet(g)


@rules
def in_line(g: State, command: int, article: int) -> int:
    """Robots with this command, HEALTH alone or everything else, in the order of seats and then of their owners'
    orders, into `order`. DUN-060, DUN-124"""
    count = 0
    for n in range(g.robot_count):
        robot = g.robots[n]
        if robot.command == command and (command == SELL or (robot.article == HEALTH_ARTICLE) == (article >= 0)):
            robot.key = robot.owner << ORDER_BITS | robot.order_no
            g.order[count] = n
            count += 1
    sort(g, count)
    return count


@rules
def sell_all(g: State) -> None:
    for k in range(in_line(g, SELL, -1)):
        sell(g, g.robots[g.order[k]])


@rules
def buy_all(g: State) -> None:
    """Everything but HEALTH, and robots when their order's turn comes. DUN-059, DUN-060, DUN-127"""
    count = in_line(g, BUY, -1)
    k = 0
    for seat in range(1, g.seats + 1):
        player = g.players[seat]
        pending = player.order_no != 0
        while k < count and g.robots[g.order[k]].owner == seat:
            robot = g.robots[g.order[k]]
            if pending and player.order_no < robot.order_no:
                buy_robots(g, seat)
                pending = False
            buy(g, robot, 2)
            k += 1
        if pending:
            buy_robots(g, seat)


@rules
def sell(g: State, robot: Robot) -> None:
    """The whole cargo, or of one kind so many units as ordered and there. DUN-103, DUN-104, DUN-225"""
    if not may_trade(g, robot):
        tell_result(g, robot, TRADED, 2, NOT_AT_STATION, -1, 0, 0)
        return
    money = 0
    units = 0
    for kind in range(KINDS):
        amount = for_sale(robot, kind)
        units += amount
        money += amount * g.resource_prices[kind]
    if units == 0:
        tell_result(g, robot, TRADED, 2, CARGO_EMPTY, -1, 0, 0)
        return
    got = earn(g.players[robot.owner], money)
    score_trade(g, robot.owner, got)
    tell_result(g, robot, TRADED, 2, 0, -1, got, units)
    for kind in range(KINDS):
        amount = for_sale(robot, kind)
        if amount > 0:
            robot.cargo[kind] -= amount
            g.sold[g.round_no % WINDOW_ROWS, kind] += amount  # DUN-154
            note(g, SOLD, 2, robot.owner, 0, robot.order_no, robot.serial, kind, amount, g.resource_prices[kind])


@rules
def for_sale(robot: Robot, kind: int) -> int:
    """How many units of a kind a robot sells by its command."""
    if robot.article < 0:
        return int(robot.cargo[kind])
    if robot.article != kind:
        return 0
    return int(robot.cargo[kind]) if robot.quantity == 0 else int(min(robot.quantity, robot.cargo[kind]))


@rules
def may_trade(g: State, robot: Robot) -> bool:
    """DUN-025, DUN-069, DUN-105, DUN-240"""
    return g.trade_anywhere != 0 or g.planets[robot.planet].station != 0


@rules
def earn(player: Player, money: int) -> int:
    """Returns what fits into the account. DUN-252"""
    got = min(money, MONEY_MAX - player.money)
    player.money += got
    player.earned += got
    player.top_money = max(player.top_money, player.money)
    return int(got)


@rules
def pay(g: State, seat: int, money: int) -> None:
    player = g.players[seat]
    player.money -= money
    player.spent += money
    score_trade(g, seat, money)


@rules
def score_trade(g: State, seat: int, money: int) -> None:
    """DUN-169"""
    player = g.players[seat]
    player.trades += 1
    player.scores[TRADING] += min(g.score_trade_cap, money)


@rules
def buy(g: State, robot: Robot, phase: int) -> None:
    """One article for a robot, whatever the quantity. DUN-105, DUN-106, DUN-109 to DUN-115"""
    article = robot.article
    reason = check_buy_article(g, robot, article)
    price = 0
    if reason == 0:
        price = price_for(g, robot, article)
        if g.players[robot.owner].money < price:
            reason = NOT_ENOUGH_MONEY
            price = 0
    if reason == 0:
        pay(g, robot.owner, price)
        g.bought[g.round_no % WINDOW_ROWS, article] += 1
        hand_over(g, robot, article)
    tell_result(g, robot, TRADED, phase, reason, article, -price, 1)


@rules
def check_buy_article(g: State, robot: Robot, article: int) -> int:
    """0, or why a robot cannot buy an article, money aside, in the order of DUN-237."""
    if article < 0:
        return UNKNOWN_ARTICLE
    if not may_trade(g, robot):
        return NOT_AT_STATION
    if article >= FIRST_UPGRADE:
        stat = (article - FIRST_UPGRADE) // STEPS
        level = (article - FIRST_UPGRADE) % STEPS + 1
        if level > LEVEL_MAX[stat]:
            return AT_MAX_LEVEL  # DUN-111
        if level != robot.levels[stat] + 1:
            return WRONG_LEVEL  # DUN-110
    return 0


@rules
def price_for(g: State, robot: Robot, article: int) -> int:
    """What an article costs a robot. DUN-113, DUN-114"""
    if article == HEALTH_ARTICLE:
        return restoration_price(g, article, robot.levels[HEALTH])
    if article == ENERGY_ARTICLE:
        return restoration_price(g, article, robot.levels[MAX_ENERGY])
    return int(g.prices[article])


@rules
def hand_over(g: State, robot: Robot, article: int) -> None:
    """What an article does. DUN-109 to DUN-114"""
    if article == HEALTH_ARTICLE:
        robot.health = ability(g, robot, HEALTH)
    elif article == ENERGY_ARTICLE:
        robot.energy = ability(g, robot, MAX_ENERGY)
    elif article < FIRST_UPGRADE:
        robot.items[article - FIRST_ITEM] += 1
    else:
        stat = (article - FIRST_UPGRADE) // STEPS
        before = ability(g, robot, stat)
        robot.levels[stat] += 1
        if stat == HEALTH:  # DUN-112
            robot.health += ability(g, robot, stat) - before
        elif stat == MAX_ENERGY:
            robot.energy += ability(g, robot, stat) - before


@rules
def buy_robots(g: State, seat: int) -> None:
    """All of them or none. DUN-107, DUN-115, DUN-198, DUN-241"""
    player = g.players[seat]
    wanted = player.quantity
    reason = check_buy_robots(g, seat, wanted)
    price = wanted * g.prices[ROBOT_ARTICLE] if reason == 0 else 0
    player.last_reason = reason
    note(g, TRADED, 2, seat, reason, player.order_no, 0, ROBOT_ARTICLE, -price, wanted)
    if reason != 0:
        return
    pay(g, seat, price)
    player.bought += wanted
    g.bought[g.round_no % WINDOW_ROWS, ROBOT_ARTICLE] += wanted
    for _ in range(wanted):
        spawn(g, seat, player.order_no)


@rules
def check_buy_robots(g: State, seat: int, wanted: int) -> int:
    """0, or why a player cannot buy so many robots. DUN-107, DUN-115, DUN-241"""
    player = g.players[seat]
    if wanted < 1:
        return BAD_QUANTITY
    if player.robots + wanted > g.robot_limit:
        return ROBOT_LIMIT
    return NOT_ENOUGH_MONEY if player.money < wanted * g.prices[ROBOT_ARTICLE] else 0


@rules
def spawn(g: State, seat: int, order_no: int) -> None:
    """A new robot at a station. DUN-027, DUN-028, DUN-108, DUN-240"""
    g.serials += 1
    robot = g.robots[g.robot_count]
    g.robot_count += 1
    robot.serial = g.serials
    robot.owner = seat
    robot.last_command = NO_COMMAND
    robot.last_reason = 0
    robot.last_order = 0
    robot.dead = 0
    robot.aim = -1
    robot.after = -1
    robot.gained = -1
    robot.hurt = 0
    robot.key = 0
    clear_command(robot)
    for stat in range(STATS):
        robot.levels[stat] = 0
    for kind in range(KINDS):
        robot.cargo[kind] = 0
    for item in range(ITEMS):
        robot.items[item] = 0
    for other in range(len(robot.seen_round)):
        robot.seen_round[other] = 0
        robot.seen_planet[other] = 0
        robot.hurt_by[other] = 0
    robot.health = ability(g, robot, HEALTH)
    robot.energy = ability(g, robot, MAX_ENERGY)
    g.players[seat].robots += 1
    number = draw(stream(g.seed, DRAW_SPAWN), robot.serial)
    if g.spawn_anywhere != 0:
        enter(g, robot, g.existing[below(number, g.planet_count)])
    else:
        enter(g, robot, g.stations[below(number, g.station_count)])
    note(g, SPAWNED, 2, seat, 0, order_no, robot.serial, robot.planet, 0, 0)


@rules
def clear_command(robot: Robot) -> None:
    robot.command = NO_COMMAND
    robot.target = -1
    robot.article = -1
    robot.quantity = -1
    robot.order_no = 0
