"""The worked example: its network, how it learns, its picture, and that it really gets better."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from tests.modes import needs_native

from roundhouse import rl
from roundhouse.rl.examples import train
from roundhouse.rl.examples.learning import Learner, Score, evaluate
from roundhouse.rl.examples.network import (
    SEND_FEATURES,
    SHARES,
    Adam,
    Network,
    chances,
    drawn,
    match_features,
    send_features,
)
from roundhouse.rl.examples.picture import curve


def matches_seen(steps=5):
    env = rl.parallel_env("spacegoo")
    seen, _ = env.reset(seed=2)
    random = np.random.default_rng(2)
    for _ in range(steps):
        choices = {one: int(random.choice(np.flatnonzero(seen[one]["action_mask"]))) for one in env.agents}
        seen = env.step(choices)[0]
    rows = [seen[agent] for agent in env.possible_agents]
    return np.array([row["observation"] for row in rows]), np.array([row["action_mask"] for row in rows])


def test_every_legal_action_has_features_and_the_best_is_legal():
    seen, mask = matches_seen()
    rows, actions, features = send_features(seen, mask)

    assert len(rows) == mask.sum()
    assert all(mask[row, action] for row, action in zip(rows, actions, strict=True))
    assert features.shape == (len(rows), SEND_FEATURES)
    assert np.isfinite(features).all()
    assert np.isfinite(match_features(seen)).all()
    first = np.flatnonzero(actions != 0)[0]
    assert features[first, 1] == SHARES[(actions[first] - 1) % 3]
    network = Network(3)
    network.weights["send out"] = np.random.default_rng(1).normal(size=16).astype(np.float32)
    best = network.best(seen, mask)
    marks, _ = network.marks("send", features)
    for row in range(len(seen)):
        assert mask[row, best[row]]
        assert marks[(rows == row) & (actions == best[row])] == marks[rows == row].max()


def test_the_slopes_are_those_of_the_marks():
    random = np.random.default_rng(1)
    network = Network(1)
    network.weights = {name: random.normal(size=value.shape) for name, value in network.weights.items()}
    features, wanted = random.normal(size=(7, SEND_FEATURES)), random.normal(size=7)
    _, hidden = network.marks("send", features)
    slopes = network.slopes("send", features, hidden, wanted)
    for name, place in (("send in", (2, 3)), ("send out", (5,))):
        results = []
        for shift in (1e-4, -1e-4):
            network.weights[name][place] += shift
            results.append(float(network.marks("send", features)[0] @ wanted))
            network.weights[name][place] -= shift
        assert slopes[name][place] == pytest.approx((results[0] - results[1]) / 2e-4, rel=1e-3)


def test_probabilities_add_up_and_are_drawn_as_they_say():
    rows = np.repeat(np.arange(2000), 3)
    marks = np.tile(np.log([1.0, 2.0, 7.0]), 2000)
    shares = chances(marks, rows, 2000)
    assert np.allclose(shares.reshape(-1, 3), [0.1, 0.2, 0.7])
    picks = drawn(shares, rows, 2000, np.random.default_rng(1)) - np.arange(2000) * 3
    assert set(picks) == {0, 1, 2}
    assert np.bincount(picks) / 2000 == pytest.approx([0.1, 0.2, 0.7], abs=0.04)


def test_adam_climbs():
    weights = {"x": np.array([3.0, -2.0])}
    adam = Adam(weights, 0.05)
    for _ in range(300):
        adam.climb(weights, {"x": -2 * weights["x"]})
    assert np.abs(weights["x"]).max() < 0.1


def test_weights_are_kept_and_come_back(tmp_path):
    network = Network(4)
    network.save(tmp_path / "weights.npz")
    other = Network.load(tmp_path / "weights.npz")
    assert all(np.array_equal(other.weights[name], value) for name, value in network.weights.items())


def test_a_score_has_an_honest_interval():
    low, high = Score(90, 5, 5).interval()
    assert 0.82 < low < 0.9 < high < 0.95
    assert Score(0, 0, 10).interval()[0] == 0
    assert Score(10, 0, 0).interval()[1] == pytest.approx(1)


def test_the_picture_shows_every_point():
    points = [(0, Score(20, 0, 80)), (1000, Score(50, 10, 40)), (2000, Score(90, 0, 10))]
    picture = ElementTree.fromstring(curve("A & B", points, 0.5, "by chance"))
    shapes = {element.tag.rpartition("}")[2]: element for element in picture.iter()}
    places = [tuple(map(float, place.split(","))) for place in shapes["polyline"].get("points").split()]
    assert len(places) == 3
    assert [x for x, _ in places] == sorted(x for x, _ in places)
    assert [y for _, y in places] == sorted((y for _, y in places), reverse=True)  # up is better
    words = [element.text for element in picture.iter() if element.tag.endswith("text")]
    assert "A & B" in words
    assert "by chance" in words
    assert "2,000 steps played" in words


def trained(rounds):
    """What a network reaches by so many rounds, on maps it has never seen: before and after."""
    network = Network(1)
    before = evaluate(network, 40, 77)
    learner = Learner(network, matches=64, steps=32, seed=1)
    for _ in range(rounds):
        learner.round()
    learner.env.close()
    return before, evaluate(network, 40, 77)


@pytest.mark.slow
@needs_native
@pytest.mark.timeout(900)
def test_a_network_gets_better_by_playing():
    """A very short training: from no match won to a third of them or more."""
    before, after = trained(8)
    assert before.played == after.played == 40
    assert before.won < before.lost
    assert after.lost < before.lost
    assert after.share > before.share + 0.3


@pytest.mark.slow
@pytest.mark.long
@needs_native
@pytest.mark.timeout(900)
def test_a_network_wins_most_matches_after_a_short_training():
    before, after = trained(16)
    assert before.played == after.played == 40
    assert before.won < before.lost
    assert after.won > after.lost
    assert after.share > before.share + 0.3


@pytest.mark.slow
@needs_native
@pytest.mark.timeout(900)
def test_the_command_writes_weights_curve_and_picture_and_the_same_twice(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(train, "LOOK_MATCHES", 4)  # for a point of the curve
    texts = []
    for name in ("one", "two"):
        train.main(["--rounds", "1", "--matches", "4", "--steps", "4", "--final", "4", "--out", str(tmp_path / name)])
        texts.append((tmp_path / name / "curve.csv").read_text())
        assert Network.load(tmp_path / name / "weights.npz").weights.keys() == Network().weights.keys()
        assert ElementTree.parse(tmp_path / name / "curve.svg")
    assert texts[0] == texts[1]
    assert texts[0].startswith("steps,won,drawn,lost\n0,")
    said = capsys.readouterr().out
    assert "the network: " in said
    assert "trained in" in said


@pytest.mark.parametrize(
    "wrong", [["--rounds", "0"], ["--matches", "-1"], ["--steps", "x"], ["chess"], ["--final", "1.5"]]
)
def test_a_wrong_argument_of_the_command_is_told(wrong, capsys):
    with pytest.raises(SystemExit) as stopped:
        train.main(wrong)
    assert stopped.value.code == 2
    assert "error: " in capsys.readouterr().err
