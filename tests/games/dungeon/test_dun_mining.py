"""Mining, sharing what was mined, the cargo of destroyed robots, and energy: phases 8 and 9."""

from collections import Counter

import pytest
from tests.games.dungeon.rule_states import MAP, THREE, TWO, Game

from roundhouse.games.dungeon.rules import tables as t


@pytest.mark.rule("DUN-098", "DUN-237")
def test_mining_needs_a_patch_the_level_and_the_energy():
    game = Game(TWO + "r1 1 0,1\nr2 1 2,3\nr3 1 2,3 MINING 1 energy 1\nr4 1 2,3 MINING 1 energy 2\n")
    game.round("r1 mine", "r2 mine", "r3 mine", "r4 mine")
    assert [game.why(f"r{n}") for n in range(1, 5)] == ["no_resource", "mining_level_too_low", "not_enough_energy", ""]
    assert [game.robot(f"r{n}").energy for n in range(1, 5)] == [20, 20, 1, 0]
    assert game.held("r4") == {"iron": 2}


@pytest.mark.rule("DUN-098", "DUN-024")
@pytest.mark.parametrize("kind", range(t.KINDS))
def test_a_mining_level_unlocks_a_kind_and_all_below(kind):
    place = ("2,4", "2,3", "1,2", "2,2", "3,2")[kind]
    for level in range(5):
        game = Game(TWO + f"r1 1 {place} MINING {level}\n")
        game.round("r1 mine")
        assert game.held("r1") == ({t.KIND_NAMES[kind]: 2} if level >= kind else {})


@pytest.mark.rule("DUN-099")
def test_the_energy_of_mining_goes_by_the_level_or_by_the_kind():
    for level in range(5):
        game = Game(TWO + f"r1 1 2,4 MINING {level}\nr2 1 2,4 coal 20\n")
        game.round("r1 mine", "r2 mine")
        assert (game.robot("r1").energy, game.robot("r2").energy) == (20 - level - 1, 19)
    game = Game(TWO + "r1 1 2,4 MINING 2\n", mining_multiplier=2, mining_weight=3)
    game.round("r1 mine")
    assert game.robot("r1").energy == 10
    for cost, place in enumerate(("2,4", "2,3", "1,2", "2,2", "3,2"), 1):
        game = Game(TWO + f"r1 1 {place} MINING 4\n", mining_energy="resource")
        game.round("r1 mine")
        assert game.robot("r1").energy == 20 - cost


@pytest.mark.rule("DUN-100", "DUN-133")
def test_a_robot_asks_for_its_speed_and_any_number_may_mine():
    robots = "\n".join(f"r{n} {n % 2 + 1} 2,4" for n in range(1, 61))
    game = Game(TWO + robots + "\nr99 1 2,4 MINING_SPEED 5 STORAGE 1\n")
    game.round(*(f"r{n} mine" for n in (*range(1, 61), 99)))
    assert {game.robot(f"r{n}").cargo[t.COAL] for n in range(1, 61)} == {2}
    assert game.robot("r99").cargo[t.COAL] == 40
    assert game.planet_at("2,4").amount == 10_000 - 160


@pytest.mark.rule("DUN-069", "DUN-101", "DUN-030")
def test_what_does_not_fit_is_lost_and_goes_to_nobody():
    game = Game(TWO + "r1 1 2,4 MINING_SPEED 2 iron 9 gem 8\nr2 2 2,4\n")
    game.round("r1 mine", "r2 mine")
    assert (game.held("r1"), game.held("r2")) == ({"coal": 3, "iron": 9, "gem": 8}, {"coal": 2})
    assert game.planet_at("2,4").amount == 9988


@pytest.mark.rule("DUN-139", "DUN-140", "DUN-141")
def test_shares_follow_the_speeds_on_each_planet_for_itself():
    robots = "r1 1 2,4 MINING_SPEED 1\nr2 2 2,3 MINING 1 MINING_SPEED 2\nr3 2 2,4 MINING_SPEED 3\nr4 1 2,3 MINING 1\n"
    game = Game(TWO + "patch 2,4 7\npatch 2,3 11\n" + robots)
    game.round("r1 mine", "r2 mine", "r3 mine", "r4 mine")
    # 2,4: 5 of 20 and 15 of 20 of 7 are 1.75 and 5.25; 2,3: 10 of 12 and 2 of 12 of 11 are 9.17 and 1.83
    assert [sum(game.robot(f"r{n}").cargo) for n in range(1, 5)] == [2, 9, 5, 2]


@pytest.mark.rule("DUN-141")
def test_leftovers_go_round_until_all_are_full():
    robots = "r1 1 2,4 STORAGE 0 iron 20\nr2 1 2,4 iron 20\nr3 2 2,4 iron 19\nr4 2 2,4 iron 20\n"
    game = Game(TWO + "patch 2,4 3\n" + robots)
    game.round("r1 mine", "r2 mine", "r3 mine", "r4 mine")
    assert [game.robot(f"r{n}").cargo[t.COAL] for n in range(1, 5)] == [0, 0, 1, 0]
    assert game.planet_at("2,4").kind == t.NOTHING


@pytest.mark.rule("DUN-142", "DUN-143", "DUN-023")
def test_an_emptied_patch_comes_back_full_on_a_free_planet_that_is_no_station():
    for seed in range(30):
        game = Game("1S 1.\n1. 1c\n1\nr1 1 1,0\n", seed=seed, patch_amount=2)
        game.round("r1 mine")
        kinds = {place: game.planet_at(place).kind for place in ("0,0", "0,1", "1,0", "1,1")}
        (place,) = (place for place, kind in kinds.items() if kind == t.COAL)
        assert place in ("0,0", "1,1")
        assert game.planet_at(place).amount == 2


@pytest.mark.rule("DUN-143")
def test_where_there_is_no_free_planet_nothing_comes_back():
    game = Game("1S 1S\n1c 1S\n1\nr1 1 0,0\n", patch_amount=2)
    game.round("r1 mine")
    assert [planet.kind for planet in game.g.planets[:4]] == [t.NOTHING] * 4
    assert not game.rows(t.APPEARED)


@pytest.mark.rule("DUN-143", "DUN-121")
def test_patches_that_vanish_together_may_come_back_on_each_others_planets_but_never_on_their_own():
    ends = set()
    for seed in range(60):
        game = Game("1S 1S\n1c 1i\n1\nr1 1 0,0\nr2 1 1,0 MINING 1\n", seed=seed, patch_amount=2)
        game.round("r1 mine", "r2 mine")
        ends.add((game.planet_at("0,0").kind, game.planet_at("1,0").kind))
    assert ends == {(t.IRON, t.COAL)}


@pytest.mark.rule("DUN-134", "DUN-129", "DUN-131")
def test_cargo_is_shared_among_all_on_the_planet_after_both_fights():
    robots = "r1 1 0,1 ROCKET 1 DAMAGE 3\nr2 2 0,1 health 5 coal 9\nr3 2 0,1 gem 6\nr4 3 0,1\nr5 3 0,2\n"
    game = Game(THREE + robots)
    game.round("r1 use ROCKET r2")
    assert [game.held(name) for name in ("r1", "r3", "r4", "r5")] == [
        {"coal": 3}, {"coal": 3, "gem": 6}, {"coal": 3}, {}
    ]  # fmt: skip
    game.round("r1 battle r3")
    assert sorted(sum(game.robot(name).cargo) for name in ("r1", "r4")) == [7, 8]


@pytest.mark.rule("DUN-134", "DUN-138")
def test_cargo_is_pooled_by_planet_and_lost_where_nobody_is_left():
    robots = "r1 1 0,1 NUKE 1 health 1\nr2 2 4,1 coal 5\nr3 1 4,1 iron 4\nr4 2 0,1 DAMAGE 1\n"
    game = Game(TWO + robots)
    game.round("r1 use NUKE 4,1", "r4 battle r1")
    assert game.alive() == ["r4"]
    assert game.held("r4") == {}


@pytest.mark.rule("DUN-135", "DUN-136")
def test_the_dearest_kinds_are_handed_out_first():
    game = Game(TWO + "r1 1 0,1 DAMAGE 3 iron 15\nr2 2 0,1 coal 3 iron 3 gem 3 gold 3 platin 3\n")
    game.round("r1 battle r2")
    assert game.held("r1") == {"iron": 15, "gold": 2, "platin": 3}


@pytest.mark.rule("DUN-137", "DUN-244")
def test_what_cannot_be_divided_goes_by_lot_one_each():
    four = ("{} 1 {} DAMAGE 3", "{} 2 {} gold 5", "{} 2 {}", "{} 1 {}")  # the first destroys the second
    places = [f"{x},{y}" for x in range(5) for y in range(5)]
    robots = [[f"r{4 * n + k}" for k in range(1, 5)] for n in range(len(places))]
    lines = [one.format(*at) for names, place in zip(robots, places, strict=True)
             for one, at in zip(four, ((name, place) for name in names), strict=True)]  # fmt: skip
    losers = Counter()
    for seed in range(6):
        game = Game(TWO + "\n".join(lines), seed=seed)
        game.round(*(f"{names[0]} battle {names[1]}" for names in robots))
        for names in robots:
            got = [game.robot(name).cargo[t.GOLD] for name in (names[0], *names[2:])]
            assert sorted(got) == [1, 2, 2]
            losers[got.index(1)] += 1
    assert len(losers) == 3
    assert min(losers.values()) > 30


@pytest.mark.rule("DUN-166")
def test_mined_units_score_by_their_kind_and_shared_cargo_does_not():
    for weight, place in enumerate(("2,4", "2,3", "1,2", "2,2", "3,2"), 1):
        game = Game(TWO + f"r1 1 {place} MINING 4\n")
        game.round("r1 mine")
        assert game.player(1).scores[t.MINING_SCORE] == 2 * weight
    game = Game(TWO + "r1 1 0,1 DAMAGE 3\nr2 2 0,1 gold 5\n")
    game.round("r1 battle r2")
    assert (game.player(1).scores[t.MINING_SCORE], list(game.player(1).mined)) == (0, [0] * 5)


@pytest.mark.rule("DUN-102", "DUN-032", "DUN-237")
def test_regeneration_restores_by_level_more_on_stations_if_set_and_never_too_much():
    for level, gain in enumerate((4, 6, 8, 10, 15, 20)):
        game = Game(TWO + f"r1 1 0,1 MAX_ENERGY 5 ENERGY_REGEN {level} energy 0\n")
        game.round("r1 regenerate")
        assert game.robot("r1").energy == gain
    game = Game(
        TWO + "r1 1 0,0 energy 3\nr2 1 0,1 energy 3\nr3 1 0,1 energy 18\nr4 1 0,1\n", station_recharge_multiplier=3
    )
    game.round("r1 regenerate", "r2 regenerate", "r3 regenerate", "r4 regenerate")
    assert [game.robot(f"r{n}").energy for n in range(1, 5)] == [15, 7, 20, 20]
    assert game.why("r4") == ""


@pytest.mark.rule("DUN-043", "DUN-201", "DUN-044")
def test_who_mined_knows_what_is_left_and_who_did_not_does_not():
    game = Game(TWO + "r1 1 2,4\nr2 2 2,4\n")
    game.round("r1 mine")
    planet = game.planet_at("2,4")
    assert (planet.info_round[1], planet.info_kind[1], planet.info_amount[1]) == (1, t.COAL, 9998)
    assert (planet.info_kind[2], planet.info_amount[2]) == (t.COAL, -1)
    game.round("r1 move 1,4", "r2 mine")
    game.round("r1 move 2,4")
    assert (planet.info_round[1], planet.info_amount[1]) == (1, 9998)  # nothing newer was told
    assert (planet.info_round[2], planet.info_amount[2]) == (2, 9996)


@pytest.mark.rule("DUN-142", "DUN-044", "DUN-143")
def test_who_empties_a_patch_knows_that_it_is_gone_and_others_find_out():
    game = Game(MAP + "patch 2,4 2\n1\n2\nr1 1 2,4\nr2 2 2,4\n")
    game.round("r1 mine")
    planet = game.planet_at("2,4")
    assert (planet.info_kind[1], planet.info_kind[2]) == (t.NOTHING, t.COAL)
    game.round("r2 mine")
    assert (game.why("r2"), planet.info_kind[2], planet.info_round[2]) == ("no_resource", t.NOTHING, 2)
