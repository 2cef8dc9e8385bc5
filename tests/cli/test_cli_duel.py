"""`roundhouse duel`: what it prints, its JSON document and its exit status."""

import json

import pytest
from typer.testing import CliRunner

from roundhouse.cli.duel import margin, sentence
from roundhouse.cli.main import app
from roundhouse.sdk.duel import DuelTally, judge

SHORT = ("--set", "max_rounds=160", "--seed", "5", "--jobs", "1")


def duel(*arguments):
    return CliRunner().invoke(app, ["duel", *arguments])


def verdict(*scores):
    tally = DuelTally()
    for score in scores:
        tally = tally.plus(score)
    return judge(tally, difference=20)


@pytest.mark.slow
def test_the_better_bot_is_named_and_the_status_tells_scripts(tmp_path):
    done = duel("spacegoo", "random", "greedy", *SHORT, "--out", str(tmp_path / "games"))
    first, second = done.stdout.splitlines()
    assert done.exit_code == 0
    assert first.startswith("greedy is better than random by ")
    games = int(second.partition(" ")[0])
    assert second.startswith(f"{games} games, every seed from both seats: random won 0, greedy won ")
    assert second.endswith("95 % sure.")
    assert len(list((tmp_path / "games").glob("*.rhr"))) == games


@pytest.mark.slow
def test_a_worse_bot_and_one_that_is_not_told_apart_have_other_statuses():
    worse = duel("spacegoo", "greedy", "random", *SHORT, "--json")
    told = json.loads(worse.stdout)
    assert (worse.exit_code, told["better"], told["settled"]) == (1, "greedy", True)
    assert told["elo"][0] is None or told["elo"][0] < 0

    open_ = duel("spacegoo", "random", "random", *SHORT, "--games", "4", "--json")
    told = json.loads(open_.stdout)
    assert (open_.exit_code, told["settled"], told["better"], told["games"]) == (5, False, None, 4)
    assert told["more"] > 0
    assert told["pairs"] == {"0.5": 2}


@pytest.mark.slow
def test_a_bot_that_crashes_loses_and_is_named(tmp_path):
    (tmp_path / "broken.py").write_text(
        "from roundhouse.sdk import Bot\n\nclass Broken(Bot):\n    name = 'broken'\n\n"
        "    def act(self, turn):\n        raise ValueError('no idea')\n"
    )
    done = duel("spacegoo", "random", str(tmp_path / "broken.py"), *SHORT)
    assert done.exit_code == 1
    assert "broken crashed" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("spacegoo", "random", "nobody"), "nobody"),
        (("chess", "random", "random"), "chess"),
        (("spacegoo", "random", "random", "--set", "max_rounds"), "KEY=VALUE"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(arguments, words):
    done = duel(*arguments)
    assert done.exit_code == 2
    assert words in done.stderr


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ((), "Nothing was played."),
        ([1.0] * 12, "a is better than b by at least "),
        ([0.0] * 12, "b is better than a by at least "),
        ([1.0] * 2, "a has won everything against b, which proves nothing yet. About "),
        ([0.5] * 400, "b is as good as a: "),
        ([0.5] * 3, "Level so far: "),
        ([0.5, 0.75, 0.5], "a leads b by "),
    ],
)
def test_every_verdict_has_its_words(scores, words):
    assert sentence(["a", "b"], verdict(*scores)).startswith(words)


def test_a_margin_has_an_interval_of_the_side_that_leads():
    shown = margin(verdict(*[0.75] * 40, *[0.5] * 20, *[0.25] * 8))
    value, _, half = shown.partition(" ± ")
    assert int(value) > 0
    assert int(half) > 0
    assert margin(verdict(*[0.25] * 40, *[0.5] * 20, *[0.75] * 8)) == shown
