"""Attacks, striking back, death and coming back."""

import pytest
from tests.games.quest.rule_states import FIELD, Play, two

from roundhouse.games.quest.rules import tables as t
from roundhouse.games.quest.rules.phases.fighting import damage_of


@pytest.mark.rule("QST-063")
def test_who_can_be_attacked():
    units = ["100 5,5", "101 5,6", "102 5,5", "200 5,5", "201 6,6", "202 7,5"]
    game = Play(two(*units))
    for target, why in ((200, ""), (201, ""), (202, "out_of_reach"), (101, "friendly"), (100, "friendly"),
                        (203, "no_target"), (300, "no_target"), (0, "no_target"), (-200, "no_target")):  # fmt: skip
        assert game.refusal(f"100 attack {target} 1") == why
    game.unit(201).shield = 1
    assert game.refusal("100 attack 201 1") == "shielded"
    assert game.refusal("100 attack 200 200") == ""
    assert game.refusal("100 attack 200 201") == "energy"


@pytest.mark.rule("QST-063")
def test_an_attack_needs_at_least_1_energy():
    game = Play(two("100 5,5", "200 5,5"))
    for energy in (0, -1):
        assert game.judged([t.ATTACK, 100, 200, energy, *(0,) * 13]) == "bad_request"


@pytest.mark.rule("QST-064", "QST-096")
def test_damage_by_energy_sword_and_armour():
    game = Play(two("100 5,5", "200 6,5"))
    for sword in range(4):
        for armour in range(4):
            game.unit(100).sword, game.unit(200).armour = sword, armour
            for energy in (1, 2, 3, 7, 10, 99, 200):
                exact = energy * (1 + 0.25 * sword) * (1 - 0.25 * armour)
                assert damage_of(game.g, game.unit(100), game.unit(200), energy) == int(exact + 0.5)


@pytest.mark.rule("QST-096")
def test_only_what_is_worn_counts():
    game = Play(two("100 5,5 sword3 1", "200 6,5 armour3 1", "trap 1 of 1 9,9"))
    game.do("100 attack 200 40")
    assert game.energy(200) == (160, 160)
    game.do("100 equip sword3", "100 attack 200 40")
    assert game.energy(200) == (90, 90)
    assert game.unit(100).armour == 0


@pytest.mark.rule("QST-064")
def test_the_percentages_are_settings():
    game = Play(two("100 5,5 wears sword2", "200 6,5 wears armour3"), level_pct=(0, 10, 100))
    assert damage_of(game.g, game.unit(100), game.unit(200), 100) == 0
    game.unit(200).armour = 1
    assert damage_of(game.g, game.unit(100), game.unit(200), 100) == 110


@pytest.mark.rule("QST-065", "QST-026")
def test_damage_lowers_the_maximum_and_energy_is_cut_to_it():
    for energy, maximum, hit, after in ((200, 200, 30, (170, 170)), (100, 200, 30, (100, 170)), (0, 200, 30, (0, 170)),
                                        (180, 200, 199, (1, 1))):  # fmt: skip
        game = Play(two("100 5,5", f"200 6,5 energy {energy} of {maximum}"))
        game.do(f"100 attack 200 {hit}")
        assert game.energy(200) == after
        assert game.energy(100) == (200 - hit, 200)
        assert (game.player(1).damage_dealt, game.player(2).damage_taken) == (hit, hit)


@pytest.mark.rule("QST-066", "QST-139")
def test_both_owners_learn_of_damage_and_strike_back():
    game = Play(two("100 5,5", "200 6,5 strikes 5 of 5"))
    game.do("100 attack 200 10")
    both = 1 << 1 | 1 << 2
    rows = game.rows(t.DAMAGED, "seat", "unit", "other", "a", "c", "seen")
    assert rows == [(1, 100, 200, 10, 0, both), (2, 200, 100, 5, 1, both)]


@pytest.mark.rule("QST-067", "QST-068")
def test_the_setting_stands_until_it_is_changed_and_spent_starts_anew_each_turn():
    game = Play(two("100 5,5", "101 5,6", "200 6,5", "201 15,9"))
    game.end()
    game.do("200 retaliate 30 50")
    assert game.unit(200).energy == 200
    game.end()
    game.do("100 attack 200 1", "101 attack 200 1")
    assert (game.unit(200).spent, game.energy(100)[1], game.energy(101)[1]) == (30, 170, 200)
    game.end()
    assert (game.unit(200).spent, game.unit(200).retaliation, game.unit(200).cutoff) == (0, 30, 50)
    game.end()
    game.do("101 attack 200 1")
    assert game.energy(101)[1] == 170
    game.end()
    game.do("200 retaliate 0 50")
    game.end()
    game.do("100 attack 200 1")
    assert game.unit(200).spent == 0


@pytest.mark.rule("QST-067")
def test_retaliation_takes_whole_numbers_from_0():
    game = Play(two("100 5,5", "200 6,5"))
    for energy, cutoff, why in ((0, 0, ""), (1_000_000, 1_000_000, ""), (-1, 0, "bad_request"), (0, -1, "bad_request"),
                                (1_000_001, 0, "bad_request")):  # fmt: skip
        assert game.judged([t.RETALIATE, 100, energy, cutoff, *(0,) * 13]) == why


@pytest.mark.rule("QST-069")
def test_when_a_unit_strikes_back():
    for unit, hit, strikes in (
        ("energy 50 of 200 strikes 50 of 50", 10, True),
        ("energy 49 of 200 strikes 50 of 50", 10, False),  # not enough energy
        ("energy 50 of 55 strikes 50 of 50", 10, False),  # not enough after the cut
        ("strikes 50 of 49", 10, False),  # beyond the cutoff
        ("strikes 50 of 90 spent 40", 10, True),
        ("strikes 50 of 90 spent 41", 10, False),
        ("strikes 0 of 90", 10, False),
        ("strikes 50 of 90 frozen 1", 10, False),
        ("energy 60 of 60 strikes 5 of 90", 60, False),  # does not survive
    ):
        game = Play(two("100 5,5", f"200 6,5 {unit}"))
        game.do(f"100 attack 200 {hit}")
        assert (game.energy(100)[1] < 200) is strikes


@pytest.mark.rule("QST-069")
def test_a_strike_back_uses_the_own_sword_and_the_attackers_armour():
    game = Play(two("100 5,5 wears armour1", "200 6,5 wears sword2 strikes 40 of 40"))
    game.do("100 attack 200 10")
    assert game.energy(100) == (155, 155)  # 40 * 1.5 * 0.75 = 45
    assert game.energy(200) == (150, 190)
    assert game.unit(200).spent == 40


@pytest.mark.rule("QST-070")
def test_a_strike_back_is_never_answered():
    game = Play(two("100 5,5 strikes 10 of 1000", "200 6,5 strikes 10 of 1000"))
    game.do("100 attack 200 10")
    assert len(game.rows(t.DAMAGED, "unit")) == 2
    assert game.unit(100).spent == 0


@pytest.mark.rule("QST-070", "QST-076")
def test_deaths_come_after_the_strike_back_and_who_dies_does_not_strike():
    game = Play(two("100 5,5 energy 10 of 10", "200 6,5 strikes 20 of 20"))
    game.do("100 attack 200 10")
    kinds = [row.kind for row in game.g.events[: game.g.event_count]]
    assert kinds.index(t.DIED) > max(n for n, kind in enumerate(kinds) if kind == t.DAMAGED)
    assert game.energy(200) == (170, 190)
    game = Play(two("100 5,5", "200 6,5 energy 10 of 10 strikes 5 of 5"))
    game.do("100 attack 200 10")
    assert len(game.rows(t.DAMAGED, "unit")) == 1
    assert game.energy(100) == (190, 200)


@pytest.mark.rule("QST-071")
def test_a_unit_is_dead_when_its_maximum_is_gone_and_not_when_its_energy_is():
    game = Play(two("100 5,5", "200 6,5 energy 0 of 20"))
    game.do("100 attack 200 19")
    assert (game.energy(200), game.player(1).kills) == ((0, 1), 0)
    game.do("100 attack 200 1")
    assert game.player(1).kills == 1


@pytest.mark.rule("QST-072", "QST-036")
def test_what_a_dead_unit_held_falls_and_gold_stays():
    lines = ["100 5,5", "200 6,5 energy 1 of 1 titanium 3 sword3 2 armour1 1 wears sword3 armour2",
             "surface titanium 4 6,5"]  # fmt: skip
    game = Play(two(*lines, second="gold 77"))
    game.do("100 attack 200 1")
    assert game.surface(6, 5) == {"titanium": 7, "sword3": 3, "armour1": 1, "armour2": 1}
    assert (game.held(200), game.worn(200), game.player(2).gold) == ({}, (0, 0), 77)


@pytest.mark.rule("QST-073")
def test_a_unit_comes_back_as_new():
    lines = ["100 5,5", "200 6,5 energy 1 of 1 strikes 9 of 9 spent 3 frozen 2 frozen_before hurt"]
    game = Play(two(*lines), unit_energy=150)
    game.do("100 attack 200 1")
    unit = game.unit(200)
    assert (game.place(200), game.energy(200)) == ((19, 13), (150, 150))
    assert (unit.retaliation, unit.cutoff, unit.spent, unit.frozen, unit.frozen_before, unit.hurt) == (0,) * 6
    assert game.rows(t.RESPAWNED_AT, "unit", "cell") == [(200, game.cell(19, 13))]


@pytest.mark.rule("QST-074")
def test_with_a_tower_at_home_a_unit_appears_on_the_nearest_free_cell():
    def home(*lines, ground=FIELD):
        game = Play(two("100 5,5", "200 6,5 energy 1 of 1", *lines, ground=ground))
        game.do("100 attack 200 1")
        return game.place(200)

    tower = "tower {} of 2 {} level 1 energy 9".format
    assert home(tower(1, "19,13")) == (18, 12)  # smaller y first
    assert home(tower(1, "19,13"), tower(2, "18,12")) == (19, 12)
    rocky = FIELD[: 12 * 21 + 18] + "##\n" + FIELD[13 * 21 :]
    assert home(tower(1, "19,13"), ground=rocky) == (18, 13)
    assert home(tower(1, "19,13"), tower(2, "18,13"), ground=rocky) == (17, 11)


@pytest.mark.rule("QST-074")
def test_coming_back_springs_no_trap():
    game = Play(two("100 5,5", "200 6,5 energy 1 of 1", "trap 1 of 1 19,13"))
    game.do("100 attack 200 1")
    assert (game.place(200), game.unit(200).frozen, game.player(1).traps) == ((19, 13), 0, 1)


@pytest.mark.rule("QST-075", "QST-126", "QST-135")
def test_the_attackers_owner_gets_the_kill():
    game = Play(two("100 5,5", "200 6,5 energy 1 of 1"), kill_points=77)
    game.do("100 attack 200 1")
    one, other = game.player(1), game.player(2)
    assert (one.kills, one.points, one.retaliation_kills, other.losses) == (1, 77, 0, 1)
    assert (other.kills, other.points, one.losses) == (0, 0, 0)


@pytest.mark.rule("QST-077", "QST-091")
def test_a_unit_that_came_back_waits_for_its_owners_next_turn():
    game = Play(two("100 5,5 energy 5 of 5", "200 6,5 strikes 9 of 99"))
    game.do("100 attack 200 5")
    for words in ("move 1,0", "dig", "retaliate 1 1", "drop iron 1"):
        assert game.refusal(f"100 {words}") == "respawned"
    game.do("100 view")
    game.end()
    assert game.unit(100).respawned
    game.end()
    assert not game.unit(100).respawned
    game.do("100 move 1,0")


@pytest.mark.rule("QST-078")
def test_without_respawn_a_unit_is_gone():
    game = Play(two("100 5,5", "101 5,6", "200 6,5 energy 1 of 1 wood 2", "201 15,9"), respawn=False)
    game.do("100 attack 200 1")
    assert not game.is_there(200)
    assert game.refusal("100 attack 200 1") == "no_target"
    assert (game.surface(6, 5), game.player(1).kills, game.g.reason) == ({"wood": 2}, 1, 0)
    assert game.rows(t.RESPAWNED_AT, "unit") == []
    game.end()
    assert game.refusal("200 view") == "no_unit"
    assert game.refusal("200 move 6,6") == "no_unit"
    game.do("201 move 15,8")


@pytest.mark.rule("QST-079")
def test_a_shield_keeps_attacks_away_until_the_end_of_the_owners_next_turn():
    game = Play(two("100 18,12", "200 18,13 energy 1 of 1"))
    game.do("100 attack 200 1")
    assert game.place(200) == (19, 13)
    assert game.refusal("100 attack 200 1") == "shielded"
    game.end(2)
    assert game.refusal("100 attack 200 1") == ""
    game = Play(two("100 18,12", "200 18,13 energy 1 of 1"), spawn_shield=False)
    game.do("100 attack 200 1", "100 attack 200 1")


@pytest.mark.rule("QST-079", "QST-109")
def test_towers_drain_whoever_is_shielded():
    game = Play(two("100 5,5", "200 6,5 energy 1 of 1", "tower 1 of 1 18,12 level 1 energy 300"))
    game.do("100 attack 200 1")
    game.end()
    assert (game.unit(200).shield, game.unit(200).energy) == (1, 75)


@pytest.mark.rule("QST-079")
def test_whoever_attacks_has_no_shield_any_more():
    game = Play(two("100 18,13", "200 19,13 shield"))
    game.end()
    game.do("200 attack 100 1")
    assert (game.unit(200).shield, game.unit(200).shield_before) == (0, 0)


@pytest.mark.rule("QST-152", "QST-137")
def test_no_damage_is_no_hurt():
    game = Play(two("100 5,5", "200 6,5 energy 9 of 100 wears armour3"), level_pct=(25, 50, 100))
    game.do("100 attack 200 10")
    assert (game.energy(200), game.unit(200).hurt) == ((9, 100), 0)
    assert game.player(2).damage_taken == 0
