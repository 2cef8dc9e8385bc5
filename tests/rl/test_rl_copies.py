"""Copies of environments: clones, bytes, and what a planner may not know."""

import numpy as np
import pytest

from roundhouse import rl
from roundhouse.games import GAMES
from roundhouse.rl.options import options_of
from roundhouse.rl.single_match import Position

KEYS = list(GAMES)


def stepped(env, random, steps):
    """Random legal steps of a parallel environment."""
    for _ in range(steps):
        seen = env.seen_by_all()
        env.step({one: int(random.choice(np.flatnonzero(seen[one]["action_mask"]))) for one in env.agents})
    return env


def same(one, two):
    return np.array_equal(one.state(), two.state()) and one.serialize() == two.serialize()


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_a_clone_goes_its_own_way_and_the_same_way_if_asked_to(key):
    env = rl.parallel_env(key)
    env.reset(seed=1)
    stepped(env, np.random.default_rng(1), 8)
    before = env.serialize()

    twin = env.clone(redraw=False)
    stepped(twin, np.random.default_rng(2), 12)
    assert env.serialize() == before  # it shares nothing
    stepped(env, np.random.default_rng(2), 12)
    assert same(env, twin)  # and knows the same future


def test_a_clone_does_not_know_the_future():
    """Programs that are alike lead to other hands in a clone: its next cards are drawn anew."""
    env = rl.parallel_env("rally")
    env.reset(seed=1)
    futures = set()
    for _ in range(4):
        clone = env.clone()
        assert np.array_equal(clone.state(), env.state())  # what is known already is the same
        for _ in range(5):
            masks = {one: seen["action_mask"] for one, seen in clone.seen_by_all().items()}
            clone.step({one: int(np.flatnonzero(mask)[0]) for one, mask in masks.items()})
        futures.add(clone.state().tobytes())
    assert len(futures) == 4


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_bytes_bring_a_match_back_into_another_environment(key):
    env, other = rl.parallel_env(key), rl.parallel_env(key)
    env.reset(seed=1)
    stepped(env, np.random.default_rng(1), 8)
    other.reset(seed=2)

    other.deserialize(env.serialize())
    assert same(env, other)
    stepped(env, np.random.default_rng(3), 5)
    stepped(other, np.random.default_rng(3), 5)
    assert same(env, other)


@pytest.mark.parametrize(
    "data", [b"", b"RHE1", b"RHE1\xff\xff\xff\xff", b"RHE1\x02\x00\x00\x00{}", b"\x80\x04pickle", b"x" * 100]
)
def test_bytes_that_are_something_else_are_refused(data):
    env = rl.parallel_env("spacegoo")
    env.reset(seed=1)
    before = env.serialize()

    with pytest.raises(ValueError, match="no match of an environment"):
        env.deserialize(data)
    assert env.serialize() == before


def test_bytes_of_other_options_are_refused():
    env, other = rl.parallel_env("spacegoo"), rl.parallel_env("spacegoo", reward="margin")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="other options"):
        other.deserialize(env.serialize())


def test_resampled_hands_are_dealt_from_what_a_seat_cannot_see():
    """Rally: no card twice, none of the seat's own or burned-in ones, as many in every hand as before."""
    position = Position(options_of("rally", seats=4), 3)
    for _ in range(2):
        position.play({seat: int(np.flatnonzero(position.mask(seat))[0]) for seat in position.waited_for})
    drafts = [sum(card != 0 for card in robot.draft) for robot in position.state.robots]
    for seed in range(20):
        g = position.resample(2, seed).state
        hands = [g.robots[seat].hand[: g.robots[seat].hand_count] for seat in range(1, 5)]
        cards = [card for hand in hands for card in hand] + g.pile[: g.pile_count]
        assert len(set(cards)) == len(cards)
        assert hands[1] == position.state.robots[2].hand[: g.robots[2].hand_count]
        assert [sum(card != 0 for card in robot.draft) for robot in g.robots] == drafts
        for seat in (1, 3, 4):
            assert {card for card in g.robots[seat].draft if card} <= set(hands[seat - 1])
        assert g.seed != position.state.seed


@pytest.mark.parametrize("key", ["spacegoo", "rally", "quest"])
def test_agents_in_turn_have_copies_too(key):
    env = rl.aec_env(key)
    env.reset(seed=1)

    def act(one, random):
        seen = one.observe(one.agent_selection)
        one.step(int(random.choice(np.flatnonzero(seen["action_mask"]))))

    random = np.random.default_rng(1)
    for _ in range(7):  # in the middle of a step: the second seat has not chosen yet
        act(env, random)
    twin, third = env.clone(redraw=False), rl.raw_aec_env(key)
    third.reset(seed=5)
    third.deserialize(env.serialize())
    for one in (env, twin, third):
        random = np.random.default_rng(2)
        for _ in range(9):
            act(one, random)
    assert env.serialize() == twin.serialize() == third.serialize()


def test_single_environments_have_copies_too():
    env = rl.gym_env("rally", opponent="easy", seat=2)
    env.reset(seed=1)
    first = env.clone()
    env.step(1)
    kept = env.serialize()
    assert first.position.steps == 0

    env.step(int(np.flatnonzero(env.action_masks())[0]))
    env.deserialize(kept)
    assert env.position.steps == 1
    env.step(int(np.flatnonzero(env.action_masks())[0]))  # the bots have sat down again
    env.close()
    first.close()
