"""Matches of the Dungeon between bots, played straight on the rules: no record, no clock, nothing refused."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from roundhouse.core.game import Setup
from roundhouse.core.rules import stream
from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon.rules import tables as t
from roundhouse.games.dungeon.rules.state import State
from roundhouse.match.clock import Budget
from roundhouse.protocol.messages import VERSION, Start, Turn
from roundhouse.sdk.bot import Bot

Watch = Callable[[State], None]


@dataclass
class Account:
    """What one seat did in a match, raw, so that other weights can be tried on it afterwards."""

    kills: int = 0
    losses: int = 0
    damage: int = 0
    mined: list[int] = field(default_factory=list)
    earned: int = 0
    spent: int = 0
    robots: int = 0
    bought: int = 0
    scores: list[int] = field(default_factory=list)
    trades: dict[int, int] = field(default_factory=dict)  # how often so much money changed, up to TRADE_MOST

    @property
    def sum(self) -> int:
        return sum(self.scores)


TRADE_MOST = 50


def play(
    kinds: Sequence[type[Bot]], seed: int, *, watch: Watch = lambda g: None, preset: str = "standard", **settings: Any
) -> list[Account]:
    """One match; the accounts by seat."""
    setup = GAME.setup([f"seat {n}" for n in range(1, len(kinds) + 1)], seed=seed, preset=preset, settings=settings)
    g = GAME.start(setup)
    bots = seated(kinds, setup, seed)
    accounts = [Account() for _ in kinds]
    told: list[list[Any]] = [[] for _ in kinds]
    names = [seat.name for seat in setup.seats]
    while g.reason == 0:
        for seat, bot in enumerate(bots, 1):
            answer = bot.act(Turn(0, GAME.view(g, seat, names), told[seat - 1], [], Budget()))
            for action in answer:
                row = GAME.row_of(action, g)
                code = GAME.rules.check(g, seat, row)
                if code:
                    raise AssertionError(f"{action} was refused: {GAME.refusal(code).sentence}")
                GAME.rules.act(g, seat, row)
        GAME.rules.tick(g)
        count(g, accounts)
        events = GAME.events(g)
        for seat in range(1, len(bots) + 1):
            known = (GAME.of_event(g, event, seat) for event in events)
            told[seat - 1] = [event for event in known if event is not None]
        watch(g)
    for seat, account in enumerate(accounts, 1):
        close(g, seat, account)
    return accounts


def seated(kinds: Sequence[type[Bot]], setup: Setup, seed: int) -> list[Bot]:
    bots = []
    for seat, kind in enumerate(kinds, 1):
        bot = kind(seed=stream(seed, seat) >> 1)  # type: ignore[call-arg]
        bot.start(Start(VERSION, "arena", GAME.key, GAME.version, setup, seat))
        bots.append(bot)
    return bots


def count(g: State, accounts: list[Account]) -> None:
    for row in g.events[: g.event_count]:
        if row.kind == t.TRADED and row.reason == 0:
            money = min(TRADE_MOST, abs(row.b))
            trades = accounts[row.seat - 1].trades
            trades[money] = trades.get(money, 0) + 1


def close(g: State, seat: int, account: Account) -> None:
    player = g.players[seat]
    account.kills, account.losses, account.damage = player.kills, player.losses, player.damage
    account.mined, account.scores = list(player.mined), list(player.scores)
    account.earned, account.spent = player.earned, player.spent
    account.robots, account.bought = player.robots, player.bought


def weighed(account: Account, *, kill: int, loss: int, damage: int, cap: int) -> int:
    """The sum of all scores with other weights for fighting and trading."""
    fighting = kill * account.kills + loss * account.losses + damage * account.damage
    trading = sum(min(cap, money) * times for money, times in account.trades.items())
    rest = account.scores[t.MINING_SCORE] + account.scores[t.MOVEMENT] + account.scores[t.ROBOT_SCORE]
    return fighting + trading + rest
