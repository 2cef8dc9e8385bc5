"""How the sockets of players and spectators are set."""

import contextlib
import socket
from typing import Any

# A peer that vanished without a word is noticed by the system after about a minute.
KEEPALIVE = {"TCP_KEEPIDLE": 30, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3}


ROOM = 4  # messages of the largest size that a reader may be behind, where that is more than `unread_max`


def prepare(sock: Any, unread_max: int) -> None:
    """Messages leave at once, dead peers are noticed, and the system keeps no more for a slow reader than we do."""
    if sock is None or sock.family not in (socket.AF_INET, socket.AF_INET6):
        return
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, unread_max)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in KEEPALIVE.items():
        with contextlib.suppress(AttributeError, OSError):  # not every system has them
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
