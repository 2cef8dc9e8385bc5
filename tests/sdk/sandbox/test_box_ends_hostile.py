"""Hostile programs that go beyond a limit: the match ends with the right reason for their seat, the other seat is
unharmed, and nothing is left running."""

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.sdk.sandbox.hostile import NO_BREACH, Attacker, match

pytestmark = pytest.mark.slow

BOMBS = {
    "fork bomb": (
        """
while True:
    try:
        os.fork()
    except OSError:
        pass
""",
        "",
        "over_processes",
        "the program started too many processes: more than 64",
    ),
    "thread bomb": (
        """
while True:
    try:
        threading.Thread(target=time.sleep, args=(600,)).start()
    except RuntimeError:
        pass
""",
        "?processes=20",
        "over_processes",
        "the program started too many processes: more than 20",
    ),
    "memory hog": (
        """
held = []
while True:
    held.append(bytearray(b"x" * 4_000_000))
""",
        "",
        "over_memory",
        "the program used more than 256 MB of memory",
    ),
    "memory of many children": (
        """
for _ in range(12):
    if os.fork() == 0:
        held = bytearray(b"x" * 10_000_000)
        time.sleep(600)
time.sleep(600)
""",
        "?memory_mb=64",
        "over_memory",
        "the program used more than 64 MB of memory",
    ),
    "memory in files": (
        """
with open("/tmp/x", "wb") as file:
    for _ in range(100):
        file.write(bytes(1_000_000))
time.sleep(600)
""",
        "?memory_mb=64&tmp_mb=128",
        "over_memory",
        "the program used more than 64 MB of memory",
    ),
    "memory of sockets that nobody reads": (
        """
for _ in range(20):
    if os.fork() == 0:
        pairs = []
        while True:
            try:
                pairs += socket.socketpair()
                pairs[-1].setblocking(False)
                while True:
                    pairs[-1].send(bytes(60_000))
            except BlockingIOError:
                pass
            except OSError:
                time.sleep(600)
time.sleep(600)
""",
        "?memory_mb=128",
        "over_memory",
        "the program used more than 128 MB of memory",
    ),
    "processor time": (
        """
while True:
    pass
""",
        "?cpu_s=1",
        "over_cpu",
        "the program used up its processor time of 1 s",
    ),
    "processor time of children that nobody waits for": (
        """
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    if os.fork() == 0:
        until = time.monotonic() + 0.3
        while time.monotonic() < until:
            pass
        os._exit(0)
    time.sleep(0.1)
""",
        "?cpu_s=1",
        "over_cpu",
        "the program used up its processor time of 1 s",
    ),
    "very many files": (
        """
for number in range(100_000):
    open(f"/tmp/{number}", "w").close()
time.sleep(600)
""",
        "?tmp_files=500",
        "over_files",
        "the program made more than 500 files",
    ),
    "very many files elsewhere": (
        """
for number in range(100_000):
    open(f"/dev/shm/{number}", "w").close()
time.sleep(600)
""",
        "?tmp_files=500",
        "over_files",
        "the program made more than 500 files",
    ),
    "children that nobody buries": (
        """
while True:
    try:
        os.fork() or os._exit(0)
    except OSError:
        pass
""",
        "?processes=20",
        "over_processes",
        "the program started too many processes: more than 20",
    ),
}


@pytest.mark.parametrize("name", BOMBS)
def test_what_uses_too_much_is_ended(name, counting, folder):
    attack, options, reason, sentence = BOMBS[name]
    attacker = Attacker(folder)
    outcome = match(attacker.python(attack) + options)

    assert [(left.seat, left.crashed, left.reason, left.sentence) for left in outcome.left] == [
        (1, True, reason, sentence)
    ]
    assert outcome.places == (2, 1)
    assert attacker.left_running() == []


C_BOMBS = {
    "fork bomb": ("for (;;) fork();", "", "over_processes"),
    "threads without a library": (
        """
    for (;;) {
        char *stack = mmap(0, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        clone((int (*)(void *))pause, stack + 16000, CLONE_VM | CLONE_SIGHAND | CLONE_THREAD, 0);
    }
""",
        "",
        "over_processes",
    ),
    "memory at once": (
        """
    for (long size = 1L << 34; ; size = size > 1 << 20 ? size / 2 : size)
        mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
""",
        "?memory_mb=64",
        "over_memory",
    ),
}


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
@pytest.mark.parametrize("name", C_BOMBS)
def test_what_uses_too_much_is_ended_in_c(name, counting, folder):
    attack, options, reason = C_BOMBS[name]
    attacker = Attacker(folder)
    outcome = match(attacker.c(attack) + options)

    assert [(left.seat, left.reason) for left in outcome.left] == [(1, reason)]
    assert attacker.left_running() == []


TALK = {
    "a line without end": ("while True: sys.stdout.write('x' * 65536)", "?line_kb=512", "over_line"),
    "long lines without end": ("while True: print('x' * 10_000)", "?output_mb=2", "over_output"),
    "short lines without end": ("while True: print('x')", "", "over_lines"),
    "empty lines without end": ("while True: print()", "", "over_lines"),
    "errors without end": ("while True: print('x' * 1000, file=sys.stderr)", "", "over_errors"),
    "an error line without end": ("while True: sys.stderr.write('x' * 65536)", "", "over_errors"),
    "it closes its output and stays": ("os.close(1)\nos.close(2)\ntime.sleep(600)", "", "closed_output"),
}


@pytest.mark.parametrize("name", TALK)
def test_who_talks_too_much_is_ended(name, box, folder, capfd):
    attack, options, reason = TALK[name]
    attacker = Attacker(folder)
    outcome = match(attacker.python(attack) + options)

    assert [(left.seat, left.crashed, left.reason) for left in outcome.left] == [(1, True, reason)]
    assert outcome.places == (2, 1)
    assert attacker.left_running() == []
    assert len(capfd.readouterr().err) < 100_000


SILENT = {
    "it sleeps for ever": "time.sleep(600)",
    "it loops for ever": "while True: pass",
    "it ignores all signals": (
        "for n in set(range(1, 65)) - {9, 19, 32, 33}: signal.signal(n, signal.SIG_IGN)\nwhile True: time.sleep(9)"
    ),
    "it reads nothing more": "os.close(0)\ntime.sleep(600)",
    "it stops itself": "os.kill(os.getpid(), signal.SIGSTOP)",
    "it stops all others": "os.fork() or time.sleep(600)\nos.kill(-1, signal.SIGSTOP)\ntime.sleep(600)",
}


@pytest.mark.parametrize("name", SILENT)
def test_who_is_silent_misses_its_turn_and_is_ended_with_the_match(name, box, folder, monkeypatch):
    monkeypatch.setattr("roundhouse.sdk.sandbox.boxed_player.BoxPlayer.start_ms", 1000)
    attacker = Attacker(folder)
    outcome = match(attacker.python(SILENT[name]), deadline_s=0.5)

    assert [(left.seat, left.crashed, left.reason) for left in outcome.left] == [(1, False, "no_command")]
    assert attacker.left_running() == []


@pytest.mark.parametrize("name", ["it sleeps for ever", "it loops for ever"])
def test_who_is_silent_is_ended_where_there_is_no_clock(name, box, folder):
    attacker = Attacker(folder)
    outcome = match(attacker.python(SILENT[name]) + "?turn_s=1", timeout=False)

    assert [(left.seat, left.crashed, left.reason, left.sentence) for left in outcome.left] == [
        (1, True, "over_turn", "the program did not answer within 1 s")
    ]
    assert attacker.left_running() == []


DAEMON = """
for _ in range(2):
    if os.fork():
        os.{ending}
    os.setsid()
for n in range(1, 65):
    if n not in (9, 19, 32, 33):
        signal.signal(n, signal.SIG_IGN)
{closing}
time.sleep(600)
"""


@pytest.mark.parametrize("closing", ["", "os.closerange(0, 3)"])
@pytest.mark.parametrize("ending", ["_exit(7)", "kill(os.getpid(), 9)"])
def test_a_daemon_ends_with_its_program(ending, closing, box, folder):
    attacker = Attacker(folder)
    outcome = match(attacker.python(DAEMON.format(ending=ending, closing=closing)))

    told = {"_exit(7)": "the program ended with status 7", "kill(os.getpid(), 9)": "the program was ended by signal 9"}
    assert [(left.seat, left.crashed, left.reason, left.sentence) for left in outcome.left] == [
        (1, True, NO_BREACH, told[ending])
    ]
    assert attacker.left_running() == []


RUBBISH = """
for line in ("[" * 400_000, '{"type":"act","actions":' + "[" * 100_000 + "]" * 100_000 + "}", "null", "\\0",
             '{"type":"act","step":1e400,"actions":[]}', '{"type":"act","step":"x"}', '{"type":"over"}', "9" * 5000):
    print(line)
os.write(1, b'\\xff\\xfe\\n{"type":"act","log":"\\xff","actions":[]}\\n')
"""


def test_rubbish_before_an_answer_costs_nothing(box, folder, capfd):
    attacker = Attacker(folder)
    outcome = match(attacker.python(RUBBISH))

    assert outcome.left == ()
    assert outcome.rounds == 4
    assert attacker.left_running() == []


STAYING = """
for _ in range(5):
    if os.fork() == 0:
        os.setsid()
        while True:
            time.sleep(1)
"""


def test_who_plays_well_but_leaves_others_behind_leaves_none(box, folder):
    attacker = Attacker(folder)
    outcome = match(attacker.python(STAYING))

    assert outcome.left == ()
    assert attacker.left_running() == []


def test_who_does_not_end_after_the_match_is_ended(box, folder):
    attacker = Attacker(folder)
    outcome = match(attacker.python("threading.Thread(target=time.sleep, args=(600,)).start()"))

    assert outcome.left == ()
    assert attacker.left_running() == []


def test_two_hostile_programs_do_not_harm_each_other(box, folder):
    """Both seats are boxed: one falls over its own limit, the other plays on and wins."""
    from roundhouse.sdk.local_match import play

    bad, good = Attacker(folder), Attacker(folder)
    bots = [bad.python(BOMBS["fork bomb"][0]), good.python("return len(os.listdir('/proc'))")]
    outcome = play("spacegoo", bots, seed=1, settings={"max_rounds": 4, "deadline_s": 60})

    assert [(left.seat, left.reason) for left in outcome.left] == [(1, "over_processes")]
    assert outcome.places == (2, 1)
    assert bad.left_running() == good.left_running() == []


FAMILY = """
for _ in range(2):
    if os.fork() == 0:
        os.setsid()
for n in range(1, 65):
    if n not in (9, 19, 32, 33):
        signal.signal(n, signal.SIG_IGN)
time.sleep(600)
"""


def test_nothing_is_left_if_the_organiser_is_killed(box, folder):
    """Not even a program that ignores everything, in sessions of its own, when our process has no time to end it."""
    attacker = Attacker(folder)
    bot = attacker.python(FAMILY)
    code = "import sys; from tests.sdk.sandbox.hostile import match; match(sys.argv[1])"
    root = Path(__file__).resolve().parents[3]
    organiser = subprocess.Popen([sys.executable, "-c", code, bot], cwd=root)
    try:
        until = time.monotonic() + 60
        while len([line for line in attacker.running() if " -c " not in line]) < 4:
            assert time.monotonic() < until, attacker.running()
            time.sleep(0.05)
    finally:
        organiser.kill()
        organiser.wait()

    assert attacker.left_running() == []
