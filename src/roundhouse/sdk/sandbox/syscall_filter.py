"""The system calls that a program in the sandbox may not make, as a filter that the kernel runs.

A seccomp filter is a small program for the kernel's packet filter machine. For every system call it is given a record:
the number of the call (4 bytes), the processor's architecture (4), where the call came from (8), and six arguments (8
each). It loads words from there into its one register, compares, jumps forward and returns a verdict. Ours reads:

    the architecture is another than it was built for     end the process (numbers would mean something else)
    the call is from the table of another word size       EPERM
    the call is newer than this list                       ENOSYS, as if the kernel were older; nobody has judged it
    the number is on the list below                       EPERM
    clone, and its flags ask for a new namespace           EPERM
    clone3                                                 ENOSYS, because its flags lie in memory where no filter
                                                           looks; every library then takes clone
    ioctl that types into a terminal                       EPERM
    mmap of shared memory without a file, or of huge pages EPERM
    anything else                                          allowed

The list holds what reaches other processes, the kernel's settings, other namespaces and the network, and what holds
memory that belongs to no process and so could not be counted: shared memory stays when a process unmaps it, pages stay
while a pipe holds them.
"""

import errno
import platform
import struct
from collections.abc import Iterable

# name: (number on x86_64, number on aarch64); None where the architecture has no such call
DENIED: dict[str, tuple[int | None, int | None]] = {
    # other processes
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "move_pages": (279, 239),
    "migrate_pages": (256, 238),
    # namespaces and mounts
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    # the network; socketpair stays, because event loops wake themselves with it
    "socket": (41, 198),
    "bind": (49, 200),
    "connect": (42, 203),
    "listen": (50, 201),
    "accept": (43, 202),
    "accept4": (288, 242),
    # kernel interfaces that have often had security holes
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_setup": (206, 0),  # the whole machine shares a small number of them
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "personality": (135, 92),
    "lookup_dcookie": (212, 18),
    "modify_ldt": (154, None),
    "uselib": (134, None),
    "ustat": (136, None),
    "sysfs": (139, None),
    # the machine itself
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "syslog": (103, 116),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "ioperm": (173, None),
    "iopl": (172, None),
    "vhangup": (153, 58),
    # memory that belongs to no process
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "vmsplice": (278, 75),
    "setsockopt": (54, 208),  # socket pairs, which are allowed, need none, and their buffers could be made large
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
}
CLONE = (56, 220)
CLONE3 = (435, 435)
IOCTL = (16, 29)
MMAP = (9, 222)
NEWER = 450  # calls from this number on have not been judged; the numbers are the same on both machines

NAMESPACES = 0x7E020080  # CLONE_NEWUSER, NEWPID, NEWNET, NEWIPC, NEWUTS, NEWCGROUP, NEWNS and NEWTIME
TERMINAL = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX
X32 = 0x40000000
SHARED_NOWHERE = 0x21  # MAP_SHARED and MAP_ANONYMOUS together
HUGE = 0x40000  # MAP_HUGETLB

# machine: (column in the tables, what the record says)
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}

_LOAD, _EQUAL, _ABOVE, _ANY, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16
ALLOW, KILL, REFUSE = 0x7FFF0000, 0x80000000, 0x00050000


class FilterError(RuntimeError):
    """There is no filter for this machine."""


def program(machine: str | None = None) -> bytes:
    """The filter for a machine, usually this one, as the kernel and bubblewrap take it. Raises FilterError."""
    name = platform.machine() if machine is None else machine
    if name not in MACHINES:
        raise FilterError(f"the sandbox knows no system calls of {name}; it runs on {' and '.join(MACHINES)}")
    column, audit = MACHINES[name]
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in _instructions(column, audit))


def _instructions(column: int, audit: int) -> Iterable[tuple[int, int, int, int]]:
    """Operation, how many instructions to skip if true, how many if false, and the value. Each test is directly
    followed by its refusal, so that all jumps are short."""
    refuse = (_RETURN, 0, 0, REFUSE | errno.EPERM)
    unknown = (_RETURN, 0, 0, REFUSE | errno.ENOSYS)
    allow = (_RETURN, 0, 0, ALLOW)
    yield (_LOAD, 0, 0, _MACHINE)
    yield (_EQUAL, 1, 0, audit)
    yield (_RETURN, 0, 0, KILL)
    yield (_LOAD, 0, 0, _NUMBER)
    if column == 0:
        yield (_ABOVE, 0, 1, X32)
        yield refuse
    yield (_ABOVE, 0, 1, NEWER)
    yield unknown
    for numbers in DENIED.values():
        number = numbers[column]
        if number is not None:
            yield (_EQUAL, 0, 1, number)
            yield refuse
    yield (_EQUAL, 0, 1, CLONE3[column])
    yield unknown
    yield (_EQUAL, 0, 4, CLONE[column])
    yield (_LOAD, 0, 0, _ARGUMENTS)  # the flags are its first argument on both machines
    yield (_ANY, 0, 1, NAMESPACES)
    yield refuse
    yield allow
    yield (_EQUAL, 0, 7, MMAP[column])
    yield (_LOAD, 0, 0, _ARGUMENTS + 3 * 8)
    yield (_ANY, 0, 1, HUGE)
    yield refuse
    yield (_AND, 0, 0, SHARED_NOWHERE)
    yield (_EQUAL, 0, 1, SHARED_NOWHERE)
    yield refuse
    yield allow
    yield (_EQUAL, 0, 5, IOCTL[column])
    yield (_LOAD, 0, 0, _ARGUMENTS + 8)
    yield (_EQUAL, 1, 0, TERMINAL[0])
    yield (_EQUAL, 0, 1, TERMINAL[1])
    yield refuse
    yield allow
    yield allow
