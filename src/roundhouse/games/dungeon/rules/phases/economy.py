"""Prices, and the units that make them. DUN-146 to DUN-155, DUN-245 to DUN-247"""

from .....core.rules import rules
from ..state import State
from ..tables import ADJUSTED_FROM, ARTICLES, FIRST_ITEM, FIRST_UPGRADE, KINDS, WINDOW_ROWS

NO_PRICES, ORIGIN_PRICES, ALL_PRICES = 0, 1, 2


@rules
def adjustment(round_no: int) -> int:
    """A(n): 1, and one more from each round of the list on. DUN-150, DUN-152, DUN-247"""
    low = 0
    high = len(ADJUSTED_FROM)
    while low < high:
        middle = (low + high) // 2
        if ADJUSTED_FROM[middle] <= round_no:
            low = middle + 1
        else:
            high = middle
    return low + 1


@rules
def rounded_up(value: int, by: int) -> int:
    return (value + by - 1) // by


@rules
def sold_until(g: State, kind: int, last: int) -> int:
    """Units of a kind sold in the window that ends with a round. DUN-147"""
    units = 0
    for round_no in range(max(1, last - g.economy_window + 1), last + 1):
        units += g.sold[round_no % WINDOW_ROWS, kind]
    return units


@rules
def bought_until(g: State, article: int, last: int) -> int:
    """DUN-147, DUN-246"""
    units = 0
    for round_no in range(max(1, last - g.economy_window + 1), last + 1):
        units += g.bought[round_no % WINDOW_ROWS, article]
    return units


@rules
def resource_price(g: State, kind: int, last: int) -> int:
    """The price after a round. DUN-149"""
    base = g.base_resource_prices[kind]
    units = sold_until(g, kind, last)
    return base if units <= g.demand else rounded_up(base * g.demand, units)


@rules
def article_price(g: State, article: int, last: int, base: int) -> int:
    """The price after a round, of what costs `base` when nobody buys it. DUN-150, DUN-151, DUN-245"""
    special = FIRST_ITEM <= article < FIRST_UPGRADE
    if g.dynamic_prices == NO_PRICES or (g.dynamic_prices == ORIGIN_PRICES and not special):
        return base
    pressed = base * max(bought_until(g, article, last), g.stock)
    if special and g.item_round_adjust != 0:
        pressed *= adjustment(last)
    return rounded_up(pressed, g.stock)


@rules
def restoration_price(g: State, article: int, level: int) -> int:
    """What HEALTH or ENERGY costs a robot of this health or energy level now. DUN-113, DUN-114, DUN-151"""
    if g.round_no == 1:
        return int(g.base_prices[article] * (level + 1))  # DUN-153
    return article_price(g, article, g.round_no - 1, g.base_prices[article] * (level + 1))


@rules
def new_prices(g: State) -> None:
    """At the end of a round, from the trades of the window. DUN-125, DUN-146"""
    for kind in range(KINDS):
        g.old_resource_prices[kind] = g.resource_prices[kind]
        if g.dynamic_prices != NO_PRICES:
            g.resource_prices[kind] = resource_price(g, kind, g.round_no)
    for article in range(ARTICLES):
        g.old_prices[article] = g.prices[article]
        g.prices[article] = article_price(g, article, g.round_no, g.base_prices[article])


@rules
def open_books(g: State) -> None:
    """Nothing was traded yet in the round that begins."""
    row = g.round_no % WINDOW_ROWS
    for kind in range(KINDS):
        g.sold[row, kind] = 0
    for article in range(ARTICLES):
        g.bought[row, article] = 0
