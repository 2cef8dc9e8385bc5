"""Whether a map that somebody made can be played."""

import msgspec

from ..core.game import Game
from ..core.maps import MapCheck, MapProblem, Maps
from ..core.settings import SetupError


def maps_of(game: Game) -> Maps:
    """The map support of a game; raises SetupError for a game without maps that people can make."""
    if game.maps is None:
        raise SetupError("no_maps", "", f"{game.name} has no maps that can be installed.")
    return game.maps


def examine(game: Game, text: str) -> MapCheck:
    """What the game says about a map's text, and whether a match can start on it with as many seats as fit. RAL-314"""
    maps = maps_of(game)
    found = maps.check(text)
    if found.problems:
        return found
    fitting = [count for count in game.seat_counts if count <= found.seats] or [game.seat_counts[0]]
    names = [f"seat {seat}" for seat in range(1, max(fitting) + 1)]
    try:
        game.start(game.setup(names, settings={maps.setting: text}))
    except SetupError as error:
        return msgspec.structs.replace(found, problems=[MapProblem(error.code, error.sentence, rule=error.rule)])
    return found


def place_of(problem: MapProblem) -> str:
    """The line and column of a problem, to be put in front of its sentence."""
    if not problem.line:
        return problem.sentence
    return f"Line {problem.line}, column {problem.column}: {problem.sentence}"
