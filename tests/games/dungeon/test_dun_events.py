"""What happens in a round, as events: their fields, their order, and who is told."""

import pytest
from tests.games.dungeon.text_states import SKY, Sky, tag

from roundhouse.core.game import EVERYTHING
from roundhouse.games.dungeon import GAME
from roundhouse.games.dungeon.rules import tables as t


@pytest.mark.rule("DUN-082", "DUN-197", "DUN-065", "DUN-043")
def test_a_move_is_told_with_the_planet_and_followed_by_its_neighbours():
    sky = Sky(SKY + "r1 1 1,4\n")
    assert sky.give("r1 move 2,4") == [GAME.receipt(sky.g, 1)]
    events = sky.round()
    assert sky.told(events, 1, "movement", "neighbours", "arrival") == [
        {
            "type": "movement", "transaction": "1#1", "seat": 1, "robot": "r1", "success": True, "reason": "",
            "energy": 19, "origin": "1,4",
            "planet": {
                "id": "2,4", "x": 2, "y": 4, "gravity": 1, "visited": True, "station": False, "resource": "coal",
                "amount": None, "as_of": 4, "neighbours": {"EAST": "3,4", "WEST": "1,4"},
            },
            "robots": {"r1": 1},
        },
        {
            "type": "neighbours", "transaction": "1#1", "seat": 1, "robot": "r1", "planet": "2,4",
            "neighbours": [
                {"id": "3,4", "gravity": 1, "direction": "EAST"}, {"id": "1,4", "gravity": 1, "direction": "WEST"},
            ],
        },
    ]  # fmt: skip
    assert sky.heard(events, "movement") == sky.heard(events, "neighbours") == [1, EVERYTHING]


@pytest.mark.rule("DUN-202", "DUN-080")
def test_who_is_held_by_a_blockade_is_told_so_and_those_present_learn_who_blocks():
    sky = Sky(SKY + "r1 1 1,4\nr2 2 1,4\nr3 3 0,4\n")
    events = sky.round("r1 move 2,4", "r2 block")
    assert sky.told(events, 1, "movement", "planet_blocked", "neighbours") == [
        {
            "type": "planet_blocked", "transaction": None, "seat": 2, "robot": "r2", "success": True, "reason": "",
            "planet": "1,4",
        },
        {
            "type": "movement", "transaction": "1#1", "seat": 1, "robot": "r1", "success": False,
            "reason": "planet_blocked", "energy": 19, "origin": "1,4", "planet": None, "robots": {},
        },
    ]  # fmt: skip
    (own,) = sky.told(events, 2, "planet_blocked")
    assert (own["energy"], own["transaction"], "to" in own) == (16, "2#1", False)
    assert sky.heard(events, "planet_blocked") == [1, 2, EVERYTHING]
    failed = sky.round("r2 move 0,4", "r1 block")
    assert sky.heard(failed, "planet_blocked") == [1, 2, EVERYTHING]
    sky.g.robots[0].energy = 0
    assert sky.heard(sky.round("r1 block"), "planet_blocked") == [1, EVERYTHING]  # it failed


@pytest.mark.rule("DUN-045", "DUN-046", "DUN-047")
def test_who_enters_learns_who_is_there_after_all_moves_and_who_is_there_learns_who_arrives():
    sky = Sky(SKY + "r1 1 1,4\nr2 2 2,4\nr3 3 3,4\nr4 2 0,4\nr5 3 2,4\n")
    # r1 and r4 come; r5 leaves in the same phase; r2 stays
    events = sky.round("r1 move 2,4", "r4 move 1,4", "r5 move 3,4")
    moved = {one["robot"]: one["robots"] for seat in (1, 2, 3) for one in sky.told(events, seat, "movement")}
    assert moved == {"r1": {"r1": 1, "r2": 2}, "r4": {"r4": 2}, "r5": {"r3": 3, "r5": 3}}
    assert list(moved["r1"]) == sorted(moved["r1"], key=sky.robot_id)  # which tells nothing of their age
    arrivals = {seat: sky.told(events, seat, "arrival") for seat in (1, 2, 3)}
    assert arrivals == {
        1: [],
        2: [{"type": "arrival", "transaction": None, "robot": "r1", "seat": 1, "planet": "2,4"}],
        3: [],  # its own robot r5 came to its own r3
    }


@pytest.mark.rule("DUN-046", "DUN-047")
def test_robots_that_swap_places_do_not_meet_and_those_that_meet_hear_of_each_other():
    sky = Sky(SKY + "r1 1 1,4\nr2 2 2,4\n")
    swapped = sky.round("r1 move 2,4", "r2 move 1,4")
    assert sky.heard(swapped, "arrival") == []
    assert sky.told(swapped, 1, "movement")[0]["robots"] == {"r1": 1}
    met = sky.round("r1 move 3,4", "r2 move 2,4")
    assert sky.heard(met, "arrival") == []
    met = sky.round("r1 move 2,4", "r2 move 3,4")
    met = sky.round("r1 move 1,4", "r2 move 2,4")
    met = sky.round("r2 move 1,4")
    assert [one["robot"] for one in sky.told(met, 1, "arrival")] == ["r2"]
    assert sky.told(met, 2, "movement")[0]["robots"] == {"r1": 1, "r2": 2}


@pytest.mark.rule("DUN-045", "DUN-046", "DUN-047")
def test_presence_is_as_of_the_phase_whatever_moves_later_in_the_round():
    sky = Sky(SKY + "r1 1 1,4\nr2 2 1,4\nr3 3 0,4\nr4 2 0,4\n")
    blocked = sky.round("r1 block", "r3 move 1,4")
    assert sky.heard(blocked, "planet_blocked") == [1, 2, EVERYTHING]  # the third came when it was blocked already
    town = Sky("round 1 of 9\n1. 1S\n1. 1.\n1 money 500\n2 money 500\n3 money 0\nr1 2 1,1\nr2 3 1,0\n")
    built = town.round("1: buy 1 ROBOT", "r1 move 0,1", "r2 move 1,1")
    assert town.told(built, 1, "robot_spawned")[0]["robots"] == {"r1": 2}
    assert [town.heard([event], "arrival") for event in built if tag(event) == "arrival"] == [
        [2, EVERYTHING],  # the new robot, when the first was still there
        [1, EVERYTHING],  # and later the second
    ]
    site = Sky("round 1 of 9\n1. 1S\n1. 1.\n1 money 500\n2 money 500\nr1 2 1,1\n")
    assert site.heard(site.round("1: buy 1 ROBOT", "r1 block"), "planet_blocked") == [2, EVERYTHING]
    gate = Sky("round 1 of 9\n1. --\n1. --\n1 money 0\n2 money 0\nr1 1 0,0 WORMHOLE 1\nr2 2 0,0\nr3 2 0,1\n")
    events = gate.round("r1 use WORMHOLE", "r2 move 0,1", "r3 move 0,0")
    (moved,) = gate.told(events, 1, "movement")
    before = {"0,0": {"r1": 1, "r2": 2}, "0,1": {"r1": 1, "r3": 2}}
    assert moved["robots"] == before[moved["planet"]["id"]]  # after the wormholes, before the moves


@pytest.mark.rule("DUN-198", "DUN-197", "DUN-047", "DUN-065")
def test_robots_are_bought_in_one_trade_and_spawn_one_by_one():
    sky = Sky("round 1 of 9\n1. 1S\n1. 1.\n1 money 500\n2 money 500\nr1 2 1,1\n")
    events = sky.round("1: buy 2 ROBOT")
    told = sky.told(events, 1)
    own = [one for one in told if one["transaction"] == "1#1"]
    assert [one["type"] for one in own] == ["trade", *["robot_spawned", "neighbours"] * 2]
    assert own[0] == {
        "type": "trade", "transaction": "1#1", "seat": 1, "kind": "buy", "robot": None, "success": True, "reason": "",
        "article": "ROBOT", "quantity": 2, "money": -200, "robots": ["r2", "r3"], "sold": {}, "prices": {},
    }  # fmt: skip
    assert [(one["robot"], one["planet"]["id"], one["robots"]) for one in (own[1], own[3])] == [
        ("r2", "1,1", {"r1": 2, "r3": 1}), ("r3", "1,1", {"r1": 2, "r2": 1}),
    ]  # fmt: skip
    assert own[1]["planet"]["station"] is True
    assert sorted(one["robot"] for one in sky.told(events, 2, "arrival")) == ["r2", "r3"]
    assert sky.heard(events, "robot_spawned") == sky.heard(events, "trade") == [1, EVERYTHING]


@pytest.mark.rule("DUN-195", "DUN-103", "DUN-109")
def test_trades_of_robots_say_what_was_sold_and_bought():
    sky = Sky(SKY + "r1 1 0,4 coal 3 gem 1\nr2 1 0,4\nr3 1 0,4\n")
    events = sky.round("r1 sell", "r2 buy ROCKET", "r3 buy NUKE", "1: buy 9 ROBOT")
    trades = {one["robot"]: one for one in sky.told(events, 1, "trade")}
    words = ("kind", "success", "reason", "article", "quantity", "money", "sold", "prices")
    assert [trades["r1"][word] for word in words] == [
        "sell", True, "", None, 4, 45, {"coal": 3, "gem": 1}, {"coal": 5, "gem": 30},
    ]  # fmt: skip
    assert [trades["r2"][word] for word in words] == ["buy", True, "", "ROCKET", 1, -40, {}, {}]
    assert [trades["r3"][word] for word in words] == ["buy", True, "", "NUKE", 1, -210, {}, {}]
    assert [trades[None][word] for word in words] == ["buy", False, "not_enough_money", "ROBOT", 9, 0, {}, {}]
    assert (trades[None]["robots"], trades[None]["transaction"]) == ([], "1#4")


@pytest.mark.rule("DUN-195", "DUN-067")
def test_what_is_no_article_is_told_when_it_is_executed():
    sky = Sky(SKY + "r1 1 0,4\n")
    events = sky.round("r1 buy BOMB")
    (trade,) = sky.told(events, 1, "trade")
    assert (trade["kind"], trade["article"], trade["success"], trade["reason"]) == (
        "buy", None, False, "unknown_article",
    )  # fmt: skip


@pytest.mark.rule("DUN-097", "DUN-195")
def test_a_repair_swarm_tells_the_health_of_all_that_it_healed():
    sky = Sky(SKY + "r1 1 1,4 health 1 REPAIR_SWARM 2\nr2 1 1,4 health 3\nr3 1 0,4 health 3\nr4 2 1,4 health 3\n")
    events = sky.round("r1 use REPAIR_SWARM", "r3 use REPAIR_SWARM")
    repairs = sky.told(events, 1, "item_repair")
    assert [(one["robot"], one["success"], one["reason"], one["left"], one["robots"]) for one in repairs] == [
        ("r1", True, "", 1, {"r1": 10, "r2": 10}), ("r3", False, "no_item", 0, {}),
    ]  # fmt: skip
    assert sky.heard(events, "item_repair") == [1, EVERYTHING]


@pytest.mark.rule("DUN-083", "DUN-197", "DUN-047")
def test_a_wormhole_names_the_movement_that_it_caused():
    sky = Sky("round 1 of 9\n1. --\n1. --\n1 money 0\n2 money 0\nr1 1 0,0 WORMHOLE 1\nr2 2 0,1\nr3 1 0,1\n")
    events = sky.round("r1 use WORMHOLE", "r3 use WORMHOLE")
    assert [tag(event) for event in events if event.phase == 3][:3] == ["item_movement", "movement", "neighbours"]
    used = [event for event in events if tag(event) == "item_movement"]
    moved = next(event for event in events if tag(event) == "movement")
    assert [(event.success, event.reason, event.left, event.movement) for event in used] == [
        (True, "", 0, moved.id), (False, "no_item", 0, None),
    ]  # fmt: skip
    assert (moved.phase, moved.energy, moved.transaction) == (3, 20, used[0].transaction)
    arrived = sky.heard(events, "arrival")
    assert arrived == ([2, EVERYTHING] if moved.planet.id == sky.planet_id("0,1") else [])


@pytest.mark.rule("DUN-201", "DUN-195")
def test_miners_are_told_what_is_left_and_others_nothing():
    sky = Sky(SKY + "r1 1 2,4\nr2 2 2,4 coal 19\nr3 3 2,4\nr4 3 1,4\n", patch_amount=100)
    events = sky.round("r1 mine", "r2 mine", "r4 mine")
    for seat in (1, 2):
        assert sky.told(events, seat, "resource_mined") == [
            {"type": "resource_mined", "transaction": None, "planet": "2,4", "resource": "coal", "mined": 4, "left": 96}
        ]
    assert sky.heard(events, "resource_mined") == [1, 2, EVERYTHING]
    mined = {one["robot"]: one for seat in (1, 2, 3) for one in sky.told(events, seat, "mining")}
    words = ("success", "reason", "resource", "amount", "units", "energy")
    assert [mined["r1"][word] for word in words] == [True, "", "coal", 2, 2, 19]
    assert [mined["r2"][word] for word in words] == [True, "", "coal", 20, 1, 19]
    assert [mined["r4"][word] for word in words] == [False, "no_resource", None, 0, 0, 20]
    assert set(mined) == {"r1", "r2", "r4"}


@pytest.mark.rule("DUN-143", "DUN-042")
def test_a_patch_that_comes_back_is_told_to_those_present_and_was_not_there_when_they_came():
    board = "round 1 of 9\n1c 1.\n1S 1S\n1 money 0\n2 money 0\n3 money 0\nr1 1 0,1\nr2 2 1,0\nr3 3 0,0\npatch 0,1 1\n"
    sky = Sky(board)
    events = sky.round("r1 mine", "r2 move 1,1", "r3 move 0,1")
    moved = {one["robot"]: one["planet"]["resource"] for seat in (2, 3) for one in sky.told(events, seat, "movement")}
    assert moved == {"r2": None, "r3": "coal"}  # before it was mined
    assert sky.told(events, 2, "resource_appeared") == [
        {"type": "resource_appeared", "transaction": None, "planet": "1,1", "resource": "coal"}
    ]
    assert sky.heard(events, "resource_appeared") == [2, EVERYTHING]
    assert [sky.planet(1, "0,1")[key] for key in ("resource", "as_of")] == [None, 1]


@pytest.mark.rule("DUN-193")
def test_a_refilled_patch_is_announced_to_those_present():
    sky = Sky(SKY + "r1 1 2,4\nr2 2 1,4\npatch 2,4 5\n")
    GAME.rules.change(sky.g, [t.CHANGE_REFILL, 14])
    events = sky.round()
    (appeared,) = [event for event in events if tag(event) == "resource_appeared"]
    assert (appeared.round, appeared.phase, appeared.resource, appeared.to) == (5, 0, "coal", [1])


@pytest.mark.rule("DUN-102", "DUN-195")
def test_regeneration_is_told_to_its_owner():
    sky = Sky(SKY + "r1 1 1,4 energy 3\n")
    events = sky.round("r1 regenerate")
    assert [(one["robot"], one["energy"]) for one in sky.told(events, 1, "regeneration")] == [("r1", 7)]
    assert sky.heard(events, "regeneration") == [1, EVERYTHING]


@pytest.mark.rule("DUN-051", "DUN-053", "DUN-146")
def test_spectators_hear_what_is_public_and_nothing_else():
    sky = Sky(SKY.replace("of 50", "of 5") + "r1 1 1,4\nr2 2 1,4\n")
    first = sky.round("r1 move 2,4", "r2 mine")
    assert [(one["type"], one.get("status", one.get("name"))) for one in sky.told(first, 0)] == [
        ("round_status", "command input ended"), ("achievement", "Sputnik"), ("round_status", "ended"),
        ("round_status", "started"), ("prices", None),
    ]  # fmt: skip
    assert [event.round for event in first if tag(event) == "round_status"] == [4, 4, 5]
    last = sky.round("r1 mine")
    assert [one["type"] for one in sky.told(last, 0)] == [
        "round_status", "achievement", "round_status", "trophy", "trophy", "trophy", "game_over"
    ]  # fmt: skip
    assert sky.told(last, 0, "game_over") == [
        {"type": "game_over", "transaction": None, "reason": "rounds", "places": [1, 2, 2]}
    ]
    assert [(one["category"], one["place"], one["seat"]) for one in sky.told(last, 0, "trophy")] == [
        ("game", 1, 1), ("mining", 1, 1), ("movement", 1, 1),
    ]  # fmt: skip
    prices = sky.told(first, 0, "prices")[0]
    assert (prices["resources"]["coal"], prices["articles"]["ROBOT"]) == (5, 100)


@pytest.mark.rule("DUN-054", "DUN-053")
def test_with_open_every_player_is_told_every_event_whole():
    orders = ("r1 move 2,4", "r2 block", "r3 battle r2", "r4 mine")
    board = SKY + "r1 1 1,4\nr2 2 1,3\nr3 3 1,3\nr4 1 2,4\n"
    sky = Sky(board, visibility="open")
    events = sky.round(*orders)
    for seat in (1, 2, 3):
        assert sky.told(events, seat) == [
            {key: value for key, value in one.items() if key != "to"} for one in sky.told(events, EVERYTHING)
        ]
    fair = Sky(board)
    events = fair.round(*orders)
    told = [len(fair.told(events, seat)) for seat in (0, 1, 2, 3, EVERYTHING)]
    assert told == [6, 10, 8, 8, 12]
