"""The forecast of an order is what then happens, and knows nothing that its seat may not know."""

from collections import Counter
from random import Random

import pytest
from msgspec import UNSET, json
from tests.games.boidvoid.positions import game, place, setup_of, structure, tile
from tests.games.boidvoid.scenes import scene
from tests.games.boidvoid.turns import order
from tests.scale import amount

from roundhouse.core.schema import canonical, clone
from roundhouse.games.boidvoid import GAME
from roundhouse.games.boidvoid.actions import Attack, Battery, Build, Capture, Done, Move, SwarmCreate, row_of
from roundhouse.games.boidvoid.forecast import BatteryAhead, MoveAhead, Refused, WorkAhead, forecast
from roundhouse.games.boidvoid.rules import contract
from roundhouse.games.boidvoid.rules import tables as t
from roundhouse.games.boidvoid.rules.phases.orders import check_attack
from roundhouse.games.boidvoid.rules.phases.stats import battery_max
from roundhouse.games.boidvoid.rules.phases.tile_work import own
from roundhouse.games.boidvoid.rules.phases.units import team_of
from roundhouse.games.boidvoid.view import everybody

NAMES = ["Anna", "Bert", "Carl", "Xena", "Yuri", "Zora"]
ANNA, BERT, XENA, MOTHER, THEIRS = 1, 2, 4, 7, 8
LIVE = {"turn_mode": "live"}
many_scenes = pytest.mark.parametrize(
    "scenes", [range(4), pytest.param(range(4, amount(14, 44)), marks=pytest.mark.slow)], ids=len
)


def asked(g, setup, seat, action):
    return forecast(GAME.view(g, seat, NAMES), setup, seat, action)


def attacks_of(g, seat):
    """All attacks that a team's seat could order."""
    mine = [unit for unit in everybody(g) if team_of(g, unit) == seat]
    for unit in mine:
        for target in everybody(g):
            row = row_of(Attack(unit=unit, target=target), g)
            if check_attack(g, unit, target) == 0 and contract.check(g, seat, row) == 0:
                yield Attack(unit=unit, target=target)


def health_and_battery(g, ids):
    health = sum(g.units[n].health for n in ids) / 100
    return health, sum(g.players[n].battery for n in ids if n < g.player_count) / 100


def ships_of(g, unit):
    if unit <= g.unit_count:
        return [unit - 1]
    return [n for n in range(g.player_count) if g.units[n].swarm == unit]


def fought(g, seat, action):
    """The combat that an order brings, and what is left of both sides."""
    after = clone(g)
    after.event_count = 0
    sides = [ships_of(after, action.unit), ships_of(after, action.target)]
    walls = [one for one in after.structures[: after.structure_count] if one.serial == action.target]
    contract.act(after, seat, row_of(action, after))
    event = next(one for one in GAME.events(after) if type(one).__name__ == "Combat")
    left = [health_and_battery(after, ids) for ids in sides]
    if walls:
        left[1] = (event.target.health, 0.0)
    return event, left


def outcome_of(ahead, event):
    back = event.target.critical
    found = [one for one in ahead.outcomes if one.critical == event.attacker.critical]
    exact = [one for one in found if one.critical_back == back]
    return (exact or found)[0]


@pytest.mark.rule("BOI-165", "BOI-167", "BOI-176", "BOI-177", "BOI-181", "BOI-187")
@pytest.mark.parametrize("distribution", t.DISTRIBUTIONS)
@many_scenes
def test_a_forecast_of_an_attack_is_what_happens_where_batteries_are_known(distribution, scenes):
    seen = Counter()
    for seed in scenes:
        rng = Random(seed)
        g, setup = scene(
            rng, enemy_battery_visible=True, damage_distribution=distribution, superstructure_radius=seed % 2,
            deplete_battery_on_defense=seed % 3 == 0, counterattack=seed % 5 > 0,
        )  # fmt: skip
        for action in list(attacks_of(g, 1))[:6]:
            ahead = asked(g, setup, 1, action)
            event, left = fought(g, 1, action)
            one = outcome_of(ahead, event)
            seen["random order"] += check_sides(ahead, event, one)
            for side, (health, battery), lost in ((one.attacker, left[0], 0), (one.target, left[1], 1)):
                assert side.health[0] <= health <= side.health[1], (seed, action)
                if one.attacker.destroyed == "no" and one.target.destroyed == "no":
                    assert side.battery[0] <= battery <= side.battery[1], (seed, action, lost)
                if distribution != "random":
                    assert side.health[0] == side.health[1]
                    assert side.battery[0] == side.battery[1]
            seen["attacks"] += 1
            seen["counter"] += one.strikes_back == "yes"
            seen["critical"] += one.critical
            assert abs(sum(each.chance for each in ahead.outcomes) - 100) < 0.01
    assert min(seen["attacks"], 2 * seen["counter"]) > 2 * len(scenes)
    assert seen["critical"] > 3 or len(scenes) < 9


def check_sides(ahead, event, one):
    for shown, real in ((ahead.attacker, event.attacker), (ahead.target, event.target)):
        assert shown.known
        assert (shown.main, shown.additional) == ((real.main, real.main), real.additional)
        assert (shown.bonus_attack, shown.bonus_defense) == (real.bonus_attack, real.bonus_defense)
        assert (shown.shields, shown.defense) == ((real.shields, real.shields), real.defense)
        assert shown.total_defense == (real.total_defense, real.total_defense)
        if real.critical:
            assert shown.crit_value == real.critical_damage
            assert shown.crit_chance > 0
    assert one.damage == event.attacker.damage
    assert one.damage_back == (event.target.damage, event.target.damage)
    assert (one.strikes_back == "yes") == event.target.struck
    for side, real in ((one.attacker, event.attacker), (one.target, event.target)):
        assert side.destroyed in (("yes", "perhaps") if real.destroyed else ("no", "perhaps"))
    return 1


@pytest.mark.rule("BOI-090")
@pytest.mark.parametrize("distribution", t.DISTRIBUTIONS)
@many_scenes
def test_with_hidden_batteries_a_forecast_holds_for_every_battery_and_tells_none(distribution, scenes):
    checked = Counter()
    for seed in scenes:
        rng = Random(seed)
        g, setup = scene(rng, damage_distribution=distribution)
        fleet = [action for action in attacks_of(g, 1) if any(n < g.player_count for n in ships_of(g, action.target))]
        for action in fleet[:3]:
            ahead = asked(g, setup, 1, action)
            for _ in range(3):
                for index in range(4, 8):
                    most = battery_max(g, index)
                    g.players[index].battery = rng.choice([0, most, rng.randint(0, most)])
                    g.players[index].ratio = rng.choice([10, 90, rng.randint(10, 90)])
                assert asked(g, setup, 1, action) == ahead
                event, left = fought(g, 1, action)
                one = outcome_of(ahead, event)
                assert ahead.target.main[0] <= event.target.main <= ahead.target.main[1]
                assert ahead.target.shields[0] <= event.target.shields <= ahead.target.shields[1]
                assert one.damage_back[0] <= event.target.damage <= one.damage_back[1]
                assert one.damage == event.attacker.damage
                assert one.strikes_back in (("yes", "perhaps") if event.target.struck else ("no", "perhaps"))
                for side, (health, _battery) in ((one.attacker, left[0]), (one.target, left[1])):
                    assert side.health[0] <= health <= side.health[1], (seed, action)
                checked["all"] += 1
                checked["hidden"] += one.target.battery is None
    assert checked["hidden"] == checked["all"] >= 2 * len(scenes)


@pytest.mark.rule("BOI-004", "BOI-090")
def test_a_forecast_knows_no_draws():
    """The seed of a match decides its critical hits; the forecast says the same for every seed."""
    g, setup = scene(Random(3))
    action = next(attacks_of(g, 1))
    others = [GAME.setup(seed=seed, settings=setup.settings) for seed in range(5)]
    assert {json.encode(asked(g, other, 1, action)) for other in others} == {json.encode(asked(g, setup, 1, action))}


@pytest.mark.rule("BOI-093", "BOI-108", "BOI-109")
def test_a_forecast_of_a_move_has_the_way_and_the_cost_of_every_step():
    moved = 0
    for seed in range(5):
        g, setup = scene(Random(seed))
        view = GAME.view(g, 1, NAMES)
        for choice in view.you.choices:
            for tile_ahead in choice.reach[::7]:
                action = Move(unit=choice.unit, to=(tile_ahead.x, tile_ahead.y))
                ahead = forecast(view, setup, 1, action)
                after = clone(g)
                contract.act(after, 1, row_of(action, after))
                event = GAME.events(after)[-1]
                assert (ahead.path, ahead.cost) == (event.path, event.cost)
                assert len(ahead.costs) == len(ahead.path)
                assert sum(ahead.costs) >= ahead.cost
                left = min(after.units[n].ap for n in ships_of(after, choice.unit))
                assert ahead.ap_left == left
                assert ahead.ap == min(g.units[n].ap for n in ships_of(g, choice.unit))
                moved += 1
    assert moved > 15


def test_a_way_that_is_too_dear_is_told_with_what_it_would_cost():
    g = game(**LIVE)
    place(g, ANNA, 3, 5, ap=4)
    answer = asked(g, setup_of(initial_spawn="manual", **LIVE), ANNA, Move(to=(5, 5)))
    assert isinstance(answer, Refused)
    assert (answer.refusal.code, answer.refusal.verdict) == ("not_enough_ap", "refused")
    assert answer.way == MoveAhead(unit=1, path=[[4, 5], [5, 5]], costs=[3, 3], cost=6, ap=4, ap_left=-2)


@pytest.mark.rule("BOI-118", "BOI-119", "BOI-130")
def test_a_forecast_of_a_capture_and_of_a_build():
    items = {"starting_inventory": ("ss-bastion", "boost-yard"), **LIVE}
    g, setup = game(**items), setup_of(initial_spawn="manual", **items)
    place(g, MOTHER, 1, 1)
    place(g, ANNA, 5, 5)
    own(g, tile(g, 5, 5), 2)
    assert asked(g, setup, ANNA, Capture()) == WorkAhead(unit=1, work="capturing", tile=[5, 5], turns=4, turn=4)
    assert asked(g, setup, ANNA, Build(item=0)).refusal.code == "not_your_tile"
    own(g, tile(g, 5, 5), 1)
    assert asked(g, setup, ANNA, Capture()).refusal.code == "already_owned"
    assert order(g, ANNA, type="boost", item=1, mode="burn") == 0
    expected = WorkAhead(
        unit=1, work="building", tile=[5, 5], turns=2, turn=2, template="ss-bastion", level=1
    )  # fmt: skip
    assert asked(g, setup, ANNA, Build(item=0)) == expected
    structure(g, 5, 5, 1, "ss-bastion", level=2)
    assert asked(g, setup, ANNA, {"type": "build", "item": 0}).level == 3


@pytest.mark.rule("BOI-284")
def test_a_forecast_of_a_ratio():
    g = game(**LIVE)
    place(g, ANNA, 5, 5, battery=80)
    answer = asked(g, setup_of(**LIVE), ANNA, Battery(attack=75))
    assert answer == BatteryAhead(unit=1, ratio=75, attack=70.0, defense=30.0)
    assert asked(g, setup_of(**LIVE), ANNA, Battery(attack=95)).refusal.code == "ratio_out_of_range"


@pytest.mark.rule("BOI-214", "BOI-220")
def test_sealed_orders_of_the_team_come_first():
    """The second order is foreseen from where the first one leads."""
    g, setup = game(), setup_of(initial_spawn="manual")
    place(g, ANNA, 2, 5, ap=9)
    place(g, XENA, 6, 5)
    assert asked(g, setup, ANNA, Attack(target=XENA)).refusal.code == "out_of_range"
    assert order(g, ANNA, type="move", to=[4, 5]) == 0
    ahead = asked(g, setup, ANNA, Attack(target=XENA))
    assert ahead.distance == 2
    assert order(g, ANNA, type="attack", target=XENA) == 0
    assert asked(g, setup, ANNA, Attack(target=XENA)).refusal.code == "already_acted"
    assert asked(g, setup, ANNA, Move(to=(5, 5))).path == [[5, 5]]


def test_asking_changes_nothing_and_other_orders_have_no_forecast():
    g, setup = game(**LIVE), setup_of(**LIVE)
    place(g, ANNA, 5, 5, ap=9)
    place(g, XENA, 6, 5)
    before = canonical(g)
    for action in (Move(to=(4, 5)), Attack(target=XENA)):
        assert asked(g, setup, ANNA, action) is not None
    for action in (SwarmCreate(), Done()):
        assert asked(g, setup, ANNA, action) is None
    assert asked(g, setup, ANNA, Attack(unit=XENA, target=ANNA)).refusal.code == "not_your_unit"
    assert canonical(g) == before
    assert GAME.view(g, 0, NAMES).you is UNSET
    assert forecast(GAME.view(g, 0, NAMES), setup, ANNA, Capture()) is None


def test_a_view_from_the_wire_does_as_well():
    g, setup = scene(Random(8))
    action = next(attacks_of(g, 1))
    plain = json.decode(json.encode(GAME.view(g, 1, NAMES)))
    message = {"type": "attack", "unit": action.unit, "target": action.target}
    assert forecast(plain, setup, 1, message) == asked(g, setup, 1, action)
    assert json.decode(json.encode(forecast(plain, setup, 1, message)))["type"] == "combat"
