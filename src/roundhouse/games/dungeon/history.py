"""What a round adds to the history of a game: commands, prices, trades, accounts, scores. DUN-183 to DUN-185"""

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ...core.game import EVERYTHING
from .actions import Action, action_of
from .ids import order_id
from .rules import tables as t
from .rules.state import State


class HistoryRound(Struct, frozen=True, kw_only=True):
    """Of one round that is over. Prices are those that held in it; `bought` and `sold` are units of all players.
    `balances` and `robots` (alive) are by seat at its end: while the game runs a seat sees its own alone, the others
    are null. `sums` are the scores so far, by seat, and `scores` the same by category."""

    round: int
    articles: dict[str, int]
    resources: dict[str, int]
    bought: dict[str, int]
    sold: dict[str, int]
    sums: list[int]
    scores: dict[str, list[int]] = {}
    balances: list[int | None] | UnsetType = UNSET
    robots: list[int | None] | UnsetType = UNSET


def history_of(g: State) -> HistoryRound:
    """Of the round that the newest tick has ended."""
    ended = g.round_no if g.reason else g.round_no - 1
    players = g.players[1 : g.seats + 1]
    bought, sold = g.bought[ended % t.WINDOW_ROWS], g.sold[ended % t.WINDOW_ROWS]
    return HistoryRound(
        round=ended,
        articles=dict(zip(t.ARTICLE_NAMES, g.old_prices, strict=True)),
        resources=dict(zip(t.KIND_NAMES, g.old_resource_prices, strict=True)),
        bought={name: units for name, units in zip(t.ARTICLE_NAMES, bought, strict=True) if units},
        sold={name: units for name, units in zip(t.KIND_NAMES, sold, strict=True) if units},
        sums=[sum(player.scores) for player in players],
        scores={name: [player.scores[n] for player in players] for n, name in enumerate(t.CATEGORY_NAMES)},
        balances=[player.balance for player in players],
        robots=[player.robots for player in players],
    )


def of_history(row: HistoryRound, seat: int) -> HistoryRound:
    """What a seat may see of it while the game runs; prices, trades and scores are everybody's. DUN-183, DUN-184"""
    if seat == EVERYTHING:
        return row
    if seat <= 0:
        return replace(row, balances=UNSET, robots=UNSET)
    return replace(row, balances=_own(row.balances, seat), robots=_own(row.robots, seat))


def _own(values: list[int | None] | UnsetType, seat: int) -> list[int | None] | UnsetType:
    if isinstance(values, UnsetType):
        return values
    return [value if n == seat else None for n, value in enumerate(values, 1)]


def commands_of(g: State) -> list[tuple[int, str, Action]]:
    """What the next tick is to execute: seat, transaction and command, by seat and then in the order given. DUN-185"""
    pending: list[tuple[int, int, list[int]]] = []
    for robot in g.robots[: g.robot_count]:
        if robot.command != t.NO_COMMAND:
            row = [robot.command, robot.serial, robot.target, robot.article, robot.quantity]
            pending.append((robot.owner, robot.order_no, row))
    for seat in range(1, g.seats + 1):
        player = g.players[seat]
        if player.order_no:
            pending.append((seat, player.order_no, [t.BUY, t.UNUSED, t.UNUSED, t.ROBOT_ARTICLE, player.quantity]))
    pending.sort(key=lambda one: one[:2])
    return [(seat, order_id(g, seat, number), action_of(row, g)) for seat, number, row in pending]
