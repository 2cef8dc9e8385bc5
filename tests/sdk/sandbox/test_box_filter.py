"""The filter of system calls: its numbers, and its program run by a small machine of our own."""

import errno
import re
import struct
from pathlib import Path

import pytest

from roundhouse.sdk.sandbox import syscall_filter as calls

HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
EPERM = calls.REFUSE | errno.EPERM
ENOSYS = calls.REFUSE | errno.ENOSYS


def verdict(machine, number, *arguments, audit=None):
    """What the filter says to a call: the instructions of the kernel's packet filter, as far as ours uses them."""
    own = calls.MACHINES[machine][1]
    values = [*arguments, *[0] * (6 - len(arguments))]
    record = struct.pack("<iIQ6Q", number, own if audit is None else audit, 0, *values)
    code = calls.program(machine)
    program = [struct.unpack_from("<HBBI", code, place) for place in range(0, len(code), 8)]
    at = register = 0
    while True:
        operation, so, not_so, value = program[at]
        at += 1
        if operation == 0x20:
            (register,) = struct.unpack_from("<I", record, value)
        elif operation == 0x54:
            register &= value
        elif operation == 0x06:
            return value
        else:
            holds = {0x15: register == value, 0x35: register >= value, 0x45: bool(register & value)}[operation]
            at += so if holds else not_so


@pytest.mark.parametrize("machine", calls.MACHINES)
def test_the_numbers_are_those_of_the_kernel(machine):
    if not HEADERS[machine].exists():
        pytest.skip("the headers of the kernel are not installed")
    column = calls.MACHINES[machine][0]
    text = HEADERS[machine].read_text()
    known = {name: int(number) for name, number in re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", text)}
    ours = calls.DENIED | {"clone": calls.CLONE, "clone3": calls.CLONE3, "ioctl": calls.IOCTL, "mmap": calls.MMAP}

    assert {name: numbers[column] for name, numbers in ours.items()} == {name: known.get(name) for name in ours}


@pytest.mark.parametrize("machine", calls.MACHINES)
def test_what_is_denied_and_what_is_not(machine):
    column = calls.MACHINES[machine][0]
    denied = {numbers[column] for numbers in calls.DENIED.values()} - {None}
    unknown = {calls.CLONE3[column], *range(calls.NEWER, 500)}

    assert {number for number in range(500) if verdict(machine, number) != calls.ALLOW} == denied | unknown
    assert {verdict(machine, number) for number in denied} == {EPERM}
    assert {verdict(machine, number) for number in unknown} == {ENOSYS}


@pytest.mark.parametrize("machine", calls.MACHINES)
def test_threads_may_be_made_but_no_namespaces(machine):
    clone = calls.MACHINES[machine][0]
    clone = calls.CLONE[clone]
    thread, process = 0x3D0F00, 0x01200011

    assert verdict(machine, clone, thread) == verdict(machine, clone, process) == calls.ALLOW
    for bit in (0x80, 0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000):
        assert verdict(machine, clone, process | bit) == EPERM


@pytest.mark.parametrize("machine", calls.MACHINES)
def test_memory_is_of_a_process_or_of_a_file(machine):
    mmap = calls.MMAP[calls.MACHINES[machine][0]]
    shared, private, nowhere, huge = 0x01, 0x02, 0x20, 0x40000

    def says(flags):
        return verdict(machine, mmap, 0, 4096, 3, flags)

    assert says(shared | nowhere) == says(0x03 | nowhere) == EPERM
    assert says(private | nowhere | huge) == says(shared | huge) == EPERM
    assert says(private | nowhere) == says(shared) == says(private) == calls.ALLOW


@pytest.mark.parametrize("machine", calls.MACHINES)
def test_nobody_types_into_a_terminal(machine):
    ioctl = calls.IOCTL[calls.MACHINES[machine][0]]

    assert verdict(machine, ioctl, 0, 0x5412) == verdict(machine, ioctl, 0, 0x541C) == EPERM
    assert verdict(machine, ioctl, 0, 0x5413) == calls.ALLOW


def test_calls_of_other_tables():
    assert verdict("x86_64", 0x40000000 | 39) == EPERM
    assert verdict("x86_64", -1) == EPERM
    assert verdict("x86_64", 39, audit=0x40000003) == calls.KILL
    assert verdict("aarch64", 39, audit=0xC000003E) == calls.KILL


def test_a_machine_that_is_not_known_has_no_filter():
    with pytest.raises(calls.FilterError, match="riscv64"):
        calls.program("riscv64")
