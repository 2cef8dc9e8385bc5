"""What a screen reader hears of the boards: every place and everything on it says where it is."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.web.node import ROOT, Script

pytestmark = pytest.mark.slow
ask = Script("spoken.ts")


def teardown_module() -> None:
    ask.close()


def robots(view: Any) -> dict[str, str]:
    cells = {robot["seat"]: robot["cell"] for robot in view["robots"] if robot["cell"]}
    return {f"robot:{seat}": f"column {x + 1}, row {y + 1}" for seat, (x, y) in cells.items()}


def on_grid(view: Any) -> dict[str, str]:
    things = [*view["units"], *view.get("structures", [])]
    return {f"unit:{one['id']}": f"{one['x']}, {one['y']}" for one in things if one.get("x") is not None}


def on_planets(view: Any) -> dict[str, str]:
    names = {planet["id"]: f"{planet['x']}·{planet['y']}" for planet in view["planets"]}
    robots = [robot for own in view["all"] for robot in own["robots"]]
    alone = {f"robot:{robot['id']}": names[robot["planet"]] for robot in robots}
    return alone | {f"robots:{robot['planet']}:{robot['seat']}": names[robot["planet"]] for robot in robots}


def fleets(view: Any) -> dict[str, str]:
    return {f"f{fleet['id']}": f"{fleet['origin']} → {fleet['target']}" for fleet in view["fleets"]}


# By game: a place in its notation in English and in German, and where everything on the board is
GAMES: dict[str, tuple[str, str, Callable[[Any], dict[str, str]]]] = {
    "spacegoo": (r"Planet \d+\b.* at -?\d+, -?\d+", r"Planet \d+\b.* bei -?\d+, -?\d+", fleets),
    "rally": (r"column \d+, row \d+", r"Spalte \d+, Zeile \d+", robots),
    "dungeon": (r"(Planet|Space station) \d+·\d+", r"(Planet|Raumstation) \d+·\d+", on_planets),
    "quest": (r"^Cell \d+, \d+", r"^Feld \d+, \d+", on_grid),
    "boidvoid": (r"^Tile \d+, \d+", r"^Feld \d+, \d+", on_grid),
}


@pytest.mark.parametrize("game", GAMES)
def test_the_text_changes_with_every_move_and_says_the_place(game):
    english, german, _ = GAMES[game]
    told = ask(["all", game, "en"], ["all", game, "de"])
    for pieces, place in zip(told, (english, german), strict=True):
        stops = [piece["text"] for piece in pieces if piece["stop"]]
        assert len(stops) > 20
        assert len(set(stops)) == len(stops), "two places are read out alike"
        assert [text for text in stops if not re.search(place, text)] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_is_on_the_board_says_where_it_is(game):
    view = json.loads((ROOT / "web" / "src" / "games" / game / "sampleView.json").read_text())
    where = GAMES[game][2](view)
    (pieces,) = ask(["all", game, "en"])
    things = {piece["id"]: piece["text"] for piece in pieces if not piece["stop"]}
    found = where.keys() & things.keys()
    assert len(found) > 4
    assert {name: things[name] for name in found if where[name] not in things[name]} == {}
