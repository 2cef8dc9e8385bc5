"""One match as agents see it: masks, refusals, rewards, who is out, what is known."""

import numpy as np
import pytest
from tests.rl.matches import SHORT, random_legal

from roundhouse import rl
from roundhouse.core.settings import SetupError
from roundhouse.games import GAMES
from roundhouse.games.boidvoid.rules import tables as boidvoid
from roundhouse.games.dungeon.rules import tables as dungeon
from roundhouse.games.quest.rules import tables as quest
from roundhouse.rl.options import options_of
from roundhouse.rl.single_match import Position

KEYS = list(GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_what_the_mask_allows_is_never_refused(key):
    random = np.random.default_rng(1)
    for seed in range(2):
        position = Position(options_of(key, **SHORT[key]), seed)
        steps = 0
        while position.result is None and steps < 600:
            assert position.play(random_legal(position, random)) == {}
            steps += 1
        assert steps > 15


# Orders that the rules take although the mask leaves them out, because nothing would come of them: by the first number
# of their row. A setting that is set already, and in the Dungeon commands that fail when the round is played.
IDLE = {"quest": {quest.RETALIATE}, "boidvoid": {boidvoid.AUTOMODE, boidvoid.BATTERY}}


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_masks_tell_the_truth(key):
    """At every position of a random match: the rules accept all that is allowed, and refuse what is not."""
    random = np.random.default_rng(1)
    position = Position(options_of(key, **SHORT[key]), 1)
    refused = 0
    while position.result is None and position.steps < 60:
        for seat in position.waited_for:
            mask = position.mask(seat)
            for action in np.flatnonzero(mask):
                assert position.game.rules.check(position.state, seat, position.row(seat, int(action))) == 0
            for action in random.choice(np.flatnonzero(mask == 0), 30):
                row = position.row(seat, int(action))
                code = position.game.rules.check(position.state, seat, row)
                refused += code != 0
                if code == 0 and key == "dungeon":
                    assert fails(position, seat, int(action), row)
                elif code == 0 and action != 0:  # Rally's pass is always taken, as the first card
                    assert row[0] in IDLE.get(key, ())
        position.play(random_legal(position, random))
    assert refused > 100


def fails(position, seat, action, row):
    """Whether a command of the Dungeon comes to nothing when the round is played."""
    copy = position.clone()
    copy.play({seat: action})
    before = copy.state.round_no
    while copy.state.round_no == before and copy.result is None:
        copy.play({})
    player = copy.state.players[seat]
    robots = [robot for robot in copy.state.robots[: copy.state.robot_count] if robot.serial == row[dungeon.ROBOT]]
    if row[dungeon.ROBOT] == dungeon.UNUSED:
        return player.last_reason != 0
    return not robots or robots[0].last_reason != 0


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_rewards_add_up_to_nothing_among_seats_and_to_the_outcome_in_time(key, reward):
    random = np.random.default_rng(2)
    position = Position(options_of(key, reward=reward, **SHORT[key]), 5)
    start = [position._before[0, seat] for seat in (1, 2)]
    total = np.zeros(3)
    steps = 0
    while position.result is None and steps < 1000:
        position.play(random_legal(position, random))
        gained = position.rewards()
        assert sum(gained.values()) == pytest.approx(0, abs=1e-9)
        total[1] += gained[1]
        total[2] += gained[2]
        steps += 1

    places = [place.place for place in position.result.places]
    wanted = 0.0 if places[0] == places[1] else 1.0 if places[0] < places[1] else -1.0
    assert total[1] == pytest.approx(wanted - start[0])
    assert total[2] == pytest.approx(-wanted - start[1])


@pytest.mark.parametrize("key", KEYS)
def test_an_illegal_action_counts_as_a_pass_and_is_told(key):
    """The same match with passes instead ends up in the same state."""
    options = options_of(key, **SHORT[key])
    position, other = Position(options, 3), Position(options, 3)
    asked = position.waited_for
    mask = position.mask(asked[0])
    illegal = int(np.flatnonzero(mask == 0)[-1])

    refusals = position.play({asked[0]: illegal})
    other.play({asked[0]: 0})

    assert set(refusals) == {asked[0]}
    assert refusals[asked[0]]["code"]
    assert refusals[asked[0]]["rule"].startswith(GAMES[key].rules_prefix)
    assert np.array_equal(position.observation(1), other.observation(1))
    assert np.array_equal(position.observation(2), other.observation(2))


@pytest.mark.parametrize("action", [-1, 10**6])
def test_an_action_that_there_is_not_counts_as_a_pass_too(action):
    env = rl.gym_env("spacegoo")
    env.reset(seed=1)

    _, _, _, _, info = env.step(action)

    assert [refusal["code"] for refusal in info["refusals"]] == ["no_such_action"]
    assert env.position.state.round_no == 1


def test_a_seat_whose_turn_it_is_not_can_only_pass():
    env = rl.parallel_env("quest", **SHORT["quest"])
    seen, _ = env.reset(seed=1)

    assert np.flatnonzero(seen["seat_2"]["action_mask"]).tolist() == [0]
    infos = env.step({"seat_1": 0, "seat_2": 7})[4]
    assert infos["seat_2"]["refusals"][0]["code"] == "not_waited_for"
    assert infos["seat_1"] == {}


def test_a_seat_that_is_out_leaves_once_with_its_final_reward():
    env = rl.parallel_env("rally", seats=3, lives=0, max_rounds=100)
    random = np.random.default_rng(0)
    left, total = {}, {"seat_1": 0.0, "seat_2": 0.0, "seat_3": 0.0}
    seen, _ = env.reset(seed=6)
    step = 0
    while env.agents:
        actions = {one: int(random.choice(np.flatnonzero(seen[one]["action_mask"]))) for one in env.agents}
        playing = list(env.agents)
        seen, rewards, ended, _, _ = env.step(actions)
        step += 1
        assert set(rewards) == set(playing)
        for agent in playing:
            total[agent] += rewards[agent]
            if ended[agent]:
                assert agent not in left
                left[agent] = step

    first, second, third = sorted(left, key=lambda agent: (left[agent], total[agent]))
    assert left[first] < left[second]  # this seed was chosen for it: somebody is out before the end
    assert total[first] == -1  # behind both others
    assert sum(total.values()) == pytest.approx(0)
    assert total[second] <= total[third]


def test_a_bad_option_is_refused_in_words():
    with pytest.raises(ValueError, match="there is no game 'chess'"):
        rl.parallel_env("chess")
    with pytest.raises(ValueError, match="reward is outcome or margin"):
        rl.gym_env("rally", reward="glory")
    with pytest.raises(SetupError, match="max_rounds"):
        rl.parallel_env("spacegoo", max_rounds=0)
    with pytest.raises(SetupError, match="no room"):
        rl.parallel_env("quest", width=90, height=90)
    with pytest.raises(ValueError, match="there is no seat 5"):
        rl.gym_env("spacegoo", seat=5)
    with pytest.raises(ValueError, match="render_mode"):
        rl.gym_env("spacegoo", render_mode="hologram")
    with pytest.raises(ValueError, match="orders is a whole number"):
        rl.gym_env("quest", orders=-1)


def test_space_functions_return_the_same_object_each_time():
    env = rl.parallel_env("rally")
    assert env.observation_space("seat_1") is env.observation_space("seat_1")
    assert env.action_space("seat_2") is env.action_space("seat_2")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "opponent"),
    [("spacegoo", "greedy"), ("rally", "normal"), ("dungeon", "miner"), ("quest", "gatherer"), ("boidvoid", "raider")],
)
def test_a_built_in_bot_plays_the_other_seats_to_the_end(key, opponent):
    env = rl.gym_env(key, opponent=opponent, seat=2, **SHORT[key])
    random = np.random.default_rng(4)
    seen, _ = env.reset(seed=8)
    total, over, steps = 0.0, False, 0
    while not over and steps < 1000:
        action = random.choice(np.flatnonzero(seen["action_mask"]))
        seen, reward, over, cut, info = env.step(action)
        assert not cut
        assert "refusals" not in info
        total += reward
        steps += 1
    place = info["result"]["place"]
    other = env.position.result.places[0].place
    assert total == (0.0 if place == other else 1.0 if place < other else -1.0)
    env.close()


@pytest.mark.slow
def test_greedy_beats_random_legal_actions_through_the_environment():
    """The bots really play: with a learner that acts at random they win nearly always."""
    env = rl.gym_env("spacegoo", opponent="greedy")
    outcomes = []
    for seed in range(6):
        random = np.random.default_rng(seed)
        seen, _ = env.reset(seed=seed)
        over, total = False, 0.0
        while not over:
            seen, reward, over, _, _ = env.step(random.choice(np.flatnonzero(seen["action_mask"])))
            total += reward
        outcomes.append(total)
    assert sum(outcomes) <= -4
