"""The scenarios that come with the game, and what is said about any other. QST-025, QST-154"""

from collections import Counter
from typing import Any

import msgspec

from ....core.maps import MapCheck, MapProblem, Maps
from ....core.settings import SetupError, resolve
from .. import settings as s
from ..rules import tables as t
from .parser import SHIPPED, File, read

__all__ = ["MAPS", "SHIPPED", "check"]


def check(text: str) -> MapCheck:
    """What is to be said about a scenario file: its problems, or that it can be played and what is on it."""
    file, problems = read(text)
    if file is not None:
        problems = of_settings(file)
    if file is None or problems:
        return MapCheck(problems)
    return MapCheck([], file.key, file.name, len(file.scenario.start), facts_of(file))


def of_settings(file: File) -> list[MapProblem]:
    """What is wrong with the settings of a file, each by itself. QST-153, QST-154"""
    problems = []
    for name, value in file.settings.items():
        try:
            made = resolve(s.Settings, s.PRESETS, "standard", {name: value})
            s.check_recipes(msgspec.convert(made, s.Settings).blueprints)
        except SetupError as error:
            sentence = f"settings.{error.field}: {error.sentence}"
            problems.append(MapProblem(error.code, sentence, rule=error.rule or "QST-154"))
    return problems


def facts_of(file: File) -> dict[str, Any]:
    scenario = file.scenario
    buried: Counter[str] = Counter()
    for heap in scenario.buried:
        buried.update(heap.resources)
    return {
        "size": [len(scenario.terrain[0]), len(scenario.terrain)],
        "players": len(scenario.start),
        "units": len(scenario.units) // len(scenario.start),
        "rounds": file.settings.get("rounds", s.Settings().rounds),
        "rock": sum(line.count(t.TERRAIN[t.ROCK]) for line in scenario.terrain),
        "buried": {name: buried[name] for name in t.RESOURCE_NAMES if buried[name]},
        "towers": len(scenario.towers),
        "traps": len(scenario.traps),
        "settings": dict(file.settings),
    }


MAPS = Maps("scenario", SHIPPED, check)
