"""`roundhouse duel`: whether bot B is better than bot A, with as few games as that takes."""

import contextlib
import math
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..sdk import duel, series
from ..sdk.bot_loader import load
from ..sdk.duel import Duel, DuelVerdict
from ..sdk.local_match import fresh_seed, setup_for
from .ladder import count_of
from .output import FINE, LOST, NOT_PROVEN, game_named, note, print_json, told_apart
from .play import failed, settings_of
from .sandbox import held

LOPSIDED = 1.5  # an interval that reaches so much farther on one side is told by its ends


@dataclass(frozen=True)
class DuelRequest:
    """What the command line asks for."""

    game: str
    bots: tuple[str, str]
    games: int
    difference: float
    risk: float
    seed: int | None
    out: Path | None
    no_timeout: bool
    set: list[str]
    preset: str | None
    jobs: int | None
    json: bool
    sandbox: bool = False


def run(request: DuelRequest) -> int:
    game = game_named(request.game)
    settings = settings_of(game, request.set)
    with contextlib.redirect_stdout(sys.stderr):
        bots = held(request.bots, game, request.sandbox)
        labels = [load(bot, game, apart=True).label for bot in bots]
    names = told_apart(request.bots, labels)
    seed = fresh_seed() if request.seed is None else request.seed
    setup_for(game, labels, seed, request.preset, settings)
    if request.seed is None:
        note(f"seed {seed}")
    if request.out is not None:
        request.out.mkdir(parents=True, exist_ok=True)
    wanted = series.pairings(
        game.key, bots, request.games // 2 * 2, seed=seed, seeded=request.seed is not None,
        preset=request.preset, settings=settings, timeout=not request.no_timeout, out=request.out,
    )  # fmt: skip
    fought = _fight(request, names, wanted)
    if request.json:
        print_json(document(request, names, seed, fought))
    else:
        for line in told(names, fought, request.risk):
            sys.stdout.write(f"{line}\n")
    if fought.broken_off:
        raise KeyboardInterrupt
    if not fought.verdict.settled:
        return NOT_PROVEN
    return FINE if fought.verdict.better == 2 else LOST


def _fight(request: DuelRequest, names: list[str], wanted: list[series.Pairing]) -> Duel:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    jobs = request.jobs or os.cpu_count() or 1
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("the first games", total=len(wanted))

        def tell(verdict: DuelVerdict) -> None:
            games = 2 * verdict.pairs
            likely = len(wanted) if verdict.more is None else min(len(wanted), games + verdict.more)
            progress.update(task, completed=games, total=likely, description=sentence(names, verdict))

        return duel.fight(
            wanted,
            lambda pairings: series.playing(pairings, jobs),
            difference=request.difference,
            risk=request.risk,
            told=tell,
        )


# Words


def sentence(names: list[str], verdict: DuelVerdict) -> str:
    """The verdict in one sentence, from the side of whoever is ahead."""
    if not verdict.pairs:
        return "Nothing was played."
    ahead, behind = (0, 1) if verdict.score > 0.5 else (1, 0)
    if verdict.better:
        return f"{names[ahead]} is better than {names[behind]} by {margin(verdict)} Elo."
    if verdict.even:
        return f"{names[1]} is as good as {names[0]}: {span(verdict)} Elo apart."
    more = "" if verdict.more is None else f" About {verdict.more:,} more games would settle it."
    if math.isinf(verdict.elo):
        return f"{names[ahead]} has won everything against {names[behind]}, which proves nothing yet.{more}"
    if verdict.score == 0.5:
        return f"Level so far: {span(verdict)} Elo.{more}"
    return f"{names[ahead]} leads {names[behind]} by {margin(verdict)} Elo, which proves nothing yet.{more}"


def margin(verdict: DuelVerdict) -> str:
    """By how much the one ahead is better, with the interval."""
    sign = 1 if verdict.score > 0.5 else -1
    middle = sign * verdict.elo
    low, high = sorted((sign * verdict.elo_least, sign * verdict.elo_most))
    if math.isinf(high):
        words = f"at least {low:.0f}" if math.isinf(middle) else f"{middle:.0f} (at least {low:.0f})"
        return words.replace("-", "\N{MINUS SIGN}")
    if math.isinf(low):
        return f"{middle:.0f} (at most {high:.0f})"
    if max(high - middle, middle - low) > LOPSIDED * min(high - middle, middle - low):
        return f"{middle:.0f} ({low:.0f} to {high:.0f})".replace("-", "\N{MINUS SIGN}")
    return f"{middle:.0f} ± {(high - low) / 2:.0f}"


def span(verdict: DuelVerdict) -> str:
    """The interval as it is, of the second bot over the first."""
    return f"{-verdict.elo_most:+.0f} to {-verdict.elo_least:+.0f}".replace("-", "\N{MINUS SIGN}")


def told(names: list[str], fought: Duel, risk: float) -> list[str]:
    verdict, total = fought.verdict, _total(names, fought)
    lines = [sentence(names, verdict)]
    if total is None:
        return lines
    games = count_of(total.games, "game", "games")
    lines.append(
        f"{games}, every seed from both seats: {names[0]} won {total.wins[0]}, {names[1]} won {total.wins[1]}, "
        f"{total.draws} drawn; {100 * (1 - risk):g} % sure."
    )
    for n, name in enumerate(names):
        lines += [f"{name} {failed(one)}" for one in total.failures[n]]
    return lines


def _total(names: list[str], fought: Duel) -> series.Series | None:
    return series.total(names, fought.played) if fought.played else None


def document(request: DuelRequest, names: list[str], seed: int, fought: Duel) -> dict[str, Any]:
    verdict, total = fought.verdict, _total(names, fought)
    return {
        "game": request.game,
        "bots": names,
        "sentence": sentence(names, verdict),
        "settled": verdict.settled,
        "broken_off": fought.broken_off,
        "better": names[verdict.better - 1] if verdict.better else None,
        "even": verdict.even,
        "games": 2 * verdict.pairs,
        "more": verdict.more,
        "score": verdict.score,
        "elo": [_finite(-value) for value in (verdict.elo, verdict.elo_most, verdict.elo_least)],
        "pairs": {f"{score:g}": count for score, count in fought.tally.counts},
        "wins": total.wins if total else [0, 0],
        "draws": total.draws if total else 0,
        "forfeits": total.forfeits if total else [0, 0],
        "crashes": total.crashes if total else [0, 0],
        "failures": total.failures if total else [[], []],
        "risk": request.risk,
        "difference": request.difference,
        "seed": seed,
    }


def _finite(value: float) -> float | None:
    return None if math.isinf(value) else round(value, 1) + 0.0  # no minus before a zero
