"""Requests in general: what counts, what is answered, in which order they are checked, and lists."""

import msgspec
import pytest
from tests.games.quest.rule_states import FIELD, Play, start, two

from roundhouse.core.schema import canonical
from roundhouse.games.quest import GAME
from roundhouse.games.quest.rules import tables as t
from roundhouse.games.quest.settings import Settings
from roundhouse.match.match import Match
from roundhouse.protocol.actions import enter_all

STRANGE = [
    {"type": "fly", "unit": 100}, {"unit": 100}, {"type": "move", "unit": 100}, {"type": "move", "to": [5, 5]},
    {"type": "move", "unit": 100, "to": [5]}, {"type": "move", "unit": 100, "to": [5, "5"]},
    {"type": "move", "unit": "100", "to": [5, 5]}, {"type": "move", "unit": 1.5, "to": [5, 5]},
    {"type": "attack", "unit": 100, "target": 200, "energy": 0},
    {"type": "attack", "unit": 100, "target": 200, "energy": -5},
    {"type": "attack", "unit": 100, "target": 200, "energy": 1_000_001},
    {"type": "retaliate", "unit": 100, "energy": -1, "cutoff": 5},
    {"type": "retaliate", "unit": 100, "energy": 1}, {"type": "pickup", "unit": 100, "what": {}},
    {"type": "pickup", "unit": 100, "what": {"iron": 0}}, {"type": "pickup", "unit": 100, "what": {"iron": -1}},
    {"type": "pickup", "unit": 100, "what": {"mud": 1}}, {"type": "pickup", "unit": 100, "what": [["iron", 1]]},
    {"type": "pickup", "unit": 100, "what": {"iron": 1.5}}, {"type": "drop", "unit": 100},
    {"type": "craft", "unit": 100, "item": "tower1", "use": {"iron": 1}},
    {"type": "craft", "unit": 100, "item": "sword1", "use": {}},
    {"type": "place_trap", "unit": 100, "item": "tower1", "use": {"iron": 1}},
    {"type": "place_tower", "unit": 100, "item": "sword1", "use": {"iron": 1}},
    {"type": "equip", "unit": 100, "item": "iron"}, {"type": "research", "unit": 100, "kind": "gold"},
    "move", 5, None, [], {},
]  # fmt: skip


def match(**settings):
    usual = {"scenario": "creek", "turn_ms": 0}
    return Match(GAME, GAME.setup(["a", "b"], settings={**usual, **settings}))


def ask(match, *actions, seat=1):
    return [(one.verdict, one.code) for one in enter_all(match, seat, actions, 0)]


def step(unit, x, y):
    return {"type": "move", "unit": unit, "to": [x, y]}


@pytest.mark.rule("QST-049", "QST-053")
def test_a_player_may_do_as_much_as_energy_allows_or_nothing():
    game = Play(two("100 5,5 energy 65 of 200", "101 7,7", "200 15,9", "201 15,9"))
    game.do("100 move 6,5", "101 move 8,8", "100 move 7,5", "101 dig", "100 move 8,5")
    assert game.unit(100).energy == 5
    assert game.refusal("100 move 9,5") == "energy"
    game.do("101 move 9,9", "101 pickup iron 1", "end_turn")
    game.end()
    before = [game.place(number) for number in (100, 101, 200, 201)]
    game.end()
    assert game.g.turn_of == 1
    assert [game.place(number) for number in (100, 101, 200, 201)] == before


@pytest.mark.rule("QST-053", "QST-055", "QST-056")
def test_a_refused_action_changes_and_costs_nothing():
    game = Play(two("100 5,5 energy 19 of 200", "200 6,5"))
    for words, why in (("100 move 6,6", "energy"), ("100 attack 200 20", "energy"), ("100 drop iron 1", "missing")):
        before = [game.energy(100), game.place(100), game.energy(200), game.player(1).energy_spent]
        assert game.refused(words) == why
        assert [game.energy(100), game.place(100), game.energy(200), game.player(1).energy_spent] == before
        assert game.g.event_count == 0
    assert (game.player(1).refused, game.player(1).acted) == (3, 3)


@pytest.mark.rule("QST-053")
def test_energy_is_needed_for_exactly_the_cost_of_each_action():
    everything = "iron 60 stone 60 wood 60 bronze 30 leather 30 sword1 1"
    for words, cost in (
        ("100 move 6,5", 118), ("100 dig", 10), ("100 pickup wood 1", 5), ("100 drop wood 1", 0),
        ("100 craft sword1 iron 10 stone 4 wood 4", 0), ("100 equip sword1", 0), ("100 view", 0),
        ("100 retaliate 5 5", 0), ("100 research trap", 40), ("100 place_trap trap1 stone 12 wood 18", 40),
        ("100 place_tower tower1 stone 50 wood 50", 75), ("100 attack 200 33", 33),
    ):  # fmt: skip
        board = two(f"100 5,5 energy {{}} of 200 {everything}", "200 5,5", "surface wood 1 5,5")
        settings = {"carry_limit": 500}
        exact = Play(board.format(cost), **settings)
        exact.do(words)
        assert exact.unit(100).energy == 0
        assert exact.player(1).energy_spent == cost
        if cost:
            assert Play(board.format(cost - 1), **settings).refusal(words) == "energy"


@pytest.mark.rule("QST-054")
def test_only_an_attack_gains_from_more_energy():
    damage = []
    for energy in (1, 50, 199):
        game = Play(two("100 5,5", "200 6,5"))
        game.do(f"100 attack 200 {energy}")
        damage.append(200 - game.unit(200).max_energy)
    assert damage == [1, 50, 199]
    takes_energy = [kind.__name__ for kind in msgspec.inspect.type_info(GAME.actions).types for kind in [kind.cls]
                    if "energy" in kind.__struct_fields__]  # fmt: skip
    assert sorted(takes_energy) == ["Attack", "Retaliate"]


@pytest.mark.rule("QST-052")
def test_the_turn_ends_with_the_last_request_that_counts():
    game = Play(two("100 5,5", "200 15,9"), max_actions=4)
    game.do("100 view", "100 move 6,5")
    assert game.refused("100 move 9,9") == "bad_target"
    assert game.g.ended == 0
    game.do("100 view")
    assert game.g.ended == t.BY_MAX_ACTIONS
    assert GAME.rules.waiting(game.g, [0] * 5) == 0
    assert game.refused("100 view") == "too_many"
    assert game.player(1).acted == 4
    game.end()
    assert game.g.turn_of == 2
    assert game.rows(t.TURN_ENDED, "seat", "a") == [(1, t.BY_MAX_ACTIONS)]
    game.end()
    assert game.player(1).acted == 0
    game.do("100 view")


@pytest.mark.rule("QST-052")
def test_a_refused_request_can_be_the_last_one_and_the_rest_of_a_list_is_too_many():
    playing = match(max_actions=3)
    look = {"type": "view", "unit": 102}
    answers = ask(playing, step(100, 3, 3), step(100, 30, 3), {"type": "fly"}, step(101, 4, 2), look)
    assert answers == [
        ("accepted", ""), ("void", "bad_target"), ("void", "bad_request"), *[("refused", "too_many")] * 2,
    ]  # fmt: skip
    assert playing.state.players[1].acted == 3
    assert playing.waited_for() == []


@pytest.mark.rule("QST-050")
def test_every_request_is_answered_at_once_with_the_unit_and_what_it_sees():
    playing = match()
    moved, blind, far = enter_all(playing, 1, [step(100, 3, 3), step(100, 4, 4) | {"view": False}, step(100, 9, 9)], 0)
    assert (moved.answer.unit.x, moved.answer.unit.y, moved.answer.unit.energy) == (3, 3, 180)
    assert {(cell.x, cell.y) for cell in moved.answer.cells} == {(x, y) for x in range(9) for y in range(9)}
    assert (blind.answer.unit.x, blind.answer.cells) == (4, msgspec.UNSET)
    assert far.code == "bad_target"
    assert far.answer.unit.energy == 160


@pytest.mark.rule("QST-051")
def test_a_list_is_carried_out_in_order_and_later_actions_of_a_refused_unit_are_skipped():
    playing = match()
    answers = ask(
        playing, step(100, 3, 3), step(100, 3, 9), step(100, 4, 4), step(101, 4, 2), {"type": "view", "unit": 100},
        {"type": "end_turn"},
    )  # fmt: skip
    assert [code for _, code in answers] == ["", "bad_target", "skipped", "", "skipped", ""]
    assert playing.state.players[1].acted == 4
    assert [(unit.x, unit.y) for unit in playing.state.units[:2]] == [(3, 3), (4, 2)]
    assert ask(playing, step(100, 4, 4)) == [("refused", "not_your_turn")]
    playing.tick()
    assert ask(playing, step(200, 16, 10), seat=2) == [("accepted", "")]
    assert ask(playing, step(200, 15, 9), seat=2) == [("accepted", "")]  # another list, nothing is skipped


@pytest.mark.rule("QST-056", "QST-081", "QST-092", "QST-063", "QST-067")
def test_what_is_no_request_is_a_bad_request_and_counts():
    playing = match()
    for strange in STRANGE:
        assert ask(playing, strange) == [("void", "bad_request")]
    assert (playing.state.players[1].acted, playing.state.players[1].refused) == (len(STRANGE), len(STRANGE))
    for strange in STRANGE:
        assert ask(playing, strange, seat=2) == [("refused", "not_your_turn")]


@pytest.mark.rule("QST-056")
def test_checks_run_in_their_order():
    lines = ["100 5,5 energy 0 frozen 1 respawned", "101 5,5 energy 0 frozen 1", "102 5,5 energy 0 wood 200",
             "200 6,6 shield", "201 15,9", "202 15,9", "tower 1 of 2 5,6 level 1 energy 5"]  # fmt: skip
    game = Play(two(*lines, ground="." * 6 + "#" + "." * 13 + "\n" + FIELD[21:]), max_actions=1)
    far = [t.MOVE, 100, 0, 0, *(0,) * 13]
    assert game.judged(far, seat=2) == "not_your_turn"
    broken = [t.MOVE, 100, 0, 0, *(0,) * 12, 7]
    assert game.judged(broken, seat=2) == "not_your_turn"
    assert game.judged(broken) == "bad_request"
    assert game.refusal("999 move 0,0") == "no_unit"
    assert game.refusal("200 move 0,0") == "no_unit"
    assert game.refusal("100 move 0,0") == "respawned"
    assert game.refusal("101 move 0,0") == "frozen"
    assert game.refusal("102 move 0,0") == "bad_target"
    assert game.refusal("102 move 5,6") == "tower"
    assert game.refusal("102 move 6,5") == "overweight"
    assert game.refusal("102 attack 299 9") == "no_target"
    assert game.refusal("102 attack 101 9") == "friendly"
    assert game.refusal("102 attack 201 9") == "out_of_reach"
    assert game.refusal("102 attack 200 9") == "shielded"
    game.do("102 view")
    assert game.judged(broken) == "bad_request"  # before too_many
    assert game.refusal("999 move 0,0") == "too_many"
    assert game.refusal("102 view", seat=2) == "not_your_turn"


@pytest.mark.rule("QST-056", "QST-121")
def test_nobody_acts_out_of_turn_or_after_the_end():
    game = Play(two("100 5,5", "200 15,9"))
    assert game.refusal("200 view", seat=2) == "not_your_turn"
    game.do("end_turn")
    assert game.refusal("100 view") == "not_your_turn"
    game.end()
    game.do("200 view")
    assert game.refusal("100 view", seat=1) == "not_your_turn"
    game.leave(1)
    assert [game.refusal(words, seat=2) for words in ("200 view", "end_turn", "resign")] == ["not_your_turn"] * 3


@pytest.mark.rule("QST-124")
def test_the_record_holds_carried_out_and_refused_requests_and_gives_the_same_game():
    entries = []
    playing = match()
    playing.log = lambda number, entry: entries.append(entry)
    ask(playing, step(100, 3, 3), {"type": "fly"}, step(101, 9, 9), step(101, 4, 3), {"type": "end_turn"})
    ask(playing, step(102, 3, 3))
    playing.tick(7)
    assert [entry.name for entry in entries] == ["order", "void", "void", "order", "tick"]
    again = match()
    again.restore([msgspec.structs.replace(entry, at_ms=0) for entry in entries])
    assert canonical(again.state) == canonical(playing.state)


def test_all_settings_are_read_by_the_rules():
    """A setting that the state does not know could not change anything."""
    usual = start()
    with_names = {"rounds": "max_rounds", "replenish_model": "replenish_full", "replenish_on": "replenish_all",
                  "scoring": "origin_scoring"}  # fmt: skip
    others = {"players", "width", "height", "units", "turn_ms", "drop_cost", "gold", "rock_pct", "region_peak", "start",
              "blueprints", "scenario"}  # fmt: skip
    for name in set(Settings.__struct_fields__) - others:
        assert hasattr(usual, with_names.get(name, name))
