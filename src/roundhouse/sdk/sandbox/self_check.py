"""What this machine offers for the sandbox, and small attacks that show whether it holds."""

import importlib.metadata
import importlib.util
import os
import sys
from pathlib import Path

from msgspec import Struct

from . import cgroups, process_usage
from . import syscall_filter as calls
from .box import Box, ready, run
from .bubblewrap import BoxError, Program, bubblewrap, python_folders, version_of
from .limits import Limits

SECONDS = 30.0  # the longest an attack may take
LIMITS = Limits(memory_mb=64, processes=16, cpu_s=1.0, tmp_mb=4, errors_kb=64, output_mb=1)


class Finding(Struct, frozen=True):
    """A protection or an attack. The sandbox also works without a protection that is not `needed`."""

    name: str
    fine: bool
    detail: str
    needed: bool = True


def protections() -> list[Finding]:
    """What the machine offers."""
    return [_bubblewrap(), _user(), _filter(), _groups(), _wasmtime()]


def _bubblewrap() -> Finding:
    try:
        found = bubblewrap()
    except BoxError as error:
        return Finding("bubblewrap", False, error.sentence)
    return Finding("bubblewrap", True, ".".join(map(str, version_of(found))))


def _user() -> Finding:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return Finding("user", True, "we are root, so every program gets a user of its own")
    most = _read("/proc/sys/user/max_user_namespaces")
    allowed = most != "0" and _read("/proc/sys/kernel/unprivileged_userns_clone") != "0"
    sentence = "we are an ordinary user, and may make user namespaces"
    return Finding("user", allowed, sentence if allowed else "this user may not make user namespaces")


def _filter() -> Finding:
    actions = _read("/proc/sys/kernel/seccomp/actions_avail")
    try:
        size = len(calls.program()) // 8
    except calls.FilterError as error:
        return Finding("seccomp", False, str(error))
    fine = "errno" in actions
    return Finding("seccomp", fine, f"a filter of {size} instructions" if fine else "the kernel has no seccomp filters")


def _groups() -> Finding:
    kind = cgroups.kind()
    if kind:
        return Finding("control groups", True, f"{kind}: the kernel counts memory, processes and processor time", False)
    return Finding("control groups", False, "none can be made; memory and the like are counted from outside", False)


def _wasmtime() -> Finding:
    if importlib.util.find_spec("wasmtime") is None:
        return Finding("wasmtime", False, "not installed, so there are no wasm: bots", False)
    return Finding("wasmtime", True, importlib.metadata.version("wasmtime"), False)


def _read(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return ""


# Attacks: a name, a program in Python, and the code that it must be ended with, or "" if it must fail by itself. A
# program prints `held` when what it tried was refused.
_TRY = """
import ctypes, os, socket, sys
def refused(action):
    try:
        action()
    except OSError:
        return True
    return False
libc = ctypes.CDLL(None, use_errno=True)
"""
ATTACKS: dict[str, tuple[str, str]] = {
    "reads files of the machine": ("held = refused(lambda: open('/etc/shadow')) and not os.path.exists('/home')", ""),
    "writes elsewhere": ("held = all(refused(lambda: open(p, 'w')) for p in ('/x', '/usr/x', '/dev/x'))", ""),
    "fills its folder": ("held = refused(lambda: open('/tmp/x', 'wb').write(bytes(50_000_000)))", ""),
    "opens the network": ("held = all(refused(lambda: socket.socket(f)) for f in (1, 2, 10, 16))", ""),
    "traces the init": ("held = libc.ptrace(16, 1, 0, 0) < 0", ""),
    "makes namespaces": ("held = libc.unshare(0x10000000) < 0", ""),
    "mounts": ("held = libc.mount(b'x', b'/tmp', b'tmpfs', 0, 0) < 0", ""),
    "looks at its init": ("held = os.listdir('/proc/1') == []", ""),
    "hides memory": (
        "import mmap\nheld = refused(lambda: mmap.mmap(-1, 1 << 20)) and refused(lambda: open('/dev/zero'))",
        "",
    ),
    "becomes root": ("held = refused(lambda: os.setuid(0)) and os.getuid() != 0", ""),
    "takes memory": ("held = []\nwhile True: held.append(bytearray(b'x' * 1_000_000))", "over_memory"),
    "starts processes": ("while True: refused(os.fork)", "over_processes"),
    "never ends": ("while True: pass", "over_cpu"),
    "never stops talking": ("while True: sys.stderr.write('x' * 1000)", "over_errors"),
}


def attacks() -> list[Finding]:
    """Run each attack in a box; fine if it was held. The last finding is about what they left behind."""
    try:
        ready()
        found = [_attack(name, code, ending) for name, (code, ending) in ATTACKS.items()]
        return [*found, _daemon()]
    except BoxError as error:
        return [Finding("a box", False, error.sentence)]


def _program(code: str) -> Program:
    return Program("self-test", (sys.executable, "-c", _TRY + code), None, python_folders())


def _attack(name: str, code: str, ending: str) -> Finding:
    said = bytearray()
    report = "" if ending else "\nprint('held' if held else 'got through')"
    status, breach, errors = run(_program(code + report), LIMITS, SECONDS, output=said.extend)
    if ending:
        fine = breach is not None and breach.code == ending
        return Finding(name, fine, breach.sentence if breach else f"it ended with status {status}")
    if breach is not None:
        return Finding(name, False, breach.sentence)
    told = said.decode().strip() or errors.decode("utf-8", "replace").strip()[-200:]
    return Finding(name, told == "held", "refused" if told == "held" else told)


def _daemon() -> Finding:
    """A program that leaves a background process: after the box's end neither may be there."""
    code = """
if os.fork() == 0:
    os.setsid()
    if os.fork():
        os._exit(0)
    print("ready", flush=True)
import time
time.sleep(600)
"""
    box = Box(_program(code), LIMITS, errors=lambda data: None)
    process = box.start()
    try:
        if process.stdout is not None:
            process.stdout.readline()
        before = process_usage.births(process_usage.tree(box.init))
    finally:
        box.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()
    left = before.items() & process_usage.births(before).items()
    fine = len(before) >= 3 and not left
    return Finding("leaves a process behind", fine, "it ended with its box" if fine else f"{len(left)} still run")
