"""A supervised pool: whoever dies is replaced, what it was doing is done by another, and nothing is done twice."""

import os
import signal
import sys
import time

import pytest

from roundhouse.competition.tournament.match_pool import Pool

pytestmark = pytest.mark.slow


def square(number):
    if number < 0:
        raise ValueError(f"{number} is too small")
    return number * number


def die(number):
    """What a bot may do to its process."""
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 4:
        sys.exit(7)
    return number


def once_deadly(path):
    """Kills its process the first time."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return "alive"
    os.kill(os.getpid(), signal.SIGKILL)
    return "dead"


def slow(_number):
    time.sleep(600)


def everything(pool, count, patience_s=120):
    answers, end = [], time.monotonic() + patience_s
    while len(answers) < count and time.monotonic() < end:
        answers += pool.wait(1.0)
    pool.close()
    return {answer.key: answer for answer in answers}


def test_every_item_has_one_answer():
    pool = Pool(square, 2)
    for number in range(20):
        pool.give(number, number)
    assert {key: answer.value for key, answer in everything(pool, 20).items()} == {n: n * n for n in range(20)}
    assert pool.pids == []


def test_an_item_that_kills_its_process_is_tried_three_times_and_harms_nobody_else():
    pool = Pool(die, 2)
    for number in range(6):
        pool.give(number, number)
    answers = everything(pool, 6)
    assert {key: answer.value for key, answer in answers.items() if not answer.lost} == {0: 0, 1: 1, 2: 2, 5: 5}
    assert answers[3].lost == "tried 3 times: its process ended in the middle of it (killed by signal 9)"
    assert answers[4].lost == "tried 3 times: its process ended in the middle of it (exit status 7)"


def test_an_item_whose_process_was_killed_is_done_by_another(tmp_path):
    pool = Pool(once_deadly, 1)
    pool.give(1, str(tmp_path / "mark"))
    assert everything(pool, 1)[1].value == "alive"


def test_an_error_is_a_reason():
    pool = Pool(square, 1, tries=1)
    pool.give(1, -1)
    assert everything(pool, 1)[1].lost == "tried once: -1 is too small"


def test_an_item_that_takes_too_long_is_ended():
    pool = Pool(slow, 1, tries=1, limit_s=0.5)
    pool.give(1, 1)
    assert everything(pool, 1)[1].lost == "tried once: it took longer than 0.5 s"


def test_processes_end_with_a_parent_that_was_killed(tmp_path):
    """Whoever runs the pool may be killed; its processes must not play on for nobody."""
    import subprocess

    code = (
        "import sys, time\n"
        "from roundhouse.competition.tournament.match_pool import Pool\n"
        "if __name__ == '__main__':\n"
        "    pool = Pool(time.sleep, 1)\n"
        "    pool.give(1, 600)\n"
        "    print(pool.pids[0], flush=True)\n"
        "    pool.wait(600)\n"
    )
    script = tmp_path / "script.py"
    script.write_text(code)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        child = int(parent.stdout.readline())
        parent.kill()
        end = time.monotonic() + 60
        while alive(child) and time.monotonic() < end:
            time.sleep(0.05)
    assert not alive(child)


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False
