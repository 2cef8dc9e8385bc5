"""`roundhouse olympiad`: a folder of bots plays on a folder of maps, with a report for every team."""

import contextlib
import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ..competition.tournament.director import RECORDS, RESULTS, TICK_S, DirectorLine
from ..competition.tournament.formats.olympiad import Fact, Fixture, OlympiadGround, fixtures, standings
from ..competition.tournament.match_pool import Pool
from ..competition.tournament.match_task import Done, Task, Terms, play_task, void
from ..competition.tournament.report import ReportEvent, write
from ..competition.tournament.result_log import Journal, put
from ..core.game import Game
from ..sdk.bot_loader import load
from .ladder import progress_bar
from .output import FINE, Problem, game_named, note, print_json
from .sandbox import held
from .standings import as_json, show

VOID_SHOWN = 5
MAP_BYTES_MAX = 2 << 20
PROGRAMS = ("bot", "run")  # what a team's folder starts, where it has no bot.py


@dataclass(frozen=True)
class OlympiadRequest:
    """What the command line asks for."""

    maps: Path
    bots: Path
    report: Path
    game: str
    builtin: list[str]
    preset: str | None
    drawn: int
    rounds: int
    seed: int
    jobs: int
    title: str
    json: bool
    sandbox: bool = False


class OlympiadField(Struct, frozen=True):
    """A ground with the settings that its matches have."""

    ground: OlympiadGround
    settings: dict[str, Any]
    hash: str  # of its text: results of another text do not count


def run(request: OlympiadRequest) -> int:
    game = game_named(request.game)
    teams = {**teams_of(request.bots), **{name: name for name in request.builtin}}
    teams = dict(zip(teams, held(list(teams.values()), game, request.sandbox), strict=True))
    for bot in teams.values():
        load(bot, game, apart=True)  # what is wrong with a bot shows now
    fields = fields_of(game, request, len(teams))
    least = min(field.ground.seats for field in fields)
    if len(teams) < least:
        raise Problem("too_few", f"{request.bots} has {len(teams)} bots; at least {least} are needed.", field="BOTS")
    request.report.mkdir(parents=True, exist_ok=True)
    facts = played(request, game, fields, teams)
    event = ReportEvent(
        request.title or f"Olympiad of {game.name}", game.name, list(teams), [field.ground for field in fields], facts,
        game.figures,
    )  # fmt: skip
    pages = write(event, request.report)
    tell(request, event, pages)
    return FINE


# What is played on, and by whom


def fields_of(game: Game, request: OlympiadRequest, teams: int) -> list[OlympiadField]:
    """The maps of the folder, by their names, then the drawn ones. Where a game does not say how many must play, maps
    with room for more are played by all teams together."""
    if game.maps is None:
        raise Problem("no_maps", f"{game.name} has no maps that people make.", field="--game")
    if not request.maps.is_dir():
        raise Problem("no_folder", f"{request.maps} is no folder.", field="MAPS")
    files = sorted(path for path in request.maps.iterdir() if path.is_file() and not path.name.startswith("."))
    exact = "players" in game.settings.__struct_fields__
    fields = [_field(game, path, game.seats_max if exact else max(teams, game.rated_seats)) for path in files]
    seats = game.setup(preset=request.preset).seats
    for n in range(request.drawn):
        key = f"drawn-{n + 1}"
        fields.append(OlympiadField(OlympiadGround(key, f"Drawn map {n + 1}", len(seats), n * request.rounds), {}, key))
    if not fields:
        raise Problem("no_maps", f"there is no map in {request.maps}; or ask for some with --drawn.", field="MAPS")
    return fields


def _field(game: Game, path: Path, most: int) -> OlympiadField:
    assert game.maps is not None  # noqa: S101
    with path.open("rb") as file:
        content = file.read(MAP_BYTES_MAX + 1)
    if len(content) > MAP_BYTES_MAX:
        raise Problem("bad_map", f"{path}: a map has at most 2 MB.", field="MAPS")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise Problem("bad_map", f"{path} is no text.", field="MAPS") from None
    found = game.maps.check(text)
    if found.problems:
        first = found.problems[0]
        where = f"line {first.line}, column {first.column}: " if first.line else ""
        more = f" ({len(found.problems) - 1} more)" if len(found.problems) > 1 else ""
        raise Problem("bad_map", f"{path}: {where}{first.sentence}{more}", field="MAPS")
    ground = OlympiadGround(path.stem, found.name or path.stem, min(found.seats, most))
    return OlympiadField(ground, {game.maps.setting: text}, blake2b(content, digest_size=8).hexdigest())


def teams_of(folder: Path) -> dict[str, str]:
    """Every bot of a folder by its team's name: a Python file, a WASI module, a program, or a folder with one."""
    if not folder.is_dir():
        raise Problem("no_folder", f"{folder} is no folder.", field="BOTS")
    teams: dict[str, str] = {}
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "_")):
            continue
        bot = _bot_in(path)
        if bot is None:
            note(
                f"{path} is left out: it is neither a Python file nor a program, nor a folder with bot.py or a program"
            )
        elif path.stem in teams:
            raise Problem("same_name", f"two bots are called {path.stem}.", field="BOTS")
        else:
            teams[path.stem] = bot
    return teams


def _bot_in(path: Path) -> str | None:
    if path.is_dir():
        if (path / "bot.toml").is_file():
            return str(path.resolve())
        if (path / "bot.py").is_file():
            return str((path / "bot.py").resolve())
        program = next((path / name for name in PROGRAMS if _is_program(path / name)), None)
        return None if program is None else f"cmd:{shlex.quote(str(program.resolve()))}"
    if path.suffix == ".py":
        return str(path.resolve())
    if path.suffix == ".wasm":
        return f"wasm:{path.resolve()}"
    return f"cmd:{shlex.quote(str(path.resolve()))}" if _is_program(path) else None


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


# The matches


def played(request: OlympiadRequest, game: Game, fields: Sequence[OlympiadField], teams: dict[str, str]) -> list[Fact]:
    """Play what was not played yet; what an earlier run wrote down counts, if bots and maps have the same names and
    the maps the same text."""
    by_key = {field.ground.key: field for field in fields}
    wanted = fixtures([field.ground for field in fields], len(teams), rounds=request.rounds, seed=request.seed)
    path = request.report / RESULTS
    journal = Journal(path, DirectorLine)
    if journal.unreadable:
        note(f"{path}: {journal.unreadable} lines that cannot be read are left out")
    known = {line.key: line.fact for line in journal.lines}
    names = list(teams)
    keys = {fixture.number: _key(game, request, by_key[fixture.ground], fixture, names) for fixture in wanted}
    missing = [fixture for fixture in wanted if keys[fixture.number] not in known]
    if len(missing) < len(wanted):
        note(f"{len(wanted) - len(missing)} of {len(wanted)} matches were played before; see {path}")
    (request.report / RECORDS).mkdir(exist_ok=True)
    terms = {field.ground.key: _terms(request, game, field) for field in fields}
    pool: Pool[Task, Done] = Pool(play_task, min(request.jobs, max(1, len(missing))))
    with contextlib.closing(journal), contextlib.closing(pool), progress_bar() as progress:
        task = progress.add_task("matches", total=len(missing))
        for fixture in missing:
            seated = [names[who] for who in fixture.entrants]
            bots = tuple(teams[name] for name in seated)
            pool.give(
                fixture.number, Task(fixture=fixture, terms=terms[fixture.ground], bots=bots, names=tuple(seated))
            )
        left = len(missing)
        while left:
            for answer in pool.wait(TICK_S):
                fixture = wanted[answer.key]
                fact = void(fixture, answer.lost) if answer.lost else _kept(answer.value, request.report, names)
                known[keys[fixture.number]] = fact
                journal.add(
                    [DirectorLine(keys[fixture.number], fact)]
                )  # so that an interrupted olympiad goes on where it was
                progress.advance(task)
                left -= 1
    return [msgspec.structs.replace(known[keys[fixture.number]], fixture=fixture) for fixture in wanted]


def _key(game: Game, request: OlympiadRequest, field: OlympiadField, fixture: Fixture, names: Sequence[str]) -> str:
    seated = [names[who] for who in fixture.entrants]
    return msgspec.json.encode([game.key, request.preset, field.hash, fixture.seed, seated]).decode()


def _terms(request: OlympiadRequest, game: Game, field: OlympiadField) -> Terms:
    return Terms(game=game.key, rules=game.version, preset=request.preset, settings=field.settings, records=True)


def _kept(done: Done, report: Path, names: Sequence[str]) -> Fact:
    """What was played, with its record beside the results."""
    name = f"{RECORDS}/{_record_name(done.fact.fixture, names)}"
    put(report / name, done.record)
    return msgspec.structs.replace(done.fact, record=name)


def _record_name(fixture: Fixture, names: Sequence[str]) -> str:
    """By names, which stay the same when another bot joins the next run."""
    return f"{fixture.ground}-{fixture.seed}-{'-'.join(names[who] for who in fixture.entrants)}.rhr"


# What is told


def tell(request: OlympiadRequest, event: ReportEvent, pages: Sequence[Path]) -> None:
    table = standings(len(event.entrants), event.facts)
    if request.json:
        lines = as_json(event.entrants, table)
        print_json({"game": request.game, "matches": len(event.facts), "standings": lines, "report": str(pages[0])})
        return
    show(event.entrants, table)
    for fact in [fact for fact in event.facts if fact.void][:VOID_SHOWN]:
        note(f"match {fact.fixture.number} is void: {fact.void}")
    sys.stdout.write(f"{len(event.facts)} matches; report {pages[0]}\n")
