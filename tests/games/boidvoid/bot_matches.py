"""Matches of BoidVoid between bots without anything around them, with what became of every order."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from roundhouse.core.game import Setup
from roundhouse.core.rules import stream
from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.rules import tables as t
from roundhouse.games.boidvoid.rules.phases.scoring import rank
from roundhouse.games.boidvoid.rules.state import State
from roundhouse.match.clock import Budget
from roundhouse.protocol.messages import VERSION, Start, Turn
from roundhouse.sdk.bot import Bot

Watch = Callable[[State, list[Any]], None]


@dataclass
class Account:
    """What all seats of a team did together."""

    given: Counter[str] = field(default_factory=Counter)  # orders by their type
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)  # type and code, at once
    stale: Counter[tuple[str, str]] = field(default_factory=Counter)  # the same, when a sealed turn was executed
    events: Counter[int] = field(default_factory=Counter)  # by their kind in the ring
    tiles: int = 0
    rank: int = 0
    slowest: float = 0.0  # processor seconds of a turn

    @property
    def share(self) -> float:
        """Of orders that came to nothing."""
        return (sum(self.stale.values()) + sum(self.refused.values())) / max(1, sum(self.given.values()))


def setup_for(kinds: Sequence[type[Bot]], seed: int, preset: str, settings: dict[str, Any]) -> Setup:
    assert GAME.settings_for_seats is not None
    chosen = dict(GAME.settings_for_seats(preset, settings, len(kinds)))
    return GAME.setup([f"seat {n}" for n in range(1, len(kinds) + 1)], seed=seed, preset=preset, settings=chosen)


def seated(kinds: Sequence[type[Bot]], setup: Setup, seed: int) -> list[Bot]:
    bots = []
    for seat, kind in enumerate(kinds, 1):
        bot = kind(seed=stream(seed, seat) >> 1)  # type: ignore[call-arg]
        bot.start(Start(VERSION, "arena", GAME.key, GAME.version, setup, seat))
        bots.append(bot)
    return bots


def play(
    kinds: Sequence[type[Bot]],
    seed: int,
    *,
    watch: Watch = lambda g, events: None,
    preset: str = "standard",
    turns: int = 1000,
    **settings: Any,
) -> list[Account]:
    """One match, or its first turns; the accounts by team."""
    setup = setup_for(kinds, seed, preset, settings)
    g: State = GAME.start(setup)
    bots = seated(kinds, setup, seed)
    accounts = [Account() for _ in range(g.teams)]
    told: list[list[Any]] = [[] for _ in kinds]
    names = [seat.name for seat in setup.seats]
    while g.reason == 0 and g.turn_no <= turns:
        events: list[Any] = []
        for seat, bot in enumerate(bots, 1):
            account = accounts[g.seat_team[seat] - 1]
            view = GAME.view(g, seat, names)
            heard = [*told[seat - 1], *known(g, events, seat)]
            began = time.process_time()
            answer = bot.act(Turn(0, view, heard, [], Budget()))
            account.slowest = max(account.slowest, time.process_time() - began)
            told[seat - 1] = []
            for action in answer:
                enter(g, seat, action, account)
                events += GAME.events(g) if g.live else []
        GAME.rules.tick(g)
        for row in g.events[: g.event_count]:
            if row.kind == t.ACTION_REJECTED:
                accounts[row.team - 1].stale[t.ACTION_NAMES[row.a], t.ERROR_NAMES[row.b]] += 1
            elif row.team > 0:
                accounts[row.team - 1].events[row.kind] += 1
        events += GAME.events(g)
        for seat in range(1, len(bots) + 1):
            told[seat - 1] = known(g, events, seat)
        watch(g, events)
    for team, account in enumerate(accounts, 1):
        account.tiles = g.tiles_owned[team]
        account.rank = int(rank(g, team))
    return accounts


def known(g: State, events: Sequence[Any], seat: int) -> list[Any]:
    seen = (GAME.of_event(g, event, seat) for event in events)
    return [event for event in seen if event is not None]


def enter(g: State, seat: int, action: Any, account: Account) -> None:
    row = GAME.row_of(action, g)
    name = t.ACTION_NAMES[row[0]]
    account.given[name] += 1
    code = GAME.rules.check(g, seat, row)
    g.event_count = 0
    if code:
        account.refused[name, t.ERROR_NAMES[code]] += 1
        return
    GAME.rules.act(g, seat, row)
    for one in g.events[: g.event_count]:
        if one.team > 0:
            account.events[one.kind] += 1
