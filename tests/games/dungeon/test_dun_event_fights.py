"""Fights as events: who is told what of hits, destructions and shared cargo."""

import pytest
from tests.games.dungeon.text_states import SKY, Sky, tag

from roundhouse.core.game import EVERYTHING

KINDS = {"coal": 0, "iron": 0, "gem": 0, "gold": 0, "platin": 0}


@pytest.mark.rule("DUN-049", "DUN-052", "DUN-200")
def test_who_is_hit_learns_the_attacker_and_the_health_left_but_not_its_energy():
    sky = Sky(SKY + "r1 1 1,4 DAMAGE 1\nr2 2 1,4\nr3 3 1,4\nr4 1 1,4\n")
    events = sky.round("r1 battle r2", "r4 battle r2")
    fights = sky.told(events, 2, "fight")
    assert fights[0] == {
        "type": "fight", "transaction": None, "seat": 1, "robot": "r1", "success": True, "reason": "", "target": "r2",
        "target_seat": 2, "item": "", "health": 8,
    }  # fmt: skip
    assert [(one["robot"], one["health"]) for one in fights] == [("r1", 8), ("r4", 7)]  # in the attackers' order
    own = sky.told(events, 1, "fight")
    assert [(one["energy"], one["transaction"]) for one in own] == [(18, "1#1"), (19, "1#2")]
    assert sky.heard(events, "fight") == [1, 2, EVERYTHING]


@pytest.mark.rule("DUN-067", "DUN-088", "DUN-195")
def test_an_attack_that_fails_is_told_to_the_attacker_alone():
    sky = Sky(SKY + "r1 1 1,4\nr2 2 1,4\nr3 3 4,4\n")
    sky.round("r2 move 1,3")
    events = sky.round("r1 battle r2")
    (fight,) = sky.told(events, 1, "fight")
    assert (fight["success"], fight["reason"], fight["target"], fight["health"], fight["energy"]) == (
        False, "target_out_of_reach", "r2", None, 20,
    )  # fmt: skip
    assert sky.heard(events, "fight") == [1, EVERYTHING]
    (fight,) = sky.told(sky.round("r1 battle r3"), 1, "fight")  # it was never told of that one
    assert (fight["reason"], fight["target"], fight["target_seat"]) == ("target_not_found", "", 0)
    late = Sky(SKY + "r1 1 1,4\nr2 2 1,4 health 5\nr3 3 1,4 ROCKET 1\n")
    fights = late.told(late.round("r1 battle r2", "r3 use ROCKET r2"), 1, "fight")
    # Whether it was destroyed just now or long ago is not told by the failure.
    assert [(one["reason"], one["target"], one["target_seat"]) for one in fights] == [("target_not_found", "", 0)]


@pytest.mark.rule("DUN-199", "DUN-196", "DUN-128")
def test_fights_of_an_item_carry_its_transaction_and_come_before_destruction_and_sharing():
    sky = Sky(
        SKY + "r1 1 0,4 LONG_RANGE_BOMBARDMENT 1\nr2 2 1,4 coal 6\nr3 3 1,4 HEALTH 1\nr4 1 1,4 health 25 HEALTH 1\n"
    )
    events = sky.round("r1 use LONG_RANGE_BOMBARDMENT 1,4")
    assert [tag(event) for event in events if event.phase == 6] == [
        "fight", "fight", "fight", "item_fight", "robot_destroyed", "cargo_shared", "cargo_shared",
    ]  # fmt: skip
    assert {one["transaction"] for one in sky.told(events, 1, "fight", "item_fight")} == {"1#1"}
    assert [(one["target"], one["item"], one["health"]) for one in sky.told(events, 1, "fight")] == [
        ("r2", "LONG_RANGE_BOMBARDMENT", 0), ("r3", "LONG_RANGE_BOMBARDMENT", 15), ("r4", "LONG_RANGE_BOMBARDMENT", 15),
    ]  # fmt: skip
    (used,) = sky.told(events, 1, "item_fight")
    assert (used["left"], used["success"]) == (0, True)
    whole = next(event for event in events if tag(event) == "item_fight")
    assert whole.fights == [event.id for event in events if tag(event) == "fight"]
    assert sky.heard(events, "item_fight") == [1, EVERYTHING]
    assert sky.told(events, 3, "cargo_shared") == [
        {"type": "cargo_shared", "transaction": None, "seat": 3, "robot": "r3", "cargo": {**KINDS, "coal": 3}}
    ]
    assert [one["robot"] for one in sky.told(events, 1, "cargo_shared")] == ["r4"]
    assert sky.told(events, 2, "cargo_shared") == []


@pytest.mark.rule("DUN-196", "DUN-049")
def test_a_destruction_is_told_to_the_owner_those_with_the_kill_and_those_present():
    sky = Sky(SKY + "r1 1 0,4 NUKE 1\nr2 2 1,4\nr3 3 2,4\n")
    events = sky.round("r1 use NUKE 1,4")
    for seat in (1, 2):
        assert sky.told(events, seat, "robot_destroyed") == [
            {"type": "robot_destroyed", "transaction": None, "robot": "r2", "seat": 2, "planet": "1,4", "credited": [1]}
        ]
    assert sky.heard(events, "robot_destroyed") == [1, 2, EVERYTHING]
    watched = Sky(SKY + "r1 1 1,4\nr2 2 1,4 health 1\nr3 3 1,4\n")
    assert watched.heard(watched.round("r1 battle r2"), "robot_destroyed") == [1, 2, 3, EVERYTHING]
    later = Sky(SKY + "r1 1 1,4 ROCKET 1\nr2 2 1,4 health 5\nr3 3 1,4 health 1\nr4 1 1,4\n")
    events = later.round("r1 use ROCKET r2", "r4 battle r3")
    assert [one["robot"] for one in later.told(events, 3, "robot_destroyed")] == ["r2", "r3"]
    assert [one["robot"] for one in later.told(events, 2, "robot_destroyed")] == ["r2"]  # it was gone by then
    together = Sky(SKY + "r1 1 1,4 health 1\nr2 2 1,4 health 1\n")
    both = together.round("r1 battle r2", "r2 battle r1")
    assert [one["robot"] for one in together.told(both, 1, "robot_destroyed")] == ["r1", "r2"]


@pytest.mark.rule("DUN-195", "DUN-122")
def test_a_command_of_a_robot_that_was_destroyed_before_is_told_as_failed():
    sky = Sky(SKY + "r1 1 1,4 ROCKET 1\nr2 2 1,4 health 5\nr3 2 1,4 health 5\n")
    events = sky.round("r1 use ROCKET r2", "r2 battle r1")
    (fight,) = [one for one in sky.told(events, 2, "fight") if one["seat"] == 2]
    assert (fight["robot"], fight["success"], fight["reason"], fight["health"]) == (
        "r2", False, "robot_destroyed", None,
    )  # fmt: skip
    assert sky.told(events, 1, "fight")[0]["item"] == "ROCKET"
