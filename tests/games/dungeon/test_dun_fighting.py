"""Attacks, items, destruction and who gets the kill: phases 5, 6 and 7."""

import pytest
from tests.games.dungeon.rule_states import MAP, THREE, TWO, Game

from roundhouse.games.dungeon.rules import tables as t


@pytest.mark.rule("DUN-085", "DUN-087", "DUN-090")
def test_an_attack_hits_a_robot_on_the_same_planet_own_ones_itself_and_on_stations_too():
    game = Game(TWO + "r1 1 0,0 DAMAGE 1\nr2 2 0,0\nr3 1 0,0\nr4 1 0,0\n")
    game.round("r1 battle r2", "r3 battle r4", "r4 battle r4")
    assert [game.robot(name).health for name in ("r1", "r2", "r3", "r4")] == [10, 8, 10, 8]


@pytest.mark.rule("DUN-086", "DUN-087")
@pytest.mark.parametrize(
    ("level", "cost", "damage"), [(0, 1, 1), (1, 2, 2), (2, 3, 5), (3, 4, 10), (4, 5, 20), (5, 6, 50)]
)
def test_energy_and_damage_of_an_attack_follow_the_damage_level(level, cost, damage):
    game = Game(TWO + f"r1 1 0,1 DAMAGE {level}\nr2 2 0,1 HEALTH 5\n")
    game.round("r1 battle r2")
    assert (game.robot("r1").energy, game.robot("r2").health) == (20 - cost, 500 - damage)


@pytest.mark.rule("DUN-088", "DUN-237")
def test_an_attack_that_cannot_hit_costs_nothing():
    game = Game(TWO + "r1 1 0,1\nr2 2 0,1\nr3 1 0,1 energy 0\nr4 2 0,2\nr5 1 0,2\n")
    game.round("r2 move 0,2", "r1 battle r2", "r3 battle r4")
    assert (game.why("r1"), game.robot("r1").energy) == ("target_out_of_reach", 20)
    assert game.why("r3") == "target_out_of_reach"
    game.round("r3 battle r1")
    assert (game.why("r3"), game.robot("r3").energy) == ("not_enough_energy", 0)


@pytest.mark.rule("DUN-089", "DUN-057")
def test_a_robot_attacks_or_uses_an_item_never_both():
    game = Game(TWO + "r1 1 0,1 ROCKET 1\nr2 2 0,1\n")
    game.round("r1 use ROCKET r2", "r1 battle r2")
    assert (game.robot("r2").health, game.robot("r1").items[t.ROCKET]) == (9, 1)


@pytest.mark.rule("DUN-238", "DUN-095")
def test_only_robots_are_targets_of_which_the_player_was_told_before_the_commands_closed():
    game = Game(TWO + "r1 1 0,1 ROCKET 1\nr2 1 0,1\nr3 2 0,3\n")
    game.round("r3 move 0,2")
    game.round("r3 move 0,1", "r1 use ROCKET r3", "r2 battle r3")  # it arrives, but was not known
    assert (game.why("r1"), game.why("r2"), game.robot("r1").items[t.ROCKET]) == ("target_not_found",) * 2 + (1,)
    game.round("r1 use ROCKET r3", "r2 battle r3")
    assert game.robot("r3").health == 4


@pytest.mark.rule("DUN-091", "DUN-092")
def test_a_rocket_takes_5_needs_no_energy_and_is_used_up_on_success_alone():
    game = Game(TWO + "r1 1 0,1 ROCKET 2 energy 0\nr2 2 0,1\nr3 2 0,2\nr4 1 0,2\n")
    game.round("r1 use ROCKET r3")
    assert (game.why("r1"), game.robot("r1").items[t.ROCKET]) == ("target_out_of_reach", 2)
    game.round("r1 use ROCKET r2")
    assert (game.robot("r2").health, game.robot("r1").items[t.ROCKET], game.robot("r1").energy) == (5, 1, 0)
    game.round("r1 use ROCKET r1")
    assert game.robot("r1").health == 5
    game.round("r1 use ROCKET r2")
    assert game.why("r1") == "no_item"


@pytest.mark.rule("DUN-093", "DUN-094", "DUN-095")
@pytest.mark.parametrize(("item", "damage"), [("LONG_RANGE_BOMBARDMENT", 10), ("NUKE", 100)])
def test_bombs_hit_every_robot_of_a_known_planet_at_any_distance(item, damage):
    game = Game(TWO + f"r1 1 0,1 {item} 3\nr2 1 4,3 HEALTH 5\nr3 2 4,3 HEALTH 5\nr4 2 4,2 HEALTH 5\n")
    game.round(f"r1 use {item} 4,3")
    assert [game.robot(name).health for name in ("r2", "r3", "r4")] == [500 - damage] * 2 + [500]
    game.round(f"r1 use {item} 2,2")  # never heard of
    assert (game.why("r1"), game.robot("r1").items[t.ITEM_NAMES.index(item)]) == ("unknown_planet", 2)
    game.round(f"r1 use {item} 0,2")  # nobody is there
    assert (game.why("r1"), game.robot("r1").items[t.ITEM_NAMES.index(item)]) == ("", 1)


@pytest.mark.rule("DUN-096")
def test_self_destruction_takes_the_robot_itself_and_20_from_all_others_there():
    game = Game(TWO + "r1 1 0,1 HEALTH 5 SELF_DESTRUCTION 1\nr2 1 0,1 HEALTH 2\nr3 2 0,1 HEALTH 2\nr4 2 0,2\n")
    game.round("r1 use SELF_DESTRUCTION r3")
    assert (game.why("r1"), game.robot("r1").items[t.SELF_DESTRUCTION]) == ("invalid_target", 1)
    game.round("r1 use SELF_DESTRUCTION r1")
    assert game.alive() == ["r2", "r3", "r4"]
    assert [game.robot(name).health for name in ("r2", "r3", "r4")] == [30, 30, 10]


@pytest.mark.rule("DUN-097", "DUN-127")
def test_a_repair_swarm_heals_all_own_robots_there_and_swarms_add_up():
    robots = "r1 1 0,1 HEALTH 3 health 5 REPAIR_SWARM 1 energy 0\nr2 1 0,1 HEALTH 2 health 45\n"
    game = Game(TWO + robots + "r3 2 0,1 health 1\nr4 1 0,2 health 1\nr5 1 0,1 health 1 REPAIR_SWARM 1\n")
    game.round("r1 use REPAIR_SWARM", "r5 use REPAIR_SWARM")
    assert [game.robot(f"r{n}").health for n in range(1, 6)] == [45, 50, 1, 1, 10]
    assert [game.robot(name).items[t.REPAIR_SWARM] for name in ("r1", "r5")] == [0, 0]
    game.round("r1 use REPAIR_SWARM")
    assert game.why("r1") == "no_item"


@pytest.mark.rule("DUN-127", "DUN-119", "DUN-113")
def test_repairs_come_before_the_fights_of_a_round():
    game = Game(MAP + "1 money 1000\n2\nr1 1 0,0 health 1\nr2 2 0,0 ROCKET 1\nr3 2 0,0 DAMAGE 1\n")
    game.round("r1 buy HEALTH", "r2 use ROCKET r1", "r3 battle r1")
    assert game.robot("r1").health == 3
    assert [row.phase for row in game.g.events[: game.g.event_count] if row.kind == t.TRADED] == [5]


@pytest.mark.rule("DUN-119")
def test_the_nine_phases_come_in_their_order():
    robots = (
        "r1 1 0,1\nr2 1 0,0 coal 1\nr3 1 0,1 WORMHOLE 1\nr4 1 4,1\nr5 1 0,1 REPAIR_SWARM 1\n"
        "r6 1 0,1 ROCKET 1\nr7 1 0,1\nr8 1 2,4\nr9 1 0,1\n"
    )
    game = Game(TWO + robots, block_affects_own=False)
    game.round(
        "r9 regenerate", "r8 mine", "r7 battle r9", "r6 use ROCKET r9", "r5 use REPAIR_SWARM", "r4 move 4,2",
        "r3 use WORMHOLE", "r2 sell", "r1 block",
    )  # fmt: skip
    results = [row for row in game.g.events[: game.g.event_count] if row.phase and row.robot and row.order_no]
    phases = [row.phase for row in results]
    assert phases == sorted(phases)
    assert [game.why(f"r{n}") for n in range(1, 10)] == [""] * 9
    assert sorted(set(phases)) == list(range(1, 10))


@pytest.mark.rule("DUN-120", "DUN-128")
def test_items_take_effect_though_their_users_are_destroyed_in_the_same_phase():
    game = Game(TWO + "r1 1 0,1 ROCKET 1 health 5\nr2 2 0,1 ROCKET 1 health 5\nr3 2 0,1 ROCKET 1\n")
    game.round("r1 use ROCKET r2", "r2 use ROCKET r1", "r3 use ROCKET r1")
    assert game.alive() == ["r3"]


@pytest.mark.rule("DUN-122", "DUN-129", "DUN-131")
def test_commands_of_robots_destroyed_before_fail():
    game = Game(TWO + "r1 1 0,1 NUKE 1\nr2 2 2,4\nr3 2 2,4\nr4 2 2,4\nr5 1 2,4 HEALTH 5\nr6 2 0,1\n")
    game.round("r1 use NUKE 2,4", "r2 battle r5", "r3 mine", "r4 regenerate")
    assert game.alive() == ["r1", "r5", "r6"]
    assert game.rows(t.HIT)[-1][:3] == (2, t.ROBOT_DESTROYED, 2)
    assert game.rows(t.MINED)[0][:3] == (2, t.ROBOT_DESTROYED, 3)
    assert game.rows(t.REGENERATED)[0][:3] == (2, t.ROBOT_DESTROYED, 4)
    assert game.planet_at("2,4").amount == 10_000
    game.round("r5 battle r2")
    assert game.why("r5") == "target_not_found"


@pytest.mark.rule("DUN-130")
def test_a_robot_destroyed_in_phase_7_has_still_dealt_its_damage():
    game = Game(TWO + "r1 1 0,1 DAMAGE 3\nr2 2 0,1\n")
    game.round("r1 battle r2", "r2 battle r1")
    assert (game.alive(), game.robot("r1").health) == (["r1"], 9)


@pytest.mark.rule("DUN-132", "DUN-129")
def test_a_destroyed_robot_is_gone_with_its_items_and_upgrades():
    game = Game(TWO + "r1 1 0,1 DAMAGE 3\nr2 2 0,1 STORAGE 2 NUKE 3\n")
    game.round("r1 battle r2")
    assert (game.alive(), game.player(2).robots) == (["r1"], 0)
    assert list(game.robot("r1").items) == [0] * t.ITEMS


@pytest.mark.rule("DUN-163", "DUN-162")
def test_damage_counts_on_foreign_robots_and_not_beyond_their_health():
    game = Game(TWO + "r1 1 0,1 DAMAGE 4\nr2 2 0,1 health 7\nr3 1 0,1 DAMAGE 2\nr4 1 0,1 DAMAGE 1\n")
    game.round("r1 battle r2", "r3 battle r2", "r4 battle r4")
    assert game.player(1).damage == 7 + 5
    assert game.fighting(1) == 10 + 7 + 5


@pytest.mark.rule("DUN-164", "DUN-249")
def test_the_kill_goes_to_the_most_damage_of_the_phase_and_ties_share_it():
    board = THREE + "r1 3 0,1\nr2 1 0,1 DAMAGE 2\nr3 2 0,1 DAMAGE {}\nr4 3 0,1 DAMAGE {}\n"
    for levels, kills in (((3, 0), [0, 1]), ((2, 0), [1, 1]), ((2, 2), [1, 1]), ((2, 3), [0, 0]), ((1, 4), [0, 0])):
        game = Game(board.format(*levels))
        game.round("r2 battle r1", "r3 battle r1", "r4 battle r1")
        assert "r1" not in game.alive()
        assert [game.player(seat).kills for seat in (1, 2)] == kills
        assert (game.player(3).kills, game.player(3).losses) == (0, 1)


@pytest.mark.rule("DUN-164")
def test_damage_of_an_earlier_phase_or_round_does_not_count_for_the_kill():
    game = Game(THREE + "r1 3 0,1\nr2 1 0,1 ROCKET 1\nr3 2 0,1 DAMAGE 2\n")
    game.round("r2 use ROCKET r1", "r3 battle r1")
    assert [game.player(seat).kills for seat in (1, 2)] == [0, 1]


@pytest.mark.rule("DUN-165")
def test_robots_destroyed_by_their_own_side_are_losses_too():
    game = Game(TWO + "r1 1 0,1 DAMAGE 3\nr2 1 0,1\n")
    game.round("r1 battle r2")
    assert (game.player(1).kills, game.player(1).losses, game.player(1).damage, game.fighting(1)) == (0, 1, 0, -10)


@pytest.mark.rule("DUN-199", "DUN-200")
def test_the_health_left_counts_hits_in_the_order_of_the_attackers():
    game = Game(TWO + "r1 1 0,1\nr2 2 0,1 DAMAGE 2\nr3 2 0,1 DAMAGE 2\nr4 2 0,1\n")
    game.round("r4 battle r1", "r3 battle r1", "r2 battle r1")
    assert [(row[2], row[4]) for row in game.rows(t.HIT)] == [(2, 5), (3, 0), (4, 0)]


@pytest.mark.rule("DUN-162")
def test_the_weights_of_the_fighting_score_are_settings():
    game = Game(TWO + "r1 1 0,1 DAMAGE 3\nr2 2 0,1\n", score_kill=7, score_loss=-3, score_damage=2)
    game.round("r1 battle r2")
    assert (game.fighting(1), game.fighting(2)) == (7 + 2 * 10, -3)
