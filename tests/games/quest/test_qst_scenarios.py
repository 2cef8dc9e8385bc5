"""Hand-made start positions: as objects, as files, shipped ones, and everything that can be wrong with one."""

import copy
import json

import pytest
from tests.games.quest.rule_states import Play

from roundhouse.core.settings import SetupError
from roundhouse.games.quest import GAME, maps
from roundhouse.games.quest.rules import tables as t

SCENARIO = {
    "terrain": ["........", ".#......", "........", "........", "......#.", "........"],
    "start": {"1": [0, 0], "2": [7, 5]},
    "units": [
        {"id": 100, "player": 1, "x": 2, "y": 2},
        {"id": 101, "player": 1, "x": 2, "y": 3, "energy": 50, "max_energy": 90, "resources": {"iron": 3, "wood": 1},
         "items": {"sword2": 2}, "sword": 1, "armour": 3, "retaliate": {"energy": 5, "cutoff": 9}, "frozen": 2},
        {"id": 201, "player": 2, "x": 5, "y": 3, "max_energy": 150},
        {"id": 200, "player": 2, "x": 5, "y": 3, "energy": 10},
    ],
    "buried": [{"x": 3, "y": 3, "resources": {"iron": 12, "gold": 4}}, {"x": 3, "y": 3, "resources": {"iron": 5}}],
    "surface": [{"x": 0, "y": 5, "resources": {"gold": 7}}],
    "items": [{"x": 0, "y": 5, "items": {"armour1": 2}}],
    "towers": [{"player": 2, "x": 7, "y": 0, "level": 3}, {"player": 1, "x": 0, "y": 4, "level": 1, "energy": 7}],
    "traps": [{"player": 1, "x": 4, "y": 4, "level": 2}],
    "players": {"2": {"gold": 5, "levels": {"sword": 2, "trap": 3}}},
}  # fmt: skip


def file_of(scenario=SCENARIO, **parts):
    return {"key": "my-map", "name": "My map", "scenario": scenario} | parts


def changed(*path, to):
    """The scenario with one value replaced, or removed where it is None."""
    scenario = copy.deepcopy(SCENARIO)
    *way, last = path
    part = scenario
    for step in way:
        part = part[step]
    if to is None:
        del part[last]
    else:
        part[last] = to
    return scenario


def start_of(scenario, **settings):
    return Play(GAME.start(GAME.setup(settings={"scenario": scenario, **settings})))


@pytest.mark.rule("QST-025")
def test_a_scenario_says_the_map_the_units_and_all_that_lies_and_stands():
    game = start_of(SCENARIO, tower_radius=1)
    g = game.g
    assert (g.width, g.height, g.seats, g.units_each) == (8, 6, 2, 2)
    assert [cell for cell in range(48) if g.terrain[cell] == t.ROCK] == [1 * 8 + 1, 4 * 8 + 6]
    assert [(player.start_x, player.start_y) for player in g.players[1:3]] == [(0, 0), (7, 5)]
    assert (game.place(100), game.energy(100)) == ((2, 2), (200, 200))
    unit = game.unit(101)
    assert (game.held(101), game.worn(101)) == ({"iron": 3, "wood": 1, "sword2": 2}, (1, 3))
    assert (unit.retaliation, unit.cutoff, unit.frozen, unit.max_energy) == (5, 9, 2, 90)
    assert (game.energy(200), game.energy(201)) == ((10, 200), (150, 150))
    assert game.buried(3, 3) == {"iron": 17, "gold": 4}
    assert game.surface(0, 5) == {"gold": 7, "armour1": 2}
    assert [(one.owner, one.cell, one.level, one.energy) for one in game.towers()] == [(2, 7, 3, 437), (1, 32, 1, 7)]
    assert game.built(4, 4) == t.BUILT_TRAP * t.BUILT_KIND + 1 * t.BUILT_SEAT + 2
    assert (game.player(1).traps, game.player(1).towers, game.player(2).towers) == (1, 1, 1)
    assert (game.player(1).gold, list(game.player(1).levels)) == (200, [1, 1, 1, 1])
    assert (game.player(2).gold, list(game.player(2).levels)) == (5, [2, 1, 1, 3])


@pytest.mark.rule("QST-025", "QST-106", "QST-116")
def test_the_first_turn_of_a_scenario_begins_like_any_other():
    """Units of player 1 are replenished or frozen at once, those of others when their turn comes."""
    game = start_of(changed("units", 0, "energy", to=100), tower_radius=1)
    assert game.energy(100) == (140, 200)
    assert game.energy(101) == (0, 90)
    assert game.energy(200) == (10, 200)


@pytest.mark.rule("QST-025")
def test_sizes_and_numbers_of_players_follow_from_the_scenario():
    settings = GAME.setup(settings={"scenario": SCENARIO}).settings
    assert [settings[key] for key in ("width", "height", "players", "units")] == [8, 6, 2, 2]
    for name, wrong in (("width", 9), ("height", 7), ("units", 3)):
        with pytest.raises(SetupError) as error:
            start_of(SCENARIO, **{name: wrong})
        assert (error.value.code, error.value.field, error.value.rule) == ("bad_scenario", "scenario", "QST-025")
    with pytest.raises(SetupError):
        GAME.start(GAME.setup(["a", "b", "c"], settings={"scenario": SCENARIO, "players": 3}))
    assert start_of(SCENARIO, width=8, height=6, players=2, units=2).g.width == 8


WRONG = [
    (("terrain",), None, "terrain: this is missing"),
    (("units",), None, "units: this is missing"),
    (("colour",), "red", "colour: there is no such field"),
    (("terrain", 0), "......x.", "terrain"),
    (("terrain", 2), ".......", r"terrain\[2\]: 7 cells"),
    (("terrain",), ["...."] * 6, r"terrain\[0\]: 4 cells"),
    (("terrain",), ["........"] * 4, "terrain: Expected `array` of length >= 5"),
    (("start",), {"1": [0, 0], "3": [7, 5]}, "start: there are 2 to 4 players"),
    (("start",), {"1": [0, 0]}, "start: there are 2 to 4 players"),
    (("start", "2"), [1, 1], r"start.2: \(1, 1\) is rock"),
    (("start", "2"), [8, 5], r"start.2: \(8, 5\) is outside"),
    (("players",), {"3": {}}, "players.3: there is no such player"),
    (("units", 0, "x"), 8, r"units\[0\]: \(8, 2\) is outside"),
    (("units", 0, "y"), 6, r"units\[0\]: \(2, 6\) is outside"),
    (("units", 0), {"id": 100, "player": 1, "x": 1, "y": 1}, r"units\[0\]: \(1, 1\) is rock"),
    (("units", 0, "x"), -1, r"units\[0\].x: Expected `int` >= 0"),
    (("units", 0, "id"), 101, r"units\[1\].id: 101 is there already"),
    (("units", 0, "id"), 102, r"units\[0\].id: 102; the units of player 1 are 100 to 101"),
    (("units", 0, "player"), 2, r"units\[0\].id: 100; the units of player 2"),
    (("units", 0, "player"), 5, r"units\[0\].player"),
    (("units", 0, "energy"), 201, r"units\[0\].energy: 201 is more"),
    (("units", 1, "energy"), 91, r"units\[1\].energy: 91 is more"),
    (("units", 1, "sword"), 4, r"units\[1\].sword"),
    (("units", 1, "resources"), {"gold": 3}, r"units\[1\].resources: gold"),
    (("units", 1, "resources"), {"iron": 30001}, r"units\[1\].resources"),
    (("units", 1, "resources"), {"sword1": 1}, r"units\[1\].resources"),
    (("units", 1, "items"), {"tower1": 1}, r"units\[1\].items"),
    (("units", 3), None, "units: 3 for 2 players"),
    (("buried", 0, "resources"), {}, r"buried\[0\]"),
    (("buried", 0, "resources"), {"iron": 29996}, r"buried\[1\]: more than 30000 iron"),
    (("buried", 0, "x"), 9, r"buried\[0\]: \(9, 3\) is outside"),
    (("surface", 0, "resources"), {"sword1": 1}, r"surface\[0\]"),
    (("items", 0, "items"), {"iron": 1}, r"items\[0\]"),
    (("towers", 0, "level"), 0, r"towers\[0\].level"),
    (("towers", 0, "player"), 3, r"towers\[0\].player: there is no player 3"),
    (("traps", 0), {"player": 1, "x": 7, "y": 0, "level": 1}, r"traps\[0\]: there is a tower or a trap"),
    (("towers", 1), {"player": 1, "x": 6, "y": 4, "level": 1}, r"towers\[1\]: \(6, 4\) is rock"),
]  # fmt: skip


@pytest.mark.rule("QST-025", "QST-034", "QST-087")
@pytest.mark.parametrize(("path", "value", "sentence"), WRONG, ids=[str(n) for n in range(len(WRONG))])
def test_what_is_wrong_is_named_with_its_place(path, value, sentence):
    wrong = changed(*path, to=value)
    with pytest.raises(SetupError, match=sentence) as error:
        start_of(wrong)
    assert (error.value.code, error.value.field, error.value.rule) == ("bad_scenario", "scenario", "QST-025")
    found = maps.check(json.dumps(file_of(wrong)))
    assert found.problems
    assert {problem.code for problem in found.problems} == {"bad_scenario"}


@pytest.mark.rule("QST-025", "QST-103")
def test_caps_of_towers_and_traps_hold_in_scenarios():
    wide = {"terrain": ["." * 20] * 20, "start": {"1": [0, 0], "2": [19, 19]},
            "units": [{"id": 100, "player": 1, "x": 0, "y": 0}, {"id": 200, "player": 2, "x": 1, "y": 1}]}  # fmt: skip
    for name, most in (("towers", 64), ("traps", 128)):
        things = [{"player": 1, "x": n % 20, "y": n // 20, "level": 1} for n in range(most + 1)]
        assert len(start_of(wide | {name: things[:-1]}).towers()) == (most if name == "towers" else 0)
        with pytest.raises(SetupError, match=f"{name}: {most + 1} of player 1"):
            start_of(wide | {name: things})


@pytest.mark.rule("QST-025")
def test_what_is_no_object_is_a_bad_scenario():
    for wrong in ([], 5, True, {}):
        with pytest.raises(SetupError) as error:
            start_of(wrong)
        assert (error.value.code, error.value.field) == ("bad_scenario", "scenario")


# Files


@pytest.mark.rule("QST-154")
def test_a_file_brings_settings_along_and_explicit_ones_win():
    text = json.dumps(file_of(settings={"rounds": 12, "gold": 7, "blueprints": {"sword1": {"ways": [{"wood": 1}]}}}))
    made = GAME.setup(settings={"scenario": text})
    assert (made.settings["rounds"], made.settings["gold"], made.settings["width"]) == (12, 7, 8)
    game = Play(GAME.start(made))
    assert (game.player(1).gold, game.player(2).gold) == (7, 5)
    assert game.refusal("100 craft sword1 wood 1") == "missing"
    made = GAME.setup(preset="origin", settings={"scenario": text, "rounds": 3})
    assert (made.settings["rounds"], made.settings["gold"], made.settings["scoring"]) == (3, 7, "origin")


@pytest.mark.rule("QST-154")
def test_shipped_scenarios_are_chosen_by_their_key_and_can_be_played():
    assert len(maps.SHIPPED) >= 3
    for key, text in maps.SHIPPED.items():
        found = maps.check(text)
        assert (found.problems, found.key) == ([], key)
        setup = GAME.setup(settings={"scenario": key})
        assert len(setup.seats) == found.seats
        assert GAME.start(setup).reason == 0
    assert maps.check(maps.SHIPPED["creek"]).facts["size"] == [20, 14]
    for wrong in ("nowhere", "", "../creek"):
        with pytest.raises(SetupError) as error:
            GAME.setup(settings={"scenario": wrong})
        assert (error.value.code, error.value.field, error.value.rule) == ("bad_scenario", "scenario", "QST-154")


def test_shipped_maps_favour_nobody():
    """The arena is equal under both mirrors, the creek under half a turn."""
    g = GAME.start(GAME.setup(settings={"scenario": "arena"}))
    for row in (g.terrain, *g.buried, *g.surface):
        lines = [row[y * 21 : (y + 1) * 21] for y in range(21)]
        assert lines == [line[::-1] for line in lines] == lines[::-1]
    g = GAME.start(GAME.setup(settings={"scenario": "creek"}))
    for row in (g.terrain, *g.buried):
        assert row[: 20 * 14] == row[: 20 * 14][::-1]
    places = [(unit.x, unit.y) for unit in g.units[: g.unit_count]]
    assert [(19 - x, 13 - y) for x, y in places[:3]] == places[3:]


@pytest.mark.rule("QST-154")
def test_a_file_has_a_key_a_name_and_nothing_else():
    for parts, sentence in (
        ({"key": "My Map"}, "key:"), ({"key": ""}, "key:"), ({"key": None}, "key:"), ({"name": ""}, "name:"),
        ({"name": 5}, "name:"), ({"name": "a\nb"}, "name:"), ({"settings": []}, "settings:"), ({"size": 3}, "size:"),
        ({"scenario": None}, "scenario:"),
    ):  # fmt: skip
        problems = maps.check(json.dumps(file_of() | parts)).problems
        assert [problem for problem in problems if problem.sentence.startswith(sentence)], problems
        assert {problem.code for problem in problems} == {"bad_scenario"}
    for name in ("scenario", "width", "height", "players", "units"):
        problems = maps.check(json.dumps(file_of(settings={name: 2}))).problems
        assert [problem.sentence for problem in problems] == [f"settings.{name}: this follows from the scenario."]
        assert problems[0].rule == "QST-154"


@pytest.mark.rule("QST-153", "QST-154")
def test_all_wrong_settings_of_a_file_are_named():
    settings = {"rounds": 0, "colour": "red", "gold": 3, "blueprints": {"sword1": {"ways": [{"sword1": 1}]}}}
    problems = maps.check(json.dumps(file_of(settings=settings))).problems
    assert [(problem.code, problem.sentence.split(":")[0]) for problem in problems] == [
        ("bad_settings", "settings.rounds"), ("bad_settings", "settings.colour"),
        ("bad_settings", "settings.blueprints"),
    ]  # fmt: skip
    with pytest.raises(SetupError) as error:
        GAME.setup(settings={"scenario": json.dumps(file_of(settings={"rounds": 0}))})
    assert (error.value.code, error.value.field) == ("bad_settings", "rounds")


@pytest.mark.rule("QST-154")
def test_everything_wrong_is_listed_at_once():
    wrong = copy.deepcopy(SCENARIO)
    wrong["units"][0]["x"] = -1
    wrong["units"][3]["sword"] = 9
    wrong["buried"][0]["resources"] = {"mud": 1}
    wrong["surface"] = 5
    found = [problem.sentence.split(":")[0] for problem in maps.check(json.dumps(file_of(wrong, key="?"))).problems]
    assert found == ["key", "units[0].x", "units[3].sword", "buried[0].resources", "surface"]
    wrong = copy.deepcopy(SCENARIO)
    wrong["units"][0]["x"], wrong["units"][3]["y"], wrong["start"]["2"] = 50, 50, [1, 1]
    assert len(maps.check(json.dumps(file_of(wrong))).problems) == 3


@pytest.mark.rule("QST-154")
def test_broken_json_is_told_with_its_line_and_column():
    for text, line, column in (
        ('{\n  "key": "a",\n  "name" "b"\n}', 3, 10),
        ('{"key": ', 1, 9),
        ("[1, 2", 1, 6),
        ("", 1, 1),
    ):
        problem = maps.check(text).problems[0]
        assert (problem.code, problem.line, problem.column) == ("bad_scenario", line, column)
        assert problem.sentence.startswith("This is no JSON")
    for text in ("5", "[]", '"creek"', "null"):
        assert maps.check(text).problems[0].sentence.startswith("A scenario file is an object")
    for hostile in ("[" * 100_000, '{"key": ' + "9" * 10_000 + "}", '{"key": NaN}', '{"scenario": {"units": [[]]}}'):
        found = maps.check(hostile)
        assert found.problems
        assert {problem.code for problem in found.problems} == {"bad_scenario"}
    with pytest.raises(SetupError, match="line 1, column 9"):
        GAME.setup(settings={"scenario": '{"key": '})
