"""Options of the sockets of players and spectators."""

import contextlib
import socket
from typing import Any

# The system notices a vanished peer after about a minute.
KEEPALIVE = {"TCP_KEEPIDLE": 30, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3}


ROOM = 4  # a reader may be behind by so many messages of the largest size, if that is more than `unread_max`


def prepare(sock: Any, unread_max: int) -> None:
    """Send without delay, detect dead peers, and buffer no more in the system than we do ourselves."""
    if sock is None or sock.family not in (socket.AF_INET, socket.AF_INET6):
        return
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, unread_max)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in KEEPALIVE.items():
        with contextlib.suppress(AttributeError, OSError):  # not every system has them
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
