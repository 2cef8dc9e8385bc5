"""A match of a tournament as plain values, so that any process on any machine can play it, and its result."""

import contextlib
import shutil
import sys
import tempfile
import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ...core.registry import GAMES
from ...sdk.bot_loader import Entrant, LoadError, load
from ...sdk.local_match import Outcome, play
from ...sdk.players.player import Player
from .results import Fact, Fixture

RECORD = "match.rhr"
LEVEL = "level:"
WITHDRAWN = "withdrawn"


class Terms(Struct, frozen=True, kw_only=True):
    """What all matches of one game in a tournament share."""

    game: str
    rules: str  # the version of its rules
    preset: str | None = None
    settings: dict[str, Any] = {}
    timeout: bool = True
    records: bool = False
    sandbox: bool = False


class Task(Struct, frozen=True, kw_only=True):
    """One match to play on this machine: bots by seat, named as `load` knows them here."""

    fixture: Fixture
    terms: Terms
    bots: tuple[str, ...]
    names: tuple[str, ...]
    replay: str = ""  # a path for the match as a page, where that is wanted


class Done(Struct, frozen=True, kw_only=True):
    """The result of a match. If it could not be played the fact is void and says why."""

    fact: Fact
    record: bytes = b""
    took_ms: int = 0  # wall-clock time, including everything


class MismatchError(RuntimeError):
    """This machine cannot play a task as planned; the sentence says why."""


def play_task(task: Task) -> Done:
    """Play a match. Raises MismatchError, LoadError, SetupError."""
    refuse_other_rules(task.terms)
    began = time.perf_counter()
    spent = Spent(len(task.bots))
    folder = Path(tempfile.mkdtemp(prefix="roundhouse-match-")) if task.terms.records else Path()
    try:
        with contextlib.redirect_stdout(sys.stderr):  # what a bot prints must not get between the results
            entrants = [spent.timed(entrant_of(text, task.terms), seat) for seat, text in enumerate(task.bots)]
            outcome = play(
                task.terms.game,
                entrants,
                seed=task.fixture.seed,
                preset=task.terms.preset,
                settings=task.terms.settings,
                names=task.names,
                out=folder / RECORD if task.terms.records else None,
                timeout=task.terms.timeout,
                timed=False,
            )
        record = (folder / RECORD).read_bytes() if task.terms.records else b""
        if task.replay and record:
            from .replay_pages import write_replay

            write_replay(folder / RECORD, Path(task.replay))
    finally:
        if task.terms.records:
            shutil.rmtree(folder, ignore_errors=True)
    fact = fact_of(task.fixture, outcome)
    fact = msgspec.structs.replace(fact, used_ms=spent.used_ms, slowest_ms=spent.slowest_ms)
    return Done(fact=fact, record=record, took_ms=round(1000 * (time.perf_counter() - began)))


def refuse_other_rules(terms: Terms) -> None:
    """Raises MismatchError."""
    game = GAMES.get(terms.game)
    if game is None:
        raise MismatchError(f"the tournament plays {terms.game}, a game that is not known here.")
    if game.version != terms.rules:
        raise MismatchError(
            f"the tournament plays {terms.game} by rules version {terms.rules}, and here is version {game.version}."
        )


def builtin(text: str, terms: Terms) -> bool:
    """Whether a bot comes with the game."""
    return text.startswith(LEVEL) or text == "random" or text in GAMES[terms.game].bots


def entrant_of(text: str, terms: Terms) -> Entrant:
    """Raises LoadError."""
    game = GAMES[terms.game]
    if text.startswith(LEVEL):
        return load(_of_level(text, list(game.bots)), game)
    if not terms.sandbox or builtin(text, terms):
        return load(text, game, apart=True)
    from ...sdk.sandbox.boxed_programs import boxed  # a large import that most tournaments do not need

    return load(boxed(text), game)


def _of_level(text: str, names: Sequence[str]) -> str:
    """The built-in bot of a level; every game has its own names for them."""
    number = text.removeprefix(LEVEL)
    if not number.isdecimal() or not 1 <= int(number) <= len(names):
        raise LoadError("no_such_bot", f"{text}: there are {LEVEL}1 to {LEVEL}{len(names)}.")
    return names[int(number) - 1]


def fact_of(fixture: Fixture, outcome: Outcome, record: str = "") -> Fact:
    """What a report keeps of a match."""
    left = [""] * len(fixture.entrants)
    for missed in outcome.missed:
        left[missed.seat - 1] = missed.sentence
    for gone in outcome.left:
        left[gone.seat - 1] = f"{'crashed' if gone.crashed else 'left'} in round {gone.round}: {gone.sentence}"
    return Fact(
        fixture=fixture,
        places=outcome.places,
        points=tuple(place.points for place in outcome.result.places),
        figures=outcome.figures,
        left=tuple(left),
        rounds=outcome.rounds,
        reason=outcome.result.reason,
        record=record,
    )


def void(fixture: Fixture, sentence: str) -> Fact:
    """A match that could not be played."""
    seats = len(fixture.entrants)
    return Fact(
        fixture=fixture, places=(1,) * seats, points=(0,) * seats, figures=({},) * seats, left=("",) * seats, rounds=0,
        reason="void", void=sentence,
    )  # fmt: skip


def walkover(fixture: Fixture, withdrawn: Collection[int]) -> Fact:
    """The result of a match that is not played because somebody has withdrawn: the other one wins. With more seats it
    is void, because nobody knows which of the others would have won."""
    staying = [who for who in fixture.entrants if who not in withdrawn]
    if len(fixture.entrants) != 2 or not staying:
        return void(fixture, f"{WITHDRAWN}.")
    gone = [who in withdrawn for who in fixture.entrants]
    return msgspec.structs.replace(
        void(fixture, ""),
        places=tuple(2 if one else 1 for one in gone),
        left=tuple(WITHDRAWN if one else "" for one in gone),
        reason=WITHDRAWN,
    )


def signature(fact: Fact) -> str:
    """A hash of what bots and rules decided. Two plays of a match have the same one, wherever they were played, if the
    bots do not depend on the time."""
    decided = [fact.places, fact.points, fact.figures, fact.left, fact.rounds, fact.reason, bool(fact.void)]
    return blake2b(msgspec.json.encode(decided), digest_size=8).hexdigest()


class Spent:
    """Measures how long every seat of a match thinks."""

    def __init__(self, seats: int) -> None:
        self._used, self._slowest = [0.0] * seats, [0.0] * seats

    def timed(self, entrant: Entrant, seat: int) -> Entrant:
        def make(seed: int) -> Player:
            player = entrant.make(seed)
            plain = player.ask

            def ask(*arguments: Any, **named: Any) -> Any:
                began = time.perf_counter()
                try:
                    return plain(*arguments, **named)
                finally:
                    took = time.perf_counter() - began
                    self._used[seat] += took
                    self._slowest[seat] = max(self._slowest[seat], took)

            setattr(player, "ask", ask)  # noqa: B010 - of this one player, whatever its class
            return player

        return replace(entrant, make=make)

    @property
    def used_ms(self) -> tuple[int, ...]:
        return tuple(_ms(self._used))

    @property
    def slowest_ms(self) -> tuple[int, ...]:
        return tuple(_ms(self._slowest))


def _ms(seconds: Sequence[float]) -> list[int]:
    return [round(1000 * one) for one in seconds]


__all__ = [
    "WITHDRAWN",
    "Done",
    "LoadError",
    "MismatchError",
    "Task",
    "Terms",
    "builtin",
    "entrant_of",
    "fact_of",
    "play_task",
    "refuse_other_rules",
    "signature",
    "void",
    "walkover",
]
