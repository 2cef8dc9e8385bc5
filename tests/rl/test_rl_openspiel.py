"""The adapter with OpenSpiel's names: what planners call, and that it means the same."""

import math

import numpy as np
import pytest
from tests.rl.matches import SHORT

from roundhouse.games import GAMES
from roundhouse.rl import openspiel
from roundhouse.rl.openspiel import PlayerId, load_game

KEYS = list(GAMES)
# What planners and papers call, from OpenSpiel's `Game` and `State`
GAME_NAMES = (
    "deserialize_state", "get_parameters", "get_type", "max_chance_outcomes", "max_game_length", "max_utility",
    "min_utility", "new_initial_state", "num_distinct_actions", "num_players", "observation_tensor_shape",
    "observation_tensor_size", "utility_sum",
)  # fmt: skip
STATE_NAMES = (
    "action_to_string", "apply_action", "apply_actions", "chance_outcomes", "child", "clone", "current_player",
    "full_history", "get_game", "history", "information_state_string", "is_chance_node", "is_player_node",
    "is_simultaneous_node", "is_terminal", "legal_actions", "legal_actions_mask", "move_number", "num_players",
    "observation_string", "observation_tensor", "player_return", "player_reward", "resample_from_infostate", "returns",
    "rewards", "serialize", "string_to_action", "to_json", "undo_action",
)  # fmt: skip


def moved(state, random):
    """One random legal move, at whichever node."""
    if state.is_simultaneous_node():
        state.apply_actions([int(random.choice(state.legal_actions(who))) for who in range(state.num_players())])
    else:
        state.apply_action(int(random.choice(state.legal_actions())))
    return state


def walked(state, moves, seed=1):
    random = np.random.default_rng(seed)
    for _ in range(moves):
        moved(state, random)
    return state


def known(state):
    """All that there is to know about a state."""
    return state.to_json(), state.returns(), state.rewards(), state.full_history(), state.current_player()


def test_the_names_are_openspiels():
    assert [name for name in GAME_NAMES if not callable(getattr(openspiel.Game, name, None))] == []
    assert [name for name in STATE_NAMES if not callable(getattr(openspiel.State, name, None))] == []
    assert openspiel.registered_names() == KEYS
    assert [int(who) for who in PlayerId] == [-1, -2, -3, -4]


def test_where_openspiel_is_installed_it_has_these_names_too():
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    optional = {"to_json"}  # since 2.0
    assert [name for name in STATE_NAMES if not hasattr(pyspiel.State, name) and name not in optional] == []
    assert [name for name in GAME_NAMES if not hasattr(pyspiel.Game, name)] == []
    for who in PlayerId:
        assert int(getattr(pyspiel.PlayerId, who.name)) == int(who)
    kind = load_game("rally").get_type()
    assert kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("turn_based", [False, True])
def test_a_walk_to_the_end_keeps_every_promise(key, turn_based):
    """At every node: who is asked has something legal, the mask says the same, and rewards add up to returns."""
    game = load_game(key, SHORT[key] | {"turn_based": turn_based, "reward": "margin"})
    state, random, moves = game.new_initial_state(seed=3), np.random.default_rng(1), 0
    total = np.zeros(game.num_players())
    while not state.is_terminal():
        now = state.current_player()
        assert now >= 0 or (now == PlayerId.SIMULTANEOUS and not turn_based)
        assert state.is_player_node() != state.is_simultaneous_node()
        assert not state.is_chance_node()
        for who in range(game.num_players()):
            legal, mask = state.legal_actions(who), state.legal_actions_mask(who)
            assert legal == [action for action, flag in enumerate(mask) if flag]
            assert bool(legal) == (now in (who, PlayerId.SIMULTANEOUS))
        moved(state, random)
        total += state.rewards()
        moves += 1
        assert state.returns() == pytest.approx(total)
        assert sum(state.rewards()) == pytest.approx(0, abs=1e-9)
    assert 0 < moves <= game.max_game_length()
    assert state.current_player() == PlayerId.TERMINAL
    assert [state.legal_actions(who) for who in range(2)] == [[], []]
    assert all(game.min_utility() <= one <= game.max_utility() for one in state.returns())
    with pytest.raises(ValueError, match="over"):
        state.apply_actions([0] * game.num_players())
    with pytest.raises(ValueError, match="over"):
        state.apply_action(0)


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("turn_based", [False, True])
def test_clones_and_bytes_are_the_same_state_and_go_their_own_way(key, turn_based):
    game = load_game(key, SHORT[key] | {"turn_based": turn_based})
    state = walked(game.new_initial_state(seed=2), 7)
    before = known(state)

    copies = [state.clone(), game.deserialize_state(state.serialize())]
    assert [known(copy) for copy in copies] == [before, before]
    ends = [known(walked(copy, 6, seed=5)) for copy in copies]
    assert known(state) == before  # nothing is shared
    assert ends[0] == ends[1] == known(walked(state, 6, seed=5)) != before


def test_a_child_leaves_its_parent_alone():
    state = load_game("spacegoo", {"turn_based": True}).new_initial_state(seed=1)
    before = known(state)
    child = state.child(state.legal_actions()[5])
    assert known(state) == before
    assert child.current_player() == 1
    assert child.history() == [state.legal_actions()[5]]


def test_a_clone_with_a_seed_does_not_know_the_future():
    state = load_game("rally", SHORT["rally"]).new_initial_state(seed=1)
    before = state.to_json()
    ends = set()
    for seed in range(4):
        clone = state.clone(seed)
        assert clone.observation_string(0) == state.observation_string(0)
        ends.add(walked(clone, 5, seed=0).to_json())
    assert len(ends) == 4
    assert state.to_json() == before
    assert len({walked(state.clone(), 5, seed=0).to_json() for _ in range(3)}) == 1


def test_players_in_turn_do_not_see_what_those_before_them_chose():
    state = load_game("spacegoo", {"turn_based": True}).new_initial_state(seed=1)
    seen = [state.child(action).observation_string(1) for action in state.legal_actions()[:5]]
    assert len(set(seen)) == 1
    assert state.child(0).information_state_string(0) != state.information_state_string(0)  # the own choice is known


def test_an_action_can_be_taken_back_where_that_was_asked_for():
    state = load_game("spacegoo", {"undo": True}).new_initial_state(seed=1)
    states = [known(state)]
    for joint in ([1, 0], [0, 0], [0, 5]):
        legal = [state.legal_actions(who) for who in range(2)]
        state.apply_actions([legal[who][joint[who]] for who in range(2)])
        states.append(known(state))
    while len(states) > 1:
        assert known(state) == states.pop()
        with pytest.raises(ValueError, match="newest action"):
            state.undo_action(0, 999)
        state.undo_action(*state.full_history()[-1])
    assert known(state) == states[0]
    with pytest.raises(RuntimeError, match="parameter undo"):
        state.undo_action(0, 0)


@pytest.mark.parametrize("key", KEYS)
def test_actions_have_words_that_lead_back_to_them(key):
    state = walked(load_game(key, SHORT[key]).new_initial_state(seed=4), 3)
    who = max(state.current_player(), 0)
    legal = state.legal_actions(who)[:20]
    words = [state.action_to_string(who, action) for action in legal]
    assert len(set(words)) == len(words)
    assert not any("illegal" in said for said in words)
    assert [state.string_to_action(who, said) for said in words] == legal
    with pytest.raises(ValueError, match="no legal action"):
        state.string_to_action(who, "castle")


@pytest.mark.parametrize("key", KEYS)
def test_a_tensor_is_as_large_as_the_game_says(key):
    game = load_game(key, SHORT[key])
    state = game.new_initial_state(seed=1)
    for who in range(2):
        tensor = state.observation_tensor(who)
        assert list(tensor.shape) == game.observation_tensor_shape()
        assert tensor.size == game.observation_tensor_size()
        assert tensor.dtype == np.float32
        assert len(state.legal_actions_mask(who)) == game.num_distinct_actions()


@pytest.mark.parametrize("key", KEYS)
def test_resampling_keeps_what_a_player_knows(key):
    """In the middle of a step: what the first player has chosen is hidden from the second."""
    state = walked(load_game(key, SHORT[key] | {"turn_based": True}).new_initial_state(seed=4), 9)
    who = max(0, state.current_player())
    made = {}
    for seed in range(6):
        dreamt = state.resample_from_infostate(who, seed)
        if key != "dungeon":  # in which names are drawn from the seed
            assert dreamt.information_state_string(who) == state.information_state_string(who)
        assert dreamt.legal_actions() == state.legal_actions()
        assert np.array_equal(dreamt.observation_tensor(who), state.observation_tensor(who))
        made[seed] = dreamt.to_json(), dreamt.full_history()
        walked(dreamt, 4)
    assert len({str(one) for one in made.values()}) > 1
    by_function = state.resample_from_infostate(who, lambda: 0.25)
    assert np.array_equal(by_function.observation_tensor(who), state.observation_tensor(who))
    with pytest.raises(ValueError, match="name a player"):
        state.resample_from_infostate(7, 1)


def test_what_is_not_legal_is_refused_and_changes_nothing():
    game = load_game("spacegoo")
    state = game.new_initial_state(seed=1)
    before = known(state)
    for actions in ([0], [0, 0, 0], [0, -1], [0, 10**6], [1, 0]):
        with pytest.raises(ValueError, match=r"players|not legal"):
            state.apply_actions(actions)
    with pytest.raises(ValueError, match="several players"):
        state.apply_action(0)
    for text in ("", "nothing", "AAAA", load_game("rally").new_initial_state(seed=1).serialize()):
        with pytest.raises(ValueError, match=r"no state of|other parameters"):
            game.deserialize_state(text)
    with pytest.raises(ValueError, match="other parameters"):
        load_game("spacegoo", {"max_rounds": 30}).deserialize_state(state.serialize())
    with pytest.raises(ValueError, match="there is no game"):
        load_game("chess")
    assert known(state) == before


def test_game_types_are_told():
    goo, rally = load_game("spacegoo").get_type(), load_game("rally", {"turn_based": True}).get_type()
    assert (goo.dynamics.name, goo.information.name, goo.chance_mode.name) == (
        "SIMULTANEOUS", "PERFECT_INFORMATION", "DETERMINISTIC",
    )  # fmt: skip
    assert (rally.dynamics.name, rally.information.name, rally.chance_mode.name) == (
        "SEQUENTIAL", "IMPERFECT_INFORMATION", "SAMPLED_STOCHASTIC",
    )  # fmt: skip
    assert load_game("rally", {"players": 4}).num_players() == 4
    assert "max_rounds=30" in str(load_game("spacegoo", {"max_rounds": 30}))


# A planner that knows nothing but OpenSpiel's names


def planned(state, simulations, random):
    """Monte Carlo tree search in its shortest form, for sequential nodes."""
    visits, value = {}, {}

    def descend(node):
        if node.is_terminal():
            return node.returns()
        key, who = str(node.history()), node.current_player()
        legal = node.legal_actions()
        if key not in visits:
            visits[key] = dict.fromkeys(legal, 0)
            value[key] = dict.fromkeys(legal, 0.0)
            while not node.is_terminal():
                node.apply_action(int(random.choice(node.legal_actions())))
            return node.returns()
        total = sum(visits[key].values()) + 1
        pick = max(
            legal,
            key=lambda action: (
                math.inf
                if not visits[key][action]
                else value[key][action] / visits[key][action] + math.sqrt(2 * math.log(total) / visits[key][action])
            ),
        )
        node.apply_action(pick)
        outcome = descend(node)
        visits[key][pick] += 1
        value[key][pick] += outcome[who]
        return outcome

    for _ in range(simulations):
        descend(state.clone())
    root = visits[str(state.history())]
    return max(root, key=root.get)


@pytest.mark.slow
def test_a_planner_that_knows_only_these_names_plays():
    """With the match nearly over, tree search finds sends that leave it at least as well off as passing."""
    game = load_game("spacegoo", {"turn_based": True, "max_rounds": 12, "reward": "margin"})
    random = np.random.default_rng(1)
    state = game.new_initial_state(seed=8)
    while not state.is_terminal():
        if state.current_player() == 0:
            action = planned(state, 15, random)
            assert action in state.legal_actions()
            state.apply_action(action)
        else:
            state.apply_action(int(random.choice(state.legal_actions())))
    assert state.returns()[0] >= 0
