"""Scenario files: JSON with a key, a name, settings and a start position. QST-025, QST-154

`read` says everything that is wrong with a text, so that whoever makes a map can mend it in one go.
"""

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from ....core.maps import MapProblem
from ....core.settings import SetupError
from ..rules import tables as t
from .scenario import Scenario

BAD = "bad_scenario"
KEY = re.compile(r"[a-z0-9-]{1,40}")
NAME_MAX = 80
FOLLOWING = ("scenario", "width", "height", "players", "units")  # no settings of a file: its scenario says them
PROBLEMS_MAX = 100

SHIPPED: dict[str, str] = {
    key: (Path(__file__).parent / "files" / f"{key}.json").read_text(encoding="utf-8")
    for key in ("first-steps", "creek", "arena")
}


class File(Struct, frozen=True):
    """A scenario file that can be played."""

    key: str
    name: str
    settings: dict[str, Any]
    scenario: Scenario


class ScenarioError(SetupError):
    """No start position, with all that is wrong with it."""

    def __init__(self, problems: list[MapProblem]) -> None:
        first = problems[0]
        where = f"line {first.line}, column {first.column}: " if first.line else ""
        super().__init__(BAD, "scenario", where + first.sentence, first.rule)
        self.problems = problems


def problem(sentence: str, rule: str = "QST-025", line: int = 0, column: int = 0) -> MapProblem:
    return MapProblem(BAD, sentence, line, column, rule)


@lru_cache(maxsize=32)
def load(text: str) -> File:
    """A shipped scenario by its key, or any other by its text. Raises ScenarioError."""
    if "{" not in text and text not in SHIPPED:
        known = ", ".join(SHIPPED)
        raise ScenarioError([problem(f"{text[:40]!r} is neither one of {known} nor a scenario file.", "QST-154")])
    file, problems = read(SHIPPED.get(text, text))
    if file is None:
        raise ScenarioError(problems)
    return file


def read(text: str) -> tuple[File | None, list[MapProblem]]:
    """A file and no problems, or none and all that was found wrong."""
    try:
        whole = json.loads(text)
    except json.JSONDecodeError as error:
        return None, [problem(f"This is no JSON: {error.msg}.", "QST-154", error.lineno, error.colno)]
    except (ValueError, RecursionError) as error:  # a number with too many digits, brackets without end
        return None, [problem(f"This is no JSON: {error}.", "QST-154")]
    if not isinstance(whole, dict):
        return None, [problem("A scenario file is an object with key, name and scenario.", "QST-154")]
    problems = list(of_header(whole))
    scenario, found = typed(whole.get("scenario"))
    problems += found
    settings = whole.get("settings", {})
    if scenario is not None:
        energy = settings.get("unit_energy", 0) if isinstance(settings, dict) else 0
        problems += problems_of(scenario, energy if isinstance(energy, int) else 0)
    if problems or scenario is None:
        return None, problems[:PROBLEMS_MAX]
    return File(whole["key"], whole["name"], settings, scenario), []


def of_header(whole: dict[str, Any]) -> Iterable[MapProblem]:
    """QST-154"""
    for field in whole.keys() - {"key", "name", "settings", "scenario"}:
        yield problem(f"{field}: there is no such field; there are key, name, settings and scenario.", "QST-154")
    key, name, settings = whole.get("key"), whole.get("name"), whole.get("settings", {})
    if not isinstance(key, str) or not KEY.fullmatch(key):
        yield problem("key: 1 to 40 of the letters a to z, digits and -.", "QST-154")
    if not isinstance(name, str) or not 0 < len(name) <= NAME_MAX or not name.isprintable():
        yield problem(f"name: a text of 1 to {NAME_MAX} letters.", "QST-154")
    if not isinstance(settings, dict):
        yield problem("settings: an object.", "QST-154")
        return
    for field in FOLLOWING:
        if field in settings:
            yield problem(f"settings.{field}: this follows from the scenario.", "QST-154")


def typed(value: Any) -> tuple[Scenario | None, list[MapProblem]]:
    """A plain value as a start position, part by part, so that everything of a wrong type is found."""
    if not isinstance(value, dict):
        return None, [problem("scenario: an object with terrain, start and units.")]
    problems = []
    hints = get_type_hints(Scenario, include_extras=True)
    for name in value.keys() - hints.keys():
        problems.append(problem(f"{name}: there is no such field; there are {', '.join(hints)}."))
    for field in msgspec.structs.fields(Scenario):
        if field.name in value:
            problems += of_part(field.name, value[field.name], hints[field.name])
        elif field.required:
            problems.append(problem(f"{field.name}: this is missing."))
    return (None if problems else msgspec.convert(value, Scenario)), problems


def of_part(name: str, value: Any, hint: Any) -> list[MapProblem]:
    """What is wrong with one field: entry by entry if it is a list of things."""
    inner = get_args(hint)[0]
    if isinstance(value, list) and get_origin(inner) is tuple:
        found = [line for n, one in enumerate(value) for line in of_value(f"{name}[{n}]", one, get_args(inner)[0])]
        if found:
            return found
    return of_value(name, value, hint)


def of_value(name: str, value: Any, hint: Any) -> list[MapProblem]:
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError as error:
        sentence, _, where = str(error).partition(" - at ")
        path = where.rpartition("`$")[2].rstrip("`").removesuffix("[...]")
        return [problem(f"{name}{path}: {sentence}.")]
    return []


def problems_of(scenario: Scenario, unit_energy: int = 0) -> list[MapProblem]:
    """All that is wrong with a start position whose types are right. `unit_energy` 0: the usual. QST-025"""
    problems = [problem(sentence) for sentence in of_terrain(scenario)]
    if problems:
        return problems  # nothing lies where there is no map
    sentences = [*of_start(scenario), *of_units(scenario, unit_energy or 200), *of_places(scenario)]
    sentences += [*of_amounts(scenario), *of_buildings(scenario)]
    return [problem(sentence) for sentence in sentences]


def of_terrain(scenario: Scenario) -> Iterable[str]:
    width = len(scenario.terrain[0])
    if not t.SIDE_MIN <= width <= t.SIDE_MAX:
        yield f"terrain[0]: {width} cells; a line has {t.SIDE_MIN} to {t.SIDE_MAX}."
    for n, line in enumerate(scenario.terrain):
        if len(line) != width:
            yield f"terrain[{n}]: {len(line)} cells, but the first line has {width}."


def of_start(scenario: Scenario) -> Iterable[str]:
    """Players are counted from 1 without a gap."""
    players = len(scenario.start)
    if not 2 <= players <= t.SEATS_MAX or sorted(scenario.start) != [str(n) for n in range(1, players + 1)]:
        yield f'start: there are 2 to {t.SEATS_MAX} players, "1", "2" and so on.'
    for player, (x, y) in scenario.start.items():
        yield from of_cell(scenario, f"start.{player[:9]}", x, y)
    for player in scenario.players:
        if player not in scenario.start:
            yield f"players.{player[:9]}: there is no such player in start."


def of_units(scenario: Scenario, unit_energy: int) -> Iterable[str]:
    """QST-001, QST-011, QST-026, QST-087"""
    players = len(scenario.start)
    each, rest = divmod(len(scenario.units), players or 1)
    if rest or not 1 <= each <= t.UNITS_MAX:
        yield f"units: {len(scenario.units)} for {players} players; all have the same number, 1 to {t.UNITS_MAX}."
    expected = {player * t.FIRST_ID + k: player for player in range(1, players + 1) for k in range(each)}
    seen = set[int]()
    for n, unit in enumerate(scenario.units):
        if unit.id in seen:
            yield f"units[{n}].id: {unit.id} is there already."
        elif expected.get(unit.id) != unit.player:
            first = unit.player * t.FIRST_ID
            yield f"units[{n}].id: {unit.id}; the units of player {unit.player} are {first} to {first + each - 1}."
        seen.add(unit.id)
        if (unit.energy or 0) > (unit.max_energy or unit_energy):
            yield f"units[{n}].energy: {unit.energy} is more than its maximum."
        if "gold" in unit.resources:
            yield f"units[{n}].resources: gold belongs to the team and is never carried."


def of_cell(scenario: Scenario, name: str, x: int, y: int) -> Iterable[str]:
    if y >= len(scenario.terrain) or x >= len(scenario.terrain[0]):
        yield f"{name}: ({x}, {y}) is outside of the map."
    elif scenario.terrain[y][x] == t.TERRAIN[t.ROCK]:
        yield f"{name}: ({x}, {y}) is rock."


def of_places(scenario: Scenario) -> Iterable[str]:
    """Things lie on grass inside the map."""
    for name in ("buried", "surface", "items", "units", "towers", "traps"):
        for n, thing in enumerate(getattr(scenario, name)):
            yield from of_cell(scenario, f"{name}[{n}]", thing.x, thing.y)


def of_amounts(scenario: Scenario) -> Iterable[str]:
    """Heaps of one cell add up, as long as they keep the cap."""
    for name in ("buried", "surface", "items"):
        total: dict[tuple[int, int, str], int] = {}
        for n, heap in enumerate(getattr(scenario, name)):
            for thing, amount in (heap.items if name == "items" else heap.resources).items():
                place = heap.x, heap.y, thing
                total[place] = total.get(place, 0) + amount
                if total[place] > t.AMOUNT_MAX >= total[place] - amount:
                    yield f"{name}[{n}]: more than {t.AMOUNT_MAX} {thing} in one cell."


def of_buildings(scenario: Scenario) -> Iterable[str]:
    """One tower or trap in a cell, and not more of a player than the caps allow. QST-034"""
    players = len(scenario.start)
    taken = set[tuple[int, int]]()
    for name, most in (("towers", t.TOWERS_OWN), ("traps", t.TRAPS_OWN)):
        counts = [0] * t.SEATS
        for n, thing in enumerate(getattr(scenario, name)):
            if (thing.x, thing.y) in taken:
                yield f"{name}[{n}]: there is a tower or a trap in ({thing.x}, {thing.y}) already."
            taken.add((thing.x, thing.y))
            if thing.player > players:
                yield f"{name}[{n}].player: there is no player {thing.player} in start."
            counts[thing.player] += 1
        for player, count in enumerate(counts):
            if count > most:
                yield f"{name}: {count} of player {player}; a player has at most {most}."
