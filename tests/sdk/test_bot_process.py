"""Bots in Python in processes of their own: they can be ended, and play as they do in ours."""

import os
from pathlib import Path
from typing import Any

import pytest

from roundhouse.games import GAMES
from roundhouse.match.record import read
from roundhouse.sdk import bot_loader
from roundhouse.sdk.bot_loader import LoadError, load
from roundhouse.sdk.local_match import Outcome, play
from roundhouse.sdk.players import process_player
from roundhouse.sdk.players.player import BotPlayer

GAME = GAMES["spacegoo"]
BOT = """
import os, sys, time
from roundhouse.sdk import Bot
{module}

class Tried(Bot):
    def __init__(self, seed=None):
        self.seed = seed
    def start(self, start):
        {start}
    def act(self, turn):
        {act}
        return {answer}
    def over(self, over):
        {over}
"""
HURTS = {
    "loops": "while True: pass",
    "sleeps": "time.sleep(1e6)",
    "prints": "while True: print('x' * 99)",
    "ends": "os._exit(3)",
}


def bot(folder: Path, act: str = "pass", *, name: str = "tried.py", **parts: str) -> str:
    path = folder / name
    usual = {"module": "", "start": "pass", "over": "pass", "answer": '{"type": "nop"}'}
    path.write_text(BOT.format(act=act, **(usual | parts)), encoding="utf-8")
    return str(path)


def match(first: str, second: str = "random", **settings: Any) -> Outcome:
    return play(GAME, [first, second], seed=1, settings={"max_rounds": 4, "deadline_s": 30} | settings)


@pytest.mark.parametrize("what", HURTS)
def test_a_bot_that_does_not_come_back_loses_its_own_turn_only(what: str, tmp_path: Path, capsys: Any) -> None:
    outcome = match(bot(tmp_path, HURTS[what]), deadline_s=0.3)

    (left,) = outcome.left
    assert outcome.winner == 2
    if what == "ends":
        assert (left.seat, left.crashed, left.sentence) == (1, True, "its process ended with status 3")
        return
    assert (left.seat, left.crashed, left.reason) == (1, False, "no_command")
    assert [(one.seat, one.turns, one.round) for one in outcome.missed] == [(1, 1, 0)]
    told = capsys.readouterr().err
    assert "tried is late, and misses its turn." in told
    assert len(told) < 2 * process_player.PRINTED_MAX
    assert ("the rest is left out" in told) == (len(told) > process_player.PRINTED_MAX)


def test_where_turns_are_only_missed_a_bot_that_stays_silent_is_ended(tmp_path: Path) -> None:
    outcome = play("quest", [bot(tmp_path, HURTS["sleeps"]), "random"], seed=1, settings={"rounds": 5, "turn_ms": 200})

    (left,) = outcome.left
    assert left.sentence == "it did not answer 3 turns one after the other, and was ended"
    assert (left.crashed, left.round) == (True, 3)
    assert outcome.missed[0].turns == 2
    assert outcome.rounds == 5


def test_a_bot_that_was_late_once_plays_on(tmp_path: Path) -> None:
    slow = bot(tmp_path, "turn.view.round == 1 and time.sleep(0.5)", answer="[]")
    outcome = play("quest", [slow, "random"], seed=1, settings={"rounds": 6, "turn_ms": 300})

    assert outcome.left == ()
    assert outcome.missed[0].seat == 1
    assert outcome.missed[0].turns < 5


def test_without_a_clock_nobody_is_waited_for_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundhouse.sdk.local_match.PATIENCE_S", 0.3)
    outcome = match(bot(tmp_path, HURTS["sleeps"]), deadline_s=0)

    assert outcome.left[0].sentence == "its process did not answer within 0.3 s, in a match without a clock"


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"start": HURTS["sleeps"]}, "it was not done with its start after 0.4 seconds, and was ended"),
        ({"start": "os._exit(4)"}, "its process ended with status 4"),
        ({"over": HURTS["sleeps"]}, "it was not done with the end of the match after 0.4 seconds, and was ended"),
        ({"over": "os.kill(os.getpid(), 9)"}, "its process was ended by signal 9"),
    ],
)
def test_also_start_and_end_have_an_end(
    parts: dict[str, str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("START_S", "CALL_S"):
        monkeypatch.setattr(process_player, name, 0.4)

    (left,) = match(bot(tmp_path, **parts)).left

    assert (left.seat, left.crashed, left.sentence) == (1, True, sentence)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (HURTS["sleeps"], "it was not done after 0.4 seconds"),
        ("os._exit(5)", "its process ended with status 5"),
    ],
)
def test_code_that_cannot_be_imported_is_told_before_the_match(
    code: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if code == HURTS["sleeps"]:  # only this one is waited for in vain; a process needs its time to start and to end
        monkeypatch.setattr(process_player, "IMPORT_S", 0.4)
    path = bot(tmp_path, module=code)

    with pytest.raises(LoadError) as caught:
        load(path, GAME, apart=True)

    assert (caught.value.code, caught.value.sentence) == ("bad_bot", f"{path} cannot be imported: {sentence}")


def test_where_a_bot_raises_is_told(tmp_path: Path) -> None:
    path = bot(tmp_path, "self.helper()", start="self.helper = lambda: {}['planet']")

    (left,) = match(path).left

    assert left.sentence == f"KeyError: 'planet' ({path}, line 10)"


def test_a_process_is_kept_and_its_code_imported_anew_for_every_match(tmp_path: Path) -> None:
    path = bot(tmp_path, "seen.append(1); print(os.getpid(), len(seen))", module="seen = []")
    said = []
    for _ in range(3):
        play(GAME, [path, "random"], seed=1, settings={"max_rounds": 2}, out=tmp_path / "m.rhr")
        said.append([remark.log for remark in read(tmp_path / "m.rhr").remarks if remark.log])
    bot(tmp_path, "print('changed')")
    play(GAME, [path, "random"], seed=1, settings={"max_rounds": 2}, out=tmp_path / "m.rhr")

    assert said[0] == said[1] == said[2]
    assert [log.split()[1] for log in said[0]] == ["1", "2"]
    assert int(said[0][0].split()[0]) != os.getpid()
    assert [remark.log.strip() for remark in read(tmp_path / "m.rhr").remarks if remark.log] == ["changed"] * 2


def test_a_seeded_match_has_the_bytes_that_it_has_in_our_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = bot(
        tmp_path,
        "print(self.seed, turn.view.round)",
        over="print('bye')",
        answer='[{"type": "nop"}, object(), None, 10**30, {"type": "send", "source": {1}}][turn.view.round:][:1]',
    )
    for name in ("a", "b", "c"):
        monkeypatch.setattr(bot_loader, "debugging", lambda here=name == "c": here)
        play(GAME, [path, path], seed=3, settings={"max_rounds": 9, "deadline_s": 60}, out=tmp_path / name)

    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    logs = [[(one.seat, one.step, one.log) for one in read(tmp_path / name).remarks] for name in ("a", "c")]
    assert logs[0] == logs[1]
    assert read(tmp_path / "a").entries == read(tmp_path / "c").entries


def test_who_debugs_this_process_has_the_bot_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_loader, "debugging", lambda: True)

    assert isinstance(load(bot(tmp_path), GAME, apart=True).make(0), BotPlayer)


def test_a_bot_that_stops_at_a_breakpoint_is_not_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stopping.py").write_text("import time\ndef stop():\n    time.sleep(0.6)\n")
    monkeypatch.setenv("PYTHONBREAKPOINT", "stopping.stop")

    outcome = match(bot(tmp_path, "breakpoint()", module="import stopping"), deadline_s=0.3, max_rounds=1)

    assert outcome.left == ()


def test_a_bot_may_end_the_process_that_it_was_made_by(tmp_path: Path) -> None:
    bad = bot(tmp_path, "os.kill(os.getppid(), 9); os._exit(1)", name="bad.py")

    assert match(bad).left[0].crashed
    assert match(bot(tmp_path)).left == ()
