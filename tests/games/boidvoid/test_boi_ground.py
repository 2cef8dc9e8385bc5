"""Rules about ground, stats and chance that stand for themselves."""

import pytest
from msgspec import UNSET
from tests.games.boidvoid.positions import fix_draws, game, place, setup_of, structure, template, tile
from tests.games.boidvoid.turns import order, turn

from roundhouse.core.rules import below, draw, stream
from roundhouse.core.settings import SetupError
from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.forecast import forecast
from roundhouse.games.boidvoid.rules import tables as t
from roundhouse.games.boidvoid.rules.phases.combat import fight, shuffle
from roundhouse.games.boidvoid.rules.phases.stats import field, structure_stat, unit_stat
from roundhouse.games.boidvoid.rules.phases.tile_work import own
from roundhouse.games.boidvoid.settings import PRESETS, settings_of, turn_ms

ANNA, BERT, CARL = 1, 2, 3
XENA, YURI, ZORA = 4, 5, 6
MOTHER, THEIRS = 7, 8
LIVE = {"turn_mode": "live"}
NAMES = ["Anna", "Bert", "Carl", "Xena", "Yuri", "Zora"]


@pytest.mark.rule("BOI-006")
def test_a_random_order_is_that_of_fisher_and_yates():
    g = game(seed=5)
    ids = [3, 8, 9, 20, 31]
    for combats in range(6):
        g.combats = combats
        for side in (0, 1):
            g.member_list[: len(ids)] = ids
            shuffle(g, len(ids), side)
            key = draw(stream(g.seed, t.DRAW_SWARM_ORDER), 2 * combats + side)
            expected = list(ids)
            for i in range(len(ids) - 1, 0, -1):
                j = below(draw(key, i), i + 1)
                expected[i], expected[j] = expected[j], expected[i]
            assert list(g.member_list[: len(ids)]) == expected
    orders = set()
    for combats in range(40):
        g.combats = combats
        g.member_list[:3] = [1, 2, 3]
        shuffle(g, 3, 0)
        orders.add(tuple(g.member_list[:3]))
    assert len(orders) == 6  # every order comes


@pytest.mark.rule("BOI-014")
def test_the_length_of_a_turn_is_a_setting():
    for asked, ms in (({}, 30_000), ({"turn_seconds": 90}, 90_000), ({"mode": "season"}, 3_600_000)):
        setup = GAME.setup(settings=asked)
        assert turn_ms(settings_of(setup)) == ms
        assert GAME.window_ms(setup) == ms
        assert GAME.pace(setup, GAME.start(setup)).window_ms == ms


@pytest.mark.rule("BOI-218")
def test_only_a_live_turn_must_be_longer_than_the_time_in_which_nothing_is_taken():
    GAME.try_setup(GAME.setup(settings={"turn_seconds": 4}))
    GAME.try_setup(GAME.setup(settings=dict(GAME.demo_settings)))
    with pytest.raises(SetupError, match="less than turn_seconds"):
        GAME.try_setup(GAME.setup(settings={"turn_seconds": 4, "turn_mode": "live"}))


@pytest.mark.rule("BOI-025", "BOI-256")
@pytest.mark.parametrize("preset", ["standard", "crew", "three"])
def test_in_matches_that_count_all_teams_are_equal(preset):
    """Only matches with the settings of a preset count, so it is enough that these are fair."""
    assert preset in PRESETS
    g = GAME.start(GAME.setup(seed=4, preset=preset))
    teams = {}
    for n in range(g.player_count):
        player, unit = g.players[n], g.units[n]
        items = [(one, state) for one, state in zip(player.item_templates, player.item_states, strict=True) if state]
        assert unit.template == t.STANDARD_SHIP
        assert all(state == t.ITEM_FREE for _, state in items)
        teams.setdefault(player.team, []).append((player.stake, player.battery, player.ratio, items))
    first, *others = teams.values()
    assert len(first) > 1
    assert all(other == first for other in others)
    assert {g.units[g.player_count + k].template for k in range(g.teams)} == {t.STANDARD_MOTHERSHIP}


@pytest.mark.rule("BOI-030")
def test_nothing_on_the_way_blocks_fire(monkeypatch):
    fix_draws(monkeypatch)
    g = game(tiles={"t6_5": {"obstacle": "black_hole"}}, **LIVE)
    place(g, ANNA, 5, 5, battery=100, ratio=90)
    place(g, XENA, 7, 5)
    assert order(g, ANNA, type="attack", target=XENA) == 0
    g = game(**LIVE)
    place(g, ANNA, 5, 5, battery=100, ratio=90)
    place(g, BERT, 6, 5)
    place(g, XENA, 7, 5, battery=0)
    assert order(g, ANNA, type="attack", target=XENA) == 0
    assert g.units[BERT - 1].health == 10_000
    assert g.units[XENA - 1].health == 1_000


@pytest.mark.rule("BOI-064")
def test_an_effective_stat_is_the_sum_of_all_and_has_a_least_value():
    g = game(**LIVE)
    place(g, ANNA, 5, 5, stats={"attack": 4, "defense": -50, "range": -9, "health": -500, "respawn_rate": -20})
    one = g.units[ANNA - 1]
    one.boosts[:2] = [t.TEMPLATE_KEYS.index("boost-overcharge"), t.TEMPLATE_KEYS.index("boost-lucky")]
    one.boost_turns[:2] = [3, 3]
    assert unit_stat(g, 0, t.ATTACK_STAT) == 10 + 4 + 10
    assert unit_stat(g, 0, t.CRIT_CHANCE) == 10 + 10
    least = {t.DEFENSE: 0, t.RANGE: 0, t.HEALTH: 1, t.RESPAWN: 1}
    assert {stat: unit_stat(g, 0, stat) for stat in least} == least
    place(g, BERT, 7, 5, stats={"swarm_join_turns": -3, "crit_value": -99, "action_points": -99, "crit_chance": -99})
    low = (t.JOIN_TURNS, t.CRIT_VALUE, t.AP_RECHARGE, t.CRIT_CHANCE)
    assert [unit_stat(g, 1, stat) for stat in low] == [0, 0, 0, 0]
    cheap = template(g, {"build_rate": -9})
    g.units[CARL - 1].template = cheap
    place(g, CARL, 9, 5)
    own(g, tile(g, 9, 5), 1)
    g.players[CARL - 1].item_templates[0], g.players[CARL - 1].item_states[0] = 3, t.ITEM_FREE
    g.players[CARL - 1].item_burnable[0] = 1
    assert order(g, CARL, type="build", item=0) == 0
    assert g.units[CARL - 1].needed == 1


@pytest.mark.rule("BOI-069")
def test_the_ground_is_the_same_for_everybody():
    g = game(tiles={"t5_5": {"type": "nebula"}, "t6_5": {"type": "planet"}}, **LIVE)
    nebula, planet = {"attack": -10, "defense": 10, "crit_chance": -5, "move": 1}, {"attack": 10, "capture": 1}
    for x, fields in ((5, nebula), (6, planet)):
        for owner in (0, 1, 2):
            if owner:
                own(g, tile(g, x, 5), owner)
            for team in (0, 1, 2):
                for name, value in fields.items():
                    assert field(g, tile(g, x, 5), team, t.FIELD_NAMES.index(name), -1) == value


@pytest.mark.rule("BOI-074")
def test_a_tile_is_free_being_captured_or_captured():
    g = game(**LIVE)
    place(g, MOTHER, 1, 1)
    place(g, ANNA, 5, 5)

    def seen():
        view = GAME.view(g, 0, NAMES)
        owner = next(one.owner for one in view.tiles if (one.x, one.y) == (5, 5))
        jobs = [unit.job.type for unit in view.units if unit.job and (unit.x, unit.y) == (5, 5)]
        return "capturing" if "capturing" in jobs else "captured" if owner else "free"

    assert seen() == "free"
    assert order(g, ANNA, type="capture") == 0
    assert seen() == "capturing"
    turn(g, 2)
    assert seen() == "captured"
    place(g, XENA, 7, 5, ap=9)
    assert order(g, XENA, type="move", to=[6, 5]) == 0  # in the other sense its own tile is as free as any


@pytest.mark.rule("BOI-075")
def test_action_points_are_for_moving_alone(monkeypatch):
    fix_draws(monkeypatch)
    g = game(starting_inventory=("boost-lucky",), actions_per_turn=10, **LIVE)
    place(g, MOTHER, 1, 1)
    place(g, ANNA, 5, 5, ap=9, battery=50)
    place(g, XENA, 6, 5)
    for action in (
        {"type": "attack", "target": XENA}, {"type": "battery", "attack": 60},
        {"type": "boost", "item": 0, "mode": "burn"}, {"type": "capture"}, {"type": "cancel"},
        {"type": "swarm_create"},
    ):  # fmt: skip
        assert order(g, ANNA, **action) == 0
        assert g.units[ANNA - 1].ap == 9, action
    flock = g.units[ANNA - 1].swarm
    assert order(g, ANNA, type="move", unit=flock, to=[4, 5]) == 0
    assert g.units[ANNA - 1].ap == 6


@pytest.mark.rule("BOI-083")
def test_only_spaceships_have_a_battery(monkeypatch):
    fix_draws(monkeypatch)
    g = game(**LIVE)
    place(g, ANNA, 5, 5, battery=100, ratio=10)
    place(g, THEIRS, 6, 5)
    view = {unit.kind: unit for unit in GAME.view(g, 4, NAMES).units if unit.team == 2}
    assert (view["mothership"].battery, view["mothership"].ratio) == (UNSET, UNSET)
    assert view["spaceship"].battery == 100
    walls = structure(g, 4, 5, 2)
    for target in (THEIRS, walls):
        fight(g, ANNA, target)
        side = g.sides[1]
        assert (side.main, side.shields, side.battery_spent) == (0, 0, 0)
        assert side.additional > 0  # it strikes with its attack alone
        g.players[0].battery = 10_000


@pytest.mark.rule("BOI-211")
def test_builds_and_captures_advance_by_one_at_every_turn_end():
    g = game(starting_inventory=("ss-bastion",), capture_turns=3, **LIVE)
    place(g, MOTHER, 1, 1)
    place(g, ANNA, 5, 5)
    place(g, BERT, 8, 8)
    own(g, tile(g, 8, 8), 1)
    assert order(g, ANNA, type="capture") == 0
    assert order(g, BERT, type="build", item=0) == 0
    for done in (1, 2):
        turn(g)
        assert [(g.units[n].progress, g.units[n].needed) for n in (0, 1)] == [(done, 3), (done, 3)]
        assert (g.owner[tile(g, 5, 5)], g.structure_count) == (0, 0)
    turn(g)
    assert (g.owner[tile(g, 5, 5)], g.structure_count) == (1, 1)
    assert [g.units[n].job for n in (0, 1)] == [t.IDLE, t.IDLE]


@pytest.mark.rule("BOI-245", "BOI-246")
def test_modifiers_count_only_for_the_units_that_may_have_them():
    """A boost of everything, on each kind of unit."""
    g = game(**LIVE)
    everything = template(g, dict.fromkeys(t.MOD_NAMES, 1), schema=t.SCHEMA_BOOST)
    place(g, ANNA, 5, 5)
    place(g, MOTHER, 1, 1)
    counted = {}
    for unit, kind in ((ANNA, "spaceship"), (MOTHER, "mothership")):
        before = [unit_stat(g, unit - 1, stat) for stat in range(t.STATS)]
        g.units[unit - 1].boosts[0], g.units[unit - 1].boost_turns[0] = everything, 5
        after = [unit_stat(g, unit - 1, stat) for stat in range(t.STATS)]
        counted[kind] = {t.STAT_NAMES[k] for k in range(t.STATS) if after[k] != before[k]}
    fighting = {"attack", "defense", "health", "range", "ap_recharge", "respawn_turns"}
    assert counted["mothership"] == fighting
    assert counted["spaceship"] == fighting | {"crit_chance", "crit_value", "swarm_join_turns"}
    structure(g, 7, 7, 1)
    before = [structure_stat(g, 0, stat) for stat in range(t.STATS)]
    g.structures[0].boosts[0], g.structures[0].boost_turns[0] = everything, 5
    changed = {t.STAT_NAMES[k] for k in range(t.STATS) if structure_stat(g, 0, k) != before[k]}
    assert changed == {"attack", "defense", "health", "range"}


@pytest.mark.rule("BOI-284")
def test_attack_and_defense_of_the_own_team_as_they_are_shown():
    """The stat and the share of the battery, from the fields of the own view."""
    g = game(**LIVE)
    place(g, ANNA, 5, 5, battery=80, ratio=75)
    mine = next(unit for unit in GAME.view(g, BERT, NAMES).units if unit.id == ANNA)
    assert mine.attack + mine.battery * mine.ratio / 100 == 10 + 60
    assert mine.defense + mine.battery * (100 - mine.ratio) / 100 == 10 + 20
    ahead = forecast(GAME.view(g, ANNA, NAMES), setup_of(**LIVE), ANNA, {"type": "battery", "attack": 75})
    assert (ahead.attack, ahead.defense) == (70, 30)


@pytest.mark.rule("BOI-239")
def test_a_match_looks_at_the_stakes_before_turn_one_and_as_often_as_it_is_asked_to():
    g = game(powered_stakes=(2500, 3600), maintenance_every_turns=2)
    assert [g.players[n].battery for n in range(3)] == [5000, 6000, 10_000]  # there is no clock: a turn is a tick
    told = {}
    for _ in range(6):
        turn(g)
        events = [event for event in GAME.events(g) if type(event).__name__ == "Maintenance"]
        told[g.turn_no] = [(event.player, event.max_battery) for event in events]
    every = [(1, 50), (2, 60), (3, 100), (4, 100), (5, 100), (6, 100)]
    assert told == {2: [], 3: every, 4: [], 5: every, 6: [], 7: every}
    quiet = game()
    turn(quiet, 3)
    assert not [event for event in GAME.events(quiet) if type(event).__name__ == "Maintenance"]
