"""Programs as players: JSON lines, and everything a program can do wrong."""

import json
import os
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from roundhouse.games import GAMES
from roundhouse.sdk import Bot
from roundhouse.sdk.bot_loader import Entrant
from roundhouse.sdk.local_match import Outcome, play
from roundhouse.sdk.players import subprocess_player
from roundhouse.sdk.players.subprocess_player import CommandPlayer, command_of

GAME = GAMES["spacegoo"]
LOOP = """
import json, sys, time, os
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        {turn}
    {other}
"""
NOP = 'print(json.dumps({"type": "act", "step": message["step"], "actions": [{"type": "nop"}]}), flush=True)'


class Passer(Bot):
    def act(self, turn: Any) -> Any:
        return {"type": "nop"}


def program(folder: Path, text: str) -> str:
    path = folder / "program.py"
    path.write_text(text, encoding="utf-8")
    return "cmd:" + shlex.join([sys.executable, str(path)])


def loop(folder: Path, turn: str = NOP, other: str = "pass") -> str:
    return program(folder, LOOP.replace("{turn}", turn).replace("{other}", other))


def match(bot: str, **settings: Any) -> Outcome:
    return play(GAME, [bot, Passer], seed=1, settings={"max_rounds": 4, "deadline_s": 30} | settings)


def test_a_program_plays_to_the_end_and_hears_everything(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    outcome = match(loop(tmp_path, other=f'open({str(heard)!r}, "a").write(message["type"] + "\\n")'))

    assert outcome.left == ()
    assert outcome.rounds == 4
    assert outcome.setup.seats[0].name == "program.py"
    assert heard.read_text().split() == ["start", *["turn", "verdicts"] * 4, "over"]


@pytest.mark.parametrize(
    "noise",
    [
        "print('hello, I am a library')",
        "print('')",
        "print('{\"type\": ')",
        "sys.stdout.buffer.write(b'\\xff\\x00\\n')",
        'print(\'{"type": "hello", "version": 1}\')',
        "print('[1, 2]')",
        'print(\'{"type": "dance"}\')',
        'print(\'{"type": "act", "actions": 7}\')',
        'print(\'{"type": "act", "step": 12345, "actions": []}\')',
        "print('[' * 5000)",
    ],
)
def test_noise_before_the_answer_is_ignored(tmp_path: Path, noise: str) -> None:
    assert match(loop(tmp_path, f"{noise}; {NOP}")).left == ()


WANTS = """
import json, sys
print(json.dumps({"type": "hello", "version": 1, "want": WANTED}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    print(json.dumps([message["type"], "belief" in message, message.get("field")]), file=open(HEARD, "a"))
    if message["type"] == "turn" and ("belief" in message or "belief" not in WANTED):
        print(json.dumps({"type": "act", "step": message["step"], "row": [0] * 6}), flush=True)
"""


def test_a_program_that_says_so_gets_beliefs_and_answers_with_rows(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    outcome = match(program(tmp_path, WANTS.replace("WANTED", "['belief']").replace("HEARD", repr(str(heard)))))

    assert (outcome.left, outcome.refused) == ((), ({}, {}))
    turns = [believed for kind, believed, _ in map(json.loads, heard.read_text().splitlines()) if kind == "turn"]
    assert turns in ([True] * 4, [False, *[True] * 4])  # the first was sent before we knew, so it comes once more


def test_a_program_that_wants_what_nobody_knows_is_told(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    assert match(program(tmp_path, WANTS.replace("WANTED", "['luck']").replace("HEARD", repr(str(heard))))).left == ()
    lines = [json.loads(line) for line in heard.read_text().splitlines()]
    assert ["error", False, "want[0]"] in lines
    assert not any(believed for _, believed, _ in lines)


def test_noise_is_told_to_the_user_once(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    match(loop(tmp_path, f"print('hello'); {NOP}"))

    err = capfd.readouterr().err
    assert err.count("no JSON") == 1
    assert "'hello'" in err


def test_what_a_program_writes_to_standard_error_reaches_the_user(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    match(loop(tmp_path, f"print('thinking', file=sys.stderr, flush=True); {NOP}"))

    assert "thinking" in capfd.readouterr().err


def test_a_line_may_come_in_halves(tmp_path: Path) -> None:
    halves = (
        'text = json.dumps({"type": "act", "actions": [{"type": "nop"}]}) + "\\n"; '
        "[(sys.stdout.write(sign), sys.stdout.flush()) for sign in text]"
    )

    assert match(loop(tmp_path, halves)).left == ()


def test_wrong_messages_are_answered_with_an_error(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    wrong = 'print(\'{"type": "act", "actions": 7}\'); print(\'{"type": "act", "step": 99, "actions": []}\');' + NOP
    match(loop(tmp_path, wrong, f'open({str(heard)!r}, "a").write(line)'), max_rounds=1)

    assert '{"type":"error","code":"bad_message"' in heard.read_text()
    assert '"code":"stale"' in heard.read_text()


def test_a_bad_action_is_refused_and_asked_again(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    act = (
        'bad = {"type": "send", "source": "x", "target": 0, "ships": [0, 0, 0]}; '
        'bad = bad if message["step"] == 0 and not seen else {"type": "nop"}; seen.append(1); '
        'print(json.dumps({"type": "act", "seq": 42, "actions": [bad]}), flush=True)'
    )
    text = "seen = []\n" + LOOP.replace("{turn}", act).replace("{other}", f"open({str(heard)!r}, 'a').write(line)")

    assert match(program(tmp_path, text)).left == ()
    assert (
        '"seq":42,"step":0,"verdicts":[{"verdict":"refused","code":"bad_action","field":"source"' in heard.read_text()
    )


CRASHES = {
    "it ends at once": ("", "the program ended with status 0"),
    "it ends with a status": ("import sys; sys.exit(7)", "the program ended with status 7"),
    "it raises": ("raise ValueError", "the program ended with status 1"),
    "it kills itself": ("import os; os.kill(os.getpid(), 9)", "the program was ended by signal 9"),
    "it closes its output": ("import os, time; os.close(1); time.sleep(60)", "the program closed its output"),
    "it never ends its line": (
        "import sys, time\nwhile True: sys.stdout.write('x' * 65536); sys.stdout.flush()",
        "the program wrote a line of more than 1 MB",
    ),
    "it floods with lines": (
        "import sys\nwhile True: sys.stdout.write('x\\n' * 5000)",
        "the program wrote more than 10000 lines that are no answer",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", CRASHES)
def test_a_program_that_fails_has_crashed(tmp_path: Path, what: str) -> None:
    text, sentence = CRASHES[what]

    outcome = match(program(tmp_path, text))

    (left,) = outcome.left
    assert (left.seat, left.crashed, left.reason, left.sentence) == (1, True, "connection_lost", sentence)
    assert outcome.places == (2, 1)


def test_a_program_that_ends_in_the_middle_has_crashed(tmp_path: Path) -> None:
    outcome = match(loop(tmp_path, f'{NOP}; sys.exit(5) if message["view"]["round"] == 2 else None'))

    assert outcome.left[0].crashed
    assert outcome.left[0].sentence == "the program ended with status 5"


@pytest.mark.slow
@pytest.mark.parametrize(
    "turn", ["time.sleep(60)", "print(1, flush=True); time.sleep(60)", "\n        while True: pass"]
)
def test_a_program_that_hangs_is_cut_off_at_the_deadline(
    tmp_path: Path, turn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subprocess_player, "GOODBYE_S", 0.1)
    outcome = match(loop(tmp_path, turn), deadline_s=0.3)

    assert [(left.seat, left.crashed, left.reason) for left in outcome.left] == [(1, False, "no_command")]


@pytest.mark.slow
def test_a_program_that_never_reads_is_cut_off_too(tmp_path: Path) -> None:
    answer = '{"type": "act", "actions": [{"type": "nop"}]}'
    answers = f"import time\nwhile True: print({answer!r}, flush=True); time.sleep(0.01)"

    outcome = match(program(tmp_path, answers), deadline_s=0.5, max_rounds=100_000)

    assert outcome.left[0].seat == 1


@pytest.mark.slow
def test_what_a_program_leaves_behind_is_ended_with_the_match(tmp_path: Path) -> None:
    child = tmp_path / "child"
    start = f'os.fork() or (open({str(child)!r}, "w").write(str(os.getpid())), time.sleep(600))'
    text = f"import os, time\n{start}\n" + LOOP.replace("{turn}", NOP).replace("{other}", "pass")

    match(program(tmp_path, text))

    pid = int(child.read_text())
    assert not alive(pid)


def alive(pid: int) -> bool:
    """Whether a process still runs; one that has ended but was not collected does not count."""
    for _ in range(100):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return False
        except (FileNotFoundError, ProcessLookupError):
            return False
        time.sleep(0.01)
    return True


def test_a_program_that_vanishes_before_the_match_has_crashed(tmp_path: Path) -> None:
    path = tmp_path / "here"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    words = command_of(str(path))
    path.unlink()
    outcome = play(GAME, [Entrant("gone", lambda seed: CommandPlayer(words, "gone")), Passer], seed=1)

    assert outcome.left[0].crashed
    assert outcome.left[0].sentence.startswith("the program cannot be started")


def test_pipes_are_closed_after_many_matches(tmp_path: Path) -> None:
    bot = loop(tmp_path)
    match(bot, max_rounds=1)
    before = len(os.listdir("/proc/self/fd"))

    for _ in range(3):
        match(bot, max_rounds=1)

    assert len(os.listdir("/proc/self/fd")) == before
