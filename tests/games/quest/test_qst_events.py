"""Who is told what of what happens."""

import msgspec
import pytest
from tests.games.quest.text_states import NAMES, Field, arena, plain, random_play, tag

from roundhouse.core.entries import enter, leave
from roundhouse.core.game import EVERYTHING
from roundhouse.games.quest import GAME
from roundhouse.games.quest.events import Event
from roundhouse.games.quest.rules import tables as t

# Seats 1 and 2 next to each other, seat 3 near enough to see 5,2 but not 4,2; seat 4 sees nothing of them
FOUR = """
round 3 of 80 turn 1
....................
....................
....................
....................
....................
....................
1 start 0,0
2 start 9,0
3 start 10,5
4 start 19,5
100 4,2 iron 20 stone 8 wood 30
101 0,0
200 5,2
201 9,0
300 10,5
301 10,4
400 19,5
401 19,4
"""
EVERYBODY, ALL = [0, 1, 2, 3, 4, EVERYTHING], [1, 2, 3, 4]


def damage(attacker, target, x, amount, **more):
    return {
        "type": "damage", "seat": attacker // 100, "attacker": attacker, "target": target,
        "target_seat": target // 100, "x": x, "y": 2, "damage": amount, "retaliation": False,
    } | more  # fmt: skip


@pytest.mark.rule("QST-138")
def test_everybody_is_told_whose_turn_ended_and_why():
    field = Field(FOUR)
    field.do("end_turn")
    events = field.next()
    assert field.heard(events, "turn_end") == EVERYBODY
    assert field.told(events, 4, "turn_end") == [{"type": "turn_end", "seat": 1, "why": "end_turn"}]
    assert field.told(field.next(), 1, "turn_end") == [{"type": "turn_end", "seat": 2, "why": "time"}]
    enter(GAME.rules, field.g, leave(3, t.CONNECTION_LOST))
    assert field.told(field.next(), 1, "turn_end") == [{"type": "turn_end", "seat": 3, "why": "disconnected"}]
    enter(GAME.rules, field.g, leave(4, t.RESIGNED))
    assert field.told(field.next(), 1, "turn_end") == [{"type": "turn_end", "seat": 4, "why": "resigned"}]
    short = Field(FOUR, max_actions=2)
    short.do("100 view")
    short.do("101 view")
    assert short.told(short.next(), 3, "turn_end") == [{"type": "turn_end", "seat": 1, "why": "max_actions"}]


@pytest.mark.rule("QST-138", "QST-119", "QST-121")
def test_everybody_is_told_whose_turn_begins_and_only_that_player_how_its_units_are():
    field = Field(
        FOUR.replace("200 5,2", "200 5,2 energy 0").replace("201 9,0", "201 9,0 frozen 2 energy 0")
        + "tower 1 of 1 7,4 level 1 energy 312\ntower 2 of 2 15,0 level 2 energy 33\ntower 3 of 3 7,5 level 1 energy 5"
    )
    events = field.next()
    assert field.heard(events, "turn_start") == EVERYBODY
    short = {"type": "turn_start", "seat": 2, "round": 3, "rounds_left": 77}
    for seat in (0, 1, 3, 4):
        assert field.told(events, seat, "turn_start") == [short]
    first = {
        "id": 200, "energy": 80 - 41 - 5, "max_energy": 200, "replenished": 80,
        "drained": [{"tower": 1, "amount": 41}, {"tower": 3, "amount": 5}],
    }  # fmt: skip
    second = {"id": 201, "energy": 0, "max_energy": 200, "replenished": 0, "drained": []}
    full = short | {"units": [first, second], "towers": [{"id": 2, "energy": 33}]}
    for seat in (2, EVERYTHING):
        assert field.told(events, seat, "turn_start") == [full]


@pytest.mark.rule("QST-119", "QST-142")
def test_rounds_left_are_part_of_every_turn_start():
    g = arena()
    left = []
    for _ in random_play(g, 2):
        left += [(event.round, event.rounds_left) for event in GAME.events(g) if tag(event) == "turn_start"]
    assert left[:4] == [(1, 11), (1, 11), (2, 10), (2, 10)]  # the text begins in the turn of player 1
    assert left[-1] == (12, 0)
    assert all(played + rest == 12 for played, rest in left)


@pytest.mark.rule("QST-119")
def test_a_match_begins_with_the_first_turn():
    g = GAME.start(GAME.setup(NAMES[:2], seed=1))
    told = [plain(GAME.of_event(g, event, 1)) for event in GAME.events(g)]
    assert [event["type"] for event in told] == ["turn_start"]
    assert [unit["id"] for unit in told[0]["units"]] == list(range(100, 110))
    assert (told[0]["seat"], told[0]["round"], told[0]["rounds_left"]) == (1, 1, 79)


@pytest.mark.rule("QST-139", "QST-066")
def test_damage_is_told_to_both_owners_and_to_those_who_see_the_target():
    field = Field(FOUR.replace("200 5,2", "200 5,2 strikes 7 of 7"))
    events = field.do("100 attack 200 30")
    hit, back = damage(100, 200, 5, 30), damage(200, 100, 4, 7, retaliation=True)
    assert field.told(events, 1) == field.told(events, 2) == [hit, back]
    assert field.told(events, 3) == [hit]
    assert field.told(events, 4) == field.told(events, 0) == []
    assert field.told(events, EVERYTHING) == [hit, back]


@pytest.mark.rule("QST-139", "QST-072", "QST-073")
def test_deaths_are_told_to_both_owners_and_to_those_who_see_them():
    field = Field(FOUR.replace("200 5,2", "200 5,2 energy 9 of 9"))
    events = field.do("100 attack 200 30")
    died = {"type": "died", "seat": 2, "unit": 200, "x": 5, "y": 2, "by": 100, "by_seat": 1}
    back = {"type": "respawned", "seat": 2, "unit": 200, "x": 9, "y": 0}
    assert [field.told(events, seat, "died") for seat in (1, 2, 3, 4)] == [[died]] * 3 + [[]]
    assert [field.told(events, seat, "respawned") for seat in (1, 2, 3, 4)] == [[back]] * 3 + [[]]
    far = Field(
        FOUR.replace("200 5,2", "200 5,2 energy 9 of 9")
        .replace("301 10,4", "301 10,5")
        .replace("2 start 9,0", "2 start 2,0")
    )
    events = far.do("100 attack 200 30")
    assert far.heard(events, "respawned") == [1, 2, EVERYTHING]


@pytest.mark.rule("QST-139")
def test_a_unit_that_is_removed_does_not_come_back():
    field = Field(FOUR.replace("200 5,2", "200 5,2 energy 9 of 9"), respawn=False)
    assert [event["type"] for event in field.told(field.do("100 attack 200 30"), 2)] == ["damage", "died", "points"]


@pytest.mark.rule("QST-140")
def test_a_sprung_trap_is_told_to_its_owner_the_unit_and_those_who_see_it():
    field = Field(FOUR + "trap 2 of 4 4,1")
    events = field.do("100 move 4,1")
    sprung = {
        "type": "trap_sprung", "seat": 1, "unit": 100, "trap_seat": 4, "x": 4, "y": 1, "level": 2, "frozen": 3
    }  # fmt: skip
    assert field.heard(events, "trap_sprung") == [1, 2, 4, EVERYTHING]
    assert field.told(events, 4) == [sprung]  # and not where the unit came from


@pytest.mark.rule("QST-140")
def test_towers_are_told_to_their_owner_and_those_who_see_them():
    field = Field(FOUR.replace("200 5,2", "200 5,2 stone 50 wood 50"))
    field.next()
    events = field.do("200 place_tower tower1 stone 50 wood 50")
    placed = {"type": "tower_placed", "seat": 2, "tower": 1, "x": 5, "y": 2, "level": 1}
    assert [field.told(events, seat, "tower_placed") for seat in ALL] == [[placed]] * 3 + [[]]
    field.g.towers[0].energy = 10
    events = field.next()  # player 3's units drain it
    gone = {"type": "tower_destroyed", "seat": 2, "tower": 1, "x": 5, "y": 2, "level": 1}
    assert [field.told(events, seat, "tower_destroyed") for seat in ALL] == [[gone]] * 3 + [[]]


@pytest.mark.rule("QST-140", "QST-111")
def test_drains_are_told_to_the_owners_of_tower_and_unit():
    field = Field(FOUR + "tower 5 of 4 5,4 level 1 energy 300")
    events = field.next()
    drained = {
        "type": "drained", "seat": 2, "unit": 200, "tower": 5, "tower_seat": 4, "amount": 62, "tower_energy": 238
    }  # fmt: skip
    assert field.heard(events, "drained") == [2, 4, EVERYTHING]
    assert drained in field.told(events, 4, "drained")


@pytest.mark.rule("QST-141")
def test_research_and_crafts_stay_within_the_team_and_points_are_told_to_all():
    field = Field(FOUR)
    events = field.do("100 research sword")
    assert field.told(events, 1) == [
        {"type": "researched", "seat": 1, "unit": 100, "kind": "sword", "level": 2, "gold": 0}
    ]
    assert field.heard(events, "researched") == [1, EVERYTHING]
    events = field.do("100 craft sword1 iron 10 stone 4 wood 4")
    assert field.heard(events, "crafted") == [1, EVERYTHING]
    points = {"type": "points", "seat": 1, "source": "craft", "gained": 54, "points": 54}
    for seat in EVERYBODY:
        assert field.told(events, seat, "points") == [points]
    assert field.told(events, 1, "crafted") == [{"type": "crafted", "seat": 1, "unit": 100, "item": "sword1"}]


@pytest.mark.rule("QST-141", "QST-126", "QST-127")
def test_points_name_their_source():
    field = Field(FOUR.replace("200 5,2", "200 5,2 energy 9 of 9") + "buried iron 9 4,2")
    assert field.told(field.do("100 attack 200 9"), 4, "points")[0] == {
        "type": "points", "seat": 1, "source": "kill", "gained": 150, "points": 150
    }  # fmt: skip
    assert field.told(field.do("100 pickup iron 9"), 4) == [
        {"type": "points", "seat": 1, "source": "pickup", "gained": 9, "points": 159}
    ]


@pytest.mark.rule("QST-141", "QST-131")
def test_points_of_the_original_are_told_as_they_count():
    field = Field(FOUR.replace("200 5,2", "200 5,2 energy 9 of 9"), scoring="origin")
    told = field.told(field.do("100 attack 200 9"), 4)
    assert [(event["source"], event["points"]) for event in told] == [("kill", 11)]
    assert field.view(3).points == {"1": 11, "2": 0, "3": 0, "4": 0}


@pytest.mark.rule("QST-142", "QST-135", "QST-137")
def test_the_end_is_told_to_all_with_places_points_statistics_and_seed():
    field = Field(
        FOUR.replace("round 3 of 80 turn 1", "round 80 of 80 turn 4").replace(
            "3 start 10,5", "3 start 10,5 points 9 kills 2"
        )
    )
    field.g.seed = 4711
    events = field.next()
    for seat in EVERYBODY:
        over = field.told(events, seat, "game_over")[0]
        assert (over["reason"], over["places"], over["points"]) == ("rounds", [2, 2, 1, 2], [0, 0, 9, 0])
        assert (over["seed"], [stats["kills"] for stats in over["stats"]]) == (4711, [0, 0, 2, 0])
        assert set(over["stats"][0]) == {figure.key for figure in GAME.figures}


@pytest.mark.rule("QST-156", "QST-142", "QST-132")
def test_defeats_are_told_to_all():
    field = Field(FOUR)
    enter(GAME.rules, field.g, leave(2, t.RESIGNED))
    events = GAME.events(field.g)
    for seat in EVERYBODY:
        assert field.told(events, seat) == [{"type": "defeated", "seat": 2, "why": "resigned"}]
    last = Field(FOUR.replace("200 5,2", "200 5,2 energy 9 of 9").replace("201 9,0", "201 gone"), respawn=False)
    assert last.told(last.do("100 attack 200 9"), 4, "defeated") == [{"type": "defeated", "seat": 2, "why": "no_units"}]


@pytest.mark.rule("QST-156", "QST-039", "QST-040")
def test_of_a_step_everybody_is_told_the_ends_that_it_sees():
    field = Field(FOUR)
    events = field.do("100 move 5,1")
    whole = {"type": "moved", "seat": 1, "unit": 100, "x": 5, "y": 1, "from_x": 4, "from_y": 2}
    assert field.told(events, 1) == field.told(events, 2) == field.told(events, EVERYTHING) == [whole]
    assert field.told(events, 3) == [{"type": "moved", "seat": 1, "unit": 100, "x": 5, "y": 1}]
    assert field.told(events, 4) == field.told(events, 0) == []
    back = field.do("100 move 4,2")
    assert field.told(back, 3) == [{"type": "moved", "seat": 1, "unit": 100, "from_x": 5, "from_y": 1}]


@pytest.mark.rule("QST-156", "QST-041", "QST-083")
def test_others_see_only_what_is_taken_from_the_surface():
    field = Field(FOUR + "buried iron 30 4,2\nsurface iron 5 4,2\nburied wood 9 4,2\nburied gold 7 4,2")
    events = field.do("100 pickup iron 8 wood 4 gold 7")
    taken = {"type": "picked_up", "seat": 1, "unit": 100, "x": 4, "y": 2}
    own = taken | {"what": {"iron": 8, "wood": 4, "gold": 7}, "surface": {"iron": 5}}
    assert field.told(events, 1, "picked_up") == field.told(events, EVERYTHING, "picked_up") == [own]
    assert field.told(events, 2, "picked_up") == [taken | {"what": {"iron": 5}, "surface": {"iron": 5}}]
    assert field.told(events, 3, "picked_up") == []
    assert field.heard(field.do("100 pickup iron 2"), "picked_up") == [1, EVERYTHING]  # all of it out of the ground


@pytest.mark.rule("QST-156", "QST-088")
def test_what_is_dropped_lies_there_for_all_who_see_it():
    field = Field(FOUR)
    events = field.do("100 drop iron 3 wood 1")
    dropped = {"type": "dropped", "seat": 1, "unit": 100, "x": 4, "y": 2, "what": {"wood": 1, "iron": 3}}
    assert field.told(events, 2) == [dropped]
    assert field.heard(events, "dropped") == [1, 2, EVERYTHING]


@pytest.mark.rule("QST-156", "QST-041", "QST-097")
def test_what_a_unit_wears_is_seen_and_its_other_doings_are_its_own():
    field = Field(FOUR.replace("100 4,2", "100 4,2 sword1 1") + "buried iron 6 4,2")
    assert field.told(field.do("100 equip sword1"), 2) == [
        {"type": "equipped", "seat": 1, "unit": 100, "item": "sword1"}
    ]
    events = field.do("100 dig")
    assert field.told(events, 1) == [{"type": "dug", "seat": 1, "unit": 100, "x": 4, "y": 2, "resources": {"iron": 6}}]
    assert field.heard(events, "dug") == [1, EVERYTHING]
    events = field.do("100 retaliate 5 9")
    assert field.told(events, 1) == [{"type": "retaliation_set", "seat": 1, "unit": 100, "energy": 5, "cutoff": 9}]
    assert field.heard(events, "retaliation_set") == [1, EVERYTHING]


@pytest.mark.rule("QST-156", "QST-043")
@pytest.mark.parametrize(("visible", "heard"), [(False, [1, EVERYTHING]), (True, [1, 2, EVERYTHING])])
def test_a_new_trap_is_its_owners_secret_unless_traps_are_visible(visible, heard):
    field = Field(FOUR.replace("stone 8", "stone 12"), trap_visible=visible)
    events = field.do("100 place_trap trap1 stone 12 wood 18")
    assert field.heard(events, "trap_placed") == heard
    assert field.told(events, 1)[-1] == {"type": "trap_placed", "seat": 1, "x": 4, "y": 2, "level": 1}


def test_who_may_know_never_leaves_the_server_and_every_event_can_be_read_again():
    kinds = set()
    for g in random_play(arena(), 6):
        for event in GAME.events(g):
            for seat in (*range(g.seats + 1), EVERYTHING):
                told = GAME.of_event(g, event, seat)
                if told is not None:
                    kinds.add(tag(told))
                    sent = plain(told)
                    assert not {"seen", "seen_from"} & set(sent)
                    assert msgspec.convert(sent, Event) == told
    assert len(kinds) > 14
