"""The map as it is drawn: zones, stations, deserts, patches, and what an organiser marks."""

from collections import Counter

import pytest
from tests.games.dungeon.rule_states import Game, start

from roundhouse.core.settings import SetupError
from roundhouse.games.dungeon.ids import planet_id
from roundhouse.games.dungeon.map_generator import INNER, MID, OUTER, in_one_piece, zone
from roundhouse.games.dungeon.rules import tables as t
from roundhouse.games.dungeon.rules.phases.lookup import neighbour


def cells(g):
    return [(index // g.side, index % g.side, g.planets[index]) for index in range(g.side**2)]


@pytest.mark.rule("DUN-009", "DUN-233")
def test_planets_have_different_ids_and_are_connected_to_their_neighbours():
    g = start(2)
    assert len({planet_id(g, index) for index in range(g.side**2)}) == g.side**2
    assert any(neighbour(g, g.stations[0], way) >= 0 for way in range(4))


@pytest.mark.rule("DUN-006", "DUN-010")
@pytest.mark.parametrize(("seats", "side"), [(1, 15), (9, 15), (10, 20), (19, 20), (20, 35)])
def test_the_side_of_the_map_follows_from_the_players_that_joined(seats, side):
    assert start(seats, desert_factor=0).side == side
    assert start(seats, desert_factor=0, map_side=9).side == 9


@pytest.mark.rule("DUN-011", "DUN-012", "DUN-013", "DUN-020")
def test_neighbours_are_the_existing_planets_one_step_up_down_left_and_right():
    game = Game("1S 1. 1.\n1. -- 1.\n1. 1. 1S\n1\n")
    ways = {
        place: [neighbour(game.g, game.index(place), way) for way in (t.NORTH, t.EAST, t.SOUTH, t.WEST)]
        for place in ("0,0", "1,0", "2,1")
    }
    assert game.index("2,1") == 2 * 3 + 1
    assert ways == {
        "0,0": [game.index("0,1"), game.index("1,0"), -1, -1],
        "1,0": [-1, game.index("2,0"), -1, game.index("0,0")],
        "2,1": [game.index("2,2"), -1, game.index("2,0"), -1],
    }


@pytest.mark.rule("DUN-014", "DUN-015")
@pytest.mark.parametrize("side", [5, 8, 15, 20, 35])
def test_zones_are_squares_around_the_middle_and_gravity_grows_inwards(side):
    g = start(1, map_side=side, desert_factor=0)
    last = side - 1
    inner, mid = last // 3, last // 3 // 2
    for x, y, planet in cells(g):
        edge = min(x, y, last - x, last - y)
        expected = INNER if edge > inner else MID if edge > mid else OUTER
        assert planet.gravity == zone(side, x, y) == expected
    assert (OUTER, MID, INNER) == (1, 2, 3)


@pytest.mark.rule("DUN-016", "DUN-025")
def test_stations_are_different_outer_planets_so_many_per_player():
    for seed in range(8):
        g = start(3, seed=seed, stations_per_player=4)
        stations = [planet for _, _, planet in cells(g) if planet.station]
        assert len(stations) == 12 == g.station_count
        assert all(planet.exists and planet.gravity == OUTER and planet.kind == t.NOTHING for planet in stations)


@pytest.mark.rule("DUN-016")
def test_with_too_few_outer_planets_all_are_stations():
    g = start(9, map_side=5, stations_per_player=8)
    assert all(planet.station == (planet.gravity == OUTER) for _, _, planet in cells(g))


@pytest.mark.rule("DUN-017")
def test_the_desert_factor_is_drawn_from_1_to_3_or_fixed():
    gone = Counter(sum(not planet.exists for _, _, planet in cells(start(2, seed=seed))) for seed in range(40))
    assert set(gone) == {23, 46, 69}
    assert min(gone.values()) >= 4
    for factor, missing in ((0, 0), (1, 23), (2, 46), (3, 69)):
        assert sum(not planet.exists for _, _, planet in cells(start(2, seed=1, desert_factor=factor))) == missing


@pytest.mark.rule("DUN-018", "DUN-019")
def test_deserts_are_never_stations_inner_planets_or_next_to_the_rim_and_never_split_the_map():
    for seed in range(12):
        g = start(2, seed=seed, desert_factor=3)
        for x, y, planet in cells(g):
            if not planet.exists:
                assert not planet.station
                assert planet.gravity != INNER
                assert not {x, y} & {1, 13}
        assert in_one_piece(g)


@pytest.mark.rule("DUN-019")
def test_without_keep_connected_some_maps_fall_apart():
    whole = [in_one_piece(start(2, seed=seed, desert_factor=3, keep_connected=False)) for seed in range(12)]
    assert False in whole


@pytest.mark.rule("DUN-020")
def test_deserted_planets_are_no_targets_and_no_destinations():
    g = start(2, seed=3, desert_factor=3)
    listed = set(g.existing[: g.planet_count])
    assert listed == {index for index in range(g.side**2) if g.planets[index].exists}
    for index in listed:
        assert {neighbour(g, index, way) for way in range(4)} <= listed | {-1}
    game = Game("1S --\n1. 1.\n1\nr1 1 0,1\n")
    game.round("r1 move 1,1")
    assert game.why("r1") == "unknown_planet"


@pytest.mark.rule("DUN-021", "DUN-022", "DUN-023", "DUN-024")
def test_patches_lie_in_their_zones_one_on_a_planet_and_full():
    zones = {t.COAL: {OUTER}, t.IRON: {MID, INNER}, t.GEM: {MID, INNER}, t.GOLD: {INNER}, t.PLATIN: {INNER}}
    for seed in range(8):
        g = start(2, seed=seed, patch_amount=77)
        for _, _, planet in cells(g):
            if planet.kind != t.NOTHING:
                assert planet.exists
                assert not planet.station
                assert planet.amount == 77
                assert planet.gravity in zones[planet.kind]
            else:
                assert planet.amount == 0
    assert t.KIND_NAMES == ("coal", "iron", "gem", "gold", "platin")


@pytest.mark.rule("DUN-022")
def test_with_too_few_free_planets_all_free_ones_get_a_patch():
    g = start(1, map_side=8, desert_factor=0, patch_cells=[1, 60, 60, 1, 1])
    kinds = Counter((planet.gravity, planet.kind) for _, _, planet in cells(g) if not planet.station)
    assert kinds[OUTER, t.NOTHING] == kinds[INNER, t.NOTHING] == 0
    assert kinds[INNER, t.GOLD] > 0
    assert kinds[INNER, t.PLATIN] == 0


@pytest.mark.rule("DUN-026")
def test_any_number_of_robots_may_be_on_a_planet():
    robots = "\n".join(f"r{n} {n % 2 + 1} 0,1" for n in range(1, 101))
    game = Game("1S 1.\n1. 1.\n1\n2\n" + robots)
    game.round(*(f"r{n} move 1,1" for n in range(1, 101)))
    assert {game.place(f"r{n}") for n in range(1, 101)} == {"1,1"}


@pytest.mark.rule("DUN-194")
def test_marks_take_planets_away_and_add_them_without_a_patch():
    g = start(2, seed=5, desert_factor=2)
    there = next((x, y) for x, y, planet in cells(g) if planet.kind == t.COAL)
    gone = next((x, y) for x, y, planet in cells(g) if not planet.exists)
    marks = [f"{there[0]},{there[1]} deserted", f"{gone[0]},{gone[1]} existing"]
    marked = start(2, seed=5, desert_factor=2, marks=marks)
    one, other = (marked.planets[x * 15 + y] for x, y in (there, gone))
    assert (one.exists, one.kind, one.amount) == (0, t.NOTHING, 0)
    assert (other.exists, other.kind) == (1, t.NOTHING)
    assert there[0] * 15 + there[1] not in marked.existing[: marked.planet_count]
    assert marked.planet_count == g.planet_count


@pytest.mark.rule("DUN-194")
def test_marks_that_would_split_the_map_or_remove_a_station_are_refused():
    g = start(1, seed=1, map_side=5, desert_factor=0)
    x, y = divmod(g.stations[0], 5)
    for marks, says in (
        ([f"{x},{y} deserted"], "stays"),
        (["0,1 deserted", "1,0 deserted", "1,1 deserted"], "split"),
        (["5,0 deserted"], "5 planets a side"),
    ):
        settings = {"map_side": 5, "desert_factor": 0, "marks": marks}
        with pytest.raises(SetupError, match=says if says != "split" else "split|stays"):
            start(1, seed=1, **settings)
    drawn = {seed: start(1, seed=seed, map_side=5, desert_factor=0) for seed in range(50)}
    corner = next(seed for seed, g in drawn.items() if not {0, 1, 5} & set(g.stations[: g.station_count]))
    with pytest.raises(SetupError, match="split"):
        start(1, seed=corner, map_side=5, desert_factor=0, marks=["0,1 deserted", "1,0 deserted"])
    parted = start(
        1, seed=corner, map_side=5, desert_factor=0, keep_connected=False, marks=["0,1 deserted", "1,0 deserted"]
    )
    assert not in_one_piece(parted)
