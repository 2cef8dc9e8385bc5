"""WASI programs: small ones in WebAssembly's text, and one in C that plays a whole match."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

wasmtime = pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from tests.sdk.sandbox.hostile import C, match  # noqa: E402

from roundhouse.games import GAMES  # noqa: E402
from roundhouse.sdk.bot_loader import LoadError, load  # noqa: E402
from roundhouse.sdk.local_match import play  # noqa: E402

pytestmark = pytest.mark.slow

HEAD = """
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "path_open"
    (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "sock_accept" (func $accept (param i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "environ_sizes_get" (func $environ (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
  (func $again (call $again))
  (memory (export "memory") 2)
"""
# Where it reads to, what it writes, and an answer without a step, which counts for the newest turn
PLAYS = """
  (data (i32.const 0) "\\08\\10\\00\\00\\00\\10\\00\\00")
  (data (i32.const 16) "\\00\\01\\00\\00\\2a\\00\\00\\00")
  (data (i32.const 256) "{\\"type\\":\\"act\\",\\"actions\\":[{\\"type\\":\\"nop\\"}]}\\0a")
"""


def program(folder, start, head=HEAD, data=""):
    path = folder / "bot.wasm"
    path.write_bytes(wasmtime.wat2wasm(f'(module {head} {data} (func (export "_start") {start}))'))
    return f"wasm:{path}"


HOSTILE = {
    "endless loop": ("(loop $on (br $on))", "?cpu_s=1", "over_cpu", "the program used up its processor time of 1 s"),
    "endless loop with fuel": (
        "(loop $on (br $on))",
        "?fuel=1000000",
        "over_fuel",
        "the program used up its fuel of 1,000,000 instructions",
    ),
    "memory": (
        "(loop $on (br_if $on (i32.ne (memory.grow (i32.const 1)) (i32.const -1)))) unreachable",
        "?memory_mb=16",
        "over_memory",
        "the program used more than 16 MB of memory",
    ),
    "memory, and a decent end": (
        "(loop $on (br_if $on (i32.ne (memory.grow (i32.const 1)) (i32.const -1)))) (call $exit (i32.const 3))",
        "?memory_mb=16",
        "over_memory",
        "the program used more than 16 MB of memory",
    ),
    "a line without end": (
        (
            "(i32.store (i32.const 0) (i32.const 1024)) (i32.store (i32.const 4) (i32.const 65536))"
            "(loop $on (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))) (br $on))"
        ),
        "?line_kb=256",
        "over_line",
        "the program wrote more than 256 KB without ending the line",
    ),
    "errors without end": (
        (
            "(i32.store (i32.const 0) (i32.const 1024)) (i32.store (i32.const 4) (i32.const 65536))"
            "(loop $on (drop (call $write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 8))) (br $on))"
        ),
        "",
        "over_errors",
        "the program wrote more than 1024 KB to its standard error",
    ),
    "an error of its own": (
        "unreachable",
        "",
        "trapped",
        "the program was stopped by an error of its own: unreachable",
    ),
    "endless recursion": (
        "(call $again)",
        "",
        "trapped",
        "the program was stopped by an error of its own: stack overflow",
    ),
    "it ends": ("(call $exit (i32.const 7))", "", "connection_lost", "the program ended with status 7"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_programs_end_with_their_reason(name, tmp_path, capfd):
    start, options, reason, sentence = HOSTILE[name]
    outcome = match(program(tmp_path, start) + options)

    assert [(left.seat, left.crashed, left.reason, left.sentence) for left in outcome.left] == [
        (1, True, reason, sentence)
    ]
    assert outcome.places == (2, 1)
    assert running(tmp_path) == []


def test_who_is_silent_misses_its_turn(tmp_path, monkeypatch):
    monkeypatch.setattr("roundhouse.sdk.sandbox.wasm_player.WasmPlayer.start_ms", 3000)
    outcome = match(program(tmp_path, "(loop $on (br $on))"), deadline_s=0.5)

    assert [(left.crashed, left.reason) for left in outcome.left] == [(False, "no_command")]
    assert running(tmp_path) == []


def test_who_is_silent_is_ended_where_there_is_no_clock(tmp_path):
    outcome = match(program(tmp_path, "(loop $on (br $on))") + "?turn_s=1", timeout=False)

    assert [(left.crashed, left.reason) for left in outcome.left] == [(True, "over_turn")]
    assert running(tmp_path) == []


def test_there_are_no_files_no_network_and_no_environment(tmp_path, monkeypatch):
    """Ends with the number of what was there, which is nothing: no folder to open from, no socket, no variable."""
    monkeypatch.setenv("ROUNDHOUSE_TEST_SECRET", "very")
    start = """
      (local $found i32)
      (if (i32.eqz (call $open (i32.const 3) (i32.const 0) (i32.const 64) (i32.const 1) (i32.const 0)
            (i64.const 2) (i64.const 2) (i32.const 0) (i32.const 128)))
        (then (local.set $found (i32.const 1))))
      (if (i32.eqz (call $accept (i32.const 3) (i32.const 0) (i32.const 128)))
        (then (local.set $found (i32.const 2))))
      (drop (call $environ (i32.const 128) (i32.const 132)))
      (if (i32.load (i32.const 128)) (then (local.set $found (i32.const 4))))
      (call $exit (i32.add (i32.const 40) (local.get $found)))
    """
    outcome = match(program(tmp_path, start, data='(data (i32.const 64) "/")'))

    assert [left.sentence for left in outcome.left] == ["the program ended with status 40"]


def test_a_program_without_a_start_is_told(tmp_path):
    path = tmp_path / "bot.wasm"
    path.write_bytes(wasmtime.wat2wasm("(module)"))

    assert [left.reason for left in match(f"wasm:{path}").left] == ["bad_program"]


@pytest.mark.parametrize(("content", "code"), [(None, "no_such_bot"), (b"\x7fELF", "bad_bot"), (b"", "bad_bot")])
def test_what_is_no_program_is_refused(content, code, tmp_path):
    path = tmp_path / "bot.wasm"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(LoadError) as error:
        load(f"wasm:{path}", GAMES["spacegoo"])

    assert error.value.code == code


def test_a_broken_program_is_told(tmp_path):
    path = tmp_path / "bot.wasm"
    path.write_bytes(b"\0asm\1\0\0\0\xff\xff\xff")

    left = match(f"wasm:{path}").left
    assert [one.reason for one in left] == ["bad_program"]
    assert "cannot be run" in left[0].sentence


def test_options_are_read_as_behind_a_box(tmp_path):
    with pytest.raises(LoadError, match="memory_mb=0 is not possible"):
        load(program(tmp_path, "") + "?memory_mb=0", GAMES["spacegoo"])


def test_a_small_program_plays(tmp_path):
    """It answers whenever a line ends; an answer that nobody has asked for yet is taken for the next turn."""
    start = """
      (local $end i32) (local $at i32)
      (loop $on
        (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
        (local.set $end (i32.load (i32.const 8)))
        (if (i32.eqz (local.get $end)) (then (return)))
        (if (i32.eq (i32.load8_u (i32.add (i32.const 4103) (local.get $end))) (i32.const 10))
          (then (drop (call $write (i32.const 1) (i32.const 16) (i32.const 1) (i32.const 8)))))
        (br $on))
    """
    outcome = match(program(tmp_path, start, data=PLAYS))

    assert outcome.left == ()
    assert outcome.rounds == 4


WASI = Path("/usr/lib/wasm32-wasi/libc.a")


@pytest.mark.skipif(shutil.which("clang") is None or not WASI.exists(), reason="there is no clang with wasi-libc")
def test_a_c_program_plays_a_whole_match(tmp_path):
    source, path = tmp_path / "bot.c", tmp_path / "bot.wasm"
    plain = ["errno.h", "fcntl.h", "pthread.h", "sched.h", "signal.h", "sys/mman.h", "sys/syscall.h", "sys/wait.h"]
    text = C.replace("{attack}", "")
    for name in plain:  # a WASI program has no processes, so their headers are not there either
        text = text.replace(f"#include <{name}>\n", "")
    source.write_text(text)
    made = subprocess.run(
        ["clang", "--target=wasm32-wasi", "--sysroot=/usr", "-O2", "-o", path, source], capture_output=True, text=True
    )
    if made.returncode:
        pytest.skip(f"clang cannot make WASI programs here: {made.stderr.splitlines()[0]}")
    outcome = play("spacegoo", [f"wasm:{path}", "random"], seed=1, settings={"deadline_s": 60})

    assert outcome.left == ()
    assert outcome.result is not None
    assert outcome.rounds > 50
    assert running(tmp_path) == []


def running(folder):
    """Processes whose command line names the folder."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and int(process.name) != os.getpid():
            try:
                line = (process / "cmdline").read_bytes()
            except OSError:
                continue
            if str(folder).encode() in line:
                found.append(line)
    return found
