"""Matches of Quest between bots, played straight on the rules: no record, no clock, every refusal counted."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Any

from roundhouse.core.game import Setup
from roundhouse.core.rules import stream
from roundhouse.games.quest import GAME
from roundhouse.games.quest.rules import tables as t
from roundhouse.games.quest.rules.state import State
from roundhouse.match.clock import Budget
from roundhouse.protocol.messages import VERSION, Start, Turn
from roundhouse.sdk.bot import Bot

Watch = Callable[[State], None]


@dataclass
class Account:
    """What one seat did in a match."""

    points: int = 0
    by_source: list[int] = field(default_factory=list)
    kills: int = 0
    losses: int = 0
    taken: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    made: dict[str, int] = field(default_factory=dict)
    asked: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    slowest: float = field(default=0.0, compare=False)  # seconds of one turn
    thought: float = field(default=0.0, compare=False)  # seconds of all turns


def play(
    kinds: Sequence[type[Bot]], seed: int, *, watch: Watch = lambda g: None, preset: str = "standard", **settings: Any
) -> list[Account]:
    """One match; the accounts by seat."""
    settings.setdefault("players", len(kinds))
    setup = GAME.setup([f"seat {n}" for n in range(1, len(kinds) + 1)], seed=seed, preset=preset, settings=settings)
    g = GAME.start(setup)
    bots = seated(kinds, setup, seed)
    accounts = [Account() for _ in kinds]
    names = [seat.name for seat in setup.seats]
    while g.reason == 0:
        seat = g.turn_of
        view = GAME.view(g, seat, names)
        began = process_time()
        orders = bots[seat - 1].act(Turn(0, view, [], [], Budget()))
        account = accounts[seat - 1]
        account.thought += process_time() - began
        account.slowest = max(account.slowest, process_time() - began)
        enter(g, seat, orders, account)
        GAME.rules.tick(g)
        watch(g)
    for seat, account in enumerate(accounts, 1):
        close(g, seat, account)
    return accounts


def enter(g: State, seat: int, orders: Sequence[Any], account: Account) -> None:
    """A turn's list as the match enters it: after a refusal the unit's other actions are skipped (QST-051)."""
    refused: set[int] = set()
    for action in orders:
        row = GAME.row_of(action, g)
        account.asked += 1
        if row[t.UNIT] in refused:
            account.refused["skipped"] += 1
            continue
        code = GAME.rules.check(g, seat, row)
        if code == 0:
            GAME.rules.act(g, seat, row)
            continue
        refused.add(row[t.UNIT])
        account.refused[GAME.refusal(code).name] += 1
        if t.COUNTS[code]:
            GAME.rules.void(g, seat, row)


def seated(kinds: Sequence[type[Bot]], setup: Setup, seed: int) -> list[Bot]:
    bots = []
    for seat, kind in enumerate(kinds, 1):
        bot = kind(seed=stream(seed, seat) >> 1)  # type: ignore[call-arg]
        bot.start(Start(VERSION, "arena", GAME.key, GAME.version, setup, seat))
        bots.append(bot)
    return bots


def close(g: State, seat: int, account: Account) -> None:
    player = g.players[seat]
    account.points, account.by_source = player.points, list(player.by_source)
    account.kills, account.losses = player.kills, player.losses
    account.taken, account.used = list(player.taken), list(player.used)
    account.made = {name: n for name, n in zip(t.BLUEPRINT_NAMES, player.crafted, strict=True) if n}
