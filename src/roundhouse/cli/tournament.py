"""`roundhouse tournament`: bots meet in a format, on this machine or on many, with pages that follow it."""

import contextlib
import secrets
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from ..competition.tournament import formats
from ..competition.tournament.director import REPLAYS, Director, held
from ..competition.tournament.executor import Executor, LocalExecutor
from ..competition.tournament.formats import Format, FormatError
from ..competition.tournament.match_task import LEVEL, Terms, entrant_of
from ..competition.tournament.meeting import Kind
from ..competition.tournament.plan import Plan, PlanError, entry_of, settle
from ..core.game import Game
from ..match.table import distinct
from ..sdk.local_match import setup_for
from . import standings
from .ladder import count_of, progress_bar
from .olympiad import teams_of
from .output import FINE, Problem, game_named, note, print_json
from .play import settings_of
from .worker import needing_nats

LEADERS_S = 1.0  # between two looks at who leads
OPTIONS = {"entrants": "BOT", "seats": "--seats", "games": "--games", "rounds": "--rounds", "further": "--further"}


@dataclass(frozen=True)
class TournamentRequest:
    """What the command line asks for."""

    game: str
    bots: list[str]
    format: str
    rounds: int
    games: int
    seats: int
    inner: str
    further: int
    seed: int
    folder: Path | None
    report: Path
    jobs: int
    nats: str
    sandbox: bool
    records: bool
    limit: float
    no_timeout: bool
    set: list[str]
    preset: str | None
    title: str
    json: bool
    withdraw: list[str]


def run(request: TournamentRequest) -> int:
    try:
        return _run(request)
    except FormatError as error:
        raise Problem(error.code, error.sentence, field=OPTIONS.get(error.field, "--format")) from None
    except PlanError as error:
        raise Problem(error.code, error.sentence) from None


def _run(request: TournamentRequest) -> int:
    plan = plan_of(request)
    with held(request.report):
        plan = settle(plan, request.report)
        director = Director(plan, request.report, withdrawn=withdrawn_of(request, plan))
        try:
            if director.resumed:
                note(f"{count_of(director.resumed, 'match was', 'matches were')} played before; going on")
            follow(director, executor_of(request, plan))
            pages = finish(request, director)
            tell(request, director, pages)
        except KeyboardInterrupt:
            kept = count_of(len(director.facts), "result is", "results are")
            note(f"{kept} on disk in {request.report}; the same command goes on from there")
            raise
        finally:
            director.close()
    return FINE


# What is played


def plan_of(request: TournamentRequest) -> Plan:
    games: list[Game] = [game_named(key) for key in request.game.split(",") if key]
    keys = tuple(game.key for game in games)
    if not keys or len(set(keys)) < len(keys):
        raise Problem("usage", "name every game once.", field="GAME")
    kind = _kind(request.format, "--format")
    format = Format(
        kind=kind, seats=request.seats, games=request.games, rounds=request.rounds, seed=request.seed, keys=keys,
        further=request.further, inner=_kind(request.inner, "--inner"),
    )  # fmt: skip
    if format.games % format.seats:
        raise Problem(
            "games",
            f"every seed is played from every seat, so --games is a multiple of {format.seats}.",
            field="--games",
        )
    terms = tuple(
        Terms(
            game=game.key, rules=game.version, preset=request.preset,
            settings=settings_for(game, request.set, keys), timeout=not request.no_timeout,
            records=request.records, sandbox=request.sandbox,
        )
        for game in games
    )  # fmt: skip
    entrants = entrants_of(request, terms)
    formats.check(format, len(entrants))
    for game, one in zip(games, terms, strict=True):
        setup_for(game, list(entrants)[: format.seats], request.seed, one.preset, one.settings)
    title = request.title or (
        f"{games[0].name}: {kind.replace('-', ' ')}" if len(games) == 1 else f"Pentathlon of {len(games)} games"
    )
    entries = tuple(entry_of(name, text) for name, text in entrants.items())
    return Plan(key=secrets.token_hex(6), title=title, format=format, entrants=entries, terms=terms)


def _kind(text: str, field: str) -> Kind:
    kinds: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}
    if text not in kinds:
        raise Problem("format", f"there is no format {text!r}; there are {', '.join(kinds)}.", field=field)
    return kinds[text]


def settings_for(game: Game, pairs: list[str], keys: tuple[str, ...]) -> dict[str, Any]:
    """With several games, those settings that say which game they are of: `quest.rounds=20`."""
    if len(keys) == 1:
        return settings_of(game, pairs)
    own = [pair.removeprefix(f"{game.key}.") for pair in pairs if pair.startswith(f"{game.key}.")]
    for pair in pairs:
        if not pair.startswith(tuple(f"{key}." for key in keys)):
            raise Problem("bad_settings", f"say of which game {pair!r} is, as in {game.key}.{pair}.", field="--set")
    return settings_of(game, own)


def entrants_of(request: TournamentRequest, terms: tuple[Terms, ...]) -> dict[str, str]:
    """Bots by their names; what is wrong with one shows now."""
    found = [] if request.folder is None else list(teams_of(request.folder).items())
    named: list[tuple[str, str]] = [(_label(bot, terms), bot) for bot in request.bots]
    with contextlib.redirect_stdout(sys.stderr):
        for one in terms:
            for _, bot in found:
                entrant_of(bot, one)
    every = [*found, *named]
    return dict(zip(distinct([name for name, _ in every]), [bot for _, bot in every], strict=True))


def withdrawn_of(request: TournamentRequest, plan: Plan) -> list[int]:
    names = [entry.name for entry in plan.entrants]
    for name in request.withdraw:
        if name not in names:
            raise Problem("no_such_entrant", f"{name} does not take part; {', '.join(names)} do.", field="--withdraw")
    return [names.index(name) for name in request.withdraw]


def _label(bot: str, terms: tuple[Terms, ...]) -> str:
    with contextlib.redirect_stdout(sys.stderr):
        labels = [entrant_of(bot, one).label for one in terms]
    return bot.replace(":", " ") if bot.startswith(LEVEL) else labels[0]


def executor_of(request: TournamentRequest, plan: Plan) -> Executor:
    if request.nats:
        with needing_nats():
            from ..competition.tournament.nats_executor import NatsExecutor
        return NatsExecutor(plan, request.nats)
    replays = ""
    if request.records:
        from ..competition.tournament.replay_pages import prepare

        prepare(request.report / REPLAYS)
        replays = str((request.report / REPLAYS).resolve())
    return LocalExecutor(plan, request.jobs, limit_s=request.limit or None, replays=replays)


# While it runs


def follow(director: Director, executor: Executor) -> None:
    """Play, with the pages rewritten and a bar on the terminal."""
    from ..competition.tournament.live_report import ReportPages

    pages = ReportPages(director, executor)
    said: set[str] = set()
    expected = expected_matches(director.plan.format, len(director.plan.entrants))
    with progress_bar() as progress:
        task = progress.add_task("matches", total=None)
        named = 0.0  # when the leaders were looked up; the table of a long tournament takes a while

        def told() -> None:
            nonlocal named
            done = len(director.facts)
            progress.update(task, completed=done, total=max(expected, done + director.waiting))
            if done and time.monotonic() - named > LEADERS_S:
                progress.update(task, description=_leaders(director))
                named = time.monotonic()
            for sentence in set(executor.notes) - said:
                said.add(sentence)
                note(sentence)
            pages.refresh()

        director.run(executor, told)


def _leaders(director: Director) -> str:
    from rich.markup import escape

    table = director.table()[:3]
    return escape(" · ".join(f"{line.place}. {director.plan.entrants[line.entrant].name}" for line in table))


def expected_matches(format: Format, entrants: int) -> int:
    """How many there will be, as far as one can know: level meetings have more, decided ones fewer."""
    from ..competition.tournament.formats.swiss import rounds_of

    kind = format.inner if format.kind == "pentathlon" else format.kind
    if kind == "swiss":
        meetings = rounds_of(format, entrants) * (entrants // 2)
    elif kind == "round-robin":
        import math

        meetings = max(1, format.rounds) * math.comb(entrants, format.seats)
    else:
        meetings = (entrants - 1) * (2 if kind == "double-elimination" else 1)
    return meetings * format.best_of * (len(format.keys) if format.kind == "pentathlon" else 1)


def finish(request: TournamentRequest, director: Director) -> list[Path]:
    """The pages as they stay, with every replay that is not there yet."""
    from ..competition.tournament.live_report import ReportPages, missing_replays

    if request.records:
        from ..competition.tournament.replay_pages import prepare, write_missing
        from ..sdk.process_pool import share_out

        prepare(request.report / REPLAYS)
        wanted = missing_replays(director)
        if wanted:
            for _ in share_out(write_missing, wanted, request.jobs):
                pass
    return ReportPages(director).write(running=False)


# What is told


def tell(request: TournamentRequest, director: Director, pages: list[Path]) -> None:
    table = director.table()
    names = [entry.name for entry in director.plan.entrants]
    voided = [fact for fact in director.facts.values() if fact.void]
    if request.json:
        print_json(
            {
                "game": request.game,
                "format": request.format,
                "matches": len(director.facts),
                "void": len(voided),
                "deviations": len(director.deviations),
                "standings": standings.as_json(names, table),
                "report": str(pages[0]),
            }
        )
        return
    standings.show(names, table, kind=director.plan.format.kind, games=director.plan.format.keys)
    for fact in voided[:5]:
        note(f"match {fact.fixture.number} is void: {fact.void}")
    if director.deviations:
        many = count_of(len(director.deviations), "match was", "matches were")
        note(f"{many} played twice with different results; see {request.report / 'deviations.ndjson'}")
    sys.stdout.write(f"{count_of(len(director.facts), 'match', 'matches')}; report {pages[0]}\n")
