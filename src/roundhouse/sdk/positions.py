"""Moments of recorded matches: what a seat was told, what it answered, and what another player would answer there."""

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ..core.entries import LEAVE, ORDER, TICK, Entry
from ..core.game import Game, Setup, Verdict
from ..match.clock import Budget
from ..match.match import Match
from ..match.record import Record
from ..match.replay import Replay
from ..protocol.actions import enter_all
from ..protocol.messages import VERSION, Start, Turn, Verdicts, action_types
from .players.player import Player

ASKED_MAX = 3  # as in a match


@dataclass(frozen=True)
class Moment:
    """A turn of a recorded seat. `state` is its own copy of the match, before anybody has answered."""

    game: Game
    setup: Setup
    seat: int
    round: int
    turn: Turn
    answer: tuple[Any, ...]  # the actions that were entered, as messages
    state: Any
    rows: tuple[tuple[int, ...], ...]  # the same as numbers

    @property
    def step(self) -> int:
        return self.turn.step


@dataclass(frozen=True)
class Answer:
    """What a player does at a moment: the actions it gave, what became of each, and what was entered."""

    actions: tuple[Any, ...]
    verdicts: tuple[Verdict, ...]
    rows: tuple[tuple[int, ...], ...]
    entered: tuple[Any, ...]


def start_of(game: Game, setup: Setup, seat: int) -> Start:
    """How a match begins for a seat; in games with secrets the seed would tell what is drawn later."""
    if game.secrets:
        setup = Setup(setup.game, setup.preset, dict(game.announced(setup.settings)), setup.seats, 0)
    return Start(VERSION, "record", game.key, game.version, setup, seat)


def moments(record: Record, seat: int) -> Iterator[Moment]:
    """The turns of a seat, in order."""
    game, setup, may = record.game, record.setup, action_types(record.game.actions)
    if not 1 <= seat <= len(setup.seats):
        raise ValueError(f"there is no seat {seat}; there are 1 to {len(setup.seats)}")
    replay = Replay(game, setup)
    events = _known(replay, seat)
    step = 0
    for stretch in _stretches(record.entries):
        if seat not in replay.waited_for():
            for entry in stretch:
                replay.enter(entry)
                events += _known(replay, seat)
            step += len(stretch)
            continue
        state, at = copy.deepcopy(replay.state), replay.round
        turn = Turn(step, replay.view(seat), events, may, Budget())
        events, answer, rows = [], [], []
        for entry in stretch:
            if entry.kind == ORDER and entry.seat == seat:
                answer.append(game.action_of(entry.row, replay.state))
                rows.append(tuple(entry.row))
            replay.enter(entry)
            events += _known(replay, seat)
        yield Moment(game, setup, seat, at, turn, tuple(answer), state, tuple(rows))
        step += len(stretch)
        if any(entry.kind == LEAVE and entry.seat == seat for entry in stretch):
            return


def _stretches(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The entries from one tick to the next; every one of them but the last ends with its tick."""
    stretch: list[Entry] = []
    for entry in entries:
        stretch.append(entry)
        if entry.kind == TICK:
            yield stretch
            stretch = []
    if stretch:
        yield stretch


def _known(replay: Replay, seat: int) -> list[Any]:
    game, events = replay.game, replay.events()
    if not game.secrets:
        return list(events)
    return [known for event in events if (known := game.of_event(replay.state, event, seat)) is not None]


def ask(moment: Moment, player: Player) -> Answer:
    """What a started player answers here. The moment itself is not changed; raises CrashError."""
    game, seat = moment.game, moment.seat
    rows: list[tuple[int, ...]] = []
    entered: list[Any] = []
    given: list[Any] = []
    verdicts: list[Verdict] = []

    def log(number: int, entry: Entry) -> None:
        if entry.kind == ORDER and entry.seat == seat:
            rows.append(tuple(map(int, entry.row)))

    match = Match(game, moment.setup, state=copy.deepcopy(moment.state), log=log)

    def enter(actions: Sequence[Any]) -> list[Verdict]:
        before = len(rows)
        made = enter_all(match, seat, actions, 0)
        given.extend(actions)
        verdicts.extend(made)
        entered.extend(game.action_of(row, match.state) for row in rows[before:])
        return made

    player.enter = None if game.answer is None else partial(_one, enter)
    turn = moment.turn
    for _ in range(ASKED_MAX):
        actions = player.ask(turn, None)
        if actions:
            player.verdicts(Verdicts(0, turn.step, enter(actions)))
        if (
            game.orders_until_tick
            or game.ends_turn is not None
            or seat not in match.waited_for()
            or match.result is not None
        ):
            break
        turn = Turn(turn.step, match.view(seat), [], turn.may, turn.clock)
    if game.ends_turn is not None and match.result is None and seat in match.waited_for():
        match.act(seat, game.ends_turn)
        entered.append(game.action_of(game.ends_turn, match.state))
    return Answer(tuple(given), tuple(verdicts), tuple(rows), tuple(entered))


def _one(enter: Callable[[Sequence[Any]], list[Verdict]], action: Any) -> Verdict:
    return enter([action])[0]


@dataclass(frozen=True)
class Difference:
    """A turn that a player answers differently than it was answered in the record."""

    moment: Moment
    answer: Answer


def differences(record: Record, seat: int, player: Player) -> Iterator[tuple[Moment, Difference | None]]:
    """Show a player every turn of a recorded seat, in order, and compare its answers with the recorded ones. The match
    goes on as recorded, whatever it answers. Raises CrashError."""
    player.start(start_of(record.game, record.setup, seat))
    for moment in moments(record, seat):
        answer = ask(moment, player)
        yield moment, None if answer.rows == moment.rows else Difference(moment, answer)
