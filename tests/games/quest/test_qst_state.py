"""What is true in a game: units, teams, cells, and what is seen and remembered of them."""

import pytest
from tests.games.quest.rule_states import FIELD, Play, both_modes, start, two

from roundhouse.core.schema import schema_of
from roundhouse.games.quest import GAME
from roundhouse.games.quest.rules import tables as t
from roundhouse.games.quest.rules.state import Player, State, Tower, Unit


def fields(kind):
    return {field.name for field in schema_of(kind).fields}


def seen(game, seat):
    return {
        (n % game.g.width, n // game.g.width) for n in range(game.g.width * game.g.height) if game.g.watched[seat, n]
    }


def square(x, y, radius, width=20, height=14):
    return {(a, b) for a in range(x - radius, x + radius + 1) for b in range(y - radius, y + radius + 1)
            if 0 <= a < width and 0 <= b < height}  # fmt: skip


@pytest.mark.rule("QST-026", "QST-028", "QST-032", "QST-038")
def test_what_a_unit_has():
    assert {"energy", "max_energy", "carried", "sword", "armour", "frozen", "shield", "respawned", "retaliation",
            "cutoff", "spent"} <= fields(Unit)  # fmt: skip


@pytest.mark.rule("QST-036", "QST-037")
def test_what_teams_and_towers_have():
    assert {"gold", "levels", "points", "kills"} <= fields(Player)
    assert {"owner", "cell", "level", "energy"} <= fields(Tower)
    assert {"gold", "levels"}.isdisjoint(fields(Unit))


@pytest.mark.rule("QST-027", "QST-028")
def test_no_action_gives_energy_or_goods_to_another_unit():
    """Every action that is possible here leaves the other units of the team as they are."""
    lines = ["100 5,5 iron 10 stone 12 wood 18 sword1 1", "101 5,5 energy 9 of 200 iron 1", "200 6,5", "201 9,9",
             "buried iron 3 5,5"]  # fmt: skip
    for words in ("move 6,6", "attack 200 5", "retaliate 5 5", "dig", "pickup iron 3", "drop iron 3", "view",
                  "craft sword1 iron 10 stone 4 wood 4", "equip sword1", "research trap",
                  "place_trap trap1 stone 12 wood 18"):  # fmt: skip
        game = Play(two(*lines))
        game.do(f"100 {words}")
        assert (game.energy(101), game.held(101)) == ((9, 200), {"iron": 1})


@pytest.mark.rule("QST-029")
def test_the_seven_resources():
    assert t.RESOURCE_NAMES == ("wood", "stone", "leather", "bronze", "iron", "titanium", "gold")
    assert t.REGIONS == (3, 3, 2, 2, 2, 1, 3)


@pytest.mark.rule("QST-031")
def test_items_have_no_place_in_the_ground():
    shapes = {field.name: field.shape for field in schema_of(State).fields}
    assert (shapes["buried"][0], shapes["surface"][0]) == (7, 13)


@pytest.mark.rule("QST-035")
def test_any_number_of_units_of_all_players_may_share_a_cell():
    units = [f"{100 + k} {5 + k % 3},{4 + k // 3}" for k in range(9)] + [f"{200 + k} 6,5" for k in range(9)]
    game = Play(two(*units))
    for k in range(9):
        if game.place(100 + k) != (6, 5):
            game.do(f"{100 + k} move 6,5")
    assert {game.place(100 + k) for k in range(9)} == {(6, 5)}


@both_modes
@pytest.mark.rule("QST-039")
def test_a_unit_sees_its_square_and_through_rock(native):
    ground = FIELD[: 4 * 21 + 4] + "###" + FIELD[4 * 21 + 7 :]
    game = Play(two("100 5,5", "200 18,12", ground=ground), native=native)
    assert seen(game, 1) == square(5, 5, 5)
    assert seen(game, 2) == square(18, 12, 5)
    for x, y in ((6, 6), (7, 5), (7, 4), (6, 3), (5, 4 - 1), (4, 4 - 1)):
        game.do(f"100 move {x},{y}")
        assert seen(game, 1) == square(x, y, 5)


@pytest.mark.rule("QST-039")
def test_how_far_units_see_is_a_setting():
    for radius in (1, 3, 20):
        game = Play(two("100 5,5", "200 18,12"), view_radius=radius)
        game.do("100 move 6,4")
        assert seen(game, 1) == square(6, 4, radius)


@both_modes
@pytest.mark.rule("QST-044")
def test_a_player_sees_around_his_towers(native):
    game = Play(two("100 5,5", "200 18,12 stone 50 wood 50", "tower 1 of 1 12,9 level 3 energy 9"), native=native)
    assert seen(game, 1) == square(5, 5, 5) | square(12, 9, 7)
    game.end()  # drains 200, and falls
    assert seen(game, 1) == square(5, 5, 5)
    memory = game.g.memory[1, game.cell(12, 9)]
    assert memory & t.KNOWN
    assert memory // t.SAW_TOWER % 4 == 0  # its owner saw that it is gone
    game = Play(two("100 5,5 stone 50 wood 50", "200 18,12"), native=native)
    game.do("100 place_tower tower1 stone 50 wood 50")
    assert seen(game, 1) == square(5, 5, 5)
    assert game.g.watched[1, game.cell(5, 5)] == 2


@both_modes
@pytest.mark.rule("QST-040", "QST-042", "QST-043")
def test_what_is_remembered_of_a_cell_is_what_was_there_last(native):
    lines = ["100 5,5", "200 18,1", "buried iron 3 0,5", "buried gold 1 0,5", "surface wood 2 0,6",
             "surface sword1 1 0,7", "tower 1 of 2 0,4 level 2 energy 900", "trap 1 of 2 0,8"]  # fmt: skip
    for visible in (False, True):
        game = Play(two(*lines), native=native, trap_visible=visible, tower_radius=1)
        game.do("100 move 6,5")
        known = {n for n in range(14) if game.g.memory[1, game.cell(0, n)]}
        assert known == set(range(11))
        memory = [game.g.memory[1, game.cell(0, n)] - t.KNOWN for n in range(11)]
        assert memory[5] == 1 << t.IRON | 1 << t.GOLD
        assert (memory[6], memory[7]) == (t.SAW_RESOURCES, t.SAW_ITEMS)
        assert memory[4] == 2 * t.SAW_TOWER + 2 * t.SAW_OWNER
        assert memory[8] == (t.SAW_TRAP if visible else 0)
        assert memory[9] == 0
        assert not any(game.g.memory[2])
    strict = Play(two(*lines), native=native, view_buried_types=False)
    strict.do("100 move 6,5")
    assert strict.g.memory[1, strict.cell(0, 5)] == t.KNOWN


@pytest.mark.rule("QST-043")
def test_own_traps_are_not_part_of_the_memory():
    game = Play(two("100 5,5", "200 18,1", "trap 1 of 1 0,8"), trap_visible=True)
    game.do("100 move 6,5")
    assert game.g.memory[1, game.cell(0, 8)] == t.KNOWN


@both_modes
@pytest.mark.rule("QST-039", "QST-073")
def test_sight_goes_home_with_a_unit_that_died(native):
    game = Play(two("100 5,5 energy 1 of 1", "200 6,5"), native=native)
    game.end()
    game.do("200 attack 100 9")
    assert seen(game, 1) == square(0, 0, 5)
    assert game.g.memory[1, game.cell(9, 9)] & t.KNOWN
    gone = Play(two("100 5,5 energy 1 of 1", "101 19,0", "200 6,5", "201 9,9"), native=native, respawn=False)
    gone.end()
    gone.do("200 attack 100 9")
    assert seen(gone, 1) == square(19, 0, 5)


@pytest.mark.rule("QST-024")
def test_a_new_game_remembers_nothing_and_hides_the_rest():
    g = start(4)
    assert not any(map(any, g.memory))
    view = GAME.view(g, 1, ["a", "b", "c", "d"])
    assert "".join(view.terrain).count("?") > 3000
    assert str(g.seed) not in str(view) or g.seed < 10
