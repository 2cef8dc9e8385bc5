"""`bot test`: a bot plays real matches from every seat, and every call is timed and every verdict counted."""

import hashlib
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, get_type_hints

import msgspec

from ..core.game import Game, Verdict
from ..core.rules import stream
from ..match.match import Step
from ..protocol.messages import Over, Start, Turn, Verdicts
from .bot_loader import Entrant
from .local_match import Left, LocalMatch, Missed, setup_for
from .players.player import Player
from .series import share

LENGTHS = ("max_rounds", "rounds", "turn_limit")  # the setting that says how long a match is, by game
KINDS_MAX = 100  # different refusals counted in a match
TIGHT = 0.5  # of the time: slower answers are reported


@dataclass
class Calls:
    """What was observed of a bot in one match."""

    first_ms: float | None = None  # from the start of the match to the first answer
    costs_ms: list[tuple[float, int]] = field(default_factory=list)  # of every later turn, with its round
    window_ms: int | None = None
    verdicts: Counter[str] = field(default_factory=Counter)
    refusals: dict[str, Verdict] = field(default_factory=dict)  # the first of every kind
    kinds: Counter[str] = field(default_factory=Counter)  # how often each of them came
    over: bool = False


@dataclass(frozen=True)
class Tried:
    """One match of the test."""

    seat: int
    calls: Calls
    left: Left | None
    score: float
    rounds: int
    print: str  # a hash of all entries, to compare two plays of the same match
    missed: Missed | None = None


@dataclass(frozen=True)
class Findings:
    """What the matches show together."""

    label: str
    opponent: str
    tried: Sequence[Tried]
    repeatable: bool

    @property
    def costs_ms(self) -> list[float]:
        return sorted(cost for one in self.tried for cost, _ in one.calls.costs_ms)

    @property
    def slowest(self) -> tuple[float, int]:
        """The longest answer, and the round it was given in."""
        return max((cost for one in self.tried for cost in one.calls.costs_ms), default=(0.0, 0))

    @property
    def median_ms(self) -> float:
        return statistics.median(self.costs_ms or [0.0])

    @property
    def most_ms(self) -> float:
        """The time that 95 of 100 answers stay below."""
        costs = self.costs_ms or [0.0]
        return costs[min(len(costs) - 1, int(len(costs) * 0.95))]

    @property
    def first_ms(self) -> float:
        return max((one.calls.first_ms or 0.0 for one in self.tried), default=0.0)

    @property
    def window_ms(self) -> int | None:
        return next((one.calls.window_ms for one in self.tried if one.calls.window_ms), None)

    @property
    def verdicts(self) -> Counter[str]:
        return sum((one.calls.verdicts for one in self.tried), Counter[str]())

    @property
    def refusals(self) -> dict[str, Verdict]:
        """The first of every kind, those that came most often first."""
        first = {kind: verdict for one in reversed(self.tried) for kind, verdict in one.calls.refusals.items()}
        return {kind: first[kind] for kind, _ in self.kinds.most_common()}

    @property
    def kinds(self) -> Counter[str]:
        """How often each kind of refusal came."""
        return sum((one.calls.kinds for one in self.tried), Counter[str]())

    @property
    def left(self) -> list[Left]:
        return [one.left for one in self.tried if one.left is not None]

    @property
    def missed(self) -> list[Missed]:
        return [one.missed for one in self.tried if one.missed is not None]

    @property
    def crashed(self) -> bool:
        return any(left.crashed for left in self.left)

    @property
    def tight(self) -> bool:
        """Whether an answer came close to the end of its time."""
        return self.window_ms is not None and self.slowest[0] > TIGHT * self.window_ms

    @property
    def fine(self) -> bool:
        return not self.left and not self.missed and not self.refusals


def short(game: Game, rounds: int) -> dict[str, int]:
    """The setting for a match of so many rounds, or of as many as the game allows; {} if it has no such setting."""
    info = msgspec.inspect.type_info(game.settings)
    fields = info.fields if isinstance(info, msgspec.inspect.StructType) else ()
    known = next((one for name in LENGTHS for one in fields if one.name == name), None)
    if known is None:
        return {}
    whole = known.type.type if isinstance(known.type, msgspec.inspect.Metadata) else known.type
    kinds = whole.types if isinstance(whole, msgspec.inspect.UnionType) else (whole,)
    plain = [kind.type if isinstance(kind, msgspec.inspect.Metadata) else kind for kind in kinds]
    number = next(kind for kind in plain if isinstance(kind, msgspec.inspect.IntType))
    least, most = number.ge or 1, number.le or rounds
    return {known.name: max(least, min(rounds, most))}


_VALUES = re.compile(r"\d+|'[^']*'|\"[^\"]*\"")


def kind_of(verdict: Verdict) -> str:
    """What tells refusals apart: their text without the numbers and names in it."""
    sentence = verdict.sentence.rpartition(" is no action")[2]
    parts = (verdict.verdict, verdict.code, verdict.field, verdict.rule, sentence)
    return " ".join(_VALUES.sub("", part) for part in parts)


def examine(
    game: Game,
    entrant: Entrant,
    opponent: Entrant,
    *,
    seed: int,
    preset: str | None = None,
    settings: dict[str, Any] | None = None,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> Findings:
    """Play a match from every seat, and the first one again. `told` is called with the progress."""
    seats = len(setup_for(game, [str(n) for n in range(game.rated_seats)], seed, preset, settings).seats)
    tried = []
    for number, seat in enumerate([*range(1, seats + 1), 1]):
        told(number, seats + 1)
        tried.append(_try(game, entrant, opponent, seat, seats, seed, preset, settings))
    told(seats + 1, seats + 1)
    return Findings(entrant.label, opponent.label, tried[:-1], tried[0].print == tried[-1].print)


def _try(
    game: Game,
    entrant: Entrant,
    opponent: Entrant,
    seat: int,
    seats: int,
    seed: int,
    preset: str | None,
    settings: dict[str, Any] | None,
) -> Tried:
    calls, prints = Calls(), hashlib.blake2b(digest_size=8)
    who = [replace(entrant, make=lambda n: listened(entrant.make(n), calls)) if n == seat else opponent
           for n in range(1, seats + 1)]  # fmt: skip
    setup = setup_for(game, [one.label for one in who], seed, preset, settings)
    local = LocalMatch(game, setup, who)

    def follow(step: Step) -> None:
        prints.update(repr((step.entry.kind, step.entry.seat, tuple(map(int, step.entry.row)))).encode())

    local.match.listen(follow)
    outcome = local.play()
    left = next((left for left in outcome.left if left.seat == seat), None)
    missed = next((missed for missed in outcome.missed if missed.seat == seat), None)
    return Tried(seat, calls, left, share(outcome.result, seat), outcome.rounds, prints.hexdigest(), missed)


def listened(player: Player, calls: Calls) -> Player:
    """The same player, with its calls timed and counted."""
    start, ask, ask_on, verdicts, over = player.start, player.ask, player.ask_on, player.verdicts, player.over
    began = time.perf_counter()
    round_no, counted = 0, False  # of the turn, and whether its cost is noted already

    def timed(answer: Callable[..., list[Any]], *arguments: Any) -> list[Any]:
        nonlocal counted
        since = time.perf_counter()
        try:
            return answer(*arguments)
        finally:
            now = time.perf_counter()
            if calls.first_ms is None:  # the first answer includes the start of a program
                calls.first_ms = (now - began) * 1000
            else:  # all answers of one turn have one time
                so_far = calls.costs_ms.pop()[0] if counted else 0.0
                calls.costs_ms.append((so_far + (now - since) * 1000, round_no))
                counted = True

    def on_start(message: Start) -> None:
        nonlocal began
        began = time.perf_counter()
        start(message)

    def count(verdict: Verdict) -> Verdict:
        calls.verdicts[verdict.verdict] += 1
        if verdict.verdict != "accepted":
            kind = kind_of(verdict)
            if kind in calls.refusals or len(calls.refusals) < KINDS_MAX:
                calls.refusals.setdefault(kind, verdict)
                calls.kinds[kind] += 1
        return verdict

    def on_turn(turn: Turn, seconds: float | None) -> list[Any]:
        nonlocal round_no, counted
        round_no, counted = _round(turn), False
        calls.window_ms = turn.clock.window_ms
        enter = player.enter
        player.enter = None if enter is None else lambda action: count(enter(action))
        return timed(ask, turn, seconds)

    def on_verdicts(message: Verdicts) -> None:
        for verdict in message.verdicts:
            count(verdict)
        verdicts(message)

    def on_over(message: Over) -> None:
        calls.over = True
        over(message)

    changed = {"start": on_start, "ask": on_turn, "verdicts": on_verdicts, "over": on_over,
               "ask_on": lambda seconds: timed(ask_on, seconds)}  # fmt: skip
    for name, method in changed.items():
        setattr(player, name, method)
    return player


def _round(turn: Turn) -> int:
    return int(getattr(turn.view, "round", getattr(turn.view, "turn", 0)))


def schema_of(game: Game) -> dict[str, Any]:
    """What a seat is told and may answer, as one JSON Schema with an entry for each."""
    types = {"view": get_type_hints(game.view)["return"], "actions": game.actions}
    if game.answer is not None:
        types["answer"] = get_type_hints(game.answer)["return"]
    parts, defs = msgspec.json.schema_components(types.values(), ref_template="#/$defs/{name}")
    return {"game": game.key, **dict(zip(types, parts, strict=True)), "$defs": defs}


def bot_seed(seed: int) -> int:
    """The seed of a bot that plays alone, as at seat 1 of a match."""
    return stream(seed, 1) >> 1
