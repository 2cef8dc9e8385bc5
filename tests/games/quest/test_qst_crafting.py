"""Crafting, wearing, research, and building towers and traps."""

import pytest
from tests.games.quest.rule_states import Play, both_modes, two

from roundhouse.games.quest import GAME
from roundhouse.games.quest.rules import tables as t

RICH = "wood 200 stone 200 leather 200 bronze 200 iron 200 titanium 200 sword1 2 sword2 2 armour1 2 armour2 2"
LEVELS = "levels 3,3,3,3"

# The table of the rulebook: blueprint, two ways
BOOK = {
    "sword1": ("iron 10 stone 4 wood 4", "bronze 14 wood 4"),
    "sword2": ("iron 20 stone 10 wood 10", "sword1 1 iron 12 wood 6"),
    "sword3": ("titanium 40 stone 20 wood 20", "sword2 1 titanium 24 wood 10"),
    "armour1": ("leather 20 stone 4 wood 4", "leather 12 bronze 8"),
    "armour2": ("bronze 20 stone 10 wood 10", "armour1 1 bronze 12 leather 6"),
    "armour3": ("iron 20 stone 20 wood 20 titanium 40", "armour2 1 iron 12 titanium 24"),
    "tower1": ("iron 30 stone 30 wood 30", "stone 50 wood 50"),
    "tower2": ("iron 40 stone 40 wood 40", "bronze 30 stone 50 wood 40"),
    "tower3": ("iron 50 stone 50 wood 50", "titanium 30 stone 60 wood 50"),
    "trap1": ("bronze 10 leather 10 wood 10", "stone 12 wood 18"),
    "trap2": ("iron 20 leather 20 wood 10", "bronze 20 leather 20 wood 10"),
    "trap3": ("iron 20 stone 20 wood 20", "titanium 15 leather 20 wood 20"),
}
WEIGHTS = {"sword1": 5, "sword2": 7, "sword3": 10, "armour1": 10, "armour2": 15, "armour3": 20}
TOWERS = {"tower1": (312, 5, 125), "tower2": (375, 6, 150), "tower3": (437, 7, 175)}


def verb(name):
    return "craft" if name in t.ITEM_NAMES else "place_tower" if name in TOWERS else "place_trap"


def amounts(words):
    parts = words.split()
    return dict(zip(parts[::2], map(int, parts[1::2]), strict=True))


@pytest.mark.rule("QST-029", "QST-092", "QST-094", "QST-095", "QST-100", "QST-128")
@pytest.mark.parametrize("name", BOOK)
def test_every_way_of_every_blueprint(name):
    for way in BOOK[name]:
        game = Play(two(f"100 5,5 {RICH}", "200 15,9", first=LEVELS))
        before = game.held(100)
        game.do(f"100 {verb(name)} {name} {way}")
        used = amounts(way)
        expected = {thing: n - used.get(thing, 0) for thing, n in before.items()}
        if name in t.ITEM_NAMES:
            expected[name] = expected.get(name, 0) + 1
        assert game.held(100) == {thing: n for thing, n in expected.items() if n}
        resources = sum(n for thing, n in used.items() if thing in t.RESOURCE_NAMES)
        assert game.points(1) == 3 * resources
        assert game.player(1).crafted[t.BLUEPRINT_NAMES.index(name)] == 1
        assert {t.RESOURCE_NAMES[k]: n for k, n in enumerate(game.player(1).used) if n} == {
            thing: n for thing, n in used.items() if thing in t.RESOURCE_NAMES
        }


@pytest.mark.rule("QST-029", "QST-033")
def test_the_weights_of_the_tables():
    for name, weight in WEIGHTS.items():
        assert Play(two(f"100 5,5 {name} 2", "200 15,9")).weight(100) == 2 * weight
        assert Play(two(f"100 5,5 wears {name}", "200 15,9")).weight(100) == weight
    for name in t.RESOURCE_NAMES[:-1]:
        assert Play(two(f"100 5,5 {name} 7", "200 15,9")).weight(100) == 7
    assert len(set(t.RESOURCE_NAMES)) == 7


@pytest.mark.rule("QST-093", "QST-099", "QST-036")
@pytest.mark.parametrize("name", BOOK)
def test_a_blueprint_must_be_known_to_the_team(name):
    kind, level = t.BLUEPRINT_NAMES.index(name) // 3, int(name[-1])
    for known in (1, 2, 3):
        levels = ["3"] * 4
        levels[kind] = str(known)
        game = Play(
            two(f"100 5,5 {RICH}", f"101 6,6 {RICH}", "200 15,9", "201 15,9", first="levels " + ",".join(levels))
        )
        for unit in (100, 101):  # every unit of the team
            why = game.refusal(f"{unit} {verb(name)} {name} {BOOK[name][0]}")
            assert why == ("" if known >= level else "unknown_blueprint")


@pytest.mark.rule("QST-094")
def test_ingredients_are_exactly_those_of_one_way():
    game = Play(two(f"100 5,5 {RICH}", "200 15,9", first=LEVELS))
    for way in ("iron 10 stone 4", "iron 11 stone 4 wood 4", "iron 10 stone 4 wood 4 leather 1", "bronze 14",
                "iron 10 stone 4 wood 4 bronze 14", "wood 1"):  # fmt: skip
        assert game.refusal(f"100 craft sword1 {way}") == "wrong_ingredients"
        assert game.refusal(f"100 place_trap trap1 {way}") == "wrong_ingredients"


@pytest.mark.rule("QST-094")
def test_the_unit_itself_must_carry_all_of_it_in_its_inventory():
    game = Play(two("100 5,5 iron 10 stone 4 wood 3", "101 5,5 wood 9", "200 15,9", "201 15,9", "surface wood 5 5,5"))
    assert game.refusal("100 craft sword1 iron 10 stone 4 wood 4") == "missing"
    game = Play(two("100 5,5 iron 12 wood 6 wears sword1", "200 15,9", first=LEVELS))
    assert game.refusal("100 craft sword2 sword1 1 iron 12 wood 6") == "missing"


@pytest.mark.rule("QST-095")
def test_crafting_costs_what_the_setting_says():
    game = Play(two("100 5,5 bronze 14 wood 4", "200 15,9"), craft_cost=33)
    game.do("100 craft sword1 bronze 14 wood 4")
    assert (game.unit(100).energy, game.held(100), game.worn(100)) == (167, {"sword1": 1}, (0, 0))


@pytest.mark.rule("QST-092")
def test_only_swords_and_armours_are_crafted():
    game = Play(two(f"100 5,5 {RICH}", "200 15,9"))
    for blueprint in (6, 9, 11, 12, -1):
        row = game.row(f"100 craft sword1 {BOOK['sword1'][0]}")
        row[t.A] = blueprint
        assert game.judged(row) == "bad_request"


@pytest.mark.rule("QST-032", "QST-097")
def test_equipping_changes_places_with_what_was_worn():
    game = Play(two("100 5,5 energy 0 of 200 sword1 1 sword3 1 armour2 1", "200 15,9"))
    game.do("100 equip sword1", "100 equip armour2")
    assert (game.worn(100), game.held(100)) == ((1, 2), {"sword3": 1})
    game.do("100 equip sword3")
    assert (game.worn(100), game.held(100)) == ((3, 2), {"sword1": 1})
    assert game.refusal("100 equip sword3") == "missing"
    assert game.refusal("100 equip armour1") == "missing"


@pytest.mark.rule("QST-098", "QST-099")
def test_research_costs_gold_and_energy_and_all_know_it():
    prices = {"sword": (200, 300), "armour": (200, 300), "tower": (100, 200), "trap": (50, 100)}
    for n, (kind, (first, second)) in enumerate(prices.items()):
        game = Play(two("100 5,5", "101 6,6", "200 15,9", "201 15,9", first=f"gold {first + second}"))
        game.do(f"100 research {kind}")
        assert (game.player(1).gold, game.unit(100).energy, game.player(1).levels[n]) == (second, 160, 2)
        game.do(f"101 research {kind}")
        assert (game.player(1).gold, game.unit(101).energy, game.player(1).levels[n]) == (0, 160, 3)
        assert game.refusal(f"100 research {kind}") == "max_level"
        assert game.player(2).levels[n] == 1
        assert game.points(1) == 0
    game = Play(two("100 5,5 energy 39 of 200", "200 15,9", first="gold 199"))
    assert game.refusal("100 research sword") == "gold"
    assert game.refusal("100 research trap") == "energy"
    assert game.judged([t.RESEARCH, 100, 4, 0, *(0,) * 13]) == "bad_request"


@pytest.mark.rule("QST-037", "QST-100", "QST-103", "QST-044")
@pytest.mark.parametrize("name", TOWERS)
def test_a_tower_stands_at_once(name):
    game = Play(two(f"100 5,5 {RICH}", "200 15,9", first=LEVELS))
    game.do(f"100 place_tower {name} {BOOK[name][0]}")
    tower, level = game.towers()[0], int(name[-1])
    energy, radius, drain = TOWERS[name]
    assert (tower.serial, tower.owner, tower.level, tower.energy, tower.cell) == (1, 1, level, energy, game.cell(5, 5))
    assert (game.g.tower_radius[level], game.g.tower_drain[level], game.g.tower_energy[level]) == (
        radius,
        drain,
        energy,
    )
    assert game.unit(100).energy == 125
    assert (game.player(1).towers, game.player(1).towers_placed) == (1, 1)
    seen = [n for n in range(20 * 14) if game.g.watched[1, n]]
    assert max(n % 20 for n in seen) == 5 + max(radius, 5)
    assert game.rows(t.TOWER_PLACED, "seat", "unit", "other", "a") == [(1, 100, 1, level)]


@pytest.mark.rule("QST-037", "QST-100", "QST-103")
def test_a_trap_stands_at_once():
    for level in (1, 2, 3):
        game = Play(two(f"100 5,5 {RICH}", "200 15,9", first=LEVELS), carry_limit=2000, move_weight_pct=0)
        game.do(f"100 place_trap trap{level} {BOOK[f'trap{level}'][1]}")
        assert game.built(5, 5) == t.BUILT_TRAP * t.BUILT_KIND + t.BUILT_SEAT + level
        assert (game.unit(100).energy, game.unit(100).frozen) == (160, 0)  # only moving springs it
        assert (game.player(1).traps, game.player(1).traps_placed) == (1, 1)
        game.do("100 move 6,5", "100 move 5,5")
        assert game.unit(100).frozen == level + 1


@pytest.mark.rule("QST-034", "QST-101")
def test_one_tower_or_trap_in_a_cell():
    trap, tower = f"100 place_trap trap1 {BOOK['trap1'][1]}", f"100 place_tower tower1 {BOOK['tower1'][1]}"
    for there in ("trap 1 of 1 5,5", "trap 1 of 2 5,5", "tower 1 of 1 5,5 level 1 energy 9",
                  "tower 1 of 2 5,5 level 1 energy 9"):  # fmt: skip
        game = Play(two(f"100 5,5 {RICH}", "200 15,9", there))
        assert (game.refusal(trap), game.refusal(tower)) == ("occupied", "occupied")


@pytest.mark.rule("QST-102")
def test_nobody_builds_near_the_start_of_another_player():
    trap, tower = f"100 place_trap trap1 {BOOK['trap1'][1]}", f"100 place_tower tower1 {BOOK['tower1'][1]}"
    for place, radius, why in (
        ("17,11", 2, "no_build"), ("16,13", 2, ""), ("17,13", 2, "no_build"), ("0,0", 2, ""), ("2,2", 2, ""),
        ("19,13", 0, "no_build"), ("19,12", 0, ""), ("9,13", 10, "no_build"),
    ):  # fmt: skip
        game = Play(two(f"100 {place} {RICH}", "200 15,9"), no_build_radius=radius)
        assert (game.refusal(trap), game.refusal(tower)) == (why, why)


@pytest.mark.rule("QST-103")
def test_what_lies_under_a_tower_stays_and_nobody_can_step_in():
    lines = ["100 5,5 stone 50 wood 50", "101 6,6", "200 15,9", "201 15,9", "buried iron 9 5,5", "surface wood 2 5,5"]
    game = Play(two(*lines))
    game.do(f"100 place_tower tower1 {BOOK['tower1'][1]}")
    assert (game.buried(5, 5), game.surface(5, 5)) == ({"iron": 9}, {"wood": 2})
    assert game.refusal("101 move 5,5") == "tower"
    game.do("100 pickup iron 9", "100 move 4,4")
    assert game.refusal("100 move 5,5") == "tower"


@both_modes
@pytest.mark.rule("QST-103")
def test_more_towers_and_traps_than_a_player_can_have_are_refused(native):
    for kind, name, most in (("tower", "tower1", 64), ("trap", "trap1", 128)):
        thing = "tower {0} of 1 {1},{2} level 1 energy 9" if kind == "tower" else "trap 1 of 1 {1},{2}"
        lines = [thing.format(n + 1, n % 20, n // 20) for n in range(most)]
        game = Play(two("100 10,10 wood 99 stone 99", "200 10,10 wood 99 stone 99", *lines), native=native)
        words = f"place_{kind} {name} {BOOK[name][1]}"
        assert game.refusal(f"100 {words}") == "cap"
        game.end()
        game.do(f"200 {words}")  # the other one still can
    near = Play(two("100 18,12 wood 99 stone 99", "200 10,10", *lines))
    assert near.refusal(f"100 {words}") == "no_build"  # before cap


def test_tower_values_follow_from_the_settings():
    game = Play(two("100 5,5", "200 15,9"), tower_radius=3, tower_drain=7, tower_energy=9, level_pct=(0, 34, 100))
    g = game.g
    assert (g.tower_radius[1:], g.tower_drain[1:], g.tower_energy[1:]) == ([3, 4, 6], [7, 9, 14], [9, 12, 18])
    assert GAME.key == "quest"
