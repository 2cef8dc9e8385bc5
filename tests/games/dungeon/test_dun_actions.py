"""Actions as messages and rows, ids, and whatever anybody may send instead."""

from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from uuid import UUID

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.dungeon.text_states import Sky, encode, random_match

from roundhouse.core.rules import draw, mix64, stream
from roundhouse.games.dungeon import GAME, actions, changes
from roundhouse.games.dungeon.ids import Names, drawn, event_id, order_id, planet_of, receipt, robot_of
from roundhouse.games.dungeon.rules import tables as t
from roundhouse.match.match import Match
from roundhouse.protocol.actions import row_of as row_or_refusal

SKY = "round 1 of 9\n1S 1.\n1c 1.\n1 money 500\n2 money 500\nr1 1 0,1\nr2 2 0,1\nr3 1 0,0\n"
NOTHING = "00000000-0000-4000-8000-000000000000"


@pytest.mark.rule("DUN-253")
def test_every_action_is_a_row_of_five_numbers_and_back():
    sky = Sky(SKY)
    one, two, here, there = sky.robot_id("r1"), sky.robot_id("r2"), sky.planet_id("0,1"), sky.planet_id("1,0")
    rows = {
        actions.Blocking(one): [0, 1, -1, -1, -1],
        actions.Movement(one, there): [1, 1, 2, -1, -1],
        actions.Battle(one, two): [2, 1, 2, -1, -1],
        actions.Mining(one): [3, 1, -1, -1, -1],
        actions.Regeneration(one): [4, 1, -1, -1, -1],
        actions.BattleItemUse(one, "ROCKET", two): [5, 1, 2, 0, -1],
        actions.BattleItemUse(one, "LONG_RANGE_BOMBARDMENT", here): [5, 1, 1, 2, -1],
        actions.BattleItemUse(one, "SELF_DESTRUCTION", one): [5, 1, 1, 3, -1],
        actions.BattleItemUse(one, "NUKE", there): [5, 1, 2, 5, -1],
        actions.RepairItemUse(one): [6, 1, -1, 4, -1],
        actions.MoveItemUse(one): [7, 1, -1, 1, -1],
        actions.Buying("ROBOT", None, 3): [8, -1, -1, 0, 3],
        actions.Buying("HEALTH", one): [8, 1, -1, 1, 1],
        actions.Buying("ENERGY", one): [8, 1, -1, 2, 1],
        actions.Buying("NUKE", one): [8, 1, -1, 8, 1],
        actions.Buying("STORAGE_1", one): [8, 1, -1, 9, 1],
        actions.Buying("HEALTH_1", one): [8, 1, -1, 14, 1],
        actions.Buying("MINING_4", one): [8, 1, -1, 32, 1],
        actions.Buying("ENERGY_REGEN_5", one): [8, 1, -1, 43, 1],
        actions.Selling(one): [9, 1, -1, -1, -1],
        actions.Selling(one, "gem", 7): [9, 1, -1, 2, 7],
        actions.Withdraw(one): [10, 1, -1, -1, -1],
        actions.Withdraw(): [10, -1, -1, -1, -1],
        actions.Done(): [11, -1, -1, -1, -1],
    }
    for action, row in rows.items():
        assert GAME.row_of(action, sky.g) == row
        assert GAME.action_of(row, sky.g) == action
        assert GAME.rules.check(sky.g, 1, row) == 0
    assert [t.ACTION_NAMES[row[0]] for row in rows.values()] == [msgspec.to_builtins(one)["type"] for one in rows]


@pytest.mark.rule("DUN-253", "DUN-220")
def test_names_are_read_in_any_case_and_in_the_spelling_of_the_originals_documents():
    sky = Sky(SKY)
    here, one = sky.planet_id("0,1"), sky.robot_id("r1")
    assert GAME.row_of(actions.BattleItemUse(one, "long_range_bombaredment", here.upper()), sky.g) == [5, 1, 1, 2, -1]
    assert GAME.row_of(actions.Buying("mining_speed_2", one.upper()), sky.g) == [8, 1, -1, 25, 1]
    assert GAME.row_of(actions.Selling(one, "GOLD", 2), sky.g) == [9, 1, -1, 3, 2]


@pytest.mark.rule("DUN-064", "DUN-236")
@pytest.mark.parametrize(
    ("message", "refusal"),
    [
        ({"type": "movement", "robot": "r1", "planet": "here"}, "bad_field"),
        ({"type": "movement", "robot": "r1", "planet": "0,1 "}, "bad_field"),
        ({"type": "battle", "robot": "r1", "target": ""}, "bad_field"),
        ({"type": "mining", "robot": "me"}, "bad_field"),
        ({"type": "mining", "robot": NOTHING}, "not_your_robot"),
        ({"type": "mining", "robot": "r2"}, "not_your_robot"),
        ({"type": "battleItemUse", "robot": "r1", "item": "BROOM", "target": "r2"}, "bad_field"),
        ({"type": "battleItemUse", "robot": "r1", "item": "WORMHOLE", "target": "r2"}, "bad_field"),
        ({"type": "battleItemUse", "robot": "r1", "item": "NUKE", "target": "a"}, "bad_field"),
        ({"type": "repairItemUse", "robot": "r1", "item": "NUKE"}, "bad_field"),
        ({"type": "moveItemUse", "robot": "r1", "item": "ROCKET"}, "bad_field"),
        ({"type": "buying", "article": "HEALTH"}, "bad_field"),
        ({"type": "buying", "article": "BOMB", "robot": None}, "bad_field"),
        ({"type": "selling", "robot": "r1", "resource": "cheese", "quantity": 2}, "bad_field"),
        ({"type": "selling", "robot": "r1", "resource": "coal", "quantity": -1}, "bad_field"),
        ({"type": "withdraw", "robot": "x"}, "bad_field"),
    ],
)
def test_what_does_not_fit_is_refused_at_once_and_leaves_the_command_before_it(message, refusal):
    sky = Sky(SKY)
    names = {"r1": sky.robot_id("r1"), "r2": sky.robot_id("r2"), "0,1 ": sky.planet_id("0,1") + " "}
    sky.give("r1 regenerate")
    row, _ = row_or_refusal(GAME, {key: names.get(value, value) for key, value in message.items()}, sky.g)
    assert GAME.refusal(GAME.rules.check(sky.g, 1, row)).name == refusal
    assert sky.g.robots[0].command == t.REGENERATE


@pytest.mark.rule("DUN-237", "DUN-064")
def test_ids_that_name_nothing_are_accepted_where_only_the_execution_can_tell():
    sky = Sky(SKY)
    one = sky.robot_id("r1")
    for action, row in (
        (actions.Movement(one, NOTHING), [1, 1, t.UNKNOWN, -1, -1]),
        (actions.Battle(one, NOTHING), [2, 1, t.UNKNOWN, -1, -1]),
        (actions.BattleItemUse(one, "NUKE", NOTHING), [5, 1, t.UNKNOWN, 5, -1]),
        (actions.Buying("BROOM", one), [8, 1, -1, t.UNKNOWN, 1]),
    ):
        assert GAME.row_of(action, sky.g) == row
        assert GAME.rules.check(sky.g, 1, row) == 0
    assert GAME.action_of([1, 1, t.UNKNOWN, -1, -1], sky.g) == actions.Movement(one, NOTHING)
    assert GAME.action_of([8, 1, -1, t.UNKNOWN, 1], sky.g) == actions.Buying("UNKNOWN", one)


texts = st.one_of(
    st.text(max_size=45),
    st.sampled_from([*t.ARTICLE_NAMES, *t.ITEM_NAMES, *t.KIND_NAMES, NOTHING, NOTHING.replace("-", ""), "{" + NOTHING]),
    st.uuids().map(str),
    st.uuids().map(lambda one: one.urn),
)
anything = st.one_of(texts, st.none(), st.integers(), st.floats(), st.booleans(), st.lists(texts, max_size=2))
messages = st.fixed_dictionaries(
    {"type": st.one_of(st.sampled_from(t.ACTION_NAMES), texts)},
    optional=dict.fromkeys(("robot", "planet", "target", "item", "article", "resource", "quantity"), anything),
)


@pytest.fixture(scope="module")
def sky():
    """Making a state takes longer than anything that is done with it here."""
    return Sky(SKY.replace("of 9", "of 10000"))


@pytest.mark.slow
@pytest.mark.rule("DUN-064", "DUN-236")
@settings(max_examples=400)
@given(message=messages, own=st.booleans())
def test_nothing_that_anybody_sends_raises(sky, message, own):
    if own:
        message["robot"] = sky.robot_id("r1")
    row, verdict = row_or_refusal(GAME, message, sky.g)
    if row is None:
        assert verdict.code == "bad_action"
        return
    code = GAME.rules.check(sky.g, 1, row)
    assert code == 0 or GAME.refusal(code).sentence
    assert sky.g.reason == 0
    if code == 0:
        GAME.rules.act(sky.g, 1, row)
        encode(sky.view(1))
        GAME.rules.tick(sky.g)
        encode([GAME.of_event(sky.g, event, 1) for event in GAME.events(sky.g)])


@given(row=st.lists(st.integers(-5, 60) | st.integers(-(2**31), 2**31 - 1), min_size=5, max_size=5))
def test_any_row_can_be_shown(sky, row):
    encode(GAME.action_of(row, sky.g))


@pytest.mark.parametrize("number", [-(10**30), 10**30, 2**31])
def test_numbers_that_fit_nowhere_become_ones_that_are_checked(number):
    sky = Sky(SKY)
    row = GAME.row_of(actions.Buying("ROBOT", None, number), sky.g)
    assert abs(row[4]) == 2**31 - 1
    sky.round()
    GAME.rules.act(sky.g, 1, row)
    (trade,) = sky.told(sky.round(), 1, "trade")
    assert trade["reason"] == ("bad_quantity" if number < 0 else "robot_limit")


@pytest.mark.rule("DUN-065")
def test_every_accepted_order_has_a_transaction_of_its_own():
    match = Match(GAME, GAME.setup(["a", "b"], seed=3))
    receipts = [match.act(seat, [8, -1, -1, 0, n]).receipt for n in (1, 2, 3) for seat in (1, 2)]
    assert len({str(UUID(one)) for one in receipts}) == 6
    assert match.view(1).you.purchase.transaction == receipts[4] == receipt(match.state, 1)
    assert match.act(1, [3, 9, -1, -1, -1]).receipt == ""  # refused
    assert match.view(1).you.purchase.transaction == receipts[4]
    match.tick()
    assert {event.transaction for event in GAME.events(match.state)} >= {receipts[4], receipts[5]}


@pytest.mark.rule("DUN-233")
def test_ids_are_version_4_and_drawn_from_the_seed_by_what_they_name():
    for purpose in (t.DRAW_ID_PLANET, t.DRAW_ID_ROBOT):
        for number in range(50):
            whole = blake2b(f"7 {purpose} {number}".encode(), digest_size=16).hexdigest()
            assert drawn(7, purpose, number) == str(UUID(hex=whole, version=4))
    every = [drawn(seed, purpose, n) for seed in (1, 2) for purpose in (5, 6, 11, 12) for n in range(200)]
    assert len(set(every)) == len(every)


@pytest.mark.rule("DUN-233")
def test_the_seed_does_not_follow_from_the_id_of_an_own_order():
    """A stream's numbers can be undone: 60 of their 64 bits, and 62 of the next number's to tell which one it is."""
    seed, purpose, number = 123_456_789_012, t.DRAW_ID_ORDER, 1 << 32 | 1
    step, all_bits = 0x9E3779B97F4A7C15, 2**64 - 1

    def seed_from(name):
        high, low = divmod(UUID(name).int, 2**64)
        for hidden in range(16):
            key = unmixed(high & ~0xF000 | hidden << 12) - step * (2 * number + 1) & all_bits
            if (draw(key, 2 * number + 1) ^ low) & (1 << 62) - 1 == 0:
                return unmixed(key) ^ mix64(purpose)
        return None

    key = stream(seed, purpose)
    assert seed_from(str(UUID(int=draw(key, 2 * number) << 64 | draw(key, 2 * number + 1), version=4))) == seed
    g = GAME.start(GAME.setup(["a", "b"], seed=seed))
    assert order_id(g, 1, 1) == drawn(seed, purpose, number)
    assert seed_from(order_id(g, 1, 1)) is None


def unmixed(z):
    """What `mix64` has mixed."""
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1)):
        x = z
        for _ in range(64 // shift):
            x = z ^ x >> shift
        z = x * pow(factor, -1, 2**64) % 2**64
    return z


@pytest.mark.rule("DUN-233")
def test_ids_of_planets_and_robots_lead_back_to_them():
    for g in random_match(4, 15):
        for index in range(g.side**2):
            assert planet_of(g, drawn(g.seed, t.DRAW_ID_PLANET, index)) == index
        for serial in range(1, g.serials + 1):
            assert robot_of(g, drawn(g.seed, t.DRAW_ID_ROBOT, serial)) == serial  # destroyed ones too
    assert planet_of(g, drawn(g.seed, t.DRAW_ID_PLANET, g.side**2)) == t.UNKNOWN
    assert robot_of(g, drawn(g.seed, t.DRAW_ID_ROBOT, g.serials + 1)) == t.UNKNOWN
    assert robot_of(g, drawn(g.seed, t.DRAW_ID_ROBOT, 0)) == t.UNKNOWN


def test_ids_of_orders_and_events_do_not_collide():
    g = GAME.start(GAME.setup(["a"], seed=1))
    orders = {order_id(g, seat, n) for seat in (1, 2, 99) for n in range(1, 100)}
    events = {
        event_id(g, n, kind, about, k) for n in (1, 9999) for kind in (1, 26) for about in (0, 5, 4000) for k in (0, 9)
    }
    assert (len(orders), len(events), len(orders & events)) == (297, 24, 0)


@pytest.mark.rule("DUN-243")
def test_changes_of_a_running_match_are_rows_of_two_numbers_and_back():
    sky = Sky(SKY)
    for change, row in (
        (changes.ChangeRounds(20), [0, 20]),
        (changes.ChangeRoundTime(5000), [1, 5000]),
        (changes.ChangeEarlyClose(True), [2, 1]),
        (changes.EndGame(), [3, -1]),
        (changes.Refill(sky.planet_id("0,0")), [4, 0]),
        (changes.Refill(NOTHING), [4, t.UNKNOWN]),
    ):
        assert GAME.change_row_of(change, sky.g) == row
        assert GAME.change_of(row, sky.g) == change
    assert GAME.change_row_of(changes.Refill("rubbish"), sky.g) == [4, t.MALFORMED]


def test_threads_that_ask_at_the_same_time_get_the_same_names():
    names = Names(3, t.DRAW_ID_ROBOT)
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda last: names.upto(last)[: last + 1], range(0, 400, 7)))
    whole = [drawn(3, t.DRAW_ID_ROBOT, number) for number in range(400)]
    assert all(one == whole[: len(one)] for one in told)
    assert [names.number_of(name, 399) for name in whole] == list(range(400))
