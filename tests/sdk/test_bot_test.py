"""`bot test`: what real matches find out about a bot."""

import sys
import time
from types import SimpleNamespace

import pytest

from roundhouse.games import GAMES
from roundhouse.sdk import Bot, bot_folder
from roundhouse.sdk.bot_loader import load
from roundhouse.sdk.bot_test import examine, short

GOO = GAMES["spacegoo"]
SHORT = {"max_rounds": 10}


def examined(bot, **options):
    return examine(GOO, load(bot, GOO), load("random", GOO), seed=1, settings=SHORT | options)


class Passing(Bot):
    def act(self, turn):
        return {"type": "nop"}


def test_a_bot_that_plays_by_the_rules_is_fine():
    found = examined(Passing)
    assert found.fine
    assert [one.seat for one in found.tried] == [1, 2]
    assert all(one.calls.over and one.rounds == 10 for one in found.tried)
    assert found.verdicts == {"accepted": 20}
    assert len(found.costs_ms) == 18  # the first answer of a match counts as its start
    assert found.window_ms == 3000
    assert found.repeatable


def test_what_is_refused_is_told_with_its_rule():
    class Wrong(Bot):
        tries = 0

        def act(self, turn):
            Wrong.tries += 1
            return {"type": "jump"} if Wrong.tries == 2 else {"type": "nop"}

    found = examined(Wrong)
    assert [refusal.code for refusal in found.refusals.values()] == ["bad_action"]
    assert (found.verdicts["refused"], found.fine, found.crashed) == (1, False, False)


def test_a_slow_answer_is_found_with_its_round(monkeypatch):
    now = 0.0
    monkeypatch.setattr("roundhouse.sdk.bot_test.time", SimpleNamespace(perf_counter=lambda: now))

    class Slow(Bot):
        def act(self, turn):
            nonlocal now
            now += 2.0 if turn.view.round == 5 else 0.25
            return {"type": "nop"}

    found = examined(Slow)
    assert (found.slowest, found.median_ms, found.first_ms) == ((2000.0, 5), 250.0, 250.0)
    assert found.tight  # of three seconds
    assert not examined(Slow, deadline_s=60).tight


def test_a_bot_that_is_too_late_forfeits():
    class Late(Bot):
        def act(self, turn):
            time.sleep(0.3)
            return {"type": "nop"}

    found = examined(Late, deadline_s=0.1)
    assert not found.fine
    assert [left.crashed for left in found.left] == [False, False]


def test_a_bot_that_falls_over_has_crashed():
    class Crashing(Bot):
        def act(self, turn):
            return 1 // 0

    found = examined(Crashing)
    assert found.crashed
    assert "ZeroDivisionError" in found.left[0].sentence


def test_a_bot_that_plays_otherwise_the_second_time_is_not_repeatable():
    class Moody(Bot):
        matches = 0

        def start(self, start):
            Moody.matches += 1

        def act(self, turn):
            mine = [planet for planet in turn.view.planets if planet.owner_id == turn.view.player_id]
            if Moody.matches < 3 or not mine or mine[0].ships[0] < 2:
                return {"type": "nop"}
            target = next(b for a, b in turn.view.hyperlanes if a == mine[0].id)
            return {"type": "send", "source": mine[0].id, "target": target, "ships": [1, 0, 0]}

    found = examined(Moody)
    assert not found.repeatable
    assert found.fine


@pytest.mark.slow
def test_a_program_is_timed_like_a_class(tmp_path):
    (tmp_path / "bot.py").write_text(
        "import json, sys, time\ntime.sleep(0.3)\nfor line in sys.stdin:\n    turn = json.loads(line)\n"
        "    if turn['type'] == 'turn':\n"
        "        print(json.dumps({'type': 'act', 'step': turn['step'], 'actions': [{'type': 'nop'}]}), flush=True)\n"
    )
    found = examined(f"cmd:{sys.executable} {tmp_path / 'bot.py'}", deadline_s=60)
    assert found.fine
    assert found.first_ms >= 300
    assert found.median_ms < found.first_ms  # the start of the program is not counted as thinking


def test_every_game_has_a_length():
    for game in GAMES.values():
        (name,) = short(game, 7)
        assert name in game.settings.__struct_fields__


@pytest.mark.slow
def test_all_requests_of_a_turn_count_as_one_answer(tmp_path):
    """The clock is the turn's, however many requests a program makes in it."""
    quest = GAMES["quest"]
    bot_folder.create(tmp_path / "kit", "python", "quest", "kit", plain=True)
    settings = {"rounds": 3, "turn_ms": 60_000}
    found = examine(quest, load(str(tmp_path / "kit"), quest), load("random", quest), seed=1, settings=settings)
    assert found.verdicts["accepted"] > 50
    assert [[at for _, at in one.calls.costs_ms] for one in found.tried] == [[1, 2, 3], [1, 2, 3]]
