"""Sockets to listen on, with errors that say what to do."""

import socket
from errno import EADDRINUSE


def bound(host: str, port: int, *, flag: str) -> socket.socket:
    """A socket that is bound to an address; raises OSError that names the setting to change."""
    family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    sock = socket.socket(family, kind, proto)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.setblocking(False)
        sock.bind(address)
    except OSError as error:
        sock.close()
        why = "is taken already" if error.errno == EADDRINUSE else f"cannot be used ({error.strerror})"
        advice = f"choose another with --{flag.replace('_', '-')}"
        raise OSError(error.errno, f"port {port} on {host} {why}; {advice}") from None
    return sock
