"""Hostile programs that reach for what is not theirs: each attempt fails, they say so, and play on."""

import os
import shutil

import pytest
from tests.sdk.sandbox.hostile import NO_BREACH, Attacker, match, report

pytestmark = pytest.mark.slow

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SECRET = "ROUNDHOUSE_TEST_SECRET"  # noqa: S105
DENIED = "EPERM"

# name: (the attack, what it must come to)
ATTEMPTS = {
    "files of the machine": (
        """
wanted = ["/etc/shadow", "/etc/hostname", "/root/.profile", "/root/.bashrc", "/home", "/var/log", "/sys/kernel", "/run"]
return [tried(lambda: os.stat(path).st_size) for path in wanted]
""",
        ["ENOENT"] * 8,
    ),
    "files of the project": (
        f"""
wanted = ["pyproject.toml", "README.md", "tests", ".git", "docs"]
return [tried(lambda: os.stat(os.path.join({PROJECT!r}, path)).st_size) for path in wanted]
""",
        ["ENOENT"] * 5,
    ),
    "writing elsewhere": (
        """
wanted = ["/x", "/bot/x", "/usr/x", "/usr/bin/python3", "/etc/passwd", "/dev/x", "/proc/sys/kernel/hostname"]
said = [tried(lambda: open(path, "a")) for path in wanted]
return [word in ("EROFS", "EACCES", "EPERM") for word in said]
""",
        [True] * 7,
    ),
    "changing its own program": ("return tried(lambda: open(__file__, 'w'))", "EROFS"),
    "changing rights of its folder": ("return tried(lambda: os.chmod('/bot', 0o777)) in ('EROFS', 'EPERM')", True),
    "filling /tmp": (
        """
written = 0
try:
    for number in range(100):
        with open(f"/tmp/{number}", "wb", buffering=0) as file:
            for _ in range(4):
                written += file.write(b"x" * 1_000_000)
except OSError as error:
    return [errno.errorcode[error.errno], written < 17_000_000]
""",
        ["ENOSPC", True],
    ),
    "one huge file": (
        """
with open("/tmp/huge", "wb") as file:
    return tried(lambda: os.truncate(file.fileno(), 1 << 40))
""",
        "EFBIG",
    ),
    "filling /dev/shm": (
        """
written = 0
try:
    with open("/dev/shm/x", "wb", buffering=0) as file:
        while True:
            written += file.write(b"x" * 100_000)
except OSError as error:
    return [errno.errorcode[error.errno], written < 2_000_000]
""",
        ["ENOSPC", True],
    ),
    "sockets": (
        """
stream, datagram, raw, packet = socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET
kinds = [(socket.AF_INET, stream), (socket.AF_INET, datagram), (socket.AF_INET6, stream), (socket.AF_UNIX, stream),
         (socket.AF_NETLINK, raw), (socket.AF_PACKET, raw), (socket.AF_VSOCK, stream), (socket.AF_ALG, packet)]
return [tried(lambda: socket.socket(family, kind)) for family, kind in kinds]
""",
        [DENIED] * 8,
    ),
    "a socket that is there already": (
        """
ours, theirs = socket.socketpair()
tries = [lambda: ours.connect("\\0abstract"), lambda: ours.bind("/tmp/socket"), lambda: ours.listen()]
return [tried(one) for one in tries]
""",
        [DENIED] * 3,
    ),
    "event loops still work": (
        """
import asyncio
return asyncio.run(asyncio.sleep(0, "fine"))
""",
        "fine",
    ),
    "network devices": ("return [line.split(':')[0].strip() for line in open('/proc/net/dev')][2:]", ["lo"]),
    "ptrace": (
        "return [call(101, 16, 1, 0, 0), call(101, 0, 0, 0, 0), call(101, 0x4206, os.getpid(), 0, 0)]",
        [DENIED] * 3,
    ),
    "memory of others": (
        """
buffer = ctypes.create_string_buffer(64)
said = [call(number, 1, buffer, 1, buffer, 1, 0) for number in (310, 311)]
return said + [tried(lambda: open("/proc/1/mem", "rb"))]
""",
        [DENIED, DENIED, "ENOENT"],
    ),
    "the init of its box": (
        """
places = ["/proc/1", "/proc/self/../1", "/proc/self/root/proc/1"]
return [tried(lambda: os.listdir(place)) for place in places] + [tried(lambda: open("/proc/1/x", "w"))]
""",
        ["[]", "[]", "[]", "EROFS"],
    ),
    "killing everybody": (
        """
child = os.fork()
if child == 0:
    time.sleep(600)
os.kill(-1, signal.SIGKILL)
return [os.waitpid(child, 0)[1], tried(lambda: os.kill(1, 0)) in ("None", "EPERM")]
""",
        [9, True],
    ),
    "its parent": (
        """
said = []
for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM, signal.SIGHUP):
    said.append(tried(lambda: os.kill(os.getppid(), number)) in ("None", "EPERM"))
return said
""",
        [True] * 4,
    ),
    "new namespaces": (
        """
user, mount, net = 0x10000000, 0x20000, 0x40000000
return [call(272, user), call(272, mount), call(56, user | 17, 0, 0, 0, 0), call(56, net | 17, 0, 0, 0, 0),
        call(308, os.open("/proc/self/ns/net", os.O_RDONLY), 0), call(435, 0, 88)]
""",
        [DENIED] * 5 + ["ENOSYS"],
    ),
    "mounts": (
        """
return [call(165, b"none", b"/tmp", b"tmpfs", 0, 0), call(166, b"/proc", 2), call(155, b"/", b"/tmp"),
        call(161, b"/tmp"), call(430, b"tmpfs", 0), call(428, -100, b"/", 0), call(442, -100, b"/", 0, 0, 0)]
""",
        [DENIED] * 7,
    ),
    "becoming somebody else": (
        """
said = [tried(lambda: os.setuid(0)), tried(lambda: os.setgid(0)), tried(lambda: os.setgroups([0]))]
said += [subprocess.run(["/usr/bin/setpriv", "--reuid=0", "true"], capture_output=True).returncode]
return said
""",
        ["EPERM", "EPERM", "EPERM", 127],
    ),
    "doors into the kernel": (
        """
return [call(number, 8, 0) for number in (425, 426, 427, 321, 298, 323, 250, 248, 246, 175, 169, 135)]
""",
        [DENIED] * 12,
    ),
    "memory that belongs to nobody": (
        """
return [call(319, b"x", 0), call(447, 0), call(29, 0, 1 << 30, 0o1600), call(68, 0, 0o1600), call(64, 0, 9, 0o1600),
        call(240, b"x", 66, 0o600, 0)]
""",
        [DENIED] * 6,
    ),
    "memory that stays when it is given back": (
        """
pipe = os.pipe()[1]
open("/dev/shm/x", "w").close()
said = [tried(lambda: mmap.mmap(-1, 4096)), tried(lambda: open("/dev/zero", "rb"))]
said += [tried(lambda: mmap.mmap(-1, 1 << 21, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40000))]
said += [tried(lambda: os.setxattr("/dev/shm/x", "user.x", b"x" * 1000)), call(278, pipe, 0, 0, 0), call(206, 1, 0)]
return said + [tried(lambda: socket.socketpair()[0].setsockopt(1, socket.SO_SNDBUF, 1 << 24))]
""",
        [DENIED, "EACCES", DENIED, DENIED, DENIED, DENIED, DENIED],
    ),
    "memory of its own": (
        """
with open("/tmp/x", "wb+") as file:
    file.truncate(8192)
    return [len(mmap.mmap(-1, 8192, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)), len(mmap.mmap(file.fileno(), 8192))]
""",
        [8192, 8192],
    ),
    "calls that are newer than the list": (
        "return [call(number, 0, 0, 0) for number in (450, 463, 467, 480)]",
        ["ENOSYS"] * 4,
    ),
    "a better place in the queue": (
        """
said = [tried(lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))), tried(lambda: os.nice(-1))]
return said + [resource.getrlimit(limit) for limit in (resource.RLIMIT_RTPRIO, resource.RLIMIT_NICE)]
""",
        ["EPERM", "EPERM", [0, 0], [0, 0]],
    ),
    "raising its limits again": (
        """
said = []
for name in ("NPROC", "AS", "DATA", "NOFILE", "FSIZE", "CPU", "CORE", "MEMLOCK"):
    limit = getattr(resource, "RLIMIT_" + name)
    said.append(tried(lambda: resource.setrlimit(limit, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))))
return said
""",
        ["ValueError"] * 8,
    ),
    "secrets in the environment": (
        f"""
found = []
for name in os.listdir("/proc"):
    for file in ("environ", "cmdline"):
        try:
            found.append({SECRET!r}.encode() in open(f"/proc/{{name}}/{{file}}", "rb").read())
        except OSError:
            pass
return [any(found), {SECRET!r} in os.environ, "HOME" in os.environ and os.environ["HOME"]]
""",
        [False, False, "/tmp"],  # noqa: S108
    ),
    "descriptors that were left open": ("return sorted(map(int, os.listdir('/proc/self/fd')))[:4]", [0, 1, 2, 3]),
    "other processes": (
        """
own = {int(name) for name in os.listdir("/proc") if name.isdigit()}
return [len(own) <= 2, max(own) < 100, tried(lambda: os.kill(4242, 0))]
""",
        [True, True, "ESRCH"],
    ),
    "what it is": (
        """
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
return [status["CapEff"].strip(), status["CapPrm"].strip(), status["CapBnd"].strip(), status["NoNewPrivs"].strip(),
        status["Seccomp"].strip(), os.getuid() != 0, os.getgid() != 0]
""",
        ["0" * 16, "0" * 16, "0" * 16, "1", "2", True, True],
    ),
    "device files": (
        """
return [tried(lambda: os.mknod("/tmp/disk", 0o60600, os.makedev(8, 0))), tried(lambda: open("/dev/kmsg")),
        tried(lambda: open("/dev/mem")), tried(lambda: open("/dev/vda")),
        tried(lambda: open("/proc/kcore", "rb")) in ("ENOENT", "EACCES")]
""",
        ["EPERM", "ENOENT", "ENOENT", "ENOENT", True],
    ),
    "a terminal": ("return [tried(lambda: open('/dev/tty')), os.isatty(0)]", ["ENXIO", False]),
}


@pytest.mark.parametrize("name", ATTEMPTS)
def test_what_is_not_given_cannot_be_taken(name, box, folder, capfd, monkeypatch):
    attack, expected = ATTEMPTS[name]
    if "call(" in attack and os.uname().machine != "x86_64":
        pytest.skip("the numbers of the calls are those of x86_64")
    monkeypatch.setenv(SECRET, "very")
    attacker = Attacker(folder)
    outcome = match(attacker.python(attack))

    assert outcome.left == ()
    assert report(capfd.readouterr().err) == expected
    assert attacker.left_running() == []


RAW = {
    "calls of another table": (
        'fprintf(stderr, "REPORT %ld\\n", syscall(0x40000000 | SYS_getpid) < 0 ? (long)errno : 0L);',
        1,
    ),
    "its own copy of a forbidden call": (
        """
    long done;
    __asm__ volatile("syscall" : "=a"(done) : "a"(101L), "D"(16L), "S"(1L), "d"(0L) : "rcx", "r11", "memory");
    fprintf(stderr, "REPORT %ld\\n", -done);
""",
        1,
    ),
}


@pytest.mark.skipif(shutil.which("gcc") is None or os.uname().machine != "x86_64", reason="needs gcc on x86_64")
@pytest.mark.parametrize("name", RAW)
def test_the_filter_holds_below_the_library(name, box, folder, capfd):
    attack, expected = RAW[name]
    attacker = Attacker(folder)
    outcome = match(attacker.c(attack))

    assert outcome.left == ()
    assert report(capfd.readouterr().err) == expected


@pytest.mark.skipif(shutil.which("gcc") is None or os.uname().machine != "x86_64", reason="needs gcc on x86_64")
def test_who_calls_the_kernel_in_the_old_way_is_ended(box, folder):
    attacker = Attacker(folder)
    outcome = match(attacker.c('__asm__ volatile("int $0x80" : : "a"(20) : "memory");'))

    told = [(left.reason, left.sentence) for left in outcome.left]
    assert told == [(NO_BREACH, "the program was ended by signal 31")]


def test_links_in_its_folder_lead_nowhere(box, folder, capfd):
    (folder / "shadow").symlink_to("/etc/shadow")
    (folder / "project").symlink_to(PROJECT)
    (folder / "up").symlink_to("../..")
    attack = """
return [tried(lambda: open("/bot/shadow").read()), tried(lambda: os.listdir("/bot/project/tests")),
        tried(lambda: os.listdir("/bot/up/../../../home"))]
"""
    assert match(Attacker(folder).python(attack)).left == ()
    assert report(capfd.readouterr().err) == ["ENOENT", "ENOENT", "ENOENT"]


def test_what_it_says_cannot_command_the_users_terminal(box, folder, capfd):
    attack = 'sys.stderr.write("\\x1b]0;mine\\x07\\x1b[2J\\x9b0m\\r fine\\n"); return 1'
    assert match(Attacker(folder).python(attack)).left == ()

    err = capfd.readouterr().err
    assert " fine" in err
    assert not {"\x1b", "\x07", "\x9b", "\r"} & set(err)


def test_nobody_stops_its_clock_by_saying_that_it_is_debugged(box, folder, monkeypatch):
    monkeypatch.setattr("roundhouse.sdk.sandbox.boxed_player.BoxPlayer.start_ms", 1000)
    attack = 'print(json.dumps({"type": "hello", "version": 1, "debugger": True}), flush=True)\ntime.sleep(600)'
    outcome = match(Attacker(folder).python(attack), deadline_s=0.5)

    assert [(left.seat, left.reason) for left in outcome.left] == [(1, "no_command")]
