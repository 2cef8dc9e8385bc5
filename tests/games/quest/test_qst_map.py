"""How a map is drawn: symmetric, connected, with regions rich in one type."""

from collections import deque

import pytest
from tests.games.quest.rule_states import Play, start

from roundhouse.core.rules import below, draw, stream
from roundhouse.core.settings import SetupError
from roundhouse.games.quest import GAME
from roundhouse.games.quest.map_generator import Quarter, draw_regions, lay_disc, lay_vein, start_cell
from roundhouse.games.quest.rules import tables as t

MAPS = [
    {"seed": 1},
    {"seed": 2, "width": 51, "height": 77, "rock_pct": 20},
    {"seed": 3, "width": 100, "height": 100, "start": "centre", "seats": 4},
    {"seed": 4, "width": 75, "height": 75, "seats": 3, "region_peak": 1000},
    {"seed": 5, "width": 50, "height": 53, "rock_pct": 0, "start": "centre", "seats": 4},
    {"seed": 6, "rock_pct": 20, "seats": 4, "units": 20},
]


@pytest.fixture(scope="module", params=MAPS, ids=lambda options: f"seed {options['seed']}")
def g(request):
    options = dict(request.param)
    return start(options.pop("seats", 2), **options)


def at(g, row, x, y):
    return row[y * g.width + x]


def far(g, x, y, player=1):
    return max(abs(x - g.players[player].start_x), abs(y - g.players[player].start_y))


@pytest.mark.rule("QST-002", "QST-005", "QST-006")
def test_terrain_and_resources_are_equal_under_both_mirrors(g):
    rows = [g.terrain, *g.buried]
    assert len({tuple(row[: g.width * g.height]) for row in rows}) > 3
    for row in rows:
        for y in range(g.height):
            line = row[y * g.width : (y + 1) * g.width]
            assert line == line[::-1]
            below_it = g.height - 1 - y
            assert line == row[below_it * g.width : (below_it + 1) * g.width]


@pytest.mark.rule("QST-003")
def test_the_sides_of_a_drawn_map_are_50_to_100():
    for side in ("width", "height"):
        for wrong in (49, 5):
            with pytest.raises(SetupError) as error:
                start(**{side: wrong})
            assert (error.value.code, error.value.field, error.value.rule) == ("bad_settings", side, "QST-003")
        for wrong in (101, 4):
            with pytest.raises(SetupError, match="bad_settings"):
                start(**{side: wrong})
        for right in (50, 100):
            assert getattr(start(**{side: right}), side) == right


@pytest.mark.rule("QST-004", "QST-013", "QST-015")
def test_every_grass_cell_can_be_reached_and_starts_are_clear(g):
    begin = g.players[1].start_x, g.players[1].start_y
    reached, ways = {begin}, deque([begin])
    while ways:
        x, y = ways.popleft()
        for near in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            inside = 0 <= near[0] < g.width and 0 <= near[1] < g.height
            if inside and near not in reached and at(g, g.terrain, *near) == t.GRASS:
                reached.add(near)
                ways.append(near)
    assert len(reached) == g.terrain[: g.width * g.height].count(t.GRASS)
    for y in range(g.height):
        for x in range(g.width):
            if far(g, x, y) <= 6:
                assert at(g, g.terrain, x, y) == t.GRASS


@pytest.mark.rule("QST-014", "QST-015")
def test_pieces_of_rock_are_those_that_the_draws_say():
    """The same pieces, drawn once more here; the whole map is searched and not the quarter."""
    taken_back = 0
    for seed, width, height, pct in ((7, 60, 60, 8), (8, 51, 63, 20), (9, 90, 50, 13)):
        g = start(seed=seed, width=width, height=height, rock_pct=pct)
        columns, lines = -(-width // 2), -(-height // 2)
        streams = [stream(seed, purpose) for purpose in range(t.DRAW_ROCK_X, t.DRAW_ROCK_DIR + 1)]
        rock = set()
        for n in range(200):
            if len(rock) >= (columns * lines * pct * 2 + 100) // 200:
                break
            x, y, length, way = (below(draw(key, n), size) for key, size in zip(streams, (columns, lines, 12, 4),
                                                                               strict=True))  # fmt: skip
            dx, dy = ((1, 0), (0, 1), (1, 1), (1, -1))[way]
            cells = {(x + k * dx, y + k * dy) for k in range(length + 4)}
            cells = {
                (x, y) for x, y in cells if 0 <= x < columns and 0 <= y < lines and max(abs(x - 5), abs(y - 5)) > 6
            }
            if connected(rock | cells, width, height):
                rock |= cells
            else:
                taken_back += 1
        assert rock == {(x, y) for y in range(lines) for x in range(columns) if at(g, g.terrain, x, y) == t.ROCK}
    assert taken_back


def connected(rock, width, height):
    whole = {(x, y) for x in range(width) for y in range(height)
             if (min(x, width - 1 - x), min(y, height - 1 - y)) not in rock}  # fmt: skip
    count, ways = len(whole), [(5, 5)]
    whole.discard((5, 5))
    reached = 1
    while ways:
        x, y = ways.pop()
        for near in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
            if near in whole:
                whole.discard(near)
                ways.append(near)
                reached += 1
    return reached == count


@pytest.mark.rule("QST-015")
def test_a_quarter_is_cut_off_when_its_last_column_or_line_is_rock():
    for size in (50, 51):
        quarter = Quarter(size, size, (5, 5))
        assert quarter.is_connected()
        last = quarter.width - 1
        quarter.rock = {(last, y) for y in range(quarter.height)}
        assert not quarter.is_connected()
        quarter.rock = {(x, last) for x in range(quarter.width - 1)}
        assert quarter.is_connected()
        quarter.rock = {(20, 20), (20, 22), (21, 20), (22, 20), (22, 21), (22, 22), (21, 22), (20, 21)}
        assert not quarter.is_connected()


@pytest.mark.rule("QST-016", "QST-017")
def test_there_are_as_many_regions_as_the_size_of_the_map_says():
    for width, height, expected in ((60, 60, (3, 3, 2, 2, 2, 1, 3)), (100, 100, (8, 8, 6, 6, 6, 3, 8)),
                                    (50, 50, (2, 2, 1, 1, 1, 1, 2)), (50, 90, (4, 4, 3, 3, 3, 1, 4))):  # fmt: skip
        quarter = Quarter(width, height, (5, 5))
        counted = [0] * t.RESOURCES
        quarter.add = lambda resource, place, amount, counted=counted: counted.__setitem__(
            resource, counted[resource] + (amount == 1000)
        )
        draw_regions(quarter, 3, width, height, 1000)
        # A disc has one richest cell, a vein nine: discs only are counted here by drawing the shapes again.
        shapes = stream(3, t.DRAW_REGION_SHAPE)
        n = 0
        for resource, count in enumerate(expected):
            peaks = sum(1 if below(draw(shapes, n + k), 2) == 0 else 9 for k in range(count))
            n += count
            assert counted[resource] == peaks


@pytest.mark.rule("QST-018")
def test_regions_are_not_at_the_start_and_titanium_is_far_away():
    """The centres are drawn once more here."""
    for seed in range(1, 30):
        g = start(seed=seed, rock_pct=8)
        keys = [stream(seed, purpose) for purpose in (t.DRAW_REGION_X, t.DRAW_REGION_Y)]
        n = 0
        for resource, count in enumerate(t.REGIONS):
            for _ in range(count):
                while True:
                    x, y = (2 + below(draw(key, n), 28) for key in keys)
                    n += 1
                    if at(g, g.terrain, x, y) == t.GRASS and far(g, x, y) > (19 if resource == t.TITANIUM else 3):
                        break
                assert at(g, g.buried[resource], x, y) >= 40


@pytest.mark.rule("QST-018")
def test_a_region_that_finds_no_place_is_left_out():
    quarter = Quarter(60, 60, (5, 5))
    quarter.rock = {(x, y) for x in range(30) for y in range(30) if (x, y) != (29, 29)}
    draw_regions(quarter, 1, 60, 60, 40)
    assert all(set(amounts) <= {(29, 29)} for amounts in quarter.amounts)
    quarter.rock.add((29, 29))
    draw_regions(quarter, 1, 60, 60, 40)


@pytest.mark.rule("QST-019", "QST-020")
def test_the_shape_of_regions():
    quarter = Quarter(60, 60, (5, 5))
    lay_disc(quarter, t.IRON, (20, 20), 40)
    assert sum(quarter.amounts[t.IRON].values()) == 40 + 8 * 25 + 16 * 6
    assert {quarter.amounts[t.IRON][20 + d, 20 - d] for d in (0, 1, 2)} == {40, 25, 6}
    for way, axis, beside in (((1, 0), (24, 15), (24, 16)), ((0, 1), (20, 19), (21, 19)), ((1, 1), (24, 19), (25, 19)),
                              ((1, -1), (24, 11), (23, 11))):  # fmt: skip
        quarter = Quarter(60, 60, (5, 5))
        lay_vein(quarter, t.WOOD, (20, 15), way, 40)
        amounts = quarter.amounts[t.WOOD]
        assert len(amounts) == 27
        assert sum(amounts.values()) == 9 * 40 + 18 * 6
        assert (amounts[20, 15], amounts[axis], amounts[beside]) == (40, 40, 6)
    quarter = Quarter(60, 60, (5, 5))
    quarter.rock = {(1, 1)}
    lay_disc(quarter, t.GOLD, (1, 1), 1)
    lay_disc(quarter, t.GOLD, (2, 1), 1)
    assert quarter.amounts[t.GOLD][2, 1] == 2
    assert all(x >= 0 and y >= 0 and (x, y) != (1, 1) for x, y in quarter.amounts[t.GOLD])


@pytest.mark.rule("QST-020", "QST-021", "QST-031")
def test_all_resources_are_buried_and_none_in_rock(g):
    assert not any(map(any, g.surface))
    assert all(any(row) for row in g.buried)
    for row in g.buried:
        assert all(amount == 0 or g.terrain[cell] == t.GRASS for cell, amount in enumerate(row))


@pytest.mark.rule("QST-007", "QST-008", "QST-009", "QST-010", "QST-035")
def test_teams_start_at_mirrored_cells_in_a_block(g):
    across, down = g.width - 1, g.height - 1
    x, y = g.players[1].start_x, g.players[1].start_y
    mapped = {
        1: lambda x, y: (x, y), 2: lambda x, y: (across - x, down - y), 3: lambda x, y: (across - x, y),
        4: lambda x, y: (x, down - y),
    }  # fmt: skip
    for seat in range(1, g.seats + 1):
        player = g.players[seat]
        assert (player.start_x, player.start_y) == mapped[seat](x, y)
        for k in range(g.units_each):
            place = mapped[seat](x - 2 + k % 5, y + k // 5)
            assert Play(g).place(100 * seat + k) == place
            assert at(g, g.terrain, *place) == t.GRASS
            assert g.units[(seat - 1) * g.units_each + k].alive


@pytest.mark.rule("QST-007")
def test_where_player_1_starts():
    assert start_cell(60, 60, 1, False) == start_cell(100, 51, 1, False) == (5, 5)
    assert start_cell(100, 100, 1, True) == (40, 46)
    assert start_cell(51, 77, 1, True) == (15, 34)


@pytest.mark.rule("QST-124", "QST-005")
def test_the_same_seed_gives_the_same_map_and_others_other_ones():
    maps = [tuple(start(seed=seed).terrain) for seed in (1, 1, 2, -1, 2**64 + 1)]
    assert maps[0] == maps[1] == maps[4]
    assert len(set(maps)) == 3


@pytest.mark.rule("QST-151")
def test_three_players_need_corners_of_a_square_map():
    for wrong in ({"start": "centre"}, {"width": 61}):
        with pytest.raises(SetupError) as error:
            start(3, **wrong)
        assert (error.value.code, error.value.rule) == ("bad_settings", "QST-151")
    g = start(3, width=55, height=55)
    starts = [(player.start_x, player.start_y) for player in g.players[1:4]]
    assert starts == [(5, 5), (49, 49), (49, 5)]
    apart = {max(abs(a - c), abs(b - d)) for a, b in starts for c, d in starts} - {0}
    assert apart == {44}


def test_presets_are_those_of_the_table():
    def differing(name):
        usual = GAME.setup().settings
        players = {"players": 4} if name == "four" else {}
        made = GAME.setup([], preset=name, settings=players).settings
        return {key: value for key, value in made.items() if value != usual[key]}

    assert differing("standard") == {}
    assert differing("medium") == {"width": 80, "height": 80, "rounds": 100}
    assert differing("large") == {"width": 100, "height": 100, "rounds": 120, "start": "centre"}
    assert differing("four") == {"players": 4}
    assert differing("skirmish") == {"width": 50, "height": 50, "units": 4, "rounds": 40, "turn_ms": 60000}
    assert differing("origin") == {
        "replenish_on": "every_turn", "move_weight_pct": 50, "carry_limit": 100_000, "tower_surcharge": 0,
        "research_energy": 0, "trap_visible": True, "spawn_shield": False, "no_build_radius": 0, "scoring": "origin",
        "max_energy_heal": 0,
    }  # fmt: skip
