"""`roundhouse olympiad`: a folder of bots plays on a folder of maps, with a report for every team."""

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

from ..core.game import Game
from ..sdk import series
from ..sdk.loading import load
from ..sdk.series import Pairing, Played
from ..tournament.olympiad import Fact, Fixture, Ground, fixtures, standings
from ..tournament.report import Event, write
from .ladder import progress_bar
from .output import FINE, Problem, game_named, note, print_json

MAP_BYTES_MAX = 2 << 20
RESULTS = "results.ndjson"
PROGRAMS = ("bot", "run")  # what a team's folder starts, where it has no bot.py


@dataclass(frozen=True)
class Request:
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


class Field(Struct, frozen=True):
    """A ground with the settings that its matches have."""

    ground: Ground
    settings: dict[str, Any]
    hash: str  # of its text: results of another text do not count


class Line(Struct, frozen=True):
    """A line of the results: what was played, and what came of it. `key` tells it from all other fixtures."""

    key: str
    fact: Fact


def run(request: Request) -> int:
    game = game_named(request.game)
    teams = {**teams_of(request.bots), **{name: name for name in request.builtin}}
    for bot in teams.values():
        load(bot, game)  # what is wrong with a bot shows now
    fields = fields_of(game, request, len(teams))
    least = min(field.ground.seats for field in fields)
    if len(teams) < least:
        raise Problem("too_few", f"{request.bots} has {len(teams)} bots; at least {least} are needed.", field="BOTS")
    request.report.mkdir(parents=True, exist_ok=True)
    facts = played(request, game, fields, teams)
    event = Event(
        request.title or f"Olympiad of {game.name}", game.name, list(teams), [field.ground for field in fields], facts,
        game.figures,
    )  # fmt: skip
    pages = write(event, request.report)
    tell(request, event, pages)
    return FINE


# What is played on, and by whom


def fields_of(game: Game, request: Request, teams: int) -> list[Field]:
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
        fields.append(Field(Ground(key, f"Drawn map {n + 1}", len(seats), n * request.rounds), {}, key))
    if not fields:
        raise Problem("no_maps", f"there is no map in {request.maps}; or ask for some with --drawn.", field="MAPS")
    return fields


def _field(game: Game, path: Path, most: int) -> Field:
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
    ground = Ground(path.stem, found.name or path.stem, min(found.seats, most))
    return Field(ground, {game.maps.setting: text}, blake2b(content, digest_size=8).hexdigest())


def teams_of(folder: Path) -> dict[str, str]:
    """Every bot of a folder by its team's name: a Python file, a program, or a folder with one of them."""
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
        if (path / "bot.py").is_file():
            return str((path / "bot.py").resolve())
        program = next((path / name for name in PROGRAMS if _is_program(path / name)), None)
        return None if program is None else f"cmd:{shlex.quote(str(program.resolve()))}"
    if path.suffix == ".py":
        return str(path.resolve())
    return f"cmd:{shlex.quote(str(path.resolve()))}" if _is_program(path) else None


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


# The matches


def played(request: Request, game: Game, fields: Sequence[Field], teams: dict[str, str]) -> list[Fact]:
    """Play what was not played yet; what an earlier run wrote down counts, if bots and maps have the same names and
    the maps the same text."""
    by_key = {field.ground.key: field for field in fields}
    wanted = fixtures([field.ground for field in fields], len(teams), rounds=request.rounds, seed=request.seed)
    path = request.report / RESULTS
    known = {line.key: line.fact for line in _lines(path)}
    names = list(teams)
    keys = {fixture.number: _key(game, request, by_key[fixture.ground], fixture, names) for fixture in wanted}
    missing = [fixture for fixture in wanted if keys[fixture.number] not in known]
    if len(missing) < len(wanted):
        note(f"{len(wanted) - len(missing)} of {len(wanted)} matches were played before; see {path}")
    records = request.report / "records"
    records.mkdir(exist_ok=True)
    pairings = [_pairing(request, game, by_key[fixture.ground], fixture, teams, records) for fixture in missing]
    with path.open("ab") as results, progress_bar() as progress:
        task = progress.add_task("matches", total=len(missing))

        def told(one: Played) -> None:
            fixture = wanted[one.number]
            fact = _fact(fixture, one, _record_name(fixture, names))
            known[keys[fixture.number]] = fact
            results.write(msgspec.json.encode(Line(keys[fixture.number], fact)) + b"\n")
            results.flush()
            os.fsync(results.fileno())  # so that an interrupted olympiad goes on where it was
            progress.advance(task)

        series.run(pairings, jobs=request.jobs, told=told)
    return [msgspec.structs.replace(known[keys[fixture.number]], fixture=fixture) for fixture in wanted]


def _lines(path: Path) -> list[Line]:
    """What an earlier run wrote down. A last line that was torn off does not count."""
    if not path.is_file():
        return []
    lines = []
    for raw in path.read_bytes().splitlines():
        try:
            lines.append(msgspec.json.decode(raw, type=Line))
        except msgspec.MsgspecError:
            note(f"{path}: a line that cannot be read is left out")
    return lines


def _key(game: Game, request: Request, field: Field, fixture: Fixture, names: Sequence[str]) -> str:
    seated = [names[who] for who in fixture.entrants]
    return msgspec.json.encode([game.key, request.preset, field.hash, fixture.seed, seated]).decode()


def _pairing(
    request: Request, game: Game, field: Field, fixture: Fixture, teams: dict[str, str], records: Path
) -> Pairing:
    names = list(teams)
    seated = tuple(teams[names[who]] for who in fixture.entrants)
    return Pairing(
        fixture.number, game.key, seated, fixture.entrants, fixture.seed, True, request.preset, field.settings,
        out=str(records / _record_name(fixture, names)), names=tuple(names[who] for who in fixture.entrants),
    )  # fmt: skip


def _fact(fixture: Fixture, one: Played, record: str) -> Fact:
    outcome = one.outcome
    left = [""] * len(fixture.entrants)
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
        record=f"records/{record}",
    )


def _record_name(fixture: Fixture, names: Sequence[str]) -> str:
    """By names, which stay the same when another bot joins the next run."""
    return f"{fixture.ground}-{fixture.seed}-{'-'.join(names[who] for who in fixture.entrants)}.rhr"


# What is told


def tell(request: Request, event: Event, pages: Sequence[Path]) -> None:
    table = standings(len(event.entrants), event.facts)
    if request.json:
        lines = [msgspec.to_builtins(line) | {"entrant": event.entrants[line.entrant]} for line in table]
        print_json({"game": request.game, "matches": len(event.facts), "standings": lines, "report": str(pages[0])})
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    shown = Table(box=None, pad_edge=False, header_style="bold")
    shown.add_column("", justify="right")
    shown.add_column("entrant")
    for head in ("score", "won", "drawn", "lost", "points", "fell out"):
        shown.add_column(head, justify="right")
    for line in table:
        numbers = (line.score, line.wins, line.draws, line.losses, line.points, line.failures)
        shown.add_row(f"{line.place}.", escape(event.entrants[line.entrant]), *map(str, numbers))
    Console().print(shown)
    sys.stdout.write(f"{len(event.facts)} matches; report {pages[0]}\n")
