"""Hostile programs, how they are played, and how to see that nothing of them is left."""

import json
import os
import secrets
import subprocess
import time
from pathlib import Path
from typing import Any

from roundhouse.games import GAMES
from roundhouse.sdk import Bot
from roundhouse.sdk.local_match import Outcome, play
from roundhouse.sdk.sandbox.bubblewrap import UIDS, UIDS_EACH

GAME = GAMES["spacegoo"]
REPORT = "REPORT "
NO_BREACH = "connection_lost"  # what a crash is called that broke no limit

# Plays by the rules, but calls attack() before its first answer and says on standard error what came of it
PYTHON = '''
import ctypes, errno, json, mmap, os, resource, signal, socket, subprocess, sys, threading, time

LIBC = ctypes.CDLL(None, use_errno=True)

def call(number, *arguments):
    """A system call: 0 or more if it was done, else the name of the error."""
    done = LIBC.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    return done if done >= 0 else errno.errorcode[ctypes.get_errno()]

def tried(action):
    """The name of the error that an action ends with, or what it returned."""
    try:
        return repr(action())
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error))
    except BaseException as error:
        return type(error).__name__

def attack():
{attack}

first = True
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        if first:
            first = False
            print("REPORT " + json.dumps(attack()), file=sys.stderr, flush=True)
        print(json.dumps({"type": "act", "step": message["step"], "actions": [{"type": "nop"}]}), flush=True)
'''

C = """
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void attack(void) {
{attack}
}

static char line[1 << 20];

int main(void) {
    int first = 1;
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "{\\"type\\":\\"turn\\"", 14) != 0) continue;
        char *step = strstr(line, "\\"step\\":");
        if (first) { first = 0; attack(); }
        long number = step ? atol(step + 7) : 0;
        printf("{\\"type\\":\\"act\\",\\"step\\":%ld,\\"actions\\":[{\\"type\\":\\"nop\\"}]}\\n", number);
        fflush(stdout);
    }
    return 0;
}
"""


class Passer(Bot):
    """The other seat, which is to be left in peace."""

    name = "passer"

    def act(self, turn: Any) -> Any:
        return {"type": "nop"}


class Attacker:
    """A hostile program in a folder; its name marks its processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.marker = "hostile_" + secrets.token_hex(6)

    def python(self, attack: str) -> str:
        path = self.folder / f"{self.marker}.py"
        body = "\n".join("    " + line for line in attack.strip().splitlines())
        path.write_text(PYTHON.replace("{attack}", body), encoding="utf-8")
        return f"box:{path}"

    def c(self, attack: str) -> str:
        source, path = self.folder / "source.c", self.folder / self.marker
        source.write_text(C.replace("{attack}", attack), encoding="utf-8")
        subprocess.run(["gcc", "-O1", "-w", "-pthread", "-o", path, source], check=True, capture_output=True)
        path.chmod(0o755)
        return f"box:{path}"

    def left_running(self) -> list[str]:
        """Processes of the program, or of a user that boxes of this process have; a moment is allowed to reap them."""
        until = time.monotonic() + 5
        while found := self.running():
            if time.monotonic() > until:
                return found
            time.sleep(0.05)
        return []

    def running(self) -> list[str]:
        """As of now."""
        found = []
        first = UIDS + os.getpid() % (1 << 22) * UIDS_EACH
        for process in Path("/proc").iterdir():
            if process.name.isdigit():
                try:
                    line = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                    uid = process.stat().st_uid
                except OSError:
                    continue
                if self.marker in line or first <= uid < first + UIDS_EACH:
                    found.append(f"{process.name}: {uid} {line}")
        return found


def match(bot: str, *, timeout: bool = True, **settings: Any) -> Outcome:
    """A short match against somebody harmless."""
    chosen = {"max_rounds": 4, "deadline_s": 60} | settings
    return play(GAME, [bot, Passer], seed=1, settings=chosen, timeout=timeout)


def reports(err: str) -> list[Any]:
    """What programs said that their attacks came to."""
    return [json.loads(line.removeprefix(REPORT)) for line in err.splitlines() if line.startswith(REPORT)]


def report(err: str) -> Any:
    """The same of a single one."""
    said = reports(err)
    assert len(said) == 1, err
    return said[0]
