"""`roundhouse play`: one match, or a series with rotated seats."""

import contextlib
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from ..core.game import Game
from ..sdk import series
from ..sdk.bot_loader import Entrant, load
from ..sdk.local_match import Outcome, fresh_seed, play, setup_for
from .ladder import count_of
from .output import CRASH, FINE, FORFEIT, LOST, Problem, game_named, note, print_json, told_apart
from .sandbox import held

MAP_BYTES_MAX = 1 << 20


@dataclass(frozen=True)
class PlayRequest:
    """What the command line asks for."""

    game: str
    bots: list[str]
    seed: int | None
    out: Path | None
    games: int | None
    watch: bool
    speed: float
    no_timeout: bool
    set: list[str]
    preset: str | None
    map: Path | None
    jobs: int
    json: bool
    choice: list[str] = field(default_factory=list)
    sandbox: bool = False


def run(request: PlayRequest) -> int:
    game = game_named(request.game)
    settings = settings_of(game, request.set, request.map)
    named, request = request.bots, replace(request, bots=held(request.bots, game, request.sandbox))
    with contextlib.redirect_stdout(sys.stderr):
        entrants = [load(bot, game, apart=True) for bot in request.bots]
    seed = fresh_seed() if request.seed is None else request.seed
    labels, choices = [entrant.label for entrant in entrants], choices_of(request)
    setup_for(game, labels, seed, request.preset, settings, choices)
    if request.seed is None:
        note(f"seed {seed}")
    if request.games is not None:
        return run_series(request, game, told_apart(named, labels), seed, settings)
    return run_match(request, game, entrants, seed, settings)


def settings_of(game: Game, pairs: list[str], map_: Path | None = None) -> dict[str, Any]:
    """The values of --set and --map. A value is JSON where it can be read as such, else text."""
    settings: dict[str, Any] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or not key:
            raise Problem("bad_settings", f"{pair!r} is not of the form KEY=VALUE.", field="--set")
        try:
            settings[key] = msgspec.json.decode(text)
        except msgspec.MsgspecError:
            settings[key] = text
    if map_ is not None:
        with map_.open("rb") as file:
            text_of_map = file.read(MAP_BYTES_MAX + 1)
        if len(text_of_map) > MAP_BYTES_MAX:
            raise Problem("bad_map", "a map has at most 1 MB.", field="--map")
        settings |= map_of(game, map_, text_of_map)
    return settings


def choices_of(request: PlayRequest) -> list[str]:
    """What the bots take by --choice, in their order."""
    choices = [""] * len(request.bots)
    for pair in request.choice:
        number, equals, choice = pair.partition("=")
        if not equals or not number.isdecimal() or not 1 <= int(number) <= len(choices):
            raise Problem("bad_settings", f"{pair!r} is not of the form BOT=CHOICE, as in 1=james.", field="--choice")
        choices[int(number) - 1] = choice
    return choices


def map_of(game: Game, file: Path, content: bytes) -> dict[str, Any]:
    """The setting that a hand-made map is given with: as text, or as JSON, whichever the game knows."""
    if game.maps is not None:
        try:
            return {game.maps.setting: content.decode()}
        except UnicodeDecodeError:
            raise Problem("bad_map", f"{file} is no text.", field="--map") from None
    try:
        return {"map": msgspec.json.decode(content)}
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Problem("bad_map", f"{file} is no JSON: {error}.", field="--map") from None


def run_match(request: PlayRequest, game: Game, entrants: list[Entrant], seed: int, settings: dict[str, Any]) -> int:
    if request.jobs > 1:
        raise Problem("usage", "--jobs goes with --games.")
    viewer = None
    if request.watch:
        from .watch import Watcher

        labels = [entrant.label for entrant in entrants]
        setup = setup_for(game, labels, seed, request.preset, settings, choices_of(request))
        viewer = Watcher(game, setup, speed=request.speed, on_stderr=request.json)
    with contextlib.redirect_stdout(sys.stderr), viewer or contextlib.nullcontext():
        outcome = play(
            game,
            entrants,
            seed=seed,
            preset=request.preset,
            settings=settings,
            choices=choices_of(request),
            out=request.out,
            timeout=not request.no_timeout,
            timed=request.seed is None,
            listen=viewer.follow if viewer else None,
        )
    if request.json:
        print_json(document(request, game, outcome))
    else:
        tell(request, outcome)
    return status_of(outcome)


def status_of(outcome: Outcome) -> int:
    if any(left.crashed for left in outcome.left):
        return CRASH
    if outcome.left:
        return FORFEIT
    return LOST if outcome.places[0] != 1 else FINE


def document(request: PlayRequest, game: Game, outcome: Outcome) -> dict[str, Any]:
    names = [seat.name for seat in outcome.setup.seats]
    result = outcome.result
    return {
        "games": 1,
        "bots": names,
        "wins": [int(result.winner == seat) for seat in range(1, len(names) + 1)],
        "draws": int(result.winner == 0),
        "places": list(outcome.places),
        "points": [place.points for place in result.places],
        "winner": result.winner,
        "reason": result.reason,
        "sentence": result.sentence,
        "rounds": outcome.rounds,
        "seed": outcome.setup.seed,
        "preset": outcome.setup.preset,
        "left": list(outcome.left),
        "missed": list(outcome.missed),
        "refused": list(outcome.refused),
        "game": game.key,
        "record": None if request.out is None else str(request.out),
    }


def tell(request: PlayRequest, outcome: Outcome) -> None:
    names = [seat.name for seat in outcome.setup.seats]
    winner = outcome.winner
    head = f"{names[winner - 1]} won" if winner else "a draw"
    sys.stdout.write(f"{head} after {outcome.rounds} rounds. {outcome.result.sentence}\n")
    wide = max(map(len, names))
    for place in sorted(outcome.result.places, key=lambda one: (one.place, one.seat)):
        points = count_of(place.points, "point", "points")
        sys.stdout.write(f"  {place.place}. {names[place.seat - 1]:{wide}}  {points}\n")
    for left in outcome.left:
        what = "crashed" if left.crashed else "forfeited"
        sys.stdout.write(f"{names[left.seat - 1]} {what} in round {left.round}: {left.sentence}\n")
    for missed in outcome.missed:
        if all(left.seat != missed.seat or left.crashed for left in outcome.left):  # a forfeit says it already
            sys.stdout.write(f"{names[missed.seat - 1]} {missed.sentence}.\n")
    for name, refused in zip(names, outcome.refused, strict=True):
        if refused:
            sys.stdout.write(f"{name}: {refusals(refused)}\n")
    sys.stdout.write(f"seed {outcome.setup.seed}\n")
    if request.out is not None:
        sys.stdout.write(f"record {request.out}\n")


def run_series(request: PlayRequest, game: Game, names: list[str], seed: int, settings: dict[str, Any]) -> int:
    if request.watch:
        raise Problem("usage", "--watch shows one match; leave out --games.")
    if request.out is not None:
        request.out.mkdir(parents=True, exist_ok=True)
    wanted = series.pairings(
        game.key,
        request.bots,
        request.games or 1,
        seed=seed,
        seeded=request.seed is not None,
        preset=request.preset,
        settings=settings,
        timeout=not request.no_timeout,
        out=request.out,
        choices=choices_of(request),
    )
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("playing", total=len(wanted))
        played = series.run(wanted, jobs=request.jobs, told=lambda one: progress.advance(task))
    total = series.total(names, played)
    if request.json:
        shown = msgspec.to_builtins(total)
        print_json(
            shown | {"game": game.key, "seed": seed, "record": None if request.out is None else str(request.out)}
        )
    else:
        tell_series(total, seed)
    return FINE


def failed(one: series.Failure) -> str:
    """What happened to a bot in some games, and how often."""
    what = "crashed" if one.crashed else "forfeited"
    return f"{what} {'once' if one.count == 1 else f'{one.count} times'}: {one.sentence}"


def refusals(refused: dict[str, int]) -> str:
    """How many actions did not do what was asked, and why, the most frequent reason first."""
    ranked = sorted(refused.items(), key=lambda one: (-one[1], one[0]))
    why = ", ".join(code if len(ranked) == 1 else f"{count:,} {code}" for code, count in ranked)
    return f"{count_of(sum(refused.values()), 'action', 'actions')} refused ({why})"


def tell_series(total: series.Series, seed: int) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("bot")
    for head in ("wins", "losses", "score", "forfeits", "crashes"):
        table.add_column(head, justify="right")
    for n, name in enumerate(total.bots):
        numbers = (total.wins[n], total.losses[n], f"{total.score[n]:.1%}", total.forfeits[n], total.crashes[n])
        table.add_row(escape(name), *map(str, numbers))
    console = Console()
    console.print(table)
    for name, failures in zip(total.bots, total.failures, strict=True):
        for one in failures:
            console.print(f"{escape(name)} {escape(failed(one))}", highlight=False)
    for name, refused in zip(total.bots, total.refused, strict=True):
        if refused:
            console.print(f"{escape(name)}: {escape(refusals(refused))}", highlight=False)
    difference = "" if total.elo_difference is None else f", Elo difference {total.elo_difference:+.0f}"
    console.print(
        f"{total.games} games, {total.draws} draws, {total.rounds} rounds, seed {seed}{difference}", highlight=False
    )
