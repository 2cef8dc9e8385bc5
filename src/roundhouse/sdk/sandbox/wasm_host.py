"""Runs one WASI program: `python -m roundhouse.sdk.sandbox.wasm_host FILE.wasm FD LIMITS`. `wasm_player` starts it.

The program has standard input, output and error and nothing else. Its processor time is bounded by wasmtime's epochs,
or by fuel, which counts instructions and so is the same on every machine. Why it was ended is written to FD.
"""

import os
import resource
import sys
import threading
import time
from pathlib import Path
from typing import Any, NoReturn

import msgspec
from wasmtime import Config, Engine, ExitTrap, Linker, Memory, Module, Store, Trap, TrapCode, WasiConfig, WasmtimeError

from .limits import KB, MB, Breach, Limits, over_cpu, over_errors, over_fuel, over_memory

LOOK_S = 0.02
PAGE = 1 << 16  # memory grows in such steps
STACK = 1 << 20
TABLE = 100_000  # functions that can be called indirectly
HOST_MB = 1024  # memory of this process and the compiler
SPARE_S = 2  # for the kernel's limit, which also stops a compiler that takes too long


def main(arguments: list[str]) -> NoReturn:
    path, fd, text = Path(arguments[0]), int(arguments[1]), arguments[2]
    limits = msgspec.json.decode(text, type=Limits)
    host = WasmHost(limits, fd)
    host.run(path)


class WasmHost:
    """One program and its limits."""

    def __init__(self, limits: Limits, fd: int) -> None:
        self._limits = limits
        self._fd = fd
        self._said = 0
        config = Config()
        config.epoch_interruption = True
        config.consume_fuel = limits.fuel > 0
        config.max_wasm_stack = STACK
        config.wasm_threads = False
        self._engine = Engine(config)
        self._store = Store(self._engine)
        self._store.set_limits(
            memory_size=limits.memory_mb * MB, table_elements=TABLE, instances=1, tables=4, memories=1
        )
        self._store.set_epoch_deadline(1)
        if limits.fuel:
            self._store.set_fuel(limits.fuel)

    def run(self, path: Path) -> NoReturn:
        seconds = int(self._limits.cpu_s) + SPARE_S
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + SPARE_S))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        room = (self._limits.memory_mb + HOST_MB) * MB
        # a module can be written so that compiling it is expensive
        resource.setrlimit(resource.RLIMIT_DATA, (room, room))
        threading.Thread(target=self._tick, daemon=True).start()
        try:
            module = Module.from_file(self._engine, str(path))
            linker = Linker(self._engine)
            linker.define_wasi()
            self._store.set_wasi(self._wasi(path.name))
            instance = linker.instantiate(self._store, module)
            exports = instance.exports(self._store)
            start = exports["_start"]
        except KeyError:
            self._end(Breach("bad_program", "the program has no _start, so it is no WASI command"))
        except (WasmtimeError, Trap) as error:
            self._end(Breach("bad_program", f"the program cannot be run: {str(error).splitlines()[0][:200]}"))
        self._call(start, exports.get("memory"))

    def _call(self, start: Any, memory: Any) -> NoReturn:
        try:
            start(self._store)
        except ExitTrap as ended:
            if ended.code and self._full(memory):
                self._end(over_memory(self._limits))
            os._exit(ended.code & 0xFF)
        except Trap as trap:
            self._end(self._broken(trap, memory))
        except WasmtimeError as error:
            self._end(Breach("trapped", f"the program failed: {str(error).splitlines()[0][:200]}"))
        os._exit(0)

    def _wasi(self, name: str) -> WasiConfig:
        wasi = WasiConfig()
        wasi.argv = [name]
        wasi.inherit_stdin()
        wasi.inherit_stdout()
        wasi.stderr_custom = self._err
        return wasi

    def _err(self, data: bytes) -> int:
        """Standard error, up to its limit."""
        self._said += len(data)
        if self._said > self._limits.errors_kb * KB:
            self._end(over_errors(self._limits))
        shown = bytes(byte if byte in (9, 10) or 32 <= byte != 127 else 63 for byte in data)
        os.write(2, shown)
        return len(data)

    def _tick(self) -> None:
        """Ask the program to stop when its time is over."""
        while time.process_time() < self._limits.cpu_s:
            time.sleep(LOOK_S)
        self._engine.increment_epoch()

    def _broken(self, trap: Trap, memory: Any) -> Breach:
        if trap.trap_code == TrapCode.INTERRUPT:
            return over_cpu(self._limits)
        if trap.trap_code == TrapCode.OUT_OF_FUEL:
            return over_fuel(self._limits)
        if self._full(memory):
            return over_memory(self._limits)
        why = trap.trap_code.name.lower().replace("_", " ") if trap.trap_code else trap.message.splitlines()[-1][:200]
        return Breach("trapped", f"the program was stopped by an error of its own: {why}")

    def _full(self, memory: Any) -> bool:
        """Whether its memory cannot grow any more; if the program fails then, that is given as the reason."""
        if not isinstance(memory, Memory):
            return False
        return memory.data_len(self._store) + PAGE > self._limits.memory_mb * MB

    def _end(self, breach: Breach) -> NoReturn:
        os.write(self._fd, msgspec.json.encode(breach))
        os._exit(70)


if __name__ == "__main__":
    main(sys.argv[1:])
