"""What seats, teams and spectators see, and what they are told."""

import pytest
from msgspec import UNSET, json
from tests.games.boidvoid.positions import fix_draws, game, place, structure, swarm, tile
from tests.games.boidvoid.turns import order, told, turn

from roundhouse.core.game import EVERYTHING
from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.rules import contract
from roundhouse.games.boidvoid.rules import tables as t
from roundhouse.games.boidvoid.rules.phases.destruction import attack, destroy
from roundhouse.games.boidvoid.rules.phases.tile_work import own

ANNA, BERT, CARL = 1, 2, 3
XENA, YURI, ZORA = 4, 5, 6
MOTHER, THEIRS = 7, 8
NAMES = ["Anna", "Bert", "Carl", "Xena", "Yuri", "Zora"]
LIVE = {"turn_mode": "live"}


def seen(g, seat):
    return GAME.view(g, seat, NAMES)


def unit(view, number):
    return next(one for one in view.units if one.id == number)


@pytest.fixture
def g(monkeypatch):
    fix_draws(monkeypatch)
    made = game(starting_inventory=("ss-relay", "boost-lucky"), **LIVE)
    for number, x in ((ANNA, 3), (BERT, 5), (CARL, 7)):
        place(made, number, x, 5, ap=9)
    for number, x in ((XENA, 4), (YURI, 6), (ZORA, 8)):
        place(made, number, x, 7, ap=9)
    place(made, MOTHER, 1, 5)
    place(made, THEIRS, 10, 7)
    own(made, tile(made, 5, 5), 1)
    structure(made, 5, 5, 1, "ss-bastion")
    return made


@pytest.mark.rule("BOI-031", "BOI-052", "BOI-053", "BOI-088", "BOI-094")
def test_everybody_sees_the_whole_map(g):
    flock = swarm(g, 9, 9, [YURI, ZORA])
    assert order(g, ANNA, type="capture") == 0
    views = [seen(g, seat) for seat in (0, 1, 4)]
    for view in views:
        assert len(view.tiles) == 144
        assert [(one.id, one.team, one.template, one.level) for one in view.structures] == [(9, 1, "ss-bastion", 1)]
        assert unit(view, flock).ships == [YURI, ZORA]
        assert unit(view, YURI).swarm == flock
        assert unit(view, ANNA).job.type == "capturing"
        assert {one.kind for one in view.units} == {"spaceship", "mothership", "swarm"}
        assert (unit(view, XENA).health, unit(view, XENA).attack, unit(view, XENA).range) == (100, 10, 2)
    public = views[0]
    assert (public.you, public.all) == (UNSET, UNSET)


@pytest.mark.rule("BOI-089", "BOI-090")
def test_batteries_points_and_items_are_the_teams_affair(g):
    mine, theirs, public = seen(g, 2), seen(g, 4), seen(g, 0)
    for field in ("ap", "battery", "max_battery", "ratio", "respawn", "acted"):
        assert getattr(unit(mine, ANNA), field) is not UNSET, field
        assert getattr(unit(theirs, ANNA), field) is UNSET, field
        assert getattr(unit(public, ANNA), field) is UNSET, field
    assert set(mine.you.items) == {"1", "2", "3"}
    assert public.you is UNSET
    open_ones = game(enemy_battery_visible=True)
    place(open_ones, ANNA, 5, 5, battery=70, ratio=80)
    shown = unit(seen(open_ones, 4), ANNA)
    assert (shown.battery, shown.ratio, shown.ap) == (70, 80, UNSET)


@pytest.mark.rule("BOI-090")
def test_nothing_hidden_changes_what_others_are_sent(g):
    """Batteries, ratios, points and items of the others may be anything: the picture is the same to the byte."""
    before = [json.encode(seen(g, seat)) for seat in (0, 4)]
    for number in range(3):
        g.players[number].battery = 17 * number
        g.players[number].ratio = 11 + number
        g.players[number].item_states[0] = t.ITEM_GONE
        g.players[number].missed = 3
        g.units[number].ap = 1 + number
        g.units[number].acted = 1
    assert [json.encode(seen(g, seat)) for seat in (0, 4)] == before
    assert json.encode(seen(g, 1)) not in before


@pytest.mark.rule("BOI-091")
def test_turn_and_limit_are_known(g):
    view = seen(g, 1)
    assert (view.turn, view.turn_limit, view.phase, view.mode) == (1, 60, "orders", "live")


@pytest.mark.rule("BOI-092")
def test_units_that_can_be_commanded_and_their_states(g):
    flock = swarm(g, 9, 9, [CARL])
    own(g, tile(g, 3, 5), 2)
    assert order(g, ANNA, type="capture") == 0
    assert order(g, BERT, type="build", item=0) == t.STRUCTURE_HERE
    destroy(g, MOTHER - 1, 0)
    leader, trooper = seen(g, 1).you, seen(g, 3).you
    assert leader.units == [ANNA, MOTHER, flock]
    assert trooper.units == [CARL]
    states = {choice.unit: choice.state for choice in leader.choices}
    assert states == {ANNA: "capturing", MOTHER: "respawning", flock: "active"}
    assert trooper.choices[0].state == "in_swarm"
    g.units[MOTHER - 1].respawn = 0
    assert {choice.unit: choice.state for choice in seen(g, 1).you.choices}[MOTHER] == "can_respawn"


@pytest.mark.rule("BOI-093", "BOI-283")
def test_what_a_unit_can_reach_and_hit(g):
    choice = seen(g, 1).you.choices[0]
    reach = {(one.x, one.y): one.cost for one in choice.reach}
    assert reach[4, 5] == 3
    assert max(reach.values()) <= 9
    assert (5, 5) not in reach  # Bert is there
    assert choice.targets == [XENA]
    assert set(choice.may) == {"capture", "detonate", "swarm_create", "move", "attack"}
    for (x, y), cost in reach.items():
        from roundhouse.core.schema import clone

        trial = clone(g)
        assert order(trial, ANNA, type="move", to=[x, y]) == 0
        assert trial.units[0].ap == 9 - cost


@pytest.mark.rule("BOI-271", "BOI-284")
def test_the_scoreboard(g):
    lines = {line.team: line for line in seen(g, 0).teams}
    one = lines[1]
    assert (one.tiles, one.structures, one.levels, one.attack, one.defense, one.ships) == (4, 1, 1, 30, 30, 3)
    assert (one.rank, lines[2].rank) == (1, 2)


@pytest.mark.rule("BOI-272")
def test_members_of_a_team(g):
    lines = [line for line in seen(g, 1).players if line.team == 1]
    assert [(line.name, line.role, line.automode) for line in lines] == [
        ("Anna", "leader", False),
        ("Bert", "vice_leader", False),
        ("Carl", "trooper", False),
    ]
    assert set(lines[0].stats) >= {"fights_won", "fights_lost", "captured", "respawns", "damage_dealt"}


@pytest.mark.rule("BOI-094")
def test_a_replay_shows_everything(g):
    view = seen(g, EVERYTHING)
    assert [one.team for one in view.all] == [1, 2]
    assert unit(view, XENA).battery == 100
    assert unit(view, ANNA).ap == 9


# Events


@pytest.mark.rule("BOI-275", "BOI-278", "BOI-292")
def test_a_combat_is_told_in_full_to_the_two_teams_alone(monkeypatch):
    fix_draws(monkeypatch)
    g = game(teams=3, ships_per_team=2, map=None, seat_model="player", **LIVE)
    g.players[0].battery = 10_000
    g.players[0].ratio = 90
    place(g, 1, 5, 5)
    place(g, 3, 6, 5)
    g.event_count = 0
    attack(g, 1, 3, 0)
    event = next(one for one in GAME.events(g) if type(one).__name__ == "Combat")
    mine, theirs, other = (GAME.of_event(g, event, seat) for seat in (2, 4, 5))
    for told_to in (mine, theirs):
        side = told_to.attacker
        assert (side.main, side.additional, side.shields, side.battery_spent) == (90, 10, 10, 100)
        assert (told_to.target.total_defense, told_to.target.health_lost) == (60, 40)
    assert (other.attacker.damage, other.target.damage, other.target.health_lost) == (100, 60, 40)
    for side in (other.attacker, other.target):
        assert (side.main, side.shields, side.battery_spent, side.total_defense) == (UNSET,) * 4
    assert GAME.of_event(g, event, 0) == other
    assert GAME.of_event(g, event, EVERYTHING) == event


@pytest.mark.rule("BOI-275", "BOI-276")
def test_what_only_a_team_is_told(g):
    assert order(g, ANNA, type="battery", attack=80) == 0
    changed = GAME.events(g)[0]
    assert [GAME.of_event(g, changed, seat) is not None for seat in (0, 1, 3, 4)] == [False, True, True, False]
    assert order(g, ANNA, type="move", to=[4, 5]) == 0
    moved = GAME.events(g)[0]
    assert (GAME.of_event(g, moved, 2).cost, GAME.of_event(g, moved, 4).cost) == (3, UNSET)
    place(g, XENA, 2, 5, battery=100, ratio=90)
    g.event_count = 0
    attack(g, XENA, MOTHER, XENA - 1)
    danger = [one for one in GAME.events(g) if type(one).__name__ == "MothershipDanger"]
    assert [(one.team, one.damage) for one in danger] == [(1, 70)]
    assert [GAME.of_event(g, danger[0], seat) is not None for seat in (1, 4, 0)] == [True, False, False]


@pytest.mark.rule("BOI-275", "BOI-212")
def test_a_player_alone_is_told_that_the_ship_is_ready(g):
    destroy(g, CARL - 1, 0)
    g.units[CARL - 1].respawn = 1
    destroy(g, MOTHER - 1, 0)
    g.units[MOTHER - 1].respawn = 1
    contract.tick(g)
    ready = {one.unit: one for one in GAME.events(g) if type(one).__name__ == "RespawnReady"}
    assert [GAME.of_event(g, ready[CARL], seat) is not None for seat in (1, 3, 4)] == [False, True, False]
    assert [GAME.of_event(g, ready[MOTHER], seat) is not None for seat in (1, 3, 4)] == [True, True, False]


@pytest.mark.rule("BOI-096", "BOI-275")
def test_a_rejected_sealed_order_is_told_to_its_player():
    g = game()
    place(g, ANNA, 5, 5)
    assert order(g, 1, type="capture") == 0
    assert order(g, 1, type="battery", attack=70) == 0
    contract.tick(g)
    event = next(one for one in GAME.events(g) if type(one).__name__ == "ActionRejected")
    assert (event.player, event.number, event.order, event.code) == (1, 1, "capture", "mothership_destroyed")
    assert [GAME.of_event(g, event, seat) is not None for seat in (1, 2, 4)] == [True, False, False]
    assert g.players[0].ratio == 70  # the later order was tried all the same


@pytest.mark.rule("BOI-275")
def test_every_event_of_random_games_can_be_told():
    from roundhouse.core.rules import stream

    kinds = set()
    for seed in range(3):
        g = GAME.start(GAME.setup(seed=seed, settings={"turn_limit": 40}))
        key, n, action, out = stream(seed, 0), 0, [0] * t.WIDTH, [0] * (t.SEATS_MAX + 1)
        while g.reason == 0:
            while contract.waiting(g, out):
                for seat in range(1, g.seats + 1):
                    if out[seat]:
                        contract.sample(g, seat, key, n, action)
                        assert contract.check(g, seat, action) == 0
                        contract.act(g, seat, action)
                        n += 1
            contract.tick(g)
            events = GAME.events(g)
            kinds |= {type(event).__name__ for event in events}
            for event in events:
                for seat in (0, 1, 2, EVERYTHING):
                    json.encode(GAME.of_event(g, event, seat))
    assert {"Moved", "CaptureStarted", "TileCaptured", "Combat", "SwarmCreated", "TurnStarted", "NpcMoved"} <= kinds


# What is counted


@pytest.mark.rule("BOI-206", "BOI-266", "BOI-267", "BOI-268", "BOI-269")
def test_credit_of_a_fight(g):
    place(g, XENA, 4, 5, battery=0, health=10)
    g.players[0].battery = 10_000
    attack(g, ANNA, XENA, ANNA - 1)
    one, other = g.players[0], g.players[3]
    assert (one.fights_won, one.defeated, one.damage_dealt > 0) == (1, 1, True)
    assert (other.fights_lost, other.ships_lost) == (1, 1)
    assert g.team_list[2].lost == 1
    place(g, YURI, 6, 5, battery=100, ratio=90)
    g.structures[0].health = 100
    attack(g, YURI, 9, YURI - 1)
    assert (g.players[4].structures_destroyed, g.players[4].defeated, g.structure_count) == (1, 0, 0)
    assert g.owner[tile(g, 5, 5)] == 1  # the tile keeps its owner


@pytest.mark.rule("BOI-268")
@pytest.mark.parametrize("worn", [0, 40])
def test_a_fight_with_equal_losses_counts_for_nobody(monkeypatch, worn):
    fix_draws(monkeypatch)
    g = game()
    place(g, ANNA, 5, 5, battery=100, ratio=50 + worn)
    place(g, XENA, 6, 5, battery=100, ratio=50 + worn)
    attack(g, ANNA, XENA, ANNA - 1)
    lost = [side.health_lost for side in g.sides]
    assert (lost[0] == lost[1], lost[0] > 0) == (True, worn > 0)
    assert [(g.players[n].fights_won, g.players[n].fights_lost) for n in (ANNA - 1, XENA - 1)] == [(0, 0), (0, 0)]


@pytest.mark.rule("BOI-274")
def test_badges(monkeypatch):
    fix_draws(monkeypatch, 0, 9999)
    g = game(**LIVE)
    place(g, MOTHER, 1, 1)
    place(g, ANNA, 5, 5, battery=100, ratio=90)
    place(g, THEIRS, 6, 5, health=1)
    attack(g, ANNA, THEIRS, 0)
    assert order(g, BERT, type="swarm_create") == t.NOT_ON_MAP
    place(g, BERT, 8, 8)
    assert order(g, BERT, type="swarm_create") == 0
    assert order(g, ANNA, type="capture") == 0
    turn(g, 2)
    badges = [line.badges for line in seen(g, 0).players]
    assert set(badges[0]) == {"first_light", "lucky_shot", "giant_slayer"}
    assert badges[1] == ["founder"]
    figures = GAME.counted(g)[0]
    assert (figures["badge_first_light"], figures["badge_ace"], figures["captured"]) == (1, 0, 1)
    assert {one.key for one in GAME.achievements} == set(t.BADGE_NAMES)


@pytest.mark.rule("BOI-003", "BOI-186")
def test_both_can_fall_in_the_same_fight(monkeypatch):
    fix_draws(monkeypatch)
    g = game()
    place(g, ANNA, 5, 5, battery=100, ratio=90, health=5)
    place(g, XENA, 6, 5, battery=100, ratio=90, health=80)
    attack(g, ANNA, XENA, 0)
    assert (g.units[0].tile, g.units[3].tile) == (-1, -1)
    assert (g.units[0].health, g.units[3].health) == (0, 0)
    assert (g.players[0].defeated, g.players[3].defeated) == (1, 1)
    assert [row.unit for row in told(g, t.DESTROYED)] == [ANNA, XENA]
