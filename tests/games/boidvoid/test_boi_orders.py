"""Who may order what, in which order conditions are checked, and what each order does."""

import pytest
from tests.games.boidvoid.positions import fix_draws, game, place, structure, swarm, tile
from tests.games.boidvoid.turns import at, battery, health, order, refused, told, turn

from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.rules import contract
from roundhouse.games.boidvoid.rules import tables as t
from roundhouse.games.boidvoid.rules.phases.destruction import destroy
from roundhouse.games.boidvoid.rules.phases.tile_work import own
from roundhouse.games.boidvoid.rules.phases.units import swarm_index, tile_of

ANNA, BERT, CARL = 1, 2, 3  # leader, vice-leader and trooper of team 1
XENA, YURI, ZORA = 4, 5, 6
MOTHER, THEIRS = 7, 8
LIVE = {"turn_mode": "live"}


@pytest.fixture
def g(monkeypatch):
    """Live turns, ships of team 1 in a row, their mothership behind them, those of team 2 far away."""
    fix_draws(monkeypatch)
    made = game(**LIVE)
    place(made, MOTHER, 1, 5, ap=24)
    for unit, x in ((ANNA, 3), (BERT, 5), (CARL, 7)):
        place(made, unit, x, 5, ap=24)
    for unit, x in ((XENA, 3), (YURI, 5), (ZORA, 7)):
        place(made, unit, x, 10, ap=24)
    place(made, THEIRS, 9, 10, ap=24)
    return made


# Who commands


@pytest.mark.rule("BOI-017", "BOI-018", "BOI-020", "BOI-021", "BOI-022", "BOI-023")
def test_leaders_command_the_mothership_and_swarms_troopers_do_not(g):
    flock = swarm(g, 5, 7, [BERT])
    for seat, allowed in ((ANNA, True), (BERT, True), (CARL, False)):
        for unit in (MOTHER, flock):
            x, y = at(g, unit)
            code = refused(g, seat, type="move", unit=unit, to=[x + (1 if seat == ANNA else -1), y])
            assert code == ("" if allowed else "not_your_unit")
    for other in (BERT, XENA, THEIRS, 99, 1000):
        assert refused(g, ANNA, type="move", unit=other, to=[4, 4]) == "not_your_unit"
    destroy(g, ANNA - 1, 0)
    assert refused(g, ANNA, type="move", unit=MOTHER, to=[3, 4]) == ""


@pytest.mark.rule("BOI-024")
def test_one_seat_commands_a_whole_team():
    g = game(seat_model="team", **LIVE)
    assert g.seats == 2
    for unit, x in ((ANNA, 3), (BERT, 5), (MOTHER, 1)):
        place(g, unit, x, 5, ap=9)
    assert refused(g, 1, type="move", unit=BERT, to=[6, 5]) == ""
    assert refused(g, 1, type="move", to=[4, 5]) == ""  # without a name the leader's ship
    assert refused(g, 1, type="move", unit=MOTHER, to=[2, 5]) == ""
    assert refused(g, 2, type="move", unit=BERT, to=[7, 5]) == "not_your_unit"
    assert refused(g, 1, type="battery", unit=BERT, attack=80) == ""
    assert [g.players[n].ratio for n in range(3)] == [50, 80, 50]


@pytest.mark.rule("BOI-024", "BOI-214", "BOI-215")
def test_a_teams_list_is_split_by_player():
    g = game(seat_model="team")
    for unit, x in ((ANNA, 3), (BERT, 5)):
        place(g, unit, x, 5, ap=9)
    for x in (6, 7):
        assert order(g, 1, type="move", unit=BERT, to=[x, 5]) == 0
    assert order(g, 1, type="move", unit=ANNA, to=[4, 5]) == 0
    assert [g.players[n].pending for n in range(3)] == [1, 2, 0]
    turn(g)
    assert [at(g, unit) for unit in (ANNA, BERT)] == [(4, 5), (7, 5)]
    assert [g.players[n].pending for n in range(3)] == [0, 0, 0]


# The order of checks


@pytest.mark.rule("BOI-096", "BOI-097", "BOI-104")
def test_the_first_failure_gives_the_code(g):
    before = clone_of(g)
    swarm(before, 9, 1, [CARL])
    cases = [
        ({"type": "move", "unit": XENA, "to": [99, 99]}, "not_your_unit"),
        ({"type": "spawn", "unit": ANNA, "tile": [99, 99]}, "already_on_map"),
        ({"type": "attack", "unit": MOTHER, "target": 999}, "wrong_unit"),
        ({"type": "build", "unit": ANNA, "item": 3}, "not_your_tile"),
        ({"type": "move", "unit": ANNA, "to": [99, 3]}, "bad_path"),
        ({"type": "attack", "unit": ANNA, "target": 999}, "no_such_target"),
        ({"type": "swarm_leave", "unit": ANNA, "tile": [1, 1]}, "not_in_swarm"),
        ({"type": "unstake", "item": 0}, "no_such_item"),
        ({"type": "cancel"}, "nothing_to_cancel"),
        ({"type": "battery", "attack": 5}, "ratio_out_of_range"),
    ]
    for action, code in cases:
        kept = clone_of(g)
        assert refused(g, ANNA, **action) == code, action
        assert same(g, kept)
    g.reason = t.ENDED_TURNS
    assert refused(g, ANNA, type="move", to=[99, 99]) == "game_over"


def clone_of(g):
    from roundhouse.core.schema import clone

    return clone(g)


def same(g, other):
    from roundhouse.core.schema import canonical

    return canonical(g) == canonical(other)


@pytest.mark.rule("BOI-097")
@pytest.mark.parametrize("row", [[-1, 0, 0, 0, 0, 0], [17, 0, 0, 0, 0, 0], [1, -1, 0, 0, 0, 0], [1, 1, 4, 5, 0, 4],
                                 [12, 0, 2, 0, 0, 0], [13, 0, 0, 2, 0, 0]])  # fmt: skip
def test_rows_that_are_no_orders(g, row):
    assert contract.check(g, ANNA, row) == t.BAD_ORDER


@pytest.mark.rule("BOI-095")
def test_an_order_without_a_unit_is_for_the_own_ship(g):
    assert order(g, CARL, type="move", to=[8, 5]) == 0
    assert at(g, CARL) == (8, 5)


@pytest.mark.rule("BOI-098", "BOI-099", "BOI-100")
def test_one_action_besides_moving(g):
    flock = swarm(g, 5, 9, [BERT])
    assert refused(g, ANNA, type="capture") == ""
    assert refused(g, ANNA, type="cancel") == "already_acted"
    assert refused(g, ANNA, type="attack", unit=flock, target=YURI) == ""
    assert refused(g, ANNA, type="attack", unit=flock, target=YURI) == "already_acted"
    assert refused(g, BERT, type="swarm_leave", tile=[4, 9]) == ""  # the swarm's allowance is its own
    assert refused(g, CARL, type="move", to=[8, 5]) == ""
    assert refused(g, CARL, type="move", to=[9, 5]) == ""
    assert refused(g, CARL, type="battery", attack=70) == ""
    turn(g)
    assert refused(g, ANNA, type="cancel") == ""


@pytest.mark.rule("BOI-098")
def test_more_actions_where_the_settings_say_so(monkeypatch):
    fix_draws(monkeypatch)
    g = game(actions_per_turn=2, **LIVE)
    place(g, MOTHER, 1, 1)
    place(g, ANNA, 5, 5)
    assert [refused(g, 1, type=kind) for kind in ("capture", "cancel", "capture")] == ["", "", "already_acted"]


@pytest.mark.rule("BOI-101")
def test_a_destroyed_ship_can_do_little(g):
    destroy(g, ANNA - 1, 0)
    for action in ({"type": "move", "to": [4, 5]}, {"type": "capture"}, {"type": "attack", "target": XENA},
                   {"type": "detonate"}, {"type": "swarm_create"}, {"type": "unstake", "item": 0}):  # fmt: skip
        assert refused(g, ANNA, **action) == "not_on_map"
    assert refused(g, ANNA, type="battery", attack=60) == ""
    assert refused(g, ANNA, type="automode", on=True) == ""


@pytest.mark.rule("BOI-102", "BOI-155")
def test_automode_is_the_only_pilot(g):
    assert order(g, ANNA, type="automode", on=True) == 0
    for action in ({"type": "move", "to": [4, 5]}, {"type": "capture"}, {"type": "attack", "target": XENA},
                   {"type": "detonate"}, {"type": "swarm_create"}):  # fmt: skip
        assert refused(g, ANNA, **action) == "automode_on"
    assert refused(g, ANNA, type="battery", attack=60) == ""
    assert refused(g, ANNA, type="automode", on=False) == ""
    assert refused(g, ANNA, type="move", to=[4, 5]) == ""


@pytest.mark.rule("BOI-103", "BOI-117", "BOI-140")
def test_a_capture_locks_the_ship(g):
    assert order(g, ANNA, type="capture") == 0
    turn(g)
    for action in ({"type": "move", "to": [4, 5]}, {"type": "capture"}, {"type": "attack", "target": XENA},
                   {"type": "detonate"}, {"type": "swarm_create"}, {"type": "battery", "attack": 60},
                   {"type": "build", "item": 0}):  # fmt: skip
        assert refused(g, ANNA, **action) == "locked_capturing"
    assert refused(g, ANNA, type="cancel") == ""
    assert g.units[0].job == t.IDLE


@pytest.mark.rule("BOI-061")
def test_a_ship_in_a_swarm_does_little_by_itself(g):
    swarm(g, 3, 7, [ANNA, BERT])
    for action in ({"type": "move", "to": [4, 5]}, {"type": "capture"}, {"type": "attack", "target": XENA},
                   {"type": "build", "item": 0}, {"type": "swarm_create"}):  # fmt: skip
        assert refused(g, ANNA, **action) == "in_swarm"
    assert refused(g, ANNA, type="battery", attack=60) == ""
    assert refused(g, ANNA, type="swarm_leave", tile=[2, 7]) == ""


@pytest.mark.rule("BOI-055", "BOI-058", "BOI-106", "BOI-116", "BOI-128", "BOI-144")
def test_what_kinds_of_units_cannot_do(g):
    flock = swarm(g, 3, 7, [BERT, CARL])
    for unit in (MOTHER, flock):
        for action in ({"type": "capture"}, {"type": "build", "item": 0}, {"type": "swarm_create"},
                       {"type": "swarm_join", "swarm": flock}, {"type": "battery", "attack": 50}):  # fmt: skip
            assert refused(g, ANNA, unit=unit, **action) == "wrong_unit"
    assert refused(g, ANNA, type="attack", unit=MOTHER, target=XENA) == "wrong_unit"


# Moving


@pytest.mark.rule("BOI-105", "BOI-107", "BOI-112")
def test_a_unit_moves_as_often_as_it_can_pay(g):
    for x in (4, 5, 6):
        assert refused(g, ANNA, type="move", to=[x, 4]) == ""
    assert g.units[0].ap == 24 - 3 * 3
    g.units[0].ap = 3
    assert refused(g, ANNA, type="move", to=[8, 4]) == "not_enough_ap"
    assert refused(g, ANNA, type="move", to=[7, 4]) == ""
    assert g.units[0].ap == 0


@pytest.mark.rule("BOI-107")
@pytest.mark.parametrize("path", [[], [[3, 5]], [[5, 4]], [[4, 5], [6, 5]], [[4, 5]] * 21, [[3, 4], [3, 20]]])
def test_paths_that_are_none(g, path):
    assert refused(g, ANNA, type="move", path=path) == "bad_path"


@pytest.mark.rule("BOI-110", "BOI-111", "BOI-067", "BOI-068")
def test_what_is_in_the_way(g):
    place(g, BERT, 4, 5)
    assert refused(g, ANNA, type="move", path=[[4, 5]]) == "occupied"
    assert refused(g, ANNA, type="move", path=[[4, 5], [5, 5]]) == ""  # own units can be passed
    place(g, XENA, 6, 5)
    assert refused(g, ANNA, type="move", path=[[6, 5], [7, 6]]) == "blocked"
    assert refused(g, ANNA, type="move", path=[[6, 5]]) == "occupied"
    g.obstacle[tile(g, 5, 4)] = 1
    assert refused(g, ANNA, type="move", path=[[5, 4]]) == "blocked"
    own(g, tile(g, 5, 6), 2)
    structure(g, 5, 6, 2)
    assert refused(g, ANNA, type="move", path=[[5, 6]]) == "blocked"
    assert refused(g, ANNA, type="move", to=[5, 6]) == "blocked"
    own(g, tile(g, 6, 6), 1)
    structure(g, 6, 6, 1)
    assert refused(g, ANNA, type="move", path=[[6, 6]]) == ""


@pytest.mark.rule("BOI-008", "BOI-107")
def test_the_cheapest_way_then_the_shortest_then_the_smallest(g):
    def way(to):
        made = clone_of(g)
        assert order(made, ANNA, type="move", to=to) == 0
        row = told(made, t.MOVED)[0]
        return next(event.path for event in GAME.events(made) if event.unit == ANNA), row.b

    assert way([3, 7]) == ([[3, 6], [3, 7]], 6)  # by [y, x]: 3 before 4 in line 6
    g.tile_kind[tile(g, 3, 6)] = t.TILE_NAMES.index("asteroid_field")
    assert way([3, 7]) == ([[4, 6], [3, 7]], 6)
    for x in (3, 4):
        g.tile_kind[tile(g, x, 6)] = t.TILE_NAMES.index("nebula")
        g.tile_fields[t.TILE_NAMES.index("nebula"), t.F_MOVE] = 9
    path, cost = way([3, 7])
    assert (len(path), cost) == (4, 12)  # around, because that is cheaper


@pytest.mark.rule("BOI-113")
def test_as_far_as_it_goes(g):
    g.units[0].ap = 7
    place(g, BERT, 5, 5)
    assert refused(g, ANNA, type="move", path=[[4, 5], [5, 5], [6, 5]], partial=True) == ""
    assert at(g, ANNA) == (4, 5)  # the next tile it could pay is taken
    assert refused(g, ANNA, type="move", path=[[5, 5], [6, 5]], partial=True) == "not_enough_ap"
    g.units[0].ap = 24
    place(g, XENA, 4, 4)
    assert refused(g, ANNA, type="move", path=[[4, 4]], partial=True) == "occupied"


@pytest.mark.rule("BOI-115", "BOI-132", "BOI-133")
def test_moving_gives_up_a_build():
    g = game(starting_inventory=("ss-relay", "ss-relay"), **LIVE)
    place(g, ANNA, 5, 5, ap=9)
    place(g, XENA, 7, 5)
    own(g, tile(g, 5, 5), 1)
    assert order(g, 1, type="build", item=0) == 0
    turn(g)
    assert refused(g, 1, type="build", item=1) == "already_building"
    assert refused(g, 1, type="attack", target=XENA) == ""
    assert g.units[0].job == t.BUILDING
    assert order(g, 1, type="move", to=[6, 5]) == 0
    assert g.units[0].job == t.IDLE
    turn(g, 3)
    assert g.structure_count == 0


# Capturing, building, spawning


@pytest.mark.rule("BOI-120")
def test_own_tiles_are_not_captured(g):
    own(g, tile(g, 3, 5), 1)
    assert refused(g, ANNA, type="capture") == "already_owned"


@pytest.mark.rule("BOI-124", "BOI-127")
def test_a_cancelled_capture_loses_all_progress(g):
    assert order(g, ANNA, type="capture") == 0
    turn(g)
    assert order(g, ANNA, type="cancel") == 0
    turn(g, 3)
    assert g.owner[tile(g, 3, 5)] == 0
    assert order(g, ANNA, type="capture") == 0
    destroy(g, ANNA - 1, 0)
    turn(g, 3)
    assert g.owner[tile(g, 3, 5)] == 0


@pytest.mark.rule("BOI-125")
def test_an_attack_does_not_interrupt_a_capture(g):
    assert order(g, ANNA, type="capture") == 0
    place(g, XENA, 5, 4)
    assert order(g, XENA, type="attack", target=ANNA) == 0
    assert g.sides[1].struck == 1
    turn(g, 2)
    assert g.owner[tile(g, 3, 5)] == 1


@pytest.mark.rule("BOI-070", "BOI-123", "BOI-266")
def test_a_captured_tile_brings_its_point_of_importance(g):
    own(g, tile(g, 3, 5), 2)
    before = g.tiles_owned[1]
    g.poi[tile(g, 3, 5)] = 1
    assert order(g, ANNA, type="capture") == 0
    turn(g, 4)
    assert g.owner[tile(g, 3, 5)] == 1
    player = g.players[0]
    assert (player.captured, player.pois, player.usurped) == (1, 1, 1)
    assert g.tiles_owned[1] == before + 1
    lines = {line.team: line for line in GAME.view(g, 1, list("abcdef")).teams}
    assert (lines[1].pois, lines[2].pois) == (1, 0)


@pytest.mark.rule("BOI-128", "BOI-131", "BOI-249")
def test_where_nothing_can_be_built():
    g = game(starting_inventory=("ss-relay", "ss-array", "boost-lucky"), superstructure_max_level=1, **LIVE)
    place(g, ANNA, 5, 5)
    assert refused(g, 1, type="build", item=0) == "not_your_tile"
    own(g, tile(g, 5, 5), 1)
    assert refused(g, 1, type="build", item=2) == "no_such_item"
    assert refused(g, 1, type="build", item=9) == "no_such_item"
    g.players[0].item_burnable[0] = 0
    assert refused(g, 1, type="build", item=0) == "not_burnable"
    g.players[0].item_burnable[0] = 1
    structure(g, 5, 5, 1, "ss-relay")
    assert refused(g, 1, type="build", item=1) == "structure_here"
    assert refused(g, 1, type="build", item=0) == "max_level"


@pytest.mark.rule("BOI-135", "BOI-137")
def test_where_a_ship_comes_back(g):
    destroy(g, ANNA - 1, 0)
    g.units[0].respawn = 0
    for x in (0, 2):
        own(g, tile(g, x, 9), 1)
    own(g, tile(g, 1, 9), 2)
    place(g, BERT, 0, 9)
    assert refused(g, ANNA, type="spawn", tile=[1, 9]) == "not_your_tile"
    assert refused(g, ANNA, type="spawn", tile=[4, 9]) == "not_your_tile"
    assert refused(g, ANNA, type="spawn", tile=[0, 9]) == "occupied"
    assert refused(g, ANNA, type="spawn", tile=[2, 9]) == ""
    assert refused(g, ANNA, type="spawn", tile=[2, 9]) == "already_on_map"


@pytest.mark.rule("BOI-139", "BOI-082")
def test_the_battery_dial(g):
    assert refused(g, ANNA, type="battery", attack=90) == ""
    assert refused(g, ANNA, type="battery", attack=91) == "ratio_out_of_range"
    assert refused(g, ANNA, type="battery", attack=9) == "ratio_out_of_range"
    assert g.players[0].ratio == 90


@pytest.mark.rule("BOI-141", "BOI-142", "BOI-143")
def test_detonation(g):
    flock = swarm(g, 3, 7, [BERT, CARL])
    place(g, XENA, 4, 7)
    assert refused(g, CARL, type="detonate") == ""
    assert (tile_of(g, CARL), g.swarms[swarm_index(g, flock)].ships) == (-1, 1)
    assert refused(g, CARL, type="detonate", unit=flock) == "not_your_unit"
    assert refused(g, ANNA, type="detonate", unit=flock) == ""
    assert g.swarm_count == 0
    assert refused(g, ANNA, type="detonate", unit=MOTHER) == ""
    assert [g.units[n - 1].respawn for n in (BERT, CARL, MOTHER)] == [5, 5, 5]
    assert health(g, XENA) == 100
    assert [player.defeated for player in g.players[:6]] == [0] * 6


@pytest.mark.rule("BOI-145", "BOI-146")
def test_what_can_be_attacked(g):
    place(g, XENA, 4, 5, battery=100)
    swarm(g, 3, 4, [YURI])
    assert refused(g, ANNA, type="attack", target=BERT) == "own_team"
    assert refused(g, ANNA, type="attack", target=YURI) == "target_in_swarm"
    assert refused(g, ANNA, type="attack", target=ZORA) == "out_of_range"
    destroy(g, ZORA - 1, 0)
    assert refused(g, ANNA, type="attack", target=ZORA) == "no_such_target"
    g.players[0].battery = 10_000
    assert refused(g, ANNA, type="attack", target=XENA) == ""
    assert battery(g, ANNA) < 100


# Swarms


@pytest.mark.rule("BOI-059", "BOI-148", "BOI-150", "BOI-152")
def test_create_and_join(g):
    place(g, BERT, 4, 5, ap=20)
    assert order(g, ANNA, type="swarm_create") == 0
    flock = g.swarms[0].serial
    assert refused(g, CARL, type="swarm_join", swarm=flock) == "not_adjacent"
    assert refused(g, CARL, type="swarm_join", swarm=999) == "no_such_swarm"
    place(g, XENA, 2, 5)
    assert refused(g, XENA, type="swarm_join", swarm=flock) == "no_such_swarm"
    assert refused(g, BERT, type="swarm_join", swarm=flock) == ""
    assert (at(g, BERT), g.units[1].ap, g.standing[tile(g, 4, 5)]) == ((3, 5), 20, 0)
    assert g.standing[tile(g, 3, 5)] == flock


@pytest.mark.rule("BOI-150")
def test_a_swarm_may_be_full():
    g = game(swarm_max_ships=1, **LIVE)
    place(g, ANNA, 3, 5)
    place(g, BERT, 4, 5)
    flock = swarm(g, 3, 5, [ANNA])
    assert refused(g, BERT, type="swarm_join", swarm=flock) == "swarm_full"


@pytest.mark.rule("BOI-151")
def test_joining_may_take_turns():
    g = game(**LIVE)
    place(g, ANNA, 3, 5)
    place(g, BERT, 4, 5, ap=9, stats={"swarm_join_turns": 2})
    flock = swarm(g, 3, 5, [ANNA])
    assert order(g, BERT, type="swarm_join", swarm=flock) == 0
    turn(g)
    assert (g.units[1].job, g.units[1].swarm) == (t.JOINING, 0)
    turn(g)
    assert g.units[1].swarm == flock
    place(g, CARL, 4, 5, stats={"swarm_join_turns": 1})
    assert order(g, CARL, type="swarm_join", swarm=flock) == 0
    assert order(g, ANNA, type="move", unit=flock, to=[2, 5]) == 0
    turn(g)
    assert (g.units[2].job, g.units[2].swarm) == (t.IDLE, 0)
    assert len(told(g, t.JOIN_DROPPED)) == 1


@pytest.mark.rule("BOI-060", "BOI-153", "BOI-154")
def test_leaving(g):
    flock = swarm(g, 3, 7, [ANNA, BERT])
    assert refused(g, ANNA, type="swarm_leave", tile=[5, 7]) == "not_adjacent"
    place(g, XENA, 4, 7)
    assert refused(g, ANNA, type="swarm_leave", tile=[4, 7]) == "occupied"
    g.obstacle[tile(g, 3, 6)] = 1
    assert refused(g, ANNA, type="swarm_leave", tile=[3, 6]) == "blocked"
    assert refused(g, ANNA, type="swarm_leave", tile=[2, 7]) == ""
    assert (at(g, ANNA), g.units[0].ap, g.units[0].swarm) == ((2, 7), 0, 0)
    assert refused(g, BERT, type="swarm_leave", tile=[3, 8]) == ""
    assert swarm_index(g, flock) == -1
    assert g.standing[tile(g, 3, 7)] == 0


# Boosts


@pytest.mark.rule("BOI-158", "BOI-159", "BOI-162")
def test_a_burned_boost_runs_out():
    g = game(starting_inventory=("boost-hull", "boost-optics", "boost-lucky"), **LIVE)
    place(g, ANNA, 3, 5)
    place(g, XENA, 8, 8)
    assert refused(g, ANNA, type="boost", item=0, mode="burn", target=XENA) == "not_your_unit"
    assert refused(g, ANNA, type="boost", item=0, mode="burn") == ""
    assert health(g, ANNA) == 140
    assert refused(g, ANNA, type="boost", item=0, mode="burn") == "no_such_item"
    assert refused(g, ANNA, type="boost", item=1, mode="burn") == ""
    assert refused(g, ANNA, type="boost", item=2, mode="burn") == "no_slot"
    turn(g, 5)
    assert list(g.units[0].boosts)[:2].count(0) == 1  # optics last 5 turns, this one included
    turn(g, 4)
    assert health(g, ANNA) == 140
    turn(g)
    assert health(g, ANNA) == 100


@pytest.mark.rule("BOI-160", "BOI-250")
def test_a_staked_boost_returns_when_the_unit_is_destroyed():
    g = game(starting_inventory=("boost-plating",), **LIVE)
    place(g, ANNA, 3, 5)
    assert order(g, ANNA, type="boost", item=0, mode="stake") == 0
    assert g.players[0].item_states[0] == t.ITEM_STAKED
    turn(g, 12)
    assert g.players[0].item_states[0] == t.ITEM_STAKED
    destroy(g, 0, 0)
    assert g.players[0].item_states[0] == t.ITEM_FREE
    assert not any(g.units[0].boosts)


@pytest.mark.rule("BOI-161")
def test_a_swarms_boost_is_for_each_of_its_ships():
    from roundhouse.games.boidvoid.rules.phases.stats import unit_stat

    g = game(starting_inventory=("boost-overcharge",), **LIVE)
    for unit in (ANNA, BERT):
        place(g, unit, unit + 2, 5)
    flock = swarm(g, 3, 7, [ANNA, BERT])
    assert order(g, ANNA, type="boost", item=0, mode="burn", target=flock) == 0
    assert [unit_stat(g, n, t.ATTACK_STAT) for n in (0, 1)] == [20, 20]
    assert order(g, BERT, type="swarm_leave", tile=[4, 7]) == 0
    assert [unit_stat(g, n, t.ATTACK_STAT) for n in (0, 1)] == [20, 10]


@pytest.mark.rule("BOI-163")
def test_a_staked_structure_raises_the_level():
    g = game(starting_inventory=("ss-bastion", "ss-relay"), **LIVE)
    own(g, tile(g, 3, 5), 1)
    place(g, ANNA, 3, 5)
    bastion = structure(g, 3, 5, 1, "ss-bastion")
    assert refused(g, ANNA, type="boost", item=0, mode="burn", target=bastion) == "wrong_unit"
    assert refused(g, ANNA, type="boost", item=1, mode="stake", target=bastion) == "wrong_unit"
    assert refused(g, ANNA, type="boost", item=0, mode="stake", target=bastion) == ""
    assert (g.structures[0].level, g.structures[0].health) == (2, 25_000)
    g.structures[0].health = 40_000
    assert refused(g, ANNA, type="unstake", item=0) == ""
    assert (g.structures[0].level, g.structures[0].health) == (1, 25_000)


@pytest.mark.rule("BOI-164", "BOI-054", "BOI-254")
def test_templates_are_changed_off_the_map():
    g = game(starting_inventory=("ship-standard", "mothership-standard"), **LIVE)
    place(g, ANNA, 3, 5)
    assert refused(g, ANNA, type="equip", item=0) == "wrong_unit"
    destroy(g, 0, 0)
    assert refused(g, ANNA, type="equip", item=0) == ""
    assert refused(g, CARL, type="equip", item=1) == "not_your_unit"
    assert refused(g, BERT, type="equip", item=1) == ""
    assert g.players[1].item_states[1] == t.ITEM_EQUIPPED
