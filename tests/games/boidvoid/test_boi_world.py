"""Maps, drawn and from files, settings, and how a game starts."""

import json

import pytest
from tests.games.boidvoid.positions import game, plain_map, setup_of, tile
from tests.games.boidvoid.turns import at

from roundhouse.core.schema import canonical
from roundhouse.core.settings import SetupError
from roundhouse.games.boidvoid import GAME, maps
from roundhouse.games.boidvoid.map_generator import apart, disc, images, is_connected, plan
from roundhouse.games.boidvoid.rules import tables as t

WEIGHTS = (60, 15, 10, 10, 5)
TEAMS = (2, 3, 4, 6)


def drawn(teams, seed=1, radius=7, base=1, percent=8, pois=2, npcs=1):
    return plan(seed, radius, base, teams, percent, pois, npcs, WEIGHTS)


def problem(**settings):
    with pytest.raises(SetupError) as refused:
        GAME.start(GAME.setup(settings=settings, preset=settings.pop("preset", "standard")))
    return refused.value


# Drawn maps


@pytest.mark.rule("BOI-035", "BOI-037")
@pytest.mark.parametrize("teams", TEAMS)
def test_a_drawn_map_is_the_same_for_every_team(teams):
    for seed in range(4):
        made = drawn(teams, seed)
        npcs = set(made.npcs)
        for place in made.kind:
            for image in images(place, teams):
                assert made.kind[image] == made.kind[place]
                assert made.obstacle.get(image) == made.obstacle.get(place)
                assert made.poi.get(image) == made.poi.get(place)
                assert (image in npcs) == (place in npcs)


@pytest.mark.rule("BOI-038")
@pytest.mark.parametrize("teams", TEAMS)
def test_around_homes_there_is_nothing(teams):
    made = drawn(teams, 3)
    near = [place for place in made.kind if any(apart(place, home) <= 2 for home in made.homes)]
    assert {made.kind[place] for place in near} == {1}
    assert not set(near) & (set(made.obstacle) | set(made.poi) | set(made.npcs))


@pytest.mark.rule("BOI-039", "BOI-040", "BOI-041")
@pytest.mark.parametrize("teams", TEAMS)
def test_shares_of_a_drawn_map(teams):
    for seed in range(6):
        made = drawn(teams, seed, percent=20, pois=3, npcs=2)
        assert len(made.obstacle) <= len(made.kind) * 20 // 100
        assert len(made.obstacle) > len(made.kind) * 10 // 100
        assert is_connected(set(made.kind) - set(made.obstacle))
        assert (len(made.poi), len(made.npcs)) == (3 * teams, 2 * teams)
        assert not set(made.obstacle) & (set(made.poi) | set(made.npcs))
        assert not set(made.poi) & set(made.npcs)


@pytest.mark.rule("BOI-042")
def test_tile_types_follow_their_weights():
    made = plan(5, 12, 1, 2, 0, 0, 0, (0, 0, 0, 0, 100))
    outside = [place for place in made.kind if not made.is_clear(place)]
    assert {made.kind[place] for place in outside} == {t.TILE_NAMES.index("planet")}
    mixed = plan(5, 15, 1, 2, 0, 0, 0, WEIGHTS)
    share = sum(kind == 1 for kind in mixed.kind.values()) / len(mixed.kind)
    assert 0.5 < share < 0.72
    assert {1, 2, 3, 4, 5} == set(mixed.kind.values())


@pytest.mark.rule("BOI-004", "BOI-303")
def test_equal_seeds_give_equal_maps_and_others_do_not():
    one, same, other = (drawn(2, seed) for seed in (1, 1, 2))
    assert (one.kind, one.obstacle, one.poi, one.npcs) == (same.kind, same.obstacle, same.poi, same.npcs)
    assert (one.kind, one.obstacle) != (other.kind, other.obstacle)
    states = [canonical(GAME.start(GAME.setup(seed=seed))) for seed in (1, 1, 2)]
    assert states[0] == states[1] != states[2]


@pytest.mark.rule("BOI-303")
def test_no_draw_shifts_another():
    """More points of importance leave obstacles and the tiles elsewhere as they were."""
    few, many = drawn(2, 9, pois=0), drawn(2, 9, pois=4)
    assert (few.obstacle, few.kind) == (many.obstacle, many.kind)


@pytest.mark.rule("BOI-032")
def test_a_disc_has_so_many_tiles():
    for radius in (1, 4, 7):
        assert len(disc(radius)) == 3 * radius * (radius + 1) + 1


@pytest.mark.rule("BOI-304")
def test_bases_must_not_overlap():
    for teams in (5, 7, 8):
        refused = problem(teams=teams)
        assert (refused.code, refused.field, refused.rule) == ("bad_settings", "teams", "BOI-304")
    crowded = problem(teams=6, map_radius=4, base_radius=3)
    assert (crowded.code, crowded.field, crowded.rule) == ("bad_settings", "map_radius", "BOI-304")


# Map files


def bad(text):
    return [one.sentence for one in maps.check(text).problems]


@pytest.mark.rule("BOI-043", "BOI-026")
def test_a_map_file_is_laid_as_it_is():
    text = plain_map(t3_3={"poi": "alien_artifact"}, t4_4={"obstacle": "black_hole"}, t5_5={"npc": "space_pirate"},
                     t6_6={"type": "planet", "captured": 1})  # fmt: skip
    lines = json.loads(text)
    lines["tiles"] = [line for line in lines["tiles"] if (line["x"], line["y"]) != (7, 7)]
    found = maps.check(json.dumps(lines))
    assert (found.problems, found.seats) == ([], 2)
    g = game(map=json.dumps(lines))
    assert g.tile_kind[tile(g, 7, 7)] == t.VOID
    assert g.poi[tile(g, 3, 3)] == t.POI_NAMES.index("alien_artifact")
    assert g.obstacle[tile(g, 4, 4)] == 1
    assert at(g, 9) == (5, 5)
    assert (g.tile_kind[tile(g, 6, 6)], g.owner[tile(g, 6, 6)]) == (t.TILE_NAMES.index("planet"), 2)
    assert g.tile_count == 142


@pytest.mark.rule("BOI-044")
@pytest.mark.parametrize("more", [{"npc": "space_pirate"}, {"poi": "space_oasis"}, {"captured": 0}])
def test_an_obstacle_excludes_everything_else(more):
    assert bad(plain_map(t3_3={"obstacle": "black_hole"} | more)) == ["[3, 3] has an obstacle and something else."]


@pytest.mark.rule("BOI-043", "BOI-044", "BOI-045")
def test_what_is_wrong_with_a_map_is_said():
    assert "is void or an obstacle" in bad(plain_map(homes=((0, 0), (20, 0))))[0]
    assert "is void or an obstacle" in bad(plain_map(t0_0={"obstacle": "black_hole"}))[0]
    assert "stands on the home" in bad(plain_map(t0_0={"npc": "space_pirate"}))[0]
    assert "a team that the map does not have" in bad(plain_map(t3_3={"captured": 5}))[0]
    walls = {f"t5_{y}": {"obstacle": "star_cluster"} for y in range(12)}
    assert bad(plain_map(**walls)) == ["Not all tiles can be reached from each other."]
    assert "has the type 'lava'" in bad(plain_map(t3_3={"type": "lava"}))[0]
    assert "has the poi 'gold'" in bad(plain_map(t3_3={"poi": "gold"}))[0]
    twice = json.loads(plain_map())
    twice["tiles"].append(twice["tiles"][0])
    assert bad(json.dumps(twice)) == ["[0, 0] is listed twice."]
    for text in ("", "[]", "nonsense", "{}", '{"name": 3}'):
        assert len(bad(text)) == 1


@pytest.mark.rule("BOI-045")
def test_a_map_must_fit_the_game():
    assert problem(map=plain_map(homes=((0, 0), (2, 0)))).rule == "BOI-045"
    few = problem(map=plain_map(), teams=3)
    assert (few.code, few.field) == ("bad_map", "map")
    wide = plain_map(40, 8, homes=((0, 0), (39, 7)))
    assert problem(map=wide).code == "bad_map"
    assert GAME.start(GAME.setup(settings={"map": wide, "mode": "season"}, preset="season")).side == 40


# Settings and start


@pytest.mark.rule("BOI-015", "BOI-016", "BOI-258", "BOI-086", "BOI-082", "BOI-218", "BOI-042", "BOI-051")
@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"teams": 1}, "teams"),
        ({"ships_per_team": 9}, "ships_per_team"),
        ({"turn_limit": 0}, "turn_limit"),
        ({"power_source": "ledger"}, "power_source"),
        ({"ratio_default": 5}, "ratio_default"),
        ({"lock_seconds": 30, "turn_mode": "live"}, "lock_seconds"),
        ({"tile_weights": [60, 15, 10, 10, 6]}, "tile_weights"),
        ({"starting_inventory": ["gold-bar"]}, "starting_inventory"),
        ({"map_radius": 16}, "map_radius"),
        ({"map_radius": 3}, "map_radius"),
    ],
)
def test_settings_that_do_not_go(settings, field):
    refused = problem(**settings)
    assert (refused.code, refused.field) == ("bad_settings", field)


@pytest.mark.rule("BOI-016")
def test_a_season_has_no_limit_of_players_but_the_caps():
    g = GAME.start(GAME.setup(preset="season", settings={"ships_per_team": 40, "seat_model": "team"}))
    assert (g.player_count, g.turn_limit, g.live, g.early_end) == (80, 0, 1, 0)


@pytest.mark.rule("BOI-050", "BOI-047", "BOI-056")
def test_the_start_is_plain_and_symmetric():
    g = GAME.start(GAME.setup(seed=4, preset="crew", settings={"battery_start_percent": 33, "ap_start": 2}))
    ships = g.units[:6]
    assert {(ship.health, ship.ap, ship.automode) for ship in ships} == {(10_000, 11, 0)}
    assert {(player.ratio, player.battery) for player in g.players[:6]} == {(50, 5300)}  # 33 and the first recharge
    assert [unit.kind for unit in g.units[: g.unit_count]].count(t.MOTHERSHIP) == 2
    assert [unit.health for unit in g.units[6:8]] == [30_000, 30_000]
    assert list(g.tiles_owned[1:3]) == [7, 7]


@pytest.mark.rule("BOI-049")
def test_ships_may_be_spawned_by_hand():
    g = GAME.start(setup_of(initial_spawn="manual"))
    assert all(unit.tile == -1 for unit in g.units[:8])
    assert all(unit.respawn == 0 for unit in g.units[:8])


@pytest.mark.rule("BOI-305")
def test_ships_without_room_start_off_the_map():
    g = GAME.start(setup_of(ships_per_team=5, initial_spawn="auto"))
    flying = [unit.tile >= 0 for unit in g.units[:5]]
    assert flying == [True, True, False, False, False]  # the corner has two tiles beside the home


@pytest.mark.rule("BOI-051", "BOI-255")
def test_granted_items():
    g = GAME.start(GAME.setup(preset="crew"))
    items = GAME.view(g, 2, list("abcdef")).you.items
    assert {len(own) for own in items.values()} == {2}
    assert [item.template for item in items["2"]] == ["ss-relay", "boost-overcharge"]


@pytest.mark.rule("BOI-018", "BOI-017")
def test_roles_by_place():
    g = GAME.start(GAME.setup(preset="crew", settings={"ships_per_team": 4}))
    roles = [line.role for line in GAME.view(g, 1, [str(n) for n in range(8)]).players]
    assert roles == ["leader", "vice_leader", "trooper", "trooper"] * 2


@pytest.mark.rule("BOI-007")
def test_ids_in_the_order_of_creation():
    g = GAME.start(GAME.setup(seed=1))
    view = GAME.view(g, 1, ["a", "b"])
    kinds = [unit.kind for unit in sorted(view.units, key=lambda unit: unit.id)]
    assert kinds == ["spaceship"] * 6 + ["mothership"] * 2 + ["npc"] * 2
    assert [unit.id for unit in view.units] == list(range(1, 11))


@pytest.mark.rule("BOI-024")
def test_how_many_seats_settings_mean():
    assert len(GAME.setup().seats) == 2
    assert len(GAME.setup(preset="crew").seats) == 6
    assert len(GAME.setup(preset="crew", settings={"teams": 3, "ships_per_team": 4}).seats) == 12
    assert GAME.settings_for_seats(None, {}, 3) == {"teams": 3}
    assert GAME.settings_for_seats("crew", {}, 8) == {"ships_per_team": 4}
    assert GAME.settings_for_seats("crew", {"teams": 4}, 8) == {"teams": 4, "ships_per_team": 2}
