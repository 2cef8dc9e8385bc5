"""What a seat sees, always knows and remembers, and what its requests are answered with."""

import pytest
from tests.games.quest.text_states import NAMES, Field, places, plain

from roundhouse.core.game import EVERYTHING
from roundhouse.games.quest import GAME
from roundhouse.games.quest.rules import tables as t

# Two teams of two on a map so wide that they see nothing of each other
WIDE = """
round 1 of 80 turn 1
........................
........................
..#.....................
..##....................
........................
........................
........................
........................
........................
........................
........................
........................
........................
........................
1 start 1,1
2 start 22,12
100 2,1
101 8,8
200 22,12
201 21,12
"""
FREE = {"terrain": "grass"}


def square(x, y, radius, width=24, height=14):
    return {
        (column, line)
        for column in range(max(0, x - radius), min(width, x + radius + 1))
        for line in range(max(0, y - radius), min(height, y + radius + 1))
    }


@pytest.mark.rule("QST-039")
@pytest.mark.parametrize("radius", [1, 5, 20])
def test_a_seat_sees_the_squares_around_its_units_cut_at_the_edge_and_through_rock(radius):
    field = Field(WIDE, view_radius=radius)
    assert places(field.view(1).cells) == square(2, 1, radius) | square(8, 8, radius)
    assert places(field.view(2).cells) == square(22, 12, radius) | square(21, 12, radius)


@pytest.mark.rule("QST-039")
def test_the_squares_go_along_with_the_units():
    field = Field(WIDE)
    field.do("101 move 9,7")
    assert places(field.view(1).cells) == square(2, 1, 5) | square(9, 7, 5)


@pytest.mark.rule("QST-040", "QST-041")
def test_of_a_seen_cell_everything_is_told_but_what_others_carry_and_how_they_strike_back():
    field = Field(
        WIDE.replace(
            "200 22,12", "200 6,2 energy 80 of 150 iron 9 gold 0 sword1 1 wears sword2 armour3 frozen 2 shield"
        )
        + """
        tower 3 of 2 5,5 level 2 energy 77
        surface iron 12 5,2
        surface wood 3 5,2
        surface armour1 2 5,2
        """
    )
    field.g.units[2].retaliation, field.g.units[2].cutoff, field.g.units[2].spent = 30, 90, 30
    assert field.cell(1, 2, 2) == {"terrain": "rock"}
    assert field.cell(1, 3, 1) == FREE
    assert field.cell(1, 5, 2) == {
        "terrain": "grass", "resources": {"iron": 12, "wood": 3}, "items": {"armour1": 2}
    }  # fmt: skip
    assert field.cell(1, 5, 5) == {"terrain": "grass", "tower": {"id": 3, "player": 2, "level": 2, "energy": 77}}
    seen = {
        "id": 200,
        "player": 2,
        "energy": 80,
        "max_energy": 150,
        "sword": 2,
        "armour": 3,
        "frozen": 2,
        "shield": True,
    }
    assert field.cell(1, 6, 2) == {"terrain": "grass", "units": [seen]}


@pytest.mark.rule("QST-035", "QST-040")
def test_all_units_of_a_cell_are_there_by_rising_id():
    field = Field(WIDE.replace("200 22,12", "200 2,1").replace("101 8,8", "101 2,1"))
    assert [unit["id"] for unit in field.cell(1, 2, 1)["units"]] == [100, 101, 200]


@pytest.mark.rule("QST-042")
def test_buried_types_are_seen_without_amounts_or_not_at_all():
    buried = WIDE + "buried iron 40 3,1\nburied gold 1 3,1\nburied wood 7 20,12"
    field = Field(buried)
    assert field.cell(1, 3, 1) == {"terrain": "grass", "buried": ["iron", "gold"]}
    assert b"40" not in sent(field, 1)
    strict = Field(buried, view_buried_types=False)
    assert strict.cell(1, 3, 1) == FREE
    assert strict.cell(2, 20, 12) == FREE


def sent(field, seat):
    """The cells of a view as they are sent."""
    return str(plain(field.view(seat).cells)).encode()


@pytest.mark.rule("QST-042", "QST-080")
def test_a_type_is_gone_when_the_last_of_it_was_taken():
    field = Field(WIDE + "buried iron 4 2,1")
    assert field.cell(1, 2, 1)["buried"] == ["iron"]
    field.do("100 dig")  # which changes nothing in the cell
    assert field.cell(1, 2, 1)["buried"] == ["iron"]
    field.do("100 pickup iron 4")
    assert "buried" not in field.cell(1, 2, 1)


@pytest.mark.rule("QST-043")
def test_traps_are_seen_by_their_owner_anywhere_and_by_nobody_else():
    field = Field(WIDE + "trap 2 of 2 3,1\ntrap 1 of 1 15,3")
    assert field.cell(1, 3, 1) == FREE
    assert [plain(trap) for trap in field.view(1).traps] == [{"player": 1, "x": 15, "y": 3, "level": 1}]
    assert [plain(trap) for trap in field.view(2).traps] == [{"player": 2, "x": 3, "y": 1, "level": 2}]
    assert field.cell(2, 3, 1) is None
    own = Field(WIDE + "trap 3 of 1 3,1")
    assert own.cell(1, 3, 1) == {"terrain": "grass", "trap": {"player": 1, "level": 3}}


@pytest.mark.rule("QST-043")
def test_with_visible_traps_everybody_sees_and_remembers_them():
    field = Field(WIDE + "trap 2 of 2 13,3", trap_visible=True)
    assert field.cell(1, 13, 3) == {"terrain": "grass", "trap": {"player": 2, "level": 2}}
    field.do("101 move 7,8")
    assert field.cell(1, 13, 3) is None
    assert [plain(one) for one in field.view(1).remembered] == [{"x": 13, "y": 3, "trap": True}]
    assert field.view(1).traps == []


@pytest.mark.rule("QST-044")
@pytest.mark.parametrize(("level", "radius"), [(1, 5), (2, 6), (3, 7)])
def test_a_player_sees_around_its_towers(level, radius):
    field = Field(WIDE + f"tower 1 of 1 16,3 level {level} energy 100")
    assert places(field.view(1).cells) == square(2, 1, 5) | square(8, 8, 5) | square(16, 3, radius)
    assert places(field.view(2).cells) == square(22, 12, 5) | square(21, 12, 5)


@pytest.mark.rule("QST-045")
def test_a_player_always_knows_its_own_things_and_all_points():
    field = Field(
        WIDE.replace("2 start 22,12", "2 start 22,12 gold 55 levels 1,2,3,1 points 70 by_source 0,50,20")
        + "tower 4 of 2 2,12 level 1 energy 9\ntower 5 of 1 12,2 level 1 energy 8\ntrap 2 of 2 23,0"
    )
    view = field.view(2)
    assert [(unit.id, unit.x, unit.y) for unit in view.units] == [(200, 22, 12), (201, 21, 12)]
    assert [plain(tower) for tower in view.towers] == [
        {"id": 4, "player": 2, "x": 2, "y": 12, "level": 1, "energy": 9, "radius": 5}
    ]
    assert [(trap.x, trap.y) for trap in view.traps] == [(23, 0)]
    assert (view.gold, view.levels) == (55, {"sword": 1, "armour": 2, "tower": 3, "trap": 1})
    for seat in (0, 1, 2):
        assert field.view(seat).points == {"1": 0, "2": 70}
        line = field.view(seat).players[1]
        assert (line.points, line.place, line.by_source) == (70, 1, {"kill": 0, "pickup": 50, "craft": 20})


@pytest.mark.rule("QST-046", "QST-080")
def test_digs_are_known_to_the_digging_side_only_and_not_kept_up_to_date():
    field = Field(WIDE.replace("200 22,12", "200 2,1") + "buried iron 40 2,1\nburied wood 2 2,1")
    assert field.ask("100 dig")["found"] == {"iron": 40, "wood": 2}
    field.do("100 pickup iron 5")
    field.do("101 dig")
    kept = [
        {"x": 8, "y": 8, "round": 1, "resources": {}},
        {"x": 2, "y": 1, "round": 1, "resources": {"iron": 40, "wood": 2}},
    ]
    assert plain(field.view(1).dug) == kept
    assert plain(field.view(2).dug) == []
    assert field.cell(2, 2, 1)["buried"] == ["wood", "iron"]  # no more than that


@pytest.mark.rule("QST-046")
def test_the_newest_200_digs_are_kept():
    field = Field(WIDE + "buried iron 300 2,1", dig_cost=0, pickup_cost=0, max_actions=100_000)
    for left in range(300, 95, -1):
        field.do("100 dig")
        field.do("100 pickup iron 1")
        shown = [dig.resources["iron"] for dig in field.view(1).dug]
        assert shown == list(range(left, min(300, left + 199) + 1))


@pytest.mark.rule("QST-047", "QST-033")
def test_the_shape_of_a_view():
    field = Field(WIDE.replace("100 2,1", "100 2,1 energy 7 of 9 iron 3 sword1 1 wears armour2 strikes 4 of 8 spent 4"))
    view = plain(field.view(1))
    assert {key: view[key] for key in ("round", "rounds", "rounds_left", "player", "turn_of", "phase")} == {
        "round": 1, "rounds": 80, "rounds_left": 79, "player": 1, "turn_of": 1, "phase": "playing"
    }  # fmt: skip
    assert (view["width"], view["height"]) == (24, 14)
    assert view["units"][0] == {
        "id": 100, "x": 2, "y": 1, "energy": 7, "max_energy": 9, "resources": {"iron": 3}, "items": {"sword1": 1},
        "sword": 0, "armour": 2, "weight": 3 + 5 + 15, "retaliate": {"energy": 4, "cutoff": 8, "spent": 4}, "frozen": 0,
        "shield": False, "respawned": False,
    }  # fmt: skip
    assert {"gold", "levels", "towers", "traps", "dug", "cells", "remembered", "figures"} <= set(view)
    assert not {"all", "ground"} & set(view)
    assert all(set(cell) == {"x", "y", "terrain"} for cell in view["cells"] if (cell["x"], cell["y"]) not in UNITS)


UNITS = {(2, 1), (8, 8)}


@pytest.mark.rule("QST-024", "QST-040")
def test_terrain_is_known_where_it_was_seen():
    field = Field(WIDE)
    assert field.view(1).terrain[:4] == ["........????????????????"] * 2 + [
        "..#.....????????????????",
        "..##" + "." * 10 + "?" * 10,
    ]
    assert field.view(1).terrain[13] == "???" + "." * 11 + "?" * 10
    field.do("101 move 9,7")
    field.do("101 move 9,6")
    assert field.view(1).terrain[13] == "???" + "." * 11 + "?" * 10  # seen before
    assert field.view(1).terrain[1] == "." * 15 + "?" * 9


@pytest.mark.rule("QST-040")
def test_memory_keeps_what_was_last_seen_even_if_it_has_changed_since():
    field = Field(
        WIDE.replace("200 22,12", "200 13,8")
        + "surface iron 4 13,8\nburied wood 5 13,9\nsurface sword1 1 13,10\ntower 2 of 2 13,11 level 3 energy 50"
    )
    field.do("101 move 7,8")
    known = [
        {"x": 13, "y": 8, "resources": True},
        {"x": 13, "y": 9, "buried": ["wood"]},
        {"x": 13, "y": 10, "items": True},
        {"x": 13, "y": 11, "tower_level": 3, "tower_player": 2},
    ]
    assert plain(field.view(1).remembered) == known
    field.next()
    field.do("200 pickup iron 4")  # nobody of seat 1 is there to see it
    field.do("200 move 13,9")
    field.do("200 pickup wood 5")
    assert plain(field.view(1).remembered) == known
    field.next()
    field.do("101 move 8,8")
    assert plain(field.view(1).remembered) == []
    assert field.cell(1, 13, 8) == FREE
    field.do("101 move 7,8")
    assert [(one.x, one.y) for one in field.view(1).remembered] == [(13, 10), (13, 11)]


@pytest.mark.rule("QST-041", "QST-045")
def test_a_seen_unit_is_not_remembered():
    field = Field(WIDE.replace("200 22,12", "200 13,8"))
    assert field.cell(1, 13, 8)["units"][0]["id"] == 200
    field.do("101 move 7,8")
    assert (field.cell(1, 13, 8), field.view(1).remembered) == (None, [])


@pytest.mark.rule("QST-048")
def test_spectators_of_a_running_match_are_shown_what_everybody_knows():
    view = Field(WIDE + "buried iron 40 3,1\nsurface wood 1 3,1").view(0)
    assert (view.cells, view.remembered, set("".join(view.terrain))) == ([], [], {"?"})
    assert not {"gold", "units", "towers", "traps", "dug", "all", "ground"} & set(plain(view))


@pytest.mark.rule("QST-048")
def test_whoever_may_see_everything_does():
    field = Field(WIDE + "buried iron 40 3,1\nsurface wood 1 4,1\ntrap 2 of 2 5,1\ntower 1 of 1 6,6 level 1 energy 5")
    field.do("100 dig")
    view = field.view(EVERYTHING)
    assert view.terrain[3] == "..##" + "." * 20
    assert places(view.cells) == {(4, 1), (5, 1), (6, 6), (2, 1), (8, 8), (22, 12), (21, 12)}
    assert view.ground == [[3, 1, t.IRON, 40]]
    assert [team.seat for team in view.all] == [1, 2]
    assert [team.dug for team in view.all] == [[], []], "what is in the ground is there anyway"
    assert [len(team.traps) for team in view.all] == [0, 1]
    assert next(plain(cell)["trap"] for cell in view.cells if cell.x == 5) == {"player": 2, "level": 2}


@pytest.mark.rule("QST-008", "QST-024")
def test_start_cells_of_others_are_known_where_they_follow_from_the_own_one():
    g = GAME.start(GAME.setup(NAMES, settings={"players": 4, "width": 50, "height": 60}))
    starts = [[5, 5], [44, 54], [44, 5], [5, 54]]
    for seat in (0, 1, 2, 3, 4, EVERYTHING):
        assert GAME.view(g, seat, NAMES).starts == starts
    field = Field(WIDE)
    assert (field.view(1).starts, field.view(2).starts) == ([[1, 1], [22, 12]], [[1, 1], [22, 12]])
    odd = Field(WIDE.replace("2 start 22,12", "2 start 20,12"))
    assert (odd.view(1).starts, odd.view(2).starts) == ([[1, 1], []], [[], [20, 12]])
    assert odd.view(EVERYTHING).starts == [[1, 1], [20, 12]]


# Answers


@pytest.mark.rule("QST-050")
def test_an_answer_has_the_unit_as_it_is_now_and_what_it_sees():
    field = Field(WIDE)
    answer = field.ask("101 move 9,7")
    assert (answer["unit"]["x"], answer["unit"]["y"], answer["unit"]["energy"]) == (9, 7, 180)
    assert {(cell["x"], cell["y"]) for cell in answer["cells"]} == square(9, 7, 5)
    assert set(answer) == {"unit", "cells"}


@pytest.mark.rule("QST-050")
def test_an_answer_can_leave_the_cells_out():
    field = Field(WIDE)
    assert set(field.ask("101 move 9,7 blind")) == {"unit"}
    assert field.ask("end_turn") == {}


@pytest.mark.rule("QST-050", "QST-055")
def test_a_refused_request_is_answered_with_the_unit_too_and_with_nothing_of_others():
    field = Field(WIDE)
    refused = field.ask("101 move 11,8")
    assert (refused["unit"]["x"], refused["unit"]["energy"], len(refused["cells"])) == (8, 200, 121)
    tired = Field(WIDE.replace("101 8,8", "101 8,8 energy 3 of 200"))
    tired.do("100 dig")
    for words in ("101 dig", "101 pickup iron 5", "101 attack 200 2", "101 research sword"):
        assert set(tired.ask(words)) == {"unit", "cells"}
    assert field.ask("200 move 21,11") == {}
    assert field.ask("150 dig") == {}


@pytest.mark.rule("QST-050", "QST-066")
def test_an_attack_is_answered_with_its_damage_and_what_came_back():
    field = Field(
        WIDE.replace("200 22,12", "200 3,1 strikes 20 of 20 wears sword1").replace("100 2,1", "100 2,1 wears sword2")
    )
    first = field.ask("100 attack 200 10")
    assert (first["damage"], first["struck_back"]) == (15, 25)
    assert (first["unit"]["energy"], first["unit"]["max_energy"]) == (175, 175)
    second = field.ask("100 attack 200 10")  # no more strikes back: the cutoff is reached
    assert second["damage"] == 15
    assert "struck_back" not in second


@pytest.mark.rule("QST-050", "QST-076")
def test_whoever_dies_of_the_strike_back_is_answered_from_home_or_as_gone():
    board = WIDE.replace("200 22,12", "200 9,8 strikes 40 of 40").replace("101 8,8", "101 8,8 energy 30 of 30")
    answer = Field(board).ask("101 attack 200 10")
    assert (answer["damage"], answer["struck_back"]) == (10, 40)
    assert (answer["unit"]["x"], answer["unit"]["y"], answer["unit"]["respawned"]) == (1, 1, True)
    assert {(cell["x"], cell["y"]) for cell in answer["cells"]} == square(1, 1, 5)
    gone = Field(board, respawn=False).ask("101 attack 200 10")
    assert gone == {"damage": 10, "struck_back": 40}


@pytest.mark.rule("QST-080")
def test_a_dig_is_answered_with_everything_that_is_buried_here():
    field = Field(WIDE + "buried iron 40 2,1\nburied gold 3 2,1\nsurface wood 9 2,1")
    answer = field.ask("100 dig")
    assert (answer["found"], answer["unit"]["energy"]) == ({"iron": 40, "gold": 3}, 190)
    assert field.ask("101 dig")["found"] == {}
    assert [field.g.buried[t.IRON, 26], field.g.buried[t.GOLD, 26]] == [40, 3]


@pytest.mark.rule("QST-085")
def test_a_pickup_is_answered_with_what_was_taken_of_every_pair():
    field = Field(WIDE + "buried iron 12 2,1\nburied wood 30 2,1\nsurface iron 5 2,1\nsurface sword2 1 2,1")
    assert field.ask("100 pickup iron 18")["taken"] == {"iron": 0}
    assert field.ask("100 pickup iron 17 wood 31")["taken"] == {"iron": 17, "wood": 0}
    assert field.ask("100 pickup wood 30 sword2 1")["taken"] == {"wood": 30, "sword2": 1}


@pytest.mark.rule("QST-050", "QST-087")
def test_what_may_change_the_treasury_is_answered_with_it():
    field = Field(WIDE + "buried gold 12 2,1")
    assert field.ask("100 pickup gold 12")["gold"] == 212
    assert field.ask("100 research trap")["gold"] == 162
    assert "gold" not in field.ask("100 dig")


@pytest.mark.rule("QST-091")
def test_looking_is_free_and_possible_for_whoever_cannot_act():
    field = Field(WIDE.replace("100 2,1", "100 2,1 frozen 2 energy 0").replace("101 8,8", "101 8,8 respawned"))
    for unit, x, y in ((100, 2, 1), (101, 8, 8)):
        answer = field.ask(f"{unit} view")
        assert {(cell["x"], cell["y"]) for cell in answer["cells"]} == square(x, y, 5)
    assert [unit.energy for unit in field.g.units[:2]] == [0, 200]


@pytest.mark.rule("QST-043", "QST-050")
def test_an_answer_tells_no_more_than_the_view():
    field = Field(WIDE.replace("200 22,12", "200 3,1") + "trap 1 of 2 4,1\ntrap 1 of 1 1,2\nburied iron 4 4,3")
    answer = {(cell["x"], cell["y"]): cell for cell in field.ask("100 view")["cells"]}
    for cell in field.view(1).cells:
        if (cell.x, cell.y) in answer:
            assert answer[cell.x, cell.y] == plain(cell)
