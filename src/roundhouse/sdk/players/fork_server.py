"""A process that has imported everything and forks copies of itself, in which users' bots run.

A copy is ready in a few milliseconds, where a new Python would take half a second. The process has no threads, so that
a fork is safe, and it ends with its parent, together with all copies. Requests and answers are single bytes and numbers
over a socket; what a copy does is in `bot_host`.
"""

import contextlib
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

FORK, END = b"F", b"E"
PID = struct.Struct("!q")
ENDING = struct.Struct("!qd")  # a process id, and how many seconds it may take to end by itself
STATUS = struct.Struct("!q")
UNKNOWN = 1 << 32  # the status of a process that is not a child of this one
GOODBYE_S = 1.0  # how long copies may take to end after their input has ended
PAUSE_S = 0.005


class ForkServer:
    """The client's side."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "roundhouse.sdk.players.fork_server", str(theirs.fileno())],
                stdin=None if _at_terminal() else subprocess.DEVNULL,  # for the debugger that a bot may ask for
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C must only reach our own process
            )
        self._socket = ours

    def fork(self, requests: int, answers: int, errors: int) -> int:
        """Fork a copy that reads `requests`, writes `answers` and prints to `errors`; returns its process id. Raises
        OSError."""
        with self._lock:
            socket.send_fds(self._socket, [FORK], [requests, answers, errors])
            return int(PID.unpack(self._answer(PID.size))[0])

    def end(self, pid: int, seconds: float) -> int | None:
        """End a copy and everything it has started. It may take `seconds` to end by itself. Returns its status, below 0
        for a signal, or None if it is not known."""
        try:
            with self._lock:
                self._socket.send(END + ENDING.pack(pid, seconds))
                status = int(STATUS.unpack(self._answer(STATUS.size))[0])
        except OSError:  # the fork server is gone
            strike(pid)
            return None
        return None if status == UNKNOWN else status

    def close(self) -> None:
        """End the server and all copies. Copies may still finish writing their files."""
        self._socket.close()
        self._process.wait()

    def _answer(self, size: int) -> bytes:
        answer = self._socket.recv(size)
        if not answer:
            raise ConnectionResetError("the process that bots are started from has ended")
        return answer


def _at_terminal() -> bool:
    with contextlib.suppress(AttributeError, ValueError, OSError):
        return sys.stdin.isatty()
    return False


def strike(pid: int) -> None:
    """Kill a process and its group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)


# In the process itself


def serve(link: socket.socket) -> tuple[int, int, int] | None:
    """Fork copies until the client closes the socket, then return None. In a copy: return the descriptors it is to
    use."""
    copies: set[int] = set()
    with contextlib.suppress(OSError):  # the client is gone
        while True:
            message, fds, _, _ = socket.recv_fds(link, 64, 3)
            if not message:
                break
            if message[:1] == FORK:
                pid = os.fork()
                if pid == 0:
                    link.close()
                    os.setpgid(0, 0)
                    requests, answers, errors = fds
                    return requests, answers, errors
                with contextlib.suppress(OSError):  # the copy has ended already
                    os.setpgid(pid, pid)
                copies.add(pid)
                for fd in fds:
                    os.close(fd)
                link.send(PID.pack(pid))
            else:
                pid, seconds = ENDING.unpack(message[1:])
                known = pid in copies
                copies.discard(pid)
                link.send(STATUS.pack(end(pid, time.monotonic() + seconds) if known else UNKNOWN))
    until = time.monotonic() + GOODBYE_S
    for pid in copies:
        end(pid, until)
    return None


def end(pid: int, until: float) -> int:
    """Wait for a copy until then, end what is left of it, and return its status."""
    ended, status = os.waitpid(pid, os.WNOHANG)
    while not ended and time.monotonic() < until:
        time.sleep(PAUSE_S)
        ended, status = os.waitpid(pid, os.WNOHANG)
    strike_group(pid)
    if not ended:
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)


def strike_group(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def main(arguments: list[str]) -> int:
    from . import bot_host  # imported before forking, so that every copy has it

    link = socket.socket(fileno=int(arguments[0]))
    made = serve(link)
    return 0 if made is None else bot_host.main(*made)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
